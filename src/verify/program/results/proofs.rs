//! Proofs that goals can't be reached: each is checked, and what can't be checked is put off.
//!
//! A check has a part of the time, for others wait to be heard. If it does not come to its end
//! the proof is kept: as soon as nothing else is left that it does not speak of, or the engines
//! have ended, it is checked again with most of the time that is left. If that does not do, its
//! goals are checked in parts: what is hard to check for one need not be so for all.

use std::time::{Duration, Instant};

use super::Results;
use crate::engine::race::Reply;
use crate::engine::{EngineKind, Proof};
use crate::program::GoalId;
use crate::support::limits;
use crate::system::{Certificate, LocationInvariant};
use crate::verify::program::certificates::{self, Outcome, Unchecked};
use crate::verify::program::decisions::Decision;

/// What somebody knew who found a certificate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    Nothing,
    /// What engines know beforehand.
    Facts,
    /// That, and lemmas of others.
    Lemmas,
}

/// Somebody's proof that goals can't be reached, not checked yet.
pub(super) struct Proved {
    who: String,
    /// Whether that is an engine, which others wait for.
    by_engine: bool,
    goals: Vec<GoalId>,
    certificate: Certificate,
    /// What was known when it was found.
    facts: LocationInvariant,
    /// Whether more was.
    told: bool,
    /// What its first check took.
    spent: Duration,
}

impl Results<'_> {
    /// An engine says that goals can't be reached. As [`Self::reached`].
    pub fn unreachable(&mut self, engine: EngineKind, goals: &[usize], proof: &Proof) -> Reply {
        self.journal.phase("a proof was checked");
        let bad = &self.pipeline.encoded.system.bad;
        let goals: Vec<GoalId> =
            goals.iter().flat_map(|&goal| bad[goal].goals.iter().copied()).collect();
        // The state variables and predicates of all models are among those of this system.
        let informed = self.informed.as_ref().map(|informed| &informed.0);
        let system = informed.unwrap_or(&self.pipeline.encoded.system);
        let map = &self.built(engine).map;
        match certificates::certificate(self.pipeline, (system, map), &goals, proof) {
            Some(certificate) => {
                let given = match proof {
                    Proof::KInductive { lemmas, .. } if !lemmas.is_empty() => Given::Lemmas,
                    _ => Given::Facts,
                };
                self.decide(&engine.to_string(), &goals, certificate, given)
            }
            None => {
                self.fail(&engine.to_string(), &"the proof speaks of more than state variables")
            }
        }
    }

    /// Checks a certificate that shall exclude `goals`.
    pub(super) fn decide(
        &mut self,
        who: &str,
        goals: &[GoalId],
        certificate: Certificate,
        given: Given,
    ) -> Reply {
        let facts = match given {
            Given::Nothing => LocationInvariant::default(),
            Given::Facts | Given::Lemmas => self.facts.clone(),
        };
        let mut proved = Proved {
            who: who.to_owned(),
            by_engine: given != Given::Nothing,
            goals: goals.to_vec(),
            certificate,
            facts,
            told: given == Given::Lemmas,
            spent: Duration::ZERO,
        };
        let begin = Instant::now();
        let reply = self.examine(&proved, goals, None);
        let took_too_much = |&goal: &GoalId| {
            matches!(self.decisions.goals[goal], Decision::Unchecked(certificates::TOO_MUCH))
        };
        if reply == Reply::Reject && goals.iter().all(took_too_much) {
            proved.spent = begin.elapsed();
            self.postponed.push(proved);
        }
        reply
    }

    /// The place of a proof that was put off, and that nobody waits for: it would decide all
    /// that is open.
    fn pressing(&self) -> Option<usize> {
        let open = self.decisions.open();
        let is_last = |it: &Proved| it.by_engine && open.iter().all(|goal| it.goals.contains(goal));
        self.postponed.iter().position(is_last).filter(|_| !open.is_empty())
    }

    /// Whether [`Self::again_in_parallel`] has something to do.
    pub fn is_pressed(&self) -> bool {
        self.pressing().is_some()
    }

    /// While engines run: checks a proof again that would decide all that is open, if there is
    /// one.
    pub fn again_in_parallel(&mut self) -> Reply {
        if let Some(place) = self.pressing() {
            let proved = self.postponed.remove(place);
            self.examine_again(&proved, 1);
        }
        if self.failed() { Reply::Stop } else { Reply::Accept }
    }

    /// When the engines have ended: checks proofs again that were put off.
    pub fn again(&mut self) {
        while let Some(proved) = self.postponed.pop() {
            if self.failed() || self.decisions.stopped {
                return;
            }
            self.examine_again(&proved, self.postponed.len() as u32 + 1);
        }
    }

    /// Checks a proof with most of the time that is left for so many, for all its goals that are
    /// open or, if that takes too much, for parts of them.
    fn examine_again(&mut self, proved: &Proved, count: u32) {
        self.journal.phase("a proof was checked");
        let left = self.budget.remaining().map(|left| left * limits::AGAIN_PERCENT / 100 / count);
        let whole = self.budget.at_most(left.unwrap_or(limits::AGAIN_FACTOR * proved.spent));
        let mut parts = vec![proved.goals.clone()];
        while let Some(mut goals) = parts.pop() {
            goals.retain(|&goal| self.decisions.goals[goal].is_open());
            let left = whole.remaining().unwrap_or_default();
            if goals.is_empty() || left < limits::LEAST_AGAIN || self.failed() {
                continue;
            }
            let is_single = goals.len() == 1 && parts.is_empty();
            let time = if is_single { left } else { left / limits::AGAIN_SHARE };
            if self.examine(proved, &goals, Some(time)) == Reply::Reject && goals.len() > 1 {
                let rest = goals.split_off(goals.len() / 2);
                parts.extend([rest, goals]);
            }
        }
    }

    /// Checks a proof for some of its goals, in this time if one is given.
    fn examine(&mut self, proved: &Proved, goals: &[GoalId], time: Option<Duration>) -> Reply {
        let mut certificate = proved.certificate.clone();
        if self.check {
            let unchecked = Unchecked {
                certificate,
                facts: &proved.facts,
                told: proved.told,
                goals,
                is_last: self.decisions.open().iter().all(|open| goals.contains(open)),
                started: self.started,
                time,
            };
            // What was put off is not lost.
            let may_end =
                time.is_none() && !matches!(unchecked.certificate, Certificate::Inductive(_));
            let budget = self.checks.as_ref().filter(|_| may_end).unwrap_or(&self.budget);
            match certificates::check(self.pipeline, &self.checker, unchecked, budget) {
                Outcome::Holds(checked, solvers, informed) => {
                    let what = certificates::describe(&checked, informed, &proved.who);
                    self.decisions.confirm(format!("{what}, by {solvers}"));
                    certificate = checked;
                }
                Outcome::Undecided(why) => {
                    for &goal in goals {
                        self.decisions.goals[goal] = Decision::Unchecked(why);
                    }
                    return Reply::Reject;
                }
                Outcome::Wrong(error) => return self.fail(&proved.who, &error),
            }
        }
        let index = self.decisions.certificates.len();
        self.decisions.certificates.push(certificate);
        for &goal in goals {
            let (engine, certificate) = (proved.who.clone(), Some(index));
            self.decisions.goals[goal] = Decision::Unreachable { engine, certificate };
        }
        Reply::Accept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::large::Blocks;
    use crate::frontend::{self, Options};
    use crate::program::Property;
    use crate::support::Budget;
    use crate::verify::Options as Verify;
    use crate::verify::observer::Observed;
    use crate::verify::program::pipeline::{Encoding, Pipeline};

    /// The first call would take a factor of a prime of 63 bits, the second one nothing.
    const HARD_AND_EASY: &str = "extern unsigned __VERIFIER_nondet_uint(void);
        extern void reach_error(void);
        int main(void) {
          for (;;) {
            unsigned long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
            if (x > 1 && y > 1 && x * y == 9223372036854775783ul) reach_error();
            if ((x & 1) && x % 2 == 0) reach_error();
          }
        }";

    /// What is too hard to check for one goal is not lost for the other.
    #[test]
    fn an_answer_is_checked_in_parts_if_the_whole_takes_too_much() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("hard.c");
        std::fs::write(&file, HARD_AND_EASY).expect("written");
        let properties = [Property::UnreachCall].into_iter().collect();
        let options = Options { files: vec![file], properties, ..Options::default() };
        let compiled = frontend::compile(&options).expect("it compiles");
        let encoding = Encoding { blocks: Blocks::Loops, accelerate: false, ranges: None };
        let mut nobody = ();
        let journal = Observed::new(&mut nobody);
        let pipeline = Pipeline::new(compiled, None, encoding, &journal);
        let goals: Vec<GoalId> = pipeline.compiled.program.goals.indices().collect();
        assert_eq!(goals.len(), 2);
        let budget = Budget::with_timeout(Some(Duration::from_secs(20)));
        let mut results = Results::new(&pipeline, budget, &journal, &Verify::default());
        let proved = Proved {
            who: "somebody".to_owned(),
            by_engine: true,
            goals: goals.clone(),
            certificate: Certificate::Inductive(LocationInvariant::default()),
            facts: LocationInvariant::default(),
            told: false,
            spent: Duration::ZERO,
        };
        results.postponed.push(proved);
        assert!(results.is_pressed());
        assert_eq!(results.again_in_parallel(), Reply::Accept);
        assert!(!results.is_pressed());
        assert_eq!(results.decisions.open(), [goals[0]]);
        assert!(matches!(
            results.decisions.goals[goals[0]],
            Decision::Unchecked(certificates::TOO_MUCH)
        ));
    }
}
