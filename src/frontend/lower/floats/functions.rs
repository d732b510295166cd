//! Intrinsics and functions of the C library that compute exactly.
//!
//! Sources: the LLVM Language Reference; C17 7.12 and F.10; glibc for what `isinf` and
//! `__fpclassify` return. What the standard leaves open is an input: which of two zeros
//! `fmin` returns, the number other than zero that `isnan` returns, what `lrint` makes of
//! numbers that are too large.

use crate::bv::{FloatOp, Format, Op, Rounding, Value};
use crate::frontend::llvm::handles::LLVMIntPredicate::LLVMIntULT;
use crate::frontend::llvm::handles::LLVMTypeKind::LLVMIntegerTypeKind;
use crate::frontend::llvm::handles::LLVMValueKind::LLVMFunctionValueKind;
use crate::frontend::llvm::handles::Val;
use crate::program::{InputKind, Operand};

use super::super::Lowering;
use super::super::unsupported::Unsupported;
use super::super::value::Lowered;
use super::{NEAREST, format};

/// Numbers of classes: `FP_NAN`, `FP_INFINITE`, `FP_ZERO`, `FP_SUBNORMAL`, `FP_NORMAL` of
/// glibc.
const CLASSES: [u128; 5] = [0, 1, 2, 3, 4];

/// What a call computes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    Magnitude,
    CopySign,
    Integral(Rounding),
    Root,
    Fused,
    Unfused,
    /// The smaller or the larger one.
    Extreme {
        larger: bool,
        /// A NaN is the result if one operand is one.
        propagates: bool,
        /// The positive zero is larger than the negative one.
        orders_zeros: bool,
    },
    PositiveDifference,
    /// To a signed integer.
    ToInteger(Rounding),
    Saturating {
        signed: bool,
    },
    Canonical,
    /// Whether it has a class of LLVM's mask.
    HasClass,
    IsNan,
    IsInfinite,
    IsFinite,
    IsNegative,
    Classify,
}

/// The function of a name without its suffix, of an intrinsic or of the C library.
fn function(name: &str, is_intrinsic: bool) -> Option<Function> {
    use Function::*;
    let extreme = |larger, propagates, orders_zeros| Extreme { larger, propagates, orders_zeros };
    Some(match (name, is_intrinsic) {
        ("fabs", _) => Magnitude,
        ("copysign", _) => CopySign,
        ("floor", _) => Integral(Rounding::Down),
        ("ceil", _) => Integral(Rounding::Up),
        ("trunc", _) => Integral(Rounding::Zero),
        ("rint" | "nearbyint", _) => Integral(NEAREST),
        ("roundeven", _) => Integral(Rounding::NearestEven),
        ("round", _) => Integral(Rounding::NearestAway),
        ("sqrt", _) => Root,
        ("fma", _) => Fused,
        ("lrint" | "llrint", _) => ToInteger(NEAREST),
        ("lround" | "llround", _) => ToInteger(Rounding::NearestAway),
        // What may be fused is chosen before.
        ("fmuladd", true) => Unfused,
        ("minnum", true) | ("fmin", false) => extreme(false, false, false),
        ("maxnum", true) | ("fmax", false) => extreme(true, false, false),
        ("minimum", true) => extreme(false, true, true),
        ("maximum", true) => extreme(true, true, true),
        ("minimumnum", true) => extreme(false, false, true),
        ("maximumnum", true) => extreme(true, false, true),
        ("fptosi.sat", true) => Saturating { signed: true },
        ("fptoui.sat", true) => Saturating { signed: false },
        ("canonicalize", true) => Canonical,
        ("is.fpclass", true) => HasClass,
        ("fdim", false) => PositiveDifference,
        ("isnan" | "__isnan", false) => IsNan,
        ("isinf" | "__isinf", false) => IsInfinite,
        ("finite" | "__finite", false) => IsFinite,
        ("__signbit", false) => IsNegative,
        ("__fpclassify", false) => Classify,
        _ => return None,
    })
}

impl<'m> Lowering<'m> {
    /// The value of a call that computes with numbers; `None` if it is none, or not modelled.
    pub fn float_call(&mut self, instr: Val<'m>) -> Option<Result<Lowered, Unsupported>> {
        let callee = instr.callee().filter(|it| it.kind() == LLVMFunctionValueKind)?;
        let arguments = instr.arguments();
        let number = format(arguments.first()?.ty())?;
        let function = match callee.intrinsic() {
            Some(name) => function(name.strip_prefix("llvm.").unwrap_or(&name), true)?,
            None if callee.is_declaration() => {
                let name = callee.name();
                let suffix = match number {
                    Format::Single => "f",
                    Format::Extended => "l",
                    _ => "",
                };
                function(name.strip_suffix(suffix)?, false)?
            }
            None => return None,
        };
        if !self.is_word(instr.ty()) || !self.fits(function, number, instr, &arguments) {
            return None;
        }
        Some(self.compute(function, number, instr, &arguments, NEAREST))
    }

    /// Whether the types are those of the function.
    pub(super) fn fits(
        &self,
        of: Function,
        number: Format,
        instr: Val<'m>,
        arguments: &[Val<'m>],
    ) -> bool {
        use Function::*;
        let count = match of {
            Fused | Unfused => 3,
            CopySign | Extreme { .. } | PositiveDifference | HasClass => 2,
            _ => 1,
        };
        let numbers = if of == HasClass { 1 } else { count };
        let same = |value: &Val<'m>| format(value.ty()) == Some(number);
        let result = match of {
            ToInteger(_)
            | Saturating { .. }
            | HasClass
            | IsNan
            | IsInfinite
            | IsFinite
            | IsNegative
            | Classify => {
                instr.ty().kind() == LLVMIntegerTypeKind
                    && instr.ty().width() <= crate::bv::float::WIDEST_INTEGER
            }
            _ => same(&instr),
        };
        result && arguments.len() == count && arguments[..numbers].iter().all(same)
    }

    /// The result, rounded so where the function has no direction of its own.
    pub(super) fn compute(
        &mut self,
        of: Function,
        number: Format,
        instr: Val<'m>,
        arguments: &[Val<'m>],
        rounding: Rounding,
    ) -> Result<Lowered, Unsupported> {
        use Function::*;
        // These look at bits, also of NaNs.
        match of {
            Magnitude => return Ok(Lowered::Int(self.with_sign(arguments[0], None)?)),
            CopySign => {
                let sign = self.int(arguments[1])?;
                let sign = self.sign(&sign);
                return Ok(Lowered::Int(self.with_sign(arguments[0], Some(sign))?));
            }
            IsNegative => {
                let bits = self.int(arguments[0])?;
                let sign = self.sign(&bits);
                return Ok(Lowered::Int(self.some_number(instr.ty().width(), &sign)));
            }
            HasClass => {
                let mask = super::super::value::integer(arguments[1]);
                let mask = mask.and_then(|mask| mask.to_u64()).unwrap_or(0);
                return Ok(Lowered::Int(self.has_class(number, arguments[0], mask)?));
            }
            _ => {}
        }
        let mut args = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            args.push(self.float(argument)?);
        }
        let a = args[0].clone();
        Ok(match of {
            Integral(rounding) => self.number_of(FloatOp::Integral(number, rounding), &args),
            Root => self.number_of(FloatOp::Sqrt(number, rounding), &args),
            Fused => self.number_of(FloatOp::Fma(number, rounding), &args),
            Unfused => {
                let product = self.emit(Op::Float(FloatOp::Mul(number, rounding)), &args[..2]);
                let sum = [product, args[2].clone()];
                self.number_of(FloatOp::Add(number, rounding), &sum)
            }
            Extreme { larger, propagates, orders_zeros } => {
                let result = self.extreme(number, &args, larger, propagates, orders_zeros);
                self.result(number, &result)
            }
            PositiveDifference => {
                let sign = self.number(number.width(), number.sign());
                let negated = self.emit(Op::Xor, &[args[1].clone(), sign]);
                let add = FloatOp::Add(number, rounding);
                let difference = self.emit(Op::Float(add), &[a.clone(), negated]);
                // Zero unless it is larger; a NaN if one is.
                let less = self.emit(Op::Float(FloatOp::Less(number)), &args);
                let equal = self.emit(Op::Float(FloatOp::Equal(number)), &args);
                let not_larger = self.emit(Op::Or, &[less, equal]);
                let zero = self.number(number.width(), 0);
                let result = self.ite(&not_larger, &zero, &difference);
                self.result(number, &result)
            }
            ToInteger(rounding) => {
                Lowered::Int(self.nearest_long(number, instr.ty().width(), rounding, &a))
            }
            Saturating { signed } => {
                let (to, rounding) = (instr.ty().width(), Rounding::Zero);
                let op = FloatOp::ToInteger { from: number, to, signed, rounding };
                Lowered::Int(self.emit(Op::Float(op), &args))
            }
            Canonical => self.result(number, &a),
            IsNan => {
                let is_nan = self.emit(Op::Float(FloatOp::IsNan(number)), &args);
                Lowered::Int(self.some_number(instr.ty().width(), &is_nan))
            }
            IsInfinite => {
                let width = instr.ty().width();
                let (infinite, sign) = (self.is_infinite(number, &a), self.sign(&a));
                let [none, one, minus] =
                    [Value::zero, Value::one, Value::ones].map(|make| Operand::Const(make(width)));
                let signed = self.ite(&sign, &minus, &one);
                Lowered::Int(self.ite(&infinite, &signed, &none))
            }
            IsFinite => {
                let infinity = self.number(number.width(), number.infinity());
                let magnitude = self.magnitude(number, &a);
                let finite = self.compare(LLVMIntULT, magnitude, infinity);
                Lowered::Int(self.some_number(instr.ty().width(), &finite))
            }
            Classify => Lowered::Int(self.classify(number, &a, instr.ty().width())),
            Magnitude | CopySign | IsNegative | HasClass => unreachable!("done above"),
        })
    }

    /// A stored number with another sign, positive if none is given.
    fn with_sign(
        &mut self,
        number: Val<'m>,
        sign: Option<Operand>,
    ) -> Result<Operand, Unsupported> {
        let bits = self.int(number)?;
        let width = self.program.width(&bits);
        let magnitude = self.extract(&bits, width - 2, 0);
        Ok(match sign {
            Some(sign) => self.emit(Op::Concat, &[sign, magnitude]),
            None => self.emit(Op::ZeroExtend(width), &[magnitude]),
        })
    }

    /// Zero if `truth` is false, else any other number.
    fn some_number(&mut self, width: u32, truth: &Operand) -> Operand {
        let what = "a result of the library that is only known not to be zero";
        let any = self.input(width, InputKind::Memory(what.to_owned()));
        let zero = self.number(width, 0);
        let one = self.number(width, 1);
        let is_zero = self.emit(Op::Eq, &[any.clone(), zero.clone()]);
        let some = self.ite(&is_zero, &one, &any);
        self.ite(truth, &some, &zero)
    }

    fn magnitude(&mut self, format: Format, number: &Operand) -> Operand {
        let mask = self.number(format.width(), format.sign() - 1);
        self.emit(Op::And, &[number.clone(), mask])
    }

    fn is_infinite(&mut self, format: Format, number: &Operand) -> Operand {
        let magnitude = self.magnitude(format, number);
        let infinity = self.number(format.width(), format.infinity());
        self.emit(Op::Eq, &[magnitude, infinity])
    }

    /// The smaller or larger of two numbers.
    fn extreme(
        &mut self,
        format: Format,
        args: &[Operand],
        larger: bool,
        propagates: bool,
        orders_zeros: bool,
    ) -> Operand {
        let [a, b] = [&args[0], &args[1]].map(Operand::clone);
        let less = Op::Float(FloatOp::Less(format));
        let first = if larger {
            self.emit(less, &[b.clone(), a.clone()])
        } else {
            self.emit(less, &[a.clone(), b.clone()])
        };
        let equal = self.emit(Op::Float(FloatOp::Equal(format)), &[a.clone(), b.clone()]);
        // Of equal numbers only zeros can be told apart.
        let of_equal = if orders_zeros {
            let sign = self.sign(&a);
            if larger { self.emit(Op::Not, &[sign]) } else { sign }
        } else {
            self.input(1, InputKind::Memory("which of two zeros is returned".to_owned()))
        };
        let of_equal = self.emit(Op::And, &[equal, of_equal]);
        let first = self.emit(Op::Or, &[first, of_equal]);
        let result = self.ite(&first, &a, &b);
        let is_nan = Op::Float(FloatOp::IsNan(format));
        let [a_is_nan, b_is_nan] = [&a, &b].map(|it| self.emit(is_nan, std::slice::from_ref(it)));
        if propagates {
            let any = self.emit(Op::Or, &[a_is_nan, b_is_nan]);
            let nan = self.number(format.width(), format.nan());
            return self.ite(&any, &nan, &result);
        }
        let result = self.ite(&b_is_nan, &a, &result);
        let result = self.ite(&a_is_nan, &b, &result);
        // A signalling NaN may make the result one.
        let [a_signals, b_signals] = [(&a, a_is_nan), (&b, b_is_nan)].map(|(it, is_nan)| {
            let quiet = self.bit(it, format.precision() - 2);
            let signals = self.emit(Op::Not, &[quiet]);
            self.emit(Op::And, &[is_nan, signals])
        });
        let signals = self.emit(Op::Or, &[a_signals, b_signals]);
        let choice = InputKind::Memory("whether a signalling NaN makes the result one".to_owned());
        let choice = self.input(1, choice);
        let becomes = self.emit(Op::And, &[signals, choice]);
        let nan = self.number(format.width(), format.nan());
        self.ite(&becomes, &nan, &result)
    }

    /// The integer next to a number; any if it does not fit.
    fn nearest_long(&mut self, from: Format, to: u32, rounding: Rounding, a: &Operand) -> Operand {
        let convert = |to| Op::Float(FloatOp::ToInteger { from, to, signed: true, rounding });
        let result = self.emit(convert(to), std::slice::from_ref(a));
        // With one bit more, what does not fit is something else.
        let wide = self.emit(convert(to + 1), std::slice::from_ref(a));
        let extended = self.emit(Op::SignExtend(to + 1), std::slice::from_ref(&result));
        let fits = self.emit(Op::Eq, &[wide, extended]);
        let is_nan = self.emit(Op::Float(FloatOp::IsNan(from)), std::slice::from_ref(a));
        let is_number = self.emit(Op::Not, &[is_nan]);
        let fits = self.emit(Op::And, &[fits, is_number]);
        let what = "an integer for a number that does not fit";
        let any = self.input(to, InputKind::Memory(what.to_owned()));
        self.ite(&fits, &result, &any)
    }

    /// NaN, infinite, zero, subnormal, normal.
    fn classes(&mut self, format: Format, a: &Operand) -> [Operand; 5] {
        let magnitude = self.magnitude(format, a);
        let is_nan = self.emit(Op::Float(FloatOp::IsNan(format)), std::slice::from_ref(a));
        let is_infinite = self.is_infinite(format, a);
        let zero = self.number(format.width(), 0);
        let is_zero = self.emit(Op::Eq, &[magnitude.clone(), zero]);
        let smallest = self.number(format.width(), 1 << (format.precision() - 1));
        let is_small = self.compare(LLVMIntULT, magnitude.clone(), smallest);
        let is_some = self.emit(Op::Not, std::slice::from_ref(&is_zero));
        let is_subnormal = self.emit(Op::And, &[is_small.clone(), is_some]);
        let infinity = self.number(format.width(), format.infinity());
        let is_finite = self.compare(LLVMIntULT, magnitude, infinity);
        let is_large = self.emit(Op::Not, &[is_small]);
        let is_normal = self.emit(Op::And, &[is_finite, is_large]);
        [is_nan, is_infinite, is_zero, is_subnormal, is_normal]
    }

    fn classify(&mut self, format: Format, a: &Operand, width: u32) -> Operand {
        let classes = self.classes(format, a);
        let mut result = self.number(width, CLASSES[4]);
        for (class, number) in classes.iter().zip(CLASSES).take(4) {
            let number = self.number(width, number);
            result = self.ite(class, &number, &result);
        }
        result
    }

    /// Whether a number has one of the classes of a mask: signalling and quiet NaN, negative
    /// infinite, normal, subnormal, zero, and then the same positive ones the other way round.
    fn has_class(
        &mut self,
        format: Format,
        number: Val<'m>,
        mask: u64,
    ) -> Result<Operand, Unsupported> {
        let stored = self.int(number)?;
        let a = match format {
            Format::Extended => self.without_leading_bit(&stored),
            _ => stored,
        };
        let [is_nan, infinite, zero, subnormal, normal] = self.classes(format, &a);
        let quiet = self.bit(&a, format.precision() - 2);
        let signals = self.emit(Op::Not, std::slice::from_ref(&quiet));
        let negative = self.sign(&a);
        let positive = self.emit(Op::Not, std::slice::from_ref(&negative));
        let classes = [
            (&is_nan, &signals),
            (&is_nan, &quiet),
            (&infinite, &negative),
            (&normal, &negative),
            (&subnormal, &negative),
            (&zero, &negative),
            (&zero, &positive),
            (&subnormal, &positive),
            (&normal, &positive),
            (&infinite, &positive),
        ];
        let mut any = self.number(1, 0);
        for (index, (class, half)) in classes.into_iter().enumerate() {
            if mask >> index & 1 == 1 {
                let holds = self.emit(Op::And, &[class.clone(), half.clone()]);
                any = self.emit(Op::Or, &[any, holds]);
            }
        }
        Ok(any)
    }
}
