//! Symbolic execution with interpolants: the algorithm of Jaffar, Navas, Santosa: Symbolic
//! execution for verification (2011), as in the tool TRACER.
//!
//! The tree of all paths is searched depth first and, between heads of loops, exactly: a path that
//! can't be taken is left at once. When all below a node was searched, its interpolant, what it
//! [`needs`], is all that the node must know so that it all holds again: another node at its
//! location that satisfies it is not expanded. At the head of a loop the state is a list of
//! [`facts`]; what a path around the loop breaks is dropped, so that the loop closes, unless a path
//! to a goal showed that it must be kept: then the loop is unrolled once more ([`loops`]).
//!
//! The paper marks facts instead: `min` are those that were dropped, `max` those that were needed,
//! and it carries on where a fact is dropped. Here the tree below the head is searched anew, so
//! what was found there never rests on a dropped fact. And the interpolants here are more general
//! than some of the facts, where a condition to come can be written over the state.

mod facts;
mod loops;
mod needs;
#[cfg(test)]
mod tests;

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Graph, NodeId};
use super::options::Options;
use super::path::{Path, Taken};
use super::space::Space;
use super::{Goals, Told};
use crate::bv::{Substitution, Term};
use crate::cfa::{CfaVarId, EdgeId, LocationId};
use crate::cnf::Lit;
use crate::engine::subject::Automaton;
use crate::engine::{Event, Progress, Sink};
use crate::support::{Budget, IndexVec, StopReason};

/// The search.
pub struct Search<'a> {
    pub(super) space: Space<'a>,
    options: &'a Options,
    goals: Goals<'a>,
    pub(super) graph: Graph,
    /// By node its interpolant, once all below it was searched.
    needs: IndexVec<NodeId, Option<Vec<Term>>>,
    /// The path to where the search is.
    stack: Vec<Frame>,
    /// By location in how many loops it is, and whether it is the head of one.
    loops: IndexVec<LocationId, (usize, bool)>,
    hints: IndexVec<LocationId, Vec<Term>>,
    pub(super) told: Told,
}

/// A node of the path to where the search is.
struct Frame {
    node: NodeId,
    /// Edges to be followed from it, the next one last.
    open: Vec<EdgeId>,
    /// The place in the path of the last node whose state is no more than its facts: the first
    /// one, or a head of a loop.
    anchor: usize,
    /// What variables are now, over what they were there, and inputs.
    state: FxHashMap<CfaVarId, Term>,
    /// What had to hold for the last step, over the same.
    conditions: Vec<Term>,
    /// What is known of the state, over the automaton's variables.
    facts: Vec<Term>,
    /// What of the state is needed by what was searched below.
    needed: Vec<Term>,
    /// At heads of loops.
    head: Option<Head>,
}

/// What is kept and what is dropped at the head of a loop.
#[derive(Default)]
struct Head {
    /// What is known of the state there.
    known: Vec<Term>,
    /// What of it was dropped, as a path around the loop breaks it.
    dropped: FxHashSet<Term>,
    /// What of it may not be dropped.
    locked: FxHashSet<Term>,
    /// Whether some path around the loop ends in its states.
    closes: bool,
}

impl<'a> Search<'a> {
    /// At the entry.
    pub fn new(automaton: &'a Automaton, options: &'a Options, budget: &Budget) -> Self {
        let cfa = &automaton.cfa;
        let forest = cfa.loops();
        let depths = cfa.locations.indices().map(|location| (forest.depth(location), false));
        let mut loops: IndexVec<LocationId, (usize, bool)> = depths.collect();
        forest.heads().into_iter().for_each(|head| loops[head].1 = true);
        Self {
            space: Space::new(cfa, budget),
            options,
            goals: Goals::new(automaton, budget),
            graph: Graph::new(cfa.locations.len()),
            needs: IndexVec::new(),
            stack: vec![],
            loops,
            hints: automaton.hints(),
            told: Told::default(),
        }
    }

    /// Searches until each goal is decided.
    ///
    /// # Errors
    /// Why it stopped before that.
    pub fn run(&mut self, sink: Sink<'_>) -> Result<(), StopReason> {
        let entry = self.space.cfa.entry;
        let node = self.node(entry, None);
        let open = self.edges(entry);
        let (state, head) = (self.itself(), self.loops[entry].1.then(Head::default));
        let (conditions, facts, needed) = (vec![], vec![], vec![]);
        self.stack.push(Frame { node, open, anchor: 0, state, conditions, facts, needed, head });
        while let Some(frame) = self.stack.last_mut() {
            if self.told.is_enough() {
                // For the picture: what is known so far.
                for frame in &self.stack {
                    let known = self.space.terms.conjunction(frame.facts.iter().copied());
                    self.graph.describe(frame.node, known);
                }
                return Ok(());
            }
            if self.goals.are_decided() {
                return Ok(());
            }
            if self.told.is_due() {
                sink(Event::Progress(self.progress()));
            } else if let Some(edge) = frame.open.pop() {
                self.follow(edge, sink)?;
            } else {
                self.leave()?;
            }
        }
        let progress = self.progress();
        self.goals.prove(&self.graph, &mut self.space, progress, sink);
        Ok(())
    }

    fn progress(&self) -> Progress {
        self.told.progress(&self.graph, self.stack.len())
    }

    fn node(&mut self, location: LocationId, parent: Option<(NodeId, EdgeId)>) -> NodeId {
        let truth = self.space.terms.bool(true);
        self.needs.push(None);
        self.graph.add(location, truth, parent)
    }

    /// The edges from a location, those that leave a loop first, which are followed last.
    fn edges(&self, location: LocationId) -> Vec<EdgeId> {
        let mut edges = self.space.outgoing[location].clone();
        edges.reverse();
        edges.sort_by_key(|&edge| self.loops[self.space.cfa.edges[edge].target].0);
        edges
    }

    /// The state of which nothing but facts is known.
    fn itself(&self) -> FxHashMap<CfaVarId, Term> {
        self.space.cfa.vars.iter_enumerated().map(|(id, var)| (id, var.term)).collect()
    }

    /// Takes an edge from the last node of the path.
    fn follow(&mut self, edge: EdgeId, sink: Sink<'_>) -> Result<(), StopReason> {
        let target = self.space.cfa.edges[edge].target;
        if !self.goals.matters(self.space.cfa, target) {
            return Ok(());
        }
        let top = self.stack.len() - 1;
        let (state, conditions) = self.step(top, edge);
        let mut asked = self.assumed(top, &self.anchored(top));
        asked.extend(self.space.words.lits(&self.space.terms, &conditions));
        if !self.space.words.is_possible(&asked)? {
            let falsity = self.space.terms.bool(false);
            return self.require(top, edge, falsity);
        }
        if self.goals.at(target).is_some() {
            return self.reached(edge, sink);
        }
        let node = self.node(target, Some((self.stack[top].node, edge)));
        let facts = facts::after(&mut self.space, &self.stack[top].facts, edge);
        let (anchor, open) = (self.stack[top].anchor, self.edges(target));
        let (needed, head) = (vec![], None);
        self.stack.push(Frame { node, open, anchor, state, conditions, facts, needed, head });
        self.arrive()
    }

    /// The state after an edge, and what must hold so that it can be taken.
    fn step(&mut self, top: usize, edge: EdgeId) -> (FxHashMap<CfaVarId, Term>, Vec<Term>) {
        let cfa = self.space.cfa;
        let mut now = self.values(top);
        for input in self.space.reads(edge) {
            let symbol = self.space.step(top, input);
            now.replace(cfa.inputs[input], symbol);
        }
        let terms = &mut self.space.terms;
        let conditions = cfa.edges[edge].guard.iter().map(|&it| now.apply(terms, it)).collect();
        let mut state = self.stack[top].state.clone();
        for &(var, value) in &cfa.edges[edge].update {
            state.insert(var, now.apply(terms, value));
        }
        (state, conditions)
    }

    /// The variables at a place of the path as a substitution.
    fn values(&self, place: usize) -> Substitution {
        let mut now = Substitution::new();
        for (&var, &value) in &self.stack[place].state {
            now.replace(self.space.cfa.vars[var].term, value);
        }
        now
    }

    /// What holds at a place of the path, if these facts hold at the anchor before it.
    fn assumed(&mut self, place: usize, facts: &[Term]) -> Vec<Lit> {
        let anchor = self.stack[place].anchor;
        let steps = self.stack[anchor + 1..=place].iter();
        let mut all: Vec<Term> = steps.flat_map(|frame| frame.conditions.iter().copied()).collect();
        all.extend(facts);
        self.space.words.lits(&self.space.terms, &all)
    }

    /// Whether formulas hold at a place of the path, if these facts hold at the anchor before it.
    fn holds(&mut self, place: usize, facts: &[Term], all: &[Term]) -> Result<bool, StopReason> {
        let mut now = self.values(place);
        let formula = self.space.terms.conjunction(all.iter().copied());
        let formula = now.apply(&mut self.space.terms, formula);
        let violated = self.space.terms.not(formula);
        let mut asked = self.assumed(place, facts);
        asked.push(self.space.words.lit(&self.space.terms, violated));
        Ok(!self.space.words.is_possible(&asked)?)
    }

    /// The facts at the anchor before a place of the path.
    fn anchored(&self, place: usize) -> Vec<Term> {
        self.stack[self.stack[place].anchor].facts.clone()
    }

    /// A node was added at the end of the path: others may have all of its states.
    fn arrive(&mut self) -> Result<(), StopReason> {
        let top = self.stack.len() - 1;
        let node = self.stack[top].node;
        let location = self.graph.node(node).location;
        let facts = self.anchored(top);
        let others: Vec<NodeId> = self.graph.active(location).collect();
        for other in others {
            let Some(needs) = self.needs[other].clone() else { continue };
            if self.holds(top, &facts, &needs)? {
                return self.cover(other, needs);
            }
        }
        if self.loops[location].1 {
            return self.arrive_at_head();
        }
        Ok(())
    }

    /// Another node has all states of the last node of the path, as these formulas show.
    fn cover(&mut self, by: NodeId, needs: Vec<Term>) -> Result<(), StopReason> {
        let frame = self.stack.pop().expect("a node was added");
        self.graph.cover(frame.node, by);
        self.finished(frame.node, needs)
    }

    /// All below the last node of the path was searched.
    fn leave(&mut self) -> Result<(), StopReason> {
        let frame = self.stack.pop().expect("it is not empty");
        let closes = frame.head.is_some_and(|head| head.closes);
        let needs = if closes { frame.facts } else { frame.needed };
        self.needs[frame.node] = Some(needs.clone());
        self.finished(frame.node, needs)
    }

    /// The node was after the last one of the path, which must know enough.
    fn finished(&mut self, node: NodeId, needs: Vec<Term>) -> Result<(), StopReason> {
        let formula = self.space.terms.conjunction(needs.iter().copied());
        self.graph.describe(node, formula);
        let Some((_, edge)) = self.graph.node(node).parent else { return Ok(()) };
        let top = self.stack.len() - 1;
        needs.into_iter().try_for_each(|need| self.require(top, edge, need))
    }

    /// A path to a goal could be taken, for all that is known: it can, or too much was dropped.
    fn reached(&mut self, edge: EdgeId, sink: Sink<'_>) -> Result<(), StopReason> {
        let steps = self.stack.iter().filter_map(|it| self.graph.node(it.node).parent);
        let edges: Vec<EdgeId> = steps.map(|step| step.1).chain([edge]).collect();
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
            Taken::No(core) => self.lock(&path, &core),
        }
    }
}
