//! Any incremental SAT solver that is a shared library with the interface IPASIR (Balyo,
//! Biere, Iser, Sinz: SAT Race 2015, Artificial Intelligence 241, 2016).
//!
//! Foreign code may crash, exit, throw or never come back, so the library is loaded into a
//! process of its own: the binary starts itself with [`ARGUMENT`] ([`child`]), and the two
//! talk over pipes ([`ToLibrary`], [`FromLibrary`]). What always holds: whatever the library
//! does, a query ends, as [`Answer::Interrupted`] if there is no answer, with the reason in
//! [`Solver::failure`]. A model is checked against all clauses here; that a formula is
//! unsatisfiable is believed like any engine's claim, and checked with the proof.
//!
//! `ipasir_set_terminate` and `ipasir_set_learn` may be missing from a library: one without
//! the former is killed when the time is up, the latter is not used.

mod child;
mod handle;
mod library;

use serde::{Deserialize, Serialize};

pub use child::main;
pub use handle::Ipasir;

/// The first argument that makes the binary the host of a library; its path follows, then
/// the number of the process that asks.
pub const ARGUMENT: &str = "__ipasir";

/// What the library is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum ToLibrary {
    /// Clauses, each closed by 0.
    Add(Vec<i32>),
    /// A query under these assumptions.
    Solve(Vec<i32>),
    /// The query is no longer wanted.
    Stop,
}

/// What it answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum FromLibrary {
    /// It is loaded, and calls itself so.
    Ready(String),
    /// It can't be used.
    Refused(String),
    /// Satisfiable, with the values of the variables from 1 on.
    Sat(Vec<bool>),
    /// Unsatisfiable, and for each assumption whether it was needed.
    Unsat(Vec<bool>),
    /// No answer.
    Unknown,
    /// `ipasir_solve` returned what is no answer.
    Nonsense(i32),
}

#[cfg(doc)]
use super::{Answer, Solver};
