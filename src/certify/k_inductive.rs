//! The check of a proof by k-induction (Sheeran, Singh, Stålmarck: Checking safety
//! properties using induction and a SAT-solver, FMCAD 2000; for programs with auxiliary
//! invariants as in Beyer, Dangl, Wendler: A Unifying View on SMT-Based Software
//! Verification, JAR 2018, section 4.2).
//!
//! Three conditions:
//! * the auxiliary invariant is inductive: that is what [`Proved`] says;
//! * *base*: from the entry no listed goal is reached in k region steps;
//! * *step*: from any other cut point, with any values, k region steps at whose cut points
//!   the auxiliary invariant holds don't reach a listed goal in the last one. (In the steps
//!   before they can't anyway: the run is at a cut point then.) With `simple_path` the k
//!   moments before each of the steps may be taken to differ, in the cut point or in a
//!   value that can matter.
//!
//! Why that suffices: let a run reach a goal, in a region step that is as early as in any
//! run. By the base it has more than k steps. Its last k steps start at a cut point other
//! than the entry, which has no predecessor, and the auxiliary invariant holds at all cut
//! points of a run. So they contradict the step condition, unless two moments agree in
//! the cut point and in all values that matter. But then what follows the later one can
//! follow the earlier one as well ([`super::live`]), and there is a shorter run to the goal.

use super::exhausted::{refute, within_limits};
use super::proved::Proved;
use super::region::Malformed;
use super::solvers::{CertifyError, Gap, Solvers};
use super::unrolled::Unrolling;
use crate::bv::Op;
use crate::program::GoalId;
use crate::support::Budget;

/// Checks that `goals` are k-inductive in the program of `auxiliary`, which may say nothing.
///
/// # Errors
/// See [`CertifyError`]; only `Ok` means that the goals can't be reached.
pub fn check(
    auxiliary: &Proved<'_>,
    k: u32,
    simple_path: bool,
    goals: &[GoalId],
    budget: &Budget,
) -> Result<Solvers, CertifyError> {
    if k == 0 {
        return Err(Malformed("k is at least 1".to_owned()).into());
    }
    let mut solvers = auxiliary.solvers();
    // Both with the invariant: it may decide where the program is cut, and so what a step is.
    let unrolling = || Unrolling::new(auxiliary.program(), goals, auxiliary.invariant());
    base(unrolling()?, k, &mut solvers, budget)?;
    step(unrolling()?, k, simple_path, &mut solvers, budget)?;
    Ok(solvers)
}

fn base(
    mut unrolling: Unrolling<'_>,
    k: u32,
    solvers: &mut Solvers,
    budget: &Budget,
) -> Result<(), CertifyError> {
    unrolling.start_at_entry();
    let mut gaps = Vec::new();
    for step in 1..=k {
        gaps.push((Gap::Reached(step), unrolling.step()?));
        within_limits(&unrolling, budget)?;
    }
    refute(&unrolling, (&gaps, &[]), &[], solvers, budget)
}

fn step(
    mut unrolling: Unrolling<'_>,
    k: u32,
    simple_path: bool,
    solvers: &mut Solvers,
    budget: &Budget,
) -> Result<(), CertifyError> {
    unrolling.start_anywhere();
    let mut moments = Vec::new();
    let mut assumptions = Vec::new();
    let mut reached = unrolling.any(&[]);
    for _ in 0..k {
        assumptions.push(unrolling.satisfies_invariant());
        if simple_path {
            for earlier in &moments {
                let repeats = unrolling.repeats(earlier);
                assumptions.push(unrolling.terms.app_verbatim(Op::Not, &[repeats]));
            }
            moments.push(unrolling.now.clone());
        }
        reached = unrolling.step()?;
        within_limits(&unrolling, budget)?;
    }
    refute(&unrolling, (&[(Gap::Step(k), reached)], &[]), &assumptions, solvers, budget)
}
