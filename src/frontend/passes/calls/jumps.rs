//! `setjmp` and `longjmp` (C17 7.13) as jumps inside of the one function that is left.
//!
//! A call of `setjmp` writes into its object which call it is, and which activation of its
//! function. Where everything is inlined, `longjmp` compares that with all calls of `setjmp` whose
//! functions are still active and goes on behind the one that it equals, with another result. To
//! where none is active there is no way: an unsupported point.
//!
//! Native runs use the library's own functions; so this comes behind their module. Any block may be
//! jumped to from any other, so before the jumps are made values that live across blocks go to
//! memory (LLVM's `reg2mem`), from where promotion takes them back.
//!
//! A jump within a thread leads to places of this thread only (7.13.2.1p2); the threads are still
//! apart then, each behind a call that says where it begins.
//!
//! Variables of the functions that are left live on, and those that were changed since `setjmp` keep
//! what they hold, which C leaves open unless they are volatile (7.13.2.1p3): both are listed.

use std::collections::hash_map::Entry;

use inkwell::IntPredicate;
use inkwell::basic_block::BasicBlock;
use inkwell::module::Linkage;
use inkwell::values::{
    BasicValueEnum, CallSiteValue, FunctionValue, GlobalValue, InstructionOpcode, InstructionValue,
    IntValue, PhiValue, PointerValue,
};

use rustc_hash::FxHashMap;

use crate::frontend::FrontendError;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identified};
use crate::program::runtime::{
    ACTIVATIONS, BEGINS, JUMP, JUMP_ARRIVES, JUMP_FROM, JUMP_HERE, JUMP_VALUE, SET_JUMP,
};
use crate::program::{AssumptionKind, GoalKind};

/// The names under which headers call them.
const SETS: [&str; 4] = ["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp"];
const LEAVES: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

/// Whether a call is one of `setjmp`, as C declares it.
pub fn sets(call: CallSiteValue<'_>, name: &str) -> bool {
    SETS.contains(&name) && environment(call).is_some()
}

/// Whether a call is one of `longjmp`, as C declares it.
pub fn leaves(call: CallSiteValue<'_>, name: &str) -> bool {
    let value = || llvm::arguments(call)?.get(1)?.is_int_value().then_some(());
    LEAVES.contains(&name) && environment(call).is_some() && value().is_some()
}

/// Whether the program calls `longjmp`.
pub fn are_made(instrument: &Instrument<'_, '_>) -> bool {
    let functions = instrument.functions().into_iter();
    functions.flat_map(llvm::instructions).any(is_jump)
}

/// Whether an instruction is a call of `longjmp`.
pub fn is_jump(inst: InstructionValue<'_>) -> bool {
    llvm::call(inst).is_some_and(|call| {
        let name = llvm::callee(call).map(llvm::name).unwrap_or_default();
        leaves(call, &name)
    })
}

/// Whether a function calls `setjmp`.
pub fn in_function(function: FunctionValue<'_>) -> bool {
    llvm::instructions(function).into_iter().filter_map(llvm::call).any(|call| {
        let name = llvm::callee(call).map(llvm::name).unwrap_or_default();
        sets(call, &name)
    })
}

fn environment<'ctx>(call: CallSiteValue<'ctx>) -> Option<PointerValue<'ctx>> {
    match llvm::arguments(call)?.first()? {
        BasicValueEnum::PointerValue(place) => Some(*place),
        _ => None,
    }
}

/// Replaces the calls by calls of functions of ours.
///
/// # Errors
/// If LLVM refuses to build one.
pub fn mark(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        let mut set = Vec::new();
        for inst in llvm::instructions(function) {
            let Some(call) = llvm::call(inst) else { continue };
            let name = llvm::callee(call).map(llvm::name).unwrap_or_default();
            if sets(call, &name) {
                set.push((inst, call));
            } else if leaves(call, &name) {
                leave(instrument, inst, call)?;
            }
        }
        if !set.is_empty() {
            let what = "what longjmp leaves is not used again, and variables that were changed \
                        since setjmp keep their values";
            instrument.assume(AssumptionKind::LongjmpVariables, what.to_owned(), None);
            let active = activation(instrument, function)?;
            for (inst, call) in set {
                set_jump(instrument, inst, call, active)?;
            }
        }
    }
    Ok(())
}

/// Makes a variable that holds the number of the activation of a function, and 0 once it has
/// returned.
fn activation<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
) -> Result<PointerValue<'ctx>, FrontendError> {
    let number = instrument.context.i32_type();
    let all = llvm::instructions(function);
    if let Some(first) = all.first() {
        instrument.before(*first);
    }
    let builder = &instrument.builder;
    let active = builder.build_alloca(number, "activation")?;
    let count = counter(instrument).as_pointer_value();
    let last = builder.build_load(number, count, "last")?.into_int_value();
    let this = builder.build_int_add(last, number.const_int(1, false), "this")?;
    builder.build_store(count, this)?;
    builder.build_store(active, this)?;
    for end in all.into_iter().filter(|inst| inst.get_opcode() == InstructionOpcode::Return) {
        instrument.before(end);
        instrument.builder.build_store(active, number.const_zero())?;
    }
    Ok(active)
}

fn counter<'ctx>(instrument: &Instrument<'ctx, '_>) -> GlobalValue<'ctx> {
    instrument.module.get_global(ACTIVATIONS).unwrap_or_else(|| {
        let number = instrument.context.i32_type();
        let global = instrument.module.add_global(number, None, ACTIVATIONS);
        global.set_initializer(&number.const_zero());
        global.set_linkage(Linkage::Internal);
        global
    })
}

fn set_jump<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    active: PointerValue<'ctx>,
) -> Outcome {
    let Some(place) = environment(call) else { return Ok(()) };
    instrument.before(inst);
    // What is written there is known later; that it is a valid place is checked now.
    let mark = instrument.context.i64_type().const_zero();
    let store = instrument.builder.build_store(place, mark)?;
    unaligned(store)?;
    let function = set_function(instrument)?;
    let set = instrument.builder.build_call(function, &[place.into(), active.into()], "set")?;
    if llvm::is_used(inst) {
        llvm::replace(inst, set);
    }
    inst.erase_from_basic_block();
    Ok(())
}

/// `int set_jump(place, active) { here(place, active); return arrives() ? value() : 0; }`: the
/// parts are calls that [`resolve`] replaces, the block of `value` is where jumps lead.
fn set_function<'ctx>(
    instrument: &Instrument<'ctx, '_>,
) -> Result<FunctionValue<'ctx>, FrontendError> {
    let context = instrument.context;
    let (number, bit) = (context.i32_type(), context.bool_type());
    let pointer = context.ptr_type(inkwell::AddressSpace::default()).into();
    let here = instrument.declare(JUMP_HERE, context.void_type().fn_type(&[pointer; 2], false));
    let arrives = instrument.declare(JUMP_ARRIVES, bit.fn_type(&[], false));
    let value = instrument.declare(JUMP_VALUE, number.fn_type(&[], false));
    instrument.define(SET_JUMP, number.fn_type(&[pointer; 2], false), |function, builder| {
        let entry = builder.get_insert_block().expect("the builder stands in the entry block");
        let [landing, direct] =
            ["landing", "direct"].map(|name| context.append_basic_block(function, name));
        let parameters: Vec<_> = function.get_params().into_iter().map(Into::into).collect();
        builder.build_call(here, &parameters, "")?;
        let back = builder.build_call(arrives, &[], "arrives")?;
        let back = back.try_as_basic_value().expect_basic("it has a value").into_int_value();
        builder.build_conditional_branch(back, landing, direct)?;
        builder.position_at_end(landing);
        let result = builder.build_call(value, &[], "value")?;
        let result = result.try_as_basic_value().expect_basic("it has a value");
        builder.build_unconditional_branch(direct)?;
        builder.position_at_end(direct);
        let phi = builder.build_phi(number, "result")?;
        phi.add_incoming(&[(&number.const_zero(), entry), (&result, landing)]);
        builder.build_return(Some(&phi.as_basic_value()))?;
        Ok(())
    })
}

/// `void jump(id, activation, value) { from(id, activation, value); unreachable }`.
fn leave<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
) -> Outcome {
    let context = instrument.context;
    let number = context.i32_type();
    let ty = context.void_type().fn_type(&[number.into(); 3], false);
    let from = instrument.declare(JUMP_FROM, ty);
    let jump = instrument.define(JUMP, ty, |function, builder| {
        let parameters: Vec<_> = function.get_params().into_iter().map(Into::into).collect();
        builder.build_call(from, &parameters, "")?;
        builder.build_unreachable()?;
        Ok(())
    })?;
    let (Some(place), Some(BasicValueEnum::IntValue(value))) =
        (environment(call), llvm::arguments(call).and_then(|all| all.get(1).copied()))
    else {
        return Ok(());
    };
    instrument.before(inst);
    let builder = &instrument.builder;
    let mut read = [number.const_zero(); 2];
    for (offset, word) in [0, 4].into_iter().zip(&mut read) {
        let at = llvm::part(builder, place, offset, "mark")?;
        let load = builder.build_load(number, at, "mark")?;
        if let Some(load) = llvm::as_instruction(load.identity()) {
            unaligned(load)?;
        }
        *word = load.into_int_value();
    }
    let value = builder.build_int_cast(value, number, "value")?;
    let [id, activation] = read;
    builder.build_call(jump, &[id.into(), activation.into(), value.into()], "")?;
    inst.erase_from_basic_block();
    Ok(())
}

fn unaligned(access: InstructionValue<'_>) -> Outcome {
    access.set_alignment(1).map_err(|error| FrontendError::Internal(error.to_string()))
}

/// A place behind a call of `setjmp` in the one function that is left.
struct Landing<'ctx> {
    number: u64,
    active: PointerValue<'ctx>,
    block: BasicBlock<'ctx>,
    result: PhiValue<'ctx>,
}

/// Makes the jumps.
///
/// # Errors
/// If LLVM refuses.
pub fn resolve<'ctx>(instrument: &mut Instrument<'ctx, '_>, main: FunctionValue<'ctx>) -> Outcome {
    if [JUMP_HERE, JUMP_FROM].iter().all(|name| instrument.module.get_function(name).is_none()) {
        return Ok(());
    }
    llvm::run_passes(&instrument.module, "function(reg2mem)")?;
    let all = llvm::instructions(main);
    let named = |name: &str| -> Vec<_> {
        all.iter().copied().filter(|inst| llvm::is_call_of(*inst, name)).collect()
    };
    let (sets, leaves) = (named(JUMP_HERE), named(JUMP_FROM));
    let threads = threads(main, &named(BEGINS));
    let mut landings = Vec::new();
    for (number, inst) in (1..).zip(sets) {
        landings.extend(llvm::call(inst).map(|call| landing(instrument, inst, call, number)));
    }
    let landings = landings.into_iter().collect::<Result<Vec<_>, _>>()?;
    for inst in leaves {
        let Some(call) = llvm::call(inst) else { continue };
        let own = inst.get_parent().and_then(|block| threads.get(&block));
        let is_own = |landing: &&Landing<'ctx>| threads.get(&landing.block) == own;
        let landings: Vec<_> = landings.iter().filter(is_own).collect();
        jump(instrument, main, inst, call, &landings)?;
    }
    Ok(())
}

/// The thread of each block: where it begins.
fn threads<'ctx>(
    main: FunctionValue<'ctx>,
    begins: &[InstructionValue<'ctx>],
) -> FxHashMap<BasicBlock<'ctx>, BasicBlock<'ctx>> {
    let mut threads = FxHashMap::default();
    // What leads to all of them is the program's own: it comes last.
    let begins = begins.iter().filter_map(|inst| inst.get_parent());
    for begin in begins.chain(main.get_first_basic_block()) {
        let mut open = vec![begin];
        while let Some(block) = open.pop() {
            if let Entry::Vacant(entry) = threads.entry(block) {
                entry.insert(begin);
                open.extend(llvm::successors(block));
            }
        }
    }
    threads
}

fn landing<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    here: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    number: u64,
) -> Result<Landing<'ctx>, FrontendError> {
    let odd = || FrontendError::Internal("a call of setjmp lost its parts".to_owned());
    let arguments = llvm::arguments(call).unwrap_or_default();
    let [BasicValueEnum::PointerValue(place), BasicValueEnum::PointerValue(active)] = arguments[..]
    else {
        return Err(odd());
    };
    let word = instrument.context.i32_type();
    instrument.before(here);
    let builder = &instrument.builder;
    unaligned(builder.build_store(place, word.const_int(number, false))?)?;
    let activation = builder.build_load(word, active, "activation")?;
    let behind = llvm::part(builder, place, 4, "mark")?;
    unaligned(builder.build_store(behind, activation)?)?;
    let arrives =
        std::iter::successors(here.get_next_instruction(), |it| it.get_next_instruction())
            .find(|it| llvm::is_call_of(*it, JUMP_ARRIVES))
            .ok_or_else(odd)?;
    let from = here.get_parent().ok_or_else(odd)?;
    let block = *llvm::successors(from).first().ok_or_else(odd)?;
    let value =
        block.get_instructions().find(|it| llvm::is_call_of(*it, JUMP_VALUE)).ok_or_else(odd)?;
    here.erase_from_basic_block();
    llvm::replace_by_zero(arrives);
    arrives.erase_from_basic_block();
    let first = block.get_first_instruction().ok_or_else(odd)?;
    instrument.before(first);
    let result = instrument.builder.build_phi(word, "result")?;
    result.add_incoming(&[(&word.const_zero(), from)]);
    llvm::replace(value, result.as_basic_value());
    value.erase_from_basic_block();
    Ok(Landing { number, active, block, result })
}

fn jump<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    landings: &[&Landing<'ctx>],
) -> Outcome {
    let arguments = llvm::arguments(call).unwrap_or_default();
    let [
        BasicValueEnum::IntValue(id),
        BasicValueEnum::IntValue(activation),
        BasicValueEnum::IntValue(value),
    ] = arguments[..]
    else {
        return Err(FrontendError::Internal("a jump lost its parts".to_owned()));
    };
    let word = value.get_type();
    instrument.before(inst);
    let zero = instrument.equals(value, word.const_zero())?;
    // The result of setjmp is never 0 then (C17 7.13.2.1p4).
    let value = instrument.builder.build_select(zero, word.const_int(1, false), value, "value")?;
    let location = inst.get_debug_location();
    let rest = std::iter::successors(Some(inst), |it| it.get_next_instruction());
    for dead in rest.collect::<Vec<_>>().into_iter().rev() {
        dead.erase_from_basic_block();
    }
    let block = instrument.builder.get_insert_block().expect("the builder stands in a block");
    instrument.builder.position_at_end(block);
    if let Some(location) = location {
        instrument.builder.set_current_debug_location(location);
    }
    for landing in landings {
        let is = reaches(instrument, landing, id, activation)?;
        let next = instrument.context.append_basic_block(main, "elsewhere");
        let here = instrument.builder.get_insert_block().expect("the builder stands in a block");
        instrument.builder.build_conditional_branch(is, landing.block, next)?;
        landing.result.add_incoming(&[(&value, here)]);
        instrument.builder.position_at_end(next);
    }
    let what = "a longjmp to where no call of setjmp is active, whose behaviour is undefined";
    instrument.fail(GoalKind::Unsupported(what.to_owned()), None)?;
    instrument.builder.build_unreachable()?;
    Ok(())
}

/// Whether a jump is meant for a place whose function is active.
fn reaches<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    landing: &Landing<'ctx>,
    id: IntValue<'ctx>,
    activation: IntValue<'ctx>,
) -> Result<IntValue<'ctx>, FrontendError> {
    let word = id.get_type();
    let builder = &instrument.builder;
    let this = instrument.equals(id, word.const_int(landing.number, false))?;
    let now = builder.build_load(word, landing.active, "activation")?.into_int_value();
    let same = instrument.equals(activation, now)?;
    let lives = builder.build_int_compare(IntPredicate::NE, now, word.const_zero(), "lives")?;
    let active = builder.build_and(same, lives, "active")?;
    Ok(builder.build_and(this, active, "reaches")?)
}
