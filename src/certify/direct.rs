//! Goals that need no invariant: no region of the program reaches them, whatever the values
//! at its start. In a program without loops that is every goal that can't be reached.
//!
//! Candidates are looked for first, with little effort for each: one solver for each region
//! is asked for values that reach any of them, which are none, then, and what it can't refute
//! quickly is none either. What is left is checked as an invariant without conjuncts is.

use super::blaster::Blaster;
use super::conditions::{Claim, Condition, Conditions};
use super::inductive;
use super::judge::{CertifyError, Judges};
use crate::cnf::Lit;
use crate::program::{GoalId, Program};
use crate::sat::{Answer, CaDiCaL, Profile, Solver};
use crate::support::Budget;
use crate::system::LocationInvariant;

/// Conflicts of a query for all candidates of a region, and of one for a single candidate.
/// Without loops, where engines could do no better, queries are not limited.
const CONFLICTS_OF_ALL: u32 = 20_000;
const CONFLICTS_OF_ONE: u32 = 1000;
/// A region with more clauses is not looked at.
const MAX_CLAUSES: usize = 4_000_000;

/// The goals that need no invariant, as far as they are found in time.
///
/// # Errors
/// If the program is not well-formed, or the judges can't be believed; when the budget runs
/// out nothing is proved.
pub fn without_invariant(
    program: &Program,
    budget: &Budget,
) -> Result<(Vec<GoalId>, Judges), CertifyError> {
    let mut goals: Vec<GoalId> = program.goals.indices().collect();
    let nothing = LocationInvariant::default();
    let all = goals.clone();
    let conditions = Conditions::new(program, &nothing, &all)?;
    let heads = conditions.heads();
    for &head in &heads {
        let condition = conditions.condition(head)?;
        if !retain_unreached(&condition, &mut goals, heads.len() > 1, budget) {
            return Ok((Vec::new(), Judges::default()));
        }
    }
    if goals.is_empty() {
        return Ok((goals, Judges::default()));
    }
    match inductive::check(program, &nothing, &goals, budget) {
        Ok(judges) => Ok((goals, judges)),
        Err(CertifyError::Unknown(_)) => Ok((Vec::new(), Judges::default())),
        Err(error) => Err(error),
    }
}

/// Leaves the goals that a region does not reach, as far as that is seen quickly; `false`
/// if the time is over.
fn retain_unreached(
    condition: &Condition,
    goals: &mut Vec<GoalId>,
    quickly: bool,
    budget: &Budget,
) -> bool {
    let mut blaster = Blaster::new(&condition.terms);
    let mut claims: Vec<(GoalId, Lit)> = Vec::new();
    for (claim, there) in &condition.claims {
        if let Claim::Unreached(goal, _) = claim
            && goals.contains(goal)
        {
            match blaster.literal_within(*there, MAX_CLAUSES, budget) {
                Some(lit) => claims.push((*goal, lit)),
                None if budget.exhausted().is_some() => return false,
                None => goals.retain(|other| other != goal),
            }
        }
    }
    let mut solver = CaDiCaL::new(Profile::Default);
    blaster.clauses().iter().for_each(|clause| solver.add(clause));
    let mut one_by_one = false;
    while let Some(&(goal, first)) = claims.first() {
        let any: Vec<Lit> = claims.iter().map(|claim| claim.1).collect();
        if quickly {
            solver.limit_conflicts(if one_by_one { CONFLICTS_OF_ONE } else { CONFLICTS_OF_ALL });
        }
        let asked = if one_by_one { &any[..1] } else { &any[..] };
        match solver.solve_with(&[], asked, budget) {
            Answer::Unsat if !one_by_one => break,
            Answer::Unsat => {
                solver.add(&[!first]);
                claims.remove(0);
            }
            Answer::Sat => {
                let reached = claims.iter().filter(|claim| solver.value(claim.1));
                let reached: Vec<GoalId> = reached.map(|claim| claim.0).collect();
                goals.retain(|goal| !reached.contains(goal));
                claims.retain(|claim| !reached.contains(&claim.0));
            }
            Answer::Interrupted if budget.exhausted().is_some() => return false,
            Answer::Interrupted if !one_by_one => one_by_one = true,
            Answer::Interrupted => {
                goals.retain(|&other| other != goal);
                claims.retain(|claim| claim.0 != goal);
            }
        }
    }
    true
}
