//! From a chain of obligations to a trace of full assignments.
//!
//! Obligations are cubes over carriers. Starting from an initial state in the first
//! cube, a query per step finds inputs and gates of the present state and carriers of
//! the next one within the next cube; it can't fail, since each state of a cube has a
//! step into its successor (see [`super::system`]).

use super::cube::Cube;
use super::system::System;
use crate::cnf::{Cnf, Lit, Var};
use crate::dimspec::BitTrace;
use crate::sat::{Answer, CaDiCaL, Profile, Solver};
use crate::support::{Budget, StopReason};

/// The trace along `chain`, whose first cube meets I and whose last one meets `goal`.
pub(super) fn concretise(
    system: &System<'_>,
    chain: &[Cube],
    goal: usize,
    budget: &Budget,
) -> Result<BitTrace, StopReason> {
    let spec = &system.model.spec;
    let solver = |parts: &[&Cnf]| {
        let mut solver = CaDiCaL::new(Profile::Incremental);
        parts.iter().flat_map(|cnf| cnf.iter()).for_each(|clause| solver.add(clause));
        solver
    };
    let mut next_universal = Cnf::new();
    for clause in spec.universal.iter() {
        next_universal.push(clause.iter().map(|&lit| spec.prime(lit)));
    }
    let mut step = solver(&[&spec.universal, &spec.trans, &next_universal]);
    // I only holds in the first step.
    let initially = Var(2 * spec.num_vars + 1).lit();
    for clause in spec.init.iter() {
        step.add(&std::iter::once(!initially).chain(clause.iter().copied()).collect::<Vec<Lit>>());
    }

    let mut states = Vec::with_capacity(chain.len());
    let mut present: Vec<Lit> = chain[0].lits().to_vec();
    for next in &chain[1..] {
        let mut assumptions = present;
        assumptions.extend(next.lits().iter().map(|&lit| spec.prime(lit)));
        if states.is_empty() {
            assumptions.push(initially);
        }
        demand(&mut step, &assumptions, budget)?;
        states.push(assignment(&mut step, spec.num_vars));
        present = system
            .carriers
            .iter()
            .map(|var| Lit::new(*var, step.value(spec.prime(var.lit()))))
            .collect();
    }
    let mut last = solver(&[&spec.universal, &system.model.goals[goal].clauses]);
    if states.is_empty() {
        spec.init.iter().for_each(|clause| last.add(clause));
    }
    demand(&mut last, &present, budget)?;
    states.push(assignment(&mut last, spec.num_vars));
    Ok(BitTrace { states })
}

fn demand(solver: &mut CaDiCaL, assumptions: &[Lit], budget: &Budget) -> Result<(), StopReason> {
    match solver.solve(assumptions, budget) {
        Answer::Sat => Ok(()),
        Answer::Unsat => {
            Err(StopReason::Failure("IC3: a chain of obligations is not a trace".into()))
        }
        Answer::Interrupted => Err(budget.exhausted().unwrap_or(StopReason::Cancelled)),
    }
}

fn assignment(solver: &mut CaDiCaL, num_vars: u32) -> Vec<bool> {
    (1..=num_vars).map(|var| solver.value(Var(var).lit())).collect()
}
