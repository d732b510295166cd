//! Floating-point operators over ordinary words: IEEE 754-2019, without flags.
//!
//! There is no sort of floats: a number is the word of its bits in an interchange format, so
//! that states, memory, traces and files know nothing of it. What follows from the bits alone
//! (negation, absolute value, classes but NaN, the order's other predicates, minimum and
//! maximum) is made of words by who needs it; [`FloatOp`] is what does not.
//!
//! A NaN as a result is always the same one ([`Format::nan`]): positive, quiet, without
//! payload. What C programs see of a NaN's bits is up to the front end.
//!
//! * `apply`: what the operators mean, by the crate `rustc_apfloat`;
//! * [`circuit`]: the same as terms without floating-point operators, in few gates.

mod apply;
pub mod circuit;
#[cfg(any(test, feature = "testing"))]
pub mod samples;
mod text;

use serde::{Deserialize, Serialize};

use super::Value;
pub use text::{both, decimal, hexadecimal};

/// A binary format with an implicit leading bit (IEEE 754-2019, 3.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Format {
    /// Eight bits, four of them exponent: small enough to look at all pairs of numbers.
    Mini,
    /// binary16.
    Half,
    /// binary32.
    Single,
    /// binary64.
    Double,
    /// 79 bits: the x87's format without the leading bit that it stores.
    Extended,
}

impl Format {
    /// All formats, the narrower first.
    pub const ALL: [Format; 5] =
        [Format::Mini, Format::Half, Format::Single, Format::Double, Format::Extended];

    /// The format of words of that width, in bits.
    pub fn of_width(width: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.width() == width)
    }

    /// Bits of the exponent.
    pub fn exponent(self) -> u32 {
        match self {
            Format::Mini => 4,
            Format::Half => 5,
            Format::Single => 8,
            Format::Double => 11,
            Format::Extended => 15,
        }
    }

    /// Bits of the significand, with the leading one that is not stored.
    pub fn precision(self) -> u32 {
        match self {
            Format::Mini => 4,
            Format::Half => 11,
            Format::Single => 24,
            Format::Double => 53,
            Format::Extended => 64,
        }
    }

    /// Bits of a number: sign, exponent, and the significand but its leading bit.
    pub fn width(self) -> u32 {
        self.exponent() + self.precision()
    }

    /// What is added to the exponent of a normal number to store it.
    pub fn bias(self) -> u32 {
        (1 << (self.exponent() - 1)) - 1
    }

    /// The exponent's field of infinities and NaNs: all ones.
    pub fn top(self) -> u32 {
        (1 << self.exponent()) - 1
    }

    /// The bits of positive infinity.
    pub fn infinity(self) -> u128 {
        u128::from(self.top()) << (self.precision() - 1)
    }

    /// The bits of the NaN that operators give.
    pub fn nan(self) -> u128 {
        self.infinity() | 1 << (self.precision() - 2)
    }

    /// The bits of the sign alone: negative zero.
    pub fn sign(self) -> u128 {
        1 << (self.width() - 1)
    }

    /// The place of a number in IEEE's `totalOrder` (IEEE 754-2019, 5.10): that of +0 is 0, that of
    /// −0 one before. The bits are those of no NaN.
    pub fn place(self, bits: u128) -> i128 {
        let magnitude = (bits & !self.sign()) as i128;
        if bits & self.sign() == 0 { magnitude } else { -1 - magnitude }
    }

    /// The bits of the number at a place ([`Format::place`]).
    pub fn at_place(self, place: i128) -> u128 {
        if place >= 0 { place as u128 } else { self.sign() | (-1 - place) as u128 }
    }

    /// The next larger number; both zeros are followed by the least positive one. `None` if there
    /// is none.
    pub fn next_up(self, bits: u128) -> Option<u128> {
        if self.is_nan(bits) || bits == self.infinity() {
            return None;
        }
        let is_negative = bits & self.sign() != 0;
        Some(match bits & !self.sign() {
            0 => 1,
            _ if is_negative => bits - 1,
            _ => bits + 1,
        })
    }

    /// The next smaller number; both zeros follow the greatest negative one. `None` if there is
    /// none.
    pub fn next_down(self, bits: u128) -> Option<u128> {
        Some(self.next_up(bits ^ self.sign())? ^ self.sign())
    }

    /// Whether the bits are a NaN.
    pub fn is_nan(self, bits: u128) -> bool {
        bits & !self.sign() > self.infinity()
    }
}

/// How a result is rounded (IEEE 754-2019, 4.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Rounding {
    /// To the nearest number, of two that are as near to the even one.
    NearestEven,
    /// To the nearest number, of two that are as near to the larger magnitude.
    NearestAway,
    /// Upwards.
    Up,
    /// Downwards.
    Down,
    /// To the smaller magnitude.
    Zero,
}

impl Rounding {
    /// All of them.
    pub const ALL: [Rounding; 5] = [
        Rounding::NearestEven,
        Rounding::NearestAway,
        Rounding::Up,
        Rounding::Down,
        Rounding::Zero,
    ];
}

/// The widest integer that numbers are converted from or to.
pub const WIDEST_INTEGER: u32 = 128;

/// An operator on numbers of a format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FloatOp {
    /// Sum.
    Add(Format, Rounding),
    /// Product.
    Mul(Format, Rounding),
    /// Quotient.
    Div(Format, Rounding),
    /// `Fma(a, b, c)` is `a * b + c`, rounded once.
    Fma(Format, Rounding),
    /// Square root.
    Sqrt(Format, Rounding),
    /// The integer next to the number in the direction of rounding, with the number's sign.
    Integral(Format, Rounding),
    /// Equality of numbers: zeros are equal, no NaN is.
    Equal(Format),
    /// Less than; never of a NaN.
    Less(Format),
    /// Whether the number is a NaN, quiet or signalling.
    IsNan(Format),
    /// The number in another format.
    Convert {
        /// The operand's format.
        from: Format,
        /// The result's format.
        to: Format,
        /// How it is rounded.
        rounding: Rounding,
    },
    /// The number as an integer: what is out of range becomes the nearest integer that is not,
    /// a NaN 0.
    ToInteger {
        /// The operand's format.
        from: Format,
        /// The result's width in bits, at most [`WIDEST_INTEGER`].
        to: u32,
        /// Whether it is in two's complement.
        signed: bool,
        /// How it is rounded.
        rounding: Rounding,
    },
    /// An integer as a number.
    FromInteger {
        /// The operand's width in bits, at most [`WIDEST_INTEGER`].
        from: u32,
        /// Whether it is in two's complement.
        signed: bool,
        /// The result's format.
        to: Format,
        /// How it is rounded.
        rounding: Rounding,
    },
}

impl FloatOp {
    /// Number of operands.
    pub fn arity(self) -> usize {
        match self {
            FloatOp::Fma(..) => 3,
            FloatOp::Add(..)
            | FloatOp::Mul(..)
            | FloatOp::Div(..)
            | FloatOp::Equal(_)
            | FloatOp::Less(_) => 2,
            FloatOp::Sqrt(..)
            | FloatOp::Integral(..)
            | FloatOp::IsNan(_)
            | FloatOp::Convert { .. }
            | FloatOp::ToInteger { .. }
            | FloatOp::FromInteger { .. } => 1,
        }
    }

    /// A short name for people, with the format by its width: `fadd32`.
    pub fn name(self) -> String {
        let (name, format) = match self {
            FloatOp::Add(format, _) => ("fadd", format),
            FloatOp::Mul(format, _) => ("fmul", format),
            FloatOp::Div(format, _) => ("fdiv", format),
            FloatOp::Fma(format, _) => ("fma", format),
            FloatOp::Sqrt(format, _) => ("sqrt", format),
            FloatOp::Integral(format, Rounding::Down) => ("floor", format),
            FloatOp::Integral(format, Rounding::Up) => ("ceil", format),
            FloatOp::Integral(format, Rounding::Zero) => ("trunc", format),
            FloatOp::Integral(format, Rounding::NearestEven) => ("roundeven", format),
            FloatOp::Integral(format, Rounding::NearestAway) => ("round", format),
            FloatOp::Equal(format) => ("feq", format),
            FloatOp::Less(format) => ("flt", format),
            FloatOp::IsNan(format) => ("isnan", format),
            FloatOp::Convert { from, to, .. } => {
                return format!("f{}to{}", from.width(), to.width());
            }
            FloatOp::ToInteger { from, to, signed, .. } => {
                let kind = if signed { 'i' } else { 'u' };
                return format!("f{}to{kind}{to}", from.width());
            }
            FloatOp::FromInteger { from, signed, to, .. } => {
                let kind = if signed { 'i' } else { 'u' };
                return format!("{kind}{from}tof{}", to.width());
            }
        };
        format!("{name}{}", format.width())
    }

    /// The format of the operands; `None` if they are no numbers but integers.
    pub fn operand_format(self) -> Option<Format> {
        match self {
            FloatOp::FromInteger { .. } => None,
            FloatOp::Add(format, _)
            | FloatOp::Mul(format, _)
            | FloatOp::Div(format, _)
            | FloatOp::Fma(format, _)
            | FloatOp::Sqrt(format, _)
            | FloatOp::Integral(format, _)
            | FloatOp::Equal(format)
            | FloatOp::Less(format)
            | FloatOp::IsNan(format)
            | FloatOp::Convert { from: format, .. }
            | FloatOp::ToInteger { from: format, .. } => Some(format),
        }
    }

    /// Width of each operand in bits.
    pub fn operand_width(self) -> u32 {
        match (self, self.operand_format()) {
            (FloatOp::FromInteger { from, .. }, _) => from,
            (_, format) => format.expect("its operands are numbers").width(),
        }
    }

    /// The format of the result; `None` if it is no number but a truth value or an integer.
    pub fn result_format(self) -> Option<Format> {
        match self {
            FloatOp::Add(format, _)
            | FloatOp::Mul(format, _)
            | FloatOp::Div(format, _)
            | FloatOp::Fma(format, _)
            | FloatOp::Sqrt(format, _)
            | FloatOp::Integral(format, _) => Some(format),
            FloatOp::Convert { to, .. } | FloatOp::FromInteger { to, .. } => Some(to),
            FloatOp::Equal(_)
            | FloatOp::Less(_)
            | FloatOp::IsNan(_)
            | FloatOp::ToInteger { .. } => None,
        }
    }

    /// Width of the result for operands of the given widths; `None` if they don't fit.
    pub fn checked_result_width(self, widths: &[u32]) -> Option<u32> {
        let integer = match self {
            FloatOp::ToInteger { to, .. } => to,
            FloatOp::FromInteger { from, .. } => from,
            _ => 1,
        };
        let fits = widths.len() == self.arity()
            && widths.iter().all(|&width| width == self.operand_width())
            && (1..=WIDEST_INTEGER).contains(&integer);
        let width = match (self.result_format(), self) {
            (Some(format), _) => format.width(),
            (None, FloatOp::ToInteger { to, .. }) => to,
            (None, _) => 1,
        };
        fits.then_some(width)
    }

    /// Whether the operands may be exchanged.
    pub fn is_commutative(self) -> bool {
        matches!(self, FloatOp::Add(..) | FloatOp::Mul(..) | FloatOp::Equal(_))
    }

    /// Applies the operator to constants of the right width.
    ///
    /// # Panics
    /// If number or widths of the operands don't fit.
    pub fn apply(self, args: &[&Value]) -> Value {
        apply::apply(self, args)
    }
}

#[cfg(test)]
mod tests;
