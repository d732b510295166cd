//! Keeps LLVM from computing floating-point operations that have several results.
//!
//! It would take one of them: of `0.0 / 0.0` the NaN that is positive, of `llvm.fmuladd` the one that
//! is rounded once, whatever the machine has. So while constants fold the first operand of each
//! operation comes from a call of which nothing is known. Then those of constants are computed
//! here, unless the result is a NaN, and LLVM may once more drop what leaves a number as it is
//! (`x * 1.0`).

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::values::{
    BasicValueEnum, FloatValue, FunctionValue, InstructionOpcode, InstructionValue,
};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};
use crate::program::runtime::HIDDEN_PREFIX;

/// Runs passes of LLVM that fold constants.
///
/// # Errors
/// If LLVM refuses one, or a call.
pub fn run_passes<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
    passes: &str,
) -> Outcome {
    hidden(instrument, main, passes, |_| true)?;
    if !computes(main) {
        return Ok(());
    }
    while compute(instrument, main)? {}
    hidden(instrument, main, passes, |inst| is_call(inst) || numbers(inst).is_some())
}

/// Runs passes while the first operands of these operations are hidden.
fn hidden<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
    passes: &str,
    which: impl Fn(InstructionValue<'ctx>) -> bool,
) -> Outcome {
    for inst in llvm::instructions(main) {
        if let Some(operand) = first_operand(inst).filter(|_| which(inst)) {
            hide(instrument, inst, operand)?;
        }
    }
    llvm::run_passes(&instrument.module, passes)?;
    for inst in llvm::instructions(main) {
        let callee = llvm::call(inst).and_then(llvm::callee);
        if callee.is_some_and(|callee| llvm::name(callee).starts_with(HIDDEN_PREFIX))
            && let Some(operand) = llvm::operand(inst, 0)
        {
            llvm::replace(inst, operand);
            inst.erase_from_basic_block();
        }
    }
    Ok(())
}

fn computes(main: FunctionValue<'_>) -> bool {
    llvm::instructions(main).into_iter().any(|inst| first_operand(inst).is_some())
}

/// The first operand of an operation that LLVM might compute. Signs are exact, and whether a number
/// has a property.
fn first_operand(inst: InstructionValue<'_>) -> Option<FloatValue<'_>> {
    use InstructionOpcode::{Call, FAdd, FDiv, FMul, FRem, FSub};
    let computes = match inst.get_opcode() {
        FAdd | FSub | FMul | FDiv | FRem => true,
        Call => {
            let name = llvm::name(llvm::call(inst).and_then(llvm::callee)?);
            let operation = name.strip_prefix("llvm.")?;
            !["fabs.", "copysign.", "is.fpclass."].iter().any(|it| operation.starts_with(it))
        }
        _ => false,
    };
    match llvm::operand(inst, 0) {
        Some(BasicValueEnum::FloatValue(operand)) if computes => Some(operand),
        _ => None,
    }
}

fn is_call(inst: InstructionValue<'_>) -> bool {
    inst.get_opcode() == InstructionOpcode::Call
}

/// The operands of `+ - * /`, if both are constant.
fn numbers(inst: InstructionValue<'_>) -> Option<[FloatValue<'_>; 2]> {
    match [llvm::operand(inst, 0)?, llvm::operand(inst, 1)?] {
        [BasicValueEnum::FloatValue(a), BasicValueEnum::FloatValue(b)]
            if a.is_const() && b.is_const() =>
        {
            Some([a, b])
        }
        _ => None,
    }
}

/// Computes operations on constants whose result is no NaN; whether there were any.
fn compute<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
) -> Result<bool, FrontendError> {
    use InstructionOpcode::{FAdd, FDiv, FMul, FSub};
    let (builder, mut any) = (&instrument.builder, false);
    for inst in llvm::instructions(main) {
        let opcode = inst.get_opcode();
        if !matches!(opcode, FAdd | FSub | FMul | FDiv) {
            continue;
        }
        let Some([a, b]) = numbers(inst) else { continue };
        instrument.before(inst);
        // LLVM's builder computes what is constant.
        let result = match opcode {
            FAdd => builder.build_float_add(a, b, "constant")?,
            FSub => builder.build_float_sub(a, b, "constant")?,
            FMul => builder.build_float_mul(a, b, "constant")?,
            _ => builder.build_float_div(a, b, "constant")?,
        };
        if result.get_constant().is_some_and(|(number, _)| !number.is_nan()) {
            llvm::replace(inst, result);
            inst.erase_from_basic_block();
            any = true;
        }
    }
    Ok(any)
}

fn hide<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    operand: FloatValue<'ctx>,
) -> Outcome {
    let ty = operand.get_type();
    let name = format!("{HIDDEN_PREFIX}{}", llvm::text(ty.print_to_string().as_ref()));
    let function = instrument.module.get_function(&name).unwrap_or_else(|| {
        let function = instrument.module.add_function(&name, ty.fn_type(&[ty.into()], false), None);
        // Where the result is not needed the call goes.
        for property in ["nounwind", "willreturn", "memory", "speculatable"] {
            let kind = Attribute::get_named_enum_kind_id(property);
            let attribute = instrument.context.create_enum_attribute(kind, 0);
            function.add_attribute(AttributeLoc::Function, attribute);
        }
        function
    });
    instrument.before(inst);
    let call = instrument.builder.build_call(function, &[operand.into()], "hidden")?;
    let hidden = call.try_as_basic_value().expect_basic("the call has a result");
    match inst.set_operand(0, hidden) {
        true => Ok(()),
        false => Err(FrontendError::Internal("an operand can't be hidden".to_owned())),
    }
}
