//! Engines on words: they explore the automaton of a program with formulas for states.
//!
//! One core, as in Beyer, Dangl, Wendler: A unifying view on SMT-based software verification
//! (JAR 2018): a graph of abstract states is unfolded from the entry, states that others have
//! are not expanded, and a path to a goal that can't be taken shows what to tell apart.
//!
//! | file | is |
//! |---|---|
//! | [`options`] | what can be chosen |
//! | `space`, `solver` | the automaton, and questions about single steps of it |
//! | `graph` | the reachability graph |
//! | `path`, `explain/` | whether a path can be taken, and if not, why |
//! | `predicates`, `abstraction` | predicates, and what they say after an edge |
//! | `search` | predicate abstraction |
//! | `impact` | lazy abstraction with interpolants |
//! | `blast/` | lazy abstraction with a tree whose predicates differ from node to node |
//! | `ic3ia/` | IC3 over predicates: frames instead of a graph |
//! | `tracer/` | symbolic execution with interpolants |
//! | `dot` | the reachability graph as a picture |
//!
//! How much of the program an edge takes decides what the papers call the block: single edges,
//! large blocks, or all from one head of a loop to the next ([`crate::cfa::large`]).
//!
//! What always holds: a node's formula has all states that runs have that come along its branch.
//! So the formulas of all nodes together are an invariant. That is a claim: whoever gets it has it
//! checked.

mod abstraction;
mod blast;
mod dot;
mod explain;
mod graph;
mod ic3ia;
mod impact;
pub mod options;
mod path;
mod predicates;
mod search;
mod solver;
mod space;
#[cfg(test)]
mod testing;
mod tracer;

use std::time::Instant;

pub use options::{Abstraction, Explain, Interpolation, Options, Order, Scope, Source};

use super::subject::{Automaton, Formulas};
use super::{Config, Ending, EngineKind, Event, Progress, Proof, Sink};
use crate::bv::Term;
use crate::cfa::{Cfa, Location, LocationId, Stride};
use crate::support::Fault;
use crate::support::{Budget, IndexVec, StopReason, limits};
use graph::{Graph, NodeId};
use space::Space;

/// Runs an engine that works on words.
pub fn run(automaton: &Automaton, config: &Config, budget: &Budget, sink: Sink<'_>) -> Ending {
    let ended = match config.kind {
        EngineKind::Impact => impact::Search::new(automaton, &config.reach, budget).run(sink),
        EngineKind::Predicate => search::Search::new(automaton, &config.reach, budget).run(sink),
        EngineKind::Blast => blast::Search::new(automaton, &config.reach, budget).run(sink),
        EngineKind::Tracer => tracer::Search::new(automaton, &config.reach, budget).run(sink),
        EngineKind::Ic3ia => ic3ia::Search::new(automaton, &config.reach, budget).run(sink),
        EngineKind::Unroll
        | EngineKind::Bmc
        | EngineKind::Kinduction
        | EngineKind::Ic3
        | EngineKind::Ic3Second => {
            let text = format!("the engine {} works on models, not on words", config.kind);
            Err(StopReason::Failure(text))
        }
    };
    match ended {
        Ok(()) => Ending::Complete,
        Err(reason) => Ending::Stopped(reason),
    }
}

/// The reachability graph of an engine on words as Graphviz text: when it has ended, or after so
/// many refinements, with what the last of them removed.
///
/// # Errors
/// Why it stopped before that.
pub fn draw(
    automaton: &Automaton,
    config: &Config,
    refinements: Option<u32>,
    budget: &Budget,
) -> Result<String, StopReason> {
    let told = Told { limit: refinements, ..Told::default() };
    let mut ignore = |_| {};
    // At the end nobody asks what was there before.
    let shown = |told: &Told| match refinements {
        Some(_) => told.removed.clone(),
        None => vec![],
    };
    macro_rules! drawn {
        ($engine:ident) => {{
            let mut search = $engine::Search::new(automaton, &config.reach, budget);
            search.told = told;
            search.run(&mut ignore)?;
            Ok(dot::render(&search.graph, &search.space, &shown(&search.told)))
        }};
    }
    match config.kind {
        EngineKind::Impact => drawn!(impact),
        EngineKind::Blast => drawn!(blast),
        EngineKind::Tracer => drawn!(tracer),
        EngineKind::Predicate => drawn!(search),
        kind => {
            let text = format!("the engine {kind} has no reachability graph");
            Err(StopReason::Failure(text))
        }
    }
}

/// The goals, and which of them are open.
struct Goals<'a> {
    places: &'a [Option<LocationId>],
    /// By location the goal that is there.
    at: IndexVec<LocationId, Option<usize>>,
    open: Vec<bool>,
    budget: Budget,
}

impl<'a> Goals<'a> {
    fn new(automaton: &'a Automaton, budget: &Budget) -> Self {
        let mut at = IndexVec::filled(None, automaton.cfa.locations.len());
        for (goal, &location) in automaton.goals.iter().enumerate() {
            if let Some(location) = location {
                at[location] = Some(goal);
            }
        }
        let open = vec![true; automaton.goals.len()];
        Self { places: &automaton.goals, at, open, budget: budget.clone() }
    }

    /// The goal at a location.
    fn at(&self, location: LocationId) -> Option<usize> {
        self.at[location]
    }

    fn is_open(&self, goal: usize) -> bool {
        self.open[goal] && !self.budget.is_dropped(goal)
    }

    fn are_decided(&self) -> bool {
        (0..self.open.len()).all(|goal| !self.is_open(goal))
    }

    /// Whether it is of interest how a location is reached.
    fn matters(&self, cfa: &Cfa, location: LocationId) -> bool {
        match cfa.locations[location] {
            Location::Block(_) => true,
            Location::Goal(_) => self.at[location].is_some_and(|goal| self.is_open(goal)),
            Location::End => false,
        }
    }

    /// A goal is reached. What an engine tells last is its `progress`.
    fn reached(
        &mut self,
        location: LocationId,
        path: Vec<Stride>,
        progress: Progress,
        sink: Sink<'_>,
    ) {
        if let Some(goal) = self.at[location] {
            sink(Event::Progress(progress));
            self.open[goal] = false;
            sink(Event::ReachedAlong { goal, path });
        }
    }

    /// Nothing is left to expand: the goals that are open can't be reached.
    fn prove(&mut self, graph: &Graph, space: &mut Space<'_>, progress: Progress, sink: Sink<'_>) {
        let mut at = vec![];
        for (location, kind) in space.cfa.locations.iter_enumerated() {
            let nodes: Vec<Term> =
                graph.active(location).map(|node| graph.node(node).formula).collect();
            if matches!(kind, Location::Block(_)) && !nodes.is_empty() {
                at.push((location, space.terms.disjunction(nodes)));
            }
        }
        debug_assert!((0..self.open.len()).filter(|&goal| self.is_open(goal)).all(|goal| {
            self.places[goal].is_none_or(|place| graph.active(place).next().is_none())
        }));
        self.unreachable(at, space, progress, sink);
    }

    /// The goals that are open can't be reached, since these formulas hold.
    fn unreachable(
        &self,
        mut at: Vec<(LocationId, Term)>,
        space: &Space<'_>,
        progress: Progress,
        sink: Sink<'_>,
    ) {
        if Fault::ReachFormula.is_planted() {
            at.pop();
        }
        let goals: Vec<usize> = (0..self.open.len()).filter(|&goal| self.is_open(goal)).collect();
        if !goals.is_empty() {
            let terms = space.terms.clone();
            sink(Event::Progress(progress));
            sink(Event::Unreachable { goals, proof: Proof::Formulas(Formulas { terms, at }) });
        }
    }
}

/// What was told of the search, and when.
#[derive(Default)]
struct Told {
    last: Option<Instant>,
    refinements: u32,
    /// After so many it ends.
    limit: Option<u32>,
    /// The nodes that the last one removed.
    removed: Vec<NodeId>,
}

impl Told {
    /// Whether there were as many refinements as are wanted.
    fn is_enough(&self) -> bool {
        self.limit.is_some_and(|limit| self.refinements >= limit)
    }

    /// How far a search with a graph is; with what else tells that.
    fn progress(&self, graph: &Graph, more: usize) -> Progress {
        let (clauses, obligations) = (graph.made() as u64, more as u64);
        Progress { depth: self.refinements, clauses, obligations }
    }

    /// Whether it is time to tell how far it is.
    fn is_due(&mut self) -> bool {
        let due = self.last.is_none_or(|last| last.elapsed() >= limits::REACH_PROGRESS);
        if due {
            self.last = Some(Instant::now());
        }
        due
    }
}

#[cfg(test)]
mod tests;
