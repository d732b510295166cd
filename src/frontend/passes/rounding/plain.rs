//! Constrained intrinsics become ordinary instructions.
//!
//! Source: the LLVM Language Reference, "Constrained Floating-Point Intrinsics". What they say of
//! exceptions is dropped: no flag is modelled. Operations on vectors become such on their
//! elements at once. Instructions of constants are made in a way that LLVM does not compute them.
//!
//! Where the mode can't be followed, on other machines than x86, beside threads and interrupt
//! handlers, the functions that change it are unsupported points.

use inkwell::FloatPredicate;
use inkwell::intrinsics::Intrinsic;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValue, BasicValueEnum, InstructionOpcode, InstructionValue};

use super::names::{self, DYNAMIC};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};
use crate::program::AssumptionKind;

/// What begins threads.
const THREADS: [&str; 2] = ["pthread_create", "thrd_create"];

/// Rewrites all of them.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let is_changed = !names::setters(&instrument.module).is_empty();
    refuse(instrument)?;
    instrument.rounds_dynamically |= is_changed;
    if is_changed && instrument.options.entry != "main" {
        let entry = &instrument.options.entry;
        let what = format!("the rounding mode is to nearest when {entry} is called");
        instrument.assume(AssumptionKind::InitialValues, what, None);
    }
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            if let Some(operation) = names::constrained(inst) {
                constrained(instrument, inst, &operation)?;
            } else if is_changed && is_call_of(inst, "llvm.fmuladd.") {
                rewrite(instrument, inst, "fmuladd")?;
            }
        }
    }
    Ok(())
}

fn is_call_of(inst: InstructionValue<'_>, prefix: &str) -> bool {
    let callee = llvm::call(inst).and_then(llvm::callee);
    callee.is_some_and(|callee| llvm::name(callee).starts_with(prefix))
}

/// Makes unsupported points of the functions that change the mode, where it can't be followed.
fn refuse(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let is_used = |name: &&str| instrument.module.get_function(name).is_some_and(llvm::is_used);
    let options = instrument.options;
    let where_it_is = if options.machine.is_some() {
        "on this machine"
    } else if !options.interrupts.handlers.is_empty() {
        "beside interrupt handlers"
    } else if THREADS.iter().any(is_used) {
        "in a program with threads"
    } else {
        return Ok(());
    };
    for function in names::setters(&instrument.module) {
        instrument.refuse(function, where_it_is)?;
    }
    Ok(())
}

fn constrained<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    operation: &str,
) -> Outcome {
    match names::mode(inst).as_deref() {
        None | Some("round.tonearest") => {}
        Some(DYNAMIC) => instrument.rounds_dynamically = true,
        Some(_) => {
            // C23 7.6.3: clang takes the pragma, and makes code that rounds otherwise.
            let what = "floating-point arithmetic in a rounding mode of its own (FENV_ROUND)";
            return instrument.unsupported(inst, what.to_owned());
        }
    }
    rewrite(instrument, inst, operation)
}

/// Replaces a call by ordinary instructions, one for each element.
fn rewrite<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    operation: &str,
) -> Outcome {
    instrument.before(inst);
    let operands: Vec<_> =
        (0..inst.get_num_operands()).filter_map(|at| llvm::operand(inst, at)).collect();
    // The last one is what is called.
    let operands = &operands[..operands.len().saturating_sub(1)];
    let Ok(ty) = BasicTypeEnum::try_from(inst.get_type()) else { return Ok(()) };
    let BasicTypeEnum::VectorType(vector) = ty else {
        let Some(result) = scalar(instrument, inst, operation, operands, ty)? else {
            return not_known(instrument, inst, operation);
        };
        llvm::replace(inst, result);
        inst.erase_from_basic_block();
        return Ok(());
    };
    let mut all = vector.get_poison();
    for index in 0..vector.get_size() {
        let index = instrument.context.i32_type().const_int(index.into(), false);
        let mut elements = Vec::new();
        for &operand in operands {
            elements.push(match operand {
                BasicValueEnum::VectorValue(operand) => {
                    instrument.builder.build_extract_element(operand, index, "element")?
                }
                other => other,
            });
        }
        let element = vector.get_element_type();
        let Some(result) = scalar(instrument, inst, operation, &elements, element)? else {
            return not_known(instrument, inst, operation);
        };
        all = instrument.builder.build_insert_element(all, result, index, "elements")?;
    }
    llvm::replace(inst, all);
    inst.erase_from_basic_block();
    Ok(())
}

fn not_known<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    operation: &str,
) -> Outcome {
    instrument.unsupported(inst, format!("the constrained operation '{operation}'"))
}

/// The ordinary instruction for an operation; `None` if none is known.
fn scalar<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    operation: &str,
    operands: &[BasicValueEnum<'ctx>],
    ty: BasicTypeEnum<'ctx>,
) -> Result<Option<BasicValueEnum<'ctx>>, FrontendError> {
    use InstructionOpcode::*;
    let builder = &instrument.builder;
    let binary = |opcode, a, b| {
        unfolded(instrument, &[a, b], |it| Ok(builder.build_binop(opcode, it[0], it[1], "float")?))
    };
    let cast = |opcode, of| {
        unfolded(instrument, &[of], |it| Ok(builder.build_cast(opcode, it[0], ty, "float")?))
    };
    Ok(Some(match (operation, operands) {
        ("fadd", &[a, b]) => binary(FAdd, a, b)?,
        ("fsub", &[a, b]) => binary(FSub, a, b)?,
        ("fmul", &[a, b]) => binary(FMul, a, b)?,
        ("fdiv", &[a, b]) => binary(FDiv, a, b)?,
        ("frem", &[a, b]) => binary(FRem, a, b)?,
        // What may be fused is chosen before.
        ("fmuladd", &[a, b, c]) => {
            let product = binary(FMul, a, b)?;
            binary(FAdd, product, c)?
        }
        ("fptrunc", &[of]) => cast(FPTrunc, of)?,
        ("fpext", &[of]) => cast(FPExt, of)?,
        ("sitofp", &[of]) => cast(SIToFP, of)?,
        ("uitofp", &[of]) => cast(UIToFP, of)?,
        ("fptosi", &[of]) => cast(FPToSI, of)?,
        ("fptoui", &[of]) => cast(FPToUI, of)?,
        ("fcmp" | "fcmps", &[a, b]) => {
            let Some(predicate) = predicate(inst) else { return Ok(None) };
            let compared = unfolded(instrument, &[a, b], |it| {
                let [a, b] = [it[0], it[1]].map(BasicValueEnum::into_float_value);
                Ok(builder.build_float_compare(predicate, a, b, "compared")?.into())
            })?;
            // Clang's own checks are told by it.
            let kind = instrument.context.get_kind_id("nosanitize");
            if let (Some(mark), Some(made)) =
                (inst.get_metadata(kind), compared.as_instruction_value())
            {
                made.set_metadata(mark, kind)
                    .map_err(|error| FrontendError::Internal(error.to_string()))?;
            }
            compared
        }
        _ => return call(instrument, operation, operands, ty),
    }))
}

/// An instruction of these operands that LLVM does not compute, whatever they are.
fn unfolded<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    operands: &[BasicValueEnum<'ctx>],
    build: impl FnOnce(&[BasicValueEnum<'ctx>]) -> Result<BasicValueEnum<'ctx>, FrontendError>,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let null = instrument.context.ptr_type(inkwell::AddressSpace::default()).const_null();
    let mut hidden = Vec::new();
    for operand in operands {
        hidden.push(instrument.builder.build_load(operand.get_type(), null, "hidden")?);
    }
    let result = build(&hidden)?;
    let internal = |what: &str| FrontendError::Internal(what.to_owned());
    let made = result.as_instruction_value().ok_or_else(|| internal("an instruction is folded"))?;
    for (at, &operand) in operands.iter().enumerate() {
        made.set_operand(at as u32, operand);
    }
    for load in hidden.into_iter().filter_map(|it| it.as_instruction_value()) {
        load.erase_from_basic_block();
    }
    Ok(result)
}

/// The intrinsic that does the same in any mode, or in that of the machine.
fn call<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    operation: &str,
    operands: &[BasicValueEnum<'ctx>],
    ty: BasicTypeEnum<'ctx>,
) -> Result<Option<BasicValueEnum<'ctx>>, FrontendError> {
    let Some(intrinsic) = Intrinsic::find(&format!("llvm.{operation}")) else { return Ok(None) };
    let mut types = vec![ty];
    let first = operands.first().map(BasicValue::as_basic_value_enum);
    types.extend(first.map(|it| it.get_type()).filter(|it| *it != ty));
    // `ldexp` and `powi` have an exponent.
    types.extend(operands.get(1).map(|it| it.get_type()).filter(|it| it.is_int_type()));
    let Some(function) = intrinsic.get_declaration(&instrument.module, &types) else {
        return Ok(None);
    };
    let arguments: Vec<_> = operands.iter().map(|&it| it.into()).collect();
    let call = instrument.builder.build_call(function, &arguments, "float")?;
    Ok(call.try_as_basic_value().basic())
}

/// How a comparison compares.
fn predicate(inst: InstructionValue<'_>) -> Option<FloatPredicate> {
    use FloatPredicate::*;
    let all = [
        ("oeq", OEQ),
        ("ogt", OGT),
        ("oge", OGE),
        ("olt", OLT),
        ("ole", OLE),
        ("one", ONE),
        ("ord", ORD),
        ("ueq", UEQ),
        ("ugt", UGT),
        ("uge", UGE),
        ("ult", ULT),
        ("ule", ULE),
        ("une", UNE),
        ("uno", UNO),
    ];
    let name = llvm::metadata_text(inst, 2)?;
    all.into_iter().find(|(known, _)| *known == name).map(|(_, predicate)| predicate)
}
