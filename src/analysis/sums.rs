//! Sums of floating-point values of which bounds are known ([`super::filters`] finds them).

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::bounds::Known;
use crate::bv::{FloatOp, Format, Op, Rounding, Term, TermStore, Value};
use crate::program::{BlockId, ValueId};

/// A sum of multiples of floating-point values, and between which numbers it lies.
#[derive(Clone, Debug)]
pub struct BoundedSum {
    /// The format of the values.
    pub format: Format,
    /// The values, each with the bits of its factor.
    pub parts: Vec<(ValueId, u128)>,
    /// What is known of the sum, as computed in this format.
    pub known: Known,
}

/// What filters keep, at heads of loops.
#[derive(Clone, Debug, Default)]
pub struct Filters {
    /// For each head its sums.
    pub at: BTreeMap<BlockId, Vec<BoundedSum>>,
}

impl Filters {
    /// What is known of a single value at a block.
    pub fn of(&self, block: BlockId, value: ValueId) -> Option<Known> {
        let sums = self.at.get(&block)?.iter();
        sums.filter(|sum| sum.is_of(value)).map(|sum| sum.known).next()
    }

    /// The sums at a block, each with what is known of it; `term` gives values their terms.
    pub fn sums(
        &self,
        terms: &mut TermStore,
        block: BlockId,
        term: &FxHashMap<ValueId, Term>,
    ) -> Vec<(Term, Known)> {
        let sums = self.at.get(&block).into_iter().flatten();
        sums.filter_map(|sum| Some((sum.term(terms, term)?, sum.known))).collect()
    }
}

impl BoundedSum {
    /// Whether this is the value itself.
    fn is_of(&self, value: ValueId) -> bool {
        self.parts == [(value, convert(1.0, self.format, Rounding::NearestEven))]
    }

    /// The sum as it is computed, to nearest.
    fn term(&self, terms: &mut TermStore, term: &FxHashMap<ValueId, Term>) -> Option<Term> {
        let (format, rounding) = (self.format, Rounding::NearestEven);
        let one = convert(1.0, format, rounding);
        let mut sum: Option<Term> = None;
        for &(value, factor) in &self.parts {
            let mut part = *term.get(&value)?;
            if factor != one {
                let factor = terms.number(format.width(), factor);
                part = terms.app(Op::Float(FloatOp::Mul(format, rounding)), &[factor, part]);
            }
            sum = Some(match sum {
                None => part,
                Some(sum) => terms.app(Op::Float(FloatOp::Add(format, rounding)), &[sum, part]),
            });
        }
        sum
    }
}

/// The bits of a number in another format.
pub fn convert(number: f64, to: Format, rounding: Rounding) -> u128 {
    let op = FloatOp::Convert { from: Format::Double, to, rounding };
    let bits = Value::new(64, number.to_bits().into());
    op.apply(&[&bits]).small().expect("numbers have at most 128 bits")
}
