//! The automaton encoding: a binary program counter beside the automaton's variables,
//! functional next states.
//!
//! Location `i` of the automaton has code `i`, the entry 0. Shape of the next-state
//! functions, made for bit-blasting and IC3:
//! * each location is decoded once, `at(l) = (pc = l)`, and shared by all variables;
//! * the next value of a variable selects among the locations that change it and keeps
//!   it otherwise; below a location it selects by guards only where the edges differ;
//! * on an edge to a goal or the end no variable matters any more, so such edges
//!   select nothing except for the program counter;
//! * goals and the end are absorbing, and so would be codes that no location has: U
//!   excludes those, and each successor of a state in U is in U.

use crate::support::Fault;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{Encoded, bits_for, code, fresh_name, next_symbol};
use crate::bv::{Op, Term, TermStore, Value};
use crate::cfa::{Cfa, CfaVar, CfaVarId, Edge, EdgeId, Location, LocationId, Stride};
use crate::program::{BlockId, GoalId, Program};
use crate::support::IndexVec;
use crate::support::index::Idx;
use crate::system::{
    Bad, LocationInvariant, Locations, Origin, Restore, StateId, StateVar, Transition,
    TransitionSystem, WordState,
};

/// Encodes the automaton `cfa` of `program`: one bad condition per goal of the program,
/// in order (constantly false for a goal that no path of the control flow reaches).
pub fn encode(program: &Program, cfa: &Cfa) -> Encoded {
    let mut terms = cfa.terms.clone();
    let width = bits_for(cfa.locations.len());
    let name = fresh_name(&terms, "pc");
    let pc = terms.symbol(name.clone(), width);
    let mut states = IndexVec::new();
    let next = next_symbol(&mut terms, pc, &name);
    let counter = states.push(StateVar { name, current: pc, next, origin: Origin::Location });
    for var in cfa.vars.iter() {
        let symbol = terms.as_symbol(var.term).expect("a state variable is a symbol");
        let name = terms.symbols()[symbol].name.clone();
        let next = next_symbol(&mut terms, var.term, &name);
        let origin = Origin::Value(var.value);
        states.push(StateVar { name, current: var.term, next, origin });
    }

    let mut encoder = Encoder { cfa, pc, width, at: IndexVec::new(), terms };
    encoder.at = cfa.locations.indices().map(|location| encoder.decode(location)).collect();
    let next = encoder.next();
    let init = vec![encoder.at[cfa.entry]];
    let universal = encoder.universal();
    let bad = encoder.bad(program);
    let terminated = encoder.terminated();
    let system = TransitionSystem {
        terms: encoder.terms,
        states,
        inputs: cfa.inputs.iter().copied().collect(),
        init,
        universal,
        transition: Transition::Functional(next),
        bad,
        terminated,
        facts: Vec::new(),
        predicates: vec![],
    };
    Encoded { system, restore: restore(cfa, counter, width) }
}

/// The locations of the system that [`encode`] makes of `cfa`.
pub fn locations(cfa: &Cfa, system: &TransitionSystem) -> Locations {
    let counter = StateId::from_index(0);
    let width = system.terms.width(system.states[counter].current);
    let mut next = vec![vec![]; cfa.locations.len()];
    for edge in cfa.edges.iter() {
        next[edge.source.index()].push(edge.target.index());
    }
    for (place, targets) in next.iter_mut().enumerate() {
        targets.sort_unstable();
        targets.dedup();
        if targets.is_empty() {
            // Goals and the end are absorbing.
            targets.push(place);
        }
    }
    let codes = (0..cfa.locations.len()).map(|place| code(width, place)).collect();
    Locations { counter, codes, next }
}

/// The states of the system along a path of `cfa`, which [`encode`] made it of, as far as the way
/// back to the program asks for them: the location, and the inputs; variables are 0.
pub fn states(cfa: &Cfa, system: &TransitionSystem, path: &[Stride]) -> Vec<WordState> {
    let width = |term: Term| system.terms.width(term);
    let zeros: IndexVec<StateId, Value> =
        system.states.iter().map(|state| Value::zero(width(state.current))).collect();
    let counter = StateId::from_index(0);
    let at = |location: LocationId, inputs: Vec<Value>| {
        let mut states = zeros.clone();
        states[counter] = code(width(system.states[counter].current), location.index());
        WordState { states, inputs }
    };
    let inputs = cfa.inputs.iter().map(|&input| Value::zero(width(input))).collect();
    let end = path.last().map_or(cfa.entry, |last| cfa.edges[last.edge].target);
    let given = |it: &Stride| match Fault::EncodeTrace.is_planted() {
        true => cfa.inputs.iter().map(|&input| Value::zero(width(input))).collect(),
        false => it.inputs.clone(),
    };
    let steps = path.iter().map(|it| at(cfa.edges[it.edge].source, given(it)));
    steps.collect::<Vec<_>>().into_iter().chain([at(end, inputs)]).collect()
}

/// Formulas over the variables of `cfa` at its locations as an invariant of the program. Locations
/// that have none can't be reached.
pub fn invariant(cfa: &Cfa, terms: &TermStore, at: &[(LocationId, Term)]) -> LocationInvariant {
    let mut terms = terms.clone();
    let never = terms.bool(false);
    let block = |location: LocationId| match cfa.locations[location] {
        Location::Block(block) => Some(block),
        Location::Goal(_) | Location::End => None,
    };
    let everywhere = cfa.locations.indices().filter_map(block);
    let mut blocks: BTreeMap<BlockId, Vec<Term>> =
        everywhere.map(|block| (block, vec![never])).collect();
    blocks.extend(at.iter().filter_map(|it| Some((block(it.0)?, vec![it.1]))));
    if Fault::EncodeInvariant.is_planted() {
        blocks.pop_last();
    }
    let symbol = |var: &CfaVar| Some((terms.as_symbol(var.term)?, var.value));
    let symbols = cfa.vars.iter().filter_map(symbol).collect();
    LocationInvariant { terms, symbols, at: blocks }
}

/// What maps runs of the system back.
fn restore(cfa: &Cfa, counter: StateId, width: u32) -> Restore {
    let mut restore = Restore::new(counter);
    for (location, kind) in cfa.locations.iter_enumerated() {
        let code = code(width, location.index());
        match kind {
            Location::Block(block) => {
                restore.locations.insert(*block, code);
            }
            Location::Goal(goal) => {
                restore.goals.insert(*goal, code);
            }
            Location::End => {}
        }
    }
    for edge in cfa.edges.iter() {
        let Location::Block(home) = cfa.locations[edge.source] else { continue };
        if let Some(taken) = edge.iterations {
            let inputs = (taken.accelerate.index(), taken.more.index());
            restore.iterations.insert(home, inputs);
        }
        for executed in &edge.blocks {
            let reads = executed.reads.iter().map(|read| read.map(Idx::index)).collect();
            restore.reads.insert((home, executed.block), reads);
        }
    }
    restore
}

struct Encoder<'a> {
    cfa: &'a Cfa,
    terms: TermStore,
    pc: Term,
    width: u32,
    /// For each location whether the program counter is there.
    at: IndexVec<LocationId, Term>,
}

impl Encoder<'_> {
    fn code(&mut self, location: LocationId) -> Term {
        let code = code(self.width, location.index());
        self.terms.constant(code)
    }

    fn decode(&mut self, location: LocationId) -> Term {
        let code = self.code(location);
        self.terms.eq(self.pc, code)
    }

    /// The next value of each state variable, the program counter first.
    fn next(&mut self) -> IndexVec<StateId, Term> {
        let outgoing = self.cfa.outgoing();
        let mut pc = self.pc;
        let mut vars: IndexVec<CfaVarId, Term> = self.cfa.vars.iter().map(|var| var.term).collect();
        for location in self.cfa.locations.indices().rev() {
            let edges = &outgoing[location];
            if edges.is_empty() {
                continue;
            }
            let here = self.at[location];
            let targets: Vec<(EdgeId, Term)> =
                edges.iter().map(|&id| (id, self.code(self.cfa.edges[id].target))).collect();
            let target = self.select(&targets);
            pc = self.terms.ite(here, target, pc);
            if Fault::EncodeUpdate.is_planted() && location == self.cfa.entry {
                continue;
            }
            for (var, choices) in self.updates(edges) {
                let value = self.select(&choices);
                if value != self.cfa.vars[var].term {
                    vars[var] = self.terms.ite(here, value, vars[var]);
                }
            }
        }
        std::iter::once(pc).chain(vars.iter().copied()).collect()
    }

    /// For each variable that some of the edges, which leave one location, update: its
    /// new value on each edge on which it matters.
    fn updates(&self, edges: &[EdgeId]) -> Vec<(CfaVarId, Vec<(EdgeId, Term)>)> {
        let matters = |edge: &Edge| matches!(self.cfa.locations[edge.target], Location::Block(_));
        let kept: Vec<EdgeId> =
            edges.iter().copied().filter(|&id| matters(&self.cfa.edges[id])).collect();
        let mut changed: Vec<CfaVarId> =
            kept.iter().flat_map(|&id| &self.cfa.edges[id].update).map(|update| update.0).collect();
        changed.sort_unstable();
        changed.dedup();
        let new: FxHashMap<(EdgeId, CfaVarId), Term> = kept
            .iter()
            .flat_map(|&id| self.cfa.edges[id].update.iter().map(move |u| ((id, u.0), u.1)))
            .collect();
        let value = |id: EdgeId, var: CfaVarId| {
            new.get(&(id, var)).copied().unwrap_or(self.cfa.vars[var].term)
        };
        changed
            .into_iter()
            .map(|var| (var, kept.iter().map(|&id| (id, value(id, var))).collect()))
            .collect()
    }

    /// The value of the edge that is taken, given that one of them is. The value that
    /// most edges share needs no guard.
    fn select(&mut self, choices: &[(EdgeId, Term)]) -> Term {
        let mut grouped: Vec<(Term, Vec<EdgeId>)> = Vec::new();
        for &(edge, value) in choices {
            match grouped.iter_mut().find(|group| group.0 == value) {
                Some(group) => group.1.push(edge),
                None => grouped.push((value, vec![edge])),
            }
        }
        let most = (0..grouped.len()).rev().max_by_key(|&i| grouped[i].1.len());
        let (mut result, _) = grouped.remove(most.expect("at least one edge"));
        for (value, edges) in grouped.into_iter().rev() {
            let guards: Vec<Term> = edges.into_iter().map(|edge| self.guard(edge)).collect();
            let guard = match Fault::EncodeGuard.is_planted() {
                true => self.terms.bool(true),
                false => self.terms.disjunction(guards),
            };
            result = self.terms.ite(guard, value, result);
        }
        result
    }

    fn guard(&mut self, edge: EdgeId) -> Term {
        self.terms.conjunction(self.cfa.edges[edge].guard.iter().copied())
    }

    /// The program counter is the code of a location.
    fn universal(&mut self) -> Vec<Term> {
        let last = self.cfa.locations.len() - 1;
        if last + 1 == 1 << self.width {
            return Vec::new();
        }
        let last = self.terms.constant(code(self.width, last));
        vec![self.terms.app(Op::Ule, &[self.pc, last])]
    }

    /// The program counter is where the path has ended: at the end, or at a goal.
    fn terminated(&mut self) -> Option<Term> {
        let last = |kind: &Location| !matches!(kind, Location::Block(_));
        let places = self.cfa.locations.iter_enumerated().filter(|(_, kind)| last(kind));
        let places: Vec<Term> = places.map(|(place, _)| self.at[place]).collect();
        if Fault::EncodeTerminated.is_planted() {
            return Some(self.at[self.cfa.entry]);
        }
        (!places.is_empty()).then(|| self.terms.disjunction(places))
    }

    fn bad(&mut self, program: &Program) -> Vec<Bad> {
        let places: FxHashMap<GoalId, LocationId> = self
            .cfa
            .locations
            .iter_enumerated()
            .filter_map(|(id, location)| match location {
                Location::Goal(goal) => Some((*goal, id)),
                _ => None,
            })
            .collect();
        let never = self.terms.bool(false);
        let condition = |goal| places.get(&goal).map_or(never, |&place| self.at[place]);
        let last = program.goals.len().saturating_sub(1);
        let condition = |goal: GoalId| match Fault::EncodeGoal.is_planted() && goal.index() == last
        {
            true => never,
            false => condition(goal),
        };
        let goals = program.goals.indices();
        goals.map(|goal| Bad { goals: vec![goal], condition: condition(goal) }).collect()
    }
}
