//! An accelerated edge does what the loop does: tried for every state and every number of
//! iterations, on loops drawn at random at small widths, and on known ones.

use super::*;
use crate::bv::eval::Evaluator;
use crate::bv::{Assignment, Op, Value};
use crate::cfa::{CfaVar, CfaVarId};
use crate::program::{BlockId, GoalId, ValueId};
use crate::support::{IndexVec, Random};

/// An automaton that is one loop over the variables: entry, head, and a goal behind it.
struct Loop {
    cfa: Cfa,
    vars: Vec<Term>,
}

impl Loop {
    fn new(widths: &[u32]) -> Self {
        let mut terms = TermStore::new();
        let mut vars = IndexVec::new();
        for (i, &width) in widths.iter().enumerate() {
            let term = terms.symbol(format!("x{i}"), width);
            vars.push(CfaVar { term, value: ValueId(i as u32) });
        }
        let places = [Location::Block(BlockId(0)), Location::Goal(GoalId(0))];
        let locations = places.into_iter().collect();
        let names = vars.iter().map(|var: &CfaVar| var.term).collect();
        let (inputs, edges) = (IndexVec::new(), IndexVec::new());
        let cfa = Cfa { terms, vars, inputs, locations, edges, entry: LocationId(0) };
        Self { cfa, vars: names }
    }

    /// The loop goes on if `guard` holds, and then makes the updates.
    fn close(mut self, guard: Term, updates: &[Term]) -> Cfa {
        let mut conjuncts = Vec::new();
        super::super::single::split(&self.cfa.terms, guard, &mut conjuncts);
        let left = self.cfa.terms.not(guard);
        let update = (0..).map(CfaVarId).zip(updates.iter().copied());
        let update = update.filter(|(var, value)| self.cfa.vars[*var].term != *value).collect();
        let edge = |target, guard, update| Edge {
            source: LocationId(0),
            target: LocationId(target),
            guard,
            update,
            blocks: vec![],
            iterations: None,
        };
        self.cfa.edges.push(edge(0, conjuncts, update));
        self.cfa.edges.push(edge(1, vec![left], vec![]));
        self.cfa
    }
}

/// What an exhaustive comparison of the accelerated edge with the loop has seen.
#[derive(Default, Debug)]
struct Seen {
    /// Pairs of a state and a number of iterations, at least two, that the loop makes.
    possible: usize,
    /// Of these, how many the accelerated edge makes at once.
    taken: usize,
}

/// Tries all states and all numbers of iterations; `None` if there is no accelerated edge.
fn compare(cfa: &Cfa) -> Option<Seen> {
    let fast = accelerate(cfa, |_| true)?;
    let accelerated = |edge: &&Edge| edge.iterations.is_some();
    let edge = fast.edges.iter().find(accelerated).expect("there is one");
    let Iterations { accelerate, more } = edge.iterations.expect("it is accelerated");
    let symbol = |term| fast.terms.as_symbol(term).expect("a symbol");
    let widths: Vec<u32> = fast.vars.iter().map(|var| fast.terms.width(var.term)).collect();
    let counter = fast.terms.width(fast.inputs[more]);
    assert!(widths.iter().sum::<u32>() + counter <= 16, "too much to be tried");
    let mut seen = Seen::default();
    for number in 0..1u128 << widths.iter().sum::<u32>() {
        let mut rest = number;
        let start: Vec<Value> = widths
            .iter()
            .map(|&width| {
                let value = Value::new(width, rest);
                rest >>= width;
                value
            })
            .collect();
        // The states that the loop itself leads to, one after the other, as long as it is
        // not left.
        let mut run = vec![start.clone()];
        while run.len() <= 1 << counter
            && let Some(next) = around(cfa, run.last().expect("the start"))
        {
            run.push(next);
        }
        for iterations in 1..=1usize << counter {
            let mut values: Assignment = assignment(&fast, &start);
            values.insert(symbol(fast.inputs[accelerate]), Value::bool(true));
            let count = Value::new(counter, iterations as u128 - 1);
            values.insert(symbol(fast.inputs[more]), count);
            let mut evaluator = Evaluator::new(&fast.terms, &values);
            let taken = edge.guard.iter().all(|&term| evaluator.eval(term).is_true());
            let possible = run.get(iterations);
            if iterations > 1 {
                seen.possible += usize::from(possible.is_some());
                seen.taken += usize::from(taken);
            }
            if taken {
                let Some(expected) = possible else {
                    panic!("{start:?} {iterations} times: the loop is left before\n{fast}")
                };
                let mut after = start.clone();
                for &(var, term) in &edge.update {
                    after[var.0 as usize] = evaluator.eval(term);
                }
                assert_eq!(after, *expected, "{start:?} {iterations} times\n{fast}");
            }
        }
    }
    Some(seen)
}

fn assignment(cfa: &Cfa, state: &[Value]) -> Assignment {
    let symbol = |var: &CfaVar| cfa.terms.as_symbol(var.term).expect("a symbol");
    cfa.vars.iter().map(symbol).zip(state.iter().cloned()).collect()
}

/// One iteration of the loop's own edge; `None` if the loop is left.
fn around(cfa: &Cfa, state: &[Value]) -> Option<Vec<Value>> {
    let values = assignment(cfa, state);
    let mut evaluator = Evaluator::new(&cfa.terms, &values);
    let edge = cfa.edges.iter().find(|edge| edge.source == edge.target).expect("a loop");
    if !edge.guard.iter().all(|&term| evaluator.eval(term).is_true()) {
        return None;
    }
    let mut after = state.to_vec();
    for &(var, term) in &edge.update {
        after[var.0 as usize] = evaluator.eval(term);
    }
    Some(after)
}

/// Draws terms over the variables of a loop.
struct Drawer<'a> {
    random: &'a mut Random,
    cfa: &'a mut Cfa,
    vars: &'a [Term],
}

impl Drawer<'_> {
    fn number(&mut self, width: u32) -> Term {
        let value = Value::new(width, self.random.wide());
        self.cfa.terms.constant(value)
    }

    fn of_width(&mut self, width: u32) -> Option<Term> {
        let terms = &self.cfa.terms;
        let fitting: Vec<Term> =
            self.vars.iter().copied().filter(|&var| terms.width(var) == width).collect();
        (!fitting.is_empty()).then(|| *self.random.pick(&fitting))
    }

    /// A term of some arithmetic.
    fn word(&mut self, width: u32, depth: u32) -> Term {
        let leaf = depth == 0 || self.random.one_in(3);
        match self.random.below(if leaf { 3 } else { 12 }) {
            0 => self.number(width),
            1 | 2 => self.of_width(width).unwrap_or_else(|| self.number(width)),
            3..=5 => {
                let op = *self.random.pick(&[Op::Add, Op::Add, Op::Sub, Op::Mul]);
                self.binary(op, width, depth)
            }
            6 => {
                let op = *self.random.pick(&[Op::And, Op::Xor, Op::Lshr, Op::Udiv]);
                self.binary(op, width, depth)
            }
            7 => {
                let op = *self.random.pick(&[Op::Not, Op::Neg]);
                let inner = self.word(width, depth - 1);
                self.cfa.terms.app(op, &[inner])
            }
            8 | 9 if width > 1 => {
                let narrow = 1 + self.random.index(width as usize - 1) as u32;
                let inner = self.word(narrow, depth - 1);
                let op = *self.random.pick(&[Op::ZeroExtend(width), Op::SignExtend(width)]);
                self.cfa.terms.app(op, &[inner])
            }
            8..=10 => {
                let wide = self.word(width + 1, depth - 1);
                let low = self.random.index(2) as u32;
                self.cfa.terms.extract(wide, width - 1 + low, low)
            }
            _ => {
                let condition = self.truth(depth - 1);
                let (a, b) = (self.word(width, depth - 1), self.word(width, depth - 1));
                self.cfa.terms.ite(condition, a, b)
            }
        }
    }

    fn binary(&mut self, op: Op, width: u32, depth: u32) -> Term {
        let (a, b) = (self.word(width, depth - 1), self.word(width, depth - 1));
        self.cfa.terms.app(op, &[a, b])
    }

    /// A condition.
    fn truth(&mut self, depth: u32) -> Term {
        if depth > 0 && self.random.one_in(2) {
            let (a, b) = (self.truth(depth - 1), self.truth(depth - 1));
            let op = *self.random.pick(&[Op::And, Op::Or, Op::Xor, Op::And]);
            return self.cfa.terms.app(op, &[a, b]);
        }
        if let Some(flag) = self.of_width(1)
            && self.random.one_in(3)
        {
            return flag;
        }
        let width = 2 + self.random.index(3) as u32;
        let (a, b) = (self.word(width, depth), self.word(width, depth));
        let atom = match self.random.below(7) {
            0 => {
                let place = self.random.index(width as usize) as u32;
                self.cfa.terms.bit(a, place)
            }
            1 => {
                // Signed overflow of a + b, as the front end writes it.
                let terms = &mut self.cfa.terms;
                let sum = terms.app(Op::Add, &[a, b]);
                let (x, y) = (terms.app(Op::Xor, &[a, sum]), terms.app(Op::Xor, &[b, sum]));
                let both = terms.and(x, y);
                terms.bit(both, width - 1)
            }
            n => self.cfa.terms.app(Op::COMPARISONS[n as usize - 2], &[a, b]),
        };
        if self.random.one_in(2) { self.cfa.terms.not(atom) } else { atom }
    }

    /// What a variable becomes: often itself and something.
    fn update(&mut self, var: Term) -> Term {
        let width = self.cfa.terms.width(var);
        match self.random.below(8) {
            0 => var,
            _ if width == 1 => self.truth(1),
            1 => self.word(width, 2),
            2 => {
                let condition = self.truth(1);
                let (a, b) = (self.number(width), self.number(width));
                let terms = &mut self.cfa.terms;
                let (a, b) = (terms.app(Op::Add, &[var, a]), terms.app(Op::Add, &[var, b]));
                terms.ite(condition, a, b)
            }
            3 => {
                let by = self.word(width, 1);
                self.cfa.terms.app(Op::Sub, &[var, by])
            }
            _ => {
                let by = self.number(width);
                self.cfa.terms.app(Op::Add, &[var, by])
            }
        }
    }
}

/// Whatever is accelerated is right; and enough is.
#[test]
fn random_loops() {
    let (mut loops, mut useful, mut all) = (0, 0, Seen::default());
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let shapes: [&[u32]; 6] = [&[3], &[4], &[2, 4], &[3, 3], &[3, 2, 2], &[4, 1]];
        let shape = shapes[random.index(shapes.len())];
        let mut cfa = Loop::new(shape);
        let vars = cfa.vars.clone();
        let mut drawer = Drawer { random: &mut random, cfa: &mut cfa.cfa, vars: &vars };
        let depth = drawer.random.below(3) as u32;
        let guard = drawer.truth(depth);
        let updates: Vec<Term> = vars.iter().map(|&var| drawer.update(var)).collect();
        if let Some(seen) = compare(&cfa.close(guard, &updates)) {
            loops += 1;
            useful += usize::from(seen.taken > 0);
            all.possible += seen.possible;
            all.taken += seen.taken;
        }
    }
    assert!(useful > 500 && all.taken * 4 > all.possible, "{loops} {useful} {all:?}");
}

/// What share of the pairs of a state and a number of iterations is taken, in percent.
fn share(cfa: &Cfa) -> usize {
    let seen = compare(cfa).expect("the loop qualifies");
    100 * seen.taken / seen.possible
}

/// `while (x >= 3) x += 2;` at 4 bits: but for the wrap, everything is one step.
#[test]
fn counters_up_and_down() {
    let mut up = Loop::new(&[4]);
    let x = up.vars[0];
    let terms = &mut up.cfa.terms;
    let (three, two) = (terms.number(4, 3), terms.number(4, 2));
    let guard = terms.app(Op::Ule, &[three, x]);
    let next = terms.app(Op::Add, &[x, two]);
    // All iterations that begin at odd numbers end at 1, after which the loop is left; those
    // that begin at even ones at 0.
    assert_eq!(share(&up.close(guard, &[next])), 100);

    let mut down = Loop::new(&[4, 4]);
    let (x, y) = (down.vars[0], down.vars[1]);
    let terms = &mut down.cfa.terms;
    let (three, one) = (terms.number(4, 3), terms.number(4, 1));
    let zero = terms.number(4, 0);
    let guard = terms.app(Op::Slt, &[zero, x]);
    let fewer = terms.app(Op::Sub, &[x, one]);
    let more = terms.app(Op::Add, &[y, three]);
    assert_eq!(share(&down.close(guard, &[fewer, more])), 100, "y may wrap: nothing asks");
}

/// `while (i != n) i += s;` for any n, and for any s that the loop does not change.
#[test]
fn unequal_and_steps_that_are_not_constant() {
    let mut unequal = Loop::new(&[4, 4]);
    let (i, n) = (unequal.vars[0], unequal.vars[1]);
    let terms = &mut unequal.cfa.terms;
    let equal = terms.eq(i, n);
    let (guard, one) = (terms.not(equal), terms.number(4, 1));
    let next = terms.app(Op::Add, &[i, one]);
    assert_eq!(share(&unequal.close(guard, &[next, n])), 100);

    let mut stepped = Loop::new(&[4, 3, 3]);
    let (i, n, s) = (stepped.vars[0], stepped.vars[1], stepped.vars[2]);
    let terms = &mut stepped.cfa.terms;
    let bound = terms.app(Op::SignExtend(4), &[n]);
    let step = terms.app(Op::SignExtend(4), &[s]);
    let guard = terms.app(Op::Slt, &[i, bound]);
    let next = terms.app(Op::Add, &[i, step]);
    // Where s is 0 the loop goes on for ever, and that is one step too.
    let taken = share(&stepped.close(guard, &[next, n, s]));
    assert!(taken > 70, "{taken}");
}

/// `while (x < 6) if (x < 3) x += 1; else x += 2;`: accelerated for each side.
#[test]
fn branches_are_taken_one_side_at_a_time() {
    let mut loop_ = Loop::new(&[4, 4]);
    let (x, y) = (loop_.vars[0], loop_.vars[1]);
    let terms = &mut loop_.cfa.terms;
    let [one, two, three, six] = [1, 2, 3, 12].map(|n| terms.number(4, n));
    let guard = terms.app(Op::Ult, &[x, six]);
    let low = terms.app(Op::Ult, &[x, three]);
    let (a, b) = (terms.app(Op::Add, &[x, one]), terms.app(Op::Add, &[x, two]));
    let next = terms.ite(low, a, b);
    // y is computed anew from x in each iteration.
    let product = terms.app(Op::Mul, &[x, x]);
    let _ = y;
    let taken = share(&loop_.close(guard, &[next, product]));
    assert!((40..100).contains(&taken), "{taken}");
}

/// `while (again) { x += 1; again = x < 9; }`: the flag is what the condition would be.
#[test]
fn flags_are_looked_through() {
    let mut flagged = Loop::new(&[4, 1]);
    let (x, again) = (flagged.vars[0], flagged.vars[1]);
    let terms = &mut flagged.cfa.terms;
    let (one, nine) = (terms.number(4, 1), terms.number(4, 9));
    let next = terms.app(Op::Add, &[x, one]);
    let below = terms.app(Op::Ult, &[next, nine]);
    // All but the 9 of 45 pairs that begin at 15, where the condition would not hold.
    assert_eq!(share(&flagged.close(again, &[next, below])), 80);
}

/// What the loop's condition can't be told to be in all iterations is left alone.
#[test]
fn what_does_not_qualify_stays_as_it_is() {
    let unchanged = |cfa: Cfa| assert!(accelerate(&cfa, |_| true).is_none(), "{cfa}");
    // A condition on a bit that changes.
    let mut odd = Loop::new(&[4]);
    let x = odd.vars[0];
    let terms = &mut odd.cfa.terms;
    let (bit, one) = (terms.bit(x, 1), terms.number(4, 1));
    let next = terms.app(Op::Add, &[x, one]);
    unchanged(odd.close(bit, &[next]));
    // No step but a product.
    let mut product = Loop::new(&[4]);
    let x = product.vars[0];
    let terms = &mut product.cfa.terms;
    let (three, nine) = (terms.number(4, 3), terms.number(4, 9));
    let guard = terms.app(Op::Ult, &[x, nine]);
    let next = terms.app(Op::Mul, &[x, three]);
    unchanged(product.close(guard, &[next]));
    // A step that is itself a counter.
    let mut sum = Loop::new(&[4, 4]);
    let (s, i) = (sum.vars[0], sum.vars[1]);
    let terms = &mut sum.cfa.terms;
    let (one, nine) = (terms.number(4, 1), terms.number(4, 9));
    let guard = terms.app(Op::Ult, &[i, nine]);
    let updates = [terms.app(Op::Add, &[s, i]), terms.app(Op::Add, &[i, one])];
    unchanged(sum.close(guard, &updates));
    // An input in the loop.
    let mut reading = Loop::new(&[4]);
    let x = reading.vars[0];
    let input = reading.cfa.terms.symbol("input4.0", 4);
    reading.cfa.inputs.push(input);
    let terms = &mut reading.cfa.terms;
    let (one, guard) = (terms.number(4, 1), terms.app(Op::Ult, &[x, input]));
    let next = terms.app(Op::Add, &[x, one]);
    unchanged(reading.close(guard, &[next]));
}
