//! Follows single elements of large objects, so that programs with arrays of any size can
//! be proved: a program with memory becomes one whose large objects hold nothing any more.
//! Each is replaced by a few *followed elements*, whose addresses are arbitrary, chosen
//! once at the start.
//!
//! A store to a followed element changes it. A load from one gives what it holds, from
//! any other element an arbitrary value. So the new program can do all that the old one
//! can, and more; what it can't reach, the old one can't.
//!
//! That alone would prove little: `assert(a[i] <= max)` fails if `a[i]` is arbitrary. But a
//! run of the old program that reaches a goal is matched by a run of the new one in which
//! the element that is followed *for a load* is the one that this load read when it was
//! last executed. Runs in which the last execution of such a load missed its element may
//! be dropped when they reach a goal: each is one too many, or another choice of the
//! elements has it too. In an assertion about what a loop has filled in, the loads of the
//! assertion see their true values.
//!
//! Sources: the index is a prophecy variable (Abadi, Lamport, "The existence of refinement
//! mappings", 1991), its use for arrays is that of Monniaux, Gonnord, "Cell morphing: from
//! array programs to array-free Horn clauses" (SAS 2016), and of Mann, Irfan, Griggio,
//! Padon, Barrett, "Counterexample-guided prophecy for model checking modulo the theory of
//! arrays" (TACAS 2021).
//!
//! Always: goals, blocks and values keep their numbers; what is added comes behind.

mod blocks;
mod groups;
mod known;
mod rewrite;

use crate::program::{Followed, Program};

/// Follows what would need more than `cells` parts to be told apart, and what is accessed
/// together with it; `None` if there is nothing of which that is possible.
///
/// Nor in a program that asks which bytes were written, or whether an object is lost: the
/// answers rest on all elements.
pub fn follow(program: &Program, cells: usize) -> Option<Followed> {
    if program.effects().any(|effect| effect.asks_what_was_written() || effect.is_reach()) {
        return None;
    }
    let groups = groups::Groups::new(program, cells);
    if groups.all.is_empty() {
        return None;
    }
    let (followed, accesses) = rewrite::rewrite(program, &groups);
    // What was taken for granted of the addresses must also be seen in the new program,
    // whose checks on address arithmetic depend on what is seen there.
    accesses.still_hold(&followed.program).then_some(followed)
}
