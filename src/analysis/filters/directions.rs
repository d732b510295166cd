//! The directions in which variables are bounded together, and these bounds.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::FxHashMap;

use super::edges::{Behind, Linear};
use super::{Slack, between, ends};
use crate::analysis::numbers::formats;
use crate::analysis::ranges::Ranges;
use crate::bounds::{Edge, Known};
use crate::bv::{Format, Term};
use crate::cfa::live::live;
use crate::cfa::{self, Cfa, CfaVarId, EdgeId, Location, LocationId};
use crate::support::{IndexVec, limits};

/// What is left of a direction is small if its largest factor is, beside the 1 that it began with.
/// The larger that may be, the fewer directions there are, and the wider bounds.
const SMALL: [f64; 3] = [0.01, 0.05, 0.2];
/// Directions are the same if their factors differ by no more, beside the largest.
const SAME: f64 = 1e-9;
/// Bounds that grow by no more, beside themselves, have been approached.
const NEAR: f64 = 1e-14;
/// The least that bounds are widened by, beside themselves: iteration gets that near.
const LEAST_SLACK: f64 = 1e-11;
/// The most.
const MOST_SLACK: f64 = 0.1;

/// A sum of multiples of variables at a location.
pub struct Direction {
    /// Where.
    pub at: LocationId,
    /// The format of the variables.
    pub format: Format,
    /// The variables with their factors, the largest of which is 1 or −1.
    pub factors: Vec<(CfaVarId, f64)>,
    /// How much of the variable that it began with it tells.
    weight: f64,
    /// For each way to get there what the sum is, by the directions before it; `None` if
    /// that can't be said.
    arriving: Option<Vec<Arriving>>,
}

/// The sum of multiples of other directions' sums, by their places, and of something between two
/// ends.
struct Arriving {
    sum: Vec<(usize, f64)>,
    least: f64,
    most: f64,
}

/// All directions.
pub struct Directions {
    /// Those of single variables first.
    pub all: Vec<Direction>,
}

impl Directions {
    /// Those of the variables of an automaton of which intervals know nothing; `None` if there are
    /// none.
    pub fn of(cfa: &Cfa, ranges: &Ranges) -> Option<Self> {
        let mut all = vec![];
        for small in SMALL {
            let mut search = Search::new(cfa, ranges, small);
            while let Some(place) = search.open.pop_front() {
                search.all[place].arriving = search.arriving(place);
            }
            all = search.all;
            if all.len() < limits::FILTER_DIRECTIONS {
                break;
            }
        }
        (!all.is_empty()).then_some(Self { all })
    }

    /// Bounds of each direction that suffice for all others, made wider; `None` where there are
    /// none.
    pub fn bounds(&self, slack: Slack) -> Vec<Option<Known>> {
        let exact = self.iterated(|_| 0.0);
        let widest = |place: usize| {
            let (least, most) = exact[place].unwrap_or_default();
            let unit = slack.0 - self.all[place].format.precision() as i32;
            let part = f64::from(unit).exp2().clamp(LEAST_SLACK, MOST_SLACK);
            least.abs().max(most.abs()) * part
        };
        let wide = self.iterated(widest);
        let known = |(direction, ends): (&Direction, Option<(f64, f64)>)| {
            let (least, most) = ends?;
            between(direction.format, least, most)
        };
        self.all.iter().zip(wide).map(known).collect()
    }

    /// The least bounds that are wider by `more` than what arrives there, as far as iteration gets to
    /// them. None is given whose others are not.
    fn iterated(&self, more: impl Fn(usize) -> f64) -> Vec<Option<(f64, f64)>> {
        let none = (f64::INFINITY, f64::NEG_INFINITY);
        let mut ends = vec![none; self.all.len()];
        let mut moving = vec![true; self.all.len()];
        for _ in 0..limits::FILTER_ITERATIONS {
            for (place, direction) in self.all.iter().enumerate() {
                let before = ends[place];
                let mut now = before;
                for arriving in direction.arriving.iter().flatten() {
                    if let Some((least, most)) = arriving.ends(&ends) {
                        let more = more(place);
                        now = (now.0.min(least - more), now.1.max(most + more));
                    }
                }
                let size = now.0.abs().max(now.1.abs());
                let grows = (before.0 - now.0).max(now.1 - before.1);
                moving[place] = now != before && (before == none || grows > size * NEAR);
                ends[place] = now;
            }
            if !moving.contains(&true) {
                break;
            }
        }
        let mut given: Vec<bool> = self
            .all
            .iter()
            .zip(&ends)
            .zip(&moving)
            .map(|((it, ends), moving)| {
                it.arriving.is_some() && !moving && ends.0.is_finite() && ends.1.is_finite()
            })
            .collect();
        loop {
            let lost = |&place: &usize| {
                let others = self.all[place].arriving.iter().flatten().flat_map(|it| &it.sum);
                given[place] && others.into_iter().any(|other| !given[other.0])
            };
            let Some(place) = (0..given.len()).find(lost) else { break };
            given[place] = false;
        }
        given.into_iter().zip(ends).map(|(given, ends)| given.then_some(ends)).collect()
    }
}

impl Arriving {
    /// By the ends of the others; `None` if one of them is not reached.
    fn ends(&self, of: &[(f64, f64)]) -> Option<(f64, f64)> {
        let mut all = (self.least, self.most);
        for &(place, factor) in &self.sum {
            let (least, most) = of[place];
            if least > most {
                return None;
            }
            let (one, other) = (least * factor, most * factor);
            all = (all.0 + one.min(other), all.1 + one.max(other));
        }
        Some(all)
    }
}

struct Search<'a> {
    cfa: &'a Cfa,
    small: f64,
    incoming: IndexVec<LocationId, Vec<EdgeId>>,
    /// What is known of variables at each location.
    known: IndexVec<LocationId, FxHashMap<Term, Known>>,
    /// Of each location the variables of which nothing is known.
    unknown: IndexVec<LocationId, FxHashMap<Term, CfaVarId>>,
    /// The directions of single variables.
    units: FxHashMap<(LocationId, CfaVarId), usize>,
    all: Vec<Direction>,
    open: VecDeque<usize>,
}

impl<'a> Search<'a> {
    fn new(cfa: &'a Cfa, ranges: &Ranges, small: f64) -> Self {
        let mut incoming = IndexVec::filled(Vec::new(), cfa.locations.len());
        for (id, edge) in cfa.edges.iter_enumerated() {
            incoming[edge.target].push(id);
        }
        let formats = formats(&cfa.terms);
        let vars: FxHashMap<_, Term> = cfa.vars.iter().map(|var| (var.value, var.term)).collect();
        let mut search = Self {
            cfa,
            small,
            incoming,
            known: IndexVec::filled(FxHashMap::default(), cfa.locations.len()),
            unknown: IndexVec::filled(FxHashMap::default(), cfa.locations.len()),
            units: FxHashMap::default(),
            all: vec![],
            open: VecDeque::new(),
        };
        let live = live(cfa);
        for (location, kind) in cfa.locations.iter_enumerated() {
            let Location::Block(block) = kind else { continue };
            let Some(Some(values)) = ranges.at.get(block) else { continue };
            let known =
                values.iter().filter_map(|(value, known)| Some((*vars.get(value)?, *known)));
            search.known[location] = known.collect();
            for &var in &live[location] {
                let term = cfa.vars[var].term;
                let Some(&format) = formats.get(&term) else { continue };
                let known = search.known[location].get(&term);
                if location != cfa.entry && known.and_then(|known| ends(format, known)).is_none() {
                    search.unknown[location].insert(term, var);
                    let unit = search.add(location, format, vec![(var, 1.0)], 1.0);
                    search.units.insert((location, var), unit);
                }
            }
        }
        search
    }

    fn add(
        &mut self,
        at: LocationId,
        format: Format,
        factors: Vec<(CfaVarId, f64)>,
        weight: f64,
    ) -> usize {
        self.all.push(Direction { at, format, factors, weight, arriving: None });
        self.open.push_back(self.all.len() - 1);
        self.all.len() - 1
    }

    /// What arrives in a direction along all edges.
    fn arriving(&mut self, place: usize) -> Option<Vec<Arriving>> {
        let Direction { at, format, weight, .. } = self.all[place];
        let mut all = vec![];
        for edge in self.incoming[at].clone() {
            let edge = &self.cfa.edges[edge];
            for linear in self.behind(edge, format, place)? {
                let sum = self.named(edge.source, format, &linear, weight)?;
                // What stays as it is needs no room.
                if sum == [(place, 1.0)] && (linear.least, linear.most) == (0.0, 0.0) {
                    continue;
                }
                all.push(Arriving { sum, least: linear.least, most: linear.most });
            }
        }
        Some(all)
    }

    /// What a direction is behind an edge, by the variables before it, in all cases.
    fn behind(&self, edge: &cfa::Edge, format: Format, place: usize) -> Option<Vec<Linear>> {
        let known = &self.known[edge.source];
        let symbols = |term: Term| known.get(&term).copied();
        let terms = &self.cfa.terms;
        let Some(taken) = Edge::take(terms, &edge.guard, &symbols) else { return Some(vec![]) };
        let updates: BTreeMap<CfaVarId, Term> = edge.update.iter().copied().collect();
        let new = |&(var, factor): &(CfaVarId, f64)| {
            (updates.get(&var).copied().unwrap_or(self.cfa.vars[var].term), factor)
        };
        let parts: Vec<(Term, f64)> = self.all[place].factors.iter().map(new).collect();
        Behind::new(terms, &self.unknown[edge.source], taken).sum(format, &parts)
    }

    /// The variables' part of a sum as multiples of directions, of which one may be new.
    fn named(
        &mut self,
        at: LocationId,
        format: Format,
        linear: &Linear,
        weight: f64,
    ) -> Option<Vec<(usize, f64)>> {
        let sizes = linear.factors.iter().map(|(&var, &factor)| (var, factor));
        let largest = sizes.clone().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
        let Some((_, scale)) = largest else { return Some(vec![]) };
        let unit = |(var, factor): (CfaVarId, f64)| {
            let place = *self.units.get(&(at, var))?;
            (self.all[place].format == format).then_some((place, factor))
        };
        let units: Option<Vec<(usize, f64)>> = sizes.clone().map(unit).collect();
        let units = units?;
        if units.len() == 1 {
            return Some(units);
        }
        let factors: Vec<(CfaVarId, f64)> =
            sizes.map(|(var, factor)| (var, factor / scale)).collect();
        let is_same = |other: &Direction| {
            let vars = other.factors.iter().map(|it| it.0).eq(factors.iter().map(|it| it.0));
            let mut both = other.factors.iter().zip(&factors);
            other.at == at && vars && both.all(|(a, b)| (a.1 - b.1).abs() <= SAME)
        };
        if let Some(place) = self.all.iter().position(is_same) {
            // What they differ by is said by the variables.
            let others = self.all[place].factors.iter();
            let rest = units
                .iter()
                .zip(others)
                .map(|(&(unit, factor), other)| (unit, factor - scale * other.1));
            let rest = rest.filter(|&(_, factor)| factor != 0.0);
            return Some(std::iter::once((place, scale)).chain(rest).collect());
        }
        let weight = weight * scale.abs();
        if weight < self.small || self.all.len() >= limits::FILTER_DIRECTIONS {
            return Some(units);
        }
        Some(vec![(self.add(at, format, factors, weight), scale)])
    }
}
