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
use super::lift::Lifted;

/// An obligation's place in its list.
pub(super) type Id = usize;

pub(super) struct Obligation {
    pub cubes: Lifted,
    /// The obligation, and which of its cubes, that each of its states has a step into; none
    /// for a goal.
    successor: Option<(Id, Cube)>,
    /// Whether its cube, and its predicate cube, is known to contain no initial state.
    pub disjoint: [bool; 2],
    /// How often it was blocked.
    blocked: u32,
}

#[derive(Default)]
pub(super) struct Obligations {
    list: Vec<Obligation>,
    queue: BinaryHeap<(Reverse<usize>, Id)>,
}

impl Obligations {
    pub fn create(&mut self, cubes: Lifted, successor: Option<(Id, Cube)>) -> Id {
        self.list.push(Obligation { cubes, successor, disjoint: [false; 2], blocked: 0 });
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

    pub fn set_disjoint(&mut self, id: Id, of_predicates: bool) {
        self.list[id].disjoint[usize::from(of_predicates)] = true;
    }

    /// Counts that an obligation is blocked once more; how often it was, this included.
    pub fn count_blocking(&mut self, id: Id) -> u32 {
        self.list[id].blocked += 1;
        self.list[id].blocked
    }

    /// The cubes from `first`, which is one of `id`, to the goal.
    pub fn chain(&self, id: Id, first: Cube) -> Vec<Cube> {
        let next = |(id, _): &(Id, Cube)| self.list[*id].successor.clone();
        std::iter::successors(Some((id, first)), next).map(|(_, cube)| cube).collect()
    }

    /// Number of open obligations.
    pub fn len(&self) -> usize {
        self.queue.len()
    }
}
