//! Orders between two words of the same width.

use super::contexts::Context;
use super::points::Points;
use super::words::Word;
use super::{Candidates, Verdict};
use crate::bv::{Op, Term, TermStore};
use crate::support::limits;

/// Orders that hold at all points that were met.
pub(super) struct Orders {
    all: Vec<Order>,
}

/// That one word is at most another.
#[derive(Clone, Copy, Debug)]
struct Order {
    context: Context,
    low: usize,
    high: usize,
    signed: bool,
    width: u32,
}

impl Orders {
    /// Those that hold at all points, of words that are not always equal and that both change.
    pub fn new(words: &[Word], contexts: &[Context], points: &Points) -> Self {
        let wide: Vec<usize> = (0..words.len()).filter(|&place| words[place].is_wide()).collect();
        let mut all: Vec<Order> = Vec::new();
        for &context in contexts {
            let here: Vec<&Vec<u64>> = context.among(&points.all).collect();
            let changes = |&place: &usize| here.iter().any(|it| it[place] != here[0][place]);
            let mut wide: Vec<usize> = wide.iter().copied().filter(changes).collect();
            wide.truncate(limits::ORDER_WORDS);
            for &low in &wide {
                for &high in wide.iter().filter(|&&high| high != low) {
                    let width = words[low].width();
                    let equal = || here.iter().all(|point| point[low] == point[high]);
                    if width != words[high].width() || equal() {
                        continue;
                    }
                    for signed in [false, true] {
                        let order = Order { context, low, high, signed, width };
                        let known = |other: &Order| {
                            other.context == contexts[0]
                                && (other.low, other.high, other.signed) == (low, high, signed)
                        };
                        let holds = here.iter().all(|point| order.holds(point));
                        if holds && !all.iter().any(known) {
                            all.push(order);
                        }
                    }
                }
            }
        }
        all.truncate(limits::ORDER_CANDIDATES);
        Self { all }
    }
}

impl Order {
    fn holds(&self, point: &[u64]) -> bool {
        // In two's complement an order is the one of the numbers with the sign turned over.
        let flip = if self.signed { 1 << (self.width - 1) } else { 0 };
        point[self.low] ^ flip <= point[self.high] ^ flip
    }
}

impl Candidates for Orders {
    fn terms(&self, words: &[Word], terms: &mut TermStore) -> Vec<Term> {
        let term = |order: &Order| {
            let op = if order.signed { Op::Sle } else { Op::Ule };
            let holds = terms.app(op, &[words[order.low].term, words[order.high].term]);
            order.context.implies(words, terms, holds)
        };
        self.all.iter().map(term).collect()
    }

    fn refute(&mut self, verdicts: &[Verdict], _: &[Vec<u64>]) {
        Verdict::drop(verdicts, &mut self.all);
    }
}
