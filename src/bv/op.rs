//! The operators and their widths.

use serde::{Deserialize, Serialize};

/// An operator of SMT-LIB's theory of fixed-size bit-vectors.
///
/// What SMT-LIB derives from these (`bvnand`, `bvsmod`, `rotate_left`, `bvcomp`, …)
/// is built by [`super::TermStore`]'s constructors, not represented.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Op {
    /// Bitwise complement.
    Not,
    /// Two's complement negation.
    Neg,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Addition modulo 2^width.
    Add,
    /// Subtraction modulo 2^width.
    Sub,
    /// Multiplication modulo 2^width.
    Mul,
    /// Unsigned division; by zero: all ones.
    Udiv,
    /// Unsigned remainder; by zero: the dividend.
    Urem,
    /// Signed division, rounding to zero; by zero: −1 for x ≥ 0, else 1.
    Sdiv,
    /// Signed remainder with the sign of the dividend; by zero: the dividend.
    Srem,
    /// Left shift; by the width or more: 0.
    Shl,
    /// Logical right shift; by the width or more: 0.
    Lshr,
    /// Arithmetic right shift; by the width or more: all sign bits.
    Ashr,
    /// Equality; result width 1.
    Eq,
    /// Unsigned less than; result width 1.
    Ult,
    /// Unsigned less or equal; result width 1.
    Ule,
    /// Signed less than; result width 1.
    Slt,
    /// Signed less or equal; result width 1.
    Sle,
    /// `Ite(c, a, b)` is `a` if `c` (width 1) is 1, else `b`.
    Ite,
    /// Concatenation; the first operand becomes the high bits.
    Concat,
    /// Bits `high` down to `low`, both inclusive.
    Extract {
        /// Highest bit taken.
        high: u32,
        /// Lowest bit taken.
        low: u32,
    },
    /// Zero extension to the given total width.
    ZeroExtend(u32),
    /// Sign extension to the given total width.
    SignExtend(u32),
}

impl Op {
    /// Number of operands.
    pub fn arity(self) -> usize {
        match self {
            Op::Not | Op::Neg | Op::Extract { .. } | Op::ZeroExtend(_) | Op::SignExtend(_) => 1,
            Op::Ite => 3,
            _ => 2,
        }
    }

    /// Width of the result for operands of the given widths.
    ///
    /// # Panics
    /// If the widths don't fit the operator: a bug in the caller.
    pub fn result_width(self, widths: &[u32]) -> u32 {
        assert_eq!(widths.len(), self.arity(), "{self:?} takes {} operands", self.arity());
        match self {
            Op::Not | Op::Neg => widths[0],
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
                assert_eq!(widths[0], widths[1], "{self:?} compares equal widths");
                1
            }
            Op::Ite => {
                assert_eq!((widths[0], widths[1]), (1, widths[2]), "Ite(1, w, w)");
                widths[1]
            }
            Op::Concat => widths[0] + widths[1],
            Op::Extract { high, low } => {
                assert!(low <= high && high < widths[0], "extract [{high}:{low}] of {}", widths[0]);
                high - low + 1
            }
            Op::ZeroExtend(to) | Op::SignExtend(to) => {
                assert!(to >= widths[0], "extension from {} to {to}", widths[0]);
                to
            }
            _ => {
                assert_eq!(widths[0], widths[1], "{self:?} takes equal widths");
                widths[0]
            }
        }
    }

    /// Whether `op(a, b) = op(b, a)`.
    pub fn is_commutative(self) -> bool {
        matches!(self, Op::And | Op::Or | Op::Xor | Op::Add | Op::Mul | Op::Eq)
    }
}
