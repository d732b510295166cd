//! Bodies of functions that are inline only.
//!
//! `inline int f(int x) { … }` without `extern` (C17 6.7.4p7), and `extern inline` with
//! `gnu_inline`, define f for this file only; the linker expects another definition elsewhere.
//! Both do the same in a correct program, so where there is no other one this one is meant. At
//! -O0 clang drops such bodies, so a file that may have one is compiled a second time, in the
//! mode that keeps them (their linkage is then `available_externally`), and they are taken from
//! there.

use std::path::Path;

use inkwell::context::Context;
use inkwell::module::{Linkage, Module};
use rustc_hash::FxHashSet;

use super::declarations;
use super::module::read;
use crate::frontend::names::{harness, library};
use crate::frontend::{FrontendError, llvm};
use crate::support::source;

/// Whether a function of this name has a model.
pub type Known<'a> = &'a dyn Fn(&str) -> bool;

/// Adds the bodies that a module of one C file lacks, and notes what the second module tells of
/// declarations ([`declarations`]). `compile` writes the second module to a
/// file. They give way to a definition in another file.
///
/// # Errors
/// If clang can't be run, or LLVM refuses to link.
pub fn add<'ctx>(
    context: &'ctx Context,
    module: &Module<'ctx>,
    source: &Path,
    bitcode: &Path,
    modelled: Known<'_>,
    compile: impl FnOnce(&Path) -> Result<(), FrontendError>,
) -> Result<(), FrontendError> {
    if !may_lack(module, source, modelled) {
        return Ok(());
    }
    compile(bitcode)?;
    let second = read(context, bitcode)?;
    declarations::note(context, module, &second);
    let wanted = wanted(module, &second);
    if wanted.is_empty() {
        return Ok(());
    }
    let statics = share_statics(module, &second);
    for function in llvm::defined(&second) {
        let name = llvm::name(function);
        if wanted.contains(&name) {
            function.set_linkage(Linkage::WeakAny);
        } else if function.get_linkage() != Linkage::Internal {
            function.set_linkage(Linkage::AvailableExternally);
        }
    }
    for global in second.get_globals().filter(|global| global.get_initializer().is_some()) {
        if matches!(global.get_linkage(), Linkage::External | Linkage::Common | Linkage::WeakAny) {
            global.set_linkage(Linkage::AvailableExternally);
        }
    }
    // What is not used any more.
    llvm::run_passes(&second, "globaldce")?;
    module
        .link_in_module(second)
        .map_err(|error| FrontendError::Internal(error.to_string_lossy().into_owned()))?;
    for name in statics {
        if let Some(function) = module.get_function(&name) {
            function.set_linkage(Linkage::Internal);
        } else if let Some(global) = module.get_global(&name) {
            global.set_linkage(Linkage::Internal);
        }
    }
    Ok(())
}

/// Whether a file may have such a body: it calls what it does not define. Functions that are
/// known by name need a hint in the text.
fn may_lack(module: &Module<'_>, file: &Path, modelled: Known<'_>) -> bool {
    let is_known =
        |name: &str| harness::meaning(name).is_some() || library::is_known(name) || modelled(name);
    let says_inline = || source::read(file).is_ok_and(|text| has_word(&text, b"inline"));
    let lacking = undefined(module);
    !lacking.iter().all(|name| is_known(name)) || !lacking.is_empty() && says_inline()
}

fn has_word(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window == word)
}

/// The functions that are used and have no body; LLVM's own aside.
fn undefined(module: &Module<'_>) -> Vec<String> {
    let all = module.get_functions();
    let lacking = all.filter(|&it| it.count_basic_blocks() == 0 && llvm::is_used(it));
    let names = lacking.map(llvm::name);
    names.filter(|name| !name.starts_with("llvm.") && !name.starts_with("__ubsan_")).collect()
}

/// Names of the functions whose bodies the first module lacks and the second has, also those that
/// only such bodies use.
fn wanted(module: &Module<'_>, second: &Module<'_>) -> FxHashSet<String> {
    let lacking: FxHashSet<String> = undefined(module).into_iter().collect();
    let is_there = |name: &str| {
        module.get_function(name).is_some_and(|function| function.count_basic_blocks() > 0)
    };
    let mut bodies = llvm::defined(second);
    bodies.retain(|body| {
        body.get_linkage() == Linkage::AvailableExternally && !is_there(&llvm::name(*body))
    });
    let mut wanted = FxHashSet::default();
    let mut before = None;
    while before != Some(wanted.len()) {
        before = Some(wanted.len());
        for &body in &bodies {
            let users = || llvm::mentioned_by(body).into_iter().map(llvm::name);
            let name = llvm::name(body);
            if lacking.contains(&name) || users().any(|user| wanted.contains(&user)) {
                wanted.insert(name);
            }
        }
    }
    wanted
}

/// Lets the static functions and variables of the second module be those of the first, where that
/// has them: until both are linked they are visible. Their names.
fn share_statics(module: &Module<'_>, second: &Module<'_>) -> Vec<String> {
    let mut shared = Vec::new();
    for function in llvm::defined(second) {
        let name = llvm::name(function);
        let first = module.get_function(&name).filter(|first| first.count_basic_blocks() > 0);
        if let Some(first) = first.filter(|it| it.get_linkage() == Linkage::Internal) {
            first.set_linkage(Linkage::External);
            function.set_linkage(Linkage::AvailableExternally);
            shared.push(name);
        }
    }
    for global in second.get_globals() {
        let name = llvm::text(global.get_name());
        let first = module.get_global(&name).filter(|it| it.get_linkage() == Linkage::Internal);
        if let Some(first) = first.filter(|_| global.get_linkage() == Linkage::Internal) {
            first.set_linkage(Linkage::External);
            global.set_linkage(Linkage::AvailableExternally);
            shared.push(name);
        }
    }
    shared
}
