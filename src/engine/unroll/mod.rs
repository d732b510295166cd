//! Incremental unrolling: is a goal reached in 0 steps, in 1, in 2, …? Finds shortest
//! runs; never proves that there is none.
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
//! * A model may come with a condition after which no goal can be reached any more
//!   ([`crate::dimspec::Model::settled`]): it is excluded from every frame. When all
//!   runs have ended the clauses contradict each other, and the search is over.
//!
//! Deliberately absent: any use of [`crate::dimspec::Structure`]; what the engine may
//! rely on it reads off the clauses.

mod circuit;
mod frames;
mod gates;
mod plan;

use std::time::{Duration, Instant};

use super::{Config, Ending, Event, Progress, Sink};
use crate::cnf::{Cnf, Lit, Var};
use crate::dimspec::Model;
use crate::sat::{Answer, Solver};
use crate::support::{Budget, StopReason};
use circuit::constant;
use frames::Frames;
use plan::Plan;

/// How often to say how far it is.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// Unrolls until every goal is reached or dropped, or until something stops it.
pub fn run(model: &Model, config: &Config, budget: &Budget, sink: Sink<'_>) -> Ending {
    let mut frames = Frames::new(Plan::new(model), model.settled);
    let mut open: Vec<usize> = (0..model.goals.len()).collect();
    let mut focus = usize::MAX;
    let mut reported: Option<Instant> = None;
    for depth in 0.. {
        open.retain(|&goal| !budget.is_dropped(goal));
        if open.is_empty() {
            return Ending::Complete;
        }
        if let Some(bound) = config.bound.filter(|&bound| depth > bound) {
            return Ending::Stopped(StopReason::Bound(bound));
        }
        if let Some(reason) = budget.exhausted() {
            return Ending::Stopped(reason);
        }
        if focus != open.len() {
            let goals: Vec<&Cnf> = open.iter().map(|&goal| &model.goals[goal].clauses).collect();
            frames.focus(&goals);
            focus = open.len();
        }
        frames.extend();
        if let Some(reason) = search(model, depth, &mut frames, &mut open, budget, sink) {
            return Ending::Stopped(reason);
        }
        if reported.is_none_or(|last| last.elapsed() >= REPORT_INTERVAL) {
            reported = Some(Instant::now());
            let clauses = frames.circuit.clauses();
            sink(Event::Progress(Progress { depth, clauses, obligations: 0 }));
        }
    }
    unreachable!("memory ends before the depths do")
}

/// Reports the open goals that hold in the last frame in some run, and takes them out;
/// the others are impossible there, which becomes a fact.
fn search(
    model: &Model,
    depth: u32,
    frames: &mut Frames,
    open: &mut Vec<usize>,
    budget: &Budget,
    sink: Sink<'_>,
) -> Option<StopReason> {
    while !open.is_empty() {
        let goals: Vec<Lit> =
            open.iter().map(|&goal| frames.condition(&model.goals[goal].clauses)).collect();
        let query = frames.circuit.or(goals.iter().copied());
        if frames.circuit.contradiction() {
            return Some(StopReason::Exhausted(depth));
        }
        if query == constant(false) {
            return None;
        }
        let query = if query == constant(true) { vec![] } else { vec![query] };
        match frames.circuit.solver.solve(&query, budget) {
            Answer::Sat => {
                let solver = &mut frames.circuit.solver;
                let reached: Vec<bool> = goals
                    .iter()
                    .map(|&goal| match goal.var() {
                        Var(0) => goal.is_positive(),
                        _ => solver.value(goal),
                    })
                    .collect();
                let trace = frames.trace();
                let mut reached = reached.into_iter();
                open.retain(|&goal| {
                    let reached = reached.next().expect("one value per open goal");
                    if reached {
                        sink(Event::Reached { goal, trace: trace.clone() });
                    }
                    !reached
                });
            }
            Answer::Unsat => {
                if !query.iter().any(|&lit| frames.circuit.solver.failed(lit)) {
                    return Some(StopReason::Exhausted(depth));
                }
                goals.into_iter().for_each(|goal| frames.forbid(goal));
                return None;
            }
            Answer::Interrupted => {
                return Some(budget.exhausted().unwrap_or_else(|| {
                    StopReason::Failure("the SAT solver gave up without a reason".to_owned())
                }));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests;
