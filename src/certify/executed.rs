//! Programs whose run needs no input: it is executed, once.
//!
//! Each value is known or not; an input, and what is computed of unknown values, is unknown. As
//! long as control depends on known values only, all runs take the same way. If it ends, no run
//! reaches a goal but the one that it ends with, whatever the inputs are. So tests on constants,
//! tables that are computed, parsers of fixed texts need no invariant and no unrolling.
//!
//! The interpreter that replays traces does it.

use crate::bv::Value;
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{BlockId, GoalId, Program};
use crate::support::{Budget, limits};

/// The way that all runs of a program take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed {
    /// Its blocks, from the entry on.
    pub path: Vec<BlockId>,
    /// The goal that it ends with, if any.
    pub goal: Option<GoalId>,
}

/// Inputs that are any.
struct Any;

impl Inputs for Any {
    fn next(&mut self, _: usize, _: usize, width: u32) -> Value {
        Value::zero(width)
    }

    fn known(&mut self, _: usize, _: usize, _: u32) -> Option<Value> {
        None
    }
}

/// Executes a program whose memory was resolved; `None` if control depends on an input, or no end is
/// seen: there is none, or it takes too much.
pub fn run(program: &Program, budget: &Budget) -> Option<Executed> {
    let mut run = Interpreter::new(program);
    let (mut path, mut done) = (Vec::new(), 0);
    loop {
        let block = &program.blocks[run.block()];
        done += 1 + block.phis.len() + block.instrs.len();
        let is_late = path.len() % 1024 == 1023 && budget.exhausted().is_some();
        if is_late || done > limits::EXECUTED {
            return None;
        }
        path.push(run.block());
        match run.try_step(&mut Any, |_, _| {}).ok()? {
            Event::Enter(_) => {}
            Event::Goal(goal) => return Some(Executed { path, goal: Some(goal) }),
            Event::End(_) => return Some(Executed { path, goal: None }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::Op;
    use crate::program::samples::{Builder, number};
    use crate::program::{Operand, Property};

    /// `a = 1, b = 0; while (a < 20) { (a, b) = (a + b, a); } if (b == of) fail;`, where instead
    /// of `b` an input may be added, if that is chosen: 13 + 8 is not below 20.
    fn fibonacci(of: u128, chosen: bool) -> Program {
        let mut it = Builder::default();
        let [entry, head, body, after, end] =
            ["entry", "head", "body", "after", "end"].map(|name| it.block(name));
        it.goto(entry, head);
        let [a, b] = ["a", "b"].map(|name| it.value(name, 8));
        let small = it.assign(head, "small", Op::Ult, &[Operand::Value(a), number(8, 20)]);
        it.branch(head, small, body, after);
        let input = it.input(body, "input", 8);
        // Whatever the input is.
        let zero = it.assign(body, "zero", Op::And, &[input.clone(), number(8, 0)]);
        let last = it.assign(body, "last", Op::Add, &[Operand::Value(b), zero]);
        let added = it.assign(body, "added", Op::Ite, &[number(1, chosen.into()), input, last]);
        let sum = it.assign(body, "sum", Op::Add, &[Operand::Value(a), added]);
        it.goto(body, head);
        it.phi(head, a, &[(entry, number(8, 1)), (body, sum)]);
        it.phi(head, b, &[(entry, number(8, 0)), (body, Operand::Value(a))]);
        let bad = it.goal("bad", Property::Assert);
        let is = it.assign(after, "is", Op::Eq, &[Operand::Value(b), number(8, of)]);
        it.branch(after, is, bad, end);
        it.program
    }

    #[test]
    fn runs_that_take_one_way_are_walked_to_their_end() {
        // 1, 1, 2, 3, 5, 8, 13, 21: seven rounds.
        let executed = run(&fibonacci(12, false), &Budget::unlimited()).expect("no input counts");
        assert_eq!((executed.path.len(), executed.goal), (1 + 2 * 7 + 1 + 1 + 1, None));
        let program = fibonacci(13, false);
        let executed = run(&program, &Budget::unlimited()).expect("no input counts");
        assert_eq!(executed.goal, program.goals.indices().next());
        assert_eq!(executed.path.len(), 1 + 2 * 7 + 1 + 1 + 1);
    }

    #[test]
    fn control_that_depends_on_an_input_ends_it() {
        assert_eq!(run(&fibonacci(12, true), &Budget::unlimited()), None);
    }
}
