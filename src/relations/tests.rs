//! What relations are found, whether they hold, and what they exclude.

use std::collections::BTreeSet;

use super::points::Points;
use super::{Relations, relations, words};
use crate::certify::system::check_inductive;
use crate::dimspec::circuit::Circuit;
use crate::formats::btor2;
use crate::formats::tests::search::depths;
use crate::formats::tests::{random_words, round_trips};
use crate::support::{Budget, Random};
use crate::system::{Transition, TransitionSystem};

/// `x` counts down to 0 and `y` up; their sum is `n`, which is any number. That is so from the
/// second step on: in the first one `x` is given the value of `n`, and `y` has any value before.
/// The goals: at the end `y` is not `n`; it is 3.
fn transfer(width: u32) -> TransitionSystem {
    let text = format!(
        "1 sort bitvec 1\n2 sort bitvec {width}\n3 state 1 begun\n4 state 2 x\n5 state 2 y\n\
         6 state 2 n\n7 zero 1\n8 init 1 3 7\n9 one 1\n10 next 1 3 9\n11 zero 2\n12 one 2\n\
         13 eq 1 4 11\n14 sub 2 4 12\n15 ite 2 13 4 14\n16 ite 2 3 15 6\n17 next 2 4 16\n\
         18 add 2 5 12\n19 ite 2 13 5 18\n20 ite 2 3 19 11\n21 next 2 5 20\n22 next 2 6 6\n\
         23 neq 1 5 6\n24 and 1 13 23\n25 and 1 3 24\n26 bad 25\n27 constd 2 3\n28 eq 1 5 27\n\
         29 and 1 13 28\n30 and 1 3 29\n31 bad 30\n"
    );
    btor2::read::read(text.as_bytes()).expect("a model").system
}

/// What is found, if it is right.
fn found(system: &TransitionSystem) -> Option<Relations> {
    let budget = Budget::unlimited();
    let mut found = relations(system, &budget)?;
    let all = found.terms.conjunction(found.facts.iter().copied());
    let invariant = (found.terms.clone(), all);
    check_inductive(system, &found.goals, invariant, &budget).expect("it is an invariant");
    Some(found)
}

#[test]
fn a_sum_is_kept_at_any_width_by_words_and_by_named_bits() {
    for width in [3, 8, 32, 64] {
        let system = transfer(width);
        for (format, same) in round_trips(&system) {
            let found = found(&same).unwrap_or_else(|| panic!("{format}, {width} bits"));
            assert_eq!(found.goals, [0], "{format}, {width} bits");
        }
    }
}

/// First states of which I says only how words are related are met at many values.
#[test]
fn words_that_are_equal_at_first_are_met_at_many_values() {
    let text = "1 sort bitvec 24\n2 state 1 x\n3 state 1 y\n4 state 1 n\n5 init 1 2 4\n6 zero 1\n\
                7 init 1 3 6\n8 one 1\n9 sub 1 2 8\n10 next 1 2 9\n11 add 1 3 8\n12 next 1 3 11\n\
                13 next 1 4 4\n14 sort bitvec 1\n15 add 1 2 3\n16 neq 14 15 4\n17 bad 16\n";
    let system = btor2::read::read(text.as_bytes()).expect("a model").system;
    for (format, same) in round_trips(&system) {
        let circuit = Circuit::new(&same, None);
        let words = words::words(&same.states, &mut same.terms.clone());
        let points = Points::sampled(&circuit, &words, &Budget::unlimited()).expect("points");
        for (place, word) in words.iter().enumerate().filter(|it| it.1.is_wide()) {
            let values: BTreeSet<u64> = points.all.iter().map(|point| point[place]).collect();
            assert!(values.len() > 30, "{format}: {} values of {word:?}", values.len());
        }
        assert_eq!(found(&same).expect("relations").goals, [0], "{format}");
    }
}

/// Without names there are no words, and without time nothing.
#[test]
fn bits_without_names_have_no_relations() {
    let system = transfer(8);
    let (_, mut bits) = round_trips(&system).pop().expect("an AIGER file");
    for (place, state) in bits.states.iter_mut().enumerate() {
        state.name = format!("latch {place} of many");
    }
    assert!(found(&bits).is_none());
    let budget = Budget::unlimited();
    budget.cancel();
    assert!(relations(&system, &budget).is_none());
}

#[test]
fn a_relational_system_has_none() {
    let mut system = transfer(8);
    let Transition::Functional(values) = system.transition else { unreachable!("made so") };
    let states = system.states.iter().zip(values.iter());
    let conjuncts = states.map(|(state, &value)| system.terms.eq(state.next, value)).collect();
    system.transition = Transition::Relation(conjuncts);
    assert!(relations(&system, &Budget::unlimited()).is_none());
}

/// Of random systems: what is found holds in all runs (the checker says so), and excludes no goal
/// that is reached.
#[test]
fn what_is_found_in_random_systems_is_right() {
    let mut random = Random::new(29);
    let (mut with, mut excluded) = (0, 0);
    for round in 0..400 {
        let mut system = random_words(&mut random);
        if round % 2 == 0 {
            system = round_trips(&system).swap_remove(1).1;
        }
        let Some(found) = found(&system) else { continue };
        let depths = depths(&system);
        assert!(found.goals.iter().all(|&goal| depths[goal].is_none()), "round {round}");
        with += 1;
        excluded += found.goals.len();
    }
    assert!(with > 80 && excluded > 40, "{with} with facts, {excluded} goals");
}

/// Words of many widths and counters that tell few points: what there is to guess is bounded, and
/// so is the time.
#[test]
fn many_words_and_few_points_take_no_longer_than_they_may() {
    let mut text = "1 sort bitvec 1\n2 zero 1\n".to_owned();
    let mut next = 3;
    let mut line = |text: &mut String, what: String| {
        text.push_str(&format!("{next} {what}\n"));
        next += 1;
        next - 1
    };
    for width in (4..60).step_by(3) {
        for _ in 0..3 {
            let sort = line(&mut text, format!("sort bitvec {width}"));
            let one = line(&mut text, format!("one {sort}"));
            let state = line(&mut text, format!("state {sort}"));
            line(&mut text, format!("init {sort} {state} {one}"));
            let double = line(&mut text, format!("add {sort} {state} {state}"));
            let mixed = line(&mut text, format!("xor {sort} {state} {double}"));
            line(&mut text, format!("next {sort} {state} {mixed}"));
        }
    }
    let system = btor2::read::read(text.as_bytes()).expect("a model").system;
    let begin = std::time::Instant::now();
    let limit = std::time::Duration::from_secs(2);
    let _ = relations(&system, &Budget::with_timeout(Some(limit)));
    assert!(begin.elapsed() < 10 * limit, "{:?}", begin.elapsed());
}
