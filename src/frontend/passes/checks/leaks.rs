//! Memory that is not freed, and memory that is lost.
//!
//! `valid-memcleanup`: where the program ends, in whatever way, no heap object lives. SV-COMP means
//! `abort` and failed assertions, too (sv-benchmarks, pull requests 388 and 1001).
//! `valid-memtrack`: at no time is there a heap object that nothing points to. What is lost
//! stays lost, so it is enough to look where a path ends, in whatever way, when the entry
//! function has returned, after each function that `atexit` registered, and once in every round of
//! every loop.
//!
//! Each question is one call; lowering makes it one goal for each allocation.
//!
//! What points to an object is memory, and what the program holds in registers. That is
//! known once everything is inlined: [`hold`] then hands the values of variables that will
//! be promoted, and of temporaries that are still to be used, to the calls.

use inkwell::IntPredicate;
use inkwell::basic_block::BasicBlock;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue,
    IntValue, PointerValue,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::alive::Lifetimes;
use crate::frontend::FrontendError;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identified, Identity};
use crate::frontend::passes::libc::atexit;
use crate::frontend::sites::Site;
use crate::program::Property;
use crate::program::runtime::{ALL_FREED, ALL_FREED_IF, ALL_TRACKED, DISPATCHER, END_EXIT, STOP};

/// What is wrong with memory that nothing points to.
const LOST: &str =
    "memory that is allocated here is lost: it is not freed, and nothing points to it";

/// What is wrong with memory that lives to the end.
const NOT_FREED: &str = "memory that is allocated here is not freed when the program ends";

/// Inserts, where the entry function has returned: no heap object is left.
pub fn all_freed(instrument: &mut Instrument<'_, '_>) -> Outcome {
    ask(instrument, Property::ValidMemcleanup, ALL_FREED, NOT_FREED, &[])
}

/// Inserts, where the entry function has returned: no heap object is lost. Its variables are gone
/// by then, so what only they pointed to is (as SV-COMP's tasks and Valgrind have it).
pub fn at_the_end(instrument: &mut Instrument<'_, '_>) -> Outcome {
    all_tracked(instrument, &[])
}

/// Inserts: no heap object is lost.
fn all_tracked<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    held: &[BasicValueEnum<'ctx>],
) -> Outcome {
    ask(instrument, Property::ValidMemtrack, ALL_TRACKED, LOST, held)
}

fn ask<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    property: Property,
    name: &str,
    what: &str,
    held: &[BasicValueEnum<'ctx>],
) -> Outcome {
    if !instrument.requested(property) {
        return Ok(());
    }
    let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> =
        vec![site(instrument, property, what).into()];
    arguments.extend(held.iter().map(|&value| BasicMetadataValueEnum::from(value)));
    instrument.builder.build_call(question(instrument, name), &arguments, "")?;
    Ok(())
}

/// The number of the goal, which all places where it is asked for share.
fn site<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    property: Property,
    what: &str,
) -> IntValue<'ctx> {
    let kind = Instrument::check_kind(property, what);
    let site = instrument.sites.shared(Site::Goal { kind, loc: None });
    instrument.context.i32_type().const_int(site.0.into(), false)
}

/// Inserts into the function that ends paths: no heap object is left, if the program ends there.
fn all_freed_at_ends(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let Some(stop) = instrument.module.get_function(STOP) else { return Ok(()) };
    let what = NOT_FREED;
    let site = site(instrument, Property::ValidMemcleanup, what);
    let ask = all_freed_if(instrument)?;
    let kind = stop.get_first_param().expect("it has one parameter").into_int_value();
    for call in llvm::instructions(stop) {
        if llvm::call(call).is_some() {
            instrument.before(call);
            let exit = instrument.context.i32_type().const_int(END_EXIT.into(), false);
            let builder = &instrument.builder;
            let ends = builder.build_int_compare(IntPredicate::EQ, kind, exit, "")?;
            builder.build_call(ask, &[ends.into(), site.into()], "")?;
            break;
        }
    }
    Ok(())
}

/// `void all_freed_if(i1 condition, i32 site) { if (condition) all_freed(site); }`
fn all_freed_if<'ctx>(
    instrument: &Instrument<'ctx, '_>,
) -> Result<FunctionValue<'ctx>, FrontendError> {
    let context = instrument.context;
    let parameters = [context.bool_type().into(), context.i32_type().into()];
    let ty = context.void_type().fn_type(&parameters, false);
    let freed = question(instrument, ALL_FREED);
    instrument.define(ALL_FREED_IF, ty, |function, builder| {
        let ends = context.append_basic_block(function, "ends");
        let goes_on = context.append_basic_block(function, "goes on");
        let [condition, site] = function.get_params()[..] else {
            unreachable!("it has two parameters")
        };
        builder.build_conditional_branch(condition.into_int_value(), ends, goes_on)?;
        builder.position_at_end(ends);
        builder.build_call(freed, &[site.into()], "")?;
        builder.build_unconditional_branch(goes_on)?;
        builder.position_at_end(goes_on);
        builder.build_return(None)?;
        Ok(())
    })
}

/// `void name(i32 site, …)`
fn question<'ctx>(instrument: &Instrument<'ctx, '_>, name: &str) -> FunctionValue<'ctx> {
    let ty = instrument.context.i32_type().into();
    let ty = instrument.context.void_type().fn_type(&[ty], true);
    let known = instrument.module.get_function(name);
    known.unwrap_or_else(|| instrument.module.add_function(name, ty, None))
}

/// Inserts the questions for memory that is left, and for memory that is lost.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    if instrument.requested(Property::ValidMemcleanup) {
        all_freed_at_ends(instrument)?;
    }
    if !instrument.requested(Property::ValidMemtrack) {
        return Ok(());
    }
    let stop = instrument.module.get_function(STOP);
    for call in stop.into_iter().flat_map(llvm::instructions) {
        if llvm::call(call).is_some() {
            instrument.before(call);
            all_tracked(instrument, &[])?;
            break;
        }
    }
    let handlers = instrument.module.get_function(atexit::RUN);
    for call in handlers.into_iter().flat_map(llvm::instructions) {
        let callee = llvm::call(call).and_then(llvm::callee).map(llvm::name).unwrap_or_default();
        if callee.starts_with(DISPATCHER)
            && let Some(behind) = call.get_next_instruction()
        {
            instrument.before(behind);
            all_tracked(instrument, &[])?;
        }
    }
    for function in instrument.functions() {
        // The loops of models end.
        if function.get_subprogram().is_none() {
            continue;
        }
        for head in loop_heads(function) {
            let phi = |inst: &InstructionValue<'_>| inst.get_opcode() == InstructionOpcode::Phi;
            let Some(first) = head.get_instructions().find(|inst| !phi(inst)) else { continue };
            let mut all = head.get_instructions();
            let place = all.find_map(|inst| inst.get_debug_location());
            instrument.before(first);
            if let Some(place) = place {
                instrument.builder.set_current_debug_location(place);
            }
            all_tracked(instrument, &[])?;
        }
    }
    Ok(())
}

/// The blocks that close a cycle when the function is walked from its start: every cycle
/// has one.
fn loop_heads<'ctx>(function: FunctionValue<'ctx>) -> Vec<BasicBlock<'ctx>> {
    let Some(entry) = function.get_first_basic_block() else { return vec![] };
    let mut seen = FxHashSet::from_iter([entry]);
    let mut open = FxHashSet::from_iter([entry]);
    let mut heads = Vec::new();
    let mut stack = vec![(entry, llvm::successors(entry))];
    while let Some((block, pending)) = stack.last_mut() {
        match pending.pop() {
            Some(next) if seen.insert(next) => {
                open.insert(next);
                stack.push((next, llvm::successors(next)));
            }
            Some(next) if open.contains(&next) => {
                if !heads.contains(&next) {
                    heads.push(next);
                }
            }
            Some(_) => {}
            None => {
                open.remove(block);
                stack.pop();
            }
        }
    }
    heads
}

/// Hands what variables and temporaries hold to the questions for lost memory, once
/// everything is inlined into `main` and nothing is promoted. What is no scalar stays in
/// memory, where it is looked at.
pub fn hold<'ctx>(instrument: &mut Instrument<'ctx, '_>, main: FunctionValue<'ctx>) -> Outcome {
    if !instrument.requested(Property::ValidMemtrack) {
        return Ok(());
    }
    let mut scalars = Vec::new();
    let mut kept = Vec::new();
    for global in instrument.module.get_globals() {
        let ours = llvm::text(global.get_name()).starts_with("llvm.");
        let defined = global.get_initializer().is_some() && !global.is_constant();
        let Ok(ty) = BasicTypeEnum::try_from(global.get_value_type()) else { continue };
        if defined && !ours && llvm::is_used(global) {
            let place = global.as_pointer_value();
            let list = if holds_one(instrument, ty) { &mut scalars } else { &mut kept };
            list.push((place, ty));
        }
    }
    let statics = scalars.len();
    for inst in llvm::instructions(main) {
        if let (InstructionOpcode::Alloca, Ok(place), Ok(ty)) =
            (inst.get_opcode(), PointerValue::try_from(inst), inst.get_allocated_type())
        {
            let list = if holds_one(instrument, ty) { &mut scalars } else { &mut kept };
            list.push((place, ty));
        }
    }
    let word = u64::from(instrument.layout.get_pointer_byte_size(None));
    kept.retain(|(_, ty)| instrument.layout.get_abi_size(ty) >= word && !is_number(*ty));
    let live = Liveness::new(instrument, main);
    let (mut certain, mut possible) = (Lifetimes::certain(main), Lifetimes::possible(main));
    for block in main.get_basic_blocks() {
        certain.enter(block);
        possible.enter(block);
        let mut temporaries = live.at_end(block);
        let mut questions = Vec::new();
        let all: Vec<_> = block.get_instructions().collect();
        for &inst in all.iter().rev() {
            live.step(inst, &mut temporaries);
            if is_question(inst) {
                questions.push(temporaries.clone());
            }
        }
        for inst in all {
            let callee =
                llvm::call(inst).and_then(llvm::callee).map(llvm::name).unwrap_or_default();
            certain.pass(inst, &callee);
            possible.pass(inst, &callee);
            if callee != ALL_TRACKED {
                continue;
            }
            instrument.before(inst);
            let mut held = Vec::new();
            for (index, &(place, ty)) in scalars.iter().enumerate() {
                if index < statics || certain.is_alive(place.into()) {
                    held.push(instrument.builder.build_load(ty, place, "held")?);
                } else if possible.is_alive(place.into()) {
                    kept.push((place, ty));
                }
            }
            let temporaries = questions.pop().unwrap_or_default();
            held.extend(live.values(&temporaries));
            all_tracked(instrument, &held)?;
            inst.erase_from_basic_block();
        }
    }
    keep(instrument, main, kept)
}

/// Lets objects stay in memory.
fn keep<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
    objects: Vec<(PointerValue<'ctx>, BasicTypeEnum<'ctx>)>,
) -> Outcome {
    let Some(entry) = main.get_first_basic_block() else { return Ok(()) };
    let alloca = |inst: &InstructionValue<'_>| inst.get_opcode() == InstructionOpcode::Alloca;
    let first = entry.get_instructions().find(|inst| !alloca(inst));
    let first = first.expect("a block ends with a terminator");
    instrument.before(first);
    for (place, _) in objects {
        // An array of variable length is never promoted.
        let fixed = place.as_instruction().is_none_or(|inst| inst.get_parent() == Some(entry));
        if fixed {
            instrument.builder.build_call(instrument.keep_function(), &[place.into()], "")?;
        }
    }
    Ok(())
}

fn is_question(inst: InstructionValue<'_>) -> bool {
    llvm::call(inst).and_then(llvm::callee).is_some_and(|callee| llvm::name(callee) == ALL_TRACKED)
}

/// Whether a value of this type is an address, or a number that may be one.
fn holds_one(instrument: &Instrument<'_, '_>, ty: BasicTypeEnum<'_>) -> bool {
    match ty {
        BasicTypeEnum::PointerType(_) => true,
        BasicTypeEnum::IntType(ty) => {
            ty.get_bit_width() == 8 * instrument.layout.get_pointer_byte_size(None)
        }
        _ => false,
    }
}

fn is_number(ty: BasicTypeEnum<'_>) -> bool {
    matches!(ty, BasicTypeEnum::IntType(_) | BasicTypeEnum::FloatType(_))
}

/// Which temporaries that may be addresses are still to be used.
struct Liveness<'ctx> {
    values: FxHashMap<Identity, BasicValueEnum<'ctx>>,
    /// In the order in which they are defined.
    order: Vec<Identity>,
    /// At the end of each block.
    ends: FxHashMap<BasicBlock<'ctx>, FxHashSet<Identity>>,
}

impl<'ctx> Liveness<'ctx> {
    /// Backward data flow, to the least fixpoint.
    fn new(instrument: &Instrument<'ctx, '_>, main: FunctionValue<'ctx>) -> Self {
        let mut live =
            Self { values: FxHashMap::default(), order: Vec::new(), ends: FxHashMap::default() };
        for inst in llvm::instructions(main) {
            let variable = inst.get_opcode() == InstructionOpcode::Alloca;
            let value: BasicValueEnum<'ctx> =
                match (PointerValue::try_from(inst), IntValue::try_from(inst)) {
                    (Ok(value), _) => value.into(),
                    (_, Ok(value)) => value.into(),
                    _ => continue,
                };
            if !variable && llvm::is_used(inst) && holds_one(instrument, value.get_type()) {
                live.values.insert(inst.identity(), value);
                live.order.push(inst.identity());
            }
        }
        let mut blocks = main.get_basic_blocks();
        blocks.reverse();
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &blocks {
                let mut now = live.at_end(block);
                let mut all: Vec<_> = block.get_instructions().collect();
                all.reverse();
                for inst in all {
                    live.step(inst, &mut now);
                }
                for before in llvm::predecessors(block) {
                    let mut arriving = now.clone();
                    arriving.extend(live.chosen(block, before));
                    let end = live.ends.entry(before).or_default();
                    let known = end.len();
                    end.extend(arriving);
                    changed |= end.len() > known;
                }
            }
        }
        live
    }

    /// Those that are used after a block.
    fn at_end(&self, block: BasicBlock<'ctx>) -> FxHashSet<Identity> {
        self.ends.get(&block).cloned().unwrap_or_default()
    }

    /// What the phis of a block take from another one.
    fn chosen(&self, block: BasicBlock<'ctx>, from: BasicBlock<'ctx>) -> Vec<Identity> {
        let mut all = Vec::new();
        for inst in block.get_instructions() {
            let Ok(phi) = inkwell::values::PhiValue::try_from(inst) else { break };
            let taken = phi.get_incomings().filter(|incoming| incoming.1 == from);
            all.extend(taken.map(|taken| taken.0.identity()));
        }
        all.retain(|key| self.values.contains_key(key));
        all
    }

    /// From behind an instruction to before it.
    fn step(&self, inst: InstructionValue<'ctx>, now: &mut FxHashSet<Identity>) {
        now.remove(&inst.identity());
        if inst.get_opcode() != InstructionOpcode::Phi {
            let operands = (0..inst.get_num_operands()).filter_map(|at| llvm::operand(inst, at));
            let keys = operands.map(|operand| operand.identity());
            now.extend(keys.filter(|key| self.values.contains_key(key)));
        }
    }

    fn values(&self, of: &FxHashSet<Identity>) -> Vec<BasicValueEnum<'ctx>> {
        self.order.iter().filter(|key| of.contains(key)).map(|key| self.values[key]).collect()
    }
}
