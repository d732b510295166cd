//! Functions and their instructions; running passes of LLVM.

use std::ffi::{CStr, CString};

use inkwell::builder::Builder;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::LLVMSetSubprogram;
use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::transforms::pass_builder::*;
use inkwell::llvm_sys::{
    LLVMFastMathAllowContract, LLVMFastMathFlags, LLVMFastMathNone, LLVMTypeKind,
};
use inkwell::module::{Linkage, Module};
use inkwell::types::AnyTypeEnum;
use inkwell::values::{
    AsValueRef, BasicValueEnum, FunctionValue, GlobalValue, InstructionOpcode, InstructionValue,
    IntValue, PointerValue,
};

use crate::frontend::FrontendError;

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
pub(super) unsafe fn basic<'ctx>(value: LLVMValueRef) -> Option<BasicValueEnum<'ctx>> {
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

/// The value of an instruction, if it has one.
pub fn result<'ctx>(inst: InstructionValue<'ctx>) -> Option<BasicValueEnum<'ctx>> {
    let has_one = !matches!(inst.get_type(), AnyTypeEnum::VoidType(_));
    // SAFETY: an instruction that is not void is a value of its type.
    has_one.then(|| unsafe { BasicValueEnum::new(inst.as_value_ref()) })
}

/// Inserts a copy of an instruction.
pub fn copy<'ctx>(builder: &Builder<'ctx>, inst: InstructionValue<'ctx>) -> InstructionValue<'ctx> {
    let copy = inst.explicit_clone();
    builder.insert_instruction(&copy, None);
    copy
}

/// The function that a value is.
pub fn as_function<'ctx>(value: BasicValueEnum<'ctx>) -> Option<FunctionValue<'ctx>> {
    // SAFETY: `LLVMIsAFunction` checks the kind.
    unsafe { FunctionValue::new(LLVMIsAFunction(value.as_value_ref())) }
}

/// Whether an instruction is a product that may not exceed its type, taken as unsigned.
pub fn is_bounded_product(inst: InstructionValue<'_>) -> bool {
    // SAFETY: a product has the flag.
    inst.get_opcode() == InstructionOpcode::Mul && unsafe { LLVMGetNUW(inst.as_value_ref()) != 0 }
}

/// Whether an instruction has flags by which LLVM may change its result (`-ffast-math`).
pub fn is_fast(inst: InstructionValue<'_>) -> bool {
    fast_flags(inst) & !LLVMFastMathAllowContract != 0
}

/// Whether LLVM may fuse an operation with another one, wherever the target can.
pub fn may_contract(inst: InstructionValue<'_>) -> bool {
    fast_flags(inst) & LLVMFastMathAllowContract != 0
}

/// Removes what lets LLVM fuse an operation with another one.
pub fn forbid_contraction(inst: InstructionValue<'_>) {
    if may_contract(inst) {
        // SAFETY: the instruction has flags.
        unsafe {
            LLVMSetFastMathFlags(
                inst.as_value_ref(),
                fast_flags(inst) & !LLVMFastMathAllowContract,
            );
        }
    }
}

fn fast_flags(inst: InstructionValue<'_>) -> LLVMFastMathFlags {
    // SAFETY: only instructions that can have flags are asked for them.
    unsafe {
        match LLVMCanValueUseFastMathFlags(inst.as_value_ref()) {
            0 => LLVMFastMathNone,
            _ => LLVMGetFastMathFlags(inst.as_value_ref()),
        }
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
        // The context keeps the debug records of a block that lost its end, by the block's
        // address, for the next end that a block at this address gets: it gets one now.
        let builder = function.get_type().get_context().create_builder();
        builder.position_at_end(*block);
        builder.build_unreachable().expect("the builder stands in a block");
    }
    for block in blocks {
        // SAFETY: nothing refers to the block any more.
        unsafe { block.delete() }.expect("the block is in its function");
    }
    function.set_linkage(Linkage::External);
    // SAFETY: a declaration has no subprogram of its own.
    unsafe { LLVMSetSubprogram(function.as_value_ref(), std::ptr::null_mut()) };
}

/// Takes its debug information from a function without a body.
pub fn forget_subprogram(function: FunctionValue<'_>) {
    // SAFETY: a declaration has no subprogram of its own.
    unsafe { LLVMSetSubprogram(function.as_value_ref(), std::ptr::null_mut()) };
}

/// Deletes a function that nothing refers to.
pub fn delete_function(function: FunctionValue<'_>) {
    assert!(!super::is_used(function), "a function that goes is not used");
    // SAFETY: nothing refers to it.
    unsafe { function.delete() };
}

/// Deletes a variable that nothing refers to.
pub fn delete_variable(variable: GlobalValue<'_>) {
    assert!(!super::is_used(variable), "a variable that goes is not used");
    // SAFETY: nothing refers to it.
    unsafe { variable.delete() };
}

/// Takes its first contents from a variable: it becomes a declaration.
pub fn forget_initializer(variable: GlobalValue<'_>) {
    // SAFETY: a variable without first contents is a declaration.
    unsafe { LLVMSetInitializer(variable.as_value_ref(), std::ptr::null_mut()) };
}

/// Inserts: the address so many bytes behind the start of an object that has as many.
///
/// # Errors
/// If the builder stands nowhere.
pub fn part<'ctx>(
    builder: &Builder<'ctx>,
    object: PointerValue<'ctx>,
    offset: u64,
    name: &str,
) -> Result<PointerValue<'ctx>, FrontendError> {
    let context = object.get_type().get_context();
    let offset = context.i64_type().const_int(offset, false);
    // SAFETY: nothing is promised of the address.
    Ok(unsafe { builder.build_gep(context.i8_type(), object, &[offset], name) }?)
}

/// Inserts: the address so many bytes behind another one, as a number that is known at run time.
///
/// # Errors
/// If the builder stands nowhere.
pub fn moved<'ctx>(
    builder: &Builder<'ctx>,
    from: PointerValue<'ctx>,
    bytes: IntValue<'ctx>,
) -> Result<PointerValue<'ctx>, FrontendError> {
    let context = from.get_type().get_context();
    // SAFETY: nothing is promised of the address.
    Ok(unsafe { builder.build_gep(context.i8_type(), from, &[bytes], "moved") }?)
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
