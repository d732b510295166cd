//! The transition system over bit-vector terms, and the answers about it.
//!
//! A [`TransitionSystem`] is the paper's I, U, G, T before bit-blasting, with one bad
//! condition per goal. [`Trace`] and [`Certificate`] speak of the
//! [`crate::program::Program`]: they are what an answer becomes before it is checked.
//!
//! Deliberately absent: how a program becomes a system (`encode`), bits (`aig`).

mod answer;
mod copy;
mod facts;
mod floats;
mod invariant;
mod locations;
pub mod predicates;
mod restore;

use crate::bv::{Term, TermStore};
use crate::index_type;
use crate::program::{GoalId, ValueId};
use crate::support::IndexVec;

pub use facts::with_facts;

pub use answer::{Accelerated, Certificate, LocationInvariant, Step, Trace};

pub use locations::Locations;

pub use restore::{ProofLit, Restore, RestoreError, StateLit, WordState};

index_type!(
    /// A state variable of a [`TransitionSystem`].
    pub struct StateId,
    "x"
);

/// A symbolic transition system I, U, G, T over bit-vectors.
#[derive(Clone, Debug)]
pub struct TransitionSystem {
    /// The terms of everything below.
    pub terms: TermStore,
    /// State variables.
    pub states: IndexVec<StateId, StateVar>,
    /// Symbols that are arbitrary in each step.
    pub inputs: Vec<Term>,
    /// Conjuncts over current-state symbols that hold in the first state (I).
    pub init: Vec<Term>,
    /// Conjuncts over current-state symbols that hold in every state (U).
    pub universal: Vec<Term>,
    /// The step (T).
    pub transition: Transition,
    /// What must not be reached; G is the disjunction.
    pub bad: Vec<Bad>,
    /// A condition over current-state symbols from which on no bad condition can become
    /// true that is not true already, if one is known: where the path has ended. A hint
    /// for searches; nothing that is claimed to hold may depend on it.
    pub terminated: Option<Term>,
    /// Conjuncts over current-state symbols that are known to hold in every state of every
    /// run. They are no part of the system: it has the same runs without them. Who proves
    /// something with their help must say so.
    pub facts: Vec<Term>,
    /// Conditions over current-state symbols that are worth a name: proofs may speak of them
    /// ([`predicates::comparisons`]). They are no part of the system either.
    pub predicates: Vec<Term>,
}

impl TransitionSystem {
    /// Makes one bad condition of all, if there are any, for tools that answer for one only.
    pub fn join_goals(&mut self) {
        if self.bad.is_empty() {
            return;
        }
        let goals = self.bad.iter().flat_map(|bad| bad.goals.iter().copied()).collect();
        let condition = self.terms.disjunction(self.bad.iter().map(|bad| bad.condition));
        self.bad = vec![Bad { goals, condition }];
    }
}

/// A bad condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bad {
    /// The goals of the program that it stands for: one in the automaton encoding, all
    /// in the paper's, which has a single error block.
    pub goals: Vec<GoalId>,
    /// Condition over current-state symbols.
    pub condition: Term,
}

/// How a step is described.
#[derive(Clone, Debug)]
pub enum Transition {
    /// Conjuncts over current-state, next-state and input symbols.
    Relation(Vec<Term>),
    /// For each state variable its next value, over current-state and input symbols:
    /// total and deterministic for given inputs.
    Functional(IndexVec<StateId, Term>),
}

/// A state variable.
#[derive(Clone, Debug)]
pub struct StateVar {
    /// Name, unique in its system.
    pub name: String,
    /// Its symbol in the current state.
    pub current: Term,
    /// Its symbol in the next state.
    pub next: Term,
    /// What it stands for.
    pub origin: Origin,
}

/// What a state variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The program counter (the paper's `curr`).
    Location,
    /// The block control came from (the paper's `pred`).
    Predecessor,
    /// The last value of an SSA value.
    Value(ValueId),
    /// Something that a file from elsewhere declares.
    Foreign,
}
