//! A violation as text: what, where, why, the inputs, and the trace.

use std::fmt::{self, Write};

use super::page::Ink;
use super::{Style, describe};
use crate::report::fold::{Piece, fold};
use crate::report::{Change, CheckReport, InputReport, Skipped, TraceStep, Violation};
use crate::support::limits;

/// The violation of a check.
pub fn write(
    out: &mut String,
    check: &CheckReport,
    violation: &Violation,
    style: Style,
) -> fmt::Result {
    write_head(out, check, violation, style)?;
    write_inputs(out, &violation.inputs, style)?;
    let skipped = violation.steps.iter().filter_map(|step| step.skipped);
    let title = match skipped.map(|skipped| u128::from(skipped.iterations)).sum() {
        0u128 => format!("trace ({} blocks):", violation.blocks),
        more => format!("trace ({} blocks, and {more} iterations of loops):", violation.blocks),
    };
    writeln!(out, "  {}", style.paint(Ink::Bold, title))?;
    write_trace(out, violation, style)?;
    writeln!(out, "  replayed: by the interpreter; natively: {}\n", violation.native)
}

/// What is violated, where, and why.
pub fn write_head(
    out: &mut String,
    check: &CheckReport,
    violation: &Violation,
    style: Style,
) -> fmt::Result {
    let head = style.paint(Ink::Bad, format!("violated: {}", check.what));
    writeln!(out, "{head} [{}]", check.property)?;
    writeln!(out, "  at {}", describe(check.place.as_ref()))?;
    if let Some(place) = &check.place {
        out.push_str(&place.marked());
        let shown = style.most(limits::SHOWN_CALLS);
        for call in place.called_from.iter().take(shown) {
            writeln!(out, "  called at {}", describe(Some(call)))?;
            out.push_str(&call.marked());
        }
        if place.called_from.len() > shown {
            let more = place.called_from.len() - shown;
            writeln!(out, "  … called from {more} more (--verbose)")?;
        }
    }
    if let Some(cause) = &violation.cause {
        writeln!(out, "  because {cause}")?;
    }
    Ok(())
}

/// The inputs that matter, or all of them.
fn write_inputs(out: &mut String, all: &[InputReport], style: Style) -> fmt::Result {
    let told: Vec<&InputReport> = all.iter().filter(|it| style.verbose || it.matters).collect();
    let free = all.iter().filter(|it| !it.matters).count();
    if !told.is_empty() {
        let title = match told.len() == all.len() {
            true => "inputs, in order:",
            false => "inputs that matter, in order:",
        };
        writeln!(out, "  {}", style.paint(Ink::Bold, title))?;
        let lines = lines(&told);
        let shown = style.most(limits::SHOWN_INPUTS);
        for line in lines.iter().take(shown) {
            writeln!(out, "    {line}")?;
        }
        if lines.len() > shown {
            writeln!(out, "    … and {} more (--verbose)", lines.len() - shown)?;
        }
    }
    match free {
        0 => Ok(()),
        1 if all.len() == 1 => writeln!(out, "  the one input can be anything"),
        1 => writeln!(out, "  1 other input can be anything"),
        many if many == all.len() => writeln!(out, "  all {many} inputs can be anything"),
        many => writeln!(out, "  {many} other inputs can be anything"),
    }
}

/// Inputs in lines: the parts of one object (neighbours that are no results of calls, and have
/// name and place in common) in one, where equal ones that follow each other are counted.
fn lines(all: &[&InputReport]) -> Vec<String> {
    let same = |a: &&InputReport, b: &&InputReport| {
        !a.source.ends_with(')') && a.source == b.source && a.place == b.place
    };
    let line = |parts: &[&InputReport]| {
        let values = parts.chunk_by(|a, b| a.value == b.value).map(|run| match run.len() {
            1 => run[0].value.clone(),
            count => format!("{} ×{count}", run[0].value),
        });
        let place = parts[0].place.as_ref().map(|p| format!("  ({}:{})", p.file, p.line));
        let values: Vec<String> = values.collect();
        format!("{} = {}{}", parts[0].source, values.join(", "), place.unwrap_or_default())
    };
    all.chunk_by(same).map(line).collect()
}

/// The trace: as a whole, or its first lines and more of its last.
fn write_trace(out: &mut String, violation: &Violation, style: Style) -> fmt::Result {
    let steps = &violation.steps;
    let pieces = if style.full_trace {
        steps.iter().enumerate().map(|(i, step)| Piece::Step(i + 1, step)).collect()
    } else {
        fold(steps)
    };
    let digits = steps.len().to_string().len();
    let mut lines = vec![];
    for piece in &pieces {
        match piece {
            Piece::Step(number, step) => step_lines(&mut lines, *number, step, digits, style),
            Piece::Folded { iterations, steps, lines: range, last } => {
                let last: Vec<_> =
                    last.iter().map(|c| format!("{} = {}", c.variable, c.value)).collect();
                let after = match &last[..] {
                    [] => String::new(),
                    last => format!(", then {}", last.join(", ")),
                };
                let range = describe_lines(*range);
                lines.push(format!(
                    "    {:>digits$}  {iterations} more iterations of {range} ({steps} steps){after}",
                    "⋮"
                ));
            }
        }
    }
    let whole = style.verbose || style.full_trace || lines.len() <= limits::SHOWN_TRACE;
    let hidden = if whole { 0..0 } else { FIRST..lines.len() - (limits::SHOWN_TRACE - FIRST - 1) };
    for (number, line) in lines.iter().enumerate() {
        if number == hidden.start && !hidden.is_empty() {
            writeln!(out, "    {:>digits$}  {} more lines (--verbose)", "⋮", hidden.len())?;
        }
        if !hidden.contains(&number) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Lines of a long trace that are shown of its beginning; most is in its end.
const FIRST: usize = 4;

fn step_lines(
    lines: &mut Vec<String>,
    number: usize,
    step: &TraceStep,
    digits: usize,
    style: Style,
) {
    if let Some(Skipped { iterations, lines: range }) = step.skipped {
        let loop_ = format!("{iterations} more iterations of {}", describe_lines(range));
        lines.push(format!("    {:>digits$}  {loop_}", "⋮"));
    }
    let (at, text) = match &step.place {
        Some(place) => {
            let text = place.text.as_deref().unwrap_or("").trim();
            let thread = step.thread.map(|it| format!(", thread {it}")).unwrap_or_default();
            (format!("{}:{}{thread}", place.file, place.line), text)
        }
        None => ("?".to_owned(), ""),
    };
    lines.push(format!("    {number:>digits$}  {at}  {}", style.paint(Ink::Faint, text)));
    let indent = " ".repeat(digits + 8);
    let told = |change: &Change, count: usize| {
        let value = style.paint(Ink::Bold, &change.value);
        let times = if count > 1 { format!(", the last of {count} values") } else { String::new() };
        format!("{indent}{} = {value}  ({}){times}", change.variable, change.ty)
    };
    if style.verbose || style.full_trace {
        lines.extend(step.changes.iter().map(|change| told(change, 1)));
        return;
    }
    // A loop in one line changes its variables again and again.
    for (index, change) in step.changes.iter().enumerate() {
        let same = |other: &&Change| other.variable == change.variable;
        if !step.changes[index + 1..].iter().any(|other| same(&other)) {
            lines.push(told(change, step.changes.iter().filter(same).count()));
        }
    }
}

/// A range of lines in words.
fn describe_lines(lines: (u32, u32)) -> String {
    if lines.0 == lines.1 {
        format!("line {}", lines.0)
    } else {
        format!("lines {}–{}", lines.0, lines.1)
    }
}
