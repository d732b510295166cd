//! Multiplications and additions that the compiler may fuse (C17 6.5, 7.12.2).
//!
//! Where a machine has an instruction for `a * b + c` that rounds once, the compiler chooses for
//! each place in the code: within an expression (`-ffp-contract=on`, as clang does, which says
//! `llvm.fmuladd`), or wherever a product is added (`fast`, as gcc does, where operations have
//! LLVM's flag `contract`). Each choice is made when the program begins and stays the same.

use inkwell::attributes::AttributeLoc;
use inkwell::intrinsics::Intrinsic;
use inkwell::module::Linkage;
use inkwell::types::{AsTypeRef, BasicTypeEnum, FloatType};
use inkwell::values::{
    BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue,
};

use super::names::CONSTRAINED;
use crate::frontend::FrontendError;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identified};
use crate::program::runtime::FUSED_PREFIX;
use crate::program::{AssumptionKind, InputKind, Property};

/// Makes choices of all of them.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        let fused = Fused::of(function);
        for inst in llvm::instructions(function) {
            let is_fused = number_type(inst).is_some_and(|ty| fused.has(instrument, ty));
            match sum(inst) {
                Some(Sum::Expression) if is_fused => expression(instrument, inst)?,
                Some(Sum::Addition) if is_fused && llvm::may_contract(inst) => {
                    addition(instrument, inst)?;
                }
                _ => {}
            }
            if is_fused && is_kept_product(inst) {
                let what = "a product that is kept or returned is rounded, whatever it is added to";
                let loc = llvm::location(inst);
                instrument.assume(AssumptionKind::ProductsRounded, what.to_owned(), loc);
            }
        }
        llvm::instructions(function).into_iter().for_each(llvm::forbid_contraction);
    }
    Ok(())
}

/// The instructions for `a * b + c` that a function is compiled for, by format.
#[derive(Clone, Copy, Debug, Default)]
struct Fused {
    half: bool,
    single: bool,
    double: bool,
}

impl Fused {
    /// What the features say of x86, RISC-V and ARM.
    fn of(function: FunctionValue<'_>) -> Self {
        let features = function.get_string_attribute(AttributeLoc::Function, "target-features");
        let Some(features) = features else { return Self::default() };
        let mut fused = Self::default();
        for feature in llvm::text(features.get_string_value()).split(',') {
            let Some(feature) = feature.strip_prefix('+') else { continue };
            let arm = ["vfp4", "fp-armv8"].iter().any(|start| feature.starts_with(start));
            let both = matches!(feature, "fma" | "fma4" | "avx512f" | "d" | "zdinx");
            fused.half |= matches!(feature, "avx512fp16" | "fullfp16" | "zfh" | "zhinx");
            fused.single |= both || arm || matches!(feature, "f" | "zfinx");
            // Units for single precision only are called so.
            fused.double |= both || arm && !feature.ends_with("sp");
        }
        fused
    }

    fn has(self, instrument: &Instrument<'_, '_>, ty: FloatType<'_>) -> bool {
        let is = |other: FloatType<'_>| ty.as_type_ref() == other.as_type_ref();
        let context = instrument.context;
        is(context.f16_type()) && self.half
            || is(context.f32_type()) && self.single
            || is(context.f64_type()) && self.double
    }
}

/// What adds a product.
enum Sum {
    /// `llvm.fmuladd`, where clang has found both in an expression.
    Expression,
    /// An ordinary addition or subtraction.
    Addition,
}

fn sum(inst: InstructionValue<'_>) -> Option<Sum> {
    match inst.get_opcode() {
        InstructionOpcode::FAdd | InstructionOpcode::FSub => Some(Sum::Addition),
        InstructionOpcode::Call => {
            let name = llvm::name(llvm::call(inst).and_then(llvm::callee)?);
            let operation = name.strip_prefix(CONSTRAINED).or(name.strip_prefix("llvm."))?;
            match operation.split('.').next()? {
                "fmuladd" => Some(Sum::Expression),
                "fadd" | "fsub" => Some(Sum::Addition),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The format of the numbers that an instruction makes, or of their elements.
fn number_type(inst: InstructionValue<'_>) -> Option<FloatType<'_>> {
    match BasicTypeEnum::try_from(inst.get_type()).ok()? {
        BasicTypeEnum::FloatType(ty) => Some(ty),
        BasicTypeEnum::VectorType(ty) => match ty.get_element_type() {
            BasicTypeEnum::FloatType(ty) => Some(ty),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an instruction is a product that may be fused with what is added elsewhere.
fn is_kept_product(inst: InstructionValue<'_>) -> bool {
    use InstructionOpcode::*;
    let is_kept = |user| match llvm::as_instruction(user) {
        Some(user) if user.get_opcode() == FNeg => is_used_elsewhere(user),
        Some(user) => is_elsewhere(user),
        None => false,
    };
    let is_product = inst.get_opcode() == FMul && llvm::may_contract(inst);
    is_product && llvm::users(inst).into_iter().any(is_kept)
}

fn is_used_elsewhere(inst: InstructionValue<'_>) -> bool {
    llvm::users(inst).into_iter().filter_map(llvm::as_instruction).any(is_elsewhere)
}

/// Whether a number goes through an instruction to where it may be added.
fn is_elsewhere(user: InstructionValue<'_>) -> bool {
    use InstructionOpcode::*;
    match user.get_opcode() {
        Store | Phi | Select | Return | FNeg => true,
        InsertElement | ShuffleVector | InsertValue | BitCast => true,
        Call => !llvm::call(user)
            .and_then(llvm::callee)
            .is_some_and(|callee| llvm::name(callee).starts_with("llvm.")),
        _ => false,
    }
}

/// Lets a sum that clang has found be fused or not.
fn expression<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
) -> Outcome {
    let Some(callee) = llvm::call(inst).and_then(llvm::callee) else { return Ok(()) };
    let name = llvm::name(callee).replace("fmuladd", "fma");
    let intrinsic = name.rsplit_once('.').and_then(|(base, _)| Intrinsic::find(base));
    let Ok(ty) = BasicTypeEnum::try_from(inst.get_type()) else { return Ok(()) };
    let fma = intrinsic.and_then(|it| it.get_declaration(&instrument.module, &[ty]));
    let fma = fma.ok_or_else(|| FrontendError::Internal(format!("there is no {name}")))?;
    let is_fused = choice(instrument, inst)?;
    let fused = llvm::copy(&instrument.builder, inst);
    if let Some(call) = llvm::call(fused) {
        llvm::set_callee(call, fma);
    }
    choose(instrument, is_fused, inst, fused)
}

/// Lets a sum of a product be fused or not; of two, either.
fn addition<'ctx>(instrument: &mut Instrument<'ctx, '_>, inst: InstructionValue<'ctx>) -> Outcome {
    if inst.get_opcode() == InstructionOpcode::Call {
        let what = "a multiplication and addition that the compiler may fuse, in a rounding mode";
        return instrument.unsupported(inst, what.to_owned());
    }
    let operands = [0, 1].map(|index| llvm::operand(inst, index));
    let [Some(a), Some(b)] = operands else { return Ok(()) };
    for (value, other, is_second) in [(a, b, false), (b, a, true)] {
        let Some((product, is_negated)) = product(value) else { continue };
        let factors = [llvm::operand(product, 0), llvm::operand(product, 1)];
        let [Some(mut first), Some(second)] = factors else { continue };
        let fma = Intrinsic::find("llvm.fma")
            .and_then(|it| it.get_declaration(&instrument.module, &[first.get_type()]))
            .ok_or_else(|| FrontendError::Internal("there is no llvm.fma".to_owned()))?;
        let is_fused = choice(instrument, inst)?;
        let is_difference = inst.get_opcode() == InstructionOpcode::FSub;
        if is_negated != (is_difference && is_second) {
            first = negation(instrument, first)?;
        }
        let last = match is_difference && !is_second {
            true => negation(instrument, other)?,
            false => other,
        };
        let arguments = [first, second, last].map(Into::into);
        let fused = instrument.builder.build_call(fma, &arguments, "fused")?;
        let Some(fused) = llvm::as_instruction(fused.identity()) else { continue };
        choose(instrument, is_fused, inst, fused)?;
        if are_checked(instrument) && llvm::users(product).len() == 1 {
            guard(instrument, is_fused, product, false)?;
        }
    }
    Ok(())
}

/// The product that a number is, if it may be fused, and whether it is negated.
fn product(value: BasicValueEnum<'_>) -> Option<(InstructionValue<'_>, bool)> {
    let mut inst = value.as_instruction_value()?;
    let is_negated = inst.get_opcode() == InstructionOpcode::FNeg;
    if is_negated {
        inst = llvm::operand(inst, 0)?.as_instruction_value()?;
    }
    let is_product = inst.get_opcode() == InstructionOpcode::FMul && llvm::may_contract(inst);
    is_product.then_some((inst, is_negated))
}

fn negation<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    value: BasicValueEnum<'ctx>,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    Ok(match value {
        BasicValueEnum::VectorValue(value) => {
            instrument.builder.build_float_neg(value, "negated")?.into()
        }
        value => instrument.builder.build_float_neg(value.into_float_value(), "negated")?.into(),
    })
}

/// Whether an instruction is fused. What computes that comes before it.
fn choice<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
) -> Result<IntValue<'ctx>, FrontendError> {
    let byte = instrument.context.i8_type();
    let name = format!("{FUSED_PREFIX}{}", instrument.at_start.len());
    let variable = instrument.module.add_global(byte, None, &name);
    variable.set_initializer(&byte.const_zero());
    variable.set_linkage(Linkage::Internal);
    let line = llvm::location(inst).map(|loc| format!(" in line {}", loc.line));
    let what = format!("fused multiplication and addition{}", line.unwrap_or_default());
    instrument.at_start.push((variable, InputKind::Undefined(what)));
    // Where the function begins, so that the product may know it, too.
    let entry = inst.get_parent().and_then(|block| block.get_parent()?.get_first_basic_block());
    let first = entry.and_then(|block| block.get_first_instruction()).unwrap_or(inst);
    instrument.before(inst);
    let builder = &instrument.builder;
    builder.position_before(&first);
    let value = builder.build_load(byte, variable.as_pointer_value(), "fused")?.into_int_value();
    let is_fused = builder.build_int_truncate(value, instrument.context.bool_type(), "fused")?;
    instrument.before(inst);
    Ok(is_fused)
}

/// Replaces what rounds twice by one of two.
fn choose<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    is_fused: IntValue<'ctx>,
    twice: InstructionValue<'ctx>,
    once: InstructionValue<'ctx>,
) -> Outcome {
    let (Some(twice_value), Some(once_value)) = (llvm::result(twice), llvm::result(once)) else {
        return Ok(());
    };
    if are_checked(instrument) {
        guard(instrument, is_fused, once, true)?;
        guard(instrument, is_fused, twice, false)?;
    }
    instrument.behind(twice);
    let chosen = instrument.builder.build_select(is_fused, once_value, twice_value, "sum")?;
    llvm::replace(twice, chosen);
    if let Some(select) = chosen.as_instruction_value() {
        select.set_operand(2, twice_value);
    }
    Ok(())
}

/// Whether results are checked: only those that are computed may be.
fn are_checked(instrument: &Instrument<'_, '_>) -> bool {
    [Property::FloatOverflow, Property::Nan].iter().any(|&it| instrument.requested(it))
}

/// Gives an operation zeros where it is not the one that is computed.
fn guard<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    is_fused: IntValue<'ctx>,
    inst: InstructionValue<'ctx>,
    is_once: bool,
) -> Outcome {
    instrument.before(inst);
    for index in 0..inst.get_num_operands() {
        let Some(operand) = llvm::operand(inst, index) else { continue };
        let zero: BasicValueEnum<'ctx> = match operand {
            BasicValueEnum::FloatValue(it) => it.get_type().const_zero().into(),
            BasicValueEnum::VectorValue(it) => it.get_type().const_zero().into(),
            _ => continue,
        };
        let (yes, no) = if is_once { (operand, zero) } else { (zero, operand) };
        let value = instrument.builder.build_select(is_fused, yes, no, "guarded")?;
        inst.set_operand(index, value);
    }
    Ok(())
}
