//! Proof obligations and their queue (FMCAD 2011): a cube of states that reach the
//! goal, to be blocked at a level. The lowest level is served first, and within it the
//! newest.
//!
//! Each obligation knows its successor; the chain from one that meets I to the goal is
//! what [`super::trace`] makes a trace of. There is no recursion anywhere, so chains may
//! be as long as memory allows.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::cube::Cube;

/// An obligation's place in its list.
pub(super) type Id = usize;

pub(super) struct Obligation {
    pub cube: Cube,
    /// The obligation that each of its states has a step into; none for a goal.
    pub successor: Option<Id>,
    /// Whether it is known to contain no initial state.
    pub disjoint: bool,
    /// How often it was blocked.
    blocked: u32,
}

#[derive(Default)]
pub(super) struct Obligations {
    list: Vec<Obligation>,
    queue: BinaryHeap<(Reverse<usize>, Id)>,
}

impl Obligations {
    pub fn create(&mut self, cube: Cube, successor: Option<Id>) -> Id {
        self.list.push(Obligation { cube, successor, disjoint: false, blocked: 0 });
        self.list.len() - 1
    }

    pub fn push(&mut self, level: usize, id: Id) {
        self.queue.push((Reverse(level), id));
    }

    pub fn pop(&mut self) -> Option<(usize, Id)> {
        self.queue.pop().map(|(Reverse(level), id)| (level, id))
    }

    pub fn get(&self, id: Id) -> &Obligation {
        &self.list[id]
    }

    pub fn set_disjoint(&mut self, id: Id) {
        self.list[id].disjoint = true;
    }

    /// Counts that an obligation is blocked once more; how often it was, this included.
    pub fn count_blocking(&mut self, id: Id) -> u32 {
        self.list[id].blocked += 1;
        self.list[id].blocked
    }

    /// The cubes from `id` to the goal.
    pub fn chain(&self, id: Id) -> Vec<Cube> {
        let next = |&id: &Id| self.list[id].successor;
        std::iter::successors(Some(id), next).map(|id| self.list[id].cube.clone()).collect()
    }

    /// Number of open obligations.
    pub fn len(&self) -> usize {
        self.queue.len()
    }
}
