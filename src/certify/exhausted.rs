//! The check that every run ends within a number of region steps, without a goal: bounded
//! model checking with the forward condition (Beyer, Dangl, Wendler: A Unifying View on
//! SMT-Based Software Verification, JAR 2018, section 4.1).
//!
//! All is one condition, decided step by step: no assignment of the unrolled program's
//! symbols makes true that a step reaches a listed goal, or that the run goes on after the
//! last. Since every run is
//! an assignment ([`super::unrolled`]), then no run reaches a goal: not within the steps,
//! and after them it is nowhere from where it could.
//!
//! # Fewer steps
//!
//! The number of steps is an upper bound, and often a rough one. So after a step it is asked
//! whether a run goes on at all. If none does, what was decided until then is this very
//! condition for so many steps, and suffices. It is asked again only once the run that showed
//! last that one goes on has ended.
//!
//! # What is known at cut points
//!
//! A certificate may bring an invariant. If it is inductive ([`super::inductive`]), it holds
//! at all cut points of every run. So a value of which it says some bits there is in every run
//! the same as the value with these bits replaced by constants, and with that the unrolling
//! goes on ([`super::fixed`]): it becomes much smaller, for what follows from the constants
//! folds. All that is said above of runs as assignments stays true.
//!
//! # Engine steps and region steps
//!
//! Engines count steps between their own locations, which are more than the cut points in
//! general; [`super::steps`] says how many region steps suffice for a number of theirs. It
//! need not be believed: what is checked is the number that the certificate has.

use super::fixed::Fixed;
use super::proved::Proved;
use super::solvers::{self, CertifyError, Gap, Solvers, Violation};
use super::unrolled::Unrolling;
use crate::bv::{Term, eval};
use crate::program::GoalId;
use crate::support::limits;
use crate::support::{Budget, StopReason};

/// Checks that all runs of the program of `auxiliary`, which may say nothing, end within `steps`
/// region steps, or get to where they can reach none of `goals` any more, and reach none of
/// them before.
///
/// # Errors
/// See [`CertifyError`]; only `Ok` means that the goals can't be reached.
pub fn check(
    auxiliary: &Proved<'_>,
    steps: u32,
    goals: &[GoalId],
    budget: &Budget,
) -> Result<Solvers, CertifyError> {
    let mut solvers = auxiliary.solvers();
    let fixed = Fixed::new(auxiliary.invariant());
    let mut unrolling = Unrolling::new(auxiliary.program(), goals, auxiliary.invariant())?;
    unrolling.start_at_entry();
    let (mut gaps, mut rest) = (Vec::new(), Vec::new());
    for step in 1..=steps {
        // Nothing is left of the control flow itself.
        if unrolling.now.is_empty() {
            break;
        }
        gaps.push((Gap::Reached(step), unrolling.step()?));
        fixed.apply(&mut unrolling.now, &mut unrolling.terms);
        rest.push(unrolling.goes_on());
        within_limits(&unrolling, budget)?;
    }
    gaps.push((Gap::GoesOn(steps), unrolling.goes_on()));
    refute(&unrolling, (&gaps, &rest), &[], &mut solvers, budget)?;
    Ok(solvers)
}

/// Gives up when there is no time left, or too much to do.
pub(super) fn within_limits(
    unrolling: &Unrolling<'_>,
    budget: &Budget,
) -> Result<(), CertifyError> {
    if unrolling.terms.len() > limits::EXHAUSTED_TERMS {
        return Err(CertifyError::Unknown(StopReason::Memory));
    }
    budget.exhausted().map_or(Ok(()), |reason| Err(CertifyError::Unknown(reason)))
}

/// Has it decided that none of the gaps is there where the assumptions hold; for the rest
/// behind each there may be one truth value ([`Violation::rest`]).
pub(super) fn refute(
    unrolling: &Unrolling<'_>,
    (gaps, rest): (&[(Gap, Term)], &[Term]),
    assumptions: &[Term],
    solvers: &mut Solvers,
    budget: &Budget,
) -> Result<(), CertifyError> {
    let parts: Vec<Term> = gaps.iter().map(|gap| gap.1).collect();
    let terms = &unrolling.terms;
    let violation = Violation { terms, given: assumptions, parts: &parts, rest };
    let Some(values) = solvers::refute_parts(&violation, solvers, budget)? else {
        return Ok(());
    };
    let there = gaps.iter().find(|gap| eval(terms, gap.1, &values).is_true());
    // A solver that gives no values leaves it open which.
    match there.or(gaps.first()) {
        Some(&(gap, _)) => Err(CertifyError::Gap { gap, model: solvers::excerpt(terms, &values) }),
        None => Err(CertifyError::Internal("a condition without claims is broken".to_owned())),
    }
}
