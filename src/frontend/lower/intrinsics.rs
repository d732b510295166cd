//! Intrinsics on integers, expressed by the operators of [`crate::bv`], at every width.
//!
//! Source: the LLVM Language Reference. Poison flags (`llvm.abs`, `llvm.ctlz`,
//! `llvm.cttz`) are ignored: the result is the defined one.

use crate::frontend::llvm::handles::LLVMIntPredicate::*;
use crate::frontend::llvm::handles::LLVMTypeKind::*;
use crate::frontend::llvm::handles::LLVMValueKind::*;
use crate::frontend::llvm::handles::{LLVMIntPredicate, Val};

use super::Lowering;
use super::unsupported::{self, Unsupported};
use super::value::{Lowered, Shape};
use crate::bv::{Op, Value};
use crate::program::{MemoryOp, Operand};

/// Intrinsics that mean nothing to a program, or only hint or promise.
const IGNORED: [&str; 12] = [
    "assume",
    "codeview.annotation",
    "donothing",
    "experimental.noalias.scope.decl",
    "instrprof.increment",
    "invariant.end",
    "invariant.start",
    "prefetch",
    "pseudoprobe",
    "sideeffect",
    "stackrestore",
    "var.annotation",
];

impl<'m> Lowering<'m> {
    /// A call that is none of the front end's own: an intrinsic, or unsupported.
    pub fn call(&mut self, instr: Val<'m>) -> Result<Lowered, Unsupported> {
        if let Some(result) = self.memory_call(instr) {
            return result;
        }
        if let Some(result) = self.reduction(instr) {
            return Ok(Lowered::Int(result));
        }
        if let Some(result) = self.constrained(instr) {
            return result;
        }
        if let Some(result) = self.float_call(instr) {
            return result;
        }
        let unsupported = |this: &Self| unsupported::call(instr, this.context);
        if let (Some(what), Shape::Int(width)) =
            (unsupported::computation(instr), self.shape(instr.ty()))
        {
            return Ok(Lowered::Int(self.unmodelled(width, &what)));
        }
        let callee = instr.callee().filter(|f| f.kind() == LLVMFunctionValueKind);
        let name = callee.and_then(Val::intrinsic).ok_or_else(|| unsupported(self))?;
        let name = name.strip_prefix("llvm.").unwrap_or(&name);
        if IGNORED.contains(&name) || name.starts_with("dbg.") {
            return Ok(Lowered::Opaque);
        }
        match name {
            "lifetime.start" => {
                self.lifetime(instr, MemoryOp::Start);
                return Ok(Lowered::Opaque);
            }
            "lifetime.end" => {
                self.lifetime(instr, MemoryOp::End);
                return Ok(Lowered::Opaque);
            }
            "memcpy" | "memcpy.inline" | "memmove" | "memset" | "memset.inline" => {
                return self.block_operation(name, instr);
            }
            _ => {}
        }
        let arguments = instr.arguments();
        if name == "ptrmask" {
            let (of, mask) = (self.int(arguments[0])?, self.int(arguments[1])?);
            return Ok(Lowered::Int(self.emit(Op::And, &[of, mask])));
        }
        if name == "is.constant" {
            let known = arguments.first().is_some_and(|arg| arg.kind() == LLVMConstantIntValueKind);
            return Ok(Lowered::constant(Value::bool(known)));
        }
        let result = instr.ty();
        let integral = |arg: &Val<'m>| arg.ty().kind() == LLVMIntegerTypeKind;
        let returns = matches!(result.kind(), LLVMIntegerTypeKind | LLVMStructTypeKind);
        if arguments.is_empty() || !arguments.iter().all(integral) || !returns {
            return Err(unsupported(self));
        }
        let mut operands = Vec::new();
        for argument in arguments {
            operands.push(self.int(argument)?);
        }
        let to = if result.kind() == LLVMIntegerTypeKind { result.width() } else { 0 };
        self.intrinsic(name, &operands, to).ok_or_else(|| unsupported(self))
    }

    /// The value of an intrinsic that returns an integer of width `to`, or (`to` is 0)
    /// a result with an overflow bit.
    fn intrinsic(&mut self, name: &str, args: &[Operand], to: u32) -> Option<Lowered> {
        let result = match (name, args) {
            ("uadd.with.overflow", [a, b]) => return Some(self.with_overflow(Self::uadd, a, b)),
            ("sadd.with.overflow", [a, b]) => return Some(self.with_overflow(Self::sadd, a, b)),
            ("usub.with.overflow", [a, b]) => return Some(self.with_overflow(Self::usub, a, b)),
            ("ssub.with.overflow", [a, b]) => return Some(self.with_overflow(Self::ssub, a, b)),
            ("umul.with.overflow", [a, b]) => return Some(self.with_overflow(Self::umul, a, b)),
            ("smul.with.overflow", [a, b]) => return Some(self.with_overflow(Self::smul, a, b)),
            ("uadd.sat", [a, b]) => {
                let (sum, over) = self.uadd(a, b);
                self.ite(&over, &Operand::Const(Value::ones(to)), &sum)
            }
            ("usub.sat", [a, b]) => {
                let (difference, over) = self.usub(a, b);
                self.ite(&over, &Operand::Const(Value::zero(to)), &difference)
            }
            ("sadd.sat", [a, b]) => {
                let (sum, over) = self.sadd(a, b);
                self.saturate(a, &sum, &over)
            }
            ("ssub.sat", [a, b]) => {
                let (difference, over) = self.ssub(a, b);
                self.saturate(a, &difference, &over)
            }
            ("abs", [a, _]) => {
                let negated = self.emit(Op::Neg, std::slice::from_ref(a));
                let negative = self.sign(a);
                self.ite(&negative, &negated, a)
            }
            ("smax", [a, b]) => self.choose(LLVMIntSGT, a, b),
            ("smin", [a, b]) => self.choose(LLVMIntSLT, a, b),
            ("umax", [a, b]) => self.choose(LLVMIntUGT, a, b),
            ("umin", [a, b]) => self.choose(LLVMIntULT, a, b),
            ("ucmp", [a, b]) => self.three_way(LLVMIntULT, a, b, to),
            ("scmp", [a, b]) => self.three_way(LLVMIntSLT, a, b, to),
            // From the least significant bit up, so that the highest one decides.
            ("ctlz", [a, _]) => self.position(a, to, (0..to).map(|i| (i, to - 1 - i))),
            // From the most significant bit down, so that the lowest one decides.
            ("cttz", [a, _]) => self.position(a, to, (0..to).rev().map(|i| (i, i))),
            ("ctpop", [a]) => self.population(a, to),
            ("bswap", [a]) => self.reversed(a, 8),
            ("bitreverse", [a]) => self.reversed(a, 1),
            ("fshl", [a, b, c]) => self.funnel(a, b, c, Op::Shl),
            ("fshr", [a, b, c]) => self.funnel(a, b, c, Op::Lshr),
            ("expect", [a, _]) | ("expect.with.probability" | "ssa.copy", [a, ..]) => a.clone(),
            _ => return None,
        };
        Some(Lowered::Int(result))
    }

    fn with_overflow(
        &mut self,
        operation: fn(&mut Self, &Operand, &Operand) -> (Operand, Operand),
        a: &Operand,
        b: &Operand,
    ) -> Lowered {
        let (result, overflow) = operation(self, a, b);
        Lowered::Aggregate(vec![Lowered::Int(result), Lowered::Int(overflow)])
    }

    fn uadd(&mut self, a: &Operand, b: &Operand) -> (Operand, Operand) {
        let sum = self.emit(Op::Add, &[a.clone(), b.clone()]);
        let carry = self.emit(Op::Ult, &[sum.clone(), a.clone()]);
        (sum, carry)
    }

    fn usub(&mut self, a: &Operand, b: &Operand) -> (Operand, Operand) {
        let borrow = self.emit(Op::Ult, &[a.clone(), b.clone()]);
        (self.emit(Op::Sub, &[a.clone(), b.clone()]), borrow)
    }

    /// Overflow: the sum's sign differs from both operands'.
    fn sadd(&mut self, a: &Operand, b: &Operand) -> (Operand, Operand) {
        let sum = self.emit(Op::Add, &[a.clone(), b.clone()]);
        let left = self.emit(Op::Xor, &[a.clone(), sum.clone()]);
        let right = self.emit(Op::Xor, &[b.clone(), sum.clone()]);
        let both = self.emit(Op::And, &[left, right]);
        let overflow = self.sign(&both);
        (sum, overflow)
    }

    /// Overflow: the operands' signs differ, and the difference's from the first one's.
    fn ssub(&mut self, a: &Operand, b: &Operand) -> (Operand, Operand) {
        let difference = self.emit(Op::Sub, &[a.clone(), b.clone()]);
        let operands = self.emit(Op::Xor, &[a.clone(), b.clone()]);
        let result = self.emit(Op::Xor, &[a.clone(), difference.clone()]);
        let both = self.emit(Op::And, &[operands, result]);
        let overflow = self.sign(&both);
        (difference, overflow)
    }

    /// The product at twice the width, so that one multiplication serves both results.
    fn product(&mut self, extend: fn(u32) -> Op, a: &Operand, b: &Operand) -> (Operand, Operand) {
        let width = self.program.width(a);
        let a = self.emit(extend(2 * width), std::slice::from_ref(a));
        let b = self.emit(extend(2 * width), std::slice::from_ref(b));
        let product = self.emit(Op::Mul, &[a, b]);
        let low = self.extract(&product, width - 1, 0);
        // It fits if extending the low half gives it back.
        let extended = self.emit(extend(2 * width), std::slice::from_ref(&low));
        let fits = self.emit(Op::Eq, &[product, extended]);
        (low, self.emit(Op::Not, &[fits]))
    }

    fn umul(&mut self, a: &Operand, b: &Operand) -> (Operand, Operand) {
        self.product(Op::ZeroExtend, a, b)
    }

    fn smul(&mut self, a: &Operand, b: &Operand) -> (Operand, Operand) {
        self.product(Op::SignExtend, a, b)
    }

    /// `result`, or on overflow the extreme value on the side of `a`.
    fn saturate(&mut self, a: &Operand, result: &Operand, over: &Operand) -> Operand {
        let width = self.program.width(a);
        let least = Value::min_signed(width);
        let most = Op::Not.apply(&[&least]);
        let negative = self.sign(a);
        let extreme = self.ite(&negative, &Operand::Const(least), &Operand::Const(most));
        self.ite(over, &extreme, result)
    }

    /// The one of two numbers that compares so with the other.
    pub fn choose(&mut self, predicate: LLVMIntPredicate, a: &Operand, b: &Operand) -> Operand {
        let first = self.compare(predicate, a.clone(), b.clone());
        self.ite(&first, a, b)
    }

    /// −1, 0 or 1.
    fn three_way(&mut self, less: LLVMIntPredicate, a: &Operand, b: &Operand, to: u32) -> Operand {
        let equal = self.compare(LLVMIntEQ, a.clone(), b.clone());
        let less = self.compare(less, a.clone(), b.clone());
        let rest =
            self.ite(&equal, &Operand::Const(Value::zero(to)), &Operand::Const(Value::one(to)));
        self.ite(&less, &Operand::Const(Value::ones(to)), &rest)
    }

    /// The number that goes with the last bit of `bits` that is set; the width if none.
    fn position(
        &mut self,
        of: &Operand,
        width: u32,
        bits: impl Iterator<Item = (u32, u32)>,
    ) -> Operand {
        let none = self.number(width, width.into());
        bits.fold(none, |rest, (index, number)| {
            let set = self.bit(of, index);
            let number = self.number(width, number.into());
            self.ite(&set, &number, &rest)
        })
    }

    /// The number of set bits, as a balanced tree of sums that are just wide enough.
    fn population(&mut self, of: &Operand, width: u32) -> Operand {
        let mut sums: Vec<Operand> = (0..width).map(|index| self.bit(of, index)).collect();
        while sums.len() > 1 {
            let mut next = Vec::new();
            for pair in sums.chunks(2) {
                next.push(match pair {
                    [a, b] => {
                        let wide = self.program.width(a).max(self.program.width(b)) + 1;
                        let (a, b) = (self.resize(a, wide), self.resize(b, wide));
                        self.emit(Op::Add, &[a, b])
                    }
                    rest => rest[0].clone(),
                });
            }
            sums = next;
        }
        self.resize(&sums[0], width)
    }

    /// The pieces of `size` bits in reverse order.
    fn reversed(&mut self, of: &Operand, size: u32) -> Operand {
        let width = self.program.width(of);
        let mut result = self.extract(of, size - 1, 0);
        for low in (size..width).step_by(size as usize) {
            let piece = self.extract(of, low + size - 1, low);
            result = self.emit(Op::Concat, &[result, piece]);
        }
        result
    }

    /// `fshl` and `fshr`: the upper, or the lower, half of `a` and `b` side by side,
    /// shifted by `c` modulo their width.
    fn funnel(&mut self, a: &Operand, b: &Operand, c: &Operand, shift: Op) -> Operand {
        let width = self.program.width(a);
        let both = self.emit(Op::Concat, &[a.clone(), b.clone()]);
        // Modulo 1 there is nothing to shift; and 1 bit can't hold the remainder's base.
        let amount = match width {
            1 => self.number(1, 0),
            _ => {
                let modulus = self.number(width, width.into());
                self.emit(Op::Urem, &[c.clone(), modulus])
            }
        };
        let low = match (&amount, shift) {
            // A constant amount only picks bits.
            (Operand::Const(amount), _) => {
                let amount = u32::try_from(amount.to_u64().unwrap_or(0)).unwrap_or(0);
                let low = if shift == Op::Shl { width - amount } else { amount };
                return self.extract(&both, low + width - 1, low);
            }
            (_, Op::Shl) => width,
            _ => 0,
        };
        let amount = self.resize(&amount, 2 * width);
        let shifted = self.emit(shift, &[both, amount]);
        self.extract(&shifted, low + width - 1, low)
    }
}
