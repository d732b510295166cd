//! The report as JUnit's XML: one test case a check, in suites by files.
//!
//! There is no standard but what readers take; this is what Ant's, Jenkins' and GitLab's have in
//! common. A violation is a failure, a check that is not decided is skipped (the exit code tells
//! both), and an error says that nothing could be decided.

use std::fmt::Write;

use super::escape::xml;
use super::{CheckReport, Place, Report, Status, text};

/// The report as XML.
pub fn render(report: &Report) -> String {
    let mut suites: Vec<(String, Vec<&CheckReport>)> = vec![];
    for check in &report.checks {
        let file = check.place.as_ref().map_or_else(|| "?".to_owned(), |place| place.file.clone());
        match suites.iter_mut().find(|suite| suite.0 == file) {
            Some(suite) => suite.1.push(check),
            None => suites.push((file, vec![check])),
        }
    }
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_suites(&mut out, report, &suites);
    out
}

fn write_suites(
    out: &mut String,
    report: &Report,
    suites: &[(String, Vec<&CheckReport>)],
) -> std::fmt::Result {
    let is = |wanted: fn(&Status) -> bool| move |check: &&&CheckReport| wanted(&check.status);
    let failed = |status: &Status| matches!(status, Status::Violated(_));
    let skipped = |status: &Status| matches!(status, Status::Unknown | Status::HoldsWhereModelled);
    let whole = is_told_as_a_whole(report);
    let (tests, time) = (report.checks.len() + usize::from(whole), report.seconds);
    let all = || report.checks.iter();
    let failures = all().filter(|check| failed(&check.status)).count();
    let errors = usize::from(report.error.is_some());
    let skips = all().filter(|check| skipped(&check.status)).count() + usize::from(whole) - errors;
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(
        out,
        r#"<testsuites name="llumc" tests="{tests}" failures="{failures}" errors="{errors}" skipped="{skips}" time="{time:.3}">"#
    )?;
    if whole {
        write_whole(out, report)?;
    }
    for (file, checks) in suites {
        let failures = checks.iter().filter(is(failed)).count();
        let skips = checks.iter().filter(is(skipped)).count();
        writeln!(
            out,
            r#"  <testsuite name="{}" tests="{}" failures="{failures}" errors="0" skipped="{skips}">"#,
            xml(file),
            checks.len()
        )?;
        for check in checks {
            write_case(out, report, check)?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

/// Whether something is left to say when all checks are listed: that there is no verdict though
/// none of them is open, or none is known.
fn is_told_as_a_whole(report: &Report) -> bool {
    let open =
        |check: &CheckReport| matches!(check.status, Status::Unknown | Status::HoldsWhereModelled);
    report.error.is_some()
        || report.verdict == super::Verdict::Unknown && !report.checks.iter().any(open)
}

/// A suite with one test case, which stands for the program.
fn write_whole(out: &mut String, report: &Report) -> std::fmt::Result {
    let name = xml(&report.files.join(" "));
    let errors = usize::from(report.error.is_some());
    let skips = 1 - errors;
    writeln!(
        out,
        r#"  <testsuite name="{name}" tests="1" failures="0" errors="{errors}" skipped="{skips}">"#
    )?;
    writeln!(out, r#"    <testcase classname="{name}" name="the program can be decided">"#)?;
    match &report.error {
        Some(error) => writeln!(out, r#"      <error message="{}"/>"#, xml(&error.message))?,
        None => writeln!(out, r#"      <skipped message="{}"/>"#, xml(&reasons(report)))?,
    }
    writeln!(out, "    </testcase>\n  </testsuite>")
}

fn write_case(out: &mut String, report: &Report, check: &CheckReport) -> std::fmt::Result {
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
