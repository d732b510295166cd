//! Memory: objects, addresses, reads and writes.
//!
//! What is left of variables when promotion to registers is done becomes objects of
//! [`crate::program::Memory`] ([`variables`]); each access becomes an operation on them
//! ([`access`]). That places are valid was checked before
//! ([`crate::frontend::passes::checks::deref`]); those checks, and allocations, are calls of
//! functions that [`calls`] turns into operations too.

mod access;
mod allocated;
mod calls;
mod variables;

use rustc_hash::FxHashMap;

use super::Lowering;
use crate::frontend::llvm::handles::{Meta, Val};
use crate::program::{
    AllocationSiteId, Instr, MemoryInstr, MemoryOp, ObjectId, Operand, ValueInfo,
};

pub use access::steps;
use allocated::Kept;

/// The objects of the function under way.
#[derive(Default)]
pub struct Objects<'m> {
    /// The C variables (`DILocalVariable`) of local objects.
    variables: FxHashMap<Val<'m>, Meta<'m>>,
    /// Variables and functions.
    known: FxHashMap<Val<'m>, ObjectId>,
    /// Their addresses, which are computed at the very start.
    addresses: FxHashMap<ObjectId, Operand>,
    prelude: Vec<Instr>,
    kept: Kept<'m>,
    /// Allocation sites, by the call that stands for them.
    sites: FxHashMap<Val<'m>, AllocationSiteId>,
}

impl<'m> Objects<'m> {
    /// Notes which C variable a local object is.
    pub fn declare(&mut self, storage: Val<'m>, variable: Meta<'m>) {
        self.variables.insert(storage, variable);
    }

    /// The instructions that compute the addresses.
    pub fn take_addresses(&mut self) -> Vec<Instr> {
        std::mem::take(&mut self.prelude)
    }
}

impl Lowering<'_> {
    /// A constant of the width of a pointer.
    fn length(&self, number: u64) -> Operand {
        self.number(self.context.pointer_width(), number.into())
    }

    /// The address of an object.
    fn address(&mut self, object: ObjectId) -> Operand {
        if let Some(known) = self.objects.addresses.get(&object) {
            return known.clone();
        }
        let name = format!("&{}", self.program.memory.objects[object].name);
        let width = self.context.pointer_width();
        let dest = self.program.values.push(ValueInfo { sort: width.into(), name });
        let op = MemoryOp::Address(object);
        let instr = MemoryInstr { dest: Some(dest), op, args: vec![], loc: None };
        self.objects.prelude.push(Instr::Memory(instr));
        self.objects.addresses.insert(object, Operand::Value(dest));
        Operand::Value(dest)
    }
}
