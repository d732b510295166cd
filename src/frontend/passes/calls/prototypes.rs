//! Calls whose type is not that of the function that they name.

use inkwell::module::Linkage;
use inkwell::types::{BasicTypeEnum, IntType};
use inkwell::values::{BasicValueEnum, CallSiteValue, FunctionValue, InstructionValue};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};

/// Whether a function is one of ours that stands for one of the C library.
fn is_model(function: FunctionValue<'_>) -> bool {
    function.get_subprogram().is_none() && function.get_linkage() == Linkage::WeakAny
}

/// What a function gets from a call, if that is known. To a function of the library numbers of
/// another width may be passed, as in calls without a prototype, if they are small.
fn arguments<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    call: CallSiteValue<'ctx>,
    callee: FunctionValue<'ctx>,
) -> Result<Option<Vec<BasicValueEnum<'ctx>>>, FrontendError> {
    let parameters = callee.get_params();
    let Some(given) = llvm::arguments(call) else { return Ok(None) };
    if callee.get_type().is_var_arg() || given.len() != parameters.len() {
        return Ok(None);
    }
    let fits = |(given, parameter): (&BasicValueEnum<'ctx>, &BasicValueEnum<'ctx>)| {
        given.get_type() == parameter.get_type()
            || is_model(callee) && given.is_int_value() && parameter.is_int_value()
    };
    if !given.iter().zip(&parameters).all(fits) {
        return Ok(None);
    }
    let name = llvm::name(callee);
    let mut all = Vec::with_capacity(given.len());
    for (given, parameter) in given.into_iter().zip(parameters) {
        all.push(match (given, parameter) {
            (BasicValueEnum::IntValue(given), BasicValueEnum::IntValue(parameter)) => {
                instrument.as_wide(given, parameter.get_type(), &name)?.into()
            }
            (given, _) => given,
        });
    }
    Ok(Some(all))
}

/// What of a function's result a call gets.
enum Given<'ctx> {
    /// Nothing is asked for.
    Nothing,
    /// What there is.
    Whole,
    /// Its low bits.
    Low(IntType<'ctx>),
}

/// What a call gets that is declared with another result, if that is known. Of a function of the
/// library that gives a wider number the low bits are what a register holds (`unsigned strlen()`);
/// what the program itself defines it must declare so (C17 6.5.2.2p9).
fn result<'ctx>(
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    callee: FunctionValue<'ctx>,
) -> Option<Given<'ctx>> {
    let (given, wanted) =
        (callee.get_type().get_return_type(), call.get_called_fn_type().get_return_type());
    let is_model = is_model(callee);
    match (given, wanted) {
        _ if given == wanted => {
            Some(if llvm::is_used(inst) { Given::Whole } else { Given::Nothing })
        }
        _ if is_model && !llvm::is_used(inst) => Some(Given::Nothing),
        (Some(BasicTypeEnum::IntType(given)), Some(BasicTypeEnum::IntType(wanted)))
            if is_model && given.get_bit_width() > wanted.get_bit_width() =>
        {
            Some(Given::Low(wanted))
        }
        _ => None,
    }
}

/// Gives calls the type of the function they name where only prototypes differ
/// (`int f();` in another file), so that they can be inlined.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            let Some(call) = llvm::call(inst) else { continue };
            let Some(callee) = llvm::callee(call) else { continue };
            let ty = callee.get_type();
            if call.get_called_fn_type() == ty || callee.count_basic_blocks() == 0 {
                continue;
            }
            instrument.before(inst);
            let fits = arguments(instrument, call, callee)?;
            let result = result(inst, call, callee);
            match fits.zip(result) {
                Some((arguments, result)) => {
                    let arguments: Vec<_> = arguments.into_iter().map(Into::into).collect();
                    let new = instrument.builder.build_call(callee, &arguments, "")?;
                    let value = new.try_as_basic_value().basic();
                    match (result, value) {
                        (Given::Low(ty), Some(BasicValueEnum::IntValue(value))) => {
                            let low = instrument.builder.build_int_truncate(value, ty, "low")?;
                            llvm::replace(inst, low);
                        }
                        (Given::Whole, Some(value)) => llvm::replace(inst, value),
                        _ => {}
                    }
                    inst.erase_from_basic_block();
                }
                None => {
                    let what = Instrument::with_other_types(&llvm::name(callee));
                    instrument.unsupported(inst, what)?;
                }
            }
        }
    }
    Ok(())
}
