//! What a project is to the front end: the functions in its files, and when a program is the same
//! as before.

use std::path::PathBuf;

use inkwell::context::Context;
use inkwell::module::Linkage;
use sha2::{Digest, Sha256};

use super::clang::link::Linked;
use super::clang::{self, Clang, module};
use super::passes::libc::models;
use super::{FrontendError, Options, linked, llvm};
use crate::support::Scratch;
use crate::support::hash::hex;

/// A function that a file of a project defines for others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defined {
    /// The file.
    pub file: PathBuf,
    /// The function.
    pub function: String,
    /// How many parameters it has.
    pub parameters: usize,
}

/// The functions with external linkage of a project's units, in their order.
///
/// # Errors
/// [`FrontendError::Input`] if clang rejects a unit.
pub fn functions(options: &Options, clang: &Clang) -> Result<Vec<Defined>, FrontendError> {
    let folder = Scratch::new()
        .map_err(|error| FrontendError::Tool(format!("no temporary folder: {error}")))?;
    let bitcode = folder.path().join("unit.bc");
    let context = Context::create();
    let mut all = vec![];
    for unit in &options.project {
        clang::compile_unit(clang, options, unit, &bitcode, false)?;
        let module = module::read(&context, &bitcode)?;
        let defined = llvm::defined(&module).into_iter();
        let external = defined.filter(|it| it.get_linkage() == Linkage::External);
        all.extend(external.map(|function| Defined {
            file: unit.file.clone(),
            function: llvm::name(function),
            parameters: function.count_params() as usize,
        }));
    }
    Ok(all)
}

/// The files of a project's units that the program needs, in the order of the compile commands.
///
/// # Errors
/// As [`super::compile`] until all is linked.
pub fn needed(options: &Options, clang: &Clang) -> Result<Vec<PathBuf>, FrontendError> {
    Ok(linked(&Context::create(), options, clang)?.units)
}

/// All files that the compiler reads of a program, headers and those of a project that it does not
/// need among them.
pub fn read_files(options: &Options, clang: &Clang) -> Vec<PathBuf> {
    clang::dependencies::of(clang, options).into_iter().collect()
}

/// A hash of what the compiler makes of a program's files, linked, and of the user's models, with
/// all positions in the source: 64 hexadecimal digits. Where it and the options are the same,
/// everything behind is. Comments that move nothing don't change it.
///
/// # Errors
/// As [`super::compile`] until all is linked.
pub fn content(options: &Options, clang: &Clang) -> Result<String, FrontendError> {
    let context = Context::create();
    let mut hash = Sha256::new();
    hash.update(clang.version()?);
    let mut add = |module: inkwell::module::Module<'_>| {
        // Comments name temporary files, and checksums of the sources stand in debugging information.
        for line in
            module.print_to_string().to_string_lossy().lines().filter(|it| !it.starts_with(';'))
        {
            let is_file = line.starts_with('!') && line.contains(" = !DIFile(");
            let checksum = line.find(", checksumkind:").filter(|_| is_file);
            hash.update(&line[..checksum.unwrap_or(line.len())]);
            hash.update("\n");
        }
    };
    let Linked { module, left_out, .. } = linked(&context, options, clang)?;
    add(module);
    for file in &options.models {
        add(models::own_file(&context, options, clang, file)?);
    }
    hash.update(left_out.join("\n"));
    Ok(hex(&hash.finalize()))
}
