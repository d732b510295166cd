//! The report as text: short, or with all there is to say.

mod coverage;
mod page;
mod project;
mod violation;

use std::fmt::{self, Write};

use super::{
    AssumptionReport, CheckReport, InvariantAt, ObstacleReport, Place, ProofReport, Report, Status,
    Verdict, Violation,
};
use crate::support::limits;
use page::Ink;

pub use project::render as project;

/// How much is printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Print all: traces as a whole, each copy of a check, what is proved, equal notes at each
    /// place.
    pub verbose: bool,
    /// Print every step of a trace; otherwise loops are folded.
    pub full_trace: bool,
    /// Print invariants.
    pub invariant: bool,
    /// Use ANSI colours.
    pub colour: bool,
    /// No line is longer, in characters.
    pub width: Option<usize>,
}

impl Style {
    fn paint(self, ink: Ink, text: impl fmt::Display) -> String {
        if self.colour { page::paint(ink, text) } else { text.to_string() }
    }

    /// How many of a list are shown, if short is so many.
    fn most(self, short: usize) -> usize {
        if self.verbose { usize::MAX } else { short }
    }
}

/// The report as text, ending in the line with the verdict. It has no control characters but line
/// ends, tabs and colours.
pub fn render(report: &Report, style: Style) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_report(&mut out, report, style);
    on_page(&out, style)
}

/// The report without its verdict, which another line takes the place of.
pub fn findings(report: &Report, last: &str, style: Style) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_findings(&mut out, report, style);
    on_page(&(out + last + "\n"), style)
}

fn on_page(text: &str, style: Style) -> String {
    let text = page::harmless(text);
    match style.width {
        Some(width) => page::fit(&text, width.max(limits::LEAST_WIDTH)),
        None => text,
    }
}

/// A violation as text, without colours.
pub fn violation(check: &CheckReport, violation: &Violation) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = violation::write(&mut out, check, violation, Style::default());
    page::harmless(&out)
}

fn write_report(out: &mut String, report: &Report, style: Style) -> fmt::Result {
    write_findings(out, report, style)?;
    write_verdict(out, report, style)
}

/// All but the verdict.
fn write_findings(out: &mut String, report: &Report, style: Style) -> fmt::Result {
    write_violations(out, report, style)?;
    // What is not modelled is told with its place below.
    let is_told = |reason: &&String| {
        report.obstacles.iter().any(|it| reason.starts_with(&format!("{}: {}", it.kind, it.what)))
    };
    for reason in report.reasons.iter().filter(|reason| !is_told(reason)) {
        writeln!(out, "reason: {reason}")?;
    }
    write_checks(out, report, style)?;
    if let Some(coverage) = &report.coverage {
        coverage::write(out, coverage, style)?;
    }
    write_obstacles(out, report, style)?;
    write_assumptions(out, report, style)?;
    for warning in &report.warnings {
        let place = describe(warning.place.as_ref());
        writeln!(out, "{}: {place}: {}", style.paint(Ink::Unsure, "warning"), warning.what)?;
        out.push_str(&warning.place.as_ref().map(Place::marked).unwrap_or_default());
    }
    if let Some(target) = &report.target {
        writeln!(out, "target: {target}; nothing was run natively")?;
    }
    for confirmation in &report.confirmations {
        writeln!(out, "checked: {confirmation}")?;
    }
    if let Some(explored) = &report.explored {
        let (engine, steps) = (&explored.engine, explored.steps);
        writeln!(
            out,
            "explored: no violation of what is unknown in the first {steps} steps of any run, says \
             {engine} (a step goes at most once around a loop)"
        )?;
    }
    for advice in &report.advice {
        writeln!(out, "try: {} ({})", style.paint(Ink::Bold, &advice.option), advice.why)?;
    }
    Ok(())
}

fn write_verdict(out: &mut String, report: &Report, style: Style) -> fmt::Result {
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

/// Violations: of copies of one check the first, and not too many.
fn write_violations(out: &mut String, report: &Report, style: Style) -> fmt::Result {
    let mut told: Vec<(Option<String>, &str)> = vec![];
    let mut more = 0;
    for check in &report.checks {
        let Status::Violated(violation) = &check.status else { continue };
        let key = (check.place.as_ref().map(Place::short), check.what.as_str());
        let is_told = told.contains(&key) || told.len() >= limits::SHOWN_VIOLATIONS;
        if is_told && !style.verbose {
            more += 1;
            continue;
        }
        told.push(key);
        violation::write(out, check, violation, style)?;
    }
    match more {
        0 => Ok(()),
        1 => writeln!(out, "1 more violation is listed below (--verbose has its trace)\n"),
        _ => {
            writeln!(out, "{more} more violations are listed below (--verbose has their traces)\n")
        }
    }
}

/// Of an unknown verdict all are told: each may matter for what was found. Equal ones once, with
/// their places.
fn write_assumptions(out: &mut String, report: &Report, style: Style) -> fmt::Result {
    let told = report.assumptions.iter();
    let told = told.filter(|it| it.used || report.verdict == Verdict::Unknown);
    let mut groups: Vec<Vec<&AssumptionReport>> = vec![];
    for assumption in told {
        let same = |group: &&mut Vec<&AssumptionReport>| {
            (&group[0].what, &group[0].kind) == (&assumption.what, &assumption.kind)
        };
        match groups.iter_mut().find(same) {
            Some(group) if !style.verbose => group.push(assumption),
            _ => groups.push(vec![assumption]),
        }
    }
    for group in groups {
        let mut places: Vec<String> =
            group.iter().filter_map(|it| it.place.as_ref()).map(Place::short).collect();
        places.dedup();
        let shown = places.len().min(limits::SHOWN_PLACES);
        let more = match places.len() - shown {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let at = match shown {
            0 => String::new(),
            _ => format!(" at {}{more}", places[..shown].join(", ")),
        };
        writeln!(out, "assumption: {}{at} [{}]", group[0].what, group[0].kind)?;
    }
    Ok(())
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
            let label = style.paint(Ink::Unsure, &first.kind);
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
        report.checks.iter().filter(|check| wanted(&check.status) && !check.is_never_met()).count()
    };
    let violated = count(|status| matches!(status, Status::Violated(_)));
    let proved = count(|status| matches!(status, Status::Proved { .. }));
    let modelled = count(|status| matches!(status, Status::HoldsWhereModelled));
    let never = report.checks.iter().filter(|check| check.is_never_met()).count();
    let unknown = report.checks.len() - violated - proved - modelled - never;
    let checks = if report.checks.len() == 1 { "check" } else { "checks" };
    write!(out, "{} {checks}: {violated} violated, {proved} proved", report.checks.len())?;
    if violated > 0 && proved > 0 {
        out.push_str(" (unless an earlier one fails)");
    }
    if modelled > 0 {
        write!(out, ", {modelled} that hold on all paths that are modelled")?;
    }
    if never > 0 {
        write!(out, ", {never} unreachable")?;
    }
    writeln!(out, ", {unknown} unknown")?;
    let long = report.checks.len() > limits::SHOWN_CHECKS && !style.verbose && !style.invariant;
    let is_proved = |check: &&CheckReport| {
        matches!(check.status, Status::Proved { .. }) && !check.is_never_met()
    };
    let told: Vec<&CheckReport> =
        report.checks.iter().filter(|check| !long || !is_proved(check)).collect();
    // Copies of a check that came to the same.
    let same = |a: &&CheckReport, b: &&CheckReport| {
        let place = |check: &CheckReport| check.place.as_ref().map(Place::short);
        !style.verbose
            && !style.invariant
            && (place(a), &a.what, a.property) == (place(b), &b.what, b.property)
            && std::mem::discriminant(&a.status) == std::mem::discriminant(&b.status)
            && a.is_never_met() == b.is_never_met()
    };
    let width = if never > 0 { "unreachable".len() } else { "violated".len() };
    for copies in told.chunk_by(same) {
        write_check(out, copies, width, style)?;
    }
    if long && proved > 0 {
        let them = if proved == 1 { "1 that is" } else { &format!("{proved} that are") };
        writeln!(out, "  … and {them} proved (--verbose)")?;
    }
    Ok(())
}

/// A check, with all its copies that came to the same; of its status so many characters.
fn write_check(
    out: &mut String,
    copies: &[&CheckReport],
    width: usize,
    style: Style,
) -> fmt::Result {
    let check = copies[0];
    let (label, ink) = match check.status {
        Status::Violated(_) => ("violated", Ink::Bad),
        Status::Proved { .. } if check.is_never_met() => ("unreachable", Ink::Bold),
        Status::Proved { .. } => ("proved", Ink::Good),
        Status::HoldsWhereModelled => ("modelled", Ink::Unsure),
        Status::Unknown => ("unknown", Ink::Unsure),
    };
    let label = style.paint(ink, format!("{label:<width$}"));
    let place = check.place.as_ref().map_or("an unknown place".into(), Place::short);
    // What a check says is what goes wrong when it fails.
    let holds = matches!(check.status, Status::Proved { .. }) && !check.is_never_met();
    let never = if holds { "never: " } else { "" };
    write!(out, "  {label}  {place}: {never}{} [{}]", check.what, check.property)?;
    if let Some(call) = check.place.as_ref().and_then(|place| place.called_from.first()) {
        match copies.len() {
            1 => write!(out, ", called at {}", call.short())?,
            many => write!(out, ", in {many} calls")?,
        }
    } else if copies.len() > 1 {
        write!(out, " ×{}", copies.len())?;
    }
    out.push('\n');
    match (&check.status, style.invariant) {
        (Status::Proved { engine, proof, invariant }, true) => {
            write_proof(out, engine, *proof, invariant)
        }
        _ => Ok(()),
    }
}

fn write_proof(
    out: &mut String,
    engine: &str,
    proof: ProofReport,
    at: &[InvariantAt],
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
    for InvariantAt { point, conjuncts, .. } in at {
        for conjunct in conjuncts {
            writeln!(out, "        {point}: {conjunct}")?;
        }
    }
    Ok(())
}
