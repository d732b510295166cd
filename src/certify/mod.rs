//! Checks answers: nothing is said that was not checked here.
//!
//! **FALSE** rests on [`replay`]: the interpreter walks the trace on the program. [`native`]
//! then runs the compiled program, and lets random runs attack each TRUE.
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
//! So the engine that found the formulas, the encoding that it worked on, and all that
//! simplified either, need not be believed. What must be: the front end, the meaning of
//! [`Program`](crate::program::Program), [`cuts`], [`region`], [`formulas`] and [`conditions`], and of the
//! [`judge`]s either the naive [`blaster`] with the proof checker [`lrat`], or Bitwuzla.
//!
//! [`dimspec`] does the same for the clauses of a DimSpec file, where there is no program.
//!
//! Deliberately absent: any import of `engine`, `encode`, `aig`, `reduce`, or of how
//! `cfa` summarises. What those get wrong must be seen here.

pub mod blaster;
pub mod conditions;
pub mod cuts;
pub mod dimspec;
pub mod formulas;
pub mod inductive;
pub mod judge;
pub mod lrat;
pub mod native;
pub mod region;
pub mod replay;

pub use judge::{CertifyError, Judges};
pub use replay::{Contradiction, Happening, Run, RunStep};

#[cfg(test)]
mod tests;
