//! Runs of a compiled program in the interpreter, with its memory and after it was
//! resolved, against native runs with the same inputs.

use llumc::bv::Value;
use llumc::program::interp::{Event, Inputs, Interpreter};
use llumc::program::{BlockId, Bound, EndKind, GoalKind, InputKind, Instr, Program};

use super::native::Outcome;

/// The inputs of a run, over and over; 0 where the native program makes no choice: what
/// is generated does not depend on it.
struct Given<'a> {
    program: &'a Program,
    block: BlockId,
    values: &'a [u64],
    used: usize,
}

impl Inputs for Given<'_> {
    fn next(&mut self, _: usize, index: usize, width: u32) -> Value {
        let instrs = &self.program.blocks[self.block].instrs;
        let mut kinds = instrs.iter().filter_map(|instr| match instr {
            Instr::Input { kind, .. } => Some(kind),
            _ => None,
        });
        match kinds.nth(index) {
            Some(InputKind::Call { .. }) => {
                let value = self.values[self.used % self.values.len()];
                self.used += 1;
                Value::new(width, u128::from(value))
            }
            _ => Value::zero(width),
        }
    }
}

/// Runs the program to its end. What is not modelled is [`Outcome::Open`].
pub fn run(program: &Program, values: &[u64]) -> Outcome {
    let mut run = Interpreter::new(program);
    let mut given = Given { program, block: program.entry, values, used: 0 };
    for _ in 0..200_000 {
        given.block = run.block();
        match run.step(&mut given, |_, _| {}) {
            Event::Enter(_) => {}
            Event::End(EndKind::Excluded) => {
                return Outcome::Open("a choice of the model that no run makes".to_owned());
            }
            Event::End(_) => return Outcome::Returns,
            Event::Goal(id) => {
                let goal = &program.goals[id];
                let line = goal.loc.map_or(0, |loc| program.sources.loc(loc).line);
                return match &goal.kind {
                    GoalKind::Check(check) => Outcome::Fails(check.property, line),
                    GoalKind::Unsupported(what) | GoalKind::Bound(Bound { what, .. }) => {
                        Outcome::Open(format!("{what}, line {line}"))
                    }
                    GoalKind::Cover(_) => unreachable!("it was not asked for"),
                };
            }
        }
    }
    Outcome::Open("a long run".to_owned())
}
