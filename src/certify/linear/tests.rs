//! What is stated of sums is true of all values, and says as much as it should.

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::numbers::{Rational, at_least, at_most, number, power, short};
use super::*;
use crate::bounds::Known;
use crate::bv::float::samples::random_number;
use crate::bv::{Assignment, FloatOp, Rounding, SymbolId, Value, eval};
use crate::support::Random;

const MINI: Format = Format::Mini;

#[test]
fn bits_are_numbers() {
    let of = |format: Format, bits| number(format, bits);
    let quotient = |a: i64, b: i64| Some(Rational::new(a.into(), b.into()));
    assert_eq!(of(Format::Single, 0x3f80_0000), quotient(1, 1));
    assert_eq!(of(Format::Single, 0xc020_0000), quotient(-5, 2));
    assert_eq!(of(Format::Double, 1), Some(power(-1074)));
    assert_eq!(of(Format::Double, 0x3fb9_9999_9999_999a), quotient(0x19_9999_9999_999a, 1 << 56));
    assert_eq!(of(Format::Single, 0x7f80_0000), None);
    assert_eq!(of(Format::Single, 0x7fc0_0000), None);
    // Wider formats have the same numbers.
    for (from, to) in [(MINI, Format::Half), (Format::Half, Format::Single)] {
        let op = FloatOp::Convert { from, to, rounding: Rounding::Zero };
        for bits in 0..1u128 << from.width() {
            let wide = op.apply(&[&Value::new(from.width(), bits)]).small().expect("a number");
            assert_eq!(of(from, bits), of(to, wide), "{bits:x}");
        }
    }
}

#[test]
fn limits_are_rounded_outwards() {
    let all: Vec<(u128, Rational)> =
        (0..256).filter_map(|bits| Some((bits, number(MINI, bits)?))).collect();
    let finest = number(MINI, 1).expect("a number") / Rational::from_integer(2.into());
    for step in -3000..3000i64 {
        let limit = Rational::from_integer(step.into()) * &finest;
        let above = all.iter().filter(|it| it.1 >= limit).min_by_key(|it| MINI.place(it.0));
        let found = at_least(MINI, &limit);
        assert_eq!(found.and_then(|bits| number(MINI, bits)), above.map(|it| it.1.clone()));
        assert_ne!(found, Some(MINI.sign()), "of zeros the positive one");
        assert_eq!(found.map(|bits| bits ^ MINI.sign()), at_most(MINI, &-limit));
    }
}

#[test]
fn errors_become_short_and_no_smaller() {
    let random = &mut Random::new(3);
    for _ in 0..1000 {
        let part =
            |random: &mut Random| BigInt::from(random.below(u64::MAX)) * (random.below(9) + 1) + 1;
        let number =
            Rational::new(part(random), part(random)) * power(random.below(200) as i64 - 100);
        let short = short(&number);
        assert!(short >= number && short <= &number * (power(-24) + Rational::one()));
        assert!(short.numer().bits() <= 240);
    }
    assert!(short(&Rational::zero()).is_zero());
}

/// A number that is neither large nor small, or zero.
fn moderate(random: &mut Random, format: Format) -> u128 {
    let stored = format.precision() - 1;
    let exponent = u128::from(format.bias()) + u128::from(random.below(6)) - 3;
    let fraction = u128::from(random.below(u64::MAX)) & ((1 << stored) - 1);
    let sign = if random.one_in(2) { format.sign() } else { 0 };
    sign | if random.one_in(8) { 0 } else { exponent << stored | fraction }
}

/// A random sum over two numbers, with choices by a truth value at times.
fn random_sum(
    random: &mut Random,
    terms: &mut TermStore,
    (leaves, choice): ([Term; 2], Term),
    depth: u32,
) -> Term {
    let format = Format::of_width(terms.width(leaves[0])).expect("numbers");
    let constant = |random: &mut Random, terms: &mut TermStore| {
        let bits = moderate(random, format);
        terms.number(format.width(), bits)
    };
    if depth == 0 {
        return *random.pick(&leaves);
    }
    let rounding = *random.pick(&Rounding::ALL);
    let one = random_sum(random, terms, (leaves, choice), depth - 1);
    let other = random_sum(random, terms, (leaves, choice), depth - 1);
    match random.below(8) {
        0 | 1 => terms.app(Op::Float(FloatOp::Add(format, rounding)), &[one, other]),
        2 | 3 => {
            let factor = constant(random, terms);
            terms.app(Op::Float(FloatOp::Mul(format, rounding)), &[factor, one])
        }
        4 => {
            let divisor = constant(random, terms);
            terms.app(Op::Float(FloatOp::Div(format, rounding)), &[one, divisor])
        }
        5 => {
            let factor = constant(random, terms);
            terms.app(Op::Float(FloatOp::Fma(format, rounding)), &[one, factor, other])
        }
        6 => {
            let sign = terms.number(format.width(), format.sign());
            let minus = terms.app(Op::Xor, &[other, sign]);
            terms.app(Op::Float(FloatOp::Add(format, rounding)), &[one, minus])
        }
        _ => terms.app(Op::Ite, &[choice, one, other]),
    }
}

/// Assumptions that numbers lie between random ends.
fn random_bounds(random: &mut Random, terms: &mut TermStore, of: &[Term]) -> Vec<Term> {
    let bound = |&term: &Term| {
        let format = Format::of_width(terms.width(term)).expect("a number");
        let mut ends = [moderate(random, format), moderate(random, format)];
        ends.sort_by_key(|&bits| format.place(bits));
        rounded::within(terms, format, term, (ends[0], ends[1]))
    };
    of.iter().map(bound).collect()
}

fn all_facts(terms: &mut TermStore, assumptions: &[Term]) -> Vec<Term> {
    let anything = |_: Term| -> Option<Known> { None };
    let facts = {
        let Some(mut edge) = Edge::take(terms, assumptions, &anything) else { return vec![] };
        Sums::of(terms, assumptions).map_or(vec![], |mut sums| sums.facts(&mut edge))
    };
    facts.iter().map(|fact| fact.stated(terms, |term| term)).collect()
}

/// What is stated holds of all values, also of those that are not assumed.
#[test]
fn what_is_stated_is_true_of_all_values() {
    let random = &mut Random::new(11);
    let (mut stated, mut told) = (0, 0);
    for _ in 0..250 {
        let mut terms = TermStore::new();
        let [x, y, c] =
            [("x", 8), ("y", 8), ("c", 1)].map(|(name, width)| terms.symbol(name, width));
        let other = random_sum(random, &mut terms, ([x, y], c), 2);
        let sum = random_sum(random, &mut terms, ([x, y], c), 3);
        let assumptions = random_bounds(random, &mut terms, &[x, y, other]);
        // Somebody reads the sum.
        terms.app(Op::Ule, &[sum, x]);
        let facts = all_facts(&mut terms, &assumptions);
        stated += facts.len();
        let named = [x, y, c].map(|term| terms.as_symbol(term).expect("one"));
        for bits in 0..1u128 << 17 {
            // Each seventh, other ones for each program.
            if !(bits + stated as u128).is_multiple_of(7) || facts.is_empty() {
                continue;
            }
            let parts = [(8, bits & 0xff), (8, bits >> 8 & 0xff), (1, bits >> 16)];
            let values = named.iter().zip(parts);
            let values: Assignment =
                values.map(|(&id, (width, bits))| (id, Value::new(width, bits))).collect();
            for &fact in &facts {
                assert!(eval(&terms, fact, &values).is_true(), "{values:?}");
            }
            told += usize::from(assumptions.iter().all(|&it| eval(&terms, it, &values).is_true()));
        }
    }
    assert!(stated > 200 && told > 10_000, "{stated} {told}");
}

/// Drawn values in wider formats.
#[test]
fn what_is_stated_is_true_in_wide_formats() {
    let random = &mut Random::new(12);
    let mut stated = 0;
    for format in [Format::Half, Format::Single, Format::Double, Format::Extended] {
        for _ in 0..60 {
            let mut terms = TermStore::new();
            let [x, y] = ["x", "y"].map(|name| terms.symbol(name, format.width()));
            let c = terms.symbol("c", 1);
            let other = random_sum(random, &mut terms, ([x, y], c), 1);
            let sum = random_sum(random, &mut terms, ([x, y], c), 3);
            let assumptions = random_bounds(random, &mut terms, &[x, y, other]);
            terms.app(Op::Ule, &[sum, x]);
            let facts = all_facts(&mut terms, &assumptions);
            stated += facts.len();
            for _ in 0..200 {
                let symbols = terms.symbols().iter_enumerated();
                let value = |(id, symbol): (SymbolId, &crate::bv::Symbol)| {
                    let width = symbol.sort.width();
                    let bits = match random.below(4) {
                        _ if width == 1 => random.below(2).into(),
                        0 => random_number(random, format, 0),
                        _ => moderate(random, format),
                    };
                    (id, Value::new(width, bits))
                };
                let values: Assignment = symbols.map(value).collect();
                assert!(
                    facts.iter().all(|&fact| eval(&terms, fact, &values).is_true()),
                    "{values:?}"
                );
            }
        }
    }
    assert!(stated > 50, "{stated}");
}

/// 1.5·a − 0.75·b + x lies within what is known of it without x, and x; by the bounds of a and b
/// alone it could be far more.
#[test]
fn another_sum_tells_more_than_leaves() {
    let mut terms = TermStore::new();
    let single = Format::Single;
    let [a, b, x] = ["a", "b", "x"].map(|name| terms.symbol(name, 32));
    let number = |terms: &mut TermStore, value: f32| terms.number(32, value.to_bits().into());
    let add = Op::Float(FloatOp::Add(single, Rounding::NearestEven));
    let mul = Op::Float(FloatOp::Mul(single, Rounding::NearestEven));
    let [p, q, r] = [1.5, -0.75, 3.0].map(|value| number(&mut terms, value));
    let (one, other) = (terms.app(mul, &[p, a]), terms.app(mul, &[q, b]));
    let known = terms.app(add, &[one, other]);
    let sum = terms.app(add, &[known, x]);
    let scaled = terms.app(mul, &[r, sum]);
    let ends = |value: f32| (u128::from((-value).to_bits()), u128::from(value.to_bits()));
    let bounds = [(a, 10.0), (b, 10.0), (x, 1.0), (known, 4.0)];
    let assumptions: Vec<Term> = bounds
        .iter()
        .map(|&(term, most)| rounded::within(&mut terms, single, term, ends(most)))
        .collect();
    terms.app(Op::Ule, &[scaled, x]);
    let anything = |_: Term| -> Option<Known> { None };
    let mut edge = Edge::take(&terms, &assumptions, &anything).expect("they hold somewhere");
    let mut sums = Sums::of(&terms, &assumptions).expect("there are sums");
    let facts = sums.facts(&mut edge);
    let ends_of = |fact: &Fact| match fact.then {
        Then::Within((term, _, ends)) => (term == scaled).then_some(ends),
        Then::Same(..) => None,
    };
    let (least, most) = facts.iter().find_map(ends_of).expect("a fact");
    let [least, most] = [least, most].map(|bits| f32::from_bits(bits as u32));
    assert!((15.0..15.001).contains(&most) && (-15.001..=-15.0).contains(&least), "{least} {most}");
    assert!(sums.facts(&mut edge).is_empty(), "nothing new is known");
}
