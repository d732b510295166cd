//! Constants of LLVM: numbers, vectors, addresses of variables and functions, aggregates of these,
//! and expressions over addresses.

use crate::frontend::llvm::handles::LLVMOpcode::*;
use crate::frontend::llvm::handles::LLVMTypeKind::*;
use crate::frontend::llvm::handles::LLVMValueKind::*;
use crate::frontend::llvm::handles::{Context, Val};

use super::Lowering;
use super::instr::binary;
use super::value::{Lowered, Shape, integer};
use super::vectors::is_vector;
use crate::bv::Value;
use crate::program::Operand;

impl<'m> Lowering<'m> {
    /// What a constant becomes; `None` if `value` is no constant.
    pub fn constant(&mut self, value: Val<'m>) -> Option<Lowered> {
        Some(match value.kind() {
            LLVMConstantIntValueKind => Lowered::constant(integer(value)?),
            LLVMUndefValueValueKind | LLVMPoisonValueKind => {
                self.shape(value.ty()).fill(&mut Lowered::Undef)
            }
            LLVMConstantAggregateZeroValueKind | LLVMConstantPointerNullValueKind => {
                self.shape(value.ty()).fill(&mut |width| Lowered::constant(Value::zero(width)))
            }
            LLVMConstantFPValueKind => {
                let Shape::Int(width) = self.shape(value.ty()) else {
                    return Some(Lowered::Opaque);
                };
                match value.float_bits() {
                    Some(bits) => Lowered::constant(Value::new(width, bits)),
                    None => Lowered::Int(self.unmodelled(width, "floating-point arithmetic")),
                }
            }
            LLVMConstantStructValueKind
            | LLVMConstantVectorValueKind
            | LLVMConstantDataVectorValueKind
            | LLVMConstantArrayValueKind
            | LLVMConstantDataArrayValueKind => match self.shape(value.ty()) {
                Shape::Aggregate(shapes) => {
                    let mut elements = Vec::with_capacity(shapes.len());
                    for index in 0..u32::try_from(shapes.len()).ok()? {
                        elements.push(self.constant(value.element(index)?)?);
                    }
                    Lowered::Aggregate(elements)
                }
                _ => Lowered::Opaque,
            },
            LLVMGlobalVariableValueKind | LLVMFunctionValueKind => {
                self.global(value).map_or(Lowered::Opaque, Lowered::Int)
            }
            LLVMConstantExprValueKind => self.expression(value).unwrap_or(Lowered::Opaque),
            LLVMArgumentValueKind | LLVMInstructionValueKind => return None,
            _ => Lowered::Opaque,
        })
    }

    /// An expression over addresses or vectors; LLVM folds all others.
    fn expression(&mut self, value: Val<'m>) -> Option<Lowered> {
        let operands = value.operands();
        let opcode = value.constant_opcode();
        if opcode == LLVMGetElementPtr {
            return self.element_address(value).ok();
        }
        let shape = self.shape(value.ty());
        if is_vector(&value) || operands.iter().any(is_vector) {
            return self.on_vectors(value, opcode, &operands, &shape).ok();
        }
        let Shape::Int(width) = shape else { return None };
        let mut numbers = Vec::with_capacity(operands.len());
        for operand in operands {
            numbers.push(self.int(operand).ok()?);
        }
        let result = match (opcode, numbers.as_slice()) {
            (LLVMPtrToInt | LLVMIntToPtr | LLVMTrunc | LLVMZExt, [of]) => self.resize(of, width),
            (LLVMBitCast, [of]) if self.program.width(of) == width => of.clone(),
            (_, [_, _]) => self.emit(binary(opcode)?, &numbers),
            _ => return None,
        };
        Some(Lowered::Int(result))
    }
}

/// The variable or function, and the bytes behind its start, that a constant address is.
pub fn constant_address<'m>(value: Val<'m>, context: Context<'m>) -> Option<(Val<'m>, i64)> {
    match value.kind() {
        LLVMGlobalVariableValueKind | LLVMFunctionValueKind => Some((value, 0)),
        LLVMConstantExprValueKind if value.constant_opcode() == LLVMGetElementPtr => {
            let operands = value.operands();
            let (base, offset) = constant_address(operands[0], context)?;
            let mut steps = Vec::new();
            for &index in &operands[1..] {
                steps.push(Operand::Const(integer_index(index)?));
            }
            let (constant, rest) = super::memory::steps(value, steps, context)?;
            rest.is_empty().then(|| (base, offset.wrapping_add(constant)))
        }
        LLVMConstantExprValueKind if value.constant_opcode() == LLVMPtrToInt => {
            constant_address(value.operands()[0], context)
        }
        _ => None,
    }
}

/// A constant index.
fn integer_index(index: Val<'_>) -> Option<Value> {
    let constant = index.kind() == LLVMConstantIntValueKind;
    (constant && index.ty().kind() == LLVMIntegerTypeKind).then(|| integer(index))?
}
