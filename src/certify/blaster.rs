//! The checker's own bit-blaster: terms straight to clauses, as in a school book.
//!
//! It is deliberately naive, and shares nothing with the one that the engines use: no
//! and-inverter graph, no rewriting of terms. A term is a list of literals, least
//! significant bit first. Every gate is a variable with the clauses of its truth table, or
//! falls together with a constant, an input or an earlier gate ([`gates`]). So each variable
//! is a function of earlier ones, any values of the symbols extend to exactly one model of
//! all clauses, and the clauses with a root asserted are satisfiable exactly if the term is.
//!
//! Circuits: ripple-carry addition, shift-and-add multiplication, restoring division,
//! logarithmic shifters. Signed division is unsigned division of magnitudes.

mod float;
mod gates;

use rustc_hash::FxHashMap;

use float::OfIntegers;
use gates::Gates;

use crate::bv::{Assignment, Node, Op, Term, TermStore, Value};
use crate::cnf::{Cnf, Lit};
use crate::support::Budget;

/// A term's bits, least significant first.
type Bits = Vec<Lit>;

/// Translates terms of one store into clauses.
pub struct Blaster<'a> {
    store: &'a TermStore,
    gates: Gates,
    bits: FxHashMap<Term, Bits>,
}

impl<'a> Blaster<'a> {
    /// A translation without terms.
    pub fn new(store: &'a TermStore) -> Self {
        Self { store, gates: Gates::new(), bits: FxHashMap::default() }
    }

    /// Demands that `term`, of width 1, is true.
    ///
    /// # Panics
    /// If its width is not 1.
    pub fn assert(&mut self, term: Term) {
        self.assert_within(term, usize::MAX, &Budget::unlimited());
    }

    /// As [`Self::assert`], but gives up and returns `false` once there are more clauses
    /// than `limit`, or the time is over.
    ///
    /// # Panics
    /// If the width of `term` is not 1.
    pub fn assert_within(&mut self, term: Term, limit: usize, budget: &Budget) -> bool {
        let root = self.literal_within(term, limit, budget);
        self.gates.clauses.extend(root.iter().map(std::slice::from_ref));
        root.is_some()
    }

    /// The literal that is equivalent to `term`, of width 1; `None` as in
    /// [`Self::assert_within`].
    ///
    /// # Panics
    /// If the width of `term` is not 1.
    pub fn literal_within(&mut self, term: Term, limit: usize, budget: &Budget) -> Option<Lit> {
        assert_eq!(self.store.width(term), 1, "only truth values are literals");
        self.blast(term, limit, budget).then(|| self.bits[&term][0])
    }

    /// The largest number of a variable so far.
    pub fn variables(&self) -> u32 {
        self.gates.variables
    }

    /// The clauses so far.
    pub fn clauses(&self) -> &Cnf {
        &self.gates.clauses
    }

    /// The symbols' values in a model, where entry `v` is variable `v`.
    pub fn symbols(&self, model: &[bool]) -> Assignment {
        let value = |lit: &Lit| model[lit.var().0 as usize] == lit.is_positive();
        let known = self.bits.iter().filter_map(|(&term, bits)| {
            let bits: Vec<bool> = bits.iter().map(value).collect();
            Some((self.store.as_symbol(term)?, Value::from_bits(&bits)))
        });
        known.collect()
    }

    /// Translates `term` and all below it, unless that takes more clauses than `limit`, or
    /// too long.
    fn blast(&mut self, term: Term, limit: usize, budget: &Budget) -> bool {
        // An explicit stack: terms of large programs are deeper than the machine's.
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.bits.contains_key(&top) {
                stack.pop();
                continue;
            }
            if self.gates.clauses.len() > limit || budget.exhausted().is_some() {
                return false;
            }
            let bits = match self.store.node(top) {
                Node::Const(value) => self.value(value),
                Node::Symbol(_) => (0..self.store.width(top)).map(|_| self.gates.fresh()).collect(),
                &Node::App(op, _) => {
                    let args = self.store.args(top);
                    let integers = match op {
                        Op::Float(op) => OfIntegers::of(self.store, op, args),
                        _ => None,
                    };
                    let args = integers.as_ref().map_or_else(|| args.into(), OfIntegers::terms);
                    let pending = stack.len();
                    stack.extend(args.iter().filter(|arg| !self.bits.contains_key(arg)));
                    if stack.len() > pending {
                        continue;
                    }
                    let args: Vec<Bits> = args.iter().map(|arg| self.bits[arg].clone()).collect();
                    match integers {
                        Some(of) => self.of_integers(&of),
                        None => self.apply(op, &args),
                    }
                }
            };
            debug_assert_eq!(bits.len(), self.store.width(top) as usize);
            self.bits.insert(top, bits);
            stack.pop();
        }
        true
    }

    fn value(&self, value: &Value) -> Bits {
        (0..value.width()).map(|bit| self.gates.truth.xor(!value.bit(bit))).collect()
    }

    fn apply(&mut self, op: Op, args: &[Bits]) -> Bits {
        let a = args[0].as_slice();
        // Unary operators don't look at it.
        let b = args.get(1).map_or(a, Vec::as_slice);
        match op {
            Op::Not => complement(a),
            Op::Neg => self.negate(a),
            Op::And => self.zip(a, b, Gates::and),
            Op::Or => self.zip(a, b, Gates::or),
            Op::Xor => self.zip(a, b, Gates::xor),
            Op::Add => self.add(a, b, !self.gates.truth).0,
            Op::Sub => self.subtract(a, b).0,
            Op::Mul => self.multiply(a, b),
            Op::Udiv => self.divide(a, b).0,
            Op::Urem => self.divide(a, b).1,
            Op::Sdiv => self.divide_signed(a, b).0,
            Op::Srem => self.divide_signed(a, b).1,
            Op::Shl => {
                let reversed: Bits = a.iter().rev().copied().collect();
                let mut shifted = self.shift_right(&reversed, b, !self.gates.truth);
                shifted.reverse();
                shifted
            }
            Op::Lshr => self.shift_right(a, b, !self.gates.truth),
            Op::Ashr => self.shift_right(a, b, sign(a)),
            Op::Eq => {
                let differ = self.zip(a, b, Gates::xor);
                vec![!self.any(&differ)]
            }
            Op::Ult => vec![self.less(a, b)],
            Op::Ule => vec![!self.less(b, a)],
            Op::Slt => vec![self.less(&flip_sign(a), &flip_sign(b))],
            Op::Sle => vec![!self.less(&flip_sign(b), &flip_sign(a))],
            Op::Ite => self.choose(a[0], b, &args[2]),
            Op::Concat => [b, a].concat(),
            Op::Extract { high, low } => a[low as usize..=high as usize].to_vec(),
            Op::ZeroExtend(to) => extend(a, to, !self.gates.truth),
            Op::SignExtend(to) => extend(a, to, sign(a)),
            Op::Float(op) => self.float(op, args),
            Op::Select | Op::Store => unreachable!("what is certified has no arrays"),
        }
    }
}

/// Circuits.
impl Blaster<'_> {
    fn zip(&mut self, a: &[Lit], b: &[Lit], gate: fn(&mut Gates, Lit, Lit) -> Lit) -> Bits {
        a.iter().zip(b).map(|(&x, &y)| gate(&mut self.gates, x, y)).collect()
    }

    fn any(&mut self, lits: &[Lit]) -> Lit {
        lits.iter().fold(!self.gates.truth, |any, &lit| self.gates.or(any, lit))
    }

    fn choose(&mut self, c: Lit, a: &[Lit], b: &[Lit]) -> Bits {
        a.iter().zip(b).map(|(&x, &y)| self.gates.mux(c, x, y)).collect()
    }

    /// Sum and carry out of `a + b + carry`.
    fn add(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Bits, Lit) {
        let mut sum = Bits::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            let half = self.gates.xor(x, y);
            sum.push(self.gates.xor(half, carry));
            carry = self.gates.majority(x, y, carry);
        }
        (sum, carry)
    }

    /// `a − b` and whether `a ≥ b` (unsigned).
    fn subtract(&mut self, a: &[Lit], b: &[Lit]) -> (Bits, Lit) {
        self.add(a, &complement(b), self.gates.truth)
    }

    fn negate(&mut self, a: &[Lit]) -> Bits {
        let zero = vec![!self.gates.truth; a.len()];
        self.subtract(&zero, a).0
    }

    /// Whether `a < b` (unsigned): `a − b` has no carry. Of the difference nothing is needed.
    fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let pairs = a.iter().zip(b);
        !pairs.fold(self.gates.truth, |carry, (&x, &y)| self.gates.majority(x, !y, carry))
    }

    fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        let mut sum = vec![!self.gates.truth; a.len()];
        for (i, &factor) in b.iter().enumerate() {
            let row: Bits =
                a[..a.len() - i].iter().map(|&bit| self.gates.and(bit, factor)).collect();
            let high = self.add(&sum[i..], &row, !self.gates.truth).0;
            sum.splice(i.., high);
        }
        sum
    }

    /// Quotient and remainder, unsigned. A zero divisor is never greater than the
    /// remainder so far: the quotient becomes all ones, the remainder the dividend.
    fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Bits, Bits) {
        let width = a.len();
        let divisor = [b, &[!self.gates.truth]].concat();
        let mut quotient = vec![!self.gates.truth; width];
        let mut rest = vec![!self.gates.truth; width];
        for i in (0..width).rev() {
            // One bit wider, so that the doubled remainder fits.
            let doubled = [&[a[i]], rest.as_slice()].concat();
            let (difference, fits) = self.subtract(&doubled, &divisor);
            quotient[i] = fits;
            rest = self.choose(fits, &difference, &doubled);
            // Less than the divisor, or a zero divisor's prefix of the dividend.
            rest.truncate(width);
        }
        (quotient, rest)
    }

    /// Quotient rounded to zero, and remainder with the dividend's sign.
    fn divide_signed(&mut self, a: &[Lit], b: &[Lit]) -> (Bits, Bits) {
        let (minus_a, minus_b) = (self.negate(a), self.negate(b));
        let magnitude_a = self.choose(sign(a), &minus_a, a);
        let magnitude_b = self.choose(sign(b), &minus_b, b);
        let (quotient, rest) = self.divide(&magnitude_a, &magnitude_b);
        let (minus_quotient, minus_rest) = (self.negate(&quotient), self.negate(&rest));
        let signs_differ = self.gates.xor(sign(a), sign(b));
        let quotient = self.choose(signs_differ, &minus_quotient, &quotient);
        let rest = self.choose(sign(a), &minus_rest, &rest);
        (quotient, rest)
    }

    /// `a` shifted to the right by `amount`, `fill` coming in from above.
    fn shift_right(&mut self, a: &[Lit], amount: &[Lit], fill: Lit) -> Bits {
        let width = a.len();
        let mut bits = a.to_vec();
        let mut overshoot = Vec::new();
        for (i, &by) in amount.iter().enumerate() {
            match 1usize.checked_shl(i as u32).filter(|&distance| distance < width) {
                Some(distance) => {
                    let shifted = [&bits[distance..], &vec![fill; distance]].concat();
                    bits = self.choose(by, &shifted, &bits);
                }
                None => overshoot.push(by),
            }
        }
        let over = self.any(&overshoot);
        self.choose(over, &vec![fill; width], &bits)
    }
}

fn complement(a: &[Lit]) -> Bits {
    a.iter().map(|&lit| !lit).collect()
}

fn sign(a: &[Lit]) -> Lit {
    a[a.len() - 1]
}

/// Maps the signed order onto the unsigned one.
fn flip_sign(a: &[Lit]) -> Bits {
    let (&sign, rest) = a.split_last().expect("a bit-vector has at least one bit");
    [rest, &[!sign]].concat()
}

fn extend(a: &[Lit], to: u32, fill: Lit) -> Bits {
    [a, &vec![fill; to as usize - a.len()]].concat()
}

#[cfg(test)]
pub(super) mod tests;
