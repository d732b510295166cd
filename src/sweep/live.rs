//! Where state bits matter.
//!
//! A *moment* is a cube over state bits. In a system with a program counter there is one for
//! each location; of other functional systems one is looked at, in which the bits have the
//! values that I fixes. A bit is dead in a moment if, with the values of the moment, no
//! condition depends on it and no next value, not even one that is of no use itself: then all
//! other bits are the same one step later, whatever it is. Its own next value may be its
//! present one if it is dead in all moments that can follow. What I speaks of is never dead.

use crate::aig::copy::{copy, new_inputs};
use crate::aig::{Aig, Edge};
use crate::bv::Value;
use crate::dimspec::circuit::{Circuit, Step};
use crate::support::index::Idx;
use crate::support::limits;
use crate::system::Locations;

use super::classes::Classes;
use super::reduce::{fixed_at_first, latches_by_node};

/// In which moments each latch is dead.
#[derive(Debug)]
pub(super) struct Lives {
    /// Cubes over bits that are always live.
    moments: Vec<Vec<Edge>>,
    /// Whether every state of every run is in one of the moments.
    exhaustive: bool,
    /// Sets of moments; the first one is empty.
    kinds: Vec<Vec<usize>>,
    /// By latch: the set of moments in which it is dead.
    of: Vec<usize>,
    /// By fact of the circuit: latches that it reads in a moment in which they are dead.
    loose: Vec<Vec<usize>>,
}

impl Lives {
    /// Every latch is live in every state.
    pub fn everywhere(circuit: &Circuit) -> Self {
        Self {
            moments: vec![],
            exhaustive: false,
            kinds: vec![vec![]],
            of: vec![0; circuit.latches.len()],
            loose: vec![vec![]; circuit.facts.len()],
        }
    }

    /// The latches of a functional circuit.
    pub fn new(circuit: &Circuit, locations: Option<&Locations>) -> Self {
        let mut lives = Self::everywhere(circuit);
        let counter = |locations: &&Locations| {
            let word = &circuit.state[locations.counter.index()];
            !word.iter().any(|bit| bit.is_constant())
                && locations.codes.len() * circuit.aig.len() <= limits::MOMENT_NODES
        };
        let next = match locations.filter(counter) {
            Some(locations) => lives.locations(circuit, locations),
            None => lives.first_moment(circuit),
        };
        let by_node = latches_by_node(circuit);
        let mut dead = lives.dead_in_moments(circuit, next);
        let bound = circuit.aig.cone(circuit.init.iter().copied());
        for (latch, bit) in circuit.latches.iter().map(|latch| latch.bit).enumerate() {
            if !bound[bit.node()] {
                lives.of[latch] = lives.kind_of(std::mem::take(&mut dead[latch]));
            }
        }
        lives.loose = lives.loose_facts(circuit, &by_node);
        lives
    }

    /// A moment for each location; those that follow it.
    fn locations<'a>(
        &mut self,
        circuit: &Circuit,
        locations: &'a Locations,
    ) -> Option<&'a [Vec<usize>]> {
        let counter = &circuit.state[locations.counter.index()];
        let cube = |code: &Value| {
            counter.iter().zip(0..).map(|(bit, place)| bit.xor(!code.bit(place))).collect()
        };
        self.exhaustive = true;
        self.moments = locations.codes.iter().map(cube).collect();
        Some(&locations.next)
    }

    /// The moment in which all bits have the values that I fixes; anything can follow it.
    fn first_moment(&mut self, circuit: &Circuit) -> Option<&'static [Vec<usize>]> {
        let fixed: Vec<(usize, bool)> = fixed_at_first(circuit).collect();
        if !fixed.is_empty() && fixed.len() <= limits::MOMENT_LENGTH {
            let bit = |&(it, value): &(usize, bool)| circuit.latches[it].bit.xor(!value);
            self.moments = vec![fixed.iter().map(bit).collect()];
        }
        None
    }

    /// By latch the moments in which it is dead. Where nothing is known of what follows a
    /// moment, no bit that is kept is dead there.
    fn dead_in_moments(&self, circuit: &Circuit, next: Option<&[Vec<usize>]>) -> Vec<Vec<usize>> {
        let mut dead = vec![vec![false; circuit.latches.len()]; self.moments.len()];
        let mut kept = dead.clone();
        let Step::Function(values) = &circuit.step else { return vec![] };
        let conditions = circuit.bad.iter().map(|bad| bad.1).chain(circuit.terminated);
        let conditions: Vec<Edge> = conditions.chain(circuit.universal.iter().copied()).collect();
        let roots: Vec<Edge> = values.iter().chain(&conditions).copied().collect();
        for (moment, cube) in self.moments.iter().enumerate() {
            let mut aig = Aig::new();
            let inputs = inputs_in(circuit, cube, &mut aig);
            let copied = copy(&circuit.aig, &mut aig, roots.iter().copied(), |node| inputs[node]);
            let mut read: Vec<Edge> = conditions.iter().map(|&edge| copied.edge(edge)).collect();
            for (place, (latch, &value)) in circuit.latches.iter().zip(values).enumerate() {
                let value = copied.edge(value);
                kept[moment][place] = value == inputs[latch.bit.node()];
                if !kept[moment][place] {
                    read.push(value);
                }
            }
            let inside = aig.cone(read);
            for (place, latch) in circuit.latches.iter().enumerate() {
                let bit = inputs[latch.bit.node()];
                let unread = !bit.is_constant() && !inside[bit.node()];
                dead[moment][place] = unread && (next.is_some() || !kept[moment][place]);
            }
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (moment, next) in next.into_iter().flatten().enumerate() {
                for place in 0..circuit.latches.len() {
                    let lives_on = kept[moment][place] && next.iter().any(|&it| !dead[it][place]);
                    if dead[moment][place] && lives_on {
                        dead[moment][place] = false;
                        changed = true;
                    }
                }
            }
        }
        let of = |place: usize| (0..dead.len()).filter(|&moment| dead[moment][place]).collect();
        (0..circuit.latches.len()).map(of).collect()
    }

    fn kind_of(&mut self, dead: Vec<usize>) -> usize {
        match self.kinds.iter().position(|kind| *kind == dead) {
            Some(kind) => kind,
            None => {
                self.kinds.push(dead);
                self.kinds.len() - 1
            }
        }
    }

    fn loose_facts(&self, circuit: &Circuit, by_node: &[Option<usize>]) -> Vec<Vec<usize>> {
        let mut loose = vec![vec![]; circuit.facts.len()];
        for (moment, cube) in self.moments.iter().enumerate() {
            let mut aig = Aig::new();
            let roots = circuit.facts.iter().copied();
            let inputs = inputs_in(circuit, cube, &mut aig);
            let copied = copy(&circuit.aig, &mut aig, roots, |node| inputs[node]);
            let by_input = |node: usize| by_node.get(node).copied().flatten();
            for (fact, &edge) in circuit.facts.iter().enumerate() {
                let inside = aig.cone([copied.edge(edge)]);
                for (node, edge) in inputs.iter().enumerate() {
                    let Some(latch) = by_input(node) else { continue };
                    let read = !edge.is_constant() && inside[edge.node()];
                    if read && self.kinds[self.of[latch]].contains(&moment) {
                        loose[fact].push(latch);
                    }
                }
            }
        }
        loose
    }

    /// Which set of moments a latch is dead in; 0 is none.
    pub fn kind(&self, latch: usize) -> usize {
        self.of[latch]
    }

    /// In how many moments a latch is dead.
    pub fn dead(&self, latch: usize) -> usize {
        self.kinds[self.of[latch]].len()
    }

    /// How many sets there are.
    pub fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// Whether `representative` is live wherever `latch` is.
    pub fn covers(&self, representative: usize, latch: usize) -> bool {
        let [wide, narrow] = [representative, latch].map(|it| &self.kinds[self.of[it]]);
        wide.iter().all(|moment| narrow.contains(moment))
    }

    /// For each set whether a state is in none of its moments (of exhaustive ones: in another),
    /// in 64 states. `value` knows edges of the circuit.
    pub fn words(&self, value: impl Fn(Edge) -> u64) -> Vec<u64> {
        let moments: Vec<u64> = self
            .moments
            .iter()
            .map(|cube| cube.iter().fold(!0, |all, &edge| all & value(edge)))
            .collect();
        let of = |dead: &Vec<usize>| {
            let chosen = |all: u64, moment: &usize| all | moments[*moment];
            match self.exhaustive && !dead.is_empty() {
                true => self.others(dead).iter().fold(0, chosen),
                false => !dead.iter().fold(0, chosen),
            }
        };
        self.kinds.iter().map(of).collect()
    }

    /// The same as edges of another graph, in which `value` knows those of the circuit.
    pub fn edges(&self, aig: &mut Aig, value: impl Fn(Edge) -> Edge) -> Vec<Edge> {
        let mut moments = Vec::new();
        for cube in &self.moments {
            let cube: Vec<Edge> = cube.iter().map(|&edge| value(edge)).collect();
            moments.push(aig.and_all(&cube));
        }
        let mut edges = Vec::new();
        for dead in &self.kinds {
            let chosen = |them: &[usize]| them.iter().map(|&it| moments[it]).collect::<Vec<_>>();
            edges.push(match self.exhaustive && !dead.is_empty() {
                true => aig.or_all(&chosen(&self.others(dead))),
                false => !aig.or_all(&chosen(dead)),
            });
        }
        edges
    }

    fn others(&self, dead: &[usize]) -> Vec<usize> {
        (0..self.moments.len()).filter(|moment| !dead.contains(moment)).collect()
    }

    /// That a latch is live, negated, as the beginnings of clauses, over edges of the
    /// circuit's latches.
    pub fn contexts(&self, latch: usize) -> Vec<Vec<Edge>> {
        let dead = &self.kinds[self.of[latch]];
        let negated = |moment: &usize| self.moments[*moment].iter().map(|&edge| !edge).collect();
        match (dead.is_empty(), self.exhaustive) {
            (true, _) => vec![vec![]],
            (false, true) => self.others(dead).iter().map(negated).collect(),
            // There is one moment, and the latch is live outside of it.
            (false, false) => self.moments[0].iter().map(|&edge| vec![edge]).collect(),
        }
    }

    /// The circuit's facts that still hold when bits are put in the places of merged ones.
    pub fn facts(&self, circuit: &Circuit, classes: &Classes) -> Vec<Edge> {
        let merged = |latches: &Vec<usize>| latches.iter().any(|&it| classes.is_merged(it));
        let facts = circuit.facts.iter().zip(&self.loose);
        facts.filter(|(_, loose)| !merged(loose)).map(|(&fact, _)| fact).collect()
    }
}

/// By node of the circuit: an input of `aig` for each input, but constants for bits of `cube`.
fn inputs_in(circuit: &Circuit, cube: &[Edge], aig: &mut Aig) -> Vec<Edge> {
    let mut inputs = new_inputs(&circuit.aig, aig);
    for edge in cube {
        inputs[edge.node()] = Edge::constant(!edge.is_complement());
    }
    inputs
}
