//! States as values of words.

use rustc_hash::FxHashSet;

use super::words::Word;
use crate::aig::Edge;
use crate::aig::simulate::Words;
use crate::dimspec::circuit::Circuit;
use crate::support::Budget;
use crate::support::limits;
use crate::sweep::runs;

/// States of runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Points {
    /// The values of all words, for each state.
    pub all: Vec<Vec<u64>>,
    seen: FxHashSet<Vec<u64>>,
}

impl Points {
    /// Those of random runs; `None` if there are none, or the time is over.
    pub fn sampled(circuit: &Circuit, words: &[Word], budget: &Budget) -> Option<Self> {
        let mut points = Self::default();
        let bits: Vec<Edge> = circuit.latches.iter().map(|latch| latch.bit).collect();
        let any = runs::run(circuit, budget, |values, valid| {
            points.add(words, &bits, values, valid);
        });
        (any? && !points.all.is_empty()).then_some(points)
    }

    /// Adds those of 64 simulated states that are `valid`; `bits` are the edges that carry the
    /// state.
    pub fn add(&mut self, words: &[Word], bits: &[Edge], values: &Words, valid: u64) {
        for lane in (0..64).filter(|lane| valid >> lane & 1 == 1) {
            if self.all.len() >= limits::RELATIONS_STATES {
                return;
            }
            let bit = |&latch: &usize| values.value(bits[latch]) >> lane & 1;
            let value = |word: &Word| {
                word.bits.iter().enumerate().fold(0, |value, (place, it)| value | bit(it) << place)
            };
            let point: Vec<u64> = words.iter().map(value).collect();
            if self.seen.insert(point.clone()) {
                self.all.push(point);
            }
        }
    }
}
