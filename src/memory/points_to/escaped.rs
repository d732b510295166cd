//! What undefined functions can change, where they are called ([`Effect::Escape`]): what can be
//! reached from the addresses that this one is given, and from those that any of them was given
//! before. They may have kept them as long as the object lives.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::contents::Contents;
use crate::memory::points_to::Site;
use crate::program::{Effect, Memory, ObjectId, Operand, Program};
use crate::support::IndexVec;

/// For each such call the writable objects, in order. `into` says which objects an operand may
/// point into.
pub(in crate::memory) fn changed(
    program: &Program,
    contents: &Contents,
    into: impl Fn(&Operand) -> Vec<ObjectId>,
) -> FxHashMap<Site, Vec<ObjectId>> {
    let mut given: FxHashMap<Site, BTreeSet<ObjectId>> = FxHashMap::default();
    for (id, block) in program.blocks.iter_enumerated() {
        for (at, instr) in block.instrs.iter().enumerate() {
            let effects = instr.as_memory().map(|instr| instr.effects(program));
            for (args, direct) in effects.into_iter().flatten().filter_map(Effect::escape) {
                let from = args.iter().flat_map(&into);
                given.insert((id.0, at), meant(&program.memory, contents, from, direct));
            }
        }
    }
    if given.is_empty() {
        return FxHashMap::default();
    }
    // Forward, to a fixed point: by block what may have been given. All that an object leads to is
    // given with it: that may live on when it ends.
    let mut before: IndexVec<_, BTreeSet<ObjectId>> =
        IndexVec::filled(BTreeSet::new(), program.blocks.len());
    let mut after = FxHashMap::default();
    let order = program.reverse_postorder();
    let mut again = true;
    while std::mem::take(&mut again) {
        for &id in &order {
            let block = &program.blocks[id];
            let mut here = before[id].clone();
            for (at, instr) in block.instrs.iter().enumerate() {
                let Some(instr) = instr.as_memory() else { continue };
                for effect in instr.effects(program) {
                    match effect {
                        // Nothing is kept.
                        Effect::Escape { direct: true, .. } => {
                            after.insert((id.0, at), given[&(id.0, at)].clone());
                        }
                        Effect::Escape { direct: false, .. } => {
                            here.extend(&given[&(id.0, at)]);
                            after.insert((id.0, at), here.clone());
                        }
                        // What was kept leads nowhere now, or to what was there before.
                        Effect::Start(object) | Effect::End(object) => {
                            here.remove(&object);
                        }
                        // Which one ends is not known.
                        Effect::Deallocate { .. } | Effect::Allocate { .. } => {}
                        // What an object leads to was given with it.
                        Effect::Store { .. }
                        | Effect::Fill { .. }
                        | Effect::Copy { .. }
                        | Effect::Retire { .. } => {}
                        Effect::Address(_)
                        | Effect::Load { .. }
                        | Effect::Scan { .. }
                        | Effect::AskWritten { .. }
                        | Effect::CheckAccess { .. }
                        | Effect::CheckFree { .. }
                        | Effect::Inspect { .. }
                        | Effect::Reach { .. } => {}
                    }
                }
            }
            for next in block.terminator.successors() {
                let known = before[next].len();
                before[next].extend(&here);
                again |= before[next].len() > known;
            }
        }
    }
    let writable = |object: &ObjectId| program.memory.objects[*object].writable;
    after
        .into_iter()
        .map(|(site, all)| (site, all.into_iter().filter(writable).collect()))
        .collect()
}

/// The objects that can be reached from these; `direct`: only themselves.
pub(in crate::memory) fn meant(
    memory: &Memory,
    contents: &Contents,
    from: impl IntoIterator<Item = ObjectId>,
    direct: bool,
) -> BTreeSet<ObjectId> {
    match direct {
        true => from.into_iter().filter(|object| memory.has_contents(*object)).collect(),
        false => reached(memory, contents, from),
    }
}

/// The objects that can be reached from these, by what objects may hold.
pub(in crate::memory) fn reached(
    memory: &Memory,
    contents: &Contents,
    from: impl IntoIterator<Item = ObjectId>,
) -> BTreeSet<ObjectId> {
    let mut open: Vec<ObjectId> = from.into_iter().collect();
    let mut found = BTreeSet::new();
    while let Some(object) = open.pop() {
        if memory.has_contents(object) && found.insert(object) {
            open.extend(contents.held(object));
        }
    }
    found
}
