//! The largest inductive subset of the lemmas found so far (Flanagan, Leino: Houdini,
//! an Annotation Assistant for ESC/Java, FME 2001).
//!
//! Lets goals be decided whose proof is complete while another goal's is not: all
//! lemmas are assumed, each that a step breaks is dropped, until none is; what remains
//! moves to `F_∞`.

use super::Ic3;
use super::cube::Cube;
use super::frames::INFINITY;
use crate::cnf::{Lit, Var};
use crate::sat::{Answer, CaDiCaL, Profile, Solver};
use crate::support::limits;
use crate::support::{Budget, StopReason};

impl Ic3<'_, '_> {
    /// Moves the largest inductive subset of the lemmas to `F_∞`; says whether there
    /// were any. None, if a query would take more conflicts than `limit`.
    pub(super) fn close_inductive(
        &mut self,
        budget: &Budget,
        limit: Option<u32>,
    ) -> Result<bool, StopReason> {
        let mut candidates: Vec<Cube> =
            self.frames.finite().map(|(_, cube)| cube.clone()).collect();
        if candidates.is_empty() {
            return Ok(false);
        }
        let system = &self.system;
        let hard: Vec<bool> =
            candidates.iter().map(|cube| self.speaks_of_predicates(cube)).collect();
        let mut solver = CaDiCaL::new(Profile::Incremental);
        system.step_clauses().iter().for_each(|clause| solver.add(clause));
        for cube in self.frames.level(INFINITY) {
            solver.add(&cube.clause().collect::<Vec<Lit>>());
        }
        // Two literals per candidate: it holds now; it is broken one step later.
        let first = 2 * system.num_vars + 1;
        let holds = |index: usize| Var(first + 2 * index as u32).lit();
        let broken = |index: usize| Var(first + 2 * index as u32 + 1).lit();
        for (index, cube) in candidates.iter().enumerate() {
            solver.add(&std::iter::once(!holds(index)).chain(cube.clause()).collect::<Vec<Lit>>());
            for &lit in cube.lits() {
                solver.add(&[!broken(index), system.prime(lit)]);
            }
        }
        let mut alive: Vec<usize> = (0..candidates.len()).collect();
        while !alive.is_empty() {
            let assumptions: Vec<Lit> = alive.iter().map(|&index| holds(index)).collect();
            let some: Vec<Lit> = alive.iter().map(|&index| broken(index)).collect();
            self.queries.count += 1;
            let is_hard = alive.iter().any(|&index| hard[index]);
            if let Some(limit) = limit.or(is_hard.then_some(limits::IC3_HOUDINI_CONFLICTS)) {
                solver.limit_conflicts(limit);
            }
            match solver.solve_with(&assumptions, &some, budget) {
                Answer::Unsat => break,
                Answer::Sat => alive.retain(|&index| {
                    !candidates[index].lits().iter().all(|&lit| solver.value(system.prime(lit)))
                }),
                Answer::Interrupted => match budget.exhausted() {
                    // What remains may be inductive without them.
                    None if is_hard => alive.retain(|&index| !hard[index]),
                    None if limit.is_some() => return Ok(false),
                    reason => return Err(reason.unwrap_or(StopReason::Cancelled)),
                },
            }
        }
        let inductive: Vec<Cube> = alive.iter().map(|&index| candidates[index].clone()).collect();
        candidates.clear();
        for cube in &inductive {
            self.add_lemma(cube, INFINITY)?;
        }
        Ok(!inductive.is_empty())
    }
}
