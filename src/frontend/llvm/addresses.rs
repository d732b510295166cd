//! What addresses are computed from: variables, members of structures, numbers.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMOffsetOfElement};
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use inkwell::targets::TargetData;
use inkwell::types::StructType;
use inkwell::values::{AsValueRef, BasicValueEnum};

use super::values::basic;
use super::{Identified, Identity};

/// The variable (alloca or global) and the offset in bytes that an address is, if the
/// offset is constant.
pub fn constant_offset<'ctx>(
    layout: &TargetData,
    place: BasicValueEnum<'ctx>,
) -> Option<(BasicValueEnum<'ctx>, i64)> {
    let (base, offset) = constant_distance(layout, place)?;
    is_variable(base).then_some((base, offset))
}

/// What an address is computed from, and how many bytes behind it lies, if that is constant.
pub fn constant_distance<'ctx>(
    layout: &TargetData,
    place: BasicValueEnum<'ctx>,
) -> Option<(BasicValueEnum<'ctx>, i64)> {
    if !is_gep(place) {
        return Some((place, 0));
    }
    // SAFETY: kinds are checked before what only they have is read; the bits of a number
    // are read from constants alone.
    unsafe {
        let value = place.as_value_ref();
        let (base, inside) = constant_distance(layout, basic(LLVMGetOperand(value, 0))?)?;
        let mut ty = LLVMGetGEPSourceElementType(value);
        let mut offset = inside;
        for number in 1..LLVMGetNumOperands(value) as u32 {
            let index = LLVMGetOperand(value, number);
            if LLVMIsAConstantInt(index).is_null() {
                return None;
            }
            let index = LLVMConstIntGetSExtValue(index);
            let kind = LLVMGetTypeKind(ty);
            if number > 1 && kind == LLVMTypeKind::LLVMStructTypeKind {
                let field = u32::try_from(index).ok()?;
                let within = LLVMOffsetOfElement(layout.as_mut_ptr(), ty, field);
                offset = offset.checked_add_unsigned(within)?;
                ty = LLVMStructGetTypeAtIndex(ty, field);
                continue;
            }
            if number > 1 {
                if kind != LLVMTypeKind::LLVMArrayTypeKind {
                    return None;
                }
                ty = LLVMGetElementType(ty);
            }
            let size = i64::try_from(LLVMABISizeOfType(layout.as_mut_ptr(), ty)).ok()?;
            offset = offset.checked_add(index.checked_mul(size)?)?;
        }
        Some((base, offset))
    }
}

/// Where in what a pointer leads to an address may lie that is computed from it: the first byte, and
/// how many there are from which on it may begin, as an index of an array may be any. Arithmetic on the
/// pointer itself leads to another object of its type.
pub fn part_of_pointee(layout: &TargetData, place: BasicValueEnum<'_>) -> (u64, u64) {
    if !is_gep(place) {
        return (0, 1);
    }
    // SAFETY: as above.
    unsafe {
        let value = place.as_value_ref();
        let base = basic(LLVMGetOperand(value, 0));
        let (mut start, mut count) = base.map_or((0, 1), |base| part_of_pointee(layout, base));
        let mut ty = LLVMGetGEPSourceElementType(value);
        for number in 1..LLVMGetNumOperands(value) as u32 {
            let index = LLVMGetOperand(value, number);
            let is_constant = !LLVMIsAConstantInt(index).is_null();
            let index = if is_constant { LLVMConstIntGetSExtValue(index) } else { 0 };
            let index = u64::try_from(index).unwrap_or(0);
            let kind = LLVMGetTypeKind(ty);
            if number == 1 {
                if !is_constant {
                    (start, count) = (0, 1);
                }
                start += index * LLVMABISizeOfType(layout.as_mut_ptr(), ty);
            } else if kind == LLVMTypeKind::LLVMStructTypeKind {
                let field = u32::try_from(index).unwrap_or(0);
                start += LLVMOffsetOfElement(layout.as_mut_ptr(), ty, field);
                ty = LLVMStructGetTypeAtIndex(ty, field);
            } else if kind == LLVMTypeKind::LLVMArrayTypeKind {
                if !is_constant {
                    count = count.max(LLVMABISizeOfType(layout.as_mut_ptr(), ty));
                }
                ty = LLVMGetElementType(ty);
                start += index * LLVMABISizeOfType(layout.as_mut_ptr(), ty);
            }
        }
        (start, count)
    }
}

/// The member of a structure that an address lies in, of the structure that what it is computed
/// from leads to: what is computed further stays in the member, if indices stay in their arrays.
pub fn member<'ctx>(layout: &TargetData, place: BasicValueEnum<'ctx>) -> Option<Member<'ctx>> {
    if !is_gep(place) {
        return None;
    }
    // SAFETY: it is a computation of an address; kinds are checked before what only they have is
    // read.
    unsafe {
        let value = place.as_value_ref();
        let base = basic(LLVMGetOperand(value, 0))?;
        let ty = LLVMGetGEPSourceElementType(value);
        let first = LLVMGetOperand(value, 1);
        if LLVMIsAConstantInt(first).is_null() || LLVMConstIntGetZExtValue(first) != 0 {
            return None;
        }
        if is_gep(base) {
            let member = member(layout, base)?;
            let whole = member.structure.get_field_type_at_index(member.field)?;
            let inside = LLVMABISizeOfType(layout.as_mut_ptr(), ty);
            return (inside <= layout.get_abi_size(&whole)).then_some(member);
        }
        if LLVMGetTypeKind(ty) != LLVMTypeKind::LLVMStructTypeKind
            || LLVMGetNumOperands(value) < 3
            || LLVMIsAConstantInt(LLVMGetOperand(value, 2)).is_null()
        {
            return None;
        }
        let field = u32::try_from(LLVMConstIntGetZExtValue(LLVMGetOperand(value, 2))).ok()?;
        Some(Member { base, structure: StructType::new(ty), field })
    }
}

/// A member of a structure.
#[derive(Clone, Copy, Debug)]
pub struct Member<'ctx> {
    /// Where the structure lies.
    pub base: BasicValueEnum<'ctx>,
    /// Its type.
    pub structure: StructType<'ctx>,
    /// The number of the member.
    pub field: u32,
}

/// Whether a pointer is a variable (alloca or global).
fn is_variable(value: BasicValueEnum<'_>) -> bool {
    // SAFETY: the kind is checked.
    unsafe {
        let value = value.as_value_ref();
        !LLVMIsAAllocaInst(value).is_null() || !LLVMIsAGlobalVariable(value).is_null()
    }
}

/// Whether a pointer is computed from another one.
fn is_gep(value: BasicValueEnum<'_>) -> bool {
    // SAFETY: the kind is checked.
    let is_instruction = unsafe { !LLVMIsAGetElementPtrInst(value.as_value_ref()).is_null() };
    is_instruction || constant_gep(value.identity()).is_some()
}

/// The variable (alloca or global) that an address is computed from, at whatever offset.
pub fn storage<'ctx>(place: BasicValueEnum<'ctx>) -> Option<BasicValueEnum<'ctx>> {
    let mut at = place;
    while !is_variable(at) {
        if !is_gep(at) {
            return None;
        }
        // SAFETY: a computation of an address has its base first.
        at = unsafe { basic(LLVMGetOperand(at.as_value_ref(), 0))? };
    }
    Some(at)
}

/// Whether a pointer is a number of the program's text, or a constant offset from one.
pub fn is_fixed_address(value: BasicValueEnum<'_>) -> bool {
    // SAFETY: the kind is checked before the opcode is read.
    unsafe {
        let mut at = value.as_value_ref();
        while !LLVMIsAConstantExpr(at).is_null() {
            match LLVMGetConstOpcode(at) {
                LLVMOpcode::LLVMIntToPtr => {
                    return !LLVMIsAConstantInt(LLVMGetOperand(at, 0)).is_null();
                }
                LLVMOpcode::LLVMGetElementPtr => at = LLVMGetOperand(at, 0),
                _ => return false,
            }
        }
        false
    }
}

/// The constant `getelementptr` that a user is, if it is one.
pub fn constant_gep<'ctx>(Identity(user): Identity) -> Option<BasicValueEnum<'ctx>> {
    // SAFETY: the kind is checked before the opcode is read.
    unsafe {
        let is = !LLVMIsAConstantExpr(user).is_null()
            && LLVMGetConstOpcode(user) == LLVMOpcode::LLVMGetElementPtr;
        if is { basic(user) } else { None }
    }
}

/// What a constant `getelementptr` is computed from.
pub fn constant_base<'ctx>(gep: BasicValueEnum<'ctx>) -> Option<BasicValueEnum<'ctx>> {
    constant_gep(gep.identity())?;
    // SAFETY: it is an expression with operands, the first one of which is the base.
    unsafe { basic(LLVMGetOperand(gep.as_value_ref(), 0)) }
}
