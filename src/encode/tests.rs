//! The systems do what the program does: random runs step by step, and all runs of
//! small programs.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::*;
use crate::bv::eval::Evaluator;
use crate::bv::{Assignment, Value};
use crate::cfa::single;
use crate::program::explore::reachable_goals;
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::random::{self, Shape};
use crate::program::samples::{jain, swap};
use crate::program::{BlockId, GoalId, Program};
use crate::support::{IndexVec, Random};
use crate::system::{Origin, StateId, Step, Transition, WordState};

type States = IndexVec<StateId, Value>;

fn widths(system: &TransitionSystem, terms: impl Iterator<Item = Term>) -> Vec<u32> {
    terms.map(|term| system.terms.width(term)).collect()
}

fn state_widths(system: &TransitionSystem) -> Vec<u32> {
    widths(system, system.states.iter().map(|state| state.current))
}

fn input_widths(system: &TransitionSystem) -> Vec<u32> {
    widths(system, system.inputs.iter().copied())
}

fn random_value(rng: &mut Random, width: u32) -> Value {
    match rng.below(4) {
        0 => Value::new(width, rng.below(3).into()),
        1 => Value::ones(width),
        _ => Value::new(width, rng.wide()),
    }
}

fn assignment(system: &TransitionSystem, state: &WordState) -> Assignment {
    let terms =
        system.states.iter().map(|state| state.current).chain(system.inputs.iter().copied());
    let symbols = terms.map(|term| system.terms.as_symbol(term).expect("a symbol"));
    symbols.zip(state.states.iter().chain(&state.inputs).cloned()).collect()
}

fn holds(system: &TransitionSystem, terms: &[Term], symbols: &Assignment) -> bool {
    let mut evaluator = Evaluator::new(&system.terms, symbols);
    terms.iter().all(|&term| evaluator.eval(term).is_true())
}

/// The successor of a state.
fn successor(system: &TransitionSystem, symbols: &Assignment) -> States {
    match &system.transition {
        Transition::Functional(next) => {
            let mut evaluator = Evaluator::new(&system.terms, symbols);
            next.iter().map(|&term| evaluator.eval(term)).collect()
        }
        Transition::Relation(_) => unreachable!("only functional systems here"),
    }
}

/// Goals whose bad condition holds.
fn bad(system: &TransitionSystem, symbols: &Assignment) -> Vec<Vec<GoalId>> {
    let mut evaluator = Evaluator::new(&system.terms, symbols);
    let met = system.bad.iter().filter(|bad| evaluator.eval(bad.condition).is_true());
    met.map(|bad| bad.goals.clone()).collect()
}

/// A first state: arbitrary but for what I says.
fn start(rng: &mut Random, program: &Program, encoded: &Encoded) -> States {
    let system = &encoded.system;
    let entry = &encoded.restore.locations[&program.entry];
    let value = |(state, width): (&crate::system::StateVar, u32)| match state.origin {
        Origin::Value(_) => random_value(rng, width),
        Origin::Location | Origin::Predecessor => entry.clone(),
    };
    system.states.iter().zip(state_widths(system)).map(value).collect()
}

/// What the interpreter is given for one block: the system's inputs where it reads
/// one, anything elsewhere.
struct Shared<'a> {
    reads: &'a [Option<usize>],
    inputs: &'a [Value],
    rng: &'a mut Random,
    given: Vec<Value>,
}

impl Inputs for Shared<'_> {
    fn next(&mut self, _step: usize, index: usize, width: u32) -> Value {
        let value = match self.reads.get(index) {
            Some(Some(input)) => self.inputs[*input].clone(),
            _ => random_value(self.rng, width),
        };
        self.given.push(value.clone());
        value
    }
}

/// Runs program and system side by side with the same inputs; whether a goal came.
fn walk(rng: &mut Random, program: &Program, encoded: &Encoded, steps: usize) -> bool {
    let (system, restore) = (&encoded.system, &encoded.restore);
    let mut run = Interpreter::new(program);
    let mut states = start(rng, program, encoded);
    let mut history: Vec<WordState> = Vec::new();
    let mut blocks: Vec<Step> = Vec::new();
    for step in 0..=steps {
        let inputs: Vec<Value> =
            input_widths(system).iter().map(|&width| random_value(rng, width)).collect();
        let now = WordState { states: states.clone(), inputs };
        let symbols = assignment(system, &now);
        assert!(holds(system, &system.universal, &symbols), "U fails in step {step}");
        assert_eq!(holds(system, &system.init, &symbols), step == 0, "I in step {step}");
        assert!(bad(system, &symbols).is_empty(), "bad too early");
        let location = run.block();
        assert_eq!(now.states[restore.counter], restore.locations[&location]);
        for (state, var) in system.states.iter_enumerated() {
            if let Origin::Value(value) = var.origin
                && let Some(expected) = run.value(value)
            {
                assert_eq!(&now.states[state], expected, "{} before {location}", var.name);
            }
        }
        history.push(now);
        states = successor(system, &symbols);
        let event = loop {
            let block = run.block();
            let reads = restore.reads.get(&(location, block)).map_or(&[][..], Vec::as_slice);
            let mut shared =
                Shared { reads, inputs: &history[step].inputs, rng, given: Vec::new() };
            let event = run.step(&mut shared, |_, _| {});
            let inputs = shared.given;
            blocks.push(Step { block, inputs });
            match event {
                Event::Enter(next) if !restore.locations.contains_key(&next) => {}
                event => break event,
            }
        };
        let after = WordState { states: states.clone(), inputs: Vec::new() };
        let symbols = assignment(system, &after);
        match event {
            Event::Goal(goal) => {
                assert_eq!(bad(system, &symbols), [[goal]]);
                history.push(after);
                check_trace(program, encoded, &history, goal, &blocks);
                return true;
            }
            Event::End(_) => {
                assert!(bad(system, &symbols).is_empty());
                assert_eq!(successor(system, &symbols), states, "the end is absorbing");
                return false;
            }
            Event::Enter(_) => {}
        }
    }
    false
}

/// The restored trace is the run, but for inputs that nothing depends on.
fn check_trace(
    program: &Program,
    encoded: &Encoded,
    run: &[WordState],
    goal: GoalId,
    blocks: &[Step],
) {
    let trace = encoded.restore.trace(program, run).expect("a run of the program");
    assert_eq!(trace.goal, goal);
    let order = |steps: &[Step]| steps.iter().map(|step| step.block).collect::<Vec<BlockId>>();
    assert_eq!(order(&trace.steps), order(blocks));
    for (restored, real) in trace.steps.iter().zip(blocks) {
        assert_eq!(restored.inputs.len(), real.inputs.len());
        for (restored, real) in restored.inputs.iter().zip(&real.inputs) {
            assert!(restored == real || restored.is_zero());
        }
    }
    // A run that stops early, or that is somewhere else, is refused.
    assert!(encoded.restore.trace(program, &run[..run.len() - 1]).is_err());
    let mut wrong = run.to_vec();
    let last = wrong.last_mut().expect("at least two states");
    let counter = &mut last.states[encoded.restore.counter];
    *counter = crate::bv::Op::Not.apply(&[counter]);
    assert!(encoded.restore.trace(program, &wrong).is_err());
}

fn automaton_of(program: &Program) -> Encoded {
    automaton::encode(program, &single::build(program))
}

#[test]
fn random_runs_agree() {
    let mut goals = 0;
    for seed in 0..300 {
        let mut rng = Random::new(seed);
        let shape = if seed % 2 == 0 { Shape::tiny() } else { Shape::medium() };
        let program = random::program(&mut rng, &shape);
        let encoded = automaton_of(&program);
        for _ in 0..20 {
            goals += usize::from(walk(&mut rng, &program, &encoded, 30));
        }
    }
    assert!(goals > 500, "only {goals} runs reached a goal");
}

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

/// The goals that a functional system reaches from all its initial states; `None` if it
/// has too many.
fn goals(system: &TransitionSystem) -> Option<BTreeSet<GoalId>> {
    let (states, inputs) = (state_widths(system), input_widths(system));
    if states.iter().sum::<u32>() > 12 || inputs.iter().sum::<u32>() > 6 {
        return None;
    }
    let inputs = all(&inputs);
    let with = |states: States, inputs: &[Value]| {
        let state = WordState { states, inputs: inputs.to_vec() };
        assignment(system, &state)
    };
    let possible = |states: &States| {
        let symbols = with(states.clone(), &inputs[0]);
        holds(system, &system.init, &symbols) && holds(system, &system.universal, &symbols)
    };
    let mut work: Vec<States> = all(&states)
        .into_iter()
        .map(|values| values.into_iter().collect())
        .filter(possible)
        .collect();
    let key = |states: &States| states.as_slice().to_vec();
    let mut seen: FxHashSet<Vec<Value>> = work.iter().map(key).collect();
    let mut goals = BTreeSet::new();
    while let Some(now) = work.pop() {
        goals.extend(bad(system, &with(now.clone(), &inputs[0])).into_iter().flatten());
        for inputs in &inputs {
            let next = successor(system, &with(now.clone(), inputs));
            let symbols = with(next.clone(), inputs);
            assert!(holds(system, &system.universal, &symbols), "U is not closed");
            if seen.insert(key(&next)) {
                work.push(next);
            }
        }
    }
    Some(goals)
}

#[test]
fn random_programs_reach_the_same_goals() {
    let mut compared = 0;
    for seed in 0..300 {
        let program = random::program(&mut Random::new(seed), &Shape::tiny());
        let expected = reachable_goals(&program, 20_000);
        if let (Some(expected), Some(goals)) = (expected, goals(&automaton_of(&program).system)) {
            assert_eq!(goals, expected, "seed {seed}");
            compared += 1;
        }
    }
    assert!(compared > 200, "only {compared} programs were small enough");
}

#[test]
fn known_programs() {
    for program in [jain(3), swap()] {
        assert_eq!(goals(&automaton_of(&program).system), Some(BTreeSet::new()));
    }
    let encoded = automaton_of(&jain(32));
    let names: Vec<&str> = encoded.system.states.iter().map(|state| state.name.as_str()).collect();
    assert_eq!(names, ["pc", "y"]);
    assert_eq!(state_widths(&encoded.system), [2, 32]);
    assert_eq!(input_widths(&encoded.system), [32]);
}
