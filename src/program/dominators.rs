//! Which block every path to another one goes through.
//!
//! Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001).

use super::{BlockId, Program};
use crate::support::IndexVec;

/// The dominator tree of the reachable blocks.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// Immediate dominator; of the entry itself; `None` if unreachable.
    parent: IndexVec<BlockId, Option<BlockId>>,
    /// Position in reverse postorder.
    position: IndexVec<BlockId, usize>,
}

impl Dominators {
    /// The tree of a program.
    pub fn new(program: &Program) -> Self {
        let order = program.reverse_postorder();
        let predecessors = program.predecessors();
        let mut position = IndexVec::filled(usize::MAX, program.blocks.len());
        for (at, &block) in order.iter().enumerate() {
            position[block] = at;
        }
        let parent = IndexVec::filled(None, program.blocks.len());
        let mut tree = Self { parent, position };
        tree.parent[program.entry] = Some(program.entry);
        loop {
            let mut changed = false;
            for &block in order.iter().skip(1) {
                let mut known =
                    predecessors[block].iter().copied().filter(|&from| tree.parent[from].is_some());
                let first = known.next();
                let meet = known.fold(first, |meet, from| meet.map(|meet| tree.meet(meet, from)));
                if tree.parent[block] != meet {
                    tree.parent[block] = meet;
                    changed = true;
                }
            }
            if !changed {
                return tree;
            }
        }
    }

    /// The nearest common dominator.
    fn meet(&self, mut a: BlockId, mut b: BlockId) -> BlockId {
        let up = |block: BlockId| self.parent[block].expect("ancestors are known");
        while a != b {
            if self.position[a] > self.position[b] { a = up(a) } else { b = up(b) }
        }
        a
    }

    /// Whether the entry reaches the block.
    pub fn reachable(&self, block: BlockId) -> bool {
        self.parent[block].is_some()
    }

    /// Whether every path to `below` goes through `above`; a block dominates itself.
    pub fn dominates(&self, above: BlockId, mut below: BlockId) -> bool {
        while self.position[below] > self.position[above] {
            match self.parent[below] {
                Some(parent) => below = parent,
                None => return false,
            }
        }
        above == below
    }

    /// The nearest block other than itself that dominates a block; `None` for the entry
    /// and for what is unreachable.
    pub fn parent(&self, block: BlockId) -> Option<BlockId> {
        self.parent[block].filter(|&parent| parent != block)
    }

    /// For each reachable block its dominance frontier: the joins that it does not
    /// dominate strictly, though it dominates a predecessor of them.
    pub fn frontiers(&self, program: &Program) -> IndexVec<BlockId, Vec<BlockId>> {
        let mut result: IndexVec<BlockId, Vec<BlockId>> =
            IndexVec::filled(Vec::new(), program.blocks.len());
        for (block, sources) in program.predecessors().iter_enumerated() {
            if !self.reachable(block) {
                continue;
            }
            for &from in sources.iter().filter(|&&from| self.reachable(from)) {
                let mut at = Some(from);
                while let Some(below) = at.filter(|&below| Some(below) != self.parent(block)) {
                    if !result[below].contains(&block) {
                        result[below].push(block);
                    }
                    at = self.parent(below);
                }
            }
        }
        result
    }
}
