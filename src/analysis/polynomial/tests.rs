//! Normal forms against evaluation: what is found equal is equal at all points tried.

use super::normal::low_bits;
use super::poly::mask;
use super::*;
use crate::bv::{Assignment, Value, eval};
use crate::support::Random;

/// Evaluates normal forms: the meaning that they claim to have.
struct Meaning<'a, 'b> {
    normaliser: &'b Normaliser<'a>,
    values: &'b Assignment,
}

impl Meaning<'_, '_> {
    fn poly(&self, poly: &Poly) -> u128 {
        poly.0.iter().fold(0u128, |sum, (monomial, coefficient)| {
            let product = |product: u128, &atom: &Atom| product.wrapping_mul(self.atom(atom));
            sum.wrapping_add(monomial.iter().fold(*coefficient, product))
        })
    }

    fn atom(&self, atom: Atom) -> u128 {
        let found = self.normaliser.keys.iter().find(|(_, known)| **known == atom);
        let (key, _) = found.expect("every atom has a key");
        match key {
            Key::Symbol(symbol) => self.values[symbol].small().unwrap(),
            Key::Opaque(term) => low_bits(&eval(self.normaliser.terms, *term, self.values)),
            Key::App(op, width, args) => {
                let args: Vec<Value> =
                    args.iter().map(|arg| Value::new(*width, self.poly(arg))).collect();
                op.apply(&args.iter().collect::<Vec<_>>()).small().unwrap()
            }
            Key::Remainder(width, value) => self.poly(value) & mask(*width),
            Key::Zero(width, value) => u128::from(self.poly(value) & mask(*width) == 0),
        }
    }
}

const WIDTHS: [u32; 4] = [1, 2, 3, 5];

/// A random term of the given width over the symbols, one of each width and two more.
fn term(rng: &mut Random, terms: &mut TermStore, symbols: &[Term], width: u32, depth: u32) -> Term {
    let fitting: Vec<Term> =
        symbols.iter().copied().filter(|&symbol| terms.width(symbol) == width).collect();
    if depth == 0 || rng.one_in(6) {
        return if fitting.is_empty() || rng.one_in(3) {
            let bits = rng.wide();
            terms.number(width, bits)
        } else {
            *rng.pick(&fitting)
        };
    }
    let other = *rng.pick(&WIDTHS);
    let make = |rng: &mut Random, terms: &mut TermStore, width| {
        term(rng, terms, symbols, width, depth - 1)
    };
    let two = [Op::Add, Op::Sub, Op::Mul, Op::Shl, Op::And, Op::Or, Op::Xor, Op::Udiv, Op::Ashr];
    let (op, args) = match rng.below(8) {
        0 => (*rng.pick(&[Op::Not, Op::Neg]), vec![make(rng, terms, width)]),
        1 => {
            let c = make(rng, terms, 1);
            (Op::Ite, vec![c, make(rng, terms, width), make(rng, terms, width)])
        }
        2 if width > 1 => {
            let high = make(rng, terms, 1);
            (Op::Concat, vec![high, make(rng, terms, width - 1)])
        }
        3 if other < width => {
            let extend = [Op::ZeroExtend(width), Op::SignExtend(width)];
            (*rng.pick(&extend), vec![make(rng, terms, other)])
        }
        4 if width == 1 => {
            let a = make(rng, terms, other);
            (*rng.pick(&Op::COMPARISONS), vec![a, make(rng, terms, other)])
        }
        5 if other > width => {
            let low = if rng.one_in(2) { 0 } else { other - width };
            (Op::Extract { high: low + width - 1, low }, vec![make(rng, terms, other)])
        }
        _ => {
            let a = make(rng, terms, width);
            (*rng.pick(&two), vec![a, make(rng, terms, width)])
        }
    };
    if rng.one_in(2) { terms.app(op, &args) } else { terms.app_verbatim(op, &args) }
}

fn symbols(terms: &mut TermStore) -> Vec<Term> {
    [1, 1, 2, 2, 3, 3, 5].map(|width| terms.symbol(format!("s{width}"), width)).to_vec()
}

fn random_values(rng: &mut Random, terms: &TermStore, symbols: &[Term]) -> Assignment {
    let value = |&symbol: &Term| {
        let id = terms.as_symbol(symbol).unwrap();
        (id, Value::new(terms.width(symbol), rng.wide()))
    };
    symbols.iter().map(value).collect()
}

/// A normal form means what its term means, wherever the assumptions hold.
#[test]
fn normal_forms_keep_the_value() {
    let mut rng = Random::new(3);
    let (mut defined, mut compared) = (0, 0);
    for round in 0..4000 {
        let mut terms = TermStore::new();
        let symbols = symbols(&mut terms);
        let width = *rng.pick(&WIDTHS);
        let root = term(&mut rng, &mut terms, &symbols, width, 4);
        let assumed: Vec<Term> = (0..round % 4)
            .map(|_| {
                let width = *rng.pick(&WIDTHS);
                let a = term(&mut rng, &mut terms, &symbols, width, 2);
                let b = term(&mut rng, &mut terms, &symbols, width, 2);
                terms.eq(a, b)
            })
            .collect();
        let mut normaliser = Normaliser::new(&terms);
        for (number, &truth) in assumed.iter().enumerate() {
            normaliser.assume(truth, number);
        }
        let (modular, exact) = (normaliser.normal(root, Modular), normaliser.normal(root, Exact));
        defined += normaliser.used().len();
        for _ in 0..60 {
            let values = random_values(&mut rng, &terms, &symbols);
            if !assumed.iter().all(|&truth| eval(&terms, truth, &values).is_true()) {
                continue;
            }
            let value = eval(&terms, root, &values).small().unwrap();
            let meaning = Meaning { normaliser: &normaliser, values: &values };
            assert_eq!(meaning.poly(&modular) & mask(width), value, "modulo 2^{width}");
            assert_eq!(meaning.poly(&exact), value, "as an integer");
            compared += 1;
        }
    }
    assert!(defined > 200 && compared > 50_000, "{defined} definitions, {compared} values");
}

/// What is said to be implied is, for all values.
#[test]
fn implications_hold() {
    let mut rng = Random::new(4);
    let mut found = 0;
    for _ in 0..6000 {
        let mut terms = TermStore::new();
        let symbols = symbols(&mut terms);
        let all: Vec<Term> = (0..3).map(|_| term(&mut rng, &mut terms, &symbols, 1, 3)).collect();
        let width = *rng.pick(&WIDTHS);
        let a = term(&mut rng, &mut terms, &symbols, width, 2);
        let b = term(&mut rng, &mut terms, &symbols, width, 2);
        let claim = if rng.one_in(2) { terms.eq(a, b) } else { all[2] };
        let mut normaliser = Normaliser::new(&terms);
        normaliser.assume(all[0], 0);
        let implied = normaliser.implies(&all[..2], claim);
        if !implied || terms.as_const(claim).is_some() {
            continue;
        }
        found += 1;
        for _ in 0..200 {
            let values = random_values(&mut rng, &terms, &symbols);
            let holds = |&truth: &Term| eval(&terms, truth, &values).is_true();
            assert!(!all[..2].iter().all(holds) || holds(&claim));
        }
    }
    assert!(found > 100, "only {found}");
}

#[test]
fn squares_at_64_bits() {
    let mut terms = TermStore::new();
    let (i, s) = (terms.symbol("i", 64), terms.symbol("s", 64));
    let one = terms.number(64, 1);
    let square = terms.app(Op::Mul, &[i, i]);
    let head = terms.eq(s, square);
    let next = terms.app(Op::Add, &[i, one]);
    let twice = terms.app(Op::Add, &[i, i]);
    let odd = terms.app(Op::Add, &[twice, one]);
    let sum = terms.app(Op::Add, &[s, odd]);
    let next_square = terms.app(Op::Mul, &[next, next]);
    let kept = terms.eq(sum, next_square);
    let wrong = terms.eq(s, next_square);
    let mut normaliser = Normaliser::new(&terms);
    assert_eq!(normaliser.truth(kept), None);
    normaliser.assume(head, 7);
    assert_eq!(normaliser.truth(kept), Some(true));
    assert_eq!(normaliser.used(), [7]);
    assert_ne!(normaliser.truth(wrong), Some(true));
}

#[test]
fn conditions_narrow_what_is_claimed() {
    // if (c) x++ else y++: x + y grows by one.
    let mut terms = TermStore::new();
    let (c, x, y) = (terms.symbol("c", 1), terms.symbol("x", 32), terms.symbol("y", 32));
    let one = terms.number(32, 1);
    let (more_x, more_y) = (terms.app(Op::Add, &[x, one]), terms.app(Op::Add, &[y, one]));
    let (new_x, new_y) = (terms.ite(c, more_x, x), terms.ite(c, y, more_y));
    let sum = terms.app(Op::Add, &[new_x, new_y]);
    let before = terms.app(Op::Add, &[x, y]);
    let after = terms.app(Op::Add, &[before, one]);
    let claim = terms.eq(sum, after);
    assert!(Normaliser::new(&terms).implies(&[], claim));
    // Behind x = 0 and x + y = n, y is n.
    let n = terms.symbol("n", 32);
    let total = terms.eq(before, n);
    let zero = terms.number(32, 0);
    let empty = terms.eq(x, zero);
    let full = terms.eq(y, n);
    let mut normaliser = Normaliser::new(&terms);
    assert!(!normaliser.implies(&[empty, total], full));
    normaliser.assume(total, 0);
    normaliser.assume(empty, 1);
    assert!(normaliser.implies(&[], full));
}

#[test]
fn equalities_without_definition_are_used() {
    // 6·s = i + 3·i² + 2·i³.
    let mut terms = TermStore::new();
    let (i, s) = (terms.symbol("i", 64), terms.symbol("s", 64));
    let mut times = |factor: u128, powers: usize| {
        let mut product = terms.number(64, factor);
        for _ in 0..powers {
            product = terms.app(Op::Mul, &[product, i]);
        }
        product
    };
    let (one, three, two) = (times(1, 1), times(3, 2), times(2, 3));
    let sum = terms.app(Op::Add, &[three, two]);
    let sum = terms.app(Op::Add, &[one, sum]);
    let six = terms.number(64, 6);
    let scaled = terms.app(Op::Mul, &[s, six]);
    let equal = terms.eq(scaled, sum);
    let mut normaliser = Normaliser::new(&terms);
    normaliser.assume(equal, 3);
    assert_eq!(normaliser.truth(equal), Some(true));
    assert_eq!(normaliser.used(), [3]);
}

/// A sum that can't wrap around within bounds is, read as an integer, the sum of integers: tried
/// for all values within the bounds.
#[test]
fn sums_within_bounds_do_not_wrap_around() {
    let mut rng = Random::new(31);
    let (mut equal, mut unknown) = (0, 0);
    for _ in 0..300 {
        let mut terms = TermStore::new();
        let symbols = [terms.symbol("a", 4), terms.symbol("b", 4)];
        let factors = [rng.below(4), rng.below(4)].map(u128::from);
        let rest = u128::from(rng.below(8));
        let most = [rng.below(16), rng.below(16)].map(u128::from);
        let extend = *rng.pick(&[Op::ZeroExtend(9), Op::SignExtend(9)]);
        let sum = |terms: &mut TermStore, width: u32, symbols: [Term; 2]| {
            let rest = terms.number(width, rest);
            symbols.into_iter().zip(factors).fold(rest, |sum, (symbol, factor)| {
                let factor = terms.number(width, factor);
                let product = terms.app(Op::Mul, &[factor, symbol]);
                terms.app(Op::Add, &[sum, product])
            })
        };
        let inner = sum(&mut terms, 4, symbols);
        let inner = terms.app(extend, &[inner]);
        let extended = symbols.map(|symbol| terms.app(extend, &[symbol]));
        let outer = sum(&mut terms, 9, extended);
        let claim = terms.eq(inner, outer);
        let bounds: Vec<Term> = symbols
            .into_iter()
            .zip(most)
            .map(|(symbol, most)| {
                let most = terms.number(4, most);
                terms.app_verbatim(Op::Ule, &[symbol, most])
            })
            .collect();
        let mut normaliser = Normaliser::new(&terms);
        bounds.iter().enumerate().for_each(|(i, &bound)| normaliser.bound(bound, i));
        match normaliser.truth(claim) {
            Some(truth) => {
                equal += usize::from(!normaliser.used().is_empty());
                for bits in 0..=255u128 {
                    let values = [bits & 15, bits >> 4];
                    let pairs = symbols.iter().zip(values);
                    let assignment: Assignment = pairs
                        .map(|(&it, value)| (terms.as_symbol(it).unwrap(), Value::new(4, value)))
                        .collect();
                    let is_within = values.iter().zip(most).all(|(&value, most)| value <= most);
                    assert!(!is_within || eval(&terms, claim, &assignment).is_true() == truth);
                }
            }
            None => unknown += 1,
        }
    }
    assert!(equal > 20 && unknown > 20, "{equal} {unknown}");
}

#[test]
fn what_is_less_than_another_can_be_counted_up() {
    let mut terms = TermStore::new();
    let (i, n) = (terms.symbol("i", 32), terms.symbol("n", 32));
    let (less, one) = (terms.app(Op::Ult, &[i, n]), terms.number(32, 1));
    let next = terms.app(Op::Add, &[i, one]);
    let [next, wide] = [next, i].map(|term| terms.app(Op::ZeroExtend(64), &[term]));
    let one = terms.number(64, 1);
    let sum = terms.app(Op::Add, &[wide, one]);
    let claim = terms.eq(next, sum);
    let mut normaliser = Normaliser::new(&terms);
    assert_eq!(normaliser.truth(claim), None);
    normaliser.bound(less, 3);
    assert_eq!((normaliser.truth(claim), normaliser.used()), (Some(true), vec![3]));
}

/// With `i ≤ 100` the sum `i + 156` of bytes may wrap around, with `i ≠ 100` too it can't.
#[test]
fn what_differs_from_the_largest_is_less() {
    let mut terms = TermStore::new();
    let i = terms.symbol("i", 8);
    let [limit, far] = [100, 156].map(|number| terms.number(8, number));
    let at_most = terms.app_verbatim(Op::Ule, &[i, limit]);
    let equal = terms.eq(i, limit);
    let different = terms.not(equal);
    let above = terms.app(Op::Add, &[i, far]);
    let wide = |terms: &mut TermStore, term| terms.app(Op::ZeroExtend(9), &[term]);
    let [inner, outer] = [above, i].map(|term| wide(&mut terms, term));
    let far = terms.number(9, 156);
    let sum = terms.app(Op::Add, &[outer, far]);
    let claim = terms.eq(inner, sum);
    let mut normaliser = Normaliser::new(&terms);
    normaliser.bound(different, 1);
    normaliser.bound(at_most, 2);
    assert_eq!(normaliser.truth(claim), None);
    normaliser.bound(different, 3);
    assert_eq!((normaliser.truth(claim), normaliser.used()), (Some(true), vec![2, 3]));
}

/// `a + 715827883·c = 0` with c even implies `3·a + c = 0`.
#[test]
fn a_lowest_bit_makes_up_for_a_factor() {
    let mut terms = TermStore::new();
    let (a, c) = (terms.symbol("a", 32), terms.symbol("c", 32));
    let zero = terms.number(32, 0);
    let mut equation = |p: u128, q: u128| {
        let [p, q] = [(a, p), (c, q)].map(|(symbol, factor)| {
            let factor = terms.number(32, factor);
            terms.app(Op::Mul, &[factor, symbol])
        });
        let sum = terms.app(Op::Add, &[p, q]);
        terms.eq(sum, zero)
    };
    let (known, claim) = (equation(1, 715_827_883), equation(3, 1));
    let bit = terms.extract(c, 0, 0);
    let even = terms.not(bit);
    let mut normaliser = Normaliser::new(&terms);
    normaliser.assume(known, 0);
    assert_eq!(normaliser.truth(claim), None);
    normaliser.assume(even, 1);
    assert_eq!((normaliser.truth(claim), normaliser.used()), (Some(true), vec![0, 1]));
}
