//! What engines decide goals of: a model in bits, or the automaton of a program.

use serde::{Deserialize, Serialize};

use crate::bv::{Term, TermStore};
use crate::cfa::{Cfa, LocationId};
use crate::dimspec::Model;
use crate::support::IndexVec;

/// What an engine is given.
#[derive(Clone, Copy, Debug, Serialize)]
pub enum Subject<'a> {
    /// Bits.
    Model(&'a Model),
    /// Words.
    Automaton(&'a Automaton),
}

/// The same with the value itself; one is read as what the other was written as.
#[derive(Clone, Debug, Deserialize)]
pub enum Given {
    /// Bits.
    Model(Box<Model>),
    /// Words.
    Automaton(Box<Automaton>),
}

/// An automaton, and what is asked of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Automaton {
    /// The automaton. Each of its edges is one block of the engine. Guards may say what is known to
    /// hold wherever the edge leaves: proofs may take that for granted.
    pub cfa: Cfa,
    /// For each goal where it is; none if no path leads there.
    pub goals: Vec<Option<LocationId>>,
    /// Truth values over the automaton's variables that may hold where they stand: a hint.
    pub hints: Vec<(LocationId, Term)>,
}

impl Automaton {
    /// The hints by location.
    pub fn hints(&self) -> IndexVec<LocationId, Vec<Term>> {
        let mut all = IndexVec::filled(vec![], self.cfa.locations.len());
        self.hints.iter().for_each(|&(location, hint)| all[location].push(hint));
        all
    }
}

/// A formula for each location, over the automaton's variables; one that is not named can't be
/// reached.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Formulas {
    /// The terms: those of the automaton, and more.
    pub terms: TermStore,
    /// Truth values that hold there.
    pub at: Vec<(LocationId, Term)>,
}

impl PartialEq for Formulas {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && self.terms.is_same(&other.terms)
    }
}

impl Eq for Formulas {}

impl<'a> Subject<'a> {
    /// How many goals it has.
    pub fn goals(self) -> usize {
        match self {
            Self::Model(model) => model.goals.len(),
            Self::Automaton(automaton) => automaton.goals.len(),
        }
    }

    /// The model, if it is one.
    pub fn model(self) -> Option<&'a Model> {
        match self {
            Self::Model(model) => Some(model),
            Self::Automaton(_) => None,
        }
    }

    /// A copy.
    pub fn cloned(self) -> Given {
        match self {
            Self::Model(model) => Given::Model(Box::new(model.clone())),
            Self::Automaton(automaton) => Given::Automaton(Box::new(automaton.clone())),
        }
    }
}

impl<'a> From<&'a Model> for Subject<'a> {
    fn from(model: &'a Model) -> Self {
        Self::Model(model)
    }
}

impl Given {
    /// As it is handed on.
    pub fn subject(&self) -> Subject<'_> {
        match self {
            Self::Model(model) => Subject::Model(model),
            Self::Automaton(automaton) => Subject::Automaton(automaton),
        }
    }
}
