//! Barrel shifters: one row of multiplexers for each bit of the amount that can matter.

use super::Word;
use crate::aig::{Aig, Edge};
use crate::support::Fault;

impl Aig {
    /// `a << amount`; zero from the width on.
    pub(super) fn shift_left(&mut self, a: &[Edge], amount: &[Edge]) -> Word {
        let mirrored: Word = a.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&mirrored, amount, Edge::FALSE);
        shifted.reverse();
        shifted
    }

    /// `a >> amount`, filled up with `fill`; only `fill` from the width on.
    pub(super) fn shift_right(&mut self, a: &[Edge], amount: &[Edge], fill: Edge) -> Word {
        let width = a.len();
        // Bits of the amount that are worth the width or more shift everything out.
        // Below them, amounts between the width and the next power of two do so by
        // themselves, as every row fills up.
        let rows = width.next_power_of_two().trailing_zeros() as usize;
        let (low, high) = amount.split_at(rows.min(amount.len()));
        let mut word = a.to_vec();
        for (k, &select) in low.iter().enumerate() {
            let distance = 1 << k;
            word = (0..width)
                .map(|i| {
                    let from = word.get(i + distance).copied().unwrap_or(fill);
                    self.mux(select, from, word[i])
                })
                .collect();
        }
        let high = if Fault::ShiftFar.is_planted() { &[] } else { high };
        let over = self.or_all(high);
        word.iter().map(|&bit| self.mux(over, fill, bit)).collect()
    }
}
