//! Operators and operands that tests and the campaign of operators draw from.

use super::{FloatOp, Format, Rounding};
use crate::support::Random;

/// Unary operators on numbers of `format`, in every way of rounding, with conversions to
/// `other` formats and integers of these widths.
pub fn unary(format: Format, widths: &[u32]) -> Vec<FloatOp> {
    let mut ops = vec![FloatOp::IsNan(format)];
    for rounding in Rounding::ALL {
        ops.extend([FloatOp::Sqrt(format, rounding), FloatOp::Integral(format, rounding)]);
        ops.extend(Format::ALL.map(|to| FloatOp::Convert { from: format, to, rounding }));
        for &to in widths {
            for signed in [false, true] {
                ops.push(FloatOp::ToInteger { from: format, to, signed, rounding });
            }
        }
    }
    ops
}

/// Conversions of integers of `from` bits.
pub fn from_integers(from: u32, to: Format) -> Vec<FloatOp> {
    let mut ops = Vec::new();
    for rounding in Rounding::ALL {
        for signed in [false, true] {
            ops.push(FloatOp::FromInteger { from, signed, to, rounding });
        }
    }
    ops
}

/// Binary operators on numbers of `format`.
pub fn binary(format: Format) -> Vec<FloatOp> {
    let mut ops = vec![FloatOp::Equal(format), FloatOp::Less(format)];
    for rounding in Rounding::ALL {
        ops.push(FloatOp::Add(format, rounding));
        ops.push(FloatOp::Mul(format, rounding));
        ops.push(FloatOp::Div(format, rounding));
    }
    ops
}

/// A number that is often special, near a power of two, or near `other`.
pub fn random_number(random: &mut Random, format: Format, other: u128) -> u128 {
    let mask = (1 << format.width()) - 1;
    let fraction = (1u128 << (format.precision() - 1)) - 1;
    let sign = if random.one_in(2) { format.sign() } else { 0 };
    let field =
        |field: u64| u128::from(field.min(u64::from(format.top()))) << (format.precision() - 1);
    let special = [0, 1, fraction, fraction + 1, format.infinity(), format.infinity() - 1];
    let number = match random.below(10) {
        0 => special[random.below(6) as usize],
        1 => random.wide() & fraction,
        2 => format.infinity() | random.wide() & fraction,
        3 => other.wrapping_add(u128::from(random.below(5))).wrapping_sub(2),
        4 | 5 => {
            // An exponent near the other's.
            let near = (other >> (format.precision() - 1)) as u64 & u64::from(format.top());
            let near = (near + random.below(5)).saturating_sub(2);
            field(near) | random.wide() & fraction
        }
        6 => {
            let near_one = u64::from(format.bias()) + random.below(80);
            let few = random.wide() & fraction & !(fraction >> random.below(8).max(1));
            field(near_one.saturating_sub(10)) | few
        }
        _ => random.wide(),
    };
    (number ^ sign) & mask
}
