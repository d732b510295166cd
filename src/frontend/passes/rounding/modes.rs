//! What is rounded in the mode of the machine becomes a choice by the variable that holds it.
//!
//! In a mode that is given LLVM may compute a constrained intrinsic, and lowering knows it
//! (`lower/floats/constrained.rs`).

use inkwell::FloatPredicate;
use inkwell::IntPredicate;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, InstructionValue, IntValue, PointerValue};

use super::dynamic::rounded;
use super::names::{self, DYNAMIC};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};
use crate::program::runtime::SET_ROUNDING;

/// The numbers of `FE_TONEAREST`, `FE_DOWNWARD`, `FE_UPWARD` and `FE_TOWARDZERO` in x86's
/// `<fenv.h>`, those of the control word of the x87 (Intel SDM 1, 8.1.5.3); LLVM's names.
const MODES: [(u64, &str); 4] = [
    (0, "round.tonearest"),
    (0x400, "round.downward"),
    (0x800, "round.upward"),
    (0xc00, "round.towardzero"),
];

/// What `FLT_ROUNDS` is in each of them (C17 5.2.4.2.2).
const FLT_ROUNDS: [u64; 4] = [1, 3, 2, 0];

/// Functions of the library that round, in each of three formats.
const BY_NAME: [&str; 7] = ["fdim", "fma", "llrint", "lrint", "nearbyint", "rint", "sqrt"];

/// Treats the whole module, if the program can change the mode.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let Some(variable) = names::variable(&instrument.module) else { return Ok(()) };
    for function in llvm::defined(&instrument.module) {
        for inst in llvm::instructions(function) {
            if llvm::is_call_of(inst, SET_ROUNDING) {
                // The model has written the variable.
                Instrument::finish(inst)?;
            } else if llvm::is_call_of(inst, "llvm.get.rounding") {
                question(instrument, inst, variable)?;
            } else if let Some(operation) = operation(inst) {
                choose(instrument, inst, variable, &operation)?;
            }
        }
    }
    Ok(())
}

/// `FLT_ROUNDS`.
fn question<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    variable: PointerValue<'ctx>,
) -> Outcome {
    instrument.before(inst);
    let ty = instrument.context.i32_type();
    let builder = &instrument.builder;
    let mode = builder.build_load(ty, variable, "mode")?.into_int_value();
    let mut answer = ty.const_int(FLT_ROUNDS[0], false);
    for ((number, _), answers) in MODES.into_iter().zip(FLT_ROUNDS).skip(1) {
        let number = ty.const_int(number, false);
        let is_it = builder.build_int_compare(IntPredicate::EQ, mode, number, "is")?;
        let other = ty.const_int(answers, false);
        answer = builder.build_select(is_it, other, answer, "rounds")?.into_int_value();
    }
    llvm::replace(inst, answer);
    inst.erase_from_basic_block();
    Ok(())
}

/// The operation that an instruction carries out in the mode of the machine.
fn operation(inst: InstructionValue<'_>) -> Option<String> {
    if let Some(name) = names::constrained(inst) {
        return (names::mode(inst).as_deref() == Some(DYNAMIC)).then_some(name);
    }
    let callee = llvm::call(inst).and_then(llvm::callee)?;
    let takes_number = matches!(llvm::operand(inst, 0), Some(BasicValueEnum::FloatValue(_)));
    if callee.count_basic_blocks() > 0 || !takes_number {
        return None;
    }
    let name = llvm::name(callee);
    let base = if BY_NAME.contains(&&*name) { &name } else { name.strip_suffix(['f', 'l'])? };
    BY_NAME.contains(&base).then(|| base.to_owned())
}

fn choose<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    variable: PointerValue<'ctx>,
    operation: &str,
) -> Outcome {
    let Ok(to) = BasicTypeEnum::try_from(inst.get_type()) else { return Ok(()) };
    let mut operands: Vec<_> =
        (0..inst.get_num_operands()).filter_map(|at| llvm::operand(inst, at)).collect();
    // The last one is what is called.
    operands.pop();
    instrument.before(inst);
    let ty = instrument.context.i32_type();
    let mode = instrument.builder.build_load(ty, variable, "mode")?.into_int_value();
    let result = match (operation, &operands[..]) {
        ("fdim", &[BasicValueEnum::FloatValue(a), BasicValueEnum::FloatValue(b)]) => {
            // C17 7.12.12.1: zero unless the first one is greater; a NaN if one is.
            let difference = in_mode(instrument, "fsub", &operands, to, mode)?;
            let builder = &instrument.builder;
            let is_none = builder.build_float_compare(FloatPredicate::OLE, a, b, "none")?;
            let zero: BasicValueEnum<'ctx> = a.get_type().const_zero().into();
            builder.build_select(is_none, zero, difference, "difference")?
        }
        _ => in_mode(instrument, operation, &operands, to, mode)?,
    };
    llvm::replace(inst, result);
    inst.erase_from_basic_block();
    Ok(())
}

/// The result in the mode of this number.
fn in_mode<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    operation: &str,
    operands: &[BasicValueEnum<'ctx>],
    to: BasicTypeEnum<'ctx>,
    mode: IntValue<'ctx>,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let [(_, nearest), others @ ..] = MODES;
    let mut result = rounded(instrument, operation, operands, to, nearest)?;
    for (number, name) in others {
        let other = rounded(instrument, operation, operands, to, name)?;
        let builder = &instrument.builder;
        let number = mode.get_type().const_int(number, false);
        let is_it = builder.build_int_compare(IntPredicate::EQ, mode, number, "is")?;
        result = builder.build_select(is_it, other, result, "rounded")?;
    }
    Ok(result)
}
