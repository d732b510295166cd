//! Predicates, where they count, and Boolean combinations of them as decision diagrams.

use std::collections::BTreeSet;

use biodivine_lib_bdd::{Bdd, BddPointer, BddVariable, BddVariableSet};
use rustc_hash::FxHashMap;

use super::options::Scope;
use crate::bv::{Node, Op, Term, TermStore};
use crate::cfa::LocationId;
use crate::index_type;
use crate::support::index::Idx;
use crate::support::{IndexVec, StopReason};

index_type!(
    /// A predicate.
    pub struct PredicateId,
    "p"
);

/// All predicates.
pub struct Predicates {
    /// Truth values over the automaton's variables.
    all: IndexVec<PredicateId, Term>,
    known: FxHashMap<Term, PredicateId>,
    at: IndexVec<LocationId, BTreeSet<PredicateId>>,
    everywhere: BTreeSet<PredicateId>,
    variables: BddVariableSet,
}

impl Predicates {
    /// None, for an automaton of so many locations, and room for this many.
    pub fn new(locations: usize, most: u16) -> Self {
        Self {
            all: IndexVec::new(),
            known: FxHashMap::default(),
            at: IndexVec::filled(BTreeSet::new(), locations),
            everywhere: BTreeSet::new(),
            variables: BddVariableSet::new_anonymous(most),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// How many there are, each counted at each location that it was added for.
    pub fn placed(&self) -> usize {
        self.at.iter().map(BTreeSet::len).sum::<usize>() + self.everywhere.len()
    }

    /// The truth value that a predicate is.
    pub fn term(&self, id: PredicateId) -> Term {
        self.all[id]
    }

    /// Those that count at a location.
    pub fn at(&self, location: LocationId) -> BTreeSet<PredicateId> {
        &self.at[location] | &self.everywhere
    }

    /// How many count at a location.
    pub fn count(&self, location: LocationId) -> usize {
        self.at[location].union(&self.everywhere).count()
    }

    /// Lets `term`, or its negation, count at a location, unless it is constant.
    ///
    /// # Errors
    /// If there are too many.
    pub fn add(
        &mut self,
        terms: &TermStore,
        location: LocationId,
        scope: Scope,
        term: Term,
    ) -> Result<(), StopReason> {
        if let Some(id) = self.intern(terms, term)? {
            match scope {
                Scope::Location => self.at[location].insert(id),
                Scope::Program => self.everywhere.insert(id),
            };
        }
        Ok(())
    }

    /// The predicate that `term` or its negation is, which need not count anywhere; none if it is
    /// constant.
    ///
    /// # Errors
    /// If there are too many.
    pub fn intern(
        &mut self,
        terms: &TermStore,
        term: Term,
    ) -> Result<Option<PredicateId>, StopReason> {
        let term = match terms.node(term) {
            Node::App(Op::Not, args) => args[0],
            _ => term,
        };
        if terms.as_const(term).is_some() {
            return Ok(None);
        }
        if let Some(&id) = self.known.get(&term) {
            return Ok(Some(id));
        }
        let most = self.variables.num_vars();
        if self.all.len() == usize::from(most) {
            return Err(StopReason::Failure(format!("more than {most} predicates")));
        }
        let id = self.all.push(term);
        self.known.insert(term, id);
        Ok(Some(id))
    }

    /// Everything.
    pub fn top(&self) -> Bdd {
        self.variables.mk_true()
    }

    /// Nothing.
    pub fn bottom(&self) -> Bdd {
        self.variables.mk_false()
    }

    /// That a predicate has this value.
    pub fn literal(&self, id: PredicateId, value: bool) -> Bdd {
        self.variables.mk_literal(BddVariable::from_index(id.index()), value)
    }

    /// The predicates that a combination depends on.
    pub fn support(&self, of: &Bdd) -> Vec<Term> {
        let mut all: Vec<usize> = of.support_set().iter().map(|it| it.to_index()).collect();
        all.sort_unstable();
        all.into_iter().map(|it| self.all[PredicateId::from_index(it)]).collect()
    }

    /// A combination of predicates as a formula over the automaton's variables.
    pub fn formula(&self, terms: &mut TermStore, of: &Bdd) -> Term {
        let mut done: FxHashMap<BddPointer, Term> = FxHashMap::default();
        done.insert(BddPointer::zero(), terms.bool(false));
        done.insert(BddPointer::one(), terms.bool(true));
        // Children come before their parents.
        for node in of.pointers().filter(|node| !node.is_terminal()) {
            let predicate = self.all[PredicateId::from_index(of.var_of(node).to_index())];
            let [high, low] = [of.high_link_of(node), of.low_link_of(node)].map(|it| done[&it]);
            done.insert(node, terms.ite(predicate, high, low));
        }
        done[&of.root_pointer()]
    }
}
