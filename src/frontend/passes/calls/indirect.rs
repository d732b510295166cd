//! Calls and jumps through pointers.
//!
//! A jump (computed goto) becomes a switch. Each call becomes a call of a function of ours
//! that compares the pointer with the known functions of that type whose address is taken,
//! one after the other, and calls the one it equals. None of them: null is a violation of `valid-deref`, everything else an unsupported
//! point, never `unreachable`.

use inkwell::IntPredicate;
use inkwell::types::{BasicMetadataTypeEnum, FunctionType};
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue,
    PointerValue,
};

use super::variadic;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::passes::libc::atexit;
use crate::frontend::sites::RawLoc;
use crate::frontend::{FrontendError, llvm};
use crate::program::runtime::{DISPATCHER, PREFIX};
use crate::program::{GoalKind, Property};

/// Replaces all calls and jumps through pointers.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    jumps(instrument)?;
    let all = address_taken(instrument);
    let registered = atexit::registered(instrument).unwrap_or_else(|| all.clone());
    for function in instrument.functions() {
        let candidates = if llvm::name(function) == atexit::RUN { &registered } else { &all };
        for inst in llvm::instructions(function) {
            let Some(call) = llvm::call(inst) else { continue };
            if llvm::callee(call).is_some() || llvm::assembly(call).is_some() {
                continue;
            }
            let pointer = llvm::called_value(call);
            let Some(BasicValueEnum::PointerValue(pointer)) = pointer else { continue };
            let Some(arguments) = llvm::arguments(call) else { continue };
            let returned = call.get_called_fn_type().get_return_type();
            dispatch(instrument, inst, pointer, &arguments, returned, candidates)?;
        }
    }
    Ok(())
}

/// Each computed goto becomes a switch over which label's address it got: a function with
/// computed gotos could not be inlined. The address of a label becomes that of an object.
fn jumps(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        let labels = llvm::replace_label_addresses(&instrument.module, function);
        for inst in llvm::instructions(function) {
            let address = llvm::operand(inst, 0);
            let (InstructionOpcode::IndirectBr, Some(BasicValueEnum::PointerValue(address))) =
                (inst.get_opcode(), address)
            else {
                continue;
            };
            let block = inst.get_parent().expect("the instruction is in a block");
            let number = instrument.context.i32_type();
            instrument.before(inst);
            let mut chosen = number.const_zero();
            let mut cases = Vec::new();
            // As many edges as before, which phis of the targets count on.
            for (index, target) in (1..).zip(llvm::successors(block)) {
                let case = number.const_int(index, false);
                cases.push((case, target));
                let Some((_, label)) = labels.iter().find(|(block, _)| *block == target) else {
                    continue;
                };
                let builder = &instrument.builder;
                let is = builder.build_int_compare(IntPredicate::EQ, address, *label, "is")?;
                chosen = builder.build_select(is, case, chosen, "label")?.into_int_value();
            }
            let none = instrument.context.append_basic_block(function, "none");
            instrument.builder.build_switch(chosen, none, &cases)?;
            inst.erase_from_basic_block();
            // clang leads all jumps of a function to one block, which has no position.
            let mut before = llvm::predecessors(block).into_iter();
            let end = before.find_map(|from| from.get_terminator()?.get_debug_location());
            instrument.builder.position_at_end(none);
            if let Some(location) = end {
                instrument.builder.set_current_debug_location(location);
            }
            let what = "a computed goto to what is no label of its function".to_owned();
            instrument.fail(GoalKind::Unsupported(what), None)?;
            instrument.builder.build_unreachable()?;
        }
    }
    Ok(())
}

/// The functions that something else than a call refers to.
fn address_taken<'ctx>(instrument: &Instrument<'ctx, '_>) -> Vec<FunctionValue<'ctx>> {
    let taken = |function: &FunctionValue<'ctx>| {
        let address = BasicValueEnum::from(function.as_global_value().as_pointer_value());
        llvm::users(*function).into_iter().any(|user| match llvm::as_instruction(user) {
            Some(inst) => match llvm::call(inst) {
                Some(call) => {
                    llvm::callee(call) != Some(*function)
                        || llvm::arguments(call).is_none_or(|all| all.contains(&address))
                }
                None => true,
            },
            None => true,
        })
    };
    let functions = instrument.module.get_functions();
    functions
        .filter(|&function| {
            let name = llvm::name(function);
            let place = inkwell::attributes::AttributeLoc::Function;
            let variadic = function.get_string_attribute(place, variadic::REWRITTEN);
            !name.starts_with("llvm.") && !name.starts_with(PREFIX) && variadic.is_none()
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
    let location = llvm::location(inst);
    let function =
        instrument.module.add_function(&name, ty, Some(inkwell::module::Linkage::Internal));
    body(instrument, function, &targets, location)?;
    instrument.before(inst);
    let mut all: Vec<BasicMetadataValueEnum<'ctx>> = vec![pointer.into()];
    all.extend(arguments.iter().map(|&argument| BasicMetadataValueEnum::from(argument)));
    let call = instrument.builder.build_call(function, &all, "")?;
    if llvm::is_used(inst) {
        llvm::replace(inst, call);
    }
    inst.erase_from_basic_block();
    Ok(())
}

/// `if (pointer == f) return f(…); if (pointer == g) …; if (!pointer) invalid; unsupported`
fn body<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    targets: &[FunctionValue<'ctx>],
    location: Option<RawLoc>,
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
    let null = builder.build_is_null(pointer, "null")?;
    let saved = std::mem::replace(&mut instrument.builder, builder);
    if instrument.requested(Property::ValidDeref) {
        let kind = Instrument::check_kind(Property::ValidDeref, "call through a null pointer");
        instrument.check(null, kind, location.clone())?;
    }
    let failed = instrument.fail(GoalKind::Unsupported(what), location);
    let builder = std::mem::replace(&mut instrument.builder, saved);
    failed?;
    builder.build_unreachable()?;
    Ok(())
}
