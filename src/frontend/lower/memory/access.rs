//! Addresses inside of objects, reads and writes.

use crate::frontend::llvm::handles::LLVMTypeKind::*;
use crate::frontend::llvm::handles::{Context, Ty, Val};

use super::super::Lowering;
use super::super::unsupported::Unsupported;
use super::super::value::{Lowered, Shape};
use crate::bv::Op;
use crate::program::{MemoryOp, Operand};

impl<'m> Lowering<'m> {
    /// `getelementptr`, as an instruction or a constant expression.
    pub fn element_address(&mut self, instr: Val<'m>) -> Result<Lowered, Unsupported> {
        let operands = instr.operands();
        let base = self.int(operands[0])?;
        let mut indices = Vec::with_capacity(operands.len() - 1);
        for &index in &operands[1..] {
            indices.push(self.int(index)?);
        }
        let (constant, rest) = steps(instr, indices, self.context)
            .ok_or_else(|| Unsupported::new("an address in a vector"))?;
        let width = self.context.pointer_width();
        let mut address = base;
        for (index, size) in rest {
            let index = match self.program.width(&index) {
                narrow if narrow < width => self.emit(Op::SignExtend(width), &[index]),
                _ => self.extract(&index, width - 1, 0),
            };
            let bytes = match size {
                1 => index,
                _ => {
                    let size = self.length(size);
                    self.emit(Op::Mul, &[index, size])
                }
            };
            address = self.emit(Op::Add, &[address, bytes]);
        }
        if constant != 0 {
            let bytes = self.number(width, constant.cast_unsigned().into());
            address = self.emit(Op::Add, &[address, bytes]);
        }
        Ok(Lowered::Int(address))
    }

    /// A read.
    pub fn load(&mut self, instr: Val<'m>) -> Result<Lowered, Unsupported> {
        let address = self.int(instr.operands()[0])?;
        self.read(instr.ty(), &address)
    }

    fn read(&mut self, ty: Ty<'m>, address: &Operand) -> Result<Lowered, Unsupported> {
        match self.shape(ty) {
            Shape::Int(width) => {
                let args = std::slice::from_ref(address);
                let stored = width.next_multiple_of(8);
                let read = self.memory(MemoryOp::Load, args, Some(stored));
                let read = read.expect("a read has a result");
                Ok(Lowered::Int(self.extract(&read, width - 1, 0)))
            }
            // Elements that share bytes.
            shape if ty.kind() == LLVMVectorTypeKind && self.stride(ty).is_none() => {
                let bytes = self.context.store_size(ty);
                let stored = u32::try_from(8 * bytes).ok();
                let stored = stored.ok_or_else(|| Unsupported::new("a large vector"))?;
                let args = std::slice::from_ref(address);
                let read = self.memory(MemoryOp::Load, args, Some(stored));
                let read = read.expect("a read has a result");
                let elements = self.elements(&read, &shape);
                elements.ok_or_else(|| Unsupported::new("a value that is not modelled"))
            }
            _ => {
                let mut parts = Vec::new();
                for (offset, part) in self.parts(ty)? {
                    let place = self.behind(address, offset);
                    parts.push(self.read(part, &place)?);
                }
                Ok(Lowered::Aggregate(parts))
            }
        }
    }

    /// A write.
    pub fn store(&mut self, instr: Val<'m>) -> Result<Lowered, Unsupported> {
        let operands = instr.operands();
        let address = self.int(operands[1])?;
        let value = self.lowered(operands[0]);
        self.write(operands[0].ty(), value, &address)?;
        Ok(Lowered::Opaque)
    }

    fn write(&mut self, ty: Ty<'m>, value: Lowered, address: &Operand) -> Result<(), Unsupported> {
        match value {
            Lowered::Int(number) => {
                let stored = self.program.width(&number).next_multiple_of(8);
                let number = self.resize(&number, stored);
                self.memory(MemoryOp::Store, &[address.clone(), number], None);
                Ok(())
            }
            Lowered::Undef(width) => {
                let any = Lowered::Int(self.undefined(width));
                self.write(ty, any, address)
            }
            value @ Lowered::Aggregate(_)
                if ty.kind() == LLVMVectorTypeKind && self.stride(ty).is_none() =>
            {
                let bits = self.side_by_side(value);
                let bits = bits.ok_or_else(|| Unsupported::new("a value that is not modelled"))?;
                self.write(ty, Lowered::Int(bits), address)
            }
            Lowered::Aggregate(elements) => {
                for ((offset, part), element) in self.parts(ty)?.into_iter().zip(elements) {
                    let place = self.behind(address, offset);
                    self.write(part, element, &place)?;
                }
                Ok(())
            }
            Lowered::Opaque => Err(Unsupported::new("a value that is not modelled")),
        }
    }

    fn behind(&mut self, address: &Operand, offset: u64) -> Operand {
        if offset == 0 {
            return address.clone();
        }
        let offset = self.length(offset);
        self.emit(Op::Add, &[address.clone(), offset])
    }

    /// The fields or elements of a type with their offsets in bytes.
    fn parts(&self, ty: Ty<'m>) -> Result<Vec<(u64, Ty<'m>)>, Unsupported> {
        match ty.kind() {
            LLVMStructTypeKind => Ok((0..)
                .zip(ty.fields())
                .map(|(index, field)| (self.context.offset(ty, index), field))
                .collect()),
            LLVMArrayTypeKind => {
                let (element, length) = ty.array();
                let size = self.context.size(element);
                Ok((0..length).map(|index| (index * size, element)).collect())
            }
            LLVMVectorTypeKind => {
                let (element, length) = ty.vector();
                let size = self.stride(ty);
                let size = size.ok_or_else(|| Unsupported::new("a value that is not modelled"))?;
                Ok((0..u64::from(length)).map(|index| (index * size, element)).collect())
            }
            _ => Err(Unsupported::new("a value that is not modelled")),
        }
    }

    /// `llvm.memcpy`, `llvm.memmove` and `llvm.memset`.
    pub fn block_operation(&mut self, name: &str, instr: Val<'m>) -> Result<Lowered, Unsupported> {
        let arguments = instr.arguments();
        let (to, what) = (self.int(arguments[0])?, self.int(arguments[1])?);
        let length = self.int(arguments[2])?;
        let length = self.resize(&length, self.context.pointer_width());
        let fill = name.starts_with("memset");
        match length {
            Operand::Const(length) => {
                let length = length.to_u64().unwrap_or(u64::MAX);
                let op = if fill { MemoryOp::Fill(length) } else { MemoryOp::Copy(length) };
                if length > 0 {
                    self.memory(op, &[to, what], None);
                }
            }
            Operand::Value(_) => {
                let op = if fill { MemoryOp::FillBytes } else { MemoryOp::CopyBytes };
                self.memory(op, &[to, what, length], None);
            }
        }
        Ok(Lowered::Opaque)
    }
}

/// What the indices of a `getelementptr` add to its base: a constant number of bytes, and
/// indices (signed, of any width) with the number of bytes that each counts. `None` for
/// vectors.
pub fn steps<'m>(
    instr: Val<'m>,
    indices: Vec<Operand>,
    context: Context<'m>,
) -> Option<(i64, Vec<(Operand, u64)>)> {
    let mut ty = instr.stepped_over();
    let mut constant = 0i64;
    let mut rest = Vec::new();
    for (number, index) in indices.into_iter().enumerate() {
        let size = match (number, ty.kind()) {
            (0, _) => context.size(ty),
            (_, LLVMStructTypeKind) => {
                let Operand::Const(field) = &index else { return None };
                let field = u32::try_from(field.to_u64()?).ok()?;
                constant = constant.wrapping_add_unsigned(context.offset(ty, field));
                ty = *ty.fields().get(field as usize)?;
                continue;
            }
            (_, LLVMArrayTypeKind) => {
                ty = ty.array().0;
                context.size(ty)
            }
            _ => return None,
        };
        match index {
            Operand::Const(index) => {
                let wide = Op::SignExtend(index.width().max(64)).apply(&[&index]);
                let low = Op::Extract { high: 63, low: 0 }.apply(&[&wide]);
                let index = low.to_u64()?.cast_signed();
                constant = constant.wrapping_add(index.wrapping_mul(size.cast_signed()));
            }
            value => rest.push((value, size)),
        }
    }
    Some((constant, rest))
}
