// Sorts tables by a click on a header, and filters the rows of those that are long. Without it they
// show all rows in the order of the report.
"use strict";
(() => {
  const element = (tag, text) => {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  };

  // What a cell is sorted by: its key if it has one, else its text.
  const key = (cell) => cell.dataset.key ?? cell.textContent;

  // Numbers by size, texts by letters; what is empty comes last either way.
  const order = (one, other, sign) => {
    if (one === "" || other === "") return (one === "") - (other === "");
    const [left, right] = [Number(one), Number(other)];
    if (!Number.isNaN(left) && !Number.isNaN(right)) return sign * (left - right);
    return sign * one.localeCompare(other, undefined, { numeric: true });
  };

  const makeSortable = (table) => {
    const body = table.tBodies[0];
    const heads = [...table.tHead.querySelectorAll('th[scope="col"]')];
    heads.forEach((head, index) => {
      const column = Number(head.dataset.column ?? index);
      const button = element("button", head.textContent);
      button.className = "sort";
      if (head.title) button.setAttribute("aria-label", head.title);
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const upward = head.getAttribute("aria-sort") !== "ascending";
        heads.forEach((it) => it.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", upward ? "ascending" : "descending");
        const rows = [...body.rows].map((row) => [key(row.cells[column]), row]);
        rows.sort((one, other) => order(one[0], other[0], upward ? 1 : -1));
        body.append(...rows.map((it) => it[1]));
      });
    });
  };

  const makeFilterable = (table) => {
    const rows = [...table.tBodies[0].rows];
    const texts = rows.map((row) => row.textContent.toLowerCase());
    const line = element("p", "");
    line.className = "filter";
    const label = element("label", "Filter ");
    const input = element("input", "");
    input.type = "search";
    input.placeholder = "words of a file or answer";
    const state = element("span", "");
    state.className = "faint";
    state.setAttribute("role", "status");
    label.append(input);
    line.append(label, " ", state);
    const show = () => {
      const words = input.value.toLowerCase().split(/\s+/);
      let shown = 0;
      rows.forEach((row, index) => {
        row.hidden = !words.every((word) => texts[index].includes(word));
        shown += row.hidden ? 0 : 1;
      });
      state.textContent = `${shown} of ${rows.length}`;
    };
    input.addEventListener("input", show);
    table.parentElement.before(line);
    show();
  };

  document.querySelectorAll("table.sortable").forEach(makeSortable);
  document.querySelectorAll("table.filterable").forEach(makeFilterable);
})();
