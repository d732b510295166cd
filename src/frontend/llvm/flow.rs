//! Control flow between blocks, and labels whose address is taken.

use inkwell::basic_block::BasicBlock;
use inkwell::llvm_sys::core::*;
use inkwell::module::{Linkage, Module};
use inkwell::values::{AsValueRef, FunctionValue, InstructionOpcode, IntValue, PointerValue};

use super::uses::users_of;
use super::{Identity, as_instruction, text};
use crate::program::LABEL;

/// The blocks from which control may go directly to `block`, with multiplicity.
pub fn predecessors<'ctx>(block: BasicBlock<'ctx>) -> Vec<BasicBlock<'ctx>> {
    // SAFETY: a block is a value; its users that are instructions are terminators.
    unsafe {
        users_of_block(block)
            .into_iter()
            .filter_map(|user| as_instruction(user).and_then(|inst| inst.get_parent()))
            .collect()
    }
}

/// The blocks that the terminator of `block` names, in order.
pub fn successors<'ctx>(block: BasicBlock<'ctx>) -> Vec<BasicBlock<'ctx>> {
    let Some(terminator) = block.get_terminator() else { return Vec::new() };
    // SAFETY: it is a terminator and the index is in range.
    unsafe {
        let terminator = terminator.as_value_ref();
        (0..LLVMGetNumSuccessors(terminator))
            .filter_map(|i| BasicBlock::new(LLVMGetSuccessor(terminator, i)))
            .collect()
    }
}

/// Makes the edges of a block that lead to one block lead to another, which has no phis either.
pub fn redirect_edges<'ctx>(block: BasicBlock<'ctx>, from: BasicBlock<'ctx>, to: BasicBlock<'ctx>) {
    let Some(terminator) = block.get_terminator() else { return };
    for (index, next) in (0..).zip(successors(block)) {
        if next == from {
            // SAFETY: it is a terminator, the index is in range, and the block is one of the same
            // function.
            unsafe { LLVMSetSuccessor(terminator.as_value_ref(), index, to.as_mut_ptr()) };
        }
    }
}

/// The values of the labels of the `switch` that a block ends with, in order; none, if it ends with
/// something else.
pub fn cases<'ctx>(block: BasicBlock<'ctx>) -> Vec<IntValue<'ctx>> {
    let switch = block.get_terminator();
    let switch = switch.filter(|it| it.get_opcode() == InstructionOpcode::Switch);
    let Some(switch) = switch else { return Vec::new() };
    // SAFETY: it is a switch, whose labels are those of its successors from 1 on, and constants.
    unsafe {
        let switch = switch.as_value_ref();
        (1..LLVMGetNumSuccessors(switch))
            .map(|index| IntValue::new(LLVMGetSwitchCaseValue(switch, index)))
            .collect()
    }
}

/// SAFETY: the block is valid.
unsafe fn users_of_block(block: BasicBlock<'_>) -> Vec<Identity> {
    // SAFETY: a block is a value.
    unsafe { users_of(LLVMBasicBlockAsValue(block.as_mut_ptr())) }
}

/// Lets every address of a label of a function be the address of an object of its own;
/// gives these with their blocks.
pub fn replace_label_addresses<'ctx>(
    module: &Module<'ctx>,
    function: FunctionValue<'ctx>,
) -> Vec<(BasicBlock<'ctx>, PointerValue<'ctx>)> {
    let mut labels = Vec::new();
    for block in function.get_basic_blocks() {
        // SAFETY: the block is valid.
        for Identity(user) in unsafe { users_of_block(block) } {
            // SAFETY: the kind is checked; an address of a label is replaced by another pointer.
            unsafe {
                if LLVMIsABlockAddress(user).is_null() {
                    continue;
                }
                let byte = module.get_context().i8_type();
                let name = format!("{LABEL}{}", text(block.get_name()));
                let label = module.add_global(byte, None, &name);
                label.set_initializer(&byte.const_zero());
                label.set_linkage(Linkage::Internal);
                LLVMReplaceAllUsesWith(user, label.as_value_ref());
                labels.push((block, label.as_pointer_value()));
            }
        }
    }
    labels
}
