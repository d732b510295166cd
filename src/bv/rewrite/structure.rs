//! Choice, concatenation, extraction, extension.

use crate::bv::{Op, Sort, Term, TermStore, Value};

pub(super) fn ite(store: &mut TermStore, c: Term, a: Term, b: Term) -> Option<Term> {
    if let Some(value) = store.as_const(c) {
        return Some(if value.is_true() { a } else { b });
    }
    if a == b {
        return Some(a);
    }
    if let Some(inner) = store.operand_of(c, Op::Not) {
        return Some(store.ite(inner, b, a));
    }
    if store.sort(a) == Sort::Word(1)
        && let Some(term) = truth(store, c, a, b)
    {
        return Some(term);
    }
    // A branch that chooses by the same condition, or between the same values.
    if let Some((d, x, y)) = store.branches_of(a) {
        if d == c {
            return Some(store.ite(c, x, b));
        }
        if y == b {
            let both = store.and(c, d);
            return Some(store.ite(both, x, b));
        }
        if x == b {
            let not_d = store.not(d);
            let only = store.and(c, not_d);
            return Some(store.ite(only, y, b));
        }
    }
    if let Some((d, x, y)) = store.branches_of(b) {
        if d == c {
            return Some(store.ite(c, a, y));
        }
        if x == a {
            let either = store.or(c, d);
            return Some(store.ite(either, a, y));
        }
        if y == a {
            let not_d = store.not(d);
            let either = store.or(c, not_d);
            return Some(store.ite(either, a, x));
        }
    }
    None
}

/// A choice between truth values as a connective.
fn truth(store: &mut TermStore, c: Term, a: Term, b: Term) -> Option<Term> {
    let constant = |store: &TermStore, term| store.as_const(term).map(Value::is_true);
    match (constant(store, a), constant(store, b)) {
        (Some(true), _) => return Some(store.or(c, b)),
        (_, Some(false)) => return Some(store.and(c, a)),
        (Some(false), _) => {
            let not_c = store.not(c);
            return Some(store.and(not_c, b));
        }
        (_, Some(true)) => {
            let not_c = store.not(c);
            return Some(store.or(not_c, a));
        }
        _ => {}
    }
    if a == c {
        return Some(store.or(c, b));
    }
    if b == c {
        return Some(store.and(c, a));
    }
    if store.is_complement(a, b) {
        return Some(store.app(Op::Xor, &[c, b]));
    }
    None
}

pub(super) fn concat(store: &mut TermStore, a: Term, b: Term) -> Option<Term> {
    let width = store.width(a) + store.width(b);
    if store.as_const(a).is_some_and(Value::is_zero) {
        return Some(store.app(Op::ZeroExtend(width), &[b]));
    }
    // Neighbouring constants.
    if let Some((x, y)) = store.operands_of(b, Op::Concat)
        && store.as_const(a).is_some()
        && store.as_const(x).is_some()
    {
        let both = store.app(Op::Concat, &[a, x]);
        return Some(store.app(Op::Concat, &[both, y]));
    }
    if let Some((x, y)) = store.operands_of(a, Op::Concat)
        && store.as_const(y).is_some()
        && store.as_const(b).is_some()
    {
        let both = store.app(Op::Concat, &[y, b]);
        return Some(store.app(Op::Concat, &[x, both]));
    }
    // Leading zeros move out.
    if let Some((Op::ZeroExtend(_), [x, ..])) = store.app_of(a) {
        let inner = store.app(Op::Concat, &[x, b]);
        return Some(store.app(Op::ZeroExtend(width), &[inner]));
    }
    // Neighbouring bits of one term.
    let ((upper, [x, ..]), (lower, [y, ..])) = (store.app_of(a)?, store.app_of(b)?);
    match (upper, lower) {
        (Op::Extract { high, low: middle }, Op::Extract { high: below, low })
            if x == y && middle == below + 1 =>
        {
            Some(store.extract(x, high, low))
        }
        _ => None,
    }
}

pub(super) fn extract(store: &mut TermStore, a: Term, high: u32, low: u32) -> Option<Term> {
    let width = high - low + 1;
    if width == store.width(a) {
        return Some(a);
    }
    let (op, [x, y, z]) = store.app_of(a)?;
    match op {
        Op::Extract { low: offset, .. } => Some(store.extract(x, high + offset, low + offset)),
        Op::Concat => {
            let split = store.width(y);
            if high < split {
                return Some(store.extract(y, high, low));
            }
            if low >= split {
                return Some(store.extract(x, high - split, low - split));
            }
            let upper = store.extract(x, high - split, 0);
            let lower = store.extract(y, split - 1, low);
            Some(store.app(Op::Concat, &[upper, lower]))
        }
        Op::ZeroExtend(_) if low >= store.width(x) => Some(store.zero(width)),
        Op::ZeroExtend(_) => {
            let inner = store.width(x);
            let kept = store.extract(x, high.min(inner - 1), low);
            Some(store.app(Op::ZeroExtend(width), &[kept]))
        }
        Op::SignExtend(_) => {
            let inner = store.width(x);
            let kept = store.extract(x, high.min(inner - 1), low.min(inner - 1));
            Some(store.app(Op::SignExtend(width), &[kept]))
        }
        Op::Ite if store.chooses_constant(y, z) => {
            let (y, z) = (store.extract(y, high, low), store.extract(z, high, low));
            Some(store.ite(x, y, z))
        }
        Op::Not => {
            let kept = store.extract(x, high, low);
            Some(store.not(kept))
        }
        _ => None,
    }
}

pub(super) fn zero_extend(store: &mut TermStore, a: Term, to: u32) -> Option<Term> {
    if to == store.width(a) {
        return Some(a);
    }
    match store.app_of(a)? {
        (Op::ZeroExtend(_), [x, ..]) => Some(store.app(Op::ZeroExtend(to), &[x])),
        _ => None,
    }
}

pub(super) fn sign_extend(store: &mut TermStore, a: Term, to: u32) -> Option<Term> {
    if to == store.width(a) {
        return Some(a);
    }
    match store.app_of(a)? {
        (Op::SignExtend(_), [x, ..]) => Some(store.app(Op::SignExtend(to), &[x])),
        // The sign of a zero extension, which is a proper one, is 0.
        (Op::ZeroExtend(_), [x, ..]) => Some(store.app(Op::ZeroExtend(to), &[x])),
        _ => None,
    }
}
