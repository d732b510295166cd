//! Candidates about floating-point numbers: `x <= y` of two variables of one format, where it held
//! at all sampled points of a location. (Bounds by constants are found by intervals.)
//!
//! Words do not say what they are: a variable is a number if an operator takes it for one.

use rustc_hash::FxHashMap;

use super::Context;
use crate::bv::{FloatOp, Format, Node, Op, Term, TermStore};
use crate::cfa::LocationId;
use crate::support::limits;

/// The formats of the symbols that floating-point operators read.
pub fn formats(terms: &TermStore) -> FxHashMap<Term, Format> {
    let mut formats: FxHashMap<Term, Format> = FxHashMap::default();
    for place in (0..terms.len()).rev() {
        let term = Term(place as u32);
        let Node::App(op, _) = terms.node(term) else { continue };
        let args = terms.args(term);
        let (read, format) = match (op, formats.get(&term).copied()) {
            (Op::Float(op), _) => (args, op.operand_format()),
            (Op::Ite, format) => (&args[1..], format),
            (Op::Xor, format) => (args, format),
            _ => (&args[..0], None),
        };
        if let Some(format) = format {
            formats.extend(read.iter().map(|&arg| (arg, format)));
        }
    }
    formats.retain(|&term, _| terms.as_symbol(term).is_some());
    formats
}

/// The orders at one location.
pub fn candidates(context: &mut Context<'_>, location: LocationId) -> Vec<Term> {
    let sampled = &context.samples[location];
    let number = |(place, &var)| {
        let term = context.cfa.vars[var].term;
        Some((place, term, *context.numbers.get(&term)?))
    };
    let mut numbers: Vec<(usize, Term, Format)> =
        sampled.vars.iter().enumerate().filter_map(number).collect();
    numbers.truncate(limits::ORDERED_VARIABLES);
    let mut found = Vec::new();
    for &(a, low, format) in &numbers {
        for &(b, high, other) in numbers.iter().filter(|it| it.0 != a) {
            let holds = |point: &Vec<u128>| {
                let both = rank(format, point[a]).zip(rank(format, point[b]));
                both.is_some_and(|(low, high)| low <= high)
            };
            let differ = sampled.points.iter().any(|point| point[a] != point[b]);
            if other == format && differ && sampled.points.iter().all(holds) {
                found.push((format, low, high));
            }
        }
    }
    found.into_iter().map(|(format, a, b)| at_most(&mut context.terms, format, a, b)).collect()
}

/// `a <= b`: never of a NaN.
fn at_most(terms: &mut TermStore, format: Format, a: Term, b: Term) -> Term {
    let less = terms.app(Op::Float(FloatOp::Less(format)), &[a, b]);
    let equal = terms.app(Op::Float(FloatOp::Equal(format)), &[a, b]);
    terms.app(Op::Or, &[less, equal])
}

/// A whole number that is ordered as the number is, with both zeros as 0; none for a NaN.
fn rank(format: Format, bits: u128) -> Option<i128> {
    let magnitude = bits & !format.sign();
    let rank = magnitude as i128;
    let signed = if bits == magnitude { rank } else { -rank };
    (magnitude <= format.infinity()).then_some(signed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::Value;

    #[test]
    fn ranks_are_ordered_as_numbers_are() {
        let all: Vec<u128> = (0..256).collect();
        for (&a, &b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            let [first, second] = [a, b].map(|bits| Value::new(8, bits));
            let is = |op: fn(Format) -> FloatOp| {
                Op::Float(op(Format::Mini)).apply(&[&first, &second]).is_true()
            };
            let ranks = rank(Format::Mini, a).zip(rank(Format::Mini, b));
            assert_eq!(is(FloatOp::Less), ranks.is_some_and(|(a, b)| a < b), "{a} {b}");
            assert_eq!(is(FloatOp::Equal), ranks.is_some_and(|(a, b)| a == b), "{a} {b}");
        }
    }
}
