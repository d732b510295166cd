//! The objects that are there from the start: global variables, functions and local
//! variables, with what they hold at first.

use crate::frontend::llvm::handles::LLVMValueKind::*;
use crate::frontend::llvm::handles::{Meta, Val};
use crate::frontend::names::storage;
use crate::support::limits;

use super::super::constant::constant_address;
use super::super::unsupported::Unsupported;
use super::super::value::{Lowered, integer};
use super::super::{Lowering, ctype, debug};
use crate::bv::Op;
use crate::program::{Field, Initial, LocId, MemoryOp, Object, ObjectId, Operand, Piece, Storage};

impl<'m> Lowering<'m> {
    /// The address of a global variable or a function; `None` if it is not modelled.
    pub fn global(&mut self, value: Val<'m>) -> Option<Operand> {
        let object = self.global_object(value)?;
        Some(self.address(object))
    }

    fn global_object(&mut self, value: Val<'m>) -> Option<ObjectId> {
        if let Some(&known) = self.objects.known.get(&value) {
            return Some(known);
        }
        // One that need not exist has an address that may be null.
        if value.is_extern_weak() {
            return None;
        }
        let function = value.kind() == LLVMFunctionValueKind;
        let size = if function { 0 } else { self.context.size(value.value_type()) };
        // A declaration without a length says nothing of the size.
        if !function && value.initializer().is_none() && size == 0 {
            return None;
        }
        if value.initializer().is_some_and(|it| it.kind() != LLVMConstantAggregateZeroValueKind)
            && size > limits::INITIALISED_BYTES
        {
            return None;
        }
        let variable = if function { None } else { value.global_variable(self.context) };
        let loc = self.declaration(variable);
        let id = self.program.memory.objects.push(Object {
            name: self.global_name(value),
            loc,
            storage: if function { Storage::Function } else { Storage::Static },
            size,
            align: if function { 1 } else { self.global_alignment(value) },
            writable: !function && !value.is_constant_global(),
            initial: Initial::Arbitrary,
            fields: self.fields(variable),
        });
        // Known before its initial value is: that may hold its own address.
        self.objects.known.insert(value, id);
        if function {
            self.program.memory.objects[id].initial = Initial::Known(vec![]);
        } else if let Some(initializer) = value.initializer() {
            let mut pieces = Vec::new();
            self.pieces(initializer, 0, &mut pieces)?;
            self.program.memory.objects[id].initial = Initial::Known(pieces);
        }
        Some(id)
    }

    /// What is said of it or, if nothing is, what its type asks for.
    fn global_alignment(&self, value: Val<'m>) -> u64 {
        match value.alignment() {
            0 => self.context.alignment(value.value_type()),
            said => said,
        }
    }

    /// The name of a global, or the text of a string literal.
    fn global_name(&self, value: Val<'m>) -> String {
        let name = value.name();
        match value.text_constant().filter(|_| name.starts_with(".str")) {
            Some(text) => format!("{text:?}"),
            None => name,
        }
    }

    /// Where a C variable is declared.
    fn declaration(&mut self, variable: Option<Meta<'m>>) -> Option<LocId> {
        self.debug.declaration(&mut self.program.sources, variable?)
    }

    /// The scalars of a C variable.
    fn fields(&self, variable: Option<Meta<'m>>) -> Vec<Field> {
        let ty = variable.and_then(|it| debug::operand(it, debug::VARIABLE_TYPE, self.context));
        ty.and_then(Val::node).map(|ty| ctype::fields(ty, self.context)).unwrap_or_default()
    }

    /// The scalars of an initial value that are not zero.
    fn pieces(&mut self, value: Val<'m>, offset: u64, all: &mut Vec<(u64, Piece)>) -> Option<()> {
        let ty = value.ty();
        match value.kind() {
            LLVMConstantIntValueKind => {
                let number = integer(value)?;
                let width = number.width().next_multiple_of(8);
                let number = Op::ZeroExtend(width).apply(&[&number]);
                if !number.is_zero() {
                    all.push((offset, Piece::Number(number)));
                }
            }
            LLVMConstantDataVectorValueKind | LLVMConstantVectorValueKind => {
                let size = self.stride(ty)?;
                for index in 0..ty.vector().1 {
                    let at = offset + u64::from(index) * size;
                    self.pieces(value.element(index)?, at, all)?;
                }
            }
            LLVMConstantFPValueKind => {
                let Some(Lowered::Int(Operand::Const(bits))) = self.constant(value) else {
                    return None;
                };
                let width = bits.width().next_multiple_of(8);
                all.push((offset, Piece::Number(Op::ZeroExtend(width).apply(&[&bits]))));
            }
            LLVMUndefValueValueKind
            | LLVMPoisonValueKind
            | LLVMConstantAggregateZeroValueKind
            | LLVMConstantPointerNullValueKind => {}
            LLVMConstantStructValueKind => {
                for index in 0..u32::try_from(ty.fields().len()).ok()? {
                    let at = offset + self.context.offset(ty, index);
                    self.pieces(value.element(index)?, at, all)?;
                }
            }
            LLVMConstantArrayValueKind | LLVMConstantDataArrayValueKind => {
                let (element, length) = ty.array();
                let size = self.context.size(element);
                for index in 0..u32::try_from(length).ok()? {
                    let at = offset + u64::from(index) * size;
                    self.pieces(value.element(index)?, at, all)?;
                }
            }
            _ => {
                let (base, inside) = constant_address(value, self.context)?;
                let whole =
                    8 * self.context.store_size(ty) == u64::from(self.context.pointer_width());
                let object = self.global_object(base).filter(|_| whole)?;
                all.push((offset, Piece::Address(object, inside)));
            }
        }
        Some(())
    }

    /// A local variable that stays in memory.
    pub fn local(&mut self, instr: Val<'m>) -> Result<Lowered, Unsupported> {
        let count = instr.operands().first().copied().and_then(|count| {
            (count.kind() == LLVMConstantIntValueKind).then(|| count.small_constant())
        });
        let variable = self.objects.variables.get(&instr).copied();
        let known = variable.map(|variable| debug::variable_name(variable, self.context));
        let name = known.unwrap_or_else(|| storage::c_name(&instr.name()));
        let size = count.and_then(|n| n.checked_mul(self.context.size(instr.allocated())));
        let Some(size) = size.filter(|_| self.at.block == self.program.entry) else {
            return Err(Unsupported(format!("an array of variable length ('{name}')")));
        };
        let loc = self.declaration(variable).or(self.at.loc);
        let object = self.program.memory.objects.push(Object {
            name,
            loc,
            storage: Storage::Local,
            size,
            align: instr.alignment(),
            writable: true,
            initial: Initial::Arbitrary,
            fields: self.fields(variable),
        });
        self.objects.known.insert(instr, object);
        self.memory(MemoryOp::Start(object), &[], None);
        Ok(Lowered::Int(self.address(object)))
    }

    /// `llvm.lifetime.start` or `llvm.lifetime.end` of a local variable.
    pub fn lifetime(&mut self, instr: Val<'m>, make: fn(ObjectId) -> MemoryOp) {
        let place = instr.arguments().last().copied();
        if let Some(&object) = place.and_then(|place| self.objects.known.get(&place)) {
            self.memory(make(object), &[], None);
        }
    }
}
