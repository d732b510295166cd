//! Where other threads may run: before each access that they may see or disturb.
//!
//! What lies between two such places no other thread takes notice of, so that it may as well be
//! one step. Models of the library that wait for something say the places themselves; sections
//! that are declared to be atomic have none, nor have operations of the machine that are.

use inkwell::IntPredicate;
use inkwell::module::Linkage;
use inkwell::values::{FunctionValue, InstructionOpcode, IntValue};
use rustc_hash::FxHashSet;

use super::reduction::Reduction;
use super::roles::Role;
use super::runs::Runs;
use super::seen::{Place, Seen};
use super::start::{self, Started};
use super::{atomic, calls, loops, own_variables, races};
use crate::frontend::clang::module::{MODEL, is_marked};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::passes::environment::shared::{ENDING, calling, is_told_by_calls};
use crate::frontend::passes::libc::formats::reads_list;
use crate::frontend::passes::libc::races::{are_looked_for, is_part};
use crate::frontend::passes::libc::{atexit, constructors};
use crate::frontend::{FrontendError, llvm};
use crate::program::runtime::{
    ALONE, ATOMIC, FIND, FIND_LAST, LEAVE, MISMATCH, RESUMED, RESUMES, ROOM, SELF, THREAD_STATES,
    YIELD, YIELDS,
};
use crate::program::{AssumptionKind, Bound, GoalKind, ModelLimit, Property};

/// How the names of functions begin that are atomic as a whole (rules of SV-COMP).
const ATOMIC_FUNCTIONS: &str = "__VERIFIER_atomic_";

/// Names by which checkers begin an atomic section.
const BEGINS: [&str; 3] =
    ["__VERIFIER_atomic_begin", "__CPROVER_atomic_begin", "__ESBMC_atomic_begin"];

/// Names by which they end one.
const ENDS: [&str; 3] = ["__VERIFIER_atomic_end", "__CPROVER_atomic_end", "__ESBMC_atomic_end"];

/// Names by which they say that others may run.
const YIELDING: [&str; 1] = ["__ESBMC_yield"];

/// Names by which a thread ends itself, with a result.
const LEAVING: [&str; 1] = ["pthread_exit"];

/// Functions of models that say a place which matters only to others that see how a lock is: what
/// they do can as well be done earlier, as nobody else can do anything with the lock meanwhile.
const RELEASES: [(&str, &[&str]); 4] = [
    ("pthread_mutex_unlock", &["pthread_mutex_trylock", "pthread_mutex_timedlock"]),
    ("pthread_rwlock_unlock", &["pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock"]),
    ("pthread_spin_unlock", &["pthread_spin_trylock"]),
    ("sem_post", &["sem_trywait", "sem_getvalue"]),
];

/// Inserts the places.
pub fn run<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    entry: FunctionValue<'ctx>,
    started: &[Started<'ctx>],
    site: IntValue<'ctx>,
) -> Outcome {
    let pause = pause(instrument, site)?;
    say(instrument)?;
    let steps = steps(instrument, pause);
    let searches = searches(instrument);
    releases(instrument);
    let runs = Runs::all(instrument, entry, started);
    let unasked = steps.union(&searches).copied().collect();
    let reduction = Reduction::find(instrument, entry, &runs, unasked);
    let roles = runs.into_iter().map(|it| Role::new(instrument, it, &reduction));
    let roles: Vec<_> = roles.collect();
    let mut found = Vec::new();
    for function in instrument.functions() {
        let says_itself = [&steps, &searches].iter().any(|it| it.contains(&function));
        // A list of arguments is its thread's own.
        let needs_none = is_told_by_calls(function) || is_part(function) || reads_list(function);
        if !says_itself && !needs_none {
            let others: Vec<&Role<'_>> = Role::beside(&roles, function).collect();
            let seen = Seen { instrument, others, reduction: &reduction, searches: &searches };
            seen.add_places(function, &mut found);
        }
    }
    let races = are_looked_for(instrument);
    assumptions(instrument, &found, races);
    for place in found {
        place.insert(instrument, pause, races)?;
    }
    races::choice(instrument)?;
    loops::run(instrument, pause, &steps)?;
    ask(instrument)?;
    atomic_functions(instrument)?;
    // A section is a step as a whole, and so is an operation of the machine.
    for mark in calls(instrument, ATOMIC) {
        if atomic::begins(mark) == Some(true) {
            instrument.before(mark);
            instrument.builder.build_call(pause, &[], "")?;
        }
    }
    own_variables::run(instrument)
}

/// What is assumed of how threads see one another's accesses: of programs without data races and
/// with atomic accesses in one order C says it itself (C17 5.1.2.4).
fn assumptions(instrument: &mut Instrument<'_, '_>, found: &[Place<'_>], races: bool) {
    let unseen = match races {
        true => found.iter().any(Place::may_race_outside),
        false => found.iter().any(Place::may_race),
    };
    let what = "threads see accesses to memory in one order, each in one step";
    let what = match unseen {
        true => format!("{what}; data races are not checked"),
        false => format!("{what}, also atomic ones that ask for less"),
    };
    if unseen || atomic::are_weak(instrument) {
        instrument.assume(AssumptionKind::SequentialConsistency, what, None);
    }
}

/// `void alone() { if (state[k] & 1) bound; … }`: no other thread runs.
fn ask(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let Some(alone) = instrument.module.get_function(ALONE) else { return Ok(()) };
    // A thread that has done what it does before its end has not ended yet.
    let leave = instrument.module.get_function(LEAVE);
    if let Some(first) = leave.and_then(|it| llvm::instructions(it).first().copied()) {
        instrument.before(first);
        instrument.tell(YIELD, &[])?;
    }
    let states = instrument.module.get_global(THREAD_STATES);
    let states =
        states.ok_or_else(|| FrontendError::Internal("no states of threads".to_owned()))?;
    let byte = instrument.context.i8_type();
    let builder = instrument.context.create_builder();
    builder.position_at_end(instrument.context.append_basic_block(alone, "entry"));
    let mut any = byte.const_zero();
    for thread in 1..states.get_value_type().into_array_type().len() {
        let state = start::place(instrument, &builder, states, thread.into())?;
        let state = builder.build_load(byte, state, "state")?.into_int_value();
        any = builder.build_or(any, state, "any")?;
    }
    let runs = builder.build_and(any, byte.const_int(start::RUNS, false), "runs")?;
    let runs = builder.build_int_compare(IntPredicate::NE, runs, byte.const_zero(), "runs")?;
    let saved = std::mem::replace(&mut instrument.builder, builder);
    let what = "a thread may run beside what the program does behind pthread_join";
    let bound = GoalKind::Bound(Bound::of(ModelLimit::ThreadSwitches, what));
    instrument.check(runs, bound, None)?;
    instrument.builder.build_return(None)?;
    instrument.builder = saved;
    alone.set_linkage(Linkage::Internal);
    Ok(())
}

/// What the program says itself: where others may run, where not, and where a thread ends.
fn say(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for name in YIELDING {
        for inst in calls(instrument, name) {
            instrument.before(inst);
            instrument.tell(YIELD, &[])?;
        }
    }
    for (names, begins) in [(BEGINS, true), (ENDS, false)] {
        for inst in names.into_iter().flat_map(|name| calls(instrument, name)) {
            instrument.before(inst);
            atomic::set(instrument, begins)?;
        }
    }
    let leaving: Vec<_> = LEAVING.into_iter().flat_map(|name| calls(instrument, name)).collect();
    for inst in leaving {
        let result = llvm::operand(inst, 0).filter(|result| result.is_pointer_value());
        let Some(result) = result else { continue };
        instrument.before(inst);
        if runs_at_the_end(instrument) {
            let number = instrument.context.i32_type();
            let own = instrument.ask_for(number.into(), SELF, &[])?.into_int_value();
            let is_program = instrument.equals(own, number.const_zero())?;
            let what = "pthread_exit of the main thread, if something is to happen at the end";
            instrument.check(is_program, GoalKind::Unsupported(what.to_owned()), None)?;
        }
        instrument.tell(LEAVE, &[result.into()])?;
        instrument.stop(crate::program::runtime::END_EXIT)?;
        Instrument::finish(inst)?;
    }
    Ok(())
}

/// Whether functions run, or something is checked, where the program ends.
fn runs_at_the_end(instrument: &Instrument<'_, '_>) -> bool {
    instrument.requested(Property::ValidMemcleanup)
        || constructors::run_behind(instrument)
        || instrument.module.get_function(atexit::RUN).is_some()
}

/// Functions of models that search through bytes, which is one step as a whole: what they have
/// found out about an object must still hold where they go on.
fn searches<'ctx>(instrument: &Instrument<'ctx, '_>) -> FxHashSet<FunctionValue<'ctx>> {
    let models = instrument.functions().into_iter().filter(|it| is_marked(*it, MODEL));
    let models: Vec<FunctionValue<'ctx>> = models.collect();
    let named = [FIND, FIND_LAST, MISMATCH, ROOM].into_iter();
    calling(&models, named.filter_map(|name| instrument.module.get_function(name)))
}

/// Functions of models that say the places themselves, and what these consist of.
fn steps<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    pause: FunctionValue<'ctx>,
) -> FxHashSet<FunctionValue<'ctx>> {
    let pauses = |function: &FunctionValue<'ctx>| {
        let mut all = llvm::instructions(*function).into_iter().filter_map(llvm::call);
        all.any(|call| llvm::callee(call) == Some(pause))
    };
    let models = instrument.functions().into_iter().filter(|it| is_marked(*it, MODEL));
    // Not what they call of the program.
    let mut open: Vec<_> = models.filter(pauses).collect();
    let mut found = FxHashSet::default();
    while let Some(function) = open.pop() {
        if found.insert(function) {
            let calls = llvm::instructions(function).into_iter().filter_map(llvm::call);
            let callees = calls.filter_map(llvm::callee);
            open.extend(callees.filter(|it| it.count_basic_blocks() > 0 && is_marked(*it, MODEL)));
        }
    }
    found
}

/// Whether objects end while threads run.
fn frees(instrument: &Instrument<'_, '_>) -> bool {
    ENDING.iter().any(|name| !calls(instrument, name).is_empty())
}

/// Drops places that matter to nobody.
fn releases(instrument: &Instrument<'_, '_>) {
    for (name, observers) in RELEASES {
        let Some(function) = instrument.module.get_function(name) else { continue };
        let is_there = |name: &&str| instrument.module.get_function(name).is_some();
        // Its memory may be freed by who sees what is done before.
        let may_end = instrument.requested(Property::ValidDeref) && frees(instrument);
        if !is_marked(function, MODEL) || may_end || observers.iter().any(is_there) {
            continue;
        }
        for inst in calls(instrument, YIELD) {
            if inst.get_parent().and_then(|block| block.get_parent()) == Some(function) {
                inst.erase_from_basic_block();
            }
        }
    }
}

/// `void yield() { yields(site); if (resumes()) resumed(); }`: [`super::merge`] makes of it that the
/// thread stops in the first block and goes on in the second.
fn pause<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    site: IntValue<'ctx>,
) -> Result<FunctionValue<'ctx>, FrontendError> {
    let context = instrument.context;
    let nothing = context.void_type().fn_type(&[], false);
    let function = instrument.declare(YIELD, nothing);
    let parts = [
        instrument.declare(YIELDS, context.void_type().fn_type(&[site.get_type().into()], false)),
        instrument.declare(RESUMES, context.bool_type().fn_type(&[], false)),
        instrument.declare(RESUMED, nothing),
    ];
    super::body(instrument, YIELD, |function, builder| {
        let [yields, resumes, resumed] = parts;
        let [landing, direct] =
            ["landing", "direct"].map(|name| context.append_basic_block(function, name));
        builder.build_call(yields, &[site.into()], "")?;
        let back = builder.build_call(resumes, &[], "resumes")?;
        let back = back.try_as_basic_value().expect_basic("it has a value").into_int_value();
        builder.build_conditional_branch(back, landing, direct)?;
        builder.position_at_end(landing);
        builder.build_call(resumed, &[], "")?;
        builder.build_unconditional_branch(direct)?;
        builder.position_at_end(direct);
        builder.build_return(None)?;
        Ok(())
    })?;
    Ok(function)
}

/// Functions that are atomic as a whole by their names.
fn atomic_functions(instrument: &Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        if !llvm::name(function).starts_with(ATOMIC_FUNCTIONS) {
            continue;
        }
        let all = llvm::instructions(function);
        let first = all.iter().find(|inst| inst.get_opcode() != InstructionOpcode::Alloca);
        if let Some(first) = first {
            instrument.before(*first);
            atomic::set(instrument, true)?;
        }
        for end in all.into_iter().filter(|it| it.get_opcode() == InstructionOpcode::Return) {
            instrument.before(end);
            atomic::set(instrument, false)?;
        }
    }
    Ok(())
}
