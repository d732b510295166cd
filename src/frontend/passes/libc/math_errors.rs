//! What `errno` holds behind functions of math.h that are modelled exactly.
//!
//! C17 7.12.1 tells which errors they have; whether these set `errno` is the library's choice
//! (`math_errhandling`). So where there is one the number stays or is `EDOM` (the result is a NaN
//! and no operand is, or it does not fit into its integer type) or `ERANGE` (it is infinite and no
//! operand is, or it is zero or subnormal and may have been rounded). Where there is none it stays.
//! C17 7.5p3 would allow more for functions whose description has no errors; no library does it.

use inkwell::FloatPredicate::{OLT, UEQ, UNO};
use inkwell::values::{BasicValueEnum, FloatValue, InstructionValue, IntValue};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};

/// The model's function that is told which errors there are.
const ERRORS: &str = "__errno_may_tell";

/// Functions with errors, by their names for `double`.
const WITH_ERRORS: [&str; 18] = [
    "sqrt",
    "fmod",
    "remainder",
    "drem",
    "remquo",
    "fdim",
    "fma",
    "ldexp",
    "scalb",
    "scalbn",
    "scalbln",
    "nextafter",
    "nexttoward",
    "lrint",
    "llrint",
    "lround",
    "llround",
    "ilogb",
];

/// Of them those whose results may be too small for their format.
const MAY_UNDERFLOW: [&str; 6] = ["ldexp", "scalb", "scalbn", "scalbln", "nextafter", "nexttoward"];

/// Functions without.
const WITHOUT: [&str; 21] = [
    "fabs",
    "copysign",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "nearbyint",
    "round",
    "roundeven",
    "fmax",
    "fmin",
    "finite",
    "isinf",
    "isnan",
    "__finite",
    "__fpclassify",
    "__isinf",
    "__isnan",
    "__signbit",
    "frexp",
    "modf",
];

fn base<'n>(name: &'n str, known: &[&str]) -> Option<&'n str> {
    let names = [Some(name), name.strip_suffix(['f', 'l'])];
    names.into_iter().flatten().find(|name| known.contains(name))
}

/// Whether it is told here what a function of this name does.
pub fn is_one(name: &str) -> bool {
    base(name, &WITH_ERRORS).is_some() || base(name, &WITHOUT).is_some()
}

/// Inserts behind a call of such a function: its errors may have set the number.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn behind<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    name: &str,
) -> Outcome {
    let Some(name) = base(name, &WITH_ERRORS) else { return Ok(()) };
    let arguments = llvm::call(inst).and_then(llvm::arguments).unwrap_or_default();
    let operands: Vec<FloatValue<'ctx>> = arguments
        .into_iter()
        .filter_map(|argument| match argument {
            BasicValueEnum::FloatValue(number) => Some(number),
            _ => None,
        })
        .collect();
    let Some(&first) = operands.first() else { return Ok(()) };
    instrument.behind(inst);
    let none = instrument.context.bool_type().const_zero();
    let (domain, range) = match llvm::result(inst) {
        Some(BasicValueEnum::FloatValue(result)) => {
            let domain = instrument.makes_nan(result, &operands)?;
            let mut range = instrument.overflows(result, &operands)?;
            if MAY_UNDERFLOW.contains(&name) {
                let small = instrument.may_underflow(result, first)?;
                range = instrument.builder.build_or(range, small, "range")?;
            }
            (domain, range)
        }
        Some(BasicValueEnum::IntValue(_)) if name == "ilogb" => {
            (has_no_logarithm(instrument, first)?, none)
        }
        Some(BasicValueEnum::IntValue(result)) => (may_not_fit(instrument, first, result)?, none),
        _ => return Ok(()),
    };
    let bit = instrument.context.bool_type();
    let ty = instrument.context.void_type().fn_type(&[bit.into(), bit.into()], false);
    let known = instrument.module.get_function(ERRORS);
    let function = known.unwrap_or_else(|| instrument.module.add_function(ERRORS, ty, None));
    instrument.builder.build_call(function, &[domain.into(), range.into()], "")?;
    Ok(())
}

/// Whether a number is zero, infinite or a NaN.
fn has_no_logarithm<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    number: FloatValue<'ctx>,
) -> Result<IntValue<'ctx>, FrontendError> {
    let (builder, ty) = (&instrument.builder, number.get_type());
    let mut any = builder.build_float_compare(UNO, number, number, "nan")?;
    for special in [0.0, f64::INFINITY, f64::NEG_INFINITY] {
        let is = builder.build_float_compare(UEQ, number, ty.const_float(special), "special")?;
        any = builder.build_or(any, is, "special")?;
    }
    Ok(any)
}

/// Whether a number may be too large for an integer of this type once it is rounded.
fn may_not_fit<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    number: FloatValue<'ctx>,
    rounded: IntValue<'ctx>,
) -> Result<IntValue<'ctx>, FrontendError> {
    let (builder, ty) = (&instrument.builder, number.get_type());
    let largest = 2f64.powi(rounded.get_type().get_bit_width() as i32 - 1) - 1.0;
    let mut fits = instrument.context.bool_type().const_all_ones();
    for (low, high) in [(ty.const_float(-largest), number), (number, ty.const_float(largest))] {
        let within = builder.build_float_compare(OLT, low, high, "within")?;
        fits = builder.build_and(fits, within, "fits")?;
    }
    Ok(builder.build_not(fits, "large")?)
}
