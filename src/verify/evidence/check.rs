//! Checks the folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow};
use serde::Deserialize;

use super::{MAIN, OBJECTS, Of, PROGRAM, condition, valid};
use crate::certify::memory::{Validation, validate_keeping};
use crate::certify::obligation::{self, Obligation};
use crate::certify::{CertifyError, Checker, ReplayError, Solvers, objects, replay};
use crate::program::{GoalId, GoalKind, Program, Property};
use crate::report::evidence::{Evidence, FORMAT, Resolved, Source, WithObjects};
use crate::support::Budget;
use crate::system::Trace;
use crate::verify::model::certify::Checked;
use crate::verify::{Error, Verdict};

/// Checks evidence: each certificate and trace on the program, and that the files of conditions
/// are what they must be.
///
/// # Errors
/// If a file can't be read or is malformed.
pub fn check(folder: &Path, limit: Option<Duration>) -> Result<Checked, Error> {
    let path = folder.join(MAIN);
    let reading = || format!("cannot read {}", path.display());
    let text = fs::read(&path).with_context(reading)?;
    let evidence: Evidence = serde_json::from_slice(&text).with_context(reading)?;
    if evidence.format != FORMAT {
        let what = anyhow!("it has format {}, not {FORMAT}", evidence.format);
        return Err(what.context(reading()).into());
    }
    valid::validate(&evidence).map_err(|what| anyhow!(what)).with_context(reading)?;
    let budget = Budget::with_timeout(limit);
    let mut check = Check { folder, program: &evidence.program, budget, said: vec![] };
    let right = check.all(&evidence);
    let (changed, notes) = sources(&evidence.sources);
    let is_right = match right {
        Ok(()) if changed => {
            check
                .said
                .push("unknown: the verdict is about other sources than those here".to_owned());
            Verdict::Unknown
        }
        Ok(()) => Verdict::True,
        Err(Wrong::Unknown) => {
            check.said.push("unknown: the check took too much time".to_owned());
            Verdict::Unknown
        }
        Err(Wrong::Is(what)) => {
            check.said.push(format!("wrong: {what}"));
            Verdict::False(None)
        }
        Err(Wrong::Internal(error)) => return Err(Error::internal(error)),
    };
    check.said.extend(notes);
    Ok(Checked { is_right, text: check.said.join("\n") })
}

/// Why evidence is none.
enum Wrong {
    Is(String),
    Unknown,
    Internal(CertifyError),
}

struct Check<'a> {
    folder: &'a Path,
    program: &'a Program,
    budget: Budget,
    said: Vec<String>,
}

impl Check<'_> {
    fn all(&mut self, evidence: &Evidence) -> Result<(), Wrong> {
        self.shown(evidence)?;
        let mut excluded = BTreeSet::new();
        for (place, proof) in evidence.proofs.iter().enumerate() {
            let checker = Checker::keeping(self.program, proof.without_identities);
            let solvers = checker.check(&proof.certificate, &proof.goals, &self.budget);
            let solvers = solvers.map_err(|error| match error {
                CertifyError::Unknown(_) => Wrong::Unknown,
                error @ CertifyError::Internal(_) => Wrong::Internal(error),
                error => Wrong::Is(format!("proof {}: {error}", place + 1)),
            })?;
            let kept = self.conditions(Of::Proof(place), &solvers)?;
            excluded.extend(&proof.goals);
            self.said.push(format!(
                "proof {} (by {}): right for {}, {}, by {solvers}",
                place + 1,
                proof.by,
                counted(proof.goals.len(), "goal"),
                counted(kept, "condition"),
            ));
        }
        if let Some(memory) = &evidence.memory {
            self.memory(memory)?;
        }
        let mut reached = BTreeSet::new();
        for trace in &evidence.traces {
            match replay::replay(self.program, trace, &self.budget) {
                Ok(run) => reached.insert(run.goal),
                Err(ReplayError::Time | ReplayError::Unproved(_)) => return Err(Wrong::Unknown),
                Err(ReplayError::Internal(error)) => return Err(Wrong::Internal(error)),
                Err(error) => return Err(Wrong::Is(format!("a trace: {error}"))),
            };
            let what = goal(self.program, trace.goal);
            let also = self.with_objects(evidence, trace)?;
            self.said.push(format!("a trace leads to {what}{also}"));
        }
        self.verdict(evidence, &excluded, &reached)
    }

    /// Whether the files of all conditions are those of today's check; their number.
    fn conditions(&self, of: Of, solvers: &Solvers) -> Result<usize, Wrong> {
        let kept = solvers.kept.clone().unwrap_or_default().conditions;
        for (at, kept) in kept.iter().enumerate() {
            self.condition((of, at), kept)?;
        }
        Ok(kept.len())
    }

    /// Whether proofs of the program are proofs of the one with objects, if that is said.
    fn memory(&mut self, memory: &WithObjects) -> Result<(), Wrong> {
        let (followed, claims) = match &memory.resolved {
            Resolved::Shown { followed, claims } => (followed, claims),
            Resolved::Trusted(why) => {
                let what = format!("how memory was resolved into values is trusted: {why}");
                self.said.push(what);
                return Ok(());
            }
        };
        if !claims.is_about(self.program) {
            let what = "the claims about memory are about another program".to_owned();
            return Err(Wrong::Is(what));
        }
        match validate_keeping(&memory.program, followed.as_deref(), claims, &self.budget) {
            Ok(Validation::Holds(solvers)) => {
                let number = counted(self.conditions(Of::Memory, &solvers)?, "condition");
                self.said.push(format!(
                    "memory was resolved into values rightly, {number}, by {solvers}: what is proved \
                     of {PROGRAM} holds of {OBJECTS}"
                ));
                Ok(())
            }
            Ok(Validation::Open(_)) if self.budget.exhausted().is_some() => Err(Wrong::Unknown),
            Ok(Validation::Open(why)) => {
                Err(Wrong::Is(format!("how memory was resolved into values: {why}")))
            }
            Err(error) => Err(Wrong::Internal(error)),
        }
    }

    /// Says that a trace was walked on the program with objects, too.
    fn with_objects(&self, evidence: &Evidence, trace: &Trace) -> Result<&'static str, Wrong> {
        let Some(memory) = &evidence.memory else { return Ok("") };
        match objects::replay(&memory.program, self.program, trace, &self.budget) {
            Ok(objects::Outcome::Confirmed { .. }) => Ok(", also with objects"),
            Ok(objects::Outcome::NotComparable(_) | objects::Outcome::Guessed) => Ok(""),
            Ok(objects::Outcome::OutOfTime) => Err(Wrong::Unknown),
            Err(error) => Err(Wrong::Is(format!("a trace on the program with objects: {error}"))),
        }
    }

    /// Whether what people are shown are the programs that everything else is about.
    fn shown(&self, evidence: &Evidence) -> Result<(), Wrong> {
        self.shows(PROGRAM, self.program)?;
        if let Some(memory) = &evidence.memory {
            self.shows(OBJECTS, &memory.program)?;
        }
        let files = self.program.sources.files.iter();
        let sources = files.filter_map(|it| Some(Source::new(&it.path, it.text.as_deref()?)));
        if !sources.eq(evidence.sources.iter().cloned()) {
            return Err(Wrong::Is("the sources are not those of the program".to_owned()));
        }
        Ok(())
    }

    fn shows(&self, name: &str, program: &Program) -> Result<(), Wrong> {
        let path = self.folder.join(name);
        let unreadable = |_| Wrong::Is(format!("{} can't be read", path.display()));
        if fs::read_to_string(&path).map_err(unreadable)? != program.to_string() {
            let what = format!("{} does not show the program of {MAIN}", path.display());
            return Err(Wrong::Is(what));
        }
        Ok(())
    }

    /// The files of a condition: those of today's check, and a refutation that is one.
    fn condition(&self, place: (Of, usize), kept: &Obligation) -> Result<(), Wrong> {
        let read = |end| {
            let path = condition(self.folder, place, end);
            let what = || format!("{} can't be read", path.display());
            fs::read_to_string(&path).map_err(|_| Wrong::Is(what()))
        };
        let name = |end| condition(self.folder, place, end).display().to_string();
        if let Some(script) = &kept.smtlib
            && read("smt2")? != *script
        {
            return Err(Wrong::Is(format!("{} is no condition of the program", name("smt2"))));
        }
        let clauses = read("cnf")?;
        if clauses != kept.clauses {
            return Err(Wrong::Is(format!("{} is no condition of the program", name("cnf"))));
        }
        obligation::check_refutation(&clauses, &read("lrat")?)
            .map_err(|what| Wrong::Is(format!("{}: {what}", name("lrat"))))
    }

    /// Whether what was shown is enough for the verdict.
    fn verdict(
        &mut self,
        evidence: &Evidence,
        excluded: &BTreeSet<GoalId>,
        reached: &BTreeSet<GoalId>,
    ) -> Result<(), Wrong> {
        let asked = |goal: &GoalId| !matches!(self.program.goals[*goal].kind, GoalKind::Cover(_));
        let open = self.program.goals.indices().filter(asked).find(|goal| !excluded.contains(goal));
        let violates = |goal: &GoalId| match &self.program.goals[*goal].kind {
            GoalKind::Check(check) => {
                evidence.verdict == Verdict::False(Some(check.property)).to_string()
            }
            GoalKind::Unsupported(_) | GoalKind::Bound(_) | GoalKind::Cover(_) => false,
        };
        let enough = match &evidence.verdict[..] {
            "true" => open.is_none(),
            "unknown" => true,
            _ => reached.iter().any(violates),
        };
        if !enough {
            let open = open.map(|open| format!(": {} is open", goal(self.program, open)));
            let open = open.unwrap_or_default();
            let what = format!("the verdict {} does not follow{open}", evidence.verdict);
            return Err(Wrong::Is(what));
        }
        let kinds = self.program.assumptions.iter().map(|it| it.kind.name());
        let kinds: Vec<&str> = kinds.collect::<BTreeSet<_>>().into_iter().collect();
        let under = match kinds.is_empty() {
            true => String::new(),
            false => format!(", under the assumptions {}", kinds.join(", ")),
        };
        let about = self.about(&evidence.properties)?;
        self.said.push(format!("the verdict {} follows for {about}{under}", evidence.verdict));
        Ok(())
    }

    /// The properties that were asked for, each with the number of its checks in the program, and
    /// those of which it has none: whether it was made to have them is not seen in it.
    fn about(&self, asked: &[Property]) -> Result<String, Wrong> {
        let mut checks: BTreeMap<Property, usize> = asked.iter().map(|it| (*it, 0)).collect();
        for goal in self.program.goals.iter() {
            let GoalKind::Check(check) = &goal.kind else { continue };
            match checks.get_mut(&check.property) {
                Some(number) => *number += 1,
                None => {
                    let property = check.property;
                    let what = format!("the program has checks of {property}, which is not named");
                    return Err(Wrong::Is(what));
                }
            }
        }
        let (without, with): (Vec<_>, Vec<_>) = checks.into_iter().partition(|it| it.1 == 0);
        let told = |(property, number): (Property, usize)| {
            format!("{property} ({})", counted(number, "check"))
        };
        let mut about = with.into_iter().map(told).collect::<Vec<String>>().join(", ");
        if about.is_empty() {
            about = "nothing".to_owned();
        }
        if !without.is_empty() {
            let names: Vec<String> = without.iter().map(|it| it.0.to_string()).collect();
            about += &format!(
                " (of {} the program has no check: that it needs none is for who made it)",
                names.join(", ")
            );
        }
        Ok(about)
    }
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// A goal for people.
fn goal(program: &Program, id: GoalId) -> String {
    let goal = &program.goals[id];
    let what = match &goal.kind {
        GoalKind::Check(check) => &check.what,
        GoalKind::Unsupported(what) => what,
        GoalKind::Bound(bound) => &bound.what,
        GoalKind::Cover(_) => "a coverage goal",
    };
    format!("\"{what}\" at {}", program.sources.describe(goal.loc))
}

/// Whether there is evidence in a folder, and none of the sources that it is about has changed.
pub fn is_current(folder: &Path) -> bool {
    #[derive(Deserialize)]
    struct Head {
        format: u32,
        sources: Vec<Source>,
    }
    let head = fs::read(folder.join(MAIN)).ok();
    let head: Option<Head> = head.and_then(|text| serde_json::from_slice(&text).ok());
    head.is_some_and(|head| head.format == FORMAT && !head.sources.iter().any(has_changed))
}

/// Whether one of the sources is another file now, and what is said of them: evidence may also have
/// been taken to where they are not.
fn sources(all: &[Source]) -> (bool, Vec<String>) {
    let changed = all.iter().filter(|source| has_changed(source));
    let mut notes: Vec<String> =
        changed.map(|source| format!("note: {} is another file now", source.path)).collect();
    let is_changed = !notes.is_empty();
    let missing = all.iter().filter(|source| fs::metadata(&source.path).is_err());
    let missing: Vec<&str> = missing.map(|source| source.path.as_str()).collect();
    if !missing.is_empty() {
        notes.push(format!(
            "note: the sources are not here, so nobody looks whether they are those of the evidence: {}",
            missing.join(", ")
        ));
    }
    (is_changed, notes)
}

/// Whether another text is where a source was.
fn has_changed(source: &Source) -> bool {
    // What is no text any more has changed, too.
    let is_same = |text: String| Source::new(&source.path, &text).sha256 == source.sha256;
    fs::metadata(&source.path).is_ok() && !fs::read_to_string(&source.path).is_ok_and(is_same)
}
