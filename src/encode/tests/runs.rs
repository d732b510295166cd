//! Program and system side by side, with the same inputs.

use super::*;
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::random::{self, Shape};
use crate::program::samples::running_example;
use crate::program::{BlockId, EndKind};
use crate::system::Step;

/// What the interpreter is given for one block: the system's inputs where it reads
/// one, anything elsewhere.
pub(super) struct Shared<'a> {
    pub reads: &'a [Option<usize>],
    pub inputs: &'a [Value],
    pub rng: &'a mut Random,
    pub given: Vec<Value>,
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
fn walk(rng: &mut Random, program: &Program, machine: &Machine, steps: usize) -> bool {
    let encoded = &machine.encoded;
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
            // The paper's locations stand before the phis of their block.
            let phi = |value| program.blocks[location].phis.iter().any(|phi| phi.dest == value);
            if let Origin::Value(value) = var.origin
                && let Some(expected) = run.value(value)
                && (machine.rows.is_none() || !phi(value))
            {
                assert_eq!(&now.states[state], expected, "{} before {location}", var.name);
            }
        }
        history.push(now);
        states = machine.successor(&symbols);
        if let Transition::Relation(relation) = &system.transition {
            let flipped = flip(rng, &states);
            assert!(!related(system, relation, &symbols, &flipped), "T allows another step");
        }
        let event = loop {
            let block = run.block();
            let reads = restore.reads.get(&(location, block)).map_or(&[][..], Vec::as_slice);
            let mut shared =
                Shared { reads, inputs: &history[step].inputs, rng, given: Vec::new() };
            let event = run.step(&mut shared, |_, _| {});
            let inputs = shared.given;
            blocks.push(Step { block, inputs });
            match event {
                // From here on no goal can be reached: the system has ended.
                Event::Enter(_) if has_ended(system, &states) => break Event::End(EndKind::Return),
                Event::Enter(next) if !restore.locations.contains_key(&next) => {}
                event => break event,
            }
        };
        let after = WordState { states: states.clone(), inputs: Vec::new() };
        let symbols = assignment(system, &after);
        match event {
            Event::Goal(goal) => {
                let bad = bad(system, &symbols);
                assert!(bad.len() == 1 && bad[0].contains(&goal));
                history.push(after);
                check_trace(program, encoded, &history, goal, &blocks);
                return true;
            }
            Event::End(_) => {
                assert!(bad(system, &symbols).is_empty());
                let next = machine.successor(&symbols);
                assert_eq!(next[restore.counter], states[restore.counter], "the end is absorbing");
                return false;
            }
            Event::Enter(_) => {}
        }
    }
    false
}

/// Settled, but not at a goal.
fn has_ended(system: &TransitionSystem, states: &IndexVec<StateId, Value>) -> bool {
    let state = WordState { states: states.clone(), inputs: Vec::new() };
    let symbols = assignment(system, &state);
    let terminated =
        system.terminated.is_some_and(|condition| holds(system, &[condition], &symbols));
    terminated && bad(system, &symbols).is_empty()
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

/// The same states but for one bit.
fn flip(rng: &mut Random, states: &States) -> States {
    let mut result = states.clone();
    let state = StateId(rng.index(states.len()) as u32);
    let value = &mut result[state];
    let mut bits: Vec<bool> = (0..value.width()).map(|bit| value.bit(bit)).collect();
    let bit = rng.index(bits.len());
    bits[bit] = !bits[bit];
    *value = Value::from_bits(&bits);
    result
}

/// Walks random programs; at least `least` of the runs must reach a goal.
fn random_walks(machine: impl Fn(&Program) -> Machine, seeds: u64, least: usize) {
    let mut goals = 0;
    for seed in 0..seeds {
        let mut rng = Random::new(seed);
        let shape = if seed % 2 == 0 { Shape::tiny() } else { Shape::medium() };
        let program = random::program(&mut rng, &shape);
        let machine = machine(&program);
        for _ in 0..20 {
            goals += usize::from(walk(&mut rng, &program, &machine, 30));
        }
    }
    assert!(goals > least, "only {goals} runs reached a goal");
}

#[test]
fn random_runs_of_the_automaton_agree() {
    random_walks(|program| Machine::automaton(program, Blocks::Single), 300, 500);
}

#[test]
fn random_runs_of_large_blocks_agree() {
    random_walks(|program| Machine::automaton(program, Blocks::Large), 300, 500);
    random_walks(|program| Machine::automaton(program, Blocks::Loops), 300, 500);
}

#[test]
fn random_runs_of_the_paper_encoding_agree() {
    random_walks(|program| Machine::paper(program, None), 120, 200);
}

/// The running example fails after 51 rounds of its loop.
#[test]
fn running_example_reaches_the_error() {
    let program = running_example();
    let mut rng = Random::new(1);
    // entry, bb1.lr.ph, 51 times bb1, bb.return_crit_edge, return, bb1.i.
    let paper = Machine::paper(&program, None);
    assert!(walk(&mut rng, &program, &paper, 56) && !walk(&mut rng, &program, &paper, 54));
    // The goal's block is no location, so one step less.
    let automaton = Machine::automaton(&program, Blocks::Single);
    assert!(walk(&mut rng, &program, &automaton, 55) && !walk(&mut rng, &program, &automaton, 53));
    // Entry to head, 50 rounds back to it, and out.
    let large = Machine::automaton(&program, Blocks::Large);
    assert!(walk(&mut rng, &program, &large, 52) && !walk(&mut rng, &program, &large, 50));
}
