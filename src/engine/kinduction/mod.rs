//! k-induction: a goal can't be reached if no run reaches it in fewer than k steps, and no
//! k steps from anywhere lead to it for the first time.
//!
//! Sources: Sheeran, Singh, Stålmarck: Checking safety properties using induction and a
//! SAT-solver (FMCAD 2000); the incremental form with two solvers of Eén, Sörensson:
//! Temporal induction by incremental SAT solving (BMC 2003); for programs Beyer, Dangl,
//! Wendler: A Unifying View on SMT-Based Software Verification (JAR 2018), section 4.2 with
//! Algorithm 3. For k = 1, 2, …:
//!
//! * *base*: the search of [`super::unroll`] looks one step further for goals;
//! * *forward condition*: it also asks whether any run goes on ([`Proof::Exhausted`] if
//!   not);
//! * *step*: of each goal that is still open [`step`] asks whether it is k-inductive.
//!
//! The last two not for every k ([`super::unroll::schedule`]), so that a deep search for a
//! goal is not held up.
//!
//! Each goal is proved with its own k, on its own: nothing is assumed of the others.
//! (Where goals are the ends of their paths, as in models of programs, a step that starts
//! anywhere passes no other goal anyway.) Facts that hold in all states, and so help the
//! step, come in U: the model's, and the lemmas of other engines ([`super::lemmas`]). When
//! such come the step case starts again from k = 1, since a small k may do with them.
//!
//! Deliberately absent: any use of [`crate::dimspec::Structure`], as in the search.

mod step;

use std::time::Instant;

use super::lemmas::Inbox;
use super::unroll::schedule::Schedule;
use super::unroll::search::{Outcome, Search};
use super::{Config, Ending, Event, Progress, Proof, Sink};
use crate::cnf::Lit;
use crate::dimspec::Model;
use crate::sat::{Answer, Profile};
use crate::support::Fault;
use crate::support::limits;
use crate::support::{Budget, StopReason};
use step::Step;

/// Runs until every goal is decided or dropped, or until something stops it. Lemmas of other
/// engines come into `inbox`.
pub fn run(
    model: &Model,
    config: &Config,
    budget: &Budget,
    inbox: &Inbox,
    sink: Sink<'_>,
) -> Ending {
    match run_until_stopped(&model.with_facts(), config, budget, inbox, sink) {
        Ok(()) => Ending::Complete,
        Err(reason) => Ending::Stopped(reason),
    }
}

fn run_until_stopped(
    model: &Model,
    config: &Config,
    budget: &Budget,
    inbox: &Inbox,
    sink: Sink<'_>,
) -> Result<(), StopReason> {
    let solver = config.sat.open(Profile::Incremental).map_err(StopReason::Failure)?;
    let mut base = Search::new(model, Some(Schedule::new(config.bound)), solver);
    let mut step = Induction::new(model, config, vec![])?;
    let mut reported: Option<Instant> = None;
    for k in 1.. {
        if let Some(bound) = config.bound.filter(|&bound| k - 1 > bound) {
            return Err(StopReason::Bound(bound));
        }
        match base.deepen(budget, sink) {
            Outcome::Open => {}
            Outcome::Decided => return Ok(()),
            Outcome::Exhausted { steps } => {
                let goals = base.open.clone();
                sink(Event::Unreachable { goals, proof: Proof::Exhausted { steps } });
                return Ok(());
            }
            Outcome::Stopped(reason) => return Err(reason),
        }
        let received = if config.shares { inbox.take() } else { vec![] };
        if !received.is_empty() {
            step.lemmas.extend(received);
            step = Induction::new(model, config, step.lemmas)?;
        }
        step.advance(k, &mut base.open, budget, sink)?;
        if base.open.is_empty() {
            return Ok(());
        }
        if reported.is_none_or(|last| last.elapsed() >= limits::UNROLL_REPORT) {
            reported = Some(Instant::now());
            let clauses = base.clauses() + step.step.clauses();
            sink(Event::Progress(Progress { depth: k, clauses, obligations: 0 }));
        }
    }
    unreachable!("memory ends before the steps do")
}

/// The step case with certain lemmas.
struct Induction {
    step: Step,
    schedule: Schedule,
    /// The k that the step case is at.
    k: u32,
    simple_path: bool,
    /// What other engines told: in U here.
    lemmas: Vec<Vec<Lit>>,
}

impl Induction {
    /// Before k = 1.
    fn new(model: &Model, config: &Config, lemmas: Vec<Vec<Lit>>) -> Result<Self, StopReason> {
        let solver = config.sat.open(Profile::Incremental).map_err(StopReason::Failure)?;
        let simple_path = config.simple_path;
        let step = Step::new(model.given(&lemmas).into_owned(), simple_path, solver);
        let schedule = Schedule::new(config.bound.map(|bound| bound.saturating_add(1)));
        Ok(Self { step, schedule, k: 0, simple_path, lemmas })
    }

    /// Goes on to k = `last` and reports those of the open goals that are k-inductive on the
    /// way; they are no longer open.
    fn advance(
        &mut self,
        last: u32,
        open: &mut Vec<usize>,
        budget: &Budget,
        sink: Sink<'_>,
    ) -> Result<(), StopReason> {
        while self.k < last && !open.is_empty() {
            self.k += 1;
            self.step.extend(open);
            if !self.schedule.is_due(self.k) {
                continue;
            }
            let goals = self.inductive(open, budget)?;
            if !goals.is_empty() {
                open.retain(|goal| !goals.contains(goal));
                let (k, simple_path, lemmas) = (self.k, self.simple_path, self.lemmas.clone());
                let k =
                    if Fault::KinductionK.is_planted() { k.saturating_sub(1).max(1) } else { k };
                let proof = Proof::KInductive { k, simple_path, lemmas };
                sink(Event::Unreachable { goals, proof });
            }
        }
        Ok(())
    }

    /// Those of the open goals that are k-inductive.
    fn inductive(&mut self, open: &[usize], budget: &Budget) -> Result<Vec<usize>, StopReason> {
        let mut proved = Vec::new();
        for &goal in open.iter().filter(|&&goal| !budget.is_dropped(goal)) {
            match self.step.reaches(goal, budget) {
                Answer::Sat if Fault::KinductionReached.is_planted() => proved.push(goal),
                Answer::Sat => {}
                Answer::Unsat => proved.push(goal),
                Answer::Interrupted => return Err(self.step.why_interrupted(budget)),
            }
        }
        Ok(proved)
    }
}

#[cfg(test)]
mod tests;
