//! Vectors: elements side by side, the first one in the lowest bits and at the lowest address
//! (LLVM Language Reference, "Vector Type"; the machines that are modelled have the low byte
//! first).
//!
//! A vector is an aggregate of its elements. The front end makes operations on elements of those
//! on vectors (`passes/vectors.rs`); what is left takes vectors apart, puts them together, and
//! moves them. Deliberately absent: everything else, elements at indices that are not constant
//! among it.

use crate::frontend::llvm::handles::LLVMIntPredicate::*;
use crate::frontend::llvm::handles::LLVMOpcode::*;
use crate::frontend::llvm::handles::LLVMTypeKind::*;
use crate::frontend::llvm::handles::LLVMValueKind::*;
use crate::frontend::llvm::handles::{LLVMOpcode, Ty, Val};

use super::Lowering;
use super::unsupported::{self, Unsupported};
use super::value::{Lowered, Shape};
use crate::bv::Op;
use crate::program::Operand;

/// Whether a value is a vector of known length.
pub fn is_vector(value: &Val<'_>) -> bool {
    value.ty().kind() == LLVMVectorTypeKind
}

impl<'m> Lowering<'m> {
    /// The value of an instruction that gives or takes a vector.
    pub fn on_vectors(
        &mut self,
        instr: Val<'m>,
        opcode: LLVMOpcode,
        operands: &[Val<'m>],
        shape: &Shape,
    ) -> Result<Lowered, Unsupported> {
        match opcode {
            LLVMBitCast => {
                let of = self.lowered(operands[0]);
                let bits = self.side_by_side(of).ok_or_else(|| unsupported::instruction(instr))?;
                self.elements(&bits, shape).ok_or_else(|| unsupported::instruction(instr))
            }
            LLVMLoad => self.load(instr),
            LLVMStore => self.store(instr),
            LLVMFreeze => {
                let of = self.lowered(operands[0]);
                Ok(self.freeze(of))
            }
            LLVMSelect => {
                let (a, b) = (self.lowered(operands[1]), self.lowered(operands[2]));
                match self.lowered(operands[0]) {
                    Lowered::Aggregate(conditions) => {
                        let (a, b) = (parts(a, instr)?, parts(b, instr)?);
                        let mut all = Vec::with_capacity(a.len());
                        for ((condition, a), b) in conditions.into_iter().zip(a).zip(b) {
                            let condition = self.leaf(condition);
                            let condition = condition.expect("a condition is a number");
                            all.push(self.select(&condition, a, b));
                        }
                        Ok(Lowered::Aggregate(all))
                    }
                    _ => {
                        let condition = self.int(operands[0])?;
                        Ok(self.select(&condition, a, b))
                    }
                }
            }
            LLVMExtractElement => {
                let all = parts(self.lowered(operands[0]), instr)?;
                let index = constant_index(operands[1], all.len());
                let index = index.ok_or_else(|| unsupported::instruction(instr))?;
                Ok(all[index].clone())
            }
            LLVMInsertElement => {
                let mut all = parts(self.lowered(operands[0]), instr)?;
                let index = constant_index(operands[2], all.len());
                let index = index.ok_or_else(|| unsupported::instruction(instr))?;
                all[index] = self.lowered(operands[1]);
                Ok(Lowered::Aggregate(all))
            }
            LLVMShuffleVector => {
                let mut all = parts(self.lowered(operands[0]), instr)?;
                all.extend(parts(self.lowered(operands[1]), instr)?);
                let Shape::Aggregate(elements) = shape else {
                    return Err(unsupported::instruction(instr));
                };
                let chosen = instr.shuffle_mask().into_iter().zip(elements);
                let chosen = chosen.map(|(index, element)| match index {
                    Some(index) => all[index].clone(),
                    None => element.fill(&mut Lowered::Undef),
                });
                Ok(Lowered::Aggregate(chosen.collect()))
            }
            LLVMCall => self.call(instr),
            _ => Err(unsupported::instruction(instr)),
        }
    }

    /// All bits of a value; those of undefined elements are arbitrary. `None` if it has parts that
    /// the program can't hold.
    pub fn side_by_side(&mut self, value: Lowered) -> Option<Operand> {
        let Lowered::Aggregate(elements) = value else { return self.leaf(value) };
        let mut all: Option<Operand> = None;
        for element in elements {
            let element = self.leaf(element)?;
            all = Some(match all {
                None => element,
                Some(low) => self.emit(Op::Concat, &[element, low]),
            });
        }
        all
    }

    /// The elements that bits are, or these bits as a number.
    pub fn elements(&mut self, bits: &Operand, shape: &Shape) -> Option<Lowered> {
        match shape {
            Shape::Int(_) => Some(Lowered::Int(bits.clone())),
            Shape::Opaque => None,
            Shape::Aggregate(shapes) => {
                let mut low = 0;
                let mut all = Vec::with_capacity(shapes.len());
                for shape in shapes {
                    let Shape::Int(width) = shape else { return None };
                    all.push(Lowered::Int(self.extract(bits, low + width - 1, low)));
                    low += width;
                }
                Some(Lowered::Aggregate(all))
            }
        }
    }

    /// One number of all elements of a vector of integers (`llvm.vector.reduce.…`); `None` if the
    /// call is none of these.
    pub fn reduction(&mut self, instr: Val<'m>) -> Option<Operand> {
        let callee = instr.callee().filter(|it| it.kind() == LLVMFunctionValueKind)?;
        let name = callee.intrinsic()?;
        let name = name.strip_prefix("llvm.vector.reduce.")?;
        let [vector] = instr.arguments()[..] else { return None };
        if vector.ty().vector().0.kind() != LLVMIntegerTypeKind {
            return None;
        }
        let Lowered::Aggregate(elements) = self.lowered(vector) else { return None };
        let mut result: Option<Operand> = None;
        for element in elements {
            let element = self.leaf(element)?;
            let Some(so_far) = result else {
                result = Some(element);
                continue;
            };
            let pair = [so_far, element];
            result = Some(match name {
                "add" => self.emit(Op::Add, &pair),
                "mul" => self.emit(Op::Mul, &pair),
                "and" => self.emit(Op::And, &pair),
                "or" => self.emit(Op::Or, &pair),
                "xor" => self.emit(Op::Xor, &pair),
                "smax" => self.choose(LLVMIntSGT, &pair[0], &pair[1]),
                "smin" => self.choose(LLVMIntSLT, &pair[0], &pair[1]),
                "umax" => self.choose(LLVMIntUGT, &pair[0], &pair[1]),
                "umin" => self.choose(LLVMIntULT, &pair[0], &pair[1]),
                _ => return None,
            });
        }
        result
    }

    /// The bits from one element to the next, if all bytes of a vector in memory belong to one
    /// element each.
    pub fn stride(&self, vector: Ty<'m>) -> Option<u64> {
        match self.shape(vector.vector().0) {
            Shape::Int(width) if width % 8 == 0 => Some(u64::from(width / 8)),
            _ => None,
        }
    }
}

fn parts(value: Lowered, instr: Val<'_>) -> Result<Vec<Lowered>, Unsupported> {
    match value {
        Lowered::Aggregate(elements) => Ok(elements),
        _ => Err(unsupported::instruction(instr)),
    }
}

/// The number of an element that there is.
fn constant_index(index: Val<'_>, length: usize) -> Option<usize> {
    let constant = index.kind() == LLVMConstantIntValueKind && index.ty().width() <= 64;
    let index = constant.then(|| usize::try_from(index.small_constant()).ok())??;
    (index < length).then_some(index)
}
