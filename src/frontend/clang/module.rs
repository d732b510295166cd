//! Reading modules, and marks that say where their functions come from.

use std::path::Path;

use inkwell::attributes::AttributeLoc;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::{Linkage, Module};
use inkwell::values::{FunctionValue, GlobalValue};

use crate::frontend::{FrontendError, llvm};

/// String attribute of functions that come from LLVM IR, not from our clang: their
/// checks must all be inserted here.
pub const FROM_IR: &str = "llumc-from-ir";

/// String attribute of functions in which signed overflow is defined (`-fwrapv`).
pub const WRAPS: &str = "llumc-wraps";

/// String attribute of functions of a file whose contracts are passed over.
pub const CONTRACTS: &str = "llumc-contracts";

/// String attribute of functions in which clang warns of constants, with its warnings
/// ([`super::constants`]).
pub const WARNED: &str = "llumc-warned";

/// String attribute of functions that stand for some of the C library: what they compute with
/// floating-point numbers is not what the program does.
pub const MODEL: &str = "llumc-model";

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

/// Whether a variable is a constant that clang made and the program does not name.
pub fn is_private_constant(global: GlobalValue<'_>) -> bool {
    global.is_constant() && global.get_linkage() == Linkage::Private
}

/// Whether a module of the user's is for x86, or for no machine that it names: layouts of others
/// would be heeded, their order of bytes would not.
///
/// # Errors
/// [`FrontendError::Input`] if it is for another.
pub fn is_for_x86(module: &Module<'_>, file: &Path) -> Result<(), FrontendError> {
    let triple = llvm::text(module.get_triple().as_str());
    let machine = triple.split('-').next().unwrap_or_default();
    let is_x86 =
        ["", "unknown", "x86_64", "amd64", "i386", "i486", "i586", "i686"].contains(&machine);
    let layout = module.get_data_layout();
    let is_big_endian = llvm::text(layout.as_str()).split('-').any(|part| part == "E");
    if is_x86 && !is_big_endian {
        return Ok(());
    }
    let what = if is_x86 { "a machine with the highest byte first" } else { &triple };
    Err(FrontendError::Input(format!(
        "{}: it is compiled for {what}; only programs for x86 are modelled",
        file.display()
    )))
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
