//! Which variables an undefined function can get at without being given their addresses: those
//! that are visible, and those that functions use which it may call: the visible ones but `main`.
//! Functions that are called back where undefined ones are called (`callbacks.rs`) make their
//! changes there, so they don't count; static ones that are not are never called. What is stored in
//! variables leads further; points-to follows that.

use inkwell::module::Linkage;
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue, GlobalValue,
};
use rustc_hash::FxHashSet;

use crate::frontend::clang::module::{MODEL, is_marked};
use crate::frontend::instrument::Instrument;
use crate::frontend::llvm;
use crate::frontend::names::{harness, library};
use crate::frontend::passes::checks::handlers::HANDLER_PREFIX;
use crate::frontend::passes::libc::{formats, heap};
use crate::program::runtime::PREFIX;

/// See the module.
pub struct Reach<'ctx> {
    /// The name of a visible variable, if there is one.
    pub visible: Option<String>,
    /// All variables that can be changed, and constants that lead to others.
    pub variables: Vec<GlobalValue<'ctx>>,
    /// Whether there is anything that undefined functions may change: such a variable, or what
    /// an address leads to that a call gives away.
    pub anything: bool,
    /// The name of a function that others can call by its name, if there is one.
    pub by_name: Option<String>,
}

impl<'ctx> Reach<'ctx> {
    /// Of the whole program; these functions are called back where undefined ones are called.
    pub fn new(instrument: &Instrument<'ctx, '_>, called_back: &[FunctionValue<'ctx>]) -> Self {
        let callable = callable(instrument, called_back);
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
        let variables: Vec<_> = all.into_iter().filter(can_change).collect();
        let anything = !variables.is_empty() || addresses_are_given(instrument);
        let by_name = by_name(instrument).map(llvm::name);
        Self { visible, variables, anything, by_name }
    }

    /// The addresses of the variables.
    pub fn addresses(&self) -> Vec<BasicMetadataValueEnum<'ctx>> {
        let all = self.variables.iter();
        all.map(|it| BasicMetadataValueEnum::from(it.as_pointer_value())).collect()
    }
}

/// Whether other files can name what has this linkage.
pub fn is_visible(linkage: Linkage) -> bool {
    !matches!(linkage, Linkage::Internal | Linkage::Private)
}

/// A function of the program that others can call by its name.
fn by_name<'ctx>(instrument: &Instrument<'ctx, '_>) -> Option<FunctionValue<'ctx>> {
    instrument.functions().into_iter().find(|&function| {
        let name = llvm::name(function);
        is_visible(function.get_linkage())
            && name != "main"
            && name != instrument.options.entry
            && !is_marked(function, MODEL)
    })
}

/// Whether undefined functions are called at all.
pub fn are_called(instrument: &Instrument<'_, '_>) -> bool {
    let functions = instrument.functions().into_iter();
    let mut calls = functions.flat_map(llvm::instructions).filter_map(llvm::call);
    calls.any(|call| llvm::assembly(call).is_none() && llvm::callee(call).is_some_and(is_undefined))
}

/// Whether an undefined function is called with an address, or a number that may be one, or gives
/// one.
fn addresses_are_given(instrument: &Instrument<'_, '_>) -> bool {
    let functions = instrument.functions().into_iter();
    let mut calls = functions.flat_map(llvm::instructions).filter_map(llvm::call);
    calls.any(|call| {
        llvm::assembly(call).is_none()
            && llvm::callee(call).is_some_and(is_undefined)
            && (gives_addresses(instrument, call) || returns_address(call))
    })
}

/// Whether a function is one that nobody defines and nobody knows.
pub fn is_undefined(callee: FunctionValue<'_>) -> bool {
    let name = llvm::name(callee);
    callee.count_basic_blocks() == 0
        && !["llvm.", PREFIX, HANDLER_PREFIX].iter().any(|prefix| name.starts_with(prefix))
        && harness::meaning(&name).is_none()
        && !heap::is_allocation(&name)
        && !library::is_one(callee, &name)
        && !formats::is_one(&name)
}

/// Whether a call of an undefined function with these arguments may give an address away.
pub fn gives_addresses(instrument: &Instrument<'_, '_>, call: CallSiteValue<'_>) -> bool {
    let bits = instrument.pointer_sized().get_bit_width();
    llvm::arguments(call).is_none_or(|all| {
        all.iter().any(|argument| match argument {
            BasicValueEnum::IntValue(number) => number.get_type().get_bit_width() >= bits,
            BasicValueEnum::FloatValue(_) => false,
            _ => true,
        })
    })
}

/// Whether a call gives a pointer, which others like it know then.
fn returns_address(call: CallSiteValue<'_>) -> bool {
    call.get_called_fn_type().get_return_type().is_some_and(|ty| ty.is_pointer_type())
}

/// The defined functions that an undefined one may call, and what these call.
fn callable<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    called_back: &[FunctionValue<'ctx>],
) -> FxHashSet<FunctionValue<'ctx>> {
    let all = llvm::defined(&instrument.module);
    let first = all.into_iter().filter(|&function| {
        is_visible(function.get_linkage())
            && llvm::name(function) != "main"
            && !is_marked(function, MODEL)
            && !called_back.contains(&function)
            // Hardware calls these, as tables of vectors say, and nobody else.
            && !instrument.options.interrupts.handlers.contains(&llvm::name(function))
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
