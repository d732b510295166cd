//! The large-block encoding as a function on automata: one edge per loop-free region.
//!
//! After Beyer, Cimatti, Griggio, Keremoglu, Sebastiani: Software Model Checking via
//! Large-Block Encoding (FMCAD 2009), rules 0 to 2 on the single-block automaton:
//! * rule 0, goals and the end are sinks, holds there already;
//! * rule 1: a location that is entered from one location only disappears; the edge into
//!   it is composed with each edge out of it;
//! * rule 2: edges with the same ends become one ([`super::merge`]).
//!
//! Locations are visited in topological order of the graph without the edges into heads of
//! loops, so one pass reaches the fixpoint, and each single edge is composed once per
//! source: the result is linear in the program. Composition is substitution into terms
//! whose parts are shared; no path is ever enumerated.
//!
//! [`Blocks::Loops`] also removes locations that are entered from several places, and
//! so keeps the heads of loops alone. What leaves such a location is then composed once
//! for each source. Where that would more than double the automaton the location stays.
//!
//! Each edge of the result lists the blocks that it may execute, with the inputs that
//! they read: the way back to every line of C inside it.

use super::merge::{Path, merge};
use super::single::split;
use super::{Cfa, CfaInputId, CfaVarId, Edge, EdgeId, Executed, Location, LocationId};
use crate::bv::{Node, Sort, Substitution, Term, TermStore};
use crate::support::Fault;
use crate::support::IndexVec;
use crate::support::graph::postorder;
use rustc_hash::{FxHashMap, FxHashSet};

/// Which locations an automaton has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Blocks {
    /// Every basic block.
    Single,
    /// What the rules of the LBE paper leave: heads of loops, and locations that are
    /// entered from several of those left.
    #[default]
    Large,
    /// Only heads of loops, as far as the automaton doesn't grow too much.
    Loops,
}

/// The automaton with larger blocks; the same runs, in fewer steps.
pub fn summarise(single: &Cfa, blocks: Blocks) -> Cfa {
    summarise_keeping(single, blocks, &[])
}

/// As [`summarise`]; some locations stay, if they can be reached.
pub fn summarise_keeping(single: &Cfa, blocks: Blocks, stay: &[LocationId]) -> Cfa {
    let allowance = match blocks {
        Blocks::Single => return single.clone(),
        Blocks::Large => 0,
        Blocks::Loops => single.edges.indices().map(|edge| weight(single, edge)).sum(),
    };
    Summary::new(single, allowance).build(stay)
}

/// How much it costs to compose an edge once more: new terms, roughly.
fn weight(single: &Cfa, edge: EdgeId) -> usize {
    let edge = &single.edges[edge];
    1 + edge.guard.len() + edge.update.len()
}

struct Summary<'a> {
    single: &'a Cfa,
    /// The result; edges come last.
    cfa: Cfa,
    outgoing: IndexVec<LocationId, Vec<EdgeId>>,
    /// For each location the paths found so far that enter it, each from a location that
    /// stays.
    incoming: IndexVec<LocationId, Vec<Path>>,
    stays: FxHashSet<LocationId>,
    /// Sort of each input, and its place among those of that sort.
    places: FxHashMap<CfaInputId, (Sort, usize)>,
    /// The inputs of each sort.
    pools: FxHashMap<Sort, Vec<CfaInputId>>,
    /// How much may still be composed more than once.
    allowance: usize,
}

impl<'a> Summary<'a> {
    fn new(single: &'a Cfa, allowance: usize) -> Self {
        let mut places = FxHashMap::default();
        let mut pools: FxHashMap<Sort, Vec<CfaInputId>> = FxHashMap::default();
        for (id, &input) in single.inputs.iter_enumerated() {
            let sort = single.terms.sort(input);
            let pool = pools.entry(sort).or_default();
            places.insert(id, (sort, pool.len()));
            pool.push(id);
        }
        Self {
            single,
            cfa: Cfa { edges: IndexVec::new(), ..single.clone() },
            outgoing: single.outgoing(),
            incoming: IndexVec::filled(Vec::new(), single.locations.len()),
            stays: FxHashSet::default(),
            places,
            pools,
            allowance,
        }
    }

    fn build(mut self, stay: &[LocationId]) -> Cfa {
        let mut heads: Vec<LocationId> = self.single.loops().heads();
        heads.push(self.single.entry);
        heads.extend(stay.iter().filter(|&&location| self.is_entered(location)));
        heads.sort_unstable();
        heads.dedup();
        for &head in &heads {
            self.keep(head);
        }
        for location in topological_order(self.single, &self.outgoing, &heads) {
            let entering = std::mem::take(&mut self.incoming[location]);
            let entering = self.merged(entering);
            if self.disappears(location, entering.len()) {
                for path in entering {
                    self.compose(location, &path);
                }
            } else {
                self.incoming[location] = entering;
                self.keep(location);
            }
        }
        self.finish()
    }

    fn is_entered(&self, location: LocationId) -> bool {
        self.single.edges.iter().any(|edge| edge.target == location)
    }

    /// Whether a location other than a head of a loop, entered from so many, goes.
    fn disappears(&mut self, location: LocationId, sources: usize) -> bool {
        if !matches!(self.single.locations[location], Location::Block(_)) {
            return false;
        }
        let once: usize =
            self.outgoing[location].iter().map(|&edge| weight(self.single, edge)).sum();
        let more = sources.saturating_sub(1) * once;
        let goes = more <= self.allowance;
        if goes {
            self.allowance -= more;
        }
        goes
    }

    /// The location stays: paths start there.
    fn keep(&mut self, location: LocationId) {
        self.stays.insert(location);
        for edge in self.outgoing[location].clone() {
            let edge = &self.single.edges[edge];
            let mut used = FxHashMap::default();
            for read in edge.blocks.iter().flat_map(|executed| &executed.reads).flatten() {
                let (sort, place) = self.places[read];
                let count: &mut usize = used.entry(sort).or_default();
                *count = (*count).max(place + 1);
            }
            let path = Path {
                source: location,
                target: edge.target,
                guard: edge.guard.clone(),
                update: edge.update.iter().copied().collect(),
                blocks: edge.blocks.clone(),
                used,
            };
            self.incoming[edge.target].push(path);
        }
    }

    /// One path for each source, in order.
    fn merged(&mut self, paths: Vec<Path>) -> Vec<Path> {
        let mut groups: Vec<Vec<Path>> = Vec::new();
        for path in paths {
            match groups.iter_mut().find(|group| group[0].source == path.source) {
                Some(group) => group.push(path),
                None => groups.push(vec![path]),
            }
        }
        let mut merged: Vec<Path> = groups
            .into_iter()
            .map(|group| merge(&mut self.cfa.terms, &self.single.vars, group))
            .collect();
        merged.sort_by_key(|path| path.source);
        merged
    }

    /// Rule 1: goes on along each edge that leaves `location`, where `path` ends.
    fn compose(&mut self, location: LocationId, path: &Path) {
        let single = self.single;
        let mut substitution = Substitution::new();
        for (&var, &value) in &path.update {
            substitution.replace(single.vars[var].term, value);
        }
        // The inputs that the path has read are taken; the block reads others.
        let mut used = path.used.clone();
        let mut renamed: FxHashMap<CfaInputId, CfaInputId> = FxHashMap::default();
        let reads = |edge: &EdgeId| single.edges[*edge].blocks.iter().flat_map(|b| &b.reads);
        let mut read: Vec<CfaInputId> =
            self.outgoing[location].iter().flat_map(reads).flatten().copied().collect();
        read.sort_unstable();
        read.dedup();
        for input in read {
            let (sort, place) = self.places[&input];
            let place = path.used.get(&sort).copied().unwrap_or(0) + place;
            let other = self.input(sort, place);
            substitution.replace(single.inputs[input], self.cfa.inputs[other]);
            renamed.insert(input, other);
            let count = used.entry(sort).or_default();
            *count = (*count).max(place + 1);
        }
        for edge in self.outgoing[location].clone() {
            let edge = &single.edges[edge];
            let terms = &mut self.cfa.terms;
            let mut guard = path.guard.clone();
            for &conjunct in &edge.guard {
                let conjunct = match Fault::ComposeGuard.is_planted() {
                    true => conjunct,
                    false => substitution.apply(terms, conjunct),
                };
                split(terms, conjunct, &mut guard);
            }
            if contradictory(terms, &guard, path.guard.len()) {
                continue;
            }
            let mut update = path.update.clone();
            for &(var, value) in &edge.update {
                if Fault::ComposeUpdate.is_planted() && update.contains_key(&var) {
                    continue;
                }
                update.insert(var, substitution.apply(terms, value));
            }
            let mut blocks = path.blocks.clone();
            for executed in &edge.blocks {
                let reads = executed.reads.iter().map(|read| read.map(|it| renamed[&it]));
                blocks.push(Executed { block: executed.block, reads: reads.collect() });
            }
            let (source, target, used) = (path.source, edge.target, used.clone());
            self.incoming[target].push(Path { source, target, guard, update, blocks, used });
        }
    }

    /// The input number `place` of its sort.
    fn input(&mut self, sort: Sort, place: usize) -> CfaInputId {
        let pool = self.pools.entry(sort).or_default();
        while pool.len() <= place {
            let name = format!("input{sort}.{}", pool.len());
            let term = self.cfa.terms.symbol(name, sort);
            pool.push(self.cfa.inputs.push(term));
        }
        pool[place]
    }

    /// The automaton of what is left: locations and variables that matter, renumbered.
    fn finish(mut self) -> Cfa {
        let mut edges: Vec<Path> = Vec::new();
        for location in self.single.locations.indices() {
            let entering = std::mem::take(&mut self.incoming[location]);
            edges.extend(self.merged(entering));
        }
        edges.sort_by_key(|path| (path.source, path.target));
        let entered: FxHashSet<LocationId> = edges.iter().map(|path| path.target).collect();
        let mut locations: FxHashMap<LocationId, LocationId> = FxHashMap::default();
        self.cfa.locations = IndexVec::new();
        for (id, location) in self.single.locations.iter_enumerated() {
            let kept = match location {
                Location::Block(_) => self.stays.contains(&id),
                Location::Goal(_) | Location::End => entered.contains(&id),
            };
            if kept {
                locations.insert(id, self.cfa.locations.push(location.clone()));
            }
        }
        let needed = needed(&self.cfa, &edges);
        let mut vars: FxHashMap<CfaVarId, CfaVarId> = FxHashMap::default();
        self.cfa.vars = IndexVec::new();
        for (id, var) in self.single.vars.iter_enumerated() {
            if needed.contains(&id) {
                vars.insert(id, self.cfa.vars.push(var.clone()));
            }
        }
        for path in edges {
            let update = path.update.iter();
            let matters = matches!(self.single.locations[path.target], Location::Block(_));
            let update = update
                .filter(|_| matters)
                .filter_map(|(var, &value)| vars.get(var).map(|&var| (var, value)))
                .filter(|&(var, value)| self.cfa.vars[var].term != value);
            self.cfa.edges.push(Edge {
                source: locations[&path.source],
                target: locations[&path.target],
                guard: path.guard,
                update: update.collect(),
                blocks: path.blocks,
                iterations: None,
            });
        }
        self.cfa.entry = locations[&self.single.entry];
        self.cfa
    }
}

/// Whether no values satisfy the conjuncts, as far as looking at them tells, given that
/// the first `old` have been looked at.
fn contradictory(terms: &mut TermStore, guard: &[Term], old: usize) -> bool {
    guard[old..].iter().any(|&term| {
        let negated = terms.not(term);
        terms.as_const(term).is_some_and(|value| !value.is_true()) || guard.contains(&negated)
    })
}

/// The variables on which some guard depends, over any number of edges.
fn needed(cfa: &Cfa, edges: &[Path]) -> FxHashSet<CfaVarId> {
    let symbols: FxHashMap<Term, CfaVarId> =
        cfa.vars.iter_enumerated().map(|(id, var)| (var.term, id)).collect();
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut needed: FxHashSet<CfaVarId> = FxHashSet::default();
    let mut work: Vec<Term> = edges.iter().flat_map(|path| &path.guard).copied().collect();
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        match cfa.terms.node(term) {
            Node::Symbol(_) => {
                let Some(&var) = symbols.get(&term) else { continue };
                needed.insert(var);
                work.extend(edges.iter().filter_map(|path| path.update.get(&var)));
            }
            _ => work.extend(cfa.terms.args(term)),
        }
    }
    needed
}

/// The locations that are no heads, each before its successors other than heads.
fn topological_order(
    cfa: &Cfa,
    outgoing: &IndexVec<LocationId, Vec<EdgeId>>,
    heads: &[LocationId],
) -> Vec<LocationId> {
    let mut order = Vec::new();
    let mut seen: FxHashSet<LocationId> = heads.iter().copied().collect();
    let targets = |from: LocationId| -> Vec<LocationId> {
        // Taken from the end, so that what the first edge leads to comes first in the order.
        outgoing[from].iter().map(|&edge| cfa.edges[edge].target).collect()
    };
    for &head in heads.iter().rev() {
        order.extend(postorder(targets(head), targets, &mut seen));
    }
    order.reverse();
    order
}
