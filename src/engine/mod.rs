//! The engines: they decide which goals of a model can be reached.
//!
//! An engine gets a [`Subject`], which is a model in bits or an automaton of words, a [`Budget`]
//! and a sink for [`Event`]s, and tells what it finds as it finds it; it ends by returning why it
//! stopped. An event is a claim:
//! whoever receives it has it checked by [`crate::certify`] before it is said.
//!
//! While it runs an engine may be told through its budget that a goal is no longer wanted
//! ([`Budget::is_dropped`] with the goal's place): it should leave that goal out at its
//! next convenience, and counts it as decided. And it may be told what others have shown
//! ([`lemmas`]).

pub mod ic3;
pub mod kinduction;
pub mod lemmas;
pub mod race;
pub mod reach;
pub mod subject;
pub mod unroll;
pub mod worker;

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::cfa::Stride;
use crate::cnf::Lit;
use crate::dimspec::{BitTrace, Model};
use crate::sat;
use crate::support::{Budget, StopReason};
use lemmas::Inbox;
use subject::{Formulas, Subject};

/// A claim or a sign of life.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The goal (by its place in [`Model::goals`]) is reached by this trace.
    Reached {
        /// Which goal.
        goal: usize,
        /// How.
        trace: BitTrace,
    },
    /// The goal is reached along this path of the automaton, from its entry.
    ReachedAlong {
        /// Which goal, by its place in [`subject::Automaton::goals`].
        goal: usize,
        /// How.
        path: Vec<Stride>,
    },
    /// None of these goals can be reached.
    Unreachable {
        /// Which goals.
        goals: Vec<usize>,
        /// Why.
        proof: Proof,
    },
    /// Clauses that hold in all states of all runs ([`lemmas`]), for other engines.
    Lemmas(Vec<Vec<Lit>>),
    /// How far the engine is.
    Progress(Progress),
}

/// Why goals can't be reached, in terms of the model or the automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Proof {
    /// An invariant: clauses over state variables that hold initially, are kept by every
    /// step, and exclude the goals, given the model's facts ([`Model::facts`]).
    Inductive(Vec<Vec<Lit>>),
    /// An invariant as a disjunction: cubes over state variables. Every initial state is in
    /// one of them, each step from one leads into one, and none meets the goals, given the
    /// model's facts.
    Cover(Vec<Vec<Lit>>),
    /// After so many steps every run has terminated ([`Model::terminated`]) or can't go on, and
    /// none of the goals holds in these steps.
    Exhausted {
        /// How many steps.
        steps: u32,
    },
    /// Of each of the goals: no run reaches it in fewer than k steps, and no k steps, from
    /// any state, lead to it if it does not hold before and no state before has terminated.
    KInductive {
        /// How many steps, at least 1.
        k: u32,
        /// Whether the states before each of the steps must differ, in a variable that I
        /// mentions or T in the next state.
        simple_path: bool,
        /// An invariant, given the model's facts, that holds in each of these states: what
        /// other engines told. The proof may need it.
        lemmas: Vec<Vec<Lit>>,
    },
    /// A formula for each location of the automaton: that of the entry holds at the start, every
    /// edge leads from one to the next, and the goals are at no location that has one.
    Formulas(Formulas),
}

/// How far an engine is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Unrolling depth (for k-induction: k), or number of IC3 frames; of engines on words how
    /// often they refined the abstraction.
    pub depth: u32,
    /// Clauses learned (lemmas) or added; of engines on words the nodes that were made.
    pub clauses: u64,
    /// Open proof obligations; predicates, or nodes to be expanded.
    pub obligations: u64,
}

/// How an engine ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// Every goal was decided.
    Complete,
    /// Stopped before that.
    Stopped(StopReason),
}

/// Receives events.
pub type Sink<'a> = &'a mut dyn FnMut(Event);

/// What the user can set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// Which engine.
    pub kind: EngineKind,
    /// Largest number of steps to look at, if limited.
    pub bound: Option<u32>,
    /// How long it may take, if it has less time than others.
    pub time: Option<Duration>,
    /// Seed of random choices.
    pub seed: u64,
    /// Whether k-induction looks at paths without repetition only.
    pub simple_path: bool,
    /// Whether it tells other engines what it has shown, and wants to be told.
    pub shares: bool,
    /// The options of IC3.
    pub ic3: ic3::Options,
    /// The options of the engines that work on words.
    pub reach: reach::Options,
    /// The SAT solver of the engines that unroll.
    pub sat: sat::Choice,
}

impl Config {
    /// The engine with nothing else set.
    pub fn new(kind: EngineKind) -> Self {
        let ic3 = match kind {
            EngineKind::Ic3Second => ic3::Options::default().second(),
            _ => ic3::Options::default(),
        };
        let sat = sat::Choice::default();
        Self {
            kind,
            bound: None,
            time: None,
            seed: 0,
            simple_path: false,
            shares: false,
            ic3,
            reach: reach::Options::default(),
            sat,
        }
    }
}

/// The engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EngineKind {
    /// Incremental unrolling.
    Unroll,
    /// Incremental unrolling that asks in each step whether all runs have ended.
    Bmc,
    /// k-induction.
    Kinduction,
    /// IC3.
    Ic3,
    /// IC3 in a second configuration ([`ic3::Options::second`]), beside the first.
    Ic3Second,
    /// Predicate abstraction, on words.
    Predicate,
    /// Lazy abstraction with interpolants (Impact), on words.
    Impact,
    /// Lazy abstraction as in BLAST, on words.
    Blast,
    /// Symbolic execution with interpolants (TRACER), on words.
    Tracer,
    /// IC3 over predicates, on words.
    Ic3ia,
}

impl EngineKind {
    /// Whether it makes nodes of a reachability graph, which its progress counts.
    pub fn has_graph(self) -> bool {
        self.reads_words() && self != EngineKind::Ic3ia
    }

    /// Whether it looks for predicates, which its progress counts.
    pub fn has_predicates(self) -> bool {
        matches!(self, EngineKind::Predicate | EngineKind::Blast | EngineKind::Ic3ia)
    }

    /// Whether it works on the automaton of a program, not on a model in bits.
    pub fn reads_words(self) -> bool {
        match self {
            EngineKind::Predicate
            | EngineKind::Impact
            | EngineKind::Blast
            | EngineKind::Tracer
            | EngineKind::Ic3ia => true,
            EngineKind::Unroll
            | EngineKind::Bmc
            | EngineKind::Kinduction
            | EngineKind::Ic3
            | EngineKind::Ic3Second => false,
        }
    }

    /// Whether an engine of this kind has any use for lemmas of others.
    pub fn takes_lemmas(self) -> bool {
        matches!(self, EngineKind::Kinduction | EngineKind::Ic3 | EngineKind::Ic3Second)
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineKind::Unroll => "unroll",
            EngineKind::Bmc => "bmc",
            EngineKind::Kinduction => "kinduction",
            EngineKind::Ic3 => "ic3",
            EngineKind::Ic3Second => "ic3-2",
            EngineKind::Predicate => "predicate",
            EngineKind::Impact => "impact",
            EngineKind::Blast => "blast",
            EngineKind::Tracer => "tracer",
            EngineKind::Ic3ia => "ic3ia",
        })
    }
}

/// Runs an engine in this process on a model.
pub fn run(model: &Model, config: &Config, budget: &Budget, sink: Sink<'_>) -> Ending {
    run_beside(model, config, budget, &Inbox::default(), sink)
}

/// As [`run`], beside other engines whose lemmas come into `inbox`.
pub fn run_beside(
    model: &Model,
    config: &Config,
    budget: &Budget,
    inbox: &Inbox,
    sink: Sink<'_>,
) -> Ending {
    match config.kind {
        EngineKind::Unroll | EngineKind::Bmc => unroll::run(model, config, budget, sink),
        EngineKind::Kinduction => kinduction::run(model, config, budget, inbox, sink),
        EngineKind::Ic3 | EngineKind::Ic3Second => ic3::run(model, config, budget, inbox, sink),
        EngineKind::Predicate
        | EngineKind::Impact
        | EngineKind::Blast
        | EngineKind::Tracer
        | EngineKind::Ic3ia => {
            let text = format!("the engine {} works on programs only, not on models", config.kind);
            Ending::Stopped(StopReason::Failure(text))
        }
    }
}

/// Runs an engine in this process on what it is for.
pub fn run_on(
    subject: Subject<'_>,
    config: &Config,
    budget: &Budget,
    inbox: &Inbox,
    sink: Sink<'_>,
) -> Ending {
    let budget = config.time.map_or_else(|| budget.clone(), |time| budget.at_most(time));
    match subject {
        Subject::Model(model) => run_beside(model, config, &budget, inbox, sink),
        Subject::Automaton(automaton) => reach::run(automaton, config, &budget, sink),
    }
}
