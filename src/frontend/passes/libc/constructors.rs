//! Functions that run before `main` and behind it (`__attribute__((constructor))`, `destructor`).
//!
//! Those with smaller priorities run first, and destructors in the opposite order (GCC manual,
//! "Common Function Attributes"); of equal ones, and of those without priority, the linker keeps
//! the order of files and of definitions. Destructors run when the program ends by `exit` or by
//! a return from `main`, behind what `atexit` registered (in glibc the loader has registered them
//! before anything of the program runs).

use inkwell::values::{BasicValueEnum, FunctionValue};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::program::GoalKind;

/// Where LLVM lists those that run before `main`.
pub const BEFORE: &str = "llvm.global_ctors";
/// Where it lists those that run behind it.
pub const BEHIND: &str = "llvm.global_dtors";

/// The functions of a table in the order of their priorities.
fn listed<'ctx>(instrument: &Instrument<'ctx, '_>, table: &str) -> Vec<FunctionValue<'ctx>> {
    let table = instrument.module.get_global(table).and_then(|table| table.get_initializer());
    let Some(table) = table else { return Vec::new() };
    let mut leaves = Vec::new();
    llvm::constant_leaves(&instrument.layout, table, 0, &mut leaves);
    let mut all = Vec::new();
    let mut priority = 0;
    for (_, leaf) in leaves {
        if let BasicValueEnum::IntValue(number) = leaf {
            priority = number.get_zero_extended_constant().unwrap_or(u64::MAX);
        }
        let mut functions = instrument.module.get_functions();
        let meant = functions.find(|function| {
            leaf == BasicValueEnum::PointerValue(function.as_global_value().as_pointer_value())
        });
        all.extend(meant.map(|function| (priority, function)));
    }
    all.sort_by_key(|(priority, _)| *priority);
    all.into_iter().map(|(_, function)| function).collect()
}

/// Whether any function runs behind `main`, besides those that `atexit` registers.
pub fn run_behind(instrument: &Instrument<'_, '_>) -> bool {
    !listed(instrument, BEHIND).is_empty()
}

/// Sections of which the loader runs what they list, by how their names begin (System V ABI,
/// "Initialization and Termination Functions"); the older ones of GCC, too.
const SECTIONS: [&str; 5] = [".preinit_array", ".init_array", ".fini_array", ".ctors", ".dtors"];

/// Inserts unsupported points for what runs or defines something without being a function of C: tables
/// that the program fills itself, and assembly at file scope.
fn beside_functions(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let sections = instrument.module.get_globals().filter_map(|global| {
        let section = global.get_section()?.to_string_lossy().into_owned();
        SECTIONS.iter().any(|name| section.starts_with(name)).then_some(section)
    });
    for section in sections.collect::<Vec<_>>() {
        let what = format!("the section {section}, whose functions run before or after main");
        instrument.fail(GoalKind::Unsupported(what), None)?;
    }
    if llvm::has_assembly(&instrument.module) {
        let what = "assembly at file scope".to_owned();
        instrument.fail(GoalKind::Unsupported(what), None)?;
    }
    Ok(())
}

/// Inserts calls of the functions that run before `main`.
///
/// # Errors
/// If LLVM refuses to build a call.
pub fn begin(instrument: &mut Instrument<'_, '_>) -> Outcome {
    beside_functions(instrument)?;
    let all = listed(instrument, BEFORE);
    call(instrument, &all)
}

/// Inserts calls of those that run behind it.
///
/// # Errors
/// If LLVM refuses to build a call.
pub fn end(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let mut all = listed(instrument, BEHIND);
    all.reverse();
    call(instrument, &all)
}

fn call<'ctx>(instrument: &mut Instrument<'ctx, '_>, all: &[FunctionValue<'ctx>]) -> Outcome {
    for function in all {
        if function.count_params() > 0 || function.count_basic_blocks() == 0 {
            let name = llvm::name(*function);
            let what = format!("the function {name}, which runs before or after main");
            instrument.fail(GoalKind::Unsupported(what), None)?;
        } else {
            instrument.builder.build_call(*function, &[], "")?;
        }
    }
    Ok(())
}
