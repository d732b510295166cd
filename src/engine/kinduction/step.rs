//! The step case: can k steps from an arbitrary state lead to a goal for the first time?
//!
//! One solver for all k. It holds k + 1 frames of the unrolling without I. Of each goal a
//! switch says that it does not hold in any frame before the last; a query turns the
//! switch of its goal on and asks for the goal in the last frame.
//!
//! Settled states are left out before the last frame, since no run goes from there to a
//! goal. With simple paths the k states before the steps must differ pairwise. That is
//! said only of pairs that a model was seen to repeat, as Eén and Sörensson do; most never
//! are. States are compared in the variables that I mentions or T in the next state: with
//! those equal, what follows the later one can follow the earlier one as well.

use rustc_hash::FxHashMap;

use super::super::unroll::circuit::constant;
use super::super::unroll::frames::Frames;
use super::super::unroll::plan::Plan;
use super::super::unroll::search::why_interrupted;
use crate::cnf::{Cnf, Lit, Var};
use crate::dimspec::{DimSpec, Model};
use crate::sat::{Answer, Solver};
use crate::support::{Budget, StopReason};

/// The frames from an arbitrary state on.
pub struct Step {
    model: Model,
    frames: Frames,
    /// For each goal what turns on that it doesn't hold earlier.
    switches: Vec<Lit>,
    /// For each goal its condition in the last frame.
    conditions: Vec<Lit>,
    /// The variables in which states differ if they do.
    compared: Vec<Var>,
    /// With simple paths: for each frame but the last the literals of those variables.
    states: Option<Vec<Vec<Lit>>>,
}

impl Step {
    /// A single frame: any state that satisfies U.
    pub fn new(model: Model, simple_path: bool, solver: Box<dyn Solver>) -> Self {
        let spec = DimSpec { init: Cnf::new(), ..model.spec.clone() };
        let anywhere = Model { spec, ..model.clone() };
        let mut frames = Frames::new(Plan::new(&anywhere), model.terminated, solver);
        if !simple_path {
            let goals: Vec<&Cnf> = model.goals.iter().map(|goal| &goal.clauses).collect();
            frames.focus(&goals);
        }
        frames.extend();
        let switches = model.goals.iter().map(|_| frames.circuit.fresh()).collect();
        let conditions = model.goals.iter().map(|goal| frames.condition(&goal.clauses)).collect();
        let (compared, states) = (model.spec.latches(), simple_path.then(Vec::new));
        Self { model, frames, switches, conditions, compared, states }
    }

    /// Why a query was interrupted.
    pub fn why_interrupted(&self, budget: &Budget) -> StopReason {
        why_interrupted(&*self.frames.circuit.solver, budget)
    }

    /// Number of clauses so far.
    pub fn clauses(&self) -> u64 {
        self.frames.circuit.clauses()
    }

    /// Adds a frame; what was the last one is now one before it. From now on only the
    /// goals in `open` may be asked for.
    pub fn extend(&mut self, open: &[usize]) {
        for &goal in open {
            self.frames.circuit.assert([!self.switches[goal], !self.conditions[goal]]);
        }
        self.frames.forbid_terminated();
        if let Some(states) = &mut self.states {
            states.push(self.frames.literals(&self.compared));
        }
        self.frames.extend();
        for &goal in open {
            self.conditions[goal] = self.frames.condition(&self.model.goals[goal].clauses);
        }
    }

    /// Whether the goal can hold in the last frame and in none before.
    pub fn reaches(&mut self, goal: usize, budget: &Budget) -> Answer {
        let switch = self.switches[goal];
        let condition = self.frames.circuit.simplify(self.conditions[goal]);
        if condition == constant(false) || self.frames.circuit.contradiction() {
            return Answer::Unsat;
        }
        let query = [switch, condition];
        let query = if condition == constant(true) { &query[..1] } else { &query };
        loop {
            let answer = self.frames.circuit.solver.solve(query, budget);
            if answer != Answer::Sat || !self.exclude_repetitions() {
                return answer;
            }
        }
    }

    /// Adds for each two states that the solver's model has the same that they differ.
    /// Returns whether there are any.
    fn exclude_repetitions(&mut self) -> bool {
        let Some(states) = &self.states else { return false };
        let solver = &mut self.frames.circuit.solver;
        let mut value = |lit: &Lit| match lit.var() {
            Var(0) => lit.is_positive(),
            _ => solver.value(*lit),
        };
        let mut seen: FxHashMap<Vec<bool>, usize> = FxHashMap::default();
        let mut pairs = Vec::new();
        for (place, state) in states.iter().enumerate() {
            let values: Vec<bool> = state.iter().map(&mut value).collect();
            if let Some(earlier) = seen.insert(values, place) {
                pairs.push((earlier, place));
            }
        }
        for &(earlier, later) in &pairs {
            let bits: Vec<Lit> = states[earlier]
                .iter()
                .zip(&states[later])
                .map(|(&a, &b)| self.frames.circuit.xor(a, b))
                .collect();
            self.frames.circuit.assert(bits);
        }
        !pairs.is_empty()
    }
}
