//! Bit-vector constants of any width.
//!
//! Up to 128 bits a value is one machine integer; beyond that (`_BitInt(200)`, the
//! double-width product in an overflow check of `__int128`) it is a big integer.
//! Bits above the width are always zero.
//!
//! A constant may also be an [`Array`] of such words; what follows speaks of words unless it
//! says otherwise.

use std::fmt;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive};
use serde::{Deserialize, Serialize};

use super::{Array, Sort};

/// An unsigned bit-vector constant with its width in bits (at least 1), or an array.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub struct Value {
    /// Of an array, that of its elements.
    width: u32,
    repr: Repr,
}

/// Of words `Small` exactly for widths up to 128, so that derived equality is value equality.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
enum Repr {
    Small(u128),
    /// Little-endian 64-bit digits without leading zeros.
    Big(Vec<u64>),
    /// No process tells another of arrays.
    #[serde(skip)]
    Array(Arc<Array>),
}

/// A value as it is read: anything may be in the file.
#[derive(Deserialize)]
struct Parts {
    width: u32,
    repr: Repr,
}

impl TryFrom<Parts> for Value {
    type Error = String;

    fn try_from(Parts { width, repr }: Parts) -> Result<Self, String> {
        let fits = match &repr {
            Repr::Small(bits) => (1..=128).contains(&width) && *bits & !mask(width) == 0,
            Repr::Big(digits) => width > 128 && fits(digits, width),
            Repr::Array(_) => false,
        };
        let value = Self { width, repr };
        fits.then_some(value).ok_or_else(|| format!("a constant that has not {width} bits"))
    }
}

/// Whether digits are those of a number of so many bits, without leading zeros.
fn fits(digits: &[u64], width: u32) -> bool {
    digits.last().is_none_or(|last| {
        let bits = digits.len() as u64 * 64 - u64::from(last.leading_zeros());
        *last != 0 && bits <= u64::from(width)
    })
}

/// The low `width` bits set; `width` is 1 to 128.
pub(super) fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

impl Value {
    /// The low `width` bits of `bits`.
    ///
    /// # Panics
    /// If `width` is 0: there is no such bit-vector.
    pub fn new(width: u32, bits: u128) -> Self {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 128 {
            Self { width, repr: Repr::Small(bits & mask(width)) }
        } else {
            Self::from_big(width, &BigUint::from(bits))
        }
    }

    /// The value of width 1 that means `truth`.
    pub fn bool(truth: bool) -> Self {
        Self::new(1, truth.into())
    }

    /// Zero.
    pub fn zero(width: u32) -> Self {
        Self::new(width, 0)
    }

    /// One.
    pub fn one(width: u32) -> Self {
        Self::new(width, 1)
    }

    /// All bits set: −1 in two's complement.
    pub fn ones(width: u32) -> Self {
        if width <= 128 {
            Self::new(width, u128::MAX)
        } else {
            Self::from_big(width, &((BigUint::one() << width) - BigUint::one()))
        }
    }

    /// The most negative two's complement number: only the sign bit is set.
    pub fn min_signed(width: u32) -> Self {
        if width <= 128 {
            Self::new(width, 1 << (width - 1))
        } else {
            Self::from_big(width, &(BigUint::one() << (width - 1)))
        }
    }

    /// The low `width` bits of a big integer.
    pub fn from_big(width: u32, bits: &BigUint) -> Self {
        assert!(width > 0, "a bit-vector has at least one bit");
        let low = if bits.bits() > u64::from(width) {
            bits & ((BigUint::one() << width) - BigUint::one())
        } else {
            bits.clone()
        };
        let repr = if width <= 128 {
            Repr::Small(low.to_u128().expect("at most 128 bits after the mask"))
        } else {
            Repr::Big(low.to_u64_digits())
        };
        Self { width, repr }
    }

    /// The low `width` bits of a signed integer's two's complement.
    pub fn from_signed_big(width: u32, number: &BigInt) -> Self {
        let modulus = BigInt::one() << width;
        let reduced = ((number % &modulus) + &modulus) % &modulus;
        Self::from_big(width, reduced.magnitude())
    }

    /// The value whose bit `i` is `bits[i]`.
    pub fn from_bits(bits: &[bool]) -> Self {
        let width = u32::try_from(bits.len()).expect("a width fits in 32 bits");
        if width <= 128 {
            let number = bits.iter().rev().fold(0u128, |n, &bit| (n << 1) | u128::from(bit));
            Self::new(width, number)
        } else {
            let mut digits = vec![0u64; bits.len().div_ceil(64)];
            for (i, _) in bits.iter().enumerate().filter(|(_, bit)| **bit) {
                digits[i / 64] |= 1 << (i % 64);
            }
            let bytes: Vec<u32> =
                digits.iter().flat_map(|d| [*d as u32, (*d >> 32) as u32]).collect();
            Self::from_big(width, &BigUint::new(bytes))
        }
    }

    /// Reads a decimal number, with an optional minus sign, modulo 2^width.
    pub fn parse_decimal(width: u32, text: &str) -> Option<Self> {
        let number: BigInt = text.parse().ok()?;
        Some(Self::from_signed_big(width, &number))
    }

    /// Width in bits.
    pub fn width(&self) -> u32 {
        debug_assert!(self.as_array().is_none(), "an array has no width");
        self.width
    }

    /// The sort.
    pub fn sort(&self) -> Sort {
        match &self.repr {
            Repr::Array(array) => array.sort(),
            Repr::Small(_) | Repr::Big(_) => Sort::Word(self.width),
        }
    }

    /// The array that holds this word at all indices of so many bits.
    pub fn array(index: u32, element: Self) -> Self {
        Array::new(index, element).into()
    }

    /// The array that this is, if it is one.
    pub fn as_array(&self) -> Option<&Array> {
        match &self.repr {
            Repr::Array(array) => Some(array),
            Repr::Small(_) | Repr::Big(_) => None,
        }
    }

    /// The number as a machine integer, if the *width* is at most 128.
    pub fn small(&self) -> Option<u128> {
        match self.repr {
            Repr::Small(bits) => Some(bits),
            Repr::Big(_) | Repr::Array(_) => None,
        }
    }

    /// The number as a machine integer, if the number fits.
    pub fn to_u128(&self) -> Option<u128> {
        self.to_big().to_u128()
    }

    /// The number as `u64`, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        self.to_u128().and_then(|n| u64::try_from(n).ok())
    }

    /// The unsigned number.
    pub fn to_big(&self) -> BigUint {
        match &self.repr {
            Repr::Small(bits) => BigUint::from(*bits),
            Repr::Big(digits) => {
                BigUint::new(digits.iter().flat_map(|d| [*d as u32, (*d >> 32) as u32]).collect())
            }
            Repr::Array(_) => panic!("an array is no number"),
        }
    }

    /// The two's complement number.
    pub fn to_signed_big(&self) -> BigInt {
        let unsigned = BigInt::from_biguint(Sign::Plus, self.to_big());
        if self.sign() { unsigned - (BigInt::one() << self.width) } else { unsigned }
    }

    /// Bit `index`, 0 being the least significant.
    pub fn bit(&self, index: u32) -> bool {
        debug_assert!(index < self.width);
        match &self.repr {
            Repr::Small(bits) => bits >> index & 1 == 1,
            Repr::Big(digits) => {
                digits.get(index as usize / 64).is_some_and(|d| d >> (index % 64) & 1 == 1)
            }
            Repr::Array(_) => panic!("an array has no bits"),
        }
    }

    /// The sign bit.
    pub fn sign(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Whether every bit is 0.
    pub fn is_zero(&self) -> bool {
        match &self.repr {
            Repr::Small(bits) => *bits == 0,
            Repr::Big(digits) => digits.is_empty(),
            Repr::Array(_) => false,
        }
    }

    /// Whether this is the number 1.
    pub fn is_one(&self) -> bool {
        match &self.repr {
            Repr::Small(bits) => *bits == 1,
            Repr::Big(digits) => digits.as_slice() == [1],
            Repr::Array(_) => false,
        }
    }

    /// Whether every bit is 1.
    pub fn is_ones(&self) -> bool {
        match &self.repr {
            Repr::Small(bits) => *bits == mask(self.width),
            Repr::Big(_) => *self == Self::ones(self.width),
            Repr::Array(_) => false,
        }
    }

    /// Whether a truth value (width 1) is true.
    pub fn is_true(&self) -> bool {
        debug_assert_eq!(self.width, 1);
        self.is_one()
    }

    /// Decimal text, two's complement if `signed`.
    pub fn to_decimal(&self, signed: bool) -> String {
        if signed { self.to_signed_big().to_string() } else { self.to_big().to_string() }
    }

    /// Binary text without prefix, most significant bit first, exactly `width` digits.
    pub fn to_binary(&self) -> String {
        (0..self.width).rev().map(|i| if self.bit(i) { '1' } else { '0' }).collect()
    }
}

impl From<Array> for Value {
    fn from(array: Array) -> Self {
        Self { width: array.default().width(), repr: Repr::Array(Arc::new(array)) }
    }
}

impl fmt::Display for Value {
    /// The unsigned number in decimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_array() {
            Some(array) => write!(f, "{array}"),
            None => write!(f, "{}", self.to_big()),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}:{}", self.sort())
    }
}

#[cfg(test)]
mod tests {
    use num_traits::Zero;

    use super::*;

    #[test]
    fn wide_and_narrow_agree() {
        for number in [
            "0",
            "1",
            "-1",
            "12345678901234567890123456789",
            "-170141183460469231731687303715884105728",
        ] {
            let narrow = Value::parse_decimal(128, number).unwrap();
            let wide = Value::parse_decimal(200, number).unwrap();
            assert_eq!(narrow.to_decimal(true), number);
            assert_eq!(wide.to_decimal(true), number);
            let bits: Vec<bool> = (0..200).map(|i| wide.bit(i)).collect();
            assert_eq!(Value::from_bits(&bits), wide);
            assert_eq!(Value::from_bits(&bits[..128]), narrow);
        }
        assert!(Value::ones(200).is_ones() && Value::ones(200).sign());
        assert!(Value::min_signed(200).to_signed_big() < BigInt::zero());
        assert_eq!(Value::new(3, 13).to_binary(), "101");
    }

    #[test]
    fn only_values_are_read() {
        for value in [Value::new(1, 1), Value::ones(128), Value::zero(129), Value::ones(200)] {
            let text = serde_json::to_string(&value).expect("a word has a JSON form");
            assert_eq!(serde_json::from_str::<Value>(&text).ok(), Some(value), "{text}");
        }
        for (width, repr) in [
            (0, r#"{"Small":0}"#),
            (3, r#"{"Small":8}"#),
            (129, r#"{"Small":0}"#),
            (128, r#"{"Big":[1,0,1]}"#),
            (129, r#"{"Big":[1,0]}"#),
            (129, r#"{"Big":[0,0,2]}"#),
        ] {
            let text = format!(r#"{{"width":{width},"repr":{repr}}}"#);
            let error = serde_json::from_str::<Value>(&text).expect_err(&text).to_string();
            assert!(error.contains(&format!("a constant that has not {width} bits")), "{error}");
        }
    }
}
