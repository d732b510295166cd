//! Which files of a project belong to one program.
//!
//! The compile commands may be those of several programs, and do not say what is linked of which. So
//! the program begins with the files that are named, or the one that defines the entry, and grows by
//! what defines a name that it uses and has no strong definition of ([`super::definitions`]): as for a
//! linker that is given all files, the strong one counts, and a weak one only where there is none. A file that defines what another one of the program does can't be of it.
//!
//! Functions that run by themselves (`__attribute__((constructor))`) are of the program only if
//! something else in their file is needed. That others are left out is said
//! ([`crate::program::AssumptionKind::FilesLeftOut`]).

use std::path::{Path, PathBuf};

use inkwell::context::Context;
use inkwell::module::{Linkage, Module};

use super::compiler::Clang;
use super::constants;
use super::declarations;
use super::definitions::{self, Definitions, Strength};
use super::foreign;
use super::inline_definitions::{self, Known};
use super::module;
use super::named::Named;
use super::project::{Unit, same};
use crate::frontend::{FrontendError, Options, clang, llvm};
use crate::support::similar;

/// Where LLVM lists functions that run by themselves.
const BY_THEMSELVES: [&str; 2] = ["llvm.global_ctors", "llvm.global_dtors"];

/// The program of a project.
pub struct Needed<'ctx> {
    /// All of it.
    pub module: Module<'ctx>,
    /// The files that it is linked of, in the order of the compile commands.
    pub units: Vec<PathBuf>,
    /// What files are left out that may belong to it, and why, in sentences.
    pub left_out: Vec<String>,
}

/// A compiled unit.
struct Compiled<'a, 'ctx> {
    unit: &'a Unit,
    module: Module<'ctx>,
    definitions: Definitions,
}

/// Compiles the units and links those that are needed.
///
/// # Errors
/// [`FrontendError::Input`] if clang rejects a unit, or it is not clear which are meant.
pub fn load<'ctx>(
    context: &'ctx Context,
    options: &Options,
    clang: &Clang,
    known: Known<'_>,
) -> Result<Needed<'ctx>, FrontendError> {
    let folder = crate::support::Scratch::new()
        .map_err(|error| FrontendError::Tool(format!("no temporary folder: {error}")))?;
    let mut left: Vec<Compiled<'_, 'ctx>> = Vec::new();
    for (number, unit) in options.project.iter().enumerate() {
        let bitcode = folder.path().join(format!("{number}.bc"));
        let module = compile(context, options, clang, known, (unit, &bitcode))?;
        left.push(Compiled { unit, definitions: definitions::of(&module), module });
    }
    let named = Named::new(options);
    let mut program =
        Program { options, module: None, definitions: Default::default(), named, needed: vec![] };
    let mut chosen = program.first(&left)?;
    chosen.sort_unstable();
    chosen.dedup();
    let (mut left_out, mut are_first) = (vec![], true);
    loop {
        for at in chosen.drain(..).rev() {
            let more = left.remove(at);
            program.named.add(&more.module, are_first);
            program.link(more)?;
        }
        are_first = false;
        match program.next(&left, &mut left_out)? {
            Some(at) => chosen.push(at),
            None => break,
        }
    }
    program.named.check()?;
    left_out.extend(left.iter().filter_map(|it| program.by_itself(it)));
    let Program { module, needed, .. } = program;
    let module = module.ok_or_else(|| FrontendError::Input("no unit is linked".to_owned()))?;
    let units = options.project.iter().filter(|unit| needed.contains(unit));
    let units = units.map(|unit| unit.file.clone()).collect();
    Ok(Needed { module, units, left_out })
}

/// Compiles a unit; its bitcode is written to a file.
fn compile<'ctx>(
    context: &'ctx Context,
    options: &Options,
    clang: &Clang,
    known: Known<'_>,
    (unit, bitcode): (&Unit, &Path),
) -> Result<Module<'ctx>, FrontendError> {
    let adapted = foreign::compile(bitcode, |more| {
        clang::compile_unit(clang, &options.with(more), unit, bitcode, false)
    })?;
    let own = &options.with(&adapted.arguments);
    let module = module::read(context, bitcode)?;
    let again = |bitcode: &Path| clang::compile_unit(clang, own, unit, bitcode, true);
    inline_definitions::add(context, &module, &unit.file, bitcode, known, again)?;
    let messages = || clang::warnings_of_unit(clang, own, unit);
    let path = unit.directory.join(&unit.file);
    let shifts = constants::may_shift(own, &unit.arguments, &path);
    constants::note(context, &module, shifts, messages)?;
    if clang::wraps(unit.arguments.iter().chain(&options.clang_args)) {
        module::mark(context, &module, module::WRAPS);
    }
    if adapted.has_contracts {
        module::mark(context, &module, module::CONTRACTS);
    }
    Ok(module)
}

/// What is linked so far.
struct Program<'a, 'ctx> {
    options: &'a Options,
    module: Option<Module<'ctx>>,
    definitions: definitions::Linked,
    named: Named<'a>,
    needed: Vec<&'a Unit>,
}

impl<'a, 'ctx> Program<'a, 'ctx> {
    /// The units that are named, or the one that defines the entry.
    fn first(&self, left: &[Compiled<'_, '_>]) -> Result<Vec<usize>, FrontendError> {
        if self.options.files.is_empty() {
            let entry = &self.options.entry;
            let Some(at) = definer(&candidates(left, entry), left, entry)? else {
                let is_static = |it: &&Compiled<'_, '_>| {
                    let function = it.module.get_function(entry);
                    function.is_some_and(|it| it.get_linkage() == Linkage::Internal)
                };
                if let Some(unit) = left.iter().find(is_static) {
                    return Err(FrontendError::Input(format!(
                        "'{entry}' is static in {}: name that file, too",
                        unit.unit.file.display()
                    )));
                }
                let names = left.iter().flat_map(|it| llvm::defined(&it.module)).map(llvm::name);
                let question = similar::question(entry, names);
                let what = format!("no function '{entry}' is defined in the project{question}");
                return Err(FrontendError::Input(what));
            };
            return Ok(vec![at]);
        }
        let at = |file: &PathBuf| {
            let absolute = std::path::absolute(file).unwrap_or_else(|_| file.clone());
            left.iter().position(|it| same(&it.unit.file, &absolute)).ok_or_else(|| {
                FrontendError::Input(format!("{}: not among the compile commands", file.display()))
            })
        };
        self.options.files.iter().map(at).collect()
    }

    fn link(&mut self, more: Compiled<'a, 'ctx>) -> Result<(), FrontendError> {
        let Compiled { unit, module, definitions } = more;
        self.definitions.add(&unit.file, &definitions)?;
        self.needed.push(unit);
        let Some(all) = &self.module else {
            self.module = Some(module);
            return Ok(());
        };
        declarations::agree(all, &module);
        all.link_in_module(module).map_err(|error| {
            let error = error.to_string_lossy().into_owned();
            FrontendError::Input(format!("{}: {error}", unit.file.display()))
        })
    }

    /// A unit that the program needs besides; says which ones can't be of it that seem so.
    fn next(
        &self,
        left: &[Compiled<'_, '_>],
        left_out: &mut Vec<String>,
    ) -> Result<Option<usize>, FrontendError> {
        left_out.clear();
        let Some(module) = &self.module else { return Ok(None) };
        for name in lacking(module) {
            if let Some(at) = definer(&candidates(left, &name), left, &name)? {
                return Ok(Some(at));
            }
        }
        for (name, own) in self.weak(module) {
            let mut stronger = candidates(left, &name);
            stronger.retain(|(at, strength)| {
                let clash = self.definitions.clash(&left[*at].definitions);
                if let (true, Some((both, file))) = (*strength > own, clash) {
                    left_out.push(format!(
                        "{} defines {name} in the place of a weak definition, and is not linked: it \
                         defines also {both}, as {} does",
                        left[*at].unit.file.display(),
                        file.display()
                    ));
                }
                *strength > own && clash.is_none()
            });
            if let Some(at) = definer(&stronger, left, &name)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// The names that the program uses and has a weak definition of; the entry and handlers are used
    /// from outside.
    fn weak(&self, module: &Module<'_>) -> Vec<(String, Strength)> {
        let interrupts = &self.options.interrupts;
        let outside = [&interrupts.handlers, &interrupts.off, &interrupts.on];
        let outside = outside.into_iter().flatten().chain([&self.options.entry]);
        let outside: Vec<&String> = outside.collect();
        let functions = module.get_functions().map(|it| (llvm::name(it), llvm::is_used(it)));
        let variables = module.get_globals().chain(llvm::aliases(module));
        let variables = variables.map(|it| (llvm::text(it.get_name()), llvm::is_used(it)));
        let used =
            functions.chain(variables).filter(|(name, used)| *used || outside.contains(&name));
        let own = used.filter_map(|(name, _)| {
            let strength = self.definitions.strength(&name)?;
            (strength != Strength::Strong).then_some((name, strength))
        });
        own.collect()
    }

    /// What is said of a unit that is not linked, if it has functions that run by themselves.
    fn by_itself(&self, unit: &Compiled<'_, '_>) -> Option<String> {
        let mut tables = BY_THEMSELVES.iter().filter_map(|table| unit.module.get_global(table));
        let runs = tables.any(|table| table.get_initializer().is_some());
        (runs && self.definitions.clash(&unit.definitions).is_none()).then(|| {
            format!(
                "{} has functions that run by themselves (constructor, destructor), and is not \
                 linked: nothing needs it",
                unit.unit.file.display()
            )
        })
    }
}

/// The names that a module uses and does not define.
fn lacking(module: &Module<'_>) -> Vec<String> {
    let functions = module.get_functions();
    let functions = functions.filter(|it| it.count_basic_blocks() == 0 && llvm::is_used(*it));
    let globals = module.get_globals();
    let globals = globals.filter(|it| it.get_initializer().is_none() && llvm::is_used(*it));
    let names = functions.map(llvm::name).chain(globals.map(|it| llvm::text(it.get_name())));
    names.filter(|name| !name.starts_with("llvm.")).collect()
}

/// The units that define a name.
fn candidates(units: &[Compiled<'_, '_>], name: &str) -> Vec<(usize, Strength)> {
    let all = units.iter().enumerate();
    all.filter_map(|(at, it)| Some((at, *it.definitions.get(name)?))).collect()
}

/// The one of these units that has the definition that counts. Room for a variable is the same in
/// all.
///
/// # Errors
/// [`FrontendError::Input`] if several have one.
fn definer(
    candidates: &[(usize, Strength)],
    units: &[Compiled<'_, '_>],
    name: &str,
) -> Result<Option<usize>, FrontendError> {
    let Some(strength) = candidates.iter().map(|it| it.1).max() else { return Ok(None) };
    let strongest: Vec<usize> =
        candidates.iter().filter(|it| it.1 == strength).map(|it| it.0).collect();
    match strongest.as_slice() {
        [] => Ok(None),
        [at, others @ ..] if others.is_empty() || strength == Strength::Common => Ok(Some(*at)),
        several => {
            let files = several.iter().map(|&at| units[at].unit.file.display().to_string());
            Err(FrontendError::Input(format!(
                "'{name}' is defined in several files of the project: {}; name the file that is \
                 meant",
                files.collect::<Vec<_>>().join(", ")
            )))
        }
    }
}
