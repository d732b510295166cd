//! Checks answers: nothing is said that was not checked here.
//!
//! **FALSE** rests on [`replay`]: the interpreter walks the trace on the program; where a
//! loop is too long to be walked, [`accelerated`] proves by induction what it does. [`native`]
//! then runs the compiled program, and lets random runs attack each TRUE. A program with
//! memory is also walked as it was before that was resolved ([`objects`]).
//!
//! **TRUE** rests on [`inductive`]. The idea: to show that a program never does wrong, it
//! suffices to name for each loop head a formula that holds whenever control gets there,
//! for then only pieces of code without loops are left to look at. The definition: let
//! the *cut points* ([`cuts`]) be blocks that every cycle passes, the entry among them,
//! and let each cut point c have a formula F(c), where the entry's holds for arbitrary
//! values. F is inductive if every path from a cut point c to the next cut point d leads
//! from values that satisfy F(c) only to values that satisfy F(d). It excludes a goal if
//! no path from a cut point c, from values that satisfy F(c), meets the goal before the
//! next cut point.
//!
//! Why that suffices: a run of the program is a walk from the entry. Cut it where it
//! meets cut points. No piece goes on for ever, as there is no cycle without a cut point;
//! so each is a path of one [`region`]. By induction over the pieces, F holds
//! at the start of each: at the entry for any values, and then from piece to piece. If
//! the run reached a goal, then in its last piece, which starts in values that satisfy F
//! of its cut point; but no such piece meets a goal.
//!
//! A proof may also say that all runs end soon ([`exhausted`]), or be k-inductive
//! ([`k_inductive`]). Both are checked on an unrolling of the program by the checker's own
//! steps ([`unrolled`]).
//!
//! So the engine that found a proof, the encoding that it worked on, and all that
//! simplified either, need not be believed. What must be: the front end, the meaning of
//! [`Program`], what makes the conditions ([`cuts`], [`region`],
//! [`formulas`], [`conditions`]; [`live`] and [`unrolled`] for those by unrolling), and of
//! the checking [`solvers`] either the naive [`blaster`] with the proof checker [`lrat`], or Bitwuzla.
//! Claims that are polynomial identities modulo 2^w never reach the solvers: what is
//! trusted there is [`polynomial`]. Of products, quotients and floating-point results solvers are
//! first told no more than bounds ([`bounded`]): that those are true is trusted of [`integers`] and
//! [`rounded`], and the verdict says so.
//!
//! [`dimspec`] does the same for the clauses of a DimSpec file, where there is no program.
//!
//! Deliberately absent: any import of `engine`, `encode`, `aig`, `analysis`,
//! `sweep`, `relations`, or of how `cfa` summarises. What those get wrong must be seen here.

pub mod accelerated;
pub mod blaster;
mod bounded;
pub mod cause;
pub mod conditions;
pub mod cuts;
pub mod dimspec;
pub mod direct;
pub mod executed;
pub mod exhausted;
mod fixed;
pub mod formulas;
pub mod inductive;
mod integers;
pub mod k_inductive;
mod linear;
pub mod live;
pub mod lrat;
pub mod memory;
pub mod native;
mod needed;
pub mod objects;
pub mod obligation;
pub mod polynomial;
mod proved;
mod provenance;
pub mod region;
pub mod replay;
mod rounded;
pub mod solvers;
pub mod steps;
pub mod stray;
pub mod system;
pub mod unrolled;

use crate::program::{GoalId, Program};
use crate::support::Budget;
use crate::system::Certificate;

pub use proved::{Checker, Proved};
pub use replay::{Contradiction, Happening, ReplayError, Run, RunStep};
pub use solvers::{CertifyError, Gap, Kept, Solvers};

/// Checks that `certificate` shows that none of `goals` can be reached in `program`; for
/// several certificates see [`Checker`].
///
/// # Errors
/// See [`CertifyError`]; only `Ok` means that the goals can't be reached.
pub fn check(
    program: &Program,
    certificate: &Certificate,
    goals: &[GoalId],
    budget: &Budget,
) -> Result<Solvers, CertifyError> {
    Checker::new(program).check(certificate, goals, budget)
}

#[cfg(test)]
mod tests;
