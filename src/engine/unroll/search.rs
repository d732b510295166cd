//! The search for runs to goals, one depth after the other.
//!
//! What always holds after depth `k`: of each open goal it is known that no run reaches it
//! in at most `k` steps; the clauses have no model but runs of `k` steps that are not
//! terminated in any of them.

use super::circuit::constant;
use super::frames::Frames;
use super::plan::Plan;
use super::schedule::Schedule;
use crate::cnf::{Cnf, Lit, Var};
use crate::dimspec::Model;
use crate::engine::{Event, Sink};
use crate::sat::{Answer, Solver};
use crate::support::Fault;
use crate::support::{Budget, StopReason};

/// What a depth brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Some goal is still open.
    Open,
    /// Every goal was reached or dropped.
    Decided,
    /// None of the open goals can be reached: after so many steps all runs have terminated or
    /// can't go on.
    Exhausted {
        /// How many.
        steps: u32,
    },
    /// Something stopped the search.
    Stopped(StopReason),
}

/// A search.
pub struct Search<'m> {
    model: &'m Model,
    frames: Frames,
    /// The goals that were neither reached nor dropped, by their places.
    pub open: Vec<usize>,
    /// Number of open goals that the frames are restricted to.
    focus: usize,
    /// The next depth.
    depth: u32,
    /// When to ask if a run goes on, if at all.
    forward: Option<Schedule>,
}

impl<'m> Search<'m> {
    /// Nothing was looked at yet. At the depths that `forward` says it is asked whether any
    /// run goes on; without, that none does is seen only by accident.
    pub fn new(model: &'m Model, forward: Option<Schedule>, solver: Box<dyn Solver>) -> Self {
        Self {
            model,
            frames: Frames::new(Plan::new(model), model.terminated, solver),
            open: (0..model.goals.len()).collect(),
            focus: usize::MAX,
            depth: 0,
            forward,
        }
    }

    /// Number of clauses so far.
    pub fn clauses(&self) -> u64 {
        self.frames.circuit.clauses()
    }

    /// Looks one step further. Goals that are reached are told and no longer open.
    pub fn deepen(&mut self, budget: &Budget, sink: Sink<'_>) -> Outcome {
        self.open.retain(|&goal| !budget.is_dropped(goal));
        if self.open.is_empty() {
            return Outcome::Decided;
        }
        if let Some(reason) = budget.exhausted() {
            return Outcome::Stopped(reason);
        }
        let goals = &self.model.goals;
        if self.focus != self.open.len() {
            let open: Vec<&Cnf> = self.open.iter().map(|&goal| &goals[goal].clauses).collect();
            self.frames.focus(&open);
            self.focus = self.open.len();
        }
        let depth = self.depth;
        self.depth += 1;
        self.frames.extend();
        let before = Outcome::Exhausted { steps: depth.saturating_sub(1) };
        while !self.open.is_empty() {
            if self.frames.circuit.contradiction() {
                return before;
            }
            let is_left_out = depth == 2 && Fault::UnrollDepth.is_planted();
            let answer = match is_left_out {
                true => Answer::Unsat,
                false => self.any_goal(budget, sink),
            };
            match answer {
                Answer::Sat => {}
                Answer::Unsat if self.frames.circuit.contradiction() => return before,
                Answer::Unsat => break,
                Answer::Interrupted => return self.interrupted(budget),
            }
        }
        if self.open.is_empty() {
            return Outcome::Decided;
        }
        self.frames.forbid_terminated();
        let nobody = if self.frames.circuit.contradiction() {
            Answer::Unsat
        } else if self.forward.as_mut().is_some_and(|schedule| schedule.is_due(depth)) {
            self.frames.circuit.solver.solve(&[], budget)
        } else {
            Answer::Sat
        };
        match nobody {
            Answer::Sat if depth == 2 && Fault::UnrollEnded.is_planted() => {
                Outcome::Exhausted { steps: depth }
            }
            Answer::Sat => Outcome::Open,
            Answer::Unsat => Outcome::Exhausted { steps: depth },
            Answer::Interrupted => self.interrupted(budget),
        }
    }

    fn interrupted(&self, budget: &Budget) -> Outcome {
        Outcome::Stopped(why_interrupted(&*self.frames.circuit.solver, budget))
    }

    /// Asks for a run to an open goal in the last frame. If there is one, the goals that
    /// it reaches are no longer open; if not, that becomes a fact.
    fn any_goal(&mut self, budget: &Budget, sink: Sink<'_>) -> Answer {
        let (model, frames) = (self.model, &mut self.frames);
        let goals: Vec<Lit> =
            self.open.iter().map(|&goal| frames.condition(&model.goals[goal].clauses)).collect();
        let query = frames.circuit.or(goals.iter().copied());
        if query == constant(false) {
            return Answer::Unsat;
        }
        let query = if query == constant(true) { vec![] } else { vec![query] };
        let answer = frames.circuit.solver.solve(&query, budget);
        match answer {
            Answer::Sat => {
                let solver = &mut frames.circuit.solver;
                let reached: Vec<bool> = goals
                    .iter()
                    .map(|&goal| match goal.var() {
                        Var(0) => goal.is_positive(),
                        _ => solver.value(goal),
                    })
                    .collect();
                let mut trace = frames.trace();
                if trace.states.len() > 1 && Fault::UnrollTrace.is_planted() {
                    trace.states.remove(0);
                }
                let mut reached = reached.into_iter();
                self.open.retain(|&goal| {
                    let reached = reached.next().expect("one value per open goal");
                    let reached = reached || Fault::UnrollAll.is_planted();
                    if reached {
                        sink(Event::Reached { goal, trace: trace.clone() });
                    }
                    !reached
                });
            }
            Answer::Unsat => {
                if !query.iter().any(|&lit| frames.circuit.solver.failed(lit)) {
                    frames.circuit.contradict();
                }
                goals.into_iter().for_each(|goal| frames.forbid(goal));
            }
            Answer::Interrupted => {}
        }
        answer
    }
}

/// Why the solver gave up.
pub fn why_interrupted(solver: &dyn Solver, budget: &Budget) -> StopReason {
    let unknown = || "the SAT solver gave up without a reason".to_owned();
    let failure = || StopReason::Failure(solver.failure().unwrap_or_else(unknown));
    budget.exhausted().unwrap_or_else(failure)
}
