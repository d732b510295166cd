//! Where addresses come from: past variables that hold the same for as long as a function runs.

use inkwell::targets::TargetData;
use inkwell::values::BasicValueEnum;

use crate::frontend::llvm;

/// So many variables are looked through.
const MOST_VARIABLES: usize = 16;

/// What an address is computed from, and how many bytes behind it lies, if that is constant.
pub fn origin<'ctx>(
    layout: &TargetData,
    value: BasicValueEnum<'ctx>,
) -> Option<(BasicValueEnum<'ctx>, i64)> {
    let (mut base, mut offset) = llvm::constant_distance(layout, value)?;
    for _ in 0..MOST_VARIABLES {
        let Some(value) = llvm::kept_value(base) else { return Some((base, offset)) };
        let (next, before) = llvm::constant_distance(layout, value)?;
        (base, offset) = (next, offset.checked_add(before)?);
    }
    None
}
