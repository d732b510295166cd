//! Which threads may be started, and what starts them.
//!
//! A function that threads run has as many places as calls in the source name it, or as the limit
//! of the model says. A place is free again when its thread was joined, or ended detached.

use inkwell::IntPredicate;
use inkwell::module::Linkage;
use inkwell::types::BasicType;
use inkwell::values::{BasicValueEnum, FunctionValue, GlobalValue, IntValue, PointerValue};

use super::{body, calls};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::names::threads::CREATE;
use crate::frontend::{FrontendError, llvm};
use crate::program::runtime::{
    ARRIVES, BEGINS, LEAVE, LEFT, SELF, SPAWN, SPAWNED, THREAD_ARGUMENTS, THREAD_COUNT,
    THREAD_RESULTS, THREAD_STATES, THREADS,
};
use crate::program::{Bound, GoalKind, ModelLimit};

/// A state of a thread (`models/threads.c`): there is none.
pub const FREE: u64 = 0;
/// It runs. A thread runs if its state is odd.
pub const RUNS: u64 = 1;
/// It has ended, and was not joined yet.
pub const ENDED: u64 = 2;
/// It runs, and nobody may join it.
pub const RUNS_DETACHED: u64 = 3;

/// A function that threads run.
pub struct Started<'ctx> {
    /// The function.
    pub function: FunctionValue<'ctx>,
    /// How many may run it at once.
    pub places: u32,
}

/// The functions that threads may run.
pub fn find<'ctx>(instrument: &Instrument<'ctx, '_>) -> Vec<Started<'ctx>> {
    let least = instrument.options.limits.threads;
    let mut all: Vec<Started<'ctx>> = Vec::new();
    let mut named_all = true;
    for inst in calls(instrument, CREATE) {
        let Some(function) = llvm::operand(inst, 2).and_then(llvm::as_function) else {
            named_all = false;
            continue;
        };
        match all.iter_mut().find(|it| it.function == function) {
            Some(known) => known.places += 1,
            None => all.push(Started { function, places: 1 }),
        }
    }
    if !named_all {
        for function in instrument.functions() {
            let is_known = all.iter().any(|it| it.function == function);
            if !is_known && fits(function) && llvm::is_address_taken(function) {
                all.push(Started { function, places: 1 });
            }
        }
    }
    all.retain(|it| fits(it.function));
    for it in &mut all {
        it.places = it.places.max(least);
    }
    all
}

/// Whether a function takes an address and gives one.
fn fits(function: FunctionValue<'_>) -> bool {
    let ty = function.get_type();
    let takes = ty.get_param_types();
    function.count_basic_blocks() > 0
        && !ty.is_var_arg()
        && takes.len() <= 1
        && takes.iter().all(|it| it.is_pointer_type())
        && ty.get_return_type().is_none_or(|it| it.is_pointer_type())
}

/// Makes what starts threads, and what they begin with.
pub fn run<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    started: &[Started<'ctx>],
    site: IntValue<'ctx>,
) -> Outcome {
    let places: Vec<FunctionValue<'ctx>> = started
        .iter()
        .flat_map(|it| std::iter::repeat_n(it.function, it.places as usize))
        .collect();
    let count = places.len() as u64 + 1;
    let variables = variables(instrument, count);
    spawn(instrument, &places, &variables)?;
    leave(instrument, site, &variables)?;
    threads(instrument, &places, &variables)
}

/// Makes what starts threads do nothing: calls of it stand behind an unsupported point.
pub fn none(instrument: &Instrument<'_, '_>) -> Outcome {
    body(instrument, SPAWN, |_, builder| {
        builder.build_return(Some(&instrument.context.i32_type().const_zero()))?;
        Ok(())
    })
}

/// What each thread has, by its number.
pub struct Variables<'ctx> {
    pub states: GlobalValue<'ctx>,
    pub results: GlobalValue<'ctx>,
    pub arguments: GlobalValue<'ctx>,
}

/// The variables of so many threads. The first is the program itself, which runs.
pub fn variables<'ctx>(instrument: &Instrument<'ctx, '_>, count: u64) -> Variables<'ctx> {
    let context = instrument.context;
    let (byte, number) = (context.i8_type(), context.i32_type());
    let pointer = context.ptr_type(inkwell::AddressSpace::default());
    let length = u32::try_from(count).unwrap_or(u32::MAX);
    let states: Vec<IntValue<'ctx>> =
        (0..count).map(|at| byte.const_int(if at == 0 { RUNS } else { FREE }, false)).collect();
    let null = pointer.const_null();
    let nulls = pointer.const_array(&vec![null; count as usize]);
    let many = number.const_int(count, false);
    if let Some(global) = instrument.module.get_global(THREAD_COUNT) {
        global.set_initializer(&many);
        global.set_constant(true);
        global.set_linkage(Linkage::Internal);
    }
    let array = |name: &str, contents: BasicValueEnum<'ctx>| {
        // What models declare has no length.
        let new = instrument.module.add_global(contents.get_type(), None, "");
        new.set_initializer(&contents);
        new.set_linkage(Linkage::Internal);
        if let Some(declared) = instrument.module.get_global(name) {
            llvm::replace(declared.as_pointer_value(), new.as_pointer_value());
            llvm::delete_variable(declared);
        }
        new.set_name(name);
        new
    };
    debug_assert!(nulls.get_type().len() == length);
    Variables {
        states: array(THREAD_STATES, byte.const_array(&states).into()),
        results: array(THREAD_RESULTS, nulls.into()),
        arguments: array(THREAD_ARGUMENTS, nulls.into()),
    }
}

/// The place of a thread in an array.
pub fn place<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    builder: &inkwell::builder::Builder<'ctx>,
    array: GlobalValue<'ctx>,
    thread: u64,
) -> Result<PointerValue<'ctx>, FrontendError> {
    let ty = array.get_value_type().into_array_type().get_element_type();
    let size = instrument.layout.get_abi_size(&ty.as_basic_type_enum());
    llvm::part(builder, array.as_pointer_value(), thread * size, "its")
}

/// `if (run == f && state[k] == FREE) { …; return k; } …; bound or unsupported`
fn spawn<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    places: &[FunctionValue<'ctx>],
    variables: &Variables<'ctx>,
) -> Outcome {
    let context = instrument.context;
    let (byte, number) = (context.i8_type(), context.i32_type());
    let spawned =
        instrument.declare(SPAWNED, context.void_type().fn_type(&[number.into(); 2], false));
    let Some(function) = instrument.module.get_function(SPAWN) else { return Ok(()) };
    function.set_linkage(Linkage::Internal);
    let parameters = function.get_params();
    let [
        BasicValueEnum::PointerValue(run),
        BasicValueEnum::PointerValue(argument),
        BasicValueEnum::IntValue(detached),
    ] = parameters[..]
    else {
        return Err(FrontendError::Internal("a thread starts without its parts".to_owned()));
    };
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(function, "entry"));
    let mut known = context.bool_type().const_zero();
    for (thread, started) in (1..).zip(places) {
        let address = started.as_global_value().as_pointer_value();
        let is = builder.build_int_compare(IntPredicate::EQ, run, address, "is")?;
        known = builder.build_or(known, is, "known")?;
        let state = place(instrument, &builder, variables.states, thread)?;
        let now = builder.build_load(byte, state, "state")?.into_int_value();
        let free = byte.const_int(FREE, false);
        let free = builder.build_int_compare(IntPredicate::EQ, now, free, "free")?;
        let here = builder.build_and(is, free, "here")?;
        let [hit, miss] = ["hit", "miss"].map(|name| context.append_basic_block(function, name));
        builder.build_conditional_branch(here, hit, miss)?;
        builder.position_at_end(hit);
        let [this, of] = [thread, places.len() as u64 + 1].map(|it| number.const_int(it, false));
        builder.build_call(spawned, &[this.into(), of.into()], "")?;
        let its = place(instrument, &builder, variables.arguments, thread)?;
        builder.build_store(its, argument)?;
        let [runs, alone] = [RUNS, RUNS_DETACHED].map(|state| byte.const_int(state, false));
        let runs = builder.build_select(detached, alone, runs, "runs")?;
        builder.build_store(state, runs)?;
        builder.build_return(Some(&this))?;
        builder.position_at_end(miss);
    }
    let saved = std::mem::replace(&mut instrument.builder, builder);
    let what = "more threads of one function at once than are modelled";
    let bound = GoalKind::Bound(Bound::of(ModelLimit::Threads, what));
    instrument.check(known, bound, None)?;
    let what = "a thread that runs a function which is not known, or has another type".to_owned();
    instrument.fail(GoalKind::Unsupported(what), None)?;
    instrument.builder.build_unreachable()?;
    instrument.builder = saved;
    Ok(())
}

/// `void leave(r) { result[self] = r; state[self] = detached ? FREE : ENDED; left(site); }`
fn leave<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    site: IntValue<'ctx>,
    variables: &Variables<'ctx>,
) -> Outcome {
    let context = instrument.context;
    let (byte, number) = (context.i8_type(), context.i32_type());
    let pointer = context.ptr_type(inkwell::AddressSpace::default());
    let own = instrument.declare(SELF, number.fn_type(&[], false));
    let left = instrument.declare(LEFT, context.void_type().fn_type(&[number.into()], false));
    instrument.declare(LEAVE, context.void_type().fn_type(&[pointer.into()], false));
    body(instrument, LEAVE, |function, builder| {
        let Some(result) = function.get_first_param() else { return Ok(()) };
        let own = builder.build_call(own, &[], "self")?;
        let own = own.try_as_basic_value().expect_basic("it has a value").into_int_value();
        let own = builder.build_int_z_extend(own, context.i64_type(), "self")?;
        let bytes = instrument.layout.get_pointer_byte_size(None);
        let bytes = own.get_type().const_int(bytes.into(), false);
        let at = builder.build_int_mul(own, bytes, "at")?;
        let place = llvm::moved(builder, variables.results.as_pointer_value(), at)?;
        builder.build_store(place, result)?;
        let place = llvm::moved(builder, variables.states.as_pointer_value(), own)?;
        let now = builder.build_load(byte, place, "state")?.into_int_value();
        let alone = byte.const_int(RUNS_DETACHED, false);
        let alone = builder.build_int_compare(IntPredicate::EQ, now, alone, "alone")?;
        let [free, ended] = [FREE, ENDED].map(|it| byte.const_int(it, false));
        let next = builder.build_select(alone, free, ended, "next")?;
        builder.build_store(place, next)?;
        builder.build_call(left, &[site.into()], "")?;
        builder.build_return(None)?;
        Ok(())
    })
}

/// `void threads() { switch (arrives()) { case 1: begins(1); leave(f(argument[1])); … } }`
fn threads<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    places: &[FunctionValue<'ctx>],
    variables: &Variables<'ctx>,
) -> Outcome {
    let context = instrument.context;
    let pointer = context.ptr_type(inkwell::AddressSpace::default());
    let number = context.i32_type();
    let arrives = instrument.declare(ARRIVES, number.fn_type(&[], false));
    let begins = instrument.declare(BEGINS, context.void_type().fn_type(&[number.into()], false));
    let leave = instrument.declare(LEAVE, context.void_type().fn_type(&[pointer.into()], false));
    instrument.define(THREADS, context.void_type().fn_type(&[], false), |function, builder| {
        let program = context.append_basic_block(function, "program");
        let blocks: Vec<_> =
            places.iter().map(|_| context.append_basic_block(function, "thread")).collect();
        let which = builder.build_call(arrives, &[], "which")?;
        let which = which.try_as_basic_value().expect_basic("it has a value").into_int_value();
        let cases: Vec<_> =
            (1..).zip(&blocks).map(|(at, &block)| (number.const_int(at, false), block)).collect();
        builder.build_switch(which, program, &cases)?;
        for ((thread, started), block) in (1..).zip(places).zip(blocks) {
            builder.position_at_end(block);
            builder.build_call(begins, &[number.const_int(thread, false).into()], "")?;
            let its = place(instrument, builder, variables.arguments, thread)?;
            let argument = builder.build_load(pointer, its, "argument")?;
            let arguments = [argument.into()];
            let given = &arguments[..started.count_params() as usize];
            let call = builder.build_call(*started, given, "")?;
            let result = call.try_as_basic_value().basic();
            let result = result.unwrap_or_else(|| pointer.const_null().into());
            builder.build_call(leave, &[result.into()], "")?;
            builder.build_unreachable()?;
        }
        builder.position_at_end(program);
        builder.build_return(None)?;
        Ok(())
    })?;
    Ok(())
}
