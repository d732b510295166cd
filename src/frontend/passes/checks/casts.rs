//! Conversions of floating-point numbers to integers are checked, or become total.
//!
//! C17 6.3.1.4: if the integral part can't be represented, the behaviour is undefined. That is
//! checked where it is asked for, unless clang's sanitizer does (it knows C's names of the types).
//! Where nothing checks it, and in models of the library, the result is an arbitrary number; LLVM
//! has poison there.

use inkwell::FloatPredicate;
use inkwell::types::FloatType;
use inkwell::values::{
    BasicValue, BasicValueEnum, FloatValue, InstructionOpcode, InstructionValue, IntValue,
};
use num_bigint::BigInt;

use super::guards::is_number_guarded;
use crate::frontend::clang::module;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};
use crate::program::{GoalKind, InputKind, Property};

/// What clang's check calls.
const HANDLER: &str = "__ubsan_handle_float_cast_overflow";

/// Treats a conversion.
pub fn treat<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    from_ir: bool,
) -> Outcome {
    let function = inst.get_parent().and_then(|block| block.get_parent());
    let is_model = function.is_some_and(|it| module::is_marked(it, module::MODEL));
    let (Some(BasicValueEnum::FloatValue(number)), Ok(result)) =
        (llvm::operand(inst, 0), IntValue::try_from(inst))
    else {
        return Ok(());
    };
    let signed = inst.get_opcode() == InstructionOpcode::FPToSI;
    let integer = (result.get_type().get_bit_width(), signed);
    if !instrument.requested(Property::FloatCastOverflow) || is_model {
        return total(instrument, inst, number, integer);
    }
    if !from_ir && is_number_guarded(instrument, inst, HANDLER, number) {
        return Ok(());
    }
    check(instrument, inst, number, integer)
}

/// Checks that the number fits.
fn check<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    number: FloatValue<'ctx>,
    (width, signed): (u32, bool),
) -> Outcome {
    instrument.before(inst);
    let from = type_name(instrument, number.get_type());
    let Some(range) = range(instrument, number.get_type()) else {
        let what = format!("a conversion from {from} to an integer");
        return instrument.fail(GoalKind::Unsupported(what), None);
    };
    let fits = fits(instrument, number, (width, signed), range)?;
    let bad = instrument.builder.build_not(fits, "bad")?;
    let to = if signed { "a signed" } else { "an unsigned" };
    let what = format!(
        "conversion from {from} to {to} integer of {width} bits: the number is out of range"
    );
    instrument.check(bad, Instrument::check_kind(Property::FloatCastOverflow, what), None)
}

/// Makes the result arbitrary if the number does not fit, in a format whose range is known.
fn total<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    number: FloatValue<'ctx>,
    (width, signed): (u32, bool),
) -> Outcome {
    let Ok(result) = IntValue::try_from(inst) else { return Ok(()) };
    let Some((bias, precision)) = range(instrument, number.get_type()) else { return Ok(()) };
    if width > 128 || !llvm::is_used(inst) {
        return Ok(());
    }
    let Some(next) = inst.get_next_instruction() else { return Ok(()) };
    instrument.before(next);
    let fits = fits(instrument, number, (width, signed), (bias, precision))?;
    let what = "conversion of a floating-point number that does not fit".to_owned();
    let any = instrument.choice(width, InputKind::Undefined(what))?;
    let builder = &instrument.builder;
    let total = builder.build_select(fits, any, any, "converted")?;
    let select = total.as_instruction_value().ok_or_else(|| internal("a select"))?;
    result.replace_all_uses_with(total.into_int_value());
    // It was one of the uses that have been replaced, if it had been there before.
    select.set_operand(1, result);
    Ok(())
}

fn internal<E: std::fmt::Debug>(error: E) -> FrontendError {
    FrontendError::Internal(format!("{error:?}"))
}

/// What C calls a format, where clang's sanitizer does not say it.
pub fn type_name<'ctx>(instrument: &Instrument<'ctx, '_>, ty: FloatType<'ctx>) -> String {
    let context = instrument.context;
    let names = [
        (context.f16_type(), "_Float16"),
        (context.f32_type(), "float"),
        (context.f64_type(), "double"),
        (context.x86_f80_type(), "long double"),
        (context.f128_type(), "__float128"),
    ];
    let known = names.into_iter().find(|(known, _)| *known == ty);
    known.map_or_else(|| llvm::text(&ty.print_to_string()), |(_, name)| name.to_owned())
}

/// The largest exponent of a format, and its precision.
pub fn range<'ctx>(instrument: &Instrument<'ctx, '_>, ty: FloatType<'ctx>) -> Option<(u32, u32)> {
    let context = instrument.context;
    let formats = [
        (context.f16_type(), (15, 11)),
        (context.f32_type(), (127, 24)),
        (context.f64_type(), (1023, 53)),
        (context.x86_f80_type(), (16383, 64)),
    ];
    formats.into_iter().find(|(known, _)| *known == ty).map(|(_, range)| range)
}

/// Whether the number without its fraction is in the range of an integer type; not of a NaN.
fn fits<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    number: FloatValue<'ctx>,
    (width, signed): (u32, bool),
    (bias, precision): (u32, u32),
) -> Result<IntValue<'ctx>, FrontendError> {
    use FloatPredicate::{OGE, OGT, OLT};
    let ty = number.get_type();
    let magnitude = if signed { width - 1 } else { width };
    // What is too large for the format is infinity, which is not below itself.
    let constant = |number: &BigInt| llvm::float_of_integer(ty, number);
    let power = BigInt::from(1) << magnitude;
    let above = if magnitude > bias { ty.const_float(f64::INFINITY) } else { constant(&power) };
    let (predicate, least) = if !signed {
        (OGT, constant(&BigInt::from(-1)))
    } else if magnitude > bias {
        (OGT, ty.const_float(f64::NEG_INFINITY))
    } else if magnitude < precision {
        (OGT, constant(&(-power - 1i32)))
    } else {
        // There is no number between this one and the integer below it.
        (OGE, constant(&-power))
    };
    let builder = &instrument.builder;
    let low = builder.build_float_compare(predicate, number, least, "above")?;
    let high = builder.build_float_compare(OLT, number, above, "below")?;
    Ok(builder.build_and(low, high, "fits")?)
}
