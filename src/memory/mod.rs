//! Resolves memory: a program with objects and operations on them becomes one with values
//! only, of the same meaning. `docs/MEMORY.md` describes the model.
//!
//! 1. [`points_to`]: which objects each value may point into, and at which offsets.
//! 2. [`layout`]: which parts of objects are told apart.
//! 3. [`variables`]: the variables that stand for memory.
//! 4. [`mod@resolve`], [`accesses`], [`blocks`], [`validity`], [`lifetimes`], [`arithmetic`], [`bases`]:
//!    each operation becomes operations on values, written by [`ssa`], selections among places
//!    by [`mod@select`]; [`leaks`]: what nothing points to; [`elements`]: what becomes an
//!    operation on arrays, of the objects that [`mod@arrays`] finds, where that is wanted.
//! 5. [`clean`]: what came out useless goes.
//!
//! Before that, [`mod@rounds`] tells objects of earlier rounds of a loop from those of this one, and
//! [`follow`] may replace large objects by single elements of them.
//!
//! Always: the result is flat and valid; inputs of the source stay, in order; what is added
//! is of kind [`InputKind::Memory`](crate::program::InputKind::Memory). What is beyond the
//! limits is a goal, never guessed.
//!
//! Deliberately absent: C, and anything that knows how programs are decided.

mod abstraction;
mod accesses;
mod arithmetic;
mod arrays;
mod bases;
mod blocks;
mod clean;
mod contents;
mod elements;
mod fold;
pub mod follow;
mod given;
mod layout;
mod leaks;
mod lifetimes;
mod numbers;
mod places;
mod points_to;
mod resolve;
mod rounds;
mod select;
mod ssa;
mod validity;
mod variables;

use crate::program::Program;

pub use rounds::tell_apart;

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
        Self { cells: 4096, instructions: 1 << 20, arrays: None }
    }
}

/// The program without operations on memory. Its blocks, values, goals and variables keep
/// their order; where memory makes a condition constant, what can't be reached is dropped.
/// A flat program stays as it is.
pub fn resolve(program: Program, limits: &Limits) -> Program {
    if program.is_flat() {
        return program;
    }
    let added = program.values.len();
    let resolved = resolve::Resolver::new(&program, limits).run();
    clean::clean(resolved, added).prune()
}

/// Whether some object would need more parts than the limits allow.
pub fn is_beyond(program: &Program, limits: &Limits) -> bool {
    let points_to = points_to::PointsTo::new(program);
    !layout::Layout::new(program, &points_to, limits).oversized.is_empty()
}

#[cfg(test)]
mod tests;
