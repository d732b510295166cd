//! What is known of an operator's result, given what is known of its operands.
//!
//! Each part is computed by itself where it is simple, and the others follow by reduction.
//! Shifts by amounts that are not known join what each amount gives.

use super::{Known, WIDEST, float, mask, signed};
use crate::bv::Op;
use crate::support::Fault;

/// What is known of the result; `width` is its width.
pub fn apply(op: Op, args: &[Known], width: u32) -> Known {
    let any = Known::any(width);
    if width > WIDEST || args.iter().any(|arg| arg.width > WIDEST) {
        return any;
    }
    let a = args[0];
    let b = args.get(1).copied().unwrap_or(a);
    let result = match op {
        Op::Not => not(a),
        Op::Neg => sub(Known::constant(width, 0), a),
        Op::And => and(a, b),
        Op::Or => or(a, b),
        Op::Xor => xor(a, b),
        Op::Add if Fault::DomainAdd.is_planted() => {
            let sum = add(a, b);
            let high = sum.high.saturating_sub(1).max(sum.low);
            both(sum, Known::between(width, sum.low, high))
        }
        Op::Add => add(a, b),
        Op::Sub => sub(a, b),
        Op::Mul => mul(a, b),
        Op::Udiv => udiv(a, b),
        Op::Urem => urem(a, b),
        Op::Sdiv => sdiv(a, b),
        Op::Srem => srem(a, b),
        Op::Shl => each_amount(a, b, shl),
        Op::Lshr => each_amount(a, b, lshr),
        Op::Ashr => each_amount(a, b, ashr),
        Op::Eq => truth(eq(a, b)),
        Op::Ult if Fault::DomainLess.is_planted() => truth(order(a.high <= b.low, a.low >= b.high)),
        Op::Ult => truth(order(a.high < b.low, a.low >= b.high)),
        Op::Ule => truth(order(a.high <= b.low, a.low > b.high)),
        Op::Slt => truth(order(a.most < b.least, a.least >= b.most)),
        Op::Sle => truth(order(a.most <= b.least, a.least > b.most)),
        Op::Ite => match a.value() {
            Some(0) => args[2],
            Some(_) => b,
            None => b.join(&args[2]),
        },
        Op::Concat => concat(a, b, width),
        Op::Extract { low, .. } => {
            let magnitude =
                if low == 0 && width + 1 == a.width { float::magnitude(&a) } else { None };
            both(truncate(lshr(a, low), width), magnitude)
        }
        Op::ZeroExtend(_) => zero_extend(a, width),
        Op::SignExtend(_) => sign_extend(a, width),
        Op::Float(op) => float::apply(op, args, width),
        Op::Select | Op::Store => unreachable!("what is analysed has no arrays"),
    };
    debug_assert_eq!(result.width, width, "{op:?}");
    result
}

fn truth(known: Option<bool>) -> Known {
    known.map_or_else(|| Known::any(1), |truth| Known::constant(1, truth.into()))
}

fn order(always: bool, never: bool) -> Option<bool> {
    if always { Some(true) } else { never.then_some(false) }
}

fn eq(a: Known, b: Known) -> Option<bool> {
    match (a.value(), b.value()) {
        (Some(x), Some(y)) => Some(x == y),
        _ => a.meet(&b).is_none().then_some(false),
    }
}

/// What both say; operations that overapproximate never contradict each other.
fn both(a: Known, b: Option<Known>) -> Known {
    b.and_then(|b| a.meet(&b)).unwrap_or(a)
}

fn not(a: Known) -> Known {
    let mask = mask(a.width);
    Known {
        width: a.width,
        ones: mask & !(a.ones | a.unknown),
        unknown: a.unknown,
        low: mask & !a.high,
        high: mask & !a.low,
        least: !a.most,
        most: !a.least,
    }
}

fn and(a: Known, b: Known) -> Known {
    let may = (a.ones | a.unknown) & (b.ones | b.unknown);
    let ones = a.ones & b.ones;
    let bits = Known::bits(a.width, ones, may & !ones);
    both(bits, Known::between(a.width, 0, a.high.min(b.high)))
}

fn or(a: Known, b: Known) -> Known {
    not(and(not(a), not(b)))
}

fn xor(a: Known, b: Known) -> Known {
    let unknown = a.unknown | b.unknown;
    let bits = Known::bits(a.width, (a.ones ^ b.ones) & !unknown, unknown);
    let flipped = |sign: &Known, word: &Known| {
        if float::is_sign(sign) { float::flip_sign(word) } else { None }
    };
    both(bits, flipped(&b, &a).or_else(|| flipped(&a, &b)))
}

pub(super) fn add(a: Known, b: Known) -> Known {
    let width = a.width;
    let sum = a.ones.wrapping_add(b.ones);
    let most = sum.wrapping_add(a.unknown).wrapping_add(b.unknown);
    let unknown = (most ^ sum) | a.unknown | b.unknown;
    let bits = Known::bits(width, sum & !unknown, unknown);
    // Both ends wrap around, or neither.
    let plus = |x: u128, y: u128| {
        let (sum, carry) = x.overflowing_add(y);
        (sum & mask(width), carry || sum > mask(width))
    };
    let ((low, first), (high, last)) = (plus(a.low, b.low), plus(a.high, b.high));
    let unsigned = if first == last { Known::between(width, low, high) } else { None };
    both(
        both(bits, unsigned),
        signed_ends(width, a.least.checked_add(b.least), a.most.checked_add(b.most)),
    )
}

pub(super) fn sub(a: Known, b: Known) -> Known {
    let width = a.width;
    let difference = a.ones.wrapping_sub(b.ones);
    let most = difference.wrapping_add(a.unknown);
    let least = difference.wrapping_sub(b.unknown);
    let unknown = (most ^ least) | a.unknown | b.unknown;
    let bits = Known::bits(width, difference & !unknown, unknown);
    let minus = |x: u128, y: u128| (x.wrapping_sub(y) & mask(width), x < y);
    let ((low, first), (high, last)) = (minus(a.low, b.high), minus(a.high, b.low));
    let unsigned = if first == last { Known::between(width, low, high) } else { None };
    both(
        both(bits, unsigned),
        signed_ends(width, a.least.checked_sub(b.most), a.most.checked_sub(b.least)),
    )
}

/// A signed interval with these ends, if none of the numbers between is beyond the width.
fn signed_ends(width: u32, least: Option<i128>, most: Option<i128>) -> Option<Known> {
    let any = Known::any(width);
    let (least, most) = (least?, most?);
    let fits = any.least <= least && most <= any.most;
    if fits { Known::signed_between(width, least, most) } else { None }
}

fn mul(a: Known, b: Known) -> Known {
    let width = a.width;
    // The low bits that are known of both are known of the product.
    let known = (a.unknown | b.unknown).trailing_zeros();
    let zeros = |x: Known| (x.ones | x.unknown).trailing_zeros().min(width);
    let zeros = (zeros(a) + zeros(b)).min(width);
    let low = |count: u32| u128::MAX.checked_shr(WIDEST - count.min(WIDEST)).unwrap_or(0);
    let unknown = mask(width) & !low(known) & !low(zeros);
    let product = a.ones.wrapping_mul(b.ones) & low(known) & !low(zeros);
    let bits = Known::bits(width, product & !unknown, unknown);
    let high = a.high.checked_mul(b.high).filter(|&high| high <= mask(width));
    let unsigned = high.and_then(|high| Known::between(width, a.low * b.low, high));
    let corners: Option<Vec<i128>> =
        [(a.least, b.least), (a.least, b.most), (a.most, b.least), (a.most, b.most)]
            .iter()
            .map(|&(x, y)| x.checked_mul(y))
            .collect();
    let ends = corners.and_then(|all| Some((*all.iter().min()?, *all.iter().max()?)));
    let signed = ends.and_then(|(least, most)| signed_ends(width, Some(least), Some(most)));
    both(both(bits, unsigned), signed)
}

fn udiv(a: Known, b: Known) -> Known {
    let width = a.width;
    if b.high == 0 {
        return Known::constant(width, mask(width));
    }
    let high = a.high.checked_div(b.low).unwrap_or(mask(width));
    both(Known::any(width), Known::between(width, a.low / b.high, high))
}

fn urem(a: Known, b: Known) -> Known {
    let width = a.width;
    if a.high < b.low || b.high == 0 {
        return a;
    }
    if let Some(power) = b.value().filter(|bits| bits.is_power_of_two()) {
        return and(a, Known::constant(width, power - 1));
    }
    let high = if b.low == 0 { a.high } else { a.high.min(b.high - 1) };
    both(Known::any(width), Known::between(width, 0, high))
}

fn sdiv(a: Known, b: Known) -> Known {
    let any = Known::any(a.width);
    if a.least == any.least && b.least <= -1 && -1 <= b.most {
        // −2^(w−1) / −1 wraps around.
        return any;
    }
    let mut ends: Vec<i128> = Vec::new();
    let (negative, positive) = ((b.least, b.most.min(-1)), (b.least.max(1), b.most));
    for (from, to) in [negative, positive] {
        if from <= to {
            ends.extend([a.least / from, a.least / to, a.most / from, a.most / to]);
        }
    }
    if b.least <= 0 && 0 <= b.most {
        ends.extend((a.most >= 0).then_some(-1));
        ends.extend((a.least < 0).then_some(1));
    }
    let ends = ends.iter().min().zip(ends.iter().max());
    both(any, ends.and_then(|(&least, &most)| Known::signed_between(a.width, least, most)))
}

fn srem(a: Known, b: Known) -> Known {
    let any = Known::any(a.width);
    let largest = b.least.unsigned_abs().max(b.most.unsigned_abs());
    let may_be_zero = b.least <= 0 && 0 <= b.most;
    // What remains is smaller than the divisor, if that is not 0, and has the dividend's sign.
    let limit = (largest.max(1) - 1) as i128;
    let (least, most) = if may_be_zero {
        (a.least.min(0), a.most.max(0))
    } else {
        (a.least.clamp(-limit, 0), a.most.clamp(0, limit))
    };
    both(any, Known::signed_between(a.width, least, most))
}

/// Joins what all amounts give that are possible.
fn each_amount(a: Known, b: Known, shift: fn(Known, u32) -> Known) -> Known {
    let width = a.width;
    let last = b.high.min(width.into()) as u32;
    // From the width on all amounts are alike.
    let first = b.low.min(width.into()) as u32;
    let possible = |&amount: &u32| amount == width || b.contains(amount.into());
    let all = (first..=last).filter(possible).map(|amount| shift(a, amount));
    all.reduce(|x, y| x.join(&y)).unwrap_or(Known::any(width))
}

fn shl(a: Known, amount: u32) -> Known {
    let width = a.width;
    if amount >= width {
        return Known::constant(width, 0);
    }
    let bits = Known::bits(width, a.ones << amount, a.unknown << amount);
    let fits = a.high <= mask(width) >> amount;
    let unsigned = fits.then(|| Known::between(width, a.low << amount, a.high << amount));
    let shifted =
        |number: i128| number.checked_mul(1i128.checked_shl(amount).filter(|&by| by > 0)?);
    both(both(bits, unsigned.flatten()), signed_ends(width, shifted(a.least), shifted(a.most)))
}

fn lshr(a: Known, amount: u32) -> Known {
    let width = a.width;
    if amount >= width {
        return Known::constant(width, 0);
    }
    let bits = Known::bits(width, a.ones >> amount, a.unknown >> amount);
    both(bits, Known::between(width, a.low >> amount, a.high >> amount))
}

fn ashr(a: Known, amount: u32) -> Known {
    let (width, amount) = (a.width, amount.min(a.width - 1));
    let shift = |bits: u128| (signed(bits, width) >> amount) as u128;
    let bits = Known::bits(width, shift(a.ones), shift(a.unknown));
    both(bits, Known::signed_between(width, a.least >> amount, a.most >> amount))
}

fn concat(a: Known, b: Known, width: u32) -> Known {
    let low = b.width;
    let put = |high: u128, rest: u128| high << low | rest;
    let bits = Known::bits(width, put(a.ones, b.ones), put(a.unknown, b.unknown));
    let unsigned = Known::between(width, put(a.low, b.low), put(a.high, b.high));
    let (least, most) = ((a.least << low) | b.low as i128, (a.most << low) | b.high as i128);
    both(both(bits, unsigned), Known::signed_between(width, least, most))
}

fn truncate(a: Known, width: u32) -> Known {
    let bits = Known::bits(width, a.ones, a.unknown);
    // All between have the same bits above.
    let above = |number: u128| number.checked_shr(width).unwrap_or(0);
    let same = above(a.low) == above(a.high);
    let ends = || Known::between(width, a.low & mask(width), a.high & mask(width));
    let unsigned = if same { ends() } else { None };
    both(both(bits, unsigned), signed_ends(width, Some(a.least), Some(a.most)))
}

fn zero_extend(a: Known, width: u32) -> Known {
    both(Known::bits(width, a.ones, a.unknown), Known::between(width, a.low, a.high))
}

fn sign_extend(a: Known, width: u32) -> Known {
    let wide = |bits: u128| signed(bits, a.width) as u128;
    let bits = Known::bits(width, wide(a.ones), wide(a.unknown));
    both(bits, Known::signed_between(width, a.least, a.most))
}
