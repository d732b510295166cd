//! Comparisons: orders of words, but for the signs, the zeros and NaNs.

use super::{Circuit, Format};
use crate::bv::Term;

impl Circuit<'_> {
    pub(super) fn is_nan(&mut self, format: Format, a: Term) -> Term {
        let width = format.width();
        let magnitude = self.bits(a, width - 2, 0);
        let infinity = self.number(width - 1, format.infinity());
        self.below(infinity, magnitude)
    }

    fn are_numbers(&mut self, format: Format, a: Term, b: Term) -> Term {
        let a = self.is_nan(format, a);
        let b = self.is_nan(format, b);
        let any = self.or(a, b);
        self.not(any)
    }

    fn are_zeros(&mut self, format: Format, a: Term, b: Term) -> Term {
        let both = self.or(a, b);
        let magnitude = self.bits(both, format.width() - 2, 0);
        self.is_zero(magnitude)
    }

    pub(super) fn equal(&mut self, format: Format, a: Term, b: Term) -> Term {
        let same = self.terms.eq(a, b);
        let zeros = self.are_zeros(format, a, b);
        let same = self.or(same, zeros);
        let numbers = self.are_numbers(format, a, b);
        self.and(same, numbers)
    }

    pub(super) fn less(&mut self, format: Format, a: Term, b: Term) -> Term {
        let (sign_a, sign_b) = (self.highest(a), self.highest(b));
        let below = self.below(a, b);
        let same = self.terms.eq(a, b);
        // Of negative numbers the larger word is the smaller number.
        let not_above = self.or(below, same);
        let above = self.not(not_above);
        let zeros = self.are_zeros(format, a, b);
        let some = self.not(zeros);
        let no = self.truth(false);
        let if_negative = self.ite(sign_b, above, some);
        let if_positive = self.ite(sign_b, no, below);
        let less = self.ite(sign_a, if_negative, if_positive);
        let numbers = self.are_numbers(format, a, b);
        self.and(less, numbers)
    }
}
