//! Loops that one step of the system takes many iterations of.

use super::search::goals;
use super::*;
use crate::bv::Op;
use crate::program::explore::reachable_goals;
use crate::program::random::{self, Shape};
use crate::program::samples::{Builder, number};
use crate::program::{Operand, Property};
use crate::system::RestoreError;

/// `x = start; while (x < limit) { x += step; y += 3; } assert(x != last);`
fn counting(width: u32, start: u128, step: u128, limit: u128, last: u128) -> Program {
    let mut b = Builder::default();
    let [entry, head, body, exit] = ["entry", "head", "body", "exit"].map(|name| b.block(name));
    let (wrong, end) = (b.goal("wrong", Property::Assert), b.block("end"));
    let (x, y) = (b.value("x", width), b.value("y", width));
    b.goto(entry, head);
    let again = b.assign(head, "again", Op::Ult, &[Operand::Value(x), number(width, limit)]);
    b.branch(head, again, body, exit);
    let next = b.assign(body, "next", Op::Add, &[Operand::Value(x), number(width, step)]);
    let other = b.assign(body, "other", Op::Add, &[Operand::Value(y), number(width, 3)]);
    b.phi(head, x, &[(entry, number(width, start)), (body, next)]);
    b.phi(head, y, &[(entry, number(width, 0)), (body, other)]);
    b.goto(body, head);
    let met = b.assign(exit, "met", Op::Eq, &[Operand::Value(x), number(width, last)]);
    b.branch(exit, met, wrong, end);
    assert_eq!(b.program.validate(), Ok(()));
    b.program
}

/// Walks the system with the choices (whether to accelerate, how many more) of each step.
fn run(program: &Program, choices: &[Option<u64>]) -> (Encoded, Vec<WordState>) {
    let machine = Machine::accelerated(program);
    let (accelerate, more) =
        *machine.encoded.restore.iterations.values().next().expect("the loop is accelerated");
    let widths = input_widths(&machine.encoded.system);
    let mut states = start(&mut Random::new(1), program, &machine.encoded);
    let mut run = vec![];
    for choice in choices {
        let mut inputs: Vec<Value> = widths.iter().map(|&width| Value::zero(width)).collect();
        if let &Some(count) = choice {
            inputs[accelerate] = Value::bool(true);
            inputs[more] = Value::new(widths[more], count.into());
        }
        let now = WordState { states, inputs };
        states = machine.successor(&assignment(&machine.encoded.system, &now));
        run.push(now);
    }
    run.push(WordState { states, inputs: vec![] });
    (machine.encoded, run)
}

/// 2^30 iterations in one step: the first and the last are listed, the others counted.
#[test]
fn a_long_loop_is_restored_and_replayed() {
    let program = counting(32, 1, 2, 1 << 31, (1 << 31) + 1);
    let restored = |choices: &[Option<u64>]| {
        let (encoded, run) = run(&program, choices);
        encoded.restore.trace(&program, &run)
    };
    let more = (1 << 30) - 1;
    let trace = restored(&[None, Some(more), None]).expect("a run to the goal");
    let accelerated: Vec<_> = trace.accelerated.iter().map(|s| (s.before, s.iterations)).collect();
    assert_eq!(accelerated, [(3, more - 1)]);
    let blocks: Vec<u32> = trace.steps.iter().map(|step| step.block.0).collect();
    assert_eq!(blocks, [0, 1, 2, 1, 2, 1, 3, 4]);
    let budget = crate::support::Budget::unlimited();
    crate::certify::replay::replay(&program, &trace, &budget).expect("it is a run");

    // In two steps, with one ordinary iteration between.
    let trace = restored(&[None, Some(more - 5000), None, Some(4998), None]).expect("a run");
    assert_eq!(trace.accelerated.len(), 2);
    crate::certify::replay::replay(&program, &trace, &budget).expect("it is a run");

    // Too many or too few iterations lead elsewhere.
    let at_end = |result: Result<_, RestoreError>| result.is_err();
    assert!(at_end(restored(&[None, Some(more + 1), None])));
    assert!(at_end(restored(&[None, Some(more - 1), None])));
}

/// Few iterations are listed.
#[test]
fn a_short_loop_is_listed() {
    let program = counting(8, 1, 2, 101, 101);
    let (encoded, run) = run(&program, &[None, Some(49), None]);
    let trace = encoded.restore.trace(&program, &run).expect("a run to the goal");
    assert_eq!((trace.accelerated.len(), trace.steps.len()), (0, 1 + 2 * 50 + 1 + 1 + 1));
}

/// The accelerated systems reach the goals of the program, and no others.
#[test]
fn random_programs_reach_the_same_goals() {
    let (mut compared, mut accelerated) = (0, 0);
    let shape = Shape { input_rate: 20, ..Shape::tiny() };
    for seed in 0..1500 {
        let mut rng = Random::new(seed);
        let mut program = random::program(&mut rng, &shape);
        random::let_count(&mut rng, &mut program);
        assert_eq!(program.validate(), Ok(()));
        let machine = Machine::accelerated(&program);
        let Some(expected) = reachable_goals(&program, 20_000) else { continue };
        if let Some(goals) = goals(&program, &machine) {
            assert_eq!(goals, expected, "seed {seed}");
            compared += 1;
            accelerated += usize::from(!machine.encoded.restore.iterations.is_empty());
        }
    }
    assert!(compared > 500 && accelerated > 20, "{compared}, {accelerated} with a simple loop");
}

/// All loops that count, at small widths.
#[test]
fn counting_loops_reach_the_same_goals() {
    let mut reached = 0;
    for case in 0..400u128 {
        let mut rest = case * 7919;
        let mut digit = |n: u128| {
            rest = rest * 31 + 17;
            rest / 8 % n
        };
        let program = counting(2, digit(4), digit(4), digit(4), digit(4));
        let expected = reachable_goals(&program, 1000).expect("a small program");
        let found = goals(&program, &Machine::accelerated(&program)).expect("a small system");
        assert_eq!(found, expected, "{program}");
        reached += expected.len();
    }
    assert!((50..350).contains(&reached), "{reached}");
}
