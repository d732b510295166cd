//! From a chain of obligations to a trace of full assignments.
//!
//! Obligations are cubes over latches and predicates. Starting from an initial state in the first
//! cube, a query per step finds inputs of the present state, and of the next one what is
//! not step-defined; it can't fail, since each state of a cube has a step into its successor
//! (see [`super::system`]). The rest is computed from definitions.

use super::Ic3;
use super::cube::Cube;
use super::eliminate::value;
use super::system::System;
use crate::cnf::{Lit, Var};
use crate::dimspec::BitTrace;
use crate::support::StopReason;

impl Ic3<'_, '_> {
    /// The trace along `chain`, whose first cube meets I and whose last one meets `goal`.
    pub(super) fn concretise(
        &mut self,
        chain: &[Cube],
        goal: usize,
    ) -> Result<BitTrace, StopReason> {
        let Self { system, queries, .. } = self;
        let mut states = Vec::with_capacity(chain.len());
        let mut present: Vec<Lit> = chain[0].lits().to_vec();
        for next in &chain[1..] {
            queries.connect(&present, next.lits(), states.is_empty())?;
            let mut values = found(system, |lit| queries.step_value(lit));
            for var in &system.latches {
                let next = system.prime(var.lit());
                values[next.var().0 as usize] = match system.definition(next.var()) {
                    definition if definition.is_empty() => queries.step_value(next),
                    definition => value(next.var(), definition, &values),
                };
            }
            present = system
                .latches
                .iter()
                .map(|var| Lit::new(*var, values[system.prime(var.lit()).var().0 as usize]))
                .collect();
            states.push(state(system, &values));
        }
        queries.meet(&present, goal, states.is_empty())?;
        let mut last = queries.found_state();
        states.push(state(system, &found(system, |lit| last.value(lit))));
        Ok(BitTrace { states })
    }
}

/// The values of a state that a query found, by variable, with those of all definitions; of
/// the next state there are none.
fn found(system: &System<'_>, mut value: impl FnMut(Lit) -> bool) -> Vec<bool> {
    let present = (1..=system.num_vars).map(|var| value(Var(var).lit()));
    let mut values: Vec<bool> = std::iter::once(false).chain(present).collect();
    values.resize(2 * system.num_vars as usize + 1, false);
    system.complete(&mut values);
    values
}

fn state(system: &System<'_>, values: &[bool]) -> Vec<bool> {
    values[1..=system.num_vars as usize].to_vec()
}
