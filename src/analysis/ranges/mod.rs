//! Intervals and known bits of the state variables at each location, by abstract
//! interpretation of the automaton of single blocks.
//!
//! Source: Cousot, Cousot: Abstract Interpretation (POPL 1977); widening with thresholds and
//! narrowing as in Blanchet et al.: A Static Analyzer for Large Safety-Critical Software
//! (PLDI 2003). States are joined at locations; only at heads of loops they are widened,
//! each variable by itself after it has changed some times, then up to the next constant that
//! the program compares with, and at last to anything. Some passes over all edges then take
//! back what was widened too far.
//!
//! What always holds of the result: along no edge there is more than what is known at its
//! target. So what is known at heads of loops is inductive from one to the next, also in the
//! more exact eyes of [`crate::certify`], and that checks it: nothing here is believed.
//!
//! Deliberately absent: relations between variables (the other parts of mining find them),
//! disjunctions but those by a control word ([`parts`]).

mod facts;
mod iterations;
mod needed;
pub mod parts;
mod specialise;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use self::needed::Place;
use super::sums::Filters;
use crate::bounds::Edge;
use crate::bounds::{Known, Steps, WIDEST};
use crate::bv::{FloatOp, Node, Op, Term, TermStore};
use crate::cfa::live::live;
use crate::cfa::{Cfa, CfaVar, CfaVarId, EdgeId, Location, LocationId};
use crate::program::{BlockId, GoalId, ValueId};
use crate::support::limits;
use crate::support::{Budget, IndexVec};
use crate::system::LocationInvariant;

/// What is known of variables at a location; of those that it does not have, nothing.
type State = FxHashMap<CfaVarId, Known>;

/// For each block the SSA values of which something is known there; `None` if no run gets there.
type At = BTreeMap<BlockId, Option<Vec<(ValueId, Known)>>>;

/// What is known at each block.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    /// Empty if nothing is known.
    pub at: At,
    /// Goals that can't be reached.
    pub goals: Vec<GoalId>,
    /// What was taken for granted: inductive only together with the rest.
    filters: Filters,
}

/// Looks for what is known of the variables of `cfa`, an automaton of single blocks, and
/// which goals that excludes. Nothing is known if the time is over before.
pub fn analyse(cfa: &Cfa, budget: &Budget) -> Ranges {
    analyse_given(cfa, Filters::default(), budget)
}

/// The same where it is known what filters keep.
pub fn analyse_given(cfa: &Cfa, filters: Filters, budget: &Budget) -> Ranges {
    let found = Analysis::new(cfa, &filters).run(budget);
    found.map(|(at, goals)| Ranges { at, goals, filters }).unwrap_or_default()
}

impl Ranges {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }

    /// Whether a run may get to a block, as far as is known.
    pub fn may_reach(&self, block: BlockId) -> bool {
        self.at.get(&block).is_none_or(Option::is_some)
    }

    /// What is known at heads of loops of the automaton that was analysed: inductive by
    /// itself, with an entry for each head.
    pub fn invariant(&self, cfa: &Cfa) -> LocationInvariant {
        let analysis = self.analysis(cfa);
        let mut places = vec![];
        for (location, _) in analysis.is_head.iter_enumerated().filter(|(_, head)| **head) {
            match &analysis.states[location] {
                None => places.push(Place { location, var: None }),
                Some(state) => {
                    places.extend(state.keys().map(|&var| Place { location, var: Some(var) }));
                }
            }
        }
        let mut invariant = facts::invariant(&analysis, &places);
        self.add_sums(&mut invariant);
        invariant
    }

    /// What it takes to exclude some of the goals that can't be reached: inductive by itself,
    /// with an entry for each head of a loop. `None` if the time is over.
    pub fn needed(
        &self,
        cfa: &Cfa,
        goals: &[GoalId],
        budget: &Budget,
    ) -> Option<LocationInvariant> {
        let wanted =
            |location: &Location| matches!(location, Location::Goal(goal) if goals.contains(goal));
        let places = cfa.locations.iter_enumerated().filter(|(_, location)| wanted(location));
        let places = places.map(|(location, _)| Place { location, var: None });
        self.needed_at(cfa, places.collect(), budget)
    }

    /// The same for what is known of some values at some blocks, without a value for that no
    /// run gets there.
    pub fn needed_for(
        &self,
        cfa: &Cfa,
        known: &[(BlockId, Option<ValueId>)],
        budget: &Budget,
    ) -> Option<LocationInvariant> {
        let place = |&(block, value): &(BlockId, Option<ValueId>)| {
            let is_here = |location: &Location| *location == Location::Block(block);
            let is_it = |value| cfa.vars.iter().position(|var| var.value == value);
            let location = LocationId(cfa.locations.iter().position(is_here)? as u32);
            let var = match value {
                Some(value) => Some(CfaVarId(is_it(value)? as u32)),
                None => None,
            };
            Some(Place { location, var })
        };
        self.needed_at(cfa, known.iter().filter_map(place).collect(), budget)
    }

    fn needed_at(
        &self,
        cfa: &Cfa,
        places: Vec<Place>,
        budget: &Budget,
    ) -> Option<LocationInvariant> {
        let analysis = self.analysis(cfa);
        let needed = needed::needed(&analysis, places, budget)?;
        let is_given = |place: &Place| {
            place.var.is_some_and(|var| analysis.given.contains_key(&(place.location, var)))
        };
        // What filters keep rests on all that is known of what they read.
        if needed.iter().any(is_given) {
            return Some(self.invariant(cfa));
        }
        Some(facts::invariant(&analysis, &needed))
    }

    /// The analysis that ended with this.
    fn analysis<'a>(&self, cfa: &'a Cfa) -> Analysis<'a> {
        let mut analysis = Analysis::new(cfa, &self.filters);
        let vars: FxHashMap<ValueId, CfaVarId> =
            cfa.vars.iter_enumerated().map(|(id, var)| (var.value, id)).collect();
        for (id, location) in cfa.locations.iter_enumerated() {
            analysis.states[id] = match location {
                Location::Goal(goal) => (!self.goals.contains(goal)).then(State::default),
                Location::End => Some(State::default()),
                Location::Block(block) => match self.at.get(block) {
                    None => Some(State::default()),
                    Some(known) => known.as_ref().map(|known| {
                        known.iter().map(|(value, known)| (vars[value], *known)).collect()
                    }),
                },
            };
        }
        analysis
    }
}

struct Analysis<'a> {
    cfa: &'a Cfa,
    vars: FxHashMap<Term, CfaVarId>,
    live: IndexVec<LocationId, Vec<CfaVarId>>,
    outgoing: IndexVec<LocationId, Vec<EdgeId>>,
    incoming: IndexVec<LocationId, Vec<EdgeId>>,
    /// New values on an edge.
    updates: IndexVec<EdgeId, FxHashMap<CfaVarId, Term>>,
    is_head: IndexVec<LocationId, bool>,
    fine: FxHashMap<u32, Steps>,
    coarse: FxHashMap<u32, Steps>,
    /// What is known of variables at heads of loops for other reasons.
    given: FxHashMap<(LocationId, CfaVarId), Known>,
    /// `None` if the location is not reached.
    states: IndexVec<LocationId, Option<State>>,
}

impl<'a> Analysis<'a> {
    fn new(cfa: &'a Cfa, filters: &Filters) -> Self {
        let mut incoming = IndexVec::filled(Vec::new(), cfa.locations.len());
        for (id, edge) in cfa.edges.iter_enumerated() {
            incoming[edge.target].push(id);
        }
        let mut is_head = IndexVec::filled(false, cfa.locations.len());
        cfa.loops().heads().into_iter().for_each(|head| is_head[head] = true);
        let (fine, coarse) = steps(cfa);
        let mut given = FxHashMap::default();
        for (location, kind) in cfa.locations.iter_enumerated() {
            let Location::Block(block) = kind else { continue };
            for (var, CfaVar { value, .. }) in cfa.vars.iter_enumerated() {
                if let Some(known) = filters.of(*block, *value) {
                    given.insert((location, var), known);
                }
            }
        }
        Self {
            cfa,
            vars: cfa.vars.iter_enumerated().map(|(id, var)| (var.term, id)).collect(),
            live: live(cfa),
            outgoing: cfa.outgoing(),
            incoming,
            updates: cfa.edges.iter().map(|edge| edge.update.iter().copied().collect()).collect(),
            is_head,
            fine,
            coarse,
            given,
            states: IndexVec::filled(None, cfa.locations.len()),
        }
    }

    /// Computes what is known at each location; `None` if the time is over before.
    fn solve(&mut self, budget: &Budget) -> Option<()> {
        self.ascend(budget)?;
        let safe = self.states.clone();
        for _ in 0..limits::RANGES_NARROWING {
            self.descend(budget)?;
        }
        // Refinement is not monotone in all corners.
        if !self.is_stable() {
            self.states = safe;
        }
        Some(())
    }

    fn run(mut self, budget: &Budget) -> Option<(At, Vec<GoalId>)> {
        self.solve(budget)?;
        let cfa = self.cfa;
        let mut at = BTreeMap::new();
        for (location, state) in self.states.iter_enumerated() {
            let Location::Block(block) = cfa.locations[location] else { continue };
            let known = state.as_ref().map(|state| {
                let known = |var: &CfaVarId| Some((cfa.vars[*var].value, *state.get(var)?));
                self.live[location].iter().filter_map(known).collect()
            });
            at.insert(block, known);
        }
        // Goals without a location are reached in no automaton; they are no business of ours.
        let unreached = cfa.locations.iter_enumerated().filter_map(|(location, kind)| match kind {
            Location::Goal(goal) if self.states[location].is_none() => Some(*goal),
            _ => None,
        });
        Some((at, unreached.collect()))
    }

    /// What is known behind an edge from a state, of the variables that matter there; `None`
    /// if it can't be taken.
    fn behind(&self, id: EdgeId, state: &State) -> Option<State> {
        let edge = &self.cfa.edges[id];
        let symbols = |term: Term| self.vars.get(&term).and_then(|var| state.get(var)).copied();
        let mut taken = Edge::take(&self.cfa.terms, &edge.guard, &symbols)?;
        let mut behind = State::default();
        for &var in &self.live[edge.target] {
            let value = self.updates[id].get(&var).copied().unwrap_or(self.cfa.vars[var].term);
            let mut known = taken.eval(value)?;
            if let Some(given) = self.given.get(&(edge.target, var)) {
                known = known.meet(given)?;
            }
            if !known.is_any() {
                behind.insert(var, known);
            }
        }
        Some(behind)
    }

    /// Goes on until nothing is new anywhere.
    fn ascend(&mut self, budget: &Budget) -> Option<()> {
        let mut changes: FxHashMap<(LocationId, CfaVarId), u32> = FxHashMap::default();
        self.states[self.cfa.entry] = Some(State::default());
        // Locations stand in reverse postorder.
        let mut open: BTreeSet<LocationId> = [self.cfa.entry].into();
        while let Some(location) = open.pop_first() {
            if budget.exhausted().is_some() {
                return None;
            }
            for edge in self.outgoing[location].clone() {
                let Some(state) = &self.states[location] else { break };
                let Some(behind) = self.behind(edge, state) else { continue };
                let target = self.cfa.edges[edge].target;
                if self.add(target, behind, &mut changes) {
                    open.insert(target);
                }
            }
        }
        Some(())
    }

    /// Adds what is known behind an edge; says whether that is news.
    fn add(
        &mut self,
        target: LocationId,
        behind: State,
        changes: &mut FxHashMap<(LocationId, CfaVarId), u32>,
    ) -> bool {
        if target == self.cfa.entry {
            return false;
        }
        let head = self.is_head[target];
        let Some(mut state) = self.states[target].take() else {
            self.states[target] = Some(behind);
            return true;
        };
        let mut news = false;
        state.retain(|&var, known| {
            let Some(other) = behind.get(&var) else {
                news = true;
                return false;
            };
            if other.implies(known) {
                return true;
            }
            news = true;
            let width = known.width();
            let count = changes.entry((target, var)).or_default();
            *count += 1;
            *known = match *count {
                count if !head || count <= limits::RANGES_EXACT => known.join(other),
                count if count <= limits::RANGES_FINE => known.widen(other, &self.fine[&width]),
                count if count <= limits::RANGES_COARSE => known.widen(other, &self.coarse[&width]),
                _ => Known::any(width),
            };
            !known.is_any()
        });
        self.states[target] = Some(state);
        news
    }

    /// One pass over all locations: what is known at the sources of edges is known.
    fn descend(&mut self, budget: &Budget) -> Option<()> {
        for location in self.cfa.locations.indices() {
            if budget.exhausted().is_some() {
                return None;
            }
            let Some(state) = self.states[location].take() else { continue };
            if location == self.cfa.entry {
                self.states[location] = Some(state);
                continue;
            }
            // A loop of one location has itself as a source.
            self.states[location] = Some(state.clone());
            let arriving: Vec<State> = self.arriving(location).collect();
            self.states[location] =
                arriving.into_iter().reduce(|a, b| joined(&a, &b)).and_then(|new| {
                    if self.is_head[location] { met(&state, &new) } else { Some(new) }
                });
        }
        Some(())
    }

    /// The states behind the edges into a location that can be taken.
    fn arriving(&self, location: LocationId) -> impl Iterator<Item = State> {
        self.incoming[location].iter().filter_map(|&edge| {
            let state = self.states[self.cfa.edges[edge].source].as_ref()?;
            self.behind(edge, state)
        })
    }

    /// Whether no edge leads to more than what is known at its target.
    fn is_stable(&self) -> bool {
        self.cfa.locations.indices().filter(|&location| location != self.cfa.entry).all(
            |location| {
                self.arriving(location).all(|behind| match &self.states[location] {
                    None => false,
                    Some(state) => state.iter().all(|(var, known)| {
                        behind.get(var).is_some_and(|other| other.implies(known))
                    }),
                })
            },
        )
    }
}

fn joined(a: &State, b: &State) -> State {
    let both = a.iter().filter_map(|(&var, known)| Some((var, known.join(b.get(&var)?))));
    both.filter(|(_, known)| !known.is_any()).collect()
}

fn met(a: &State, b: &State) -> Option<State> {
    let mut both = a.clone();
    for (&var, known) in b {
        let met = both.get(&var).map_or(Some(*known), |old| old.meet(known))?;
        both.insert(var, met);
    }
    Some(both)
}

/// Where widening may stop, for each width of a variable: at the constants that it may be
/// compared with and their neighbours, and at powers of two.
fn steps(cfa: &Cfa) -> (FxHashMap<u32, Steps>, FxHashMap<u32, Steps>) {
    let compared = compared(&cfa.terms);
    let widths: BTreeSet<u32> = cfa.vars.iter().map(|var| cfa.terms.width(var.term)).collect();
    let mut all = (FxHashMap::default(), FxHashMap::default());
    for width in widths.into_iter().filter(|&width| width <= WIDEST) {
        let powers = (0..width).flat_map(|bit| [(1u128 << bit) - 1, (1u128 << bit).wrapping_neg()]);
        let around =
            compared.iter().flat_map(|&bits| [bits.wrapping_sub(1), bits, bits.wrapping_add(1)]);
        all.0.insert(width, Steps::new(width, around.chain([0, u128::MAX])));
        all.1.insert(width, Steps::new(width, powers.step_by(8).chain([0, u128::MAX])));
    }
    all
}

/// The constants that are compared with something.
fn compared(terms: &TermStore) -> BTreeSet<u128> {
    let mut all = BTreeSet::new();
    for place in 0..terms.len() {
        let term = Term(place as u32);
        let is_comparison = |op: &Op| match op {
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => true,
            Op::Float(op) => matches!(op, FloatOp::Less(_) | FloatOp::Equal(_)),
            _ => false,
        };
        if let Node::App(op, _) = terms.node(term)
            && is_comparison(op)
        {
            let constants = terms.args(term).iter().filter_map(|&arg| terms.as_const(arg));
            all.extend(constants.filter_map(|value| value.small()));
        }
    }
    all
}

#[cfg(test)]
mod tests;
