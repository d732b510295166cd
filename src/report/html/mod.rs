//! The report as one page of HTML that needs nothing else: the sources with their checks and the
//! invariants of loops, traces to step through with the keyboard, what may help.
//!
//! All text from outside is escaped ([`xml`]); what the script reads is JSON in which no `<` is
//! left. A policy in the page forbids it to load anything.

pub mod compare;
mod coverage;
mod listing;
mod page;
mod project;

use std::fmt::{self, Write};

use serde_json::{Value, json};

use super::coverage::{Coverage, Reach};
use super::escape::xml;
use super::fold::{Piece, fold};
use super::{CheckReport, Place, Report, Status, Verdict, Violation};
use listing::Listing;

pub use coverage::{PAGE as COVERAGE_PAGE, render as coverage};
pub use project::render as project;

const SCRIPT: &str = include_str!("script.js");

/// Sorts the tables of a page that are of the class `sortable`.
const TABLE_SCRIPT: &str = include_str!("table.js");
/// How these look.
const SORTABLE: &str = include_str!("sortable.css");

/// The report as a page.
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_page(&mut out, report);
    out
}

fn write_page(out: &mut String, report: &Report) -> fmt::Result {
    let listing = Listing::new(report);
    page::write_start(out, &format!("{} {}", report.verdict, report.files.join(", ")), "")?;
    write_head(out, report)?;
    out.push_str("<main>\n<div>\n");
    write_advice(out, report)?;
    listing.write(out)?;
    out.push_str("</div>\n<aside>\n");
    write_player(out)?;
    write_checks(out, report, &listing)?;
    if let Some(coverage) = &report.coverage {
        write_coverage(out, coverage)?;
    }
    write_rest(out, report)?;
    out.push_str("</aside>\n</main>\n");
    let traces = Value::Array(traces(report, &listing)).to_string().replace('<', "\\u003c");
    writeln!(out, "<script type=\"application/json\" id=\"traces\">{traces}</script>")?;
    writeln!(out, "<script>\n{SCRIPT}</script>\n</body>\n</html>")
}

/// The verdict.
fn write_head(out: &mut String, report: &Report) -> fmt::Result {
    let (class, meaning) = match (&report.error, report.verdict) {
        (Some(_), _) => ("violated", "nothing could be decided"),
        (None, Verdict::True) => ("proved", "every requested check holds"),
        (None, Verdict::False(_)) => ("violated", "a check can fail"),
        (None, Verdict::Unknown) => ("unknown", "neither a violation nor a proof"),
    };
    let verdict = if report.error.is_some() { "error".into() } else { report.verdict.to_string() };
    writeln!(
        out,
        "<header>\n<h1><span class=\"verdict {class}\">{}</span> {}</h1>",
        xml(&verdict),
        xml(&report.files.join(", "))
    )?;
    let properties: Vec<&str> = report.properties.iter().map(|it| it.name()).collect();
    writeln!(
        out,
        "<p>{meaning}. <span class=\"faint\">{:.2} s, entry {}, {}, {} {}; properties: {}</span></p>",
        report.seconds,
        xml(&report.entry),
        report.target.as_deref().unwrap_or(&report.data_model),
        report.tool,
        report.version,
        xml(&properties.join(", "))
    )?;
    if let Some(error) = &report.error {
        writeln!(out, "<pre>{}</pre>", xml(&error.message))?;
    }
    out.push_str("</header>\n");
    Ok(())
}

/// What may not be meant, why it is unknown, how far it was looked, and what may help.
fn write_advice(out: &mut String, report: &Report) -> fmt::Result {
    if !report.warnings.is_empty() {
        out.push_str("<h2>Warnings</h2>\n<ul>\n");
        for warning in &report.warnings {
            let at = warning.place.as_ref().map(|it| format!("{}: ", it.short()));
            let text = at.unwrap_or_default() + &warning.what;
            writeln!(out, "<li>{}</li>", xml(&text))?;
        }
        out.push_str("</ul>\n");
    }
    if !report.reasons.is_empty() {
        out.push_str("<h2>Why checks are open</h2>\n<ul>\n");
        for reason in &report.reasons {
            writeln!(out, "<li>{}</li>", xml(reason))?;
        }
        out.push_str("</ul>\n");
    }
    if let Some(explored) = &report.explored {
        writeln!(
            out,
            "<p>No violation of what is unknown in the first {} steps of any run, says {} (a step \
             goes at most once around a loop).</p>",
            explored.steps,
            xml(&explored.engine)
        )?;
    }
    if !report.advice.is_empty() {
        out.push_str("<h2>What to do next</h2>\n<ol>\n");
        for advice in &report.advice {
            writeln!(out, "<li><code>{}</code>: {}</li>", xml(&advice.option), xml(&advice.why))?;
        }
        out.push_str("</ol>\n");
    }
    Ok(())
}

/// Where the script shows traces.
fn write_player(out: &mut String) -> fmt::Result {
    writeln!(
        out,
        "<section id=\"player\" hidden>\n<h2>Trace</h2>\n\
         <p><select class=\"choice\" aria-label=\"violation\"></select></p>\n\
         <p><button class=\"back\">back</button> <button class=\"on\">on</button> \
         <span class=\"place faint\" aria-live=\"polite\"></span></p>\n\
         <ol class=\"trace\"></ol>\n\
         <p class=\"faint\"><kbd>←</kbd> <kbd>→</kbd> steps, <kbd>Home</kbd> <kbd>End</kbd> \
         first and last, <kbd>n</kbd> <kbd>p</kbd> next and previous violation</p>\n\
         <table><thead><tr><th>variable</th><th>value</th><th>type</th></tr></thead>\n\
         <tbody class=\"values\"></tbody></table>\n</section>"
    )
}

/// The class of a check's status, its mark, and its name.
fn look(check: &CheckReport) -> (&'static str, &'static str, &'static str) {
    match check.status {
        Status::Violated(_) => ("violated", "✗", "violated"),
        Status::Unknown => ("unknown", "?", "unknown"),
        Status::HoldsWhereModelled => ("modelled", "~", "holds where it is modelled"),
        Status::Proved { .. } if check.is_never_met() => ("unmet", "∅", "unreachable"),
        Status::Proved { .. } => ("proved", "✓", "proved"),
    }
}

/// All checks, the worst first.
fn write_checks(out: &mut String, report: &Report, listing: &Listing<'_>) -> fmt::Result {
    writeln!(out, "<h2>{} checks</h2>", report.checks.len())?;
    for wanted in ["violated", "unknown", "modelled", "unmet", "proved"] {
        let all: Vec<&CheckReport> =
            report.checks.iter().filter(|check| look(check).0 == wanted).collect();
        let Some(first) = all.first() else { continue };
        let (class, mark, name) = look(first);
        let open = if wanted == "proved" && all.len() > 20 { "" } else { " open" };
        writeln!(
            out,
            "<details{open}><summary class=\"{class}\">{mark} {} {name}</summary>\n<ul>",
            all.len()
        )?;
        for check in all {
            write!(out, "<li>")?;
            if let Some(place) = &check.place {
                let short = xml(&place.short());
                match listing.row(place) {
                    Some(row) => write!(out, "<a href=\"#{row}\">{short}</a> ")?,
                    None => write!(out, "{short} ")?,
                }
            }
            write!(out, "{} <span class=\"faint\">[{}]", xml(&check.what), check.property)?;
            if let Some(call) = check.place.as_ref().and_then(|place| place.called_from.first()) {
                write!(out, ", called at {}", xml(&call.short()))?;
            }
            if let Status::Proved { engine, .. } = &check.status {
                write!(out, ", by {}", xml(engine))?;
            }
            writeln!(out, "</span></li>")?;
        }
        out.push_str("</ul></details>\n");
    }
    Ok(())
}

/// How much runs reach.
fn write_coverage(out: &mut String, coverage: &Coverage) -> fmt::Result {
    out.push_str("<h2>Coverage</h2>\n<ul>\n");
    let kinds = [Reach::Reached, Reach::Unreachable, Reach::Unknown];
    for (what, count) in [
        ("lines", kinds.map(|reach| coverage.lines(reach))),
        ("branches", kinds.map(|reach| coverage.branches(reach))),
    ] {
        let all: usize = count.iter().sum();
        let [reached, unreachable, unknown] = count;
        writeln!(
            out,
            "<li>{reached} of {all} {what} reached, {unreachable} unreachable, {unknown} unknown</li>"
        )?;
    }
    out.push_str("</ul>\n");
    Ok(())
}

/// What the verdict rests on, and how it was found.
fn write_rest(out: &mut String, report: &Report) -> fmt::Result {
    let item = |what: &str, place: Option<&Place>, more: &str| {
        let at = place.map(|place| format!(" at {}", place.short())).unwrap_or_default();
        format!("<li>{}{} <span class=\"faint\">[{more}]</span></li>\n", xml(what), xml(&at))
    };
    let all = report.assumptions.iter();
    let used: String = all
        .filter(|it| it.used || report.verdict == Verdict::Unknown)
        .map(|it| item(&it.what, it.place.as_ref(), &it.kind))
        .collect();
    let points: String = report
        .obstacles
        .iter()
        .filter(|it| it.status != "unreachable")
        .map(|it| item(&it.what, it.place.as_ref(), &format!("{}, {}", it.kind, it.status)))
        .collect();
    let checked: String =
        report.confirmations.iter().map(|it| format!("<li>{}</li>\n", xml(it))).collect();
    let engine = |(name, ending, depth): (&str, &str, u32)| {
        format!(
            "<li>{}: {} <span class=\"faint\">[{depth} steps]</span></li>\n",
            xml(name),
            xml(ending)
        )
    };
    let engines: String =
        report.engines.iter().map(|it| engine((&it.name, &it.ending, it.depth))).collect();
    for (title, items) in [
        ("Not modelled, and bounds", points),
        ("Assumptions", used),
        ("How results were checked", checked),
        ("Engines", engines),
    ] {
        if !items.is_empty() {
            writeln!(out, "<h2>{title}</h2>\n<ul>\n{items}</ul>")?;
        }
    }
    Ok(())
}

/// The traces for the script: loops folded as in text.
fn traces(report: &Report, listing: &Listing<'_>) -> Vec<Value> {
    let violated = report.checks.iter().filter_map(|check| match &check.status {
        Status::Violated(violation) => Some((check, &**violation)),
        _ => None,
    });
    violated.map(|(check, violation)| trace(check, violation, listing)).collect()
}

fn trace(check: &CheckReport, violation: &Violation, listing: &Listing<'_>) -> Value {
    let mut steps = vec![];
    let row = |place: Option<&Place>| place.and_then(|place| listing.row(place));
    let short = |place: Option<&Place>| place.map(Place::short).unwrap_or_default();
    for input in &violation.inputs {
        let free = if input.matters { "" } else { " (or anything else)" };
        let place = input.place.as_ref();
        steps.push(json!({
            "label": format!("input: {} = {}{free}", input.source, input.value),
            "place": short(place), "row": row(place), "changes": [],
        }));
    }
    for piece in fold(&violation.steps) {
        match piece {
            Piece::Step(number, step) => {
                let place = step.place.as_ref();
                let text = place.and_then(|place| place.text.as_deref()).unwrap_or("").trim();
                let skipped = match step.skipped {
                    Some(it) => format!("after {} more iterations: ", it.iterations),
                    None => String::new(),
                };
                let changes: Vec<[&str; 3]> = step
                    .changes
                    .iter()
                    .map(|it| [it.variable.as_str(), it.ty.as_str(), it.value.as_str()])
                    .collect();
                let thread = step.thread.map(|it| format!("thread {it}: ")).unwrap_or_default();
                steps.push(json!({
                    "label": format!("{number}  {thread}{skipped}{text}"), "place": short(place),
                    "row": row(place), "changes": changes,
                }));
            }
            Piece::Folded { iterations, last, .. } => {
                let changes: Vec<[&str; 3]> = last
                    .iter()
                    .map(|it| [it.variable.as_str(), it.ty.as_str(), it.value.as_str()])
                    .collect();
                steps.push(json!({
                    "label": format!("⋮  {iterations} more iterations"), "place": "",
                    "row": null, "changes": changes,
                }));
            }
        }
    }
    let place = check.place.as_ref();
    let cause = violation.cause.as_ref().map(|it| format!(", because {it}")).unwrap_or_default();
    steps.push(json!({
        "label": format!("✗  {}{cause}", check.what), "place": short(place), "row": row(place),
        "changes": [],
    }));
    json!({ "title": format!("{} at {}", check.what, short(place)), "steps": steps })
}

#[cfg(test)]
mod tests;
