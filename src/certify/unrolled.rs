//! A program unrolled by region steps: from one cut point to the next, and on.
//!
//! A *region step* walks one region ([`super::region`]): it starts at a cut point and ends
//! at the next, in a goal, or where the path ends. After each step there is for each cut
//! point one truth value, "the run is here", and a term for each value that can matter
//! from there on ([`super::live`]): what the region that the run came through says. At most
//! one of these truth values holds, because each region is deterministic for given inputs.
//! Each step has inputs of its own.
//!
//! What always holds: every run of the program, cut into its region steps, is one
//! assignment of the symbols, with the truth values and terms as they are in that run. So
//! a truth value that no assignment makes true stands for something that no run does.
//!
//! Left out are cut points that no path of the control flow is at after so many steps, and
//! those from which no listed goal can be reached along edges: a run that gets there has
//! ended as far as the goals go.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::formulas;
use super::live::Live;
use super::region::{Malformed, Region, Regions};
use crate::bv::{Op, Term, TermStore};
use crate::program::{BlockId, GoalId, Program, ValueId};
use crate::system::LocationInvariant;

/// The run at a cut point.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// Whether it is there.
    pub at: Term,
    /// What its values are then, as far as they are followed.
    pub values: FxHashMap<ValueId, Term>,
}

/// Where the run may be between two steps.
pub type Moment = BTreeMap<BlockId, Arrival>;

/// The program as far as it is unrolled.
pub struct Unrolling<'p> {
    regions: Regions<'p>,
    live: Live,
    goals: &'p [GoalId],
    invariant: &'p LocationInvariant,
    /// The values that the invariant speaks of: followed even if they matter to no goal.
    mentioned: BTreeSet<ValueId>,
    /// The terms of everything.
    pub terms: TermStore,
    /// Where the run may be now.
    pub now: Moment,
}

impl<'p> Unrolling<'p> {
    /// Prepares to unroll `program` for these goals, with an invariant that may be asked
    /// for; the run is nowhere yet. Where there is a choice the program is cut where the
    /// invariant has formulas.
    ///
    /// # Errors
    /// If the program is not well-formed or doesn't have such goals, or the invariant
    /// doesn't fit it.
    pub fn new(
        program: &'p Program,
        goals: &'p [GoalId],
        invariant: &'p LocationInvariant,
    ) -> Result<Self, Malformed> {
        // As for the conditions of the invariant itself.
        let regions = Regions::preferring(program, |block| invariant.at.contains_key(&block))?;
        if let Some(goal) = goals.iter().find(|&&goal| program.goals.get(goal).is_none()) {
            return Err(Malformed(format!("there is no {goal}")));
        }
        formulas::check(program, invariant)?;
        let mut mentioned = BTreeSet::new();
        for &block in invariant.at.keys().filter(|&&block| regions.cuts.is_cut(block)) {
            mentioned.extend(formulas::mentioned(invariant, block)?);
        }
        let live = Live::new(program, goals);
        let (terms, now) = (TermStore::new(), Moment::new());
        Ok(Self { regions, live, goals, invariant, mentioned, terms, now })
    }

    /// Puts the run at the entry.
    pub fn start_at_entry(&mut self) {
        let here = self.terms.bool(true);
        self.start_at(&[(self.regions.program.entry, here)]);
    }

    /// Puts the run at some cut point other than the entry, with arbitrary values.
    pub fn start_anywhere(&mut self) {
        let entry = self.regions.program.entry;
        let mut heads = self.regions.cuts.heads();
        heads.retain(|&head| head != entry && self.live.leads(head));
        let place = self.terms.symbol("start", 32);
        let mut starts = Vec::new();
        for head in heads {
            let number = self.terms.number(32, head.0.into());
            starts.push((head, self.terms.app_verbatim(Op::Eq, &[place, number])));
        }
        self.start_at(&starts);
    }

    fn start_at(&mut self, starts: &[(BlockId, Term)]) {
        let mut known: FxHashMap<ValueId, Term> = FxHashMap::default();
        self.now = Moment::new();
        for &(head, at) in starts {
            let mut values = FxHashMap::default();
            for value in self.followed(head) {
                let info = &self.regions.program.values[value];
                let terms = &mut self.terms;
                let arbitrary = || terms.symbol(format!("{} ({value})", info.name), info.sort);
                values.insert(value, *known.entry(value).or_insert_with(arbitrary));
            }
            self.now.insert(head, Arrival { at, values });
        }
    }

    /// The values whose terms are needed at a cut point.
    fn followed(&self, head: BlockId) -> Vec<ValueId> {
        let mut all = self.mentioned.clone();
        all.extend(self.live.at(head));
        all.into_iter().collect()
    }

    /// Makes a region step. Returns whether it reaches a listed goal.
    ///
    /// # Errors
    /// If a phi lacks a value.
    pub fn step(&mut self) -> Result<Term, Malformed> {
        let mut reached = Vec::new();
        let mut next = Moment::new();
        for (head, arrival) in std::mem::take(&mut self.now) {
            let mut terms = std::mem::take(&mut self.terms);
            let Arrival { at, values } = arrival;
            let mut region = Region::walk(&self.regions, &mut terms, head, at, values)?;
            let listed = region.goals().filter(|goal| self.goals.contains(&goal.0));
            reached.extend(listed.map(|(_, _, there)| there));
            for exit in region.exits().iter().filter(|exit| self.live.leads(exit.to)) {
                let followed = self.followed(exit.to).into_iter();
                let values = followed.map(|value| (value, region.at_exit(exit, value))).collect();
                let mut here = Arrival { at: exit.arrives, values };
                if let Some(other) = next.remove(&exit.to) {
                    here = merged(region.terms, here, &other);
                }
                next.insert(exit.to, here);
            }
            self.terms = terms;
        }
        self.now = next;
        Ok(self.any(&reached))
    }

    /// Whether the run is at a cut point from which it may yet reach a listed goal.
    pub fn goes_on(&mut self) -> Term {
        let at: Vec<Term> = self.now.values().map(|arrival| arrival.at).collect();
        self.any(&at)
    }

    /// Whether the invariant holds where the run is now.
    pub fn satisfies_invariant(&mut self) -> Term {
        let mut broken = Vec::new();
        for (&head, arrival) in &self.now {
            let all = formulas::instantiate(self.invariant, head, &mut self.terms, &arrival.values);
            for conjunct in all {
                let fails = self.terms.app_verbatim(Op::Not, &[conjunct]);
                broken.push(self.terms.app_verbatim(Op::And, &[arrival.at, fails]));
            }
        }
        let broken = self.any(&broken);
        self.terms.app_verbatim(Op::Not, &[broken])
    }

    /// Whether the run is at the same place as at an earlier moment with the same values,
    /// as far as these matter.
    pub fn repeats(&mut self, earlier: &Moment) -> Term {
        let mut same = Vec::new();
        for (head, arrival) in &self.now {
            let Some(before) = earlier.get(head) else { continue };
            let mut all = self.terms.app_verbatim(Op::And, &[arrival.at, before.at]);
            for value in self.live.at(*head) {
                let pair = [arrival.values[&value], before.values[&value]];
                let equal = self.terms.app_verbatim(Op::Eq, &pair);
                all = self.terms.app_verbatim(Op::And, &[all, equal]);
            }
            same.push(all);
        }
        self.any(&same)
    }

    /// The disjunction.
    pub fn any(&mut self, terms: &[Term]) -> Term {
        let any = terms.iter().copied().reduce(|a, b| self.terms.app_verbatim(Op::Or, &[a, b]));
        any.unwrap_or_else(|| self.terms.bool(false))
    }
}

/// The run at a cut point, come through one region or another.
fn merged(terms: &mut TermStore, one: Arrival, other: &Arrival) -> Arrival {
    let mut values = one.values;
    for (value, term) in &mut values {
        let second = other.values[value];
        if *term != second {
            *term = terms.app_verbatim(Op::Ite, &[one.at, *term, second]);
        }
    }
    let at = terms.app_verbatim(Op::Or, &[one.at, other.at]);
    Arrival { at, values }
}
