//! Rounding, and putting numbers together.

use super::{Blaster, Exact, Special};
use crate::bv::{Format, Rounding};
use crate::certify::blaster::{Bits, extend};
use crate::cnf::Lit;

impl Blaster<'_> {
    /// Whether a magnitude cut off behind `last` grows by one there: `half` is the first bit
    /// that was cut off, `more` whether one of the others is set.
    pub(super) fn grows(
        &mut self,
        rounding: Rounding,
        sign: Lit,
        last: Lit,
        half: Lit,
        more: Lit,
    ) -> Lit {
        let inexact = self.gates.or(half, more);
        match rounding {
            Rounding::NearestEven => {
                let above_half = self.gates.and(half, more);
                let tie_to_even = self.gates.and(half, last);
                self.gates.or(above_half, tie_to_even)
            }
            Rounding::NearestAway => half,
            Rounding::Up => self.gates.and(!sign, inexact),
            Rounding::Down => self.gates.and(sign, inexact),
            Rounding::Zero => !self.gates.truth,
        }
    }

    /// The number of the format that an exact one is rounded to, unless it is special.
    pub(super) fn round(
        &mut self,
        format: Format,
        rounding: Rounding,
        exact: &Exact,
        special: &Special,
    ) -> Bits {
        let p = format.precision() as usize;
        let width = exact.exponent.len();
        let truth = self.gates.truth;
        let smallest = self.constant(width, 1 - i64::from(format.bias()));

        // Below the smallest exponent, leading zeros take the place of digits.
        let is_small = self.signed_less(&exact.exponent, &smallest);
        let places = self.subtract(&smallest, &exact.exponent).0;
        let places = self.choose(is_small, &places, &vec![!truth; width]);
        let exponent = self.choose(is_small, &smallest, &exact.exponent);
        let missing = (p + 2).saturating_sub(exact.significand.len());
        let significand = [&vec![!truth; missing], &exact.significand[..]].concat();
        let (significand, lost) = self.shift_down(&significand, &places);

        let cut = significand.len() - p;
        let more = self.any(&significand[..cut - 1]);
        let more = self.gates.or(more, lost);
        let more = self.gates.or(more, exact.more);
        let (half, kept) = (significand[cut - 1], &significand[cut..]);
        let grows = self.grows(rounding, exact.sign, kept[0], half, more);
        let step = extend(&[grows], p as u32, !truth);
        let (digits, carry) = self.add(kept, &step, !truth);
        // After a carry all digits but the first are zero, and that one is the carry.
        let digits = [&digits[..p - 1], &[self.gates.or(digits[p - 1], carry)]].concat();
        let raised = extend(&[carry], width as u32, !truth);
        let exponent = self.add(&exponent, &raised, !truth).0;

        let bias = self.constant(width, i64::from(format.bias()));
        let biased = self.add(&exponent, &bias, !truth).0;
        let field: Bits = biased[..format.exponent() as usize]
            .iter()
            .map(|&bit| self.gates.and(bit, digits[p - 1]))
            .collect();
        let is_large = self.signed_less(&bias, &exponent);
        let number = [&digits[..p - 1], &field].concat();

        let to_infinity = match rounding {
            Rounding::NearestEven | Rounding::NearestAway => truth,
            Rounding::Zero => !truth,
            Rounding::Up => !exact.sign,
            Rounding::Down => exact.sign,
        };
        let word = |bits: u128| -> Bits {
            (0..format.width() - 1).map(|i| truth.xor(bits >> i & 1 == 0)).collect()
        };
        let infinity = word(format.infinity());
        let overflow = self.choose(to_infinity, &infinity, &word(format.infinity() - 1));
        let magnitude = self.choose(is_large, &overflow, &number);
        let result = [magnitude, vec![exact.sign]].concat();
        let zero = [word(0), vec![special.zero]].concat();
        let result = self.choose(special.is_zero, &zero, &result);
        let infinite = [infinity, vec![special.infinity]].concat();
        let result = self.choose(special.is_infinite, &infinite, &result);
        let nan = [word(format.nan()), vec![!truth]].concat();
        self.choose(special.is_nan, &nan, &result)
    }
}
