//! The loop-nesting forest of a graph, irreducible loops included.
//!
//! Steensgaard's forest (Sequential and parallel state elimination, 1993; compared with
//! others in Ramalingam, On loops, dominators, and dominance frontiers, 2002): the
//! outermost loops are the strongly connected components with an edge inside; the
//! *heads* of a loop are its nodes that an edge enters from outside it; its inner
//! loops are the loops of what is left of it without the edges to its heads. So each
//! cycle within a loop but in none of its inner loops goes through a head. A loop is
//! reducible if it has one head.
//!
//! Components by Tarjan's algorithm, without recursion.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Graph;
use crate::index_type;
use crate::support::index::{Idx, IndexVec};

index_type!(
    /// A loop of a [`LoopForest`].
    pub struct LoopId,
    "loop"
);

/// A loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop<N> {
    /// Where it is entered, in order; more than one: it is irreducible.
    pub heads: Vec<N>,
    /// All its nodes, heads and inner loops included, in order.
    pub body: Vec<N>,
    /// The loop right around it.
    pub parent: Option<LoopId>,
}

/// All loops of a graph, each after the loop around it.
#[derive(Clone, Debug)]
pub struct LoopForest<N> {
    /// The loops.
    pub loops: IndexVec<LoopId, Loop<N>>,
    innermost: FxHashMap<N, LoopId>,
}

/// A part of the graph whose loops are still to be found.
struct Part<N> {
    nodes: Vec<N>,
    /// Heads of the loop around: edges to them don't count.
    cut: FxHashSet<N>,
    parent: Option<LoopId>,
}

impl<N: Idx + Ord + Hash> LoopForest<N> {
    /// The loops of a graph with this entry.
    pub fn new(graph: &Graph<N>, entry: N) -> Self {
        let mut forest = Self { loops: IndexVec::new(), innermost: FxHashMap::default() };
        let all = graph.indices().collect();
        let mut work = vec![Part { nodes: all, cut: FxHashSet::default(), parent: None }];
        while let Some(part) = work.pop() {
            for mut body in components(graph, &part) {
                let inside: FxHashSet<N> = body.iter().copied().collect();
                let cyclic = body.iter().any(|&from| {
                    graph[from].iter().any(|to| inside.contains(to) && !part.cut.contains(to))
                });
                if !cyclic {
                    continue;
                }
                body.sort_unstable();
                let heads = heads(graph, &part, &inside, &body, entry);
                let cut: FxHashSet<N> = heads.iter().copied().collect();
                let parent = part.parent;
                let id = forest.loops.push(Loop { heads, body: body.clone(), parent });
                body.iter().for_each(|&node| _ = forest.innermost.insert(node, id));
                let cut = cut.union(&part.cut).copied().collect();
                work.push(Part { nodes: body, cut, parent: Some(id) });
            }
        }
        forest
    }

    /// The innermost loop that a node is in.
    pub fn innermost(&self, node: N) -> Option<LoopId> {
        self.innermost.get(&node).copied()
    }

    /// How many loops a node is in.
    pub fn depth(&self, node: N) -> usize {
        let around = |&id: &LoopId| self.loops[id].parent;
        std::iter::successors(self.innermost(node), around).count()
    }

    /// All heads of all loops, in order: every cycle goes through one.
    pub fn heads(&self) -> Vec<N> {
        let mut heads: Vec<N> =
            self.loops.iter().flat_map(|inner| inner.heads.iter().copied()).collect();
        heads.sort_unstable();
        heads.dedup();
        heads
    }
}

/// Where a component of `part` is entered from the rest of the graph; the first node
/// if nothing enters it (unreachable).
fn heads<N: Idx + Ord + Hash>(
    graph: &Graph<N>,
    part: &Part<N>,
    inside: &FxHashSet<N>,
    body: &[N],
    entry: N,
) -> Vec<N> {
    let mut entered: FxHashSet<N> = FxHashSet::default();
    for (from, targets) in graph.iter_enumerated() {
        if !inside.contains(&from) {
            entered.extend(targets.iter().filter(|to| inside.contains(to)));
        }
    }
    if inside.contains(&entry) {
        entered.insert(entry);
    }
    // A head of the loop around can't be in a cycle of this part.
    debug_assert!(entered.iter().all(|node| !part.cut.contains(node)));
    let heads: Vec<N> = body.iter().copied().filter(|node| entered.contains(node)).collect();
    if heads.is_empty() { vec![body[0]] } else { heads }
}

/// Strongly connected components of a part (Tarjan 1972).
fn components<N: Idx + Hash>(graph: &Graph<N>, part: &Part<N>) -> Vec<Vec<N>> {
    let inside: FxHashSet<N> = part.nodes.iter().copied().collect();
    let next = |from: N| -> Vec<N> {
        let counts = |to: &&N| inside.contains(*to) && !part.cut.contains(*to);
        graph[from].iter().filter(counts).copied().collect()
    };
    let mut result = Vec::new();
    let mut number: FxHashMap<N, usize> = FxHashMap::default();
    let mut lowest: FxHashMap<N, usize> = FxHashMap::default();
    let mut open: Vec<N> = Vec::new();
    let mut is_open: FxHashSet<N> = FxHashSet::default();
    for &root in &part.nodes {
        if number.contains_key(&root) {
            continue;
        }
        let mut path = vec![(root, next(root))];
        while let Some((node, rest)) = path.last_mut() {
            let node = *node;
            let count = number.len();
            if let std::collections::hash_map::Entry::Vacant(new) = number.entry(node) {
                new.insert(count);
                lowest.insert(node, count);
                open.push(node);
                is_open.insert(node);
            }
            if let Some(to) = rest.pop() {
                if !number.contains_key(&to) {
                    path.push((to, next(to)));
                } else if is_open.contains(&to) {
                    let low = lowest[&node].min(number[&to]);
                    lowest.insert(node, low);
                }
                continue;
            }
            path.pop();
            let low = lowest[&node];
            if let Some(&(above, _)) = path.last() {
                lowest.insert(above, lowest[&above].min(low));
            }
            if low == number[&node] {
                let start = open.iter().rposition(|&other| other == node);
                let component = open.split_off(start.expect("it is open"));
                component.iter().for_each(|other| _ = is_open.remove(other));
                result.push(component);
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::Random;

    index_type!(
        struct Node,
        "n"
    );

    fn graph(edges: &[(u32, u32)], size: usize) -> Graph<Node> {
        let mut result = IndexVec::filled(Vec::new(), size);
        edges.iter().for_each(|&(from, to)| result[Node(from)].push(Node(to)));
        result
    }

    fn forest(edges: &[(u32, u32)], size: usize) -> LoopForest<Node> {
        LoopForest::new(&graph(edges, size), Node(0))
    }

    fn ids(nodes: &[Node]) -> Vec<u32> {
        nodes.iter().map(|node| node.0).collect()
    }

    #[test]
    fn nested_and_self_loops() {
        // 1..4 is a loop with head 1; in it 2,3 with head 2; in that 3 alone.
        let forest = forest(&[(0, 1), (1, 2), (2, 3), (3, 3), (3, 2), (3, 4), (4, 1), (4, 5)], 6);
        let found: Vec<_> = forest.loops.iter().map(|l| (ids(&l.heads), ids(&l.body))).collect();
        let expected = [(vec![1], vec![1, 2, 3, 4]), (vec![2], vec![2, 3]), (vec![3], vec![3])];
        assert_eq!(found, expected);
        let depths: Vec<usize> = (0..6).map(|i| forest.depth(Node(i))).collect();
        assert_eq!(depths, [0, 1, 2, 3, 1, 0]);
        assert_eq!(ids(&forest.heads()), [1, 2, 3]);
    }

    #[test]
    fn irreducible_loop_has_two_heads() {
        let forest = forest(&[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)], 4);
        assert_eq!(forest.loops.len(), 1);
        assert_eq!(ids(&forest.loops[LoopId(0)].heads), [1, 2]);
    }

    /// Without its heads no loop's own cycles remain: every cycle meets a head.
    #[test]
    fn every_cycle_meets_a_head() {
        let mut random = Random::new(5);
        let mut irreducible = 0;
        for _ in 0..300 {
            let size = 2 + random.index(9);
            let edges: Vec<(u32, u32)> = (0..random.index(3 * size))
                .map(|_| (random.index(size) as u32, 1 + random.index(size - 1) as u32))
                .collect();
            let successors = graph(&edges, size);
            let forest = LoopForest::new(&successors, Node(0));
            let cut = forest.heads().into_iter().collect();
            let part = Part { nodes: successors.indices().collect(), cut, parent: None };
            let acyclic = components(&successors, &part).iter().all(|component| {
                component.len() == 1
                    && successors[component[0]]
                        .iter()
                        .all(|to| *to != component[0] || part.cut.contains(to))
            });
            assert!(acyclic, "{edges:?}");
            irreducible += forest.loops.iter().filter(|inner| inner.heads.len() > 1).count();
            for (id, inner) in forest.loops.iter_enumerated() {
                if let Some(parent) = inner.parent {
                    let around = &forest.loops[parent];
                    assert!(parent < id && inner.body.len() < around.body.len());
                    assert!(inner.body.iter().all(|node| around.body.contains(node)));
                    assert!(around.heads.iter().all(|head| !inner.body.contains(head)));
                }
            }
        }
        assert!(irreducible > 20, "only {irreducible}");
    }
}
