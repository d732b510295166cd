//! Which node every path to another one goes through.
//!
//! Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001).

use super::{Graph, reverse_postorder};
use crate::support::index::{Idx, IndexVec};

/// The dominator tree of the nodes that an entry leads to.
#[derive(Clone, Debug)]
pub struct Dominators<N: Idx> {
    /// Immediate dominator; of the entry itself; `None` if unreachable.
    parent: IndexVec<N, Option<N>>,
    /// Position in reverse postorder.
    position: IndexVec<N, usize>,
}

impl<N: Idx + std::hash::Hash> Dominators<N> {
    /// The tree of a graph.
    pub fn new(graph: &Graph<N>, entry: N) -> Self {
        let order = reverse_postorder(entry, |node| graph[node].clone());
        let mut predecessors: Graph<N> = IndexVec::filled(Vec::new(), graph.len());
        for (from, targets) in graph.iter_enumerated() {
            targets.iter().for_each(|&to| predecessors[to].push(from));
        }
        let mut position = IndexVec::filled(usize::MAX, graph.len());
        for (at, &node) in order.iter().enumerate() {
            position[node] = at;
        }
        let parent = IndexVec::filled(None, graph.len());
        let mut tree = Self { parent, position };
        tree.parent[entry] = Some(entry);
        loop {
            let mut changed = false;
            for &node in order.iter().skip(1) {
                let mut known =
                    predecessors[node].iter().copied().filter(|&from| tree.parent[from].is_some());
                let first = known.next();
                let meet = known.fold(first, |meet, from| meet.map(|meet| tree.meet(meet, from)));
                if tree.parent[node] != meet {
                    tree.parent[node] = meet;
                    changed = true;
                }
            }
            if !changed {
                return tree;
            }
        }
    }

    /// The nearest common dominator.
    fn meet(&self, mut a: N, mut b: N) -> N {
        let up = |node: N| self.parent[node].expect("ancestors are known");
        while a != b {
            if self.position[a] > self.position[b] { a = up(a) } else { b = up(b) }
        }
        a
    }

    /// Whether the entry leads to the node.
    pub fn reachable(&self, node: N) -> bool {
        self.parent[node].is_some()
    }

    /// Whether every path to `below` goes through `above`; a node dominates itself.
    pub fn dominates(&self, above: N, mut below: N) -> bool {
        while self.position[below] > self.position[above] {
            match self.parent[below] {
                Some(parent) => below = parent,
                None => return false,
            }
        }
        above == below
    }

    /// The nearest node other than itself that dominates a node; `None` for the entry
    /// and for what is unreachable.
    pub fn parent(&self, node: N) -> Option<N> {
        self.parent[node].filter(|&parent| parent != node)
    }

    /// For each reachable node its dominance frontier: the joins that it does not
    /// dominate strictly, though it dominates a predecessor of them.
    pub fn frontiers(&self, predecessors: &Graph<N>) -> Graph<N> {
        let mut result: Graph<N> = IndexVec::filled(Vec::new(), predecessors.len());
        for (node, sources) in predecessors.iter_enumerated() {
            if !self.reachable(node) {
                continue;
            }
            for &from in sources.iter().filter(|&&from| self.reachable(from)) {
                let mut at = Some(from);
                while let Some(below) = at.filter(|&below| Some(below) != self.parent(node)) {
                    if !result[below].contains(&node) {
                        result[below].push(node);
                    }
                    at = self.parent(below);
                }
            }
        }
        result
    }
}
