//! Integers that a format holds exactly: what is converted and only compared, or converted
//! back, needs no circuit of a conversion.
//!
//! Of w bits all but the sign fit into as many digits of a significand, and −2^(w−1) has one
//! digit. Such a number is its integer, so a comparison of numbers is one of integers, and an
//! integer that is wide enough gets it back. For a constant the next integer stands that leaves
//! the comparison as it is. Bitwuzla, the other solver, is asked about the conversions.

use smallvec::{SmallVec, smallvec};

use super::{Bits, Blaster, extend, sign};
use crate::bv::{FloatOp, Format, Node, Op, Rounding, Term, TermStore, Value};
use crate::certify::blaster::{Gates, flip_sign};

/// An integer that is converted, and whether it is in two's complement.
pub(in crate::certify::blaster) type Integer = (Term, bool);

/// A side of a comparison.
pub(in crate::certify::blaster) enum Side {
    Integer(Integer),
    /// In two's complement, of the comparison's width.
    Constant(Value),
}

/// What an operator does with integers.
pub(in crate::certify::blaster) enum OfIntegers {
    /// It gives the integer with so many bits.
    Back(Integer, u32),
    /// It compares two in two's complement of so many bits.
    Compared { is_less: bool, sides: [Side; 2], width: u32 },
}

impl OfIntegers {
    /// What the operator does, if it only looks at integers that were converted exactly.
    pub(in crate::certify::blaster) fn of(
        terms: &TermStore,
        op: FloatOp,
        args: &[Term],
    ) -> Option<OfIntegers> {
        let format = op.operand_format()?;
        match op {
            FloatOp::ToInteger { to, signed, .. } => {
                let integer = integer(terms, format, args[0])?;
                let room = terms.width(integer.0) + u32::from(signed && !integer.1);
                (room <= to && (signed || !integer.1)).then_some(OfIntegers::Back(integer, to))
            }
            FloatOp::Less(_) | FloatOp::Equal(_) => {
                let is_less = matches!(op, FloatOp::Less(_));
                let integers = [0, 1].map(|side| integer(terms, format, args[side]));
                let widest = integers.iter().flatten().map(|it| terms.width(it.0)).max()?;
                // With two more all are in two's complement, and constants that are out of range
                // remain so.
                let width = widest + 2;
                let side = |place: usize| match integers[place] {
                    Some(integer) => Some(Side::Integer(integer)),
                    None => {
                        let value = terms.as_const(args[place])?;
                        let constant = next_integer(format, value, width, is_less, place == 0)?;
                        Some(Side::Constant(constant))
                    }
                };
                Some(OfIntegers::Compared { is_less, sides: [side(0)?, side(1)?], width })
            }
            _ => None,
        }
    }

    /// The terms whose bits it takes.
    pub(in crate::certify::blaster) fn terms(&self) -> SmallVec<[Term; 3]> {
        match self {
            OfIntegers::Back(integer, _) => smallvec![integer.0],
            OfIntegers::Compared { sides, .. } => {
                let term = |side: &Side| match side {
                    Side::Integer(integer) => Some(integer.0),
                    Side::Constant(_) => None,
                };
                sides.iter().filter_map(term).collect()
            }
        }
    }
}

/// The integer that a number is.
fn integer(terms: &TermStore, format: Format, number: Term) -> Option<Integer> {
    match terms.node(number) {
        Node::App(Op::Float(FloatOp::FromInteger { from, signed, to, .. }), [x, ..]) => {
            let digits = if *signed { from - 1 } else { *from };
            (*to == format && digits <= format.precision()).then_some((*x, *signed))
        }
        _ => None,
    }
}

/// The integer that stands for a constant: `c < x` says that the next one below is less than
/// x, `x < c` that x is less than the next one above. None of a NaN, and of what is compared
/// for equality and is no integer.
fn next_integer(
    format: Format,
    value: &Value,
    width: u32,
    is_less: bool,
    is_left: bool,
) -> Option<Value> {
    if format.is_nan(value.small()?) {
        return None;
    }
    let [below, above] = [Rounding::Down, Rounding::Up].map(|rounding| {
        FloatOp::ToInteger { from: format, to: width, signed: true, rounding }.apply(&[value])
    });
    match (is_less, is_left) {
        (true, true) => Some(below),
        (true, false) => Some(above),
        (false, _) => (below == above).then_some(below),
    }
}

impl Blaster<'_> {
    /// Bits of what an operator does with integers whose bits are there.
    pub(in crate::certify::blaster) fn of_integers(&mut self, of: &OfIntegers) -> Bits {
        match of {
            OfIntegers::Back(integer, to) => self.whole(*integer, *to),
            OfIntegers::Compared { is_less, sides, width } => {
                let [a, b] = sides.each_ref().map(|side| match side {
                    Side::Integer(integer) => self.whole(*integer, *width),
                    Side::Constant(value) => self.value(value),
                });
                if *is_less {
                    return vec![self.less(&flip_sign(&a), &flip_sign(&b))];
                }
                let differ = self.zip(&a, &b, Gates::xor);
                vec![!self.any(&differ)]
            }
        }
    }

    fn whole(&self, (term, signed): Integer, width: u32) -> Bits {
        let bits = &self.bits[&term];
        extend(bits, width, if signed { sign(bits) } else { !self.gates.truth })
    }
}
