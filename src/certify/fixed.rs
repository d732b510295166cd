//! What an invariant says of single values at cut points: that some of their bits are
//! constants, or that no run gets there.
//!
//! Read are conjuncts of the forms `v = c`, `v & m = c` and `false`, which the analysis of
//! intervals and known bits writes; others say nothing here.

use std::collections::BTreeMap;

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
    let is_app =
        |term: Term, wanted: Op| matches!(terms.node(term), Node::App(op, _) if *op == wanted);
    if !is_app(conjunct, Op::Eq) {
        return None;
    }
    let (ones, masked) = constant_and_other(terms, conjunct)?;
    let all = || Value::ones(terms.width(masked));
    let (mask, symbol) = match is_app(masked, Op::And) {
        true => constant_and_other(terms, masked)?,
        false => (all(), masked),
    };
    let value = *invariant.symbols.get(&terms.as_symbol(symbol)?)?;
    // A bit outside the mask that must be 1 is a contradiction, and not of this form.
    let outside = ones.to_big() & (all().to_big() ^ mask.to_big());
    (outside == Default::default()).then_some(FixedBits { value, mask, ones })
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
