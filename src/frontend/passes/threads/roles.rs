//! Who runs what: the program itself, and the threads of each function.

use inkwell::values::{BasicValueEnum, FunctionValue};
use rustc_hash::FxHashSet;

use super::CREATE;
use super::start::Started;
use crate::frontend::Undefined;
use crate::frontend::instrument::Instrument;
use crate::frontend::llvm;
use crate::frontend::names::harness;
use crate::frontend::passes::checks::handlers::HANDLER_PREFIX;
use crate::frontend::passes::environment::shared::{Access, Shared, called, is_in_reach};
use crate::frontend::passes::libc::heap;
use crate::program::runtime::PREFIX;

/// Somebody whose accesses others see.
pub struct Role<'ctx> {
    functions: FxHashSet<FunctionValue<'ctx>>,
    shared: Shared,
    /// Whether it calls undefined functions, which may change what is in their reach.
    is_outside: bool,
    /// Whether there may be several.
    several: bool,
}

impl<'ctx> Role<'ctx> {
    fn new(
        instrument: &Instrument<'ctx, '_>,
        functions: FxHashSet<FunctionValue<'ctx>>,
        several: bool,
    ) -> Self {
        let shared = Shared::by(functions.iter().copied());
        let calls = functions.iter().flat_map(|it| llvm::instructions(*it));
        let mut callees = calls.filter_map(llvm::call).filter_map(llvm::callee);
        let is_outside = callees.any(|callee| is_outside(instrument, callee));
        Self { functions, shared, is_outside, several }
    }

    /// All of them.
    pub fn all(
        instrument: &Instrument<'ctx, '_>,
        entry: FunctionValue<'ctx>,
        started: &[Started<'ctx>],
    ) -> Vec<Self> {
        let all = llvm::defined(&instrument.module);
        let mut roles: Vec<_> =
            started.iter().map(|it| (called(&[it.function]), it.places > 1)).collect();
        let is_of_threads = |it: &FunctionValue<'ctx>| roles.iter().any(|role| role.0.contains(it));
        let mut own: Vec<_> = all.iter().copied().filter(|it| !is_of_threads(it)).collect();
        own.push(entry);
        roles.push((called(&own), false));
        // Undefined functions and the end of the program, by whomever it is ended, call what has
        // its address somewhere.
        let kept: Vec<_> = all.into_iter().filter(|it| is_kept(*it)).collect();
        let kept = called(&kept);
        let with_kept = roles.into_iter().map(|(mut functions, several)| {
            functions.extend(&kept);
            Self::new(instrument, functions, several)
        });
        with_kept.collect()
    }

    /// Those that run beside one that runs this function.
    pub fn beside<'r>(
        roles: &'r [Self],
        function: FunctionValue<'ctx>,
    ) -> impl Iterator<Item = &'r Self> {
        let runs = move |role: &Self| role.functions.contains(&function);
        let others = roles.iter().enumerate().filter(move |&(at, other)| {
            other.several && runs(other)
                || roles.iter().enumerate().any(|(it, role)| it != at && runs(role))
        });
        others.map(|(_, other)| other)
    }

    /// Whether it may see what an access of others does, or change what it sees.
    pub fn sees(&self, access: Access<'_>) -> bool {
        self.shared.has(access) || self.is_outside && is_in_reach(access)
    }
}

/// Whether a function is an undefined one that may change memory.
pub fn is_outside(instrument: &Instrument<'_, '_>, callee: FunctionValue<'_>) -> bool {
    let name = llvm::name(callee);
    matches!(instrument.options.undefined, Undefined::Changes | Undefined::Arguments)
        && callee.count_basic_blocks() == 0
        && !["llvm.", PREFIX, HANDLER_PREFIX].iter().any(|prefix| name.starts_with(prefix))
        && harness::meaning(&name).is_none()
        && !heap::is_allocation(&name)
}

/// Whether the address of a function goes anywhere but into calls of it, and to where threads
/// start.
fn is_kept<'ctx>(function: FunctionValue<'ctx>) -> bool {
    let address = function.as_global_value().as_pointer_value();
    let address = BasicValueEnum::PointerValue(address);
    llvm::users(function).into_iter().any(|user| {
        let Some(inst) = llvm::as_instruction(user) else { return true };
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
