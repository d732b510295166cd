//! Accesses that the machine does not make in one step.

use inkwell::types::{BasicType, BasicTypeEnum};
use inkwell::values::{
    BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue,
};

use super::is_off;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::passes::environment::blocks;
use crate::frontend::passes::environment::shared::ENDING;
use crate::frontend::{FrontendError, llvm};
use crate::program::GoalKind;

/// Lets interrupts come in the middle of an access that is too wide.
pub fn treat<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    point: FunctionValue<'ctx>,
) -> Outcome {
    let width = instrument.options.interrupts.atomic_width;
    let width = width.unwrap_or_else(|| instrument.pointer_sized().get_bit_width());
    match inst.get_opcode() {
        InstructionOpcode::Load => load(instrument, inst, point, width),
        InstructionOpcode::Store => store(instrument, inst, point, width),
        _ => match llvm::call(inst).and_then(llvm::callee).map(llvm::name).as_deref() {
            // Objects end in one step.
            Some(name) if ENDING.contains(&name) => Ok(()),
            Some(name) if name.starts_with("llvm.") => block(instrument, inst, point, width),
            // A search through many bytes, or a structure that is handed over by value.
            _ => {
                instrument.before(inst);
                torn(instrument)
            }
        },
    }
}

/// The integer type of all bits of a type that is to be read or written in pieces; `None` if it
/// is narrow enough.
fn whole<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    ty: BasicTypeEnum<'ctx>,
    width: u32,
) -> Option<u32> {
    let bits = u32::try_from(8 * instrument.layout.get_store_size(&ty)).ok()?;
    (bits > width).then_some(bits)
}

/// It is not modelled where an interrupt can come.
fn torn(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let what = "an access to more than can be read or written between two interrupts";
    let off = is_off(instrument)?;
    let comes = instrument.builder.build_not(off, "comes")?;
    instrument.check(comes, GoalKind::Unsupported(what.to_owned()), None)
}

fn load<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    point: FunctionValue<'ctx>,
    width: u32,
) -> Outcome {
    let (Ok(ty), Some(BasicValueEnum::PointerValue(place))) =
        (BasicTypeEnum::try_from(inst.get_type()), llvm::operand(inst, 0))
    else {
        return Ok(());
    };
    let Some(bits) = whole(instrument, ty, width) else { return Ok(()) };
    instrument.before(inst);
    if !is_plain(ty) || bits % width != 0 {
        return torn(instrument);
    }
    let piece = instrument.int(width);
    let all = instrument.int(bits);
    let mut value = all.const_zero();
    for low in (0..bits).step_by(width as usize) {
        if low > 0 {
            instrument.builder.build_call(point, &[], "")?;
        }
        let at = llvm::part(&instrument.builder, place, u64::from(low / 8), "piece")?;
        let read = instrument.builder.build_load(piece, at, "piece")?;
        is_volatile_as(read, inst)?;
        let wide = instrument.builder.build_int_z_extend(read.into_int_value(), all, "piece")?;
        let shift = all.const_int(low.into(), false);
        let shifted = instrument.builder.build_left_shift(wide, shift, "piece")?;
        value = instrument.builder.build_or(value, shifted, "pieces")?;
    }
    let value = value_of(instrument, value, ty)?;
    if llvm::is_used(inst) {
        llvm::replace(inst, value);
    }
    inst.erase_from_basic_block();
    Ok(())
}

fn store<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    point: FunctionValue<'ctx>,
    width: u32,
) -> Outcome {
    let (Some(value), Some(BasicValueEnum::PointerValue(place))) =
        (llvm::operand(inst, 0), llvm::operand(inst, 1))
    else {
        return Ok(());
    };
    let Some(bits) = whole(instrument, value.get_type(), width) else { return Ok(()) };
    instrument.before(inst);
    if !is_plain(value.get_type()) || bits % width != 0 {
        return torn(instrument);
    }
    let value = match value {
        BasicValueEnum::IntValue(value) if value.get_type().get_bit_width() != bits => {
            return torn(instrument);
        }
        BasicValueEnum::IntValue(value) => value,
        other => {
            instrument.builder.build_bit_cast(other, instrument.int(bits), "bits")?.into_int_value()
        }
    };
    for low in (0..bits).step_by(width as usize) {
        if low > 0 {
            instrument.builder.build_call(point, &[], "")?;
        }
        let shift = value.get_type().const_int(low.into(), false);
        let shifted = instrument.builder.build_right_shift(value, shift, false, "piece")?;
        let low_bits =
            instrument.builder.build_int_truncate(shifted, instrument.int(width), "piece")?;
        let at = llvm::part(&instrument.builder, place, u64::from(low / 8), "piece")?;
        let written = instrument.builder.build_store(at, low_bits)?;
        let is_volatile = inst.get_volatile() == Ok(true);
        internal(written.set_volatile(is_volatile))?;
        internal(written.set_alignment(1))?;
    }
    inst.erase_from_basic_block();
    Ok(())
}

/// A copy or filling of a block.
fn block<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    point: FunctionValue<'ctx>,
    width: u32,
) -> Outcome {
    if blocks::split(instrument, inst, point, width)? {
        return Ok(());
    }
    instrument.before(inst);
    torn(instrument)
}

/// Whether values of a type are just bits: what addresses mean is lost in pieces.
fn is_plain(ty: BasicTypeEnum<'_>) -> bool {
    matches!(ty, BasicTypeEnum::IntType(_) | BasicTypeEnum::FloatType(_))
}

fn value_of<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    bits: IntValue<'ctx>,
    ty: BasicTypeEnum<'ctx>,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    Ok(match ty {
        BasicTypeEnum::IntType(ty) => {
            instrument.builder.build_int_cast_sign_flag(bits, ty, false, "value")?.into()
        }
        ty => instrument.builder.build_bit_cast(bits, ty.as_basic_type_enum(), "value")?,
    })
}

fn is_volatile_as(read: BasicValueEnum<'_>, inst: InstructionValue<'_>) -> Outcome {
    if let Some(read) = read.as_instruction_value() {
        internal(read.set_volatile(inst.get_volatile() == Ok(true)))?;
        internal(read.set_alignment(1))?;
    }
    Ok(())
}

fn internal<T, E: std::fmt::Display>(done: Result<T, E>) -> Result<(), FrontendError> {
    done.map(|_| ()).map_err(|error| FrontendError::Internal(error.to_string()))
}
