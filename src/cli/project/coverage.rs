//! What the tasks of a project reach together.

use std::path::Path;

use crate::report::coverage::Coverage;
use crate::report::project::ProjectReport;

/// What the tasks reach, file by file: a place is reached if a task reaches it, and unreachable if
/// it is so in each task that contains it. Of a task without coverage nobody knows what it contains:
/// then what no other reaches is unknown, which is noted. None, if no task has any.
pub fn whole(report: &mut ProjectReport) -> Option<Coverage> {
    let here = std::env::current_dir().unwrap_or_default();
    let mut whole = Coverage::default();
    for coverage in report.tasks.iter().filter_map(|task| task.report.coverage.as_ref()) {
        whole.add(coverage, &|file| shown(file, &here));
    }
    if whole.files.is_empty() {
        return None;
    }
    let lacking = report.tasks.iter().filter(|task| task.report.coverage.is_none());
    let lacking: Vec<&str> = lacking.map(|task| task.name.as_str()).collect();
    if !lacking.is_empty() || report.interrupted {
        whole.doubt();
    }
    if !lacking.is_empty() {
        report.notes.push(format!(
            "what {} may reach is not known: the coverage of all calls nothing unreachable",
            lacking.join(", ")
        ));
    }
    Some(whole)
}

/// One name for a file that tasks, and the units of a project, name in several ways: relative to
/// the project's folder if it is in that.
fn shown(file: &str, here: &Path) -> String {
    let Ok(path) = Path::new(file).canonicalize() else { return file.to_owned() };
    path.strip_prefix(here).unwrap_or(&path).display().to_string()
}
