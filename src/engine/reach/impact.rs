//! Lazy abstraction with interpolants (McMillan: Lazy abstraction with interpolants, CAV 2006), in
//! the form of Beyer, Dangl, Wendler (JAR 2018): nodes begin with no knowledge, a path to a goal
//! that can't be taken strengthens those on it, and nodes are covered by older ones that have all
//! their states, if need be after strengthening the branch between them (forced covering).

use std::collections::VecDeque;

use super::explain::{Asked, explain, interpolants};
use super::graph::{Graph, NodeId};
use super::options::{Options, Order};
use super::path::{Path, Taken};
use super::space::Space;
use super::{Goals, Told};
use crate::bv::Term;
use crate::cfa::{EdgeId, LocationId};
use crate::engine::subject::Automaton;
use crate::engine::{Event, Progress, Sink};
use crate::support::Fault;
use crate::support::{Budget, IndexVec, StopReason};

/// The search.
pub struct Search<'a> {
    pub(super) space: Space<'a>,
    options: &'a Options,
    goals: Goals<'a>,
    pub(super) graph: Graph,
    hints: IndexVec<LocationId, Vec<Term>>,
    /// Nodes to be expanded.
    open: VecDeque<NodeId>,
    pub(super) told: Told,
}

impl<'a> Search<'a> {
    /// At the entry.
    pub fn new(automaton: &'a Automaton, options: &'a Options, budget: &Budget) -> Self {
        Self {
            space: Space::new(&automaton.cfa, budget),
            options,
            goals: Goals::new(automaton, budget),
            graph: Graph::new(automaton.cfa.locations.len()),
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
        let truth = self.space.terms.bool(true);
        let root = self.graph.add(self.space.cfa.entry, truth, None);
        self.open.push_back(root);
        while let Some(node) = self.next() {
            if self.goals.are_decided() || self.told.is_enough() {
                return Ok(());
            }
            if let Some(reason) = self.space.budget.exhausted() {
                return Err(reason);
            }
            if self.told.is_due() {
                sink(Event::Progress(self.progress()));
            }
            if self.graph.is_active(node) && !self.close(node)? && !self.force(node)? {
                self.expand(node, sink)?;
            }
        }
        let progress = self.progress();
        self.goals.prove(&self.graph, &mut self.space, progress, sink);
        Ok(())
    }

    fn progress(&self) -> Progress {
        self.told.progress(&self.graph, self.open.len())
    }

    fn next(&mut self) -> Option<NodeId> {
        match self.options.order {
            Order::Breadth => self.open.pop_front(),
            Order::Depth => self.open.pop_back(),
        }
    }

    /// Adds what the edges out of a node lead to.
    fn expand(&mut self, node: NodeId, sink: Sink<'_>) -> Result<(), StopReason> {
        let truth = self.space.terms.bool(true);
        for edge in self.space.outgoing[self.graph.node(node).location].clone() {
            let target = self.space.cfa.edges[edge].target;
            if !self.graph.is_active(node) {
                break;
            }
            if !self.goals.matters(self.space.cfa, target) {
                continue;
            }
            if self.goals.at(target).is_some() {
                self.reached(node, edge, sink)?;
            } else {
                let child = self.graph.add(target, truth, Some((node, edge)));
                self.open.push_back(child);
            }
        }
        Ok(())
    }

    /// An edge leads to a goal.
    fn reached(&mut self, node: NodeId, edge: EdgeId, sink: Sink<'_>) -> Result<(), StopReason> {
        let guard = self.space.guard(edge);
        if !self.is_possible(&[self.graph.node(node).formula, guard])? {
            return Ok(());
        }
        let branch = self.graph.branch(node);
        let mut edges = self.edges(&branch);
        edges.push(edge);
        let path = Path::new(&mut self.space, edges);
        let core = match path.taken(&mut self.space)? {
            Taken::Yes(strides) => {
                self.goals.reached(
                    self.space.cfa.edges[edge].target,
                    strides,
                    self.progress(),
                    sink,
                );
                return Ok(());
            }
            Taken::No(core) => core,
        };
        self.told.refinements += 1;
        let asked = Asked { options: self.options, hints: &self.hints, boolean: true };
        let chain = explain(&mut self.space, &asked, &path, &core)?;
        let mut formulas: Vec<Term> = chain.into_iter().map(|said| said.formula).collect();
        // Where the next step can't be taken nobody comes.
        formulas.resize(branch.len() - 1, self.space.terms.bool(false));
        self.strengthen(&branch[1..], &formulas)?;
        // What was strengthened may be covered now, the nearest to the entry first.
        for &node in &branch[1..] {
            if !self.graph.is_active(node) || self.close(node)? {
                break;
            }
        }
        Ok(())
    }

    fn edges(&self, branch: &[NodeId]) -> Vec<EdgeId> {
        branch.iter().filter_map(|&node| Some(self.graph.node(node).parent?.1)).collect()
    }

    /// Adds a formula to each of some nodes, one below the other.
    fn strengthen(&mut self, nodes: &[NodeId], formulas: &[Term]) -> Result<(), StopReason> {
        for (&node, &more) in nodes.iter().zip(formulas) {
            let formula = self.graph.node(node).formula;
            if self.implies(formula, more)? {
                continue;
            }
            let both = self.space.terms.and(formula, more);
            let freed = self.graph.strengthen(node, both);
            self.open.extend(freed);
            if !self.is_possible(&[both])? {
                let freed = self.graph.remove(node, true);
                self.open.extend(freed);
                break;
            }
        }
        Ok(())
    }

    /// Covers a node by an older one, if there is one that has all its states.
    fn close(&mut self, node: NodeId) -> Result<bool, StopReason> {
        let older = self.older(node);
        for other in older {
            let [mine, its] = [node, other].map(|it| self.graph.node(it).formula);
            if Fault::ImpactCover.is_planted() || self.implies(mine, its)? {
                self.cover(node, other);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Covers a node by an older one whose formula holds there on all ways from their nearest
    /// common ancestor, by what that shows of the nodes between.
    fn force(&mut self, node: NodeId) -> Result<bool, StopReason> {
        if !self.options.forced_covering {
            return Ok(false);
        }
        for other in self.older(node).into_iter().rev() {
            let [mine, its] = [node, other].map(|it| self.graph.branch(it));
            let common = mine.iter().zip(&its).take_while(|(a, b)| a == b).count();
            let below = &mine[common..];
            if below.is_empty() {
                continue;
            }
            let from = self.graph.node(mine[common - 1]).formula;
            let to = self.graph.node(other).formula;
            let edges = self.edges(below);
            let system = self.options.interpolation;
            if let Some(formulas) = interpolants(&mut self.space, from, &edges, to, system)? {
                self.strengthen(below, &formulas)?;
                if self.graph.is_active(node) && self.graph.is_active(other) {
                    self.cover(node, other);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The active nodes of a node's location that are older, the oldest first.
    fn older(&self, node: NodeId) -> Vec<NodeId> {
        let location = self.graph.node(node).location;
        self.graph.active(location).take_while(|&other| other < node).collect()
    }

    fn cover(&mut self, node: NodeId, by: NodeId) {
        let mut freed = self.graph.remove(node, false);
        freed.extend(self.graph.uncover(node));
        self.open.extend(freed);
        self.graph.cover(node, by);
    }

    fn implies(&mut self, this: Term, that: Term) -> Result<bool, StopReason> {
        let other = self.space.terms.not(that);
        Ok(!self.is_possible(&[this, other])?)
    }

    fn is_possible(&mut self, all: &[Term]) -> Result<bool, StopReason> {
        let lits = self.space.words.lits(&self.space.terms, all);
        self.space.words.is_possible(&lits)
    }
}
