//! Compound assignments, `++` and `--` of atomic objects, which clang does not compile as C says.
//!
//! `E1 op= E2` is `E1 = E1 op (E2)` in one step (C17 6.5.16.2p3). Clang makes a loop of a
//! compare-and-exchange of it, or one instruction.
//!
//! * In the loop the old value is extended with zeros to the type of the computation, whatever its
//!   sign is, and `_Bool` gets the low bits of the result; a floating-point operand is lost. Unless
//!   the object is known to have no sign such loops are unsupported points.
//! * The one instruction (for `+=`, `-=`, `++`, `--`) wraps around and has no check: where overflow
//!   is checked it is an assumption that it does.

use inkwell::values::{BasicValue, BasicValueEnum, InstructionOpcode, InstructionValue};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{llvm, lower};
use crate::program::{AssumptionKind, GoalKind, Property};

/// How clang calls the block of the loop, and the variable in which built-in functions keep their
/// operand.
const LOOP: &str = "atomic_op";
const OPERAND: &str = ".atomictmp";

/// Inserts unsupported points, and lists what wraps around. Atomic accesses are still such.
///
/// # Errors
/// If LLVM refuses.
pub fn check(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let all = instrument.functions().into_iter().flat_map(llvm::instructions);
    for inst in all.collect::<Vec<_>>() {
        match inst.get_opcode() {
            InstructionOpcode::AtomicCmpXchg => in_loop(instrument, inst)?,
            InstructionOpcode::AtomicRMW => in_one(instrument, inst)?,
            _ => {}
        }
    }
    Ok(())
}

/// A compare-and-exchange that may end such a loop.
fn in_loop<'ctx>(instrument: &mut Instrument<'ctx, '_>, inst: InstructionValue<'ctx>) -> Outcome {
    let Some(old) = llvm::operand(inst, 1).and_then(|old| old.as_instruction_value()) else {
        return Ok(());
    };
    let block = old.get_parent();
    let is_loop = block.is_some_and(|it| it.get_name().to_string_lossy().starts_with(LOOP));
    if !is_loop || old.get_opcode() != InstructionOpcode::Phi {
        return Ok(());
    }
    let widened = |user: &InstructionValue<'ctx>| {
        matches!(
            user.get_opcode(),
            InstructionOpcode::ZExt | InstructionOpcode::UIToFP | InstructionOpcode::SIToFP
        )
    };
    let users = llvm::users(old).into_iter().filter_map(llvm::as_instruction);
    let Some(user) = users.into_iter().find(widened) else { return Ok(()) };
    if user.get_opcode() == InstructionOpcode::ZExt && is_unsigned(instrument, inst) {
        return Ok(());
    }
    unsupported(instrument, user)
}

/// One instruction that changes an atomic object.
fn in_one<'ctx>(instrument: &mut Instrument<'ctx, '_>, inst: InstructionValue<'ctx>) -> Outcome {
    let Some(operand) = llvm::operand(inst, 1) else { return Ok(()) };
    if llvm::is_undefined(operand) {
        return unsupported(instrument, inst);
    }
    let BasicValueEnum::IntValue(number) = operand else { return Ok(()) };
    // A narrow object that grows by one does not overflow: it is computed as `int`.
    let narrow = number.get_type().get_bit_width() < 32 && number.is_const();
    if !instrument.requested(Property::NoOverflow)
        || narrow
        || !llvm::adds(inst)
        || is_of_function(operand)
        || is_unsigned(instrument, inst)
    {
        return Ok(());
    }
    let what = "++, --, += and -= of atomic objects wrap around".to_owned();
    instrument.assume(AssumptionKind::OverflowWraps, what, llvm::location(inst));
    Ok(())
}

/// Whether it is the operand of a built-in function, which wraps around (C17 7.17.7.5p3).
fn is_of_function(operand: BasicValueEnum<'_>) -> bool {
    let load = operand.as_instruction_value();
    let from = load.filter(|load| load.get_opcode() == InstructionOpcode::Load);
    let from = from.and_then(|load| llvm::operand(load, 0));
    from.is_some_and(|from| llvm::text(from.into_pointer_value().get_name()).starts_with(OPERAND))
}

/// Whether the object is known to be an unsigned integer.
fn is_unsigned<'ctx>(instrument: &Instrument<'ctx, '_>, inst: InstructionValue<'ctx>) -> bool {
    let place = llvm::operand(inst, 0);
    let place = place.and_then(|place| llvm::constant_offset(&instrument.layout, place));
    let function = inst.get_parent().and_then(|block| block.get_parent());
    let (Some((object, offset)), Some(function)) = (place, function) else { return false };
    let Ok(offset) = u64::try_from(offset) else { return false };
    let name = llvm::text(object.into_pointer_value().get_name());
    let variable = (llvm::global_of(object), name.as_str());
    lower::inside_of(&instrument.module, function, variable, offset).unsigned
}

fn unsupported<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
) -> Outcome {
    instrument.before(inst);
    let what = "a compound assignment of an atomic object, which clang does not compile as C says";
    instrument.fail(GoalKind::Unsupported(what.to_owned()), None)
}
