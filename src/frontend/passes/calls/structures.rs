//! Structures that calls of undefined functions hand over, and get, in memory.
//!
//! What is passed by value is a copy (C17 6.5.2.2p4): the function knows the copy, not what it was
//! made from. What is returned is written by the caller into whatever takes it: the function does
//! not know that either. So both get objects of their own, of which the call knows the addresses.

use inkwell::values::{BasicValueEnum, CallSiteValue, InstructionValue, PointerValue};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};
use crate::program::{GoalKind, InputKind, Property, Reading};

/// A result that is to be copied to where it is wanted.
pub struct Returned<'ctx> {
    to: PointerValue<'ctx>,
    from: PointerValue<'ctx>,
    bytes: u64,
}

/// Gives a call that comes next objects of its own for structures by value and for its result,
/// which may be anything.
///
/// # Errors
/// If LLVM refuses to build one.
pub fn own<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    name: &str,
) -> Result<Option<Returned<'ctx>>, FrontendError> {
    let mut returned = None;
    for (index, argument) in (0..).zip(llvm::arguments(call).unwrap_or_default()) {
        let BasicValueEnum::PointerValue(place) = argument else { continue };
        if let Some(ty) = llvm::by_value(call, index) {
            let copy = instrument.local_variable(inst, ty, "argument")?;
            copied(instrument, copy, place, instrument.layout.get_abi_size(&ty))?;
            inst.set_operand(index, copy);
        } else if let Some(ty) = llvm::returned_in(call, index) {
            let from = instrument.local_variable(inst, ty, "result")?;
            let reading = Reading::Unsigned;
            let kind = InputKind::Call { function: name.to_owned(), reading };
            if instrument.is_splittable(ty) {
                instrument.scramble(from, ty, &kind)?;
            } else if instrument.requested(Property::Uninit) {
                let bytes = instrument.layout.get_abi_size(&ty);
                let what = format!("{name} returns {bytes} bytes, too many for uninit");
                instrument.fail(GoalKind::Unsupported(what), None)?;
            } else {
                instrument.havoc_direct(from)?;
            }
            inst.set_operand(index, from);
            let bytes = instrument.layout.get_abi_size(&ty);
            returned = Some(Returned { to: place, from, bytes });
        }
    }
    Ok(returned)
}

impl<'ctx> Returned<'ctx> {
    /// Inserts: it is where it is wanted.
    ///
    /// # Errors
    /// If LLVM refuses to build a copy.
    pub fn hand_over(&self, instrument: &Instrument<'ctx, '_>) -> Outcome {
        copied(instrument, self.to, self.from, self.bytes)
    }
}

fn copied<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    to: PointerValue<'ctx>,
    from: PointerValue<'ctx>,
    bytes: u64,
) -> Outcome {
    let bytes = instrument.pointer_sized().const_int(bytes, false);
    instrument.builder.build_memcpy(to, 1, from, 1, bytes)?;
    Ok(())
}
