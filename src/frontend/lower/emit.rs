//! Appending instructions to the block under construction.

use super::Lowering;
use super::unsupported::{self, Unsupported};
use super::value::{Lowered, Shape};
use crate::bv::{Op, Value};
use crate::frontend::llvm::handles::{Ty, Val};
use crate::program::{
    Assumption, AssumptionKind, BlockId, InputKind, Instr, LocId, MemoryInstr, MemoryOp, Operand,
    ValueId, ValueInfo,
};

/// Where new instructions go and what they are called.
#[derive(Clone, Debug)]
pub struct Cursor {
    /// The block under construction.
    pub block: BlockId,
    /// Position of the LLVM instruction that is being lowered.
    pub loc: Option<LocId>,
    /// Its name.
    pub name: String,
    /// How many values it has led to.
    pub parts: usize,
}

impl<'m> Lowering<'m> {
    /// A new SSA value; the first of an LLVM instruction has its name, others add a number.
    pub fn fresh(&mut self, width: u32) -> ValueId {
        let name = match self.at.parts {
            0 => self.at.name.clone(),
            n => format!("{}.{n}", self.at.name),
        };
        self.at.parts += 1;
        self.program.values.push(ValueInfo { sort: width.into(), name })
    }

    fn push(&mut self, instr: Instr) {
        self.program.blocks[self.at.block].instrs.push(instr);
    }

    /// `op(args)`; a constant if all operands are.
    pub fn emit(&mut self, op: Op, args: &[Operand]) -> Operand {
        let constants: Option<Vec<&Value>> = args
            .iter()
            .map(|arg| match arg {
                Operand::Const(value) => Some(value),
                Operand::Value(_) => None,
            })
            .collect();
        if let Some(values) = constants {
            return Operand::Const(op.apply(&values));
        }
        let widths: Vec<u32> = args.iter().map(|arg| self.program.width(arg)).collect();
        let dest = self.fresh(op.result_width(&widths));
        self.push(Instr::Assign { dest, op, args: args.to_vec(), loc: self.at.loc });
        Operand::Value(dest)
    }

    /// An arbitrary value.
    pub fn input(&mut self, width: u32, kind: InputKind) -> Operand {
        let dest = self.fresh(width);
        self.push(Instr::Input { dest, kind, loc: self.at.loc });
        Operand::Value(dest)
    }

    /// What `undef` or `poison` is at one use: arbitrary, and listed as an assumption. What C
    /// leaves undefined was made a choice before any pass ran; so a pass has made it, of memory
    /// that is written piece by piece, and the native program makes no choice there.
    pub fn undefined(&mut self, width: u32) -> Operand {
        let assumption = Assumption {
            kind: AssumptionKind::UndefinedValue,
            what: "an undefined value is taken to be arbitrary".to_owned(),
            loc: self.at.loc,
        };
        self.assumptions.push((self.at.block, assumption));
        self.input(width, InputKind::Memory("undefined value".to_owned()))
    }

    /// The result of an operation that is not modelled: any bits, on which nothing may
    /// depend ([`Program::end_tainted`](crate::program::Program::end_tainted)).
    pub fn unmodelled(&mut self, width: u32, what: &str) -> Operand {
        self.input(width, InputKind::Unmodelled(what.to_owned()))
    }

    /// What an LLVM value has become.
    pub fn lowered(&mut self, value: Val<'m>) -> Lowered {
        if let Some(known) = self.values.get(&value) {
            return known.clone();
        }
        // A value that is neither known nor a constant was defined behind a point where
        // its path ended, so this use is not reachable and will be pruned.
        self.constant(value).unwrap_or_else(|| {
            self.shape(value.ty()).fill(&mut |width| Lowered::constant(Value::zero(width)))
        })
    }

    /// The shape of a type.
    pub fn shape(&self, ty: Ty<'m>) -> Shape {
        Shape::of(ty, self.context.pointer_width())
    }

    /// An operation on memory.
    pub fn memory(
        &mut self,
        op: MemoryOp,
        args: &[Operand],
        width: Option<u32>,
    ) -> Option<Operand> {
        let dest = width.map(|width| self.fresh(width));
        let (args, loc) = (args.to_vec(), self.at.loc);
        self.push(Instr::Memory(MemoryInstr { dest, op, args, loc }));
        dest.map(Operand::Value)
    }

    /// An integer operand of an instruction, or an address.
    ///
    /// # Errors
    /// If it depends on what is not modelled.
    pub fn int(&mut self, value: Val<'m>) -> Result<Operand, Unsupported> {
        match self.lowered(value) {
            Lowered::Int(operand) => Ok(operand),
            Lowered::Undef(width) => Ok(self.undefined(width)),
            Lowered::Aggregate(_) | Lowered::Opaque => Err(unsupported::operand(value)),
        }
    }

    /// A constant as an operand.
    pub fn number(&self, width: u32, number: u128) -> Operand {
        Operand::Const(Value::new(width, number))
    }

    /// Bits `high` to `low`.
    pub fn extract(&mut self, of: &Operand, high: u32, low: u32) -> Operand {
        if low == 0 && high + 1 == self.program.width(of) {
            return of.clone();
        }
        self.emit(Op::Extract { high, low }, std::slice::from_ref(of))
    }

    /// Bit `index`.
    pub fn bit(&mut self, of: &Operand, index: u32) -> Operand {
        self.extract(of, index, index)
    }

    /// The sign bit.
    pub fn sign(&mut self, of: &Operand) -> Operand {
        self.bit(of, self.program.width(of) - 1)
    }

    /// Zero-extended or truncated to `width` bits.
    pub fn resize(&mut self, of: &Operand, width: u32) -> Operand {
        match self.program.width(of) {
            old if old < width => self.emit(Op::ZeroExtend(width), std::slice::from_ref(of)),
            _ => self.extract(of, width - 1, 0),
        }
    }

    /// `if cond then a else b`.
    pub fn ite(&mut self, cond: &Operand, a: &Operand, b: &Operand) -> Operand {
        match cond {
            Operand::Const(truth) => if truth.is_true() { a } else { b }.clone(),
            Operand::Value(_) => self.emit(Op::Ite, &[cond.clone(), a.clone(), b.clone()]),
        }
    }
}
