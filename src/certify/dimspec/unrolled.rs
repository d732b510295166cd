//! Proofs by unrolling about a DimSpec: that all runs end soon, and k-induction.
//!
//! Step t's copy of variable v is v + t·n, where n is the number of variables.

use super::{Query, goals_are_known};
use crate::certify::region::Malformed;
use crate::certify::solvers::{CertifyError, Solvers};
use crate::cnf::{Cnf, Lit};
use crate::dimspec::Model;
use crate::support::limits;
use crate::support::{Budget, StopReason};

/// Checks that no run of the model has more than `steps` steps, and that none of the
/// goals (by their places) holds in these.
///
/// # Errors
/// See [`CertifyError`]; only `Ok` means that the goals can't be reached.
pub fn check_exhausted(
    model: &Model,
    goals: &[usize],
    steps: u32,
    budget: &Budget,
) -> Result<Solvers, CertifyError> {
    goals_are_known(model, goals)?;
    let too_long = steps.checked_add(1).ok_or(CertifyError::Unknown(StopReason::Memory))?;
    let mut frames = Frames::new(model, too_long)?;
    let (mut wanted, last) = frames.runs(goals);
    wanted.extend(last);
    frames.query.clauses.push(wanted);
    let mut solvers = Solvers::default();
    frames.query.refute("all runs end, without a goal", &mut solvers, budget)?;
    Ok(solvers)
}

/// Checks that the goals (by their places) are k-inductive: no run reaches one in fewer
/// than `k` steps, and no `k` steps from any state lead to one if none holds before. With
/// `simple_path` the states before each of the steps may be taken to differ in
/// [`crate::dimspec::DimSpec::latches`].
///
/// Why that suffices: take a shortest run to one of the goals. It has at least k steps, and
/// none of the goals holds before its end. Were two of its states equal in the latches,
/// the part between them could be left out: the later one is initial if the earlier is, and
/// T leads to it from whatever it leads from to the earlier.
///
/// # Errors
/// See [`CertifyError`]; only `Ok` means that the goals can't be reached.
pub fn check_k_inductive(
    model: &Model,
    goals: &[usize],
    k: u32,
    simple_path: bool,
    budget: &Budget,
) -> Result<Solvers, CertifyError> {
    goals_are_known(model, goals)?;
    if k == 0 {
        return Err(Malformed("k is at least 1".to_owned()).into());
    }
    let mut solvers = Solvers::default();
    let mut frames = Frames::new(model, k - 1)?;
    let (wanted, _) = frames.runs(goals);
    frames.query.clauses.push(wanted);
    frames.query.refute("the base of the induction", &mut solvers, budget)?;

    let mut frames = Frames::new(model, k)?;
    for step in 0..=k {
        frames.add(&model.spec.universal, step, None);
        if step < k {
            frames.add(&model.spec.trans, step, None);
            for &goal in goals {
                let clauses = frames.shifted(&model.goals[goal].clauses, step);
                frames.query.some_clause_false(&clauses);
            }
        }
    }
    if simple_path {
        frames.differ(k)?;
    }
    let wanted: Vec<Lit> = goals.iter().map(|&goal| frames.goal(goal, k)).collect();
    frames.query.clauses.push(wanted);
    frames.query.refute("the step of the induction", &mut solvers, budget)?;
    Ok(solvers)
}

/// Clauses over the variables of several steps.
struct Frames<'m> {
    model: &'m Model,
    /// The last step.
    last: u32,
    query: Query,
}

impl<'m> Frames<'m> {
    /// No clauses yet, over steps 0 to `last`.
    fn new(model: &'m Model, last: u32) -> Result<Self, CertifyError> {
        let spec = &model.spec;
        let parts = [&spec.init, &spec.universal, &spec.trans];
        let literals: usize = parts.iter().flat_map(|cnf| cnf.iter()).map(<[Lit]>::len).sum();
        let frames = u64::from(last) + 1;
        let variables = frames * u64::from(spec.num_vars);
        if frames * literals as u64 + variables > limits::UNROLLED_LITERALS {
            return Err(CertifyError::Unknown(StopReason::Memory));
        }
        let variables = u32::try_from(variables).expect("the limit is smaller");
        Ok(Self { model, last, query: Query::new(variables) })
    }

    fn shifted(&self, clauses: &Cnf, step: u32) -> Vec<Vec<Lit>> {
        let offset = step * self.model.spec.num_vars;
        clauses.iter().map(|clause| clause.iter().map(|lit| lit.shift(offset)).collect()).collect()
    }

    /// Adds clauses in a step; only if `when` holds, if that is given.
    fn add(&mut self, clauses: &Cnf, step: u32, when: Option<Lit>) {
        for clause in self.shifted(clauses, step) {
            self.query.clauses.push(clause.into_iter().chain(when.map(|when| !when)));
        }
    }

    /// A literal that is true only if the goal holds in the step.
    fn goal(&mut self, goal: usize, step: u32) -> Lit {
        let chosen = self.query.fresh();
        self.add(&self.model.goals[goal].clauses, step, Some(chosen));
        chosen
    }

    /// A run from an initial state on, of as many steps as it likes. Returns a literal for
    /// each goal in each step, true only if the run gets so far and the goal holds there;
    /// and one that is true only if it has the last step, unless that is 0.
    fn runs(&mut self, goals: &[usize]) -> (Vec<Lit>, Option<Lit>) {
        let spec = &self.model.spec;
        let mut reached = Vec::new();
        let mut here: Option<Lit> = None;
        self.add(&spec.init, 0, None);
        for step in 0..=self.last {
            if step > 0 {
                let next = self.query.fresh();
                self.only_if(next, here);
                self.add(&spec.trans, step - 1, Some(next));
                here = Some(next);
            }
            self.add(&spec.universal, step, here);
            for &goal in goals {
                let goal = self.goal(goal, step);
                self.only_if(goal, here);
                reached.push(goal);
            }
        }
        (reached, here)
    }

    /// Demands that the second literal, if there is one, is true if the first is.
    fn only_if(&mut self, lit: Lit, needed: Option<Lit>) {
        if let Some(needed) = needed {
            self.query.clauses.push([!lit, needed]);
        }
    }

    /// Demands that the states of the steps before `end` differ pairwise in the latches.
    fn differ(&mut self, end: u32) -> Result<(), CertifyError> {
        let latches = self.model.spec.latches();
        let pairs = u64::from(end) * u64::from(end) / 2;
        if pairs * 6 * latches.len() as u64 > limits::UNROLLED_LITERALS {
            return Err(CertifyError::Unknown(StopReason::Memory));
        }
        let n = self.model.spec.num_vars;
        for later in 0..end {
            for earlier in 0..later {
                let mut any = Vec::with_capacity(latches.len());
                for var in &latches {
                    let differs = self.query.fresh();
                    let (a, b) = (var.lit().shift(earlier * n), var.lit().shift(later * n));
                    self.query.clauses.push([!differs, a, b]);
                    self.query.clauses.push([!differs, !a, !b]);
                    any.push(differs);
                }
                self.query.clauses.push(any);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
