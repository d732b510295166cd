//! The check of an inductive invariant of a program.

use super::blaster::Blaster;
use super::conditions::{Claim, Condition, Conditions};
use super::solvers::{self, CertifyError, Solvers};
use super::{bounded, polynomial};
use crate::bv::{Assignment, Term, eval};
use crate::program::{GoalId, Program};
use crate::sat::{Answer, CaDiCaL, Profile, Solver};
use crate::support::Budget;
use crate::support::limits;
use crate::system::LocationInvariant;

/// Checks that `invariant` holds in every run of `program`, and that it excludes `goals`.
/// See the documentation of [`crate::certify`] for why what is checked suffices.
///
/// # Errors
/// See [`CertifyError`]; only `Ok` means that the goals can't be reached.
pub fn check(
    program: &Program,
    invariant: &LocationInvariant,
    goals: &[GoalId],
    budget: &Budget,
) -> Result<Solvers, CertifyError> {
    check_by(Solvers::default(), program, invariant, goals, budget)
}

/// Whether `invariant` is seen to hold in every run of `program` without the circuits of large
/// operators: quickly, or not at all. Nothing is said to anybody by that, so one solver is enough.
pub fn holds_by_bounds(program: &Program, invariant: &LocationInvariant, budget: &Budget) -> bool {
    let Ok(conditions) = Conditions::new(program, invariant, &[]) else { return false };
    conditions.heads().into_iter().all(|head| {
        let Ok(condition) = conditions.condition(head) else { return false };
        let mut condition = bounded::stronger(&condition).unwrap_or(condition);
        let violation = condition.violation();
        let mut solver = Blaster::new(&condition.terms);
        let within = limits::CHECKED_CLAUSES;
        if !solver.assert_within(violation, within, budget) {
            return false;
        }
        let mut sat = CaDiCaL::new(Profile::Default);
        solver.clauses().iter().for_each(|clause| sat.add(clause));
        sat.solve_with(&[], &[], budget) == Answer::Unsat
    })
}

/// As [`check`], by solvers who may keep what they were asked.
pub(super) fn check_by(
    mut solvers: Solvers,
    program: &Program,
    invariant: &LocationInvariant,
    goals: &[GoalId],
    budget: &Budget,
) -> Result<Solvers, CertifyError> {
    let conditions = Conditions::new(program, invariant, goals)?;
    for head in conditions.heads() {
        if let Some(reason) = budget.exhausted() {
            return Err(CertifyError::Unknown(reason));
        }
        let mut condition = conditions.condition(head)?;
        let identities = match solvers.kept.as_ref().map(|kept| kept.without_identities) {
            // Solvers can do without, so of the time only a part.
            None => {
                let part = budget
                    .remaining()
                    .map_or(limits::IDENTITIES_TIME, |left| left / limits::IDENTITIES_SHARE);
                let part = budget.at_most(part.min(limits::IDENTITIES_TIME));
                polynomial::identities(&condition, &part)
            }
            Some(false) => vec![],
            // Which there are must not depend on the time.
            Some(true) => {
                let all = polynomial::identities(&condition, budget);
                if let Some(reason) = budget.exhausted() {
                    return Err(CertifyError::Unknown(reason));
                }
                all
            }
        };
        for place in identities.into_iter().rev() {
            let (claim, _) = condition.claims.remove(place);
            solvers.identities.push((head, claim));
        }
        if let Some(values) = broken(&mut condition, &mut solvers, budget)? {
            return Err(failure(&condition, &values));
        }
    }
    Ok(solvers)
}

/// Values that break a condition, if there are any.
///
/// Without the assumptions that multiply variables a condition says more, and is far
/// easier to decide: only if it doesn't hold then, they are put back. The same with results of
/// large operators of which only bounds are taken.
fn broken(
    condition: &mut Condition,
    solvers: &mut Solvers,
    budget: &Budget,
) -> Result<Option<Assignment>, CertifyError> {
    if solvers.kept.is_none() {
        drop_bounded(condition, solvers, budget)?;
        if condition.claims.is_empty() {
            return Ok(None);
        }
    }
    let products = polynomial::nonlinear(condition);
    if !products.is_empty() && solvers.kept.is_none() {
        let mut stronger = condition.clone();
        stronger.assumptions.retain(|assumption| !products.contains(assumption));
        if let Some(these) = holds(&mut stronger, solvers, budget)? {
            *solvers = these;
            return Ok(None);
        }
    }
    let violation = condition.violation();
    solvers::refute(&condition.terms, violation, solvers, budget)
}

/// Drops the claims that hold if of large operators only bounds are taken, as far as that is found.
fn drop_bounded(
    condition: &mut Condition,
    solvers: &mut Solvers,
    budget: &Budget,
) -> Result<(), CertifyError> {
    let Some(mut stronger) = bounded::stronger(condition) else { return Ok(()) };
    let budget = solvers::share(budget);
    // Of each of its claims the place in the condition.
    let mut places: Vec<usize> = (0..condition.claims.len()).collect();
    for _ in 0..limits::BOUNDED_ROUNDS {
        let violation = stronger.violation();
        let mut these = solvers.clone();
        match solvers::refute(&stronger.terms, violation, &mut these, &budget) {
            Ok(None) => {
                these.bounded += 1;
                *solvers = these;
                let mut place = 0..;
                condition.claims.retain(|_| place.next().is_some_and(|it| !places.contains(&it)));
                return Ok(());
            }
            Ok(Some(values)) => {
                let all = &stronger.claims;
                let holds =
                    |claim: &(Claim, Term)| !eval(&stronger.terms, claim.1, &values).is_true();
                let (left, others): (Vec<usize>, Vec<usize>) =
                    (0..all.len()).partition(|&it| holds(&all[it]));
                if left.is_empty() || others.is_empty() {
                    return Ok(());
                }
                places = left.iter().map(|&it| places[it]).collect();
                stronger.claims = left.iter().map(|&it| all[it]).collect();
            }
            Err(CertifyError::Unknown(_)) => return Ok(()),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The solvers with what they found, if a condition that says more than what is asked holds.
fn holds(
    stronger: &mut Condition,
    solvers: &Solvers,
    budget: &Budget,
) -> Result<Option<Solvers>, CertifyError> {
    let violation = stronger.violation();
    let mut these = solvers.clone();
    match solvers::refute(&stronger.terms, violation, &mut these, &solvers::share(budget)) {
        Ok(None) => Ok(Some(these)),
        Ok(Some(_)) | Err(CertifyError::Unknown(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Which claim is broken, and how.
fn failure(condition: &Condition, values: &Assignment) -> CertifyError {
    let terms = &condition.terms;
    let broken = condition.claims.iter().find(|claim| eval(terms, claim.1, values).is_true());
    match broken {
        Some(&(claim, _)) => CertifyError::NotInductive {
            head: condition.head,
            claim,
            model: solvers::excerpt(terms, values),
        },
        // Only a solver that gives no values comes here.
        None => match condition.claims.first() {
            Some(&(claim, _)) => {
                CertifyError::NotInductive { head: condition.head, claim, model: Vec::new() }
            }
            None => CertifyError::Internal("a condition without claims is broken".to_owned()),
        },
    }
}
