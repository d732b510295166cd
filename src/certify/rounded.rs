//! Conditions without the circuits of floating-point operators.
//!
//! An operation on numbers is rounded monotonically (IEEE 754-2019, 4.3), so its result lies
//! between those for the ends of the intervals that its operands lie in. A condition is made
//! stronger by taking each result for anything of which only that holds: if the operands are in
//! these intervals, the result is in that one. Solvers need no circuits then. Where the stronger
//! condition does not hold, nothing is said of the original one.
//!
//! Any intervals make a true statement, so where they come from is not trusted ([`crate::bounds`]
//! under the condition's assumptions). Trusted is what is stated: [`of_corners`] and [`within`].

use smallvec::SmallVec;

use super::conditions::Condition;
use crate::bounds::{self, Edge};
use crate::bv::{FloatOp, Format, Node, Op, Term, TermStore, Value};

/// The bits of a least and a greatest number.
type Ends = (u128, u128);

/// A condition that says more, and speaks of no sum, product, quotient or root; `None` if there
/// is none in it, or nothing is known of any.
pub(super) fn stronger(condition: &Condition) -> Option<Condition> {
    let old = &condition.terms;
    let is_rounded = |place: usize| match old.node(Term(place as u32)) {
        Node::App(Op::Float(op), _) => format(*op).is_some(),
        _ => false,
    };
    if !(0..old.len()).any(is_rounded) {
        return None;
    }
    let anything = |_| None;
    let mut edge = Edge::take(old, &condition.assumptions, &anything)?;
    let mut terms = TermStore::new();
    let mut made: Vec<Term> = Vec::with_capacity(old.len());
    let mut assumptions = Vec::new();
    for place in 0..old.len() {
        let term = Term(place as u32);
        let args: SmallVec<[Term; 3]> =
            old.args(term).iter().map(|arg| made[arg.0 as usize]).collect();
        let rounded = match old.node(term) {
            Node::App(Op::Float(op), _) => format(*op).map(|format| (*op, format)),
            _ => None,
        };
        made.push(match (old.node(term), rounded) {
            (_, Some((op, format))) => {
                let result = terms.symbol(format!("result {place}"), format.width());
                let ends = |arg: &Term| bounds::ends(format, &edge.eval(*arg)?);
                let known: Option<SmallVec<[Ends; 3]>> = old.args(term).iter().map(ends).collect();
                if let Some(known) = known
                    && let Some(of_result) = of_corners(op, format, &known)
                {
                    assumptions.push(implied(
                        &mut terms,
                        format,
                        (&args, &known),
                        (result, of_result),
                    ));
                }
                result
            }
            (Node::Const(value), None) => terms.constant(value.clone()),
            (Node::Symbol(symbol), None) => {
                terms.symbol(&old.symbols()[*symbol].name, old.width(term))
            }
            (Node::App(op, _), None) => terms.app_verbatim(*op, &args),
        });
    }
    if assumptions.is_empty() {
        return None;
    }
    let made = |term: Term| made[term.0 as usize];
    assumptions.extend(condition.assumptions.iter().copied().map(made));
    let claims = condition.claims.iter().map(|&(claim, broken)| (claim, made(broken))).collect();
    Some(Condition { head: condition.head, terms, assumptions, claims })
}

/// The format of operands and result, of an operator whose result is rounded.
fn format(op: FloatOp) -> Option<Format> {
    match op {
        FloatOp::Add(format, _)
        | FloatOp::Mul(format, _)
        | FloatOp::Div(format, _)
        | FloatOp::Fma(format, _)
        | FloatOp::Sqrt(format, _) => Some(format),
        // Few gates, or another format.
        FloatOp::Integral(..)
        | FloatOp::Equal(_)
        | FloatOp::Less(_)
        | FloatOp::IsNan(_)
        | FloatOp::Convert { .. }
        | FloatOp::ToInteger { .. }
        | FloatOp::FromInteger { .. } => None,
    }
}

/// Ends of the results for finite operands between these ends: the least and the greatest at
/// their corners, as a result rises or falls with each operand while the others stay. `None` if
/// an end is infinite, a divisor may be zero or a root may be one of a negative number: only
/// then may a result be a NaN, or jump.
fn of_corners(op: FloatOp, format: Format, ends: &[Ends]) -> Option<Ends> {
    let is_finite = |bits: u128| bits & !format.sign() < format.infinity();
    let is_negative = |bits: u128| bits & format.sign() != 0;
    if !ends.iter().all(|&(least, most)| is_finite(least) && is_finite(most)) {
        return None;
    }
    let is_zero = |bits: u128| bits & !format.sign() == 0;
    let allowed = match (op, ends) {
        (FloatOp::Div(..), &[_, (least, most)]) => {
            is_negative(least) == is_negative(most) && !is_zero(least) && !is_zero(most)
        }
        (FloatOp::Sqrt(..), &[(least, _)]) => !is_negative(least),
        _ => true,
    };
    if !allowed {
        return None;
    }
    let corner = |corner: u32| -> u128 {
        let end = |(index, &(least, most)): (usize, &Ends)| {
            let bits = if corner >> index & 1 == 0 { least } else { most };
            Value::new(format.width(), bits)
        };
        let args: SmallVec<[Value; 3]> = ends.iter().enumerate().map(end).collect();
        let args: SmallVec<[&Value; 3]> = args.iter().collect();
        op.apply(&args).small().expect("numbers have at most 128 bits")
    };
    let results: Vec<u128> = (0..1 << ends.len()).map(corner).collect();
    if results.iter().any(|&bits| format.is_nan(bits)) {
        return None;
    }
    let least = results.iter().copied().min_by_key(|&bits| format.place(bits))?;
    let most = results.iter().copied().max_by_key(|&bits| format.place(bits))?;
    Some((least, most))
}

/// That a number lies between two ends, and is no NaN, as comparisons of words.
fn within(terms: &mut TermStore, format: Format, word: Term, (least, most): Ends) -> Term {
    let width = format.width();
    let [low, high] = [least, most].map(|bits| terms.number(width, bits));
    let is_negative = |bits: u128| bits & format.sign() != 0;
    let both = match (is_negative(least), is_negative(most)) {
        (false, false) => [(Op::Ule, low, word), (Op::Ule, word, high)],
        // Of negative numbers the greater has the smaller bits.
        (true, true) => [(Op::Ule, high, word), (Op::Ule, word, low)],
        // As unsigned words negative numbers are beyond the others, as signed ones before.
        (true, false) => [(Op::Ule, word, low), (Op::Sle, word, high)],
        (false, true) => return terms.bool(false),
    };
    let [one, other] = both.map(|(op, a, b)| terms.app_verbatim(op, &[a, b]));
    terms.app_verbatim(Op::And, &[one, other])
}

/// If all operands lie between their ends, so does the result.
fn implied(
    terms: &mut TermStore,
    format: Format,
    (args, known): (&[Term], &[Ends]),
    (result, ends): (Term, Ends),
) -> Term {
    let mut all = within(terms, format, result, ends);
    for (&arg, &ends) in args.iter().zip(known) {
        let inside = within(terms, format, arg, ends);
        let outside = terms.app_verbatim(Op::Not, &[inside]);
        all = terms.app_verbatim(Op::Or, &[outside, all]);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::eval;
    use crate::bv::float::tests::random_number;
    use crate::bv::{Assignment, Rounding};
    use crate::support::Random;

    const MINI: Format = Format::Mini;

    fn ops(format: Format) -> Vec<FloatOp> {
        let of = |rounding| {
            [FloatOp::Add, FloatOp::Mul, FloatOp::Div, FloatOp::Fma, FloatOp::Sqrt]
                .map(|op| op(format, rounding))
        };
        Rounding::ALL.into_iter().flat_map(of).collect()
    }

    fn lies_in(format: Format, bits: u128, (least, most): Ends) -> bool {
        let at = |bits| format.place(bits);
        !format.is_nan(bits) && at(least) <= at(bits) && at(bits) <= at(most)
    }

    #[test]
    fn comparisons_of_words_say_what_lies_between() {
        let mut terms = TermStore::new();
        let word = terms.symbol("x", 8);
        let symbol = terms.as_symbol(word).expect("a symbol");
        let numbers: Vec<u128> = (0..256).filter(|&bits| !MINI.is_nan(bits)).collect();
        for &least in numbers.iter().step_by(3) {
            for &most in numbers.iter().step_by(5) {
                if MINI.place(least) > MINI.place(most) {
                    continue;
                }
                let said = within(&mut terms, MINI, word, (least, most));
                for bits in 0..256 {
                    let values: Assignment = [(symbol, Value::new(8, bits))].into_iter().collect();
                    let expected = lies_in(MINI, bits, (least, most));
                    assert_eq!(
                        eval(&terms, said, &values).is_true(),
                        expected,
                        "{least} {most} {bits}"
                    );
                }
            }
        }
    }

    /// All members of drawn intervals.
    #[test]
    fn results_lie_between_those_of_the_ends() {
        let random = &mut Random::new(7);
        let mut stated = 0;
        for _ in 0..250 {
            for op in ops(MINI) {
                let ends: Vec<Ends> = (0..op.arity())
                    .map(|_| {
                        let (a, b) = (random.below(256).into(), random.below(256).into());
                        if MINI.place(a) <= MINI.place(b) { (a, b) } else { (b, a) }
                    })
                    .collect();
                let Some(of_result) = of_corners(op, MINI, &ends) else { continue };
                stated += 1;
                let mut rows: Vec<Vec<u128>> = vec![vec![]];
                for &ends in &ends {
                    let step = if op.arity() == 3 { 7 } else { 1 };
                    let members = (0..256).filter(|&bits| lies_in(MINI, bits, ends)).step_by(step);
                    let members: Vec<u128> = members.collect();
                    rows = rows
                        .iter()
                        .flat_map(|row| members.iter().map(|&bits| [&row[..], &[bits]].concat()))
                        .collect();
                }
                for row in rows {
                    let result = applied(op, &row);
                    assert!(lies_in(MINI, result, of_result), "{op:?} {ends:?} {row:?}");
                }
            }
        }
        assert!(stated > 1_000, "{stated}");
    }

    /// What is stated of results holds of all values, also of those that the assumptions exclude,
    /// and if the bounds of operands are wrong.
    #[test]
    fn what_is_stated_is_true_of_all_values() {
        use crate::program::BlockId;
        let mut stated = 0;
        for op in ops(MINI) {
            let mut terms = TermStore::new();
            let symbols = [terms.symbol("x", 8), terms.symbol("y", 8)];
            let args: Vec<Term> = (0..op.arity()).map(|index| symbols[index % 2]).collect();
            let result = terms.app_verbatim(Op::Float(op), &args);
            let sum = FloatOp::Add(MINI, Rounding::NearestEven);
            let sum = terms.app_verbatim(Op::Float(sum), &[result, symbols[0]]);
            // From 0.5 to 3.5 each.
            let ends = [[0x30, 0x46], [0x30, 0x46]];
            let mut assumptions = vec![];
            for (symbol, [least, most]) in symbols.into_iter().zip(ends) {
                assumptions.push(within(&mut terms, MINI, symbol, (least, most)));
            }
            let broken = terms.app_verbatim(Op::Eq, &[sum, result]);
            let claims = vec![(crate::certify::conditions::Claim::Initial(0), broken)];
            let condition = Condition { head: BlockId(0), terms, assumptions, claims };
            let made = stronger(&condition).expect("something is known");
            let own = made.assumptions.len() - condition.assumptions.len();
            stated += own;
            for bits in 0..1u128 << 16 {
                let inputs = [bits & 0xff, bits >> 8];
                let of = |symbol: Term| {
                    let place = symbols.iter().position(|it| *it == symbol).expect("one of both");
                    Value::new(8, inputs[place])
                };
                let values: Assignment = symbols
                    .iter()
                    .map(|&it| (condition.terms.as_symbol(it).expect("a symbol"), of(it)))
                    .collect();
                let same: Assignment = made
                    .terms
                    .symbols()
                    .iter_enumerated()
                    .map(|(id, symbol)| {
                        let term = match symbol.name.strip_prefix("result ") {
                            Some(place) => Term(place.parse().expect("a number")),
                            None => symbols[usize::from(symbol.name == "y")],
                        };
                        (id, eval(&condition.terms, term, &values))
                    })
                    .collect();
                for &assumption in &made.assumptions[..own] {
                    assert!(eval(&made.terms, assumption, &same).is_true(), "{op:?} {inputs:x?}");
                }
            }
        }
        assert!(stated > ops(MINI).len(), "{stated}");
    }

    /// Drawn operands in drawn intervals of wider formats.
    #[test]
    fn results_of_wide_formats_lie_between_those_of_the_ends() {
        let random = &mut Random::new(8);
        for format in [Format::Half, Format::Single, Format::Double, Format::Extended] {
            for op in ops(format) {
                for _ in 0..200 {
                    let mut row = vec![];
                    let mut ends: Vec<Ends> = vec![];
                    for _ in 0..op.arity() {
                        let mut all: Vec<u128> = vec![random_number(random, format, 0)];
                        all.push(random_number(random, format, all[0]));
                        all.push(random_number(random, format, all[0]));
                        all.sort_by_key(|&bits| format.place(bits));
                        ends.push((all[0], all[2]));
                        row.push(all[1]);
                    }
                    if let Some(of_result) = of_corners(op, format, &ends) {
                        let result = applied(op, &row);
                        assert!(lies_in(format, result, of_result), "{op:?} {ends:x?} {row:x?}");
                    }
                }
            }
        }
    }

    fn applied(op: FloatOp, row: &[u128]) -> u128 {
        let values: Vec<Value> =
            row.iter().map(|&bits| Value::new(op.operand_width(), bits)).collect();
        op.apply(&values.iter().collect::<Vec<_>>()).small().expect("a number")
    }
}
