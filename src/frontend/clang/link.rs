//! From the files on the command line to one LLVM module.

use std::path::Path;

use inkwell::attributes::AttributeLoc;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::values::FunctionValue;

use super::{inline_definitions, project};
use crate::frontend::{FrontendError, Options, clang, llvm};

/// String attribute of functions that come from LLVM IR, not from our clang: their
/// checks must all be inserted here.
pub const FROM_IR: &str = "llumc-from-ir";

/// String attribute of functions in which signed overflow is defined (`-fwrapv`).
pub const WRAPS: &str = "llumc-wraps";

/// Gives the functions that a module defines a string attribute.
pub fn mark(context: &Context, module: &Module<'_>, attribute: &str) {
    let mark = context.create_string_attribute(attribute, "");
    for function in llvm::defined(module) {
        function.add_attribute(AttributeLoc::Function, mark);
    }
}

/// Whether a function has one of these marks.
pub fn is_marked(function: FunctionValue<'_>, attribute: &str) -> bool {
    function.get_string_attribute(AttributeLoc::Function, attribute).is_some()
}

/// Compiles the C files, reads the others, links all.
///
/// # Errors
/// [`FrontendError::Input`] if a file can't be read, compiled or linked.
pub fn load<'ctx>(
    context: &'ctx Context,
    options: &Options,
) -> Result<Module<'ctx>, FrontendError> {
    if !options.project.is_empty() {
        return checked(project::load(context, options)?);
    }
    let folder = crate::support::Scratch::new()
        .map_err(|error| FrontendError::Tool(format!("no temporary folder: {error}")))?;
    let mut clang = None;
    let mut linked: Option<Module<'ctx>> = None;
    for (number, file) in options.files.iter().enumerate() {
        if let Err(error) = std::fs::File::open(file) {
            return Err(FrontendError::Input(format!("{}: {error}", file.display())));
        }
        let module = match file.extension().and_then(|extension| extension.to_str()) {
            Some("c" | "i") => {
                let clang = match &clang {
                    Some(path) => path,
                    None => clang.insert(clang::find()?),
                };
                let bitcode = folder.path().join(format!("{number}.bc"));
                clang::compile(clang, options, file, &bitcode, false)?;
                let module = read(context, &bitcode)?;
                let again = |bitcode: &Path| clang::compile(clang, options, file, bitcode, true);
                inline_definitions::add(context, &module, file, &bitcode, again)?;
                if clang::wraps(options.clang_args.iter()) {
                    mark(context, &module, WRAPS);
                }
                module
            }
            Some("ll" | "bc") => {
                let module = read(context, file)?;
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
        match &linked {
            None => linked = Some(module),
            Some(all) => all.link_in_module(module).map_err(|error| {
                FrontendError::Input(format!("{}: {}", file.display(), error.to_string_lossy()))
            })?,
        }
    }
    checked(linked.ok_or_else(|| FrontendError::Input("no input file".to_owned()))?)
}

/// The module, if LLVM finds nothing wrong with it.
fn checked(module: Module<'_>) -> Result<Module<'_>, FrontendError> {
    module.verify().map_err(|error| {
        FrontendError::Input(format!("the linked module is not valid: {}", error.to_string_lossy()))
    })?;
    Ok(module)
}

/// Reads bitcode or textual IR.
///
/// # Errors
/// [`FrontendError::Input`] if it is neither.
pub fn read<'ctx>(context: &'ctx Context, file: &Path) -> Result<Module<'ctx>, FrontendError> {
    let input = |message: String| FrontendError::Input(format!("{}: {message}", file.display()));
    let bytes = std::fs::read(file).map_err(|error| input(error.to_string()))?;
    // The buffer is a copy with a zero at its end, as LLVM's parser of textual IR wants.
    let buffer = MemoryBuffer::create_from_memory_range_copy(&bytes, &file.display().to_string());
    let module = if bytes.starts_with(b"BC\xC0\xDE") {
        Module::parse_bitcode_from_buffer(&buffer, context)
    } else {
        context.create_module_from_ir(buffer)
    };
    module.map_err(|error| input(error.to_string_lossy().into_owned()))
}
