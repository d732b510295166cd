//! Restoring division. Dividing by zero needs no case of its own: every trial
//! subtraction of 0 succeeds, so the quotient is all ones and the remainder the
//! dividend, as SMT-LIB wants it.

use super::{Quotients, Word, sign};
use crate::aig::{Aig, Edge};
use crate::support::Fault;

impl Aig {
    /// Unsigned quotient and remainder, built once for equal operands.
    pub(super) fn divide(&mut self, a: &[Edge], b: &[Edge], known: &mut Quotients) -> (Word, Word) {
        let key = (a.to_vec(), b.to_vec());
        if let Some(both) = known.get(&key) {
            return both.clone();
        }
        let both = self.restoring_divider(a, b);
        known.insert(key, both.clone());
        both
    }

    fn restoring_divider(&mut self, a: &[Edge], b: &[Edge]) -> (Word, Word) {
        let width = a.len();
        // above[k]: the divisor has a bit at place k or higher.
        let mut above = vec![Edge::FALSE; width + 1];
        for k in (0..width).rev() {
            above[k] = self.or(above[k + 1], b[k]);
        }
        let mut quotient = vec![Edge::FALSE; width];
        let mut rest = Word::new();
        for i in (0..width).rev() {
            // The rest, smaller than the divisor or a prefix of the dividend, has as many
            // bits as digits were taken; only so many of the divisor are subtracted.
            rest.insert(0, a[i]);
            let taken = rest.len();
            let smaller = self.less(&rest, &b[..taken]);
            let fits = match Fault::DivideFits.is_planted() {
                true => !smaller,
                false => self.and(!smaller, !above[taken]),
            };
            let reduced = self.subtract(&rest, &b[..taken]);
            rest = rest.iter().zip(reduced).map(|(&r, d)| self.mux(fits, d, r)).collect();
            quotient[i] = fits;
        }
        (quotient, rest)
    }

    /// Quotient of the absolute values, negated if the signs differ. By zero: −1 or 1,
    /// as the unsigned quotient is −1 then.
    pub(super) fn signed_quotient(
        &mut self,
        a: &[Edge],
        b: &[Edge],
        known: &mut Quotients,
    ) -> Word {
        let (x, y) = (self.absolute(a), self.absolute(b));
        let quotient = self.divide(&x, &y, known).0;
        let differ = self.xor(sign(a), sign(b));
        self.negate_if(differ, &quotient)
    }

    /// Remainder of the absolute values with the sign of the dividend.
    pub(super) fn signed_remainder(
        &mut self,
        a: &[Edge],
        b: &[Edge],
        known: &mut Quotients,
    ) -> Word {
        let (x, y) = (self.absolute(a), self.absolute(b));
        let remainder = self.divide(&x, &y, known).1;
        let sign = if Fault::RemainderSign.is_planted() { sign(b) } else { sign(a) };
        self.negate_if(sign, &remainder)
    }

    fn absolute(&mut self, a: &[Edge]) -> Word {
        self.negate_if(sign(a), a)
    }
}
