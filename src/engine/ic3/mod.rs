//! IC3, or property directed reachability, on the bits of a DimSpec.
//!
//! Sources: Bradley, SAT-Based Model Checking without Unrolling (VMCAI 2011); Eén,
//! Mishchenko, Brayton, Efficient Implementation of Property Directed Reachability
//! (FMCAD 2011). Each technique has its file, which names its own source; `docs/IC3.md`
//! describes how they play together and what they gain.
//!
//! What differs from the usual setting:
//! * I, U, T and the goals are any clauses. T may be partial and non-deterministic; what
//!   is functional in it is found by [`system`], not assumed.
//! * The model and its reversal are searched in turn ([`reverse`]).
//! * Several goals share the frames. A goal that is reached is reported and dropped; the
//!   frames stay, as they say nothing about goals. Goals run together in passes of
//!   growing effort, and one that takes more than its share waits for the next pass, so
//!   that a hard goal doesn't keep the others from being decided.
//!
//! What always holds: `I∧U ⇒ F_1`, `F_i ⇒ F_{i+1}`, `F_i∧U∧T∧U' ⇒ F_{i+1}'`. Debug builds
//! check it for every lemma when it is added.
//!
//! Deliberately absent: reading the clock for anything but stopping, and randomness
//! beyond the seed. Effort is counted in queries, so that runs can be repeated.

mod cube;
mod eliminate;
mod frames;
mod generalise;
mod houdini;
mod lift;
pub mod measure;
mod obligations;
mod options;
mod order;
mod predicate_cubes;
mod predict;
mod propagate;
mod queries;
mod reverse;
mod share;
mod system;
#[cfg(test)]
mod tests;
mod trace;

use std::borrow::Cow;
use std::time::Duration;

use cube::Cube;
use frames::{Frames, INFINITY};
use lift::{Lifted, Lifter, Target};
use measure::{Solvers, Statistics};
use obligations::{Id, Obligations};
pub use options::{Options, SolverKind, Technique};
use order::Order;
use predicate_cubes::Patience;
use queries::Queries;
use reverse::Reverse;
use share::Sharing;
use system::System;

use crate::cnf::Lit;
use crate::dimspec::{BitTrace, Model};
use crate::engine::lemmas::Inbox;
use crate::engine::{Config, Ending, Event, Progress, Proof, Sink};
use crate::support::Fault;
use crate::support::limits;
use crate::support::{Budget, StopReason};

/// How much is tried before something else is. Tests use little, to reach every part.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Queries of the first pass over several goals; each pass has twice as many as the
    /// one before.
    first_pass: u64,
    /// An obligation that was blocked more often than this is worth counterexamples to
    /// generalisation.
    stubborn: u32,
    /// Queries before the first look for lemmas to tell other engines.
    first_look: u64,
}

/// The effort of [`run`].
const EFFORT: Effort = Effort {
    first_pass: limits::IC3_FIRST_PASS,
    stubborn: limits::IC3_STUBBORN,
    first_look: limits::IC3_FIRST_LOOK,
};

/// Decides which goals of `model` can be reached. Lemmas of others come into `inbox`.
pub fn run(
    model: &Model,
    config: &Config,
    budget: &Budget,
    inbox: &Inbox,
    sink: Sink<'_>,
) -> Ending {
    let solvers = Solvers { kind: config.ic3.solver, streams: None };
    run_with(model, config, budget, inbox, sink, EFFORT, solvers).0
}

/// The same with another effort and solvers; tells what it took.
fn run_with(
    model: &Model,
    config: &Config,
    budget: &Budget,
    inbox: &Inbox,
    sink: Sink<'_>,
    effort: Effort,
    solvers: Solvers,
) -> (Ending, Statistics) {
    let mut ic3 = Ic3::new(Cow::Borrowed(model), config, budget, Box::new(sink), effort, solvers);
    ic3.sharing = config.shares.then(|| Sharing::new(inbox, effort.first_look));
    let ending = match ic3.decide() {
        Ok(()) => Ending::Complete,
        Err(reason) => {
            if ic3.live.len() > 1 && ic3.close_inductive(budget, None).is_ok() {
                // A failure here means that the time is over.
                let _ = ic3.settle();
            }
            if ic3.live.is_empty() { Ending::Complete } else { Ending::Stopped(reason) }
        }
    };
    ic3.queries.statistics.frames = ic3.frames.top();
    ic3.queries.statistics.lemmas = ic3.frames.len();
    if let Some(reverse) = &ic3.reverse {
        ic3.queries.statistics.add(reverse.statistics());
    }
    (ending, ic3.queries.statistics)
}

/// The state of a run.
struct Ic3<'m, 's> {
    system: System<'m>,
    queries: Queries,
    lifter: Lifter,
    frames: Frames,
    order: Order,
    /// For cubes over predicates.
    patience: Patience,
    /// Goals that are not decided yet.
    live: Vec<usize>,
    /// By goal: the lowest frame that may meet it.
    levels: Vec<usize>,
    effort: Effort,
    config: Config,
    solvers: Solvers,
    /// Whether both directions take turns, so that each pass has an end.
    alternates: bool,
    /// The other direction.
    reverse: Option<Reverse>,
    /// What is shared with other engines, if there are any.
    sharing: Option<Sharing>,
    budget: Budget,
    /// The work stops when less time than this is left.
    reserve: Duration,
    next_progress: u64,
    sink: Box<dyn FnMut(Event) + 's>,
}

/// What may be done until something else is.
#[derive(Clone, Copy, Debug)]
struct Limit {
    /// Queries in all.
    queries: u64,
    /// Values that solvers assign in all.
    assigned: u64,
}

impl Limit {
    const NONE: Limit = Limit { queries: u64::MAX, assigned: u64::MAX };
}

/// How the attempt to keep a goal out of a frame ended.
enum Outcome {
    /// The cube is blocked.
    Blocked,
    /// These obligations lead from an initial state to the goal.
    Reached(Vec<Cube>),
    /// The effort was used up.
    Postponed,
}

/// What came of an obligation.
enum Served {
    /// It is blocked up to this level.
    Blocked(usize),
    /// These states step into this cube of it.
    Predecessor(Lifted, Cube),
    /// These cubes lead from an initial state to the goal.
    Chain(Vec<Cube>),
}

impl<'m, 's> Ic3<'m, 's> {
    fn new(
        model: Cow<'m, Model>,
        config: &Config,
        budget: &Budget,
        sink: Box<dyn FnMut(Event) + 's>,
        effort: Effort,
        solvers: Solvers,
    ) -> Self {
        let goals = model.goals.len();
        let system = System::new(model, &config.ic3);
        let mut frames = Frames::default();
        frames.open(1);
        Ic3 {
            lifter: Lifter::new(&system, config.ic3.uses(Technique::Core), &solvers),
            queries: Queries::new(&system, budget, solvers.clone()),
            order: Order::new(&system, &config.ic3, config.seed),
            frames,
            patience: Patience::default(),
            live: (0..goals).collect(),
            levels: vec![0; goals],
            budget: budget.clone(),
            reserve: budget.remaining().map_or(Duration::ZERO, |left| {
                limits::IC3_RESERVE.min(left / limits::IC3_RESERVE_SHARE)
            }),
            next_progress: 0,
            effort,
            // A bound is one on the steps of the model's runs.
            alternates: config.bound.is_none() && config.ic3.uses(Technique::Reverse),
            config: config.clone(),
            solvers,
            reverse: None,
            sharing: None,
            system,
            sink,
        }
    }

    fn decide(&mut self) -> Result<(), StopReason> {
        let mut work = self.effort.first_pass;
        while !self.live.is_empty() {
            let (queries, assigned) = (self.queries.count, self.queries.assigned());
            self.pass(work, u64::MAX)?;
            if !self.live.is_empty() {
                let budget = self.budget.clone();
                self.close_inductive(&budget, None)?;
                self.settle()?;
            }
            if self.alternates && !self.live.is_empty() {
                let queries = self.queries.count - queries;
                self.pass_reversed(queries, self.queries.assigned() - assigned)?;
            }
            work *= 2;
        }
        Ok(())
    }

    /// Works on all undecided goals together, with about `work` queries that assign about
    /// `assigned` values, unless there is only one goal and one direction.
    fn pass(&mut self, work: u64, assigned: u64) -> Result<(), StopReason> {
        let end = Limit {
            queries: self.queries.count + work,
            assigned: self.queries.assigned().saturating_add(assigned),
        };
        let mut group = self.live.clone();
        let mut level = group.iter().map(|&goal| self.levels[goal]).min().unwrap_or(0);
        loop {
            if self.config.bound.is_some_and(|bound| level > bound as usize) {
                return Err(StopReason::Bound(level as u32 - 1));
            }
            self.frames.open(level);
            loop {
                self.live.retain(|&goal| !self.budget.is_dropped(goal));
                group.retain(|goal| self.live.contains(goal));
                let here: Vec<usize> =
                    group.iter().copied().filter(|&goal| self.levels[goal] <= level).collect();
                let Some(goal) = self.queries.reach(level, &here)? else {
                    here.iter().for_each(|&goal| self.levels[goal] = level + 1);
                    break;
                };
                let limit = match self.live.len() {
                    1 if self.alternates => end,
                    1 => Limit::NONE,
                    _ => {
                        Limit { queries: self.queries.count + work / limits::IC3_PASS_SHARE, ..end }
                    }
                };
                match self.exclude(goal, level, limit)? {
                    Outcome::Blocked => {}
                    Outcome::Reached(chain) => self.report(goal, &chain)?,
                    Outcome::Postponed => group.retain(|&other| other != goal),
                }
            }
            self.frames.open(level + 1);
            if self.propagate()? | self.exchange()? {
                self.settle()?;
            }
            self.progress(level + 1, 0);
            group.retain(|goal| self.live.contains(goal));
            let limited = self.alternates || self.live.len() > 1;
            if group.is_empty() || limited && self.is_over(end) {
                return Ok(());
            }
            level += 1;
        }
    }

    /// Blocks the state just found by [`Queries::reach`], and all that lead to it, in
    /// `top` and the frames below.
    fn exclude(&mut self, goal: usize, top: usize, limit: Limit) -> Result<Outcome, StopReason> {
        let cubes = self.lift_state(goal)?;
        let mut obligations = Obligations::default();
        let root = obligations.create(cubes, None);
        obligations.push(top, root);
        while let Some((level, id)) = obligations.pop() {
            if self.is_over(limit) || self.budget.is_dropped(goal) {
                return Ok(Outcome::Postponed);
            }
            self.pause(top, obligations.len())?;
            self.queries.statistics.obligations += 1;
            if self.exchange()? {
                self.settle()?;
                if !self.live.contains(&goal) {
                    return Ok(Outcome::Blocked);
                }
            }
            if let Some(chain) = self.serve(&mut obligations, level, id, top)? {
                return Ok(Outcome::Reached(chain));
            }
        }
        Ok(Outcome::Blocked)
    }

    /// Serves one obligation: blocks one of its cubes at `level`, or finds a cube that leads to
    /// it, or the chain to the goal if it meets I.
    fn serve(
        &mut self,
        obligations: &mut Obligations,
        level: usize,
        id: Id,
        top: usize,
    ) -> Result<Option<Vec<Cube>>, StopReason> {
        let cubes = &obligations.get(id).cubes;
        let (cube, predicate_cube) = (cubes.cube.clone(), cubes.predicate_cube.clone());
        let served = match predicate_cube {
            Some(predicate_cube) => {
                self.serve_predicate_cube(obligations, level, id, predicate_cube)?
            }
            None => None,
        };
        let blocked = match served {
            Some(served) => served,
            None => self.serve_cube(obligations, level, id, cube)?,
        };
        match blocked {
            Served::Chain(chain) => return Ok(Some(chain)),
            Served::Predecessor(cubes, cube) => {
                let predecessor = obligations.create(cubes, Some((id, cube)));
                obligations.push(level, id);
                obligations.push(level - 1, predecessor);
            }
            // The states are as bad one step later (FMCAD 2011): deep traces are found
            // without going through every depth.
            Served::Blocked(at) if at < top && self.config.ic3.uses(Technique::Again) => {
                obligations.push(at + 1, id);
            }
            Served::Blocked(_) => {}
        }
        Ok(None)
    }

    /// Serves an obligation by its cube over latches.
    fn serve_cube(
        &mut self,
        obligations: &mut Obligations,
        level: usize,
        id: Id,
        cube: Cube,
    ) -> Result<Served, StopReason> {
        if !obligations.get(id).disjoint[0] {
            if self.queries.meets_initial(cube.lits())? || Fault::Ic3Initial.is_planted() {
                return Ok(Served::Chain(obligations.chain(id, cube)));
            }
            obligations.set_disjoint(id, false);
        }
        // A state of F_0 is initial.
        debug_assert!(level > 0, "an obligation at level 0 that doesn't meet I");
        if self.frames.block(&cube, level) {
            return Ok(Served::Blocked(level));
        }
        if self.queries.step(level - 1, cube.lits(), true)? {
            return Ok(Served::Predecessor(self.lift_step(cube.lits())?, cube));
        }
        self.block(obligations, level, id, &cube)
    }

    /// Blocks a cube of an obligation, which no step from the frame below enters.
    fn block(
        &mut self,
        obligations: &mut Obligations,
        level: usize,
        id: Id,
        cube: &Cube,
    ) -> Result<Served, StopReason> {
        let core = self.core(cube.lits())?;
        let stubborn = obligations.count_blocking(id) > self.effort.stubborn;
        let ctg = stubborn && self.config.ic3.uses(Technique::Ctg);
        self.generalise(core, level, ctg).map(Served::Blocked)
    }

    fn is_over(&self, limit: Limit) -> bool {
        self.queries.count > limit.queries || self.queries.assigned() > limit.assigned
    }

    /// Lifts the state just found by [`Queries::reach`].
    fn lift_state(&mut self, goal: usize) -> Result<Lifted, StopReason> {
        self.lifter.lift(&self.system, Target::Goal(goal), self.queries.found_state())
    }

    /// Lifts the step just found by [`Queries::step`] into `cube`.
    fn lift_step(&mut self, cube: &[Lit]) -> Result<Lifted, StopReason> {
        self.lifter.lift(&self.system, Target::Step(cube), self.queries.found_step())
    }

    fn add_lemma(&mut self, cube: &Cube, level: usize) -> Result<(), StopReason> {
        let removed = self.frames.add(cube, level);
        self.queries.statistics.added += 1;
        self.queries.statistics.literals += cube.lits().len() as u64;
        self.queries.add(cube, level, &removed);
        if cfg!(debug_assertions) && level != INFINITY {
            let count = self.queries.count;
            assert!(!self.queries.meets_initial(cube.lits())?, "a lemma excludes an initial state");
            assert!(
                !self.queries.step(level - 1, cube.lits(), false)?,
                "a lemma is not inductive relative to the frame below"
            );
            self.queries.count = count;
        }
        Ok(())
    }

    /// Reports the goals that `F_∞` excludes; tells others of it if any remain.
    fn settle(&mut self) -> Result<(), StopReason> {
        let mut goals = Vec::new();
        for goal in self.live.clone() {
            if self.queries.reach(INFINITY, &[goal])?.is_none() || Fault::Ic3Settle.is_planted() {
                goals.push(goal);
            }
        }
        if cfg!(debug_assertions) && self.is_alone() {
            for cube in self.frames.level(INFINITY) {
                let kept = !self.queries.step(INFINITY, cube.lits(), false)?;
                assert!(kept, "the invariant is not inductive");
            }
        }
        if !goals.is_empty() {
            self.live.retain(|goal| !goals.contains(goal));
            let invariant =
                self.frames.level(INFINITY).iter().map(|cube| cube.clause().collect()).collect();
            (self.sink)(Event::Unreachable { goals, proof: Proof::Inductive(invariant) });
        }
        if !self.live.is_empty() {
            self.publish();
        }
        Ok(())
    }

    /// Reports `goal`, and every other goal that the trace happens to meet.
    fn report(&mut self, goal: usize, chain: &[Cube]) -> Result<(), StopReason> {
        let trace = self.concretise(chain, goal)?;
        let last = trace.states.len() - 1;
        for other in self.live.clone() {
            let clauses = &self.system.model.goals[other].clauses;
            let meets = |&step: &usize| {
                clauses.iter().all(|clause| clause.iter().any(|&lit| trace.holds(step, lit)))
            };
            if let Some(step) = (0..=last).find(meets) {
                let states = trace.states[..=step].to_vec();
                (self.sink)(Event::Reached { goal: other, trace: BitTrace { states } });
                self.live.retain(|&live| live != other);
            }
        }
        debug_assert!(!self.live.contains(&goal), "a trace that doesn't meet its goal");
        Ok(())
    }

    /// Stops when the time for the search is over, and gives signs of life.
    fn pause(&mut self, top: usize, obligations: usize) -> Result<(), StopReason> {
        if let Some(reason) = self.budget.exhausted() {
            return Err(reason);
        }
        if self.budget.remaining().is_some_and(|left| left < self.reserve) && self.live.len() > 1 {
            return Err(StopReason::Time);
        }
        if self.queries.count >= self.next_progress {
            self.progress(top, obligations);
        }
        Ok(())
    }

    fn progress(&mut self, depth: usize, obligations: usize) {
        self.next_progress = self.queries.count + limits::IC3_PROGRESS;
        (self.sink)(Event::Progress(Progress {
            depth: depth as u32,
            clauses: self.frames.len() as u64,
            obligations: obligations as u64,
        }));
    }
}
