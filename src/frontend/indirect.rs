//! Calls and jumps through pointers.
//!
//! A jump (computed goto) is an unsupported point. Each call becomes a call of a function of ours that compares the pointer with the known
//! functions of that type whose address is taken, one after the other, and calls the one
//! it equals. None of them: an unsupported point, never `unreachable`.

use inkwell::IntPredicate;
use inkwell::types::{BasicMetadataTypeEnum, FunctionType};
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue,
    PointerValue,
};

use super::instrument::{DISPATCHER, Instrument, Outcome, PREFIX};
use super::{FrontendError, raw};
use crate::program::GoalKind;

/// Replaces all calls and jumps through pointers.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    jumps(instrument)?;
    let candidates = address_taken(instrument);
    for function in instrument.functions() {
        for inst in raw::instructions(function) {
            let Some(call) = raw::call(inst) else { continue };
            if raw::callee(call).is_some() || raw::assembly(call).is_some() {
                continue;
            }
            let pointer = raw::called_value(call);
            let Some(BasicValueEnum::PointerValue(pointer)) = pointer else { continue };
            let Some(arguments) = raw::arguments(call) else { continue };
            let returned = call.get_called_fn_type().get_return_type();
            dispatch(instrument, inst, pointer, &arguments, returned, &candidates)?;
        }
    }
    Ok(())
}

/// A function with computed gotos can't be inlined: each goes, and with it the addresses
/// of labels.
fn jumps(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        for inst in raw::instructions(function) {
            if inst.get_opcode() != InstructionOpcode::IndirectBr {
                continue;
            }
            let block = inst.get_parent().expect("the instruction is in a block");
            // clang leads all jumps of a function to one block, which has no position.
            let mut ends = vec![inst];
            if raw::location(inst).is_none() {
                ends.extend(raw::predecessors(block).into_iter().filter_map(|from| {
                    let end = from.get_terminator();
                    end.filter(|end| end.get_num_operands() == 1 && raw::location(*end).is_some())
                }));
            }
            for end in ends {
                instrument.before(end);
                instrument.fail(GoalKind::Unsupported("a computed goto".to_owned()), None)?;
            }
            instrument.before(inst);
            // Never executed; the edges stay, which phis of the targets count on.
            let number = instrument.context.i32_type();
            let targets: Vec<_> = (0..).zip(raw::successors(block)).collect();
            match targets.split_first() {
                Some((&(_, first), rest)) => {
                    let cases: Vec<_> =
                        rest.iter().map(|&(i, to)| (number.const_int(i, false), to)).collect();
                    instrument.builder.build_switch(number.const_zero(), first, &cases)?;
                }
                None => {
                    instrument.builder.build_unreachable()?;
                }
            }
            inst.erase_from_basic_block();
        }
        raw::replace_label_addresses(&instrument.module, function);
    }
    Ok(())
}

/// The functions that something else than a call refers to.
fn address_taken<'ctx>(instrument: &Instrument<'ctx, '_>) -> Vec<FunctionValue<'ctx>> {
    let taken = |function: &FunctionValue<'ctx>| {
        let address = BasicValueEnum::from(function.as_global_value().as_pointer_value());
        raw::users(*function).into_iter().any(|user| match raw::as_instruction(user) {
            Some(inst) => match raw::call(inst) {
                Some(call) => {
                    raw::callee(call) != Some(*function)
                        || raw::arguments(call).is_none_or(|all| all.contains(&address))
                }
                None => true,
            },
            None => true,
        })
    };
    let functions = instrument.module.get_functions();
    functions
        .filter(|&function| {
            let name = raw::name(function);
            !name.starts_with("llvm.") && !name.starts_with(PREFIX)
        })
        .filter(taken)
        .collect()
}

/// Whether a call with these arguments fits a function of this type.
fn fits<'ctx>(
    ty: FunctionType<'ctx>,
    arguments: &[BasicValueEnum<'ctx>],
    returned: Option<inkwell::types::BasicTypeEnum<'ctx>>,
) -> bool {
    let given = arguments.iter().map(|argument| BasicMetadataTypeEnum::from(argument.get_type()));
    !ty.is_var_arg() && ty.get_return_type() == returned && given.eq(ty.get_param_types())
}

fn dispatch<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    pointer: PointerValue<'ctx>,
    arguments: &[BasicValueEnum<'ctx>],
    returned: Option<inkwell::types::BasicTypeEnum<'ctx>>,
    candidates: &[FunctionValue<'ctx>],
) -> Outcome {
    let mut parameters: Vec<BasicMetadataTypeEnum<'ctx>> = vec![pointer.get_type().into()];
    parameters
        .extend(arguments.iter().map(|argument| BasicMetadataTypeEnum::from(argument.get_type())));
    let ty = match returned {
        Some(returned) => inkwell::types::BasicType::fn_type(&returned, &parameters, false),
        None => instrument.context.void_type().fn_type(&parameters, false),
    };
    let targets: Vec<_> = candidates
        .iter()
        .copied()
        .filter(|target| fits(target.get_type(), arguments, returned))
        .collect();
    // The name counts call sites: each has an unsupported point of its own.
    let number = instrument.sites.iter().count();
    let name = format!("{DISPATCHER}{number}");
    let location = raw::location(inst);
    let function =
        instrument.module.add_function(&name, ty, Some(inkwell::module::Linkage::Internal));
    body(instrument, function, &targets, location)?;
    instrument.before(inst);
    let mut all: Vec<BasicMetadataValueEnum<'ctx>> = vec![pointer.into()];
    all.extend(arguments.iter().map(|&argument| BasicMetadataValueEnum::from(argument)));
    let call = instrument.builder.build_call(function, &all, "")?;
    if raw::is_used(inst) {
        raw::replace(inst, call);
    }
    inst.erase_from_basic_block();
    Ok(())
}

/// `if (pointer == f) return f(…); if (pointer == g) …; unsupported`
fn body<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    targets: &[FunctionValue<'ctx>],
    location: Option<super::sites::RawLoc>,
) -> Outcome {
    let context = instrument.context;
    let parameters = function.get_params();
    let Some((BasicValueEnum::PointerValue(pointer), arguments)) =
        parameters.split_first().map(|(first, rest)| (*first, rest))
    else {
        return Err(FrontendError::Internal("a dispatcher without pointer".to_owned()));
    };
    let arguments: Vec<_> = arguments.iter().map(|&argument| argument.into()).collect();
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(function, "entry"));
    for &target in targets {
        let hit = context.append_basic_block(function, "hit");
        let miss = context.append_basic_block(function, "miss");
        let address = target.as_global_value().as_pointer_value();
        let is = builder.build_int_compare(IntPredicate::EQ, pointer, address, "is")?;
        builder.build_conditional_branch(is, hit, miss)?;
        builder.position_at_end(hit);
        let call = builder.build_call(target, &arguments, "")?;
        builder.build_return(call.try_as_basic_value().basic().as_ref().map(|value| value as _))?;
        builder.position_at_end(miss);
    }
    let what = "a call through a pointer to none of the known functions of its type".to_owned();
    let saved = std::mem::replace(&mut instrument.builder, builder);
    let failed = instrument.fail(GoalKind::Unsupported(what), location);
    let builder = std::mem::replace(&mut instrument.builder, saved);
    failed?;
    builder.build_unreachable()?;
    Ok(())
}
