//! What runs reach, as text: how much, and what not.

use std::fmt::{self, Write};

use super::Style;
use super::page::Ink;
use crate::report::coverage::{Coverage, FileCoverage, Reach};
use crate::support::limits;

/// What is not reached, or not known to be, is listed: stretches of lines, and branches on lines
/// that are reached.
pub fn write(out: &mut String, coverage: &Coverage, style: Style) -> fmt::Result {
    let lines = counts("line", |reach| coverage.lines(reach));
    let branches = counts("branch", |reach| coverage.branches(reach));
    writeln!(out, "coverage: {lines}; {branches}")?;
    let mut left: Vec<String> = vec![];
    for file in &coverage.files {
        for reach in [Reach::Unreachable, Reach::Unknown] {
            let ink = if reach == Reach::Unknown { Ink::Unsure } else { Ink::Bold };
            let label = style.paint(ink, format!("{:<11}", reach.name()));
            let name = &file.file;
            for (from, to) in stretches(file, reach) {
                let lines = if from == to { from.to_string() } else { format!("{from}-{to}") };
                let never = never_called(file, from, to);
                left.push(format!("  {label}  {name}:{lines}{never}"));
            }
            for (line, column, some, all) in branches_of(file, reach) {
                left.push(format!("  {label}  {name}:{line}:{column}: {some} of {all} branches"));
            }
        }
    }
    let shown = left.len().min(style.most(limits::SHOWN_CHECKS));
    left[..shown].iter().try_for_each(|line| writeln!(out, "{line}"))?;
    match left.len() - shown {
        0 => Ok(()),
        more => writeln!(out, "  … and {more} more places (--verbose)"),
    }
}

/// `41 of 45 lines reached, 3 unreachable, 1 unknown`.
fn counts(what: &str, count: impl Fn(Reach) -> usize) -> String {
    let [reached, unreachable, unknown] =
        [Reach::Reached, Reach::Unreachable, Reach::Unknown].map(count);
    let all = reached + unreachable + unknown;
    let plural = match what {
        _ if all == 1 => "",
        "branch" => "es",
        _ => "s",
    };
    let mut text = format!("{reached} of {all} {what}{plural} reached");
    for (number, name) in [(unreachable, "unreachable"), (unknown, "unknown")] {
        if number > 0 {
            text += &format!(", {number} {name}");
        }
    }
    text
}

/// The functions that begin on these lines and are never called.
fn never_called(file: &FileCoverage, from: u32, to: u32) -> String {
    let functions = file
        .functions
        .iter()
        .filter(|it| it.reach == Reach::Unreachable && (from..=to).contains(&it.line));
    let names: Vec<&str> = functions.map(|it| it.function.as_str()).collect();
    match names[..] {
        [] => String::new(),
        [name] => format!(" ({name} is never called)"),
        _ => format!(" ({} are never called)", names.join(", ")),
    }
}

/// First and last lines of stretches in which all lines that have code are so.
fn stretches(file: &FileCoverage, wanted: Reach) -> Vec<(u32, u32)> {
    let stretch = file.lines.chunk_by(|a, b| a.reach == b.reach);
    let stretch = stretch.filter(|lines| lines[0].reach == wanted);
    stretch.map(|lines| (lines[0].line, lines[lines.len() - 1].line)).collect()
}

/// Line and column of branchings on lines that are reached, how many of their branches are so, and
/// how many there are.
fn branches_of(file: &FileCoverage, wanted: Reach) -> Vec<(u32, u32, usize, usize)> {
    let same = file.branches.chunk_by(|a, b| (a.line, a.column) == (b.line, b.column));
    let reached = same.filter(|all| file.of_line(all[0].line) == Some(Reach::Reached));
    let counted = reached.map(|all| {
        let some = all.iter().filter(|it| it.reach == wanted).count();
        (all[0].line, all[0].column, some, all.len())
    });
    counted.filter(|it| it.2 > 0).collect()
}
