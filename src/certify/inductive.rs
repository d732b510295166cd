//! The check of an inductive invariant of a program.

use super::conditions::{Condition, Conditions};
use super::judge::{self, CertifyError, Judges};
use super::{polynomial, rounded};
use crate::bv::{Assignment, eval};
use crate::program::{GoalId, Program};
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
) -> Result<Judges, CertifyError> {
    check_by(Judges::default(), program, invariant, goals, budget)
}

/// As [`check`], by judges who may keep what they were asked.
pub(super) fn check_by(
    mut judges: Judges,
    program: &Program,
    invariant: &LocationInvariant,
    goals: &[GoalId],
    budget: &Budget,
) -> Result<Judges, CertifyError> {
    let conditions = Conditions::new(program, invariant, goals)?;
    for head in conditions.heads() {
        if let Some(reason) = budget.exhausted() {
            return Err(CertifyError::Unknown(reason));
        }
        let mut condition = conditions.condition(head)?;
        let identities = match judges.kept.as_ref().map(|kept| kept.without_identities) {
            // Judges can do without, so of the time only a part.
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
            judges.identities.push((head, claim));
        }
        if let Some(values) = broken(&mut condition, &mut judges, budget)? {
            return Err(failure(&condition, &values));
        }
    }
    Ok(judges)
}

/// Values that break a condition, if there are any.
///
/// Without the assumptions that multiply variables a condition says more, and is far
/// easier to judge: only if it doesn't hold then, they are put back. The same with results of
/// floating-point operators of which only bounds are taken.
fn broken(
    condition: &mut Condition,
    judges: &mut Judges,
    budget: &Budget,
) -> Result<Option<Assignment>, CertifyError> {
    if judges.kept.is_none()
        && let Some(mut stronger) = rounded::stronger(condition)
        && let Some(mut these) = holds(&mut stronger, judges, budget)?
    {
        these.rounded += 1;
        *judges = these;
        return Ok(None);
    }
    let products = polynomial::nonlinear(condition);
    if !products.is_empty() && judges.kept.is_none() {
        let mut stronger = condition.clone();
        stronger.assumptions.retain(|assumption| !products.contains(assumption));
        if let Some(these) = holds(&mut stronger, judges, budget)? {
            *judges = these;
            return Ok(None);
        }
    }
    let violation = condition.violation();
    judge::judge(&condition.terms, violation, judges, budget)
}

/// The judges with what they found, if a condition that says more than what is asked holds.
fn holds(
    stronger: &mut Condition,
    judges: &Judges,
    budget: &Budget,
) -> Result<Option<Judges>, CertifyError> {
    let violation = stronger.violation();
    let mut these = judges.clone();
    match judge::judge(&stronger.terms, violation, &mut these, &judge::share(budget)) {
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
            model: judge::excerpt(terms, values),
        },
        // Only a judge that gives no values comes here.
        None => match condition.claims.first() {
            Some(&(claim, _)) => {
                CertifyError::NotInductive { head: condition.head, claim, model: Vec::new() }
            }
            None => CertifyError::Internal("a condition without claims is broken".to_owned()),
        },
    }
}
