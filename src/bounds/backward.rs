//! What is known of an operator's operands, given what is known of its result: the
//! backward half of constraint propagation over a formula (HC4: Benhamou, Goualard,
//! Granvilliers, Puget: Revising Hull and Box Consistency, ICLP 1999).

use smallvec::{SmallVec, smallvec};

use super::forward::{add, apply, sub};
use super::{Known, WIDEST, float, mask};
use crate::bv::Op;

/// What is known of each operand that may be more than was known before; `None` if no
/// values of the operands give such a result.
type Told = Option<SmallVec<[Known; 3]>>;

/// Refines what is known of the operands `args` of `op` by what is known of its `result`.
pub fn refine(op: Op, args: &[Known], result: Known) -> Told {
    let mut told: SmallVec<[Known; 3]> = args.iter().copied().collect();
    if result.width > WIDEST || args.iter().any(|arg| arg.width > WIDEST) {
        return Some(told);
    }
    let a = args[0];
    let b = args.get(1).copied().unwrap_or(a);
    match op {
        Op::Not | Op::Neg => told[0] = a.meet(&apply(op, &[result], a.width))?,
        Op::And => {
            told[0] = a.meet(&of_conjunction(result, b))?;
            told[1] = b.meet(&of_conjunction(result, a))?;
        }
        Op::Or => {
            let flip = |known: Known| apply(Op::Not, &[known], known.width);
            let none = flip(result);
            told[0] = a.meet(&flip(of_conjunction(none, flip(b))))?;
            told[1] = b.meet(&flip(of_conjunction(none, flip(a))))?;
        }
        Op::Xor => {
            told[0] = a.meet(&apply(Op::Xor, &[result, b], a.width))?;
            told[1] = b.meet(&apply(Op::Xor, &[result, a], a.width))?;
        }
        Op::Add => {
            told[0] = a.meet(&sub(result, b))?;
            told[1] = b.meet(&sub(result, a))?;
        }
        Op::Sub => {
            told[0] = a.meet(&add(result, b))?;
            told[1] = b.meet(&sub(a, result))?;
        }
        Op::Eq => match result.value() {
            Some(0) => {
                told[0] = b.value().map_or(Some(a), |bits| a.without(bits))?;
                told[1] = a.value().map_or(Some(b), |bits| b.without(bits))?;
            }
            Some(_) => told = smallvec![a.meet(&b)?; 2],
            None => {}
        },
        Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
            if let Some(truth) = result.value() {
                let (low, high) = ordered(op, truth == 1, a, b)?;
                told = smallvec![low, high];
            }
        }
        Op::Ite => {
            let (then, otherwise) = (args[1].meet(&result), args[2].meet(&result));
            let (may, may_not) =
                (a.may_be(true) && then.is_some(), a.may_be(false) && otherwise.is_some());
            match (may, may_not) {
                (true, true) => {}
                (true, false) => told = smallvec![Known::constant(1, 1), then?, args[2]],
                (false, true) => told = smallvec![Known::constant(1, 0), args[1], otherwise?],
                (false, false) => return None,
            }
        }
        Op::Concat => {
            let high = Op::Extract { high: result.width - 1, low: b.width };
            let low = Op::Extract { high: b.width - 1, low: 0 };
            told[0] = a.meet(&apply(high, &[result], a.width))?;
            told[1] = b.meet(&apply(low, &[result], b.width))?;
        }
        Op::Extract { low, .. } => told[0] = extracted(a, low, result)?,
        Op::ZeroExtend(_) => {
            let (low, high) = result.unsigned();
            let (ones, unknown) = result.known_bits();
            let bits = a.meet(&Known::bits(a.width, ones, unknown))?;
            told[0] = bits.meet(&Known::between(a.width, low, high)?)?;
        }
        Op::SignExtend(_) => {
            let (least, most) = result.signed();
            let (ones, unknown) = result.known_bits();
            let bits = a.meet(&Known::bits(a.width, ones, unknown))?;
            told[0] = bits.meet(&Known::signed_between(a.width, least, most)?)?;
        }
        Op::Float(op) => float::refine(op, &mut told, &result)?,
        Op::Select | Op::Store => unreachable!("what is analysed has no arrays"),
        Op::Shl | Op::Lshr | Op::Ashr => {
            if let Some(amount) = b.value().filter(|&amount| amount < a.width.into()) {
                told[0] = a.meet(&unshifted(op, result, amount as u32))?;
            }
        }
        Op::Udiv => {
            // a / b = q with b not 0: q·b <= a < (q + 1)·b.
            if let Some(by) = b.value().filter(|&by| by > 0) {
                let (low, high) = result.unsigned();
                let low = low.checked_mul(by).filter(|&low| low <= mask(a.width))?;
                let high = high.checked_add(1).and_then(|next| next.checked_mul(by));
                told[0] =
                    a.meet(&Known::between(a.width, low, high.map_or(u128::MAX, |h| h - 1))?)?;
            }
        }
        Op::Mul | Op::Urem | Op::Sdiv | Op::Srem => {}
    }
    Some(told)
}

/// What some bits from `low` on were taken of.
fn extracted(a: Known, low: u32, result: Known) -> Option<Known> {
    let (ones, unknown) = result.known_bits();
    let others = mask(a.width) & !(mask(result.width) << low);
    let mut told = a.meet(&Known::bits(a.width, ones << low, unknown << low | others))?;
    if low == 0 && result.width + 1 == a.width {
        told = told.meet(&float::of_magnitude(&result)?)?;
    }
    // With the bits beyond all 0 it is what it was.
    if low == 0 && told.unsigned().1 <= mask(result.width) {
        told = told.meet(&apply(Op::ZeroExtend(a.width), &[result], a.width))?;
    }
    Some(told)
}

/// An operand of a conjunction, given the other.
fn of_conjunction(result: Known, other: Known) -> Known {
    let (ones, unknown) = result.known_bits();
    let zeros = mask(result.width) & !(ones | unknown);
    let (others, _) = other.known_bits();
    // 0 beside a 1 is 0; 1 is 1.
    let free = mask(result.width) & !(ones | zeros & others);
    let bits = Known::bits(result.width, ones, free);
    let least = Known::between(result.width, result.unsigned().0, u128::MAX);
    least.and_then(|least| bits.meet(&least)).unwrap_or(bits)
}

/// Both sides of a comparison that is or is not true.
fn ordered(op: Op, truth: bool, a: Known, b: Known) -> Option<(Known, Known)> {
    if !truth {
        let converse = match op {
            Op::Ult => Op::Ule,
            Op::Ule => Op::Ult,
            Op::Slt => Op::Sle,
            _ => Op::Slt,
        };
        return ordered(converse, true, b, a).map(|(low, high)| (high, low));
    }
    let width = a.width;
    let strictly = matches!(op, Op::Ult | Op::Slt);
    let (low, high) = if matches!(op, Op::Ult | Op::Ule) {
        let gap = u128::from(strictly);
        let most = b.unsigned().1.checked_sub(gap)?;
        let least = a.unsigned().0.checked_add(gap)?;
        (Known::between(width, 0, most)?, Known::between(width, least, u128::MAX)?)
    } else {
        let gap = i128::from(strictly);
        let most = b.signed().1.checked_sub(gap)?;
        let least = a.signed().0.checked_add(gap)?;
        (
            Known::signed_between(width, i128::MIN, most)?,
            Known::signed_between(width, least, i128::MAX)?,
        )
    };
    Some((a.meet(&low)?, b.meet(&high)?))
}

/// What was shifted by `amount`, less than the width, to give `result`.
fn unshifted(op: Op, result: Known, amount: u32) -> Known {
    let width = result.width;
    let (ones, unknown) = result.known_bits();
    let (low, high) = result.unsigned();
    let lost = mask(width) & !(mask(width) << amount);
    match op {
        // The highest bits are lost, or the lowest.
        Op::Shl => {
            let lost = mask(width) & !(mask(width) >> amount);
            Known::bits(width, ones >> amount, unknown >> amount | lost)
        }
        Op::Lshr => {
            let bits = Known::bits(width, ones << amount, unknown << amount | lost);
            if high > mask(width) >> amount {
                return bits;
            }
            let ends = Known::between(width, low << amount, high << amount | lost);
            ends.and_then(|ends| bits.meet(&ends)).unwrap_or(bits)
        }
        _ => {
            let bits = Known::bits(width, ones << amount, unknown << amount | lost);
            let (least, most) = result.signed();
            let fits = |number: i128| number << amount >> amount == number;
            if !fits(least) || !fits(most) {
                return bits;
            }
            let ends = Known::signed_between(width, least << amount, most << amount | lost as i128);
            ends.and_then(|ends| bits.meet(&ends)).unwrap_or(bits)
        }
    }
}
