//! Where addresses come from: past variables that hold the same for as long as a function runs.

use inkwell::targets::TargetData;
use inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue};

use crate::frontend::llvm::{self, Identified};

/// So many variables are looked through.
const MOST_VARIABLES: usize = 16;

/// What an address is computed from, and how many bytes behind it lies, if that is constant.
pub fn origin<'ctx>(
    layout: &TargetData,
    value: BasicValueEnum<'ctx>,
) -> Option<(BasicValueEnum<'ctx>, i64)> {
    let (mut base, mut offset) = llvm::constant_distance(layout, value)?;
    for _ in 0..MOST_VARIABLES {
        let Some(value) = held(base) else { return Some((base, offset)) };
        let (next, before) = llvm::constant_distance(layout, value)?;
        (base, offset) = (next, offset.checked_add(before)?);
    }
    None
}

/// What a variable of a function holds that is read, if it is written once, where the function
/// begins: a parameter, or what is computed from one.
fn held<'ctx>(read: BasicValueEnum<'ctx>) -> Option<BasicValueEnum<'ctx>> {
    let load = llvm::as_instruction(read.identity())?;
    if load.get_opcode() != InstructionOpcode::Load {
        return None;
    }
    let variable = llvm::operand(load, 0)?;
    let alloca = llvm::as_instruction(variable.identity())?;
    if alloca.get_opcode() != InstructionOpcode::Alloca {
        return None;
    }
    let mut written: Option<InstructionValue<'ctx>> = None;
    for user in llvm::users(variable) {
        let user = llvm::as_instruction(user)?;
        match user.get_opcode() {
            InstructionOpcode::Load => {}
            InstructionOpcode::Store if llvm::operand(user, 1) == Some(variable) => {
                if written.replace(user).is_some() {
                    return None;
                }
            }
            InstructionOpcode::Call => {
                let callee = llvm::call(user).and_then(llvm::callee).map(llvm::name)?;
                if !callee.starts_with("llvm.lifetime.") {
                    return None;
                }
            }
            _ => return None,
        }
    }
    let written = written?;
    let first = written.get_parent()?.get_parent()?.get_first_basic_block()?;
    let value = llvm::operand(written, 0)?;
    (written.get_parent() == Some(first) && value.is_pointer_value()).then_some(value)
}
