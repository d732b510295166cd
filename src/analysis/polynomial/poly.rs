//! Polynomials with coefficients modulo 2^128.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::Atom;

/// Atoms in order, repeated for powers; none for the constant.
pub(super) type Monomial = SmallVec<[Atom; 3]>;

/// A polynomial with coefficients modulo 2^128, none of them 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Poly(pub(super) BTreeMap<Monomial, u128>);

/// A polynomial would get too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

impl Poly {
    pub(super) fn constant(value: u128) -> Self {
        let mut poly = Self::default();
        poly.add_term(Monomial::new(), value);
        poly
    }

    pub(super) fn atom(atom: Atom) -> Self {
        Self([(Monomial::from_slice(&[atom]), 1)].into())
    }

    pub(super) fn add_term(&mut self, monomial: Monomial, coefficient: u128) {
        use std::collections::btree_map::Entry;
        match self.0.entry(monomial) {
            Entry::Vacant(place) if coefficient != 0 => _ = place.insert(coefficient),
            Entry::Vacant(_) => {}
            Entry::Occupied(mut place) => {
                *place.get_mut() = place.get().wrapping_add(coefficient);
                if *place.get() == 0 {
                    place.remove();
                }
            }
        }
    }

    /// `self + factor·other`
    pub(super) fn plus(mut self, other: &Poly, factor: u128) -> Self {
        for (monomial, coefficient) in &other.0 {
            self.add_term(monomial.clone(), coefficient.wrapping_mul(factor));
        }
        self
    }

    pub(super) fn scaled(&self, factor: u128) -> Self {
        Self::default().plus(self, factor)
    }

    /// Coefficients modulo 2^width. Under 2^(width−1) only parities matter, and a number
    /// has the parity of its powers.
    pub(super) fn masked(mut self, width: u32) -> Self {
        let mask = mask(width);
        let half = power(width - 1);
        let mut parities: Vec<Monomial> = Vec::new();
        self.0.retain(|monomial, coefficient| {
            *coefficient &= mask;
            let is_power = monomial.windows(2).any(|pair| pair[0] == pair[1]);
            if *coefficient == half && is_power {
                parities.push(monomial.clone());
            }
            *coefficient != 0 && !(*coefficient == half && is_power)
        });
        if parities.is_empty() {
            return self;
        }
        for mut monomial in parities {
            monomial.dedup();
            self.add_term(monomial, half);
        }
        self.masked(width)
    }

    pub(super) fn as_constant(&self) -> Option<u128> {
        let mut terms = self.0.iter();
        match (terms.next(), terms.next()) {
            (None, _) => Some(0),
            (Some((monomial, &value)), None) if monomial.is_empty() => Some(value),
            _ => None,
        }
    }

    /// The atom that this polynomial is.
    pub(super) fn as_atom(&self) -> Option<Atom> {
        let (monomial, &coefficient) = self.0.first_key_value()?;
        (self.0.len() == 1 && coefficient == 1 && monomial.len() == 1).then(|| monomial[0])
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The largest k so that 2^k divides all coefficients; 0 for the zero polynomial.
    pub(super) fn twos(&self) -> u32 {
        self.0.values().map(|coefficient| coefficient.trailing_zeros()).min().unwrap_or(0)
    }
}

pub(super) fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// 2^exponent modulo 2^128.
pub(super) fn power(exponent: u32) -> u128 {
    1u128.checked_shl(exponent).unwrap_or(0)
}

/// The inverse of an odd number modulo 2^128 (Newton; each round doubles the right bits).
pub(in crate::analysis) fn inverse(odd: u128) -> u128 {
    debug_assert!(odd & 1 == 1);
    let mut inverse = odd;
    for _ in 0..7 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}
