use super::*;
use crate::bv::{Assignment, Value, eval};
use crate::support::Random;

const WIDTHS: [u32; 4] = [1, 2, 3, 4];

/// A random term, unrewritten.
fn draw(rng: &mut Random, terms: &mut TermStore, width: u32, depth: u32) -> Term {
    if depth == 0 || rng.one_in(7) {
        let fitting: Vec<Term> = terms
            .symbols()
            .iter()
            .filter(|symbol| symbol.width == width)
            .map(|symbol| symbol.term)
            .collect();
        let bits = rng.wide();
        return if rng.one_in(4) { terms.number(width, bits) } else { *rng.pick(&fitting) };
    }
    let other = *rng.pick(&WIDTHS);
    let words = [Op::Add, Op::Sub, Op::Mul, Op::Shl, Op::And, Op::Or, Op::Xor, Op::Urem, Op::Lshr];
    let truths = [Op::Eq, Op::Eq, Op::Ult, Op::Sle];
    let (op, widths) = match rng.below(9) {
        0 => (Op::Not, vec![width]),
        1 => (Op::Neg, vec![width]),
        2 => (Op::Ite, vec![1, width, width]),
        3 if width > 1 => (Op::Concat, vec![width - 1, 1]),
        4 if other < width => (Op::ZeroExtend(width), vec![other]),
        5 if other < width => (Op::SignExtend(width), vec![other]),
        6 if width == 1 => (*rng.pick(&truths), vec![other, other]),
        7 if other > width => (Op::Extract { high: width - 1, low: 0 }, vec![other]),
        _ => (*rng.pick(&words), vec![width, width]),
    };
    let args: Vec<Term> =
        widths.into_iter().map(|width| draw(rng, terms, width, depth - 1)).collect();
    terms.app_verbatim(op, &args)
}

fn store() -> TermStore {
    let mut terms = TermStore::new();
    for width in WIDTHS.into_iter().chain([1, 2, 3]) {
        terms.symbol("s", width);
    }
    terms
}

fn assignment(rng: &mut Random, terms: &TermStore) -> Assignment {
    let symbols = terms.symbols().iter_enumerated();
    symbols.map(|(id, symbol)| (id, Value::new(symbol.width, rng.wide()))).collect()
}

/// What a polynomial says, atoms having the values that they stand for.
fn meaning(ring: &Ring<'_>, polynomial: &Polynomial, values: &Assignment) -> u128 {
    let atom = |atom: Atom| -> u128 {
        if let Some((&term, _)) = ring.of_term.iter().find(|entry| *entry.1 == atom) {
            return eval(ring.terms, term, values).small().unwrap();
        }
        let found = ring.remainders.iter().find(|entry| *entry.1 == atom);
        let ((width, low), _) = found.expect("an atom is a term or a remainder");
        meaning(ring, low, values) & (u128::MAX >> (128 - width))
    };
    polynomial.0.iter().fold(0u128, |sum, (monomial, &c)| {
        sum.wrapping_add(monomial.iter().fold(c, |product, &a| product.wrapping_mul(atom(a))))
    })
}

#[test]
fn both_readings_keep_the_value() {
    let mut rng = Random::new(8);
    let (mut compared, mut defined) = (0, 0);
    for round in 0..4000 {
        let mut terms = store();
        let width = *rng.pick(&WIDTHS);
        let root = draw(&mut rng, &mut terms, width, 4);
        let assumed: Vec<Term> = (0..round % 3)
            .map(|_| {
                let width = *rng.pick(&WIDTHS);
                let a = draw(&mut rng, &mut terms, width, 2);
                let b = draw(&mut rng, &mut terms, width, 2);
                terms.app_verbatim(Op::Eq, &[a, b])
            })
            .collect();
        let mut ring = Ring::new(&terms);
        assumed.iter().for_each(|&truth| ring.assume(truth));
        defined += ring.atoms.iter().filter(|a| a.is_symbol && a.value.is_some()).count();
        let form = ring.form(root);
        for _ in 0..50 {
            let values = assignment(&mut rng, &terms);
            if assumed.iter().all(|&truth| eval(&terms, truth, &values).is_true()) {
                let value = eval(&terms, root, &values).small().unwrap();
                let mask = u128::MAX >> (128 - width);
                assert_eq!(meaning(&ring, &form.low, &values) & mask, value);
                assert_eq!(meaning(&ring, &form.whole, &values), value);
                compared += 1;
            }
        }
    }
    assert!(compared > 50_000 && defined > 500, "{compared} compared, {defined} defined");
}

#[test]
fn what_is_refuted_is_never_true() {
    let mut rng = Random::new(9);
    let mut refuted = 0;
    for _ in 0..8000 {
        let mut terms = store();
        let width = *rng.pick(&WIDTHS);
        let (a, b) = (draw(&mut rng, &mut terms, width, 2), draw(&mut rng, &mut terms, width, 2));
        let equal = terms.app_verbatim(Op::Eq, &[a, b]);
        let differ = terms.app_verbatim(Op::Not, &[equal]);
        let path = draw(&mut rng, &mut terms, 1, 3);
        let violation = terms.app_verbatim(Op::And, &[path, differ]);
        let (c, d) = (draw(&mut rng, &mut terms, width, 1), draw(&mut rng, &mut terms, width, 2));
        let assumption = terms.app_verbatim(Op::Eq, &[c, d]);
        let mut ring = Ring::new(&terms);
        ring.assume(assumption);
        if !ring.refutes(violation) {
            continue;
        }
        refuted += 1;
        for _ in 0..100 {
            let values = assignment(&mut rng, &terms);
            let holds = |truth| eval(&terms, truth, &values).is_true();
            assert!(!holds(assumption) || !holds(violation));
        }
    }
    assert!(refuted > 300, "only {refuted}");
}

#[test]
fn inverses() {
    let mut rng = Random::new(10);
    for _ in 0..1000 {
        let odd = rng.wide() | 1;
        assert_eq!(odd.wrapping_mul(odd_inverse(odd)), 1);
    }
}
