//! The baseline: findings that were there before, so that only new ones count.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use crate::report::project::{Finding, FindingKind, ProjectReport};
use crate::support::limits;
use crate::support::output::write_whole;

/// Changes when the file's form does.
const FORMAT: u32 = 1;

/// The file.
#[derive(Debug, Serialize, Deserialize)]
struct Baseline {
    format: u32,
    findings: Vec<Known>,
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Known {
    task: String,
    fingerprint: String,
    kind: FindingKind,
    /// For people: what, and where it was.
    what: String,
}

/// Whether it can be read.
///
/// # Errors
/// If it can't.
pub fn check(path: &Path) -> Result<()> {
    read(path).map(drop)
}

/// Marks the findings that are in the file; not those that were open and are violated now.
///
/// # Errors
/// If it can't be read.
pub fn apply(report: &mut ProjectReport, path: &Path) -> Result<()> {
    let known = read(path)?;
    for task in &mut report.tasks {
        for finding in &mut task.findings {
            finding.known = known.findings.iter().any(|it| {
                it.task == task.name
                    && it.fingerprint == finding.fingerprint
                    && it.kind >= finding.kind
                    && finding.kind != FindingKind::Error
            });
        }
    }
    report.baseline = Some(path.display().to_string());
    Ok(())
}

fn read(path: &Path) -> Result<Baseline> {
    let shown = path.display();
    // Others (a device, a pipe) may never end.
    if let Ok(there) = std::fs::metadata(path) {
        if !there.is_file() {
            bail!("{shown} is no baseline: it is no ordinary file");
        }
        if there.len() > limits::BASELINE_SIZE {
            bail!("{shown} is no baseline: it has more than {} bytes", limits::BASELINE_SIZE);
        }
    }
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            bail!("there is no baseline {shown} yet: --update-baseline writes one")
        }
        Err(error) => bail!("cannot read the baseline {shown}: {error}"),
    };
    let baseline: Baseline =
        serde_json::from_str(&text).with_context(|| format!("{shown} is no baseline"))?;
    if baseline.format != FORMAT {
        bail!("{shown} is a baseline of another version ({}, not {FORMAT})", baseline.format);
    }
    Ok(baseline)
}

/// Writes the findings that are not suppressed. Of tasks that were not run what was known stays.
///
/// # Errors
/// If the file can't be written, or what is there is no baseline.
pub fn update(report: &ProjectReport, tasks: &[String], path: &Path) -> Result<()> {
    let ran = |name: &str| report.tasks.iter().any(|task| task.name == name);
    let before = if path.exists() { read(path)?.findings } else { vec![] };
    let mut findings: Vec<Known> =
        before.into_iter().filter(|it| tasks.contains(&it.task) && !ran(&it.task)).collect();
    // A task that can't be decided now says nothing of what it will be.
    let is_known = |it: &Finding| it.suppressed.is_none() && it.kind != FindingKind::Error;
    for (task, finding) in report.findings().filter(|it| is_known(it.1)) {
        let what = match finding.check.map(|check| &task.report.checks[check]) {
            Some(check) => match &check.place {
                Some(place) => format!("{} [{}] at {}", check.what, check.property, place.short()),
                None => format!("{} [{}]", check.what, check.property),
            },
            None => "the task as a whole".to_owned(),
        };
        let (task, fingerprint) = (task.name.clone(), finding.fingerprint.clone());
        findings.push(Known { task, fingerprint, kind: finding.kind, what });
    }
    let text = serde_json::to_string_pretty(&Baseline { format: FORMAT, findings })? + "\n";
    write_whole(path, |out| out.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write the baseline {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Property;
    use crate::report::project::TaskReport;
    use crate::report::{CheckReport, ErrorKind, ErrorReport, Report, Status};

    fn project(names: &[&str], statuses: &[Status]) -> ProjectReport {
        let check = |status: &Status| CheckReport {
            goal: 0,
            property: Property::Assert,
            what: "assertion".to_owned(),
            place: None,
            status: status.clone(),
            met: None,
        };
        let checks: Vec<CheckReport> = statuses.iter().map(check).collect();
        let report = Report { checks, ..Report::blank() };
        let task =
            |name: &&str| TaskReport::new((*name).to_owned(), String::new(), false, report.clone());
        ProjectReport::new(names.iter().map(task).collect())
    }

    #[test]
    fn what_was_there_before_is_known() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("baseline.json");
        let mut now = project(&["a", "b"], &[Status::Unknown]);
        assert!(
            apply(&mut now, &path).is_err_and(|it| it.to_string().contains("--update-baseline"))
        );
        let both = ["a".to_owned(), "b".to_owned()];
        update(&now, &both, &path).expect("it can be written");
        let known = |report: &ProjectReport| -> Vec<bool> {
            report.findings().map(|it| it.1.known).collect()
        };
        apply(&mut now, &path).expect("it is there");
        assert_eq!(known(&now), [true, true]);
        // Another of the same kind, in one task, of which alone it is told.
        let mut more = project(&["a"], &[Status::Unknown, Status::Unknown]);
        apply(&mut more, &path).expect("it is there");
        assert_eq!(known(&more), [true, false]);
        update(&more, &both, &path).expect("it can be written");
        let mut all = project(&["a", "b"], &[Status::Unknown, Status::Unknown]);
        apply(&mut all, &path).expect("it is there");
        assert_eq!(known(&all), [true, true, true, false]);
    }

    #[test]
    fn what_has_become_worse_is_new() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("baseline.json");
        let open = project(&["a"], &[]);
        update(&open, &["a".to_owned()], &path).expect("it can be written");
        let error = Some(ErrorReport { kind: ErrorKind::Input, message: String::new() });
        let report = Report { error, ..Report::blank() };
        let task = TaskReport::new("a".to_owned(), String::new(), false, report);
        let mut worse = ProjectReport::new(vec![task]);
        apply(&mut worse, &path).expect("it is there");
        assert!(!worse.tasks[0].findings[0].known);
        std::fs::write(&path, "{\"format\": 7, \"findings\": []}").expect("written");
        assert!(apply(&mut worse, &path).is_err());
    }

    #[test]
    fn only_ordinary_files_of_some_size_are_read() {
        let refused = check(Path::new("/dev/zero")).expect_err("it never ends").to_string();
        assert!(refused.contains("no ordinary file"), "{refused}");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("large");
        let large = std::fs::File::create(&path).expect("a writable folder");
        large.set_len(limits::BASELINE_SIZE + 1).expect("it takes no room");
        let refused = check(&path).expect_err("it is too large").to_string();
        assert!(refused.contains("more than"), "{refused}");
    }
}
