//! The types: DimSpec, model, bit-level trace.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::cnf::{Cnf, Lit, Var};

/// Four CNFs: `F_k = I(0) ∧ ⋀_{i<k} (U(i) ∧ T(i,i+1)) ∧ U(k) ∧ G(k)`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DimSpec {
    /// Variables of one state, numbered 1 to this.
    pub num_vars: u32,
    /// Holds in the first state.
    pub init: Cnf,
    /// Holds in every state.
    pub universal: Cnf,
    /// Holds in the last state.
    pub goal: Cnf,
    /// Holds between neighbours; `num_vars + j` is variable `j` one step later.
    pub trans: Cnf,
}

/// What an engine works on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Model {
    /// I, U, T; its G is the disjunction of all goals.
    pub spec: DimSpec,
    /// The goals, each decided on its own. A foreign file has one.
    pub goals: Vec<Goal>,
    /// What is known of the structure.
    pub structure: Structure,
    /// A literal from which on no further goal can become true, if one is known (see
    /// [`crate::system::TransitionSystem::terminated`]). A hint for searches.
    pub terminated: Option<Lit>,
    /// Clauses over the variables of one state that hold in every state of every run (see
    /// [`crate::system::TransitionSystem::facts`]). U doesn't contain them: an engine may
    /// leave out states that contradict them, and a step from a state that doesn't may
    /// still lead to one that does.
    pub facts: Cnf,
    /// Variables whose value only those that carry state determine, and which mean something:
    /// cubes and lemmas may speak of them.
    pub predicates: Vec<Var>,
    /// Which of the variables that carry state are bits of one word, as far as it is known.
    /// A hint for searches.
    pub words: Vec<Word>,
}

/// A word of the state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// Whether it says where the program is.
    pub is_location: bool,
    /// Its bits that have variables of their own, from low to high.
    pub bits: Vec<Var>,
}

/// A goal condition: a conjunction of clauses over the variables of one state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goal {
    /// Name for reports: the check's text, or `goal`.
    pub name: String,
    /// Its clauses; for our own systems one unit clause whose literal U defines.
    pub clauses: Cnf,
}

/// What is known of a model beyond its clauses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Structure {
    /// Nothing: T may be partial and non-deterministic, any variable may carry state.
    Relational,
    /// Built by us so that, for given state bits and input bits, U and T have exactly
    /// one model: every other variable of the state and the state bits of the next
    /// state are functions of them. Then lifting by unsatisfiable cores is sound and
    /// cubes need only state bits.
    Functional {
        /// The variables that carry state.
        state: Vec<Var>,
        /// The variables that are arbitrary in each step.
        inputs: Vec<Var>,
    },
}

/// Full assignments, one per step: `states[k][v - 1]` is variable `v` in step `k`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BitTrace {
    /// The states from the first to the goal.
    pub states: Vec<Vec<bool>>,
}

impl Model {
    /// The model without the states that contradict the facts: they are in U.
    pub fn with_facts(&self) -> Cow<'_, Model> {
        if self.facts.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut all = Model { facts: Cnf::new(), ..self.clone() };
        all.spec.universal.extend(self.facts.iter());
        Cow::Owned(all)
    }

    /// The model without the states that contradict these clauses, too: they are in U.
    pub fn given(&self, clauses: &[Vec<Lit>]) -> Cow<'_, Model> {
        if clauses.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut given = self.clone();
        given.spec.universal.extend(clauses.iter().map(Vec::as_slice));
        Cow::Owned(given)
    }
}

impl DimSpec {
    /// The variables that I mentions, or T in the next state, in order. A state may take
    /// the place of another that agrees with it in these: it is initial if that is, and
    /// comes after what that comes after.
    pub fn latches(&self) -> Vec<Var> {
        let mut is_latch = vec![false; self.num_vars as usize + 1];
        self.init.iter().flatten().for_each(|lit| is_latch[lit.var().0 as usize] = true);
        for lit in self.trans.iter().flatten().filter(|lit| lit.var().0 > self.num_vars) {
            is_latch[(lit.var().0 - self.num_vars) as usize] = true;
        }
        (1..=self.num_vars).map(Var).filter(|var| is_latch[var.0 as usize]).collect()
    }

    /// `literal` one step later.
    pub fn prime(&self, literal: Lit) -> Lit {
        literal.shift(self.num_vars)
    }
}

impl BitTrace {
    /// Whether `literal` holds in step `step`.
    pub fn holds(&self, step: usize, literal: Lit) -> bool {
        self.states[step][literal.var().0 as usize - 1] == literal.is_positive()
    }
}
