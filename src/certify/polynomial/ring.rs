//! Polynomials with integer coefficients, taken modulo 2^128.

use std::collections::BTreeMap;

pub(super) type Atom = usize;
/// Atoms in ascending order, one as often as its power says.
pub(super) type Monomial = Vec<Atom>;

/// The coefficient of each monomial; none is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Polynomial(pub(super) BTreeMap<Monomial, u128>);

impl Polynomial {
    pub(super) fn number(value: u128) -> Self {
        Self::default().with(&[], value)
    }

    pub(super) fn atom(atom: Atom) -> Self {
        Self::default().with(&[atom], 1)
    }

    /// With a monomial more.
    pub(super) fn with(mut self, monomial: &[Atom], coefficient: u128) -> Self {
        let sum = self.0.get(monomial).copied().unwrap_or(0).wrapping_add(coefficient);
        if sum == 0 {
            self.0.remove(monomial);
        } else {
            self.0.insert(monomial.to_vec(), sum);
        }
        self
    }

    /// `self + factor·other`
    pub(super) fn add(&self, factor: u128, other: &Self) -> Self {
        let terms = other.0.iter();
        terms.fold(self.clone(), |sum, (monomial, c)| sum.with(monomial, factor.wrapping_mul(*c)))
    }

    pub(super) fn sub(&self, other: &Self) -> Self {
        self.add(u128::MAX, other)
    }

    pub(super) fn as_number(&self) -> Option<u128> {
        match self.0.len() {
            0 => Some(0),
            1 => self.0.get(&[][..]).copied(),
            _ => None,
        }
    }

    pub(super) fn as_atom(&self) -> Option<Atom> {
        match self.0.first_key_value() {
            Some((monomial, 1)) if self.0.len() == 1 && monomial.len() == 1 => Some(monomial[0]),
            _ => None,
        }
    }
}

/// Coefficients modulo 2^width. A coefficient 2^(width−1) only lets parities count, and
/// there powers don't differ from what they are powers of.
pub(super) fn truncate(polynomial: Polynomial, width: u32) -> Polynomial {
    let mut truncated = Polynomial::default();
    for (mut monomial, c) in polynomial.0 {
        let c = c & (u128::MAX >> (128 - width));
        if c == power(width - 1) {
            monomial.dedup();
        }
        truncated = truncated.with(&monomial, c);
    }
    // What became equal may have added up to 2^width or more.
    truncated.0.retain(|_, c| {
        *c &= u128::MAX >> (128 - width);
        *c != 0
    });
    truncated
}

/// 2^exponent modulo 2^128.
pub(super) fn power(exponent: u32) -> u128 {
    if exponent < 128 { 1 << exponent } else { 0 }
}

/// The inverse of an odd number modulo 2^128: an odd square is 1 modulo 8, so the number
/// is right in 3 bits itself, and each round of Newton's method doubles that.
pub(super) fn odd_inverse(odd: u128) -> u128 {
    (0..6).fold(odd, |x, _| x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x))))
}
