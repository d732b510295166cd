//! Results of engines about a file, each checked as it comes.

use std::fmt::Display;
use std::time::Instant;

use super::Decided;
use super::file::{Loaded, Run};
use crate::certify::CertifyError;
use crate::cfa::Stride;
use crate::dimspec::BitTrace;
use crate::engine::race::Reply;
use crate::engine::{EngineKind, Proof};
use crate::support::Budget;
use crate::verify::race;

/// A decided goal of the file.
#[derive(Clone)]
pub enum Answer {
    /// By this run.
    Reachable(Run),
    /// With the proof of an engine, unless it was decided by what was found in parallel with them.
    Unreachable(Option<Proof>),
}

/// Has the results checked, and keeps what stands.
pub struct Results<'a> {
    file: &'a Loaded,
    check: bool,
    /// For checks.
    budget: Budget,
    decided: &'a mut Decided,
    /// What is wrong with a result that did not stand, and whose it was.
    pub wrong: Option<String>,
}

impl<'a> Results<'a> {
    /// None yet.
    pub fn new(file: &'a Loaded, check: bool, budget: Budget, decided: &'a mut Decided) -> Self {
        Self { file, check, budget, decided, wrong: None }
    }

    fn is_wrong(&mut self, engine: EngineKind, what: &dyn Display) -> Reply {
        self.wrong = Some(format!("a result of {engine} does not stand up to its check: {what}"));
        Reply::Stop
    }
}

impl race::Results for Results<'_> {
    fn open(&self) -> Vec<usize> {
        let answers = &self.decided.answers;
        (0..answers.len()).filter(|&goal| answers[goal].is_none()).collect()
    }

    fn failed(&self) -> bool {
        self.wrong.is_some()
    }

    fn reached(&mut self, engine: EngineKind, goal: usize, trace: BitTrace) -> Reply {
        let begin = Instant::now();
        let run = self.file.run(trace);
        let result = if self.check { self.file.check_run(goal, &run) } else { Ok(()) };
        self.decided.times.certification += begin.elapsed();
        if let Err(error) = result {
            return self.is_wrong(engine, &error);
        }
        self.decided.answers[goal] = Some(Answer::Reachable(run));
        Reply::Accept
    }

    fn reached_along(&mut self, engine: EngineKind, _: usize, _: &[Stride]) -> Reply {
        self.is_wrong(engine, &"a file of a model has no automaton")
    }

    fn unreachable(&mut self, engine: EngineKind, goals: &[usize], proof: Proof) -> Reply {
        let begin = Instant::now();
        let Some(proof) = self.file.proof(proof) else {
            return self.is_wrong(engine, &"the proof speaks of more than state");
        };
        let result = match self.check {
            false => Ok(()),
            true => self.file.check_proof(goals, &proof, &self.budget),
        };
        self.decided.times.certification += begin.elapsed();
        match result {
            Ok(()) => {
                for &goal in goals {
                    self.decided.answers[goal] = Some(Answer::Unreachable(Some(proof.clone())));
                }
                Reply::Accept
            }
            Err(CertifyError::Unknown(_)) => {
                self.decided.unchecked = true;
                Reply::Reject
            }
            Err(error) => self.is_wrong(engine, &error),
        }
    }
}
