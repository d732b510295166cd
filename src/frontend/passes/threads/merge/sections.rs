//! Atomic sections: in them a thread does not stop.

use std::collections::VecDeque;

use inkwell::basic_block::BasicBlock;
use rustc_hash::FxHashMap;

use super::{Thread, go_on};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::frontend::passes::threads::atomic::begins;
use crate::program::GoalKind;
use crate::program::runtime::{ATOMIC, END, GOAL, YIELDS};

/// Removes the places of a thread that lie in sections, and the marks of these. Where a section
/// has begun on some paths only it is not modelled.
pub fn run<'ctx>(instrument: &mut Instrument<'ctx, '_>, thread: &Thread<'ctx>) -> Outcome {
    let Some(&first) = thread.blocks.first() else { return Ok(()) };
    if super::calls(&thread.blocks, ATOMIC).is_empty() {
        return Ok(());
    }
    // How many sections have begun and not ended, where a block begins.
    let mut depths: FxHashMap<BasicBlock<'ctx>, u32> = FxHashMap::default();
    let mut open = VecDeque::from([(first, 0u32)]);
    let (mut inside, mut unclear) = (Vec::new(), Vec::new());
    while let Some((block, depth)) = open.pop_front() {
        if let Some(&known) = depths.get(&block) {
            if known != depth && !unclear.contains(&block) {
                unclear.push(block);
            }
            continue;
        }
        depths.insert(block, depth);
        let mut depth = depth;
        for inst in block.get_instructions() {
            match begins(inst) {
                Some(true) => depth += 1,
                Some(false) => depth = depth.saturating_sub(1),
                None if depth > 0 && llvm::is_call_of(inst, YIELDS) => inside.push(inst),
                None => {}
            }
        }
        open.extend(llvm::successors(block).into_iter().map(|next| (next, depth)));
    }
    for stop in inside {
        go_on(stop)?;
    }
    for mark in super::calls(&thread.blocks, ATOMIC) {
        mark.erase_from_basic_block();
    }
    for block in unclear {
        let Some(inst) = block.get_first_instruction() else { continue };
        // Where runs end nothing follows.
        if block
            .get_instructions()
            .any(|it| llvm::is_call_of(it, END) || llvm::is_call_of(it, GOAL))
        {
            continue;
        }
        instrument.before(inst);
        let what = "an atomic section that has begun on some paths only";
        instrument.fail(GoalKind::Unsupported(what.to_owned()), None)?;
    }
    Ok(())
}
