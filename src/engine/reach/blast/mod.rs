//! Lazy abstraction: the algorithm of Henzinger, Jhala, Majumdar, Sutre: Lazy abstraction
//! (POPL 2002), Algorithm 2, as in the tool BLAST.
//!
//! A tree is searched depth first. Each node has predicates of its own, which those below it
//! inherit, and its region is a conjunction of some of them: what the Cartesian abstraction sees
//! after the edge. A node is covered if the nodes that are expanded at its location have all of its
//! states together. Along a path that can't be taken the youngest node whose region does not meet
//! the exact precondition of the rest of the path, the pivot, gets the predicates that show it
//! ([`focus`]); the tree below is forgotten or, with `keep_subtree`, only the path refined.
//!
//! Time stamps say which nodes may be covered by what changed: those that were marked later.
//!
//! Where the predicates of the paper's focus operator don't exclude the path, as they speak of
//! inputs or the abstraction looks at each by itself, the sequence of conjunctions that
//! [`super::explain`] finds for the whole path does: each of its parts is seen by the Cartesian
//! abstraction.

mod focus;

use std::collections::BTreeSet;

use super::abstraction::post;
use super::explain::{Asked, explain};
use super::graph::{Graph, NodeId};
use super::options::{Abstraction, Options, Source};
use super::path::{Path, Taken};
use super::predicates::{PredicateId, Predicates};
use super::space::Space;
use super::{Goals, Told};
use crate::bv::Term;
use crate::cfa::{EdgeId, LocationId};
use crate::engine::subject::Automaton;
use crate::engine::{Event, Progress, Sink};
use crate::support::Fault;
use crate::support::{Budget, IndexVec, StopReason, limits};
use focus::focus;

/// What a node holds beside its formula.
#[derive(Default)]
struct Mark {
    /// What its region may speak of, and those of the nodes below it.
    support: BTreeSet<PredicateId>,
    /// When it was expanded or found to be covered; none before.
    time: Option<u64>,
}

/// The search.
pub struct Search<'a> {
    pub(super) space: Space<'a>,
    options: &'a Options,
    goals: Goals<'a>,
    pub(super) graph: Graph,
    /// By node.
    marks: IndexVec<NodeId, Mark>,
    predicates: Predicates,
    hints: IndexVec<LocationId, Vec<Term>>,
    /// Nodes that were not looked at, the next one last.
    open: Vec<NodeId>,
    clock: u64,
    pub(super) told: Told,
}

impl<'a> Search<'a> {
    /// At the entry.
    pub fn new(automaton: &'a Automaton, options: &'a Options, budget: &Budget) -> Self {
        let locations = automaton.cfa.locations.len();
        Self {
            space: Space::new(&automaton.cfa, budget),
            options,
            goals: Goals::new(automaton, budget),
            graph: Graph::new(locations),
            marks: IndexVec::new(),
            predicates: Predicates::new(locations, limits::PREDICATES),
            hints: automaton.hints(),
            open: vec![],
            clock: 0,
            told: Told::default(),
        }
    }

    /// Searches until each goal is decided.
    ///
    /// # Errors
    /// Why it stopped before that.
    pub fn run(&mut self, sink: Sink<'_>) -> Result<(), StopReason> {
        let truth = self.space.terms.bool(true);
        self.add(self.space.cfa.entry, truth, None, BTreeSet::new());
        while let Some(node) = self.open.pop() {
            if self.goals.are_decided() || self.told.is_enough() {
                return Ok(());
            }
            if !self.graph.is_active(node) || self.marks[node].time.is_some() {
                continue;
            }
            if self.told.is_due() {
                sink(Event::Progress(self.progress()));
            }
            if self.goals.at(self.graph.node(node).location).is_some() {
                self.reached(node, sink)?;
            } else if let Some(by) = self.covering(node)? {
                self.graph.cover_together(node, by);
                self.mark(node);
            } else {
                self.expand(node)?;
                self.mark(node);
            }
        }
        let progress = self.progress();
        self.goals.prove(&self.graph, &mut self.space, progress, sink);
        Ok(())
    }

    fn progress(&self) -> Progress {
        self.told.progress(&self.graph, self.predicates.len())
    }

    fn add(
        &mut self,
        location: LocationId,
        region: Term,
        parent: Option<(NodeId, EdgeId)>,
        support: BTreeSet<PredicateId>,
    ) {
        let node = self.graph.add(location, region, parent);
        self.marks.push(Mark { support, time: None });
        self.open.push(node);
    }

    fn mark(&mut self, node: NodeId) {
        self.clock += 1;
        self.marks[node].time = Some(self.clock);
    }

    /// The nodes that are expanded at its location, if together they have all states of a node.
    fn covering(&mut self, node: NodeId) -> Result<Option<Vec<NodeId>>, StopReason> {
        let location = self.graph.node(node).location;
        let region = self.graph.node(node).formula;
        let expanded =
            self.graph.active(location).filter(|&other| self.marks[other].time.is_some());
        let others: Vec<NodeId> = expanded.collect();
        if others.is_empty() {
            return Ok(None);
        }
        if Fault::BlastCover.is_planted() {
            return Ok(Some(others));
        }
        let regions: Vec<Term> =
            others.iter().map(|&other| self.graph.node(other).formula).collect();
        let all = self.space.terms.disjunction(regions);
        let outside = self.space.terms.not(all);
        let asked = self.space.words.lits(&self.space.terms, &[region, outside]);
        Ok((!self.space.words.is_possible(&asked)?).then_some(others))
    }

    /// Adds the nodes after a node.
    fn expand(&mut self, node: NodeId) -> Result<(), StopReason> {
        let edges = self.space.outgoing[self.graph.node(node).location].clone();
        for edge in edges.into_iter().rev() {
            let target = self.space.cfa.edges[edge].target;
            if !self.goals.matters(self.space.cfa, target) {
                continue;
            }
            let support = self.marks[node].support.clone();
            if let Some(region) = self.post(node, edge, &support)? {
                self.add(target, region, Some((node, edge)), support);
            }
        }
        Ok(())
    }

    /// What these predicates say after an edge from a node; none if it can't be taken.
    fn post(
        &mut self,
        node: NodeId,
        edge: EdgeId,
        support: &BTreeSet<PredicateId>,
    ) -> Result<Option<Term>, StopReason> {
        let formula = self.graph.node(node).formula;
        let kind = (Abstraction::Cartesian, limits::CASES);
        let of = (&self.predicates, support);
        let region = post(&mut self.space, of, kind, formula, edge)?;
        Ok(region.map(|region| self.predicates.formula(&mut self.space.terms, &region)))
    }

    /// The abstraction reaches a goal: so do runs, or it is too coarse.
    fn reached(&mut self, node: NodeId, sink: Sink<'_>) -> Result<(), StopReason> {
        let location = self.graph.node(node).location;
        if !self.goals.matters(self.space.cfa, location) {
            return Ok(());
        }
        let branch = self.graph.branch(node);
        let steps = branch.iter().filter_map(|&it| self.graph.node(it).parent);
        let edges: Vec<EdgeId> = steps.map(|step| step.1).collect();
        if let Some(place) = self.pivot(&branch, &edges)? {
            return self.refine(&branch, &edges, place);
        }
        let path = Path::new(&mut self.space, edges);
        match path.taken(&mut self.space)? {
            Taken::Yes(strides) => self.goals.reached(location, strides, self.progress(), sink),
            Taken::No(_) => {
                let text = "a path can and can't be taken".to_owned();
                return Err(StopReason::Failure(text));
            }
        }
        Ok(())
    }

    /// The place of the youngest node of a branch from whose region the rest of the branch can't be
    /// taken.
    fn pivot(&mut self, branch: &[NodeId], edges: &[EdgeId]) -> Result<Option<usize>, StopReason> {
        let mut bad = self.space.terms.bool(true);
        for (place, &edge) in edges.iter().enumerate().rev() {
            let guard = self.space.guard(edge);
            let guard = self.space.at_step(place, edge, guard);
            let after = self.space.before_step(place, edge, bad);
            bad = self.space.terms.and(guard, after);
            let region = self.graph.node(branch[place]).formula;
            let asked = self.space.words.lits(&self.space.terms, &[region, bad]);
            if !self.space.words.is_possible(&asked)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// Adds predicates that exclude a path to a goal, and searches again from the pivot.
    fn refine(
        &mut self,
        branch: &[NodeId],
        edges: &[EdgeId],
        place: usize,
    ) -> Result<(), StopReason> {
        self.told.refinements += 1;
        if self.options.uses(Source::Focus) {
            let region = self.graph.node(branch[place]).formula;
            let found = focus(&mut self.space, region, &edges[place..])?;
            if self.learn(&branch[place..], &found)? {
                return self.again(&branch[place..], &edges[place..]);
            }
        }
        // The tree has what the paper's operator finds, or that was not asked for.
        let path = Path::new(&mut self.space, edges.to_vec());
        let Taken::No(core) = path.taken(&mut self.space)? else {
            return Err(StopReason::Failure("a path can and can't be taken".to_owned()));
        };
        let asked = Asked { options: self.options, hints: &self.hints, boolean: false };
        let chain = explain(&mut self.space, &asked, &path, &core)?;
        let place = chain.iter().position(|said| !said.parts.is_empty()).unwrap_or(0);
        let parts: Vec<Term> = chain.into_iter().flat_map(|said| said.parts).collect();
        if !self.learn(&branch[place..], &parts)? {
            let text = "no predicate excludes a path that can't be taken".to_owned();
            return Err(StopReason::Failure(text));
        }
        self.again(&branch[place..], &edges[place..])
    }

    /// Adds predicates to the first node of a branch. Returns whether any node of the branch but
    /// the goal did not have all that this one has now.
    fn learn(&mut self, branch: &[NodeId], found: &[Term]) -> Result<bool, StopReason> {
        let mut any = false;
        for &term in found {
            if let Some(id) = self.predicates.intern(&self.space.terms, term)? {
                any |= self.marks[branch[0]].support.insert(id);
            }
        }
        let support = &self.marks[branch[0]].support;
        let inner = &branch[..branch.len() - 1];
        Ok(any || inner.iter().any(|&node| !support.is_subset(&self.marks[node].support)))
    }

    /// Searches again from the first node of a branch, which has new predicates.
    fn again(&mut self, branch: &[NodeId], edges: &[EdgeId]) -> Result<(), StopReason> {
        let pivot = branch[0];
        let since = self.marks[pivot].time;
        self.told.removed.clear();
        if self.options.keep_subtree {
            self.relabel(branch, edges)?;
        } else {
            self.told.removed = self.graph.below(pivot);
            self.graph.remove(pivot, false);
            self.marks[pivot].time = None;
            self.open.push(pivot);
        }
        for node in self.graph.present() {
            if self.graph.node(node).covered.is_some() && self.marks[node].time > since {
                self.graph.free(node);
                self.marks[node].time = None;
                self.open.push(node);
            }
        }
        Ok(())
    }

    /// Computes the regions along a branch again, with the predicates of its first node.
    fn relabel(&mut self, branch: &[NodeId], edges: &[EdgeId]) -> Result<(), StopReason> {
        let new = self.marks[branch[0]].support.clone();
        for (step, &edge) in branch.windows(2).zip(edges) {
            let (before, node) = (step[0], step[1]);
            let support = &self.marks[node].support | &new;
            let Some(region) = self.post(before, edge, &support)? else {
                self.told.removed = self.graph.below(node);
                self.told.removed.push(node);
                self.graph.remove(node, true);
                return Ok(());
            };
            self.marks[node].support = support;
            self.graph.strengthen(node, region);
        }
        // The goal is reached still: what was found is not all that is needed.
        self.open.push(branch[branch.len() - 1]);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
