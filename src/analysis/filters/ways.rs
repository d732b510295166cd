//! Iterations in which variables stay as they are, apart from those in which they change.
//!
//! Where an iteration may end early (`if (!(x <= 1)) continue;`) its edge has a choice for each
//! variable, and of an input it is known only in one of the ways that it is small. So edges are split
//! by the conditions of these choices.

use rustc_hash::FxHashMap;

use crate::bv::{Format, Node, Op, Substitution, Term, TermStore};
use crate::cfa::{Cfa, Edge};
use crate::support::limits;

/// The automaton with its edges split, into a few each, by the choices whether variables that are
/// `numbers` stay as they are.
pub fn split(mut cfa: Cfa, numbers: &FxHashMap<Term, Format>) -> Cfa {
    let mut all = Vec::new();
    for edge in std::mem::take(&mut cfa.edges).into_items() {
        let mut ways = vec![edge];
        // What is new comes last, so all are looked at.
        let mut next = 0;
        while let Some(edge) = ways.get(next) {
            let updates = edge.update.iter().map(|&(var, value)| (cfa.vars[var].term, value));
            let mut updates = updates.filter(|update| numbers.contains_key(&update.0));
            let condition = updates.find_map(|(var, value)| stays(&cfa.terms, var, value));
            match condition.filter(|_| ways.len() < limits::LINEAR_CASES) {
                Some(condition) => {
                    let other = ways[next].clone();
                    ways[next] = with(&mut cfa.terms, &other, condition, true);
                    ways.push(with(&mut cfa.terms, &other, condition, false));
                }
                None => next += 1,
            }
        }
        all.extend(ways);
    }
    cfa.edges = all.into_iter().collect();
    cfa
}

/// The condition that says whether a variable stays as it is.
fn stays(terms: &TermStore, var: Term, value: Term) -> Option<Term> {
    let &Node::App(Op::Ite, _) = terms.node(value) else { return None };
    let &[condition, then, otherwise] = terms.args(value) else { return None };
    (then == var || otherwise == var).then_some(condition)
}

/// The edge where a condition has this truth.
fn with(terms: &mut TermStore, edge: &Edge, condition: Term, truth: bool) -> Edge {
    let mut known = Substitution::new();
    let value = terms.bool(truth);
    known.replace(condition, value);
    let mut edge = edge.clone();
    edge.guard.iter_mut().for_each(|term| *term = known.apply(terms, *term));
    edge.update.iter_mut().for_each(|(_, term)| *term = known.apply(terms, *term));
    edge.guard.push(if truth { condition } else { terms.not(condition) });
    edge
}
