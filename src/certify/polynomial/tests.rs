//! The checker's normal forms: identities that hold, and some that must not pass.

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
            .filter(|symbol| symbol.sort.width() == width)
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
    symbols.map(|(id, symbol)| (id, Value::new(symbol.sort.width(), rng.wide()))).collect()
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

/// An invariant of two orders, and a claim that is broken behind a comparison.
fn between_orders(op: Op, swap: [bool; 2], negate: [bool; 2]) -> Condition {
    let mut terms = TermStore::new();
    let [s, i, n] = ["s", "i", "n"].map(|name| terms.symbol(name, 3));
    let mut compare = |place: usize| {
        let args = if swap[place] { [n, i] } else { [i, n] };
        let term = terms.app_verbatim(op, &args);
        if negate[place] { terms.app_verbatim(Op::Not, &[term]) } else { term }
    };
    let (kept, exit) = (compare(0), compare(1));
    let mut square = |term| terms.app_verbatim(Op::Mul, &[term, term]);
    let (of_i, of_n) = (square(i), square(n));
    let is_square = terms.app_verbatim(Op::Eq, &[s, of_i]);
    let claim = terms.app_verbatim(Op::Eq, &[s, of_n]);
    let broken = terms.app_verbatim(Op::Not, &[claim]);
    let violation = terms.app_verbatim(Op::And, &[exit, broken]);
    let (head, goal) = (crate::program::BlockId(0), crate::program::GoalId(0));
    let claims = vec![(Claim::Unreached(goal, head), violation)];
    Condition { head, terms, assumptions: vec![kept, is_square], claims }
}

#[test]
fn an_order_and_its_converse_are_an_equality() {
    let mut found = 0;
    for op in [Op::Ult, Op::Ule, Op::Slt, Op::Sle] {
        for bits in 0..16 {
            let flag = |place: usize| bits >> place & 1 == 1;
            let condition = between_orders(op, [flag(0), flag(1)], [flag(2), flag(3)]);
            let Condition { terms, assumptions, claims, .. } = &condition;
            let refuted = !identities(&condition, &Budget::unlimited()).is_empty();
            found += usize::from(refuted);
            let values = (0..512u128).map(|bits| -> Assignment {
                let bits = |place: u32| Value::new(3, bits >> (3 * place));
                let ids = terms.symbols().iter_enumerated();
                ids.zip(0..).map(|((id, _), place)| (id, bits(place))).collect()
            });
            let broken = values.into_iter().any(|values| {
                let holds = |&truth: &Term| eval(terms, truth, &values).is_true();
                assumptions.iter().all(holds) && holds(&claims[0].1)
            });
            // Complete, too, where each of the two says one direction.
            assert_eq!(refuted, !broken, "{op:?} {bits:04b}");
        }
    }
    assert!(found > 8, "only {found}");
}

/// That `now = p·fired + p − left` is kept by `now++; if (--left == 0) { fired++; left = q; }`.
fn timer(p: u128, q: u128) -> Condition {
    let mut terms = TermStore::new();
    let [now, left, fired] = ["now", "left", "fired"].map(|name| terms.symbol(name, 32));
    let [zero, one, p, q] = [0, 1, p, q].map(|number| terms.number(32, number));
    let mut app = |op, args: &[Term]| terms.app_verbatim(op, args);
    let less = app(Op::Sub, &[left, one]);
    let expires = app(Op::Eq, &[less, zero]);
    let [later, more] = [now, fired].map(|counter| app(Op::Add, &[counter, one]));
    let next = app(Op::Ite, &[expires, q, less]);
    let count = app(Op::Ite, &[expires, more, fired]);
    let [before, after] = [[now, left, fired], [later, next, count]].map(|[now, left, fired]| {
        let periods = app(Op::Mul, &[p, fired]);
        let ends = app(Op::Add, &[periods, p]);
        let elapsed = app(Op::Sub, &[ends, left]);
        app(Op::Eq, &[now, elapsed])
    });
    let broken = app(Op::Not, &[after]);
    let (head, goal) = (crate::program::BlockId(0), crate::program::GoalId(0));
    let claims = vec![(Claim::Unreached(goal, head), broken)];
    Condition { head, terms, assumptions: vec![before], claims }
}

#[test]
fn an_equality_counts_where_it_holds() {
    for period in 1..9 {
        let refuted = |reset| !identities(&timer(period, reset), &Budget::unlimited()).is_empty();
        assert!(refuted(period) && !refuted(period + 1));
    }
}

#[test]
fn inverses() {
    let mut rng = Random::new(10);
    for _ in 0..1000 {
        let odd = rng.wide() | 1;
        assert_eq!(odd.wrapping_mul(odd_inverse(odd)), 1);
    }
}
