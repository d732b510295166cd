//! Answers in terms of the program: traces and certificates.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::bv::{SymbolId, Term, TermStore, Value};
use crate::program::{BlockId, GoalId, ValueId};

/// A path to a goal: all that the interpreter needs to walk it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The goal reached.
    pub goal: GoalId,
    /// The blocks executed, from the entry to the one that ends in the goal, but for those
    /// of `accelerated`.
    pub steps: Vec<Step>,
    /// Iterations that are too many to be listed, in order.
    pub accelerated: Vec<Accelerated>,
}

/// Iterations of a loop that a trace does not list: each leads from the block of a step
/// back to it, without passing it between, whatever its inputs are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accelerated {
    /// The place in [`Trace::steps`] of the step before which they are made; its block is
    /// the head of the loop.
    pub before: usize,
    /// How many there are.
    pub iterations: u64,
}

/// One block of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The block executed.
    pub block: BlockId,
    /// Values for its input instructions, in order.
    pub inputs: Vec<Value>,
}

/// Why some goals can't be reached, in a form that can be checked on its own.
///
/// Where it counts steps, it counts *region steps*: from one cut point of the program to
/// the next, where the cut points are the entry and, for each loop, a block that every
/// round passes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Certificate {
    /// An invariant that holds at the start, is kept by every step and excludes the goals.
    Inductive(LocationInvariant),
    /// Every run has ended after so many steps, or is where it can reach none of the goals
    /// any more; and it has met none before.
    Exhausted {
        /// How many steps, at least 1.
        steps: u32,
        /// What holds at cut points, inductive on its own; makes the runs that are looked
        /// at simpler.
        auxiliary: LocationInvariant,
    },
    /// No run meets a goal in its first k steps, and no k steps from anywhere meet one in
    /// the last of them only (Sheeran, Singh, Stålmarck: Checking safety properties using
    /// induction and a SAT-solver, FMCAD 2000).
    KInductive {
        /// How many steps, at least 1; with 1 it is plain induction.
        k: u32,
        /// What holds at cut points, inductive on its own; may be assumed there.
        auxiliary: LocationInvariant,
        /// Whether the steps may be taken to pass no cut point twice with the same values.
        simple_path: bool,
    },
}

/// A formula for each location, over the values of the program.
///
/// The formula at a block speaks of the moment after its phis and before its
/// instructions. An SSA value there means the *last* value it was given, arbitrary
/// before its first definition. A block without an entry means `true`; only loop heads
/// need an entry.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LocationInvariant {
    /// The terms of the formulas.
    pub terms: TermStore,
    /// What the free symbols of the formulas stand for.
    pub symbols: FxHashMap<SymbolId, ValueId>,
    /// For each block the conjuncts that hold there. An unreachable block has `false`.
    pub at: BTreeMap<BlockId, Vec<Term>>,
}
