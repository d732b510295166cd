//! From an engine's proof about the model to a certificate about the program, and its
//! check.

use std::time::{Duration, Instant};

use super::model::Pipeline;
use crate::certify::{self, CertifyError, Gap, Judges, steps};
use crate::engine::Proof;
use crate::program::{BlockId, GoalId};
use crate::support::Budget;
use crate::system::{Certificate, LocationInvariant};

/// An unrolling may be checked for so long, and for so many times the time that passed
/// until it was claimed: other engines wait for their own claims to be heard.
const UNROLLED_TIME: Duration = Duration::from_secs(10);
const UNROLLED_FACTOR: u32 = 4;
/// If goals remain without it: at most for this part of the time that is left.
const PARTIAL_SHARE: u32 = 6;
/// An invariant may be checked for so long without the facts that its engine knew, and for
/// the time that passed until it was claimed.
const WITHOUT_FACTS_TIME: Duration = Duration::from_secs(1);

/// The certificate that a proof about the model is; `None` if it speaks of more than
/// state variables.
pub fn certificate(pipeline: &Pipeline, goals: &[GoalId], proof: &Proof) -> Option<Certificate> {
    let Pipeline { compiled, encoded, built, .. } = pipeline;
    let program = &compiled.program;
    let is_location = |block: BlockId| pipeline.is_location(block);
    // What an engine knew of the program beforehand is put in where it takes it: `check`.
    Some(match *proof {
        Proof::Inductive(ref clauses) => {
            let clauses: Option<Vec<_>> =
                clauses.iter().map(|clause| built.map.clause(clause)).collect();
            let invariant = encoded.restore.invariant(program, &encoded.system, &clauses?);
            Certificate::Inductive(invariant)
        }
        Proof::Cover(ref cubes) => {
            let cubes: Option<Vec<_>> = cubes.iter().map(|cube| built.map.clause(cube)).collect();
            Certificate::Inductive(encoded.restore.cover(program, &encoded.system, &cubes?)?)
        }
        Proof::Exhausted { steps } => {
            let steps = steps::exhausted(program, goals, is_location, steps)?;
            Certificate::Exhausted { steps, auxiliary: LocationInvariant::default() }
        }
        Proof::KInductive { k, simple_path } => {
            let k = steps::k_inductive(program, goals, is_location, k)?;
            let auxiliary = LocationInvariant::default();
            Certificate::KInductive { k, auxiliary, simple_path }
        }
    })
}

/// What came of a check.
pub enum Outcome {
    /// The certificate is right; whether it contains what was known beforehand.
    Holds(Certificate, Judges, bool),
    /// It was not decided, for this reason.
    Undecided(&'static str),
    /// It is wrong.
    Wrong(CertifyError),
}

/// Checks a certificate that was claimed by an engine which runs since `started`, and which
/// may have known `facts`. The result may be one with more steps, or with the facts. If it is
/// not about all goals that are open (`is_last`), time is left for the others.
pub fn check(
    pipeline: &Pipeline,
    certificate: Certificate,
    facts: &LocationInvariant,
    goals: &[GoalId],
    is_last: bool,
    started: Instant,
    budget: &Budget,
) -> Outcome {
    let program = &pipeline.compiled.program;
    let unrolled = UNROLLED_TIME + started.elapsed() * UNROLLED_FACTOR;
    let unrolled = match budget.remaining() {
        Some(left) if !is_last => budget.at_most(unrolled.min(left / PARTIAL_SHARE)),
        _ => budget.at_most(unrolled),
    };
    let without_facts = budget.at_most(WITHOUT_FACTS_TIME + started.elapsed());
    let plain = unrolled.at_most(WITHOUT_FACTS_TIME);
    let mut others = alternatives(&certificate, facts, pipeline);
    let may_fail = !others.is_empty();
    let mut certificate = certificate;
    loop {
        let is_invariant = matches!(certificate, Certificate::Inductive(_));
        let is_k_inductive = matches!(certificate, Certificate::KInductive { .. });
        let budget = match is_invariant {
            true if others.is_empty() => budget,
            true => &without_facts,
            false if others.is_empty() || is_k_inductive => &unrolled,
            false => &plain,
        };
        let error = match certify::check(program, &certificate, goals, budget) {
            Ok(judges) => {
                let informed = match &certificate {
                    Certificate::Inductive(_) => may_fail && others.is_empty(),
                    Certificate::KInductive { auxiliary, .. } => !auxiliary.at.is_empty(),
                    Certificate::Exhausted { auxiliary, .. } => !auxiliary.at.is_empty(),
                };
                return Outcome::Holds(certificate, judges, informed);
            }
            Err(error) => error,
        };
        let is_open = matches!(error, CertifyError::Unknown(_));
        // What is known may move cut points, and so be more steps apart.
        let moved = matches!(error, CertifyError::Gap { gap: Gap::GoesOn(_), .. })
            && matches!(&certificate, Certificate::Exhausted { auxiliary, .. } if !auxiliary.at.is_empty());
        let fails = matches!(
            error,
            CertifyError::Gap { gap: Gap::Step(_), .. } | CertifyError::NotInductive { .. }
        );
        if let Some(other) = others.pop_if(|_| fails || is_open && !is_k_inductive) {
            certificate = other;
        } else if is_open {
            return Outcome::Undecided("took too much time or memory");
        } else if fails && may_fail && is_k_inductive || moved {
            return Outcome::Undecided("did not succeed from loop head to loop head");
        } else {
            return Outcome::Wrong(error);
        }
    }
}

/// What else a proof may be, the last one first: with what the engine knew, of which most
/// proofs need nothing; and by k-induction with more steps on simple paths, for without
/// repetition in the engine's finer steps is not without repetition from cut point to cut
/// point (see `certify::steps`).
fn alternatives(
    certificate: &Certificate,
    facts: &LocationInvariant,
    pipeline: &Pipeline,
) -> Vec<Certificate> {
    let mut others = vec![];
    match certificate {
        Certificate::Exhausted { .. } if pipeline.ranges.is_empty() => {}
        &Certificate::Exhausted { steps, .. } => {
            // Of what is known only single values make an unrolling smaller.
            let auxiliary = pipeline.ranges.invariant(&pipeline.single);
            others.push(Certificate::Exhausted { steps, auxiliary });
        }
        Certificate::Inductive(_) if facts.at.is_empty() => {}
        Certificate::Inductive(lemmas) => others.push(Certificate::Inductive(facts.and(lemmas))),
        &Certificate::KInductive { k, simple_path, .. } => {
            let with =
                |k: u32| Certificate::KInductive { k, auxiliary: facts.clone(), simple_path };
            if simple_path {
                others.push(with(2 * k + 1));
            }
            if !facts.at.is_empty() {
                others.push(with(k));
            }
        }
    }
    others
}

/// What the judges found right, in words.
pub fn describe(certificate: &Certificate, informed: bool, engine: &str) -> String {
    let given = if informed { ", given what was known before" } else { "" };
    match certificate {
        Certificate::Inductive(_) => format!("the invariant of {engine} is inductive{given}"),
        Certificate::Exhausted { steps, .. } => {
            let given = if informed { ", given intervals of variables" } else { "" };
            format!("all runs end within {steps} loop iterations, as {engine} says{given}")
        }
        Certificate::KInductive { k, simple_path, .. } => {
            let paths = if *simple_path { " on simple paths" } else { "" };
            format!(
                "the proof of {engine} is k-inductive{paths} with k = {k} loop iterations{given}"
            )
        }
    }
}
