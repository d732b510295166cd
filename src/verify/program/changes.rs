//! Undefined functions that may change memory: violations are looked for first in runs in which
//! they change nothing, then in all runs.
//!
//! * What fails though nothing is changed is violated, and rests on no change.
//! * A check holds only if it holds whatever they change.
//! * What fails only with a change is violated under the assumption `extern-changes`.
//! * What is not decided so, but holds if nothing is changed, is unknown, and the report says that
//!   `--extern pure` would do.

use std::time::{Duration, Instant};

use super::pipeline::compile_only;
use super::{Error, ProgramTask, Run, Verdict, unset};
use crate::engine::{EngineKind, Progress};
use crate::frontend::{Options as Frontend, Undefined};
use crate::program::{AssumptionKind, Effect, Program, Property};
use crate::report::{CheckReport, PhaseReport, Place, Report, Status};
use crate::support::limits;
use crate::verify::observer::Journal;

/// What is said of a check that holds only if undefined functions change nothing.
const PURE_ONLY: &str = "some checks are known to hold only if undefined functions write nothing and \
                         call nothing back; --extern pure takes that for granted";

/// Decides a program, whatever undefined functions may change if the task says that they may.
///
/// # Errors
/// As [`unset::decide`].
pub fn decide(run: &Run<'_>, task: &ProgramTask) -> Result<Report, Error> {
    let ProgramTask { frontend, fixed } = task;
    let compiled = compile_only(frontend)?;
    let changes = matches!(frontend.undefined, Undefined::Changes | Undefined::Arguments);
    if !changes || !are_possible(&compiled.program) {
        return Ok(unset::decide(run, frontend, compiled, fixed)?.report(run.blank));
    }
    let time = match run.configured.budget().remaining() {
        Some(left) => left / limits::UNCHANGED_SHARE,
        None => limits::UNCHANGED_TIME,
    };
    let limited = run.configured.at_most(time);
    let journal = Edited { journal: run.journal, edit: &without_proofs };
    let first = Run { configured: &limited, journal: &journal, ..*run };
    // What they are given counts as written by them, and would not be if they changed nothing.
    let mut properties = frontend.properties.clone();
    properties.retain(|&property| property != Property::Uninit);
    let is_all = properties.len() == frontend.properties.len();
    let pure = Frontend { undefined: Undefined::Pure, properties, ..frontend.clone() };
    let unchanged = unset::decide(&first, &pure, compile_only(&pure)?, fixed)?;
    let unchanged = unchanged.report(run.blank);
    let all = || unchanged.checks.iter().all(|check| is_violated(check, &unchanged));
    let is_over = matches!(unchanged.verdict, Verdict::False(_))
        && (run.options.program.stop_at_first || is_all && all());
    if is_over || run.configured.budget().exhausted().is_some() {
        return Ok(without_proofs(unchanged));
    }
    run.journal.phase("the program was read");
    let edit = |report| joined(&unchanged, report);
    let journal = Edited { journal: run.journal, edit: &edit };
    let second = Run { journal: &journal, ..*run };
    let report = unset::decide(&second, frontend, compiled, fixed)?.report(run.blank);
    if let Some(check) = contradicted(&unchanged, &report) {
        run.journal.failed();
        let place = check.place.as_ref().map(Place::short).unwrap_or_default();
        let what = format!(
            "'{}' at {place} is violated where undefined functions change nothing, and proved \
             whatever they change",
            check.what
        );
        return Err(Error::internal(what));
    }
    Ok(joined(&unchanged, report))
}

/// A check that is violated in a run that is one of all, and proved of all.
fn contradicted<'a>(unchanged: &'a Report, all: &Report) -> Option<&'a CheckReport> {
    let is_proved = |check: &CheckReport| {
        let mut same = all.checks.iter().filter(|it| is_same(it, check)).peekable();
        same.peek().is_some() && same.all(|it| matches!(it.status, Status::Proved { .. }))
    };
    unchanged.checks.iter().find(|check| is_violated(check, unchanged) && is_proved(check))
}

/// Whether undefined functions may change anything in a program, or call anything back.
fn are_possible(program: &Program) -> bool {
    let mut assumed = program.assumptions.iter();
    if assumed.any(|it| it.kind == AssumptionKind::CallbackArguments) {
        return true;
    }
    program.effects().any(|effect| match effect {
        Effect::Escape { given, .. } => !given.is_empty(),
        Effect::Address(_)
        | Effect::Load { .. }
        | Effect::Store { .. }
        | Effect::Copy { .. }
        | Effect::Fill { .. }
        | Effect::Scan { .. }
        | Effect::CheckAccess { .. }
        | Effect::CheckFree { .. }
        | Effect::AskWritten { .. }
        | Effect::Inspect { .. }
        | Effect::Reach { .. }
        | Effect::Start(_)
        | Effect::End(_)
        | Effect::Retire { .. }
        | Effect::Allocate { .. }
        | Effect::Deallocate { .. } => false,
    })
}

/// Whether a check of a report is violated, and the verdict says so.
fn is_violated(check: &CheckReport, report: &Report) -> bool {
    matches!(report.verdict, Verdict::False(_)) && matches!(check.status, Status::Violated(_))
}

/// What is left of a report about runs in which nothing is changed: its violations.
fn without_proofs(mut report: Report) -> Report {
    let mut lost = false;
    for check in &mut report.checks {
        if matches!(check.status, Status::Proved { .. } | Status::HoldsWhereModelled) {
            check.status = Status::Unknown;
            lost = true;
        }
    }
    if lost {
        report.reasons.push(PURE_ONLY.to_owned());
    }
    if report.verdict == Verdict::True {
        report.verdict = Verdict::Unknown;
        report.assumptions.iter_mut().for_each(|it| it.used = false);
    }
    report
}

/// What is known of all runs, with the violations in which nothing is changed.
fn joined(unchanged: &Report, mut all: Report) -> Report {
    let is_new = |check: &CheckReport| {
        let mut known = unchanged.checks.iter().filter(|it| is_violated(it, unchanged));
        is_violated(check, &all) && !known.any(|it| is_same(it, check))
    };
    if !all.checks.iter().any(is_new) && matches!(unchanged.verdict, Verdict::False(_)) {
        // The verdict is that of runs in which nothing is changed.
        all.assumptions.iter_mut().for_each(|it| it.used = false);
    }
    let mut pure_only = false;
    for check in &unchanged.checks {
        let same = all.checks.iter_mut().find(|other| is_same(check, other));
        match (&check.status, same) {
            (Status::Violated(_), same) if is_violated(check, unchanged) => match same {
                Some(other) => other.status = check.status.clone(),
                None => all.checks.push(check.clone()),
            },
            (Status::Proved { .. }, Some(other)) => {
                pure_only |= matches!(other.status, Status::Unknown | Status::HoldsWhereModelled);
            }
            _ => {}
        }
    }
    all.checks.sort_by_cached_key(|check| check.place.as_ref().map(Place::order));
    if let Verdict::False(_) = unchanged.verdict {
        let violated = all.checks.iter().find(|it| matches!(it.status, Status::Violated(_)));
        all.verdict = Verdict::False(violated.map(|check| check.property));
        for assumption in &unchanged.assumptions {
            let mut known = all.assumptions.iter_mut();
            match known.find(|it| it.kind == assumption.kind && it.what == assumption.what) {
                Some(known) => known.used |= assumption.used,
                None => all.assumptions.push(assumption.clone()),
            }
        }
        all.reproducer = unchanged.reproducer.clone().or(all.reproducer);
        all.evidence.clone_from(&unchanged.evidence);
    }
    if pure_only {
        all.reasons.push(PURE_ONLY.to_owned());
    }
    for confirmation in &unchanged.confirmations {
        if !all.confirmations.contains(confirmation) {
            all.confirmations.push(confirmation.clone());
        }
    }
    all.replay_seconds += unchanged.replay_seconds;
    all.attack_seconds += unchanged.attack_seconds;
    all.attack_runs += unchanged.attack_runs;
    all
}

/// Whether two reports speak of the same check.
pub(super) fn is_same(a: &CheckReport, b: &CheckReport) -> bool {
    a.property == b.property && a.what == b.what && a.place == b.place
}

/// A journal that says something else of reports.
struct Edited<'a> {
    journal: &'a dyn Journal,
    edit: &'a dyn Fn(Report) -> Report,
}

impl Journal for Edited<'_> {
    fn phase(&self, phase: &'static str) {
        self.journal.phase(phase);
    }

    fn parallel(&self, what: &'static str, took: Duration) {
        self.journal.parallel(what, took);
    }

    fn progress(&self, engine: EngineKind, progress: &Progress) {
        self.journal.progress(engine, progress);
    }

    fn engines_ended(&self) {
        self.journal.engines_ended();
    }

    fn interim(&self, report: Report) {
        self.journal.interim((self.edit)(report));
    }

    fn failed(&self) {
        self.journal.failed();
    }

    fn phases(&self) -> Vec<PhaseReport> {
        self.journal.phases()
    }

    fn started(&self) -> Instant {
        self.journal.started()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Property;
    use crate::report::{AssumptionReport, ProofReport, Violation};

    fn proved() -> Status {
        let (engine, proof) = ("ic3".to_owned(), ProofReport::Direct);
        Status::Proved { engine, proof, invariant: vec![] }
    }

    fn violated() -> Status {
        Status::Violated(Box::new(Violation {
            engine: "bmc".to_owned(),
            blocks: 1,
            inputs: vec![],
            steps: vec![],
            native: String::new(),
            branches: vec![],
            cause: None,
        }))
    }

    /// A report of these checks, which differ in what they say, and of an assumption that is used.
    fn report(verdict: Verdict, statuses: Vec<Status>, assumption: &'static str) -> Report {
        let check = |(goal, status): (u32, Status)| CheckReport {
            goal,
            property: Property::Assert,
            what: format!("check {goal}"),
            place: None,
            status,
            met: None,
        };
        let assumption = AssumptionReport {
            kind: assumption.into(),
            what: assumption.to_owned(),
            place: None,
            runs: "adds".into(),
            used: true,
        };
        let checks = (0..).zip(statuses).map(check).collect();
        let blank = ProgramTask::new(["f.c"]).blank_report();
        Report { verdict, checks, assumptions: vec![assumption], ..blank }
    }

    fn used(report: &Report) -> Vec<&str> {
        report.used_assumptions().map(|it| &*it.kind).collect()
    }

    const FALSE: Verdict = Verdict::False(Some(Property::Assert));

    /// Before all runs were looked at nothing is proved, whatever ends the process.
    #[test]
    fn no_proof_is_told_of_some_runs() {
        let told = without_proofs(report(Verdict::True, vec![proved()], "pure"));
        assert_eq!(told.verdict, Verdict::Unknown);
        assert!(matches!(told.checks[0].status, Status::Unknown));
        assert!(used(&told).is_empty());
        let told = without_proofs(report(FALSE, vec![violated(), proved()], "pure"));
        assert_eq!(told.verdict, FALSE);
        assert!(matches!(told.checks[1].status, Status::Unknown));
    }

    #[test]
    fn violations_without_a_change_rest_on_none() {
        let unchanged = report(FALSE, vec![violated(), proved(), proved()], "pure");
        let all = report(FALSE, vec![violated(), proved(), Status::Unknown], "changes");
        let both = joined(&unchanged, all);
        assert_eq!((both.verdict, used(&both)), (FALSE, vec!["pure"]));
        assert!(both.reasons.iter().any(|it| it.contains("--extern pure")), "{:?}", both.reasons);
        // One more is violated with a change.
        let all = report(FALSE, vec![violated(), violated(), Status::Unknown], "changes");
        let both = joined(&unchanged, all);
        assert_eq!(used(&both), ["changes", "pure"]);
    }

    #[test]
    fn proofs_are_those_of_all_runs() {
        let unchanged = report(Verdict::True, vec![proved()], "pure");
        let both = joined(&unchanged, report(Verdict::Unknown, vec![Status::Unknown], "changes"));
        assert_eq!(both.verdict, Verdict::Unknown);
        let both = joined(&unchanged, report(FALSE, vec![violated()], "changes"));
        assert_eq!((both.verdict, used(&both)), (FALSE, vec!["changes"]));
        let both = joined(&unchanged, report(Verdict::True, vec![proved()], "all"));
        assert_eq!((both.verdict, used(&both)), (Verdict::True, vec!["all"]));
    }

    /// A run in which nothing is changed is one of all runs.
    #[test]
    fn what_is_violated_is_not_proved() {
        let unchanged = report(FALSE, vec![violated(), proved()], "pure");
        let all = |first| report(Verdict::Unknown, vec![first, proved()], "changes");
        assert!(contradicted(&unchanged, &all(proved())).is_some());
        for status in [violated(), Status::Unknown, Status::HoldsWhereModelled] {
            assert!(contradicted(&unchanged, &all(status)).is_none());
        }
    }
}
