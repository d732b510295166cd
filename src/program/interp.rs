//! The concrete interpreter: what a [`Program`] does, step by step.
//!
//! It is the judge of counterexamples (every trace of an engine must lead it to the
//! goal) and the source of sample runs. One step is one basic block.

use super::{Block, BlockId, EndKind, GoalId, Instr, Operand, Program, Terminator, ValueId};
use crate::bv::Value;
use crate::support::IndexVec;

/// Supplies the arbitrary values of a run.
pub trait Inputs {
    /// The value for the `index`-th input instruction (from 0) executed in step `step`,
    /// of the given width.
    fn next(&mut self, step: usize, index: usize, width: u32) -> Value;
}

/// What happened in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Control goes on in this block.
    Enter(BlockId),
    /// A goal was reached.
    Goal(GoalId),
    /// The path ended.
    End(EndKind),
}

/// A run of a program.
#[derive(Clone, Debug)]
pub struct Interpreter<'a> {
    program: &'a Program,
    values: IndexVec<ValueId, Option<Value>>,
    block: BlockId,
    step: usize,
}

impl<'a> Interpreter<'a> {
    /// A run that stands before the entry block.
    pub fn new(program: &'a Program) -> Self {
        Self {
            program,
            values: IndexVec::filled(None, program.values.len()),
            block: program.entry,
            step: 0,
        }
    }

    /// The block that the next step executes.
    pub fn block(&self) -> BlockId {
        self.block
    }

    /// Number of steps made.
    pub fn steps(&self) -> usize {
        self.step
    }

    /// The last value of an SSA value; `None` before its first definition.
    pub fn value(&self, id: ValueId) -> Option<&Value> {
        self.values[id].as_ref()
    }

    /// The value of an operand.
    ///
    /// # Panics
    /// If it is read before its definition: the program is not in SSA form.
    pub fn operand(&self, operand: &Operand) -> Value {
        match operand {
            Operand::Const(value) => value.clone(),
            Operand::Value(id) => self.values[*id].clone().expect("definitions dominate uses"),
        }
    }

    /// Executes the current block. `observe` is told each instruction after it was
    /// executed, together with the run as it then stands.
    pub fn step(
        &mut self,
        inputs: &mut dyn Inputs,
        mut observe: impl FnMut(&Interpreter<'a>, &'a Instr),
    ) -> Event {
        let program = self.program;
        let block: &'a Block = &program.blocks[self.block];
        let mut input = 0;
        for instr in &block.instrs {
            match instr {
                Instr::Assign { dest, op, args, .. } => {
                    let args: Vec<Value> = args.iter().map(|arg| self.operand(arg)).collect();
                    let args: smallvec::SmallVec<[&Value; 3]> = args.iter().collect();
                    self.values[*dest] = Some(op.apply(&args));
                }
                Instr::Input { dest, .. } => {
                    let width = program.values[*dest].width;
                    let value = inputs.next(self.step, input, width);
                    assert_eq!(value.width(), width, "an input of the wrong width");
                    self.values[*dest] = Some(value);
                    input += 1;
                }
                Instr::Bind { .. } => {}
            }
            observe(self, instr);
        }
        self.step += 1;
        let next = match &block.terminator {
            Terminator::Goto(to) => *to,
            Terminator::Branch { cond, then, otherwise } => {
                if self.operand(cond).is_true() {
                    *then
                } else {
                    *otherwise
                }
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.operand(value);
                cases.iter().find(|case| case.0 == value).map_or(*default, |case| case.1)
            }
            Terminator::Goal(goal) => return Event::Goal(*goal),
            Terminator::End(kind) => return Event::End(*kind),
        };
        self.enter(next);
        Event::Enter(next)
    }

    /// Takes the edge to `next`: all phis read before any is written.
    fn enter(&mut self, next: BlockId) {
        let from = self.block;
        let program = self.program;
        let phis = &program.blocks[next].phis;
        let read: Vec<Value> = phis
            .iter()
            .map(|phi| {
                let incoming = phi.incoming.iter().find(|incoming| incoming.0 == from);
                self.operand(&incoming.expect("a phi names every predecessor").1)
            })
            .collect();
        for (phi, value) in phis.iter().zip(read) {
            self.values[phi.dest] = Some(value);
        }
        self.block = next;
    }
}
