//! Graphs: orders, dominators, loops. Nodes are anything that can be told apart; where all have
//! numbers, a graph is the list of successors of each.

mod dominators;
mod loops;

use std::hash::Hash;

use rustc_hash::FxHashSet;

use super::index::{Idx, IndexVec};

pub use dominators::Dominators;
pub use loops::{Loop, LoopForest, LoopId};

/// The successors of each node.
pub type Graph<N> = IndexVec<N, Vec<N>>;

/// The nodes that `roots` lead to and that are not in `seen`, each after those that it leads to
/// except along retreating edges; what the last root and the last successor lead to comes first.
/// All of them are in `seen` then.
pub fn postorder<N: Copy + Eq + Hash>(
    roots: impl IntoIterator<Item = N>,
    successors: impl Fn(N) -> Vec<N>,
    seen: &mut FxHashSet<N>,
) -> Vec<N> {
    let mut order = Vec::new();
    let mut roots: Vec<N> = roots.into_iter().collect();
    let mut stack: Vec<(N, Vec<N>)> = Vec::new();
    loop {
        let Some((node, pending)) = stack.last_mut() else {
            match roots.pop() {
                Some(root) if seen.insert(root) => stack.push((root, successors(root))),
                Some(_) => {}
                None => return order,
            }
            continue;
        };
        match pending.pop() {
            Some(next) if seen.insert(next) => stack.push((next, successors(next))),
            Some(_) => {}
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
}

/// The nodes that `entry` leads to, itself included, each before its successors except along
/// retreating edges.
pub fn reverse_postorder<N: Copy + Eq + Hash>(
    entry: N,
    successors: impl Fn(N) -> Vec<N>,
) -> Vec<N> {
    let mut order = postorder([entry], successors, &mut FxHashSet::default());
    order.reverse();
    order
}

/// The place of each node in an order in which it stands before its successors, but for those
/// that are `cut`; none if there is no such order.
pub fn topological_ranks<N: Idx>(
    graph: &Graph<N>,
    cut: impl Fn(N) -> bool,
) -> Option<IndexVec<N, usize>> {
    let inner = |node: N| graph[node].iter().copied().filter(|&to| !cut(to));
    let mut waiting = IndexVec::filled(0usize, graph.len());
    for node in graph.indices() {
        inner(node).for_each(|to| waiting[to] += 1);
    }
    let mut rank = IndexVec::filled(0, graph.len());
    let mut ready: Vec<N> = graph.indices().filter(|&node| waiting[node] == 0).collect();
    let mut placed = 0;
    while let Some(node) = ready.pop() {
        rank[node] = placed;
        placed += 1;
        for to in inner(node) {
            waiting[to] -= 1;
            if waiting[to] == 0 {
                ready.push(to);
            }
        }
    }
    (placed == graph.len()).then_some(rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::Random;

    crate::index_type!(
        struct Node,
        "n"
    );

    fn random(random: &mut Random) -> Graph<Node> {
        let size = 1 + random.index(9);
        let mut graph: Graph<Node> = IndexVec::filled(vec![], size);
        for _ in 0..random.index(2 * size + 1) {
            let (from, to) = (random.index(size) as u32, random.index(size) as u32);
            graph[Node(from)].push(Node(to));
        }
        graph
    }

    /// What `from` leads to without going through `without`.
    fn reached(graph: &Graph<Node>, from: Node, without: Option<Node>) -> Vec<Node> {
        let mut open: Vec<Node> = [from].into_iter().filter(|&it| Some(it) != without).collect();
        let mut seen = open.clone();
        while let Some(node) = open.pop() {
            for &to in &graph[node] {
                if Some(to) != without && !seen.contains(&to) {
                    seen.push(to);
                    open.push(to);
                }
            }
        }
        seen.sort_unstable();
        seen
    }

    #[test]
    fn orders_hold_all_that_is_reached_and_edges_that_go_back_close_cycles() {
        let mut rng = Random::new(1);
        for _ in 0..500 {
            let graph = random(&mut rng);
            let order = reverse_postorder(Node(0), |node| graph[node].clone());
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, reached(&graph, Node(0), None));
            let place = |node| order.iter().position(|&it| it == node).expect("it is reached");
            for &from in &order {
                for &to in graph[from].iter().filter(|&&to| place(to) <= place(from)) {
                    assert!(reached(&graph, to, None).contains(&from), "{graph:?} {from} {to}");
                }
            }
            match topological_ranks(&graph, |_| false) {
                Some(ranks) => {
                    let mut edges = graph.iter_enumerated();
                    assert!(edges.all(|(from, to)| to.iter().all(|&to| ranks[from] < ranks[to])));
                }
                None => {
                    let on_cycle = |node: Node| {
                        graph[node].iter().any(|&to| reached(&graph, to, None).contains(&node))
                    };
                    assert!(graph.indices().any(on_cycle));
                }
            }
        }
    }

    /// By definition: without the one the other is not reached.
    #[test]
    fn dominators_are_those_of_the_definition() {
        let mut rng = Random::new(2);
        for _ in 0..500 {
            let graph = random(&mut rng);
            let tree = Dominators::new(&graph, Node(0));
            for below in graph.indices() {
                let is_reached = reached(&graph, Node(0), None).contains(&below);
                assert_eq!(tree.reachable(below), is_reached);
                for above in graph.indices().filter(|_| is_reached) {
                    let expected = !reached(&graph, Node(0), Some(above)).contains(&below);
                    assert_eq!(tree.dominates(above, below), expected, "{graph:?}");
                }
            }
        }
    }
}
