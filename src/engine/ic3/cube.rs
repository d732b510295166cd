//! Cubes: conjunctions of literals over latches and predicates, sorted by literal.
//!
//! A cube stands for the set of states in it; its negation is a clause (a lemma).

use std::rc::Rc;

use crate::cnf::Lit;

/// A cube with a signature that rules out most subsumption tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cube {
    lits: Rc<[Lit]>,
    signature: u64,
}

impl Cube {
    pub fn new(mut lits: Vec<Lit>) -> Self {
        lits.sort_unstable();
        lits.dedup();
        let signature = lits.iter().fold(0, |bits, lit| bits | 1 << (lit.code() % 64));
        Cube { lits: lits.into(), signature }
    }

    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// Whether every literal of this cube is in `other`: each state of `other` is in
    /// this cube, so the lemma of this cube implies the lemma of `other`.
    pub fn subsumes(&self, other: &Cube) -> bool {
        if self.signature & !other.signature != 0 || self.lits.len() > other.lits.len() {
            return false;
        }
        let mut rest = other.lits.iter();
        self.lits.iter().all(|lit| rest.by_ref().find(|&other| other >= lit) == Some(lit))
    }

    /// The negation.
    pub fn clause(&self) -> impl Iterator<Item = Lit> + '_ {
        self.lits.iter().map(|&lit| !lit)
    }
}
