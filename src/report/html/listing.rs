//! The sources: each line with its checks, and invariants below the lines of their loops.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::look;
use crate::report::coverage::{FileCoverage, Reach};
use crate::report::escape::xml;
use crate::report::{CheckReport, Place, Report, SourceText, Status};

/// Lines around those that are told of; longer stretches between them are left out of files that
/// are long.
const AROUND: usize = 12;
/// Files with no more lines are shown whole.
const WHOLE: usize = 2000;

/// The sources with what is said of their lines.
pub struct Listing<'a> {
    report: &'a Report,
    files: Vec<File<'a>>,
}

struct File<'a> {
    source: &'a SourceText,
    checks: BTreeMap<usize, Vec<&'a CheckReport>>,
    /// Conjuncts of invariants.
    invariants: BTreeMap<usize, Vec<&'a str>>,
    /// Lines of points that are not modelled.
    points: Vec<usize>,
    coverage: Option<&'a FileCoverage>,
}

impl<'a> Listing<'a> {
    /// Of a report.
    pub fn new(report: &'a Report) -> Self {
        let file = |source: &'a SourceText| File {
            source,
            checks: BTreeMap::new(),
            invariants: BTreeMap::new(),
            points: lines_not_modelled(report, &source.path),
            coverage: report
                .coverage
                .iter()
                .flat_map(|all| &all.files)
                .find(|it| it.file == source.path),
        };
        let mut files: Vec<File<'a>> = report.sources.iter().map(file).collect();
        for check in &report.checks {
            if let Some(place) = &check.place
                && let Some(file) = files.iter_mut().find(|it| it.source.path == place.file)
            {
                file.checks.entry(place.line as usize).or_default().push(check);
            }
            let Status::Proved { invariant, .. } = &check.status else { continue };
            for point in invariant {
                let Some(place) = &point.place else { continue };
                let Some(file) = files.iter_mut().find(|it| it.source.path == place.file) else {
                    continue;
                };
                let known = file.invariants.entry(place.line as usize).or_default();
                for conjunct in &point.conjuncts {
                    if !known.contains(&conjunct.as_str()) {
                        known.push(conjunct);
                    }
                }
            }
        }
        // Headers of the system in which there is nothing to see.
        let is_told = |file: &File<'_>| {
            !file.checks.is_empty()
                || !file.points.is_empty()
                || file.coverage.is_some()
                || report.files.contains(&file.source.path)
        };
        files.retain(is_told);
        Self { report, files }
    }

    /// The name of the row of a place.
    pub fn row(&self, place: &Place) -> Option<String> {
        let index = self.files.iter().position(|file| file.source.path == place.file)?;
        Some(name(index, place.line as usize))
    }

    /// All files.
    pub fn write(&self, out: &mut String) -> fmt::Result {
        for (index, file) in self.files.iter().enumerate() {
            writeln!(out, "<h2>{}</h2>", xml(&file.source.path))?;
            out.push_str("<div class=\"source\"><ol>\n");
            let lines: Vec<&str> = file.source.text.lines().collect();
            let shown = self.shown(file, lines.len());
            let mut gap = 0;
            for (number, line) in (1..).zip(lines) {
                if !shown[number - 1] {
                    gap += 1;
                    continue;
                }
                write_gap(out, std::mem::take(&mut gap))?;
                write_row(out, file, name(index, number), number, line)?;
            }
            write_gap(out, gap)?;
            out.push_str("</ol></div>\n");
        }
        Ok(())
    }

    /// Which lines are shown.
    fn shown(&self, file: &File<'_>, lines: usize) -> Vec<bool> {
        if lines <= WHOLE {
            return vec![true; lines];
        }
        let mut shown = vec![false; lines];
        let steps = self.report.checks.iter().filter_map(|check| match &check.status {
            Status::Violated(violation) => Some(&violation.steps),
            _ => None,
        });
        let stepped = steps.flatten().filter_map(|step| step.place.as_ref());
        let stepped = stepped.filter(|it| it.file == file.source.path).map(|it| it.line as usize);
        let told = file.checks.keys().chain(file.invariants.keys()).chain(&file.points).copied();
        let told = told.chain(stepped);
        for line in told.filter(|line| (1..=lines).contains(line)) {
            shown[line.saturating_sub(AROUND)..(line + AROUND).min(lines)].fill(true);
        }
        shown
    }
}

/// The lines of a file on which something stands that is not modelled and perhaps reached.
fn lines_not_modelled(report: &Report, file: &str) -> Vec<usize> {
    let reached = report.obstacles.iter().filter(|it| it.status != "unreachable");
    let places = reached.filter_map(|it| it.place.as_ref());
    places.filter(|it| it.file == file).map(|it| it.line as usize).collect()
}

fn name(file: usize, line: usize) -> String {
    format!("f{file}l{line}")
}

fn write_gap(out: &mut String, lines: usize) -> fmt::Result {
    match lines {
        0 => Ok(()),
        lines => writeln!(out, "<li class=\"gap\">{lines} lines</li>"),
    }
}

fn write_row(
    out: &mut String,
    file: &File<'_>,
    id: String,
    number: usize,
    line: &str,
) -> fmt::Result {
    let checks = file.checks.get(&number).map_or(&[][..], Vec::as_slice);
    let rank = |check: &&CheckReport| match check.status {
        Status::Violated(_) => 4,
        Status::Unknown => 3,
        Status::HoldsWhereModelled => 2,
        Status::Proved { .. } if check.is_never_met() => 0,
        Status::Proved { .. } => 1,
    };
    let worst = checks.iter().copied().max_by_key(rank);
    let (class, mark) = match worst {
        Some(check) => (look(check).0, look(check).1),
        None => ("", ""),
    };
    let reach = file.coverage.and_then(|it| it.of_line(number as u32));
    let no_run = reach.filter(|&it| it != Reach::Reached);
    let said: Vec<String> = checks
        .iter()
        .map(|check| format!("{}: {} [{}]", look(check).2, check.what, check.property))
        .chain(no_run.map(|it| format!("line: {}", it.name())))
        .collect();
    let title = match said.is_empty() {
        true => String::new(),
        false => format!(" title=\"{}\"", xml(&said.join("\n"))),
    };
    let reach = reach.map(|it| format!(" run-{}", it.name())).unwrap_or_default();
    let count = if checks.len() > 1 { checks.len().to_string() } else { String::new() };
    writeln!(
        out,
        "<li class=\"row {class}\" id=\"{id}\"{title}><span class=\"number{reach}\">{number}</span>\
         <span class=\"mark {class}\">{mark}{count}</span><span>{}</span></li>",
        xml(line)
    )?;
    for conjunct in file.invariants.get(&number).into_iter().flatten() {
        writeln!(out, "<li class=\"note\">invariant: {}</li>", xml(conjunct))?;
    }
    Ok(())
}
