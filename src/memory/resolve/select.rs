//! Selection by address: one of several values, or the bits that say which.
//!
//! Both go down a binary trie over the bits in which the keys differ, so `n` keys cost
//! about `n` operations on single bits and no comparison. What comes out for a key that is
//! none of those is not specified.

use super::ssa::Writer;
use crate::bv::{Op, Value};
use crate::program::Operand;

/// The value whose key is that of `key`; the items are sorted, and there is one.
pub(super) fn select(writer: &mut Writer, key: &Operand, items: &[(u128, Operand)]) -> Operand {
    let (first, last) = (&items[0], &items[items.len() - 1]);
    if items.iter().all(|item| item.1 == first.1) {
        return first.1.clone();
    }
    let (bit, middle) = split(items.iter().map(|item| item.0), first.0, last.0);
    let cond = writer.apply(Op::Extract { high: bit, low: bit }, std::slice::from_ref(key));
    // A constant key goes down one side only.
    if let Operand::Const(value) = &cond {
        let side = if value.is_true() { &items[middle..] } else { &items[..middle] };
        return select(writer, key, side);
    }
    let high = select(writer, key, &items[middle..]);
    let low = select(writer, key, &items[..middle]);
    writer.apply(Op::Ite, &[cond, high, low])
}

/// For each of the sorted keys the bit that says whether it is that of `key`.
pub(super) fn decode(writer: &mut Writer, key: &Operand, keys: &[u128]) -> Vec<Operand> {
    let mut hits = Vec::with_capacity(keys.len());
    if !keys.is_empty() {
        descend(writer, key, keys, Operand::Const(Value::one(1)), &mut hits);
    }
    hits
}

fn descend(w: &mut Writer, key: &Operand, keys: &[u128], here: Operand, hits: &mut Vec<Operand>) {
    let [first, .., last] = *keys else {
        hits.push(here);
        return;
    };
    if here == Operand::Const(Value::zero(1)) {
        hits.extend(keys.iter().map(|_| here.clone()));
        return;
    }
    let (bit, middle) = split(keys.iter().copied(), first, last);
    let cond = w.apply(Op::Extract { high: bit, low: bit }, std::slice::from_ref(key));
    let other = w.apply(Op::Not, std::slice::from_ref(&cond));
    let low = w.apply(Op::And, &[here.clone(), other]);
    let high = w.apply(Op::And, &[here, cond]);
    descend(w, key, &keys[..middle], low, hits);
    descend(w, key, &keys[middle..], high, hits);
}

/// The highest bit in which sorted keys differ, and how many have a 0 there.
fn split(keys: impl Iterator<Item = u128>, first: u128, last: u128) -> (u32, usize) {
    debug_assert!(first < last, "keys are sorted and differ");
    let bit = u128::BITS - 1 - (first ^ last).leading_zeros();
    (bit, keys.take_while(|key| key >> bit & 1 == 0).count())
}
