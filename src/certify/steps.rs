//! From an engine's steps to region steps.
//!
//! An engine steps from one of its locations to the next: basic blocks, or what is left of
//! them when blocks are merged. A region step goes from cut point to cut point
//! ([`super::unrolled`]). Both cut the same runs, and every cycle that leads to a goal has a
//! location and a cut point. Let A(n) be the largest number of cut points that a walk in the
//! control flow can come to within n engine steps. Then:
//!
//! * If every run has ended after d engine steps, a run that has not ended has made at most
//!   d − 1 of them. So it has come to at most A(d − 1) cut points, and after one region
//!   step more every run has ended. (A from the entry.)
//! * Let a goal be k-inductive in engine steps: no k of them, from anywhere, reach it in the
//!   last one only. Take A(k − 2) + 1 region steps from cut point to cut point, and one more
//!   to the goal. The former are at least k − 1 engine steps, for in fewer no walk comes to
//!   so many cut points; entering the goal is one more. So the whole path has k engine steps
//!   at least, and its last k are excluded. So the goal is k'-inductive in region steps for
//!   k' = A(k − 2) + 2, and for k' = 1 if k = 1. (A from any cut point but the entry.)
//!
//! With cut points for locations A(n) = n: nothing changes. For paths without repetition
//! the second does not hold in general: a path that repeats no state at cut points may
//! repeat one between them, and then be shortened to fewer engine steps.
//!
//! Nothing here is trusted: the checks are of the number of region steps as it is given.

use std::collections::BTreeMap;

use super::cuts::Cuts;
use super::live::Live;
use crate::program::{BlockId, GoalId, Program};

/// Region steps after which every run has ended, if it has after `steps` engine steps.
/// `None` if a cycle is not cut, which would be a bug.
pub fn exhausted(
    program: &Program,
    goals: &[GoalId],
    is_location: impl Fn(BlockId) -> bool,
    steps: u32,
) -> Option<u32> {
    let walks = Walks::new(program, goals, is_location)?;
    Some(walks.arrivals(&[program.entry], steps.saturating_sub(1)) + 1)
}

/// The k for region steps of goals that are k-inductive in engine steps.
pub fn k_inductive(
    program: &Program,
    goals: &[GoalId],
    is_location: impl Fn(BlockId) -> bool,
    k: u32,
) -> Option<u32> {
    if k <= 1 {
        return Some(1);
    }
    let walks = Walks::new(program, goals, is_location)?;
    let heads: Vec<BlockId> =
        walks.regions.keys().copied().filter(|&head| head != program.entry).collect();
    Some(walks.arrivals(&heads, k - 2) + 2)
}

/// The least number of engine steps of walks between cut points.
struct Walks {
    /// For each cut point the next ones, with the least number of steps to each.
    regions: BTreeMap<BlockId, BTreeMap<BlockId, u32>>,
}

impl Walks {
    fn new(
        program: &Program,
        goals: &[GoalId],
        is_location: impl Fn(BlockId) -> bool,
    ) -> Option<Self> {
        let cuts = Cuts::new(program)?;
        let live = Live::new(program, goals);
        let mut regions = BTreeMap::new();
        for head in cuts.heads() {
            // Blocks come before those that follow them, so one pass is enough.
            let mut least = BTreeMap::from([(head, 0)]);
            let mut exits: BTreeMap<BlockId, u32> = BTreeMap::new();
            for block in cuts.region(head) {
                let Some(&so_far) = least.get(&block) else { continue };
                for &next in cuts.successors(block).iter().filter(|&&next| live.leads(next)) {
                    let cost = so_far + u32::from(is_location(next));
                    let known = if cuts.is_cut(next) { &mut exits } else { &mut least };
                    let entry = known.entry(next).or_insert(cost);
                    *entry = cost.min(*entry);
                }
            }
            regions.insert(head, exits);
        }
        Some(Self { regions })
    }

    /// The largest number of cut points that a walk from one of `starts` comes to within
    /// `steps` engine steps.
    fn arrivals(&self, starts: &[BlockId], steps: u32) -> u32 {
        let mut cheapest: BTreeMap<BlockId, u32> = starts.iter().map(|&head| (head, 0)).collect();
        // A walk without an engine step visits no cut point twice.
        let most = (u64::from(steps) + 1) * (self.regions.len() as u64 + 1);
        let mut arrivals = 0;
        while u64::from(arrivals) < most {
            let mut next: BTreeMap<BlockId, u32> = BTreeMap::new();
            for (head, so_far) in cheapest {
                for (&to, &cost) in &self.regions[&head] {
                    let all = so_far + cost;
                    if all <= steps {
                        let entry = next.entry(to).or_insert(all);
                        *entry = all.min(*entry);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            cheapest = next;
            arrivals += 1;
        }
        arrivals
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::Op;
    use crate::program::Property;
    use crate::program::samples::{Builder, number};

    /// `while (…) { … if (…) wrong; … }` of three blocks.
    fn ring() -> Program {
        let mut b = Builder::default();
        let [entry, head, body, tail] = ["entry", "head", "body", "tail"].map(|n| b.block(n));
        let (wrong, end) = (b.goal("wrong", Property::Assert), b.block("end"));
        b.goto(entry, head);
        let more = b.input(head, "more", 1);
        b.branch(head, more, body, end);
        let bad = b.assign(body, "bad", Op::Eq, &[number(2, 1), number(2, 2)]);
        b.branch(body, bad, wrong, tail);
        b.goto(tail, head);
        b.program
    }

    #[test]
    fn a_round_of_a_loop_is_one_region_step() {
        let program = ring();
        let goals: Vec<GoalId> = program.goals.indices().collect();
        let all = |_: BlockId| true;
        let heads = |block: BlockId| block.0 == 1;
        // The head is entered after 1, 4, 7, … steps from block to block.
        let blocks: Vec<_> =
            (0..9).map(|steps| exhausted(&program, &goals, all, steps).unwrap()).collect();
        assert_eq!(blocks, [1, 1, 2, 2, 2, 3, 3, 3, 4]);
        let same: Vec<_> =
            (1..9).map(|steps| exhausted(&program, &goals, heads, steps).unwrap()).collect();
        assert_eq!(same, [1, 2, 3, 4, 5, 6, 7, 8]);
        let k: Vec<_> = (0..9).map(|k| k_inductive(&program, &goals, all, k).unwrap()).collect();
        assert_eq!(k, [1, 1, 2, 2, 2, 3, 3, 3, 4]);
        let same: Vec<_> =
            (1..9).map(|k| k_inductive(&program, &goals, heads, k).unwrap()).collect();
        assert_eq!(same, [1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn walks_without_engine_steps_end() {
        // Whoever has no locations at all has made a mistake, but gets an answer.
        let program = ring();
        let goals: Vec<GoalId> = program.goals.indices().collect();
        assert!(exhausted(&program, &goals, |_| false, 5).unwrap() < 100);
    }
}
