//! The bytes of an object, kept where they differ from most others: an object of gigabytes of
//! which a few bytes are used takes as much as these.

use rustc_hash::FxHashMap;

/// Bytes of a page.
const PAGE: u64 = 256;

/// A byte of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Byte {
    /// `None` where nobody has asked yet what an arbitrary byte is.
    pub value: Option<u8>,
    /// Whether it was written since the object began to live.
    pub written: bool,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    size: u64,
    /// By number: the pages that may have other bytes than `rest`.
    pages: FxHashMap<u64, Vec<Byte>>,
    rest: Byte,
}

impl Contents {
    /// So many times the same.
    pub fn filled(size: u64, rest: Byte) -> Self {
        Self { size, pages: FxHashMap::default(), rest }
    }

    /// In bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The byte at an offset below [`Contents::size`].
    pub fn get(&self, at: u64) -> Byte {
        debug_assert!(at < self.size);
        self.pages.get(&(at / PAGE)).map_or(self.rest, |page| page[(at % PAGE) as usize])
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, at: u64) -> &mut Byte {
        debug_assert!(at < self.size);
        let number = at / PAGE;
        let length = PAGE.min(self.size - number * PAGE) as usize;
        let page = self.pages.entry(number).or_insert_with(|| vec![self.rest; length]);
        &mut page[(at % PAGE) as usize]
    }

    /// Gives `count` bytes one value.
    pub fn fill(&mut self, from: u64, count: u64, byte: Byte) {
        if count == self.size {
            *self = Self::filled(self.size, byte);
        } else {
            (from..from + count).for_each(|at| *self.get_mut(at) = byte);
        }
    }

    /// Ranges of bytes, ascending, that all rows of `length` lie in of which not all bytes are
    /// as most of the object's are.
    pub fn written_ranges(&self, length: u64) -> Vec<std::ops::Range<u64>> {
        let mut pages: Vec<u64> = self.pages.keys().copied().collect();
        pages.sort_unstable();
        let mut all: Vec<std::ops::Range<u64>> = Vec::new();
        for number in pages {
            let start = (number * PAGE).saturating_sub(length - 1);
            let end = ((number + 1) * PAGE + length - 1).min(self.size);
            match all.last_mut().filter(|last| last.end >= start) {
                Some(last) => last.end = end,
                None => all.push(start..end),
            }
        }
        all
    }

    /// All different rows of `length` bytes, at most those of a page, that there are; some of them
    /// more than once.
    pub fn rows(&self, length: usize) -> impl Iterator<Item = Vec<Byte>> {
        let around = length as u64 - 1;
        // A page with its neighbourhood, and one row far from all pages.
        let pages = self.pages.keys().map(move |&number| {
            let end = ((number + 1) * PAGE + around).min(self.size);
            (number * PAGE).saturating_sub(around)..end
        });
        let rows = pages.flat_map(move |range| {
            let bytes: Vec<Byte> = range.map(|at| self.get(at)).collect();
            bytes.windows(length).map(<[Byte]>::to_vec).collect::<Vec<_>>()
        });
        // Of the pages that are not there one is large enough.
        let (whole, last) = (self.size / PAGE, self.size % PAGE);
        let kept = self.pages.keys().filter(|&&number| number < whole).count() as u64;
        let beyond = last >= length as u64 && !self.pages.contains_key(&whole);
        rows.chain((kept < whole || beyond).then(|| vec![self.rest; length]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::Random;

    const ZERO: Byte = Byte { value: Some(0), written: true };

    /// Against one vector of all bytes.
    #[test]
    fn pages_are_as_good_as_all_bytes() {
        let mut random = Random::new(7);
        for size in [1, 7, 8, 255, 256, 257, 264, 1000] {
            let mut contents = Contents::filled(size, Byte::default());
            let mut plain = vec![Byte::default(); size as usize];
            for _ in 0..60 {
                let value = random.below(4).checked_sub(1).map(|value| value as u8);
                let byte = Byte { value, written: value.is_some() };
                let from = random.below(size);
                let count = match random.below(4) {
                    0 => size - from,
                    _ => 1 + random.below(3.min(size - from)),
                };
                match count {
                    1 => *contents.get_mut(from) = byte,
                    _ => contents.fill(from, count, byte),
                }
                plain[from as usize..(from + count) as usize].fill(byte);
            }
            assert!((0..size).all(|at| contents.get(at) == plain[at as usize]));
            let rows: Vec<Vec<Byte>> = contents.rows(8).collect();
            let all: Vec<&[Byte]> = plain.windows(8).collect();
            assert!(all.iter().all(|row| rows.iter().any(|it| it == row)));
            assert!(rows.iter().all(|row| all.iter().any(|it| it == row)));
        }
    }

    #[test]
    fn large_objects_take_what_is_used_of_them() {
        let size = 1 << 46;
        let mut contents = Contents::filled(size, Byte::default());
        contents.get_mut(size - 1).value = Some(3);
        assert_eq!(contents.get(size - 1), Byte { value: Some(3), written: false });
        assert_eq!(contents.get(1 << 40), Byte::default());
        contents.fill(0, size, ZERO);
        assert_eq!(contents.get(size - 1), ZERO);
        assert_eq!(contents.rows(8).collect::<Vec<_>>(), [vec![ZERO; 8]]);
    }
}
