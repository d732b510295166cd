//! What it takes to exclude goals, of all that is known.
//!
//! From each edge to a goal backward: of what is known at the source of an edge, variables
//! are left out as long as the edge still can't be taken, or as long as what is needed at its
//! target still follows. What is left is needed in turn. The result is inductive by
//! itself, and small enough to be checked and read.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Analysis, State};
use crate::bounds::Edge;
use crate::bounds::Known;
use crate::bv::Term;
use crate::cfa::live::symbols;
use crate::cfa::{CfaVarId, EdgeId, LocationId};
use crate::support::Budget;

/// What is known of a variable at a location, or without one that the location is not
/// reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub location: LocationId,
    pub var: Option<CfaVarId>,
}

/// What is needed for what is known at some places, such as that locations are not reached; in
/// no order. `None` if the time is over.
pub fn needed(
    analysis: &Analysis<'_>,
    mut open: Vec<Place>,
    budget: &Budget,
) -> Option<Vec<Place>> {
    let mut search = Search { analysis, closed: FxHashMap::default() };
    let mut seen: FxHashSet<Place> = FxHashSet::default();
    open.retain(|&place| seen.insert(place));
    let mut all = Vec::new();
    while let Some(place) = open.pop() {
        if budget.exhausted().is_some() {
            return None;
        }
        all.push(place);
        for &edge in &analysis.incoming[place.location] {
            let source = analysis.cfa.edges[edge].source;
            for var in search.why(edge, place) {
                let place = Place { location: source, var };
                if seen.insert(place) {
                    open.push(place);
                }
            }
        }
    }
    Some(all)
}

struct Search<'a, 'b> {
    analysis: &'a Analysis<'b>,
    /// What is needed for an edge not to be taken, if that was asked.
    closed: FxHashMap<EdgeId, Vec<Option<CfaVarId>>>,
}

/// That a term behind an edge is within what is known of a variable.
type Claim = Option<(Term, Known)>;

impl Search<'_, '_> {
    /// What must be known at the source of an edge; none stands for: it is not reached.
    fn why(&mut self, edge: EdgeId, place: Place) -> Vec<Option<CfaVarId>> {
        let analysis = self.analysis;
        let cfa = analysis.cfa;
        let Some(state) = &analysis.states[cfa.edges[edge].source] else { return vec![None] };
        let Some(var) = place.var else {
            if !self.closed.contains_key(&edge) {
                let vars = self.vars(&cfa.edges[edge].guard, state);
                let why = self.fewest(edge, true, None, vars, state);
                self.closed.insert(edge, why);
            }
            return self.closed[&edge].clone();
        };
        let known = analysis.states[place.location].as_ref().and_then(|state| state.get(&var));
        let Some(&known) = known else { return vec![] };
        let updated = analysis.updates[edge].get(&var).copied();
        if updated.is_none() && state.get(&var).is_some_and(|before| before.implies(&known)) {
            return vec![Some(var)];
        }
        let value = updated.unwrap_or(cfa.vars[var].term);
        let claim = Some((value, known));
        let vars = self.vars(&[value], state);
        if self.suffices(edge, false, claim, &vars, state) {
            return self.fewest(edge, false, claim, vars, state);
        }
        let guard = &cfa.edges[edge].guard;
        let vars = self.vars(&[guard.as_slice(), &[value]].concat(), state);
        self.fewest(edge, true, claim, vars, state)
    }

    /// The variables that terms read and of which something is known.
    fn vars(&self, roots: &[Term], state: &State) -> Vec<CfaVarId> {
        let terms = &self.analysis.cfa.terms;
        let read = symbols(terms, roots).into_iter().map(|symbol| terms.symbols()[symbol].term);
        let vars = read.filter_map(|term| self.analysis.vars.get(&term).copied());
        let mut vars: Vec<CfaVarId> = vars.filter(|var| state.contains_key(var)).collect();
        vars.sort_unstable();
        vars
    }

    /// Whether an edge can't be taken or the claim holds behind it, if no more is known than
    /// of these variables, and of the guard only if it may be used.
    fn suffices(
        &self,
        edge: EdgeId,
        guarded: bool,
        claim: Claim,
        vars: &[CfaVarId],
        state: &State,
    ) -> bool {
        let cfa = self.analysis.cfa;
        let guard = if guarded { cfa.edges[edge].guard.as_slice() } else { &[] };
        let symbols = |term: Term| {
            let var = self.analysis.vars.get(&term).filter(|var| vars.contains(var));
            var.and_then(|var| state.get(var)).copied()
        };
        let Some(mut taken) = Edge::take(&cfa.terms, guard, &symbols) else { return true };
        claim.is_some_and(|(value, known)| {
            taken.eval(value).is_none_or(|found| found.implies(&known))
        })
    }

    /// Leaves variables out, many at once as long as that goes well.
    fn fewest(
        &self,
        edge: EdgeId,
        guarded: bool,
        claim: Claim,
        mut vars: Vec<CfaVarId>,
        state: &State,
    ) -> Vec<Option<CfaVarId>> {
        let mut size = vars.len();
        while size > 0 {
            let mut start = 0;
            while start < vars.len() {
                let mut rest = vars.clone();
                rest.drain(start..(start + size).min(vars.len()));
                if self.suffices(edge, guarded, claim, &rest, state) {
                    vars = rest;
                } else {
                    start += size;
                }
            }
            size /= 2;
        }
        vars.into_iter().map(Some).collect()
    }
}
