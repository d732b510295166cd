//! Polynomial equalities modulo 2^w that hold at the locations of an automaton.
//!
//! For each location and width the module of relations ([`Relations`]) between its
//! variables, then between monomials of those that are left, starts with what holds at
//! the sampled points and shrinks until every edge keeps it: the greatest fixed point, as
//! in Houdini, but over all relations that generators span, not over a list of them.
//!
//! * That an edge keeps a relation is decided by normal form ([`Normaliser`]), under the
//!   relations at its source and its guard.
//! * Where the normal form doesn't tell, random values that satisfy the relations at the
//!   source are sent along the edge, inputs too. Where they end breaks the relation or
//!   not; if so, the module at the target is cut down to what holds there too. The values
//!   need not be reachable: an inductive relation must bear them.
//! * Orders that are known at the source may make equalities of conditions of the guard
//!   (`orders.rs`): `i ≤ n` is known, and the loop is left by `¬(i < n)`. So relations get from
//!   one loop to the next.
//! * A relation that is neither shown nor broken is given up.
//!
//! Widths differ: a module modulo 2^w reads every variable as an integer, so narrower
//! ones are zero-extended and wider ones truncated.

use std::collections::VecDeque;

use super::Context;
use super::affine::Relations;
use super::houdini::Conjuncts;
use super::orders;
use super::polynomial::Normaliser;
use crate::bv::eval::Evaluator;
use crate::bv::{Assignment, Op, Term, TermStore, Value};
use crate::cfa::{CfaVarId, EdgeId, Location, LocationId};
use crate::support::Fault;
use crate::support::IndexVec;
use crate::support::limits;

/// An equality that is kept by every edge, given the others.
#[derive(Clone, Debug)]
pub struct Equality {
    /// The truth value, over state variables.
    pub term: Term,
    /// Whether it is affine.
    pub linear: bool,
    /// Coefficients of the columns modulo 2^width; the sum is 0.
    row: Vec<u128>,
    /// The column that is solved for.
    pivot: usize,
    columns: Vec<Column>,
    width: u32,
}

/// A product of variables (by their places among those of the location); 1 for none.
type Column = Vec<usize>;

/// What is found at one location.
#[derive(Clone, Debug, Default)]
struct Group {
    columns: Vec<Column>,
    width: u32,
    relations: Option<Relations>,
    equalities: Vec<Equality>,
}

/// Proved equalities for each location.
pub type Equalities = IndexVec<LocationId, Vec<Equality>>;

/// Finds and proves affine equalities at all locations, as far as the budget lasts, given what is
/// `known` there.
pub fn affine(context: &mut Context<'_>, known: &Conjuncts) -> Equalities {
    let proved = IndexVec::filled(Vec::new(), context.cfa.locations.len());
    let mut miner = Miner { proved, context, known };
    for width in miner.widths() {
        miner.stabilise(width, Miner::linear_columns);
    }
    miner.proved
}

/// Affine equalities that hold at all sampled points of their location, whatever edges make of them.
pub fn sampled(context: &mut Context<'_>) -> Equalities {
    let locations = context.cfa.locations.len();
    let nothing = IndexVec::filled(Vec::new(), locations);
    let proved = IndexVec::filled(Vec::new(), locations);
    let mut miner = Miner { proved, context, known: &nothing };
    for width in miner.widths() {
        let mut groups = miner.groups(width, Miner::linear_columns);
        for (location, group) in groups.iter_mut_enumerated() {
            miner.proved[location].append(&mut group.equalities);
        }
    }
    miner.proved
}

/// Adds affine equalities that are known only with what is `known` by now; says whether there are
/// any. Those that were `proved` stay, whatever becomes of the search: what is known may rest on
/// them.
pub fn add_affine(context: &mut Context<'_>, proved: &mut Equalities, known: &Conjuncts) -> bool {
    let mut any = false;
    let found = affine(context, known).into_items();
    for (proved, mut new) in proved.iter_mut().zip(found) {
        let mut normaliser = Normaliser::new(&context.terms);
        proved.iter().for_each(|equality| normaliser.assume(equality.term, 0));
        new.retain(|equality| normaliser.truth(equality.term) != Some(true));
        any |= !new.is_empty();
        proved.append(&mut new);
    }
    any
}

/// Adds equalities of a higher degree, given what is `known`; says whether there are any.
pub fn add_powers(context: &mut Context<'_>, proved: &mut Equalities, known: &Conjuncts) -> bool {
    let mut miner = Miner { proved: std::mem::take(proved), context, known };
    for width in miner.widths().into_iter().filter(|&width| width > 1) {
        miner.stabilise(width, Miner::power_columns);
    }
    *proved = miner.proved;
    proved.iter().flatten().any(|equality| !equality.linear)
}

struct Miner<'a, 'b> {
    context: &'a mut Context<'b>,
    proved: Equalities,
    known: &'a Conjuncts,
}

impl Miner<'_, '_> {
    /// The widths of variables, the largest first: a wide equality may define narrow ones.
    fn widths(&self) -> Vec<u32> {
        self.context.widths().into_iter().rev().collect()
    }

    /// The columns of a module modulo 2^width: variables that are not defined by others.
    fn linear_columns(&self, location: LocationId, width: u32) -> Vec<Column> {
        let free = self.free(location);
        let is_wide = |&place: &usize| (width > 1) == (self.width_of(location, place) > 1);
        let mut places: Vec<usize> = free.into_iter().filter(is_wide).collect();
        places.truncate(limits::EQUATED_VARIABLES);
        let fits = |&place: &usize| self.width_of(location, place) == width;
        if !places.iter().any(fits) {
            return Vec::new();
        }
        std::iter::once(vec![]).chain(places.into_iter().map(|place| vec![place])).collect()
    }

    /// The same with monomials of a higher degree.
    fn power_columns(&self, location: LocationId, width: u32) -> Vec<Column> {
        let mut places = self.free(location);
        places.retain(|&place| self.width_of(location, place) == width);
        // One value only: its powers say nothing.
        let points = &self.context.samples[location].points;
        places.retain(|&place| points.iter().any(|point| point[place] != points[0][place]));
        if places.len() < 2 {
            return Vec::new();
        }
        let cubed = places.len() <= limits::CUBED_VARIABLES;
        places.truncate(limits::SQUARED_VARIABLES);
        let mut columns: Vec<Column> = vec![vec![]];
        let mut last: Vec<Column> = vec![vec![]];
        for _ in 0..if cubed { 3 } else { 2 } {
            let longer = last.iter().flat_map(|column| {
                let highest = column.last().copied().unwrap_or(0);
                let next = places.iter().filter(move |&&place| place >= highest);
                next.map(move |&place| [column.as_slice(), &[place]].concat())
            });
            last = longer.collect();
            columns.extend(last.iter().cloned());
        }
        columns
    }

    /// The places of variables that no equality defines.
    fn free(&self, location: LocationId) -> Vec<usize> {
        let defined = |place: usize| {
            self.proved[location].iter().any(|equality| {
                let twos = equality.row[equality.pivot].trailing_zeros();
                equality.columns[equality.pivot] == [place]
                    && self.width_of(location, place) <= equality.width - twos
            })
        };
        let count = self.context.samples[location].vars.len();
        (0..count).filter(|&place| !defined(place)).collect()
    }

    fn width_of(&self, location: LocationId, place: usize) -> u32 {
        self.context.width(self.context.samples[location].vars[place])
    }

    /// What holds at the sampled points of each location but the entry.
    fn groups(
        &mut self,
        width: u32,
        columns: impl Fn(&Self, LocationId, u32) -> Vec<Column>,
    ) -> IndexVec<LocationId, Group> {
        let locations = self.context.cfa.locations.indices();
        let mut groups: IndexVec<LocationId, Group> = locations
            .map(|location| {
                let is_block = matches!(self.context.cfa.locations[location], Location::Block(_));
                if !is_block || location == self.context.cfa.entry {
                    return Group::default();
                }
                self.start(location, columns(self, location, width), width)
            })
            .collect();
        for (location, group) in groups.iter_mut_enumerated() {
            self.solve(location, group);
        }
        groups
    }

    /// Finds the largest modules over the given columns that all edges keep, and adds
    /// them to what is proved.
    fn stabilise(&mut self, width: u32, columns: impl Fn(&Self, LocationId, u32) -> Vec<Column>) {
        let mut groups = self.groups(width, columns);
        let edges = self.context.cfa.edges.indices();
        let mut queue: VecDeque<EdgeId> = edges.collect();
        while let Some(edge) = queue.pop_front() {
            if self.context.budget.exhausted().is_some() {
                return;
            }
            let target = self.context.cfa.edges[edge].target;
            if groups[target].equalities.is_empty() || !self.check(edge, &mut groups) {
                continue;
            }
            self.solve(target, &mut groups[target]);
            for (id, other) in self.context.cfa.edges.iter_enumerated() {
                if (other.target == target || other.source == target) && !queue.contains(&id) {
                    queue.push_back(id);
                }
            }
        }
        for (location, group) in groups.iter_mut_enumerated() {
            self.proved[location].append(&mut group.equalities);
        }
    }

    /// The relations that hold at the sampled points.
    fn start(&self, location: LocationId, columns: Vec<Column>, width: u32) -> Group {
        let points = &self.context.samples[location].points;
        if columns.is_empty() || points.is_empty() {
            return Group::default();
        }
        let mut relations = Relations::all(width, columns.len());
        for point in points {
            relations.meet(&values(&columns, point));
        }
        Group { columns, width, relations: Some(relations), equalities: Vec::new() }
    }

    /// Writes the relations of a group as equalities, but for those that are known.
    fn solve(&mut self, location: LocationId, group: &mut Group) {
        let Some(relations) = &group.relations else { return };
        let vars = &self.context.samples[location].vars;
        let solved = relations.solved();
        let write = |(row, pivot): (Vec<u128>, usize)| {
            let terms = &mut self.context.terms;
            let vars: Vec<Term> = vars.iter().map(|&var| self.context.cfa.vars[var].term).collect();
            let term = equation(terms, &vars, &group.columns, &row, pivot, group.width);
            let linear = group.columns.iter().zip(&row).all(|(c, &r)| c.len() < 2 || r == 0);
            let (columns, width) = (group.columns.clone(), group.width);
            Equality { term, linear, row, pivot, columns, width }
        };
        let mut equalities: Vec<Equality> = solved.into_iter().map(write).collect();
        let mut normaliser = Normaliser::new(&self.context.terms);
        for known in &self.proved[location] {
            normaliser.assume(known.term, 0);
        }
        equalities.retain(|equality| normaliser.truth(equality.term) != Some(true));
        group.equalities = equalities;
    }

    /// Whether an edge cuts down the relations at its target.
    fn check(&mut self, edge: EdgeId, groups: &mut IndexVec<LocationId, Group>) -> bool {
        let (source, target) = {
            let edge = &self.context.cfa.edges[edge];
            (edge.source, edge.target)
        };
        let after: Vec<Term> = groups[target]
            .equalities
            .iter()
            .map(|equality| {
                self.context.substitutions[edge].apply(&mut self.context.terms, equality.term)
            })
            .collect();
        let by_order = self.by_order(edge);
        let mut normaliser = Normaliser::new(&self.context.terms);
        for known in self.proved[source].iter().chain(&groups[source].equalities) {
            normaliser.assume(known.term, 0);
        }
        by_order.iter().for_each(|&equality| normaliser.assume(equality, 0));
        self.known[source].iter().for_each(|&known| normaliser.bound(known, 0));
        let guard = &self.context.cfa.edges[edge].guard;
        for &condition in guard {
            normaliser.assume(condition, 0);
        }
        let doubtful: Vec<usize> =
            (0..after.len()).filter(|&place| !normaliser.implies(guard, after[place])).collect();
        if doubtful.is_empty() || Fault::EqualitiesCheck.is_planted() {
            return false;
        }
        let mut cut = false;
        for _ in 0..limits::EQUALITY_PROBES {
            let Some(point) = self.probe(edge, &groups[source], &by_order) else { continue };
            let group = &mut groups[target];
            let values = values(&group.columns, &point);
            cut |= group.relations.as_mut().is_some_and(|relations| relations.meet(&values));
        }
        if !cut {
            let gone: Vec<Vec<u128>> = doubtful
                .iter()
                .map(|&place| groups[target].equalities[place].row.clone())
                .collect();
            let relations = groups[target].relations.as_mut();
            relations.expect("it has equalities").give_up(|row| gone.iter().any(|g| g == row));
        }
        true
    }

    /// Equalities that hold where an edge is taken, by orders.
    fn by_order(&mut self, edge: EdgeId) -> Vec<Term> {
        let edge = &self.context.cfa.edges[edge];
        let known = &self.known[edge.source];
        let found = orders::equalities(&mut self.context.terms, known, &edge.guard);
        found.into_iter().map(|(_, equality)| equality).collect()
    }

    /// A random point that satisfies the equalities at an edge's source and those by order, sent
    /// along the edge; `None` if the edge can't be taken from there.
    fn probe(&mut self, edge: EdgeId, group: &Group, by_order: &[Term]) -> Option<Vec<u128>> {
        let context = &mut *self.context;
        let (source, target) = (context.cfa.edges[edge].source, context.cfa.edges[edge].target);
        let mut point = context.random_point(source);
        let known = self.proved[source].iter().chain(&group.equalities);
        let by_order: Vec<(usize, Side)> =
            by_order.iter().filter_map(|&term| context.sides(source, term)).collect();
        // Each may disturb what another has set.
        for _ in 0..limits::EQUALITY_ROUNDS {
            for (place, side) in &by_order {
                point[*place] = side.value(&point);
            }
            for equality in known.clone() {
                equality.enforce(&mut point, |place| {
                    context.width(context.samples[source].vars[place])
                });
            }
        }
        if !by_order.iter().all(|(place, side)| point[*place] == side.value(&point)) {
            return None;
        }
        if !known.clone().all(|equality| equality.holds(&point)) {
            return None;
        }
        let mut assignment: Assignment = context.random_assignment();
        for (&var, &value) in context.samples[source].vars.iter().zip(&point) {
            let symbol = context.terms.as_symbol(context.cfa.vars[var].term)?;
            assignment.insert(symbol, Value::new(context.width(var), value));
        }
        let mut evaluator = Evaluator::new(&context.terms, &assignment);
        let edge_data = &context.cfa.edges[edge];
        if !edge_data.guard.iter().all(|&condition| evaluator.eval(condition).is_true()) {
            return None;
        }
        let after = |var: &CfaVarId| {
            let update = edge_data.update.iter().find(|update| update.0 == *var);
            let term = update.map_or(context.cfa.vars[*var].term, |update| update.1);
            evaluator.eval(term).small()
        };
        context.samples[target].vars.iter().map(after).collect()
    }
}

/// What a variable equals.
#[derive(Clone, Copy, Debug)]
enum Side {
    Variable(usize),
    Constant(u128),
}

impl Side {
    fn value(self, point: &[u128]) -> u128 {
        match self {
            Self::Variable(place) => point[place],
            Self::Constant(bits) => bits,
        }
    }
}

impl Context<'_> {
    /// The sides of an equality of a variable of a location and another, or a constant.
    fn sides(&self, location: LocationId, equality: Term) -> Option<(usize, Side)> {
        let &[a, b] = self.terms.args(equality) else { return None };
        let vars = &self.samples[location].vars;
        let place = |term| vars.iter().position(|&var| self.cfa.vars[var].term == term);
        let side = |term| {
            let constant = || Some(Side::Constant(self.terms.as_const(term)?.small()?));
            place(term).map(Side::Variable).or_else(constant)
        };
        let sides = |a, b| Some((place(a)?, side(b)?));
        sides(a, b).or_else(|| sides(b, a))
    }
}

impl Equality {
    /// Sets the variable that is solved for.
    fn enforce(&self, point: &mut [u128], width_of: impl Fn(usize) -> u32) {
        let &[place] = self.columns[self.pivot].as_slice() else { return };
        let mut row = self.row.clone();
        let twos = std::mem::take(&mut row[self.pivot]).trailing_zeros();
        let rest = sum(&row, &values(&self.columns, point)).wrapping_neg() & low(self.width);
        let (bits, value) = (low(self.width - twos), rest >> twos);
        point[place] = (point[place] & !bits | value) & low(width_of(place));
    }

    fn holds(&self, point: &[u128]) -> bool {
        sum(&self.row, &values(&self.columns, point)) & low(self.width) == 0
    }
}

fn low(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

fn sum(row: &[u128], values: &[u128]) -> u128 {
    row.iter().zip(values).fold(0, |sum, (c, x)| sum.wrapping_add(c.wrapping_mul(*x)))
}

/// The values of columns at a point.
fn values(columns: &[Column], point: &[u128]) -> Vec<u128> {
    let product = |column: &Column| column.iter().fold(1u128, |p, &i| p.wrapping_mul(point[i]));
    columns.iter().map(product).collect()
}

/// A relation as an equation with positive coefficients on both sides, the column that is
/// solved for on the left.
pub(super) fn equation(
    terms: &mut TermStore,
    vars: &[Term],
    columns: &[Column],
    row: &[u128],
    pivot: usize,
    width: u32,
) -> Term {
    let twos = row[pivot].trailing_zeros();
    let width = width - twos;
    let mut sides: [Vec<Term>; 2] = [Vec::new(), Vec::new()];
    for (column, &coefficient) in columns.iter().zip(row) {
        let coefficient = (coefficient >> twos) & low(width);
        let negated = coefficient.wrapping_neg() & low(width);
        if coefficient == 0 {
            continue;
        }
        let (side, factor) = if coefficient <= negated { (0, coefficient) } else { (1, negated) };
        let mut product = terms.number(width, factor);
        for (i, &place) in column.iter().enumerate() {
            let var = resized(terms, vars[place], width);
            product = if i == 0 && factor == 1 { var } else { terms.app(Op::Mul, &[product, var]) };
        }
        sides[side].push(product);
    }
    let zero = terms.number(width, 0);
    let [left, right] = sides.map(|side| {
        side.into_iter().reduce(|sum, term| terms.app(Op::Add, &[sum, term])).unwrap_or(zero)
    });
    terms.eq(left, right)
}

/// The low bits of a term, or the term with leading zeros.
pub(super) fn resized(terms: &mut TermStore, term: Term, width: u32) -> Term {
    match terms.width(term) {
        w if w < width => terms.app(Op::ZeroExtend(width), &[term]),
        w if w > width => terms.extract(term, width - 1, 0),
        _ => term,
    }
}
