//! Comparisons.

use crate::bv::{Op, Term, TermStore, Value};

pub(super) fn eq(store: &mut TermStore, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(store.bool(true));
    }
    if store.sort(a).is_array() {
        return None;
    }
    if store.is_complement(a, b) {
        return Some(store.bool(false));
    }
    if let Some((value, rest)) = store.constant_of(a, b) {
        return eq_constant(store, rest, &value);
    }
    for (x, y) in [(a, b), (b, a)] {
        // x + p = x
        if let Some((p, q)) = store.operands_of(x, Op::Add)
            && (p == y || q == y)
        {
            let other = if p == y { q } else { p };
            let zero = store.zero(store.width(a));
            return Some(store.eq(other, zero));
        }
    }
    let ((first, [x, y, _]), (second, [p, q, _])) = (store.app_of(a)?, store.app_of(b)?);
    if first != second {
        return None;
    }
    match first {
        Op::Not | Op::Neg => Some(store.eq(x, p)),
        Op::ZeroExtend(_) | Op::SignExtend(_) if store.width(x) == store.width(p) => {
            Some(store.eq(x, p))
        }
        Op::Add | Op::Xor => {
            let (x, p) = match () {
                () if x == p => (y, q),
                () if x == q => (y, p),
                () if y == p => (x, q),
                () if y == q => (x, p),
                () => return None,
            };
            Some(store.eq(x, p))
        }
        Op::Sub | Op::Concat if x == p => Some(store.eq(y, q)),
        Op::Sub | Op::Concat if y == q => Some(store.eq(x, p)),
        Op::Mul => {
            let ((factor, x), (other, p)) = (store.constant_of(x, y)?, store.constant_of(p, q)?);
            (factor == other).then(|| equal_multiples(store, x, p, &factor))
        }
        _ => None,
    }
}

/// `x * factor = y * factor`. Odd numbers have an inverse modulo 2^w; what is left is a power of two,
/// which shifts as many bits out.
fn equal_multiples(store: &mut TermStore, x: Term, y: Term, factor: &Value) -> Term {
    let width = store.width(x);
    let Some(lost) = (0..width).find(|&bit| factor.bit(bit)) else { return store.bool(true) };
    let kept = Op::Extract { high: width - 1 - lost, low: 0 };
    let [x, y] = [x, y].map(|term| store.app(kept, &[term]));
    store.eq(x, y)
}

/// `a = value`
fn eq_constant(store: &mut TermStore, a: Term, value: &Value) -> Option<Term> {
    let width = value.width();
    if width == 1 {
        return Some(if value.is_true() { a } else { store.not(a) });
    }
    let (op, [x, y, z]) = store.app_of(a)?;
    // An operator that has an inverse goes to the other side.
    let other_side = |store: &mut TermStore, x: Term, value: Value| {
        let value = store.constant(value);
        Some(store.eq(x, value))
    };
    match op {
        Op::Not | Op::Neg => other_side(store, x, op.apply(&[value])),
        Op::Add | Op::Xor => {
            let (known, rest) = store.constant_of(x, y)?;
            let inverse = if op == Op::Add { Op::Sub } else { Op::Xor };
            other_side(store, rest, inverse.apply(&[value, &known]))
        }
        Op::Sub if value.is_zero() => Some(store.eq(x, y)),
        Op::Sub => {
            let known = store.as_const(x)?.clone();
            other_side(store, y, Op::Sub.apply(&[&known, value]))
        }
        Op::ZeroExtend(_) | Op::SignExtend(_) => {
            let inner = store.width(x);
            let low = Op::Extract { high: inner - 1, low: 0 }.apply(&[value]);
            if op.apply(&[&low]) != *value {
                return Some(store.bool(false));
            }
            other_side(store, x, low)
        }
        Op::Concat => {
            let split = store.width(y);
            let upper = Op::Extract { high: width - 1, low: split }.apply(&[value]);
            let lower = Op::Extract { high: split - 1, low: 0 }.apply(&[value]);
            let upper = other_side(store, x, upper)?;
            let lower = other_side(store, y, lower)?;
            Some(store.and(upper, lower))
        }
        Op::Ite => {
            if !store.chooses_constant(y, z) {
                return None;
            }
            let value = store.constant(value.clone());
            let (y, z) = (store.eq(y, value), store.eq(z, value));
            Some(store.ite(x, y, z))
        }
        _ => None,
    }
}

pub(super) fn ult(store: &mut TermStore, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(store.bool(false));
    }
    let width = store.width(a);
    if width == 1 {
        let not_a = store.not(a);
        return Some(store.and(not_a, b));
    }
    if let Some(value) = store.as_const(b).cloned() {
        if value.is_zero() {
            return Some(store.bool(false));
        }
        if value.is_one() {
            let zero = store.zero(width);
            return Some(store.eq(a, zero));
        }
        if value.is_ones() {
            let equal = store.eq(a, b);
            return Some(store.not(equal));
        }
        let (op, [x, ..]) = store.app_of(a)?;
        return match op {
            Op::ZeroExtend(_) => {
                let low = truncated(store, x, &value);
                if Op::ZeroExtend(width).apply(&[&low]) != value {
                    return Some(store.bool(true));
                }
                let low = store.constant(low);
                Some(store.app(Op::Ult, &[x, low]))
            }
            _ => None,
        };
    }
    if let Some(value) = store.as_const(a) {
        // c < x is ¬(x < c + 1), and false for the largest c
        if value.is_ones() {
            return Some(store.bool(false));
        }
        let above = Op::Add.apply(&[value, &Value::one(width)]);
        let above = store.constant(above);
        return Some(super::complement_of(store, Op::Ult, b, above));
    }
    // Both extensions keep the unsigned order.
    let (_, x, y) = same_extension(store, a, b)?;
    Some(store.app(Op::Ult, &[x, y]))
}

pub(super) fn slt(store: &mut TermStore, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(store.bool(false));
    }
    let width = store.width(a);
    if width == 1 {
        // The set bit is −1.
        let not_b = store.not(b);
        return Some(store.and(a, not_b));
    }
    let min = Value::min_signed(width);
    if let Some(value) = store.as_const(b).cloned() {
        if value.is_zero() {
            return Some(store.bit(a, width - 1));
        }
        if value == min {
            return Some(store.bool(false));
        }
        if value == Op::Add.apply(&[&min, &Value::one(width)]) {
            let min = store.constant(min);
            return Some(store.eq(a, min));
        }
        if value == Op::Not.apply(&[&min]) {
            let equal = store.eq(a, b);
            return Some(store.not(equal));
        }
        let (op, [x, ..]) = store.app_of(a)?;
        return match op {
            // A proper zero extension is not negative.
            Op::ZeroExtend(_) if value.sign() => Some(store.bool(false)),
            Op::ZeroExtend(_) => Some(store.app(Op::Ult, &[a, b])),
            Op::SignExtend(_) => {
                let low = truncated(store, x, &value);
                if Op::SignExtend(width).apply(&[&low]) != value {
                    return Some(store.bool(!value.sign()));
                }
                let low = store.constant(low);
                Some(store.app(Op::Slt, &[x, low]))
            }
            _ => None,
        };
    }
    if let Some(value) = store.as_const(a) {
        // c < x is ¬(x < c + 1), and false for the largest c
        if *value == Op::Not.apply(&[&min]) {
            return Some(store.bool(false));
        }
        let above = Op::Add.apply(&[value, &Value::one(width)]);
        let above = store.constant(above);
        return Some(super::complement_of(store, Op::Slt, b, above));
    }
    match same_extension(store, a, b)? {
        (Op::ZeroExtend(_), x, y) => Some(store.app(Op::Ult, &[x, y])),
        (_, x, y) => Some(store.app(Op::Slt, &[x, y])),
    }
}

/// The low bits of a constant, as many as `x` has.
fn truncated(store: &TermStore, x: Term, value: &Value) -> Value {
    Op::Extract { high: store.width(x) - 1, low: 0 }.apply(&[value])
}

/// The operands, if both terms are the same extension of equally wide ones.
fn same_extension(store: &TermStore, a: Term, b: Term) -> Option<(Op, Term, Term)> {
    let ((op, [x, ..]), (other, [y, ..])) = (store.app_of(a)?, store.app_of(b)?);
    let extension = matches!(op, Op::ZeroExtend(_) | Op::SignExtend(_));
    (extension && op == other && store.width(x) == store.width(y)).then_some((op, x, y))
}
