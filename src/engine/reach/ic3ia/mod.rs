//! IC3 over predicates: IC3 (Bradley: SAT-based model checking without unrolling, VMCAI 2011)
//! whose cubes are of predicates over words instead of bits, with implicit abstraction (Cimatti,
//! Griggio, Mover, Tonetta: IC3 modulo theories via implicit predicate abstraction, TACAS 2014).
//!
//! Each location has frames of its own, and a question is about one edge, as in Lange, Neuhäußer,
//! Noll: IC3 software verification on control flow automata (FMCAD 2015). Questions are about
//! concrete steps; abstract is only that of the state before a step the values of the predicates
//! are kept. So what is blocked is blocked for runs, too, and stays so when predicates are added.
//! A sequence of cubes that leads from the entry to a goal is a path: if it can't be taken,
//! explaining why gives predicates that exclude it ([`super::explain`]).

mod frames;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::explain::{Asked, explain};
use super::options::Options;
use super::path::{Path, Taken};
use super::predicates::{PredicateId, Predicates};
use super::space::Space;
use super::{Goals, Told};
use crate::bv::Term;
use crate::cfa::{EdgeId, LocationId};
use crate::cnf::Lit;
use crate::engine::subject::Automaton;
use crate::engine::{Event, Progress, Sink};
use crate::support::Fault;
use crate::support::{Budget, IndexVec, StopReason, limits};
use frames::{Cube, Frames};

/// The search.
pub struct Search<'a> {
    space: Space<'a>,
    options: &'a Options,
    goals: Goals<'a>,
    predicates: Predicates,
    hints: IndexVec<LocationId, Vec<Term>>,
    incoming: IndexVec<LocationId, Vec<EdgeId>>,
    frames: Frames,
    /// Goals are unreachable in fewer steps.
    level: usize,
    /// The switches of clauses that were for one question.
    stale: Vec<Lit>,
    told: Told,
}

/// States from which a goal is reached, unless the abstraction is too coarse.
struct Obligation {
    location: LocationId,
    cube: Cube,
    /// In at most so many steps nobody shall come there.
    level: usize,
    /// The edge to the next one, none at the goal.
    next: Option<(EdgeId, usize)>,
}

/// What came of blocking a goal.
enum Blocked {
    /// It is.
    Yes,
    /// There is a path of cubes.
    No(Vec<EdgeId>),
}

impl<'a> Search<'a> {
    /// At the entry.
    pub fn new(automaton: &'a Automaton, options: &'a Options, budget: &Budget) -> Self {
        let locations = automaton.cfa.locations.len();
        let mut incoming = IndexVec::filled(vec![], locations);
        for (id, edge) in automaton.cfa.edges.iter_enumerated() {
            incoming[edge.target].push(id);
        }
        Self {
            space: Space::new(&automaton.cfa, budget),
            options,
            goals: Goals::new(automaton, budget),
            predicates: Predicates::new(locations, limits::PREDICATES),
            hints: automaton.hints(),
            incoming,
            frames: Frames::new(locations),
            level: 0,
            stale: vec![],
            told: Told::default(),
        }
    }

    /// Searches until each goal is decided.
    ///
    /// # Errors
    /// Why it stopped before that.
    pub fn run(&mut self, sink: Sink<'_>) -> Result<(), StopReason> {
        loop {
            self.level += 1;
            for goal in 0..self.goals.places.len() {
                self.decide(goal, sink)?;
            }
            if self.goals.are_decided() {
                return Ok(());
            }
            if let Some(level) = self.propagate()? {
                let formulas = self.frames.formulas(&mut self.space, &self.predicates, level);
                self.goals.unreachable(formulas, &self.space, self.progress(), sink);
                return Ok(());
            }
        }
    }

    /// Blocks a goal at the highest level, or finds a run to it.
    fn decide(&mut self, goal: usize, sink: Sink<'_>) -> Result<(), StopReason> {
        let Some(place) = self.goals.places[goal] else { return Ok(()) };
        while self.goals.is_open(goal) {
            let Blocked::No(edges) = self.block(place, sink)? else { return Ok(()) };
            let path = Path::new(&mut self.space, edges);
            match path.taken(&mut self.space)? {
                Taken::Yes(strides) => self.goals.reached(place, strides, self.progress(), sink),
                Taken::No(core) => {
                    self.told.refinements += 1;
                    let asked = Asked { options: self.options, hints: &self.hints, boolean: true };
                    let chain = explain(&mut self.space, &asked, &path, &core)?;
                    let before = self.predicates.placed();
                    for (edge, said) in path.edges.iter().zip(chain) {
                        let location = self.space.cfa.edges[*edge].target;
                        for part in said.parts {
                            let scope = self.options.scope;
                            self.predicates.add(&self.space.terms, location, scope, part)?;
                        }
                    }
                    if self.predicates.placed() == before {
                        let text = "no predicate excludes a path that can't be taken".to_owned();
                        return Err(StopReason::Failure(text));
                    }
                }
            }
        }
        self.frames.forget(place);
        Ok(())
    }

    /// Blocks a location at the highest level, or finds a path of cubes to it.
    fn block(&mut self, place: LocationId, sink: Sink<'_>) -> Result<Blocked, StopReason> {
        let first = Obligation { location: place, cube: vec![], level: self.level, next: None };
        let mut all = vec![first];
        let mut open = BinaryHeap::from([(Reverse(self.level), 0)]);
        while let Some((Reverse(level), id)) = open.pop() {
            if self.told.is_due() {
                sink(Event::Progress(self.progress()));
            }
            let Obligation { location, ref cube, .. } = all[id];
            let cube = cube.clone();
            if self.frames.blocks(location, level, &cube) {
                continue;
            }
            match self.predecessor(location, &cube, level)? {
                Some((edge, before)) => {
                    let source = self.space.cfa.edges[edge].source;
                    all.push(Obligation {
                        location: source,
                        cube: before,
                        level: level - 1,
                        next: Some((edge, id)),
                    });
                    let new = all.len() - 1;
                    if source == self.space.cfa.entry {
                        return Ok(Blocked::No(edges(&all, new)));
                    }
                    open.push((Reverse(level), id));
                    open.push((Reverse(level - 1), new));
                }
                None => {
                    let reached = self.generalise(location, cube, level)?;
                    if reached < self.level {
                        all[id].level = reached + 1;
                        open.push((Reverse(reached + 1), id));
                    }
                }
            }
        }
        Ok(Blocked::Yes)
    }

    /// An edge along which a step from the frame below leads into a cube, with the values of the
    /// predicates before it.
    fn predecessor(
        &mut self,
        location: LocationId,
        cube: &Cube,
        level: usize,
    ) -> Result<Option<(EdgeId, Cube)>, StopReason> {
        for edge in self.incoming[location].clone() {
            // Values can be read only of what the solver knows when it is asked.
            let source = self.space.cfa.edges[edge].source;
            let known: Vec<(PredicateId, Lit)> =
                self.predicates.at(source).into_iter().map(|id| (id, self.lit(id))).collect();
            if self.leads_into(edge, cube, level)?.is_none() {
                let value = |(id, lit)| (id, self.space.words.holds(lit));
                return Ok(Some((edge, known.into_iter().map(value).collect())));
            }
        }
        Ok(None)
    }

    /// Whether no step along an edge leads from the frame below `level`, without the cube, into
    /// the cube: what of the cube shows it.
    fn leads_into(
        &mut self,
        edge: EdgeId,
        cube: &Cube,
        level: usize,
    ) -> Result<Option<Cube>, StopReason> {
        let (source, target) =
            (self.space.cfa.edges[edge].source, self.space.cfa.edges[edge].target);
        if level == 1 && source != self.space.cfa.entry {
            return Ok(Some(vec![]));
        }
        let mut literals: Vec<Lit> = vec![];
        for &(id, value) in cube {
            let after = self.space.before(edge, self.predicates.term(id));
            let lit = self.space.words.lit(&self.space.terms, after);
            literals.push(if value { lit } else { !lit });
        }
        let guard = self.space.guard(edge);
        let mut assumed = self.frames.assumed(source, level - 1);
        assumed.push(self.space.words.lit(&self.space.terms, guard));
        for switch in self.stale.drain(..) {
            self.space.words.add(&[switch]);
        }
        if source == target && source != self.space.cfa.entry {
            let switch = self.space.words.switch();
            let mut clause = vec![switch];
            for &(id, value) in cube {
                let lit = self.lit(id);
                clause.push(if value { !lit } else { lit });
            }
            self.space.words.add(&clause);
            assumed.push(!switch);
            self.stale.push(switch);
        }
        assumed.extend(&literals);
        if self.space.words.is_possible(&assumed)? {
            return Ok(None);
        }
        let of = cube.iter().zip(literals);
        Ok(Some(of.filter(|it| self.space.words.needed(it.1)).map(|it| *it.0).collect()))
    }

    /// The literal of a predicate.
    fn lit(&mut self, id: PredicateId) -> Lit {
        self.space.words.lit(&self.space.terms, self.predicates.term(id))
    }

    /// Whether no step from the frame below `level`, without the cube, leads into the cube: what
    /// of the cube shows it.
    fn is_inductive(
        &mut self,
        location: LocationId,
        cube: &Cube,
        level: usize,
    ) -> Result<Option<Cube>, StopReason> {
        let mut needed = vec![];
        for edge in self.incoming[location].clone() {
            match self.leads_into(edge, cube, level)? {
                Some(more) => needed.extend(more),
                None => return Ok(None),
            }
        }
        needed.sort_unstable();
        needed.dedup();
        Ok(Some(needed))
    }

    /// Blocks a cube that has no predecessors, with as many others as that holds for. Returns the
    /// highest level that it is blocked at.
    fn generalise(
        &mut self,
        location: LocationId,
        cube: Cube,
        level: usize,
    ) -> Result<usize, StopReason> {
        let mut cube = self.is_inductive(location, &cube, level)?.unwrap_or(cube);
        // What is needed with the whole cube blocked need not do with a smaller one.
        let mut place = 0;
        while place < cube.len() {
            let mut smaller = cube.clone();
            smaller.remove(place);
            match self.is_inductive(location, &smaller, level)? {
                Some(needed) => cube = needed,
                None => place += 1,
            }
        }
        if cube.len() > 1 && Fault::Ic3iaLiteral.is_planted() {
            cube.pop();
        }
        let mut level = level;
        while level < self.level && self.is_inductive(location, &cube, level + 1)?.is_some() {
            level += 1;
        }
        self.frames.block(&mut self.space, &self.predicates, (location, level), cube);
        Ok(level)
    }

    /// Raises what can be raised by a level. Returns the level of frames that are inductive, if
    /// there are such.
    fn propagate(&mut self) -> Result<Option<usize>, StopReason> {
        for level in 1..=self.level {
            for (location, cube) in self.frames.at(level) {
                if self.frames.has(location, level, &cube)
                    && self.is_inductive(location, &cube, level + 1)?.is_some()
                {
                    let place = (location, level + 1);
                    self.frames.block(&mut self.space, &self.predicates, place, cube);
                }
            }
            if self.frames.at(level).is_empty() {
                return Ok(Some(level + 1));
            }
        }
        Ok(None)
    }

    fn progress(&self) -> Progress {
        Progress {
            depth: u32::try_from(self.level).unwrap_or(u32::MAX),
            clauses: self.frames.len() as u64,
            obligations: self.predicates.len() as u64,
        }
    }
}

/// The edges from an obligation to the goal.
fn edges(all: &[Obligation], from: usize) -> Vec<EdgeId> {
    let steps = std::iter::successors(all[from].next, |step| all[step.1].next);
    steps.map(|step| step.0).collect()
}
