//! Invariants that other proofs lean on: each is checked once.

use std::cell::RefCell;
use std::rc::Rc;

use super::solvers::{CertifyError, Solvers};
use super::{exhausted, inductive, k_inductive};
use crate::program::{GoalId, Program};
use crate::support::Budget;
use crate::system::{Certificate, LocationInvariant};

/// An invariant of a program that was found inductive. One that says nothing needs no check.
pub struct Proved<'p> {
    program: &'p Program,
    invariant: LocationInvariant,
    solvers: Solvers,
}

impl<'p> Proved<'p> {
    /// Checks an invariant.
    ///
    /// # Errors
    /// See [`CertifyError`].
    pub fn new(
        program: &'p Program,
        invariant: &LocationInvariant,
        budget: &Budget,
    ) -> Result<Self, CertifyError> {
        Self::by(Solvers::default(), program, invariant, budget)
    }

    fn by(
        solvers: Solvers,
        program: &'p Program,
        invariant: &LocationInvariant,
        budget: &Budget,
    ) -> Result<Self, CertifyError> {
        let solvers = match invariant.at.is_empty() {
            true => solvers,
            false => inductive::check_by(solvers, program, invariant, &[], budget)?,
        };
        Ok(Self { program, invariant: invariant.clone(), solvers })
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// What holds.
    pub fn invariant(&self) -> &LocationInvariant {
        &self.invariant
    }

    /// Who found it.
    pub fn solvers(&self) -> Solvers {
        self.solvers.clone()
    }
}

/// Checks certificates about one program.
pub struct Checker<'p> {
    program: &'p Program,
    /// Whether what solvers were asked is kept ([`Solvers::kept`]), and then whether without
    /// polynomial identities.
    keeps: Option<bool>,
    /// The auxiliary invariants that stood.
    pub(super) proved: RefCell<Vec<Rc<Proved<'p>>>>,
}

impl<'p> Checker<'p> {
    /// Has checked nothing yet.
    pub fn new(program: &'p Program) -> Self {
        Self { program, keeps: None, proved: RefCell::default() }
    }

    /// The same; what solvers were asked is kept, without polynomial identities if that is wanted.
    pub fn keeping(program: &'p Program, without_identities: bool) -> Self {
        Self { keeps: Some(without_identities), ..Self::new(program) }
    }

    fn solvers(&self) -> Solvers {
        self.keeps.map_or_else(Solvers::default, Solvers::keeping)
    }

    /// Checks that `certificate` shows that none of `goals` can be reached.
    ///
    /// # Errors
    /// See [`CertifyError`]; only `Ok` means that the goals can't be reached.
    pub fn check(
        &self,
        certificate: &Certificate,
        goals: &[GoalId],
        budget: &Budget,
    ) -> Result<Solvers, CertifyError> {
        match certificate {
            Certificate::Inductive(invariant) => {
                inductive::check_by(self.solvers(), self.program, invariant, goals, budget)
            }
            Certificate::Exhausted { steps, auxiliary } => {
                exhausted::check(&*self.prove(auxiliary, budget)?, *steps, goals, budget)
            }
            Certificate::KInductive { k, auxiliary, simple_path } => {
                let auxiliary = self.prove(auxiliary, budget)?;
                k_inductive::check(&auxiliary, *k, *simple_path, goals, budget)
            }
        }
    }

    /// Checks an auxiliary invariant, unless it was found right before.
    fn prove(
        &self,
        invariant: &LocationInvariant,
        budget: &Budget,
    ) -> Result<Rc<Proved<'p>>, CertifyError> {
        let proved = self.proved.borrow();
        if let Some(known) = proved.iter().find(|known| known.invariant.is_same(invariant)) {
            return Ok(Rc::clone(known));
        }
        drop(proved);
        let new = Rc::new(Proved::by(self.solvers(), self.program, invariant, budget)?);
        self.proved.borrow_mut().push(Rc::clone(&new));
        Ok(new)
    }
}
