//! Bounds that linear filters keep: `y = 1.5·y1 − 0.7·y2 + x` stays small for small `x`, though
//! each of its intervals grows for ever.
//!
//! Of the floating-point variables of which intervals know nothing, some sums Σ c·v are bounded
//! together: a polyhedron with fixed directions (Sankaranarayanan, Sipma, Manna: Scalable
//! Analysis of Linear Systems Using Mathematical Programming, VMCAI 2005). The directions are
//! those of the variables and what edges make of them, backwards (`directions.rs`): behind an
//! edge the sum for `c` is the one for `c·A` before it, plus inputs. Where all that is left of a
//! direction is small, it is bounded by the variables' own bounds, and the chain ends. That makes
//! the bounds a system of inequalities with one variable for each direction, of which the least
//! solution is approached by iteration, and made a little wider, for rounding.
//!
//! Everything here is computed with ordinary floating-point numbers, so nothing of it is known
//! before it was checked: [`crate::certify`] does that with rounding errors bounded exactly.

mod directions;
mod edges;
mod ways;

use rustc_hash::FxHashSet;

use self::directions::Directions;
use super::numbers::formats;
use super::ranges;
use super::sums::{BoundedSum, Filters, convert};
use crate::bounds::{self, Known};
use crate::bv::{FloatOp, Format, Node, Op, Rounding, Term, Value};
use crate::cfa::large::{self, Blocks};
use crate::cfa::{Cfa, Edge, Location, LocationId};
use crate::support::Budget;

/// How much wider than the iteration's result bounds are made, in units of the last place of the
/// format: a base-2 logarithm.
#[derive(Clone, Copy, Debug)]
pub struct Slack(pub i32);

/// Looks for bounds that filters keep. `None` if there are no filters.
pub fn find(single: &Cfa, slack: Slack, budget: &Budget) -> Option<Filters> {
    let is_sum = |place: usize| match single.terms.node(Term(place as u32)) {
        Node::App(op, _) => matches!(op, Op::Float(FloatOp::Add(..) | FloatOp::Fma(..))),
        Node::Const(_) | Node::Symbol(_) => false,
    };
    if !(0..single.terms.len()).any(is_sum) {
        return None;
    }
    let single = beyond_goals(single);
    let ranges = ranges::analyse(&single, budget);
    let cfa = large::summarise(&single, Blocks::Loops);
    let numbers = formats(&cfa.terms);
    let cfa = ways::split(cfa, &numbers);
    let directions = Directions::of(&cfa, &ranges)?;
    let bounds = directions.bounds(slack);
    let mut filters = Filters::default();
    for (direction, known) in directions.all.iter().zip(bounds) {
        let (Some(known), Location::Block(block)) = (known, &cfa.locations[direction.at]) else {
            continue;
        };
        let factor = |&(var, factor): &(_, f64)| {
            (cfa.vars[var].value, convert(factor, direction.format, Rounding::NearestEven))
        };
        let parts = direction.factors.iter().map(factor).collect();
        let sum = BoundedSum { format: direction.format, parts, known };
        filters.at.entry(*block).or_default().push(sum);
    }
    (!filters.at.is_empty()).then_some(filters)
}

/// The automaton in which runs go on where they could have reached a goal: what goals say of
/// variables would hide what filters say.
fn beyond_goals(single: &Cfa) -> Cfa {
    let is_goal = |edge: &Edge| matches!(single.locations[edge.target], Location::Goal(_));
    let from: FxHashSet<LocationId> =
        single.edges.iter().filter(|edge| is_goal(edge)).map(|edge| edge.source).collect();
    let mut beyond = single.clone();
    for edge in beyond.edges.iter_mut() {
        if from.contains(&edge.source) && !is_goal(edge) {
            edge.guard.clear();
        }
    }
    beyond
}

/// What is known of a number between two ends, rounded outward; `None` if they are not finite.
fn between(format: Format, least: f64, most: f64) -> Option<Known> {
    let least = convert(least, format, Rounding::Down);
    let most = convert(most, format, Rounding::Up);
    let is_finite = |bits: u128| bits & !format.sign() < format.infinity();
    (is_finite(least) && is_finite(most)).then(|| bounds::between(format, least, most)).flatten()
}

/// The ends of what a number may be, if they are finite.
fn ends(format: Format, known: &Known) -> Option<(f64, f64)> {
    let (least, most) = bounds::ends(format, known)?;
    let number = |bits: u128, rounding| {
        let op = FloatOp::Convert { from: format, to: Format::Double, rounding };
        let bits = op.apply(&[&Value::new(format.width(), bits)]).small()?;
        Some(f64::from_bits(bits as u64)).filter(|number| number.is_finite())
    };
    Some((number(least, Rounding::Down)?, number(most, Rounding::Up)?))
}

#[cfg(test)]
mod tests;
