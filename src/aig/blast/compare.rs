//! Comparisons.

use super::{Word, sign};
use crate::aig::{Aig, Edge};

impl Aig {
    /// `a = b`.
    pub(super) fn equal(&mut self, a: &[Edge], b: &[Edge]) -> Edge {
        let same: Word = a.iter().zip(b).map(|(&x, &y)| !self.xor(x, y)).collect();
        self.and_all(&same)
    }

    /// `a < b`, unsigned: from the least bit up, the highest difference decides. This is
    /// the borrow of `a - b`, in the same gates as a subtraction's up to complements.
    pub(super) fn less(&mut self, a: &[Edge], b: &[Edge]) -> Edge {
        let mut less = Edge::FALSE;
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
        (x[last], y[last]) = (sign(b), sign(a));
        self.less(&x, &y)
    }
}
