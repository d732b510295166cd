//! A project as text: a table of its tasks, what counts of their findings, a sum.

use std::fmt::{self, Write};

use super::page::Ink;
use super::{Style, coverage, on_page, violation};
use crate::report::project::{FindingKind, ProjectReport, TaskReport};
use crate::report::{Status, Verdict};
use crate::support::limits;

/// The report; `explain` is how the report of a task is told at length.
pub fn render(report: &ProjectReport, explain: &dyn Fn(&str) -> String, style: Style) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_report(&mut out, report, explain, style);
    on_page(&out, style)
}

fn write_report(
    out: &mut String,
    report: &ProjectReport,
    explain: &dyn Fn(&str) -> String,
    style: Style,
) -> fmt::Result {
    for task in report.tasks.iter().filter(|task| task.findings.iter().any(|it| it.counts())) {
        write_findings(out, task, style)?;
        writeln!(out, "  more: {}\n", style.paint(Ink::Bold, explain(&task.name)))?;
    }
    write_table(out, &report.tasks, style)?;
    if let Some(coverage) = &report.coverage {
        coverage::write(out, coverage, style)?;
    }
    for note in &report.notes {
        writeln!(out, "note: {note}")?;
    }
    write_sum(out, report)
}

/// What counts of a task's findings: violations with their places, what is open as a whole.
fn write_findings(out: &mut String, task: &TaskReport, style: Style) -> fmt::Result {
    writeln!(out, "{}: {}", style.paint(Ink::Bold, &task.name), verdict(task, style))?;
    if let Some(error) = &task.report.error {
        let lines = error.message.lines();
        for line in lines.take(style.most(limits::SHOWN_ERROR_LINES)) {
            writeln!(out, "  {line}")?;
        }
        return Ok(());
    }
    let counted = || task.findings.iter().filter(|it| it.counts());
    let violated = counted().filter_map(|it| Some(&task.report.checks[it.check?]));
    for check in violated {
        if let Status::Violated(it) = &check.status {
            violation::write_head(out, check, it, style)?;
        }
    }
    let open: Vec<_> = counted().filter(|it| it.kind == FindingKind::Open).collect();
    if let [first, others @ ..] = &open[..] {
        let open = match (first.check, others.len()) {
            (None, _) => "no check is open, and yet there is no proof".to_owned(),
            (Some(_), 0) => "1 check is open".to_owned(),
            (Some(_), others) => format!("{} checks are open", others + 1),
        };
        writeln!(out, "  {}", style.paint(Ink::Unsure, open))?;
        for reason in task.report.reasons.iter().take(style.most(limits::SHOWN_NOTES)) {
            writeln!(out, "  reason: {reason}")?;
        }
        for advice in task.report.advice.iter().take(style.most(limits::SHOWN_NOTES)) {
            writeln!(out, "  try: {} ({})", style.paint(Ink::Bold, &advice.option), advice.why)?;
        }
    }
    Ok(())
}

fn verdict(task: &TaskReport, style: Style) -> String {
    let ink = match (&task.report.error, task.report.verdict) {
        (Some(_), _) | (None, Verdict::False(_)) => Ink::Bad,
        (None, Verdict::True) => Ink::Good,
        (None, Verdict::Unknown) => Ink::Unsure,
    };
    style.paint(ink, task.verdict())
}

fn write_table(out: &mut String, tasks: &[TaskReport], style: Style) -> fmt::Result {
    let long = |of: &dyn Fn(&TaskReport) -> usize, title: &str| {
        tasks.iter().map(of).chain([title.len()]).max().unwrap_or_default()
    };
    let name = long(&|task| task.name.chars().count(), "task");
    let said = long(&|task| task.verdict().chars().count(), "verdict");
    let head = format!("{:name$}  {:said$}  checks  violated  open     time", "task", "verdict");
    writeln!(out, "{}", style.paint(Ink::Faint, head))?;
    for task in tasks {
        let count = |wanted: fn(&Status) -> bool| {
            task.report.checks.iter().filter(|check| wanted(&check.status)).count()
        };
        let violated = count(|it| matches!(it, Status::Violated(_)));
        let open = count(|it| matches!(it, Status::Unknown | Status::HoldsWhereModelled));
        let told =
            [("suppressed", count_of(task, true)), ("in the baseline", count_of(task, false))];
        let mut remarks: Vec<String> =
            told.iter().filter(|it| it.1 > 0).map(|it| format!("{} {}", it.1, it.0)).collect();
        if task.cached {
            remarks.push("unchanged".to_owned());
        }
        let gap = " ".repeat(said - task.verdict().chars().count());
        let row = format!(
            "{:name$}  {}{gap}  {:6}  {violated:8}  {open:4}  {:5.1} s  {}",
            task.name,
            verdict(task, style),
            task.report.checks.len(),
            task.report.seconds,
            style.paint(Ink::Faint, remarks.join(", "))
        );
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}

/// How many findings are suppressed, or are not and are in the baseline.
fn count_of(task: &TaskReport, suppressed: bool) -> usize {
    let is_meant = |is: bool, known: bool| is == suppressed && (is || known);
    task.findings.iter().filter(|it| is_meant(it.suppressed.is_some(), it.known)).count()
}

fn write_sum(out: &mut String, report: &ProjectReport) -> fmt::Result {
    let is = |wanted: fn(&TaskReport) -> bool| report.tasks.iter().filter(|it| wanted(it)).count();
    let counts = [
        (is(|it| it.report.error.is_none() && it.report.verdict == Verdict::True), "TRUE"),
        (is(|it| matches!(it.report.verdict, Verdict::False(_))), "FALSE"),
        (is(|it| it.report.error.is_none() && it.report.verdict == Verdict::Unknown), "UNKNOWN"),
        (is(|it| it.report.error.is_some()), "with an error"),
    ];
    let counts: Vec<String> =
        counts.iter().filter(|it| it.0 > 0).map(|it| format!("{} {}", it.0, it.1)).collect();
    let tasks = if report.tasks.len() == 1 { "task" } else { "tasks" };
    write!(out, "project: {} {tasks}", report.tasks.len())?;
    // None, if it was interrupted at once.
    if !counts.is_empty() {
        write!(out, ": {}", counts.join(", "))?;
    }
    let of = |suppressed| report.tasks.iter().map(|task| count_of(task, suppressed)).sum::<usize>();
    for (count, what) in [(of(true), "suppressed"), (of(false), "in the baseline")] {
        if count > 0 {
            write!(out, "; {count} {what}")?;
        }
    }
    let cached = report.tasks.iter().filter(|task| task.cached).count();
    if cached > 0 {
        write!(out, "; {cached} unchanged since they were checked")?;
    }
    writeln!(out, " ({:.1} s)", report.seconds)
}
