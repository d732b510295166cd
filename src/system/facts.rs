//! What is known to hold at locations: as facts of a system, and in certificates.
//!
//! A fact that every run keeps excludes no run, so engines may use it; it excludes states
//! that no run reaches. Facts that multiply variables are left out of systems: bit-blasted
//! they cost more than they exclude.

use rustc_hash::FxHashMap;

use super::copy::Copier;
use super::{LocationInvariant, Origin, Restore, TransitionSystem};
use crate::bv::{SymbolId, Term, TermStore};
use crate::program::{BlockId, ValueId};

/// The system with those [`TransitionSystem::facts`] of `invariant` that stand at locations
/// of the system, and with conditions that are worth a name wherever they stand.
///
/// # Panics
/// If the encoding has a predecessor variable.
pub fn with_facts(
    system: &TransitionSystem,
    restore: &Restore,
    invariant: &LocationInvariant,
    conditions: &LocationInvariant,
) -> TransitionSystem {
    assert!(restore.predecessor.is_none(), "locations stand behind the phis of their blocks");
    let mut system = system.clone();
    let value = |state: &super::StateVar| match state.origin {
        Origin::Value(value) => Some((value, state.current)),
        Origin::Location | Origin::Predecessor | Origin::Foreign => None,
    };
    let values: FxHashMap<ValueId, Term> = system.states.iter().filter_map(value).collect();
    let symbols = invariant.symbols_for(&values);
    let counter = system.states[restore.counter].current;
    let mut copier = Copier::new(&invariant.terms, symbols).without_products();
    for (block, conjuncts) in &invariant.at {
        let Some(code) = restore.locations.get(block) else { continue };
        let code = system.terms.constant(code.clone());
        let here = system.terms.eq(counter, code);
        for &conjunct in conjuncts {
            if let Some(fact) = copier.copy(conjunct, &mut system.terms) {
                system.facts.push(system.terms.implies(here, fact));
            }
        }
    }
    let mut copier = Copier::new(&conditions.terms, conditions.symbols_for(&values));
    for &condition in conditions.at.values().flatten() {
        if let Some(condition) = copier.copy(condition, &mut system.terms)
            && !system.predicates.contains(&condition)
        {
            system.predicates.push(condition);
        }
    }
    system
}

impl LocationInvariant {
    /// Its conjuncts in other terms, each with its block, where these terms stand for values. Left
    /// out is what speaks of other values, or multiplies variables.
    pub fn copied(
        &self,
        terms: &mut TermStore,
        values: &FxHashMap<ValueId, Term>,
    ) -> Vec<(BlockId, Term)> {
        let mut copier = Copier::new(&self.terms, self.symbols_for(values)).without_products();
        let all = self.at.iter().flat_map(|(&block, all)| all.iter().map(move |&it| (block, it)));
        all.filter_map(|(block, it)| Some((block, copier.copy(it, terms)?))).collect()
    }

    /// For its symbols the terms that stand for their values elsewhere.
    fn symbols_for(&self, values: &FxHashMap<ValueId, Term>) -> FxHashMap<SymbolId, Term> {
        let known = |(&symbol, value): (&SymbolId, &ValueId)| Some((symbol, *values.get(value)?));
        self.symbols.iter().filter_map(known).collect()
    }

    /// Whether both are made of the same terms. Equivalent ones may be none.
    pub fn is_same(&self, other: &Self) -> bool {
        self.at == other.at && self.symbols == other.symbols && self.terms.is_same(&other.terms)
    }

    /// The conjunction with `other` at the blocks that have an entry here. Where both are
    /// invariants, `other` given this one, and every cycle passes such a block, the
    /// conjunction is inductive from one to the next of these blocks.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut both = self.clone();
        let mut values: FxHashMap<ValueId, Term> = FxHashMap::default();
        for (&symbol, &value) in &self.symbols {
            values.insert(value, self.terms.symbols()[symbol].term);
        }
        for (&symbol, &value) in &other.symbols {
            values.entry(value).or_insert_with(|| {
                let new = &other.terms.symbols()[symbol];
                let term = both.terms.symbol(new.name.clone(), new.sort);
                both.symbols.insert(both.terms.as_symbol(term).expect("just made"), value);
                term
            });
        }
        let mut copier = Copier::new(&other.terms, other.symbols_for(&values));
        for (block, conjuncts) in &mut both.at {
            for &conjunct in other.at.get(block).into_iter().flatten() {
                let copy = copier.copy(conjunct, &mut both.terms).expect("all symbols are known");
                if !conjuncts.contains(&copy) {
                    conjuncts.push(copy);
                }
            }
        }
        both
    }
}
