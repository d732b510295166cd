//! The report as JUnit's XML: one test case a check, in suites by files.
//!
//! There is no standard but what readers take; this is what Ant's, Jenkins' and GitLab's have in
//! common. A violation is a failure, a check that is not decided is skipped (the exit code tells
//! both), and an error says that nothing could be decided.

use std::fmt::Write;

use super::escape::xml;
use super::project::{ProjectReport, TaskReport};
use super::{CheckReport, Place, Report, Status, text};

/// The report as XML.
pub fn render(report: &Report) -> String {
    all(&[Part { report, task: None }], report.seconds)
}

/// A project as XML: the suites of all its tasks, with the names of these.
pub fn project(report: &ProjectReport) -> String {
    let parts = report.tasks.iter().map(|task| Part { report: &task.report, task: Some(task) });
    let parts: Vec<Part<'_>> = parts.collect();
    all(&parts, report.seconds)
}

/// A report, perhaps that of a task.
struct Part<'a> {
    report: &'a Report,
    task: Option<&'a TaskReport>,
}

fn all(parts: &[Part<'_>], seconds: f64) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_all(&mut out, parts, seconds);
    out
}

fn write_all(out: &mut String, parts: &[Part<'_>], seconds: f64) -> std::fmt::Result {
    let mut suites = String::new();
    let mut counts = Counts::default();
    for part in parts {
        counts.add(&part.write(&mut suites)?);
    }
    let Counts { tests, failures, errors, skips } = counts;
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(
        out,
        r#"<testsuites name="llumc" tests="{tests}" failures="{failures}" errors="{errors}" skipped="{skips}" time="{seconds:.3}">"#
    )?;
    out.push_str(&suites);
    writeln!(out, "</testsuites>")
}

#[derive(Clone, Copy, Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skips: usize,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.tests += other.tests;
        self.failures += other.failures;
        self.errors += other.errors;
        self.skips += other.skips;
    }
}

impl Part<'_> {
    /// Writes the suites of the files.
    fn write(&self, out: &mut String) -> Result<Counts, std::fmt::Error> {
        let mut suites: Vec<(&str, Vec<usize>)> = vec![];
        for (index, check) in self.report.checks.iter().enumerate() {
            let file = check.place.as_ref().map_or("?", |place| &place.file);
            match suites.iter_mut().find(|suite| suite.0 == file) {
                Some(suite) => suite.1.push(index),
                None => suites.push((file, vec![index])),
            }
        }
        let mut all = Counts::default();
        if is_told_as_a_whole(self.report) {
            all.add(&self.write_whole(out)?);
        }
        for (file, checks) in suites {
            let mut cases = String::new();
            let mut counts = Counts { tests: checks.len(), ..Counts::default() };
            for &index in &checks {
                let excuse = self.excuse(Some(index));
                match self.report.checks[index].status {
                    Status::Proved { .. } => {}
                    Status::Violated(_) if excuse.is_none() => counts.failures += 1,
                    Status::Violated(_) | Status::Unknown | Status::HoldsWhereModelled => {
                        counts.skips += 1;
                    }
                }
                write_case(&mut cases, self.report, &self.report.checks[index], excuse.as_deref())?;
            }
            self.open_suite(out, file, counts)?;
            out.push_str(&cases);
            writeln!(out, "  </testsuite>")?;
            all.add(&counts);
        }
        Ok(all)
    }

    /// Why a finding does not count.
    fn excuse(&self, check: Option<usize>) -> Option<String> {
        let finding = self.task?.findings.iter().find(|it| it.check == check)?;
        match &finding.suppressed {
            Some(suppressed) => Some(format!("suppressed: {}", suppressed.reason)),
            None => finding.known.then(|| "in the baseline".to_owned()),
        }
    }

    fn open_suite(&self, out: &mut String, name: &str, counts: Counts) -> std::fmt::Result {
        let name = match self.task {
            Some(task) => xml(&format!("{}: {name}", task.name)),
            None => xml(name),
        };
        let Counts { tests, failures, errors, skips } = counts;
        writeln!(
            out,
            r#"  <testsuite name="{name}" tests="{tests}" failures="{failures}" errors="{errors}" skipped="{skips}">"#
        )
    }

    /// A suite with one test case, which stands for the program.
    fn write_whole(&self, out: &mut String) -> Result<Counts, std::fmt::Error> {
        let files = self.report.files.join(" ");
        let name = xml(&files);
        let excuse = self.excuse(None);
        let errors = usize::from(self.report.error.is_some() && excuse.is_none());
        let counts = Counts { tests: 1, failures: 0, errors, skips: 1 - errors };
        self.open_suite(out, &files, counts)?;
        writeln!(out, r#"    <testcase classname="{name}" name="the program can be decided">"#)?;
        let why = self.report.error.as_ref().map(|error| error.message.clone());
        let why = xml(&excuse.or(why).unwrap_or_else(|| reasons(self.report)));
        let kind = if errors > 0 { "error" } else { "skipped" };
        writeln!(out, "      <{kind} message=\"{why}\"/>")?;
        writeln!(out, "    </testcase>\n  </testsuite>")?;
        Ok(counts)
    }
}

/// Whether something is left to say when all checks are listed: that there is no verdict though
/// none of them is open, or none is known.
fn is_told_as_a_whole(report: &Report) -> bool {
    let open =
        |check: &CheckReport| matches!(check.status, Status::Unknown | Status::HoldsWhereModelled);
    report.error.is_some()
        || report.verdict == super::Verdict::Unknown && !report.checks.iter().any(open)
}

fn write_case(
    out: &mut String,
    report: &Report,
    check: &CheckReport,
    excuse: Option<&str>,
) -> std::fmt::Result {
    let place = check.place.as_ref();
    let class = place.map_or("?", |place| &place.function);
    let mut name = match place {
        Some(place) => format!("{} at {} [{}]", check.what, place.short(), check.property),
        None => format!("{} [{}]", check.what, check.property),
    };
    for Place { file, line, column, .. } in place.iter().flat_map(|place| &place.called_from) {
        let _ = write!(name, ", called at {file}:{line}:{column}");
    }
    let (class, name) = (xml(class), xml(&name));
    write!(out, r#"    <testcase classname="{class}" name="{name}""#)?;
    if let Some(excuse) = excuse {
        writeln!(out, ">\n      <skipped message=\"{}\"/>", xml(excuse))?;
        return writeln!(out, "    </testcase>");
    }
    match &check.status {
        Status::Proved { .. } => return writeln!(out, "/>"),
        Status::Violated(violation) => {
            let (what, property) = (xml(&check.what), check.property);
            let story = xml(&text::violation(check, violation));
            writeln!(
                out,
                ">\n      <failure message=\"{what}\" type=\"{property}\">{story}</failure>"
            )?;
        }
        Status::HoldsWhereModelled => {
            let why = "it holds on all paths that are modelled, but not all are";
            writeln!(out, ">\n      <skipped message=\"{why}\"/>")?;
        }
        Status::Unknown => {
            writeln!(out, ">\n      <skipped message=\"unknown: {}\"/>", xml(&reasons(report)))?;
        }
    }
    writeln!(out, "    </testcase>")
}

fn reasons(report: &Report) -> String {
    match &report.reasons[..] {
        [] => "not decided".to_owned(),
        reasons => reasons.join("; "),
    }
}
