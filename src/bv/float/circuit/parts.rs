//! Taking numbers apart, and the two shifters.

use super::{Circuit, Format};
use crate::bv::Term;

/// A number's fields.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    /// One bit: set for negative numbers.
    pub sign: Term,
    /// The exponent as it is stored, but 1 for subnormal numbers and zeros.
    pub exponent: Term,
    /// The significand with its leading bit, which is 0 for subnormal numbers and zeros.
    pub significand: Term,
    pub is_zero: Term,
    pub is_infinite: Term,
    pub is_nan: Term,
}

impl Circuit<'_> {
    pub(super) fn parts(&mut self, format: Format, a: Term) -> Parts {
        let (p, w) = (format.precision(), format.width());
        let sign = self.bit(a, w - 1);
        let field = self.bits(a, w - 2, p - 1);
        let fraction = self.bits(a, p - 2, 0);
        let is_normal = self.any(field);
        let is_top = self.is_ones(field);
        let has_fraction = self.any(fraction);
        let is_subnormal = self.not(is_normal);
        let lowest = self.bit(field, 0);
        let lowest = self.or(lowest, is_subnormal);
        let upper = self.bits(field, format.exponent() - 1, 1);
        let exponent = self.concat(upper, lowest);
        let significand = self.concat(is_normal, fraction);
        let no_fraction = self.not(has_fraction);
        let is_zero = self.and(is_subnormal, no_fraction);
        let is_infinite = self.and(is_top, no_fraction);
        let is_nan = self.and(is_top, has_fraction);
        Parts { sign, exponent, significand, is_zero, is_infinite, is_nan }
    }

    /// The parts of a number other than zero, with a significand whose highest bit is set,
    /// and an exponent in two's complement with two more bits.
    pub(super) fn normal_parts(&mut self, format: Format, a: Term) -> Parts {
        let parts = self.parts(format, a);
        let width = format.exponent() + 2;
        let (significand, zeros) = self.normalise(parts.significand);
        let exponent = self.zero_extend(parts.exponent, width);
        let zeros = self.zero_extend(zeros, width);
        let exponent = self.sub(exponent, zeros);
        Parts { exponent, significand, ..parts }
    }

    /// `a` shifted to the left until its highest bit is set, and by how many places. Zero
    /// stays zero.
    pub(super) fn normalise(&mut self, a: Term) -> (Term, Term) {
        self.normalise_by(a, a)
    }

    /// `a` shifted to the left by the number of zeros that `guide`, of the same width, starts
    /// with, and that number.
    pub(super) fn normalise_by(&mut self, a: Term, guide: Term) -> (Term, Term) {
        let width = self.width(a);
        let (mut word, mut guide, is_own) = (a, guide, a == guide);
        let mut zeros: Option<Term> = None;
        let mut distance = (width.next_power_of_two() / 2).max(1);
        while distance > 0 {
            // Of the guide, only the bits that decide further rows are kept.
            let length = self.width(guide);
            let shift = if length > distance {
                let upper = self.bits(guide, length - 1, length - distance);
                self.is_zero(upper)
            } else {
                self.truth(false)
            };
            let shifted = self.shift_left_by(word, distance);
            word = self.ite(shift, shifted, word);
            guide = if is_own { word } else { self.narrow(guide, shift, distance) };
            zeros = Some(match zeros {
                None => shift,
                Some(so_far) => self.concat(so_far, shift),
            });
            distance /= 2;
        }
        (word, zeros.expect("at least one row"))
    }

    /// The next `distance` bits of a guide, behind as many zeros if `shift`.
    fn narrow(&mut self, guide: Term, shift: Term, distance: u32) -> Term {
        let length = self.width(guide);
        if length <= distance {
            return guide;
        }
        let upper = self.bits(guide, length - 1, length - distance);
        let rest = length - distance;
        let taken = rest.min(distance);
        let lower = self.bits(guide, rest - 1, rest - taken);
        let lower = self.followed_by_zeros(lower, distance - taken);
        self.ite(shift, lower, upper)
    }

    fn shift_left_by(&mut self, a: Term, distance: u32) -> Term {
        let width = self.width(a);
        if distance >= width {
            return self.number(width, 0);
        }
        let kept = self.bits(a, width - 1 - distance, 0);
        self.followed_by_zeros(kept, distance)
    }

    /// `a` shifted to the right, and whether a bit that was set fell out.
    pub(super) fn shift_right(&mut self, a: Term, amount: Term) -> (Term, Term) {
        let width = self.width(a);
        let rows = (width.next_power_of_two().trailing_zeros()).min(self.width(amount));
        let mut word = a;
        let mut lost = self.truth(false);
        for row in (0..rows).rev() {
            let (distance, select) = (1 << row, self.bit(amount, row));
            let below = self.bits(word, distance - 1, 0);
            let falls = self.any(below);
            let falls = self.and(select, falls);
            lost = self.or(lost, falls);
            let kept = self.bits(word, width - 1, distance);
            let shifted = self.zero_extend(kept, width);
            word = self.ite(select, shifted, word);
        }
        if self.width(amount) > rows {
            let high = self.width(amount) - 1;
            let upper = self.bits(amount, high, rows);
            let over = self.any(upper);
            let stays = self.not(over);
            let all = self.any(a);
            let all = self.and(over, all);
            lost = self.or(lost, all);
            word = self.only_if(stays, word);
        }
        (word, lost)
    }
}
