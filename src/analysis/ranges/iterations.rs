//! How often a loop is gone round at most: a counter that moves by a constant, and can't wrap around
//! within its bounds, has no more values than these and the step leave.

use super::Known;
use super::Ranges;
use crate::bv::{Node, Op, Term, TermStore};
use crate::cfa::{Cfa, Edge, Location};

impl Ranges {
    /// Whether a loop that is this one edge has so many iterations at most, one after the
    /// other, as far as is known of its variables.
    pub fn has_few_iterations(&self, cfa: &Cfa, edge: &Edge, iterations: u128) -> bool {
        let Location::Block(block) = cfa.locations[edge.source] else { return false };
        let Some(Some(known)) = self.at.get(&block) else { return false };
        edge.update.iter().any(|&(var, after)| {
            let Some(step) = step(&cfa.terms, cfa.vars[var].term, after) else { return false };
            let known = known.iter().find(|known| known.0 == cfa.vars[var].value);
            known.is_some_and(|(_, known)| {
                most_iterations(known, step).is_some_and(|it| it <= iterations)
            })
        })
    }
}

/// How many values a number has that moves by a step within what is known of it, if it can't wrap
/// around there.
fn most_iterations(known: &Known, step: i128) -> Option<u128> {
    let any = Known::any(known.width());
    let iterations = |(low, high): (i128, i128), (least, most): (i128, i128)| {
        let end = if step > 0 { high } else { low }.checked_add(step)?;
        let stays = (least..=most).contains(&end);
        stays.then(|| high.abs_diff(low) / step.unsigned_abs() + 1)
    };
    let number = |bits| i128::try_from(bits).ok();
    let unsigned = |known: &Known| {
        let (low, high) = known.unsigned();
        number(low).zip(number(high))
    };
    let unsigned =
        unsigned(known).zip(unsigned(&any)).and_then(|(known, any)| iterations(known, any));
    let signed = iterations(known.signed(), any.signed());
    [unsigned, signed].into_iter().flatten().min()
}

/// By how much a variable moves, up or down, if that is a constant.
fn step(terms: &TermStore, var: Term, after: Term) -> Option<i128> {
    let is_sum = matches!(terms.node(after), Node::App(Op::Add, _));
    let other = match *terms.args(after) {
        [a, b] if is_sum && a == var => b,
        [a, b] if is_sum && b == var => a,
        _ => return None,
    };
    let up = terms.as_const(other)?;
    let unused = 128u32.checked_sub(up.width())?;
    let step = (up.small()? << unused).cast_signed() >> unused;
    (step != 0).then_some(step)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::cfa::{CfaVar, CfaVarId, LocationId};
    use crate::program::{BlockId, ValueId};
    use crate::support::IndexVec;

    #[test]
    fn iterations_are_counted_by_bounds_and_step() {
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
        let few = |after: Term, known: Known, iterations: u128| {
            let at = BTreeMap::from([(BlockId(5), Some(vec![(ValueId(7), known)]))]);
            let edge = Edge {
                source: LocationId(0),
                target: LocationId(0),
                guard: vec![],
                update: vec![(CfaVarId(0), after)],
                blocks: vec![],
                iterations: None,
            };
            Ranges { at, ..Ranges::default() }.has_few_iterations(&cfa, &edge, iterations)
        };
        let bounds = Known::between(8, 10, 40).expect("a range");
        // Eleven values: 10, 13, …, 40.
        assert!(few(up, bounds, 11) && !few(up, bounds, 10));
        assert!(few(down, bounds, 16) && !few(down, bounds, 15));
        let signed = Known::signed_between(8, -4, 4).expect("a range");
        assert!(few(down, signed, 5) && !few(down, signed, 4));
        assert!(!few(copy, bounds, 1000) && !few(x, bounds, 1000));
        // 253 + 3 wraps around, and so does 1 − 2.
        assert!(few(up, Known::between(8, 10, 252).expect("a range"), 81));
        assert!(!few(up, Known::between(8, 10, 253).expect("a range"), 1000));
        assert!(!few(down, Known::between(8, 1, 255).expect("a range"), 1000));
    }
}
