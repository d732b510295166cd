//! Everything into one function, by LLVM's `always-inline`.
//!
//! [`super::recursion`] has cut all cycles of calls before; what is left of
//! calls (functions that can't be inlined) becomes an unsupported point after it.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::Linkage;
use inkwell::values::FunctionValue;

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::program::runtime::{DISPATCHER, PREFIX};

/// Inlines all that LLVM can inline.
pub fn run<'ctx>(instrument: &Instrument<'ctx, '_>, main: FunctionValue<'ctx>) -> Outcome {
    for function in llvm::defined(&instrument.module) {
        if function != main {
            function.set_linkage(Linkage::Internal);
        }
    }
    let globals = instrument.module.get_globals();
    for global in globals.filter(|global| global.get_initializer().is_some()) {
        global.set_linkage(Linkage::Internal);
    }
    ask_for_inlining(instrument, main);
    llvm::run_passes(&instrument.module, "always-inline")
}

/// Lets LLVM inline all functions into `main`.
fn ask_for_inlining<'ctx>(instrument: &Instrument<'ctx, '_>, main: FunctionValue<'ctx>) {
    let kind = Attribute::get_named_enum_kind_id("alwaysinline");
    let always = instrument.context.create_enum_attribute(kind, 0);
    for function in llvm::defined(&instrument.module) {
        if function != main {
            function.add_attribute(AttributeLoc::Function, always);
        }
    }
}

/// Calls of defined functions that inlining left: each is an unsupported point, and the
/// bodies of those functions go.
pub fn residual_calls<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
) -> Outcome {
    for inst in llvm::instructions(main) {
        let Some(call) = llvm::call(inst) else { continue };
        let Some(callee) = llvm::callee(call) else { continue };
        let name = llvm::name(callee);
        let dispatcher = name.starts_with(DISPATCHER);
        if callee.count_basic_blocks() == 0 || (name.starts_with(PREFIX) && !dispatcher) {
            continue;
        }
        let what = if dispatcher {
            "a recursive call through a pointer".to_owned()
        } else if callee.get_type().is_var_arg() {
            format!("a call of {name}, which has a variable number of arguments")
        } else {
            format!("a call of {name}, which can't be inlined")
        };
        instrument.unsupported(inst, what)?;
    }
    // Also those that only such functions call.
    for function in llvm::defined(&instrument.module) {
        let name = llvm::name(function);
        let ours = name.starts_with(PREFIX) && !name.starts_with(DISPATCHER);
        if function != main && !ours {
            llvm::delete_body(function);
        }
    }
    // A function of ours that was made for the points above is inlined next.
    ask_for_inlining(instrument, main);
    llvm::run_passes(&instrument.module, "always-inline,function(simplifycfg)")
}
