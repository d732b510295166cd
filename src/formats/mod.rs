//! Other tools' formats: transition systems out and in.
//!
//! | format | written from | read |
//! |---|---|---|
//! | [`aiger`] | bits of a [`crate::system::TransitionSystem`] | yes |
//! | [`btor2`] | its words | yes, small arrays too |
//! | [`smtlib`] | its words: I, U, G, T as functions, or unrolled | no |
//! | [`vmt`] | its words | no |
//! | [`chc`] | the automaton: one predicate per location | no |
//!
//! Invariants as clauses, circuits and functions are in [`invariant`].
//!
//! What always holds: a written file has a run to a goal exactly if the system has one, of
//! the same length (for [`chc`]: as the automaton); names, widths and initial values are
//! those of the system, and what the format can't say is said by auxiliary registers
//! ([`sequential`]). What is read becomes a [`crate::system::TransitionSystem`].
//!
//! Deliberately absent: DimSpec itself ([`crate::dimspec`]; [`relation`] makes a system of
//! one), solvers.

pub mod aiger;
pub mod answer;
pub mod btor2;
pub mod chc;
pub mod file;
pub mod invariant;
pub mod map;
pub mod relation;
pub mod sequential;
mod sexpr;
pub mod smtlib;
#[cfg(test)]
pub(crate) mod tests;
pub mod text;
pub mod vmt;
