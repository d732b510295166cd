//! The set V of the paper: the values that are state variables besides `curr` and `pred`.
//!
//! 1. "Variables that are used in more than one basic block": an SSA value occurs in the
//!    block that defines it and in each block that reads it; a phi reads in its own
//!    block (as `tmp2` of 5.2 "occurs in the basic block bb1 and also in return").
//! 2. "Variables that are read before written in the same basic block, which is part of
//!    a loop": in SSA form that is a value that a phi of its own block reads.
//!
//! What only a trace reads does not count.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::blocks::Chains;
use crate::program::{BlockId, Instr, Operand, Program, Terminator, ValueId};

/// V, in the order of the values.
pub(super) fn variables(program: &Program, chains: &Chains) -> Vec<ValueId> {
    let mut places: FxHashMap<ValueId, BTreeSet<usize>> = FxHashMap::default();
    let mut defined: FxHashMap<ValueId, usize> = FxHashMap::default();
    let mut kept = BTreeSet::new();
    for (number, chain) in chains.all.iter().enumerate() {
        for &id in &chain.blocks {
            let block = &program.blocks[id];
            let phis = block.phis.iter().map(|phi| phi.dest);
            for dest in phis.chain(block.instrs.iter().filter_map(Instr::dest)) {
                places.entry(dest).or_default().insert(number);
                defined.insert(dest, number);
            }
            for value in reads(program, id) {
                places.entry(value).or_default().insert(number);
            }
        }
    }
    for (number, chain) in chains.all.iter().enumerate() {
        for value in phi_reads(program, chains, chain.head()) {
            places.entry(value).or_default().insert(number);
            if defined.get(&value) == Some(&number) {
                kept.insert(value);
            }
        }
    }
    kept.extend(places.iter().filter(|(_, places)| places.len() > 1).map(|(&value, _)| value));
    kept.into_iter().collect()
}

/// What decides where control goes from a block.
pub(super) fn condition(program: &Program, block: BlockId) -> Option<&Operand> {
    match &program.blocks[block].terminator {
        Terminator::Branch { cond, .. } => Some(cond),
        Terminator::Switch { value, .. } => Some(value),
        Terminator::Goto(_) | Terminator::Goal(_) | Terminator::End(_) => None,
    }
}

/// Values that a block's instructions and terminator read.
fn reads(program: &Program, block: BlockId) -> impl Iterator<Item = ValueId> + '_ {
    let args = program.blocks[block].instrs.iter().flat_map(|instr| match instr {
        Instr::Assign { args, .. } => args.as_slice(),
        Instr::Input { .. } | Instr::Bind { .. } => &[],
        Instr::Memory(instr) => instr.unresolved(),
    });
    args.chain(condition(program, block)).filter_map(value)
}

/// Values that the phis of a chain's head read, coming from reachable blocks.
fn phi_reads<'a>(
    program: &'a Program,
    chains: &'a Chains,
    head: BlockId,
) -> impl Iterator<Item = ValueId> + 'a {
    let incoming = program.blocks[head].phis.iter().flat_map(|phi| &phi.incoming);
    let reached = incoming.filter(|incoming| chains.of.contains_key(&incoming.0));
    reached.filter_map(|incoming| value(&incoming.1))
}

fn value(operand: &Operand) -> Option<ValueId> {
    match operand {
        Operand::Value(value) => Some(*value),
        Operand::Const(_) => None,
    }
}
