//! Constants: texts, scalars of initial values, addresses that the program's text fixes.

use inkwell::llvm_sys::LLVMValueKind;
use inkwell::llvm_sys::core::*;
use inkwell::targets::TargetData;
use inkwell::types::{BasicTypeEnum, FloatType};
use inkwell::values::{AsValueRef, BasicValueEnum, FloatValue, GlobalValue, InstructionOpcode};
use num_bigint::BigInt;

use super::values::basic;
use super::{Identified, as_instruction, operand};

/// Whether a value is `undef` or `poison`.
pub fn is_undefined(value: BasicValueEnum<'_>) -> bool {
    // SAFETY: the value is valid.
    unsafe { LLVMIsUndef(value.as_value_ref()) != 0 }
}

/// The floating-point number of a type that is nearest to an integer.
pub fn float_of_integer<'ctx>(ty: FloatType<'ctx>, number: &BigInt) -> FloatValue<'ctx> {
    // SAFETY: the text is a decimal number.
    unsafe { ty.const_float_from_string(&number.to_string()) }
}

/// The string that a pointer to a constant global holds, up to its zero.
pub fn constant_string(value: BasicValueEnum<'_>) -> Option<String> {
    let text = characters(global_of(value)?.get_initializer()?)?;
    let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
    Some(String::from_utf8_lossy(&text[..end]).into_owned())
}

/// The characters of an array of them, zeros included. LLVM keeps one of zeros only in another
/// form, and reads any array as characters without asking whether it is of these.
fn characters(text: BasicValueEnum<'_>) -> Option<Vec<u8>> {
    let array = text.is_array_value().then(|| text.into_array_value())?;
    // SAFETY: the value is valid.
    let kind = unsafe { LLVMGetValueKind(array.as_value_ref()) };
    match kind {
        LLVMValueKind::LLVMConstantAggregateZeroValueKind => Some(vec![0]),
        LLVMValueKind::LLVMConstantDataArrayValueKind => {
            array.as_const_string().map(<[u8]>::to_vec)
        }
        _ => None,
    }
}

/// The same of an array of wide characters that all are ASCII.
fn wide_characters(text: BasicValueEnum<'_>) -> Option<Vec<u8>> {
    let array = text.is_array_value().then(|| text.into_array_value())?;
    let BasicTypeEnum::IntType(_) = array.get_type().get_element_type() else { return None };
    // SAFETY: it is a constant array, of which the elements below its length are asked for; they
    // are numbers, as their type says, and constants of other forms are not read.
    let element = |index| unsafe {
        let element = LLVMGetAggregateElement(array.as_value_ref(), index);
        let is_number = !element.is_null() && !LLVMIsAConstantInt(element).is_null();
        is_number.then(|| LLVMConstIntGetZExtValue(element))
    };
    let all = (0..array.get_type().len()).map(|index| u8::try_from(element(index)?).ok());
    all.map(|byte| byte.filter(u8::is_ascii)).collect()
}

/// The characters before the first zero of the constant text that a pointer means: a
/// literal, or what a constant variable holds.
pub fn constant_bytes(value: BasicValueEnum<'_>) -> Option<Vec<u8>> {
    constant_text(value, characters)
}

/// The same of wide characters, if all of them are ASCII.
pub fn constant_wide(value: BasicValueEnum<'_>) -> Option<Vec<u8>> {
    constant_text(value, wide_characters)
}

fn constant_text(
    value: BasicValueEnum<'_>,
    characters: fn(BasicValueEnum<'_>) -> Option<Vec<u8>>,
) -> Option<Vec<u8>> {
    if let Some(global) = global_of(value) {
        let bytes = characters(global.is_constant().then(|| global.get_initializer())??)?;
        let end = bytes.iter().position(|&byte| byte == 0)?;
        return Some(bytes[..end].to_vec());
    }
    let load = as_instruction(value.identity())?;
    if load.get_opcode() != InstructionOpcode::Load {
        return None;
    }
    let place = operand(load, 0)?;
    let variable = global_of(place).filter(|variable| variable.is_constant())?;
    let held = variable.get_initializer()?;
    held.is_pointer_value().then(|| constant_text(held, characters))?
}

/// The global variable that a pointer is.
pub fn global_of<'ctx>(value: BasicValueEnum<'ctx>) -> Option<GlobalValue<'ctx>> {
    // SAFETY: the kind is checked.
    unsafe {
        let value = value.as_value_ref();
        (!LLVMIsAGlobalVariable(value).is_null()).then(|| GlobalValue::new(value))
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
