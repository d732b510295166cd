//! Correspondence of signals.

use super::Latches;
use super::random::random_latches;
use crate::bv::{Op, TermStore, Value};
use crate::certify::system::check_inductive;
use crate::formats::tests::random_words;
use crate::formats::tests::search::depths;
use crate::program::GoalId;
use crate::support::{Budget, IndexVec, Random};
use crate::sweep::signals::correspondence;
use crate::system::{Bad, Origin, StateVar, Transition, TransitionSystem};

/// The goals that correspondence decides; they can't be reached, and the invariant says so.
fn decided(system: &TransitionSystem) -> Vec<usize> {
    let budget = Budget::unlimited();
    let Some(found) = correspondence(system, &budget) else { return vec![] };
    let invariant = (found.terms, found.holds);
    check_inductive(system, &found.goals, invariant, &budget).expect("it is an invariant");
    found.goals
}

/// `i` counts up to `limit`, which is any number, and `s` by two with it. The bad conditions: `i`
/// is past the limit; `s` is not twice `i`; `i` is at the limit.
fn counters(width: u32) -> TransitionSystem {
    let mut terms = TermStore::new();
    let (mut states, mut next) = (IndexVec::new(), IndexVec::new());
    let [i, s, limit] = ["i", "s", "limit"].map(|name| {
        let current = terms.symbol(name, width);
        let later = terms.symbol(format!("{name}'"), width);
        states.push(StateVar {
            name: name.to_owned(),
            current,
            next: later,
            origin: Origin::Foreign,
        });
        current
    });
    let [zero, one, two] = [0, 1, 2].map(|number| terms.constant(Value::new(width, number)));
    let goes_on = terms.app(Op::Ult, &[i, limit]);
    for (word, step) in [(i, one), (s, two)] {
        let sum = terms.app(Op::Add, &[word, step]);
        next.push(terms.ite(goes_on, sum, word));
    }
    next.push(limit);
    let init = vec![terms.eq(i, zero), terms.eq(s, zero)];
    let past = terms.app(Op::Ult, &[limit, i]);
    let twice = terms.app(Op::Add, &[i, i]);
    let twice = terms.eq(s, twice);
    let bad = [past, terms.not(twice), terms.eq(i, limit)];
    let bad = (0..).zip(bad).map(|(i, it)| Bad { goals: vec![GoalId(i)], condition: it });
    TransitionSystem {
        bad: bad.collect(),
        terms,
        states,
        inputs: vec![],
        init,
        universal: vec![],
        transition: Transition::Functional(next),
        terminated: None,
        facts: vec![],
        predicates: vec![],
    }
}

#[test]
fn counters_correspond_at_any_width() {
    for width in [3, 8, 24] {
        assert_eq!(decided(&counters(width)), [0, 1], "{width} bits");
    }
}

#[test]
fn a_relation_or_no_time_is_no_answer() {
    let system = counters(8);
    let budget = Budget::unlimited();
    budget.cancel();
    assert!(correspondence(&system, &budget).is_none());
    let mut relation = system;
    let Transition::Functional(values) = relation.transition else { unreachable!("made so") };
    let states = relation.states.iter().zip(values.iter());
    let conjuncts = states.map(|(state, &value)| relation.terms.eq(state.next, value)).collect();
    relation.transition = Transition::Relation(conjuncts);
    assert!(correspondence(&relation, &Budget::unlimited()).is_none());
}

/// The first states count, and so do constraints: a gate that a constraint holds down.
#[test]
fn constraints_are_assumed_and_first_states_asked() {
    let mut it = Latches::default();
    let (input, other) = (it.input(), it.input());
    let seen = it.latch(false);
    let either = it.terms.or(seen, input);
    it.next(seen, either);
    let not_input = it.terms.not(input);
    it.universal.push(not_input);
    let both = it.terms.and(seen, other);
    assert_eq!(decided(&it.system(&[both])), [0]);

    // It is kept once it holds, but does not hold at first.
    let mut it = Latches::default();
    let kept = it.latch(None);
    assert!(decided(&it.system(&[kept])).is_empty());
}

#[test]
fn what_is_found_in_random_systems_is_right() {
    let mut random = Random::new(23);
    let (mut found, mut all) = (0, 0);
    for round in 0..600 {
        let system = match round % 3 {
            0 => random_words(&mut random),
            _ => random_latches(&mut random),
        };
        let expected = depths(&system);
        let decided = decided(&system);
        assert!(decided.iter().all(|&goal| expected[goal].is_none()), "round {round}");
        found += decided.len();
        all += expected.iter().filter(|depth| depth.is_none()).count();
    }
    assert!(found > 100 && 2 * found > all, "{found} of {all}");
}
