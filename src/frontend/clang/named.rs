//! Functions that the user names by options: which one is meant where several files have a static
//! one of that name.

use std::path::Path;

use inkwell::module::{Linkage, Module};
use inkwell::values::FunctionValue;

use super::project::same;
use crate::frontend::{FrontendError, Options, llvm};

/// Whether it is clear which functions of a linked program the user names.
///
/// # Errors
/// [`FrontendError::Input`] if it is not.
pub fn check(options: &Options, module: &Module<'_>) -> Result<(), FrontendError> {
    let interrupts = &options.interrupts;
    let others = [
        (&interrupts.handlers, "--interrupt"),
        (&interrupts.off, "--interrupt-off"),
        (&interrupts.on, "--interrupt-on"),
    ];
    let others = others.into_iter().flat_map(|(names, by)| names.iter().map(move |it| (it, by)));
    for (name, by) in std::iter::once((&options.entry, "--entry")).chain(others) {
        let mut all = statics(module, name);
        if by == "--entry" && !options.project.is_empty() {
            // It is looked for in the files that are named.
            all.retain(|(file, _)| options.files.iter().any(|it| same(it, Path::new(file))));
        }
        if let [one, other, ..] = &all[..] {
            let place = |(file, line): &(String, u32)| format!("{file}:{line}");
            return Err(FrontendError::Input(format!(
                "there are several static functions '{name}' ({by}), at {} and {}: it is not clear \
                 which is meant",
                place(one),
                place(other)
            )));
        }
    }
    Ok(())
}

/// Where static functions of a name are defined, if none is that is not static.
fn statics(module: &Module<'_>, name: &str) -> Vec<(String, u32)> {
    let is_static = |it: &FunctionValue<'_>| it.get_linkage() == Linkage::Internal;
    if !module.get_function(name).is_some_and(|it| is_static(&it)) {
        return vec![];
    }
    // Of those that are linked later the name has a number.
    let is_named = |it: &FunctionValue<'_>| match llvm::name(*it).strip_prefix(name) {
        Some("") => true,
        Some(rest) => {
            let number = rest.strip_prefix('.');
            number.is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()))
        }
        None => false,
    };
    let all = llvm::defined(module).into_iter().filter(|it| is_static(it) && is_named(it));
    let place = |it: FunctionValue<'_>| Some((llvm::function_file(it)?, llvm::function_line(it)?));
    let mut places: Vec<_> = all.filter_map(place).collect();
    places.sort();
    // One in a header.
    places.dedup();
    places
}
