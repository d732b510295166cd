//! Generalisation: from a blocked cube to a larger one that is blocked as well.
//!
//! The minimal inductive clause by dropping literals (Bradley: SAT-Based Model Checking
//! without Unrolling, VMCAI 2011), with counterexamples to generalisation (Hassan,
//! Bradley, Somenzi: Better Generalization in IC3, FMCAD 2013): a state that stops a
//! literal from being dropped is blocked itself one level below, a few times, before
//! the dropping is given up or, as in `ctgDown`, the cube is joined with it. That is
//! done only for obligations that were blocked many times before (effort by need: Su,
//! Yang, Ci, Extended CTG Generalization and Dynamic Adjustment of Generalization
//! Strategies in IC3, 2025; here by one threshold): on most programs it
//! costs more than it gives. Queries that only serve generalisation are limited in
//! conflicts, so that a multiplier or divider doesn't hold up the search.
//!
//! What saves most of these queries is tried before: a lemma that is nearly known
//! ([`super::predict`]). Then all bits of a word at once, and then single literals in an order
//! of their own ([`super::order`]). Initiation is a query where unit propagation doesn't
//! decide it: I may be any CNF.

use super::cube::Cube;
use super::lift::Target;
use super::{Ic3, Technique};
use crate::cnf::Lit;
use crate::sat::Answer;
use crate::support::Fault;
use crate::support::StopReason;
use crate::support::limits;

impl Ic3<'_, '_> {
    /// After a step query with `cube` failed: the literals that were needed, and such
    /// that keep initial states out.
    pub(super) fn core(&mut self, cube: &[Lit]) -> Result<Vec<Lit>, StopReason> {
        let mut core = self.queries.step_core(cube);
        if self.queries.meets_initial(&core)? {
            // `cube` meets no initial state, so the query gives a core.
            let meets = self.queries.meets_initial(cube)?;
            debug_assert!(!meets, "a cube to be blocked meets I");
            core.extend(self.queries.initial_core(cube));
            core.sort_unstable();
            core.dedup();
        }
        Ok(core)
    }

    /// Shrinks `cube`, which no step from `F_{level-1}` outside of it enters, and adds
    /// the lemma at the highest level that it holds at; returns that level. With
    /// counterexamples to generalisation if `ctg`.
    pub(super) fn generalise(
        &mut self,
        cube: Vec<Lit>,
        level: usize,
        ctg: bool,
    ) -> Result<usize, StopReason> {
        let parent = match level {
            2.. => self.frames.parent(&Cube::new(cube.clone()), level - 1).cloned(),
            _ => None,
        };
        let predicted = match &parent {
            Some(parent) if self.config.ic3.uses(Technique::Predict) => {
                let predicted = self.predict(&cube, parent, level)?;
                self.queries.statistics.predicted[usize::from(predicted.is_none())] += 1;
                predicted
            }
            _ => None,
        };
        let cube = match predicted {
            Some(cube) => cube,
            None => self.shrink(cube, level, parent.as_ref(), ctg)?,
        };
        let (mut cube, mut level) = (cube, level);
        while level < self.frames.top()
            && self.queries.try_step(level, &cube, true)? == Answer::Unsat
        {
            cube = self.core(&cube)?;
            level += 1;
        }
        if cube.len() > 1 && Fault::Ic3Literal.is_planted() {
            cube.pop();
        }
        let cube = Cube::new(cube);
        self.order.bump(&cube);
        self.add_lemma(&cube, level)?;
        Ok(level)
    }

    /// Drops literals of `cube` as long as it can be blocked at `level`: first all of a word,
    /// then one after the other.
    fn shrink(
        &mut self,
        cube: Vec<Lit>,
        level: usize,
        parent: Option<&Cube>,
        ctg: bool,
    ) -> Result<Vec<Lit>, StopReason> {
        let parent = parent.filter(|_| self.config.ic3.uses(Technique::Parent));
        let order = self.order.literals(&cube, parent);
        let words = match self.config.ic3.uses(Technique::Words) {
            true => self.order.words(&order),
            false => vec![],
        };
        let mut cube = cube;
        for word in words {
            let smaller: Vec<Lit> =
                cube.iter().copied().filter(|lit| !word.contains(lit)).collect();
            if smaller.len() + 1 < cube.len()
                && let Some(smaller) = self.down(smaller, level, &[], false)?
            {
                cube = smaller;
            }
        }
        let mut kept: Vec<Lit> = Vec::new();
        let mut failures = 0;
        for lit in order {
            if failures >= limits::IC3_FAILURES || !cube.contains(&lit) {
                continue;
            }
            let smaller = cube.iter().copied().filter(|&other| other != lit).collect();
            match self.down(smaller, level, &kept, ctg)? {
                Some(smaller) => (cube, failures) = (smaller, 0),
                None => {
                    kept.push(lit);
                    failures += 1;
                }
            }
        }
        Ok(cube)
    }

    /// Looks for a cube within the literals of `cube`, containing `kept`, that can be
    /// blocked at `level`.
    fn down(
        &mut self,
        cube: Vec<Lit>,
        level: usize,
        kept: &[Lit],
        ctg: bool,
    ) -> Result<Option<Vec<Lit>>, StopReason> {
        let mut cube = cube;
        let mut ctgs = 0;
        loop {
            if self.queries.try_initial(&cube)? != Answer::Unsat {
                return Ok(None);
            }
            match self.queries.try_step(level - 1, &cube, true)? {
                Answer::Unsat => return Ok(Some(self.core(&cube)?)),
                Answer::Sat if ctg => {}
                Answer::Sat | Answer::Interrupted => return Ok(None),
            }
            let joined: Vec<Lit> =
                cube.iter().copied().filter(|&lit| self.queries.step_value(lit)).collect();
            if ctgs < limits::IC3_CTGS && level > 1 {
                let (target, found) = (Target::Step(&cube), self.queries.found_step());
                let state = self.lifter.lift_to_latches(&self.system, target, found)?;
                if !self.queries.meets_initial(state.lits())?
                    && self.queries.try_step(level - 2, state.lits(), true)? == Answer::Unsat
                {
                    ctgs += 1;
                    let core = self.core(state.lits())?;
                    self.generalise(core, level - 1, false)?;
                    continue;
                }
            }
            ctgs = 0;
            if !kept.iter().all(|lit| joined.contains(lit)) {
                return Ok(None);
            }
            cube = joined;
        }
    }
}
