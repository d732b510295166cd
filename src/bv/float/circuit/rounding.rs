//! Putting results together: rounding, overflow, infinities and NaNs.

use super::{Circuit, Format};
use crate::bv::Term;
use crate::bv::float::Rounding;

/// A result before it is rounded to the format.
pub(super) struct Exact {
    pub sign: Term,
    /// The exponent's field, as wide as the format's; 0 for subnormal numbers and zeros.
    pub exponent: Term,
    /// The significand without its leading bit.
    pub fraction: Term,
    /// The first bit below the fraction.
    pub guard: Term,
    /// Whether a bit below that is set.
    pub sticky: Term,
    /// Whether the exponent is too large for a number of the format.
    pub is_over: Term,
    pub is_infinite: Term,
    pub is_nan: Term,
}

/// A result other than zero whose exponent may be anything.
pub(super) struct Unbounded {
    pub sign: Term,
    /// Biased, in two's complement, wide enough.
    pub exponent: Term,
    /// One bit more than the precision; the highest is set.
    pub significand: Term,
    pub sticky: Term,
    /// Whether the result is zero after all.
    pub is_zero: Term,
    pub is_infinite: Term,
    pub is_nan: Term,
}

impl Circuit<'_> {
    /// Whether the magnitude is increased by one unit in the last place.
    pub(super) fn is_increased(
        &mut self,
        rounding: Rounding,
        sign: Term,
        [last, guard, sticky]: [Term; 3],
    ) -> Term {
        let inexact = self.or(guard, sticky);
        match rounding {
            Rounding::NearestEven => {
                let above = self.or(last, sticky);
                self.and(guard, above)
            }
            Rounding::NearestAway => guard,
            Rounding::Zero => self.truth(false),
            Rounding::Down => self.and(sign, inexact),
            Rounding::Up => {
                let positive = self.not(sign);
                self.and(positive, inexact)
            }
        }
    }

    /// The number next to an exact result.
    pub(super) fn finish(&mut self, format: Format, rounding: Rounding, exact: &Exact) -> Term {
        let (w, p) = (format.width(), format.precision());
        let last = self.bit(exact.fraction, 0);
        let cut = [last, exact.guard, exact.sticky];
        let up = self.is_increased(rounding, exact.sign, cut);
        let magnitude = self.concat(exact.exponent, exact.fraction);
        let up = self.zero_extend(up, w - 1);
        // A carry out of the fraction is the next exponent, after the largest infinity.
        let rounded = self.add(magnitude, up);
        let infinity = self.number(w - 1, format.infinity());
        let largest = self.number(w - 1, format.infinity() - 1);
        let overflow = match rounding {
            Rounding::NearestEven | Rounding::NearestAway => infinity,
            Rounding::Zero => largest,
            Rounding::Up => self.ite(exact.sign, largest, infinity),
            Rounding::Down => self.ite(exact.sign, infinity, largest),
        };
        let magnitude = self.ite(exact.is_over, overflow, rounded);
        let special = self.followed_by_zeros(exact.is_nan, p - 2);
        let top = self.number(format.exponent(), format.top().into());
        let special = self.concat(top, special);
        let is_special = self.or(exact.is_infinite, exact.is_nan);
        let magnitude = self.ite(is_special, special, magnitude);
        let is_number = self.not(exact.is_nan);
        let sign = self.and(exact.sign, is_number);
        self.concat(sign, magnitude)
    }

    /// The number next to a result whose exponent may be too small or too large; `least` and
    /// `most` are bounds of its (biased) exponent.
    pub(super) fn finish_unbounded(
        &mut self,
        format: Format,
        rounding: Rounding,
        result: &Unbounded,
        (least, most): (i64, i64),
    ) -> Term {
        let p = format.precision();
        let width = self.width(result.exponent);
        let (mut significand, mut sticky) = (result.significand, result.sticky);
        let mut is_tiny = self.truth(false);
        if least < 1 {
            // 1 - exponent places to the right.
            let one = self.number(width, 1);
            let distance = self.sub(one, result.exponent);
            let is_negative = self.highest(distance);
            let is_none = self.is_zero(distance);
            let is_normal = self.or(is_negative, is_none);
            is_tiny = self.not(is_normal);
            let distance = self.bits(distance, width - 2, 0);
            let distance = self.only_if(is_tiny, distance);
            let (shifted, lost) = self.shift_right(significand, distance);
            (significand, sticky) = (shifted, self.or(sticky, lost));
        }
        let is_over = if most >= i64::from(format.top()) {
            let top = self.number(width, format.top().into());
            let fits = self.terms.app(crate::bv::Op::Slt, &[result.exponent, top]);
            self.not(fits)
        } else {
            self.truth(false)
        };
        let no_number = self.or(is_tiny, result.is_zero);
        let is_normal = self.not(no_number);
        let exponent = self.bits(result.exponent, format.exponent() - 1, 0);
        let exponent = self.only_if(is_normal, exponent);
        let is_something = self.not(result.is_zero);
        let fraction = self.bits(significand, p - 1, 1);
        let guard = self.bit(significand, 0);
        let exact = Exact {
            sign: result.sign,
            exponent,
            fraction: self.only_if(is_something, fraction),
            guard: self.and(guard, is_something),
            sticky: self.and(sticky, is_something),
            is_over: self.and(is_over, is_something),
            is_infinite: result.is_infinite,
            is_nan: result.is_nan,
        };
        self.finish(format, rounding, &exact)
    }
}
