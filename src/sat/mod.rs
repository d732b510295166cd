//! The interface to incremental SAT solvers, and its adapters.
//!
//! Variables are those of [`crate::cnf`]; any number may be used at any time.

use crate::cnf::Lit;
use crate::support::Budget;

pub mod cadical;
pub mod cone;
pub mod proof;

pub use cadical::{CaDiCaL, Profile};
pub use cone::Cone;

/// The answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Satisfiable; [`Solver::value`] tells the model.
    Sat,
    /// Unsatisfiable; [`Solver::failed`] tells which assumptions were needed.
    Unsat,
    /// The budget ran out.
    Interrupted,
}

/// An incremental SAT solver.
pub trait Solver {
    /// Adds a clause for good.
    fn add(&mut self, clause: &[Lit]);

    /// Decides the clauses under the assumptions, and under one further clause that
    /// holds for this call only (none if empty).
    fn solve_with(&mut self, assumptions: &[Lit], temporary: &[Lit], budget: &Budget) -> Answer;

    /// Decides the clauses under the assumptions.
    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Answer {
        self.solve_with(assumptions, &[], budget)
    }

    /// After [`Answer::Sat`]: whether `lit` is true in the model.
    fn value(&mut self, lit: Lit) -> bool;

    /// After [`Answer::Unsat`]: whether the assumption `lit` was used.
    fn failed(&mut self, lit: Lit) -> bool;

    /// The next call gives up with [`Answer::Interrupted`] after about this many
    /// conflicts; later calls are unlimited again.
    fn limit_conflicts(&mut self, conflicts: u32);

    /// The value to try first for the variable of `lit`.
    fn set_phase(&mut self, lit: Lit);
}
