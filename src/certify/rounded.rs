//! What always holds of floating-point results, said without computing them.
//!
//! An operation on numbers is rounded monotonically (IEEE 754-2019, 4.3), so its result lies
//! between those for the ends of the intervals that its operands lie in. That is stated: if the
//! operands are in these intervals, the result is in that one.
//!
//! Any intervals make a true statement, so where they come from is not trusted. Trusted is what is
//! stated: [`of_corners`] and [`within`].

use smallvec::SmallVec;

use crate::bounds::{self, Known};
use crate::bv::{FloatOp, Format, Op, Term, TermStore, Value};

/// The bits of a least and a greatest number.
pub(super) type Ends = (u128, u128);

/// That the result lies between those for the ends that are known of the operands, if they do;
/// `None` if nothing is known.
pub(super) fn stated(
    terms: &mut TermStore,
    op: FloatOp,
    args: &[Term],
    known: &[Known],
    result: Term,
) -> Option<Term> {
    let format = format(op)?;
    let known: Option<SmallVec<[Ends; 3]>> =
        known.iter().map(|known| bounds::ends(format, known)).collect();
    let known = known?;
    let of_result = of_corners(op, format, &known)?;
    Some(implied(terms, format, (args, &known), (result, of_result)))
}

/// The format of operands and result, of an operator whose result is rounded.
pub(super) fn format(op: FloatOp) -> Option<Format> {
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
pub(super) fn within(
    terms: &mut TermStore,
    format: Format,
    word: Term,
    (least, most): Ends,
) -> Term {
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
    use crate::bv::float::samples::random_number;
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

    /// What is stated of results holds of all values, also if the bounds of operands are wrong.
    #[test]
    fn what_is_stated_is_true_of_all_values() {
        for op in ops(MINI) {
            let mut terms = TermStore::new();
            let names = ["x", "y", "result"];
            let symbols = names.map(|name| terms.symbol(name, 8));
            let args: Vec<Term> = (0..op.arity()).map(|index| symbols[index % 2]).collect();
            // From 0.5 to 3.5 each.
            let known = Known::between(8, 0x30, 0x46).expect("not empty");
            let known = vec![known; op.arity()];
            let said = stated(&mut terms, op, &args, &known, symbols[2]).expect("something");
            for bits in 0..1u128 << 16 {
                let inputs = [bits & 0xff, bits >> 8];
                let row: Vec<u128> = (0..op.arity()).map(|index| inputs[index % 2]).collect();
                let values = [inputs[0], inputs[1], applied(op, &row)];
                let values: Assignment = symbols
                    .iter()
                    .zip(values)
                    .map(|(&it, bits)| (terms.as_symbol(it).expect("one"), Value::new(8, bits)))
                    .collect();
                assert!(eval(&terms, said, &values).is_true(), "{op:?} {inputs:x?}");
            }
        }
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
