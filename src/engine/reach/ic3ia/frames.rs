//! What no run comes to in so many steps: cubes of predicates that are blocked at a location.

use rustc_hash::FxHashMap;

use super::super::predicates::{PredicateId, Predicates};
use super::super::space::Space;
use crate::bv::Term;
use crate::cfa::{Location, LocationId};
use crate::cnf::Lit;
use crate::support::IndexVec;

/// A conjunction of predicates and negations of some, in the order of the predicates.
pub type Cube = Vec<(PredicateId, bool)>;

/// Frames: frame `k` of a location has all states in which runs are there after at most `k` steps.
///
/// Each cube is kept at the highest level at which it is known to be blocked; it is blocked below,
/// too.
pub struct Frames {
    /// By level.
    blocked: IndexVec<LocationId, Vec<Vec<Cube>>>,
    /// Clauses of a location and level hold where this is assumed.
    switches: FxHashMap<(LocationId, usize), Lit>,
}

impl Frames {
    /// Nothing is blocked, in an automaton of so many locations.
    pub fn new(locations: usize) -> Self {
        Self { blocked: IndexVec::filled(vec![], locations), switches: FxHashMap::default() }
    }

    /// How many cubes there are.
    pub fn len(&self) -> usize {
        self.blocked.iter().flatten().map(Vec::len).sum()
    }

    /// What is to be assumed for a frame.
    pub fn assumed(&self, location: LocationId, level: usize) -> Vec<Lit> {
        let levels = level..self.blocked[location].len();
        levels.filter_map(|level| self.switches.get(&(location, level)).copied()).collect()
    }

    /// Whether a cube is seen to be blocked without asking the solver.
    pub fn blocks(&self, location: LocationId, level: usize, cube: &Cube) -> bool {
        let here = self.blocked[location].iter().skip(level);
        here.flatten().any(|other| is_subset(other, cube))
    }

    /// Blocks a cube at a level and below.
    pub fn block(
        &mut self,
        space: &mut Space<'_>,
        predicates: &Predicates,
        (location, level): (LocationId, usize),
        cube: Cube,
    ) {
        let here = &mut self.blocked[location];
        if here.len() <= level {
            here.resize(level + 1, vec![]);
        }
        for lower in &mut here[..=level] {
            lower.retain(|other| !is_subset(&cube, other));
        }
        let words = &mut space.words;
        let switch = *self.switches.entry((location, level)).or_insert_with(|| words.switch());
        let mut clause = vec![!switch];
        for &(id, value) in &cube {
            let lit = space.words.lit(&space.terms, predicates.term(id));
            clause.push(if value { !lit } else { lit });
        }
        space.words.add(&clause);
        self.blocked[location][level].push(cube);
    }

    /// The cubes whose highest level this is.
    pub fn at(&self, level: usize) -> Vec<(LocationId, Cube)> {
        let mut all = vec![];
        for (location, here) in self.blocked.iter_enumerated() {
            all.extend(here.get(level).into_iter().flatten().map(|cube| (location, cube.clone())));
        }
        all
    }

    /// Whether a cube is there, with this as its highest level.
    pub fn has(&self, location: LocationId, level: usize, cube: &Cube) -> bool {
        self.blocked[location].get(level).is_some_and(|here| here.contains(cube))
    }

    /// Forgets what was blocked at a location.
    pub fn forget(&mut self, location: LocationId) {
        self.blocked[location].clear();
    }

    /// A frame of each location that a run can be at and go on.
    pub fn formulas(
        &self,
        space: &mut Space<'_>,
        predicates: &Predicates,
        level: usize,
    ) -> Vec<(LocationId, Term)> {
        let mut all = vec![];
        for (location, kind) in space.cfa.locations.iter_enumerated() {
            if !matches!(kind, Location::Block(_)) {
                continue;
            }
            let mut formula = space.terms.bool(true);
            for cube in self.blocked[location].iter().skip(level).flatten() {
                let mut meets = space.terms.bool(true);
                for &(id, value) in cube {
                    let literal = predicates.term(id);
                    let literal = if value { literal } else { space.terms.not(literal) };
                    meets = space.terms.and(meets, literal);
                }
                let blocked = space.terms.not(meets);
                formula = space.terms.and(formula, blocked);
            }
            all.push((location, formula));
        }
        all
    }
}

/// Whether all of the first is in the second, both in order.
fn is_subset(this: &Cube, that: &Cube) -> bool {
    let mut rest = that.iter();
    this.iter().all(|literal| rest.by_ref().any(|other| other == literal))
}
