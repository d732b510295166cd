//! Propagation: lemmas move to the next frame when they hold there, and frames that
//! become equal are an invariant (FMCAD 2011).
//!
//! When level i is empty, `F_i = F_{i+1}` and everything above is inductive: it moves
//! to `F_∞` and stays for all goals, those included that are not decided yet.

use super::Ic3;
use super::frames::INFINITY;
use crate::sat::Answer;
use crate::support::Fault;
use crate::support::StopReason;

impl Ic3<'_, '_> {
    /// Moves lemmas up, from level 1 to below the top; says whether frames became
    /// equal.
    pub(super) fn propagate(&mut self) -> Result<bool, StopReason> {
        let mut closed = false;
        for level in 1..self.frames.top() {
            for cube in self.frames.level(level).to_vec() {
                if !self.frames.level(level).contains(&cube) {
                    continue; // implied by one that moved before it
                }
                let stays = match self.speaks_of_predicates(&cube) {
                    true => self.attempt(level, &cube, false)? == Answer::Unsat,
                    false => !self.queries.step(level, cube.lits(), false)?,
                };
                if stays || Fault::Ic3Propagate.is_planted() {
                    self.add_lemma(&cube, level + 1)?;
                }
            }
            if self.frames.level(level).is_empty() {
                self.close_above(level)?;
                closed = true;
            }
        }
        self.queries.tidy(&self.system, &self.frames);
        Ok(closed)
    }

    /// Moves all lemmas above `level`, which is empty, to `F_∞`.
    fn close_above(&mut self, level: usize) -> Result<(), StopReason> {
        let above = self.frames.finite().filter(|&(at, _)| at > level);
        let above: Vec<_> = above.map(|(_, cube)| cube.clone()).collect();
        for cube in &above {
            self.add_lemma(cube, INFINITY)?;
        }
        Ok(())
    }
}
