//! The loop-nesting forest of an automaton, irreducible loops included.
//!
//! Steensgaard's forest (Sequential and parallel state elimination, 1993; compared with
//! others in Ramalingam, On loops, dominators, and dominance frontiers, 2002): the
//! outermost loops are the strongly connected components with an edge inside; the
//! *heads* of a loop are its locations that an edge enters from outside it; its inner
//! loops are the loops of what is left of it without the edges to its heads. So each
//! cycle within a loop but in none of its inner loops goes through a head. A loop is
//! reducible if it has one head.
//!
//! Components by Tarjan's algorithm, without recursion.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Cfa, LocationId};
use crate::index_type;
use crate::support::IndexVec;

index_type!(
    /// A loop of a [`LoopForest`].
    pub struct LoopId,
    "loop"
);

/// A loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Where it is entered, in order; more than one: it is irreducible.
    pub heads: Vec<LocationId>,
    /// All its locations, heads and inner loops included, in order.
    pub body: Vec<LocationId>,
    /// The loop right around it.
    pub parent: Option<LoopId>,
}

/// All loops of an automaton, each after the loop around it.
#[derive(Clone, Debug, Default)]
pub struct LoopForest {
    /// The loops.
    pub loops: IndexVec<LoopId, Loop>,
    innermost: FxHashMap<LocationId, LoopId>,
}

type Successors = IndexVec<LocationId, Vec<LocationId>>;

/// A part of the graph whose loops are still to be found.
struct Part {
    locations: Vec<LocationId>,
    /// Heads of the loop around: edges to them don't count.
    cut: FxHashSet<LocationId>,
    parent: Option<LoopId>,
}

impl LoopForest {
    /// The loops of `cfa`.
    pub fn new(cfa: &Cfa) -> Self {
        let mut successors: Successors = IndexVec::filled(Vec::new(), cfa.locations.len());
        for edge in cfa.edges.iter() {
            successors[edge.source].push(edge.target);
        }
        Self::of_graph(&successors, cfa.entry)
    }

    fn of_graph(successors: &Successors, entry: LocationId) -> Self {
        let mut forest = Self::default();
        let all = successors.indices().collect();
        let mut work = vec![Part { locations: all, cut: FxHashSet::default(), parent: None }];
        while let Some(part) = work.pop() {
            for mut body in components(successors, &part) {
                let inside: FxHashSet<LocationId> = body.iter().copied().collect();
                let cyclic = body.iter().any(|&from| {
                    successors[from].iter().any(|to| inside.contains(to) && !part.cut.contains(to))
                });
                if !cyclic {
                    continue;
                }
                body.sort_unstable();
                let heads = heads(successors, &part, &inside, &body, entry);
                let cut: FxHashSet<LocationId> = heads.iter().copied().collect();
                let parent = part.parent;
                let id = forest.loops.push(Loop { heads, body: body.clone(), parent });
                body.iter().for_each(|&location| _ = forest.innermost.insert(location, id));
                let cut = cut.union(&part.cut).copied().collect();
                work.push(Part { locations: body, cut, parent: Some(id) });
            }
        }
        forest
    }

    /// The innermost loop that a location is in.
    pub fn innermost(&self, location: LocationId) -> Option<LoopId> {
        self.innermost.get(&location).copied()
    }

    /// How many loops a location is in.
    pub fn depth(&self, location: LocationId) -> usize {
        let around = |&id: &LoopId| self.loops[id].parent;
        std::iter::successors(self.innermost(location), around).count()
    }

    /// All heads of all loops, in order: every cycle goes through one.
    pub fn heads(&self) -> Vec<LocationId> {
        let mut heads: Vec<LocationId> =
            self.loops.iter().flat_map(|inner| inner.heads.iter().copied()).collect();
        heads.sort_unstable();
        heads.dedup();
        heads
    }
}

/// Where a component of `part` is entered from the rest of the graph; the first location
/// if nothing enters it (unreachable).
fn heads(
    successors: &Successors,
    part: &Part,
    inside: &FxHashSet<LocationId>,
    body: &[LocationId],
    entry: LocationId,
) -> Vec<LocationId> {
    let mut entered: FxHashSet<LocationId> = FxHashSet::default();
    for (from, targets) in successors.iter_enumerated() {
        if !inside.contains(&from) {
            entered.extend(targets.iter().filter(|to| inside.contains(to)));
        }
    }
    if inside.contains(&entry) {
        entered.insert(entry);
    }
    // A head of the loop around can't be in a cycle of this part.
    debug_assert!(entered.iter().all(|location| !part.cut.contains(location)));
    let heads: Vec<LocationId> =
        body.iter().copied().filter(|location| entered.contains(location)).collect();
    if heads.is_empty() { vec![body[0]] } else { heads }
}

/// Strongly connected components of a part (Tarjan 1972).
fn components(successors: &Successors, part: &Part) -> Vec<Vec<LocationId>> {
    let inside: FxHashSet<LocationId> = part.locations.iter().copied().collect();
    let next = |from: LocationId| -> Vec<LocationId> {
        let counts = |to: &&LocationId| inside.contains(*to) && !part.cut.contains(*to);
        successors[from].iter().filter(counts).copied().collect()
    };
    let mut result = Vec::new();
    let mut number: FxHashMap<LocationId, usize> = FxHashMap::default();
    let mut lowest: FxHashMap<LocationId, usize> = FxHashMap::default();
    let mut open: Vec<LocationId> = Vec::new();
    let mut is_open: FxHashSet<LocationId> = FxHashSet::default();
    for &root in &part.locations {
        if number.contains_key(&root) {
            continue;
        }
        let mut path = vec![(root, next(root))];
        while let Some((location, rest)) = path.last_mut() {
            let location = *location;
            let count = number.len();
            if let std::collections::hash_map::Entry::Vacant(new) = number.entry(location) {
                new.insert(count);
                lowest.insert(location, count);
                open.push(location);
                is_open.insert(location);
            }
            if let Some(to) = rest.pop() {
                if !number.contains_key(&to) {
                    path.push((to, next(to)));
                } else if is_open.contains(&to) {
                    let low = lowest[&location].min(number[&to]);
                    lowest.insert(location, low);
                }
                continue;
            }
            path.pop();
            let low = lowest[&location];
            if let Some(&(above, _)) = path.last() {
                lowest.insert(above, lowest[&above].min(low));
            }
            if low == number[&location] {
                let start = open.iter().rposition(|&other| other == location);
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

    fn graph(edges: &[(u32, u32)], size: usize) -> Successors {
        let mut result = IndexVec::filled(Vec::new(), size);
        edges.iter().for_each(|&(from, to)| result[LocationId(from)].push(LocationId(to)));
        result
    }

    fn forest(edges: &[(u32, u32)], size: usize) -> LoopForest {
        LoopForest::of_graph(&graph(edges, size), LocationId(0))
    }

    fn ids(locations: &[LocationId]) -> Vec<u32> {
        locations.iter().map(|location| location.0).collect()
    }

    #[test]
    fn nested_and_self_loops() {
        // 1..4 is a loop with head 1; in it 2,3 with head 2; in that 3 alone.
        let forest = forest(&[(0, 1), (1, 2), (2, 3), (3, 3), (3, 2), (3, 4), (4, 1), (4, 5)], 6);
        let found: Vec<_> = forest.loops.iter().map(|l| (ids(&l.heads), ids(&l.body))).collect();
        let expected = [(vec![1], vec![1, 2, 3, 4]), (vec![2], vec![2, 3]), (vec![3], vec![3])];
        assert_eq!(found, expected);
        let depths: Vec<usize> = (0..6).map(|i| forest.depth(LocationId(i))).collect();
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
            let forest = LoopForest::of_graph(&successors, LocationId(0));
            let cut = forest.heads().into_iter().collect();
            let part = Part { locations: successors.indices().collect(), cut, parent: None };
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
                    assert!(inner.body.iter().all(|location| around.body.contains(location)));
                    assert!(around.heads.iter().all(|head| !inner.body.contains(head)));
                }
            }
        }
        assert!(irreducible > 20, "only {irreducible}");
    }
}
