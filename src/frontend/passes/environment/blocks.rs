//! Copies and fillings of blocks, made in pieces where others may run between them.

use inkwell::types::IntType;
use inkwell::values::{
    BasicValue, BasicValueEnum, FunctionValue, InstructionValue, IntValue, PointerValue,
};

use crate::frontend::instrument::Instrument;
use crate::frontend::{FrontendError, llvm};
use crate::support::limits;

/// A part of a block: where it begins, and the number that it is.
type Piece<'ctx> = (u64, IntType<'ctx>);

/// Splits `llvm.memcpy` and its like into accesses of so many bits at most, between which `point` is
/// called; whether that could be done. One that is narrow enough stays as it is.
///
/// # Errors
/// If LLVM refuses.
pub fn split<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    point: FunctionValue<'ctx>,
    width: u32,
) -> Result<bool, FrontendError> {
    let step = u64::from(width / 8);
    let size = match llvm::operand(inst, 2) {
        Some(BasicValueEnum::IntValue(size)) => size.get_zero_extended_constant(),
        _ => None,
    };
    let (Some(size), Some(BasicValueEnum::PointerValue(to)), Some(what)) = (
        size.filter(|size| *size <= limits::INTERRUPTED_STEPS * step),
        llvm::operand(inst, 0),
        llvm::operand(inst, 1),
    ) else {
        return Ok(false);
    };
    if size <= step && size.is_power_of_two() {
        return Ok(true);
    }
    instrument.before(inst);
    let pieces = pieces(instrument, size, step);
    let value = |(at, ty): Piece<'ctx>| match what {
        BasicValueEnum::PointerValue(from) => read(instrument, from, at, ty),
        BasicValueEnum::IntValue(byte) => Ok(filled(instrument, byte, ty)?.into()),
        _ => Err(FrontendError::Internal("a block that is neither copied nor filled".to_owned())),
    };
    let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name).unwrap_or_default();
    // Its places may overlap: all is read before anything is written.
    let moved = match callee.starts_with("llvm.memmove.") {
        true => {
            let mut all = Vec::new();
            for piece in &pieces {
                all.push(value(*piece)?);
                instrument.builder.build_call(point, &[], "")?;
            }
            Some(all)
        }
        false => None,
    };
    for (index, &(at, ty)) in pieces.iter().enumerate() {
        if index > 0 {
            instrument.builder.build_call(point, &[], "")?;
        }
        let value = match &moved {
            Some(all) => all[index],
            None => value((at, ty))?,
        };
        let place = llvm::part(&instrument.builder, to, at, "piece")?;
        let written = instrument.builder.build_store(place, value)?;
        written.set_alignment(1).map_err(|error| FrontendError::Internal(error.to_string()))?;
    }
    inst.erase_from_basic_block();
    Ok(true)
}

/// The pieces of so many bytes, each of a power of two of them.
fn pieces<'ctx>(instrument: &Instrument<'ctx, '_>, size: u64, step: u64) -> Vec<Piece<'ctx>> {
    let (mut all, mut at) = (Vec::new(), 0);
    while at < size {
        let mut bytes = step;
        while bytes > size - at {
            bytes /= 2;
        }
        // No wider than what the machine accesses in one step.
        all.push((at, instrument.int(8 * bytes as u32)));
        at += bytes;
    }
    all
}

fn read<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    from: PointerValue<'ctx>,
    at: u64,
    ty: IntType<'ctx>,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let from = llvm::part(&instrument.builder, from, at, "piece")?;
    let read = instrument.builder.build_load(ty, from, "piece")?;
    if let Some(inst) = read.as_instruction_value() {
        inst.set_alignment(1).map_err(|error| FrontendError::Internal(error.to_string()))?;
    }
    Ok(read)
}

/// A number all of whose bytes are this one.
fn filled<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    byte: IntValue<'ctx>,
    ty: IntType<'ctx>,
) -> Result<IntValue<'ctx>, FrontendError> {
    let wide = instrument.builder.build_int_z_extend(byte, ty, "byte")?;
    let ones = (0..ty.get_bit_width() / 8).fold(0u64, |all, at| all | 1 << (8 * at));
    Ok(instrument.builder.build_int_mul(wide, ty.const_int(ones, false), "bytes")?)
}
