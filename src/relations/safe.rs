//! That bad conditions are false: with the relations that were found, what a goal needs to be out
//! of reach.

use super::words::Word;
use super::{Candidates, Verdict};
use crate::bv::{Term, TermStore};
use crate::system::Bad;

/// Bad conditions, by their places, that may never become true.
pub(super) struct Safe {
    all: Vec<(usize, Term)>,
}

impl Safe {
    /// Of all of them.
    pub fn new(bad: &[Bad]) -> Self {
        Self { all: bad.iter().map(|bad| bad.condition).enumerate().collect() }
    }

    /// Of none.
    pub fn clear(&mut self) {
        self.all.clear();
    }

    /// The places of those that are left.
    pub fn goals(&self) -> Vec<usize> {
        self.all.iter().map(|it| it.0).collect()
    }
}

impl Candidates for Safe {
    fn terms(&self, _: &[Word], terms: &mut TermStore) -> Vec<Term> {
        self.all.iter().map(|it| terms.not(it.1)).collect()
    }

    fn refute(&mut self, verdicts: &[Verdict], _: &[Vec<u64>]) {
        Verdict::drop(verdicts, &mut self.all);
    }
}
