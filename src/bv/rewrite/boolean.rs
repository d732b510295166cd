//! Complement, conjunction, disjunction, exclusive or.

use crate::bv::{Op, Term, TermStore};

pub(super) fn not(store: &mut TermStore, a: Term) -> Option<Term> {
    let (op, [x, y, z]) = store.app_of(a)?;
    match op {
        Op::Not => Some(x),
        Op::Xor => {
            let (value, rest) = store.constant_of(x, y)?;
            let flipped = store.constant(Op::Not.apply(&[&value]));
            Some(store.app(Op::Xor, &[flipped, rest]))
        }
        Op::Ite if store.as_const(y).is_some() && store.as_const(z).is_some() => {
            let (y, z) = (store.not(y), store.not(z));
            Some(store.ite(x, y, z))
        }
        _ => None,
    }
}

/// `And` or `Or`; the comments read for `And`.
pub(super) fn and_or(store: &mut TermStore, a: Term, b: Term, op: Op) -> Option<Term> {
    let width = store.width(a);
    let dual = if op == Op::And { Op::Or } else { Op::And };
    let neutral = |store: &TermStore, t| {
        store.as_const(t).is_some_and(|v| if op == Op::And { v.is_ones() } else { v.is_zero() })
    };
    let absorbing = |store: &TermStore, t| {
        store.as_const(t).is_some_and(|v| if op == Op::And { v.is_zero() } else { v.is_ones() })
    };
    if a == b || neutral(store, b) || absorbing(store, a) {
        return Some(a);
    }
    if neutral(store, a) || absorbing(store, b) {
        return Some(b);
    }
    if store.is_complement(a, b) {
        return Some(if op == Op::And { store.zero(width) } else { store.ones(width) });
    }
    if let (Some(x), Some(y)) = (store.operand_of(a, Op::Not), store.operand_of(b, Op::Not)) {
        let inner = store.app(dual, &[x, y]);
        return Some(store.not(inner));
    }
    for (whole, part) in [(a, b), (b, a)] {
        if let Some((x, y)) = store.operands_of(whole, op) {
            // (x∧y)∧x = x∧y, (x∧y)∧¬x = 0
            if x == part || y == part {
                return Some(whole);
            }
            if store.is_complement(x, part) || store.is_complement(y, part) {
                let zero = store.zero(width);
                return Some(if op == Op::And { zero } else { store.ones(width) });
            }
        }
        if let Some((x, y)) = store.operands_of(whole, dual) {
            // (x∨y)∧x = x, (x∨y)∧¬x = y∧¬x
            if x == part || y == part {
                return Some(part);
            }
            if store.is_complement(x, part) {
                return Some(store.app(op, &[y, part]));
            }
            if store.is_complement(y, part) {
                return Some(store.app(op, &[x, part]));
            }
        }
        if let Some((x, y)) =
            store.operand_of(whole, Op::Not).and_then(|inner| store.operands_of(inner, op))
        {
            // ¬(x∧y)∧x = ¬y∧x, ¬(x∧y)∧¬x = ¬x
            for (this, other) in [(x, y), (y, x)] {
                if this == part {
                    let not_other = store.not(other);
                    return Some(store.app(op, &[not_other, part]));
                }
                if store.is_complement(this, part) {
                    return Some(part);
                }
            }
        }
    }
    chain(store, a, b, op)
}

/// `(x ∘ c₁) ∘ c₂ = x ∘ (c₁ ∘ c₂)`
pub(super) fn chain(store: &mut TermStore, a: Term, b: Term, op: Op) -> Option<Term> {
    let (outer, rest) = store.constant_of(a, b)?;
    let (inner, x) = store.constant_in(rest, op)?;
    let both = store.constant(op.apply(&[&inner, &outer]));
    Some(store.app(op, &[x, both]))
}

pub(super) fn xor(store: &mut TermStore, a: Term, b: Term) -> Option<Term> {
    let width = store.width(a);
    if a == b {
        return Some(store.zero(width));
    }
    if store.is_complement(a, b) {
        return Some(store.ones(width));
    }
    if let Some((value, rest)) = store.constant_of(a, b) {
        if value.is_zero() {
            return Some(rest);
        }
        if value.is_ones() {
            return Some(store.not(rest));
        }
        if let Some(inner) = store.operand_of(rest, Op::Not) {
            let flipped = store.constant(Op::Not.apply(&[&value]));
            return Some(store.app(Op::Xor, &[inner, flipped]));
        }
        return chain(store, a, b, Op::Xor);
    }
    for (x, y) in [(a, b), (b, a)] {
        if let Some(inner) = store.operand_of(x, Op::Not) {
            let inner = store.app(Op::Xor, &[inner, y]);
            return Some(store.not(inner));
        }
        if let Some((p, q)) = store.operands_of(x, Op::Xor) {
            if p == y {
                return Some(q);
            }
            if q == y {
                return Some(p);
            }
        }
    }
    None
}
