//! Hand-made systems, and random ones against explicit-state search.

mod random;
mod signals;

use std::collections::BTreeSet;

use super::{Swept, sweep};
use crate::bv::{Op, Term, TermStore};
use crate::certify::system::{check_invariant, check_run, simulate};
use crate::engine::{self, Config, EngineKind, Event, Proof};
use crate::formats::tests::search::depths;
use crate::program::GoalId;
use crate::support::{Budget, IndexVec};
use crate::system::{Bad, Origin, ProofLit, StateLit, StateVar, Transition, TransitionSystem};

/// One-bit state variables with initial and next values, and inputs.
#[derive(Default)]
struct Latches {
    terms: TermStore,
    bits: Vec<(Term, Option<bool>, Option<Term>)>,
    inputs: Vec<Term>,
    universal: Vec<Term>,
}

impl Latches {
    /// A new bit, which is `init` at first if that is given.
    fn latch(&mut self, init: impl Into<Option<bool>>) -> Term {
        let bit = self.terms.symbol(format!("l{}", self.bits.len()), 1);
        self.bits.push((bit, init.into(), None));
        bit
    }

    /// A bit that is what `next` was one step ago.
    fn delay(&mut self, init: impl Into<Option<bool>>, next: Term) -> Term {
        let bit = self.latch(init);
        self.next(bit, next);
        bit
    }

    fn next(&mut self, bit: Term, next: Term) {
        let found = self.bits.iter_mut().find(|known| known.0 == bit);
        found.expect("a bit").2 = Some(next);
    }

    fn xor(&mut self, a: Term, b: Term) -> Term {
        self.terms.app(Op::Xor, &[a, b])
    }

    fn input(&mut self) -> Term {
        let input = self.terms.symbol(format!("i{}", self.inputs.len()), 1);
        self.inputs.push(input);
        input
    }

    /// The system; bits without a next value keep theirs.
    fn system(self, bad: &[Term]) -> TransitionSystem {
        let Self { mut terms, bits, inputs, universal } = self;
        let (mut states, mut init, mut next) = (IndexVec::new(), vec![], IndexVec::new());
        for (place, (bit, first, then)) in bits.into_iter().enumerate() {
            let name = format!("l{place}");
            let later = terms.symbol(format!("{name}'"), 1);
            states.push(StateVar { name, current: bit, next: later, origin: Origin::Foreign });
            init.extend(first.map(|first| if first { bit } else { terms.not(bit) }));
            next.push(then.unwrap_or(bit));
        }
        let bad = (0..).zip(bad).map(|(i, &it)| Bad { goals: vec![GoalId(i)], condition: it });
        TransitionSystem {
            terms,
            states,
            inputs,
            init,
            universal,
            transition: Transition::Functional(next),
            bad: bad.collect(),
            terminated: None,
            facts: vec![],
            predicates: vec![],
        }
    }
}

/// Has IC3 decide the smaller model and compares with explicit-state search; each answer is
/// carried over to the system and checked there.
fn check(system: &TransitionSystem, swept: &Swept) {
    let budget = Budget::unlimited();
    check_invariant(system, &[], &swept.facts, &budget).expect("the facts are inductive");
    let expected = depths(system);
    let mut open: BTreeSet<usize> = (0..expected.len()).collect();
    let config = Config::new(EngineKind::Ic3);
    engine::run(&swept.built.model, &config, &budget, &mut |event| match event {
        Event::ReachedAlong { .. } | Event::Progress(_) | Event::Lemmas(_) => {}
        Event::Reached { goal, trace } => {
            assert!(expected[goal].is_some(), "goal {goal} can't be reached");
            let words = swept.words(&trace);
            let inputs = words.iter().map(|state| state.inputs.clone()).collect();
            let run = simulate(system, words[0].states.clone(), inputs).expect("values fit");
            check_run(system, goal, &run).expect("the trace is one of the whole system");
            open.remove(&goal);
        }
        Event::Unreachable { goals, proof } => {
            assert!(goals.iter().all(|&goal| expected[goal].is_none()), "a goal can be reached");
            if let Proof::Inductive(clauses) = proof {
                let clauses = clauses.iter().map(|clause| swept.built.map.clause(clause));
                let bits = |clause: &Vec<StateLit>| clause.iter().map(|&lit| lit.into()).collect();
                let whole: Vec<Vec<ProofLit>> = swept.facts.iter().map(bits).collect();
                let whole = [whole, clauses.map(|it| it.expect("state")).collect()].concat();
                check_invariant(system, &goals, &whole, &budget).expect("it is an invariant");
            }
            open.retain(|goal| !goals.contains(goal));
        }
    });
    assert!(open.is_empty(), "goals {open:?} are not decided");
}

/// Sweeps and checks; how many bits were merged, and how many dropped.
fn swept(system: &TransitionSystem) -> (usize, usize) {
    match sweep(system, None, false, &Budget::unlimited()) {
        Some(swept) => {
            check(system, &swept);
            (swept.merged, swept.dropped)
        }
        None => (0, 0),
    }
}

#[test]
fn equal_and_opposite_bits_are_merged() {
    let mut it = Latches::default();
    let input = it.input();
    let [a, b, c] = [false, false, true].map(|init| it.latch(init));
    let changed = it.xor(a, input);
    it.next(a, changed);
    let changed = it.xor(b, input);
    it.next(b, changed);
    let changed = it.xor(c, input);
    it.next(c, changed);
    let (differ, same) = (it.xor(a, b), it.terms.eq(a, c));
    assert_eq!(swept(&it.system(&[differ, same, a])), (2, 0));
}

#[test]
fn bits_that_are_equal_because_others_are() {
    let mut it = Latches::default();
    let input = it.input();
    let (x, y) = (it.delay(false, input), it.delay(false, input));
    let pairs: Vec<Term> = [x, y]
        .into_iter()
        .map(|bit| {
            let late = it.latch(true);
            let next = it.xor(late, bit);
            it.next(late, next);
            late
        })
        .collect();
    let differ = it.xor(pairs[0], pairs[1]);
    // Alone they are not: x and y must be known to be equal. Then nothing is left to be seen.
    assert_eq!(swept(&it.system(&[differ])), (2, 2));
}

#[test]
fn bits_that_differ_after_many_steps_only_are_not_merged() {
    let mut it = Latches::default();
    let counter: Vec<Term> = (0..10).map(|_| it.latch(false)).collect();
    let mut carry = it.terms.bool(true);
    for &bit in &counter {
        let next = it.xor(bit, carry);
        carry = it.terms.and(bit, carry);
        it.next(bit, next);
    }
    let full = it.latch(false);
    let next = it.terms.or(full, carry);
    it.next(full, next);
    let system = it.system(&[full]);
    assert_eq!(depths(&system), [Some(1024)]);
    assert_eq!(swept(&system), (0, 0));
}

#[test]
fn constants_are_merged_with_constants() {
    let mut it = Latches::default();
    let input = it.input();
    let (a, b) = (it.latch(false), it.latch(true));
    let both = it.terms.and(a, input);
    it.next(a, both);
    let neither = it.terms.not(a);
    it.next(b, neither);
    let kept = it.latch(true);
    let wrong = it.terms.not(kept);
    let wrong = it.terms.or(wrong, a);
    let other = it.terms.not(b);
    assert_eq!(swept(&it.system(&[wrong, other])), (3, 0));
}

#[test]
fn what_no_goal_depends_on_is_dropped() {
    let mut it = Latches::default();
    let input = it.input();
    let seen = it.latch(false);
    let next = it.terms.or(seen, input);
    it.next(seen, next);
    let free = it.latch(None);
    let unused = it.latch(true);
    let next = it.xor(unused, free);
    it.next(unused, next);
    assert_eq!(swept(&it.system(&[seen])), (0, 2));
}

#[test]
fn bits_without_initial_value() {
    // Where one looks at them in the first state they differ.
    let mut it = Latches::default();
    let input = it.input();
    let (a, b) = (it.delay(None, input), it.delay(None, input));
    let differ = it.xor(a, b);
    assert_eq!(swept(&it.system(&[differ])), (0, 0));

    // Where nobody looks before they have their values they don't.
    let mut it = Latches::default();
    let input = it.input();
    let (a, b) = (it.delay(None, input), it.delay(None, input));
    let truth = it.terms.bool(true);
    let started = it.delay(false, truth);
    let differ = it.xor(a, b);
    let wrong = it.terms.and(started, differ);
    let right = it.terms.and(started, a);
    assert_eq!(swept(&it.system(&[wrong, right])), (1, 0));

    // One that keeps its value is looked at later.
    let mut it = Latches::default();
    let (a, b) = (it.latch(None), it.latch(None));
    let truth = it.terms.bool(true);
    let started = it.delay(false, truth);
    let differ = it.xor(a, b);
    let wrong = it.terms.and(started, differ);
    assert_eq!(swept(&it.system(&[wrong])), (0, 0));
}

#[test]
fn constraints_count() {
    let mut it = Latches::default();
    let (x, y) = (it.input(), it.input());
    let (a, b) = (it.delay(false, x), it.delay(false, y));
    let same = it.terms.eq(x, y);
    it.universal.push(same);
    let differ = it.xor(a, b);
    assert_eq!(swept(&it.system(&[differ, a])), (1, 0));

    // No run at all.
    let mut it = Latches::default();
    let a = it.latch(false);
    it.universal.push(a);
    assert_eq!(swept(&it.system(&[a])), (0, 0));
}

#[test]
fn exact_sweeping_drops_nothing() {
    let mut it = Latches::default();
    let input = it.input();
    let (a, b) = (it.delay(false, input), it.delay(false, input));
    let differ = it.xor(a, b);
    let unused = it.delay(None, input);
    let system = it.system(&[differ]);
    assert!(system.states.iter().any(|state| state.current == unused));
    let swept = sweep(&system, None, true, &Budget::unlimited()).expect("a smaller model");
    check(&system, &swept);
    assert_eq!((swept.merged, swept.dropped), (1, 0));
}

#[test]
fn relations_are_swept_too() {
    let mut it = Latches::default();
    let input = it.input();
    let (a, b) = (it.delay(false, input), it.delay(true, input));
    let c = it.delay(false, input);
    let (differ, other) = (it.xor(a, c), it.xor(a, b));
    let mut system = it.system(&[differ, other, a]);
    let Transition::Functional(next) = &system.transition else { panic!("it is functional") };
    let next: Vec<Term> = next.iter().copied().collect();
    let pairs: Vec<(Term, Term)> = system.states.iter().map(|state| state.next).zip(next).collect();
    let conjuncts = pairs.into_iter().map(|(later, value)| system.terms.eq(later, value));
    system.transition = Transition::Relation(conjuncts.collect());
    let swept = sweep(&system, None, true, &Budget::unlimited()).expect("a smaller model");
    check_invariant(&system, &[], &swept.facts, &Budget::unlimited()).expect("facts");
    assert_eq!(swept.merged, 1);
    let config = Config::new(EngineKind::Ic3);
    let mut found = vec![];
    engine::run(&swept.built.model, &config, &Budget::unlimited(), &mut |event| match event {
        Event::ReachedAlong { .. } | Event::Progress(_) | Event::Lemmas(_) => {}
        Event::Reached { goal, trace } => {
            check_run(&system, goal, &swept.words(&trace)).expect("a run");
            found.push(goal);
        }
        Event::Unreachable { goals, .. } => assert_eq!(goals, [0]),
    });
    found.sort_unstable();
    assert_eq!(found, [1, 2]);
}
