//! Checks of floating-point operations: divisions by zero, and results that are no finite numbers
//! though the operands were.
//!
//! IEEE 754 (2019) defines these results (7.2 invalid operation, 7.3 division by zero, 7.4
//! overflow), so they are checked only if that is asked for. What is looked at is each operation
//! of LLVM IR, before anything is folded; what clang has computed itself is a constant here. A
//! call of a function of the library is one operation, whatever its model does.
//!
//! `a * b + c`, which clang makes one operation that a machine may fuse, is two in C, and on the
//! machines that are modelled: it is taken apart before.

use inkwell::FloatPredicate::{self, OEQ, OGT, UNE};
use inkwell::types::AnyTypeEnum;
use inkwell::values::{
    BasicValueEnum, FloatValue, FunctionValue, InstructionOpcode, InstructionValue, IntValue,
};

use super::casts::{range, type_name};
use super::guards::is_number_guarded;
use crate::frontend::clang::module;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::names::library;
use crate::frontend::{FrontendError, llvm};
use crate::program::{GoalKind, Property};

use Property::{FloatCastOverflow, FloatDivByZero, FloatOverflow, Nan};

/// What clang's check of a division calls.
const HANDLER: &str = "__ubsan_handle_divrem_overflow";

/// Functions that make neither a NaN of numbers nor an infinity of finite ones; of `logb` and
/// zero it is no overflow.
const HARMLESS: [&str; 24] = [
    "arithmetic.fence",
    "canonicalize",
    "ceil",
    "copysign",
    "fabs",
    "floor",
    "fmax",
    "fmin",
    "frexp",
    "logb",
    "maximum",
    "maximumnum",
    "maxnum",
    "minimum",
    "minimumnum",
    "minnum",
    "modf",
    "nearbyint",
    "nextafter",
    "rest",
    "rint",
    "round",
    "roundeven",
    "trunc",
];

/// Functions that make no infinity of finite numbers, or only at poles (`log(0)`), which IEEE 754
/// calls divisions by zero.
const BOUNDED: [&str; 23] = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "cos",
    "drem",
    "erf",
    "erfc",
    "fmod",
    "log",
    "log10",
    "log1p",
    "log2",
    "remainder",
    "remquo",
    "sin",
    "sqrt",
    "tan",
    "tanh",
];

/// Functions that have a pole where their first number is zero.
const POLE_AT_ZERO: [&str; 2] = ["pow", "tgamma"];

/// That of a function that has no other overflow than of positive numbers, and poles elsewhere.
const OVERFLOWS_UPWARDS: &str = "lgamma";

/// Functions that make no NaN of numbers.
const ORDERED: [&str; 4] = ["fdim", "ldexp", "scalbln", "scalbn"];

/// An operation that gives a number.
struct Operation<'ctx> {
    /// For people.
    what: String,
    /// The format of the result, as C calls it.
    format: String,
    result: FloatValue<'ctx>,
    operands: Vec<FloatValue<'ctx>>,
    /// Which properties it can violate.
    can: &'static [Property],
    /// Where this number does not compare so with zero, an infinity is none of an overflow: a
    /// division by zero, or a pole.
    regular: Option<(FloatPredicate, FloatValue<'ctx>)>,
}

/// Inserts the checks into all functions of the program.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let asked = [FloatCastOverflow, FloatDivByZero, FloatOverflow, Nan];
    if !asked.into_iter().any(|property| instrument.requested(property)) {
        return Ok(());
    }
    for function in instrument.functions() {
        if module::is_marked(function, module::MODEL) {
            continue;
        }
        if instrument.requested(FloatOverflow) || instrument.requested(Nan) {
            take_apart(instrument, function)?;
        }
        let from_ir = module::is_marked(function, module::FROM_IR);
        for inst in llvm::instructions(function) {
            if inst.get_opcode() == InstructionOpcode::FDiv {
                division(instrument, inst, from_ir)?;
            }
            others(instrument, inst)?;
            if let Some(operation) = operation(instrument, inst) {
                check(instrument, inst, &operation)?;
            }
        }
    }
    Ok(())
}

/// Makes two operations of each `llvm.fmuladd`.
fn take_apart<'ctx>(instrument: &Instrument<'ctx, '_>, function: FunctionValue<'ctx>) -> Outcome {
    for inst in llvm::instructions(function) {
        let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name);
        if !callee.is_some_and(|name| name.starts_with("llvm.fmuladd.")) {
            continue;
        }
        let [Some(a), Some(b), Some(c)] = [0, 1, 2].map(|index| number(inst, index)) else {
            continue;
        };
        instrument.before(inst);
        let builder = &instrument.builder;
        // Differences come with the sign of an operand changed.
        let result = if let Some(c) = negated(c) {
            let product = builder.build_float_mul(a, b, "product")?;
            builder.build_float_sub(product, c, "difference")?
        } else if let Some(a) = negated(a) {
            let product = builder.build_float_mul(a, b, "product")?;
            builder.build_float_sub(c, product, "difference")?
        } else {
            let product = builder.build_float_mul(a, b, "product")?;
            builder.build_float_add(product, c, "sum")?
        };
        llvm::replace(inst, result);
        inst.erase_from_basic_block();
    }
    Ok(())
}

/// What a number is the negation of.
fn negated(value: FloatValue<'_>) -> Option<FloatValue<'_>> {
    let inst = value.as_instruction()?;
    (inst.get_opcode() == InstructionOpcode::FNeg).then(|| number(inst, 0))?
}

fn number(inst: InstructionValue<'_>, index: u32) -> Option<FloatValue<'_>> {
    match llvm::operand(inst, index) {
        Some(BasicValueEnum::FloatValue(number)) => Some(number),
        _ => None,
    }
}

/// A division by zero, of which clang's sanitizer sees those that the program writes as such.
fn division<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    from_ir: bool,
) -> Outcome {
    let Some(divisor) = number(inst, 1).filter(|_| instrument.requested(FloatDivByZero)) else {
        return Ok(());
    };
    if !from_ir && is_number_guarded(instrument, inst, HANDLER, divisor) {
        return Ok(());
    }
    instrument.before(inst);
    let zero = divisor.get_type().const_zero();
    let bad = instrument.builder.build_float_compare(OEQ, divisor, zero, "zero")?;
    let what = format!("division by zero ({})", type_name(instrument, divisor.get_type()));
    instrument.check(bad, Instrument::check_kind(FloatDivByZero, what), None)
}

/// What is not modelled and makes no single number: operations on vectors that can't be taken apart,
/// with several results (`llvm.sincos`). Whether they fail is not known.
fn others<'ctx>(instrument: &mut Instrument<'ctx, '_>, inst: InstructionValue<'ctx>) -> Outcome {
    use InstructionOpcode::*;
    let of_results: &[Property] = &[FloatOverflow, Nan];
    let is_whole = matches!(
        inst.get_type(),
        AnyTypeEnum::VectorType(_)
            | AnyTypeEnum::ScalableVectorType(_)
            | AnyTypeEnum::StructType(_)
    );
    let (what, properties) = match inst.get_opcode() {
        FDiv if is_whole => ("vector arithmetic", &[FloatDivByZero, FloatOverflow, Nan][..]),
        FAdd | FSub | FMul | FRem | FPTrunc if is_whole => ("vector arithmetic", of_results),
        Call if is_whole && function(inst).is_some() => {
            ("a function with several results", of_results)
        }
        _ => return Ok(()),
    };
    if properties.iter().any(|&property| instrument.requested(property)) {
        instrument.before(inst);
        instrument.fail(GoalKind::Unsupported(what.to_owned()), None)?;
    }
    Ok(())
}

/// What an instruction computes, if it can violate a property.
fn operation<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
) -> Option<Operation<'ctx>> {
    use InstructionOpcode::*;
    let result = FloatValue::try_from(inst).ok()?;
    let opcode = inst.get_opcode();
    let format = type_name(instrument, result.get_type());
    let (what, can): (String, &[Property]) = match opcode {
        FAdd => ("addition".to_owned(), &[FloatOverflow, Nan]),
        FSub => ("subtraction".to_owned(), &[FloatOverflow, Nan]),
        FMul => ("multiplication".to_owned(), &[FloatOverflow, Nan]),
        FDiv => ("division".to_owned(), &[FloatOverflow, Nan]),
        FRem => ("remainder".to_owned(), &[Nan]),
        FPTrunc => {
            let from = type_name(instrument, number(inst, 0)?.get_type());
            (format!("conversion from {from}"), &[FloatOverflow])
        }
        SIToFP | UIToFP => {
            let Some(BasicValueEnum::IntValue(integer)) = llvm::operand(inst, 0) else {
                return None;
            };
            let width = integer.get_type().get_bit_width();
            // All are less than this power of two, which most formats have.
            let power = if opcode == SIToFP { width - 1 } else { width };
            if range(instrument, result.get_type()).is_some_and(|(largest, _)| power <= largest) {
                return None;
            }
            (format!("conversion from an integer of {width} bits"), &[FloatOverflow])
        }
        Call => function(inst)?,
        _ => return None,
    };
    let operands = (0..inst.get_num_operands()).filter_map(|index| number(inst, index)).collect();
    let base = what.strip_suffix('f').filter(|_| opcode == Call).unwrap_or(&what);
    let regular = match opcode {
        FDiv => number(inst, 1).map(|divisor| (UNE, divisor)),
        Call if POLE_AT_ZERO.contains(&base) => number(inst, 0).map(|at| (UNE, at)),
        Call if base == OVERFLOWS_UPWARDS => number(inst, 0).map(|at| (OGT, at)),
        _ => None,
    };
    Some(Operation { what, format, result, operands, can, regular })
}

/// The function of the library, or of LLVM, that a call of numbers means, and what it can violate.
fn function(inst: InstructionValue<'_>) -> Option<(String, &'static [Property])> {
    let callee = llvm::call(inst).and_then(llvm::callee)?;
    let full = llvm::name(callee);
    let is_own = callee.count_basic_blocks() > 0 && !module::is_marked(callee, module::MODEL);
    let takes_number = (0..inst.get_num_operands()).any(|index| number(inst, index).is_some());
    if is_own || !takes_number {
        return None;
    }
    // What else has a model is the user's, and no operation.
    let name = match (full.strip_prefix("llvm."), full.strip_prefix("__exact_")) {
        (Some(name), _) => without_types(name),
        (None, Some(name)) => name,
        (None, None) if library::is_known(&full) => &full,
        (None, None) => return None,
    };
    let base = name.strip_suffix(['f', 'l']).unwrap_or(name);
    let is_in = |names: &[&str]| names.contains(&name) || names.contains(&base);
    let can: &[Property] = if is_in(&HARMLESS) {
        return None;
    } else if is_in(&BOUNDED) {
        &[Nan]
    } else if is_in(&ORDERED) {
        &[FloatOverflow]
    } else {
        &[FloatOverflow, Nan]
    };
    Some((name.to_owned(), can))
}

/// The name of an intrinsic without the types that it has at its end.
fn without_types(name: &str) -> &str {
    let Some((rest, last)) = name.rsplit_once('.') else { return name };
    let width = last.strip_prefix("bf").or_else(|| last.strip_prefix(['f', 'i']));
    let is_type = width.is_some_and(|it| it.chars().all(|digit| digit.is_ascii_digit()));
    if is_type { without_types(rest) } else { name }
}

/// Inserts the checks of an operation behind it.
fn check<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    operation: &Operation<'ctx>,
) -> Outcome {
    let Operation { what, format, .. } = operation;
    if operation.can.contains(&FloatOverflow) && instrument.requested(FloatOverflow) {
        instrument.behind(inst);
        let bad = overflows(instrument, operation)?;
        let what = format!("{what} overflows ({format})");
        instrument.check(bad, Instrument::check_kind(FloatOverflow, what), None)?;
    }
    if operation.can.contains(&Nan) && instrument.requested(Nan) {
        instrument.behind(inst);
        let bad = instrument.makes_nan(operation.result, &operation.operands)?;
        let what = format!("{what} makes a NaN ({format})");
        instrument.check(bad, Instrument::check_kind(Nan, what), None)?;
    }
    Ok(())
}

/// Whether the result is infinite and no operand is, nor a NaN; nor, where a pole is, is the operand
/// there.
fn overflows<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    operation: &Operation<'ctx>,
) -> Result<IntValue<'ctx>, FrontendError> {
    let builder = &instrument.builder;
    let bad = instrument.overflows(operation.result, &operation.operands)?;
    let Some((predicate, number)) = operation.regular else { return Ok(bad) };
    let zero = number.get_type().const_zero();
    let is_regular = builder.build_float_compare(predicate, number, zero, "regular")?;
    Ok(builder.build_and(bad, is_regular, "overflow")?)
}
