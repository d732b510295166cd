//! The operators and their widths.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{FloatOp, Sort};

/// An operator of SMT-LIB's theories of fixed-size bit-vectors and of arrays.
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
    /// `Select(a, i)`: the element of the array `a` at index `i`.
    Select,
    /// `Store(a, i, x)`: the array `a`, but with `x` at index `i`.
    Store,
    /// An operator on floating-point numbers.
    Float(FloatOp),
}

impl Op {
    /// The operators of two words of one width whose result is a word of that width.
    pub const BINARY_WORD: [Op; 13] = [
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::Udiv,
        Op::Urem,
        Op::Sdiv,
        Op::Srem,
        Op::Shl,
        Op::Lshr,
        Op::Ashr,
    ];

    /// The comparisons of two words of one width; their result is a truth value.
    pub const COMPARISONS: [Op; 5] = [Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle];

    /// All operators that apply to two words of one width.
    pub fn binary() -> impl Iterator<Item = Op> + Clone {
        Self::BINARY_WORD.into_iter().chain(Self::COMPARISONS).chain([Op::Concat])
    }

    /// Number of operands.
    pub fn arity(self) -> usize {
        match self {
            Op::Not | Op::Neg | Op::Extract { .. } | Op::ZeroExtend(_) | Op::SignExtend(_) => 1,
            Op::Ite | Op::Store => 3,
            Op::Float(op) => op.arity(),
            _ => 2,
        }
    }

    /// Width of the result for words of the given widths.
    ///
    /// # Panics
    /// If the widths don't fit the operator: a bug in the caller.
    pub fn result_width(self, widths: &[u32]) -> u32 {
        self.checked_result_width(widths)
            .unwrap_or_else(|| panic!("{self:?} does not apply to widths {widths:?}"))
    }

    /// Sort of the result for operands of the given sorts; `None` if their number or sorts
    /// don't fit the operator.
    pub fn checked_result_sort(self, sorts: &[Sort]) -> Option<Sort> {
        match (self, sorts) {
            (Op::Select, &[Sort::Array { index, element }, Sort::Word(at)]) if at == index => {
                Some(Sort::Word(element))
            }
            (Op::Store, &[array, Sort::Word(at), Sort::Word(new)])
                if array == (Sort::Array { index: at, element: new }) =>
            {
                Some(array)
            }
            (Op::Eq, &[a, b]) if a == b => Some(Sort::Word(1)),
            (Op::Ite, &[Sort::Word(1), a, b]) if a == b => Some(a),
            _ => {
                let width = |sort: &Sort| match sort {
                    Sort::Word(width) => Some(*width),
                    Sort::Array { .. } => None,
                };
                let widths: Option<SmallVec<[u32; 3]>> = sorts.iter().map(width).collect();
                self.checked_result_width(&widths?).map(Sort::Word)
            }
        }
    }

    /// Sort of the result for operands of the given sorts.
    ///
    /// # Panics
    /// If the sorts don't fit the operator: a bug in the caller.
    pub fn result_sort(self, sorts: &[Sort]) -> Sort {
        self.checked_result_sort(sorts)
            .unwrap_or_else(|| panic!("{self:?} does not apply to sorts {sorts:?}"))
    }

    /// Width of the result for words of the given widths; `None` if their number or
    /// widths don't fit the operator.
    pub fn checked_result_width(self, widths: &[u32]) -> Option<u32> {
        let result = match (self, widths) {
            (Op::Not | Op::Neg, &[a]) => a,
            (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle, &[a, b]) if a == b => 1,
            (Op::Ite, &[1, a, b]) if a == b => a,
            (Op::Concat, &[a, b]) => a.checked_add(b)?,
            (Op::Extract { high, low }, &[a]) if low <= high && high < a => high - low + 1,
            (Op::ZeroExtend(to) | Op::SignExtend(to), &[a]) if to >= a => to,
            (
                Op::And
                | Op::Or
                | Op::Xor
                | Op::Add
                | Op::Sub
                | Op::Mul
                | Op::Udiv
                | Op::Urem
                | Op::Sdiv
                | Op::Srem
                | Op::Shl
                | Op::Lshr
                | Op::Ashr,
                &[a, b],
            ) if a == b => a,
            (Op::Float(op), _) => op.checked_result_width(widths)?,
            _ => return None,
        };
        Some(result)
    }

    /// Whether `op(a, b) = op(b, a)`.
    pub fn is_commutative(self) -> bool {
        match self {
            Op::Float(op) => op.is_commutative(),
            _ => matches!(self, Op::And | Op::Or | Op::Xor | Op::Add | Op::Mul | Op::Eq),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_listed_by_their_result() {
        assert!(Op::BINARY_WORD.iter().all(|op| op.result_width(&[7, 7]) == 7));
        assert!(Op::COMPARISONS.iter().all(|op| op.result_width(&[7, 7]) == 1));
        let mut all: Vec<Op> = Op::binary().collect();
        assert!(all.iter().all(|op| op.arity() == 2));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 19, "each is listed once");
    }
}
