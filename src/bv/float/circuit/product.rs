//! Products, alone and with a sum.
//!
//! If both operands are subnormal the product is so small that only its being there matters:
//! so one of them is normalised, the subnormal one if there is one.

use super::parts::Parts;
use super::rounding::{Exact, Unbounded};
use super::{Circuit, Format};
use crate::bv::float::Rounding;
use crate::bv::{Op, Term};

/// A product with all its bits.
struct Product {
    sign: Term,
    /// Biased exponent of the highest bit, in two's complement with three more bits.
    exponent: Term,
    /// Twice the precision; one of the two highest bits is set, unless the product is far
    /// below the smallest number.
    significand: Term,
    is_zero: Term,
    is_infinite: Term,
    is_nan: Term,
}

impl Circuit<'_> {
    pub(super) fn product(&mut self, format: Format, rounding: Rounding, a: Term, b: Term) -> Term {
        let p = format.precision();
        let product = self.exact_product(format, a, b);
        // One more place to the left if the highest bit is free.
        let is_high = self.highest(product.significand);
        let as_is = self.bits(product.significand, 2 * p - 1, p - 1);
        let shifted = self.bits(product.significand, 2 * p - 2, p - 2);
        let significand = self.ite(is_high, as_is, shifted);
        let lowest = self.bits(product.significand, p - 3, 0);
        let between = self.bit(product.significand, p - 2);
        let between = self.and(between, is_high);
        let lowest = self.any(lowest);
        let width = self.width(product.exponent);
        let is_low = self.not(is_high);
        let lower = self.sign_extend(is_low, width);
        let result = Unbounded {
            sign: product.sign,
            exponent: self.add(product.exponent, lower),
            significand,
            sticky: self.or(lowest, between),
            is_zero: product.is_zero,
            is_infinite: product.is_infinite,
            is_nan: product.is_nan,
        };
        self.finish_unbounded(format, rounding, &result, (i64::MIN, i64::MAX))
    }

    fn exact_product(&mut self, format: Format, a: Term, b: Term) -> Product {
        let (p, width) = (format.precision(), format.exponent() + 3);
        let [a, b] = [a, b].map(|word| self.parts(format, word));
        let b_is_normal = self.highest(b.significand);
        let one = self.ite(b_is_normal, a.significand, b.significand);
        let other = self.ite(b_is_normal, b.significand, a.significand);
        let (one, zeros) = self.normalise(one);
        let [one, other] = [one, other].map(|word| self.zero_extend(word, 2 * p));
        let significand = self.terms.app(Op::Mul, &[one, other]);
        let wide = [a.exponent, b.exponent, zeros].map(|word| self.zero_extend(word, width));
        let sum = self.add(wide[0], wide[1]);
        let sum = self.sub(sum, wide[2]);
        let bias = self.number(width, u128::from(format.bias()) - 1);
        let exponent = self.sub(sum, bias);
        let (is_zero, is_infinite, is_nan) = self.special_product(&a, &b);
        let sign = self.xor(a.sign, b.sign);
        Product { sign, exponent, significand, is_zero, is_infinite, is_nan }
    }

    /// Whether a product is zero, infinite, not a number.
    fn special_product(&mut self, a: &Parts, b: &Parts) -> (Term, Term, Term) {
        let is_zero = self.or(a.is_zero, b.is_zero);
        let is_infinite = self.or(a.is_infinite, b.is_infinite);
        let nothing_of_everything = self.and(is_zero, is_infinite);
        let is_nan = self.or(a.is_nan, b.is_nan);
        let is_nan = self.or(is_nan, nothing_of_everything);
        (is_zero, is_infinite, is_nan)
    }

    /// `a * b + c`, rounded once: the product and `c` as numbers with twice the precision, the
    /// one with the smaller exponent shifted to the other. `c` has an exponent of at least 1,
    /// so the sum has too.
    pub(super) fn fused(&mut self, format: Format, rounding: Rounding, abc: [Term; 3]) -> Term {
        let p = format.precision();
        let product = self.exact_product(format, abc[0], abc[1]);
        let c = self.parts(format, abc[2]);
        let width = self.width(product.exponent);
        let c_exponent = self.zero_extend(c.exponent, width);
        // How far the product is above `c`.
        let above = self.sub(product.exponent, c_exponent);
        let is_below = self.highest(above);
        let c_leads = self.or(is_below, product.is_zero);
        let c_significand = self.followed_by_zeros(c.significand, p);
        let large = self.ite(c_leads, c_significand, product.significand);
        let small = self.ite(c_leads, product.significand, c_significand);
        let below = self.sub(c_exponent, product.exponent);
        let distance = self.ite(is_below, below, above);
        let distance = self.bits(distance, width - 2, 0);
        let small = self.followed_by_zeros(small, 2);
        let (small, lost) = self.shift_right(small, distance);
        // What is shifted is of no matter if the product is zero, and so is the distance.
        let small = self.concat(small, lost);
        let large = self.followed_by_zeros(large, 3);
        let [large, small] = [large, small].map(|word| self.zero_extend(word, 2 * p + 5));
        let differ = self.xor(product.sign, c.sign);
        let sum = self.add_or_subtract(differ, large, small);
        // The exponents alone were compared: the difference may be negative.
        let is_negative = self.highest(sum);
        let flip = self.sign_extend(is_negative, 2 * p + 5);
        let flipped = self.xor(sum, flip);
        let carry = self.zero_extend(is_negative, 2 * p + 5);
        let total = self.add(flipped, carry);
        let total = self.bits(total, 2 * p + 3, 0);

        let exponent = self.ite(c_leads, c_exponent, product.exponent);
        let exponent = self.bits(exponent, width - 2, 0);
        let exact = self.leading(format, total, exponent);
        let leader = self.ite(c_leads, c.sign, product.sign);
        let sign = self.xor(leader, is_negative);
        let is_nothing = self.is_zero(total);
        let is_cancelled = self.and(differ, is_nothing);
        let kept = self.not(is_cancelled);
        let mut sign = self.and(sign, kept);
        if rounding == Rounding::Down {
            sign = self.or(sign, is_cancelled);
        }
        let product_is_infinite = product.is_infinite;
        let both = self.and(product_is_infinite, c.is_infinite);
        let no_limit = self.and(both, differ);
        let is_nan = self.or(product.is_nan, c.is_nan);
        let exact = Exact {
            sign: {
                let of_infinity = self.ite(product_is_infinite, product.sign, c.sign);
                let is_infinite = self.or(product_is_infinite, c.is_infinite);
                self.ite(is_infinite, of_infinity, sign)
            },
            is_infinite: self.or(product_is_infinite, c.is_infinite),
            is_nan: self.or(is_nan, no_limit),
            ..exact
        };
        self.finish(format, rounding, &exact)
    }
}
