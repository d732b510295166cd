//! Witnesses of others are validated: is there a run as one of a violation says, do the invariants
//! of one of a proof hold, and the property with them?
//!
//! The witness is put into the program's source ([`violation`], [`invariants`]), and the program is
//! verified as any other one. So a witness is confirmed only by a replayed run, or by a checked
//! proof.
//!
//! | file | does |
//! |---|---|
//! | [`read`], [`expression`] | a witness in SV-COMP's format 2.0 |
//! | [`source`], [`places`] | the program's sources, and what stands where in them |
//! | [`violation`], [`invariants`] | what is put there ([`edits`]) |
//! | this one | the task, and what the report on the edited program means for the witness |
//!
//! Source: Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl, Strejček, "Software Verification Witnesses
//! 2.0" (SPIN 2024). That a verifier of an edited program validates witnesses: Beyer, Spiessl,
//! "MetaVal: Witness Validation via Verification" (CAV 2020).

mod edits;
mod expression;
mod invariants;
mod places;
pub mod read;
mod source;
mod violation;

use std::path::Path;

use anyhow::{Result, anyhow};
use schemars::JsonSchema;
use serde::Serialize;

use super::observer::Journal;
use super::program::pipeline;
use super::{Error, Options, ProgramTask, Task, Verdict};
use crate::frontend::{Options as Frontend, Unit, is_same_file};
use crate::program::Property;
use crate::report::{CheckReport, Place, Report, Status, Violation};
use crate::support::Scratch;
use expression::RESERVED;
use read::{Claim, Location, Segment, Witness};
use source::{Edited, File, Missing, Program, Put};

pub use source::named;

/// A witness, and the program that it is about.
#[derive(Clone, Debug)]
pub struct WitnessTask {
    /// The program, with the properties that the witness is about.
    pub program: ProgramTask,
    /// The witness.
    pub witness: Witness,
}

/// What validation says of a witness.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Validation {
    /// The witness's file.
    pub witness: String,
    /// Whether it is right.
    pub outcome: Outcome,
    /// Why, for people.
    pub why: String,
    /// The report on the program with the witness in it. Its violations and invariants are those
    /// of runs that the witness allows.
    pub report: Report,
}

/// Whether a witness is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It is.
    Confirmed,
    /// It is not.
    Rejected,
    /// Neither could be shown.
    Unknown,
}

impl Task for WitnessTask {
    type Report = Validation;

    fn run(&self, options: &Options, journal: &dyn Journal) -> Result<Validation, Error> {
        let program = self.sources()?;
        let mut options = options.clone();
        options.program.stop_at_first = false;
        let (outcome, why, report) = match &self.witness.claim {
            Claim::Invariants(invariants) => {
                let edits = invariants::instrument(&program, invariants);
                let edits = edits.map_err(|missing| self.missing(&missing))?;
                let mut task = self.program.clone();
                // An assertion that fails ends its run anyway: whether it is checked changes
                // nothing else.
                task.frontend.properties.insert(Property::Assert);
                // So does a division by zero.
                if invariants.iter().any(|it| it.value.contains(['/', '%'])) {
                    task.frontend.properties.insert(Property::DivByZero);
                }
                let report = self.verify(task, &program, &edits, &options, journal)?;
                let (outcome, why) = self.validate_proof(&report);
                (outcome, why, report)
            }
            Claim::Violation(segments) => self.follow(&program, segments, &options, journal)?,
        };
        let witness = self.witness.path.display().to_string();
        Ok(Validation { witness, outcome, why, report: self.without_calls(report) })
    }
}

/// Why nothing is said if the run that was found violates the property at the target too early.
const TOO_EARLY: &str = "no run follows it that comes to the target only at its end; whether one does \
                         that was there before is not known";

impl WitnessTask {
    /// The sources: the files that are given, or those of a project that the program needs.
    fn sources(&self) -> Result<Program, Error> {
        let frontend = &self.program.frontend;
        if frontend.project.is_empty() {
            return Ok(Program::read(&self.witness.path, &frontend.files)?);
        }
        // Units are compiled in folders of their own.
        let witness = std::path::absolute(&self.witness.path).map_err(anyhow::Error::from)?;
        Ok(Program::read(&witness, &pipeline::needed(frontend)?)?)
    }

    /// Whether a place is in the witness.
    fn is_told(&self, place: &Place) -> bool {
        is_same_file(Path::new(&place.file), &self.witness.path)
    }

    /// Looks for a run that follows a witness of a violation.
    fn follow(
        &self,
        program: &Program,
        segments: &[Segment],
        options: &Options,
        journal: &dyn Journal,
    ) -> Result<(Outcome, String, Report), Error> {
        let target = &segments.last().expect("a target").followed.location;
        let file = program.find(target).map_err(|missing| self.missing(&missing))?;
        if places::first_word(&program.files[file].scan, target).is_none() {
            let what = "statement or declaration";
            return Err(self.missing(&Missing { location: target.clone(), what }));
        }
        let validated = |ends_at_target| {
            let edits = violation::instrument(program, segments, ends_at_target);
            let edits = edits.map_err(|missing| self.missing(&missing))?;
            let report = self.verify(self.program.clone(), program, &edits, options, journal)?;
            let is_at_end = |violation: &Violation| {
                let before = segments.len() - 1;
                before == 0 || ends_at_target || violation::passed(violation) == Some(before)
            };
            let (outcome, why) = self.validate_violation(&report, program, target, &is_at_end);
            Ok::<_, Error>((outcome, why, report))
        };
        // A call of an error function ends its run: who comes there before has violated the
        // property then. What is lost or left has no place that runs come to.
        let properties = &self.program.frontend.properties;
        if self.is_error_call(program, target) {
            return validated(true);
        }
        let (outcome, why, report) = validated(false)?;
        if why != TOO_EARLY || properties.iter().any(is_leak) {
            return Ok((outcome, why, report));
        }
        match validated(true)? {
            confirmed @ (Outcome::Confirmed, ..) => Ok(confirmed),
            _ => Ok((outcome, why, report)),
        }
    }

    /// Whether the target is the call of an error function, and that is what is looked for.
    fn is_error_call(&self, program: &Program, target: &Location) -> bool {
        let Frontend { properties, error_functions, .. } = &self.program.frontend;
        let file = program.find(target).ok().map(|index| &program.files[index]);
        let word = file.and_then(|file| places::first_word(&file.scan, target));
        properties.iter().all(|&property| property == Property::UnreachCall)
            && word.is_some_and(|word| {
                ["reach_error", "__VERIFIER_error"].contains(&word)
                    || error_functions.iter().any(|function| function == word)
            })
    }

    /// Verifies the edited program.
    fn verify(
        &self,
        mut task: ProgramTask,
        program: &Program,
        edits: &[Put],
        options: &Options,
        journal: &dyn Journal,
    ) -> Result<Report, Error> {
        let folder = Scratch::new().map_err(|error| anyhow!("no temporary folder: {error}"))?;
        let edited = program.write(edits, &folder)?;
        let files = edited.iter().map(|it| it.file.clone()).collect();
        let units = units(&task.frontend.project, program, &edited);
        if units.is_empty() {
            task.frontend.clang_args.extend(edited.into_iter().flat_map(|it| it.options));
        }
        (task.frontend.files, task.frontend.project) = (files, units);
        let spent = journal.started().elapsed();
        let timeout = options.timeout.map(|limit| limit.saturating_sub(spent));
        let options = Options { timeout, ..options.clone() };
        let report = task.run(&options, journal);
        let files = self.program.blank_report().files;
        let units = match task.frontend.project.is_empty() {
            true => vec![],
            false => program.files.iter().map(|file| file.path.display().to_string()).collect(),
        };
        report.map(|report| Report { files, units, ..report }).map_err(|error| match error {
            Error::Input(error) => Error::Input(error.context(format!(
                "the program with {} in it (for which this puts calls around the places and \
                 expressions that the witness names)",
                self.witness.path.display()
            ))),
            internal @ Error::Internal(_) => internal,
        })
    }

    /// The report without what traces do in the calls that were put into the program.
    fn without_calls(&self, mut report: Report) -> Report {
        for check in &mut report.checks {
            let Status::Violated(violation) = &mut check.status else { continue };
            violation.inputs.retain(|input| !violation::is_pass(input));
            violation.steps.retain(|step| {
                step.skipped.is_some() || !step.place.as_ref().is_some_and(|it| self.is_told(it))
            });
            for step in &mut violation.steps {
                step.changes.retain(|change| !change.variable.starts_with(RESERVED));
            }
        }
        report
    }

    /// The error of a witness that is not about this program.
    fn missing(&self, missing: &Missing) -> Error {
        let Location { file, line, column, told } = &missing.location;
        let column = column.map_or(String::new(), |column| format!(":{column}"));
        let (witness, what) = (self.witness.path.display(), missing.what);
        Error::input(format!("{witness}:{told}: there is no {what} at {file}:{line}{column}"))
    }

    /// What the report says of a witness of a violation; `is_at_end`: whether a run has passed all
    /// segments before the last one.
    fn validate_violation(
        &self,
        report: &Report,
        program: &Program,
        target: &Location,
        is_at_end: &dyn Fn(&Violation) -> bool,
    ) -> (Outcome, String) {
        let file = program.find(target).ok().map(|index| &program.files[index]);
        let lines = file.and_then(|file| places::lines(&file.scan, target));
        let path = file.map_or(Path::new(""), |file| file.path.as_path());
        let is_there = |check: &CheckReport| {
            // What is lost or still there at the end has its place where the run ends.
            if is_leak(&check.property) {
                return true;
            }
            let Some(place) = &check.place else { return false };
            let (first, last) = lines.unwrap_or((target.line, target.line));
            let mut all = std::iter::once(place).chain(&place.called_from);
            all.any(|place| is_file(&place.file, path) && (first..=last).contains(&place.line))
        };
        let at_target: Vec<&CheckReport> =
            report.checks.iter().filter(|check| is_there(check)).collect();
        let ends = |it: &&&CheckReport| match &it.status {
            Status::Violated(violation) => is_at_end(violation),
            _ => false,
        };
        let is_violated = |it: &&CheckReport| matches!(it.status, Status::Violated(_));
        let is_proved = |it: &&CheckReport| matches!(it.status, Status::Proved { .. });
        if let Some(check) = at_target.iter().find(ends) {
            let place = check.place.as_ref().map(|place| format!(" at {}", place.short()));
            let place = place.unwrap_or_default();
            (Outcome::Confirmed, format!("a run follows it, and {}{place}", check.what))
        } else if at_target.iter().any(is_violated) {
            (Outcome::Unknown, TOO_EARLY.to_owned())
        } else if at_target.is_empty() && !is_whole(report) {
            // Checks behind what is not modelled are not there.
            (Outcome::Unknown, reasons(report))
        } else if at_target.is_empty() {
            let (path, line) = (path.display(), target.line);
            (Outcome::Rejected, format!("{path}:{line} can't violate the property in any way"))
        } else if at_target.iter().all(is_proved) {
            let why = "no run that follows it violates the property at the target";
            (Outcome::Rejected, why.to_owned())
        } else {
            (Outcome::Unknown, reasons(report))
        }
    }

    /// What the report says of a witness of a proof.
    fn validate_proof(&self, report: &Report) -> (Outcome, String) {
        let asked = &self.program.frontend.properties;
        let is_put = |place: &Place| self.is_told(place) || place.function.starts_with(RESERVED);
        let is_invariant = |check: &CheckReport| check.place.as_ref().is_some_and(is_put);
        let is_proved = |check: &CheckReport| matches!(check.status, Status::Proved { .. });
        let (meant, others): (Vec<&CheckReport>, Vec<&CheckReport>) = report
            .checks
            .iter()
            .partition(|check| is_invariant(check) || asked.contains(&check.property));
        for check in &meant {
            let place = check.place.as_ref().map(|place| format!("{}: ", place.short()));
            let place = place.unwrap_or_default();
            match &check.status {
                Status::Violated(_) if !is_invariant(check) => {
                    return (Outcome::Rejected, format!("{place}{}", check.what));
                }
                Status::Violated(_) if check.property == Property::Assert => {
                    return (Outcome::Rejected, format!("{place}the invariant does not hold"));
                }
                Status::Violated(_) => {
                    let what = &check.what;
                    return (Outcome::Rejected, format!("{place}in the invariant {what}"));
                }
                Status::Proved { .. } | Status::HoldsWhereModelled | Status::Unknown => {}
            }
        }
        // Assertions of the program that nobody asked for may be open, or fail; but what a run that
        // they end would have leaked is not looked at.
        let is_all = !asked.iter().any(is_leak)
            && is_whole(report)
            && !meant.is_empty()
            && meant.iter().all(|check| is_proved(check))
            && !others.iter().all(|check| is_proved(check));
        if report.verdict == Verdict::True || is_all {
            (Outcome::Confirmed, "its invariants hold, and the property does".to_owned())
        } else {
            (Outcome::Unknown, reasons(report))
        }
    }
}

/// The units of a project that the program has, with what the witness says in their files; none, if
/// it is given by its files.
fn units(project: &[Unit], program: &Program, edited: &[Edited]) -> Vec<Unit> {
    let unit = |(file, edited): (&File, &Edited)| {
        let Unit { named, directory, arguments, .. } =
            project.iter().find(|it| it.file == file.path)?;
        // The folder of a file counts before those that options name.
        let arguments = edited.options.iter().chain(arguments).cloned().collect();
        let (named, directory) = (named.clone(), directory.clone());
        Some(Unit { file: edited.file.clone(), named, directory, arguments })
    };
    program.files.iter().zip(edited).filter_map(unit).collect()
}

/// Whether all checks of the program are known: no run leads to what is not modelled.
fn is_whole(report: &Report) -> bool {
    let mut obstacles = report.obstacles.iter();
    !report.checks.is_empty() && obstacles.all(|obstacle| obstacle.status == "unreachable")
}

/// Whether it is about memory that is lost, or left at the end.
fn is_leak(property: &Property) -> bool {
    matches!(property, Property::ValidMemtrack | Property::ValidMemcleanup)
}

/// Whether a place names this file, in whatever way: compilers write paths as they like.
fn is_file(name: &str, path: &Path) -> bool {
    let name = Path::new(name);
    match (name.canonicalize(), path.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => name.file_name() == path.file_name(),
    }
}

/// Why something is not known.
fn reasons(report: &Report) -> String {
    match &report.reasons[..] {
        [] => "not everything that it is about was decided".to_owned(),
        reasons => reasons.join("; "),
    }
}
