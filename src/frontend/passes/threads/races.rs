//! Data races (`models/races.c`): where accesses are looked at.
//!
//! Accesses whose conflicts are all under common locks, and those where the program is alone, race
//! with none; others are looked at where others may run before them. Where an object ends nothing
//! is looked at: whoever is at an access to it then makes an invalid one.

use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicMetadataValueEnum, InstructionOpcode, InstructionValue, IntValue, PointerValue,
};

use super::body;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::passes::environment::shared::Access;
use crate::frontend::passes::libc::races::{IS_MET, MADE, WATCH};
use crate::frontend::{FrontendError, llvm};
use crate::program::runtime::WATCHES;
use crate::program::{InputKind, Property};

/// What an access does, as a number.
const WRITES: u64 = 1;
const IS_ATOMIC: u64 = 2;

/// Makes the choice whether an access is watched.
///
/// # Errors
/// If LLVM refuses.
pub fn choice(instrument: &mut Instrument<'_, '_>) -> Outcome {
    if instrument.module.get_function(WATCHES).is_none() {
        return Ok(());
    }
    let site = instrument.choice_site(InputKind::Watch);
    body(instrument, WATCHES, |_, builder| {
        let any = instrument.choice_at(builder, 1, site)?;
        builder.build_return(Some(&any))?;
        Ok(())
    })
}

/// Inserts: an access races with the one that is watched, or is watched itself. Others may run
/// behind that, then [`made`] follows.
///
/// # Errors
/// If LLVM refuses.
pub fn look<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    access: Access<'ctx>,
) -> Outcome {
    let Some(size) = size(instrument, inst, access)? else { return Ok(()) };
    let Ok(place) = PointerValue::try_from(access.place) else { return Ok(()) };
    let kind = u64::from(access.writes) * WRITES + u64::from(access.atomic) * IS_ATOMIC;
    let kind = instrument.context.i8_type().const_int(kind, false);
    let parts: [BasicMetadataValueEnum<'ctx>; 3] = [place.into(), size.into(), kind.into()];
    let is_met = call(instrument, IS_MET, &parts)?;
    let is_met = is_met.ok_or_else(|| FrontendError::Internal("a race is no number".to_owned()))?;
    let how = if access.writes { "write" } else { "read" };
    let size = match size.get_zero_extended_constant() {
        Some(size) => format!(" ({size} bytes)"),
        None => String::new(),
    };
    let what = format!("data race: {how}{size} while another thread accesses the same memory");
    instrument.check(is_met, Instrument::check_kind(Property::NoDataRace, what), None)?;
    call(instrument, WATCH, &parts)?;
    Ok(())
}

/// Inserts behind the place of an access: it is made now.
///
/// # Errors
/// If LLVM refuses.
pub fn made(instrument: &Instrument<'_, '_>) -> Outcome {
    call(instrument, MADE, &[])?;
    Ok(())
}

/// Calls a function of the model.
fn call<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    name: &str,
    arguments: &[BasicMetadataValueEnum<'ctx>],
) -> Result<Option<IntValue<'ctx>>, FrontendError> {
    let function = instrument.module.get_function(name);
    let function = function.ok_or_else(|| FrontendError::Internal(format!("no {name}")))?;
    let call = instrument.builder.build_call(function, arguments, "")?;
    Ok(call.try_as_basic_value().basic().map(|value| value.into_int_value()))
}

/// How many bytes are accessed; none of what ends.
fn size<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    access: Access<'ctx>,
) -> Result<Option<IntValue<'ctx>>, FrontendError> {
    let number = instrument.pointer_sized();
    let of_type =
        |ty: BasicTypeEnum<'ctx>| number.const_int(instrument.layout.get_store_size(&ty), false);
    Ok(match inst.get_opcode() {
        _ if access.ends => None,
        InstructionOpcode::Load => BasicTypeEnum::try_from(inst.get_type()).ok().map(of_type),
        InstructionOpcode::Store => llvm::operand(inst, 0).map(|value| of_type(value.get_type())),
        InstructionOpcode::Call => {
            let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name);
            let is_block = callee.is_some_and(|name| name.starts_with("llvm."));
            match llvm::operand(inst, 2).filter(|it| is_block && it.is_int_value()) {
                Some(length) => {
                    let length = length.into_int_value();
                    Some(
                        instrument
                            .builder
                            .build_int_z_extend_or_bit_cast(length, number, "size")?,
                    )
                }
                None => Some(number.const_int(of_call(instrument, inst, access), false)),
            }
        }
        _ => None,
    })
}

/// How many bytes the call of another function accesses: what is handed over by value, or a number
/// of type `int`.
fn of_call<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    access: Access<'ctx>,
) -> u64 {
    let by_value = llvm::call(inst).and_then(|call| {
        let mut operands = 0..inst.get_num_operands();
        let index = operands.find(|it| llvm::operand(inst, *it) == Some(access.place))?;
        llvm::by_value(call, index)
    });
    let number = instrument.context.i32_type().into();
    instrument.layout.get_store_size(&by_value.unwrap_or(number))
}
