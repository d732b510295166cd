//! Others may run before a loop in which they may not.
//!
//! What a thread has done last others see, also if it never comes to another place: if it goes
//! round and round without one.

use inkwell::basic_block::BasicBlock;
use inkwell::values::FunctionValue;
use rustc_hash::FxHashSet;

use crate::frontend::clang::module::{MODEL, is_marked};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::frontend::names::threads::CREATE;
use crate::frontend::passes::calls::jumps;
use crate::frontend::passes::environment::shared::calling;

/// Inserts a place wherever a cycle without places is entered, and before jumps, which may close
/// one. Models have no endless loops.
///
/// # Errors
/// If LLVM refuses.
pub fn run<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    pause: FunctionValue<'ctx>,
    steps: &FxHashSet<FunctionValue<'ctx>>,
) -> Outcome {
    let stopping = stopping(instrument, pause, steps);
    for function in instrument.functions() {
        if is_marked(function, MODEL) {
            continue;
        }
        let leaves = llvm::instructions(function).into_iter().filter(|inst| jumps::is_jump(*inst));
        for leaves in leaves {
            instrument.before(leaves);
            instrument.builder.build_call(pause, &[], "")?;
        }
        let blocks = function.get_basic_blocks();
        let free: FxHashSet<BasicBlock<'ctx>> =
            blocks.iter().copied().filter(|it| !calls_any(*it, &stopping)).collect();
        let endless: FxHashSet<BasicBlock<'ctx>> =
            free.iter().copied().filter(|it| is_on_cycle(*it, &free)).collect();
        for &block in blocks.iter().filter(|block| !endless.contains(block)) {
            let end = block.get_terminator();
            let enters = llvm::successors(block).iter().any(|next| endless.contains(next));
            if let Some(end) = end.filter(|_| enters) {
                instrument.before(end);
                instrument.builder.build_call(pause, &[], "")?;
            }
        }
    }
    Ok(())
}

/// The functions in which others may run, or which do what others see.
fn stopping<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    pause: FunctionValue<'ctx>,
    steps: &FxHashSet<FunctionValue<'ctx>>,
) -> FxHashSet<FunctionValue<'ctx>> {
    let create = instrument.module.get_function(CREATE);
    let all = llvm::defined(&instrument.module);
    calling(&all, steps.iter().copied().chain([pause]).chain(create))
}

fn calls_any<'ctx>(block: BasicBlock<'ctx>, any: &FxHashSet<FunctionValue<'ctx>>) -> bool {
    let calls = block.get_instructions().filter_map(llvm::call);
    calls.filter_map(llvm::callee).any(|callee| any.contains(&callee))
}

/// Whether a cycle within these blocks leads from one back to it.
fn is_on_cycle<'ctx>(block: BasicBlock<'ctx>, within: &FxHashSet<BasicBlock<'ctx>>) -> bool {
    let mut seen: FxHashSet<BasicBlock<'ctx>> = FxHashSet::default();
    let mut open = vec![block];
    while let Some(from) = open.pop() {
        for next in llvm::successors(from) {
            if within.contains(&next) && seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen.contains(&block)
}
