//! Which state variables a location or what follows it still reads: invariants about
//! others would be of no use.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Cfa, CfaVarId, EdgeId, LocationId};
use crate::bv::{SymbolId, Term, TermStore};
use crate::support::IndexVec;

/// For each location the state variables whose value matters there, in order.
pub fn live(cfa: &Cfa) -> IndexVec<LocationId, Vec<CfaVarId>> {
    let vars: FxHashMap<SymbolId, CfaVarId> = cfa
        .vars
        .iter_enumerated()
        .filter_map(|(id, var)| Some((cfa.terms.as_symbol(var.term)?, id)))
        .collect();
    let read = |roots: &[Term]| -> Vec<CfaVarId> {
        let symbols = symbols(&cfa.terms, roots);
        symbols.iter().filter_map(|symbol| vars.get(symbol).copied()).collect()
    };
    // What an edge's guard reads, and what each of its updates does.
    let guards: IndexVec<EdgeId, Vec<CfaVarId>> =
        cfa.edges.iter().map(|edge| read(&edge.guard)).collect();
    let updates: IndexVec<EdgeId, FxHashMap<CfaVarId, Vec<CfaVarId>>> = cfa
        .edges
        .iter()
        .map(|edge| edge.update.iter().map(|&(var, value)| (var, read(&[value]))).collect())
        .collect();
    let mut live: IndexVec<LocationId, FxHashSet<CfaVarId>> =
        IndexVec::filled(FxHashSet::default(), cfa.locations.len());
    for (id, edge) in cfa.edges.iter_enumerated() {
        live[edge.source].extend(&guards[id]);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (id, edge) in cfa.edges.iter_enumerated() {
            let after: Vec<CfaVarId> = live[edge.target].iter().copied().collect();
            for var in after {
                let kept = [var];
                for &before in updates[id].get(&var).map_or(&kept[..], Vec::as_slice) {
                    changed |= live[edge.source].insert(before);
                }
            }
        }
    }
    let sorted = |set: &FxHashSet<CfaVarId>| {
        let mut all: Vec<CfaVarId> = set.iter().copied().collect();
        all.sort_unstable();
        all
    };
    live.iter().map(sorted).collect()
}

/// The symbols that terms mention.
pub fn symbols(terms: &TermStore, roots: &[Term]) -> FxHashSet<SymbolId> {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack = roots.to_vec();
    let mut symbols = FxHashSet::default();
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            symbols.extend(terms.as_symbol(term));
            stack.extend(terms.args(term));
        }
    }
    symbols
}
