//! Which goals an inductive set excludes, and the part of the set that this takes.
//!
//! A goal is excluded if no edge to it can be taken from where the invariant holds. The
//! conjuncts that the refutations needed are needed themselves, and so is what it takes
//! to show that each edge keeps them, and so on: the result is inductive by itself, and
//! small enough to be read and checked.

use rustc_hash::FxHashSet;

use super::Context;
use super::equalities::Equality;
use super::houdini::Conjuncts;
use super::polynomial::Normaliser;
use super::query::Query;
use crate::bv::Term;
use crate::cfa::{EdgeId, Location, LocationId};
use crate::program::GoalId;
use crate::sat::Answer;
use crate::support::IndexVec;

/// Conflicts of one question.
const CONFLICTS: u32 = 20_000;

/// A conjunct at a location.
type Place = (LocationId, Term);

/// The goals that are excluded, and what excludes them.
pub fn exclude(
    context: &mut Context<'_>,
    equalities: &IndexVec<LocationId, Vec<Equality>>,
    kept: &Conjuncts,
) -> (Vec<GoalId>, Conjuncts) {
    let mut search = Search { context, equalities, kept };
    let locations: Vec<(LocationId, GoalId)> = search
        .context
        .cfa
        .locations
        .iter_enumerated()
        .filter_map(|(location, kind)| match kind {
            Location::Goal(goal) => Some((location, *goal)),
            _ => None,
        })
        .collect();
    let mut goals = Vec::new();
    let mut needed: Vec<Place> = Vec::new();
    for (location, goal) in locations {
        let no = search.context.terms.bool(false);
        if let Some(why) = search.why(location, no) {
            goals.push(goal);
            needed.extend(why);
        }
    }
    let mut conjuncts: Conjuncts = IndexVec::filled(Vec::new(), search.context.cfa.locations.len());
    let mut seen: FxHashSet<Place> = FxHashSet::default();
    while let Some(place) = needed.pop() {
        if !seen.insert(place) {
            continue;
        }
        conjuncts[place.0].push(place.1);
        match search.why(place.0, place.1) {
            Some(why) => needed.extend(why),
            // The time is over.
            None => return (Vec::new(), IndexVec::filled(Vec::new(), conjuncts.len())),
        }
    }
    (goals, conjuncts)
}

struct Search<'a, 'b> {
    context: &'a mut Context<'b>,
    equalities: &'a IndexVec<LocationId, Vec<Equality>>,
    kept: &'a Conjuncts,
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

    /// The conjuncts at an edge's source that it takes for `claim` to hold behind it.
    fn behind(&mut self, edge: EdgeId, claim: Term) -> Option<Vec<Term>> {
        let context = &mut *self.context;
        let claim = context.substitutions[edge].apply(&mut context.terms, claim);
        let source = context.cfa.edges[edge].source;
        let guard = &context.cfa.edges[edge].guard;
        let equalities = &self.equalities[source];
        let mut normaliser = Normaliser::new(&context.terms);
        for (number, equality) in equalities.iter().enumerate() {
            normaliser.assume(equality.term, number);
        }
        for &condition in guard {
            normaliser.assume(condition, equalities.len());
        }
        // What the definitions themselves took counts, too: it may be part of them.
        if normaliser.implies(guard, claim) {
            let used = normaliser.used().into_iter();
            return Some(used.filter_map(|i| equalities.get(i)).map(|e| e.term).collect());
        }
        for linear in [true, false] {
            let facts = equalities.iter().filter(|e| !linear || e.linear).map(|e| e.term);
            let assumed: Vec<Term> = facts.chain(self.kept[source].iter().copied()).collect();
            if !linear && equalities.iter().all(|equality| equality.linear) {
                break;
            }
            let broken = context.terms.not(claim);
            let asserted = [guard.as_slice(), &[broken]].concat();
            let (mut query, lits) =
                Query::new(&context.terms, &asserted, &assumed, &context.budget);
            if query.ask(&lits, &[], CONFLICTS) == Answer::Unsat {
                let both = assumed.into_iter().zip(lits);
                return Some(both.filter(|(_, lit)| query.needed(*lit)).map(|b| b.0).collect());
            }
        }
        None
    }
}
