//! Calls that mean something to a checker, and calls of functions that nobody defines.
//!
//! After this pass no call of an undefined function is left (LLVM's intrinsics and
//! computations with floating-point numbers aside): each is a goal, an end, an assumption, an
//! arbitrary value, or an unsupported point.

use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue, InstructionValue,
    IntValue,
};

use super::assembly;
use super::jumps;
use super::reach::Reach;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::names::harness::{self, Meaning};
use crate::frontend::names::library;
use crate::frontend::passes::checks::sanitizers::HANDLER_PREFIX;
use crate::frontend::passes::libc::{atexit, ends, errno, heap};
use crate::frontend::{FrontendError, Undefined, llvm};
use crate::program::runtime::{END_ASSUMPTION, END_EXIT, PREFIX};
use crate::program::{AssumptionKind, InputKind, Property};

/// Calls of these, and of those that the user names, are the property `unreach-call`, whether they are defined or not (an
/// `assert(0)` in their body is not a second violation).
const ERROR_CALLS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// Undefined functions that do, leading underscores aside, what no call does: they let something
/// run later. So do others of the library ([`library`]).
const NO_CALLS: [&str; 2] = ["on_exit", "cxa_atexit"];

/// Those whose names begin so, likewise.
const NO_CALLS_OF: [&str; 3] = ["pthread_", "thrd_", "atomic_"];

/// Treats all calls of the program.
pub fn run<'ctx>(instrument: &mut Instrument<'ctx, '_>) -> Outcome {
    let reach = Reach::new(instrument);
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            if let Some(call) = llvm::call(inst) {
                treat(instrument, inst, call, &reach)?;
            }
        }
    }
    Ok(())
}

fn treat<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    reach: &Reach<'ctx>,
) -> Outcome {
    if let Some((text, constraints)) = llvm::assembly(call) {
        return assembly::treat(instrument, inst, call, (&text, &constraints));
    }
    let Some(callee) = llvm::callee(call) else { return Ok(()) };
    let name = llvm::name(callee);
    instrument.before(inst);
    if ERROR_CALLS.contains(&name.as_str()) || instrument.options.error_functions.contains(&name) {
        return error_call(instrument, inst, callee, &name);
    }
    if callee.count_basic_blocks() > 0 {
        return Ok(());
    }
    if name.starts_with("llvm.") {
        return intrinsic(instrument, inst, call, &name);
    }
    if name.starts_with(PREFIX) || name.starts_with(HANDLER_PREFIX) {
        return Ok(());
    }
    // Native runs have them; later they become jumps.
    if jumps::sets(call, &name) {
        return Ok(());
    }
    if jumps::leaves(call, &name) {
        instrument.behind(inst);
        return instrument.stop(END_EXIT);
    }
    if let Some(meaning) = harness::meaning(&name)
        && harness_call(instrument, inst, call, &name, meaning)?
    {
        return Ok(());
    }
    if let Some(end) = ends::meaning(&name) {
        instrument.fail(end, None)?;
        return finish(inst);
    }
    if heap::call(instrument, inst, call, &name)? {
        return Ok(());
    }
    undefined(instrument, inst, call, callee, &name, reach)
}

/// A call of a function that is for a checker; whether it was one that has this meaning.
fn harness_call<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    name: &str,
    meaning: Meaning,
) -> Result<bool, FrontendError> {
    let text = |at: usize| {
        let arguments = llvm::arguments(call)?;
        arguments.get(at).copied().and_then(llvm::constant_string)
    };
    let what = |text: Option<String>| match text {
        Some(text) if !text.is_empty() => format!("assertion '{text}' fails"),
        _ => "an assertion fails".to_owned(),
    };
    match meaning {
        Meaning::Fails { text: at } if instrument.requested(Property::Assert) => {
            let what = what(text(at).or_else(|| text(0)));
            instrument.fail(Instrument::check_kind(Property::Assert, what), None)?;
        }
        Meaning::Fails { .. } => instrument.stop(END_EXIT)?,
        Meaning::Asserts => {
            let Some(fails) = argument_is_zero(instrument, call)? else {
                return not_understood(instrument, inst, name);
            };
            if instrument.requested(Property::Assert) {
                let kind = Instrument::check_kind(Property::Assert, what(text(1)));
                instrument.check(fails, kind, None)?;
            } else {
                instrument.stop_if(fails, END_EXIT)?;
            }
        }
        Meaning::Assumes => {
            let Some(fails) = argument_is_zero(instrument, call)? else {
                return not_understood(instrument, inst, name);
            };
            instrument.stop_if(fails, END_ASSUMPTION)?;
        }
        Meaning::Exits => {
            if name == "exit" {
                atexit::run_handlers(instrument)?;
            }
            instrument.stop(END_EXIT)?;
        }
        Meaning::Nothing => {}
        Meaning::Input => return Ok(false),
        Meaning::NotUnderstood => return not_understood(instrument, inst, name),
    }
    finish(inst)?;
    Ok(true)
}

fn not_understood<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    name: &str,
) -> Result<bool, FrontendError> {
    let what = format!("a call of {name}, which is for a checker, in a way that is not known");
    instrument.unsupported(inst, what)?;
    Ok(true)
}

fn error_call<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    callee: FunctionValue<'ctx>,
    name: &str,
) -> Outcome {
    if instrument.requested(Property::UnreachCall) {
        let what = format!("{name}() is called");
        instrument.fail(Instrument::check_kind(Property::UnreachCall, what), None)?;
    } else if callee.count_basic_blocks() == 0 {
        instrument.stop(END_EXIT)?;
    } else {
        return Ok(());
    }
    finish(inst)
}

/// A call of a function that is neither defined nor known.
fn undefined<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    callee: FunctionValue<'ctx>,
    name: &str,
    reach: &Reach<'ctx>,
) -> Outcome {
    let arguments = llvm::arguments(call);
    let input = harness::input_type(name).is_some();
    let scalar = |value: &BasicValueEnum<'ctx>| {
        matches!(value, BasicValueEnum::IntValue(_) | BasicValueEnum::FloatValue(_))
    };
    let returned = call.get_called_fn_type().get_return_type();
    if library::is_computation(call, name) {
        return Ok(());
    }
    if library::is_meant(call, name) {
        return instrument.unsupported(inst, library::not_modelled(name));
    }
    if name.starts_with("__builtin_") {
        // Whatever it is, its meaning is a compiler's (C17 7.1.3).
        let what = format!("a call of {name}, which this clang does not know");
        return instrument.unsupported(inst, what);
    }
    // A pointer that nobody looks at is as good as none.
    let returned = returned.filter(|ty| llvm::is_used(inst) || !ty.is_pointer_type());
    let returns_pointer = returned.is_some_and(|ty| ty.is_pointer_type());
    if !input {
        let pure = instrument.options.undefined == Undefined::Pure;
        let reason = if pure {
            returns_pointer.then(|| "that returns a pointer".to_owned())
        } else if !arguments.is_some_and(|arguments| arguments.iter().all(scalar)) {
            Some("with a pointer".to_owned())
        } else if returns_pointer {
            Some("that returns a pointer".to_owned())
        } else {
            let visible = reach.visible.as_ref();
            visible.map(|global| format!("that could change the global variable {global}"))
        };
        // It may have been given an address before.
        let effect = match (havoc(instrument, call, name, reach)?, reason) {
            (true, _) => ", may change all that it can reach, frees nothing and violates nothing",
            (false, None) if instrument.options.undefined != Undefined::Havoc => {
                match (errno::any(instrument)?, pure) {
                    (true, true) => ", may set errno, writes nothing else and calls nothing back",
                    (true, false) => ", may set errno and does nothing else",
                    (false, true) => ", writes nothing and calls nothing back",
                    (false, false) => " and does nothing else",
                }
            }
            (false, reason) => {
                let reason = reason.unwrap_or("that may do more than change memory".to_owned());
                let what = format!("a call of the undefined function {name} {reason}");
                return instrument.unsupported(inst, what);
            }
        };
        instrument.assume(
            AssumptionKind::UndefinedFunction,
            match returned {
                Some(_) => format!("{name} is not defined: it returns any value{effect}"),
                None => format!("{name} is not defined: it returns{effect}"),
            },
            llvm::location(inst),
        );
    }
    if never_returns(inst, call, callee) {
        instrument.assume(
            AssumptionKind::UndefinedNoreturnFunction,
            format!("{name} is not defined and declared not to return: it ends the program"),
            llvm::location(inst),
        );
        instrument.stop(END_EXIT)?;
        return finish(inst);
    }
    if let Some(ty) = returned {
        let kind = InputKind::Call { function: name.to_owned(), signed: is_signed(name, callee) };
        let value = match ty {
            // However it is declared, a Boolean input is 0 or 1.
            BasicTypeEnum::IntType(ty)
                if harness::input_type(name) == Some("bool") && ty.get_bit_width() > 1 =>
            {
                let bit = instrument.choice(1, kind)?;
                Some(instrument.builder.build_int_z_extend(bit, ty, "bool")?.into())
            }
            ty => instrument.any(ty, &kind)?,
        };
        match value {
            Some(value) => {
                if llvm::is_used(inst) {
                    llvm::replace(inst, value);
                }
            }
            None => {
                let what = format!("a call of the undefined function {name} with its result type");
                return instrument.unsupported(inst, what);
            }
        }
    }
    inst.erase_from_basic_block();
    Ok(())
}

/// Lets a function change what it can reach, if that is wanted and says what it does: the
/// objects of its arguments, what functions like it were given before, and variables.
fn havoc<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    call: CallSiteValue<'ctx>,
    name: &str,
    reach: &Reach<'ctx>,
) -> Result<bool, FrontendError> {
    let Some(arguments) = llvm::arguments(call) else { return Ok(false) };
    let plain = name.trim_start_matches('_');
    let no_call = NO_CALLS.contains(&plain)
        || NO_CALLS_OF.iter().any(|prefix| plain.starts_with(prefix))
        || library::is_known(plain);
    if no_call || instrument.options.undefined != Undefined::Havoc {
        return Ok(false);
    }
    let mut from: Vec<BasicMetadataValueEnum<'ctx>> = Vec::new();
    for argument in arguments {
        match argument {
            BasicValueEnum::PointerValue(_) => from.push(argument.into()),
            // It may have been an address, or several.
            BasicValueEnum::IntValue(number) => {
                let (ty, address) = (number.get_type(), instrument.pointer_sized());
                let bits = address.get_bit_width();
                for place in 0..ty.get_bit_width() / bits {
                    let low = ty.const_int(u64::from(place * bits), false);
                    let builder = &instrument.builder;
                    let part = builder.build_right_shift(number, low, false, "part")?;
                    from.push(builder.build_int_cast(part, address, "part")?.into());
                }
            }
            BasicValueEnum::FloatValue(_) => {}
            _ => return Ok(false),
        }
    }
    let variables = reach.variables.iter();
    from.extend(variables.map(|it| BasicMetadataValueEnum::from(it.as_pointer_value())));
    instrument.havoc(&from)?;
    Ok(true)
}

/// Whether the declaration promises that the function does not return: by attribute, or
/// (clang drops that when it checks for returns) by its check for a return, which has
/// the position of the call.
fn never_returns<'ctx>(
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    callee: FunctionValue<'ctx>,
) -> bool {
    use inkwell::attributes::{Attribute, AttributeLoc};
    let noreturn = Attribute::get_named_enum_kind_id("noreturn");
    if call.get_enum_attribute(AttributeLoc::Function, noreturn).is_some()
        || callee.get_enum_attribute(AttributeLoc::Function, noreturn).is_some()
    {
        return true;
    }
    let Some(next) = inst.get_next_instruction() else { return false };
    let block = inst.get_parent().expect("the instruction is in a block");
    // The check is the next instruction, or in a block that a branch right here leads to.
    let behind = match next.is_terminator() {
        true => {
            llvm::successors(block).into_iter().filter_map(|b| b.get_first_instruction()).collect()
        }
        false => vec![next],
    };
    behind.into_iter().any(|next| {
        let handler = llvm::call(next).and_then(llvm::callee).map(llvm::name);
        handler.is_some_and(|name| name.starts_with("__ubsan_handle_builtin_unreachable"))
            && llvm::location(next).is_some()
            && llvm::location(next) == llvm::location(inst)
    })
}

/// Whether an input is to be printed as a signed number: by its name or by the
/// extension of narrow results.
fn is_signed(name: &str, callee: FunctionValue<'_>) -> bool {
    use inkwell::attributes::{Attribute, AttributeLoc};
    let zeroext = Attribute::get_named_enum_kind_id("zeroext");
    if callee.get_enum_attribute(AttributeLoc::Return, zeroext).is_some() {
        return false;
    }
    let unsigned = |ty: &str| {
        ty.starts_with('u') || matches!(ty, "bool" | "size_t" | "pointer" | "charp" | "pchar")
    };
    !harness::input_type(name).is_some_and(unsigned)
}

fn argument_is_zero<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    call: CallSiteValue<'ctx>,
) -> Result<Option<IntValue<'ctx>>, FrontendError> {
    let first = llvm::arguments(call).and_then(|arguments| arguments.first().copied());
    match first {
        Some(BasicValueEnum::IntValue(value)) => {
            Ok(Some(instrument.equals(value, value.get_type().const_zero())?))
        }
        Some(BasicValueEnum::PointerValue(value)) => {
            Ok(Some(instrument.builder.build_is_null(value, "null")?))
        }
        _ => Ok(None),
    }
}

/// Intrinsics that are statements about the program, or nothing at all.
fn intrinsic<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    name: &str,
) -> Outcome {
    if name == "llvm.assume" {
        return assumption(instrument, inst, call);
    }
    let nothing = [
        "llvm.invariant.",
        "llvm.prefetch",
        "llvm.donothing",
        "llvm.sideeffect",
        "llvm.experimental.noalias.scope.decl",
        "llvm.var.annotation",
    ];
    let first = ["llvm.expect", "llvm.threadlocal.address", "llvm.launder.", "llvm.strip."];
    if matches!(name, "llvm.trap" | "llvm.ubsantrap") {
        instrument.stop(END_EXIT)?;
        return finish(inst);
    }
    if nothing.iter().any(|prefix| name.starts_with(prefix)) && !llvm::is_used(inst) {
        inst.erase_from_basic_block();
    } else if first.iter().any(|prefix| name.starts_with(prefix)) {
        let value = llvm::arguments(call).and_then(|arguments| arguments.first().copied());
        if let Some(value) = value {
            if llvm::is_used(inst) {
                llvm::replace(inst, value);
            }
            inst.erase_from_basic_block();
        }
    } else if name.starts_with("llvm.is.constant") {
        if llvm::is_used(inst) {
            llvm::replace(inst, instrument.context.bool_type().const_zero());
        }
        inst.erase_from_basic_block();
    }
    Ok(())
}

/// `__builtin_assume`: where it does not hold, nothing is said of the program.
fn assumption<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
) -> Outcome {
    let first = llvm::arguments(call).and_then(|arguments| arguments.first().copied());
    if let Some(BasicValueEnum::IntValue(holds)) = first
        && holds.get_zero_extended_constant() != Some(1)
    {
        let what = "what __builtin_assume says holds".to_owned();
        instrument.assume(AssumptionKind::BuiltinAssume, what, llvm::location(inst));
        let fails = instrument.builder.build_not(holds, "fails")?;
        instrument.stop_if(fails, END_ASSUMPTION)?;
    }
    inst.erase_from_basic_block();
    Ok(())
}

/// Removes a call whose effect was inserted before it. Where its value is used, it is one
/// that control does not reach, so any will do.
fn finish(inst: InstructionValue<'_>) -> Outcome {
    if llvm::is_used(inst) {
        llvm::replace_by_zero(inst);
    }
    inst.erase_from_basic_block();
    Ok(())
}
