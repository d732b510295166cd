//! An automaton in which each location has a copy for each value of a control word.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::control::Word;
use crate::bounds::{Edge, Known};
use crate::bv::Term;
use crate::cfa::{self, Cfa, CfaVarId, EdgeId, LocationId};
use crate::support::graph::reverse_postorder;
use crate::support::{Budget, IndexVec, limits};

/// What a location of the split automaton is a copy of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// The location of the automaton as it was.
    pub location: LocationId,
    /// The value of the control word, if it has one there.
    pub value: Option<u128>,
}

/// An automaton that does what the original does.
pub struct Split {
    /// The automaton; its locations stand in reverse postorder.
    pub cfa: Cfa,
    /// What its locations are copies of.
    pub parts: IndexVec<LocationId, Part>,
}

/// Splits an automaton by a control word, of which `word_at` has the variable that holds it at a
/// location. Only copies are made to which an edge may lead by what the word's value says. `None` if
/// they are too many, or the time is over.
pub fn split(
    cfa: &Cfa,
    word: &Word,
    word_at: &IndexVec<LocationId, Option<CfaVarId>>,
    budget: &Budget,
) -> Option<Split> {
    let outgoing = cfa.outgoing();
    let mut new = cfa.clone();
    let mut leaving: FxHashMap<Part, Vec<Copied>> = FxHashMap::default();
    let entry = Part { location: cfa.entry, value: None };
    leaving.insert(entry, vec![]);
    let mut open = vec![entry];
    while let Some(part) = open.pop() {
        if budget.exhausted().is_some() || leaving.len() > limits::PART_LOCATIONS {
            return None;
        }
        let edges = outgoing[part.location].iter();
        let edges: Vec<Copied> =
            edges.flat_map(|&edge| copies(&mut new, edge, part, word, word_at)).collect();
        for copied in &edges {
            if let Entry::Vacant(vacant) = leaving.entry(copied.to) {
                vacant.insert(vec![]);
                open.push(copied.to);
            }
        }
        leaving.insert(part, edges);
    }
    let order = reverse_postorder(entry, |part| leaving[&part].iter().map(|it| it.to).collect());
    let places: BTreeMap<Part, LocationId> =
        (0..).zip(&order).map(|(place, &part)| (part, LocationId(place))).collect();
    new.locations = order.iter().map(|part| cfa.locations[part.location].clone()).collect();
    new.entry = places[&entry];
    new.edges = IndexVec::new();
    for part in &order {
        for copied in &leaving[part] {
            let edge = &cfa.edges[copied.edge];
            let guard = edge.guard.iter().copied().chain(copied.condition).collect();
            let (source, target) = (places[part], places[&copied.to]);
            new.edges.push(cfa::Edge { source, target, guard, ..edge.clone() });
        }
    }
    Some(Split { cfa: new, parts: order.into_iter().collect() })
}

/// A copy of an edge.
struct Copied {
    edge: EdgeId,
    to: Part,
    /// What it takes to get there, besides the guard.
    condition: Option<Term>,
}

/// The copies of an edge that may be taken from a copy of its source.
fn copies(
    new: &mut Cfa,
    id: EdgeId,
    from: Part,
    word: &Word,
    word_at: &IndexVec<LocationId, Option<CfaVarId>>,
) -> Vec<Copied> {
    let cfa::Edge { target, guard, update, .. } = new.edges[id].clone();
    let before = word_at[from.location].zip(from.value).map(|(var, value)| {
        let term = new.vars[var].term;
        (term, Known::constant(new.terms.width(term), value))
    });
    let symbols = |term: Term| before.filter(|before| before.0 == term).map(|before| before.1);
    let Some(mut taken) = Edge::take(&new.terms, &guard, &symbols) else { return vec![] };
    let copy =
        |value, condition| Copied { edge: id, to: Part { location: target, value }, condition };
    let Some(var) = word_at[target] else { return vec![copy(None, None)] };
    let updated = update.iter().find(|update| update.0 == var);
    let after = updated.map_or(new.vars[var].term, |update| update.1);
    let Some(known) = taken.eval(after) else { return vec![] };
    let possible = word[&var].iter().copied().filter(|&value| known.contains(value));
    if known.value().is_some() {
        return possible.map(|value| copy(Some(value), None)).collect();
    }
    let conditions: Vec<(u128, Term)> = possible
        .map(|value| {
            let constant = new.terms.number(known.width(), value);
            (value, new.terms.eq(after, constant))
        })
        .collect();
    let may_be = |condition: Term| {
        let guard = [guard.as_slice(), &[condition]].concat();
        Edge::take(&new.terms, &guard, &symbols).is_some()
    };
    let conditions = conditions.into_iter().filter(|it| may_be(it.1));
    conditions.map(|(value, condition)| copy(Some(value), Some(condition))).collect()
}
