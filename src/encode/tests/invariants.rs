//! Clauses that hold in all reachable states hold of the program once restored.

use super::runs::Shared;
use super::search::reachable;
use super::*;
use crate::program::ValueId;
use crate::program::interp::{Event, Interpreter};
use crate::program::random::{self, Shape};
use crate::program::samples::counter;
use crate::system::{LocationInvariant, StateLit, with_facts};

/// A clause that holds in all the states, made from a state that is none of them by
/// leaving out literals.
pub(super) fn clause(
    rng: &mut Random,
    system: &TransitionSystem,
    states: &[States],
) -> Option<Vec<StateLit>> {
    let widths = state_widths(system);
    let other: States = widths.iter().map(|&width| Value::new(width, rng.wide())).collect();
    if states.contains(&other) {
        return None;
    }
    let mut clause: Vec<StateLit> = system
        .states
        .indices()
        .flat_map(|state| (0..other[state].width()).map(move |bit| (state, bit)))
        .map(|(state, bit)| StateLit { state, bit, positive: !other[state].bit(bit) })
        .collect();
    let holds = |clause: &[StateLit]| {
        let meets =
            |states: &States, lit: &StateLit| states[lit.state].bit(lit.bit) == lit.positive;
        states.iter().all(|states| clause.iter().any(|lit| meets(states, lit)))
    };
    for _ in 0..clause.len() {
        let dropped = clause.remove(rng.index(clause.len()));
        if !holds(&clause) {
            clause.push(dropped);
        }
    }
    Some(clause)
}

/// For each of the states some of what it is.
fn cubes(rng: &mut Random, states: &[States]) -> Vec<Vec<StateLit>> {
    let lits = |states: &States| -> Vec<StateLit> {
        let all = states.iter_enumerated().flat_map(|(state, value)| {
            (0..value.width()).map(move |bit| StateLit { state, bit, positive: value.bit(bit) })
        });
        all.collect()
    };
    let mut cubes: Vec<Vec<StateLit>> = states.iter().map(lits).collect();
    cubes.iter_mut().for_each(|cube| cube.retain(|_| !rng.one_in(8)));
    cubes
}

/// Checks that a location invariant holds along random runs; how often it said something.
pub(super) fn check_invariant(
    rng: &mut Random,
    program: &Program,
    invariant: &LocationInvariant,
) -> usize {
    let mut checked = 0;
    for _ in 0..10 {
        let mut run = Interpreter::new(program);
        // What a value is before its first definition.
        let before: Vec<Value> =
            program.values.iter().map(|info| random_value(rng, info.width())).collect();
        for _ in 0..20 {
            let value =
                |value: ValueId| run.value(value).unwrap_or(&before[value.0 as usize]).clone();
            let symbols: Assignment =
                invariant.symbols.iter().map(|(&symbol, &of)| (symbol, value(of))).collect();
            for &formula in invariant.at.get(&run.block()).into_iter().flatten() {
                assert!(eval(&invariant.terms, formula, &symbols).is_true(), "{}", run.block());
                checked += 1;
            }
            let mut inputs = Shared { reads: &[], inputs: &[], rng, given: Vec::new() };
            if !matches!(run.step(&mut inputs, |_, _| {}), Event::Enter(_)) {
                break;
            }
        }
    }
    checked
}

/// Checks the conjunction of two location invariants with random values; for each block
/// whether it held.
fn check_conjunction(
    rng: &mut Random,
    program: &Program,
    one: &LocationInvariant,
    other: &LocationInvariant,
) -> Vec<bool> {
    let both = one.and(other);
    assert!(both.at.keys().eq(one.at.keys()));
    let values: Vec<Value> =
        program.values.iter().map(|info| random_value(rng, info.width())).collect();
    let holds = |invariant: &LocationInvariant, block| {
        let symbols = invariant.symbols.iter();
        let symbols: Assignment =
            symbols.map(|(&symbol, &of)| (symbol, values[of.0 as usize].clone())).collect();
        let mut conjuncts = invariant.at.get(block).into_iter().flatten();
        conjuncts.all(|&conjunct| eval(&invariant.terms, conjunct, &symbols).is_true())
    };
    let same = |block| {
        let held = holds(&both, block);
        assert_eq!(held, holds(one, block) && holds(other, block));
        held
    };
    one.at.keys().map(same).collect()
}

#[test]
fn restored_invariants_hold() {
    let (mut checked, mut facts, mut covered) = ([0; 4], 0, 0);
    let mut conjoined = Vec::new();
    for seed in 0..150 {
        let mut rng = Random::new(seed);
        let program = random::program(&mut rng, &Shape::tiny());
        let machines = [
            Machine::automaton(&program, Blocks::Single),
            Machine::automaton(&program, Blocks::Large),
            Machine::automaton(&program, Blocks::Loops),
            Machine::paper(&program, None),
        ];
        for (machine, checked) in machines.into_iter().zip(&mut checked) {
            let Some(states) = reachable(&program, &machine) else { continue };
            let Encoded { system, restore } = &machine.encoded;
            let clauses: Vec<Vec<StateLit>> =
                (0..6).filter_map(|_| clause(&mut rng, system, &states)).collect();
            let invariant = restore.invariant(&program, system, &clauses);
            *checked += check_invariant(&mut rng, &program, &invariant);
            if restore.predecessor.is_some() {
                continue;
            }
            let with = with_facts(system, restore, &invariant, &invariant);
            for states in &states {
                let state = WordState { states: states.clone(), inputs: Vec::new() };
                assert!(holds(&with, &with.facts, &assignment(&with, &state)));
            }
            facts += with.facts.len();
            let cover = restore.cover(&program, system, &cubes(&mut rng, &states));
            let cover = cover.expect("there is no predecessor");
            covered += check_invariant(&mut rng, &program, &cover);
            conjoined.extend(check_conjunction(&mut rng, &program, &invariant, &cover));
        }
    }
    assert!(facts > 300 && covered > 1000, "{facts} facts, {covered} covered");
    assert!(checked.iter().all(|&checked| checked > 1000), "{checked:?}");
    let held = conjoined.iter().filter(|&&held| held).count();
    assert!(held > 30 && held + 100 < conjoined.len(), "{held} of {}", conjoined.len());
}

/// `x` and `next` differ in their lowest bit whenever the loop comes back to its head: true
/// before the phi, false behind it, where `x` is `next`.
#[test]
fn what_a_phi_overwrites_is_not_spoken_of() {
    let program = counter();
    let Encoded { system, restore } = paper::encode(&program, None);
    let find = |name: &str| {
        let found = system.states.indices().find(|&id| system.states[id].name == name);
        found.expect("a state variable")
    };
    // The head has code 2 of 3 bits.
    let elsewhere = |name| StateLit { state: find(name), bit: 1, positive: false };
    let lowest = |name, positive| StateLit { state: find(name), bit: 0, positive };
    let clauses = [true, false].map(|positive| {
        let away = [elsewhere("curr"), lowest("curr", true), elsewhere("pred")];
        away.into_iter()
            .chain([lowest("pred", true), lowest("x", positive), lowest("next", positive)])
            .collect::<Vec<StateLit>>()
    });
    let states = reachable(&program, &Machine::paper(&program, None)).expect("few states");
    let meets = |states: &States, lit: &StateLit| states[lit.state].bit(lit.bit) == lit.positive;
    let holds = |clause: &Vec<StateLit>| {
        states.iter().all(|states| clause.iter().any(|lit| meets(states, lit)))
    };
    assert!(clauses.iter().all(holds));
    let invariant = restore.invariant(&program, &system, &clauses);
    assert!(check_invariant(&mut Random::new(3), &program, &invariant) > 10);
}
