//! Ripple-carry addition and shift-and-add multiplication.

use super::Word;
use crate::aig::{Aig, Edge};
use crate::support::Fault;

/// Sum and carry of three bits.
pub(super) type Adder = fn(&mut Aig, Edge, Edge, Edge) -> (Edge, Edge);

impl Aig {
    /// `a + b + carry` modulo 2^width.
    pub(super) fn add(&mut self, a: &[Edge], b: &[Edge], carry: Edge) -> Word {
        self.add_by(Self::full_adder, a, b, carry)
    }

    fn add_by(&mut self, adder: Adder, a: &[Edge], b: &[Edge], carry: Edge) -> Word {
        let mut carry = carry;
        let mut sum = Word::with_capacity(a.len());
        for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
            if i + 1 == a.len() {
                // Nobody reads the last carry.
                let half = self.xor(x, y);
                let carry = if Fault::AddCarry.is_planted() { Edge::FALSE } else { carry };
                sum.push(self.xor(half, carry));
            } else {
                let (bit, out) = adder(self, x, y, carry);
                sum.push(bit);
                carry = out;
            }
        }
        sum
    }

    /// `a - b` modulo 2^width, as `a + ¬b + 1`.
    pub(super) fn subtract(&mut self, a: &[Edge], b: &[Edge]) -> Word {
        let complement: Word = b.iter().map(|&bit| !bit).collect();
        self.add(a, &complement, Edge::TRUE)
    }

    /// `-a` modulo 2^width.
    pub(super) fn negate(&mut self, a: &[Edge]) -> Word {
        self.subtract(&vec![Edge::FALSE; a.len()], a)
    }

    /// `-a` if `negative`, else `a`.
    pub(super) fn negate_if(&mut self, negative: Edge, a: &[Edge]) -> Word {
        let flipped: Word = a.iter().map(|&bit| self.xor(bit, negative)).collect();
        self.add(&flipped, &vec![Edge::FALSE; a.len()], negative)
    }

    /// `a * b` modulo 2^width, by such full adders.
    pub(super) fn multiply(&mut self, adder: Adder, a: &[Edge], b: &[Edge]) -> Word {
        let constants = |word: &[Edge]| word.iter().filter(|bit| bit.is_constant()).count();
        // The word with more constant bits selects the rows: constant zeros drop theirs.
        let (row, select) = if constants(a) > constants(b) { (b, a) } else { (a, b) };
        if constants(select) == select.len() {
            return self.multiply_constant(row, select);
        }
        let width = a.len();
        let mut sum: Word = row.iter().map(|&bit| self.and(bit, select[0])).collect();
        let rows = if Fault::MultiplyRow.is_planted() { width - 1 } else { width };
        for i in 1..rows {
            // Row i only touches the bits from i on.
            let addend: Word =
                row[..width - i].iter().map(|&bit| self.and(bit, select[i])).collect();
            let high = self.add_by(adder, &sum[i..], &addend, Edge::FALSE);
            sum.splice(i.., high);
        }
        sum
    }

    /// `a * constant` modulo 2^width: the constant in non-adjacent form (Reitwiesner
    /// 1960), which has the fewest non-zero digits among −1, 0, 1.
    fn multiply_constant(&mut self, a: &[Edge], constant: &[Edge]) -> Word {
        let width = a.len();
        let mut sum = vec![Edge::FALSE; width];
        let digit = |i: usize| i < width && constant[i] == Edge::TRUE;
        // The rest of the constant above bit i is its own bits plus this carry.
        let mut carry = false;
        for i in 0..width {
            if digit(i) == carry {
                continue;
            }
            // The number ends in 1 here: if it goes on with 1, take −1 and carry.
            carry = digit(i + 1);
            let high = if carry && !Fault::MultiplyDigit.is_planted() {
                self.subtract(&sum[i..], &a[..width - i])
            } else {
                self.add(&sum[i..], &a[..width - i], Edge::FALSE)
            };
            sum.splice(i.., high);
        }
        sum
    }
}
