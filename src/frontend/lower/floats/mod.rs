//! Instructions on floating-point numbers.
//!
//! Source: the LLVM Language Reference, "Behavior of Floating-Point Operations" and "Behavior
//! of NaN values". A number is the word of its bits; the operators are those of
//! [`crate::bv::float`], rounded to nearest but for [`constrained`] ones.
//!
//! A NaN that an operation makes has any sign and any payload, and may be signalling: an input
//! of its own. Operations on numbers don't look at these, so they are given the operator's own
//! result ([`Lowering::canonical`]), and the input matters only to who looks at bits.
//!
//! The x87's format stores the leading bit. A number whose stored one is wrong is one that the
//! x87 refuses (Intel SDM 1, 8.2.2): it counts as a NaN; a subnormal number with a leading one
//! counts as what it says.
//!
//! Deliberately absent: `bfloat`, binary128, PowerPC's pairs, `frem`.

mod constrained;
mod functions;

use crate::bv::{FloatOp, Format, Op, Rounding, Value};
use crate::frontend::llvm::handles::LLVMOpcode::*;
use crate::frontend::llvm::handles::LLVMRealPredicate::*;
use crate::frontend::llvm::handles::LLVMTypeKind::*;
use crate::frontend::llvm::handles::{LLVMOpcode, LLVMRealPredicate, Ty, Val};
use crate::program::{InputKind, Operand};

use super::Lowering;
use super::unsupported::Unsupported;
use super::value::{Lowered, Shape};

/// How C's operators round where the program changes nothing.
const NEAREST: Rounding = Rounding::NearestEven;

/// What sign and payload of a NaN come from.
const PAYLOAD: &str = "sign and payload of a NaN";

/// The format of a type, if its numbers are modelled.
fn format(ty: Ty<'_>) -> Option<Format> {
    Some(match ty.kind() {
        LLVMHalfTypeKind => Format::Half,
        LLVMFloatTypeKind => Format::Single,
        LLVMDoubleTypeKind => Format::Double,
        LLVMX86_FP80TypeKind => Format::Extended,
        _ => return None,
    })
}

impl<'m> Lowering<'m> {
    /// The value of an instruction on numbers; `None` if it is none, or not modelled.
    pub fn on_floats(
        &mut self,
        instr: Val<'m>,
        opcode: LLVMOpcode,
        operands: &[Val<'m>],
    ) -> Option<Result<Lowered, Unsupported>> {
        let is_one = matches!(
            opcode,
            LLVMFNeg
                | LLVMFAdd
                | LLVMFSub
                | LLVMFMul
                | LLVMFDiv
                | LLVMFCmp
                | LLVMFPToUI
                | LLVMFPToSI
                | LLVMUIToFP
                | LLVMSIToFP
                | LLVMFPTrunc
                | LLVMFPExt
        );
        let fits = |ty: Ty<'m>| match ty.kind() {
            LLVMIntegerTypeKind => ty.width() <= crate::bv::float::WIDEST_INTEGER,
            _ => format(ty).is_some(),
        };
        let fits = fits(instr.ty()) && operands.iter().all(|operand| fits(operand.ty()));
        (is_one && fits).then(|| self.arithmetic(instr, opcode, operands, NEAREST))
    }

    fn arithmetic(
        &mut self,
        instr: Val<'m>,
        opcode: LLVMOpcode,
        operands: &[Val<'m>],
        rounding: Rounding,
    ) -> Result<Lowered, Unsupported> {
        if opcode == LLVMFNeg {
            // The sign alone, also of a NaN.
            let of = self.int(operands[0])?;
            let width = self.program.width(&of);
            let sign = Operand::Const(Value::min_signed(width));
            return Ok(Lowered::Int(self.emit(Op::Xor, &[of, sign])));
        }
        let source = operands[0].ty();
        if let (LLVMUIToFP | LLVMSIToFP, Some(to)) = (opcode, format(instr.ty())) {
            let of = self.int(operands[0])?;
            let (from, signed) = (self.program.width(&of), opcode == LLVMSIToFP);
            let op = FloatOp::FromInteger { from, signed, to, rounding };
            return Ok(self.number_of(op, &[of]));
        }
        let Some(from) = format(source) else {
            return Err(Unsupported::new("floating-point arithmetic"));
        };
        let mut args = Vec::with_capacity(operands.len());
        for &operand in operands {
            args.push(self.float(operand)?);
        }
        let (a, b) = (args[0].clone(), args.get(1).cloned());
        Ok(match (opcode, b) {
            (LLVMFAdd, _) => self.number_of(FloatOp::Add(from, rounding), &args),
            (LLVMFSub, Some(b)) => {
                let sign = Operand::Const(Value::new(from.width(), from.sign()));
                let negated = self.emit(Op::Xor, &[b, sign]);
                self.number_of(FloatOp::Add(from, rounding), &[a, negated])
            }
            (LLVMFMul, _) => self.number_of(FloatOp::Mul(from, rounding), &args),
            (LLVMFDiv, _) => self.number_of(FloatOp::Div(from, rounding), &args),
            (LLVMFCmp, Some(b)) => {
                Lowered::Int(self.float_comparison(from, instr.real_predicate(), &a, &b))
            }
            (LLVMFPTrunc | LLVMFPExt, _) => match format(instr.ty()) {
                Some(to) => self.number_of(FloatOp::Convert { from, to, rounding }, &args),
                None => return Err(Unsupported::new("floating-point arithmetic")),
            },
            // What is out of range has been replaced by a choice.
            _ => {
                let (to, signed) = (instr.ty().width(), opcode == LLVMFPToSI);
                let rounding = Rounding::Zero;
                let op = FloatOp::ToInteger { from, to, signed, rounding };
                Lowered::Int(self.emit(Op::Float(op), &args))
            }
        })
    }

    /// The bits of a number, in the format of its type.
    fn float(&mut self, value: Val<'m>) -> Result<Operand, Unsupported> {
        let operand = self.int(value)?;
        if let Operand::Value(id) = &operand
            && let Some(known) = self.canonical.get(id)
        {
            return Ok(known.clone());
        }
        Ok(match value.ty().kind() {
            LLVMX86_FP80TypeKind => self.without_leading_bit(&operand),
            _ => operand,
        })
    }

    /// A number of the x87's, without the leading bit that it stores.
    fn without_leading_bit(&mut self, stored: &Operand) -> Operand {
        let format = Format::Extended;
        let sign = self.bit(stored, 79);
        let field = self.extract(stored, 78, 64);
        let leading = self.bit(stored, 63);
        let fraction = self.extract(stored, 62, 0);
        let zero = self.number(15, 0);
        let is_small = self.emit(Op::Eq, &[field.clone(), zero]);
        // A leading one with the exponent 0 means the exponent 1.
        let wide = self.emit(Op::ZeroExtend(15), std::slice::from_ref(&leading));
        let small = self.emit(Op::Or, &[field.clone(), wide]);
        let exponent = self.ite(&is_small, &small, &field);
        let magnitude = self.emit(Op::Concat, &[exponent, fraction]);
        let number = self.emit(Op::Concat, &[sign, magnitude]);
        let is_known = self.emit(Op::Or, &[leading, is_small]);
        let nan = self.number(format.width(), format.nan());
        self.ite(&is_known, &number, &nan)
    }

    /// The bits of a number as its type stores them.
    fn stored(&mut self, format: Format, number: &Operand) -> Operand {
        if format != Format::Extended {
            return number.clone();
        }
        let upper = self.extract(number, 78, 63);
        let field = self.extract(number, 77, 63);
        let zero = self.number(15, 0);
        let is_small = self.emit(Op::Eq, &[field, zero]);
        let leading = self.emit(Op::Not, &[is_small]);
        let fraction = self.extract(number, 62, 0);
        let significand = self.emit(Op::Concat, &[leading, fraction]);
        self.emit(Op::Concat, &[upper, significand])
    }

    /// The result of an operator that gives a number, as it is stored.
    fn number_of(&mut self, op: FloatOp, args: &[Operand]) -> Lowered {
        let number = self.emit(Op::Float(op), args);
        let format = op.result_format().expect("it gives a number");
        if matches!(op, FloatOp::FromInteger { .. }) {
            // Never a NaN.
            return Lowered::Int(self.stored(format, &number));
        }
        self.result(format, &number)
    }

    /// A number that an operation has given: if it is a NaN, it may have any sign and payload.
    fn result(&mut self, format: Format, number: &Operand) -> Lowered {
        if let Operand::Const(value) = number
            && !value.small().is_some_and(|bits| format.is_nan(bits))
        {
            return Lowered::Int(self.stored(format, number));
        }
        let any = self.any_nan(format);
        let is_nan = self.emit(Op::Float(FloatOp::IsNan(format)), std::slice::from_ref(number));
        let seen = self.ite(&is_nan, &any, number);
        let seen = self.stored(format, &seen);
        if let Operand::Value(id) = seen {
            self.canonical.insert(id, number.clone());
        }
        Lowered::Int(seen)
    }

    /// A NaN with any sign, and any payload that is not zero.
    fn any_nan(&mut self, format: Format) -> Operand {
        let width = format.width();
        let any = self.input(width, InputKind::Memory(PAYLOAD.to_owned()));
        let infinity = self.number(width, format.infinity());
        let any = self.emit(Op::Or, &[any, infinity]);
        let is_nan = self.emit(Op::Float(FloatOp::IsNan(format)), std::slice::from_ref(&any));
        let nan = self.number(width, format.nan());
        self.ite(&is_nan, &any, &nan)
    }

    fn float_comparison(
        &mut self,
        format: Format,
        predicate: LLVMRealPredicate,
        a: &Operand,
        b: &Operand,
    ) -> Operand {
        let (less, equal) = (FloatOp::Less(format), FloatOp::Equal(format));
        // Ordered comparisons are some of these three, those that are unordered, too, the
        // complements of the others.
        let (parts, negated): (&[(FloatOp, bool)], bool) = match predicate {
            LLVMRealPredicateFalse => (&[], false),
            LLVMRealOEQ => (&[(equal, false)], false),
            LLVMRealOGT => (&[(less, true)], false),
            LLVMRealOLT => (&[(less, false)], false),
            LLVMRealONE => (&[(less, false), (less, true)], false),
            LLVMRealOLE => return self.at_most(format, a, b),
            LLVMRealOGE => return self.at_most(format, b, a),
            LLVMRealUGT | LLVMRealULT => {
                let (low, high) = if predicate == LLVMRealUGT { (a, b) } else { (b, a) };
                let at_most = self.at_most(format, low, high);
                return self.emit(Op::Not, &[at_most]);
            }
            LLVMRealORD | LLVMRealUNO => {
                let unordered = self.unordered(format, a, b);
                return match predicate {
                    LLVMRealUNO => unordered,
                    _ => self.emit(Op::Not, &[unordered]),
                };
            }
            LLVMRealUEQ => (&[(less, false), (less, true)], true),
            LLVMRealUGE => (&[(less, false)], true),
            LLVMRealULE => (&[(less, true)], true),
            LLVMRealUNE => (&[(equal, false)], true),
            LLVMRealPredicateTrue => (&[], true),
        };
        let mut any = None;
        for &(op, exchanged) in parts {
            let args = if exchanged { [b.clone(), a.clone()] } else { [a.clone(), b.clone()] };
            let holds = self.emit(Op::Float(op), &args);
            any = Some(match any {
                None => holds,
                Some(any) => self.emit(Op::Or, &[any, holds]),
            });
        }
        let any = any.unwrap_or_else(|| self.number(1, 0));
        if negated { self.emit(Op::Not, &[any]) } else { any }
    }

    /// Whether a number is at most another: less than the next one, of a constant; else not
    /// greater, and none is a NaN. Both say more of the operands than a disjunction.
    fn at_most(&mut self, format: Format, low: &Operand, high: &Operand) -> Operand {
        let constant = |it: &Operand| match it {
            Operand::Const(value) => value.small(),
            Operand::Value(_) => None,
        };
        let less = Op::Float(FloatOp::Less(format));
        if let Some(above) = constant(high).and_then(|bits| format.next_up(bits)) {
            let above = self.number(format.width(), above);
            return self.emit(less, &[low.clone(), above]);
        }
        if let Some(below) = constant(low).and_then(|bits| format.next_down(bits)) {
            let below = self.number(format.width(), below);
            return self.emit(less, &[below, high.clone()]);
        }
        let greater = self.emit(less, &[high.clone(), low.clone()]);
        let unordered = self.unordered(format, low, high);
        let fails = self.emit(Op::Or, &[greater, unordered]);
        self.emit(Op::Not, &[fails])
    }

    /// Whether one of two numbers is a NaN.
    fn unordered(&mut self, format: Format, a: &Operand, b: &Operand) -> Operand {
        let [a, b] =
            [a, b].map(|it| self.emit(Op::Float(FloatOp::IsNan(format)), std::slice::from_ref(it)));
        self.emit(Op::Or, &[a, b])
    }

    /// Whether a type's values are words.
    fn is_word(&self, ty: Ty<'m>) -> bool {
        matches!(self.shape(ty), Shape::Int(_))
    }
}
