//! What is known of a value without knowing it: some of its bits, an unsigned and a signed
//! interval. The elements of an abstract interpretation (Cousot, Cousot, POPL 1977).
//!
//! Each part is tightened by what the others say ([`Known::reduced`]); known bits are the
//! tristate numbers of Vishwanathan, Shachnai, Narayana, Nagarakatte: Sound, Precise, and
//! Fast Abstract Interpretation with Tristate Numbers (CGO 2022). Both intervals are kept,
//! for neither says what the other does where a value crosses 0 or 2^(w−1).
//!
//! What always holds: a [`Known`] is not empty as far as reduction tells (no value at all
//! is `None` where it can come up), and every operation gives at least the values
//! that the operator gives for the values of its operands.
//!
//! Floating-point numbers are words as others ([`float`]). Of values wider than 128 bits nothing is
//! known.

pub mod backward;
mod edge;
mod float;
pub mod forward;
mod halves;

pub use edge::Edge;
pub use float::{between, ends};

/// What is known of a value of some width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Width in bits.
    width: u32,
    /// Bits that are 1.
    ones: u128,
    /// Bits that may be 0 or 1; disjoint from `ones`.
    unknown: u128,
    /// Least and greatest unsigned number.
    low: u128,
    high: u128,
    /// Least and greatest two's complement number.
    least: i128,
    most: i128,
}

/// Widest values of which anything is known, in bits.
pub const WIDEST: u32 = 128;

/// All bits of a value of that width.
fn mask(width: u32) -> u128 {
    u128::MAX >> (WIDEST - width.min(WIDEST))
}

/// Two's complement of `width` bits as a machine integer.
fn signed(bits: u128, width: u32) -> i128 {
    let unused = WIDEST - width.min(WIDEST);
    ((bits << unused) as i128) >> unused
}

impl Known {
    /// Nothing.
    pub fn any(width: u32) -> Self {
        let mask = mask(width);
        let most = (mask >> 1) as i128;
        Self { width, ones: 0, unknown: mask, low: 0, high: mask, least: -most - 1, most }
    }

    /// The low `width` bits of `bits`.
    pub fn constant(width: u32, bits: u128) -> Self {
        let bits = bits & mask(width);
        let number = signed(bits, width);
        Self { width, ones: bits, unknown: 0, low: bits, high: bits, least: number, most: number }
    }

    /// An unsigned interval; `None` if it is empty.
    pub fn between(width: u32, low: u128, high: u128) -> Option<Self> {
        let any = Self::any(width);
        Self { low, high: high.min(any.high), ..any }.reduced()
    }

    /// A signed interval; `None` if it is empty.
    pub fn signed_between(width: u32, least: i128, most: i128) -> Option<Self> {
        let any = Self::any(width);
        Self { least: least.max(any.least), most: most.min(any.most), ..any }.reduced()
    }

    /// Known bits; `ones` and `unknown` are disjoint.
    pub fn bits(width: u32, ones: u128, unknown: u128) -> Self {
        let any = Self::any(width);
        let bits = Self { ones: ones & any.high, unknown: unknown & any.high, ..any };
        bits.reduced().unwrap_or(any)
    }

    /// Width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Bits that are 1, and bits that are not known.
    pub fn known_bits(&self) -> (u128, u128) {
        (self.ones, self.unknown)
    }

    /// Least and greatest unsigned number.
    pub fn unsigned(&self) -> (u128, u128) {
        (self.low, self.high)
    }

    /// Least and greatest two's complement number.
    pub fn signed(&self) -> (i128, i128) {
        (self.least, self.most)
    }

    /// The value, if there is only one.
    pub fn value(&self) -> Option<u128> {
        (self.low == self.high && self.width <= WIDEST).then_some(self.low)
    }

    /// Whether nothing is known.
    pub fn is_any(&self) -> bool {
        self.width > WIDEST || *self == Self::any(self.width)
    }

    /// Whether this can be true; for truth values.
    pub fn may_be(&self, truth: bool) -> bool {
        self.low <= u128::from(truth) && u128::from(truth) <= self.high
    }

    /// Whether `bits` (of this width) may be the value.
    pub fn contains(&self, bits: u128) -> bool {
        let number = signed(bits, self.width);
        self.width > WIDEST
            || bits & !self.unknown == self.ones
                && (self.low..=self.high).contains(&bits)
                && (self.least..=self.most).contains(&number)
    }

    /// Whether all that this allows `other` allows too.
    pub fn implies(&self, other: &Self) -> bool {
        other.width > WIDEST
            || other.low <= self.low
                && self.high <= other.high
                && other.least <= self.least
                && self.most <= other.most
                && self.unknown & !other.unknown == 0
                && self.ones & !other.unknown == other.ones
    }

    /// What holds of a value of which one of both holds.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        if Fault::DomainJoin.is_planted() {
            return *self;
        }
        let unknown = self.unknown | other.unknown | (self.ones ^ other.ones);
        let joined = Self {
            width: self.width,
            ones: self.ones & !unknown,
            unknown,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        };
        joined.reduced().unwrap_or(joined)
    }

    /// What holds of a value of which both hold; `None` if there is none.
    pub fn meet(&self, other: &Self) -> Option<Self> {
        if self.width > WIDEST {
            return Some(*self);
        }
        let both_known = !self.unknown & !other.unknown;
        if (self.ones ^ other.ones) & both_known != 0 {
            return None;
        }
        Self {
            width: self.width,
            ones: self.ones | other.ones,
            unknown: self.unknown & other.unknown,
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            least: self.least.max(other.least),
            most: self.most.min(other.most),
        }
        .reduced()
    }

    /// The same with the value `bits` left out, where that can be said.
    pub fn without(&self, bits: u128) -> Option<Self> {
        let mut rest = *self;
        if self.width > WIDEST || !self.contains(bits) {
            return Some(rest);
        }
        if self.low == self.high {
            return None;
        }
        let number = signed(bits, self.width);
        rest.low += u128::from(rest.low == bits);
        rest.high -= u128::from(rest.high == bits);
        rest.least += i128::from(rest.least == number);
        rest.most -= i128::from(rest.most == number);
        rest.reduced()
    }

    /// Tightens each part by the others until that changes nothing; `None` if no value is left.
    fn reduced(mut self) -> Option<Self> {
        if self.width > WIDEST {
            return Some(self);
        }
        loop {
            let before = self;
            let zeros = mask(self.width) & !(self.ones | self.unknown);
            self.low = at_least(self.low, zeros, self.ones, self.width)?;
            self.high = at_most(self.high, zeros, self.ones, self.width)?;
            if self.low > self.high || self.least > self.most {
                return None;
            }
            self.signs();
            if self.low > self.high || self.least > self.most {
                return None;
            }
            // The bits above the highest in which the ends differ are those of all between.
            let differ = self.low ^ self.high;
            let same =
                mask(self.width) & !u128::MAX.checked_shr(differ.leading_zeros()).unwrap_or(0);
            let told = self.unknown & same;
            self.unknown &= !told;
            self.ones |= told & self.low;
            if self == before {
                return Some(self);
            }
        }
    }

    /// What either interval says of the other.
    fn signs(&mut self) {
        let width = self.width;
        let half = 1u128 << (width - 1);
        let bits = |number: i128| (number as u128) & mask(width);
        if self.high < half || self.low >= half {
            self.least = self.least.max(signed(self.low, width));
            self.most = self.most.min(signed(self.high, width));
        } else {
            // Not negative from `low` on, or negative up to `high`.
            let (low, high) = (signed(self.low, width), signed(self.high, width));
            if self.least > high {
                self.least = self.least.max(low);
            }
            if self.most < low {
                self.most = self.most.min(high);
            }
        }
        if self.least > self.most {
            return;
        }
        if self.least >= 0 || self.most < 0 {
            self.low = self.low.max(bits(self.least));
            self.high = self.high.min(bits(self.most));
        } else {
            // Up to `most`, or from `least` on.
            let (least, most) = (bits(self.least), bits(self.most));
            if self.low > most {
                self.low = self.low.max(least);
            }
            if self.high < least {
                self.high = self.high.min(most);
            }
        }
    }

    /// Widening: what may still grow after this is limited by the `steps`. Of known
    /// bits those below all that are not known stay.
    #[must_use]
    pub fn widen(&self, grown: &Self, steps: &Steps) -> Self {
        let mut wide = self.join(grown);
        let any = Self::any(self.width);
        if (wide.low, wide.high, wide.least, wide.most)
            != (self.low, self.high, self.least, self.most)
        {
            let varies = wide.unknown.trailing_zeros();
            wide.unknown =
                any.unknown & !((1u128.checked_shl(varies).unwrap_or(0)).wrapping_sub(1));
            wide.ones &= !wide.unknown;
        }
        if wide.low < self.low {
            let below = steps.unsigned.partition_point(|&step| step <= wide.low);
            wide.low = below.checked_sub(1).map_or(any.low, |place| steps.unsigned[place]);
        }
        if wide.high > self.high {
            let above = steps.unsigned.partition_point(|&step| step < wide.high);
            wide.high = steps.unsigned.get(above).copied().unwrap_or(any.high);
        }
        if wide.least < self.least {
            let below = steps.signed.partition_point(|&step| step <= wide.least);
            wide.least = below.checked_sub(1).map_or(any.least, |place| steps.signed[place]);
        }
        if wide.most > self.most {
            let above = steps.signed.partition_point(|&step| step < wide.most);
            wide.most = steps.signed.get(above).copied().unwrap_or(any.most);
        }
        wide.reduced().unwrap_or(any)
    }
}

/// Where a widening may stop, in rising order.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    unsigned: Vec<u128>,
    signed: Vec<i128>,
}

impl Steps {
    /// The numbers of that width among `bits`, in both readings.
    pub fn new(width: u32, bits: impl IntoIterator<Item = u128>) -> Self {
        let mut unsigned: Vec<u128> = bits.into_iter().map(|bits| bits & mask(width)).collect();
        unsigned.sort_unstable();
        unsigned.dedup();
        let mut signed: Vec<i128> = unsigned.iter().map(|&bits| signed(bits, width)).collect();
        signed.sort_unstable();
        Self { unsigned, signed }
    }
}

/// The least number from `low` on that has these bits 0 and 1.
fn at_least(low: u128, zeros: u128, ones: u128, width: u32) -> Option<u128> {
    let wrong = (low & zeros) | (!low & ones);
    if wrong == 0 {
        return Some(low);
    }
    let place = WIDEST - 1 - wrong.leading_zeros();
    let place = if low >> place & 1 == 0 {
        place
    } else {
        // A bit above must become 1 for this one to become 0.
        let free = mask(width) & !zeros & !low;
        let above = free & !(u128::MAX >> (WIDEST - 1 - place));
        if above == 0 {
            return None;
        }
        above.trailing_zeros()
    };
    let below = (1u128 << place) - 1;
    Some((low & !below) | 1 << place | (ones & below))
}

/// The greatest number up to `high` that has these bits 0 and 1.
fn at_most(high: u128, zeros: u128, ones: u128, width: u32) -> Option<u128> {
    let mask = mask(width);
    at_least(!high & mask, ones, zeros, width).map(|flipped| !flipped & mask)
}

#[cfg(test)]
mod tests;

use crate::support::Fault;
