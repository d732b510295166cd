//! From the files on the command line to one LLVM module.

use std::path::{Path, PathBuf};

use inkwell::context::Context;
use inkwell::module::Module;

use super::compiler::Clang;
use super::constants;
use super::declarations;
use super::definitions;
use super::driver;
use super::foreign;
use super::given;
use super::inline_definitions::{self, Known};
use super::module::{CONTRACTS, FROM_IR, WRAPS, is_for_x86, mark, read};
use super::named::Named;
use super::needed::{self, Needed};
use crate::frontend::{FrontendError, Options, clang, llvm};
use crate::support::source;

/// A program's files as one module.
pub struct Linked<'ctx> {
    /// All of it.
    pub module: Module<'ctx>,
    /// The files of a project's units that it has; none, if the program is given by its files.
    pub units: Vec<PathBuf>,
    /// What files of the project are left out that may belong to it, and why, in sentences.
    pub left_out: Vec<String>,
}

/// Compiles the C files, reads the others, links all; `known` says which functions have models.
///
/// # Errors
/// [`FrontendError::Input`] if a file can't be read, compiled or linked.
pub fn load<'ctx>(
    context: &'ctx Context,
    options: &Options,
    clang: &Clang,
    known: Known<'_>,
) -> Result<Linked<'ctx>, FrontendError> {
    driver::check(&options.clang_args, options.machine.as_ref(), clang::is_ilp32(options))
        .map_err(FrontendError::Input)?;
    given::check(&options.clang_args).map_err(FrontendError::Input)?;
    if !options.project.is_empty() {
        let Needed { module, units, left_out } = needed::load(context, options, clang, known)?;
        return Ok(Linked { module: prepared(options, module)?, units, left_out });
    }
    let folder = crate::support::Scratch::new()
        .map_err(|error| FrontendError::Tool(format!("no temporary folder: {error}")))?;
    let mut linked: Option<Module<'ctx>> = None;
    let mut definitions = definitions::Linked::default();
    let mut named = Named::new(options);
    for (number, file) in options.files.iter().enumerate() {
        let is_stdin = source::stdin(file).is_some();
        if !is_stdin && let Err(error) = std::fs::File::open(file) {
            return Err(FrontendError::Input(format!("{}: {error}", file.display())));
        }
        let extension = file.extension().and_then(|it| it.to_str());
        let extension = if is_stdin { Some("c") } else { extension };
        let module = match extension {
            Some("c" | "i") => {
                let bitcode = folder.path().join(format!("{number}.bc"));
                let adapted = foreign::compile(&bitcode, |more| {
                    clang::compile(clang, &options.with(more), file, &bitcode, false)
                })?;
                let options = &options.with(&adapted.arguments);
                let module = read(context, &bitcode)?;
                let again = |bitcode: &Path| clang::compile(clang, options, file, bitcode, true);
                inline_definitions::add(context, &module, file, &bitcode, known, again)?;
                let messages = || clang::warnings(clang, options, file);
                let shifts = constants::may_shift(options, &[], file);
                constants::note(context, &module, shifts, messages)?;
                if clang::wraps(options.clang_args.iter()) {
                    mark(context, &module, WRAPS);
                }
                if adapted.has_contracts {
                    mark(context, &module, CONTRACTS);
                }
                module
            }
            Some("ll" | "bc") => {
                let module = read(context, file)?;
                if let Some(machine) = &options.machine {
                    return Err(FrontendError::Input(format!(
                        "{}: LLVM IR is read for x86 only, not for {}",
                        file.display(),
                        machine.triple
                    )));
                }
                is_for_x86(&module, file)?;
                mark(context, &module, FROM_IR);
                module
            }
            _ => {
                return Err(FrontendError::Input(format!(
                    "{}: not a C or LLVM file (.c, .i, .ll, .bc)",
                    file.display()
                )));
            }
        };
        definitions.add(file, &definitions::of(&module))?;
        named.add(&module, true);
        match &linked {
            None => linked = Some(module),
            Some(all) => {
                declarations::agree(all, &module);
                all.link_in_module(module).map_err(|error| {
                    FrontendError::Input(format!("{}: {}", file.display(), error.to_string_lossy()))
                })?;
            }
        }
    }
    named.check()?;
    let module = linked.ok_or_else(|| FrontendError::Input("no input file".to_owned()))?;
    Ok(Linked { module: prepared(options, module)?, units: vec![], left_out: vec![] })
}

/// The module, if LLVM finds nothing wrong with it, with one calling convention: LLVM takes a call
/// that has another one than what it calls for undefined behaviour, and models have that of C.
fn prepared<'ctx>(options: &Options, module: Module<'ctx>) -> Result<Module<'ctx>, FrontendError> {
    let module = checked(module)?;
    if options.machine.is_some() {
        llvm::call_as_c(&module);
    }
    Ok(module)
}

/// The module, if LLVM finds nothing wrong with it.
fn checked(module: Module<'_>) -> Result<Module<'_>, FrontendError> {
    module.verify().map_err(|error| {
        FrontendError::Input(format!("the linked module is not valid: {}", error.to_string_lossy()))
    })?;
    Ok(module)
}
