//! What keeps other threads from an access: the locks that are held, told so that accesses of
//! several threads can be compared.

use inkwell::targets::TargetData;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{InstructionOpcode, InstructionValue};

use super::held::Lock;
use super::origin::origin;
use crate::frontend::llvm::{self, Identified};
use crate::frontend::passes::environment::shared::{Access, Guard, LockAt};

/// The guards of an access under these locks.
///
/// A lock that lies at a fixed distance from the structure a member of which is accessed is told by
/// that: two accesses to members of the same object are then made under the same lock, by whatever
/// pointers, and those to members of different objects don't touch each other. (That objects of the
/// same type overlap in parts only, and indices that lead from one object into another, C does not
/// allow: C17 6.5p7, 6.5.6p8.)
pub fn guards<'ctx>(
    layout: &TargetData,
    inst: InstructionValue<'ctx>,
    access: Access<'ctx>,
    held: &[Lock],
) -> Vec<Guard<'ctx>> {
    let is_global = |lock: &&Lock| llvm::as_variable(lock.base).is_some();
    let by_name = held.iter().filter(is_global).map(|lock| Guard {
        lock: LockAt::Global(lock.base, lock.offset),
        exclusive: lock.exclusive,
    });
    by_name.chain(beside(layout, inst, access, held)).collect()
}

fn beside<'ctx>(
    layout: &TargetData,
    inst: InstructionValue<'ctx>,
    access: Access<'ctx>,
    held: &[Lock],
) -> Vec<Guard<'ctx>> {
    if held.is_empty() {
        return Vec::new();
    }
    let accessed = match inst.get_opcode() {
        InstructionOpcode::Load => BasicTypeEnum::try_from(inst.get_type()).ok(),
        InstructionOpcode::Store => llvm::operand(inst, 0).map(|value| value.get_type()),
        _ => None,
    };
    let (Some(accessed), Some(member)) = (accessed, llvm::member(layout, access.place)) else {
        return Vec::new();
    };
    let whole = member.structure.get_field_type_at_index(member.field);
    let fits =
        |ty: &BasicTypeEnum<'ctx>| layout.get_store_size(&accessed) <= layout.get_abi_size(ty);
    let Some((base, before)) =
        origin(layout, member.base).filter(|_| whole.as_ref().is_some_and(fits))
    else {
        return Vec::new();
    };
    let held = held.iter().filter(|lock| lock.base == base.identity());
    let guards = held.filter_map(|lock| {
        let distance = lock.offset.checked_sub(before)?;
        let lock_at = LockAt::Structure(member.structure, distance);
        Some(Guard { lock: lock_at, exclusive: lock.exclusive })
    });
    guards.collect()
}
