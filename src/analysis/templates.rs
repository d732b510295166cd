//! Candidates for invariants from templates: what holds at all sampled points of a
//! location and has one of a few shapes (after Ernst et al., The Daikon system for dynamic
//! detection of likely invariants, 2007).
//!
//! * Orders between two variables of one width, unsigned and signed, strict or not.
//! * Bounds of a variable by a constant of the program or a neighbour of one.
//! * Conditions of the program: each comparison in a guard, or its complement.
//!
//! Equalities are not among them: [`super::equalities`] finds those by algebra.

use rustc_hash::FxHashSet;

use super::Context;
use crate::bv::eval::Evaluator;
use crate::bv::{Assignment, Node, Op, SymbolId, Term, Value};
use crate::cfa::LocationId;
use crate::cfa::live::symbols;
use crate::support::limits;

/// The candidates at one location.
pub fn candidates(context: &mut Context<'_>, location: LocationId) -> Vec<Term> {
    if context.samples[location].points.is_empty() {
        return Vec::new();
    }
    let mut all = orders(context, location);
    all.extend(bounds(context, location));
    all.extend(conditions(context, location));
    let mut seen = FxHashSet::default();
    all.retain(|&term| context.terms.as_const(term).is_none() && seen.insert(term));
    all
}

/// The number as a signed one.
pub(super) fn signed(value: u128, width: u32) -> i128 {
    ((value << (128 - width)) as i128) >> (128 - width)
}

fn orders(context: &mut Context<'_>, location: LocationId) -> Vec<Term> {
    let mut all = Vec::new();
    for width in context.widths().into_iter().filter(|&width| width > 1) {
        let sampled = &context.samples[location];
        let fits = |&place: &usize| context.width(sampled.vars[place]) == width;
        let mut places: Vec<usize> = (0..sampled.vars.len()).filter(fits).collect();
        places.truncate(limits::ORDERED_VARIABLES);
        let mut found: Vec<(Op, usize, usize)> = Vec::new();
        for &a in &places {
            for &b in places.iter().filter(|&&b| b != a) {
                let all = |holds: &dyn Fn(u128, u128) -> bool| {
                    sampled.points.iter().all(|point| holds(point[a], point[b]))
                };
                let less = |x, y| signed(x, width) < signed(y, width);
                // Equal ones are related by an equality.
                if !all(&|x, y| x == y) {
                    let tests: [(Op, bool); 4] = [
                        (Op::Ule, all(&|x, y| x <= y)),
                        (Op::Ult, all(&|x, y| x < y)),
                        (Op::Sle, all(&|x, y| !less(y, x))),
                        (Op::Slt, all(&less)),
                    ];
                    found.extend(tests.iter().filter(|test| test.1).map(|test| (test.0, a, b)));
                }
            }
        }
        let var = |place: usize| context.cfa.vars[sampled.vars[place]].term;
        let pairs: Vec<(Op, Term, Term)> =
            found.into_iter().map(|(op, a, b)| (op, var(a), var(b))).collect();
        all.extend(pairs.into_iter().map(|(op, a, b)| context.terms.app(op, &[a, b])));
    }
    all
}

fn bounds(context: &mut Context<'_>, location: LocationId) -> Vec<Term> {
    let mut all: Vec<(Op, Term, Term)> = Vec::new();
    for (place, var) in context.samples[location].vars.clone().into_iter().enumerate() {
        let (width, term) = (context.width(var), context.cfa.vars[var].term);
        if width == 1 {
            continue;
        }
        let points = &context.samples[location].points;
        let values: Vec<u128> = match context.fixed.contains(&var) {
            // What bounds it anywhere bounds it here.
            true => context.samples.iter().flat_map(|sampled| sampled.values(var)).collect(),
            false => points.iter().map(|point| point[place]).collect(),
        };
        let limits = context.limits(width);
        // What never changes was seen with few values.
        let tried = if context.fixed.contains(&var) {
            4 * limits::TEMPLATE_BOUNDS
        } else {
            limits::TEMPLATE_BOUNDS
        };
        let mut bound = |order: Op, key: &dyn Fn(u128) -> i128| {
            let least = values.iter().map(|&v| key(v)).min().unwrap_or(0);
            let most = values.iter().map(|&v| key(v)).max().unwrap_or(0);
            let mut sorted = limits.clone();
            sorted.sort_unstable_by_key(|&limit| key(limit));
            let above = sorted.iter().filter(|&&limit| key(limit) >= most).take(tried);
            let below = sorted.iter().rev().filter(|&&limit| key(limit) <= least).take(tried);
            let (above, below): (Vec<u128>, Vec<u128>) =
                (above.copied().collect(), below.copied().collect());
            for limit in above {
                let limit = context.terms.number(width, limit);
                all.push((order, term, limit));
            }
            for limit in below {
                let limit = context.terms.number(width, limit);
                all.push((order, limit, term));
            }
        };
        // With the highest bit flipped unsigned numbers are ordered like signed ones.
        bound(Op::Ule, &|v| (v ^ 1 << 127) as i128);
        bound(Op::Sle, &|v| signed(v, width));
    }
    all.into_iter().map(|(op, a, b)| context.terms.app(op, &[a, b])).collect()
}

/// Conditions of the program over the variables of the location that had one value.
fn conditions(context: &mut Context<'_>, location: LocationId) -> Vec<Term> {
    let sampled = &context.samples[location];
    let vars: Vec<SymbolId> = sampled
        .vars
        .iter()
        .filter_map(|&var| context.terms.as_symbol(context.cfa.vars[var].term))
        .collect();
    let known: FxHashSet<SymbolId> = vars.iter().copied().collect();
    let speaks_of_these =
        |&&term: &&Term| symbols(&context.terms, &[term]).iter().all(|s| known.contains(s));
    let atoms: Vec<Term> = context.atoms.iter().filter(speaks_of_these).copied().collect();
    let mut truths: Vec<[bool; 2]> = vec![[false; 2]; atoms.len()];
    for point in &sampled.points {
        let value = |(&symbol, &bits): (&SymbolId, &u128)| {
            (symbol, Value::new(context.terms.symbols()[symbol].sort.width(), bits))
        };
        let assignment: Assignment = vars.iter().zip(point).map(value).collect();
        let mut evaluator = Evaluator::new(&context.terms, &assignment);
        for (&atom, truth) in atoms.iter().zip(&mut truths) {
            truth[usize::from(evaluator.eval(atom).is_true())] = true;
        }
    }
    let constant = atoms.into_iter().zip(truths).filter(|(_, truth)| truth[0] != truth[1]);
    let constant: Vec<(Term, bool)> = constant.map(|(atom, truth)| (atom, truth[1])).collect();
    constant
        .into_iter()
        .map(|(atom, truth)| if truth { atom } else { context.terms.not(atom) })
        .collect()
}

/// The comparisons and truth values that the guards of an automaton are made of.
pub fn atoms(context: &Context<'_>) -> Vec<Term> {
    let terms = &context.cfa.terms;
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack: Vec<Term> =
        context.cfa.edges.iter().flat_map(|edge| &edge.guard).copied().rev().collect();
    let mut atoms = Vec::new();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        let truth = terms.width(term) == 1 && terms.as_const(term).is_none();
        let connective = matches!(
            terms.node(term),
            Node::App(Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite, _)
        );
        if truth && !connective && atoms.len() < limits::TEMPLATE_CONDITIONS {
            atoms.push(term);
        }
        stack.extend(terms.args(term));
    }
    atoms
}
