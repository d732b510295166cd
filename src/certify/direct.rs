//! Goals that need no invariant: no region of the program reaches them, whatever the values
//! at its start. In a program without loops that is every goal that can't be reached.
//! And goals that need only an invariant that is known: no region reaches them from where it
//! holds.
//!
//! Candidates are looked for first, with little effort for each: one solver for each region
//! is asked for values that reach any of them, which are none, then, and what it can't refute
//! quickly is none either. What is left is checked as an invariant without conjuncts is, or with
//! those that the solver needed.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::blaster::Blaster;
use super::bounded;
use super::conditions::{Claim, Condition, Conditions};
use super::inductive;
use super::solvers::{CertifyError, Solvers};
use crate::bv::Term;
use crate::cnf::Lit;
use crate::program::{BlockId, GoalId, Program, ValueId};
use crate::sat::{Answer, CaDiCaL, Profile, Solver};
use crate::support::Budget;
use crate::support::limits;
use crate::system::LocationInvariant;

/// The goals that need no invariant, as far as they are found in time.
///
/// # Errors
/// If the program is not well-formed, or the solvers can't be believed; when the budget runs
/// out nothing is proved.
pub fn without_invariant(
    program: &Program,
    budget: &Budget,
) -> Result<(Vec<GoalId>, Solvers), CertifyError> {
    let mut goals: Vec<GoalId> = program.goals.indices().collect();
    let nothing = LocationInvariant::default();
    let all = goals.clone();
    let conditions = Conditions::new(program, &nothing, &all)?;
    let heads = conditions.heads();
    for &head in &heads {
        let condition = conditions.condition(head)?;
        if unreached(&condition, &mut goals, heads.len() > 1, budget).is_none() {
            return Ok((Vec::new(), Solvers::default()));
        }
    }
    if goals.is_empty() {
        return Ok((goals, Solvers::default()));
    }
    match inductive::check(program, &nothing, &goals, budget) {
        Ok(solvers) => Ok((goals, solvers)),
        Err(CertifyError::Unknown(_)) => Ok((Vec::new(), Solvers::default())),
        Err(error) => Err(error),
    }
}

/// What is said of a value at a block; without one, that no run gets there.
pub type Used = (BlockId, Option<ValueId>);

/// Those of the goals that no region reaches from where `known` holds, as far as they are found
/// in time, and what of it that takes. Nothing of this was checked: neither that `known` holds
/// nor that it excludes the goals.
///
/// # Errors
/// If the program is not well-formed, or the invariant does not fit it.
pub fn given(
    program: &Program,
    known: &LocationInvariant,
    mut goals: Vec<GoalId>,
    budget: &Budget,
) -> Result<(Vec<GoalId>, Vec<Used>), CertifyError> {
    let all = goals.clone();
    let conditions = Conditions::new(program, known, &all)?;
    let mut used = Vec::new();
    for head in conditions.heads() {
        let condition = conditions.condition(head)?;
        let Some(places) = unreached(&condition, &mut goals, true, budget) else {
            return Ok((Vec::new(), Vec::new()));
        };
        let values = places.into_iter().flat_map(|place| values(known, known.at[&head][place]));
        used.extend(values.map(|value| (head, value)));
    }
    Ok((goals, used))
}

/// The values that a conjunct speaks of; nothing, if it is a constant.
fn values(invariant: &LocationInvariant, conjunct: Term) -> Vec<Option<ValueId>> {
    let (mut seen, mut open) = (FxHashSet::default(), vec![conjunct]);
    let mut values = Vec::new();
    while let Some(term) = open.pop() {
        if seen.insert(term) {
            values.extend(invariant.terms.as_symbol(term).map(|id| invariant.symbols[&id]));
            open.extend(invariant.terms.args(term));
        }
    }
    if values.is_empty() { vec![None] } else { values.into_iter().map(Some).collect() }
}

/// Leaves the goals that a region does not reach if the condition's assumptions hold, as far as
/// that is seen quickly. Returns the places of the assumptions that it takes; `None` if the time
/// is over. First it is seen without the circuits of large operators.
fn unreached(
    condition: &Condition,
    goals: &mut Vec<GoalId>,
    quickly: bool,
    budget: &Budget,
) -> Option<BTreeSet<usize>> {
    let Some(stronger) = bounded::stronger(condition) else {
        return retain_unreached(condition, goals, quickly, budget);
    };
    let mut easy = goals.clone();
    let mut used = retain_unreached(&stronger, &mut easy, true, budget)?;
    used.retain(|&place| place < condition.assumptions.len());
    let mut hard: Vec<GoalId> = goals.iter().copied().filter(|it| !easy.contains(it)).collect();
    if !hard.is_empty() {
        used.extend(retain_unreached(condition, &mut hard, quickly, budget)?);
    }
    goals.retain(|goal| easy.contains(goal) || hard.contains(goal));
    Some(used)
}

/// As [`unreached`], of a condition as it is.
fn retain_unreached(
    condition: &Condition,
    goals: &mut Vec<GoalId>,
    quickly: bool,
    budget: &Budget,
) -> Option<BTreeSet<usize>> {
    let mut blaster = Blaster::new(&condition.terms);
    let mut assumed: Vec<Lit> = Vec::new();
    for &assumption in &condition.assumptions {
        assumed.push(blaster.literal_within(assumption, usize::MAX, budget)?);
    }
    let mut claims: Vec<(GoalId, Lit)> = Vec::new();
    for (claim, there) in &condition.claims {
        if let Claim::Unreached(goal, _) = claim
            && goals.contains(goal)
        {
            match blaster.literal_within(*there, limits::DIRECT_CLAUSES, budget) {
                Some(lit) => claims.push((*goal, lit)),
                None if budget.exhausted().is_some() => return None,
                None => goals.retain(|other| other != goal),
            }
        }
    }
    let mut solver = CaDiCaL::new(Profile::Default);
    blaster.clauses().iter().for_each(|clause| solver.add(clause));
    let mut one_by_one = false;
    let mut used = BTreeSet::new();
    while let Some(&(goal, first)) = claims.first() {
        let any: Vec<Lit> = claims.iter().map(|claim| claim.1).collect();
        if quickly {
            solver.limit_conflicts(if one_by_one {
                limits::DIRECT_CONFLICTS_OF_ONE
            } else {
                limits::DIRECT_CONFLICTS
            });
        }
        let asked = if one_by_one { &any[..1] } else { &any[..] };
        let answer = solver.solve_with(&assumed, asked, budget);
        if answer == Answer::Unsat {
            used.extend((0..assumed.len()).filter(|&place| solver.failed(assumed[place])));
        }
        match answer {
            Answer::Unsat if !one_by_one => break,
            Answer::Unsat => {
                // Under the assumptions, which are the same for all that is asked.
                solver.add(&[!first]);
                claims.remove(0);
            }
            Answer::Sat => {
                let reached = claims.iter().filter(|claim| solver.value(claim.1));
                let reached: Vec<GoalId> = reached.map(|claim| claim.0).collect();
                goals.retain(|goal| !reached.contains(goal));
                claims.retain(|claim| !reached.contains(&claim.0));
            }
            Answer::Interrupted if budget.exhausted().is_some() => return None,
            Answer::Interrupted if !one_by_one => one_by_one = true,
            Answer::Interrupted => {
                goals.retain(|&other| other != goal);
                claims.retain(|claim| claim.0 != goal);
            }
        }
    }
    Some(used)
}
