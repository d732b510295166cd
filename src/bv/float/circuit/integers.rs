//! Conversions: to and from integers, to integers that stay numbers, to other formats.

use super::rounding::Unbounded;
use super::{Circuit, Format};
use crate::bv::float::Rounding;
use crate::bv::{Term, Value};

impl Circuit<'_> {
    /// The significand's highest bits, one more than the precision of `format`, and whether
    /// one below them is set.
    fn cut(&mut self, format: Format, significand: Term) -> (Term, Term) {
        let (kept, width) = (format.precision() + 1, self.width(significand));
        if width <= kept {
            let significand = self.followed_by_zeros(significand, kept - width);
            return (significand, self.truth(false));
        }
        let upper = self.bits(significand, width - 1, width - kept);
        let rest = self.bits(significand, width - kept - 1, 0);
        (upper, self.any(rest))
    }

    pub(super) fn convert(
        &mut self,
        from: Format,
        to: Format,
        rounding: Rounding,
        a: Term,
    ) -> Term {
        let (bias, target) = (i64::from(from.bias()), i64::from(to.bias()));
        // Subnormal numbers that are nothing but something in the target need no care.
        let vanish = 1 - bias < 1 - target - i64::from(to.precision()) - 1;
        let parts = if vanish { self.parts(from, a) } else { self.normal_parts(from, a) };
        let width = from.exponent().max(to.exponent()) + 3;
        let exponent = if vanish {
            self.zero_extend(parts.exponent, width)
        } else {
            self.sign_extend(parts.exponent, width)
        };
        let shift = (1 << width) + i128::from(target - bias);
        let shift = self.number(width, shift as u128);
        let (significand, sticky) = self.cut(to, parts.significand);
        let result = Unbounded {
            sign: parts.sign,
            exponent: self.add(exponent, shift),
            significand,
            sticky,
            is_zero: parts.is_zero,
            is_infinite: parts.is_infinite,
            is_nan: parts.is_nan,
        };
        let least = 1 - i64::from(from.precision()) + 1 - bias + target;
        let most = i64::from(from.top()) - 1 - bias + target;
        self.finish_unbounded(to, rounding, &result, (least, most))
    }

    pub(super) fn convert_integer(
        &mut self,
        (from, signed): (u32, bool),
        to: Format,
        rounding: Rounding,
        a: Term,
    ) -> Term {
        let sign = if signed { self.highest(a) } else { self.truth(false) };
        let magnitude = self.negate_if(sign, a);
        let (significand, zeros) = self.normalise(magnitude);
        let width = (to.exponent() + 2).max(self.width(zeros) + 2);
        let zeros = self.zero_extend(zeros, width);
        let highest = i64::from(to.bias() + from - 1);
        let exponent = self.number(width, highest as u128);
        let (significand, sticky) = self.cut(to, significand);
        let no = self.truth(false);
        let result = Unbounded {
            sign,
            exponent: self.sub(exponent, zeros),
            significand,
            sticky,
            is_zero: self.is_zero(a),
            is_infinite: no,
            is_nan: no,
        };
        self.finish_unbounded(to, rounding, &result, (1, highest))
    }

    fn negate_if(&mut self, negative: Term, a: Term) -> Term {
        let width = self.width(a);
        let flip = self.sign_extend(negative, width);
        let flipped = self.xor(a, flip);
        let carry = self.zero_extend(negative, width);
        self.add(flipped, carry)
    }

    pub(super) fn integer_of(
        &mut self,
        from: Format,
        (to, signed): (u32, bool),
        rounding: Rounding,
        a: Term,
    ) -> Term {
        let (p, e) = (from.precision(), from.exponent());
        let parts = self.parts(from, a);
        // The highest bit of the register belongs to 2^(to-1); below the integer's bits there
        // is one for rounding, and more if the significand needs them.
        let register = (to + 1).max(p);
        let significand = self.followed_by_zeros(parts.significand, register - p);
        let highest = u128::from(from.bias() + to - 1);
        let width = (e + 1).max(128 - highest.leading_zeros() + 1);
        let exponent = self.zero_extend(parts.exponent, width);
        let highest = self.number(width, highest);
        let distance = self.sub(highest, exponent);
        let is_large = self.below(highest, exponent);
        let (shifted, lost) = self.shift_right(significand, distance);
        let integer = self.bits(shifted, register - 1, register - to);
        let guard = self.bit(shifted, register - to - 1);
        let sticky = if register - to > 1 {
            let rest = self.bits(shifted, register - to - 2, 0);
            let rest = self.any(rest);
            self.or(rest, lost)
        } else {
            lost
        };
        let last = self.bit(integer, 0);
        let up = self.is_increased(rounding, parts.sign, [last, guard, sticky]);
        let up = self.zero_extend(up, to + 1);
        let wide = self.zero_extend(integer, to + 1);
        let magnitude = self.add(wide, up);
        let integer = self.bits(magnitude, to - 1, 0);
        let negated = self.negate_if(parts.sign, integer);
        let (least, most) = if signed {
            let least = Value::min_signed(to);
            (least.clone(), crate::bv::Op::Not.apply(&[&least]))
        } else {
            (Value::zero(to), Value::ones(to))
        };
        let carry = self.bit(magnitude, to);
        let is_over = if signed {
            // Negative: more than 2^(to-1). Positive: at least that.
            let half = self.highest(integer);
            let is_most = self.terms.constant(least.clone());
            let is_least = self.terms.eq(integer, is_most);
            let at_least = self.and(parts.sign, is_least);
            let below = self.not(at_least);
            let over = self.and(half, below);
            self.or(over, carry)
        } else {
            let some = self.any(integer);
            let negative = self.and(parts.sign, some);
            self.or(negative, carry)
        };
        let is_large = self.or(is_large, parts.is_infinite);
        let is_over = self.or(is_over, is_large);
        let [least, most] = [least, most].map(|value| self.terms.constant(value));
        let limit = self.ite(parts.sign, least, most);
        let result = self.ite(is_over, limit, negated);
        let is_number = self.not(parts.is_nan);
        self.only_if(is_number, result)
    }

    /// The bits below the point are cleared, and one is added to those above it where rounding
    /// says so: a carry out of the significand is the next exponent.
    pub(super) fn integral(&mut self, format: Format, rounding: Rounding, a: Term) -> Term {
        let (w, p, e) = (format.width(), format.precision(), format.exponent());
        let parts = self.parts(format, a);
        let magnitude = self.bits(a, w - 2, 0);
        let bias = format.bias();
        // Places below the point, if there are some, and a digit above it.
        let all = self.number(e, u128::from(bias + p - 1));
        let places = self.sub(all, parts.exponent);
        let one = self.number(e, bias.into());
        let is_fraction = self.below(parts.exponent, one);
        let is_integral = self.below(parts.exponent, all);
        let is_integral = self.not(is_integral);
        // The unit's place, in the word of exponent and fraction.
        let amount = if e < w - 1 { self.zero_extend(places, w - 1) } else { places };
        let lowest = self.number(w - 1, 1);
        let unit = self.terms.app(crate::bv::Op::Shl, &[lowest, amount]);
        let half = self.shifted_down(unit);
        let below_unit = self.sub(unit, lowest);
        let below_half = self.shifted_down(below_unit);
        let [last, guard, sticky] = [unit, half, below_half].map(|mask| {
            let hit = self.and(magnitude, mask);
            self.any(hit)
        });
        let up = self.is_increased(rounding, parts.sign, [last, guard, sticky]);
        let above = self.not(below_unit);
        let kept = self.and(magnitude, above);
        let step = self.only_if(up, unit);
        let rounded = self.add(kept, step);
        // Below one: the unit is above the significand.
        let half = self.number(e, u128::from(bias) - 1);
        let is_half = self.terms.eq(parts.exponent, half);
        let fraction = self.bits(a, p - 2, 0);
        let has_fraction = self.any(fraction);
        let some = self.not(parts.is_zero);
        let is_small = self.not(is_half);
        let some_small = self.and(some, is_small);
        let beside_half = self.and(is_half, has_fraction);
        let sticky = self.or(some_small, beside_half);
        let no = self.truth(false);
        let up = self.is_increased(rounding, parts.sign, [no, is_half, sticky]);
        let unit = self.number(w - 1, u128::from(bias) << (p - 1));
        let small = self.only_if(up, unit);
        let result = self.ite(is_fraction, small, rounded);
        let result = self.ite(is_integral, magnitude, result);
        let result = self.concat(parts.sign, result);
        let nan = self.number(w, format.nan());
        self.ite(parts.is_nan, nan, result)
    }

    fn shifted_down(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let upper = self.bits(a, width - 1, 1);
        self.zero_extend(upper, width)
    }
}
