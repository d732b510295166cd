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
//! step, come in U.
//!
//! Deliberately absent: any use of [`crate::dimspec::Structure`], as in the search.

mod step;

use std::time::Instant;

use super::unroll::REPORT_INTERVAL;
use super::unroll::schedule::Schedule;
use super::unroll::search::{Outcome, Search};
use super::{Config, Ending, Event, Progress, Proof, Sink};
use crate::dimspec::Model;
use crate::sat::{Answer, Profile};
use crate::support::{Budget, StopReason};
use step::Step;

/// Runs until every goal is decided or dropped, or until something stops it.
pub fn run(model: &Model, config: &Config, budget: &Budget, sink: Sink<'_>) -> Ending {
    let solvers = [Profile::Incremental; 2].map(|profile| config.sat.open(profile));
    let (base, step) = match solvers {
        [Ok(base), Ok(step)] => (base, step),
        [Err(reason), _] | [_, Err(reason)] => {
            return Ending::Stopped(StopReason::Failure(reason));
        }
    };
    let model = &*model.confined();
    let mut base = Search::new(model, Some(Schedule::new(config.bound)), base);
    let mut step = Step::new(model, config.simple_path, step);
    let mut reported: Option<Instant> = None;
    let mut schedule = Schedule::new(config.bound.map(|bound| bound.saturating_add(1)));
    for k in 1.. {
        if let Some(bound) = config.bound.filter(|&bound| k - 1 > bound) {
            return Ending::Stopped(StopReason::Bound(bound));
        }
        match base.deepen(budget, sink) {
            Outcome::Open => {}
            Outcome::Decided => return Ending::Complete,
            Outcome::Exhausted { steps } => {
                let goals = base.open.clone();
                sink(Event::Unreachable { goals, proof: Proof::Exhausted { steps } });
                return Ending::Complete;
            }
            Outcome::Stopped(reason) => return Ending::Stopped(reason),
        }
        step.extend(&base.open);
        if schedule.is_due(k) {
            let proved = match inductive(&mut step, &base.open, budget) {
                Ok(proved) => proved,
                Err(reason) => return Ending::Stopped(reason),
            };
            if !proved.is_empty() {
                base.open.retain(|goal| !proved.contains(goal));
                let proof = Proof::KInductive { k, simple_path: config.simple_path };
                sink(Event::Unreachable { goals: proved, proof });
            }
        }
        if base.open.is_empty() {
            return Ending::Complete;
        }
        if reported.is_none_or(|last| last.elapsed() >= REPORT_INTERVAL) {
            reported = Some(Instant::now());
            let clauses = base.clauses() + step.clauses();
            sink(Event::Progress(Progress { depth: k, clauses, obligations: 0 }));
        }
    }
    unreachable!("memory ends before the steps do")
}

/// Those of the open goals that are k-inductive for the k that `step` is at.
fn inductive(
    step: &mut Step<'_>,
    open: &[usize],
    budget: &Budget,
) -> Result<Vec<usize>, StopReason> {
    let mut proved = Vec::new();
    for &goal in open.iter().filter(|&&goal| !budget.is_dropped(goal)) {
        match step.reaches(goal, budget) {
            Answer::Sat => {}
            Answer::Unsat => proved.push(goal),
            Answer::Interrupted => return Err(step.why_interrupted(budget)),
        }
    }
    Ok(proved)
}

#[cfg(test)]
mod tests;
