//! Paths of the automaton as formulas: whether a path can be taken, with which inputs, and if not,
//! which of its conditions contradict each other.

use rustc_hash::FxHashMap;

use super::solver::Words;
use super::space::Space;
use crate::bv::{Substitution, Term, Value};
use crate::cfa::{CfaVarId, EdgeId, Stride};
use crate::cnf::Lit;
use crate::support::StopReason;
use crate::support::index::Idx;

/// A path from the entry.
pub struct Path {
    /// Its edges.
    pub edges: Vec<EdgeId>,
    /// After each number of steps what the variables are, in terms of what they were before the
    /// first step and of the inputs of each step.
    pub states: Vec<FxHashMap<CfaVarId, Term>>,
    /// For each step the conjuncts of its guard, in the same terms, with their places in it.
    guards: Vec<Vec<(usize, Term)>>,
}

/// Conditions that contradict each other, each by its step and its place in the edge's guard.
pub type Core = Vec<(usize, usize)>;

/// Whether a path can be taken.
pub enum Taken {
    /// With these inputs.
    Yes(Vec<Stride>),
    /// Because of these conditions.
    No(Core),
}

impl Path {
    /// The path along these edges.
    pub fn new(space: &mut Space<'_>, edges: Vec<EdgeId>) -> Self {
        let cfa = space.cfa;
        let first = cfa.vars.indices().map(|var| (var, space.first(var))).collect();
        let mut states: Vec<FxHashMap<CfaVarId, Term>> = vec![first];
        let mut guards = vec![];
        for (step, &edge) in edges.iter().enumerate() {
            let mut now = Substitution::new();
            for (&var, &value) in &states[step] {
                now.replace(cfa.vars[var].term, value);
            }
            for input in space.reads(edge) {
                let symbol = space.step(step, input);
                now.replace(cfa.inputs[input], symbol);
            }
            let edge = &cfa.edges[edge];
            let mut guard = vec![];
            for (place, &conjunct) in edge.guard.iter().enumerate() {
                guard.push((place, now.apply(&mut space.terms, conjunct)));
            }
            let mut state = states[step].clone();
            for &(var, value) in &edge.update {
                state.insert(var, now.apply(&mut space.terms, value));
            }
            guards.push(guard);
            states.push(state);
        }
        Self { edges, states, guards }
    }

    /// The condition of a core, in terms of the first state and the inputs.
    pub fn condition(&self, (step, place): (usize, usize)) -> Term {
        self.guards[step][place].1
    }

    /// Whether it can be taken.
    ///
    /// # Errors
    /// If the budget is over.
    pub fn taken(&self, space: &mut Space<'_>) -> Result<Taken, StopReason> {
        // What is asked of one path helps with no other.
        let mut words = Words::new(&space.budget);
        let mut assumed: Vec<(Lit, (usize, usize))> = vec![];
        for (step, guard) in self.guards.iter().enumerate() {
            for &(place, condition) in guard {
                assumed.push((words.lit(&space.terms, condition), (step, place)));
            }
        }
        let lits: Vec<Lit> = assumed.iter().map(|it| it.0).collect();
        Ok(match words.contradiction(&[], &lits)? {
            Some(core) => Taken::No(core.into_iter().map(|place| assumed[place].1).collect()),
            None => Taken::Yes(self.strides(space, &mut words)),
        })
    }

    fn strides(&self, space: &mut Space<'_>, words: &mut Words) -> Vec<Stride> {
        let mut strides = vec![];
        for (step, &edge) in self.edges.iter().enumerate() {
            let inputs = space.cfa.inputs.iter();
            let mut inputs: Vec<Value> =
                inputs.map(|&input| Value::zero(space.terms.width(input))).collect();
            for input in space.reads(edge) {
                let term = space.step(step, input);
                let symbol = space.terms.as_symbol(term).expect("inputs are symbols");
                let width = space.terms.width(term);
                inputs[input.index()] = words.value(symbol, width);
            }
            strides.push(Stride { edge, inputs });
        }
        strides
    }
}
