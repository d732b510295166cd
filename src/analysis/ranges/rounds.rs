//! How often a loop is gone round at most: a counter that moves by a constant, and stays within
//! bounds, has no more values than these and the step leave.

use super::Ranges;
use crate::bv::{Node, Op, Term, TermStore};
use crate::cfa::{Cfa, Edge, Location};

impl Ranges {
    /// Whether every stretch in which no counter wraps around of a loop that is this one edge has at
    /// most so many rounds, as far as is known of its variables.
    pub fn has_few_rounds(&self, cfa: &Cfa, edge: &Edge, rounds: u128) -> bool {
        let Location::Block(block) = cfa.locations[edge.source] else { return false };
        let Some(Some(known)) = self.at.get(&block) else { return false };
        edge.update.iter().any(|&(var, after)| {
            let Some(step) = step(&cfa.terms, cfa.vars[var].term, after) else { return false };
            let known = known.iter().find(|known| known.0 == cfa.vars[var].value);
            known.is_some_and(|(_, known)| {
                let ((low, high), (least, most)) = (known.unsigned(), known.signed());
                (high - low).min(most.abs_diff(least)) / step < rounds
            })
        })
    }
}

/// By how much a variable moves, up or down, if that is a constant.
fn step(terms: &TermStore, var: Term, after: Term) -> Option<u128> {
    let is_sum = matches!(terms.node(after), Node::App(Op::Add, _));
    let other = match *terms.args(after) {
        [a, b] if is_sum && a == var => b,
        [a, b] if is_sum && b == var => a,
        _ => return None,
    };
    let up = terms.as_const(other)?;
    let mask = u128::MAX.checked_shr(128u32.checked_sub(up.width())?)?;
    let up = up.small()?;
    Some(up.min(up.wrapping_neg() & mask)).filter(|&step| step > 0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::analysis::domain::Known;
    use crate::cfa::{CfaVar, CfaVarId, LocationId};
    use crate::program::{BlockId, ValueId};
    use crate::support::IndexVec;

    #[test]
    fn rounds_are_counted_by_bounds_and_step() {
        let mut terms = TermStore::new();
        let x = terms.symbol("x", 8);
        let [up, down] = [3, 254].map(|step| {
            let step = terms.number(8, step);
            terms.app(Op::Add, &[x, step])
        });
        let copy = terms.symbol("y", 8);
        let vars = IndexVec::from_iter([CfaVar { term: x, value: ValueId(7) }]);
        let locations = IndexVec::from_iter([Location::Block(BlockId(5))]);
        let (inputs, edges) = (IndexVec::new(), IndexVec::new());
        let cfa = Cfa { terms, vars, inputs, locations, edges, entry: LocationId(0) };
        let few = |after: Term, known: Known, rounds: u128| {
            let at = BTreeMap::from([(BlockId(5), Some(vec![(ValueId(7), known)]))]);
            let edge = Edge {
                source: LocationId(0),
                target: LocationId(0),
                guard: vec![],
                update: vec![(CfaVarId(0), after)],
                blocks: vec![],
                iterations: None,
            };
            Ranges { at, goals: vec![] }.has_few_rounds(&cfa, &edge, rounds)
        };
        let bounds = Known::between(8, 10, 40).expect("a range");
        // Eleven values: 10, 13, …, 40.
        assert!(few(up, bounds, 11) && !few(up, bounds, 10));
        assert!(few(down, bounds, 16) && !few(down, bounds, 15));
        let signed = Known::signed_between(8, -4, 4).expect("a range");
        assert!(few(down, signed, 5) && !few(down, signed, 4));
        assert!(!few(copy, bounds, 1000) && !few(x, bounds, 1000));
    }
}
