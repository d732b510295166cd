//! Verification conditions of an invariant, derived anew from the [`Program`] by the
//! checker's own simple method (after Floyd: Assigning Meanings to Programs, 1967).
//!
//! There is one for each cut point. It speaks of the region there ([`super::region`]): it
//! assumes the invariant at the cut point and claims that it holds wherever an edge leads
//! to a cut point (after the phis there), and that no block with a listed goal is on the
//! path. The entry's condition also claims its own invariant for arbitrary values.
//!
//! Formulas of the invariant at blocks that are no cut points are not used.

use std::fmt;

use rustc_hash::FxHashMap;

use super::formulas;
use super::region::{Malformed, Region, Regions};
use crate::bv::{Op, Term, TermStore};
use crate::program::{BlockId, GoalId, Program, ValueId};
use crate::system::LocationInvariant;

/// What one region must satisfy.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The cut point that the region starts from.
    pub head: BlockId,
    /// The terms of everything below.
    pub terms: TermStore,
    /// The invariant at the cut point: truth values that hold.
    pub assumptions: Vec<Term>,
    /// The claims, each with the truth value that would break it.
    pub claims: Vec<(Claim, Term)>,
}

/// One claim about a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The conjunct (by its place) of the entry's invariant holds for arbitrary values.
    Initial(usize),
    /// The conjunct (by its place) of the invariant holds on arrival at the cut point.
    Kept(BlockId, usize),
    /// The goal is not reached in this block.
    Unreached(GoalId, BlockId),
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Initial(i) => write!(f, "conjunct {i} holds at the entry"),
            Claim::Kept(to, i) => write!(f, "conjunct {i} of {to} holds"),
            Claim::Unreached(goal, block) => write!(f, "{goal} in {block} is not reached"),
        }
    }
}

/// Makes the conditions of a program, one after the other.
pub struct Conditions<'a> {
    regions: Regions<'a>,
    invariant: &'a LocationInvariant,
    goals: &'a [GoalId],
}

impl<'a> Conditions<'a> {
    /// Prepares the conditions of `invariant`, with the goals that it shall exclude.
    ///
    /// # Errors
    /// If the program is not well-formed, or the invariant speaks of values or widths
    /// that the program doesn't have.
    pub fn new(
        program: &'a Program,
        invariant: &'a LocationInvariant,
        goals: &'a [GoalId],
    ) -> Result<Self, Malformed> {
        let regions = Regions::preferring(program, |block| invariant.at.contains_key(&block))?;
        formulas::check(program, invariant)?;
        if let Some(goal) = goals.iter().find(|&&goal| program.goals.get(goal).is_none()) {
            return Err(Malformed(format!("there is no {goal}")));
        }
        Ok(Self { regions, invariant, goals })
    }

    /// The cut points that have a condition.
    pub fn heads(&self) -> Vec<BlockId> {
        self.regions.cuts.heads()
    }

    /// The condition of the region at the cut point `head`.
    ///
    /// # Errors
    /// If a formula of the invariant is not a truth value over known values.
    pub fn condition(&self, head: BlockId) -> Result<Condition, Malformed> {
        let mut terms = TermStore::new();
        let here = terms.bool(true);
        let mut region = Region::walk(&self.regions, &mut terms, head, here, FxHashMap::default())?;
        let mut assumptions = Vec::new();
        let mut claims = Vec::new();
        let at_head = self.formula(&mut region, head, Region::at_head)?;
        if head == self.regions.program.entry {
            // For arbitrary values, which then makes it a harmless assumption.
            for (i, &conjunct) in at_head.iter().enumerate() {
                claims.push((Claim::Initial(i), region.terms.app_verbatim(Op::Not, &[conjunct])));
            }
        } else {
            assumptions = at_head;
        }
        let listed = region.goals().filter(|goal| self.goals.contains(&goal.0));
        claims.extend(listed.map(|(goal, block, there)| (Claim::Unreached(goal, block), there)));
        for exit in region.exits() {
            let conjuncts =
                self.formula(&mut region, exit.to, |region, value| region.at_exit(&exit, value))?;
            for (i, conjunct) in conjuncts.into_iter().enumerate() {
                let broken = region.terms.app_verbatim(Op::Not, &[conjunct]);
                let broken = region.terms.app_verbatim(Op::And, &[exit.arrives, broken]);
                claims.push((Claim::Kept(exit.to, i), broken));
            }
        }
        Ok(Condition { head, terms, assumptions, claims })
    }

    /// The invariant's conjuncts at `block` for the values that `value` gives.
    fn formula<'r>(
        &self,
        region: &mut Region<'a, 'r>,
        block: BlockId,
        mut value: impl FnMut(&mut Region<'a, 'r>, ValueId) -> Term,
    ) -> Result<Vec<Term>, Malformed> {
        let mentioned = formulas::mentioned(self.invariant, block)?;
        let values = mentioned.into_iter().map(|id| (id, value(region, id))).collect();
        Ok(formulas::instantiate(self.invariant, block, region.terms, &values))
    }
}

impl Condition {
    /// A truth value that can be true exactly if some claim can be broken.
    pub fn violation(&mut self) -> Term {
        let no = self.terms.bool(false);
        let broken: Vec<Term> = self.claims.iter().map(|claim| claim.1).collect();
        let any = broken.into_iter().reduce(|a, b| self.terms.app_verbatim(Op::Or, &[a, b]));
        let assumptions = self.assumptions.iter().copied();
        let start = any.unwrap_or(no);
        assumptions.fold(start, |all, term| self.terms.app_verbatim(Op::And, &[all, term]))
    }
}
