//! Quotients and square roots, a digit after the other: restoring division, and the root as
//! one does it with paper and pencil. What is left at the end says whether it is exact.

use super::rounding::{Exact, Unbounded};
use super::{Circuit, Format};
use crate::bv::Term;
use crate::bv::float::Rounding;

impl Circuit<'_> {
    pub(super) fn quotient(
        &mut self,
        format: Format,
        rounding: Rounding,
        a: Term,
        b: Term,
    ) -> Term {
        let p = format.precision();
        let [a, b] = [a, b].map(|word| self.normal_parts(format, word));
        let (digits, is_inexact) = self.divide(p, a.significand, b.significand);
        // The quotient is between 1/2 and 2.
        let is_high = self.highest(digits);
        let as_is = self.bits(digits, p + 1, 1);
        let shifted = self.bits(digits, p, 0);
        let lowest = self.bit(digits, 0);
        let lowest = self.and(lowest, is_high);
        let width = format.exponent() + 3;
        let [of_a, of_b] = [a.exponent, b.exponent].map(|word| self.sign_extend(word, width));
        let exponent = self.sub(of_a, of_b);
        let bias = self.number(width, format.bias().into());
        let exponent = self.add(exponent, bias);
        let is_low = self.not(is_high);
        let lower = self.sign_extend(is_low, width);
        let zeros = self.and(a.is_zero, b.is_zero);
        let infinities = self.and(a.is_infinite, b.is_infinite);
        let undefined = self.or(zeros, infinities);
        let is_nan = self.or(a.is_nan, b.is_nan);
        let result = Unbounded {
            sign: self.xor(a.sign, b.sign),
            exponent: self.add(exponent, lower),
            significand: self.ite(is_high, as_is, shifted),
            sticky: self.or(is_inexact, lowest),
            is_zero: self.or(a.is_zero, b.is_infinite),
            is_infinite: self.or(a.is_infinite, b.is_zero),
            is_nan: self.or(is_nan, undefined),
        };
        self.finish_unbounded(format, rounding, &result, (i64::MIN, i64::MAX))
    }

    /// `p + 2` digits of `a / b`, the first before the point, and whether something is left.
    fn divide(&mut self, p: u32, a: Term, b: Term) -> (Term, Term) {
        // The rest is less than twice the divisor before each step.
        let divisor = self.zero_extend(b, p + 2);
        let mut rest = self.zero_extend(a, p + 1);
        let mut digits: Option<Term> = None;
        for _ in 0..p + 2 {
            let wide = self.zero_extend(rest, p + 2);
            let difference = self.sub(wide, divisor);
            let is_less = self.highest(difference);
            let digit = self.not(is_less);
            digits = Some(digits.map_or(digit, |so_far| self.concat(so_far, digit)));
            let [less, more] = [rest, difference].map(|word| self.bits(word, p - 1, 0));
            let kept = self.ite(is_less, less, more);
            rest = self.followed_by_zeros(kept, 1);
        }
        let is_inexact = self.any(rest);
        (digits.expect("a digit"), is_inexact)
    }

    /// No root is too large or too small.
    pub(super) fn square_root(&mut self, format: Format, rounding: Rounding, a: Term) -> Term {
        let (p, e) = (format.precision(), format.exponent());
        let a = self.normal_parts(format, a);
        // The radicand is between 1 and 4, as the bias is odd: an even field is an odd exponent.
        let lowest = self.bit(a.exponent, 0);
        let is_odd = self.not(lowest);
        let narrow = self.zero_extend(a.significand, p + 1);
        let wide = self.followed_by_zeros(a.significand, 1);
        let radicand = self.ite(is_odd, wide, narrow);
        let (root, is_inexact) = self.root(p, radicand);
        // Half of the exponent, rounded down, is (field - bias - is_odd) / 2.
        let field = self.sign_extend(a.exponent, e + 3);
        let bias = self.number(e + 3, u128::from(format.bias()));
        let sum = self.add(field, bias);
        let exponent = self.bits(sum, e, 1);
        let is_some = self.not(a.is_zero);
        let is_positive = self.not(a.sign);
        let is_below = self.and(a.sign, is_some);
        let fraction = self.bits(root, p - 1, 1);
        let guard = self.bit(root, 0);
        let exact = Exact {
            sign: a.sign,
            exponent: self.only_if(is_some, exponent),
            fraction: self.only_if(is_some, fraction),
            guard: self.and(guard, is_some),
            sticky: self.and(is_inexact, is_some),
            is_over: self.truth(false),
            is_infinite: self.and(a.is_infinite, is_positive),
            is_nan: self.or(a.is_nan, is_below),
        };
        self.finish(format, rounding, &exact)
    }

    /// `p + 1` digits of the root of a radicand with two bits before the point, and whether
    /// something is left.
    fn root(&mut self, p: u32, radicand: Term) -> (Term, Term) {
        let radicand = self.followed_by_zeros(radicand, p + 1);
        let mut root: Option<Term> = None;
        let mut rest: Option<Term> = None;
        for step in 0..=p {
            let high = 2 * (p - step) + 1;
            let next = self.bits(radicand, high, high - 1);
            // The rest has at most two bits more than the root so far has digits, and then
            // two more: one more than those of twice the root, a 0 and a 1.
            let width = step + 4;
            let rest_now = rest.map_or(next, |rest| self.concat(rest, next));
            let wide = self.zero_extend(rest_now, width);
            let tail = self.number(2, 1);
            let trial = root.map_or(tail, |root| self.concat(root, tail));
            let trial = self.zero_extend(trial, width);
            let difference = self.sub(wide, trial);
            let is_less = self.highest(difference);
            let digit = self.not(is_less);
            let kept = self.ite(is_less, wide, difference);
            rest = Some(self.bits(kept, step + 1, 0));
            root = Some(root.map_or(digit, |root| self.concat(root, digit)));
        }
        let is_inexact = self.any(rest.expect("a step"));
        (root.expect("a digit"), is_inexact)
    }
}
