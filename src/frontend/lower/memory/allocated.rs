//! The C types of allocated objects, for traces: `malloc` does not tell them, but pointers do
//! that its result is kept in, in variables or in memory.

use crate::frontend::llvm::handles::LLVMOpcode::*;
use crate::frontend::llvm::handles::LLVMValueKind::*;
use crate::frontend::llvm::handles::{Bb, Meta, Val};
use crate::support::limits;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::constant::constant_address;
use super::super::value::integer;
use super::super::{Lowering, ctype, debug};
use super::access::steps;
use crate::program::runtime;
use crate::program::{Field, Object, Operand, Storage, ValueId};

/// Where the function under way keeps pointers.
#[derive(Default)]
pub struct Kept<'m> {
    /// The types of what values point to, as variables say that hold them, in their order.
    pointees: FxHashMap<Val<'m>, Vec<Meta<'m>>>,
    /// The places that values are stored to.
    stores: FxHashMap<Val<'m>, Vec<Val<'m>>>,
    /// The phis and selections that take values.
    phis: FxHashMap<Val<'m>, Vec<Val<'m>>>,
    /// The address that each allocation gives.
    allocations: FxHashMap<Val<'m>, Val<'m>>,
}

impl<'m> Lowering<'m> {
    /// Notes where pointers are kept, before anything is lowered.
    pub fn note_pointers(&mut self, order: &[Bb<'m>]) {
        for instr in order.iter().flat_map(|block| block.instructions()) {
            for record in instr.records().filter(|record| record.is_value()) {
                let (Some(value), Some(variable)) = (record.value(), record.variable()) else {
                    continue;
                };
                let offset = record.expression().and_then(|it| self.debug.part_offset(it));
                let ty = debug::operand(variable, debug::VARIABLE_TYPE, self.context);
                if let (Some(offset), Some(ty)) = (offset, ty.and_then(Val::node))
                    && let Some(pointer) = ctype::scalar_at(ty, offset, self.context)
                    && let Some(pointee) = ctype::pointee(pointer, self.context)
                {
                    self.objects.kept.pointees.entry(value).or_default().push(pointee);
                }
            }
            let kept = &mut self.objects.kept;
            match instr.opcode() {
                LLVMStore => {
                    let operands = instr.operands();
                    kept.stores.entry(operands[0]).or_default().push(operands[1]);
                }
                LLVMSelect => {
                    for &value in &instr.operands()[1..] {
                        kept.phis.entry(value).or_default().push(instr);
                    }
                }
                LLVMPHI => {
                    for (_, value) in instr.incoming() {
                        kept.phis.entry(value).or_default().push(instr);
                    }
                }
                LLVMCall => {
                    let callee = instr.callee();
                    let callee = callee.filter(|callee| callee.kind() == LLVMFunctionValueKind);
                    let name = callee.map(Val::name).unwrap_or_default();
                    if [runtime::ALLOCATE, runtime::ALLOCATE_ZEROED].contains(&name.as_str()) {
                        kept.allocations.insert(instr.arguments()[0], instr);
                    }
                }
                _ => {}
            }
        }
    }

    /// The scalars of the objects of an allocation site of so many bytes, as far as they are
    /// known: those of the first type that a pointer to one says, `void` and characters last.
    pub fn allocated_fields(&self, site: Val<'m>, size: u64) -> Vec<Field> {
        let address = self.objects.kept.allocations.get(&site).copied();
        address.map(|address| self.pointed_fields(address, size)).unwrap_or_default()
    }

    /// Likewise of an object of so many bytes that this is the address of.
    pub fn pointed_fields(&self, address: Val<'m>, size: u64) -> Vec<Field> {
        let mut types = Vec::new();
        self.collect_pointees(address, &mut FxHashSet::default(), &mut types);
        let fits = |ty: &&Meta<'m>| (1..=size).contains(&ctype::bytes(**ty, self.context));
        let exact = |ty: &&Meta<'m>| fits(ty) && !ctype::is_character(**ty, self.context);
        let ty = types.iter().find(exact).or_else(|| types.iter().find(fits));
        ty.map(|&ty| ctype::elements(ty, size, self.context)).unwrap_or_default()
    }

    /// Numbers the objects that are allocated at one place in the source, where they are several:
    /// in a loop, or in a function that was inlined more than once.
    pub fn number_allocated(&mut self) {
        let objects = &mut self.program.memory.objects;
        let allocated = |object: &Object| matches!(object.storage, Storage::Heap | Storage::Stack);
        let mut counts: FxHashMap<String, (u32, u32)> = FxHashMap::default();
        for object in objects.iter().filter(|object| allocated(object)) {
            counts.entry(object.name.clone()).or_default().0 += 1;
        }
        for object in objects.iter_mut().filter(|object| allocated(object)) {
            if let Some((2.., number)) = counts.get_mut(&object.name) {
                *number += 1;
                object.name = object.name.replacen(" object", &format!(" object {number}"), 1);
            }
        }
    }

    /// What a value points to, as all say that keep it.
    fn collect_pointees(
        &self,
        value: Val<'m>,
        seen: &mut FxHashSet<Val<'m>>,
        all: &mut Vec<Meta<'m>>,
    ) {
        if !seen.insert(value) {
            return;
        }
        let kept = &self.objects.kept;
        all.extend(kept.pointees.get(&value).into_iter().flatten());
        for &place in kept.stores.get(&value).into_iter().flatten() {
            all.extend(self.pointee_at(place, limits::ALLOCATED_DEPTH));
        }
        for &phi in kept.phis.get(&value).into_iter().flatten() {
            self.collect_pointees(phi, seen, all);
        }
    }

    /// What the pointer at an address points to.
    fn pointee_at(&self, address: Val<'m>, depth: usize) -> Option<Meta<'m>> {
        let (ty, offset) = self.typed(address, depth)?;
        ctype::pointee(ctype::scalar_at(ty, offset, self.context)?, self.context)
    }

    /// The type of an object, and how many bytes behind its start an address is.
    fn typed(&self, address: Val<'m>, depth: usize) -> Option<(Meta<'m>, u64)> {
        let depth = depth.checked_sub(1)?;
        if let Some(&ty) = self.objects.kept.pointees.get(&address).and_then(|all| all.first()) {
            return Some((ty, 0));
        }
        let of = |variable| debug::operand(variable, debug::VARIABLE_TYPE, self.context)?.node();
        if let Some(&variable) = self.objects.variables.get(&address) {
            return Some((of(variable)?, 0));
        }
        if address.kind() != LLVMInstructionValueKind {
            let (base, offset) = constant_address(address, self.context)?;
            let global = base.kind() == LLVMGlobalVariableValueKind;
            let variable = global.then(|| base.global_variable(self.context)).flatten()?;
            return Some((of(variable)?, u64::try_from(offset).ok()?));
        }
        match address.opcode() {
            LLVMLoad => Some((self.pointee_at(address.operands()[0], depth)?, 0)),
            LLVMGetElementPtr => {
                let operands = address.operands();
                let (ty, start) = self.typed(operands[0], depth)?;
                let index = |value: &Val<'m>| match value.kind() {
                    LLVMConstantIntValueKind => integer(*value).map(Operand::Const),
                    // Elements are alike.
                    _ => Some(Operand::Value(ValueId(0))),
                };
                let indices = operands[1..].iter().map(index).collect::<Option<_>>()?;
                let (offset, _) = steps(address, indices, self.context)?;
                Some((ty, start.checked_add_signed(offset)?))
            }
            _ => None,
        }
    }
}
