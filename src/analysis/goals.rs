//! Which goals an inductive set excludes, and the part of the set that this takes.
//!
//! A goal is excluded if no edge to it can be taken from where the invariant holds. The
//! conjuncts that the refutations needed are needed themselves, and so is what it takes
//! to show that each edge keeps them, and so on: the result is inductive by itself, and
//! small enough to be read and checked.

use rustc_hash::FxHashSet;

use super::Context;
use super::equalities::Equalities;
use super::houdini::Conjuncts;
use super::orders;
use super::polynomial::Normaliser;
use super::query::Query;
use crate::bv::Term;
use crate::cfa::{EdgeId, Location, LocationId};
use crate::program::GoalId;
use crate::sat::Answer;
use crate::support::IndexVec;
use crate::support::limits;

/// How implications are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// By normal forms alone, which is cheap, and all goals or none.
    NormalForm,
    /// By normal forms, and by SAT where these do not suffice.
    Sat,
}

/// A conjunct at a location.
type Place = (LocationId, Term);

/// Goals that are excluded, and what excludes them.
pub type Excluded = (Vec<GoalId>, Conjuncts);

/// Those of the `wanted` goals that are excluded, and what excludes them.
pub fn exclude(
    context: &mut Context<'_>,
    wanted: &[GoalId],
    equalities: &Equalities,
    kept: &Conjuncts,
    by: By,
) -> Excluded {
    let nothing: Conjuncts = IndexVec::filled(Vec::new(), context.cfa.locations.len());
    let whole = context.budget.clone();
    // What is found is worth nothing without the time to collect what it takes.
    if let Some(left) = whole.remaining() {
        context.budget = whole.at_most(left / limits::INVARIANTS_GOALS_SHARE);
    }
    let mut search = Search { context, equalities, kept, by, beyond: FxHashSet::default() };
    let locations: Vec<(LocationId, GoalId)> = search
        .context
        .cfa
        .locations
        .iter_enumerated()
        .filter_map(|(location, kind)| match kind {
            Location::Goal(goal) if wanted.contains(goal) => Some((location, *goal)),
            _ => None,
        })
        .collect();
    let mut goals = Vec::new();
    let mut needed: Vec<Place> = Vec::new();
    for (location, goal) in locations {
        let no = search.context.terms.bool(false);
        match search.why(location, no) {
            Some(why) => {
                goals.push(goal);
                needed.extend(why);
            }
            None if by == By::NormalForm => {
                search.context.budget = whole;
                return (Vec::new(), nothing);
            }
            None => {}
        }
    }
    search.context.budget = whole;
    let mut conjuncts = nothing.clone();
    let mut seen: FxHashSet<Place> = FxHashSet::default();
    while let Some(place) = needed.pop() {
        if !seen.insert(place) {
            continue;
        }
        conjuncts[place.0].push(place.1);
        if search.context.given.contains(&place) {
            continue;
        }
        match search.why(place.0, place.1) {
            Some(why) => needed.extend(why),
            // The time is over.
            None => return (Vec::new(), nothing),
        }
    }
    (goals, conjuncts)
}

struct Search<'a, 'b> {
    context: &'a mut Context<'b>,
    equalities: &'a Equalities,
    kept: &'a Conjuncts,
    by: By,
    /// Edges whose guards and updates are beyond normal forms.
    beyond: FxHashSet<EdgeId>,
}

impl Search<'_, '_> {
    /// What it takes for `claim` to hold behind every edge into a location; `None` if it
    /// doesn't, or that can't be decided.
    fn why(&mut self, location: LocationId, claim: Term) -> Option<Vec<Place>> {
        let into: Vec<EdgeId> = self
            .context
            .cfa
            .edges
            .iter_enumerated()
            .filter(|(_, edge)| edge.target == location)
            .map(|(id, _)| id)
            .collect();
        let mut all = Vec::new();
        for edge in into {
            let source = self.context.cfa.edges[edge].source;
            let why = self.behind(edge, claim)?;
            all.extend(why.into_iter().map(|term| (source, term)));
        }
        Some(all)
    }

    /// The conjuncts at an edge's source that it takes for `claim` to hold behind it: few
    /// and affine ones if that is enough.
    fn behind(&mut self, edge: EdgeId, claim: Term) -> Option<Vec<Term>> {
        if self.context.budget.exhausted().is_some() {
            return None;
        }
        let context = &mut *self.context;
        let claim = context.substitutions[edge].apply(&mut context.terms, claim);
        let source = context.cfa.edges[edge].source;
        let linear: Vec<Term> = self.terms(source, false);
        let all: Vec<Term> = self.terms(source, true);
        let mut tries = vec![linear];
        if all.len() > tries[0].len() {
            tries.push(all);
        }
        // Normal forms first: they are cheap, and SAT is bad at products.
        let found =
            tries.iter().find_map(|equalities| self.by_normal_form(edge, claim, equalities));
        if found.is_some() || self.by == By::NormalForm {
            return found;
        }
        // What was given is much, and rarely needed.
        let (own, given): (Vec<Term>, Vec<Term>) = self.kept[source]
            .iter()
            .partition(|&&conjunct| !self.context.given.contains(&(source, conjunct)));
        let few = tries.iter().find_map(|equalities| {
            self.by_sat(edge, claim, &[equalities.as_slice(), &own].concat())
        });
        few.or_else(|| {
            let all = [tries.last()?.as_slice(), &own, &given].concat();
            if given.is_empty() { None } else { self.by_sat(edge, claim, &all) }
        })
    }

    fn terms(&self, location: LocationId, all: bool) -> Vec<Term> {
        let wanted = self.equalities[location].iter().filter(|e| all || e.linear);
        wanted.map(|equality| equality.term).collect()
    }

    fn by_normal_form(
        &mut self,
        id: EdgeId,
        claim: Term,
        equalities: &[Term],
    ) -> Option<Vec<Term>> {
        if self.beyond.contains(&id) {
            return None;
        }
        let cfa = self.context.cfa;
        let edge = &cfa.edges[id];
        let kept = &self.kept[edge.source];
        let by_order = orders::equalities(&mut self.context.terms, kept, &edge.guard);
        // Each with the conjunct that it takes.
        let assumed = equalities.iter().map(|&equality| (equality, equality));
        let assumed: Vec<(Term, Term)> =
            assumed.chain(by_order.into_iter().map(|(place, term)| (term, kept[place]))).collect();
        let mut normaliser = Normaliser::new(&self.context.terms);
        for (number, &(equality, _)) in assumed.iter().enumerate() {
            normaliser.assume(equality, number);
        }
        for (number, &conjunct) in (assumed.len()..).zip(kept) {
            normaliser.bound(conjunct, number);
        }
        let conjuncts: Vec<Term> =
            assumed.iter().map(|it| it.1).chain(kept.iter().copied()).collect();
        for &condition in &edge.guard {
            normaliser.assume(condition, conjuncts.len());
        }
        // What was used includes what the definitions took that were used.
        let implied = normaliser.implies(&edge.guard, claim);
        if normaliser.gave_up() {
            self.beyond.insert(id);
        }
        let used = normaliser.used().into_iter();
        implied.then(|| used.filter_map(|i| conjuncts.get(i).copied()).collect())
    }

    fn by_sat(&mut self, edge: EdgeId, claim: Term, assumed: &[Term]) -> Option<Vec<Term>> {
        let context = &mut *self.context;
        let edge = &context.cfa.edges[edge];
        let broken = context.terms.not(claim);
        let asserted = [edge.guard.as_slice(), &[broken]].concat();
        let (mut query, lits) = Query::new(&context.terms, &asserted, assumed, &context.budget);
        let refuted = query.ask(&lits, &[], limits::GOALS_CONFLICTS) == Answer::Unsat;
        let both = assumed.iter().copied().zip(lits);
        refuted.then(|| both.filter(|(_, lit)| query.needed(*lit)).map(|both| both.0).collect())
    }
}
