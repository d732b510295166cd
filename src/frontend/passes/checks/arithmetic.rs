//! Explicit checks from LLVM's own instructions, and total ones where none is asked for.
//!
//! Two things happen to each instruction whose operands can make it undefined or poison:
//!
//! * where its property is requested, a check is inserted before it, as the LLUMC paper
//!   does: for modules that were given as LLVM IR all of them; for C only those that
//!   clang's sanitizers leave out (functions that ask not to be sanitized);
//! * where it is not, the instruction is made total: division by zero ends the path,
//!   `INT_MIN / -1` wraps, the result of a shift by the width or more is arbitrary.
//!
//! Afterwards no instruction of the program has undefined behaviour of its own.

use inkwell::IntPredicate;
use inkwell::builder::Builder;
use inkwell::intrinsics::Intrinsic;
use inkwell::values::{
    BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue,
};

use super::casts;
use super::guards::is_guarded;
use crate::frontend::clang::module;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::sites::Site;
use crate::frontend::{FrontendError, llvm};
use crate::program::runtime::{END_DIVISION, PREFIX};
use crate::program::{AssumptionKind, GoalKind, InputKind, Property};

/// Treats all functions of the program.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        let from_ir = module::is_marked(function, module::FROM_IR);
        if from_ir {
            not_in_ir(instrument);
        }
        for inst in llvm::instructions(function) {
            // What belongs to clang's own checks is guarded by them.
            let nosanitize = instrument.context.get_kind_id("nosanitize");
            if !from_ir && inst.get_metadata(nosanitize).is_some() {
                continue;
            }
            treat(instrument, inst, from_ir)?;
        }
    }
    Ok(())
}

/// What LLVM IR does not show: which numbers are unsigned, which conversions are implicit, what
/// is an index of which array.
fn not_in_ir(instrument: &mut Instrument<'_, '_>) {
    for property in [Property::UnsignedOverflow, Property::Conversion, Property::ArrayBounds] {
        if instrument.requested(property) {
            let what = format!("{property} is not checked in what is given as LLVM IR");
            instrument.assume(AssumptionKind::NotInIr, what, None);
        }
    }
}

fn treat<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    from_ir: bool,
) -> Outcome {
    use InstructionOpcode::*;
    match inst.get_opcode() {
        Call => {
            zero_count(instrument, inst)?;
            absolute(instrument, inst)
        }
        Add | Sub | Mul | Shl | LShr | AShr | UDiv | SDiv | URem | SRem => {
            let Some([left, right]) = operands(inst) else {
                // Vectors: whether a check fails is not known, even if the result is unused.
                let sum = matches!(inst.get_opcode(), Add | Sub | Mul);
                if sum && inst.get_no_signed_wrap_flag() != Ok(true) {
                    return Ok(());
                }
                instrument.before(inst);
                let what = GoalKind::Unsupported("vector arithmetic".to_owned());
                return instrument.fail(what, None);
            };
            match inst.get_opcode() {
                Add | Sub | Mul => overflow(instrument, inst, left, right),
                Shl | LShr | AShr => shift(instrument, inst, left, right, from_ir),
                _ => division(instrument, inst, left, right, from_ir),
            }
        }
        FPToSI | FPToUI => casts::treat(instrument, inst, from_ir),
        _ => Ok(()),
    }
}

/// Whether a number is plainly less: a constant, or one of which a mask leaves no more.
fn is_below(number: IntValue<'_>, limit: u32) -> bool {
    let constant = |number: IntValue<'_>| {
        number.get_zero_extended_constant().is_some_and(|n| n < limit.into())
    };
    let inner = operand_of(number, InstructionOpcode::ZExt, 0).unwrap_or(number);
    constant(inner) || operand_of(inner, InstructionOpcode::And, 1).is_some_and(constant)
}

/// An operand of the instruction that makes a number, if it is such a one.
fn operand_of<'ctx>(
    number: IntValue<'ctx>,
    opcode: InstructionOpcode,
    index: u32,
) -> Option<IntValue<'ctx>> {
    let inst = number.as_instruction().filter(|inst| inst.get_opcode() == opcode)?;
    match llvm::operand(inst, index) {
        Some(BasicValueEnum::IntValue(operand)) => Some(operand),
        _ => None,
    }
}

/// The two integer operands; `None` for vectors.
fn operands<'ctx>(inst: InstructionValue<'ctx>) -> Option<[IntValue<'ctx>; 2]> {
    match [llvm::operand(inst, 0)?, llvm::operand(inst, 1)?] {
        [BasicValueEnum::IntValue(left), BasicValueEnum::IntValue(right)] => Some([left, right]),
        _ => None,
    }
}

/// `iN` for signed operands, as C programmers call it.
fn type_name(value: IntValue<'_>) -> String {
    format!("{} bits", value.get_type().get_bit_width())
}

/// Add, sub and mul that promise not to wrap.
fn overflow<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    left: IntValue<'ctx>,
    right: IntValue<'ctx>,
) -> Outcome {
    let signed = inst.get_no_signed_wrap_flag() == Ok(true);
    if !signed {
        return Ok(());
    }
    if !instrument.requested(Property::NoOverflow) {
        if !cannot_overflow(inst.get_opcode(), left, right) {
            let what = "a signed overflow that is not checked wraps around".to_owned();
            instrument.assume(AssumptionKind::OverflowWraps, what, llvm::location(inst));
        }
        return Ok(());
    }
    let (intrinsic, what) = match inst.get_opcode() {
        InstructionOpcode::Add => ("llvm.sadd.with.overflow", "addition"),
        InstructionOpcode::Sub => ("llvm.ssub.with.overflow", "subtraction"),
        _ => ("llvm.smul.with.overflow", "multiplication"),
    };
    if cannot_overflow(inst.get_opcode(), left, right) {
        return Ok(());
    }
    instrument.before(inst);
    let pair = call_intrinsic(instrument, intrinsic, left, &[left.into(), right.into()])?;
    let bad = instrument.builder.build_extract_value(pair.into_struct_value(), 1, "overflow")?;
    let what = format!("signed {what} overflows ({})", type_name(left));
    let kind = Instrument::check_kind(Property::NoOverflow, what);
    instrument.check(bad.into_int_value(), kind, None)
}

/// Whether both operands come from types so narrow that the result always fits: clang
/// leaves out those checks and keeps the flag.
fn cannot_overflow(opcode: InstructionOpcode, left: IntValue<'_>, right: IntValue<'_>) -> bool {
    let width = left.get_type().get_bit_width();
    let (Some(a), Some(b)) = (signed_bits(left), signed_bits(right)) else { return false };
    match opcode {
        InstructionOpcode::Mul => a + b <= width,
        _ => a.max(b) < width,
    }
}

/// A number of bits that hold the value as a signed number, if fewer than its type has.
fn signed_bits(value: IntValue<'_>) -> Option<u32> {
    if let Some(number) = value.get_sign_extended_constant() {
        let magnitude = if number < 0 { !number } else { number };
        return Some(65 - magnitude.leading_zeros());
    }
    let inst = value.as_instruction()?;
    let BasicValueEnum::IntValue(from) = llvm::operand(inst, 0)? else { return None };
    match inst.get_opcode() {
        InstructionOpcode::SExt => Some(from.get_type().get_bit_width()),
        InstructionOpcode::ZExt => Some(from.get_type().get_bit_width() + 1),
        _ => None,
    }
}

/// `llvm.abs` whose flag makes the least number poison.
fn absolute<'ctx>(instrument: &mut Instrument<'ctx, '_>, inst: InstructionValue<'ctx>) -> Outcome {
    let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name);
    if !callee.is_some_and(|name| name.starts_with("llvm.abs.")) {
        return Ok(());
    }
    let Some([value, flag]) = operands(inst) else { return Ok(()) };
    // Models are compiled so that sums wrap around; C does not say that `abs` does.
    let function = inst.get_parent().and_then(|block| block.get_parent());
    let undefined = flag.get_zero_extended_constant() == Some(1)
        || function.is_some_and(|it| module::is_marked(it, module::MODEL));
    if undefined && instrument.requested(Property::NoOverflow) {
        instrument.before(inst);
        let bad = instrument.equals(value, Instrument::min_signed(value.get_type()))?;
        let what = format!("absolute value overflows ({})", type_name(value));
        instrument.check(bad, Instrument::check_kind(Property::NoOverflow, what), None)?;
    }
    Ok(())
}

/// `llvm.ctlz` and `llvm.cttz` whose flag makes the count for zero poison: it becomes
/// arbitrary.
fn zero_count<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
) -> Outcome {
    let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name).unwrap_or_default();
    if !callee.starts_with("llvm.ctlz.") && !callee.starts_with("llvm.cttz.") {
        return Ok(());
    }
    let Some([value, flag]) = operands(inst) else { return Ok(()) };
    if flag.get_zero_extended_constant() == Some(0) || value.get_zero_extended_constant() > Some(0)
    {
        return Ok(());
    }
    inst.set_operand(1, instrument.context.bool_type().const_zero());
    let next = inst.get_next_instruction().expect("a call is not the end of a block");
    let location = inst.get_debug_location();
    instrument.builder.position_before(&next);
    if let Some(location) = location {
        instrument.builder.set_current_debug_location(location);
    }
    let kind = InputKind::Undefined("number of leading or trailing zeros of zero".to_owned());
    let any = instrument.choice(value.get_type().get_bit_width(), kind)?;
    let zero = instrument.equals(value, value.get_type().const_zero())?;
    let Ok(count) = IntValue::try_from(inst) else { return Ok(()) };
    let either = instrument.builder.build_select(zero, any, count, "zeros")?;
    // All uses but the one in the selection itself (none, where it is folded).
    llvm::replace(inst, either);
    if let Some(own) = either.as_instruction_value()
        && own.get_opcode() == InstructionOpcode::Select
    {
        own.set_operand(2, count);
    }
    Ok(())
}

/// Division and remainder.
fn division<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    left: IntValue<'ctx>,
    right: IntValue<'ctx>,
    from_ir: bool,
) -> Outcome {
    use InstructionOpcode::{SDiv, SRem, URem};
    let ty = right.get_type();
    let opcode = inst.get_opcode();
    let remainder = matches!(opcode, SRem | URem);
    let guarded = !from_ir && is_guarded(inst, "__ubsan_handle_divrem_overflow");
    let constant = right.is_constant_int();
    instrument.before(inst);
    if !constant || right == ty.const_zero() {
        let zero = instrument.equals(right, ty.const_zero())?;
        if !instrument.requested(Property::DivByZero) {
            instrument.assume(
                AssumptionKind::DivisionByZeroEnds,
                "an unchecked division by zero ends the program".to_owned(),
                None,
            );
            instrument.stop_if(zero, END_DIVISION)?;
        } else if !guarded {
            let what = if remainder { "remainder by zero" } else { "division by zero" };
            let what = format!("{what} ({})", type_name(left));
            let kind = Instrument::check_kind(Property::DivByZero, what);
            instrument.check(zero, kind, None)?;
        }
    }
    if !matches!(opcode, SDiv | SRem) || (constant && right != ty.const_all_ones()) {
        return Ok(());
    }
    if instrument.requested(Property::NoOverflow) {
        let narrow = signed_bits(left).is_some_and(|bits| bits < ty.get_bit_width());
        if !guarded && !narrow {
            let min = instrument.equals(left, Instrument::min_signed(ty))?;
            let minus_one = instrument.equals(right, ty.const_all_ones())?;
            let bad = instrument.builder.build_and(min, minus_one, "overflow")?;
            let what = if remainder { "remainder" } else { "division" };
            let what = format!("signed {what} overflows ({})", type_name(left));
            let kind = Instrument::check_kind(Property::NoOverflow, what);
            instrument.check(bad, kind, None)?;
        }
        return Ok(());
    }
    let function = wrapping_division(instrument, ty.get_bit_width(), remainder)?;
    substitute(instrument, inst, function, &[left.into(), right.into()])
}

/// Shifts: the amount, and for IR also a promise of the base not to overflow.
fn shift<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    left: IntValue<'ctx>,
    right: IntValue<'ctx>,
    from_ir: bool,
) -> Outcome {
    let ty = left.get_type();
    let width = ty.get_bit_width();
    // C allows an amount wider than the base; clang truncates it.
    let truncated = right.as_instruction().filter(|i| i.get_opcode() == InstructionOpcode::Trunc);
    let amount = match truncated.and_then(|inst| llvm::operand(inst, 0)) {
        Some(BasicValueEnum::IntValue(wide)) => wide,
        _ => right,
    };
    let in_range = is_below(amount, width);
    let promises = inst.get_opcode() == InstructionOpcode::Shl
        && inst.get_no_signed_wrap_flag() == Ok(true)
        && instrument.requested(Property::NoOverflow);
    instrument.before(inst);
    let checked = instrument.requested(Property::Shift);
    if !checked && !in_range {
        let what = "a bad shift that is not checked has an arbitrary result".to_owned();
        instrument.assume(AssumptionKind::ShiftArbitrary, what, llvm::location(inst));
    }
    if checked && !in_range {
        let guarded = !from_ir && is_guarded(inst, "__ubsan_handle_shift_out_of_bounds");
        if !guarded {
            let bad = too_large(instrument, &instrument.builder, amount, width)?;
            let what = format!("shift amount is negative or not less than {width}");
            let kind = Instrument::check_kind(Property::Shift, what);
            instrument.check(bad, kind, None)?;
        }
    }
    if promises {
        // Shifting back loses what was shifted out. With an amount that is out of range
        // the total shift gives something arbitrary; that is not an overflow.
        let bits = right;
        let in_range = instrument
            .builder
            .build_not(too_large(instrument, &instrument.builder, amount, width)?, "ok")?;
        let safe = instrument
            .builder
            .build_select(in_range, bits, ty.const_zero(), "amount")?
            .into_int_value();
        let there = instrument.builder.build_left_shift(left, safe, "there")?;
        let back = instrument.builder.build_right_shift(there, safe, true, "back")?;
        let bad = instrument.builder.build_int_compare(IntPredicate::NE, back, left, "lost")?;
        let what = format!("result of a left shift can't be represented ({})", type_name(left));
        let kind = Instrument::check_kind(Property::NoOverflow, what);
        instrument.check(bad, kind, None)?;
    }
    if checked || in_range {
        return Ok(());
    }
    let function = total_shift(instrument, inst.get_opcode(), width, amount)?;
    let kind = InputKind::Undefined("shift by the width of the type or more".to_owned());
    let site = instrument.sites.add(Site::Choice(kind));
    let site = instrument.context.i32_type().const_int(site.0.into(), false);
    substitute(instrument, inst, function, &[left.into(), amount.into(), site.into()])
}

/// Whether a shift amount, as an unsigned number, is `width` or more.
fn too_large<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    builder: &Builder<'ctx>,
    amount: IntValue<'ctx>,
    width: u32,
) -> Result<IntValue<'ctx>, FrontendError> {
    // A type too narrow to hold width - 1 can't exceed it.
    let ty = amount.get_type();
    let bits = ty.get_bit_width();
    if bits < 32 && u64::from(width) > (1 << bits) - 1 {
        return Ok(instrument.context.bool_type().const_zero());
    }
    let last = ty.const_int((width - 1).into(), false);
    Ok(builder.build_int_compare(IntPredicate::UGT, amount, last, "large")?)
}

/// `iN shift(iN a, iM amount, i32 site)`: the shift, or an arbitrary value if the amount
/// is N or more.
fn total_shift<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    opcode: InstructionOpcode,
    width: u32,
    amount: IntValue<'ctx>,
) -> Result<FunctionValue<'ctx>, FrontendError> {
    let (ty, amount_type) = (instrument.int(width), amount.get_type());
    let mnemonic = match opcode {
        InstructionOpcode::Shl => "shl",
        InstructionOpcode::LShr => "lshr",
        _ => "ashr",
    };
    let name = format!("{PREFIX}{mnemonic}_i{width}_i{}", amount_type.get_bit_width());
    let parameters = [ty.into(), amount_type.into(), instrument.context.i32_type().into()];
    instrument.define(&name, ty.fn_type(&parameters, false), |function, builder| {
        let [a, amount, site] = function.get_params()[..] else {
            unreachable!("it has three parameters")
        };
        let (a, amount) = (a.into_int_value(), amount.into_int_value());
        let large = instrument.context.append_basic_block(function, "large");
        let small = instrument.context.append_basic_block(function, "small");
        let is_large = too_large(instrument, builder, amount, width)?;
        builder.build_conditional_branch(is_large, large, small)?;
        builder.position_at_end(large);
        let any = instrument.choice_at(builder, width, site.into_int_value())?;
        builder.build_return(Some(&any))?;
        builder.position_at_end(small);
        let amount = if amount_type.get_bit_width() > width {
            builder.build_int_truncate(amount, ty, "amount")?
        } else {
            builder.build_int_z_extend(amount, ty, "amount")?
        };
        let result = match opcode {
            InstructionOpcode::Shl => builder.build_left_shift(a, amount, "shifted")?,
            other => {
                let arithmetic = other == InstructionOpcode::AShr;
                builder.build_right_shift(a, amount, arithmetic, "shifted")?
            }
        };
        builder.build_return(Some(&result))?;
        Ok(())
    })
}

/// `iN division(iN a, iN b)`: signed, and `INT_MIN / -1` wraps as multiplication does.
fn wrapping_division<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    width: u32,
    remainder: bool,
) -> Result<FunctionValue<'ctx>, FrontendError> {
    let ty = instrument.int(width);
    let name = format!("{PREFIX}{}_i{width}", if remainder { "srem" } else { "sdiv" });
    instrument.define(&name, ty.fn_type(&[ty.into(), ty.into()], false), |function, builder| {
        let [a, b] = function.get_params()[..] else { unreachable!("it has two parameters") };
        let (a, b) = (a.into_int_value(), b.into_int_value());
        let minus = instrument.context.append_basic_block(function, "minus");
        let other = instrument.context.append_basic_block(function, "other");
        let minus_one = ty.const_all_ones();
        let is = builder.build_int_compare(IntPredicate::EQ, b, minus_one, "minus")?;
        builder.build_conditional_branch(is, minus, other)?;
        builder.position_at_end(minus);
        let result = if remainder { ty.const_zero() } else { builder.build_int_neg(a, "neg")? };
        builder.build_return(Some(&result))?;
        builder.position_at_end(other);
        let result = if remainder {
            builder.build_int_signed_rem(a, b, "rem")?
        } else {
            builder.build_int_signed_div(a, b, "div")?
        };
        builder.build_return(Some(&result))?;
        Ok(())
    })
}

/// Puts a call of `function` in the place of `inst`.
fn substitute<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    function: FunctionValue<'ctx>,
    arguments: &[inkwell::values::BasicMetadataValueEnum<'ctx>],
) -> Outcome {
    let call = instrument.builder.build_call(function, arguments, "total")?;
    llvm::replace(inst, call.try_as_basic_value().expect_basic("it returns a number"));
    inst.erase_from_basic_block();
    Ok(())
}

fn call_intrinsic<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    name: &str,
    like: IntValue<'ctx>,
    arguments: &[inkwell::values::BasicMetadataValueEnum<'ctx>],
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let missing = || FrontendError::Internal(format!("LLVM does not know {name}"));
    let function = Intrinsic::find(name)
        .and_then(|found| found.get_declaration(&instrument.module, &[like.get_type().into()]))
        .ok_or_else(missing)?;
    let call = instrument.builder.build_call(function, arguments, "result")?;
    Ok(call.try_as_basic_value().expect_basic("the intrinsic returns a pair"))
}
