//! Every rule is an equivalence: what [`TermStore::app`] makes of a term has the value
//! of the term exactly as written.

use rustc_hash::FxHashMap;

use super::*;
use crate::bv::eval::{Assignment, Evaluator};
use crate::support::Random;

fn unary(width: u32) -> Vec<Op> {
    let mut ops = vec![
        Op::Not,
        Op::Neg,
        Op::ZeroExtend(width),
        Op::ZeroExtend(width + 1),
        Op::SignExtend(width),
        Op::SignExtend(width + 2),
    ];
    for high in 0..width {
        ops.extend((0..=high).map(|low| Op::Extract { high, low }));
    }
    ops
}

/// Two symbols of each width, with all their values or some.
struct Bench {
    store: TermStore,
    x: Term,
    y: Term,
    assignments: Vec<Assignment>,
    /// The values of terms met so far under each assignment.
    values: FxHashMap<Term, Vec<Value>>,
    checked: usize,
}

impl Bench {
    fn new(width: u32) -> Self {
        let mut store = TermStore::new();
        let (x, y) = (store.symbol("x", width), store.symbol("y", width));
        let mut assignments = Vec::new();
        for a in 0..1u128 << width {
            for b in 0..1u128 << width {
                let value = |term, bits| (store.as_symbol(term).unwrap(), Value::new(width, bits));
                assignments.push([value(x, a), value(y, b)].into_iter().collect());
            }
        }
        Self { store, x, y, assignments, values: FxHashMap::default(), checked: 0 }
    }

    /// Compares `op(args)` rewritten and as written, under all assignments.
    fn check(&mut self, op: Op, args: &[Term]) {
        let simpler = self.store.app(op, args);
        let plain = self.store.app_verbatim(op, args);
        if simpler == plain {
            return;
        }
        self.checked += 1;
        self.evaluate(simpler);
        self.evaluate(plain);
        let (left, right) = (&self.values[&simpler], &self.values[&plain]);
        for (i, assignment) in self.assignments.iter().enumerate() {
            assert_eq!(left[i], right[i], "{op:?} {args:?} {assignment:?} {:?}", self.store);
        }
    }

    /// The evaluator's rules, for all assignments at once.
    fn evaluate(&mut self, term: Term) {
        if self.values.contains_key(&term) {
            return;
        }
        let args = self.store.args(term).to_vec();
        args.iter().for_each(|&arg| self.evaluate(arg));
        let values = match self.store.node(term).clone() {
            Node::Const(value) => vec![value; self.assignments.len()],
            Node::Symbol(symbol) => self.assignments.iter().map(|a| a[&symbol].clone()).collect(),
            Node::App(op, _) => {
                let args: Vec<&Vec<Value>> = args.iter().map(|arg| &self.values[arg]).collect();
                let row = |i: usize| args.iter().map(|arg| &arg[i]).collect::<Vec<_>>();
                (0..self.assignments.len()).map(|i| op.apply(&row(i))).collect()
            }
        };
        self.values.insert(term, values);
    }

    /// Terms of one operator over symbols and some constants.
    fn pool(&mut self, width: u32, constants: &[u128]) -> Vec<Term> {
        let (x, y) = (self.x, self.y);
        let numbers: Vec<Term> = constants.iter().map(|&n| self.store.number(width, n)).collect();
        let mut pool = [vec![x, y], numbers.clone()].concat();
        for op in [Op::Not, Op::Neg] {
            pool.extend([x, y].map(|a| self.store.app_verbatim(op, &[a])));
        }
        for op in Op::binary().filter(|op| op.result_width(&[width, width]) == width) {
            pool.push(self.store.app_verbatim(op, &[x, y]));
            for &number in &numbers {
                pool.push(self.store.app_verbatim(op, &[x, number]));
                pool.push(self.store.app_verbatim(op, &[number, x]));
            }
        }
        for cut in 1..width {
            let low = self.store.app_verbatim(Op::Extract { high: cut - 1, low: 0 }, &[x]);
            let high = self.store.app_verbatim(Op::Extract { high: width - 1, low: cut }, &[x]);
            let zeros = self.store.number(cut, 0);
            pool.push(self.store.app_verbatim(Op::ZeroExtend(width), &[low]));
            pool.push(self.store.app_verbatim(Op::SignExtend(width), &[low]));
            pool.push(self.store.app_verbatim(Op::Concat, &[high, zeros]));
            pool.push(self.store.app_verbatim(Op::Concat, &[high, low]));
        }
        let condition = self.store.app_verbatim(Op::Ult, &[x, y]);
        let ends = [numbers[0], *numbers.last().unwrap()];
        for [a, b] in [[x, y], [ends[0], y], [y, ends[1]], ends] {
            pool.push(self.store.app_verbatim(Op::Ite, &[condition, a, b]));
        }
        pool.sort_unstable();
        pool.dedup();
        pool
    }
}

/// Every operator over every pair of terms of depth one, all constants among them, with
/// all values at widths 1 to 3, and over every constant at width 4.
#[test]
fn all_shapes_at_small_widths() {
    for width in 1..=4u32 {
        let mut bench = Bench::new(width);
        let all: Vec<u128> = (0..1 << width).collect();
        let few: Vec<u128> = match width {
            1 | 2 => all.clone(),
            3 => vec![0, 1, 2, 3, 4, 7],
            _ => vec![0, 2, 8, 15],
        };
        let pool = bench.pool(width, &few);
        for &a in &pool {
            for op in unary(width) {
                bench.check(op, &[a]);
            }
        }
        let others: Vec<Term> = if width < 3 {
            pool.clone()
        } else {
            let mut some = vec![bench.x, bench.y];
            some.extend(all.iter().map(|&n| bench.store.number(width, n)));
            if width == 3 {
                some.extend(pool.iter().copied().step_by(11));
            }
            some
        };
        for &a in &pool {
            for &b in &others {
                for op in Op::binary() {
                    bench.check(op, &[a, b]);
                    if width < 4 || !op.is_commutative() {
                        bench.check(op, &[b, a]);
                    }
                }
            }
        }
        let condition = bench.store.app_verbatim(Op::Eq, &[bench.x, bench.y]);
        let negated = bench.store.app_verbatim(Op::Not, &[condition]);
        let below = bench.store.app_verbatim(Op::Ult, &[bench.x, bench.y]);
        for &a in &pool {
            for &b in others.iter().step_by(3) {
                for c in [condition, negated, below] {
                    bench.check(Op::Ite, &[c, a, b]);
                }
            }
        }
        assert!(bench.checked > 100, "rules were visited: {}", bench.checked);
    }
}

/// Both sides of an equality multiplied by the same constant, or put before or behind the same term.
#[test]
fn equal_multiples_and_parts() {
    for width in 1..=4u32 {
        let mut bench = Bench::new(width);
        let [x, y] = [bench.x, bench.y];
        for factor in 0..1 << width {
            let factor = bench.store.number(width, factor);
            let [a, b] = [x, y].map(|it| bench.store.app_verbatim(Op::Mul, &[it, factor]));
            bench.check(Op::Eq, &[a, b]);
        }
        for other in [bench.store.number(2, 1), y] {
            let [a, b] = [x, y].map(|it| bench.store.app_verbatim(Op::Concat, &[it, other]));
            bench.check(Op::Eq, &[a, b]);
            let [a, b] = [x, y].map(|it| bench.store.app_verbatim(Op::Concat, &[other, it]));
            bench.check(Op::Eq, &[a, b]);
        }
    }
}

/// Truth values: every operator over terms of depth two.
#[test]
fn connectives() {
    let mut bench = Bench::new(1);
    let mut pool = bench.pool(1, &[0, 1]);
    for &a in &pool.clone() {
        for &b in &[bench.x, bench.y] {
            for op in [Op::And, Op::Or, Op::Xor] {
                let term = bench.store.app_verbatim(op, &[a, b]);
                pool.extend([term, bench.store.app_verbatim(Op::Not, &[term])]);
            }
            pool.push(bench.store.app_verbatim(Op::Ite, &[a, b, bench.x]));
        }
    }
    pool.sort_unstable();
    pool.dedup();
    for &a in pool.iter().step_by(3) {
        for &b in pool.iter().step_by(4) {
            for op in [Op::And, Op::Or, Op::Xor, Op::Eq] {
                bench.check(op, &[a, b]);
            }
            bench.check(Op::Ite, &[bench.y, a, b]);
        }
    }
}

/// Deep random terms, built twice: rewritten and as written.
#[test]
fn random_terms() {
    let mut random = Random::new(17);
    for round in 0..1200 {
        let width = match round % 6 {
            0..=2 => 1 + random.below(8) as u32,
            3 => 32,
            4 => 64,
            _ => 65 + random.below(80) as u32,
        };
        let mut store = TermStore::new();
        // Pairs of a rewritten term and the same as written.
        let mut pool: Vec<(Term, Term)> =
            (0..3).map(|_| store.symbol("s", width)).map(|symbol| (symbol, symbol)).collect();
        for _ in 0..40 {
            let a = pool[random.below(pool.len() as u64) as usize];
            let has = store.width(a.0);
            let fitting: Vec<(Term, Term)> =
                pool.iter().copied().filter(|p| store.width(p.0) == has).collect();
            let mut other = |store: &mut TermStore| {
                if random.one_in(3) {
                    let value = random_value(&mut random, has);
                    let term = store.constant(value);
                    return (term, term);
                }
                fitting[random.below(fitting.len() as u64) as usize]
            };
            let (b, c) = (other(&mut store), other(&mut store));
            let unary = unary(has.min(6));
            let word_or_truth = [&Op::BINARY_WORD[..], &Op::COMPARISONS].concat();
            let (op, args) = match random.below(5) {
                0 if has < 200 => (unary[random.below(unary.len() as u64) as usize], vec![a]),
                1 => {
                    let truth: Vec<(Term, Term)> =
                        pool.iter().copied().filter(|p| store.width(p.0) == 1).collect();
                    if truth.is_empty() {
                        (Op::Ult, vec![a, b])
                    } else {
                        let condition = truth[random.below(truth.len() as u64) as usize];
                        (Op::Ite, vec![condition, b, c])
                    }
                }
                _ => (*random.pick(&word_or_truth), vec![a, b]),
            };
            let op = match op {
                Op::ZeroExtend(_) => Op::ZeroExtend(has + random.below(3) as u32),
                Op::SignExtend(_) => Op::SignExtend(has + random.below(3) as u32),
                op => op,
            };
            let simpler: Vec<Term> = args.iter().map(|arg| arg.0).collect();
            let plain: Vec<Term> = args.iter().map(|arg| arg.1).collect();
            pool.push((store.app(op, &simpler), store.app_verbatim(op, &plain)));
        }
        for _ in 0..6 {
            let mut assignment = Assignment::default();
            for (symbol, _) in store.symbols().iter_enumerated() {
                assignment.insert(symbol, random_value(&mut random, width));
            }
            let mut evaluator = Evaluator::new(&store, &assignment);
            for &(simpler, plain) in &pool {
                assert_eq!(evaluator.eval(simpler), evaluator.eval(plain), "{assignment:?}");
            }
        }
    }
}

fn random_value(random: &mut Random, width: u32) -> Value {
    match random.below(7) {
        0 => Value::zero(width),
        1 => Value::ones(width),
        2 => Value::min_signed(width),
        3 => Value::one(width),
        4 => Value::new(width, 1 << random.below(u64::from(width.min(100)))),
        _ => Value::from_bits(&(0..width).map(|_| random.one_in(2)).collect::<Vec<_>>()),
    }
}

/// What the rules are for.
#[test]
fn normal_forms() {
    let mut store = TermStore::new();
    let (x, y) = (store.symbol("x", 8), store.symbol("y", 8));
    let number = |store: &mut TermStore, n| store.number(8, n);
    let five = number(&mut store, 5);
    let four = number(&mut store, 4);

    // A guard and its complement are one term and its `Not`.
    let below = store.app(Op::Ult, &[x, five]);
    let not_below = store.not(below);
    assert_eq!(store.app(Op::Ule, &[five, x]), not_below);
    assert_eq!(store.app(Op::Ult, &[four, x]), not_below);
    assert_eq!(store.and(below, not_below), store.bool(false));

    // Sums of constants.
    let sum = store.app(Op::Add, &[x, five]);
    assert_eq!(store.app(Op::Sub, &[sum, five]), x);
    let nine = number(&mut store, 9);
    let sum = store.app(Op::Add, &[sum, four]);
    assert_eq!(sum, store.app(Op::Add, &[x, nine]));
    assert_eq!(store.eq(sum, nine), {
        let zero = number(&mut store, 0);
        store.eq(x, zero)
    });

    // Extensions of C's promotions vanish in comparisons.
    let (wide_x, wide_y) =
        (store.app(Op::SignExtend(32), &[x]), store.app(Op::SignExtend(32), &[y]));
    let narrow = store.app(Op::Slt, &[x, y]);
    assert_eq!(store.app(Op::Slt, &[wide_x, wide_y]), narrow);
    let wide_five = store.number(32, 5);
    assert_eq!(store.eq(wide_x, wide_five), store.eq(x, five));
    assert_eq!(store.extract(wide_x, 7, 0), x);

    // A truth value that went through `int`.
    let wide = store.app(Op::ZeroExtend(32), &[below]);
    let zero = store.number(32, 0);
    let is_zero = store.eq(wide, zero);
    assert_eq!(store.not(is_zero), below);
}

#[test]
fn products_of_narrow_words_are_narrow() {
    for (m, n) in [(1, 1), (1, 3), (2, 2), (3, 2), (3, 3)] {
        for width in m + n..m + n + 3 {
            let mut store = TermStore::new();
            let (x, y) = (store.symbol("x", m), store.symbol("y", n));
            for (first, second) in [
                (Op::SignExtend(width), Op::SignExtend(width)),
                (Op::SignExtend(width), Op::ZeroExtend(width)),
                (Op::ZeroExtend(width), Op::SignExtend(width)),
                (Op::ZeroExtend(width), Op::ZeroExtend(width)),
            ] {
                let [a, b] = [(first, x), (second, y)].map(|(op, it)| store.app(op, &[it]));
                let narrow = store.app(Op::Mul, &[a, b]);
                let plain = store.app_verbatim(Op::Mul, &[a, b]);
                assert_eq!(narrow != plain, m + n < width, "{m} {n} {width} {first:?} {second:?}");
                for bits in 0..1u128 << (m + n) {
                    let values = [(x, m, bits & ((1 << m) - 1)), (y, n, bits >> m)];
                    let assignment: Assignment = values
                        .map(|(term, width, bits)| {
                            (store.as_symbol(term).expect("a symbol"), Value::new(width, bits))
                        })
                        .into_iter()
                        .collect();
                    let mut evaluator = Evaluator::new(&store, &assignment);
                    let (narrow, plain) = (evaluator.eval(narrow), evaluator.eval(plain));
                    assert_eq!(narrow, plain, "{first:?} {second:?} {assignment:?}");
                }
            }
        }
    }
    // `(int)a * b` of two `short`s, computed in 64 bits, has 32.
    let mut store = TermStore::new();
    let (x, y) = (store.symbol("x", 16), store.symbol("y", 16));
    let [a, b] = [x, y].map(|it| store.app(Op::SignExtend(64), &[it]));
    let product = store.app(Op::Mul, &[a, b]);
    let low = store.extract(product, 31, 0);
    let again = store.app(Op::SignExtend(64), &[low]);
    assert_eq!(store.eq(product, again), store.bool(true));
}

/// Rules don't go down long chains.
#[test]
fn long_chains_need_no_deep_stack() {
    let mut store = TermStore::new();
    let x = store.symbol("x", 20);
    let y = store.symbol("y", 20);
    let (mut all, mut choice) = (store.bool(true), x);
    for i in 0..100_000 {
        let number = store.number(20, i);
        let here = store.eq(y, number);
        let not_here = store.not(here);
        let also = if i % 3 == 0 { here } else { not_here };
        all = if i % 5 == 0 { store.or(all, also) } else { store.and(all, also) };
        choice = store.ite(here, number, choice);
    }
    let five = store.number(20, 5);
    let low = store.extract(choice, 9, 0);
    let other = store.not(choice);
    for term in [store.not(all), store.eq(choice, five), low, store.eq(other, five)] {
        assert!(store.as_const(term).is_none());
    }
}
