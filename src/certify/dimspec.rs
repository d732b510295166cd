//! Checks of answers about a DimSpec, on its own clauses.
//!
//! A trace is evaluated clause by clause. An invariant Inv, a set of clauses over one
//! state, is right if `I ∧ U ⇒ Inv`, `Inv ∧ U ∧ T ∧ U' ⇒ Inv'` and `Inv ∧ U ⇒ ¬G`: then by
//! induction every state of every run satisfies Inv, and none the goal. Proofs by unrolling
//! are checked in [`unrolled`]. The negation of each condition is refuted by CaDiCaL, with
//! the LRAT proof checked.

mod unrolled;

use super::region::Malformed;
use super::solvers::{self, CertifyError, Decision, Solvers};
use crate::cnf::{Cnf, Lit, Var};
use crate::dimspec::{BitTrace, Model};
use crate::support::{Budget, StopReason};

pub use unrolled::{check_exhausted, check_k_inductive};

/// The assignments are not a run to the goal: a bug of ours or of another solver.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTrace {
    /// There is no state.
    #[error("the trace has no states")]
    Empty,
    /// A state has another number of variables than the model.
    #[error("state {step} has {found} variables")]
    Variables {
        /// Which state, from 0.
        step: usize,
        /// Its number of variables.
        found: usize,
    },
    /// There is no such goal.
    #[error("there is no goal {0}")]
    Goal(usize),
    /// A clause is false.
    #[error("in step {step} clause {clause} of {section} is false")]
    False {
        /// Which state, from 0; for `t` the first of the two.
        step: usize,
        /// Which clause, from 0.
        clause: usize,
        /// Section of the format: `i`, `u`, `t` or `g`.
        section: char,
    },
}

/// Checks that a trace is a run of the model that ends in the goal (by its place).
///
/// # Errors
/// If it is not.
pub fn check_trace(model: &Model, goal: usize, trace: &BitTrace) -> Result<(), BadTrace> {
    let spec = &model.spec;
    let goal = &model.goals.get(goal).ok_or(BadTrace::Goal(goal))?.clauses;
    let last = trace.states.len().checked_sub(1).ok_or(BadTrace::Empty)?;
    for (step, state) in trace.states.iter().enumerate() {
        if state.len() != spec.num_vars as usize {
            return Err(BadTrace::Variables { step, found: state.len() });
        }
    }
    let holds = |step: usize, lit: Lit| {
        if lit.var().0 <= spec.num_vars {
            trace.holds(step, lit)
        } else {
            trace.holds(step + 1, Lit::new(Var(lit.var().0 - spec.num_vars), lit.is_positive()))
        }
    };
    let all = |section: char, clauses: &Cnf, step: usize| match clauses
        .iter()
        .position(|clause| !clause.iter().any(|&lit| holds(step, lit)))
    {
        Some(clause) => Err(BadTrace::False { step, clause, section }),
        None => Ok(()),
    };
    all('i', &spec.init, 0)?;
    for step in 0..=last {
        all('u', &spec.universal, step)?;
        if step < last {
            all('t', &spec.trans, step)?;
        }
    }
    all('g', goal, last)
}

/// Checks that an invariant, clauses over the variables of one state, holds in every run
/// of the model and excludes the goals (by their places).
///
/// # Errors
/// See [`CertifyError`]; only `Ok` means that the goals can't be reached.
pub fn check_invariant(
    model: &Model,
    goals: &[usize],
    invariant: &[Vec<Lit>],
    budget: &Budget,
) -> Result<Solvers, CertifyError> {
    let spec = &model.spec;
    clauses_are_known(model, invariant)?;
    goals_are_known(model, goals)?;
    let mut solvers = Solvers::default();
    let mut refute = |name: &'static str, query: Query| query.refute(name, &mut solvers, budget);
    let next = |lit: &Lit| spec.prime(*lit);
    let broken = |next: bool| {
        let shift = if next { spec.num_vars } else { 0 };
        let lits = move |clause: &Vec<Lit>| clause.iter().map(|lit| lit.shift(shift)).collect();
        invariant.iter().map(lits).collect::<Vec<Vec<Lit>>>()
    };

    let mut query = Query::new(spec.num_vars);
    query.add(&spec.init);
    query.add(&spec.universal);
    query.some_clause_false(&broken(false));
    refute("I ∧ U ⇒ Inv", query)?;

    let mut query = Query::new(2 * spec.num_vars);
    query.add_invariant(invariant);
    query.add(&spec.universal);
    query.add(&spec.trans);
    for clause in spec.universal.iter() {
        query.clauses.push(clause.iter().map(next));
    }
    query.some_clause_false(&broken(true));
    refute("Inv ∧ U ∧ T ∧ U' ⇒ Inv'", query)?;

    let mut query = Query::new(spec.num_vars);
    query.add_invariant(invariant);
    query.add(&spec.universal);
    query.some_goal(goals.iter().map(|&goal| &model.goals[goal].clauses));
    refute("Inv ∧ U ⇒ ¬G", query)?;
    Ok(solvers)
}

/// Checks that cubes over the variables of one state cover every run of the model and meet
/// none of the goals (by their places): that the clauses which say "in none of the cubes",
/// Out, are an invariant of the model with its runs turned round. That is `I ∧ U ⇒ ¬Out`,
/// `U ∧ T ∧ U' ∧ Out' ⇒ Out` and `G ∧ U ⇒ Out`.
///
/// # Errors
/// See [`CertifyError`]; only `Ok` means that the goals can't be reached.
pub fn check_cover(
    model: &Model,
    goals: &[usize],
    cubes: &[Vec<Lit>],
    budget: &Budget,
) -> Result<Solvers, CertifyError> {
    let spec = &model.spec;
    clauses_are_known(model, cubes)?;
    goals_are_known(model, goals)?;
    let negated = |cube: &Vec<Lit>| cube.iter().map(|&lit| !lit).collect();
    let out: Vec<Vec<Lit>> = cubes.iter().map(negated).collect();
    let mut solvers = Solvers::default();
    let mut refute = |name: &'static str, query: Query| query.refute(name, &mut solvers, budget);

    let mut query = Query::new(spec.num_vars);
    query.add(&spec.init);
    query.add(&spec.universal);
    query.add_invariant(&out);
    refute("I ∧ U ⇒ Inv", query)?;

    let next = |lit: &Lit| spec.prime(*lit);
    let mut query = Query::new(2 * spec.num_vars);
    query.some_clause_false(&out);
    query.add(&spec.universal);
    query.add(&spec.trans);
    for clause in spec.universal.iter() {
        query.clauses.push(clause.iter().map(next));
    }
    for clause in &out {
        query.clauses.push(clause.iter().map(next));
    }
    refute("Inv ∧ U ∧ T ∧ U' ⇒ Inv'", query)?;

    let mut query = Query::new(spec.num_vars);
    query.some_clause_false(&out);
    query.add(&spec.universal);
    query.some_goal(goals.iter().map(|&goal| &model.goals[goal].clauses));
    refute("Inv ∧ U ⇒ ¬G", query)?;
    Ok(solvers)
}

fn clauses_are_known(model: &Model, clauses: &[Vec<Lit>]) -> Result<(), Malformed> {
    let known = |lit: &Lit| (1..=model.spec.num_vars).contains(&lit.var().0);
    if clauses.iter().flatten().all(known) {
        return Ok(());
    }
    Err(Malformed("the invariant is not of this model".to_owned()))
}

fn goals_are_known(model: &Model, goals: &[usize]) -> Result<(), Malformed> {
    match goals.iter().find(|&&goal| goal >= model.goals.len()) {
        Some(goal) => Err(Malformed(format!("there is no goal {goal}"))),
        None => Ok(()),
    }
}

/// The negation of one condition.
struct Query {
    clauses: Cnf,
    variables: u32,
}

impl Query {
    fn new(variables: u32) -> Self {
        Self { clauses: Cnf::new(), variables }
    }

    fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Var(self.variables).lit()
    }

    fn add(&mut self, clauses: &Cnf) {
        self.clauses.extend(clauses.iter());
    }

    fn add_invariant(&mut self, invariant: &[Vec<Lit>]) {
        self.clauses.extend(invariant.iter().map(Vec::as_slice));
    }

    /// Has it decided that this has no model, so that the condition `name` holds.
    fn refute(
        self,
        name: &'static str,
        solvers: &mut Solvers,
        budget: &Budget,
    ) -> Result<(), CertifyError> {
        solvers.conditions += 1;
        match solvers::decide(&self.clauses, budget)? {
            Decision::Refuted => {
                solvers.add(&solvers::clause_solver());
                Ok(())
            }
            Decision::Model(_) => Err(CertifyError::ClausesFail(name)),
            Decision::Undecided => {
                Err(CertifyError::Unknown(budget.exhausted().unwrap_or(StopReason::Time)))
            }
        }
    }

    /// Demands that at least one of the clauses is false: a chosen one has only false
    /// literals.
    fn some_clause_false(&mut self, clauses: &[Vec<Lit>]) {
        let chosen: Vec<Lit> = clauses.iter().map(|_| self.fresh()).collect();
        for (clause, &chosen) in clauses.iter().zip(&chosen) {
            for &lit in clause {
                self.clauses.push([!chosen, !lit]);
            }
        }
        self.clauses.push(chosen);
    }

    /// Demands that at least one of the goals holds: all clauses of a chosen one do.
    fn some_goal<'a>(&mut self, goals: impl Iterator<Item = &'a Cnf>) {
        let mut any = Vec::new();
        for goal in goals {
            let chosen = self.fresh();
            for clause in goal.iter() {
                self.clauses.push(clause.iter().copied().chain([!chosen]));
            }
            any.push(chosen);
        }
        self.clauses.push(any);
    }
}

#[cfg(test)]
pub(super) mod tests;
