//! Calls: what they call, with which arguments and attributes.

use std::ffi::c_char;

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    AsValueRef, BasicValueEnum, CallSiteValue, FunctionValue, InstructionOpcode, InstructionValue,
};

use super::values::{basic, instructions};
use super::{Identified, Identity, metadata, uses};

/// The instruction as a call.
pub fn call<'ctx>(inst: InstructionValue<'ctx>) -> Option<CallSiteValue<'ctx>> {
    (inst.get_opcode() == InstructionOpcode::Call)
        .then(|| CallSiteValue::try_from(inst).expect("the opcode was checked"))
}

/// Gives all functions of a module, and all calls, the calling convention of C.
pub fn call_as_c(module: &Module<'_>) {
    /// LLVM's number of it.
    const C: u32 = 0;
    for function in module.get_functions() {
        function.set_call_conventions(C);
        for inst in instructions(function) {
            if let Some(call) = call(inst) {
                call.set_call_convention(C);
            }
        }
    }
}

/// The function that a call names, whatever type it is called with.
pub fn callee<'ctx>(call: CallSiteValue<'ctx>) -> Option<FunctionValue<'ctx>> {
    // SAFETY: a call has a called value, and `LLVMIsAFunction` checks its kind.
    unsafe {
        let called = LLVMGetCalledValue(call.as_value_ref());
        FunctionValue::new(LLVMIsAFunction(called))
    }
}

/// Whether an instruction is a call of a function of this name.
pub fn is_call_of(inst: InstructionValue<'_>, name: &str) -> bool {
    call(inst).and_then(callee).is_some_and(|callee| super::name(callee) == name)
}

/// Lets a call go to another function of the same type.
pub fn set_callee(call: CallSiteValue<'_>, callee: FunctionValue<'_>) {
    // SAFETY: the last operand of a call is what it calls; both are pointers.
    unsafe {
        let call = call.as_value_ref();
        let last = LLVMGetNumOperands(call) as u32 - 1;
        LLVMSetOperand(call, last, callee.as_value_ref());
    }
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

/// The function whose parameter a value is, and which one.
pub fn parameter<'ctx>(value: BasicValueEnum<'ctx>) -> Option<(FunctionValue<'ctx>, u32)> {
    // SAFETY: the kind is checked before it is asked for its function.
    let function = unsafe {
        let argument = LLVMIsAArgument(value.as_value_ref());
        if argument.is_null() {
            return None;
        }
        FunctionValue::new(LLVMGetParamParent(argument))?
    };
    let index = function.get_param_iter().position(|it| it == value)?;
    Some((function, index as u32))
}

/// The type of what an argument of a call points to, if that is passed by value.
pub fn by_value<'ctx>(call: CallSiteValue<'ctx>, index: u32) -> Option<BasicTypeEnum<'ctx>> {
    type_of(argument_attribute(call, index, "byval")?)
}

/// An attribute of an argument: the call's, or that of the function that it names.
fn argument_attribute(call: CallSiteValue<'_>, index: u32, name: &str) -> Option<Attribute> {
    let (kind, place) = (Attribute::get_named_enum_kind_id(name), AttributeLoc::Param(index));
    let own = call.get_enum_attribute(place, kind);
    own.or_else(|| callee(call)?.get_enum_attribute(place, kind))
}

/// What is noted of a load of (a part of) a structure that is passed by value in a register.
const PASSED: &str = "llumc.passed";

/// Notes, with a load, if it is one of a structure, or of a part of it, that is passed in a register:
/// of what clang passes, such a register alone may hold bytes that nobody wrote, so that it is not
/// `noundef`.
pub fn note_passed(load: InstructionValue<'_>) {
    if load.get_opcode() != InstructionOpcode::Load {
        return;
    }
    let users = uses::users(load);
    let is_passed = |user: &Identity| {
        let Some(call) = uses::as_instruction(*user).and_then(call) else { return false };
        let arguments = (0..).zip(arguments(call).unwrap_or_default());
        let mut here = arguments.filter(|(_, it)| it.identity() == load.identity()).peekable();
        here.peek().is_some()
            && here.all(|(index, _)| argument_attribute(call, index, "noundef").is_none())
    };
    if !users.is_empty() && users.iter().all(is_passed) {
        metadata::note(load, PASSED);
    }
}

/// Whether that was noted.
pub fn is_passed(load: InstructionValue<'_>) -> bool {
    metadata::is_noted(load, PASSED)
}

/// The largest alignment of what is copied that is told from others, as a power of two.
const LARGEST_ALIGNMENT: u32 = 12;

/// Notes, with the instruction, how what the arguments of a call of an intrinsic point to is aligned,
/// so that it is known when attributes are gone.
pub fn note_alignments(inst: InstructionValue<'_>, call: CallSiteValue<'_>) {
    for index in 0..call.count_arguments().min(2) {
        if let Some(bytes) = argument_attribute(call, index, "align") {
            let power = bytes.get_enum_value().max(1).trailing_zeros().min(LARGEST_ALIGNMENT);
            metadata::note(inst, &aligned(index, power));
        }
    }
}

/// The alignment in bytes that was noted of an argument; 1 if none was.
pub fn noted_alignment(inst: InstructionValue<'_>, index: u32) -> u64 {
    let is = |power: &u32| metadata::is_noted(inst, &aligned(index, *power));
    1 << (1..=LARGEST_ALIGNMENT).find(is).unwrap_or(0)
}

fn aligned(index: u32, power: u32) -> String {
    format!("llumc.aligned.{index}.{power}")
}

/// The type of what an argument of a call points to, if the result is written there.
pub fn returned_in<'ctx>(call: CallSiteValue<'ctx>, index: u32) -> Option<BasicTypeEnum<'ctx>> {
    type_of(argument_attribute(call, index, "sret")?)
}

/// The same for a parameter of a function.
pub fn returned_in_parameter<'ctx>(
    function: FunctionValue<'ctx>,
    index: u32,
) -> Option<BasicTypeEnum<'ctx>> {
    let kind = Attribute::get_named_enum_kind_id("sret");
    type_of(function.get_enum_attribute(AttributeLoc::Param(index), kind)?)
}

/// What [`by_value`] says of a call, of a parameter of a function.
pub fn by_value_parameter<'ctx>(
    function: FunctionValue<'ctx>,
    index: u32,
) -> Option<BasicTypeEnum<'ctx>> {
    let kind = Attribute::get_named_enum_kind_id("byval");
    type_of(function.get_enum_attribute(AttributeLoc::Param(index), kind)?)
}

/// The type of a `byval` or `sret`.
fn type_of<'ctx>(attribute: Attribute) -> Option<BasicTypeEnum<'ctx>> {
    // SAFETY: both are attributes with a type, which the context owns.
    Some(unsafe { BasicTypeEnum::new(LLVMGetTypeAttributeValue(attribute.as_mut_ptr())) })
}

/// Directives of assembly at file scope that change nothing that a program does.
const SILENT: [&str; 4] = [".ident", ".symver", "#", "//"];

/// Whether a module has assembly at file scope that may define or run something.
pub fn has_assembly(module: &Module<'_>) -> bool {
    let mut length = 0;
    // SAFETY: LLVM owns the text, which is copied.
    let text = unsafe {
        let text = LLVMGetModuleInlineAsm(module.as_mut_ptr(), &raw mut length);
        if text.is_null() { &[] } else { std::slice::from_raw_parts(text.cast::<u8>(), length) }
    };
    let text = String::from_utf8_lossy(text);
    let mut lines = text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty());
    lines.any(|line| !SILENT.iter().any(|start| line.starts_with(start)))
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
