//! Who runs what: the program itself, and the threads of each function.

use inkwell::values::{BasicValueEnum, FunctionValue};
use rustc_hash::FxHashSet;

use super::start::Started;
use crate::frontend::instrument::Instrument;
use crate::frontend::llvm;
use crate::frontend::names::threads::CREATE;
use crate::frontend::passes::environment::shared::called;
use crate::program::runtime::{SPAWN, THREADS};

/// What somebody runs: the program itself, or the threads of a function.
pub struct Runs<'ctx> {
    /// The functions, with those that it may run as everybody may.
    pub functions: FxHashSet<FunctionValue<'ctx>>,
    /// Whether it is a thread.
    pub is_thread: bool,
    /// Whether there may be several.
    pub several: bool,
}

impl<'ctx> Runs<'ctx> {
    /// What all of them run.
    pub fn all(
        instrument: &Instrument<'ctx, '_>,
        entry: FunctionValue<'ctx>,
        started: &[Started<'ctx>],
    ) -> Vec<Self> {
        let all = llvm::defined(&instrument.module);
        let mut begun: Vec<_> =
            started.iter().map(|it| (true, called(&[it.function]), it.places)).collect();
        let is_of_threads = |it: &FunctionValue<'ctx>| begun.iter().any(|run| run.1.contains(it));
        let begins_all = |it: &FunctionValue<'ctx>| llvm::name(*it) == THREADS;
        let own = all.iter().copied().filter(|it| !is_of_threads(it) && !begins_all(it));
        let mut own: Vec<_> = own.collect();
        own.push(entry);
        begun.push((false, called(&own), 1));
        // Undefined functions and the end of the program, by whomever it is ended, call what has
        // its address somewhere.
        let kept: Vec<_> = all.into_iter().filter(|it| is_kept(*it)).collect();
        let of_kept = called(&kept);
        let all = begun.into_iter().map(|(is_thread, mut functions, places)| {
            functions.extend(&of_kept);
            Self { functions, is_thread, several: places > 1 }
        });
        all.collect()
    }
}

/// Whether the address of a function goes anywhere but into calls of it, and to where threads
/// start.
fn is_kept<'ctx>(function: FunctionValue<'ctx>) -> bool {
    let address = function.as_global_value().as_pointer_value();
    let address = BasicValueEnum::PointerValue(address);
    llvm::users(function).into_iter().any(|user| {
        let Some(inst) = llvm::as_instruction(user) else { return true };
        // What starts threads asks which function it is.
        let around = inst.get_parent().and_then(|block| block.get_parent());
        if around.is_some_and(|it| llvm::name(it) == SPAWN) {
            return false;
        }
        let callee = llvm::call(inst).and_then(llvm::callee);
        let starts = callee.is_some_and(|callee| llvm::name(callee) == CREATE);
        let operands = (0..inst.get_num_operands()).filter_map(|it| llvm::operand(inst, it));
        let uses = operands.filter(|operand| *operand == address).count();
        let is_allowed = match callee {
            Some(callee) if callee == function => true,
            _ => starts && llvm::operand(inst, 2) == Some(address),
        };
        !is_allowed || uses > 1
    })
}
