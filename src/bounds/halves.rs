//! Words as a sign and a magnitude.
//!
//! Of words with the highest bit 0 and of those with it 1 the lower bits lie in an interval each:
//! what both intervals of a [`Known`] say together, and no more. For floating-point numbers it is
//! what matters: in each half the order of the bits is that of the magnitudes.

use super::{Known, mask};

/// Least and greatest of the bits below the sign, for each sign; `None` if there is no such word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halves {
    /// Of words whose highest bit is 0.
    pub positive: Option<(u128, u128)>,
    /// Of words whose highest bit is 1.
    pub negative: Option<(u128, u128)>,
}

/// The highest bit of a word.
pub fn sign(width: u32) -> u128 {
    1 << (width - 1)
}

impl Halves {
    /// Those of a word.
    pub fn of(known: &Known) -> Self {
        let sign = sign(known.width);
        let bits = |number: i128| number as u128 & mask(known.width);
        let some = |(low, high): (u128, u128)| (low <= high).then_some((low & !sign, high & !sign));
        let positive = (known.most >= 0).then(|| {
            (
                known.low.max(known.least.max(0) as u128),
                known.high.min(bits(known.most)).min(sign - 1),
            )
        });
        let negative = (known.least < 0).then(|| {
            (known.low.max(bits(known.least)).max(sign), known.high.min(bits(known.most.min(-1))))
        });
        Self { positive: positive.and_then(some), negative: negative.and_then(some) }
    }

    /// A word that has them; `None` if there is none.
    pub fn word(&self, width: u32) -> Option<Known> {
        let sign = sign(width);
        match (self.positive, self.negative) {
            (None, None) => None,
            (Some((low, high)), None) => Known::between(width, low, high),
            (None, Some((low, high))) => Known::between(width, sign | low, sign | high),
            (Some((low, high)), Some((least, most))) => {
                let positive = Known::between(width, low, high)?;
                Some(positive.join(&Known::between(width, sign | least, sign | most)?))
            }
        }
    }

    /// The words with the other sign.
    pub fn flipped(self) -> Self {
        Self { positive: self.negative, negative: self.positive }
    }

    /// The words without their sign.
    pub fn magnitude(self) -> Option<(u128, u128)> {
        match (self.positive, self.negative) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (one, other) => one.or(other),
        }
    }
}
