//! Predicate abstraction with lazily refined precision, as CPA++ (Beyer, Henzinger, Théoduloz:
//! Program analysis with dynamic precision adjustment, ASE 2008; Beyer, Dangl, Wendler: A
//! unifying view on SMT-based software verification, JAR 2018).
//!
//! Each edge of the automaton is a block: abstract states are computed at each location, and how
//! large blocks are is a matter of which automaton is given ([`crate::cfa::large`]).

use std::collections::VecDeque;

use biodivine_lib_bdd::Bdd;

use super::abstraction::post;
use super::explain::{Asked, explain};
use super::graph::{Graph, NodeId};
use super::options::{Abstraction, Options, Order};
use super::path::{Core, Path, Taken};
use super::predicates::Predicates;
use super::space::Space;
use super::{Goals, Told};
use crate::bv::Term;
use crate::cfa::{EdgeId, LocationId};
use crate::engine::subject::Automaton;
use crate::engine::{Event, Progress, Sink};
use crate::support::Fault;
use crate::support::{Budget, IndexVec, StopReason, limits};

/// What a node holds beside its formula.
struct Abstract {
    region: Bdd,
    /// How many predicates counted when it was computed.
    predicates: usize,
}

/// The search.
pub struct Search<'a> {
    pub(super) space: Space<'a>,
    options: &'a Options,
    goals: Goals<'a>,
    pub(super) graph: Graph,
    /// By node.
    abstracts: IndexVec<NodeId, Abstract>,
    predicates: Predicates,
    hints: IndexVec<LocationId, Vec<Term>>,
    /// Edges to be followed, each from a node.
    open: VecDeque<(NodeId, EdgeId)>,
    pub(super) told: Told,
}

impl<'a> Search<'a> {
    /// At the entry.
    pub fn new(automaton: &'a Automaton, options: &'a Options, budget: &Budget) -> Self {
        let cfa = &automaton.cfa;
        let locations = cfa.locations.len();
        Self {
            space: Space::new(&automaton.cfa, budget),
            options,
            goals: Goals::new(automaton, budget),
            graph: Graph::new(locations),
            abstracts: IndexVec::new(),
            predicates: Predicates::new(locations, limits::PREDICATES),
            hints: automaton.hints(),
            open: VecDeque::new(),
            told: Told::default(),
        }
    }

    /// Searches until each goal is decided.
    ///
    /// # Errors
    /// Why it stopped before that.
    pub fn run(&mut self, sink: Sink<'_>) -> Result<(), StopReason> {
        let top = self.predicates.top();
        let entry = self.space.cfa.entry;
        let truth = self.space.terms.bool(true);
        let root = self.graph.add(entry, truth, None);
        self.abstracts.push(Abstract { region: top, predicates: 0 });
        self.expand(root);
        while let Some((node, edge)) = self.next() {
            if self.goals.are_decided() || self.told.is_enough() {
                return Ok(());
            }
            let target = self.space.cfa.edges[edge].target;
            if !self.graph.is_active(node) || !self.goals.matters(self.space.cfa, target) {
                continue;
            }
            if self.told.is_due() {
                sink(Event::Progress(self.progress()));
            }
            self.follow(node, edge, sink)?;
        }
        let progress = self.progress();
        self.goals.prove(&self.graph, &mut self.space, progress, sink);
        Ok(())
    }

    fn progress(&self) -> Progress {
        self.told.progress(&self.graph, self.predicates.len())
    }

    fn next(&mut self) -> Option<(NodeId, EdgeId)> {
        match self.options.order {
            Order::Breadth => self.open.pop_front(),
            Order::Depth => self.open.pop_back(),
        }
    }

    /// Puts the edges out of a node on the list.
    fn expand(&mut self, node: NodeId) {
        let edges = &self.space.outgoing[self.graph.node(node).location];
        self.open.extend(edges.iter().map(|&edge| (node, edge)));
    }

    /// Takes an edge from a node.
    fn follow(&mut self, node: NodeId, edge: EdgeId, sink: Sink<'_>) -> Result<(), StopReason> {
        let target = self.space.cfa.edges[edge].target;
        let formula = self.graph.node(node).formula;
        let counting = self.predicates.at(target);
        let predicates = counting.len();
        let kind = (self.options.abstraction, limits::CASES);
        let of = (&self.predicates, &counting);
        let Some(region) = post(&mut self.space, of, kind, formula, edge)? else {
            return Ok(());
        };
        if self.goals.at(target).is_some() {
            return self.reached(node, edge, sink);
        }
        let covers = |&old: &NodeId| {
            Fault::ReachCover.is_planted() || region.imp(&self.abstracts[old].region).is_true()
        };
        let by = self.graph.active(target).find(covers);
        let formula = self.predicates.formula(&mut self.space.terms, &region);
        let new = self.graph.add(target, formula, Some((node, edge)));
        self.abstracts.push(Abstract { region, predicates });
        match by {
            Some(by) => self.graph.cover(new, by),
            None => self.expand(new),
        }
        Ok(())
    }

    /// The abstraction reaches a goal: so do runs, or it is too coarse.
    fn reached(&mut self, node: NodeId, edge: EdgeId, sink: Sink<'_>) -> Result<(), StopReason> {
        let branch = self.graph.branch(node);
        let edges = branch.iter().filter_map(|&it| self.graph.node(it).parent);
        let edges: Vec<EdgeId> = edges.map(|parent| parent.1).chain([edge]).collect();
        let path = Path::new(&mut self.space, edges);
        match path.taken(&mut self.space)? {
            Taken::Yes(strides) => {
                self.goals.reached(
                    self.space.cfa.edges[edge].target,
                    strides,
                    self.progress(),
                    sink,
                );
                Ok(())
            }
            Taken::No(core) => self.refine(&branch, &path, &core),
        }
    }

    /// Adds predicates that exclude the path, and forgets the nodes on it that did not have them.
    fn refine(&mut self, branch: &[NodeId], path: &Path, core: &Core) -> Result<(), StopReason> {
        self.told.refinements += 1;
        let boolean = self.options.abstraction == Abstraction::Boolean;
        let asked = Asked { options: self.options, hints: &self.hints, boolean };
        let chain = explain(&mut self.space, &asked, path, core)?;
        self.learn(branch, chain.iter().map(|said| &said.parts[..]))?;
        if self.stale(branch).is_none() {
            // Of the parts all are there, but abstraction does not see how they belong together:
            // each by itself, or in too many cases.
            self.learn(branch, chain.iter().map(|said| std::slice::from_ref(&said.formula)))?;
        }
        let Some(place) = self.stale(branch) else {
            let text = "no predicate excludes a path that can't be taken".to_owned();
            return Err(StopReason::Failure(text));
        };
        let pivot = branch[place];
        let again = self.graph.node(pivot).parent.expect("the first node has no predicates");
        self.told.removed = self.graph.below(pivot);
        self.told.removed.push(pivot);
        let freed = self.graph.remove(pivot, true);
        freed.into_iter().for_each(|node| self.expand(node));
        self.open.push_back(again);
        Ok(())
    }

    /// Adds predicates for the nodes of a branch but the first, in their order.
    fn learn<'t>(
        &mut self,
        branch: &[NodeId],
        found: impl Iterator<Item = &'t [Term]>,
    ) -> Result<(), StopReason> {
        for (&node, found) in branch[1..].iter().zip(found) {
            let location = self.graph.node(node).location;
            for &term in found {
                self.predicates.add(&self.space.terms, location, self.options.scope, term)?;
            }
        }
        Ok(())
    }

    /// The place of the first node of a branch that was computed with fewer predicates than count
    /// there now.
    fn stale(&self, branch: &[NodeId]) -> Option<usize> {
        let is_stale = |&node: &NodeId| {
            let now = self.predicates.count(self.graph.node(node).location);
            self.abstracts[node].predicates < now
        };
        branch[1..].iter().position(is_stale).map(|place| place + 1)
    }
}
