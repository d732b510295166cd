//! What an invariant says of single values at cut points: that some of their bits are
//! constants, or that no run gets there.
//!
//! Read are conjuncts of the forms `v = c`, `v & m = c`, `v < c` (unsigned: the bits above those
//! of c − 1 are 0), for truth values `v` and `!v`, and `false`, which the analysis of intervals
//! and known bits writes; others say nothing here.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::unrolled::Moment;
use crate::bv::{Node, Op, Term, TermStore, Value};
use crate::program::{BlockId, ValueId};
use crate::system::LocationInvariant;

/// For each block the values of which some bits are constants.
pub struct Fixed {
    at: BTreeMap<BlockId, Vec<FixedBits>>,
    /// Where no run gets.
    never: Vec<BlockId>,
}

/// `value & mask = ones`.
struct FixedBits {
    value: ValueId,
    mask: Value,
    ones: Value,
}

impl Fixed {
    /// Reads it off the conjuncts.
    pub fn new(invariant: &LocationInvariant) -> Self {
        let (mut at, mut never) = (BTreeMap::new(), vec![]);
        for (&block, conjuncts) in &invariant.at {
            let fixed = conjuncts.iter().filter_map(|&conjunct| fixed_bits(invariant, conjunct));
            at.insert(block, fixed.collect());
            let is_false =
                |&conjunct: &Term| invariant.terms.as_const(conjunct).is_some_and(Value::is_zero);
            if conjuncts.iter().any(is_false) {
                never.push(block);
            }
        }
        Self { at, never }
    }

    /// Writes the constants into the values at cut points where the invariant holds.
    pub fn apply(&self, now: &mut Moment, terms: &mut TermStore) {
        now.retain(|head, _| !self.never.contains(head));
        for (head, arrival) in now {
            for fixed in self.at.get(head).into_iter().flatten() {
                let Some(value) = arrival.values.get_mut(&fixed.value) else { continue };
                let mask = terms.constant(fixed.mask.clone());
                let rest = terms.app_verbatim(Op::Not, &[mask]);
                let ones = terms.constant(fixed.ones.clone());
                let rest = terms.app_verbatim(Op::And, &[*value, rest]);
                *value = terms.app_verbatim(Op::Or, &[rest, ones]);
            }
        }
    }
}

/// What a conjunct says of a value.
fn fixed_bits(invariant: &LocationInvariant, conjunct: Term) -> Option<FixedBits> {
    let terms = &invariant.terms;
    let (symbol, mask, ones) = match *terms.node(conjunct) {
        Node::Symbol(_) => (conjunct, Value::bool(true), Value::bool(true)),
        Node::App(Op::Not, _) => (terms.args(conjunct)[0], Value::bool(true), Value::bool(false)),
        // `v <= c` is written `v < c + 1`; no bits are above those of c.
        Node::App(Op::Ult, _) => {
            let &[symbol, bound] = terms.args(conjunct) else { return None };
            let bound = terms.as_const(bound).filter(|bound| !bound.is_zero())?;
            let most = bound.to_big() - BigUint::from(1u8);
            let low = (BigUint::from(1u8) << most.bits()) - BigUint::from(1u8);
            let width = terms.width(symbol);
            let mask = Value::ones(width).to_big() ^ low;
            (symbol, Value::from_big(width, &mask), Value::zero(width))
        }
        Node::App(Op::Eq, _) => {
            let (ones, masked) = constant_and_other(terms, conjunct)?;
            match *terms.node(masked) {
                Node::App(Op::And, _) => {
                    let (mask, symbol) = constant_and_other(terms, masked)?;
                    (symbol, mask, ones)
                }
                _ => (masked, Value::ones(terms.width(masked)), ones),
            }
        }
        _ => return None,
    };
    let value = *invariant.symbols.get(&terms.as_symbol(symbol)?)?;
    // A bit outside of the mask that must be 1 is a contradiction, and not of this form.
    let fits = ones.to_big() & mask.to_big() == ones.to_big();
    fits.then_some(FixedBits { value, mask, ones })
}

/// The operands of which one is a constant.
fn constant_and_other(terms: &TermStore, term: Term) -> Option<(Value, Term)> {
    let &[a, b] = terms.args(term) else { return None };
    match (terms.as_const(a), terms.as_const(b)) {
        (Some(constant), _) => Some((constant.clone(), b)),
        (_, Some(constant)) => Some((constant.clone(), a)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::*;
    use crate::bv::{Assignment, eval};
    use crate::certify::unrolled::Arrival;
    use crate::support::Random;

    /// A conjunct of one of the forms about a value at a block, with the symbol of the value.
    fn drawn(round: u64, rng: &mut Random) -> (LocationInvariant, Term) {
        let width = if round % 6 > 3 { 1 } else { 5 };
        let mut invariant = LocationInvariant::default();
        let terms = &mut invariant.terms;
        let symbol = terms.symbol("v", width);
        let [mask, bits] = [(); 2].map(|()| u128::from(rng.below(1 << width)));
        let constant = terms.number(width, bits & mask);
        let conjunct = match round % 6 {
            0 => terms.eq(symbol, constant),
            1 => {
                let mask = terms.number(width, mask);
                let masked = terms.and(symbol, mask);
                terms.eq(constant, masked)
            }
            2 | 3 => terms.app(Op::Ule, &[symbol, constant]),
            4 => symbol,
            _ => terms.not(symbol),
        };
        let id = terms.as_symbol(symbol).expect("it is one");
        invariant.symbols.insert(id, ValueId(0));
        invariant.at.insert(BlockId(0), vec![conjunct]);
        (invariant, symbol)
    }

    /// Values that satisfy a conjunct of any of the forms are as they were with the constants
    /// written in; and something is written in.
    #[test]
    fn constants_are_those_of_values_that_satisfy_the_conjunct() {
        let mut rng = Random::new(5);
        let mut read = 0;
        for round in 0..300 {
            let (invariant, symbol) = drawn(round, &mut rng);
            let conjunct = invariant.at[&BlockId(0)][0];
            let id = invariant.terms.as_symbol(symbol).expect("it is one");
            let width = invariant.terms.width(symbol);
            let Some(fixed) = fixed_bits(&invariant, conjunct) else { continue };
            read += 1;
            // The value as it is behind that, in a store that has the symbol too.
            let mut terms = invariant.terms.clone();
            let arrival = Arrival {
                at: terms.bool(true),
                values: [(ValueId(0), symbol)].into_iter().collect(),
            };
            let mut now = Moment::from([(BlockId(0), arrival)]);
            Fixed::new(&invariant).apply(&mut now, &mut terms);
            let written = now[&BlockId(0)].values[&ValueId(0)];
            let mut found = 0;
            for bits in 0..1u128 << width {
                let value = Value::new(width, bits);
                let values: Assignment = [(id, value.clone())].into_iter().collect();
                if eval(&terms, conjunct, &values).is_true() {
                    let [mask, ones] =
                        [&fixed.mask, &fixed.ones].map(|it| it.to_u128().expect("it is small"));
                    assert_eq!(bits & mask, ones, "{bits} in round {round}");
                    assert_eq!(eval(&terms, written, &values), value, "round {round}");
                    found += 1;
                }
            }
            assert!(found > 0, "round {round}");
        }
        assert!(read > 250, "only {read} conjuncts were read");
    }

    /// Where a conjunct is false no run is, and nowhere else.
    #[test]
    fn runs_are_not_where_nothing_holds() {
        let mut invariant = LocationInvariant::default();
        let no = invariant.terms.bool(false);
        let yes = invariant.terms.bool(true);
        invariant.at = [(BlockId(1), vec![yes, no]), (BlockId(2), vec![yes])].into();
        let mut terms = TermStore::new();
        let arrival = Arrival { at: terms.bool(true), values: FxHashMap::default() };
        let mut now: Moment = (0..4).map(|block| (BlockId(block), arrival.clone())).collect();
        Fixed::new(&invariant).apply(&mut now, &mut terms);
        assert_eq!(now.into_keys().collect::<Vec<_>>(), [0, 2, 3].map(BlockId));
    }
}
