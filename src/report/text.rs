//! The report as text.

use std::fmt::{self, Write};

use super::fold::{Piece, fold};
use super::{
    CheckReport, InputReport, ObstacleReport, Place, ProofReport, Report, Skipped, Status, Verdict,
    Violation,
};
use crate::support::limits;

/// How much is printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Print every step of a trace.
    pub full_trace: bool,
    /// Print invariants.
    pub invariant: bool,
    /// Use ANSI colours.
    pub colour: bool,
}

/// ANSI colours by meaning.
#[derive(Clone, Copy)]
enum Ink {
    Bad,
    Good,
    Unsure,
    Faint,
    Bold,
}

impl Style {
    fn paint(self, ink: Ink, text: impl fmt::Display) -> String {
        if !self.colour {
            return text.to_string();
        }
        let code = match ink {
            Ink::Bad => "1;31",
            Ink::Good => "1;32",
            Ink::Unsure => "1;33",
            Ink::Faint => "2",
            Ink::Bold => "1",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

/// The report as text, ending in the line with the verdict.
pub fn render(report: &Report, style: Style) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_report(&mut out, report, style);
    out
}

/// A violation as text, without colours.
pub fn violation(check: &CheckReport, violation: &Violation) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_violation(&mut out, check, violation, Style::default());
    out
}

fn write_report(out: &mut String, report: &Report, style: Style) -> fmt::Result {
    for check in &report.checks {
        if let Status::Violated(violation) = &check.status {
            write_violation(out, check, violation, style)?;
        }
    }
    for reason in &report.reasons {
        writeln!(out, "reason: {reason}")?;
    }
    write_checks(out, report, style)?;
    write_obstacles(out, report, style)?;
    // Of an unknown verdict all are told: each may matter for what was found.
    let told = report.assumptions.iter();
    for assumption in told.filter(|it| it.used || report.verdict == Verdict::Unknown) {
        let place = assumption.place.as_ref().map(|p| format!(" at {}", p.short()));
        let (what, place) = (&assumption.what, place.unwrap_or_default());
        writeln!(out, "assumption: {what}{place} [{}]", assumption.kind)?;
    }
    for confirmation in &report.confirmations {
        writeln!(out, "checked: {confirmation}")?;
    }
    let (ink, meaning) = match report.verdict {
        Verdict::True => (Ink::Good, "every requested check holds"),
        Verdict::Unknown => (Ink::Unsure, "neither a violation nor a proof"),
        Verdict::False(_) => (Ink::Bad, "a check can fail"),
    };
    let verdict = style.paint(ink, uppercase_head(&report.verdict.to_string()));
    let apart = match report.replay_seconds {
        seconds if seconds < 1.0 => String::new(),
        seconds => format!(", of which {seconds:.2} s for the native replay"),
    };
    let under = match report.used_assumptions().count() {
        0 => String::new(),
        1 => ", under 1 assumption".to_owned(),
        many => format!(", under {many} assumptions"),
    };
    writeln!(out, "verdict: {verdict} ({meaning}{under}; {:.2} s{apart})", report.seconds)
}

/// What is not modelled: where it is reached, then where nobody knows, each place once; of what is
/// not reached only how much there is.
fn write_obstacles(out: &mut String, report: &Report, style: Style) -> fmt::Result {
    let of = |status| report.obstacles.iter().filter(move |it| it.status == status);
    for status in ["reachable", "unknown"] {
        let all: Vec<&ObstacleReport> = of(status).collect();
        for (number, first) in all.iter().enumerate() {
            let same = |it: &&&ObstacleReport| it.place == first.place && it.kind == first.kind;
            if all[..number].iter().any(|it| same(&it)) {
                continue;
            }
            let mut what: Vec<&str> = Vec::new();
            for obstacle in all.iter().filter(same) {
                if !what.contains(&obstacle.what.as_str()) {
                    what.push(&obstacle.what);
                }
            }
            let place = describe(first.place.as_ref());
            let label = style.paint(Ink::Unsure, first.kind);
            writeln!(out, "{label}: {} at {place} ({status})", what.join("; or "))?;
            if let Some(place) = &first.place {
                out.push_str(&place.marked());
            }
        }
    }
    match of("unreachable").count() {
        0 => Ok(()),
        1 => writeln!(out, "1 point that is not modelled is not reached"),
        many => writeln!(out, "{many} points that are not modelled are not reached"),
    }
}

/// `true` → `TRUE`, `false(no-overflow)` → `FALSE(no-overflow)`.
fn uppercase_head(text: &str) -> String {
    let (head, tail) = text.split_at(text.find('(').unwrap_or(text.len()));
    head.to_uppercase() + tail
}

fn describe(place: Option<&Place>) -> String {
    place.map_or_else(
        || "an unknown place".to_owned(),
        |place| format!("{} in {}", place.short(), place.function),
    )
}

fn write_checks(out: &mut String, report: &Report, style: Style) -> fmt::Result {
    if report.checks.is_empty() {
        // Otherwise nobody knows: it was not read to its end, or leads to what is not modelled.
        if report.verdict == Verdict::True {
            writeln!(out, "no check: the program has nothing that could violate the properties")?;
        }
        return Ok(());
    }
    let count = |wanted: fn(&Status) -> bool| {
        report.checks.iter().filter(|check| wanted(&check.status)).count()
    };
    let violated = count(|status| matches!(status, Status::Violated(_)));
    let proved = count(|status| matches!(status, Status::Proved { .. }));
    let modelled = count(|status| matches!(status, Status::HoldsWhereModelled));
    let unknown = report.checks.len() - violated - proved - modelled;
    let checks = if report.checks.len() == 1 { "check" } else { "checks" };
    write!(out, "{} {checks}: {violated} violated, {proved} proved", report.checks.len())?;
    if violated > 0 && proved > 0 {
        out.push_str(" (unless an earlier one fails)");
    }
    if modelled > 0 {
        write!(out, ", {modelled} that hold on all paths that are modelled")?;
    }
    writeln!(out, ", {unknown} unknown")?;
    for check in &report.checks {
        let (label, ink) = match check.status {
            Status::Violated(_) => ("violated", Ink::Bad),
            Status::Proved { .. } => ("proved  ", Ink::Good),
            Status::HoldsWhereModelled => ("modelled", Ink::Unsure),
            Status::Unknown => ("unknown ", Ink::Unsure),
        };
        let label = style.paint(ink, label);
        let place = check.place.as_ref().map_or("an unknown place".into(), Place::short);
        // What a check says is what goes wrong when it fails.
        let never = if matches!(check.status, Status::Proved { .. }) { "never: " } else { "" };
        write!(out, "  {label}  {place}: {never}{} [{}]", check.what, check.property)?;
        if let Some(call) = check.place.as_ref().and_then(|place| place.called_from.first()) {
            write!(out, ", called at {}", call.short())?;
        }
        out.push('\n');
        if let (Status::Proved { engine, proof, invariant }, true) =
            (&check.status, style.invariant)
        {
            write_proof(out, engine, *proof, invariant)?;
        }
    }
    Ok(())
}

fn write_proof(
    out: &mut String,
    engine: &str,
    proof: ProofReport,
    at: &[(String, Vec<String>)],
) -> fmt::Result {
    write!(out, "      by {engine}")?;
    match proof {
        ProofReport::Folded => return writeln!(out, ": what it asks is constant"),
        ProofReport::Direct | ProofReport::Inductive if at.is_empty() => {
            return writeln!(out, "; no invariant is needed");
        }
        ProofReport::Direct | ProofReport::Inductive => {}
        ProofReport::Exhausted { steps } => {
            write!(out, "; all runs end within {steps} loop iterations")?;
            if at.is_empty() {
                return writeln!(out);
            }
        }
        ProofReport::KInductive { k, simple_path } => {
            let paths = if simple_path { " on simple paths" } else { "" };
            write!(out, "; k-inductive{paths} with k = {k}")?;
            if at.is_empty() {
                return writeln!(out);
            }
        }
    }
    writeln!(out, ", with the invariant:")?;
    for (point, conjuncts) in at {
        for conjunct in conjuncts {
            writeln!(out, "        {point}: {conjunct}")?;
        }
    }
    Ok(())
}

fn write_violation(
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
        for call in &place.called_from {
            writeln!(out, "  called at {}", describe(Some(call)))?;
            out.push_str(&call.marked());
        }
    }
    if let Some(cause) = &violation.cause {
        writeln!(out, "  because {cause}")?;
    }
    if !violation.inputs.is_empty() {
        writeln!(out, "  {}", style.paint(Ink::Bold, "inputs, in order:"))?;
        let lines = inputs(&violation.inputs);
        for line in lines.iter().take(limits::SHOWN_INPUTS) {
            writeln!(out, "    {line}")?;
        }
        if lines.len() > limits::SHOWN_INPUTS {
            let more = lines.len() - limits::SHOWN_INPUTS;
            writeln!(out, "    … and {more} more (--format json has all)")?;
        }
    }
    let skipped = violation.steps.iter().filter_map(|step| step.skipped);
    let title = match skipped.map(|skipped| u128::from(skipped.iterations)).sum() {
        0u128 => format!("trace ({} blocks):", violation.blocks),
        more => format!("trace ({} blocks, and {more} iterations of loops):", violation.blocks),
    };
    writeln!(out, "  {}", style.paint(Ink::Bold, title))?;
    write_trace(out, violation, style)?;
    writeln!(out, "  replayed: by the interpreter; natively: {}\n", violation.native)
}

/// Inputs in lines: the parts of one object (neighbours that are no results of calls, and have
/// name and place in common) in one, where equal ones that follow each other are counted.
fn inputs(all: &[InputReport]) -> Vec<String> {
    let same = |a: &InputReport, b: &InputReport| {
        !a.source.ends_with(')') && a.source == b.source && a.place == b.place
    };
    let line = |parts: &[InputReport]| {
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

fn write_trace(out: &mut String, violation: &Violation, style: Style) -> fmt::Result {
    let steps = &violation.steps;
    let pieces = if style.full_trace {
        steps.iter().enumerate().map(|(i, step)| Piece::Step(i + 1, step)).collect()
    } else {
        fold(steps)
    };
    let digits = steps.len().to_string().len();
    for piece in pieces {
        match piece {
            Piece::Step(number, step) => {
                if let Some(Skipped { iterations, lines }) = step.skipped {
                    let loop_ = format!("{iterations} more iterations of {}", range(lines));
                    writeln!(out, "    {:>digits$}  {loop_}", "⋮")?;
                }
                let (at, text) = match &step.place {
                    Some(place) => {
                        let text = place.text.as_deref().unwrap_or("").trim();
                        (format!("{}:{}", place.file, place.line), text)
                    }
                    None => ("?".to_owned(), ""),
                };
                writeln!(out, "    {number:>digits$}  {at}  {}", style.paint(Ink::Faint, text))?;
                let indent = " ".repeat(digits + 8);
                for change in &step.changes {
                    let value = style.paint(Ink::Bold, &change.value);
                    writeln!(out, "{indent}{} = {value}  ({})", change.variable, change.ty)?;
                }
            }
            Piece::Folded { iterations, steps, lines, last } => {
                let last: Vec<_> =
                    last.iter().map(|c| format!("{} = {}", c.variable, c.value)).collect();
                let after = if last.is_empty() {
                    String::new()
                } else {
                    format!(", then {}", last.join(", "))
                };
                writeln!(
                    out,
                    "    {:>digits$}  {iterations} more iterations of {} ({steps} steps){after}",
                    "⋮",
                    range(lines)
                )?;
            }
        }
    }
    Ok(())
}

/// A range of lines in words.
fn range(lines: (u32, u32)) -> String {
    if lines.0 == lines.1 {
        format!("line {}", lines.0)
    } else {
        format!("lines {}–{}", lines.0, lines.1)
    }
}
