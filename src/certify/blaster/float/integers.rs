//! Conversions.

use super::{Blaster, Exact, Number, Special, exponent_bits};
use crate::bv::{Format, Rounding};
use crate::certify::blaster::{Bits, extend, sign};
use crate::cnf::Lit;

impl Blaster<'_> {
    pub(super) fn float_convert(
        &mut self,
        from: Format,
        to: Format,
        rounding: Rounding,
        a: &[Lit],
    ) -> Bits {
        let mut number = self.take_apart(from, a);
        let width = exponent_bits(from).max(exponent_bits(to)) as u32;
        number.exponent = extend(&number.exponent, width, sign(&number.exponent));
        self.round_number(to, rounding, number)
    }

    pub(super) fn float_from_integer(
        &mut self,
        signed: bool,
        to: Format,
        rounding: Rounding,
        a: &[Lit],
    ) -> Bits {
        let negative = if signed { sign(a) } else { !self.gates.truth };
        let negated = self.negate(a);
        let magnitude = self.choose(negative, &negated, a);
        let is_zero = !self.any(a);
        self.integer_as_number(to, rounding, negative, &magnitude, is_zero)
    }

    fn integer_as_number(
        &mut self,
        to: Format,
        rounding: Rounding,
        negative: Lit,
        magnitude: &[Lit],
        is_zero: Lit,
    ) -> Bits {
        let exponent = self.constant(exponent_bits(to), magnitude.len() as i64 - 1);
        let (significand, exponent) = self.start_with_one(magnitude, &exponent);
        let no = !self.gates.truth;
        let special =
            Special { is_nan: no, is_infinite: no, is_zero, infinity: no, zero: negative };
        let exact = Exact { sign: negative, exponent, significand, more: no };
        self.round(to, rounding, &exact, &special)
    }

    /// The magnitude of a finite number as an integer with one more than `width` bits, and
    /// whether the number is at least 2^width.
    fn magnitude(&mut self, number: &Number, width: usize, rounding: Rounding) -> (Bits, Lit) {
        let truth = self.gates.truth;
        // With the point behind `width` digits; at least one digit follows.
        let behind = number.significand.len() + 1;
        let room = width + behind - number.significand.len();
        let wide = [&vec![!truth; room], &number.significand[..]].concat();
        let length = number.exponent.len();
        let first = self.constant(length, width as i64 - 1);
        let is_large = self.signed_less(&first, &number.exponent);
        let places = self.subtract(&first, &number.exponent).0;
        let (shifted, lost) = self.shift_down(&wide, &places);
        let more = self.any(&shifted[..behind - 1]);
        let more = self.gates.or(more, lost);
        let (half, whole) = (shifted[behind - 1], &shifted[behind..]);
        let grows = self.grows(rounding, number.sign, whole[0], half, more);
        let (sum, carry) = self.add(whole, &extend(&[grows], width as u32, !truth), !truth);
        let is_some = !number.is_zero;
        let integer = [sum, vec![carry]].concat();
        let integer = integer.iter().map(|&bit| self.gates.and(bit, is_some)).collect();
        (integer, self.gates.and(is_large, is_some))
    }

    pub(super) fn float_to_integer(
        &mut self,
        from: Format,
        (to, signed): (usize, bool),
        rounding: Rounding,
        a: &[Lit],
    ) -> Bits {
        let truth = self.gates.truth;
        let number = self.take_apart(from, a);
        let (magnitude, is_large) = self.magnitude(&number, to, rounding);
        // Two more bits than the result: one for the carry, one for the sign.
        let wide = extend(&magnitude, to as u32 + 2, !truth);
        let negated = self.negate(&wide);
        let exact = self.choose(number.sign, &negated, &wide);
        let limit = |bits: &dyn Fn(usize) -> bool| -> Bits {
            (0..to + 2).map(|i| truth.xor(!bits(i))).collect()
        };
        let (least, most) = if signed {
            (limit(&|i| i + 1 >= to), limit(&|i| i + 1 < to))
        } else {
            (limit(&|_| false), limit(&|i| i < to))
        };
        let too_small = self.signed_less(&exact, &least);
        let too_large = self.signed_less(&most, &exact);
        let is_large = self.gates.or(is_large, number.is_infinite);
        let far_below = self.gates.and(is_large, number.sign);
        let far_above = self.gates.and(is_large, !number.sign);
        let result = self.choose(too_small, &least, &exact);
        let result = self.choose(too_large, &most, &result);
        let result = self.choose(far_below, &least, &result);
        let result = self.choose(far_above, &most, &result);
        result[..to].iter().map(|&bit| self.gates.and(bit, !number.is_nan)).collect()
    }

    /// Numbers from 2^(p-1) on are integers; others become one with p digits, which is a
    /// number again.
    pub(super) fn float_integral(&mut self, format: Format, rounding: Rounding, a: &[Lit]) -> Bits {
        let p = format.precision() as usize;
        let number = self.take_apart(format, a);
        let (integer, is_large) = self.magnitude(&number, p, rounding);
        let is_zero = !self.any(&integer);
        let rounded =
            self.integer_as_number(format, Rounding::Zero, number.sign, &integer, is_zero);
        let itself = self.gates.or(is_large, number.is_infinite);
        let result = self.choose(itself, a, &rounded);
        let nan: Bits =
            (0..format.width()).map(|i| self.gates.truth.xor(format.nan() >> i & 1 == 0)).collect();
        self.choose(number.is_nan, &nan, &result)
    }
}
