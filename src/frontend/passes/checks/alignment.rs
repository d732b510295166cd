//! A check before every read and write whose type asks for an aligned address
//! (C17 6.3.2.3p7): that the address is a multiple of it.
//!
//! clang says with each access which alignment it may count on: that of the type, and less
//! for fields of packed structures. An object is as aligned as clang makes it, or `malloc`;
//! where that is less than asked for, the address may be wrong, and that is a violation.
//! Of a cast in the very expression of an access clang sees what is cast, and compiles an
//! access that may be misaligned: there is nothing to check.

use inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue, PointerValue};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};
use crate::program::Property;
use crate::program::runtime::ALIGNED;

/// Inserts the checks, behind those that the places are valid.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    if !instrument.requested(Property::Alignment) {
        return Ok(());
    }
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            let (index, what) = match inst.get_opcode() {
                InstructionOpcode::Load => (0, "read"),
                InstructionOpcode::Store => (1, "write"),
                InstructionOpcode::Call => {
                    by_value(instrument, inst)?;
                    copied(instrument, inst)?;
                    continue;
                }
                _ => continue,
            };
            if let Some(BasicValueEnum::PointerValue(place)) = llvm::operand(inst, index) {
                let bytes = inst.get_alignment();
                let bytes = bytes.map_err(|error| FrontendError::Internal(error.to_string()))?;
                check(instrument, inst, place, (what, bytes.into()))?;
            }
        }
    }
    Ok(())
}

/// What is passed by value is read.
fn by_value<'ctx>(instrument: &mut Instrument<'ctx, '_>, inst: InstructionValue<'ctx>) -> Outcome {
    let Some(call) = llvm::call(inst) else { return Ok(()) };
    for (index, argument) in (0..).zip(llvm::arguments(call).unwrap_or_default()) {
        if let BasicValueEnum::PointerValue(place) = argument
            && let Some(ty) = llvm::by_value(call, index)
        {
            let bytes = instrument.layout.get_abi_alignment(&ty);
            check(instrument, inst, place, ("read", bytes.into()))?;
        }
    }
    Ok(())
}

/// A structure that is assigned. (Calls of `memcpy` say that nothing is aligned: [`super::overlap`].)
fn copied<'ctx>(instrument: &mut Instrument<'ctx, '_>, inst: InstructionValue<'ctx>) -> Outcome {
    let Some(call) = llvm::call(inst) else { return Ok(()) };
    let name = llvm::callee(call).map(llvm::name).unwrap_or_default();
    if !name.starts_with("llvm.memcpy.") {
        return Ok(());
    }
    for (index, what) in [(1, "read"), (0, "write")] {
        if let Some(BasicValueEnum::PointerValue(place)) = llvm::operand(inst, index) {
            check(instrument, inst, place, (what, llvm::noted_alignment(inst, index)))?;
        }
    }
    Ok(())
}

fn check<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    place: PointerValue<'ctx>,
    (what, bytes): (&str, u64),
) -> Outcome {
    if bytes < 2 || is_plain(instrument, place, bytes) {
        return Ok(());
    }
    instrument.before(inst);
    let wanted = instrument.pointer_sized().const_int(bytes, false);
    let aligned = instrument.ask(ALIGNED, &[place.into(), wanted.into()])?;
    let bad = instrument.builder.build_not(aligned, "misaligned")?;
    let what = format!("{what} at an address that is no multiple of {bytes}");
    instrument.check(bad, Instrument::check_kind(Property::Alignment, what), None)
}

/// Whether a place is plainly aligned: at a constant offset of a variable.
pub fn is_plain<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    place: PointerValue<'ctx>,
    bytes: u64,
) -> bool {
    let Some((object, offset)) = llvm::constant_offset(&instrument.layout, place.into()) else {
        return false;
    };
    let known = match llvm::global_of(object) {
        Some(global) => global.get_alignment(),
        None => match object {
            BasicValueEnum::PointerValue(object) => object
                .as_instruction()
                .filter(|inst| inst.get_opcode() == InstructionOpcode::Alloca)
                .and_then(|inst| inst.get_alignment().ok())
                .unwrap_or(0),
            _ => 0,
        },
    };
    u64::from(known) >= bytes && offset.rem_euclid(bytes.cast_signed()) == 0
}
