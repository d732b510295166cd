//! What is known of values, as formulas.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::needed::Place;
use super::{Analysis, Ranges};
use crate::analysis::houdini::Conjuncts;
use crate::bounds::Known;
use crate::bv::{Op, Term, TermStore};
use crate::cfa::{Cfa, Location};
use crate::program::{BlockId, ValueId};
use crate::support::IndexVec;
use crate::system::LocationInvariant;

impl Ranges {
    /// Adds what filters keep.
    pub(super) fn add_sums(&self, invariant: &mut LocationInvariant) {
        let LocationInvariant { terms, symbols, at } = invariant;
        let of_values: FxHashMap<ValueId, Term> =
            symbols.iter().map(|(&symbol, &value)| (value, terms.symbols()[symbol].term)).collect();
        for (block, conjuncts) in at {
            for (sum, known) in self.filters.sums(terms, *block, &of_values) {
                conjuncts.extend(self::conjuncts(terms, sum, &known));
            }
        }
    }

    /// What is known at the locations of an automaton of the same program.
    pub fn conjuncts(&self, terms: &mut TermStore, cfa: &Cfa) -> Conjuncts {
        let vars: FxHashMap<ValueId, Term> =
            cfa.vars.iter().map(|var| (var.value, var.term)).collect();
        let mut all = IndexVec::filled(Vec::new(), cfa.locations.len());
        for (id, location) in cfa.locations.iter_enumerated() {
            let Location::Block(block) = location else { continue };
            match self.at.get(block) {
                None => {}
                // What is known behind edges that start here relies on it.
                Some(None) => all[id].push(terms.bool(false)),
                Some(Some(values)) => {
                    for (value, known) in values {
                        if let Some(&term) = vars.get(value) {
                            all[id].extend(conjuncts(terms, term, known));
                        }
                    }
                }
            }
        }
        all
    }
}

/// An invariant of what is known at those places that are heads of loops.
pub fn invariant(analysis: &Analysis<'_>, places: &[Place]) -> LocationInvariant {
    let cfa = analysis.cfa;
    let mut terms = cfa.terms.clone();
    let mut at: BTreeMap<BlockId, Vec<Term>> = BTreeMap::new();
    for (location, _) in analysis.is_head.iter_enumerated().filter(|(_, head)| **head) {
        let Location::Block(block) = cfa.locations[location] else { continue };
        let here = at.entry(block).or_default();
        if location == cfa.entry {
            continue;
        }
        match &analysis.states[location] {
            None => {
                // It needs an entry only if an edge that can't be taken leads there.
                let never = Place { location, var: None };
                if places.contains(&never) {
                    here.push(terms.bool(false));
                }
            }
            Some(state) => {
                let mut known: Vec<_> = places
                    .iter()
                    .filter(|place| place.location == location)
                    .filter_map(|place| Some((place.var?, state.get(&place.var?)?)))
                    .collect();
                known.sort_unstable_by_key(|(var, _)| *var);
                for (var, known) in known {
                    here.extend(conjuncts(&mut terms, cfa.vars[var].term, known));
                }
            }
        }
    }
    let symbol = |var: &crate::cfa::CfaVar| Some((cfa.terms.as_symbol(var.term)?, var.value));
    let symbols: FxHashMap<_, _> = cfa.vars.iter().filter_map(symbol).collect();
    LocationInvariant { terms, symbols, at }
}

/// What is known of `term`, as few formulas as say it.
pub fn conjuncts(terms: &mut TermStore, term: Term, known: &Known) -> Vec<Term> {
    let width = known.width();
    if let Some(bits) = known.value() {
        let constant = terms.number(width, bits);
        return vec![terms.eq(term, constant)];
    }
    let any = Known::any(width);
    let (low, high) = known.unsigned();
    let (least, most) = known.signed();
    let (ones, unknown) = known.known_bits();
    let parts = [
        Known::between(width, low, any.unsigned().1),
        Known::between(width, 0, high),
        Known::signed_between(width, least, any.signed().1),
        Known::signed_between(width, any.signed().0, most),
        Some(Known::bits(width, ones, unknown)),
    ];
    // Those go that the others imply, bits first.
    let mut kept = [true; 5];
    for place in [4, 0, 2, 3, 1] {
        kept[place] = false;
        let mut rest = parts.iter().zip(kept).filter(|(_, kept)| *kept);
        let rest = rest.try_fold(any, |all, (part, _)| all.meet(part.as_ref()?));
        kept[place] = rest.is_none_or(|rest| rest != *known);
    }
    let mut all = Vec::new();
    let order = |terms: &mut TermStore, op: Op, bits: u128, below: bool| {
        let constant = terms.number(width, bits);
        let args = if below { [constant, term] } else { [term, constant] };
        terms.app(op, &args)
    };
    if kept[0] {
        all.push(order(terms, Op::Ule, low, true));
    }
    if kept[1] {
        all.push(order(terms, Op::Ule, high, false));
    }
    if kept[2] {
        all.push(order(terms, Op::Sle, least as u128, true));
    }
    if kept[3] {
        all.push(order(terms, Op::Sle, most as u128, false));
    }
    if kept[4] {
        let known = terms.number(width, !unknown);
        let ones = terms.number(width, ones);
        let bits = terms.and(term, known);
        all.push(terms.eq(bits, ones));
    }
    all
}
