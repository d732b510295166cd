//! Functions of the mathematical library of which only a range is known (`models/computed.c`): a
//! result is a choice within it, and a native run takes what the machine's library computes.

use inkwell::module::Linkage;
use inkwell::values::{BasicValue, BasicValueEnum, CallSiteValue, InstructionValue};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};
use crate::program::runtime::{COMPUTED, END_ASSUMPTION, MEASURED, WITHIN};
use crate::program::{AssumptionKind, computed};

pub use crate::program::computed::is_one;

/// What is listed with the verdict.
const RANGES: &str = "sin, exp, pow and their like return numbers within the ranges that \
                      mathematics gives, rounded outward";

/// Lists the assumption.
pub fn list(instrument: &mut Instrument<'_, '_>) {
    instrument.assume(AssumptionKind::MathFunctions, RANGES.to_owned(), None);
}

/// Gives a call by which a model asks for a result, or says what is known of it, its meaning;
/// whether it is one.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn call<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    name: &str,
) -> Result<bool, FrontendError> {
    let internal = || FrontendError::Internal(format!("a model calls {name} wrongly"));
    let arguments = llvm::arguments(call).unwrap_or_default();
    match (name, &arguments[..]) {
        (WITHIN, &[BasicValueEnum::IntValue(holds)]) => {
            let fails = instrument.equals(holds, holds.get_type().const_zero())?;
            instrument.stop_if(fails, END_ASSUMPTION)?;
            inst.erase_from_basic_block();
        }
        (COMPUTED, &[BasicValueEnum::IntValue(function), x, y]) => {
            let number = function.get_zero_extended_constant();
            let number = number.and_then(|number| u32::try_from(number).ok());
            let choice = number.and_then(computed::choice).ok_or_else(internal)?;
            let chosen = instrument.choice(choice.1, choice.0)?;
            let wide = instrument.context.i64_type();
            let chosen = match choice.1 {
                64 => chosen,
                _ => instrument.builder.build_int_z_extend(chosen, wide, "wide")?,
            };
            let given = [chosen.into(), function.into(), x.into(), y.into()];
            let measured = instrument.ask_for(wide.into(), MEASURED, &given)?;
            llvm::replace(inst, measured.into_int_value());
            inst.erase_from_basic_block();
        }
        (WITHIN | COMPUTED, _) => return Err(internal()),
        _ => return Ok(false),
    }
    Ok(true)
}

/// A result is what was chosen.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn as_chosen(instrument: &Instrument<'_, '_>) -> Outcome {
    let Some(measured) = instrument.module.get_function(MEASURED) else { return Ok(()) };
    let chosen = measured.get_first_param();
    let builder = instrument.context.create_builder();
    builder.position_at_end(instrument.context.append_basic_block(measured, "entry"));
    builder.build_return(chosen.as_ref().map(|chosen| chosen as &dyn BasicValue<'_>))?;
    measured.set_linkage(Linkage::Internal);
    Ok(())
}
