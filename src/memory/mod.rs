//! Resolves memory: a program with objects and operations on them becomes one with values
//! only, of the same meaning. `docs/MEMORY.md` describes the model.
//!
//! 1. [`lifetimes`]: objects of earlier iterations of a loop are told from those of this one.
//! 2. [`large`]: large objects may be replaced by single elements of them.
//! 3. [`points_to`]: which objects each value may point into, and at which offsets.
//! 4. [`model`]: which parts of objects are told apart, and the variables that stand for them.
//! 5. [`mod@resolve`]: each operation becomes operations on values.
//!
//! What an operation does is stated in [`crate::program::Effect`] and nowhere else.
//!
//! Always: the result is flat and valid; inputs of the source stay, in order; what is added
//! is of kind [`InputKind::Memory`](crate::program::InputKind::Memory). What is beyond the
//! limits is a goal, never guessed.
//!
//! Deliberately absent: C, and anything that knows how programs are decided.

pub mod large;
mod lifetimes;
mod model;
mod points_to;
mod resolve;

use crate::program::{Correspondence, Program};
use crate::support::limits;

pub use lifetimes::tell_apart;

/// How much is modelled.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Cells of all objects together.
    pub cells: usize,
    /// Instructions after which no further access is resolved.
    pub instructions: usize,
    /// Objects of at least so many elements become array values where that is possible;
    /// none if this is `None`. Who gets such a program must know arrays.
    pub arrays: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            cells: limits::MEMORY_CELLS,
            instructions: limits::MEMORY_INSTRUCTIONS,
            arrays: None,
        }
    }
}

/// The program without operations on memory. Its blocks, values, goals and variables keep
/// their order; where memory makes a condition constant, what can't be reached is dropped.
/// A flat program stays as it is.
pub fn resolve(program: Program, limits: &Limits) -> Program {
    if program.is_flat() {
        return program;
    }
    resolve::resolve(&program, limits)
}

/// The same, with all that is claimed about the result, before what can't be reached in it is
/// dropped; `None` if that is too much to be said.
pub fn correspondence(program: &Program, limits: &Limits) -> Option<Correspondence> {
    resolve::correspondence(program, limits)
}

/// Whether some object would need more parts than the limits allow.
pub fn is_beyond(program: &Program, limits: &Limits) -> bool {
    let points_to = points_to::PointsTo::new(program);
    !model::layout::Layout::new(program, &points_to, limits).oversized.is_empty()
}

#[cfg(test)]
mod tests;
