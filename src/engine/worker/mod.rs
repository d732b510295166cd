//! Engines in child processes.
//!
//! A solver that runs out of memory inside C++ code can't be stopped from within its
//! process, so an engine gets a process of its own with a limit on its address space. It
//! runs [`ENGINE`] beside the caller's binary, which starts in 2 ms, where one with LLVM in it
//! takes 20; where that is missing or from another build, the caller's binary. Either has
//! [`ARGUMENT`] as its first argument. What the two tell each other are
//! [`crate::support::frames`]:
//!
//! | from | frames |
//! |---|---|
//! | parent, on the child's standard input | a [`Task`], the model, then any number of [`Order`]s |
//! | child, on its standard output | any number of [`Reply::Event`], one [`Reply::End`] |
//!
//! What always holds: the child ends when its parent does, by whatever way that ended: it is
//! killed by the system (Linux), and its input ends, which it takes for an order to stop.
//! Whatever the child does, the parent gets an [`Ending`].
//!
//! Deliberately absent: trust. What comes from the child are claims, as from any engine.

mod child;
mod handle;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Config, Ending, Event};
use crate::cnf::Lit;

pub use child::worker_main;
pub use handle::{Output, Worker, this_executable};

/// The first argument that makes a binary an engine. Then may come the [`STAMP`] of the caller
/// and the path of the binary to be taken in its place if its own is another.
pub const ARGUMENT: &str = "__engine";

/// The file name of the binary that becomes an engine, if there is one beside the caller's.
pub const ENGINE: &str = "llumc";

/// Tells builds apart: it changes with the sources.
pub const STAMP: &str = env!("LLUMC_STAMP");

/// What a child is to do; the model follows.
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
