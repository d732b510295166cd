//! Wide cubes: obligations that speak of predicates.
//!
//! A state that steps into a bad cube because `y != 3 * x` is lifted to the bits of `x` and
//! `y` that show it, one case of very many; and to a predicate cube, which says just
//! `y != 3 * x`. If that can be blocked, one lemma takes the place of all cases: a relation
//! that couples words through carries has no short clause over bits. (Internal signals in
//! cubes: Dureja, Gurfinkel, Ivrii, Vizel, IC3 with Internal Signals, FMCAD 2021. There
//! generalisation puts signals in the place of bits; here lifting stops at them.)
//!
//! Queries about predicate cubes may be hard, as they ask about arithmetic as a whole, and an
//! error is found faster from bits. So each obligation has both cubes, the predicate cube is
//! tried first with limited effort, and no more is tried once what was tried in vain is half of
//! the whole ([`Patience`]).

use super::cube::Cube;
use super::obligations::{Id, Obligations};
use super::system::Role;
use super::{Ic3, Served};
use crate::cnf::Lit;
use crate::sat::Answer;
use crate::support::StopReason;
use crate::support::limits;

/// How much attempts to block predicate cubes may take.
pub(super) struct Patience {
    /// Conflicts for the next one. They double when they did not suffice.
    conflicts: u32,
    /// Values that were assigned in attempts that did not suffice.
    wasted: u64,
}

impl Default for Patience {
    fn default() -> Self {
        Self { conflicts: limits::IC3_OPTIONAL_CONFLICTS, wasted: 0 }
    }
}

impl Patience {
    /// Whether another attempt may be made after so many assigned values in all.
    fn lasts(&self, assigned: u64) -> bool {
        2 * self.wasted <= assigned + limits::IC3_WIDE_ADVANCE
    }

    /// An attempt took so many values and did not suffice. Of a solver that doesn't count them
    /// nothing would stop the growth, so there is none.
    fn lose(&mut self, assigned: u64) {
        self.wasted += assigned;
        if assigned > 0 {
            self.conflicts = self.conflicts.saturating_mul(2);
        }
    }
}

impl Ic3<'_, '_> {
    /// Serves an obligation by its predicate cube; nothing comes of it if that would take too much.
    pub(super) fn serve_predicate_cube(
        &mut self,
        obligations: &mut Obligations,
        level: usize,
        id: Id,
        predicate_cube: Cube,
    ) -> Result<Option<Served>, StopReason> {
        if level == 0 {
            return Ok(None);
        }
        if !obligations.get(id).disjoint[1] {
            match self.queries.try_initial(predicate_cube.lits())? {
                Answer::Sat => {
                    return Ok(Some(Served::Chain(obligations.chain(id, predicate_cube))));
                }
                Answer::Interrupted => return Ok(None),
                Answer::Unsat => {}
            }
            obligations.set_disjoint(id, true);
        }
        if self.frames.block(&predicate_cube, level) {
            return Ok(Some(Served::Blocked(level)));
        }
        Ok(match self.attempt(level - 1, &predicate_cube, true)? {
            Answer::Unsat => Some(self.block(obligations, level, id, &predicate_cube)?),
            Answer::Sat => {
                let predecessor = self.lift_step(predicate_cube.lits())?;
                Some(Served::Predecessor(predecessor, predicate_cube))
            }
            Answer::Interrupted => None,
        })
    }

    /// Whether a predicate is among its literals.
    pub(super) fn speaks_of_predicates(&self, cube: &Cube) -> bool {
        let is_predicate = |lit: &Lit| self.system.role(lit.var()) == Role::Predicate;
        cube.lits().iter().any(is_predicate)
    }

    /// Asks for a step into `cube`, with as much effort as there is patience for: maybe none.
    pub(super) fn attempt(
        &mut self,
        frame: usize,
        cube: &Cube,
        relative: bool,
    ) -> Result<Answer, StopReason> {
        let before = self.queries.assigned();
        if !self.patience.lasts(before) {
            return Ok(Answer::Interrupted);
        }
        let conflicts = self.patience.conflicts;
        let answer = self.queries.try_step_within(conflicts, frame, cube.lits(), relative)?;
        if answer == Answer::Interrupted {
            self.patience.lose(self.queries.assigned() - before);
        }
        Ok(answer)
    }
}
