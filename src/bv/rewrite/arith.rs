//! Sums, products, quotients, shifts.

use super::{boolean::chain, power_of_two};
use crate::bv::{Op, Term, TermStore, Value};

pub(super) fn neg(store: &mut TermStore, a: Term) -> Option<Term> {
    if store.width(a) == 1 {
        return Some(a);
    }
    let (op, [x, y, _]) = store.app_of(a)?;
    match op {
        Op::Neg => Some(x),
        Op::Sub => Some(store.app(Op::Sub, &[y, x])),
        // -(x + c) = -c - x
        Op::Add => {
            let (value, rest) = store.constant_of(x, y)?;
            let value = store.constant(Op::Neg.apply(&[&value]));
            Some(store.app(Op::Sub, &[value, rest]))
        }
        _ => None,
    }
}

pub(super) fn add(store: &mut TermStore, a: Term, b: Term) -> Option<Term> {
    let width = store.width(a);
    if width == 1 {
        return Some(store.app(Op::Xor, &[a, b]));
    }
    if a == b {
        let one = store.number(width, 1);
        return Some(store.app(Op::Shl, &[a, one]));
    }
    if let Some((value, rest)) = store.constant_of(a, b) {
        if value.is_zero() {
            return Some(rest);
        }
        // (c₁ - x) + c₂ = (c₁ + c₂) - x
        if let Some((p, x)) = store.operands_of(rest, Op::Sub)
            && let Some(first) = store.as_const(p)
        {
            let sum = Op::Add.apply(&[first, &value]);
            let sum = store.constant(sum);
            return Some(store.app(Op::Sub, &[sum, x]));
        }
        return chain(store, a, b, Op::Add);
    }
    if store.is_complement(a, b) {
        return Some(store.ones(width));
    }
    for (x, y) in [(a, b), (b, a)] {
        if let Some(inner) = store.operand_of(y, Op::Neg) {
            return Some(store.app(Op::Sub, &[x, inner]));
        }
        // x + (p - x) = p
        if let Some((p, q)) = store.operands_of(y, Op::Sub)
            && q == x
        {
            return Some(p);
        }
    }
    None
}

pub(super) fn sub(store: &mut TermStore, a: Term, b: Term) -> Option<Term> {
    let width = store.width(a);
    if width == 1 {
        return Some(store.app(Op::Xor, &[a, b]));
    }
    if a == b {
        return Some(store.zero(width));
    }
    if let Some(value) = store.as_const(b) {
        let negated = Op::Neg.apply(&[value]);
        let negated = store.constant(negated);
        return Some(store.app(Op::Add, &[a, negated]));
    }
    if let Some(value) = store.as_const(a).cloned() {
        if value.is_zero() {
            return Some(store.app(Op::Neg, &[b]));
        }
        // c₁ - (x + c₂) = (c₁ - c₂) - x
        if let Some((inner, x)) = store.constant_in(b, Op::Add) {
            let difference = store.constant(Op::Sub.apply(&[&value, &inner]));
            return Some(store.app(Op::Sub, &[difference, x]));
        }
    }
    if let Some(inner) = store.operand_of(b, Op::Neg) {
        return Some(store.app(Op::Add, &[a, inner]));
    }
    if let Some((x, y)) = store.operands_of(a, Op::Add) {
        // (x + y) - x = y
        if x == b {
            return Some(y);
        }
        if y == b {
            return Some(x);
        }
    }
    if let Some((x, y)) = store.operands_of(b, Op::Add) {
        // x - (x + y) = -y
        if x == a {
            return Some(store.app(Op::Neg, &[y]));
        }
        if y == a {
            return Some(store.app(Op::Neg, &[x]));
        }
    }
    match store.operands_of(b, Op::Sub) {
        // x - (x - y) = y
        Some((x, y)) if x == a => Some(y),
        _ => None,
    }
}

pub(super) fn mul(store: &mut TermStore, a: Term, b: Term) -> Option<Term> {
    let width = store.width(a);
    if width == 1 {
        return Some(store.and(a, b));
    }
    if let (Some(x), Some(y)) = (store.operand_of(a, Op::Neg), store.operand_of(b, Op::Neg)) {
        return Some(store.app(Op::Mul, &[x, y]));
    }
    let Some((value, rest)) = store.constant_of(a, b) else {
        return narrow_product(store, a, b);
    };
    if value.is_zero() {
        return Some(store.zero(width));
    }
    if value.is_ones() {
        return Some(store.app(Op::Neg, &[rest]));
    }
    if let Some(place) = power_of_two(&value) {
        let place = store.number(width, place.into());
        return Some(store.app(Op::Shl, &[rest, place]));
    }
    if let Some(inner) = store.operand_of(rest, Op::Neg) {
        let negated = store.constant(Op::Neg.apply(&[&value]));
        return Some(store.app(Op::Mul, &[inner, negated]));
    }
    chain(store, a, b, Op::Mul)
}

/// The product of two extended words, where it has bits that only repeat the sign or are zero: of m
/// and n bits it has m + n. So `(int)a * b` of two `short`s is plainly no overflow. (Not of a word
/// and a constant: what is linear stays so in the wide words.)
fn narrow_product(store: &mut TermStore, a: Term, b: Term) -> Option<Term> {
    let width = store.width(a);
    let ((m, m_signed), (n, n_signed)) = (significant(store, a)?, significant(store, b)?);
    if m + n >= width {
        return None;
    }
    let (high, low) = (m + n - 1, 0);
    let [a, b] = [a, b].map(|it| store.app(Op::Extract { high, low }, &[it]));
    let product = store.app(Op::Mul, &[a, b]);
    let extend = if m_signed || n_signed { Op::SignExtend(width) } else { Op::ZeroExtend(width) };
    Some(store.app(extend, &[product]))
}

/// How many bits an extended word has, and whether they are those of a signed number.
fn significant(store: &TermStore, a: Term) -> Option<(u32, bool)> {
    match store.app_of(a)? {
        (Op::SignExtend(_), [x, ..]) => Some((store.width(x), true)),
        (Op::ZeroExtend(_), [x, ..]) => Some((store.width(x), false)),
        _ => None,
    }
}

pub(super) fn udiv(store: &mut TermStore, a: Term, b: Term) -> Option<Term> {
    let width = store.width(a);
    let value = store.as_const(b)?;
    if value.is_zero() {
        return Some(store.ones(width));
    }
    let place = power_of_two(value)?;
    let place = store.number(width, place.into());
    Some(store.app(Op::Lshr, &[a, place]))
}

pub(super) fn urem(store: &mut TermStore, a: Term, b: Term) -> Option<Term> {
    let width = store.width(a);
    // 0 % 0 is the dividend, 0, too.
    if a == b || store.as_const(a).is_some_and(Value::is_zero) {
        return Some(store.zero(width));
    }
    let value = store.as_const(b)?;
    if value.is_zero() {
        return Some(a);
    }
    match power_of_two(value)? {
        0 => Some(store.zero(width)),
        place => {
            let low = store.extract(a, place - 1, 0);
            Some(store.app(Op::ZeroExtend(width), &[low]))
        }
    }
}

pub(super) fn sdiv(store: &mut TermStore, a: Term, b: Term) -> Option<Term> {
    let width = store.width(a);
    let value = store.as_const(b)?;
    if value.is_ones() {
        return Some(store.app(Op::Neg, &[a]));
    }
    let place = positive_power(value)?;
    if place == 0 {
        return Some(a);
    }
    // Rounding to zero: negative dividends are moved up before the shift.
    let sign = store.bit(a, width - 1);
    let bias = store.app(Op::SignExtend(place), &[sign]);
    let bias = store.app(Op::ZeroExtend(width), &[bias]);
    let moved = store.app(Op::Add, &[a, bias]);
    let place = store.number(width, place.into());
    Some(store.app(Op::Ashr, &[moved, place]))
}

pub(super) fn srem(store: &mut TermStore, a: Term, b: Term) -> Option<Term> {
    let width = store.width(a);
    if a == b || store.as_const(a).is_some_and(Value::is_zero) {
        return Some(store.zero(width));
    }
    let value = store.as_const(b)?;
    if value.is_zero() {
        return Some(a);
    }
    if value.is_ones() || value.is_one() {
        return Some(store.zero(width));
    }
    let place = positive_power(value)?;
    let quotient = store.app(Op::Sdiv, &[a, b]);
    let place = store.number(width, place.into());
    let multiple = store.app(Op::Shl, &[quotient, place]);
    Some(store.app(Op::Sub, &[a, multiple]))
}

/// The exponent, if the constant is a power of two as a signed number.
fn positive_power(value: &Value) -> Option<u32> {
    power_of_two(value).filter(|&place| place + 1 < value.width())
}

pub(super) fn shift(store: &mut TermStore, op: Op, a: Term, b: Term) -> Option<Term> {
    let width = store.width(a);
    if store.as_const(a).is_some_and(Value::is_zero) {
        return Some(a);
    }
    // An amount that fits no machine integer is larger than every width.
    let amount = store.as_const(b)?.to_u64().unwrap_or(u64::MAX);
    let Some(amount) = u32::try_from(amount).ok().filter(|&amount| amount < width) else {
        if op != Op::Ashr {
            return Some(store.zero(width));
        }
        let sign = store.bit(a, width - 1);
        return Some(store.app(Op::SignExtend(width), &[sign]));
    };
    if amount == 0 {
        return Some(a);
    }
    Some(match op {
        Op::Shl => {
            let kept = store.extract(a, width - 1 - amount, 0);
            let zeros = store.zero(amount);
            store.app(Op::Concat, &[kept, zeros])
        }
        Op::Lshr => {
            let kept = store.extract(a, width - 1, amount);
            store.app(Op::ZeroExtend(width), &[kept])
        }
        _ => {
            let kept = store.extract(a, width - 1, amount);
            store.app(Op::SignExtend(width), &[kept])
        }
    })
}
