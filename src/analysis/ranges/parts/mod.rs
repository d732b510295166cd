//! Intervals and known bits for each value of a control word: trace partitioning (Rival,
//! Mauborgne: The Trace Partitioning Abstract Domain, TOPLAS 2007) with the word's values as
//! tokens.
//!
//! The state of a machine decides what its other variables are: `state == SEND ⇒ left <= 8`. One
//! interval for all states does not say that. So the automaton is split: a location has a copy
//! for each value that the word may have there ([`split`]), and what is known is computed of the
//! copies as it is of an automaton of its own. What is a control word is told by the text: each of
//! its values is a constant ([`control`]).
//!
//! What always holds: together with what is known of all values at once, what is known of the copies is
//! inductive from one head of a loop to the next.
//!
//! Deliberately absent: parts by two words at a time.

mod control;
mod split;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use self::control::Word;
use self::split::{Part, Split};
use super::needed::{self, Place};
use super::{Analysis, Ranges, State, facts};
use crate::bounds::Known;
use crate::bv::{Op, Term, TermStore};
use crate::cfa::live::live;
use crate::cfa::{Cfa, CfaVarId, Location, LocationId};
use crate::program::{BlockId, GoalId};
use crate::support::{Budget, IndexVec, limits};
use crate::system::LocationInvariant;

/// What is known for each value of one control word.
pub struct Parts {
    split: Split,
    word: Word,
    /// The variable that holds the word at each location of the automaton as it was.
    word_at: IndexVec<LocationId, Option<CfaVarId>>,
    /// At the locations of the split automaton.
    states: IndexVec<LocationId, Option<State>>,
    /// The goals that are not reached.
    pub goals: Vec<GoalId>,
}

/// Looks for what is known of variables for each value of control words of `cfa`, an automaton of single
/// blocks of which `ranges` are known; nothing is, of a word, if it has too many copies or the time
/// is over before.
pub fn analyse(cfa: &Cfa, ranges: &Ranges, budget: &Budget) -> Vec<Parts> {
    if cfa.loops().heads().is_empty() {
        return vec![];
    }
    let words = control::words(cfa, budget).into_iter().take(limits::PART_WORDS);
    words.filter_map(|word| Parts::new(cfa, ranges, word, budget)).collect()
}

/// What is known for each value of some words together: inductive by itself, if it says anything.
pub fn together(all: &[Parts], cfa: &Cfa, ranges: &Ranges) -> LocationInvariant {
    let invariants = all.iter().filter_map(|parts| parts.invariant(cfa, ranges));
    invariants.reduce(|all, more| all.and(&more)).unwrap_or_default()
}

impl Parts {
    fn new(cfa: &Cfa, ranges: &Ranges, word: Word, budget: &Budget) -> Option<Self> {
        let held = |(location, live): (LocationId, &Vec<CfaVarId>)| {
            let vars = live.iter().copied().filter(|var| word.contains_key(var));
            let var = vars.max_by_key(|var| (word[var].len(), *var));
            var.filter(|_| location != cfa.entry)
        };
        let word_at: IndexVec<LocationId, _> = live(cfa).iter_enumerated().map(held).collect();
        let split = split::split(cfa, &word, &word_at, budget)?;
        let mut parts = Self { states: IndexVec::new(), goals: vec![], split, word, word_at };
        let mut analysis = parts.analysis(cfa, ranges);
        analysis.solve(budget)?;
        let states = analysis.states;
        // Goals without a location are reached in no automaton; they are no business of ours.
        let reached: FxHashSet<LocationId> = parts
            .split
            .parts
            .iter()
            .zip(states.iter())
            .filter(|(_, state)| state.is_some())
            .map(|(part, _)| part.location)
            .collect();
        let unreached = cfa.locations.iter_enumerated().filter_map(|(location, kind)| match kind {
            Location::Goal(goal) if !reached.contains(&location) => Some(*goal),
            _ => None,
        });
        parts.goals = unreached.collect();
        parts.states = states;
        Some(parts)
    }

    /// The analysis of the split automaton, with nothing known yet.
    fn analysis(&self, cfa: &Cfa, ranges: &Ranges) -> Analysis<'_> {
        let mut analysis = Analysis::new(&self.split.cfa, &ranges.filters);
        // Every cycle passes a copy of a head.
        let heads: FxHashSet<LocationId> = cfa.loops().heads().into_iter().collect();
        for (location, part) in self.split.parts.iter_enumerated() {
            analysis.is_head[location] = heads.contains(&part.location);
        }
        analysis
    }

    /// All that is known at heads of loops: inductive by itself. `None` if it is too much to be of use.
    fn invariant(&self, cfa: &Cfa, ranges: &Ranges) -> Option<LocationInvariant> {
        let heads: FxHashSet<LocationId> = cfa.loops().heads().into_iter().collect();
        let mut places = FxHashSet::default();
        for (location, state) in self.states.iter_enumerated() {
            if !heads.contains(&self.split.parts[location].location) {
                continue;
            }
            if places.len() > limits::PART_PLACES {
                return None;
            }
            match state {
                None => _ = places.insert(Place { location, var: None }),
                Some(state) => {
                    let known = |&var: &CfaVarId| Place { location, var: Some(var) };
                    places.extend(state.keys().map(known));
                }
            }
        }
        let own = self.at_heads(cfa, &places, Some(ranges));
        let conjuncts: usize = own.at.values().map(Vec::len).sum();
        let whole = || match ranges.is_empty() {
            true => own.clone(),
            false => ranges.invariant(cfa).and(&own),
        };
        (conjuncts <= limits::PART_CONJUNCTS).then(whole)
    }

    /// What it takes to exclude some of the goals that are not reached: inductive by itself, with an
    /// entry for each head of a loop. `None` if the time is over, or it is too much to be of use.
    pub fn needed(
        &self,
        cfa: &Cfa,
        ranges: &Ranges,
        goals: &[GoalId],
        budget: &Budget,
    ) -> Option<LocationInvariant> {
        let mut analysis = self.analysis(cfa, ranges);
        analysis.states = self.states.clone();
        let split = &self.split.cfa;
        let wanted =
            |location: &Location| matches!(location, Location::Goal(goal) if goals.contains(goal));
        let places = split.locations.iter_enumerated().filter(|(_, location)| wanted(location));
        let places = places.map(|(location, _)| Place { location, var: None });
        let needed = needed::needed(&analysis, places.collect(), budget)?;
        let is_given = |place: &Place| {
            place.var.is_some_and(|var| analysis.given.contains_key(&(place.location, var)))
        };
        // What filters keep rests on all that is known of what they read.
        if needed.iter().any(is_given) {
            return self.invariant(cfa, ranges);
        }
        Some(self.at_heads(cfa, &needed.into_iter().collect(), None))
    }

    /// What is known at those of some places that are copies of heads of loops, but for what is known
    /// of all copies anyway.
    fn at_heads(
        &self,
        cfa: &Cfa,
        places: &FxHashSet<Place>,
        known: Option<&Ranges>,
    ) -> LocationInvariant {
        let mut copies: FxHashMap<LocationId, Vec<LocationId>> = FxHashMap::default();
        for (copy, part) in self.split.parts.iter_enumerated() {
            copies.entry(part.location).or_default().push(copy);
        }
        let live = live(cfa);
        let mut terms = self.split.cfa.terms.clone();
        let mut at: BTreeMap<BlockId, Vec<Term>> = BTreeMap::new();
        for head in cfa.loops().heads() {
            let Location::Block(block) = cfa.locations[head] else { continue };
            let here = at.entry(block).or_default();
            if head == cfa.entry {
                continue;
            }
            let copies = copies.get(&head).map_or(&[][..], Vec::as_slice);
            for var in live[head].iter().filter(|&&var| Some(var) != self.word_at[head]) {
                if let Some(values) = self.word.get(var) {
                    here.extend(one_of(&mut terms, cfa.vars[*var].term, values));
                }
            }
            let known = |var| {
                let known = known?.at.get(&block)?.as_ref()?;
                known.iter().find(|it| it.0 == cfa.vars[var].value).map(|it| it.1)
            };
            here.extend(self.at_head(cfa, head, copies, places, &known, &mut terms));
        }
        let symbol = |var: &crate::cfa::CfaVar| Some((terms.as_symbol(var.term)?, var.value));
        let symbols: FxHashMap<_, _> = cfa.vars.iter().filter_map(symbol).collect();
        LocationInvariant { terms, symbols, at }
    }

    /// What is known at some places that are copies of one head.
    fn at_head(
        &self,
        cfa: &Cfa,
        head: LocationId,
        copies: &[LocationId],
        places: &FxHashSet<Place>,
        known: &dyn Fn(CfaVarId) -> Option<Known>,
        terms: &mut TermStore,
    ) -> Vec<Term> {
        let mut all = vec![];
        let mut values = BTreeSet::new();
        let is_reached =
            |&&location: &&LocationId| !places.contains(&Place { location, var: None });
        let reached: Vec<LocationId> = copies.iter().filter(is_reached).copied().collect();
        if reached.is_empty() {
            return vec![terms.bool(false)];
        }
        for copy in reached {
            let Part { value, .. } = self.split.parts[copy];
            let word = self.word_at[head].zip(value);
            let elsewhere = word.map(|(var, value)| {
                values.insert(value);
                let term = cfa.vars[var].term;
                let constant = terms.number(terms.width(term), value);
                let here = terms.eq(term, constant);
                terms.not(here)
            });
            let state = self.states[copy].iter().flatten();
            let mut state: Vec<(CfaVarId, Known)> = state.map(|(&var, &it)| (var, it)).collect();
            state.sort_unstable_by_key(|it| it.0);
            for (var, here) in state {
                let is_wanted = places.contains(&Place { location: copy, var: Some(var) });
                let is_word = word.is_some_and(|word| word.0 == var);
                if !is_wanted || is_word || known(var).is_some_and(|it| it.implies(&here)) {
                    continue;
                }
                for conjunct in facts::conjuncts(terms, cfa.vars[var].term, &here) {
                    all.push(match elsewhere {
                        Some(elsewhere) => terms.app(Op::Or, &[elsewhere, conjunct]),
                        None => conjunct,
                    });
                }
            }
        }
        if let Some(var) = self.word_at[head] {
            all.extend(one_of(terms, cfa.vars[var].term, &values));
        }
        all
    }
}

/// That a word has one of some values.
fn one_of(terms: &mut TermStore, word: Term, values: &BTreeSet<u128>) -> Vec<Term> {
    let width = terms.width(word);
    let hull = values.iter().map(|&value| Known::constant(width, value));
    let hull = hull.reduce(|a, b| a.join(&b)).expect("a word has values");
    let (low, high) = hull.unsigned();
    let (least, most) = hull.signed();
    let is_all = [high.wrapping_sub(low), most.wrapping_sub(least) as u128]
        .contains(&(values.len() as u128 - 1));
    if is_all {
        return facts::conjuncts(terms, word, &hull);
    }
    let mut any = terms.bool(false);
    for &value in values {
        let constant = terms.number(width, value);
        let is_it = terms.eq(word, constant);
        any = terms.app(Op::Or, &[any, is_it]);
    }
    vec![any]
}
