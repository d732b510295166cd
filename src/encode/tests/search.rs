//! Explicit-state search: on the program and on the systems.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::*;
use crate::program::explore::reachable_goals;
use crate::program::random::{self, Shape};
use crate::program::samples::{agreeing_edges, counter, jain, swap};

/// All values of the given widths.
fn all(widths: &[u32]) -> Vec<Vec<Value>> {
    let bits: u32 = widths.iter().sum();
    let cut = |mut number: u128| {
        let take = |&width: &u32| {
            let value = Value::new(width, number);
            number >>= width;
            value
        };
        widths.iter().map(take).collect()
    };
    (0..1u128 << bits).map(cut).collect()
}

/// All states that the system reaches from all its initial states; `None` if it has too
/// many.
pub(super) fn reachable(program: &Program, machine: &Machine) -> Option<Vec<States>> {
    let (system, restore) = (&machine.encoded.system, &machine.encoded.restore);
    let is_free = |state: &StateVar| matches!(state.origin, Origin::Value(_));
    let free: Vec<StateId> =
        system.states.indices().filter(|&id| is_free(&system.states[id])).collect();
    let free_widths = widths(system, free.iter().map(|&id| system.states[id].current));
    let inputs = input_widths(system);
    if free_widths.iter().sum::<u32>() > 6 || inputs.iter().sum::<u32>() > 4 {
        return None;
    }
    let inputs = all(&inputs);
    let with = |states: &States, inputs: &[Value]| {
        let state = WordState { states: states.clone(), inputs: inputs.to_vec() };
        assignment(system, &state)
    };
    let entry = &restore.locations[&program.entry];
    let start = |values: Vec<Value>| {
        let mut states: States = system.states.iter().map(|_| entry.clone()).collect();
        free.iter().zip(values).for_each(|(&id, value)| states[id] = value);
        let symbols = with(&states, &inputs[0]);
        assert!(holds(system, &system.init, &symbols), "I allows all values at the entry");
        states
    };
    let mut found: Vec<States> = all(&free_widths).into_iter().map(start).collect();
    let key = |states: &States| states.as_slice().to_vec();
    let mut seen: FxHashSet<Vec<Value>> = found.iter().map(key).collect();
    let mut done = 0;
    while let Some(now) = found.get(done).cloned() {
        done += 1;
        for inputs in &inputs {
            let symbols = with(&now, inputs);
            assert!(holds(system, &system.universal, &symbols), "U is not closed");
            let next = machine.successor(&symbols);
            if seen.insert(key(&next)) {
                found.push(next);
            }
        }
    }
    Some(found)
}

/// The goals whose bad conditions the system reaches.
pub(super) fn goals(program: &Program, machine: &Machine) -> Option<BTreeSet<GoalId>> {
    let system = &machine.encoded.system;
    let states = reachable(program, machine)?.into_iter();
    let symbols = states.map(|states| WordState { states, inputs: Vec::new() });
    Some(symbols.flat_map(|state| bad(system, &assignment(system, &state))).flatten().collect())
}

/// All goals that the paper's encoding reaches, asked for one by one.
fn paper_goals(program: &Program) -> Option<BTreeSet<GoalId>> {
    let mut reached = BTreeSet::new();
    for goal in program.goals.indices() {
        let found = goals(program, &Machine::paper(program, Some(goal)))?;
        assert!(found.is_empty() || found == [goal].into());
        reached.extend(found);
    }
    let any = goals(program, &Machine::paper(program, None))?;
    assert_eq!(any.is_empty(), reached.is_empty());
    Some(reached)
}

#[test]
fn random_programs_reach_the_same_goals() {
    let (mut automata, mut papers) = (0, 0);
    for seed in 0..300 {
        let program = random::program(&mut Random::new(seed), &Shape::tiny());
        let Some(expected) = reachable_goals(&program, 20_000) else { continue };
        for blocks in [Blocks::Single, Blocks::Large, Blocks::Loops] {
            if let Some(goals) = goals(&program, &Machine::automaton(&program, blocks)) {
                assert_eq!(goals, expected, "seed {seed} {blocks:?}");
                automata += 1;
            }
        }
        if seed % 3 > 0 {
            continue;
        }
        if let Some(goals) = paper_goals(&program) {
            assert_eq!(goals, expected, "seed {seed}");
            papers += 1;
        }
    }
    assert!(automata > 400 && papers > 30, "only {automata} and {papers} were small enough");
}

#[test]
fn known_programs() {
    for (program, expected) in [(jain(3), 0), (swap(), 0), (agreeing_edges(), 1), (counter(), 1)] {
        let reached = reachable_goals(&program, 1000);
        assert_eq!(reached.as_ref().map(BTreeSet::len), Some(expected));
        for blocks in [Blocks::Single, Blocks::Large] {
            assert_eq!(goals(&program, &Machine::automaton(&program, blocks)), reached);
        }
        assert_eq!(paper_goals(&program), reached);
    }
    let encoded = Machine::automaton(&jain(32), Blocks::Single).encoded;
    let names: Vec<&str> = encoded.system.states.iter().map(|state| state.name.as_str()).collect();
    assert_eq!(names, ["pc", "y"]);
    assert_eq!(state_widths(&encoded.system), [2, 32]);
    assert_eq!(input_widths(&encoded.system), [32]);
}
