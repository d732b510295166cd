//! Functions of the mathematical library of which only a range is known (`models/computed.c`): a
//! result is a choice within it, and a native run takes what the machine's library computes.

use inkwell::module::Linkage;
use inkwell::values::{
    BasicMetadataValueEnum, BasicValue, BasicValueEnum, CallSiteValue, InstructionValue,
};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};
use crate::program::runtime::{
    COMPUTED, COMPUTED_OF_TEXT, END_ASSUMPTION, MEASURED, MEASURED_OF_TEXT, WITHIN,
};
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
    let arguments = llvm::arguments(call).unwrap_or_default();
    match (name, &arguments[..]) {
        (WITHIN, &[BasicValueEnum::IntValue(holds)]) => {
            let fails = instrument.equals(holds, holds.get_type().const_zero())?;
            instrument.stop_if(fails, END_ASSUMPTION)?;
            inst.erase_from_basic_block();
        }
        (COMPUTED, &[function, x, y]) => {
            choose(instrument, inst, MEASURED, function, &[x.into(), y.into()])?;
        }
        (COMPUTED_OF_TEXT, &[function, text]) => {
            choose(instrument, inst, MEASURED_OF_TEXT, function, &[text.into()])?;
        }
        (WITHIN | COMPUTED | COMPUTED_OF_TEXT, _) => {
            return Err(FrontendError::Internal(format!("a model calls {name} wrongly")));
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Puts a choice in the place of a call, which a native run measures.
fn choose<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    measure: &str,
    function: BasicValueEnum<'ctx>,
    of: &[BasicMetadataValueEnum<'ctx>],
) -> Outcome {
    let number = match function {
        BasicValueEnum::IntValue(number) => number.get_zero_extended_constant(),
        _ => None,
    };
    let choice = number.and_then(|it| u32::try_from(it).ok()).and_then(computed::choice);
    let unknown = || FrontendError::Internal("a model computes what is not known".to_owned());
    let (kind, bits) = choice.ok_or_else(unknown)?;
    let chosen = instrument.choice(bits, kind)?;
    let wide = instrument.context.i64_type();
    let chosen = match bits {
        64 => chosen,
        _ => instrument.builder.build_int_z_extend(chosen, wide, "wide")?,
    };
    let given = [&[chosen.into(), function.into()], of].concat();
    let measured = instrument.ask_for(wide.into(), measure, &given)?;
    llvm::replace(inst, measured.into_int_value());
    inst.erase_from_basic_block();
    Ok(())
}

/// A result is what was chosen.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn as_chosen(instrument: &Instrument<'_, '_>) -> Outcome {
    for measure in [MEASURED, MEASURED_OF_TEXT] {
        let Some(measured) = instrument.module.get_function(measure) else { continue };
        let chosen = measured.get_first_param();
        let builder = instrument.context.create_builder();
        builder.position_at_end(instrument.context.append_basic_block(measured, "entry"));
        builder.build_return(chosen.as_ref().map(|chosen| chosen as &dyn BasicValue<'_>))?;
        measured.set_linkage(Linkage::Internal);
    }
    Ok(())
}
