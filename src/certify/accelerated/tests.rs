//! Closed forms against walking, and what must not be confirmed.

use super::*;
use crate::program::samples::{Builder, number};
use crate::program::{GoalId, Operand, Property};
use crate::support::Random;
use crate::system::{Accelerated, Step, Trace};

const WIDTH: u32 = 16;

/// A loop over three values, drawn at random: entry, head, body, a goal behind the loop. The
/// body reads an input that nothing depends on.
fn random_loop(random: &mut Random) -> Program {
    let mut b = Builder::default();
    let [entry, head, body] = ["entry", "head", "body"].map(|name| b.block(name));
    let left = b.goal("left", Property::Assert);
    b.goto(entry, head);
    let phis = ["x", "y", "z"].map(|name| b.value(name, WIDTH));
    let any = |random: &mut Random, b: &Builder| match random.below(4) {
        0 => number(WIDTH, random.wide()),
        n => {
            let _ = b;
            Operand::Value(phis[n as usize - 1])
        }
    };
    let ops = [Op::Ult, Op::Ule, Op::Slt, Op::Sle, Op::Eq, Op::Slt];
    let sides = [any(random, &b), any(random, &b)];
    let mut cond = b.assign(head, "cond", ops[random.index(ops.len())], &sides);
    if random.one_in(2) {
        cond = b.assign(head, "not", Op::Not, &[cond]);
    }
    b.input(body, "unread", 8);
    let updates = phis.map(|phi| {
        let step = number(WIDTH, u128::from(random.below(5)));
        let by = if random.one_in(6) { any(random, &b) } else { step };
        let op = *random.pick(&[Op::Add, Op::Add, Op::Sub, Op::Sub, Op::Mul]);
        b.assign(body, "next", op, &[Operand::Value(phi), by])
    });
    for (phi, update) in phis.into_iter().zip(updates) {
        let start = number(WIDTH, random.wide());
        b.phi(head, phi, &[(entry, start), (body, update)]);
    }
    b.branch(head, cond, body, left);
    b.goto(body, head);
    assert_eq!(b.program.validate(), Ok(()));
    b.program
}

/// The run, at the head of the loop.
fn at_head(program: &Program) -> Interpreter<'_> {
    let mut run = Interpreter::new(program);
    run.step(&mut Zero, |_, _| {});
    run
}

/// What the closed form says of a value is what walking finds, and it never says that more
/// iterations are made than there are.
#[test]
fn closed_forms_agree_with_walking() {
    let (mut confirmed, mut refused, mut unknown) = (0, 0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let program = random_loop(&mut random);
        let mut walked = at_head(&program);
        let mut made = 0;
        let wanted = 2 + random.below(3000);
        while made < wanted && once(&program, &mut walked).is_ok() {
            made += 1;
        }
        let closed = |iterations| {
            let mut run = at_head(&program);
            let budget = Budget::unlimited();
            let mut solvers = Solvers::default();
            by_closed_form(&program, &mut run, iterations, &mut solvers, &budget).map(|()| run)
        };
        if made < wanted {
            let more = closed(made + 1);
            assert!(!matches!(more, Err(Unconfirmed::Internal(_))), "seed {seed}: {more:?}");
            assert!(more.is_err(), "seed {seed}: {made} iterations, not more\n{program}");
        }
        if made == 0 {
            continue;
        }
        match closed(made) {
            Ok(run) => {
                confirmed += 1;
                for phi in &program.blocks[run.block()].phis {
                    match run.value(phi.dest) {
                        Some(value) => assert_eq!(Some(value), walked.value(phi.dest)),
                        None => unknown += 1,
                    }
                }
            }
            Err(Unconfirmed::Unproved(_)) => refused += 1,
            Err(error) => panic!("seed {seed}: {error}\n{program}"),
        }
    }
    assert!(confirmed > 100 && refused > 5 && unknown > 20, "{confirmed} {refused} {unknown}");
}

/// `x = 10; while (x >= 10) x += 2; assert(x % 2);` at 32 bits: entry, head, body, then
/// the test of the parity, and the goal.
fn wrapping() -> Program {
    let mut b = Builder::default();
    let [entry, head, body, exit] = ["entry", "head", "body", "exit"].map(|name| b.block(name));
    let (wrong, end) = (b.goal("wrong", Property::Assert), b.block("end"));
    let x = b.value("x", 32);
    b.goto(entry, head);
    let again = b.assign(head, "again", Op::Ule, &[number(32, 10), Operand::Value(x)]);
    b.branch(head, again, body, exit);
    let next = b.assign(body, "next", Op::Add, &[Operand::Value(x), number(32, 2)]);
    b.phi(head, x, &[(entry, number(32, 10)), (body, next)]);
    b.goto(body, head);
    let parity = b.assign(exit, "parity", Op::Urem, &[Operand::Value(x), number(32, 2)]);
    let even = b.assign(exit, "even", Op::Eq, &[parity, number(32, 0)]);
    b.branch(exit, even, wrong, end);
    b.program
}

#[test]
fn only_the_right_number_of_iterations_leads_out() {
    let program = wrapping();
    assert_eq!(program.validate(), Ok(()));
    let replay = |iterations: u64| {
        let step = |block| Step { block: BlockId(block), inputs: vec![] };
        let steps: Vec<Step> = [0, 1, 2, 1, 3, 4].into_iter().map(step).collect();
        let accelerated = vec![Accelerated { before: 3, iterations }];
        let trace = Trace { goal: GoalId(0), steps, accelerated };
        crate::certify::replay::replay(&program, &trace, &Budget::unlimited())
    };
    // From 10 in steps of 2 to 2^32, the first of which is listed.
    let right = (1 << 31) - 5 - 1;
    let run = replay(right).expect("it is a run");
    assert_eq!(run.solvers.conditions, 1);
    use crate::certify::ReplayError::{Contradiction, Unproved};
    assert!(matches!(replay(right - 1), Err(Contradiction(_))), "the loop is not left");
    assert!(matches!(replay(right + 1), Err(Unproved(_))), "the loop is left");
    assert!(matches!(replay(5), Err(Contradiction(_))), "the loop is not left");
}

/// Whether the loop is left may depend on what changes in no simple way.
#[test]
fn what_is_not_known_decides_nothing() {
    let mut program = wrapping();
    let mut b = Builder::default();
    std::mem::swap(&mut b.program, &mut program);
    let head = BlockId(1);
    let square = b.value("square", 32);
    let product =
        b.assign(BlockId(2), "product", Op::Mul, &[Operand::Value(square), number(32, 3)]);
    b.phi(head, square, &[(BlockId(0), number(32, 1)), (BlockId(2), product)]);
    let mut run = at_head(&b.program);
    let (mut solvers, budget) = (Solvers::default(), Budget::unlimited());
    make(&b.program, &mut run, 1 << 20, &mut solvers, &budget).expect("x alone matters");
    assert_eq!(run.value(square), None);
    // Now the loop asks for it: then x alone does not tell how long it goes on.
    let Operand::Value(again) =
        b.assign(head, "again", Op::Ule, &[number(32, 1), Operand::Value(square)])
    else {
        panic!("an instruction makes a value")
    };
    let (then, otherwise) = (BlockId(2), BlockId(3));
    b.branch(head, Operand::Value(again), then, otherwise);
    let mut run = at_head(&b.program);
    let made = make(&b.program, &mut run, 1 << 20, &mut solvers, &budget);
    assert!(matches!(made, Err(Unconfirmed::Unproved(_))), "{made:?}");
}
