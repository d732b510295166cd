//! Interrupt handlers (`--interrupt`).
//!
//! A handler may run, each time to its end and any number of times, between any two accesses that
//! it may disturb or see: before each shared access ([`super::shared`]) and behind each that writes, before
//! they are switched off and behind where they are switched on, and at the start, the program calls a function of ours that says
//! `while (nobody switched them off && *) handler();`. Accesses that are wider than what the
//! machine does in one step are made in pieces (`--atomic-width`).
//!
//! Interrupts are off while a handler runs, unless handlers are said to interrupt one another (then
//! each runs once at a time, which bounds how deep they are nested, or also by itself),
//! within an atomic operation, and between calls or instructions that switch them off and on.
//! Handlers see the program's accesses in the order in which the program says them, which a
//! compiler need not keep for plain variables: that is listed.

mod switches;
mod tear;

use inkwell::module::Linkage;
use inkwell::types::AnyTypeEnum;
use inkwell::values::{
    BasicValueEnum, FunctionValue, GlobalValue, InstructionOpcode, InstructionValue, IntValue,
};
use rustc_hash::FxHashSet;

use switches::Switch;

use super::shared::{
    Access, Conflict, Protection, Shared, accesses, around_atomic_operations, called, endings,
    is_in_reach,
};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::passes::libc::constructors;
use crate::frontend::{FrontendError, Interrupts, Nested, llvm};
use crate::program::runtime::{ATOMIC_RUNS, HANDLER_RUNS, INTERRUPTS, INTERRUPTS_OFF};
use crate::program::{AssumptionKind, GoalKind, InputKind, Property};
use crate::support::similar;

/// Whether a function is an undefined one that may change memory.
pub type IsOutside = for<'ctx> fn(&Instrument<'ctx, '_>, FunctionValue<'ctx>) -> bool;

/// Inserts the points where handlers may run.
///
/// # Errors
/// [`FrontendError::Input`] if a handler is not defined, or has parameters.
pub fn run<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    entry: FunctionValue<'ctx>,
    is_outside: IsOutside,
) -> Outcome {
    let options = instrument.options;
    let Interrupts { handlers, nested, .. } = &options.interrupts;
    if handlers.is_empty() {
        return Ok(());
    }
    let handlers = handlers.iter().map(|name| handler(instrument, name));
    let handlers = handlers.collect::<Result<Vec<_>, _>>()?;
    switches::define(instrument)?;
    let of_handlers = called(&handlers);
    let shared = Shared::by(of_handlers.iter().copied());
    let mut outside = Outside::default();
    for inst in of_handlers.iter().copied().flat_map(llvm::instructions) {
        let callee = llvm::call(inst).and_then(llvm::callee);
        outside.by_handlers |= callee.is_some_and(|callee| is_outside(instrument, callee));
        outside.seen_by_handlers |= accesses(inst).into_iter().any(is_in_reach);
    }
    let nested = *nested;
    ends_of_handlers(instrument, &of_handlers, &running(&handlers, nested))?;
    assumptions(instrument, nested);
    // What lets handlers run calls them, too.
    let interrupted = interrupted(instrument, &of_handlers, nested != Nested::None);
    let ending = llvm::defined(&instrument.module).into_iter();
    let ending = ending.filter(|it| variables_end(*it, &shared)).collect();
    let point = point(instrument, &handlers, nested)?;
    let handled = Handled { point, shared, ending, outside, is_outside };
    let start = llvm::instructions(entry).into_iter();
    let mut start = start.skip_while(|inst| inst.get_opcode() == InstructionOpcode::Alloca);
    if let Some(start) = start.next() {
        before(instrument, start);
        if instrument.module.get_global(constructors::BEFORE).is_some() {
            // They are on when it begins, and not while constructors run.
            let off = instrument.context.bool_type().const_all_ones();
            variable(instrument, INTERRUPTS_OFF).set_initializer(&off);
            set(instrument, INTERRUPTS_OFF, false)?;
        }
        instrument.builder.build_call(point, &[], "")?;
    }
    for function in interrupted {
        for inst in llvm::instructions(function) {
            treat(instrument, inst, &handled)?;
        }
    }
    if leaks_count(instrument) {
        // What handlers allocate last is still there when the program ends.
        for inst in llvm::instructions(entry) {
            if inst.get_opcode() == InstructionOpcode::Return {
                before(instrument, inst);
                instrument.builder.build_call(point, &[], "")?;
            }
        }
    }
    Ok(())
}

/// Whether it is checked what is still allocated when the program ends.
fn leaks_count(instrument: &Instrument<'_, '_>) -> bool {
    [Property::ValidMemcleanup, Property::ValidMemtrack].iter().any(|it| instrument.requested(*it))
}

/// A handler that ends the program can do so anywhere, also where it shares nothing. That is not
/// modelled where it matters: if something is looked at when the program has ended.
fn ends_of_handlers<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    of_handlers: &FxHashSet<FunctionValue<'ctx>>,
    running: &[String],
) -> Outcome {
    let registers = ["atexit", "at_quick_exit", "on_exit"];
    let is_there = |name: &&str| instrument.module.get_function(name).is_some();
    let destructors = instrument.module.get_global("llvm.global_dtors").is_some();
    if !leaks_count(instrument) && !destructors && !registers.iter().any(is_there) {
        return Ok(());
    }
    for function in instrument.functions() {
        for inst in
            llvm::instructions(function).into_iter().filter(|_| of_handlers.contains(&function))
        {
            let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name);
            if callee.is_some_and(|it| ["exit", "quick_exit"].contains(&it.as_str())) {
                instrument.before(inst);
                let runs = match running {
                    // It is not noted.
                    [] => instrument.context.bool_type().const_all_ones(),
                    running => any(instrument, running)?,
                };
                let what = "an interrupt handler that ends the program, where something is looked \
                            at afterwards";
                instrument.check(runs, GoalKind::Unsupported(what.to_owned()), None)?;
            }
        }
    }
    Ok(())
}

/// The functions that the program runs besides handlers, with what it calls; `nested`: handlers, too.
fn interrupted<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    of_handlers: &FxHashSet<FunctionValue<'ctx>>,
    nested: bool,
) -> Vec<FunctionValue<'ctx>> {
    let all = llvm::defined(&instrument.module);
    let others: Vec<_> = all.into_iter().filter(|it| !of_handlers.contains(it)).collect();
    let of_others = called(&others);
    let is_interrupted = |it: &FunctionValue<'ctx>| nested || of_others.contains(it);
    instrument.functions().into_iter().filter(is_interrupted).collect()
}

/// Lets no interrupt come within atomic operations, which become several accesses afterwards.
pub fn keep_atomic(instrument: &Instrument<'_, '_>) -> Outcome {
    if instrument.options.interrupts.handlers.is_empty() {
        return Ok(());
    }
    around_atomic_operations(instrument, |begins| set(instrument, ATOMIC_RUNS, begins))
}

fn handler<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    name: &str,
) -> Result<FunctionValue<'ctx>, FrontendError> {
    let function = instrument.module.get_function(name);
    let function = function.filter(|function| function.count_basic_blocks() > 0);
    let message = match function {
        Some(_) if name == instrument.options.entry => {
            format!("{name} is where the program begins, and no interrupt handler (--interrupt)")
        }
        Some(function) if function.count_params() == 0 => return Ok(function),
        Some(_) => format!("the interrupt handler {name} has parameters (--interrupt)"),
        None => {
            let names = llvm::defined(&instrument.module).into_iter().map(llvm::name);
            let question = similar::question(name, names);
            format!("no function '{name}' is defined, which --interrupt names{question}")
        }
    };
    Err(FrontendError::Input(message))
}

fn assumptions(instrument: &mut Instrument<'_, '_>, nested: Nested) {
    let what = "interrupt handlers see accesses in the order of the program".to_owned();
    instrument.assume(AssumptionKind::ProgramOrder, what, None);
    let (kind, what) = match nested {
        Nested::None => (
            AssumptionKind::NoNestedInterrupts,
            "no interrupt handler is interrupted (option --interrupt-nested)",
        ),
        Nested::Others => (
            AssumptionKind::NoReentrantInterrupts,
            "no interrupt handler is interrupted by itself (option --interrupt-nested=all)",
        ),
        Nested::All => return,
    };
    instrument.assume(kind, what.to_owned(), None);
}

/// The variables that hold whether handlers run: one for all, one for each, or none where that
/// keeps no handler from running.
fn running(handlers: &[FunctionValue<'_>], nested: Nested) -> Vec<String> {
    match nested {
        Nested::None => vec![HANDLER_RUNS.to_owned()],
        Nested::Others => {
            (0..handlers.len()).map(|number| format!("{HANDLER_RUNS}.{number}")).collect()
        }
        Nested::All => vec![],
    }
}

/// What handlers do to the program.
struct Handled<'ctx> {
    /// What is called where they may run.
    point: FunctionValue<'ctx>,
    /// What they may access.
    shared: Shared<'ctx>,
    /// Functions with which variables end that they may access.
    ending: FxHashSet<FunctionValue<'ctx>>,
    outside: Outside,
    is_outside: IsOutside,
}

/// What undefined functions have to do with handlers.
#[derive(Clone, Copy, Debug, Default)]
struct Outside {
    /// Handlers call some.
    by_handlers: bool,
    /// Handlers may access what they may change.
    seen_by_handlers: bool,
}

impl<'ctx> Handled<'ctx> {
    /// Whether handlers may see what an access does, or disturb it.
    fn is_seen(&self, access: Access<'ctx>) -> bool {
        is_seen(&self.shared, access) || self.outside.by_handlers && is_in_reach(access)
    }
}

fn is_seen<'ctx>(shared: &Shared<'ctx>, access: Access<'ctx>) -> bool {
    shared.conflict(access, &Protection::NONE) != Conflict::None
}

/// Whether local variables that handlers may access end when a function returns.
fn variables_end<'ctx>(function: FunctionValue<'ctx>, shared: &Shared<'ctx>) -> bool {
    let all = llvm::instructions(function).into_iter();
    let mut returns = all.filter(|inst| inst.get_opcode() == InstructionOpcode::Return);
    returns.any(|inst| endings(inst).into_iter().any(|access| is_seen(shared, access)))
}

/// Inserts the points for an instruction.
fn treat<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    handled: &Handled<'ctx>,
) -> Outcome {
    let point = handled.point;
    if let Some(switch) = switches::switch(instrument, inst) {
        return switched(instrument, inst, switch, point);
    }
    if let Some(begins) = atomic_mark(instrument, inst) {
        if begins {
            before(instrument, inst);
        } else {
            instrument.behind(inst);
        }
        instrument.builder.build_call(point, &[], "")?;
        return Ok(());
    }
    let callee = llvm::call(inst).and_then(llvm::callee);
    let is_outside = |it| (handled.is_outside)(instrument, it);
    if handled.outside.seen_by_handlers && callee.is_some_and(is_outside) {
        before(instrument, inst);
        instrument.builder.build_call(point, &[], "")?;
        behind(instrument, inst);
        instrument.builder.build_call(point, &[], "")?;
        return Ok(());
    }
    let returns = callee.is_some_and(|callee| handled.ending.contains(&callee));
    let ends = inst.get_opcode() == InstructionOpcode::Call
        && endings(inst).into_iter().any(|access| handled.is_seen(access));
    if returns || ends {
        behind(instrument, inst);
        instrument.builder.build_call(point, &[], "")?;
    }
    let all = accesses(inst);
    if !all.iter().any(|&access| handled.is_seen(access)) {
        return Ok(());
    }
    before(instrument, inst);
    instrument.builder.build_call(point, &[], "")?;
    if all.iter().any(|access| access.writes) {
        behind(instrument, inst);
        instrument.builder.build_call(point, &[], "")?;
    }
    tear::treat(instrument, inst, point)
}

/// Inserts what an instruction does about interrupts, and the points around it.
fn switched<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    switch: Switch,
    point: FunctionValue<'ctx>,
) -> Outcome {
    before(instrument, inst);
    if switch == Switch::Read {
        let off = any(instrument, &[INTERRUPTS_OFF])?;
        if let AnyTypeEnum::IntType(ty) = inst.get_type() {
            let off = instrument.builder.build_int_z_extend(off, ty, "primask")?;
            llvm::replace(inst, off);
            inst.erase_from_basic_block();
        }
        return Ok(());
    }
    if switch != Switch::On {
        instrument.builder.build_call(point, &[], "")?;
    }
    let written = llvm::operand(inst, 0).filter(|_| switch == Switch::Write);
    if let Some(BasicValueEnum::IntValue(value)) = written {
        let bit = instrument.context.bool_type();
        let off = instrument.builder.build_int_truncate(value, bit, "primask")?;
        let place = variable(instrument, INTERRUPTS_OFF).as_pointer_value();
        instrument.builder.build_store(place, off)?;
    } else {
        behind(instrument, inst);
        set(instrument, INTERRUPTS_OFF, switch == Switch::Off)?;
    }
    if switch != Switch::Off {
        instrument.builder.build_call(point, &[], "")?;
    }
    Ok(())
}

/// Whether this is the mark of the beginning of an atomic operation, or of its end.
fn atomic_mark(instrument: &Instrument<'_, '_>, inst: InstructionValue<'_>) -> Option<bool> {
    let mark = instrument.module.get_global(ATOMIC_RUNS)?;
    let is_store = inst.get_opcode() == InstructionOpcode::Store;
    let place = llvm::operand(inst, 1).filter(|_| is_store)?;
    let value = llvm::operand(inst, 0)?;
    (llvm::global_of(place) == Some(mark))
        .then(|| value.into_int_value().get_zero_extended_constant() == Some(1))
}

/// Makes the builder insert before an instruction. What handlers do there is told with a place of
/// the program in any case.
fn before<'ctx>(instrument: &Instrument<'ctx, '_>, inst: InstructionValue<'ctx>) {
    instrument.before(inst);
    let function = inst.get_parent().and_then(|block| block.get_parent());
    if let Some(function) = function.filter(|_| inst.get_debug_location().is_none()) {
        let begin = llvm::function_location(instrument.context, function);
        llvm::set_builder_location(&instrument.builder, begin);
    }
}

/// The same behind one that ends no block.
fn behind<'ctx>(instrument: &Instrument<'ctx, '_>, inst: InstructionValue<'ctx>) {
    before(instrument, inst);
    instrument.builder.position_before(&inst.get_next_instruction().unwrap_or(inst));
}

/// Inserts: whether no interrupt comes.
fn is_off<'ctx>(instrument: &Instrument<'ctx, '_>) -> Result<IntValue<'ctx>, FrontendError> {
    any(instrument, &[INTERRUPTS_OFF, HANDLER_RUNS, ATOMIC_RUNS])
}

/// Inserts: whether one of these variables is set.
fn any<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    names: &[impl AsRef<str>],
) -> Result<IntValue<'ctx>, FrontendError> {
    let bit = instrument.context.bool_type();
    let mut any = bit.const_zero();
    for name in names {
        let place = variable(instrument, name.as_ref()).as_pointer_value();
        let one = instrument.builder.build_load(bit, place, "set")?.into_int_value();
        any = instrument.builder.build_or(any, one, "any")?;
    }
    Ok(any)
}

fn variable<'ctx>(instrument: &Instrument<'ctx, '_>, name: &str) -> GlobalValue<'ctx> {
    instrument.module.get_global(name).unwrap_or_else(|| {
        let ty = instrument.context.bool_type();
        let global = instrument.module.add_global(ty, None, name);
        global.set_initializer(&ty.const_zero());
        global.set_linkage(Linkage::Internal);
        global
    })
}

fn set(instrument: &Instrument<'_, '_>, name: &str, value: bool) -> Outcome {
    let value = instrument.context.bool_type().const_int(value.into(), false);
    let place = variable(instrument, name).as_pointer_value();
    instrument.builder.build_store(place, value)?;
    Ok(())
}

/// `while (!off && *) handler();`, as a function; of several handlers any that may run.
fn point<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    handlers: &[FunctionValue<'ctx>],
    nested: Nested,
) -> Result<FunctionValue<'ctx>, FrontendError> {
    let context = instrument.context;
    let ty = context.void_type().fn_type(&[], false);
    let function = instrument.module.add_function(INTERRUPTS, ty, Some(Linkage::Internal));
    let [entry, head, asks, runs, ends] = ["entry", "head", "asks", "runs", "ends"]
        .map(|it| context.append_basic_block(function, it));
    let saved = std::mem::replace(&mut instrument.builder, context.create_builder());
    let running = running(handlers, nested);
    instrument.builder.position_at_end(entry);
    instrument.builder.build_unconditional_branch(head)?;
    instrument.builder.position_at_end(head);
    let off = is_off(instrument)?;
    instrument.builder.build_conditional_branch(off, ends, asks)?;
    instrument.builder.position_at_end(asks);
    let kind = InputKind::External("whether an interrupt comes".to_owned());
    let comes = instrument.choice(1, kind)?;
    instrument.builder.build_conditional_branch(comes, runs, ends)?;
    instrument.builder.position_at_end(runs);
    for (index, &handler) in handlers.iter().enumerate() {
        let this = context.append_basic_block(function, "this");
        let other = context.append_basic_block(function, "other");
        let is = if index + 1 < handlers.len() {
            let kind =
                InputKind::External(format!("whether it is the one for {}", llvm::name(handler)));
            instrument.choice(1, kind)?
        } else {
            context.bool_type().const_all_ones()
        };
        instrument.builder.build_conditional_branch(is, this, other)?;
        instrument.builder.position_at_end(this);
        // The one of all, or its own.
        let runs = running.get(index).or(running.first());
        if nested == Nested::Others {
            let starts = context.append_basic_block(function, "starts");
            let runs = any(instrument, runs.as_slice())?;
            instrument.builder.build_conditional_branch(runs, ends, starts)?;
            instrument.builder.position_at_end(starts);
        }
        runs.map_or(Ok(()), |name| set(instrument, name, true))?;
        instrument.builder.build_call(handler, &[], "")?;
        runs.map_or(Ok(()), |name| set(instrument, name, false))?;
        instrument.builder.build_unconditional_branch(head)?;
        instrument.builder.position_at_end(other);
    }
    instrument.builder.build_unconditional_branch(head)?;
    instrument.builder.position_at_end(ends);
    instrument.builder.build_return(None)?;
    instrument.builder = saved;
    Ok(function)
}
