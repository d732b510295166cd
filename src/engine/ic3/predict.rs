//! Predicted lemmas: a lemma that holds one frame below, with one literal more.
//!
//! A lemma of the frame below that excludes the cube to be blocked, its *parent*, did not
//! move up because some step breaks it. With a literal of the cube that this step makes
//! false it does not break it (Su, Yang, Ci: Predicting Lemmas in Generalization of IC3,
//! DAC 2024). Such a lemma is about as short as what dropping literals would come to, and
//! takes a few queries instead of one for each literal. In the paper the steps are those on
//! which propagation failed; here they are asked for when they are needed, so none is kept,
//! and none is one that a lemma excludes since.

use super::Ic3;
use super::cube::Cube;
use crate::cnf::Lit;
use crate::sat::Answer;
use crate::support::StopReason;
use crate::support::limits;

impl Ic3<'_, '_> {
    /// A part of `cube`, which no step from `F_{level-1}` enters, that none enters either:
    /// `parent`, a cube within it that `F_{level-1}` excludes, with at most one literal more.
    pub(super) fn predict(
        &mut self,
        cube: &[Lit],
        parent: &Cube,
        level: usize,
    ) -> Result<Option<Vec<Lit>>, StopReason> {
        let parent = parent.lits();
        let rest = |used: Option<Lit>| {
            let others = cube.iter().copied().filter(|lit| !parent.contains(lit));
            others.filter(|&lit| Some(lit) != used).collect::<Vec<Lit>>()
        };
        let mut candidates = self.order.literals(&rest(None), None);
        let mut added = None;
        for _ in 0..=limits::IC3_PREDICTIONS {
            let lits: Vec<Lit> = parent.iter().copied().chain(added).collect();
            match self.queries.try_step_beside(level - 1, &lits, &rest(added))? {
                Answer::Unsat => return Ok(Some(lits)),
                Answer::Interrupted => return Ok(None),
                Answer::Sat => {}
            }
            candidates.retain(|&lit| Some(lit) != added && !self.queries.next_value(lit));
            added = candidates.pop();
            if added.is_none() {
                break;
            }
        }
        Ok(None)
    }
}
