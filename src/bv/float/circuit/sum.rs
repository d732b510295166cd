//! Sums.
//!
//! The smaller magnitude is shifted to the larger one's exponent, with three more bits, of
//! which the last is sticky, so that the exact sum is known as far as rounding asks. Only if
//! the exponents differ by at most one the sum can lose more than one leading bit, and then
//! nothing was shifted out. It is shifted back to the left, but not below the exponent of
//! subnormal numbers.

use super::rounding::Exact;
use super::{Circuit, Format};
use crate::bv::Term;
use crate::bv::float::Rounding;

impl Circuit<'_> {
    pub(super) fn sum(&mut self, format: Format, rounding: Rounding, a: Term, b: Term) -> Term {
        let (w, p) = (format.width(), format.precision());
        let [upper_a, upper_b] = [a, b].map(|word| self.bits(word, w - 2, 0));
        let swap = self.below(upper_a, upper_b);
        let large = self.ite(swap, b, a);
        let small = self.ite(swap, a, b);
        let [large, small] = [large, small].map(|word| self.parts(format, word));
        let differ = self.xor(large.sign, small.sign);

        let distance = self.sub(large.exponent, small.exponent);
        let addend = self.followed_by_zeros(small.significand, 2);
        let (addend, lost) = self.shift_right(addend, distance);
        let addend = self.concat(addend, lost);
        let augend = self.followed_by_zeros(large.significand, 3);
        let (addend, augend) = (self.zero_extend(addend, p + 4), self.zero_extend(augend, p + 4));
        let total = self.add_or_subtract(differ, augend, addend);

        let exact = self.leading(format, total, large.exponent);
        let is_nothing = self.is_zero(total);
        let is_cancelled = self.and(differ, is_nothing);
        let kept = self.not(is_cancelled);
        let mut sign = self.and(large.sign, kept);
        if rounding == Rounding::Down {
            sign = self.or(sign, is_cancelled);
        }
        let opposite = self.and(small.is_infinite, differ);
        let no_limit = self.and(large.is_infinite, opposite);
        // A NaN has the larger magnitude.
        let is_nan = self.or(large.is_nan, no_limit);
        let exact = Exact { sign, is_nan, is_infinite: large.is_infinite, ..exact };
        self.finish(format, rounding, &exact)
    }

    /// `a - b` if `minus`, else `a + b`.
    pub(super) fn add_or_subtract(&mut self, minus: Term, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let flip = self.sign_extend(minus, width);
        let flipped = self.xor(b, flip);
        // The carry in as a bit below both.
        let one = self.truth(true);
        let a = self.concat(a, one);
        let b = self.concat(flipped, minus);
        let sum = self.add(a, b);
        self.bits(sum, width, 1)
    }

    /// The leading bits of a sum whose second highest bit belongs to `exponent`, at least 1,
    /// which is as wide as the format's or wider, unsigned. Sign and special values are left
    /// open: no infinity, no NaN.
    pub(super) fn leading(&mut self, format: Format, total: Term, exponent: Term) -> Exact {
        let (p, n) = (format.precision(), self.width(total));
        // The sum may be shifted by `exponent` places at most: a bit stands there.
        let highest = self.number(n, 1 << (n - 1).min(127));
        let highest = if n > 128 {
            let one = self.number(1, 1);
            self.followed_by_zeros(one, n - 1)
        } else {
            highest
        };
        let (limit, _) = self.shift_right(highest, exponent);
        let guide = self.or(total, limit);
        let (leading, zeros) = self.normalise_by(total, guide);
        let is_normal = self.highest(leading);
        // One more, as the highest bit is one above that of `exponent`; 0 if subnormal.
        let width = self.width(exponent).max(self.width(zeros)) + 1;
        let wide = self.zero_extend(exponent, width);
        let zeros = self.zero_extend(zeros, width);
        let lower = self.sub(wide, zeros);
        let one = self.number(width, 1);
        let field = self.add(lower, one);
        let field = self.only_if(is_normal, field);
        let top = self.number(width, format.top().into());
        let fits = self.below(field, top);
        let fraction = self.bits(leading, n - 2, n - p);
        let guard = self.bit(leading, n - p - 1);
        let rest = self.bits(leading, n - p - 2, 0);
        let no = self.truth(false);
        Exact {
            sign: no,
            exponent: self.bits(field, format.exponent() - 1, 0),
            fraction,
            guard,
            sticky: self.any(rest),
            is_over: self.not(fits),
            is_infinite: no,
            is_nan: no,
        }
    }
}
