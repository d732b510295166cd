//! Which variables an undefined function can get at without being given their addresses: those
//! that are visible, and those that functions use which it may call. These are the visible ones
//! but `main`, and those whose address is taken anywhere. What is stored in variables leads
//! further; points-to follows that.

use inkwell::module::Linkage;
use inkwell::values::{FunctionValue, GlobalValue};
use rustc_hash::FxHashSet;

use crate::frontend::instrument::Instrument;
use crate::frontend::llvm;
use crate::program::runtime::PREFIX;

/// See the module.
pub struct Reach<'ctx> {
    /// The name of a visible variable, if there is one.
    pub visible: Option<String>,
    /// All variables that can be changed, and constants that lead to others.
    pub variables: Vec<GlobalValue<'ctx>>,
}

impl<'ctx> Reach<'ctx> {
    /// Of the whole program.
    pub fn new(instrument: &Instrument<'ctx, '_>) -> Self {
        let callable = callable(instrument);
        let name = |global: &GlobalValue<'_>| llvm::text(global.get_name());
        let globals = instrument.module.get_globals();
        let is_ours = |name: &str| name.starts_with("llvm.") || name.starts_with(PREFIX);
        let globals = globals.filter(|global| !is_ours(&name(global)));
        // Constants don't change, but may say where variables are.
        let all: Vec<GlobalValue<'ctx>> = globals
            .filter(|global| !global.is_constant() || llvm::holds_addresses(*global))
            .collect();
        let visible =
            |global: &&GlobalValue<'ctx>| !global.is_constant() && is_visible(global.get_linkage());
        let visible = all.iter().find(visible).map(name);
        let can_change = |global: &GlobalValue<'ctx>| {
            is_visible(global.get_linkage())
                || llvm::mentioned_by(*global).iter().any(|user| callable.contains(user))
        };
        Self { visible, variables: all.into_iter().filter(can_change).collect() }
    }
}

/// Whether other files can name what has this linkage.
pub fn is_visible(linkage: Linkage) -> bool {
    !matches!(linkage, Linkage::Internal | Linkage::Private)
}

/// The defined functions that an undefined one may call, and what these call.
fn callable<'ctx>(instrument: &Instrument<'ctx, '_>) -> FxHashSet<FunctionValue<'ctx>> {
    let all = llvm::defined(&instrument.module);
    let first = all.into_iter().filter(|&function| {
        (is_visible(function.get_linkage()) && llvm::name(function) != "main")
            || llvm::is_address_taken(function)
    });
    let mut open: Vec<FunctionValue<'ctx>> = first.collect();
    let mut found: FxHashSet<FunctionValue<'ctx>> = open.iter().copied().collect();
    while let Some(function) = open.pop() {
        let calls = llvm::instructions(function).into_iter().filter_map(llvm::call);
        for callee in calls.filter_map(llvm::callee) {
            if found.insert(callee) {
                open.push(callee);
            }
        }
    }
    found
}
