//! Checks and coverage goals of a program.
//!
//! The checks come first, without coverage goals, so that a verdict does not depend on whether these
//! are asked for; then the coverage goals by themselves, with the time that is left.

use super::{Error, ProgramTask, Run, changes};
use crate::frontend::Options as Frontend;
use crate::report::Report;
use crate::support::limits;
use crate::verify::options::ProgramOptions;

/// The report of a task, with what runs reach.
///
/// # Errors
/// As [`crate::verify::verify`].
pub fn decide(run: &Run<'_>, task: &ProgramTask) -> Result<Report, Error> {
    let left = run.configured.budget().remaining();
    let most = left.map(|left| left - left / limits::COVERAGE_SHARE);
    let shorter = most.map(|most| run.configured.at_most(most));
    let configured = shorter.as_ref().unwrap_or(run.configured);
    let plain = Frontend { cover: false, ..task.frontend.clone() };
    let plain = ProgramTask { frontend: plain, ..task.clone() };
    let mut report = changes::decide(&Run { configured, ..*run }, &plain)?;
    run.journal.interim(report.clone());
    if run.configured.budget().exhausted().is_some() {
        return Ok(report);
    }
    let mut options = run.options.clone();
    options.program = ProgramOptions {
        coverage_only: true,
        stop_at_first: false,
        native: false,
        evidence: false,
        ..options.program
    };
    let covered = changes::decide(&Run { options: &options, ..*run }, task)?;
    for check in &mut report.checks {
        let same = covered.checks.iter().find(|other| changes::is_same(other, check));
        check.met = same.and_then(|other| other.met);
    }
    report.coverage = covered.coverage;
    Ok(report)
}
