//! Where relations may hold: everywhere, or while a small word (a program counter, a mode, a
//! flag) has one value.

use std::collections::BTreeSet;

use super::points::Points;
use super::words::Word;
use crate::bv::{Term, TermStore};
use crate::support::limits;

/// See the module: the place of the control, and its value; `None` for everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Context(Option<(usize, u64)>);

impl Context {
    pub const EVERYWHERE: Self = Self(None);

    /// All contexts of which there are enough points.
    pub fn all(words: &[Word], points: &Points) -> Vec<Self> {
        let values = |place: usize| -> BTreeSet<u64> {
            points.all.iter().map(|point| point[place]).collect()
        };
        let values = (0..words.len()).map(|place| (place, values(place)));
        let mut controls: Vec<(usize, BTreeSet<u64>)> =
            values.filter(|it| (2..=limits::CONTROL_VALUES).contains(&it.1.len())).collect();
        // Flags and modes before counters.
        controls.sort_by_key(|it| it.1.len());
        let contexts = controls
            .into_iter()
            .flat_map(|(place, values)| values.into_iter().map(move |it| Self(Some((place, it)))));
        let enough =
            |context: &Self| context.among(&points.all).nth(limits::CONTEXT_POINTS - 1).is_some();
        let mut all: Vec<Self> =
            std::iter::once(Self::EVERYWHERE).chain(contexts.filter(enough)).collect();
        all.truncate(limits::CONTEXTS);
        all
    }

    /// The points in this context.
    pub fn among(self, points: &[Vec<u64>]) -> impl Iterator<Item = &Vec<u64>> {
        points.iter().filter(move |point| self.0.is_none_or(|(place, value)| point[place] == value))
    }

    /// Whether a word has one value here by what the context is.
    pub fn fixes(self, place: usize) -> bool {
        self.0.is_some_and(|context| context.0 == place)
    }

    /// That something holds here.
    pub fn implies(self, words: &[Word], terms: &mut TermStore, holds: Term) -> Term {
        let Some((place, value)) = self.0 else { return holds };
        let word = &words[place];
        let value = terms.number(word.width(), value.into());
        let here = terms.eq(word.term, value);
        terms.implies(here, holds)
    }
}
