//! Whose accesses others see: the program itself, and the threads of each function.

use inkwell::values::FunctionValue;
use rustc_hash::FxHashSet;

use super::reduction::Reduction;
use super::runs::Runs;
use crate::frontend::instrument::Instrument;
use crate::frontend::llvm;
use crate::frontend::passes::calls::outside::is_outside;
use crate::frontend::passes::environment::shared::{
    Access, Conflict, Protection, Shared, is_in_reach,
};

/// Somebody whose accesses others see.
pub struct Role<'ctx> {
    functions: FxHashSet<FunctionValue<'ctx>>,
    shared: Shared<'ctx>,
    /// Whether it calls undefined functions, which may change what is in their reach.
    is_outside: bool,
    /// Whether there may be several.
    several: bool,
}

impl<'ctx> Role<'ctx> {
    /// One that runs this.
    pub fn new(
        instrument: &Instrument<'ctx, '_>,
        Runs { functions, several, .. }: Runs<'ctx>,
        reduction: &Reduction<'ctx, '_>,
    ) -> Self {
        let shared = Shared::protected(functions.iter().copied(), |inst, access| {
            reduction.protection(inst, access)
        });
        let calls = functions.iter().flat_map(|it| llvm::instructions(*it));
        let mut callees = calls.filter_map(llvm::call).filter_map(llvm::callee);
        let is_outside = callees.any(|callee| is_outside(instrument, callee));
        Self { functions, shared, is_outside, several }
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
    pub fn conflict(&self, access: Access<'ctx>, protection: &Protection<'ctx>) -> Conflict {
        match self.is_outside && is_in_reach(access) {
            true => Conflict::Race,
            false => self.shared.conflict(access, protection),
        }
    }
}
