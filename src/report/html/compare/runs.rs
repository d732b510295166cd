//! The table of all runs: a row for each file, two columns for each engine.

use std::fmt::{self, Write};

use super::{Comparison, Outcome, Run};
use crate::report::escape::xml;

/// Writes the table. It can be read without the script, which sorts it and filters its rows.
pub fn write(out: &mut String, comparison: &Comparison) -> fmt::Result {
    out.push_str(
        "<h2>All runs</h2>\n<div class=\"wide tall\"><table class=\"sortable filterable runs\">\
         <thead><tr><th scope=\"col\" rowspan=\"2\" data-column=\"0\">file</th>",
    );
    for engine in &comparison.engines {
        write!(out, "<th scope=\"colgroup\" colspan=\"2\" class=\"first\">{}</th>", xml(engine))?;
    }
    out.push_str("</tr>\n<tr>");
    for (index, engine) in comparison.engines.iter().enumerate() {
        let engine = xml(engine);
        let column = 2 * index + 1;
        write!(
            out,
            "<th scope=\"col\" class=\"first\" data-column=\"{column}\" title=\"{engine}: answers\">\
             answer</th><th scope=\"col\" class=\"numeric\" data-column=\"{}\" \
             title=\"{engine}: seconds\">seconds</th>",
            column + 1
        )?;
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (file, row) in comparison.files.iter().zip(&comparison.runs) {
        // Lines of paths break between folders, where they are too long.
        write!(out, "<tr><th scope=\"row\">{}</th>", xml(file).replace('/', "/<wbr>"))?;
        for run in row {
            match run {
                Some(run) => write_run(out, run)?,
                None => out.push_str("<td class=\"first\"></td><td></td>"),
            }
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    Ok(())
}

/// The class of an answer and its mark.
fn look(run: &Run) -> (&'static str, &'static str) {
    match run.outcome {
        Outcome::True => ("proved", "✓"),
        Outcome::False => ("violated", "✗"),
        Outcome::Wrong | Outcome::Disputed => ("wrong", "‼"),
        Outcome::Open if matches!(run.verdict.as_str(), "timeout" | "memory" | "unsuitable") => {
            ("unmet", "–")
        }
        Outcome::Open => ("unknown", "?"),
    }
}

fn write_run(out: &mut String, run: &Run) -> fmt::Result {
    let (class, mark) = look(run);
    let checked = match run.checked {
        Some(true) => "checked, ",
        Some(false) => "the witness is wrong, ",
        None => "",
    };
    let depth = run.depth.map(|depth| format!(", depth {depth}")).unwrap_or_default();
    // What is not solved comes last, whichever way times are sorted.
    let key = if run.is_solved() { run.seconds.to_string() } else { String::new() };
    write!(
        out,
        "<td class=\"first\" title=\"{checked}{:.0} MB{depth}\"><span class=\"chip {class}\">{mark} {}\
         </span></td><td class=\"numeric\" data-key=\"{key}\">{:.2}</td>",
        run.megabytes,
        xml(&run.said()),
        run.seconds
    )
}
