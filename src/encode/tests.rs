//! The systems do what the program does: random runs step by step, and all runs of
//! small programs.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::*;
use crate::bv::eval::Evaluator;
use crate::bv::{Assignment, Value, eval};
use crate::cfa::single;
use crate::program::explore::reachable_goals;
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::random::{self, Shape};
use crate::program::samples::{jain, running_example, swap};
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

/// An encoding under test, with what computes successors.
struct Machine {
    encoded: Encoded,
    /// The rows of the paper's T: what finds the successor that the relation then accepts.
    rows: Option<paper::SmallBlocks>,
}

impl Machine {
    fn automaton(program: &Program) -> Self {
        let encoded = automaton::encode(program, &single::build(program));
        Self { encoded, rows: None }
    }

    fn paper(program: &Program, only: Option<GoalId>) -> Self {
        let rows = paper::SmallBlocks::new(program, only);
        Self { encoded: paper::encode(program, only), rows: Some(rows) }
    }

    /// The successor of a state.
    fn successor(&self, symbols: &Assignment) -> States {
        let system = &self.encoded.system;
        match &system.transition {
            Transition::Functional(next) => {
                let mut evaluator = Evaluator::new(&system.terms, symbols);
                next.iter().map(|&term| evaluator.eval(term)).collect()
            }
            Transition::Relation(relation) => {
                let next = self.by_rows(symbols);
                assert!(related(system, relation, symbols, &next), "T refuses the step");
                next
            }
        }
    }

    /// By the only row that applies.
    fn by_rows(&self, symbols: &Assignment) -> States {
        let paper = self.rows.as_ref().expect("a relational system");
        let mut evaluator = Evaluator::new(&paper.terms, symbols);
        let mut now: States =
            paper.states.iter().map(|state| evaluator.eval(state.current)).collect();
        let (curr, pred) = (StateId(0), StateId(1));
        let mut rows = paper.rows.iter().filter(|row| {
            now[curr].to_u64() == Some(row.from as u64)
                && row.guard.iter().all(|&term| evaluator.eval(term).is_true())
        });
        let row = rows.next().expect("every state's transition is explicit");
        assert_eq!(rows.next(), None, "rows overlap");
        let width = now[curr].width();
        now[curr] = code(width, row.to);
        now[pred] = code(width, row.from);
        for &(state, term) in &row.update {
            now[state] = eval(&paper.terms, term, symbols);
        }
        now
    }
}

/// Whether T relates the state to the next one.
fn related(
    system: &TransitionSystem,
    relation: &[Term],
    symbols: &Assignment,
    next: &States,
) -> bool {
    let mut both = symbols.clone();
    for (state, value) in system.states.iter().zip(next.iter()) {
        let symbol = system.terms.as_symbol(state.next).expect("a symbol");
        both.insert(symbol, value.clone());
    }
    holds(system, relation, &both)
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
fn random_walks(machine: impl Fn(&Program) -> Machine, least: usize) {
    let mut goals = 0;
    for seed in 0..300 {
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
    random_walks(Machine::automaton, 500);
}

#[test]
fn random_runs_of_the_paper_encoding_agree() {
    random_walks(|program| Machine::paper(program, None), 500);
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

/// The goals whose bad conditions the system reaches from all its initial states; `None`
/// if it has too many.
fn goals(program: &Program, machine: &Machine) -> Option<BTreeSet<GoalId>> {
    let (system, restore) = (&machine.encoded.system, &machine.encoded.restore);
    let free: Vec<StateId> = system
        .states
        .iter_enumerated()
        .filter(|(_, state)| matches!(state.origin, Origin::Value(_)))
        .map(|(id, _)| id)
        .collect();
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
        assert!(
            holds(system, &system.init, &symbols) && holds(system, &system.universal, &symbols)
        );
        states
    };
    let mut work: Vec<States> = all(&free_widths).into_iter().map(start).collect();
    let key = |states: &States| states.as_slice().to_vec();
    let mut seen: FxHashSet<Vec<Value>> = work.iter().map(key).collect();
    let mut goals = BTreeSet::new();
    while let Some(now) = work.pop() {
        goals.extend(bad(system, &with(&now, &inputs[0])).into_iter().flatten());
        for inputs in &inputs {
            let next = machine.successor(&with(&now, inputs));
            let symbols = with(&next, inputs);
            assert!(holds(system, &system.universal, &symbols), "U is not closed");
            if seen.insert(key(&next)) {
                work.push(next);
            }
        }
    }
    Some(goals)
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
        if let Some(goals) = goals(&program, &Machine::automaton(&program)) {
            assert_eq!(goals, expected, "seed {seed}");
            automata += 1;
        }
        if seed % 3 > 0 {
            continue;
        }
        if let Some(goals) = paper_goals(&program) {
            assert_eq!(goals, expected, "seed {seed}");
            papers += 1;
        }
    }
    assert!(automata > 150 && papers > 30, "only {automata} and {papers} were small enough");
}

#[test]
fn known_programs() {
    for program in [jain(3), swap()] {
        assert_eq!(goals(&program, &Machine::automaton(&program)), Some(BTreeSet::new()));
        assert_eq!(paper_goals(&program), Some(BTreeSet::new()));
    }
    let encoded = Machine::automaton(&jain(32)).encoded;
    let names: Vec<&str> = encoded.system.states.iter().map(|state| state.name.as_str()).collect();
    assert_eq!(names, ["pc", "y"]);
    assert_eq!(state_widths(&encoded.system), [2, 32]);
    assert_eq!(input_widths(&encoded.system), [32]);
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
    let automaton = Machine::automaton(&program);
    assert!(walk(&mut rng, &program, &automaton, 55) && !walk(&mut rng, &program, &automaton, 53));
}
