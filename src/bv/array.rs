//! Constants that are arrays: a word for each index.

use std::collections::BTreeMap;
use std::fmt;

use super::{Sort, Value};

/// What an array holds: at most indices the default, at some others.
///
/// The form is unique, so that equality of arrays is equality of this: the default is what
/// most indices hold (of several such words the smallest), and is no entry.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Array {
    index: u32,
    default: Value,
    entries: BTreeMap<Value, Value>,
}

impl Array {
    /// The array that holds `default` at all indices of so many bits.
    pub fn new(index: u32, default: Value) -> Self {
        Self { index, default, entries: BTreeMap::new() }
    }

    /// Widths of indices and elements.
    pub fn sort(&self) -> Sort {
        Sort::Array { index: self.index, element: self.default.width() }
    }

    /// What it holds where there is no entry.
    pub fn default(&self) -> &Value {
        &self.default
    }

    /// What it holds elsewhere, by index.
    pub fn entries(&self) -> &BTreeMap<Value, Value> {
        &self.entries
    }

    /// The word at an index.
    pub fn select(&self, at: &Value) -> &Value {
        debug_assert_eq!(at.width(), self.index);
        self.entries.get(at).unwrap_or(&self.default)
    }

    /// The same array but for these words.
    pub fn with(mut self, words: impl IntoIterator<Item = (Value, Value)>) -> Self {
        for (at, word) in words {
            debug_assert_eq!((at.width(), word.width()), (self.index, self.default.width()));
            if word == self.default {
                self.entries.remove(&at);
            } else {
                self.entries.insert(at, word);
            }
        }
        self.settle();
        self
    }

    /// Makes what most indices hold the default.
    fn settle(&mut self) {
        let most = 1u128.checked_shl(self.index).unwrap_or(u128::MAX);
        let defaults = most - self.entries.len() as u128;
        // No word among the entries can be as frequent.
        if defaults > self.entries.len() as u128 {
            return;
        }
        let mut counts: BTreeMap<&Value, u128> = BTreeMap::new();
        for word in self.entries.values() {
            *counts.entry(word).or_default() += 1;
        }
        if defaults > 0 {
            counts.insert(&self.default, defaults);
        }
        let most_frequent = counts.iter().rev().max_by_key(|(_, count)| **count);
        let default = most_frequent.map_or(&self.default, |(word, _)| word).clone();
        if default == self.default {
            return;
        }
        // At most half of the indices have no entry.
        let old = std::mem::replace(&mut self.default, default);
        for at in (0..most).map(|at| Value::new(self.index, at)) {
            self.entries.entry(at).or_insert_with(|| old.clone());
        }
        self.entries.retain(|_, word| *word != self.default);
    }
}

impl fmt::Display for Array {
    /// `[3: 7, else 0]`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[")?;
        for (at, word) in &self.entries {
            write!(f, "{at}: {word}, ")?;
        }
        write!(f, "else {}]", self.default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::Random;

    /// However an array was made, it is the same value.
    #[test]
    fn equal_contents_are_equal_values() {
        let mut random = Random::new(7);
        let mut equal = 0;
        for _ in 0..2000 {
            let word = |random: &mut Random| Value::new(2, random.below(3).into());
            let made = [(); 2].map(|()| {
                let default = word(&mut random);
                let mut plain = vec![default.clone(); 4];
                let mut array = Array::new(2, default);
                for _ in 0..random.below(9) {
                    let (at, word) = (random.below(4), word(&mut random));
                    plain[at as usize] = word.clone();
                    array = array.with([(Value::new(2, at.into()), word)]);
                }
                for (at, word) in plain.iter().enumerate() {
                    assert_eq!(array.select(&Value::new(2, at as u128)), word);
                }
                (plain, array)
            });
            let [(one, first), (other, second)] = made;
            assert_eq!(one == other, first == second, "{first} {second}");
            equal += usize::from(one == other);
        }
        assert!(equal > 20, "{equal}");
    }
}
