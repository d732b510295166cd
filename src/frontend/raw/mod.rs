//! What instrumentation needs of LLVM and inkwell lacks, made safe.
//!
//! Every function takes inkwell's own values, which are valid as long as their module
//! is; where LLVM demands a certain kind of value, the function checks it first.

mod metadata;

use std::ffi::{CStr, CString, c_char};

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::basic_block::BasicBlock;
use inkwell::builder::Builder;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMOffsetOfElement};
use inkwell::llvm_sys::transforms::pass_builder::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use inkwell::module::{Linkage, Module};
use inkwell::targets::TargetData;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    AsValueRef, BasicValueEnum, CallSiteValue, FunctionValue, GlobalValue, InstructionOpcode,
    InstructionValue, PointerValue,
};

use super::FrontendError;

pub use metadata::{
    Declared, declared, function_location, is_auto_init, location, node_operand, node_string,
    remove_metadata, set_builder_location,
};

/// All instructions of a function, as they stand now.
pub fn instructions<'ctx>(function: FunctionValue<'ctx>) -> Vec<InstructionValue<'ctx>> {
    function.get_basic_blocks().into_iter().flat_map(|block| block.get_instructions()).collect()
}

/// The functions that have a body.
pub fn defined<'ctx>(module: &Module<'ctx>) -> Vec<FunctionValue<'ctx>> {
    module.get_functions().filter(|function| function.count_basic_blocks() > 0).collect()
}

/// The name of a function.
pub fn name(function: FunctionValue<'_>) -> String {
    function.get_name().to_string_lossy().into_owned()
}

/// Operand `index`, if it is a value that inkwell can represent (no label, no metadata).
pub fn operand<'ctx>(inst: InstructionValue<'ctx>, index: u32) -> Option<BasicValueEnum<'ctx>> {
    if index >= inst.get_num_operands() {
        return None;
    }
    // SAFETY: the index is in range; operands of the kinds let through are basic values.
    unsafe {
        let operand = LLVMGetOperand(inst.as_value_ref(), index);
        basic(operand)
    }
}

/// SAFETY: `value` is null or a valid value.
unsafe fn basic<'ctx>(value: LLVMValueRef) -> Option<BasicValueEnum<'ctx>> {
    use LLVMTypeKind::*;
    if value.is_null() {
        return None;
    }
    unsafe {
        let known = matches!(
            LLVMGetTypeKind(LLVMTypeOf(value)),
            LLVMIntegerTypeKind
                | LLVMPointerTypeKind
                | LLVMStructTypeKind
                | LLVMArrayTypeKind
                | LLVMVectorTypeKind
                | LLVMHalfTypeKind
                | LLVMBFloatTypeKind
                | LLVMFloatTypeKind
                | LLVMDoubleTypeKind
                | LLVMX86_FP80TypeKind
                | LLVMFP128TypeKind
        );
        known.then(|| BasicValueEnum::new(value))
    }
}

/// The instruction as a call.
pub fn call<'ctx>(inst: InstructionValue<'ctx>) -> Option<CallSiteValue<'ctx>> {
    (inst.get_opcode() == InstructionOpcode::Call)
        .then(|| CallSiteValue::try_from(inst).expect("the opcode was checked"))
}

/// The function that a call names, whatever type it is called with.
pub fn callee<'ctx>(call: CallSiteValue<'ctx>) -> Option<FunctionValue<'ctx>> {
    // SAFETY: a call has a called value, and `LLVMIsAFunction` checks its kind.
    unsafe {
        let called = LLVMGetCalledValue(call.as_value_ref());
        FunctionValue::new(LLVMIsAFunction(called))
    }
}

/// The function that a value is.
pub fn as_function<'ctx>(value: BasicValueEnum<'ctx>) -> Option<FunctionValue<'ctx>> {
    // SAFETY: `LLVMIsAFunction` checks the kind.
    unsafe { FunctionValue::new(LLVMIsAFunction(value.as_value_ref())) }
}

/// The text and the constraints of the inline assembly that a call runs; `None` if it is
/// no assembly.
pub fn assembly(call: CallSiteValue<'_>) -> Option<(String, String)> {
    // SAFETY: the kind is checked; LLVM owns the texts, which are copied.
    unsafe {
        let called = LLVMGetCalledValue(call.as_value_ref());
        if LLVMIsAInlineAsm(called).is_null() {
            return None;
        }
        let get = |of: unsafe extern "C" fn(LLVMValueRef, *mut usize) -> *const c_char| {
            let mut length = 0;
            let text = of(called, &raw mut length);
            let bytes = std::slice::from_raw_parts(text.cast::<u8>(), length);
            String::from_utf8_lossy(bytes).into_owned()
        };
        Some((get(LLVMGetInlineAsmAsmString), get(LLVMGetInlineAsmConstraintString)))
    }
}

/// The number of an attribute's kind, also of those that hold ranges (inkwell's own method
/// refuses them); not of one that is text.
pub fn attribute_kind(attribute: Attribute) -> u32 {
    debug_assert!(!attribute.is_string());
    // SAFETY: LLVM gives the kind of every attribute that is not text.
    unsafe { LLVMGetEnumAttributeKind(attribute.as_mut_ptr()) }
}

/// Lets every address of a label of a function be the address of an object of its own;
/// gives these with their blocks. One of which the program makes a number (to subtract it
/// from another) is not modelled: its object need not exist.
pub fn replace_label_addresses<'ctx>(
    module: &Module<'ctx>,
    function: FunctionValue<'ctx>,
) -> Vec<(BasicBlock<'ctx>, PointerValue<'ctx>)> {
    let mut labels = Vec::new();
    for block in function.get_basic_blocks() {
        // SAFETY: the block is valid.
        for user in unsafe { users_of_block(block) } {
            // SAFETY: the kind is checked; an address of a label is replaced by another pointer.
            unsafe {
                if LLVMIsABlockAddress(user).is_null() {
                    continue;
                }
                let byte = module.get_context().i8_type();
                let name = format!("label.{}", text(block.get_name()));
                let label = module.add_global(byte, None, &name);
                if users_of(user).into_iter().any(|user| {
                    !LLVMIsAConstantExpr(user).is_null()
                        && LLVMGetConstOpcode(user) == LLVMOpcode::LLVMPtrToInt
                }) {
                    label.set_linkage(Linkage::ExternalWeak);
                } else {
                    label.set_initializer(&byte.const_zero());
                    label.set_linkage(Linkage::Internal);
                }
                LLVMReplaceAllUsesWith(user, label.as_value_ref());
                labels.push((block, label.as_pointer_value()));
            }
        }
    }
    labels
}

/// The called value of a call through a pointer.
pub fn called_value<'ctx>(call: CallSiteValue<'ctx>) -> Option<BasicValueEnum<'ctx>> {
    // SAFETY: a call has a called value.
    unsafe { basic(LLVMGetCalledValue(call.as_value_ref())) }
}

/// The arguments of a call that inkwell can represent, all of them or `None`.
pub fn arguments<'ctx>(call: CallSiteValue<'ctx>) -> Option<Vec<BasicValueEnum<'ctx>>> {
    // SAFETY: the first operands of a call are its arguments.
    unsafe {
        let call = call.as_value_ref();
        (0..LLVMGetNumArgOperands(call)).map(|i| basic(LLVMGetOperand(call, i))).collect()
    }
}

/// Whether a value is `undef` or `poison`.
pub fn is_undefined(value: BasicValueEnum<'_>) -> bool {
    // SAFETY: the value is valid.
    unsafe { LLVMIsUndef(value.as_value_ref()) != 0 }
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

/// Whether something uses the value.
pub fn is_used(value: impl AsValueRef) -> bool {
    // SAFETY: the value is valid.
    unsafe { !LLVMGetFirstUse(value.as_value_ref()).is_null() }
}

/// The users of a value, with the number of the operand that it is; an instruction or a
/// constant each.
pub fn users(value: impl AsValueRef) -> Vec<LLVMValueRef> {
    // SAFETY: the value is valid.
    unsafe { users_of(value.as_value_ref()) }
}

/// SAFETY: the value is valid.
unsafe fn users_of(value: LLVMValueRef) -> Vec<LLVMValueRef> {
    let mut users = Vec::new();
    // SAFETY: the list of uses ends with null.
    unsafe {
        let mut at = LLVMGetFirstUse(value);
        while !at.is_null() {
            users.push(LLVMGetUser(at));
            at = LLVMGetNextUse(at);
        }
    }
    users
}

/// The instruction that a user is, if it is one.
pub fn as_instruction<'ctx>(user: LLVMValueRef) -> Option<InstructionValue<'ctx>> {
    // SAFETY: the kind is checked.
    unsafe { (!LLVMIsAInstruction(user).is_null()).then(|| InstructionValue::new(user)) }
}

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

/// SAFETY: the block is valid.
unsafe fn users_of_block(block: BasicBlock<'_>) -> Vec<LLVMValueRef> {
    // SAFETY: a block is a value.
    unsafe { users_of(LLVMBasicBlockAsValue(block.as_mut_ptr())) }
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

/// Removes every flag that makes a result poison.
pub fn remove_poison_flags(inst: InstructionValue<'_>) {
    use InstructionOpcode::*;
    // SAFETY: each flag is only touched for the opcodes that have it.
    unsafe {
        let value = inst.as_value_ref();
        match inst.get_opcode() {
            Add | Sub | Mul | Shl | Trunc => {
                LLVMSetNSW(value, 0);
                LLVMSetNUW(value, 0);
            }
            UDiv | SDiv | LShr | AShr => LLVMSetExact(value, 0),
            Or => LLVMSetIsDisjoint(value, 0),
            ZExt | UIToFP => LLVMSetNNeg(value, 0),
            ICmp => LLVMSetICmpSameSign(value, 0),
            GetElementPtr => LLVMGEPSetNoWrapFlags(value, 0),
            _ => {}
        }
        if LLVMCanValueUseFastMathFlags(value) != 0 {
            LLVMSetFastMathFlags(value, 0);
        }
    }
}

/// The string that a pointer to a constant global holds, up to its zero.
pub fn constant_string(value: BasicValueEnum<'_>) -> Option<String> {
    let bytes = global_of(value)?.get_initializer()?;
    let bytes = bytes.is_array_value().then(|| bytes.into_array_value())?;
    let text = bytes.as_const_string()?;
    let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
    Some(String::from_utf8_lossy(&text[..end]).into_owned())
}

/// The characters before the first zero of the constant text that a pointer means: a
/// literal, or what a constant variable holds.
pub fn constant_bytes(value: BasicValueEnum<'_>) -> Option<Vec<u8>> {
    if let Some(global) = global_of(value) {
        let text = global.is_constant().then(|| global.get_initializer())??;
        let text = text.is_array_value().then(|| text.into_array_value())?;
        if text.is_null() {
            return Some(Vec::new());
        }
        let bytes = text.as_const_string()?;
        let end = bytes.iter().position(|&byte| byte == 0)?;
        return Some(bytes[..end].to_vec());
    }
    let load = as_instruction(value.as_value_ref())?;
    if load.get_opcode() != InstructionOpcode::Load {
        return None;
    }
    let place = operand(load, 0)?;
    let variable = global_of(place).filter(|variable| variable.is_constant())?;
    let held = variable.get_initializer()?;
    held.is_pointer_value().then(|| constant_bytes(held))?
}
/// The global variable that a pointer is.
pub fn global_of<'ctx>(value: BasicValueEnum<'ctx>) -> Option<GlobalValue<'ctx>> {
    // SAFETY: the kind is checked.
    unsafe {
        let value = value.as_value_ref();
        (!LLVMIsAGlobalVariable(value).is_null()).then(|| GlobalValue::new(value))
    }
}

/// The variable (alloca or global) and the offset in bytes that an address is, if the
/// offset is constant.
pub fn constant_offset<'ctx>(
    layout: &TargetData,
    place: BasicValueEnum<'ctx>,
) -> Option<(BasicValueEnum<'ctx>, i64)> {
    // SAFETY: kinds are checked before what only they have is read; the bits of a number
    // are read from constants alone.
    unsafe {
        let value = place.as_value_ref();
        let alloca = !LLVMIsAAllocaInst(value).is_null();
        if alloca || !LLVMIsAGlobalVariable(value).is_null() {
            return Some((place, 0));
        }
        if LLVMIsAGetElementPtrInst(value).is_null() && constant_gep(value).is_none() {
            return None;
        }
        let (base, inside) = constant_offset(layout, basic(LLVMGetOperand(value, 0))?)?;
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

/// Deletes the body of a function: it becomes a declaration.
pub fn delete_body(function: FunctionValue<'_>) {
    let blocks = function.get_basic_blocks();
    // Bodies refer to each other's blocks and values: first cut all references.
    for block in &blocks {
        for inst in block.get_instructions() {
            // SAFETY: a value of an instruction that is about to go; void and token
            // results have no uses.
            unsafe {
                let value = inst.as_value_ref();
                if !LLVMGetFirstUse(value).is_null() {
                    LLVMReplaceAllUsesWith(value, LLVMGetPoison(LLVMTypeOf(value)));
                }
            }
        }
    }
    for block in &blocks {
        while let Some(inst) = block.get_last_instruction() {
            inst.erase_from_basic_block();
        }
    }
    for block in blocks {
        // SAFETY: the block is empty and nothing refers to it any more.
        unsafe { block.delete() }.expect("the block is in its function");
    }
    function.set_linkage(Linkage::External);
    // SAFETY: a declaration has no subprogram of its own.
    unsafe { LLVMSetSubprogram(function.as_value_ref(), std::ptr::null_mut()) };
}

/// The type of what an argument of a call points to, if that is passed by value.
pub fn by_value<'ctx>(call: CallSiteValue<'ctx>, index: u32) -> Option<BasicTypeEnum<'ctx>> {
    let kind = Attribute::get_named_enum_kind_id("byval");
    let attribute = call.get_enum_attribute(AttributeLoc::Param(index), kind)?;
    // SAFETY: `byval` is an attribute with a type, which the context owns.
    Some(unsafe { BasicTypeEnum::new(LLVMGetTypeAttributeValue(attribute.as_mut_ptr())) })
}

/// Takes its debug information from a function without a body.
pub fn forget_subprogram(function: FunctionValue<'_>) {
    // SAFETY: a declaration has no subprogram of its own.
    unsafe { LLVMSetSubprogram(function.as_value_ref(), std::ptr::null_mut()) };
}

/// A C string as text.
pub fn text(c: &CStr) -> String {
    c.to_string_lossy().into_owned()
}

/// Runs LLVM passes, given in the syntax of `opt -passes=`.
pub fn run_passes(module: &Module<'_>, passes: &str) -> Result<(), FrontendError> {
    let text = CString::new(passes).expect("names of passes hold no zero");
    // SAFETY: passes run without a target machine; options and error are disposed of.
    unsafe {
        let options = LLVMCreatePassBuilderOptions();
        LLVMPassBuilderOptionsSetVerifyEach(options, i32::from(cfg!(debug_assertions)));
        let error =
            LLVMRunPasses(module.as_mut_ptr(), text.as_ptr(), std::ptr::null_mut(), options);
        LLVMDisposePassBuilderOptions(options);
        if error.is_null() {
            return Ok(());
        }
        let message = LLVMGetErrorMessage(error);
        let text = self::text(CStr::from_ptr(message));
        LLVMDisposeErrorMessage(message);
        Err(FrontendError::Internal(format!("LLVM passes {passes}: {text}")))
    }
}

/// The constant `getelementptr` that a user is, if it is one.
pub fn constant_gep<'ctx>(user: LLVMValueRef) -> Option<BasicValueEnum<'ctx>> {
    // SAFETY: the kind is checked before the opcode is read.
    unsafe {
        let is = !LLVMIsAConstantExpr(user).is_null()
            && LLVMGetConstOpcode(user) == LLVMOpcode::LLVMGetElementPtr;
        if is { basic(user) } else { None }
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
            if as_instruction(user).is_some() {
                for index in 0..LLVMGetNumOperands(user) as u32 {
                    if LLVMGetOperand(user, index) == from.as_value_ref() {
                        LLVMSetOperand(user, index, to.as_value_ref());
                    }
                }
            } else if let Some(gep) = constant_gep(user) {
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

/// The scalars of a constant with their offsets in bytes.
pub fn constant_leaves<'ctx>(
    layout: &TargetData,
    value: BasicValueEnum<'ctx>,
    offset: u64,
    leaves: &mut Vec<(u64, BasicValueEnum<'ctx>)>,
) {
    let (count, at): (u32, Box<dyn Fn(u32) -> u64>) = match value.get_type() {
        BasicTypeEnum::StructType(ty) => (
            ty.count_fields(),
            Box::new(move |i| layout.offset_of_element(&ty, i).expect("the field exists")),
        ),
        BasicTypeEnum::ArrayType(ty) => {
            let size = layout.get_abi_size(&ty.get_element_type());
            (ty.len(), Box::new(move |i| u64::from(i) * size))
        }
        _ => {
            leaves.push((offset, value));
            return;
        }
    };
    for index in 0..count {
        // SAFETY: the index is in range.
        let element = unsafe { basic(LLVMGetAggregateElement(value.as_value_ref(), index)) };
        if let Some(element) = element {
            constant_leaves(layout, element, offset + at(index), leaves);
        }
    }
}
