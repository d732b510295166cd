//! Clauses that hold in all reachable states hold of the program once restored.

use super::runs::Shared;
use super::search::reachable;
use super::*;
use crate::program::ValueId;
use crate::program::interp::{Event, Interpreter};
use crate::program::random::{self, Shape};
use crate::system::{LocationInvariant, StateLit};

/// A clause that holds in all the states, made from a state that is none of them by
/// leaving out literals.
fn clause(rng: &mut Random, system: &TransitionSystem, states: &[States]) -> Option<Vec<StateLit>> {
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

/// Checks that a location invariant holds along random runs; how often it said something.
fn check_invariant(rng: &mut Random, program: &Program, invariant: &LocationInvariant) -> usize {
    let mut checked = 0;
    for _ in 0..10 {
        let mut run = Interpreter::new(program);
        // What a value is before its first definition.
        let before: Vec<Value> =
            program.values.iter().map(|info| random_value(rng, info.width)).collect();
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

#[test]
fn restored_invariants_hold() {
    let mut checked = [0, 0];
    for seed in 0..150 {
        let mut rng = Random::new(seed);
        let program = random::program(&mut rng, &Shape::tiny());
        let machines = [Machine::automaton(&program), Machine::paper(&program, None)];
        for (machine, checked) in machines.into_iter().zip(&mut checked) {
            let Some(states) = reachable(&program, &machine) else { continue };
            let Encoded { system, restore } = &machine.encoded;
            let clauses: Vec<Vec<StateLit>> =
                (0..6).filter_map(|_| clause(&mut rng, system, &states)).collect();
            let invariant = restore.invariant(&program, system, &clauses);
            *checked += check_invariant(&mut rng, &program, &invariant);
        }
    }
    assert!(checked.iter().all(|&checked| checked > 1000), "{checked:?}");
}
