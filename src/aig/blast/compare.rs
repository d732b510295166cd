//! Comparisons.

use super::{Word, sign};
use crate::aig::{Aig, Edge};
use crate::support::Fault;

impl Aig {
    /// `a = b`.
    pub(super) fn equal(&mut self, a: &[Edge], b: &[Edge]) -> Edge {
        let mut same: Word = a.iter().zip(b).map(|(&x, &y)| !self.xor(x, y)).collect();
        if Fault::EqualBit.is_planted() {
            same.pop();
        }
        self.and_all(&same)
    }

    /// `a < b`, unsigned: from the least bit up, the highest difference decides. This is
    /// the borrow of `a - b`, in the same gates as a subtraction's up to complements.
    pub(super) fn less(&mut self, a: &[Edge], b: &[Edge]) -> Edge {
        let mut less = if Fault::LessEqual.is_planted() { Edge::TRUE } else { Edge::FALSE };
        for (&x, &y) in a.iter().zip(b) {
            let differ = self.xor(x, y);
            less = self.mux(differ, !x, less);
        }
        less
    }

    /// `a < b` in two's complement: unsigned with the sign bits exchanged.
    pub(super) fn signed_less(&mut self, a: &[Edge], b: &[Edge]) -> Edge {
        let (mut x, mut y) = (a.to_vec(), b.to_vec());
        let last = a.len() - 1;
        if !Fault::SignedLess.is_planted() {
            (x[last], y[last]) = (sign(b), sign(a));
        }
        self.less(&x, &y)
    }
}
