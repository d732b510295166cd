//! What can still matter to a set of goals: blocks from which one of them can be reached
//! along edges, and in those the values that the way there may depend on.
//!
//! The usual backward analysis of live variables (Kildall: A unified approach to global
//! program optimization, POPL 1973), where an operand of an instruction or a phi counts as
//! read only if the result is live itself. What decides where control goes always is.
//!
//! What always holds: two runs that stand at the same block with the same live values and
//! then choose the same inputs reach the same listed goals, in the same number of steps:
//! every value that decides where they go is computed from live ones. Proofs about paths
//! without repetition rest on this; elsewhere a value left out would only weaken a check.

use std::collections::BTreeSet;

use crate::program::{Block, BlockId, GoalId, Instr, Operand, Phi, Program, Terminator, ValueId};
use crate::support::IndexVec;

/// The result of the analysis.
#[derive(Clone, Debug)]
pub struct Live {
    /// For each block that leads to a goal what is live after its phis.
    values: IndexVec<BlockId, Option<BTreeSet<ValueId>>>,
}

impl Live {
    /// What matters to `goals`.
    pub fn new(program: &Program, goals: &[GoalId]) -> Self {
        let mut live = Self { values: IndexVec::filled(None, program.blocks.len()) };
        let predecessors = program.predecessors();
        let listed = |block: &Block| match block.terminator {
            Terminator::Goal(goal) => goals.contains(&goal),
            _ => false,
        };
        let blocks = program.blocks.iter_enumerated();
        let mut open: Vec<BlockId> =
            blocks.filter(|(_, block)| listed(block)).map(|(id, _)| id).collect();
        open.iter().for_each(|&block| live.values[block] = Some(BTreeSet::new()));
        while let Some(block) = open.pop() {
            for &from in &predecessors[block] {
                let before = live.before(program, from);
                if live.values[from].as_ref() != Some(&before) {
                    live.values[from] = Some(before);
                    open.push(from);
                }
            }
        }
        live
    }

    /// Whether a goal can be reached from `block` along edges.
    pub fn leads(&self, block: BlockId) -> bool {
        self.values[block].is_some()
    }

    /// The values whose last value after the phis of `block` can matter, in order.
    pub fn at(&self, block: BlockId) -> impl Iterator<Item = ValueId> {
        self.values[block].iter().flatten().copied()
    }

    /// What is live after the phis of `id`, given what is known of its successors.
    fn before(&self, program: &Program, id: BlockId) -> BTreeSet<ValueId> {
        let block = &program.blocks[id];
        let mut now = BTreeSet::new();
        let read = |now: &mut BTreeSet<ValueId>, operand: &Operand| {
            if let Operand::Value(value) = operand {
                now.insert(*value);
            }
        };
        for next in block.terminator.successors() {
            let Some(after) = &self.values[next] else { continue };
            let phis = &program.blocks[next].phis;
            let written = |value: &ValueId| phis.iter().any(|phi| phi.dest == *value);
            now.extend(after.iter().filter(|value| !written(value)));
            for phi in phis.iter().filter(|phi| after.contains(&phi.dest)) {
                phi_operand(phi, id).into_iter().for_each(|operand| read(&mut now, operand));
            }
        }
        match &block.terminator {
            Terminator::Branch { cond, .. } => read(&mut now, cond),
            Terminator::Switch { value, .. } => read(&mut now, value),
            Terminator::Goto(_) | Terminator::Goal(_) | Terminator::End(_) => {}
        }
        for instr in block.instrs.iter().rev() {
            match instr {
                Instr::Assign { dest, args, .. } => {
                    if now.remove(dest) {
                        args.iter().for_each(|operand| read(&mut now, operand));
                    }
                }
                Instr::Input { dest, .. } => {
                    now.remove(dest);
                }
                Instr::Bind { .. } => {}
                Instr::Memory(instr) => instr.unresolved(),
            }
        }
        now
    }
}

fn phi_operand(phi: &Phi, from: BlockId) -> Option<&Operand> {
    phi.incoming.iter().find(|incoming| incoming.0 == from).map(|incoming| &incoming.1)
}
