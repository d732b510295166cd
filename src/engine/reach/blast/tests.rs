//! The examples of the paper.

use super::*;
use crate::bv::Op;
use crate::engine::reach::testing::{Builder, equal, is_proved};

const LOCK: u32 = 0;
const GOT_LOCK: u32 = 1;
const OLD: u32 = 2;
const NEW: u32 = 3;
const ERROR: u32 = 13;

/// Edges of [`example`] that the paper names.
struct Named {
    /// `lock(); old = new`
    lock_old_new: EdgeId,
    /// From location 3 to 4.
    branch: EdgeId,
    /// `unlock(); new++`
    unlock_new: EdgeId,
    /// `[new = old]`
    same: EdgeId,
    /// The error in the last `unlock()`.
    not_locked: EdgeId,
}

/// The program of figure 1; location 0 sets `LOCK` to 0.
fn example() -> (Builder, Named) {
    let mut it = Builder::new(4, ERROR);
    let [zero, one] = [0, 1].map(|value| it.cfa.terms.number(32, value));
    let [free, held] = [0, 1].map(|value| it.is(LOCK, value));
    let [not_free, not_held] = [free, held].map(|term| it.cfa.terms.not(term));
    let more = |it: &mut Builder, var| {
        let var = it.var(var);
        it.cfa.terms.app(Op::Add, &[var, one])
    };
    let [got_more, new_more] = [GOT_LOCK, NEW].map(|var| more(&mut it, var));
    let has_not = it.is(GOT_LOCK, 0);
    let has = it.cfa.terms.not(has_not);
    let [new, old] = [NEW, OLD].map(|var| it.var(var));
    let same = it.cfa.terms.eq(new, old);
    let different = it.cfa.terms.not(same);
    it.edge([0, 1], vec![], &[(LOCK, zero)]);
    it.edge([1, 2], vec![], &[]);
    it.edge([1, 7], vec![], &[]);
    it.edge([7, 8], vec![], &[(GOT_LOCK, zero)]);
    it.edge([8, 9], vec![], &[]);
    it.edge([8, 10], vec![], &[]);
    it.edge([9, 10], vec![free], &[(LOCK, one), (GOT_LOCK, got_more)]);
    it.edge([9, ERROR], vec![not_free], &[]);
    it.edge([10, 11], vec![has], &[]);
    it.edge([10, 12], vec![has_not], &[]);
    it.edge([11, 12], vec![held], &[(LOCK, zero)]);
    it.edge([11, ERROR], vec![not_held], &[]);
    it.edge([12, 7], vec![], &[]);
    it.edge([12, 2], vec![], &[]);
    let lock_old_new = it.edge([2, 3], vec![free], &[(LOCK, one), (OLD, new)]);
    it.edge([2, ERROR], vec![not_free], &[]);
    let branch = it.edge([3, 4], vec![], &[]);
    it.edge([3, 5], vec![], &[]);
    let unlock_new = it.edge([4, 5], vec![held], &[(LOCK, zero), (NEW, new_more)]);
    it.edge([4, ERROR], vec![not_held], &[]);
    let same = it.edge([5, 6], vec![same], &[]);
    it.edge([5, 2], vec![different], &[]);
    let not_locked = it.edge([6, ERROR], vec![not_held], &[]);
    (it, Named { lock_old_new, branch, unlock_new, same, not_locked })
}

#[test]
fn the_precondition_is_that_of_example_3() {
    let (mut it, edges) = example();
    let (free, held) = (it.is(LOCK, 0), it.is(LOCK, 1));
    let [new, old] = [NEW, OLD].map(|var| it.var(var));
    let mut space = Space::new(&it.cfa, &Budget::unlimited());
    let same = space.terms.eq(new, old);
    let bad = space.terms.and(free, same);
    let before = space.before_step(0, edges.unlock_new, bad);
    let one = space.terms.number(32, 1);
    let more = space.terms.app(Op::Add, &[new, one]);
    let expected = space.terms.eq(more, old);
    assert!(equal(&mut space, before, expected));
    // The paper's figure has the condition of the assertion, too.
    assert_eq!(space.guard(edges.unlock_new), held);
}

#[test]
fn the_abstract_postcondition_is_that_of_example_4() {
    let (mut it, edges) = example();
    let (free, held) = (it.is(LOCK, 0), it.is(LOCK, 1));
    let [new, old] = [NEW, OLD].map(|var| it.var(var));
    let same = it.cfa.terms.eq(new, old);
    let mut space = Space::new(&it.cfa, &Budget::unlimited());
    let mut predicates = Predicates::new(space.cfa.locations.len(), 3);
    let support: BTreeSet<PredicateId> = [free, held, same]
        .into_iter()
        .filter_map(|term| predicates.intern(&space.terms, term).expect("there is room"))
        .collect();
    let region = space.terms.and(held, same);
    let kind = (Abstraction::Cartesian, limits::CASES);
    let after = post(&mut space, (&predicates, &support), kind, region, edges.unlock_new);
    let after = after.expect("there is time").expect("it can be taken");
    let after = predicates.formula(&mut space.terms, &after);
    let [not_held, different] = [held, same].map(|term| space.terms.not(term));
    let expected = space.terms.conjunction([free, not_held, different]);
    assert!(equal(&mut space, after, expected));
}

#[test]
fn focus_finds_the_predicate_of_example_5() {
    let (mut it, edges) = example();
    let free = it.is(LOCK, 0);
    let [new, old] = [NEW, OLD].map(|var| it.var(var));
    let mut space = Space::new(&it.cfa, &Budget::unlimited());
    let same = space.terms.eq(new, old);
    let Named { lock_old_new, branch, unlock_new, same: is_same, not_locked } = edges;
    let path = [lock_old_new, branch, unlock_new, is_same, not_locked];
    let found = focus(&mut space, free, &path).expect("there is time");
    assert!(!found.is_empty());
    assert!(found.iter().all(|&term| term == same), "{found:?}");
}

/// As section 2 tells: one part of the tree needs `new = old`, the other `got_lock = 0`.
#[test]
fn predicates_differ_from_subtree_to_subtree() {
    let (mut it, _) = example();
    let has_not = it.is(GOT_LOCK, 0);
    let [new, old] = [NEW, OLD].map(|var| it.var(var));
    let same = it.cfa.terms.eq(new, old);
    let automaton = it.automaton();
    let options = Options::default();
    let mut search = Search::new(&automaton, &options, &Budget::unlimited());
    assert!(is_proved(|sink| search.run(sink)));
    let mut seen = [false; 2];
    for node in search.graph.present() {
        let location = search.graph.node(node).location;
        let branch = search.graph.branch(node);
        let has = |term| {
            let mut support = search.marks[node].support.iter();
            support.any(|&id| search.predicates.term(id) == term)
        };
        let got_lock = branch.iter().any(|&it| search.graph.node(it).location == LocationId(7));
        assert!(got_lock || !has(has_not), "{node} at {location}");
        seen[0] |= !got_lock && has(same);
        seen[1] |= got_lock && has(has_not);
        // Only the first visit to location 2 is expanded: the others are covered.
        if got_lock && location == LocationId(2) {
            assert!(search.graph.node(node).covered.is_some());
        }
    }
    assert_eq!(seen, [true; 2]);
}

/// Figure 9: a loop that keeps the subtree and with it a node that knows too little.
#[test]
fn keeping_the_subtree_may_not_end() {
    let mut it = Builder::new(1, 2);
    let zero = it.cfa.terms.number(32, 0);
    let is_zero = it.is(0, 0);
    let is_not = it.cfa.terms.not(is_zero);
    it.edge([0, 1], vec![], &[(0, zero)]);
    it.edge([1, 1], vec![], &[]);
    it.edge([1, 2], vec![is_not], &[]);
    let automaton = it.automaton();
    for keep_subtree in [false, true] {
        let options = Options { keep_subtree, ..Options::default() };
        let mut search = Search::new(&automaton, &options, &Budget::unlimited());
        search.told.limit = Some(50);
        assert_eq!(is_proved(|sink| search.run(sink)), !keep_subtree);
        assert_eq!(search.told.refinements, if keep_subtree { 50 } else { 1 });
    }
}
