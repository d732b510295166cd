//! Conversions to bit-fields that clang compares with their own result.
//!
//! Where the right side of an assignment has the declared type of the bit-field, the check that
//! clang 22 makes (`-fsanitize=implicit-bitfield-conversion`) compares what was stored with itself.
//! Here it compares with what was to be stored.

use inkwell::basic_block::BasicBlock;
use inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue};

use crate::frontend::llvm;

/// Mends the check at the end of a block.
pub fn compare_before<'ctx>(check: BasicBlock<'ctx>) {
    let of_operand = |inst, index| llvm::operand(inst, index).and_then(instruction);
    let branch = check.get_terminator();
    let comparison = branch.and_then(|branch| of_operand(branch, 0));
    let is_comparison = |it: &InstructionValue<'_>| it.get_opcode() == InstructionOpcode::ICmp;
    let Some(comparison) = comparison.filter(is_comparison) else { return };
    let (Some(stored), other) = (llvm::operand(comparison, 0), llvm::operand(comparison, 1)) else {
        return;
    };
    if other == Some(stored)
        && let Some(before) = converted(stored)
    {
        comparison.set_operand(0, before);
    }
}

/// The number of which a stored one is what is left in a bit-field.
fn converted(stored: BasicValueEnum<'_>) -> Option<BasicValueEnum<'_>> {
    use InstructionOpcode::{AShr, And, SExt, Shl, Trunc, ZExt};
    let is =
        |inst: InstructionValue<'_>, any: &[InstructionOpcode]| any.contains(&inst.get_opcode());
    let mut inst = instruction(stored)?;
    for step in [&[SExt, ZExt][..], &[AShr], &[Shl]] {
        if is(inst, step) {
            inst = instruction(llvm::operand(inst, 0)?)?;
        }
    }
    let before = llvm::operand(inst, 0).filter(|_| is(inst, &[And]))?;
    if before.get_type() == stored.get_type() {
        return Some(before);
    }
    // The unit that it lies in has another width.
    let inst = instruction(before).filter(|it| is(*it, &[Trunc, ZExt]))?;
    llvm::operand(inst, 0).filter(|before| before.get_type() == stored.get_type())
}

fn instruction(value: BasicValueEnum<'_>) -> Option<InstructionValue<'_>> {
    use crate::frontend::llvm::Identified;
    llvm::as_instruction(value.identity())
}
