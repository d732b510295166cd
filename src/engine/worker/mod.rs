//! Workers: where engines run.
//!
//! A solver that runs out of memory inside C++ code can't be stopped from within its
//! process, so an engine gets a process of its own with a limit on its address space
//! ([`Workers::Program`]). It runs [`ENGINE`] beside the given binary, which starts in 2 ms, where
//! one with LLVM in it takes 20; where that is missing or from another build, the given binary.
//! Either has [`ARGUMENT`] as its first argument. What the two tell each other are
//! [`crate::support::frames`]:
//!
//! | from | frames |
//! |---|---|
//! | parent, on the child's standard input | a [`Task`], the subject, then any number of [`Order`]s |
//! | child, on its standard output | any number of [`Reply::Event`], one [`Reply::End`] |
//!
//! What always holds: the child ends when its parent does, by whatever way that ended: it is
//! killed by the system (Linux), and its input ends, which it takes for an order to stop.
//! Whatever the child does, the parent gets an [`Ending`].
//!
//! Who has no binary at hand takes threads ([`Workers::Threads`]), with neither a limit on memory
//! nor a way to end an engine that does not look at its budget.
//!
//! Deliberately absent: trust. What comes from a worker are unchecked results.

mod child;
mod process;
mod thread;

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::subject::Subject;
use super::{Config, Ending, Event};
use crate::cnf::Lit;
use crate::support::{Budget, StopReason};
use process::Process;
use thread::Thread;

pub use child::worker_main;

/// The first argument that makes a binary an engine. Then may come the [`STAMP`] of the caller
/// and the path of the binary to be taken in its place if its own is another.
pub const ARGUMENT: &str = "__engine";

/// The file name of the binary that becomes an engine, if there is one beside the caller's.
pub const ENGINE: &str = "llumc";

/// Tells builds apart: it changes with the sources.
pub const STAMP: &str = env!("LLUMC_STAMP");

/// Where engines run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Workers {
    /// Each in a thread of this process: without a limit on memory, and one that does not look at
    /// its budget goes on in the background.
    #[default]
    Threads,
    /// Each in a process of its own, for which this binary can be started: `llumc`, or one that
    /// calls [`worker_main`] as `llumc` does.
    Program(PathBuf),
}

/// What a worker told, or that it will tell no more.
#[derive(Debug)]
pub enum Output {
    /// An unchecked result or a sign of life.
    Event(Event),
    /// The engine has ended.
    End(Ending),
    /// A child closed its output without telling an ending; [`Worker::post_mortem`]
    /// tells why.
    Lost,
}

/// A running engine. Dropping it ends the engine.
pub enum Worker {
    /// In a process of its own.
    Process(Process),
    /// In a thread of this process.
    Thread(Thread),
}

impl Worker {
    /// Starts an engine with the time that `budget` leaves and, in a process of its own, at most
    /// `memory` bytes of address space. What it tells arrives at `outputs` together with `name`;
    /// the last is [`Output::End`] or [`Output::Lost`].
    ///
    /// The thread that calls this must live as long as the worker is needed: the system
    /// kills a child with it.
    ///
    /// # Errors
    /// If the process or thread can't be started.
    pub fn start(
        workers: &Workers,
        subject: Subject<'_>,
        config: &Config,
        budget: &Budget,
        memory: Option<u64>,
        outputs: (usize, Sender<(usize, Output)>),
    ) -> io::Result<Self> {
        Ok(match workers {
            Workers::Threads => Self::Thread(Thread::start(subject, config, budget, outputs)?),
            Workers::Program(binary) => {
                Self::Process(Process::start(binary, subject, config, budget, memory, outputs)?)
            }
        })
    }

    /// Tells the engine that a goal was decided elsewhere.
    pub fn drop_goal(&mut self, goal: usize) {
        match self {
            Self::Process(process) => process.order(Order::Drop(goal)),
            Self::Thread(thread) => thread.budget.drop_part(goal),
        }
    }

    /// Tells the engine what another has shown.
    pub fn tell(&mut self, lemmas: &[Vec<Lit>]) {
        match self {
            Self::Process(process) => process.order(Order::Lemmas(lemmas.to_vec())),
            Self::Thread(thread) => thread.inbox.put(lemmas.to_vec()),
        }
    }

    /// Asks the engine to stop.
    pub fn stop(&mut self) {
        match self {
            Self::Process(process) => process.order(Order::Stop),
            Self::Thread(thread) => thread.budget.cancel(),
        }
    }

    /// Bytes of memory that the engine uses now, with the processes that it started; of a thread
    /// that is not known, and 0.
    pub fn memory(&self) -> u64 {
        match self {
            Self::Process(process) => process.memory(),
            Self::Thread(_) => 0,
        }
    }

    /// Stops the engine in its tracks until [`Self::go_on`], if it is a process and the system sees
    /// to it that it does not outlive this one (Linux).
    pub fn halt(&self) {
        if let Self::Process(process) = self {
            process.halt();
        }
    }

    /// Lets the engine go on.
    pub fn go_on(&self) {
        if let Self::Process(process) = self {
            process.go_on();
        }
    }

    /// Why a child ended that told no ending. Gives it a moment to end, then kills it.
    pub fn post_mortem(&mut self) -> Ending {
        match self {
            Self::Process(process) => process.post_mortem(),
            Self::Thread(_) => Ending::Stopped(StopReason::Failure(thread::PANICKED.to_owned())),
        }
    }
}

/// What a child is to do; what it is about follows.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Task {
    config: Config,
    /// Wall-clock limit from the child's start.
    timeout: Option<Duration>,
    /// Limit of the address space in bytes.
    memory: Option<u64>,
    /// Process id of the parent.
    parent: u32,
}

/// What a child is told while it works.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Order {
    /// The goal was decided elsewhere.
    Drop(usize),
    /// What another engine has shown.
    Lemmas(Vec<Vec<Lit>>),
    /// The answer is no longer wanted.
    Stop,
}

/// What a child tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Reply {
    Event(Event),
    End(Ending),
}
