//! The interface to SMT solvers: solvers of certificates on the word level.
//!
//! A solver belongs to one [`TermStore`](crate::bv::TermStore), whose terms it is given.
//! The only adapter is for Bitwuzla, behind the feature `bitwuzla`.
//!
//! Deliberately absent until somebody needs them: push and pop, cores, models,
//! interpolants.

#[cfg(feature = "bitwuzla")]
mod bitwuzla;

use crate::bv::Term;
use crate::sat::Answer;
use crate::support::Budget;

#[cfg(feature = "bitwuzla")]
pub use bitwuzla::Bitwuzla;

/// An SMT solver for bit-vectors.
pub trait Solver {
    /// Demands for good that `term`, of width 1, is true.
    fn assert(&mut self, term: Term);

    /// Demands for good that one of `terms`, each of width 1, is true.
    fn assert_any(&mut self, terms: &[Term]);

    /// Decides what was asserted, with the assumptions, each of width 1, true.
    fn check(&mut self, assumptions: &[Term], budget: &Budget) -> Answer;
}
