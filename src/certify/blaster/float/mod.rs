//! The checker's own circuits of floating-point operators.
//!
//! One plan for all: take the operands apart, compute what is exact as an integer and an
//! exponent, round that once (IEEE 754-2019, 4.3: "as if it were first computed with unbounded
//! precision"). Nothing is shared with the engines' circuits, nothing is done to be small.
//!
//! A significand here always starts with a one, unless the number is zero; exponents are
//! two's complement of [`exponent_bits`] bits, without bias, and belong to the first bit.

mod exact;
mod integers;
mod operations;
mod round;

use super::{Bits, Blaster, complement, extend, sign};
use crate::bv::{FloatOp, Format};
use crate::cnf::Lit;
pub(super) use exact::OfIntegers;

/// A number taken apart.
#[derive(Clone)]
struct Number {
    sign: Lit,
    exponent: Bits,
    significand: Bits,
    is_zero: Lit,
    is_infinite: Lit,
    is_nan: Lit,
}

/// A finite number other than zero before it is rounded: its value is that of the significand
/// and something less than its last place if `more`.
struct Exact {
    sign: Lit,
    exponent: Bits,
    significand: Bits,
    more: Lit,
}

/// What a result is if it is no finite number other than zero; the first that holds counts.
struct Special {
    is_nan: Lit,
    is_infinite: Lit,
    is_zero: Lit,
    /// The sign of an infinite result.
    infinity: Lit,
    /// The sign of a zero.
    zero: Lit,
}

/// Bits of exponents: enough for sums of two of them, and for counts of places.
fn exponent_bits(format: Format) -> usize {
    format.exponent().max(8) as usize + 4
}

impl Blaster<'_> {
    pub(super) fn float(&mut self, op: FloatOp, args: &[Bits]) -> Bits {
        let a = &args[0];
        match op {
            FloatOp::Add(format, rounding) => self.float_add(format, rounding, a, &args[1]),
            FloatOp::Mul(format, rounding) => self.float_multiply(format, rounding, a, &args[1]),
            FloatOp::Div(format, rounding) => self.float_divide(format, rounding, a, &args[1]),
            FloatOp::Fma(format, rounding) => {
                self.float_fused(format, rounding, [a, &args[1], &args[2]])
            }
            FloatOp::Sqrt(format, rounding) => self.float_root(format, rounding, a),
            FloatOp::Integral(format, rounding) => self.float_integral(format, rounding, a),
            FloatOp::Equal(format) => {
                let (a, b, comparable) = self.keys(format, a, &args[1]);
                let differ = self.zip(&a, &b, super::Gates::xor);
                let differ = self.any(&differ);
                vec![self.gates.and(comparable, !differ)]
            }
            FloatOp::Less(format) => {
                let (a, b, comparable) = self.keys(format, a, &args[1]);
                let less = self.less(&super::flip_sign(&a), &super::flip_sign(&b));
                vec![self.gates.and(comparable, less)]
            }
            FloatOp::IsNan(format) => vec![self.take_apart(format, a).is_nan],
            FloatOp::Convert { from, to, rounding } => self.float_convert(from, to, rounding, a),
            FloatOp::ToInteger { from, to, signed, rounding } => {
                self.float_to_integer(from, (to as usize, signed), rounding, a)
            }
            FloatOp::FromInteger { signed, to, rounding, .. } => {
                self.float_from_integer(signed, to, rounding, a)
            }
        }
    }

    /// Numbers as integers in the same order, zeros as 0, and whether neither is a NaN.
    fn keys(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> (Bits, Bits, Lit) {
        let [a, b] = [a, b].map(|bits| {
            let is_nan = self.take_apart(format, bits).is_nan;
            let magnitude = [&bits[..bits.len() - 1], &[!self.gates.truth]].concat();
            let negated = self.negate(&magnitude);
            (self.choose(sign(bits), &negated, &magnitude), is_nan)
        });
        let comparable = self.gates.and(!a.1, !b.1);
        (a.0, b.0, comparable)
    }

    /// The fields of a number, its significand shifted up to its first one.
    fn take_apart(&mut self, format: Format, bits: &[Lit]) -> Number {
        let (p, w) = (format.precision() as usize, format.width() as usize);
        let (fraction, field) = (&bits[..p - 1], &bits[p - 1..w - 1]);
        let is_normal = self.any(field);
        let has_fraction = self.any(fraction);
        let not_top = self.any(&complement(field));
        let is_infinite = self.gates.and(!not_top, !has_fraction);
        let is_nan = self.gates.and(!not_top, has_fraction);
        let is_zero = self.gates.and(!is_normal, !has_fraction);
        let width = exponent_bits(format);
        let field = extend(field, width as u32, !self.gates.truth);
        let one = self.constant(width, 1);
        let biased = self.choose(is_normal, &field, &one);
        let bias = self.constant(width, i64::from(format.bias()));
        let exponent = self.subtract(&biased, &bias).0;
        let significand = [fraction, &[is_normal]].concat();
        let (significand, exponent) = self.start_with_one(&significand, &exponent);
        Number { sign: sign(bits), exponent, significand, is_zero, is_infinite, is_nan }
    }

    /// A word of `width` bits for a number in two's complement.
    fn constant(&self, width: usize, number: i64) -> Bits {
        (0..width).map(|i| self.gates.truth.xor(number >> i.min(63) & 1 == 0)).collect()
    }

    /// Shifts a significand up until its first bit is set, and lowers the exponent by as much.
    /// What zero becomes is of no matter.
    fn start_with_one(&mut self, significand: &[Lit], exponent: &[Lit]) -> (Bits, Bits) {
        let (mut bits, mut exponent) = (significand.to_vec(), exponent.to_vec());
        let length = bits.len();
        let distances: Vec<usize> =
            (0..).map(|row| 1 << row).take_while(|&distance| distance < length).collect();
        for &distance in distances.iter().rev() {
            let shift = !self.any(&bits[length - distance..]);
            let zeros = vec![!self.gates.truth; distance];
            let shifted = [&zeros, &bits[..length - distance]].concat();
            bits = self.choose(shift, &shifted, &bits);
            let by = self.constant(exponent.len(), distance as i64);
            let lowered = self.subtract(&exponent, &by).0;
            exponent = self.choose(shift, &lowered, &exponent);
        }
        (bits, exponent)
    }

    /// `bits` shifted down by a number that is not negative, and whether a one was lost.
    fn shift_down(&mut self, bits: &[Lit], amount: &[Lit]) -> (Bits, Lit) {
        let mut bits = bits.to_vec();
        let mut lost = !self.gates.truth;
        for (row, &by) in amount.iter().enumerate() {
            let distance =
                1usize.checked_shl(row as u32).map_or(bits.len(), |it| it.min(bits.len()));
            let fallen = self.any(&bits[..distance]);
            let fallen = self.gates.and(by, fallen);
            lost = self.gates.or(lost, fallen);
            let shifted = extend(&bits[distance..], bits.len() as u32, !self.gates.truth);
            bits = self.choose(by, &shifted, &bits);
        }
        (bits, lost)
    }

    /// Whether `a < b` in two's complement.
    fn signed_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        self.less(&super::flip_sign(a), &super::flip_sign(b))
    }
}
