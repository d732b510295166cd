//! Exact numbers: those that bits are, and the next ones that a format has.

use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{One, Signed};

use crate::bv::Format;
use crate::certify::rounded::Ends;

pub(super) type Rational = Ratio<BigInt>;

/// Errors are kept with so many bits.
const ERROR_BITS: i64 = 32;

/// 2^exponent.
pub(super) fn power(exponent: i64) -> Rational {
    let power = Rational::from_integer(BigInt::one() << exponent.unsigned_abs());
    if exponent < 0 { power.recip() } else { power }
}

/// A number that is not less, by little more, and takes few bits.
pub(super) fn short(number: &Rational) -> Rational {
    let size = |part: &BigInt| part.bits() as i64;
    let unit = power(size(number.numer()) - size(number.denom()) - ERROR_BITS);
    (number / &unit).ceil() * unit
}

/// The number that these bits are, if it is finite.
pub(super) fn number(format: Format, bits: u128) -> Option<Rational> {
    let magnitude = bits & !format.sign();
    if magnitude >= format.infinity() {
        return None;
    }
    let stored = format.precision() - 1;
    let (exponent, fraction) = (magnitude >> stored, magnitude & ((1 << stored) - 1));
    let significand = if exponent == 0 { fraction } else { fraction | 1 << stored };
    let exponent = exponent.max(1) as i64 - i64::from(format.bias()) - i64::from(stored);
    let number = Rational::from_integer(significand.into()) * power(exponent);
    Some(if bits & format.sign() == 0 { number } else { -number })
}

pub(super) fn numbers(format: Format, (least, most): Ends) -> Option<(Rational, Rational)> {
    Some((number(format, least)?, number(format, most)?))
}

/// An interval times a number.
pub(super) fn scaled((least, most): &(Rational, Rational), by: &Rational) -> (Rational, Rational) {
    let (one, other) = (least * by, most * by);
    if by.is_negative() { (other, one) } else { (one, other) }
}

/// The least number that is as large as the greatest one up to a limit: of zeros −0. `None` if
/// there is none that is finite.
pub(super) fn at_most(format: Format, limit: &Rational) -> Option<u128> {
    // The greatest number up to the limit is the negation of the least one from its negation on.
    at_least(format, &-limit).map(|bits| bits ^ format.sign())
}

/// The bits of the least number from a limit on, of zeros +0; `None` if there is none that is
/// finite.
pub(super) fn at_least(format: Format, limit: &Rational) -> Option<u128> {
    let value = |place| number(format, format.at_place(place)).expect("it is finite");
    let most = format.infinity() as i128 - 1;
    let (mut low, mut high) = (-1 - most, most);
    if value(high) < *limit {
        return None;
    }
    while low < high {
        let middle = (low + high).div_euclid(2);
        if value(middle) < *limit {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    // −0 is before +0, and as large.
    Some(format.at_place(if low == -1 { 0 } else { low }))
}
