//! Copies between objects that overlap, which is undefined (C17 7.24.2.1p2, 7.24.2.3p2 and
//! the like).
//!
//! A property of its own: SV-COMP has none, and `valid-deref` there asks for valid places
//! only. The question is asked behind the copy or, where a string would never end, before
//! each byte; so places that are not valid are seen first.
//!
//! clang assigns structures by `llvm.memcpy`, also to themselves, which is allowed. So calls
//! of `memcpy` are kept apart from that (`-fno-builtin-memcpy`) and become intrinsics here.
//! `__builtin_memcpy` can't be told from an assignment and is not checked.

use inkwell::values::{BasicValueEnum, InstructionValue};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};
use crate::program::Property;
use crate::program::runtime::APART;

/// Calls of `memcpy` with a constant length that the program does not define become
/// intrinsics of what need not be aligned, with a check behind if that is asked for.
pub fn copies(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let kept_apart = [Property::Overlap, Property::Alignment];
    if !kept_apart.iter().any(|it| instrument.requested(*it)) {
        return Ok(());
    }
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            let callee = llvm::call(inst).and_then(llvm::callee);
            let library = callee.is_some_and(|callee| {
                llvm::name(callee) == "memcpy" && callee.count_basic_blocks() == 0
            });
            if library {
                copy(instrument, inst)?;
            }
        }
    }
    Ok(())
}

fn copy<'ctx>(instrument: &mut Instrument<'ctx, '_>, inst: InstructionValue<'ctx>) -> Outcome {
    let (
        Some(BasicValueEnum::PointerValue(to)),
        Some(BasicValueEnum::PointerValue(from)),
        Some(BasicValueEnum::IntValue(size)),
    ) = (llvm::operand(inst, 0), llvm::operand(inst, 1), llvm::operand(inst, 2))
    else {
        return Ok(());
    };
    if !size.is_constant_int() || size.get_type() != instrument.pointer_sized() {
        return Ok(());
    }
    instrument.before(inst);
    let made = instrument.builder.build_memcpy(to, 1, from, 1, size);
    made.map_err(|error| FrontendError::Internal(error.to_string()))?;
    if instrument.requested(Property::Overlap) {
        let places = [to.into(), size.into(), from.into(), size.into()];
        instrument.check_apart(&places, "memcpy")?;
    }
    if llvm::is_used(inst) {
        llvm::replace(inst, to);
    }
    inst.erase_from_basic_block();
    Ok(())
}

/// Makes checks of what the models say, or drops it.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let requested = instrument.requested(Property::Overlap);
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            let Some(call) = llvm::call(inst) else { continue };
            if llvm::callee(call).is_none_or(|callee| llvm::name(callee) != APART) {
                continue;
            }
            if requested {
                instrument.before(inst);
                let places: Vec<_> =
                    llvm::arguments(call).unwrap_or_default().into_iter().map(Into::into).collect();
                let name = llvm::name(function);
                // `strcpy` and `strcat` are made of it.
                let name = if name == "stpcpy" { "copy of a string" } else { name.as_str() };
                instrument.check_apart(&places, name)?;
            }
            inst.erase_from_basic_block();
        }
    }
    Ok(())
}
