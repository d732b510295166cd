//! Which instructions clang's sanitizers have guarded already.

use inkwell::basic_block::BasicBlock;
use inkwell::values::{FloatValue, InstructionOpcode, InstructionValue};

use crate::frontend::instrument::Instrument;
use crate::frontend::llvm;

/// Whether clang's check stands directly before the instruction: its block is entered
/// only from a branch whose other target calls the handler.
pub fn is_guarded(inst: InstructionValue<'_>, handler: &str) -> bool {
    guard(inst, handler).is_some()
}

/// Whether clang's check of this very number stands directly before the instruction. In the same
/// block there may be operations that have none: on parts of complex numbers and of vectors.
pub fn is_number_guarded<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    handler: &str,
    number: FloatValue<'ctx>,
) -> bool {
    let nosanitize = instrument.context.get_kind_id("nosanitize");
    let compares = |it: InstructionValue<'ctx>| {
        it.get_opcode() == InstructionOpcode::FCmp
            && it.get_metadata(nosanitize).is_some()
            && llvm::operand(it, 0) == Some(number.into())
    };
    guard(inst, handler).is_some_and(|guard| guard.get_instructions().any(compares))
}

/// The block that ends with the check.
fn guard<'ctx>(inst: InstructionValue<'ctx>, handler: &str) -> Option<BasicBlock<'ctx>> {
    let block = inst.get_parent()?;
    let [before] = llvm::predecessors(block)[..] else { return None };
    let calls = |other: BasicBlock<'ctx>| {
        other.get_instructions().any(|inst| {
            let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name);
            callee.is_some_and(|name| name.starts_with(handler))
        })
    };
    llvm::successors(before)
        .into_iter()
        .any(|other| other != block && calls(other))
        .then_some(before)
}
