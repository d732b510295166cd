//! The interface to incremental SAT solvers, and its adapters.
//!
//! Variables are those of [`crate::cnf`]; any number may be used at any time.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::cnf::{Cnf, Lit, Var};
use crate::support::Budget;

pub mod cadical;
pub mod cone;
pub mod framed;
pub mod ipasir;
pub mod proof;
pub mod stream;

pub use cadical::{CaDiCaL, Profile};
pub use cone::Cone;
pub use framed::{ALWAYS, Framed};

/// Which solver the engines ask that unroll.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// The one that is built in.
    #[default]
    CaDiCaL,
    /// The IPASIR library in this file.
    Ipasir(PathBuf),
}

impl Choice {
    /// A new solver without clauses, in a process of `llumc`.
    ///
    /// # Errors
    /// If a library can't be used, with the reason.
    pub fn open(&self, profile: Profile) -> Result<Box<dyn Solver>, String> {
        match std::env::current_exe() {
            Ok(host) => self.open_in(&host, profile),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The same where this binary is `llumc`, which becomes the host of a library.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_in(&self, host: &Path, profile: Profile) -> Result<Box<dyn Solver>, String> {
        Ok(match self {
            Choice::CaDiCaL => Box::new(CaDiCaL::new(profile)),
            Choice::Ipasir(path) => Box::new(ipasir::Ipasir::start(host, path)?),
        })
    }
}

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

    /// Adds clauses for good that define `var` as a total function of the variables which
    /// they mention beside it. Definitions must not be circular, and a variable has one
    /// at most; it must be given before any clause that mentions `var`. To a solver that
    /// makes nothing of it they are clauses like others.
    fn define(&mut self, var: Var, definition: &Cnf) {
        let _ = var;
        definition.iter().for_each(|clause| self.add(clause));
    }

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

    /// The value to try first for the variable of `lit`. As with a new clause, the model of the
    /// last answer is gone.
    fn set_phase(&mut self, lit: Lit);

    /// The value that the variable of `lit` was found to have in every model, as the value of
    /// `lit`. Asks for nothing new: it only tells what earlier queries found. Nothing of a
    /// solver that doesn't tell.
    fn fixed(&self, lit: Lit) -> Option<bool> {
        let _ = lit;
        None
    }

    /// Why it answers [`Answer::Interrupted`], if that is not the budget's doing.
    fn failure(&self) -> Option<String> {
        None
    }

    /// How many values it has assigned so far: a measure of its work that is the same in
    /// every run. 0 of a solver that doesn't count.
    fn assigned(&self) -> u64 {
        0
    }
}
