//! Normal forms of terms: polynomials over the integers, read modulo 2^w.
//!
//! Two terms with one normal form are equal for all values, and the decision takes no
//! search: `(i+1)·(i+1) = i·i + 2·i + 1` is hard for a SAT solver at 64 bits, and here
//! both sides are the same list of monomials. After Müller-Olm and Seidl (Analysis of
//! Modular Arithmetic, TOPLAS 2007), who show which polynomials vanish modulo 2^w; only
//! the simple direction is used: equal coefficients, equal functions.
//!
//! * The *unsigned value* of a term, an integer, is what a polynomial stands for. A term
//!   of width w has a normal form modulo 2^w; a term that is read as an integer of more
//!   bits (below a zero extension) has an *exact* one.
//! * What is no polynomial is an *atom*: a symbol, a quotient, a comparison. Atoms are
//!   known by the normal forms of their operands, so congruent terms are one atom.
//! * An atom of one bit is its own square. So the connectives are polynomials too, and
//!   a choice is `c·(a − b) + b`: no case is split.
//! * Assumed equalities become *definitions*: `p = 0` with an odd coefficient at a
//!   symbol that occurs nowhere else in `p` replaces that symbol. `2^k·p = 0` defines
//!   it modulo 2^(w−k), which is used where a coefficient makes up for what is missing.
//!   Of other equalities multiples by constants are subtracted, so that a monomial with
//!   an odd coefficient, the *pivot*, goes away (`6·s = 2·i³ + 3·i² + i` has one).
//! * Assumed orders are *bounds* of atoms. A sum that can't wrap around within them is, read as
//!   an integer, the polynomial itself: `zext(i + 1) = zext(i) + 1` where `i < n`.
//!
//! Always: a term and its normal form agree for all values that satisfy what was assumed.
//! Deliberately absent: completeness (factorials of 2-adic weight, Gröbner bases).

mod normal;
mod poly;

use std::cell::Cell;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::bv::{Node, Op, SymbolId, Term, TermStore, Value};
use crate::index_type;
use crate::support::IndexVec;
use crate::support::limits;

pub(super) use poly::inverse;
use poly::{Monomial, Poly, TooLarge, power};

index_type!(
    /// An indeterminate.
    pub struct Atom,
    "a"
);

/// The widest terms with a normal form: coefficients are machine integers.
const WIDEST: u32 = 128;
/// What makes an atom the one it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Symbol(SymbolId),
    /// A term that has no normal form.
    Opaque(Term),
    /// An operator applied to terms of this width with these normal forms.
    App(Op, u32, SmallVec<[Poly; 2]>),
    /// The remainder of a polynomial modulo 2^width.
    Remainder(u32, Poly),
    /// Whether a polynomial is 0 modulo 2^width.
    Zero(u32, Poly),
}

#[derive(Clone, Debug)]
struct AtomInfo {
    /// Its value is less than 2^width.
    width: u32,
    /// Its value is at most this, if it is known from an assumption.
    bound: Option<Bound>,
    is_symbol: bool,
    definition: Option<Definition>,
}

/// An atom is no more than this.
#[derive(Clone, Debug)]
struct Bound {
    most: u128,
    /// What it was assumed from.
    sources: SmallVec<[usize; 2]>,
}

/// The atom equals the polynomial modulo 2^width.
#[derive(Clone, Debug)]
struct Definition {
    width: u32,
    value: Poly,
    /// What it was assumed from; `None` if it holds by itself.
    source: Option<usize>,
}

/// A polynomial that is 0 modulo 2^width, with coefficient 1 at its pivot.
#[derive(Clone, Debug)]
struct Line {
    width: u32,
    pivot: Monomial,
    value: Poly,
    source: usize,
}

/// How a term is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mode {
    /// Modulo 2^width.
    Modular,
    /// As an integer (modulo 2^128).
    Exact,
}

use crate::support::Fault;
use Mode::{Exact, Modular};

/// Computes normal forms of the terms of one store under assumptions.
pub struct Normaliser<'a> {
    terms: &'a TermStore,
    atoms: IndexVec<Atom, AtomInfo>,
    keys: FxHashMap<Key, Atom>,
    known: FxHashMap<(Term, Mode), Poly>,
    /// Assumed polynomials without definition; none has the pivot of an earlier one.
    lines: Vec<Line>,
    /// Products of monomials made so far.
    work: Cell<usize>,
    used: FxHashSet<usize>,
}

impl<'a> Normaliser<'a> {
    /// Nothing is assumed.
    pub fn new(terms: &'a TermStore) -> Self {
        Self {
            terms,
            atoms: IndexVec::new(),
            keys: FxHashMap::default(),
            known: FxHashMap::default(),
            lines: Vec::new(),
            work: Cell::new(0),
            used: FxHashSet::default(),
        }
    }

    /// Assumes a truth value, as far as it is a conjunction of equalities that define a
    /// symbol; `source` is reported by [`Self::used`] once a definition was applied.
    pub fn assume(&mut self, truth: Term, source: usize) {
        let mut stack = vec![truth];
        while let Some(term) = stack.pop() {
            let args = self.terms.args(term);
            match self.terms.node(term) {
                Node::App(Op::And, _) => stack.extend(args.iter().rev()),
                Node::App(Op::Eq, _) => {
                    let width = self.terms.width(args[0]);
                    let difference = self.difference(args[0], args[1]);
                    if let Some(difference) = difference {
                        self.define(difference, width, source);
                    }
                }
                _ => {
                    self.bound(term, source);
                    // Modulo 2 the lowest bit of a sum is the sum.
                    let value = self.normal(term, Modular);
                    self.define(value.plus(&Poly::constant(1), u128::MAX), 1, source);
                }
            }
        }
    }

    /// Assumes a truth value only as far as it bounds an atom from above: as an order, or because
    /// it excludes the largest value that was known to be possible.
    pub fn bound(&mut self, truth: Term, source: usize) {
        let terms = self.terms;
        let constant = |term: Term| terms.as_const(term).and_then(Value::small);
        let (low, most, excludes) =
            if let Some((low, high, is_strict)) = unsigned_order(terms, truth) {
                // What is less than anything is less than the largest.
                let high = constant(high).unwrap_or(largest(terms.width(low)));
                let Some(most) = high.checked_sub(u128::from(is_strict)) else { return };
                (low, most, false)
            } else if let Some((one, other)) = different(terms, truth) {
                let constant = |one, other| Some((one, constant(other)?.checked_sub(1)?));
                let found = constant(one, other).or_else(|| constant(other, one));
                let Some((low, most)) = found else { return };
                (low, most, true)
            } else {
                return;
            };
        let width = terms.width(low);
        if width > WIDEST {
            return;
        }
        let Some(atom) = self.normal(low, Modular).as_atom() else { return };
        let AtomInfo { width: own, bound, .. } = &self.atoms[atom];
        let before = bound.as_ref().map_or(largest(width), |bound| bound.most);
        let is_better = if excludes { before.checked_sub(1) == Some(most) } else { most < before };
        if *own <= width && is_better {
            let kept = bound.iter().filter(|_| excludes).flat_map(|bound| bound.sources.clone());
            let sources = kept.chain([source]).collect();
            self.atoms[atom].bound = Some(Bound { most, sources });
            self.known.clear();
        }
    }

    /// What was assumed and applied since the last call, each by its number.
    pub fn used(&mut self) -> Vec<usize> {
        let mut used: Vec<usize> = std::mem::take(&mut self.used).into_iter().collect();
        used.sort_unstable();
        used
    }

    /// Whether there was more to multiply than it does: what it says is still right, but
    /// little.
    pub fn gave_up(&self) -> bool {
        self.work.get() > limits::NORMAL_PRODUCTS
    }

    /// The truth value of a term, if the normal form tells.
    pub fn truth(&mut self, term: Term) -> Option<bool> {
        self.normal(term, Exact).as_constant().map(|value| value == 1)
    }

    /// Whether the truth values `facts` imply `claim`, as far as normal forms tell.
    pub fn implies(&mut self, facts: &[Term], claim: Term) -> bool {
        if Fault::PolynomialImplies.is_planted() {
            return true;
        }
        // An equality is stronger as a difference: a fact times it may vanish.
        let args = self.terms.args(claim);
        let is_equality = matches!(self.terms.node(claim), Node::App(Op::Eq, _));
        let (mut violation, width) = match is_equality.then(|| self.difference(args[0], args[1])) {
            Some(Some(difference)) => (difference, self.terms.width(args[0])),
            _ => (Poly::constant(1).plus(&self.normal(claim, Exact), u128::MAX), 1),
        };
        for &fact in facts {
            if violation.is_zero() {
                break;
            }
            let fact = self.normal(fact, Exact);
            let Ok(product) = self.product(&violation, &fact) else { return false };
            let Ok(product) = self.settle(product, width) else { return false };
            violation = product;
        }
        violation.is_zero()
    }

    /// The difference of two terms modulo 2^width, if they have normal forms.
    fn difference(&mut self, a: Term, b: Term) -> Option<Poly> {
        let width = self.terms.width(a);
        if width > WIDEST {
            return None;
        }
        let (a, b) = (self.normal(a, Modular), self.normal(b, Modular));
        self.settle(a.plus(&b, u128::MAX), width).ok()
    }

    /// Makes a definition of `poly = 0` modulo 2^width, if a symbol can be solved for.
    fn define(&mut self, poly: Poly, width: u32, source: usize) {
        let twos = poly.twos();
        if poly.is_zero() || twos >= width {
            return;
        }
        let width = width - twos;
        let poly = Poly(poly.0.into_iter().map(|(m, c)| (m, c >> twos)).collect()).masked(width);
        let solvable = poly.0.iter().filter_map(|(monomial, &coefficient)| {
            let &[atom] = monomial.as_slice() else { return None };
            let info = &self.atoms[atom];
            let mut others = poly.0.keys().filter(|&other| other != monomial).flatten();
            let fits = coefficient & 1 == 1
                && info.is_symbol
                && info.definition.is_none()
                && !others.any(|&other| self.depends(other, atom));
            fits.then_some(((info.width <= width, info.width, atom), coefficient))
        });
        // Best one of which all bits get defined, and a wide one by narrow ones, which are read as
        // integers more often.
        let Some(((_, _, atom), coefficient)) = solvable.max_by_key(|found| found.0) else {
            let pivot = poly.0.iter().rev().find(|(m, c)| **c & 1 == 1 && !m.is_empty());
            if let Some((pivot, &coefficient)) = pivot {
                let value = poly.scaled(inverse(coefficient)).masked(width);
                self.lines.push(Line { width, pivot: pivot.clone(), value, source });
                self.known.clear();
            }
            return;
        };
        let rest = poly.plus(&Poly::atom(atom), coefficient.wrapping_neg());
        let value = rest.scaled(inverse(coefficient).wrapping_neg()).masked(width);
        self.atoms[atom].definition = Some(Definition { width, value, source: Some(source) });
        self.known.clear();
        // With it a line may become a definition, too, or another line.
        for line in std::mem::take(&mut self.lines) {
            if let Ok(value) = self.settle(line.value, line.width) {
                self.define(value, line.width, line.source);
            }
        }
    }

    /// Whether an atom is `on` or defined by it.
    fn depends(&self, atom: Atom, on: Atom) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![atom];
        while let Some(atom) = stack.pop() {
            if atom == on {
                return true;
            }
            if seen.insert(atom)
                && let Some(definition) = &self.atoms[atom].definition
            {
                stack.extend(definition.value.0.keys().flatten());
            }
        }
        false
    }

    fn intern(&mut self, key: Key, width: u32) -> Atom {
        if let Some(&atom) = self.keys.get(&key) {
            return atom;
        }
        let definition = match &key {
            Key::Remainder(width, value) => {
                Some(Definition { width: *width, value: value.clone(), source: None })
            }
            _ => None,
        };
        let is_symbol = matches!(key, Key::Symbol(_));
        let atom = self.atoms.push(AtomInfo { width, bound: None, is_symbol, definition });
        self.keys.insert(key, atom);
        atom
    }

    fn is_bit(&self, atom: Atom) -> bool {
        self.atoms[atom].width == 1
    }

    fn product(&self, a: &Poly, b: &Poly) -> Result<Poly, TooLarge> {
        self.work.set(self.work.get() + a.0.len() * b.0.len());
        if self.gave_up() {
            return Err(TooLarge);
        }
        let mut product = Poly::default();
        for (first, p) in &a.0 {
            for (second, q) in &b.0 {
                let mut monomial = first.clone();
                monomial.extend_from_slice(second);
                monomial.sort_unstable();
                // A bit is its own square.
                monomial.dedup_by(|x, y| x == y && self.is_bit(*x));
                product.add_term(monomial, p.wrapping_mul(*q));
            }
        }
        if product.0.len() > limits::NORMAL_MONOMIALS { Err(TooLarge) } else { Ok(product) }
    }

    /// The normal form modulo 2^width: definitions applied where they are precise enough.
    fn reduce(&mut self, poly: Poly, width: u32) -> Result<Poly, TooLarge> {
        let mut poly = poly.masked(width);
        loop {
            let applicable = poly.0.iter().find_map(|(monomial, coefficient)| {
                let precise = |atom: &&Atom| {
                    let definition = self.atoms[**atom].definition.as_ref();
                    definition.is_some_and(|d| d.width + coefficient.trailing_zeros() >= width)
                };
                monomial.iter().find(precise).map(|&atom| (monomial.clone(), *coefficient, atom))
            });
            let Some((monomial, coefficient, atom)) = applicable else { return Ok(poly) };
            let mut rest = monomial.clone();
            rest.remove(rest.iter().position(|&other| other == atom).expect("it occurs"));
            let definition = self.atoms[atom].definition.as_ref().expect("it was just found");
            self.used.extend(definition.source);
            let value = self.product(&definition.value, &Poly([(rest, coefficient)].into()))?;
            poly.0.remove(&monomial);
            poly = poly.plus(&value, 1).masked(width);
            if poly.0.len() > limits::NORMAL_MONOMIALS {
                return Err(TooLarge);
            }
        }
    }

    /// The normal form of a polynomial of which only counts whether it is 0: also
    /// without the pivots of lines. (Inside of a product they would come back.)
    fn settle(&mut self, poly: Poly, width: u32) -> Result<Poly, TooLarge> {
        let mut poly = self.reduce(poly, width)?;
        for line in &self.lines {
            if let Some(&coefficient) = poly.0.get(&line.pivot)
                && line.width + coefficient.trailing_zeros() >= width
            {
                poly = poly.plus(&line.value, coefficient.wrapping_neg()).masked(width);
                self.used.insert(line.source);
            }
        }
        Ok(poly)
    }
}

/// The largest number of so many bits.
fn largest(width: u32) -> u128 {
    power(width).wrapping_sub(1)
}

/// The words of which a truth value says that they differ.
fn different(terms: &TermStore, truth: Term) -> Option<(Term, Term)> {
    let Node::App(Op::Not, _) = terms.node(truth) else { return None };
    let inner = terms.args(truth)[0];
    let is_equality = matches!(terms.node(inner), Node::App(Op::Eq, _));
    let &[one, other] = terms.args(inner) else { return None };
    is_equality.then_some((one, other))
}

/// The words of which a truth value says that the first is not above the second, as unsigned
/// numbers, and whether it says that they differ.
fn unsigned_order(terms: &TermStore, truth: Term) -> Option<(Term, Term, bool)> {
    let (is_negated, inner) = match terms.node(truth) {
        Node::App(Op::Not, _) => (true, terms.args(truth)[0]),
        _ => (false, truth),
    };
    let is_strict = match terms.node(inner) {
        Node::App(Op::Ult, _) => true,
        Node::App(Op::Ule, _) => false,
        _ => return None,
    };
    let args = terms.args(inner);
    Some(match is_negated {
        false => (args[0], args[1], is_strict),
        true => (args[1], args[0], !is_strict),
    })
}

#[cfg(test)]
mod tests;
