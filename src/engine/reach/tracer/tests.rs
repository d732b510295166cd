//! The examples of the paper.

use super::*;
use crate::bv::Op;
use crate::engine::reach::testing::{Builder, equal, is_proved};

/// The nodes at a location, and whether another one covers each.
fn at(search: &Search<'_>, location: u32) -> Vec<(NodeId, bool)> {
    let mut all = search.graph.present();
    all.retain(|&node| search.graph.node(node).location == LocationId(location));
    all.into_iter().map(|node| (node, search.graph.node(node).covered.is_some())).collect()
}

impl Builder {
    fn number(&mut self, value: u128) -> Term {
        self.cfa.terms.number(32, value)
    }

    /// A variable plus a number.
    fn plus(&mut self, var: u32, value: u128) -> Term {
        let (var, number) = (self.var(var), self.number(value));
        self.cfa.terms.app(Op::Add, &[var, number])
    }

    /// A comparison of a variable and a number, and its opposite.
    fn compared(&mut self, op: Op, var: u32, value: u128) -> [Term; 2] {
        let (var, number) = (self.var(var), self.number(value));
        let holds = self.cfa.terms.app(op, &[var, number]);
        [holds, self.cfa.terms.not(holds)]
    }
}

/// Figure 1: the second visit to location 5 is searched, the second one to location 3 is not.
#[test]
fn interpolants_subsume_what_follows_a_branch() {
    const X: u32 = 0;
    const Y: u32 = 1;
    let mut it = Builder::new(2, 8);
    let zero = it.number(0);
    let steps = [1, 2, 4].map(|step| it.plus(X, step));
    let [small, large] = it.compared(Op::Slt, Y, 1);
    let [_, more] = it.compared(Op::Sle, X, 5);
    it.edge([0, 1], vec![], &[(X, zero)]);
    // Not taken first, as in the figure.
    it.edge([1, 3], vec![], &[]);
    it.edge([1, 2], vec![], &[]);
    it.edge([2, 3], vec![], &[(X, steps[0])]);
    it.edge([3, 5], vec![small], &[]);
    it.edge([3, 4], vec![large], &[]);
    it.edge([4, 5], vec![], &[(X, steps[1])]);
    it.edge([5, 7], vec![large], &[]);
    it.edge([5, 6], vec![small], &[]);
    it.edge([6, 7], vec![], &[(X, steps[2])]);
    it.edge([7, 8], vec![more], &[]);
    let automaton = it.automaton();
    let options = Options::default();
    let mut search = Search::new(&automaton, &options, &Budget::unlimited());
    assert!(is_proved(|sink| search.run(sink)));
    // Location 7 after 4 is the only node beside these that others have all states of.
    let third = at(&search, 3);
    assert_eq!(third.iter().map(|it| it.1).collect::<Vec<_>>(), [false, true]);
    let fifth = at(&search, 5);
    assert_eq!(fifth.iter().map(|it| it.1).collect::<Vec<_>>(), [false, false]);
    assert_eq!(search.graph.made(), 11);
    // The paper says x <= 1, for numbers without bounds.
    let five = search.space.terms.number(32, 5);
    let [two_more, four_more] =
        [1, 2].map(|step| search.space.terms.app(Op::Sle, &[steps[step], five]));
    let [third, fifth] = [third[0].0, fifth[0].0].map(|it| search.graph.node(it).formula);
    let expected = search.space.terms.and(four_more, small);
    assert!(equal(&mut search.space, fifth, expected));
    let expected = search.space.terms.and(two_more, four_more);
    assert!(equal(&mut search.space, third, expected));
}

const LOCK: u32 = 0;
const OLD: u32 = 1;
const NEW: u32 = 2;
const FLAG: u32 = 3;

/// Figure 2.
fn locks() -> Builder {
    let mut it = Builder::new(4, 8);
    let [zero, one] = [0, 1].map(|value| it.number(value));
    let old = it.var(OLD);
    let [new, next_new] = [it.var(NEW), it.plus(NEW, 1)];
    let next_old = it.plus(OLD, 1);
    let same = it.cfa.terms.eq(new, old);
    let different = it.cfa.terms.not(same);
    let no_flag = it.is(FLAG, 0);
    let flag = it.cfa.terms.not(no_flag);
    let free = it.is(LOCK, 0);
    it.edge([0, 1], vec![], &[(LOCK, zero), (NEW, next_old), (FLAG, one)]);
    it.edge([1, 2], vec![different], &[]);
    it.edge([2, 3], vec![], &[(LOCK, one), (OLD, new)]);
    it.edge([3, 1], vec![], &[]);
    it.edge([3, 4], vec![], &[]);
    it.edge([4, 1], vec![], &[(LOCK, zero), (NEW, next_new)]);
    it.edge([1, 5], vec![same], &[]);
    it.edge([5, 6], vec![no_flag], &[]);
    it.edge([6, 7], vec![], &[(LOCK, zero)]);
    it.edge([5, 7], vec![flag], &[]);
    it.edge([7, 8], vec![free], &[]);
    it
}

/// Figure 2: a path to the error locks `new = old + 1`, and the loop is unrolled once; the other
/// way around it closes without.
#[test]
fn what_a_loop_breaks_is_dropped_unless_it_is_needed() {
    let mut it = locks();
    let (new, next_old) = (it.var(NEW), it.plus(OLD, 1));
    let needed = it.cfa.terms.eq(new, next_old);
    let flag = it.is(FLAG, 1);
    let automaton = it.automaton();
    let options = Options { slackening: false, ..Options::default() };
    let mut search = Search::new(&automaton, &options, &Budget::unlimited());
    assert!(is_proved(|sink| search.run(sink)));
    assert_eq!(search.told.refinements, 1);
    // The head, unrolled once, and where the loop closes.
    let heads = at(&search, 1);
    assert_eq!(heads.iter().map(|it| it.1).collect::<Vec<_>>(), [false, false, true]);
    let formula = search.graph.node(heads[0].0).formula;
    let expected = search.space.terms.and(needed, flag);
    assert!(equal(&mut search.space, formula, expected));
    // Beyond the loop only its exit after `old = new` is seen, and never location 6.
    assert_eq!(at(&search, 5).len(), 1);
    assert_eq!(at(&search, 6).len(), 0);
}

/// Figure 3 (b), bounded so that nothing wraps around: `n` counts to `most`, `y` with it.
fn counters(most: u128) -> Builder {
    const Y: u32 = 0;
    const N: u32 = 1;
    let mut it = Builder::new(2, 3);
    let zero = it.number(0);
    let steps = [Y, N].map(|var| it.plus(var, 1));
    let [small_y, small_n] = [Y, N].map(|var| it.compared(Op::Slt, var, 1 << 20)[0]);
    let [more, done] = it.compared(Op::Slt, N, most);
    let [y, n, most] = [it.var(Y), it.var(N), it.number(most)];
    let sum = it.cfa.terms.app(Op::Add, &[y, n]);
    let less = it.cfa.terms.app(Op::Slt, &[sum, most]);
    it.edge([0, 1], vec![], &[(Y, zero), (N, zero)]);
    it.edge([1, 1], vec![more, small_y], &[(Y, steps[0]), (N, steps[1])]);
    it.edge([1, 2], vec![done], &[]);
    it.edge([2, 3], vec![small_y, small_n, less], &[]);
    it
}

/// With orders the loop is searched as often however far it counts; with equations only it is
/// unrolled.
#[test]
fn slackening_finds_orders_that_hold_throughout() {
    let made = |most, slackening| {
        let automaton = counters(most).automaton();
        let options = Options { slackening, ..Options::default() };
        let mut search = Search::new(&automaton, &options, &Budget::unlimited());
        assert!(is_proved(|sink| search.run(sink)));
        search.graph.made()
    };
    assert_eq!(made(4, true), made(1000, true));
    assert!(made(4, false) < made(8, false));
}

/// Figure 3 (c): branches that don't matter, after one that decides.
fn branches(count: u32) -> Builder {
    const S: u32 = 0;
    const Z: u32 = 1;
    let mut it = Builder::new(2, count + 2);
    let numbers = [0, 999].map(|value| it.number(value));
    let steps = [1, 2].map(|step| it.plus(S, step));
    let [zero, _] = [it.is(Z, 0), it.is(Z, 999)];
    let [s, z] = [S, Z].map(|var| it.var(var));
    let sum = it.cfa.terms.app(Op::Add, &[s, z]);
    let most = it.number((2 * count).into());
    let exceeded = it.cfa.terms.app(Op::Slt, &[most, sum]);
    for number in numbers {
        it.edge([0, 1], vec![], &[(S, numbers[0]), (Z, number)]);
    }
    for place in 1..=count {
        for step in steps {
            it.edge([place, place + 1], vec![], &[(S, step)]);
        }
    }
    it.edge([count + 1, count + 2], vec![exceeded, zero], &[]);
    it
}

/// Figure 3 (d): of two words either excludes the error, but only one of them is known in both
/// parts of the tree.
fn either(count: u32) -> Builder {
    const S: u32 = 0;
    const T: u32 = 1;
    let mut it = Builder::new(2, count + 2);
    let zero = it.number(0);
    let steps = [S, T].map(|var| it.plus(var, 1));
    let [large_s, large_t] = [S, T].map(|var| it.compared(Op::Sle, var, count.into())[1]);
    it.edge([0, 1], vec![], &[(S, zero), (T, zero)]);
    it.edge([0, 1], vec![], &[(T, zero)]);
    for place in 1..=count {
        it.edge([place, place + 1], vec![], &[(S, steps[0]), (T, steps[1])]);
        it.edge([place, place + 1], vec![], &[]);
    }
    it.edge([count + 1, count + 2], vec![large_t, large_s], &[]);
    it
}

/// Figure 3 (a): branches of which none matters.
fn neither() -> Builder {
    const Q: u32 = 0;
    const X: u32 = 1;
    const Y: u32 = 2;
    let mut it = Builder::new(3, 4);
    let [zero, one] = [0, 1].map(|value| it.number(value));
    let [not_positive, positive] = it.compared(Op::Sle, X, 0);
    let cleared = it.is(Q, 0);
    it.edge([0, 1], vec![], &[(Q, one)]);
    it.edge([1, 2], vec![], &[(X, zero)]);
    it.edge([1, 2], vec![], &[(X, one)]);
    it.edge([2, 3], vec![positive], &[(Y, zero)]);
    it.edge([2, 3], vec![not_positive], &[(Y, one)]);
    it.edge([3, 4], vec![cleared], &[]);
    it
}

/// How many nodes the tree of an automaton has whose error can't be reached.
fn nodes(it: Builder) -> usize {
    let automaton = it.automaton();
    let options = Options::default();
    let mut search = Search::new(&automaton, &options, &Budget::unlimited());
    assert!(is_proved(|sink| search.run(sink)));
    assert_eq!(search.told.refinements, 0);
    search.graph.made()
}

/// The number of nodes is linear in that of branches, not exponential.
#[test]
fn what_decides_is_enough_for_all_branches() {
    let counts = [4, 8, 16].map(|count: u32| count as usize);
    assert_eq!([4, 8, 16].map(|count| nodes(branches(count))), counts.map(|it| 4 * it + 3));
    assert_eq!([4, 8, 16].map(|count| nodes(either(count))), counts.map(|it| 2 * it + 3));
    // Locations 2 and 3 twice, the second time 3 is covered.
    assert_eq!(nodes(neither()), 6);
}
