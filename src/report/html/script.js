// Steps through the traces that the page carries. Without it the page shows all but that.
"use strict";
(() => {
  const traces = JSON.parse(document.getElementById("traces").textContent);
  const player = document.getElementById("player");
  if (traces.length === 0) return;
  player.hidden = false;
  const part = (name) => player.querySelector("." + name);
  const [choice, list, values, place] = ["choice", "trace", "values", "place"].map(part);
  let trace = 0;
  let step = 0;

  const element = (tag, text) => {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  };

  traces.forEach((it, index) => {
    const option = element("option", it.title);
    option.value = index;
    choice.append(option);
  });

  // What all variables hold after a step; the last change of each counts.
  const state = (upTo) => {
    const known = new Map();
    traces[trace].steps.slice(0, upTo + 1).forEach((it, index) => {
      it.changes.forEach(([name, type, value]) => {
        known.delete(name);
        known.set(name, { type, value, isNew: index === upTo });
      });
    });
    return [...known].reverse();
  };

  const open = (next) => {
    trace = next;
    choice.value = trace;
    list.replaceChildren(...traces[trace].steps.map((it, index) => {
      const row = element("li", it.label);
      row.addEventListener("click", () => show(index));
      return row;
    }));
    show(0);
  };

  const show = (next) => {
    const steps = traces[trace].steps;
    step = Math.min(Math.max(next, 0), steps.length - 1);
    [...list.children].forEach((row, index) => row.classList.toggle("now", index === step));
    list.children[step]?.scrollIntoView({ block: "nearest" });
    const at = steps[step];
    place.textContent = `step ${step + 1} of ${steps.length}` + (at ? `, ${at.place}` : "");
    values.replaceChildren(...(at ? state(step) : []).map(([name, { type, value, isNew }]) => {
      const row = document.createElement("tr");
      const cells = [name, value, type].map((text) => element("td", text));
      cells[1].classList.toggle("new", isNew);
      row.append(...cells);
      return row;
    }));
    document.querySelectorAll(".row.now").forEach((row) => row.classList.remove("now"));
    const row = at && document.getElementById(at.row);
    if (row) {
      row.classList.add("now");
      row.scrollIntoView({ block: "center" });
    }
  };

  const moves = {
    ArrowRight: () => show(step + 1), j: () => show(step + 1),
    ArrowLeft: () => show(step - 1), k: () => show(step - 1),
    Home: () => show(0), End: () => show(traces[trace].steps.length - 1),
    n: () => open((trace + 1) % traces.length),
    p: () => open((trace + traces.length - 1) % traces.length),
  };
  document.addEventListener("keydown", (event) => {
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey || event.target === choice) return;
    event.preventDefault();
    move();
  });
  choice.addEventListener("change", () => { open(Number(choice.value)); choice.blur(); });
  part("back").addEventListener("click", () => show(step - 1));
  part("on").addEventListener("click", () => show(step + 1));
  open(0);
  // The end is where it goes wrong.
  show(traces[0].steps.length - 1);
})();
