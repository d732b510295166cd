//! Candidates: which bits agree, where they are live, in all patterns that were seen.

use rustc_hash::FxHashMap;

use crate::aig::Edge;
use crate::dimspec::circuit::Circuit;

use super::live::Lives;
use super::reduce::carriers_by_node;

/// 64 states.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// By carrier.
    pub values: Vec<u64>,
    /// By kind ([`Lives::kind`]): in which of the states its carriers are live. Where a state
    /// is none that counts, nothing is.
    pub live: Vec<u64>,
}

/// States that runs reach, or that follow what is assumed of them.
pub(super) type Patterns = Vec<Pattern>;

/// What each carrier is merged with. What others are merged with is not merged itself.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    targets: Vec<Option<Edge>>,
    /// Carriers, those first that are live in more moments.
    order: Vec<usize>,
    bits: Vec<Edge>,
    by_node: Vec<Option<usize>>,
}

impl Classes {
    /// Nothing is merged.
    pub fn none(circuit: &Circuit) -> Self {
        Self {
            targets: vec![None; circuit.carriers.len()],
            order: (0..circuit.carriers.len()).collect(),
            bits: circuit.carriers.iter().map(|carrier| carrier.bit).collect(),
            by_node: carriers_by_node(circuit),
        }
    }

    /// Bits that agree in all patterns: with a constant, else with an earlier one.
    pub fn new(circuit: &Circuit, lives: &Lives, patterns: &Patterns) -> Self {
        let mut classes = Self::none(circuit);
        classes.order.sort_by_key(|&carrier| lives.dead(carrier));
        let mut representatives: Vec<usize> = vec![];
        // Those that are live everywhere agree if their values are the same.
        let mut known: FxHashMap<Vec<u64>, usize> = FxHashMap::default();
        for carrier in classes.order.clone() {
            let mut target = constant(lives, patterns, carrier);
            if target.is_none() {
                let found = match lives.kind(carrier) {
                    0 => known.get(&signature(lives, patterns, carrier)).copied(),
                    _ => representatives
                        .iter()
                        .copied()
                        .find(|&other| agree(lives, patterns, carrier, other).is_some()),
                };
                target = found.and_then(|other| {
                    let differ = agree(lives, patterns, carrier, other)?;
                    Some(classes.bits[other].xor(differ))
                });
            }
            classes.targets[carrier] = target;
            if target.is_none() {
                representatives.push(carrier);
                if lives.kind(carrier) == 0 {
                    known.insert(signature(lives, patterns, carrier), carrier);
                }
            }
        }
        classes
    }

    /// Splits the classes that the last pattern tells apart. Says whether there were any.
    pub fn split(&mut self, lives: &Lives, patterns: &Patterns) -> bool {
        let Some(last) = patterns.last() else { return false };
        let mut broken: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for &carrier in &self.order {
            let Some(target) = self.targets[carrier] else { continue };
            let there = self.by_node[target.node()].map_or(0, |other| last.values[other]);
            let there = if target.is_complement() { !there } else { there };
            if (last.values[carrier] ^ there) & last.live[lives.kind(carrier)] != 0 {
                broken.entry(target.node()).or_default().push(carrier);
            }
        }
        for carriers in broken.values() {
            let mut representatives: Vec<usize> = vec![];
            for &carrier in carriers {
                let found = representatives.iter().find_map(|&other| {
                    let differ = agree(lives, patterns, carrier, other)?;
                    Some(self.bits[other].xor(differ))
                });
                self.targets[carrier] = found;
                if found.is_none() {
                    representatives.push(carrier);
                }
            }
        }
        !broken.is_empty()
    }

    /// Gives a candidate up.
    pub fn give_up(&mut self, carrier: usize) {
        self.targets[carrier] = None;
    }

    /// What a carrier is merged with: an edge to another, or a constant.
    pub fn target(&self, carrier: usize) -> Option<Edge> {
        self.targets[carrier]
    }

    /// What `edge`, a carrier's or a constant, is if the carriers have these values.
    pub fn value(&self, edge: Edge, values: &[Edge]) -> Edge {
        match self.by_node[edge.node()] {
            Some(carrier) => values[carrier].xor(edge.is_complement()),
            None => edge,
        }
    }

    /// The carriers that are merged, and with what.
    pub fn targets(&self) -> impl Iterator<Item = (usize, Edge)> + '_ {
        let all = self.targets.iter().enumerate();
        all.filter_map(|(carrier, target)| Some((carrier, (*target)?)))
    }

    /// Whether a carrier is merged.
    pub fn is_merged(&self, carrier: usize) -> bool {
        self.targets[carrier].is_some()
    }

    /// How many are merged.
    pub fn merged(&self) -> usize {
        self.targets().count()
    }
}

/// The constant that a carrier is where it is live.
fn constant(lives: &Lives, patterns: &Patterns, carrier: usize) -> Option<Edge> {
    let seen = |value: bool| {
        patterns.iter().any(|pattern| {
            let word = pattern.values[carrier];
            let word = if value { word } else { !word };
            word & pattern.live[lives.kind(carrier)] != 0
        })
    };
    match (seen(false), seen(true)) {
        (_, false) => Some(Edge::FALSE),
        (false, true) => Some(Edge::TRUE),
        (true, true) => None,
    }
}

/// If `other` is live where `carrier` is, and they are equal there or opposite: whether they
/// are opposite.
fn agree(lives: &Lives, patterns: &Patterns, carrier: usize, other: usize) -> Option<bool> {
    if !lives.covers(other, carrier) {
        return None;
    }
    let (mut same, mut opposite) = (true, true);
    for pattern in patterns {
        let live = pattern.live[lives.kind(carrier)];
        let differ = pattern.values[carrier] ^ pattern.values[other];
        same &= differ & live == 0;
        opposite &= !differ & live == 0;
        if !same && !opposite {
            return None;
        }
    }
    Some(!same)
}

/// The values of a carrier that is live everywhere, complemented if the first one is 1.
fn signature(lives: &Lives, patterns: &Patterns, carrier: usize) -> Vec<u64> {
    let live = |pattern: &Pattern| pattern.live[lives.kind(carrier)];
    let first = patterns.iter().find(|pattern| live(pattern) != 0);
    let flip = first
        .is_some_and(|pattern| pattern.values[carrier] >> live(pattern).trailing_zeros() & 1 == 1);
    let word = |pattern: &Pattern| {
        let word = pattern.values[carrier];
        (if flip { !word } else { word }) & live(pattern)
    };
    patterns.iter().map(word).collect()
}
