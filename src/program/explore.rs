//! Explicit-state search: which goals a small program can reach, by trying everything.
//!
//! What encodings and engines are compared with in tests: it knows nothing but the concrete
//! interpreter. Only for programs with few bits of input per block.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::interp::{Event, Inputs, Interpreter};
use super::{BlockId, GoalId, Instr, Operand, Program, Terminator, ValueId};
use crate::bv::Value;
use crate::support::IndexVec;
use crate::support::limits;

/// A run that stands before a block, with the values that outlive their block.
type Key = (BlockId, Vec<Option<Value>>);

/// The goals that `program` can reach; `None` if it has more than `limit` states or a
/// block with more than 12 bits of input.
pub fn reachable_goals(program: &Program, limit: usize) -> Option<BTreeSet<GoalId>> {
    visit(program, limit, |_| {})
}

/// The same, and `show` is shown each state that can be reached before a block: all that
/// differ in a value that is read outside the block that defines it.
pub fn visit(
    program: &Program,
    limit: usize,
    mut show: impl FnMut(&Interpreter<'_>),
) -> Option<BTreeSet<GoalId>> {
    let kept = outliving(program);
    let mut goals = BTreeSet::new();
    let mut seen: FxHashSet<Key> = FxHashSet::default();
    let mut work = vec![Interpreter::new(program)];
    show(&work[0]);
    while let Some(run) = work.pop() {
        let widths: Vec<u32> = program.blocks[run.block()]
            .instrs
            .iter()
            .filter_map(|instr| match instr {
                Instr::Input { dest, .. } => Some(program.values[*dest].width()),
                _ => None,
            })
            .collect();
        let bits: u32 = widths.iter().sum();
        if bits > limits::EXPLORED_BITS {
            return None;
        }
        for choice in 0..1u64 << bits {
            let mut next = run.clone();
            match next.step(&mut Bits(choice), |_, _| {}) {
                Event::Goal(goal) => {
                    goals.insert(goal);
                }
                Event::End(_) => {}
                Event::Enter(block) => {
                    let values = kept.iter().map(|&value| next.value(value).cloned()).collect();
                    if seen.insert((block, values)) {
                        show(&next);
                        work.push(next);
                    }
                }
            }
        }
        if seen.len() > limit {
            return None;
        }
    }
    Some(goals)
}

/// Inputs cut from one number, lowest bits first.
struct Bits(u64);

impl Inputs for Bits {
    fn next(&mut self, _step: usize, _index: usize, width: u32) -> Value {
        let value = Value::new(width, self.0.into());
        self.0 >>= width;
        value
    }
}

/// The values that are read outside the block that defines them, or by a phi. All
/// others are computed anew before they are read.
fn outliving(program: &Program) -> Vec<ValueId> {
    let mut home = IndexVec::filled(None, program.values.len());
    for (id, block) in program.blocks.iter_enumerated() {
        for dest in block.instrs.iter().filter_map(Instr::dest) {
            home[dest] = Some(id);
        }
    }
    let mut kept = BTreeSet::new();
    for (id, block) in program.blocks.iter_enumerated() {
        for operand in block.phis.iter().flat_map(|phi| &phi.incoming).map(|incoming| &incoming.1) {
            if let Operand::Value(value) = operand {
                kept.insert(*value);
            }
        }
        let args = block.instrs.iter().flat_map(|instr| match instr {
            Instr::Assign { args, .. } => args.as_slice(),
            Instr::Input { .. } | Instr::Bind { .. } => &[],
            Instr::Memory(instr) => instr.unresolved(),
        });
        let condition = match &block.terminator {
            Terminator::Branch { cond, .. } => Some(cond),
            Terminator::Switch { value, .. } => Some(value),
            Terminator::Goto(_) | Terminator::Goal(_) | Terminator::End(_) => None,
        };
        for operand in args.chain(condition) {
            if let Operand::Value(value) = operand
                && home[*value] != Some(id)
            {
                kept.insert(*value);
            }
        }
    }
    kept.into_iter().collect()
}
