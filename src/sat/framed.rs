//! Clauses that take part in some queries only: those of frames.
//!
//! The frames of IC3 get weaker from one to the next, so each lemma has the last frame that it
//! belongs to, and a query is about the clauses of one frame. A solver that knows of frames
//! assigns nothing for that. [`Switched`] gives frames to one that doesn't.

use super::{Answer, Solver};
use crate::cnf::{Cnf, Lit, Var};
use crate::support::Budget;

/// Belongs to every frame; the frame of only such clauses.
pub const ALWAYS: u32 = u32::MAX;

/// An incremental SAT solver with frames. What [`Solver::add`] and [`Solver::define`] give
/// belongs to all frames, and [`Solver::solve_with`] asks about that alone.
pub trait Framed: Solver {
    /// Adds a clause that belongs to the frames from 0 to `last`. Those of `superseded`, which
    /// were added before, follow from it in all of their frames and may go; returns how many
    /// of them remain.
    fn supersede(&mut self, last: u32, clause: &[Lit], superseded: &[Box<[Lit]>]) -> usize;

    /// Adds a clause that belongs to the frames from 0 to `last`.
    fn add_up_to(&mut self, last: u32, clause: &[Lit]) {
        self.supersede(last, clause, &[]);
    }

    /// As [`Solver::solve_with`], with the clauses of `frame`.
    fn solve_in(
        &mut self,
        frame: u32,
        assumptions: &[Lit],
        temporary: &[Lit],
        budget: &Budget,
    ) -> Answer;
}

/// Frames by literals: the clauses up to frame i carry the negated switch `a_i`, and
/// `a_i → a_{i+1}`, so that `a_i` and `¬a_{i-1}` turn on exactly those of frame i with two
/// assumptions however many frames there are.
pub struct Switched<S> {
    solver: S,
    /// The first of the variables above all that callers name.
    first: Var,
    /// Number of switches in use: those of the frames 0 to `switches - 1`.
    switches: u32,
    assumptions: Vec<Lit>,
}

impl<S: Solver> Switched<S> {
    /// Gives frames to a solver whose callers name only variables below `first`.
    pub fn new(solver: S, first: Var) -> Self {
        Self { solver, first, switches: 0, assumptions: vec![] }
    }

    fn switch(&self, frame: u32) -> Lit {
        Var(self.first.0 + frame).lit()
    }

    /// Makes switches for all frames up to `last`.
    fn reserve(&mut self, last: u32) {
        while self.switches <= last {
            if self.switches > 0 {
                let link = [!self.switch(self.switches - 1), self.switch(self.switches)];
                self.solver.add(&link);
            }
            self.switches += 1;
        }
    }
}

impl<S: Solver> Framed for Switched<S> {
    fn supersede(&mut self, last: u32, clause: &[Lit], superseded: &[Box<[Lit]>]) -> usize {
        if last == ALWAYS {
            self.solver.add(clause);
        } else {
            self.reserve(last);
            let guarded: Vec<Lit> = clause.iter().copied().chain([!self.switch(last)]).collect();
            self.solver.add(&guarded);
        }
        superseded.len()
    }

    fn solve_in(
        &mut self,
        frame: u32,
        assumptions: &[Lit],
        temporary: &[Lit],
        budget: &Budget,
    ) -> Answer {
        let mut all = std::mem::take(&mut self.assumptions);
        all.clear();
        if frame < self.switches {
            all.push(self.switch(frame));
        }
        // Clauses up to an earlier frame are off; there is none from the last switch on.
        if let Some(off) = frame.min(self.switches).checked_sub(1) {
            all.push(!self.switch(off));
        }
        all.extend_from_slice(assumptions);
        let answer = self.solver.solve_with(&all, temporary, budget);
        self.assumptions = all;
        answer
    }
}

impl<S: Solver> Solver for Switched<S> {
    fn add(&mut self, clause: &[Lit]) {
        self.solver.add(clause);
    }

    fn define(&mut self, var: Var, definition: &Cnf) {
        self.solver.define(var, definition);
    }

    fn solve_with(&mut self, assumptions: &[Lit], temporary: &[Lit], budget: &Budget) -> Answer {
        self.solve_in(ALWAYS, assumptions, temporary, budget)
    }

    fn value(&mut self, lit: Lit) -> bool {
        self.solver.value(lit)
    }

    fn failed(&mut self, lit: Lit) -> bool {
        self.solver.failed(lit)
    }

    fn limit_conflicts(&mut self, conflicts: u32) {
        self.solver.limit_conflicts(conflicts);
    }

    fn set_phase(&mut self, lit: Lit) {
        self.solver.set_phase(lit);
    }

    fn assigned(&self) -> u64 {
        self.solver.assigned()
    }
}
