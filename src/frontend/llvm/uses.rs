//! The uses of a value: who they are, and values that take its place.

use inkwell::builder::Builder;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::values::{
    AsValueRef, BasicValueEnum, FunctionValue, GlobalValue, InstructionOpcode, InstructionValue,
    PointerValue,
};
use rustc_hash::FxHashSet;

use super::{Identified, Identity, call, callee, constant_gep, name, operand};

/// Whether something uses the value.
pub fn is_used(value: impl AsValueRef) -> bool {
    // SAFETY: the value is valid.
    unsafe { !LLVMGetFirstUse(value.as_value_ref()).is_null() }
}

/// The users of a value, once for each use; an instruction or a constant each.
pub fn users(value: impl AsValueRef) -> Vec<Identity> {
    // SAFETY: the value is valid.
    unsafe { users_of(value.as_value_ref()) }
}

/// SAFETY: the value is valid.
pub(super) unsafe fn users_of(value: LLVMValueRef) -> Vec<Identity> {
    let mut users = Vec::new();
    // SAFETY: the list of uses ends with null.
    unsafe {
        let mut at = LLVMGetFirstUse(value);
        while !at.is_null() {
            users.push(Identity(LLVMGetUser(at)));
            at = LLVMGetNextUse(at);
        }
    }
    users
}

/// The same of a value that is known by identity.
pub fn users_of_known(Identity(value): Identity) -> Vec<Identity> {
    // SAFETY: the value is valid.
    unsafe { users_of(value) }
}

/// The global variable that a user is, if it is one: the value is in its first contents.
pub fn as_variable<'ctx>(Identity(user): Identity) -> Option<GlobalValue<'ctx>> {
    // SAFETY: the kind is checked.
    unsafe { (!LLVMIsAGlobalVariable(user).is_null()).then(|| GlobalValue::new(user)) }
}

/// Whether a user is a constant that has no place of its own in memory.
pub fn is_plain_constant(Identity(user): Identity) -> bool {
    // SAFETY: the user is a value.
    unsafe { !LLVMIsAConstant(user).is_null() && LLVMIsAGlobalValue(user).is_null() }
}

/// The instruction that a user is, if it is one.
pub fn as_instruction<'ctx>(Identity(user): Identity) -> Option<InstructionValue<'ctx>> {
    // SAFETY: the kind is checked.
    unsafe { (!LLVMIsAInstruction(user).is_null()).then(|| InstructionValue::new(user)) }
}

/// Whether a function is more than called.
pub fn is_address_taken(function: FunctionValue<'_>) -> bool {
    let is_call = |user: Identity| {
        let called = as_instruction(user).and_then(super::call).and_then(super::callee);
        called == Some(function)
    };
    let users = users(function);
    // An argument of its own call is one more use.
    let callers: FxHashSet<Identity> = users.iter().copied().collect();
    callers.len() < users.len() || !users.into_iter().all(is_call)
}

/// Whether the first contents of a variable say where another one, or a function, is.
pub fn holds_addresses(variable: GlobalValue<'_>) -> bool {
    // SAFETY: the contents, if there are any, are a constant; so are the operands of constants.
    unsafe {
        let first = LLVMGetInitializer(variable.as_value_ref());
        let mut open: Vec<LLVMValueRef> = if first.is_null() { vec![] } else { vec![first] };
        let mut seen = FxHashSet::default();
        while let Some(value) = open.pop() {
            if !LLVMIsAGlobalValue(value).is_null() {
                return true;
            }
            if !LLVMIsAUser(value).is_null() && seen.insert(value) {
                let count = LLVMGetNumOperands(value) as u32;
                open.extend((0..count).map(|index| LLVMGetOperand(value, index)));
            }
        }
    }
    false
}

/// The functions, variables and other constants that some mention, or what these mention in their
/// bodies and first contents, and so on; with themselves.
pub fn reached_from(roots: Vec<Identity>) -> FxHashSet<Identity> {
    let mut open = roots;
    let mut seen = FxHashSet::default();
    while let Some(root) = open.pop() {
        if !seen.insert(root) {
            continue;
        }
        // SAFETY: the operands of users are values; functions have blocks, and these instructions.
        unsafe {
            let mut users = vec![root.0];
            if !LLVMIsAFunction(root.0).is_null() {
                let mut block = LLVMGetFirstBasicBlock(root.0);
                while !block.is_null() {
                    let mut inst = LLVMGetFirstInstruction(block);
                    while !inst.is_null() {
                        users.push(inst);
                        inst = LLVMGetNextInstruction(inst);
                    }
                    block = LLVMGetNextBasicBlock(block);
                }
            }
            users.retain(|&user| !LLVMIsAUser(user).is_null());
            for user in users {
                let operands =
                    (0..LLVMGetNumOperands(user) as u32).map(|at| LLVMGetOperand(user, at));
                let constants =
                    operands.filter(|it| !it.is_null() && !LLVMIsAConstant(*it).is_null());
                open.extend(constants.map(Identity));
            }
        }
    }
    seen
}

/// The functions that mention a constant, by itself or within others; not those that get at it by
/// way of variables which hold it at first.
pub fn mentioned_by<'ctx>(constant: impl AsValueRef) -> Vec<FunctionValue<'ctx>> {
    let mut open = vec![constant.identity()];
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    while let Some(Identity(value)) = open.pop() {
        // SAFETY: the users of a value are values; variables are not followed.
        for user in unsafe { users_of(value) } {
            if let Some(inst) = as_instruction(user) {
                let function = inst.get_parent().and_then(|block| block.get_parent());
                found.extend(function.filter(|function| !found.contains(function)));
            } else if unsafe { LLVMIsAGlobalVariable(user.0).is_null() } && seen.insert(user) {
                open.push(user);
            }
        }
    }
    found
}

/// Replaces all uses of a value by another of the same type.
pub fn replace(value: impl AsValueRef, by: impl AsValueRef) {
    // SAFETY: both are valid values; the types are equal, else LLVM would assert.
    unsafe {
        let (value, by) = (value.as_value_ref(), by.as_value_ref());
        assert_eq!(LLVMTypeOf(value), LLVMTypeOf(by), "replacing a value by one of another type");
        LLVMReplaceAllUsesWith(value, by);
    }
}

/// Replaces all uses of a value by zero of its type.
pub fn replace_by_zero(value: impl AsValueRef) {
    // SAFETY: every type of a used value but a token, which no call of ours gives, has a
    // null value.
    unsafe {
        let value = value.as_value_ref();
        LLVMReplaceAllUsesWith(value, LLVMConstNull(LLVMTypeOf(value)));
    }
}

/// Makes all instructions that use the address `from`, or a constant `getelementptr` of
/// it, use `to` instead; the address computations go where the builder stands. (A
/// constant can't refer to an instruction, so `from` can't simply be replaced.)
pub fn redirect(builder: &Builder<'_>, from: BasicValueEnum<'_>, to: PointerValue<'_>) {
    // SAFETY: operands are replaced by ones of the same type; the builder stands in a
    // block that dominates all uses; operands of a constant expression are constants.
    unsafe {
        for user in users(from) {
            let (inst, gep) = (as_instruction(user), constant_gep(user));
            let Identity(user) = user;
            if inst.is_some() {
                for index in 0..LLVMGetNumOperands(user) as u32 {
                    if LLVMGetOperand(user, index) == from.as_value_ref() {
                        LLVMSetOperand(user, index, to.as_value_ref());
                    }
                }
            } else if let Some(gep) = gep {
                let count = LLVMGetNumOperands(user) as u32;
                let mut indices: Vec<_> = (1..count).map(|i| LLVMGetOperand(user, i)).collect();
                let inst = LLVMBuildGEP2(
                    builder.as_mut_ptr(),
                    LLVMGetGEPSourceElementType(user),
                    to.as_value_ref(),
                    indices.as_mut_ptr(),
                    count - 1,
                    c"part".as_ptr(),
                );
                redirect(builder, gep, PointerValue::new(inst));
            }
        }
    }
}

/// The reads and the writes of a local variable, if it is only accessed by its name; none otherwise,
/// and of what is no local variable.
pub fn plain_accesses<'ctx>(
    variable: BasicValueEnum<'ctx>,
) -> Option<(Vec<InstructionValue<'ctx>>, Vec<InstructionValue<'ctx>>)> {
    let alloca = as_instruction(variable.identity())?;
    if alloca.get_opcode() != InstructionOpcode::Alloca {
        return None;
    }
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for user in users(variable) {
        let user = as_instruction(user)?;
        match user.get_opcode() {
            InstructionOpcode::Load => reads.push(user),
            InstructionOpcode::Store if operand(user, 0) != Some(variable) => writes.push(user),
            InstructionOpcode::Call => {
                let callee = call(user).and_then(callee).map(name)?;
                if !callee.starts_with("llvm.lifetime.") {
                    return None;
                }
            }
            _ => return None,
        }
    }
    Some((reads, writes))
}

/// What a variable of a function holds where it is read, if it is an address that is written once,
/// where the function begins: a parameter, or what is computed from one.
pub fn kept_value<'ctx>(read: BasicValueEnum<'ctx>) -> Option<BasicValueEnum<'ctx>> {
    let load = as_instruction(read.identity())?;
    if load.get_opcode() != InstructionOpcode::Load {
        return None;
    }
    let (_, writes) = plain_accesses(operand(load, 0)?)?;
    let [written] = writes[..] else { return None };
    let first = written.get_parent()?.get_parent()?.get_first_basic_block()?;
    let mut behind =
        std::iter::successors(written.get_next_instruction(), |it| it.get_next_instruction());
    let is_before = load.get_parent() != Some(first) || behind.any(|it| it == load);
    let value = operand(written, 0)?;
    (written.get_parent() == Some(first) && is_before && value.is_pointer_value()).then_some(value)
}
