//! What undefined functions can change, where they are called ([`MemoryOp::Havoc`]): what can be
//! reached from the addresses that this one is given, and from those that any of them was given
//! before. They may have kept them as long as the object lives.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::contents::Contents;
use super::layout::Site;
use super::points_to::has_contents;
use crate::program::{Instr, Memory, MemoryInstr, MemoryOp, ObjectId, Operand, Program};
use crate::support::IndexVec;

/// For each such call the writable objects, in order. `into` says which objects an operand may
/// point into.
pub(super) fn changed(
    program: &Program,
    contents: &Contents,
    into: impl Fn(&Operand) -> Vec<ObjectId>,
) -> FxHashMap<Site, Vec<ObjectId>> {
    let mut changed = FxHashMap::default();
    let is_call = |instr: &Instr| matches!(instr, Instr::Memory(it) if it.op == MemoryOp::Havoc);
    if !program.blocks.iter().any(|block| block.instrs.iter().any(is_call)) {
        return changed;
    }
    // Forward, to a fixed point: by block the objects whose addresses may have been given.
    let mut given: IndexVec<_, BTreeSet<ObjectId>> =
        IndexVec::filled(BTreeSet::new(), program.blocks.len());
    let order = program.reverse_postorder();
    let mut again = true;
    while std::mem::take(&mut again) {
        for &id in &order {
            let block = &program.blocks[id];
            let mut here = given[id].clone();
            for (at, instr) in block.instrs.iter().enumerate() {
                let Instr::Memory(MemoryInstr { op, args, .. }) = instr else { continue };
                match op {
                    MemoryOp::Havoc => {
                        here.extend(args.iter().flat_map(&into));
                        changed.insert((id.0, at), reached(&program.memory, contents, &here));
                    }
                    // What was kept leads nowhere now, or to what was there before.
                    MemoryOp::Start(object) | MemoryOp::End(object) => {
                        here.remove(object);
                    }
                    _ => {}
                }
            }
            for next in block.terminator.successors() {
                let known = given[next].len();
                given[next].extend(&here);
                again |= given[next].len() > known;
            }
        }
    }
    changed
}

/// The writable objects that can be reached from these.
pub(super) fn reached<'a>(
    memory: &Memory,
    contents: &Contents,
    from: impl IntoIterator<Item = &'a ObjectId>,
) -> Vec<ObjectId> {
    let mut open: Vec<ObjectId> = from.into_iter().copied().collect();
    let mut found = FxHashSet::default();
    while let Some(object) = open.pop() {
        if has_contents(memory, object) && found.insert(object) {
            open.extend(contents.held(object));
        }
    }
    let mut found: Vec<ObjectId> =
        found.into_iter().filter(|&object| memory.objects[object].writable).collect();
    found.sort_unstable();
    found
}
