//! What holds in the frames up to some last one, and no further.
//!
//! Such a clause of two literals and more is watched like others, and passed over in the queries of later
//! frames. What is a single literal, from the start or since the others became false for good,
//! is assigned when a query of its frames begins, at a level below all decisions: [`BASE`].
//! A clause that is learned belongs to the frames of all that it was derived from.

use rustc_hash::FxHashMap;

use super::{Cone, Ref};
use crate::cnf::Lit;
use crate::sat::ALWAYS;

/// The level of what holds in the frame of the query, without any assumption.
pub(super) const BASE: u32 = 1;

/// Literals and contradictions of frames.
#[derive(Default)]
pub(super) struct Facts {
    /// By the last frame: literals that hold up to there, and no further as far as is known.
    units: Vec<Vec<Lit>>,
    /// The last frame of each of them.
    lasts: FxHashMap<Lit, u32>,
    /// Number of the first frame that is not known to be contradictory.
    contradictory: u32,
}

impl Facts {
    /// Says that a literal holds up to `last`.
    pub fn add(&mut self, lit: Lit, last: u32) {
        debug_assert!(last != ALWAYS);
        match self.lasts.get(&lit) {
            Some(&before) if before >= last => return,
            Some(&before) => self.units[before as usize].retain(|&other| other != lit),
            None => {}
        }
        self.lasts.insert(lit, last);
        let last = last as usize;
        if self.units.len() <= last {
            self.units.resize(last + 1, vec![]);
        }
        self.units[last].push(lit);
    }

    /// The literals that hold in `frame`.
    #[cfg(debug_assertions)]
    pub fn of_frame(&self, frame: u32) -> impl Iterator<Item = Lit> {
        self.units.iter().skip(frame as usize).flatten().copied()
    }

    /// Says that nothing is left of the frames up to `last`.
    pub fn contradict(&mut self, last: u32) {
        self.contradictory = self.contradictory.max(last.saturating_add(1));
    }
}

impl Cone {
    /// Assigns what holds in the frame of the query; says whether that is possible. Nothing
    /// may be decided.
    pub(super) fn open_base(&mut self) -> bool {
        debug_assert!(self.marks.is_empty());
        self.marks.push(self.trail.len());
        if self.frame < self.facts.contradictory {
            return false;
        }
        for last in (self.frame as usize..self.facts.units.len()).rev() {
            for place in 0..self.facts.units[last].len() {
                let lit = self.facts.units[last][place];
                match self.truth(lit) {
                    -1 => return false,
                    0 => {
                        self.assign(lit, Ref::NONE);
                        self.lasts[lit.var().0 as usize] = last as u32;
                    }
                    // It is known, or outside of the query's domain.
                    _ => {}
                }
            }
        }
        true
    }
}
