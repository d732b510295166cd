//! What a run took, and a record of its queries: for benchmarks.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::options::SolverKind;
use super::{EFFORT, run_with};
use crate::cnf::Var;
use crate::dimspec::Model;
use crate::engine::lemmas::Inbox;
use crate::engine::{Config, Ending, Sink};
use crate::sat::framed::{Framed, Switched};
use crate::sat::stream::{Recorder, Stream};
use crate::sat::{Answer, CaDiCaL, Cone, Profile};
use crate::support::Budget;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Does a step lead into a cube?
    Step,
    /// The same, for generalisation only, with little effort.
    Try,
    /// Does a state of a frame meet a goal?
    Goal,
    /// Does a cube meet the initial states?
    Initial,
    /// What of a state is needed?
    Lift,
}

impl Question {
    /// All of them, in the order of [`Statistics::queries`].
    pub const ALL: [Question; 5] =
        [Question::Step, Question::Try, Question::Goal, Question::Initial, Question::Lift];
}

/// Queries of one kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// How many.
    pub count: u64,
    /// How many of them were satisfiable.
    pub satisfiable: u64,
    /// How many of them were given up.
    pub interrupted: u64,
    /// The solver's time.
    pub time: Duration,
}

/// What a run took.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// By [`Question`].
    pub queries: [Tally; Question::ALL.len()],
    /// Frames that were opened.
    pub frames: usize,
    /// Lemmas at the end.
    pub lemmas: usize,
    /// Obligations that were served.
    pub obligations: u64,
    /// Literals of lifted cubes, summed up.
    pub lifted: u64,
    /// Lemmas that were added, and their literals.
    pub added: u64,
    /// Their literals, summed up.
    pub literals: u64,
    /// Cubes that were generalised by prediction, and those for which it was tried in vain.
    pub predicted: [u64; 2],
}

impl Statistics {
    pub(super) fn ask(&mut self, question: Question, ask: impl FnOnce() -> Answer) -> Answer {
        let start = Instant::now();
        let answer = ask();
        let tally = &mut self.queries[question as usize];
        tally.time += start.elapsed();
        tally.count += 1;
        tally.satisfiable += u64::from(answer == Answer::Sat);
        tally.interrupted += u64::from(answer == Answer::Interrupted);
        answer
    }

    /// Adds what another search took; of frames the larger number counts.
    pub(super) fn add(&mut self, other: &Self) {
        for (own, other) in self.queries.iter_mut().zip(&other.queries) {
            own.count += other.count;
            own.satisfiable += other.satisfiable;
            own.interrupted += other.interrupted;
            own.time += other.time;
        }
        self.frames = self.frames.max(other.frames);
        self.lemmas += other.lemmas;
        self.obligations += other.obligations;
        self.lifted += other.lifted;
        self.added += other.added;
        self.literals += other.literals;
        self.predicted = [0, 1].map(|place| self.predicted[place] + other.predicted[place]);
    }

    /// All queries together.
    pub fn all(&self) -> Tally {
        self.queries.iter().fold(Tally::default(), |sum, tally| Tally {
            count: sum.count + tally.count,
            satisfiable: sum.satisfiable + tally.satisfiable,
            interrupted: sum.interrupted + tally.interrupted,
            time: sum.time + tally.time,
        })
    }
}

/// What came of a measured run.
pub struct Measured {
    /// How it ended.
    pub ending: Ending,
    /// What it took.
    pub statistics: Statistics,
    /// The calls to each solver, if they were to be recorded.
    pub streams: Vec<Stream>,
}

/// As [`super::run`]; tells what the run took, and records the queries for steps, goals
/// and lifting if `record`.
pub fn measure(
    model: &Model,
    config: &Config,
    budget: &Budget,
    sink: Sink<'_>,
    record: bool,
) -> Measured {
    let streams = Streams::default();
    let solvers = Solvers { kind: config.ic3.solver, streams: record.then(|| Rc::clone(&streams)) };
    let alone = Inbox::default();
    let (ending, statistics) = run_with(model, config, budget, &alone, sink, EFFORT, solvers);
    let streams =
        streams.take().into_iter().map(|stream| stream.replace(Stream::new("", Var(0)))).collect();
    Measured { ending, statistics, streams }
}

type Streams = Rc<RefCell<Vec<Rc<RefCell<Stream>>>>>;

/// Makes the solvers behind the queries.
#[derive(Clone, Default)]
pub(super) struct Solvers {
    pub kind: SolverKind,
    pub streams: Option<Streams>,
}

impl Solvers {
    /// A new solver for this purpose, to whom variables below `free` are named.
    pub fn make(&self, purpose: &'static str, free: Var) -> Box<dyn Framed> {
        let solver: Box<dyn Framed> = match self.kind {
            SolverKind::Cone => Box::new(Cone::new()),
            SolverKind::CaDiCaL => {
                Box::new(Switched::new(CaDiCaL::new(Profile::Incremental), free))
            }
        };
        let Some(streams) = &self.streams else { return solver };
        let stream = Rc::new(RefCell::new(Stream::new(purpose, free)));
        streams.borrow_mut().push(Rc::clone(&stream));
        Box::new(Recorder::new(solver, stream))
    }
}
