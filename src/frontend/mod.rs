//! C to [`crate::program::Program`]: clang, linking, instrumentation, LLVM passes,
//! lowering. No LLVM type leaves this module.
//!
//! The order of all that happens to the module is that of a table, [`passes`].

mod clang;
mod error;
mod instrument;
mod llvm;
mod lower;
mod names;
mod options;
mod passes;
mod project;
mod signature;
mod sites;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use inkwell::context::Context;
use rustc_hash::FxHashSet;

pub use clang::project::{
    Commands, Unit, for_one_target, read as read_project, same as is_same_file,
};
pub use clang::{Clang, Machine, Target};
pub use error::FrontendError;
pub use options::{Callbacks, DataModel, Interrupts, Limits, Nested, Options, Undefined, Volatile};
pub use passes::calls::recursion::Depth;
pub use passes::describe as describe_passes;
pub use passes::libc::models::{list as library_models, list_own as own_models};
pub use project::{Defined, content, functions, needed, read_files};
pub use signature::{ArrayLength, NamedParameter, Signature};

use crate::program::{
    Assumption, AssumptionKind, Cover, Goal, GoalKind, Loc, NativeModule, Outside, Program,
};
use clang::link::Linked;
use instrument::{Instrument, RawAssumption};
use passes::Results;
use passes::rounding::names as rounding;

/// What the front end makes of C files.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program.
    pub program: Program,
    /// The LLVM IR that it was lowered from: instrumented, inlined, as text.
    pub ir: String,
    /// The same instrumented program before inlining, to be run natively.
    pub native: NativeModule,
    /// What the program expects from outside.
    pub outside: Outside,
    /// How deep recursive functions are followed, if there are any.
    pub recursion: Option<Depth>,
    /// The files that it was linked of, if a project's compile commands say how they are compiled.
    pub units: Vec<PathBuf>,
}

/// Compiles, links, instruments, inlines and lowers.
///
/// # Errors
/// [`FrontendError::Input`] for what the user can mend, [`FrontendError::Tool`] for a
/// missing clang, [`FrontendError::Internal`] for bugs of ours.
pub fn compile(options: &Options) -> Result<Compiled, FrontendError> {
    let context = Context::create();
    let clang = Clang::default();
    let (instrument, units) = load(&context, options, &clang)?;
    let (instrument, results) = passes::run(instrument, passes::TABLE)?.finish()?;
    let Instrument { module, sites, assumptions, covers, .. } = instrument;
    let Results { main, outside, native, points, recursion } = results;
    let mut program = lower::lower(&module, main, &sites, options.limits, points)?;
    for RawAssumption { kind, what, loc } in assumptions {
        let loc = loc.map(|loc| {
            let file = program.sources.file(&loc.file);
            let (line, column) = (loc.line, loc.column);
            let function = String::new();
            program.sources.add(Loc { file, line, column, function, inlined_at: None })
        });
        program.assumptions.push(Assumption { kind, what, loc });
    }
    program.folded.extend(never_called(&program, covers));
    let ir = module.print_to_string().to_string_lossy().into_owned();
    let units = units.into_iter().map(|unit| named(unit, &program)).collect();
    Ok(Compiled { program, ir, native, outside, recursion, units })
}

/// The file of a unit as places in it name it, which debug information may do in another way.
fn named(unit: PathBuf, program: &Program) -> PathBuf {
    let files = program.sources.files.iter().map(|file| PathBuf::from(&file.path));
    files.into_iter().find(|file| is_same_file(file, &unit)).unwrap_or(unit)
}

/// The places in functions that nothing calls.
fn never_called(program: &Program, covers: Vec<Cover>) -> Vec<Goal> {
    let number = |goal: &Goal| match &goal.kind {
        GoalKind::Cover(cover) => Some(cover.number),
        GoalKind::Check(_) | GoalKind::Unsupported(_) | GoalKind::Bound(_) => None,
    };
    let all = program.goals.iter().chain(&program.folded);
    let called: FxHashSet<u32> = all.filter_map(number).collect();
    let never = covers.into_iter().filter(|cover| !called.contains(&cover.number));
    let goal = |cover| Goal { kind: GoalKind::Cover(Box::new(cover)), loc: None, site: None };
    never.map(goal).collect()
}

/// The module as clang makes it, and the files of a project's units in it.
fn load<'ctx, 'a>(
    context: &'ctx Context,
    options: &'a Options,
    clang: &'a Clang,
) -> Result<(Instrument<'ctx, 'a>, Vec<PathBuf>), FrontendError> {
    let Linked { module, units, left_out } = linked(context, options, clang)?;
    if rounding::setters(&module).is_empty() || options.machine.is_some() {
        let mut instrument = Instrument::new(context, module, options, clang);
        list(&mut instrument, left_out);
        return Ok((instrument, units));
    }
    // Again, so that clang computes nothing itself that the rounding mode matters to.
    let aware = rounding::aware(&module);
    let mut again = options.clone();
    again.clang_args.push("-frounding-math".to_owned());
    let Linked { module, units, left_out } = linked(context, &again, clang)?;
    let mut instrument = Instrument::new(context, module, options, clang);
    list(&mut instrument, left_out);
    if let Some(inst) = rounding::unaware(&instrument.module, &aware) {
        let what = "floating-point operations are rounded in the mode that the program sets, also \
                    where FENV_ACCESS is not on";
        instrument.assume(AssumptionKind::RoundingMode, what.to_owned(), llvm::location(inst));
    }
    Ok((instrument, units))
}

/// Says what files are left out, and once that contracts are passed over, if some are.
fn list(instrument: &mut Instrument<'_, '_>, left_out: Vec<String>) {
    for what in left_out {
        instrument.assume(AssumptionKind::FilesLeftOut, what, None);
    }
    let all = llvm::defined(&instrument.module);
    if all.into_iter().any(|function| clang::module::is_marked(function, clang::module::CONTRACTS))
    {
        let what =
            "contracts and loop invariants for other checkers are neither checked nor assumed";
        instrument.assume(AssumptionKind::ContractsIgnored, what.to_owned(), None);
    }
}

/// The module of all files that are needed.
fn linked<'ctx>(
    context: &'ctx Context,
    options: &Options,
    clang: &Clang,
) -> Result<Linked<'ctx>, FrontendError> {
    let modelled: FxHashSet<&str> = library_models().flat_map(|(_, names)| names).collect();
    clang::link::load(context, options, clang, &|name| modelled.contains(name))
}

/// The module after the pass of this name, as text.
///
/// # Errors
/// As [`compile`], and [`FrontendError::Input`] if no pass is called so.
pub fn ir_after(options: &Options, pass: &str) -> Result<String, FrontendError> {
    let passes = passes::up_to(pass)?;
    let context = Context::create();
    let clang = Clang::default();
    let (instrument, _) = load(&context, options, &clang)?;
    let state = passes::run(instrument, passes)?;
    Ok(state.instrument.module.print_to_string().to_string_lossy().into_owned())
}
