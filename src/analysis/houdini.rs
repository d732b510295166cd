//! The largest inductive subset of candidates, by SAT (Flanagan, Leino: Houdini, an
//! Annotation Assistant for ESC/Java, FME 2001).
//!
//! All candidates of an edge's source and its guard are assumed; a candidate of its
//! target that can be false behind the edge is dropped, with all others that the same
//! model makes false. Whenever a location loses one, the edges that leave it are looked
//! at again. What is left is kept by every edge. The entry has no candidates: its
//! variables are arbitrary.
//!
//! What can't be decided within a number of conflicts is dropped: the result is an
//! inductive set then, too, only not the largest.

use std::collections::VecDeque;

use super::Context;
use super::query::Query;
use crate::bv::Term;
use crate::cfa::{EdgeId, LocationId};
use crate::cnf::Lit;
use crate::sat::Answer;
use crate::support::Fault;
use crate::support::IndexVec;
use crate::support::limits;

/// Truth values for each location.
pub type Conjuncts = IndexVec<LocationId, Vec<Term>>;

/// What an edge's solver knows.
struct Asked {
    query: Query,
    /// Candidates at the source, and at the target as they are behind the edge.
    before: Vec<Lit>,
    after: Vec<Lit>,
}

/// Prunes `candidates` to an inductive set, given that `facts` hold; empty if the time
/// is over before that. A question about one candidate is given up after so many conflicts.
pub fn prune(
    context: &mut Context<'_>,
    facts: &Conjuncts,
    candidates: Conjuncts,
    conflicts: u32,
) -> Conjuncts {
    let nothing = || IndexVec::filled(Vec::new(), candidates.len());
    let mut alive: IndexVec<LocationId, Vec<bool>> =
        candidates.iter().map(|terms| vec![true; terms.len()]).collect();
    let edges: Vec<EdgeId> = context
        .cfa
        .edges
        .iter_enumerated()
        .filter(|(_, edge)| !candidates[edge.target].is_empty())
        .map(|(id, _)| id)
        .collect();
    let mut solvers: IndexVec<EdgeId, Option<Asked>> =
        context.cfa.edges.iter().map(|_| None).collect();
    let mut queue: VecDeque<EdgeId> = edges.iter().copied().collect();
    while let Some(id) = queue.pop_front() {
        if context.budget.exhausted().is_some() {
            return nothing();
        }
        let (source, target) = (context.cfa.edges[id].source, context.cfa.edges[id].target);
        let mut asked = match solvers[id].take() {
            Some(asked) => asked,
            None => ask(context, id, facts, &candidates),
        };
        let lost = asked.drop_broken(&alive[source].clone(), &mut alive[target], conflicts);
        solvers[id] = Some(asked);
        if lost {
            for &other in &edges {
                let leaves = context.cfa.edges[other].source == target;
                if leaves && !queue.contains(&other) {
                    queue.push_back(other);
                }
            }
        }
    }
    if context.budget.exhausted().is_some() {
        return nothing();
    }
    let kept = |(location, terms): (LocationId, &Vec<Term>)| {
        let both = terms.iter().zip(&alive[location]);
        both.filter(|(_, alive)| **alive).map(|(&term, _)| term).collect()
    };
    candidates.iter_enumerated().map(kept).collect()
}

fn ask(context: &mut Context<'_>, id: EdgeId, facts: &Conjuncts, candidates: &Conjuncts) -> Asked {
    let edge = &context.cfa.edges[id];
    let substitution = &mut context.substitutions[id];
    let terms = &mut context.terms;
    let after = candidates[edge.target].iter().map(|&term| substitution.apply(terms, term));
    let after: Vec<Term> = after.collect();
    let asserted = [edge.guard.as_slice(), &facts[edge.source]].concat();
    let named = [candidates[edge.source].as_slice(), &after].concat();
    let (query, mut before) = Query::new(terms, &asserted, &named, &context.budget);
    let after = before.split_off(candidates[edge.source].len());
    Asked { query, before, after }
}

impl Asked {
    /// Drops the candidates at the target that the edge breaks; says whether there were
    /// any.
    fn drop_broken(&mut self, source: &[bool], target: &mut [bool], conflicts: u32) -> bool {
        let assumed: Vec<Lit> =
            self.before.iter().zip(source).filter(|(_, alive)| **alive).map(|(&l, _)| l).collect();
        let mut lost = false;
        loop {
            let open: Vec<usize> = (0..target.len()).filter(|&place| target[place]).collect();
            let broken: Vec<Lit> = open.iter().map(|&place| !self.after[place]).collect();
            if open.is_empty() {
                return lost;
            }
            match self.query.ask(&assumed, &broken, limits::HOUDINI_CONFLICTS) {
                Answer::Unsat => return lost,
                Answer::Sat if Fault::HoudiniBroken.is_planted() => return lost,
                Answer::Sat => {
                    for &place in &open {
                        target[place] = self.query.value(self.after[place]);
                    }
                    lost = true;
                }
                Answer::Interrupted => {
                    for &place in &open {
                        let kept = self.query.ask(&assumed, &[!self.after[place]], conflicts);
                        target[place] = kept == Answer::Unsat;
                        lost |= !target[place];
                    }
                    return lost;
                }
            }
        }
    }
}
