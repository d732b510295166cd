//! What LLVM computes exactly of floating-point numbers, and the program does not: `frem`, which
//! is C's `fmod`, and the parts of a number. They become calls of models (`models/math.c`). So do
//! `llvm.sin` and its like: a machine has no instruction for them, and calls the C library
//! (`models/computed.c`).
//!
//! Left as they are, and so not modelled, are those of other formats than `float` and `double`.

use inkwell::module::Linkage;
use inkwell::types::FloatType;
use inkwell::values::{
    BasicValueEnum, FloatValue, FunctionValue, InstructionOpcode, InstructionValue,
};

use crate::frontend::FrontendError;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::program::computed;

/// Rewrites all of them.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            if inst.get_opcode() == InstructionOpcode::FRem {
                remainder(instrument, inst)?;
            }
            let callee = llvm::call(inst).and_then(llvm::callee);
            if let Some(callee) = callee.filter(|it| llvm::name(*it).starts_with("llvm.modf.")) {
                parts(instrument, inst, callee)?;
            }
            if let Some(callee) = callee {
                computation(instrument, inst, &llvm::name(callee))?;
            }
        }
    }
    Ok(())
}

/// `frem x, y`.
fn remainder<'ctx>(instrument: &mut Instrument<'ctx, '_>, inst: InstructionValue<'ctx>) -> Outcome {
    let (Some(x), Some(y)) = (number(inst, 0), number(inst, 1)) else { return Ok(()) };
    let Some(name) = named(instrument, x.get_type(), "__exact_fmod") else { return Ok(()) };
    instrument.before(inst);
    let rest = call(instrument, &name, &[x, y])?;
    llvm::replace(inst, rest);
    inst.erase_from_basic_block();
    Ok(())
}

/// `{ rest, whole } modf(x)`.
fn parts<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    callee: FunctionValue<'ctx>,
) -> Outcome {
    let Some(x) = number(inst, 0) else { return Ok(()) };
    let Some(name) = named(instrument, x.get_type(), "__exact_rest") else { return Ok(()) };
    let Some(ty) = callee.get_type().get_return_type().filter(|ty| ty.is_struct_type()) else {
        return Ok(());
    };
    instrument.before(inst);
    let rest = call(instrument, &name, &[x])?;
    let whole = call(instrument, &format!("llvm.trunc.{}", suffix(instrument, x)), &[x])?;
    let none = ty.into_struct_type().const_zero();
    let both = instrument.builder.build_insert_value(none, rest, 0, "rest")?;
    let both = instrument.builder.build_insert_value(both, whole, 1, "both")?;
    llvm::replace(inst, both.into_struct_value());
    inst.erase_from_basic_block();
    Ok(())
}

/// `llvm.sin(x)`, and its like: unless the program has a function of its own of this name that
/// the linker does not see.
fn computation<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    callee: &str,
) -> Outcome {
    let name = callee.strip_prefix("llvm.").and_then(|name| name.split_once('.'));
    let Some((name, _)) = name.filter(|(name, _)| computed::is_one(name)) else { return Ok(()) };
    let count = inst.get_num_operands() - 1;
    let numbers: Option<Vec<_>> = (0..count).map(|index| number(inst, index)).collect();
    let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else { return Ok(()) };
    let ty = numbers[0].get_type();
    let Some(name) = named(instrument, ty, name) else { return Ok(()) };
    let ty = ty.fn_type(&vec![ty.into(); numbers.len()], false);
    let is_other = |known: FunctionValue<'ctx>| {
        known.get_linkage() == Linkage::Internal || known.get_type() != ty
    };
    if instrument.module.get_function(&name).is_some_and(is_other) {
        return Ok(());
    }
    instrument.before(inst);
    let result = call(instrument, &name, &numbers)?;
    llvm::replace(inst, result);
    inst.erase_from_basic_block();
    Ok(())
}

fn number<'ctx>(inst: InstructionValue<'ctx>, index: u32) -> Option<FloatValue<'ctx>> {
    match llvm::operand(inst, index) {
        Some(BasicValueEnum::FloatValue(number)) => Some(number),
        _ => None,
    }
}

/// The name of a function for numbers of a format, if there is one.
fn named(instrument: &Instrument<'_, '_>, ty: FloatType<'_>, name: &str) -> Option<String> {
    match ty {
        _ if ty == instrument.context.f64_type() => Some(name.to_owned()),
        _ if ty == instrument.context.f32_type() => Some(format!("{name}f")),
        _ => None,
    }
}

/// How LLVM's names say a format.
fn suffix(instrument: &Instrument<'_, '_>, x: FloatValue<'_>) -> &'static str {
    if x.get_type() == instrument.context.f64_type() { "f64" } else { "f32" }
}

/// A call of a function that returns a number of the same format.
fn call<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    name: &str,
    arguments: &[FloatValue<'ctx>],
) -> Result<FloatValue<'ctx>, FrontendError> {
    let ty = arguments[0].get_type();
    let function = instrument.declare(name, ty.fn_type(&vec![ty.into(); arguments.len()], false));
    let given: Vec<_> = arguments.iter().map(|&it| it.into()).collect();
    let call = instrument.builder.build_call(function, &given, "exact")?;
    Ok(call.try_as_basic_value().expect_basic("it returns a number").into_float_value())
}
