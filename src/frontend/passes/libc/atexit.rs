//! `atexit`: functions that run where the program ends, by `exit` or a return from `main`.
//!
//! They are kept and called by a model (`models/atexit.c`), which is there only if the program
//! registers any or has destructors; others stay as they are.

use inkwell::values::{BasicValueEnum, FunctionValue};

use super::constructors;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;

/// Registers a function.
pub const REGISTER: &str = "atexit";

/// Runs those that are registered.
pub const RUN: &str = "__atexit_run";

/// What the model has for the end of the program. The first asks whether that is under way, in
/// a function of its own, which is no part of a recursion and keeps its place.
pub const AT_THE_END: [&str; 2] = ["__atexit_begin", RUN];

/// Inserts, where the program ends: the registered functions run, then destructors.
pub fn run_handlers(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for name in AT_THE_END {
        if let Some(function) = instrument.module.get_function(name) {
            instrument.builder.build_call(function, &[], "")?;
        }
    }
    constructors::end(instrument)
}

/// The functions that are registered, if all calls name theirs.
pub fn registered<'ctx>(instrument: &Instrument<'ctx, '_>) -> Option<Vec<FunctionValue<'ctx>>> {
    let register = instrument.module.get_function(REGISTER)?;
    let users = llvm::users(register).into_iter();
    let named = users.map(|user| {
        let call = llvm::call(llvm::as_instruction(user)?)?;
        let argument = llvm::arguments(call)?.first().copied()?;
        (llvm::callee(call) == Some(register)).then_some(())?;
        let mut functions = instrument.module.get_functions();
        functions.find(|function| {
            let address = function.as_global_value().as_pointer_value();
            argument == BasicValueEnum::PointerValue(address)
        })
    });
    named.collect()
}
