//! Cut points: blocks that every cycle of the program passes.
//!
//! They are the entry and, usually, the targets of the back edges of a depth-first search. Every
//! cycle, also one with several entries, has a back edge: of its blocks take the one that
//! the search reaches first; all others are reached from it while it is still open, so
//! the cycle's edge back into it is a back edge. This is not only believed but checked:
//! without the edges into cut points the blocks must have a topological order.

use crate::program::{BlockId, Program};
use crate::support::{IndexVec, graph};

/// The cut points of a program.
#[derive(Clone, Debug)]
pub struct Cuts {
    entry: BlockId,
    /// Whether a block is a cut point.
    is_cut: IndexVec<BlockId, bool>,
    /// The place of each block in a topological order without the edges into cut points.
    rank: IndexVec<BlockId, usize>,
    successors: IndexVec<BlockId, Vec<BlockId>>,
}

impl Cuts {
    /// Computes and checks the cut points; `None` if the check fails, which would be a
    /// bug here.
    pub fn new(program: &Program) -> Option<Self> {
        Self::preferring(program, |_| true)
    }

    /// The same for an invariant that has formulas at some blocks only. In an irreducible
    /// loop it is a matter of choice which blocks cut its cycles: if some usual one has no
    /// formula, all blocks on cycles that have one are taken, and others only for cycles
    /// without any.
    pub fn preferring(program: &Program, preferred: impl Fn(BlockId) -> bool) -> Option<Self> {
        let successors: IndexVec<BlockId, Vec<BlockId>> =
            program.blocks.iter().map(|block| block.terminator.successors()).collect();
        let mut is_cut = back_edge_targets(program.entry, &successors);
        if is_cut.iter_enumerated().any(|(block, &cut)| cut && !preferred(block)) {
            let mut others = successors.clone();
            others.iter_mut().for_each(|targets| targets.retain(|&to| !preferred(to)));
            is_cut = back_edge_targets(program.entry, &others);
            for (block, cut) in is_cut.iter_mut_enumerated() {
                *cut |= preferred(block) && is_on_cycle(block, &successors);
            }
        }
        is_cut[program.entry] = true;
        let rank = graph::topological_ranks(&successors, |block| is_cut[block])?;
        Some(Self { entry: program.entry, is_cut, rank, successors })
    }

    /// Whether `block` is a cut point.
    pub fn is_cut(&self, block: BlockId) -> bool {
        self.is_cut[block]
    }

    /// The cut points that edges lead to from the entry; no path meets any other.
    pub fn heads(&self) -> Vec<BlockId> {
        let mut reachable = IndexVec::filled(false, self.is_cut.len());
        reachable[self.entry] = true;
        let mut open = vec![self.entry];
        while let Some(block) = open.pop() {
            for &next in &self.successors[block] {
                if !reachable[next] {
                    reachable[next] = true;
                    open.push(next);
                }
            }
        }
        let cuts = self.is_cut.iter_enumerated().filter(|(_, cut)| **cut);
        cuts.map(|(block, _)| block).filter(|&block| reachable[block]).collect()
    }

    /// Where control may go from `block`, each block once.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.successors[block]
    }

    /// The blocks on paths from `head` that meet no cut point, `head` first, each before
    /// those that follow it on a path.
    pub fn region(&self, head: BlockId) -> Vec<BlockId> {
        let mut seen = IndexVec::filled(false, self.is_cut.len());
        let mut region = Vec::new();
        let mut open = vec![head];
        while let Some(block) = open.pop() {
            for &next in &self.successors[block] {
                if !self.is_cut[next] && !seen[next] {
                    seen[next] = true;
                    region.push(next);
                    open.push(next);
                }
            }
        }
        region.sort_by_key(|&block| self.rank[block]);
        region.insert(0, head);
        region
    }
}

/// Whether edges lead from a block back to it.
fn is_on_cycle(block: BlockId, successors: &IndexVec<BlockId, Vec<BlockId>>) -> bool {
    let mut seen = IndexVec::filled(false, successors.len());
    let mut open = vec![block];
    while let Some(from) = open.pop() {
        for &to in &successors[from] {
            if !std::mem::replace(&mut seen[to], true) {
                open.push(to);
            }
        }
    }
    seen[block]
}

fn back_edge_targets(
    entry: BlockId,
    successors: &IndexVec<BlockId, Vec<BlockId>>,
) -> IndexVec<BlockId, bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        New,
        Open,
        Done,
    }
    let mut visit = IndexVec::filled(Visit::New, successors.len());
    let mut targets = IndexVec::filled(false, successors.len());
    // Unreachable blocks too: then the whole graph is cut, and the check is simple.
    for root in std::iter::once(entry).chain(successors.indices()) {
        if visit[root] != Visit::New {
            continue;
        }
        visit[root] = Visit::Open;
        let mut path = vec![(root, 0)];
        while let Some((block, next)) = path.last_mut() {
            match successors[*block].get(*next) {
                Some(&to) => {
                    *next += 1;
                    match visit[to] {
                        Visit::Open => targets[to] = true,
                        Visit::New => {
                            visit[to] = Visit::Open;
                            path.push((to, 0));
                        }
                        Visit::Done => {}
                    }
                }
                None => {
                    visit[*block] = Visit::Done;
                    path.pop();
                }
            }
        }
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[&[u32]]) -> IndexVec<BlockId, Vec<BlockId>> {
        edges.iter().map(|to| to.iter().copied().map(BlockId).collect()).collect()
    }

    fn cuts(edges: &[&[u32]]) -> Vec<u32> {
        let successors = graph(edges);
        let targets = back_edge_targets(BlockId(0), &successors);
        assert!(
            graph::topological_ranks(&successors, |block| targets[block]).is_some(),
            "{edges:?} is not cut"
        );
        targets.iter_enumerated().filter(|(_, cut)| **cut).map(|(block, _)| block.0).collect()
    }

    #[test]
    fn loops_are_cut() {
        assert_eq!(cuts(&[&[1], &[2, 3], &[1], &[]]), [1]);
        assert_eq!(cuts(&[&[1], &[1]]), [1]);
        // Nested.
        assert_eq!(cuts(&[&[1], &[2, 4], &[2, 3], &[1], &[]]), [1, 2]);
        // Two entries into one cycle.
        assert_eq!(cuts(&[&[1, 2], &[2], &[1, 3], &[]]), [1]);
        // A cycle that nothing reaches.
        assert_eq!(cuts(&[&[], &[2], &[1]]), [1]);
        // Diamonds are no cycles.
        assert!(cuts(&[&[1, 2], &[3], &[3], &[]]).is_empty());
    }

    #[test]
    fn missing_cuts_are_seen() {
        let successors = graph(&[&[1], &[2], &[1, 3], &[]]);
        let none = IndexVec::filled(false, 4);
        assert!(graph::topological_ranks(&successors, |block| none[block]).is_none());
        let mut wrong = none;
        wrong[BlockId(3)] = true;
        assert!(graph::topological_ranks(&successors, |block| wrong[block]).is_none());
    }
}
