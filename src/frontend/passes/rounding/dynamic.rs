//! What depends on the rounding mode is rounded in the one that the machine is in.
//!
//! Ordinary instructions are rounded to nearest as far as LLVM knows. Those whose result may
//! depend on the mode become calls of constrained intrinsics that say that it is not known. Left
//! as they are: what is exact (`double` of an `int`), what has a direction of its own (`floor`,
//! conversions to integers), and functions of the library that are called by name.
//!
//! Where a compiler's library rounds, libraries differ (`_Float16`, integers of 128 bits), and
//! models round to nearest: there any other mode is an unsupported point.

use inkwell::IntPredicate;
use inkwell::intrinsics::Intrinsic;
use inkwell::types::{BasicTypeEnum, FloatType};
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, InstructionOpcode, InstructionValue, PointerValue,
};

use super::names::{self, CONSTRAINED, DYNAMIC};
use crate::frontend::clang::module;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::passes::environment::floating;
use crate::frontend::{FrontendError, llvm};
use crate::program::{AssumptionKind, GoalKind};

/// Intrinsics whose result depends on the mode, and that are modelled.
const ROUNDED: [&str; 6] = ["fma", "llrint", "lrint", "nearbyint", "rint", "sqrt"];

/// Functions whose models round to nearest, in both formats.
const TO_NEAREST: [&str; 3] = ["ldexp", "scalbln", "scalbn"];

/// Treats the whole module, if the program can change the mode.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let Some(mode) = names::variable(&instrument.module) else { return Ok(()) };
    if !instrument.rounds_dynamically {
        // A model of the user's changes it, which the program was not compiled for.
        let what = "floating-point operations are rounded in the mode that a model sets";
        instrument.assume(AssumptionKind::RoundingMode, what.to_owned(), None);
    }
    for function in llvm::defined(&instrument.module) {
        for inst in llvm::instructions(function) {
            treat(instrument, inst, mode)?;
        }
    }
    Ok(())
}

fn treat<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    mode: PointerValue<'ctx>,
) -> Outcome {
    use InstructionOpcode::*;
    let operation = match inst.get_opcode() {
        FAdd => "fadd",
        FSub => "fsub",
        FMul => "fmul",
        FDiv => "fdiv",
        FPTrunc => "fptrunc",
        SIToFP => "sitofp",
        UIToFP => "uitofp",
        Call => return function(instrument, inst, mode),
        _ => return Ok(()),
    };
    let Ok(BasicTypeEnum::FloatType(to)) = BasicTypeEnum::try_from(inst.get_type()) else {
        return Ok(());
    };
    let integer = match llvm::operand(inst, 0) {
        Some(BasicValueEnum::IntValue(integer)) => Some(integer.get_type().get_bit_width()),
        _ => None,
    };
    let Some(precision) = precision(instrument, to) else {
        return match to == instrument.context.f16_type() {
            true => only_to_nearest(instrument, inst, mode, "arithmetic with _Float16"),
            // Not modelled at all.
            false => Ok(()),
        };
    };
    if let Some(width) = integer {
        let digits = width - u32::from(operation == "sitofp");
        // On 32-bit x86 compilers make a zero of unsigned numbers by a difference.
        let is_made = operation == "uitofp" && floating::is_32_bits(&instrument.module);
        if width > 64 {
            let what = "a conversion of an integer of more than 64 bits";
            return only_to_nearest(instrument, inst, mode, what);
        }
        if digits <= precision && !(is_made && width >= 32) {
            return Ok(());
        }
    }
    let operands: Vec<_> =
        (0..inst.get_num_operands()).filter_map(|at| llvm::operand(inst, at)).collect();
    instrument.before(inst);
    let result = rounded(instrument, operation, &operands, to.into(), DYNAMIC)?;
    llvm::replace(inst, result);
    inst.erase_from_basic_block();
    Ok(())
}

/// A call of an intrinsic, or of a model.
fn function<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    mode: PointerValue<'ctx>,
) -> Outcome {
    let Some(callee) = llvm::call(inst).and_then(llvm::callee) else { return Ok(()) };
    let name = llvm::name(callee);
    if module::is_marked(callee, module::MODEL) {
        let base = name.strip_suffix('f').unwrap_or(&name);
        return match TO_NEAREST.contains(&base) {
            true => only_to_nearest(instrument, inst, mode, &format!("{name}()")),
            false => Ok(()),
        };
    }
    let operation = name.strip_prefix("llvm.").map(names::without_types).unwrap_or_default();
    let Some(BasicValueEnum::FloatValue(first)) = llvm::operand(inst, 0) else { return Ok(()) };
    let Ok(to) = BasicTypeEnum::try_from(inst.get_type()) else { return Ok(()) };
    let is_sum = operation == "fmuladd";
    if !is_sum && !ROUNDED.contains(&operation) {
        return Ok(());
    }
    if first.get_type() == instrument.context.f16_type() {
        return only_to_nearest(instrument, inst, mode, "arithmetic with _Float16");
    }
    if precision(instrument, first.get_type()).is_none() {
        return Ok(());
    }
    let Some(operands) = llvm::call(inst).and_then(llvm::arguments) else { return Ok(()) };
    instrument.before(inst);
    let result = match (is_sum, &operands[..]) {
        (true, &[a, b, c]) => {
            let product = rounded(instrument, "fmul", &[a, b], to, DYNAMIC)?;
            rounded(instrument, "fadd", &[product, c], to, DYNAMIC)?
        }
        _ => rounded(instrument, operation, &operands, to, DYNAMIC)?,
    };
    llvm::replace(inst, result);
    inst.erase_from_basic_block();
    Ok(())
}

/// The digits of a format that the machine rounds to itself.
fn precision<'ctx>(instrument: &Instrument<'ctx, '_>, ty: FloatType<'ctx>) -> Option<u32> {
    let context = instrument.context;
    let formats =
        [(context.f32_type(), 24), (context.f64_type(), 53), (context.x86_f80_type(), 64)];
    formats.into_iter().find(|(known, _)| *known == ty).map(|(_, precision)| precision)
}

/// Inserts: any mode but to nearest is an unsupported point.
fn only_to_nearest<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    mode: PointerValue<'ctx>,
    what: &str,
) -> Outcome {
    instrument.before(inst);
    let ty = instrument.context.i32_type();
    let builder = &instrument.builder;
    let mode = builder.build_load(ty, mode, "mode")?.into_int_value();
    let is_other = builder.build_int_compare(IntPredicate::NE, mode, ty.const_zero(), "other")?;
    let what = format!("{what} in a rounding mode other than to nearest");
    instrument.check(is_other, GoalKind::Unsupported(what), None)
}

/// Inserts: an operation in a mode.
///
/// # Errors
/// [`FrontendError::Internal`] if LLVM has no such operation.
pub fn rounded<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    operation: &str,
    operands: &[BasicValueEnum<'ctx>],
    to: BasicTypeEnum<'ctx>,
    mode: &str,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let mut types = vec![to];
    types.extend(operands.first().map(|it| it.get_type()).filter(|ty| *ty != to));
    let function = Intrinsic::find(&format!("{CONSTRAINED}{operation}"))
        .and_then(|found| found.get_declaration(&instrument.module, &types));
    let missing = || FrontendError::Internal(format!("LLVM does not know constrained {operation}"));
    let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> =
        operands.iter().map(|&it| it.into()).collect();
    let context = instrument.context;
    arguments.push(context.metadata_string(mode).into());
    arguments.push(context.metadata_string("fpexcept.maytrap").into());
    let call =
        instrument.builder.build_call(function.ok_or_else(missing)?, &arguments, "rounded")?;
    Ok(call.try_as_basic_value().expect_basic("it gives a number"))
}
