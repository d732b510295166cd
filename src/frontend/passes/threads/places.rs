//! Where other threads may run: before each access that they may see or disturb.
//!
//! What lies between two such places no other thread takes notice of, so that it may as well be
//! one step. Models of the library that wait for something say the places themselves; sections
//! that are declared to be atomic have none, nor have operations of the machine that are.

use inkwell::module::Linkage;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{FunctionValue, GlobalValue, InstructionOpcode, IntValue, PointerValue};
use rustc_hash::FxHashSet;

use super::roles::{self, Role};
use super::start::Started;
use super::{calls, loops, set_atomic};
use crate::frontend::clang::module::{MODEL, is_marked};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::frontend::passes::environment::shared::{ENDING, accesses, is_of_variable};
use crate::frontend::passes::libc::{atexit, constructors};
use crate::program::runtime::{
    ATOMIC, FIND, FIND_LAST, LEAVE, MISMATCH, PREFIX, RESUMED, RESUMES, ROOM, SELF, THREAD_LOCAL,
    YIELD, YIELDS,
};
use crate::program::{GoalKind, Property};

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
const RELEASES: [(&str, &[&str]); 9] = [
    ("pthread_mutex_unlock", &["pthread_mutex_trylock", "pthread_mutex_timedlock"]),
    ("pthread_rwlock_unlock", &["pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock"]),
    ("pthread_spin_unlock", &["pthread_spin_trylock"]),
    ("sem_post", &["sem_trywait", "sem_getvalue"]),
    ("pthread_mutex_init", &[]),
    ("pthread_rwlock_init", &[]),
    ("pthread_spin_init", &[]),
    ("sem_init", &[]),
    ("pthread_barrier_init", &[]),
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
    let roles = Role::all(instrument, entry, started);
    for function in instrument.functions() {
        if steps.contains(&function) || searches.contains(&function) {
            continue;
        }
        let is_model = is_marked(function, MODEL);
        let others: Vec<&Role<'_>> = Role::beside(&roles, function).collect();
        for inst in llvm::instructions(function) {
            // What models keep for themselves they keep safe from other threads.
            let is_shared = |&access: &_| {
                !(is_model && is_of_variable(access)) && others.iter().any(|it| it.sees(access))
            };
            let callee = llvm::call(inst).and_then(llvm::callee);
            let is_search = callee.is_some_and(|callee| searches.contains(&callee));
            let is_outside = callee.is_some_and(|callee| roles::is_outside(instrument, callee));
            if is_search || is_outside && !others.is_empty() || accesses(inst).iter().any(is_shared)
            {
                instrument.before(inst);
                instrument.builder.build_call(pause, &[], "")?;
            }
        }
    }
    loops::run(instrument, pause, &steps)?;
    atomic_functions(instrument)?;
    // A section is a step as a whole, and so is an operation of the machine.
    for mark in calls(instrument, ATOMIC) {
        let begins = llvm::operand(mark, 0).map(|begins| begins.into_int_value());
        if begins.and_then(|begins| begins.get_zero_extended_constant()) == Some(1) {
            instrument.before(mark);
            instrument.builder.build_call(pause, &[], "")?;
        }
    }
    thread_locals(instrument)
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
            set_atomic(instrument, begins)?;
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
    let mut found: FxHashSet<FunctionValue<'ctx>> = FxHashSet::default();
    loop {
        let searches = |function: &FunctionValue<'ctx>| {
            let calls = llvm::instructions(*function).into_iter().filter_map(llvm::call);
            calls.filter_map(llvm::callee).any(|callee| {
                found.contains(&callee)
                    || [FIND, FIND_LAST, MISMATCH, ROOM].contains(&llvm::name(callee).as_str())
            })
        };
        let more: Vec<_> =
            models.iter().copied().filter(|it| !found.contains(it) && searches(it)).collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
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
) -> Result<FunctionValue<'ctx>, crate::frontend::FrontendError> {
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
            set_atomic(instrument, true)?;
        }
        for end in all.into_iter().filter(|it| it.get_opcode() == InstructionOpcode::Return) {
            instrument.before(end);
            set_atomic(instrument, false)?;
        }
    }
    Ok(())
}

/// Addresses of variables that each thread has: which one it is is known when all is inlined.
fn thread_locals(instrument: &Instrument<'_, '_>) -> Outcome {
    let pointer = instrument.context.ptr_type(inkwell::AddressSpace::default());
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name);
            if !callee.is_some_and(|name| name.starts_with("llvm.threadlocal.address")) {
                continue;
            }
            let Some(variable) = llvm::operand(inst, 0).and_then(llvm::global_of) else { continue };
            let Ok(ty) = BasicTypeEnum::try_from(variable.get_value_type()) else { continue };
            let (first, size) =
                (first(instrument, variable, ty), instrument.layout.get_abi_size(&ty));
            let size = instrument.pointer_sized().const_int(size, false);
            let parts = [variable.as_pointer_value().into(), first.into(), size.into()];
            instrument.before(inst);
            let its = instrument.ask_for(pointer.into(), THREAD_LOCAL, &parts)?;
            if llvm::is_used(inst) {
                llvm::replace(inst, its);
            }
            inst.erase_from_basic_block();
        }
    }
    Ok(())
}

/// What a variable holds first, as a constant.
fn first<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    variable: GlobalValue<'ctx>,
    ty: BasicTypeEnum<'ctx>,
) -> PointerValue<'ctx> {
    let name = format!("{PREFIX}first_{}", llvm::text(variable.get_name()));
    let known = instrument.module.get_global(&name);
    let first = known.unwrap_or_else(|| {
        let first = instrument.module.add_global(ty, None, &name);
        first.set_initializer(&variable.get_initializer().unwrap_or_else(|| ty.const_zero()));
        first.set_constant(true);
        first.set_linkage(Linkage::Internal);
        first
    });
    first.as_pointer_value()
}
