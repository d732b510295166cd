//! Calls that mean something to a checker, and calls of functions that nobody defines.
//!
//! After this pass no call of an undefined function is left (LLVM's intrinsics and
//! computations with floating-point numbers aside): each is a goal, an end, an assumption, an
//! arbitrary value, or an unsupported point.

use inkwell::values::{BasicValueEnum, CallSiteValue, FunctionValue, InstructionValue, IntValue};

use super::assembly;
use super::callbacks::Callbacks;
use super::foreign;
use super::jumps;
use super::questions;
use super::reach::{self, Reach};
use super::undefined;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::names::harness::{self, Meaning};
use crate::frontend::passes::checks::handlers::HANDLER_PREFIX;
use crate::frontend::passes::libc::{atexit, computed, ends, heap};
use crate::frontend::{FrontendError, llvm};
use crate::program::runtime::{END_ASSUMPTION, END_EXIT, PREFIX};
use crate::program::{AssumptionKind, Property};

/// Why a call of a function that is for a checker means nothing here.
const UNKNOWN_WAY: &str = "in a way that is not known";
const BESIDE_OTHERS: &str = "in a program with threads or interrupt handlers";
const QUANTIFIER: &str = "and quantifies over a variable, which is not modelled";

/// Treats all calls of the program.
pub fn run<'ctx>(instrument: &mut Instrument<'ctx, '_>) -> Outcome {
    let mut callbacks = match reach::are_called(instrument) {
        true => Callbacks::new(instrument)?,
        false => Callbacks::default(),
    };
    let reach = Reach::new(instrument, &callbacks.functions());
    callbacks.build(instrument, &reach)?;
    foreign::run(instrument)?;
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            if let Some(call) = llvm::call(inst) {
                treat(instrument, inst, call, (&reach, &callbacks))?;
            }
        }
    }
    Ok(())
}

/// What calls of undefined functions may change, and what they call back.
type World<'ctx, 'w> = (&'w Reach<'ctx>, &'w Callbacks<'ctx>);

/// Whether a call of a function of this name is what `unreach-call` is about.
pub fn is_error(instrument: &Instrument<'_, '_>, name: &str) -> bool {
    harness::ERROR_CALLS.contains(&name)
        || instrument.options.error_functions.iter().any(|it| it == name)
}

fn treat<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    world: World<'ctx, '_>,
) -> Outcome {
    if let Some((text, constraints)) = llvm::assembly(call) {
        return assembly::treat(instrument, inst, call, (&text, &constraints));
    }
    let Some(callee) = llvm::callee(call) else { return Ok(()) };
    let name = llvm::name(callee);
    instrument.before(inst);
    if is_error(instrument, &name) {
        return error_call(instrument, inst, callee, &name);
    }
    if callee.count_basic_blocks() > 0 {
        return Ok(());
    }
    if name.starts_with("llvm.") {
        return intrinsic(instrument, inst, call, &name);
    }
    if computed::call(instrument, inst, call, &name)? {
        return Ok(());
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
        return Instrument::finish(inst);
    }
    if heap::call(instrument, inst, call, &name)? {
        return Ok(());
    }
    undefined::call(instrument, inst, call, callee, &name, world)
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
                return not_understood(instrument, inst, name, UNKNOWN_WAY);
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
                return not_understood(instrument, inst, name, UNKNOWN_WAY);
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
        Meaning::AsksAccess { read, write } => {
            if questions::are_open(instrument) {
                return not_understood(instrument, inst, name, BESIDE_OTHERS);
            }
            return match questions::may_access(instrument, inst, call, (read, write))? {
                true => Ok(true),
                false => not_understood(instrument, inst, name, UNKNOWN_WAY),
            };
        }
        Meaning::AsksObject(question) => {
            if questions::are_open(instrument) {
                return not_understood(instrument, inst, name, BESIDE_OTHERS);
            }
            return match questions::about_object(instrument, inst, call, question)? {
                true => Ok(true),
                false => not_understood(instrument, inst, name, UNKNOWN_WAY),
            };
        }
        Meaning::Quantifies => return not_understood(instrument, inst, name, QUANTIFIER),
        Meaning::NotUnderstood => return not_understood(instrument, inst, name, UNKNOWN_WAY),
    }
    Instrument::finish(inst)?;
    Ok(true)
}

fn not_understood<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    name: &str,
    why: &str,
) -> Result<bool, FrontendError> {
    let what = format!("a call of {name}, which is for a checker, {why}");
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
    Instrument::finish(inst)
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
        return Instrument::finish(inst);
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
