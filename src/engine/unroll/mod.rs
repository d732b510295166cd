//! Incremental unrolling: is a goal reached in 0 steps, in 1, in 2, …? Finds shortest
//! runs; shows that there are none only where all runs end soon.
//!
//! After the incremental planner IncPlan (Gocht and Balyo: Accelerating SAT based planning
//! with incremental SAT solving, ICAPS 2017), which the LLUMC paper uses: one solver for
//! all depths; depth `k` adds T(k-1,k) and U(k) and asks for a goal in step `k`, and what
//! was learned stays. Different here:
//!
//! * The clauses are not copied from step to step. The gates they define are recognised
//!   ([`gates`]) and built anew in each step on the literals of the step before
//!   ([`plan`], [`frames`]), with constants folded and equal gates shared ([`circuit`]). While
//!   the program counter is known, most of a step vanishes; a goal that is constant
//!   false costs no query.
//! * A goal in step `k` is a gate's output, equivalent to the goal and not only implying
//!   it, so that its refutation is a fact about step `k` that helps the next ones. What the
//!   solver knows to be constant about the state is folded into the steps that follow.
//! * Several goals: the query asks for any of them.
//! * A model may come with a condition after which no further goal can be reached
//!   ([`crate::dimspec::Model::terminated`]): after each step the runs that satisfy it are left
//!   out. When the clauses then contradict each other all runs have ended, which is a proof
//!   ([`Proof::Exhausted`]) for the goals that are still open.
//!
//! `unroll` only notices such an end, `bmc` asks for it: in many steps ([`schedule`]) one more
//! query, the forward condition of bounded model checking (Beyer, Dangl, Wendler: A Unifying View on
//! SMT-Based Software Verification, JAR 2018, section 4.1), "is there a run of so many
//! steps that has not terminated?".
//!
//! Deliberately absent: any use of [`crate::dimspec::Structure`]; what the engine may
//! rely on it reads off the clauses.
//!
//! [`Proof::Exhausted`]: super::Proof::Exhausted

pub(super) mod circuit;
pub(super) mod frames;
mod gates;
pub(super) mod plan;
pub(super) mod schedule;
pub(super) mod search;

use std::time::Instant;

use super::{Config, Ending, EngineKind, Event, Progress, Proof, Sink};
use crate::dimspec::Model;
use crate::sat::Profile;
use crate::support::limits;
use crate::support::{Budget, StopReason};
use schedule::Schedule;
use search::{Outcome, Search};

/// Unrolls until every goal is decided or dropped, or until something stops it.
pub fn run(model: &Model, config: &Config, budget: &Budget, sink: Sink<'_>) -> Ending {
    let forward = (config.kind == EngineKind::Bmc).then(|| Schedule::new(config.bound));
    let solver = match config.sat.open(Profile::Incremental) {
        Ok(solver) => solver,
        Err(reason) => return Ending::Stopped(StopReason::Failure(reason)),
    };
    let mut search = Search::new(model, forward, solver);
    let mut reported: Option<Instant> = None;
    for depth in 0.. {
        if let Some(bound) = config.bound.filter(|&bound| depth > bound) {
            return Ending::Stopped(StopReason::Bound(bound));
        }
        match search.deepen(budget, sink) {
            Outcome::Open => {}
            Outcome::Decided => return Ending::Complete,
            Outcome::Exhausted { steps } => {
                let goals = search.open.clone();
                sink(Event::Unreachable { goals, proof: Proof::Exhausted { steps } });
                return Ending::Complete;
            }
            Outcome::Stopped(reason) => return Ending::Stopped(reason),
        }
        if reported.is_none_or(|last| last.elapsed() >= limits::UNROLL_REPORT) {
            reported = Some(Instant::now());
            let clauses = search.clauses();
            sink(Event::Progress(Progress { depth, clauses, obligations: 0 }));
        }
    }
    unreachable!("memory ends before the depths do")
}

#[cfg(test)]
pub(super) mod tests;
