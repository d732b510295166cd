//! Acceleration of simple loops: beside a loop's own edge one that takes several
//! iterations in a single step.
//!
//! In the spirit of loop acceleration for counter systems (Finkel, Leroux: How to compose
//! Presburger-accelerations, FSTTCS 2002) and for programs over machine words (Jeannet,
//! Schrammel, Sankaranarayanan: Abstract acceleration of general linear loops, POPL 2014;
//! Kroening, Lewis, Weissenbacher: Under-approximating loops in C programs for fast
//! counterexample detection, FMSD 2015). A loop qualifies if it is one edge from a location
//! to itself, which is what [`super::large`] makes of each innermost loop, that reads no
//! input.
//!
//! **What is added.** Let the edge have guard g and update u. Two new inputs are shared by
//! all loops: `accelerate` (one bit) and `more`. The *accelerated edge* makes 1 + `more`
//! iterations at once. In them each variable that changes either moves by
//! the same step in every iteration, or is computed anew from variables that do
//! ([`closed_form`]). Its guard asks that g holds, and the steps stay what they are, in all
//! iterations, the first to the last ([`throughout`]). So
//!
//! * they never wrap around in the middle as far as g can see; what g asks of the
//!   numbers then holds of all of them if it holds of the first and the last;
//! * the step out of the last iteration is taken modulo 2^width, as the loop's own edge
//!   takes it: it may wrap around. Then others begin;
//! * where the loop has branches, all of them take the same side of each branch that
//!   matters.
//!
//! **What always holds.** From each state, each value of `more`: if the accelerated edge can
//! be taken, so can the loop's own edge, 1 + `more` times, and it leads to the same state.
//! So no location is reached in a state in which it was not reached before. The loop's own
//! edge stays, for `accelerate` = 0. For `accelerate` = 1 where it can't be taken the
//! path ends, which adds no state either from which anything could be reached: the
//! automaton is as deterministic and total as before.
//!
//! An invariant of the automaton is one of the original and the other way round, and a run
//! that needs k steps in the original needs at most k here.
//!
//! Deliberately absent: products of counters (a sum of a sum), loops in loops as one step,
//! several different sides of a branch in one step.

mod closed_form;
mod throughout;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::{Cfa, CfaInputId, CfaVarId, Edge, Location, LocationId};
use crate::bv::{Node, Term, TermStore};
use crate::support::limits;
use closed_form::ClosedForm;

/// The most iterations that one step takes are 2^64.
const MAX_COUNTER: u32 = 64;

/// An edge that takes several iterations of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Iterations {
    /// The input that is 1 if this edge, or none, is to be taken.
    pub accelerate: CfaInputId,
    /// The input that says how many iterations follow the first one.
    pub more: CfaInputId,
}

/// The automaton with an accelerated edge for each loop that qualifies and is `worth` it; `None`
/// if there is none.
pub fn accelerate(cfa: &Cfa, worth: impl Fn(&Edge) -> bool) -> Option<Cfa> {
    let wanted = |edge: &&Edge| is_candidate(cfa, edge) && worth(edge);
    let candidates: Vec<&Edge> = cfa.edges.iter().filter(wanted).collect();
    let widths = candidates.iter().flat_map(|edge| &edge.update);
    let widths = widths.map(|update| cfa.terms.width(update.1));
    let width = widths.max()?.min(MAX_COUNTER);
    let mut result = cfa.clone();
    let terms = &mut result.terms;
    let wanted = terms.symbol("input1.accelerate", 1);
    let more = terms.symbol(format!("input{width}.more"), width);
    let accelerated: Vec<(&Edge, AcceleratedEdge)> = candidates
        .into_iter()
        .filter_map(|edge| Some((edge, AcceleratedEdge::along(cfa, edge, terms, more)?)))
        .collect();
    if accelerated.is_empty() {
        return None;
    }
    let iterations =
        Iterations { accelerate: result.inputs.push(wanted), more: result.inputs.push(more) };
    let unwanted = result.terms.not(wanted);
    let end = end(&mut result);
    let heads: FxHashSet<LocationId> = accelerated.iter().map(|loop_| loop_.0.source).collect();
    for edge in result.edges.iter_mut().filter(|edge| heads.contains(&edge.source)) {
        edge.guard.insert(0, unwanted);
    }
    for (own, edge) in accelerated {
        let possible = result.terms.conjunction(edge.guard.iter().copied());
        let impossible = result.terms.not(possible);
        result.edges.push(Edge {
            guard: [vec![wanted], edge.guard].concat(),
            update: edge.update,
            iterations: Some(iterations),
            ..own.clone()
        });
        result.edges.push(Edge {
            source: own.source,
            target: end,
            guard: vec![wanted, impossible],
            update: vec![],
            blocks: vec![],
            iterations: None,
        });
    }
    Some(result)
}

/// The location of the end.
fn end(cfa: &mut Cfa) -> LocationId {
    let known = cfa.locations.indices().find(|&id| cfa.locations[id] == Location::End);
    known.unwrap_or_else(|| cfa.locations.push(Location::End))
}

/// Whether the edge is a loop that changes something, reads no input, and is no deeper than
/// can be walked.
fn is_candidate(cfa: &Cfa, edge: &Edge) -> bool {
    let roots = || edge.guard.iter().copied().chain(edge.update.iter().map(|update| update.1));
    edge.source == edge.target
        && !edge.update.is_empty()
        && roots().all(|root| depth(&cfa.terms, root) <= limits::ACCELERATED_DEPTH)
        && !symbols(&cfa.terms, roots()).iter().any(|symbol| cfa.inputs.iter().any(|i| i == symbol))
}

/// The symbols in terms.
fn symbols(terms: &TermStore, roots: impl Iterator<Item = Term>) -> Vec<Term> {
    let mut work: Vec<Term> = roots.collect();
    let mut seen: FxHashSet<Term> = work.iter().copied().collect();
    let mut symbols = Vec::new();
    while let Some(term) = work.pop() {
        if matches!(terms.node(term), Node::Symbol(_)) {
            symbols.push(term);
        }
        work.extend(terms.args(term).iter().copied().filter(|&arg| seen.insert(arg)));
    }
    symbols
}

/// The depth of a term, found without recursion.
fn depth(terms: &TermStore, root: Term) -> usize {
    let mut depths = rustc_hash::FxHashMap::default();
    let mut stack = vec![root];
    while let Some(&top) = stack.last() {
        let waiting: Vec<Term> =
            terms.args(top).iter().copied().filter(|arg| !depths.contains_key(arg)).collect();
        if waiting.is_empty() {
            let below = terms.args(top).iter().map(|arg| depths[arg]).max();
            depths.insert(top, below.map_or(0, |below: usize| below + 1));
            stack.pop();
        }
        stack.extend(waiting);
    }
    depths[&root]
}

/// What an accelerated edge asks and does.
struct AcceleratedEdge {
    guard: Vec<Term>,
    update: Vec<(CfaVarId, Term)>,
}

impl AcceleratedEdge {
    /// 1 + `more` iterations of the loop `edge`; `None` if they have no closed form here.
    fn along(cfa: &Cfa, edge: &Edge, terms: &mut TermStore, more: Term) -> Option<Self> {
        let mut form = ClosedForm::new(cfa, edge, terms, more)?;
        let mut conditions = form.steps_stay()?;
        for &conjunct in &edge.guard {
            conditions.push(form.condition(conjunct));
        }
        let mut guard = Vec::new();
        for condition in conditions {
            super::single::split(form.terms, condition, &mut guard);
        }
        if guard.iter().any(|&term| form.terms.as_const(term).is_some()) {
            return None;
        }
        let update =
            edge.update.iter().map(|&(var, value)| (var, form.behind(cfa.vars[var].term, value)));
        Some(Self { guard, update: update.collect() })
    }
}

#[cfg(test)]
mod tests;
