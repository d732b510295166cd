//! Floating-point operators as terms of words: what engines and other tools' formats get.
//!
//! Made to be small: gates are counted in a test. Each number is taken apart
//! ([`parts`]), an operation gives the leading bits of the exact result and one bit that says
//! whether more follows (a *sticky* bit), and [`rounding`] puts a result together. General
//! construction as in Muller et al., Handbook of Floating-Point Arithmetic (2nd ed., 2018),
//! chapters 7 and 8.
//!
//! The checker has circuits of its own; nothing here is shared with it.

mod compare;
mod integers;
mod parts;
mod product;
mod quotient;
mod rounding;
mod sum;

use super::{FloatOp, Format};
use crate::bv::{Node, Op, Substitution, Term, TermStore};

/// Builds terms for one operator.
struct Circuit<'a> {
    terms: &'a mut TermStore,
}

/// `op` applied to words, without floating-point operators.
pub fn expand(terms: &mut TermStore, op: FloatOp, args: &[Term]) -> Term {
    let mut circuit = Circuit { terms };
    let a = args[0];
    match op {
        FloatOp::Add(format, rounding) => circuit.sum(format, rounding, a, args[1]),
        FloatOp::Mul(format, rounding) => circuit.product(format, rounding, a, args[1]),
        FloatOp::Div(format, rounding) => circuit.quotient(format, rounding, a, args[1]),
        FloatOp::Fma(format, rounding) => circuit.fused(format, rounding, [a, args[1], args[2]]),
        FloatOp::Sqrt(format, rounding) => circuit.square_root(format, rounding, a),
        FloatOp::Integral(format, rounding) => circuit.integral(format, rounding, a),
        FloatOp::Equal(format) => circuit.equal(format, a, args[1]),
        FloatOp::Less(format) => circuit.less(format, a, args[1]),
        FloatOp::IsNan(format) => circuit.is_nan(format, a),
        FloatOp::Convert { from, to, rounding } => circuit.convert(from, to, rounding, a),
        FloatOp::ToInteger { from, to, signed, rounding } => {
            circuit.integer_of(from, (to, signed), rounding, a)
        }
        FloatOp::FromInteger { from, signed, to, rounding } => {
            circuit.convert_integer((from, signed), to, rounding, a)
        }
    }
}

/// Terms with all floating-point operators expanded.
#[derive(Debug, Default)]
pub struct Expansion {
    done: Substitution,
}

impl Expansion {
    /// `term` without floating-point operators.
    pub fn apply(&mut self, terms: &mut TermStore, term: Term) -> Term {
        self.done.apply_with(terms, term, |terms, op, args| match op {
            Op::Float(op) => expand(terms, op, args),
            op => terms.app(op, args),
        })
    }
}

/// Whether some term of a store is an application of a floating-point operator.
pub fn is_needed(terms: &TermStore) -> bool {
    terms.nodes().any(|node| matches!(node, Node::App(Op::Float(_), _)))
}

/// Short words for what is built often.
impl Circuit<'_> {
    fn width(&self, a: Term) -> u32 {
        self.terms.width(a)
    }

    fn number(&mut self, width: u32, bits: u128) -> Term {
        self.terms.number(width, bits)
    }

    fn truth(&mut self, truth: bool) -> Term {
        self.terms.bool(truth)
    }

    fn not(&mut self, a: Term) -> Term {
        self.terms.not(a)
    }

    fn and(&mut self, a: Term, b: Term) -> Term {
        self.terms.and(a, b)
    }

    fn or(&mut self, a: Term, b: Term) -> Term {
        self.terms.or(a, b)
    }

    fn xor(&mut self, a: Term, b: Term) -> Term {
        self.terms.app(Op::Xor, &[a, b])
    }

    fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        self.terms.ite(c, a, b)
    }

    fn add(&mut self, a: Term, b: Term) -> Term {
        self.terms.app(Op::Add, &[a, b])
    }

    fn sub(&mut self, a: Term, b: Term) -> Term {
        self.terms.app(Op::Sub, &[a, b])
    }

    fn below(&mut self, a: Term, b: Term) -> Term {
        self.terms.app(Op::Ult, &[a, b])
    }

    fn bits(&mut self, a: Term, high: u32, low: u32) -> Term {
        self.terms.extract(a, high, low)
    }

    fn bit(&mut self, a: Term, index: u32) -> Term {
        self.terms.bit(a, index)
    }

    fn highest(&mut self, a: Term) -> Term {
        let width = self.width(a);
        self.bit(a, width - 1)
    }

    fn concat(&mut self, a: Term, b: Term) -> Term {
        self.terms.app(Op::Concat, &[a, b])
    }

    /// With zeros below.
    fn followed_by_zeros(&mut self, a: Term, zeros: u32) -> Term {
        if zeros == 0 {
            return a;
        }
        let zeros = self.number(zeros, 0);
        self.concat(a, zeros)
    }

    fn zero_extend(&mut self, a: Term, to: u32) -> Term {
        self.terms.app(Op::ZeroExtend(to), &[a])
    }

    fn sign_extend(&mut self, a: Term, to: u32) -> Term {
        self.terms.app(Op::SignExtend(to), &[a])
    }

    fn is_zero(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let zero = self.number(width, 0);
        self.terms.eq(a, zero)
    }

    /// Whether some bit is set.
    fn any(&mut self, a: Term) -> Term {
        let none = self.is_zero(a);
        self.not(none)
    }

    fn is_ones(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let ones = self.terms.constant(crate::bv::Value::ones(width));
        self.terms.eq(a, ones)
    }

    /// `a` if `keep`, else zero.
    fn only_if(&mut self, keep: Term, a: Term) -> Term {
        let width = self.width(a);
        let zero = self.number(width, 0);
        self.ite(keep, a, zero)
    }
}
