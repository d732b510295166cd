//! Threads of POSIX: the program and its threads take turns, in one function.
//!
//! 1. [`places`]: before each access that another thread may see or disturb, and where models of
//!    the library say so, others may run: a call of a function of ours.
//! 2. [`start`]: each thread that may be started gets a place of its own, with its state and its
//!    result; what starts one looks for a free place of its function.
//! 3. [`merge`], when everything is inlined: a thread that stops keeps where it stands and goes to
//!    a scheduler, which chooses any that runs and goes on where that stands.
//!
//! So threads see accesses one after the other, in one order for all (sequential consistency),
//! each whole. That is what C promises to programs without data races (C17 5.1.2.4p25) and to
//! atomic accesses that ask for no less; whether there are races is not checked: both are listed.

pub mod atomic;
pub mod compound;
mod loops;
mod merge;
mod own_variables;
mod places;
mod races;
mod reduction;
mod roles;
mod runs;
mod seen;
mod start;

pub use merge::run as merge;

use inkwell::builder::Builder;
use inkwell::module::Linkage;
use inkwell::values::{FunctionValue, InstructionValue};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::frontend::names::threads::CREATE;
use crate::program::runtime::{ATOMIC, BLOCKED, END, END_ASSUMPTION, SELF, SPAWN, YIELD};
use crate::program::{AssumptionKind, GoalKind, InputKind, Property};

/// Lets threads start, and others run between their accesses.
///
/// # Errors
/// If LLVM refuses.
pub fn run<'ctx>(instrument: &mut Instrument<'ctx, '_>, entry: FunctionValue<'ctx>) -> Outcome {
    if !instrument.module.get_function(SPAWN).is_some_and(llvm::is_used) {
        return without(instrument);
    }
    if let Some(what) = refused(instrument) {
        for inst in calls(instrument, CREATE) {
            instrument.before(inst);
            instrument.fail(GoalKind::Unsupported(what.to_owned()), None)?;
        }
        start::none(instrument)?;
        return without(instrument);
    }
    let what = "pthread_create succeeds, and calls threads by small numbers";
    instrument.assume(AssumptionKind::ThreadsStart, what.to_owned(), None);
    ends(instrument)?;
    let started = start::find(instrument);
    let site = instrument.choice_site(InputKind::Schedule);
    start::run(instrument, &started, site)?;
    places::run(instrument, entry, &started, site)
}

/// Why threads are not modelled here.
fn refused(instrument: &Instrument<'_, '_>) -> Option<&'static str> {
    if !instrument.options.interrupts.handlers.is_empty() {
        return Some("threads with interrupt handlers");
    }
    // What other threads hold would be needed where the program ends.
    instrument.requested(Property::ValidMemtrack).then_some("threads, if valid-memtrack is checked")
}

/// What a thread that waits calls; and before all ends others may run.
fn ends(instrument: &Instrument<'_, '_>) -> Outcome {
    let number = instrument.context.i32_type();
    let ty = instrument.context.void_type().fn_type(&[number.into()], false);
    let kind = number.const_int(END_ASSUMPTION.into(), false);
    body(instrument, BLOCKED, |_, builder| {
        builder.build_call(instrument.declare(END, ty), &[kind.into()], "")?;
        builder.build_unreachable()?;
        Ok(())
    })
}

/// Of a program without threads: it is the only one.
fn without(instrument: &Instrument<'_, '_>) -> Outcome {
    ends(instrument)?;
    body(instrument, YIELD, |_, builder| {
        builder.build_return(None)?;
        Ok(())
    })?;
    body(instrument, SELF, |_, builder| {
        builder.build_return(Some(&instrument.context.i32_type().const_zero()))?;
        Ok(())
    })?;
    for inst in calls(instrument, ATOMIC) {
        inst.erase_from_basic_block();
    }
    start::variables(instrument, 1);
    Ok(())
}

/// The calls of a function of this name.
fn calls<'ctx>(instrument: &Instrument<'ctx, '_>, name: &str) -> Vec<InstructionValue<'ctx>> {
    let Some(function) = instrument.module.get_function(name) else { return Vec::new() };
    let users = llvm::users(function).into_iter().filter_map(llvm::as_instruction);
    let is_call = |inst: &InstructionValue<'ctx>| {
        llvm::call(*inst).and_then(llvm::callee).is_some_and(|callee| callee == function)
    };
    users.filter(is_call).collect()
}

/// Gives a function of ours its body, if anything declares it.
fn body<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    name: &str,
    make: impl FnOnce(FunctionValue<'ctx>, &Builder<'ctx>) -> Outcome,
) -> Outcome {
    let Some(function) = instrument.module.get_function(name) else { return Ok(()) };
    let builder = instrument.context.create_builder();
    builder.position_at_end(instrument.context.append_basic_block(function, "entry"));
    make(function, &builder)?;
    function.set_linkage(Linkage::Internal);
    Ok(())
}
