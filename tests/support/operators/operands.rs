//! Names of operators, and operands that are drawn.

use llumc::bv::float::samples::random_number;
use llumc::bv::{FloatOp, Format, Rounding};
use llumc::support::Random;

/// How an operator rounds; `None` if it doesn't.
pub fn rounding(op: FloatOp) -> Option<Rounding> {
    match op {
        FloatOp::Add(_, rounding)
        | FloatOp::Mul(_, rounding)
        | FloatOp::Div(_, rounding)
        | FloatOp::Fma(_, rounding)
        | FloatOp::Sqrt(_, rounding)
        | FloatOp::Integral(_, rounding)
        | FloatOp::Convert { rounding, .. }
        | FloatOp::ToInteger { rounding, .. }
        | FloatOp::FromInteger { rounding, .. } => Some(rounding),
        FloatOp::Equal(_) | FloatOp::Less(_) | FloatOp::IsNan(_) => None,
    }
}

/// An operator with its way of rounding.
pub fn name(op: FloatOp) -> String {
    match rounding(op) {
        Some(rounding) => format!("{} {rounding:?}", op.name()),
        None => op.name(),
    }
}

/// Operands of an operator, often special ones or such that are close to each other.
pub fn draw(op: FloatOp, random: &mut Random) -> Vec<u128> {
    let mut last = 0;
    let mut next = || {
        last = match op.operand_format() {
            Some(format) => random_number(random, format, last),
            None => integer(op.operand_width(), random),
        };
        last
    };
    (0..op.arity()).map(|_| next()).collect()
}

/// An integer of that many bits, of all magnitudes, often with few bits in a row.
fn integer(width: u32, random: &mut Random) -> u128 {
    let number = random_number(random, Format::Extended, 0);
    let wide = number << 64 | random.wide() >> 64;
    wide >> random.below(128) & (u128::MAX >> (128 - width))
}
