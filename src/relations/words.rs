//! The words of a system: its wide state variables, and those whose bits it names.

use std::collections::BTreeMap;

use crate::bv::{Op, Term, TermStore};
use crate::support::IndexVec;
use crate::system::{StateId, StateVar};

/// Words of more bits than this are left out.
const WIDEST: u32 = 64;

/// A word of the state.
#[derive(Clone, Debug)]
pub(super) struct Word {
    /// Its value, over symbols of the system.
    pub term: Term,
    /// Which latches its bits are, the least significant first; at most 64.
    pub bits: Vec<usize>,
}

impl Word {
    pub fn width(&self) -> u32 {
        self.bits.len() as u32
    }

    /// Whether it is more than a truth value.
    pub fn is_wide(&self) -> bool {
        self.bits.len() > 1
    }
}

/// All words, and bits that belong to none, in the order of the system.
pub(super) fn words(states: &IndexVec<StateId, StateVar>, terms: &mut TermStore) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    // By name: the bits of a word, each with its latch.
    let mut named: BTreeMap<&str, BTreeMap<u32, (usize, Term)>> = BTreeMap::new();
    let mut start = 0;
    for state in states.iter() {
        let width = terms.width(state.current);
        match bit_of(&state.name).filter(|_| width == 1) {
            Some((name, place)) => {
                named.entry(name).or_default().insert(place, (start, state.current));
            }
            None if (1..=WIDEST).contains(&width) => {
                let bits = (start..start + width as usize).collect();
                words.push(Word { term: state.current, bits });
            }
            None => {}
        }
        start += width as usize;
    }
    for bits in named.into_values() {
        let whole = bits.keys().copied().eq(0..bits.len() as u32);
        if whole && bits.len() <= WIDEST as usize {
            let term = bits.values().map(|bit| bit.1);
            let term = term.reduce(|low, high| terms.app(Op::Concat, &[high, low]));
            let term = term.expect("a name stands for a bit at least");
            words.push(Word { term, bits: bits.into_values().map(|bit| bit.0).collect() });
        } else {
            let alone = |(latch, term)| Word { term, bits: vec![latch] };
            words.extend(bits.into_values().map(alone));
        }
    }
    words.sort_by_key(|word| word.bits[0]);
    words
}

/// The word and the place of a bit that is named `x[3]`, `x<3>`, `x(3)`, `x.3`, `x:3` or `x_3`.
fn bit_of(name: &str) -> Option<(&str, u32)> {
    let (rest, opening) = match name.as_bytes().last()? {
        b']' => (&name[..name.len() - 1], "["),
        b'>' => (&name[..name.len() - 1], "<"),
        b')' => (&name[..name.len() - 1], "("),
        _ => (name, ".:_"),
    };
    let word = rest.trim_end_matches(|c: char| c.is_ascii_digit());
    let place = rest[word.len()..].parse().ok()?;
    let word = word.strip_suffix(|c| opening.contains(c))?;
    (!word.is_empty()).then_some((word, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_bits() {
        let same = ["x[12]", "x<12>", "x(12)", "x.12", "x:12", "x_12"];
        assert!(same.iter().all(|name| bit_of(name) == Some(("x", 12))));
        assert_eq!(bit_of("a[3][0]"), Some(("a[3]", 0)));
        assert_eq!(bit_of("a.b_7"), Some(("a.b", 7)));
        for other in ["x", "x12", "x[]", "[3]", "x[3", "x3]", "x[99999999999]", "", "]", "é]"] {
            assert_eq!(bit_of(other), None, "{other}");
        }
    }
}
