//! The frames, delta-encoded (Eén, Mishchenko, Brayton: Efficient Implementation of
//! Property Directed Reachability, FMCAD 2011).
//!
//! `F_0` is I; `F_i` for i ≥ 1 is the conjunction of the lemmas of level i and above.
//! Each lemma is kept once, at the highest level where it is known to hold, so every
//! frame implies the next by construction. `F_∞` holds the lemmas that are inductive
//! together: they hold in every reachable state.

use super::cube::Cube;

/// Level of the lemmas that hold in every reachable state.
pub(super) const INFINITY: usize = usize::MAX;

#[derive(Default)]
pub(super) struct Frames {
    /// `levels[i]`: cubes of the lemmas of level i; level 0 stays empty.
    levels: Vec<Vec<Cube>>,
    infinite: Vec<Cube>,
}

impl Frames {
    /// The highest frame, 0 at the beginning.
    pub fn top(&self) -> usize {
        self.levels.len().saturating_sub(1)
    }

    /// Opens frames up to `top`.
    pub fn open(&mut self, top: usize) {
        if self.levels.len() <= top {
            self.levels.resize(top + 1, Vec::new());
        }
    }

    /// The cubes of the lemmas of exactly this level.
    pub fn level(&self, level: usize) -> &[Cube] {
        if level == INFINITY { &self.infinite } else { &self.levels[level] }
    }

    /// Adds a lemma and removes those of its level and below that it implies, which it
    /// returns.
    pub fn add(&mut self, cube: &Cube, level: usize) -> Vec<Cube> {
        let last = level.min(self.top());
        let mut removed = vec![];
        let infinite = (level == INFINITY).then_some(&mut self.infinite);
        for lemmas in self.levels.iter_mut().take(last + 1).chain(infinite) {
            removed.extend(lemmas.extract_if(.., |lemma| cube.subsumes(lemma)));
        }
        if level == INFINITY {
            self.infinite.push(cube.clone());
        } else {
            self.levels[level].push(cube.clone());
        }
        removed
    }

    /// Whether one lemma of `F_level` blocks the whole cube.
    pub fn block(&self, cube: &Cube, level: usize) -> bool {
        self.levels
            .iter()
            .skip(level)
            .chain([&self.infinite])
            .flatten()
            .any(|lemma| lemma.subsumes(cube))
    }

    /// A lemma's cube that contains all of `cube`, of exactly this level: the shortest.
    pub fn parent(&self, cube: &Cube, level: usize) -> Option<&Cube> {
        let within = self.levels[level].iter().filter(|lemma| lemma.subsumes(cube));
        within.min_by_key(|lemma| lemma.lits().len())
    }

    /// All finite lemmas with their levels, from the highest level down.
    pub fn finite(&self) -> impl Iterator<Item = (usize, &Cube)> {
        let levels = self.levels.iter().enumerate().rev();
        levels.flat_map(|(level, lemmas)| lemmas.iter().map(move |cube| (level, cube)))
    }

    /// Number of lemmas.
    pub fn len(&self) -> usize {
        self.levels.iter().map(Vec::len).sum::<usize>() + self.infinite.len()
    }
}
