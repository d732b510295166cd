//! C to [`crate::program::Program`]: clang, linking, instrumentation, LLVM passes,
//! lowering. No LLVM type leaves this module.
//!
//! A verdict is about the C program, not about what an optimiser made of it. So the order
//! is: every check and every choice explicit first ([`indirect`], [`calls`],
//! [`checks_ir`], [`checks_sanitizer`], [`nondet`], [`leaks`], [`deref`]), then every promise to LLVM
//! removed ([`strip`]), only then the first pass ([`passes`]).

mod aliases;
mod alignment;
mod atexit;
mod bind;
mod calls;
mod checks_ir;
mod checks_sanitizer;
mod clang;
mod debug;
mod deref;
mod driver;
mod dynamic;
mod entry;
mod errno;
mod error;
mod floating;
mod formats;
mod globals;
mod harness;
mod heap;
mod indirect;
mod inline_definitions;
mod inlined;
mod instrument;
mod leaks;
mod library;
mod lifetimes;
mod link;
mod literals;
mod lower;
mod models;
mod native;
mod nondet;
mod options;
mod outside;
mod overlap;
mod passes;
mod pointers;
mod project;
mod raw;
mod reach;
mod recursion;
mod sites;
mod strip;
#[cfg(test)]
mod tests;
mod uninit;
mod unmarked;
mod variadic;

use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::values::FunctionValue;

pub use error::FrontendError;
pub use models::{list as library_models, list_own as own_models};
pub use options::{DataModel, Limits, Options, Undefined, Volatile};
pub use project::{Unit, read as read_project};

use crate::program::{Approximation, Loc, NativeModule, Outside, Program};
use instrument::{Instrument, RawApproximation};
use lower::Points;
use sites::Sites;

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
    /// How many calls deep recursive functions are followed, if there are any.
    pub recursion: Option<u32>,
}

/// Compiles, links, instruments, inlines and lowers.
///
/// # Errors
/// [`FrontendError::Input`] for what the user can mend, [`FrontendError::Tool`] for a
/// missing clang, [`FrontendError::Internal`] for bugs of ours.
pub fn compile(options: &Options) -> Result<Compiled, FrontendError> {
    let context = Context::create();
    let instrumented = instrumented_module(&context, options)?;
    let Instrumented { module, main, sites, points, approximations, native, outside, recursion } =
        instrumented;
    let mut program = lower::lower(&module, main, &sites, options.limits, points)?;
    for RawApproximation { kind, what, loc } in approximations {
        let loc = loc.map(|loc| {
            let file = program.sources.file(&loc.file);
            let (line, column) = (loc.line, loc.column);
            let function = String::new();
            program.sources.add(Loc { file, line, column, function, inlined_at: None })
        });
        program.approximations.push(Approximation { kind, what, loc });
    }
    let ir = module.print_to_string().to_string_lossy().into_owned();
    Ok(Compiled { program, ir, native, outside, recursion })
}

/// A module that is ready to be lowered.
pub(crate) struct Instrumented<'ctx> {
    /// The module; all but `main` is declarations.
    pub module: Module<'ctx>,
    /// The function that everything is inlined into.
    pub main: FunctionValue<'ctx>,
    /// What the site numbers in it mean.
    pub sites: Sites,
    /// The checks that there were before anything was inlined or folded.
    pub points: Points,
    /// The shortcuts in meaning that were taken.
    pub approximations: Vec<RawApproximation>,
    /// The module as it was before inlining.
    pub native: NativeModule,
    /// What the program expects from outside.
    pub outside: Outside,
    /// How many calls deep recursive functions are followed, if there are any.
    pub recursion: Option<u32>,
}

/// Everything up to lowering.
pub(crate) fn instrumented_module<'ctx>(
    context: &'ctx Context,
    options: &Options,
) -> Result<Instrumented<'ctx>, FrontendError> {
    let module = link::load(context, options)?;
    // There is one thread.
    raw::run_passes(&module, "function(lower-atomic)")?;
    let mut instrument = Instrument::new(context, module, options);
    floating::run(&mut instrument);
    variadic::run(&mut instrument)?;
    let entry = entry::find(&instrument)?;
    entry::initial_values(&mut instrument);
    dynamic::run(&mut instrument)?;
    overlap::copies(&mut instrument)?;
    errno::run(&mut instrument)?;
    models::run(&mut instrument)?;
    overlap::run(&mut instrument)?;
    aliases::run(&mut instrument)?;
    calls::match_prototypes(&mut instrument)?;
    indirect::run(&mut instrument)?;
    calls::run(&mut instrument)?;
    checks_ir::run(&mut instrument)?;
    checks_sanitizer::run(&mut instrument)?;
    calls::unreachable_points(&mut instrument)?;
    literals::run(&mut instrument)?;
    nondet::run(&mut instrument)?;
    let (main, outside) = entry::build(&mut instrument, entry)?;
    leaks::run(&mut instrument)?;
    strip::run(&instrument);
    let native = native::write(&instrument)?;
    deref::run(&mut instrument)?;
    alignment::run(&mut instrument)?;
    uninit::run(&mut instrument)?;
    let points = lower::points(&instrument.module, main, &instrument.sites);
    let recursion = passes::run(&mut instrument, main)?;
    passes::check(&instrument, main)?;
    let Instrument { module, sites, approximations, .. } = instrument;
    Ok(Instrumented { module, main, sites, points, approximations, native, outside, recursion })
}
