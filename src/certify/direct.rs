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
    let has_loops = heads.len() > 1;
    // What is found is checked, too.
    let half = budget.remaining().filter(|_| !has_loops).map(|left| left / 2);
    let search = half.map_or_else(|| budget.clone(), |half| budget.at_most(half));
    for &head in &heads {
        let condition = conditions.condition(head)?;
        if unreached(&condition, &mut goals, has_loops, &search).is_none() {
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
    let mut used = BTreeSet::new();
    // Those that are too hard for now, and whether one is known that is reached.
    let (mut hard, mut any_reached) = (Vec::new(), false);
    let mut effort = Effort::AllQuickly;
    let left = |goals: &mut Vec<GoalId>, open: &[(GoalId, Lit)]| {
        goals.retain(|goal| open.iter().all(|claim| claim.0 != *goal));
    };
    loop {
        if claims.is_empty() {
            // Engines find the way to what is reached sooner than the rest is refuted here.
            if quickly || any_reached || hard.is_empty() {
                left(goals, &hard);
                return Some(used);
            }
            (claims, effort) = (std::mem::take(&mut hard), Effort::Unlimited);
        }
        match effort {
            Effort::AllQuickly => solver.limit_conflicts(limits::DIRECT_CONFLICTS),
            Effort::OneQuickly => solver.limit_conflicts(limits::DIRECT_CONFLICTS_OF_ONE),
            Effort::Unlimited => {}
        }
        let any: Vec<Lit> = claims.iter().map(|claim| claim.1).collect();
        let asked = if effort == Effort::OneQuickly { &any[..1] } else { &any[..] };
        match solver.solve_with(&assumed, asked, budget) {
            Answer::Unsat => {
                used.extend((0..assumed.len()).filter(|&place| solver.failed(assumed[place])));
                // Under the assumptions, which are the same for all that is asked.
                let refuted = asked.len();
                claims.drain(..refuted).for_each(|claim| solver.add(&[!claim.1]));
            }
            Answer::Sat => {
                let reached = claims.iter().filter(|claim| solver.value(claim.1));
                let reached: Vec<GoalId> = reached.map(|claim| claim.0).collect();
                goals.retain(|goal| !reached.contains(goal));
                claims.retain(|claim| !reached.contains(&claim.0));
                any_reached = true;
                if !quickly {
                    effort = Effort::OneQuickly;
                }
            }
            Answer::Interrupted if effort == Effort::Unlimited => {
                left(goals, &claims);
                return Some(used);
            }
            Answer::Interrupted if budget.exhausted().is_some() => return None,
            Answer::Interrupted if effort == Effort::AllQuickly => effort = Effort::OneQuickly,
            Answer::Interrupted => hard.push(claims.remove(0)),
        }
    }
}

/// What a question may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effort {
    /// That all claims hold, a number of conflicts.
    AllQuickly,
    /// That the first one does, the same.
    OneQuickly,
    /// That all do, what time there is.
    Unlimited,
}
