//! Candidates: which bits agree, where they are live, in all patterns that were seen.

use rustc_hash::FxHashMap;

use crate::aig::Edge;
use crate::dimspec::circuit::Circuit;

use super::live::Lives;
use super::reduce::latches_by_node;

/// 64 states.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// By latch.
    pub values: Vec<u64>,
    /// By kind ([`Lives::kind`]): in which of the states its latches are live. Where a state
    /// is none that counts, nothing is.
    pub live: Vec<u64>,
}

/// States that runs reach, or that follow what is assumed of them.
pub(super) type Patterns = Vec<Pattern>;

/// What each latch is merged with. What others are merged with is not merged itself.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    targets: Vec<Option<Edge>>,
    /// Latches, those first that are live in more moments.
    order: Vec<usize>,
    bits: Vec<Edge>,
    by_node: Vec<Option<usize>>,
}

impl Classes {
    /// Nothing is merged.
    pub fn none(circuit: &Circuit) -> Self {
        Self {
            targets: vec![None; circuit.latches.len()],
            order: (0..circuit.latches.len()).collect(),
            bits: circuit.latches.iter().map(|latch| latch.bit).collect(),
            by_node: latches_by_node(circuit),
        }
    }

    /// Bits that agree in all patterns: with a constant, else with an earlier one.
    pub fn new(circuit: &Circuit, lives: &Lives, patterns: &Patterns) -> Self {
        let mut classes = Self::none(circuit);
        classes.order.sort_by_key(|&latch| lives.dead(latch));
        let mut representatives: Vec<usize> = vec![];
        // Those that are live everywhere agree if their values are the same.
        let mut known: FxHashMap<Vec<u64>, usize> = FxHashMap::default();
        for latch in classes.order.clone() {
            let mut target = constant(lives, patterns, latch);
            if target.is_none() {
                let found = match lives.kind(latch) {
                    0 => known.get(&signature(lives, patterns, latch)).copied(),
                    _ => representatives
                        .iter()
                        .copied()
                        .find(|&other| agree(lives, patterns, latch, other).is_some()),
                };
                target = found.and_then(|other| {
                    let differ = agree(lives, patterns, latch, other)?;
                    Some(classes.bits[other].xor(differ))
                });
            }
            classes.targets[latch] = target;
            if target.is_none() {
                representatives.push(latch);
                if lives.kind(latch) == 0 {
                    known.insert(signature(lives, patterns, latch), latch);
                }
            }
        }
        classes
    }

    /// Splits the classes that the last pattern tells apart. Says whether there were any.
    pub fn split(&mut self, lives: &Lives, patterns: &Patterns) -> bool {
        let Some(last) = patterns.last() else { return false };
        let mut broken: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for &latch in &self.order {
            let Some(target) = self.targets[latch] else { continue };
            let there = self.by_node[target.node()].map_or(0, |other| last.values[other]);
            let there = if target.is_complement() { !there } else { there };
            if (last.values[latch] ^ there) & last.live[lives.kind(latch)] != 0 {
                broken.entry(target.node()).or_default().push(latch);
            }
        }
        for latches in broken.values() {
            let mut representatives: Vec<usize> = vec![];
            for &latch in latches {
                let found = representatives.iter().find_map(|&other| {
                    let differ = agree(lives, patterns, latch, other)?;
                    Some(self.bits[other].xor(differ))
                });
                self.targets[latch] = found;
                if found.is_none() {
                    representatives.push(latch);
                }
            }
        }
        !broken.is_empty()
    }

    /// Gives a candidate up.
    pub fn give_up(&mut self, latch: usize) {
        self.targets[latch] = None;
    }

    /// What a latch is merged with: an edge to another, or a constant.
    pub fn target(&self, latch: usize) -> Option<Edge> {
        self.targets[latch]
    }

    /// What `edge`, a latch's or a constant, is if the latches have these values.
    pub fn value(&self, edge: Edge, values: &[Edge]) -> Edge {
        match self.by_node[edge.node()] {
            Some(latch) => values[latch].xor(edge.is_complement()),
            None => edge,
        }
    }

    /// The latches that are merged, and with what.
    pub fn targets(&self) -> impl Iterator<Item = (usize, Edge)> + '_ {
        let all = self.targets.iter().enumerate();
        all.filter_map(|(latch, target)| Some((latch, (*target)?)))
    }

    /// Whether a latch is merged.
    pub fn is_merged(&self, latch: usize) -> bool {
        self.targets[latch].is_some()
    }

    /// How many are merged.
    pub fn merged(&self) -> usize {
        self.targets().count()
    }
}

/// The constant that a latch is where it is live.
fn constant(lives: &Lives, patterns: &Patterns, latch: usize) -> Option<Edge> {
    let seen = |value: bool| {
        patterns.iter().any(|pattern| {
            let word = pattern.values[latch];
            let word = if value { word } else { !word };
            word & pattern.live[lives.kind(latch)] != 0
        })
    };
    match (seen(false), seen(true)) {
        (_, false) => Some(Edge::FALSE),
        (false, true) => Some(Edge::TRUE),
        (true, true) => None,
    }
}

/// If `other` is live where `latch` is, and they are equal there or opposite: whether they
/// are opposite.
fn agree(lives: &Lives, patterns: &Patterns, latch: usize, other: usize) -> Option<bool> {
    if !lives.covers(other, latch) {
        return None;
    }
    let (mut same, mut opposite) = (true, true);
    for pattern in patterns {
        let live = pattern.live[lives.kind(latch)];
        let differ = pattern.values[latch] ^ pattern.values[other];
        same &= differ & live == 0;
        opposite &= !differ & live == 0;
        if !same && !opposite {
            return None;
        }
    }
    Some(!same)
}

/// The values of a latch that is live everywhere, complemented if the first one is 1.
fn signature(lives: &Lives, patterns: &Patterns, latch: usize) -> Vec<u64> {
    let live = |pattern: &Pattern| pattern.live[lives.kind(latch)];
    let first = patterns.iter().find(|pattern| live(pattern) != 0);
    let flip = first
        .is_some_and(|pattern| pattern.values[latch] >> live(pattern).trailing_zeros() & 1 == 1);
    let word = |pattern: &Pattern| {
        let word = pattern.values[latch];
        (if flip { !word } else { word }) & live(pattern)
    };
    patterns.iter().map(word).collect()
}
