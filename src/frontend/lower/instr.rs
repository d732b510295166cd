//! Instructions: integer arithmetic, comparisons, conversions, aggregates.
//!
//! Source: the LLVM Language Reference. Where it says poison (flags, a shift by the
//! width or more, division by zero), the operator of [`crate::bv`] decides: the front
//! end has branched around these.

use crate::frontend::FrontendError;
use crate::frontend::llvm::handles::LLVMIntPredicate::*;
use crate::frontend::llvm::handles::LLVMOpcode::*;
use crate::frontend::llvm::handles::LLVMTypeKind::LLVMPointerTypeKind;
use crate::frontend::llvm::handles::{LLVMIntPredicate, LLVMOpcode, Val};

use super::unsupported::{self, Unsupported};
use super::value::{Lowered, Shape};
use super::vectors::is_vector;
use super::{Flow, Lowering};
use crate::bv::Op;
use crate::program::{Operand, Program, ValueId};

impl<'m> Lowering<'m> {
    /// Lowers an instruction.
    ///
    /// # Errors
    /// The outer error is a bug of ours, the inner one ends the path.
    pub fn instruction(
        &mut self,
        instr: Val<'m>,
    ) -> Result<Result<Flow, Unsupported>, FrontendError> {
        let opcode = instr.opcode();
        match opcode {
            // Declared beforehand, filled in afterwards.
            LLVMPHI => return Ok(Ok(Flow::Next)),
            LLVMRet | LLVMBr | LLVMSwitch => return Ok(self.terminator(instr).map(Flow::Stop)),
            LLVMCall => {
                if let Some(terminator) = self.convention(instr)? {
                    return Ok(Ok(Flow::Stop(terminator)));
                }
                match self.question(instr)? {
                    Ok(false) => {}
                    Ok(true) => return Ok(Ok(Flow::Next)),
                    Err(unsupported) => return Ok(Err(unsupported)),
                }
            }
            _ => {}
        }
        if self.values.contains_key(&instr) {
            return Ok(Ok(Flow::Next));
        }
        let first = self.program.values.len();
        Ok(self.value(instr, opcode).map(|lowered| {
            self.rename(first, &lowered);
            self.values.insert(instr, lowered);
            Flow::Next
        }))
    }

    /// Gives the LLVM instruction's name to its result rather than to the first of the
    /// values that lead to it.
    fn rename(&mut self, first: usize, lowered: &Lowered) {
        // The address of an object that is used for the first time has a name of its own.
        let named_here = |id: &ValueId| !self.program.values[*id].name.starts_with('&');
        if let Lowered::Int(Operand::Value(result)) = lowered
            && let Some(leading) = self.program.values.indices().skip(first).find(named_here)
            && (leading.0..).contains(&result.0)
            && leading != *result
        {
            let name = std::mem::take(&mut self.program.values[leading].name);
            self.program.values[leading].name =
                std::mem::replace(&mut self.program.values[*result].name, name);
        }
    }

    /// The value of an instruction that is neither phi nor terminator.
    fn value(&mut self, instr: Val<'m>, opcode: LLVMOpcode) -> Result<Lowered, Unsupported> {
        let operands = instr.operands();
        let shape = self.shape(instr.ty());
        if is_vector(&instr) || operands.iter().any(is_vector) {
            return self.on_vectors(instr, opcode, &operands, &shape);
        }
        if let (Some(op), Shape::Int(_)) = (binary(opcode), &shape) {
            let args = [self.int(operands[0])?, self.int(operands[1])?];
            let first = self.program.values.len();
            let result = self.emit(op, &args);
            self.on_integers(first);
            return Ok(Lowered::Int(result));
        }
        if let Some(result) = self.on_floats(instr, opcode, &operands) {
            return result;
        }
        match (opcode, &shape) {
            (LLVMICmp, Shape::Int(1)) => self.comparison(instr, operands[0], operands[1]),
            (LLVMTrunc, Shape::Int(width)) => {
                let of = self.int(operands[0])?;
                Ok(Lowered::Int(self.extract(&of, width - 1, 0)))
            }
            (LLVMZExt, Shape::Int(width)) => {
                let of = self.int(operands[0])?;
                Ok(Lowered::Int(self.emit(Op::ZeroExtend(*width), &[of])))
            }
            (LLVMSExt, Shape::Int(width)) => {
                let of = self.int(operands[0])?;
                Ok(Lowered::Int(self.emit(Op::SignExtend(*width), &[of])))
            }
            (LLVMBitCast, Shape::Int(_)) => Ok(Lowered::Int(self.int(operands[0])?)),
            (LLVMSelect, _) => {
                let cond = self.int(operands[0])?;
                let (a, b) = (self.lowered(operands[1]), self.lowered(operands[2]));
                Ok(self.select(&cond, a, b))
            }
            (LLVMFreeze, _) => {
                let of = self.lowered(operands[0]);
                Ok(self.freeze(of))
            }
            (LLVMExtractValue, _) => Ok(self.extract_value(instr, operands[0], &shape)?),
            (LLVMInsertValue, _) => Ok(self.insert_value(instr, operands[0], operands[1])),
            (LLVMCall, _) => {
                let first = self.program.values.len();
                let result = self.call(instr);
                // Overflow, minimum, maximum.
                if !is_pointer(&instr) && !instr.arguments().iter().any(is_pointer) {
                    self.on_integers(first);
                }
                result
            }
            (LLVMPtrToInt | LLVMIntToPtr, Shape::Int(width)) => {
                let of = self.int(operands[0])?;
                Ok(Lowered::Int(self.resize(&of, *width)))
            }
            (LLVMAlloca, _) => self.local(instr),
            (LLVMGetElementPtr, Shape::Int(_)) => self.element_address(instr),
            (LLVMLoad, _) => self.load(instr),
            (LLVMStore, _) => self.store(instr),
            (
                LLVMFNeg | LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMFCmp
                | LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc | LLVMFPExt,
                Shape::Int(width),
            ) => Ok(Lowered::Int(self.unmodelled(*width, "floating-point arithmetic"))),
            _ => Err(unsupported::instruction(instr)),
        }
    }

    fn comparison(
        &mut self,
        instr: Val<'m>,
        left: Val<'m>,
        right: Val<'m>,
    ) -> Result<Lowered, Unsupported> {
        let (a, b) = (self.int(left)?, self.int(right)?);
        let first = self.program.values.len();
        let result = self.compare(instr.predicate(), a, b);
        if !is_pointer(&left) {
            self.on_integers(first);
        }
        Ok(Lowered::Int(result))
    }

    /// The values from `first` on are computed of integers.
    fn on_integers(&mut self, first: usize) {
        let Program { values, memory, .. } = &mut self.program;
        let is_concerned = |id: &ValueId| [1, memory.pointer_width].contains(&values[*id].width());
        memory.integers.extend(values.indices().skip(first).filter(is_concerned));
    }

    /// `a` compared with `b`; width 1.
    pub fn compare(&mut self, predicate: LLVMIntPredicate, a: Operand, b: Operand) -> Operand {
        let (op, args) = match predicate {
            LLVMIntEQ => (Op::Eq, [a, b]),
            LLVMIntNE => {
                let equal = self.emit(Op::Eq, &[a, b]);
                return self.emit(Op::Not, &[equal]);
            }
            LLVMIntUGT => (Op::Ult, [b, a]),
            LLVMIntUGE => (Op::Ule, [b, a]),
            LLVMIntULT => (Op::Ult, [a, b]),
            LLVMIntULE => (Op::Ule, [a, b]),
            LLVMIntSGT => (Op::Slt, [b, a]),
            LLVMIntSGE => (Op::Sle, [b, a]),
            LLVMIntSLT => (Op::Slt, [a, b]),
            LLVMIntSLE => (Op::Sle, [a, b]),
        };
        self.emit(op, &args)
    }

    /// `if cond then a else b`, element by element.
    pub fn select(&mut self, cond: &Operand, a: Lowered, b: Lowered) -> Lowered {
        match (a, b) {
            (Lowered::Aggregate(a), Lowered::Aggregate(b)) => Lowered::Aggregate(
                a.into_iter().zip(b).map(|(a, b)| self.select(cond, a, b)).collect(),
            ),
            (Lowered::Undef(width), Lowered::Undef(_)) => Lowered::Undef(width),
            (Lowered::Opaque, _) | (_, Lowered::Opaque) => Lowered::Opaque,
            (a, b) => match (self.leaf(a), self.leaf(b)) {
                (Some(a), Some(b)) => Lowered::Int(self.ite(cond, &a, &b)),
                _ => Lowered::Opaque,
            },
        }
    }

    /// An integer leaf as an operand; `undef` becomes arbitrary.
    pub fn leaf(&mut self, lowered: Lowered) -> Option<Operand> {
        match lowered {
            Lowered::Int(operand) => Some(operand),
            Lowered::Undef(width) => Some(self.undefined(width)),
            Lowered::Aggregate(_) | Lowered::Opaque => None,
        }
    }

    /// The value with every `undef` replaced by one arbitrary choice.
    pub fn freeze(&mut self, of: Lowered) -> Lowered {
        match of {
            Lowered::Undef(width) => Lowered::Int(self.undefined(width)),
            Lowered::Aggregate(elements) => Lowered::Aggregate(
                elements.into_iter().map(|element| self.freeze(element)).collect(),
            ),
            known => known,
        }
    }

    fn extract_value(
        &mut self,
        instr: Val<'m>,
        aggregate: Val<'m>,
        shape: &Shape,
    ) -> Result<Lowered, Unsupported> {
        let mut found = self.lowered(aggregate);
        for index in instr.indices() {
            found = match found {
                Lowered::Aggregate(elements) => {
                    elements.into_iter().nth(index as usize).unwrap_or(Lowered::Opaque)
                }
                _ => Lowered::Opaque,
            };
        }
        match (&found, shape) {
            // An element of an aggregate that is too large to be represented.
            (Lowered::Opaque, Shape::Int(_) | Shape::Aggregate(_)) => {
                Err(Unsupported::new("a large structure or array as a value"))
            }
            _ => Ok(found),
        }
    }

    fn insert_value(&mut self, instr: Val<'m>, aggregate: Val<'m>, element: Val<'m>) -> Lowered {
        let mut result = self.lowered(aggregate);
        let mut place = &mut result;
        for index in instr.indices() {
            match place {
                Lowered::Aggregate(elements) if (index as usize) < elements.len() => {
                    place = &mut elements[index as usize];
                }
                _ => return Lowered::Opaque,
            }
        }
        *place = self.lowered(element);
        result
    }
}

fn is_pointer(value: &Val<'_>) -> bool {
    value.ty().kind() == LLVMPointerTypeKind
}

/// The operator of a binary integer instruction.
pub fn binary(opcode: LLVMOpcode) -> Option<Op> {
    Some(match opcode {
        LLVMAdd => Op::Add,
        LLVMSub => Op::Sub,
        LLVMMul => Op::Mul,
        LLVMUDiv => Op::Udiv,
        LLVMSDiv => Op::Sdiv,
        LLVMURem => Op::Urem,
        LLVMSRem => Op::Srem,
        LLVMShl => Op::Shl,
        LLVMLShr => Op::Lshr,
        LLVMAShr => Op::Ashr,
        LLVMAnd => Op::And,
        LLVMOr => Op::Or,
        LLVMXor => Op::Xor,
        _ => return None,
    })
}
