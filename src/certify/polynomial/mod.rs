//! Claims that are polynomial identities modulo 2^w, decided by expanding both sides.
//!
//! `(i+1)·(i+1) = i·i + 2·i + 1` at 64 bits is out of reach for both solvers of
//! [`super::solvers`], and here both sides become the same list of monomials. That is all
//! there is to it: polynomials with equal coefficients are equal functions over the ring
//! Z/2^w (the other direction, which fails, is not needed).
//!
//! The terms are those of a [`Condition`], unrewritten. Each gets two polynomials with
//! integer coefficients, over its *atoms*, which stand for unsigned values of terms:
//! * `low`, congruent to the term's value modulo 2^width;
//! * `whole`, its value as an integer, for what reads it below a zero extension. Where
//!   `low` doesn't tell, it is an atom of its own, the *remainder* of `low`.
//!
//! An atom of one bit is its own square, so truth values are polynomials too, and a
//! choice is `c·(a − b) + b`. An assumed equality that has a symbol with an odd factor,
//! which occurs nowhere else in it, *defines* the symbol; definitions and remainders are
//! put in wherever they are precise enough: modulo 2^k under a factor 2^(w−k). In the same way an
//! equality that is no assumption but a truth value `e` defines an atom in monomials with `e`,
//! which are 0 where it does not hold: where `e` says `x = 1`, `e·x` is `e`. Of other
//! assumed equalities multiples by constants are subtracted where that removes a monomial.
//!
//! A claim is broken when a conjunction of truth values holds. It is refuted if one of
//! them is constantly 0, or if one says `a ≠ b` and the product of `a − b` with the
//! others, each 0 or 1, vanishes modulo 2^w.
//!
//! Where the assumptions and the broken claim together say `a ≤ b` and `b ≤ a`, as an order
//! that is kept and the exit of a loop do, `a = b` is assumed too.
//!
//! Deliberately absent: any sharing with the normal form that finds invariants.

mod forms;
mod ring;

use std::cell::Cell;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::conditions::{Claim, Condition};
use crate::bv::{Node, Op, Term, TermStore};
use crate::support::Budget;
use crate::support::limits;

use ring::{Atom, Monomial, Polynomial, odd_inverse, truncate};

/// The widest terms that are looked into. Coefficients are numbers modulo 2^128.
const WIDEST: u32 = 128;

/// The claims of a condition, by their places, that are identities under its assumptions.
/// Looked at are those that an equality between words is kept, and if some equalities
/// are assumed also the others. When the time is over the rest is left to the solvers.
pub fn identities(condition: &Condition, budget: &Budget) -> Vec<usize> {
    let mut ring = Ring::new(&condition.terms);
    for &assumption in &condition.assumptions {
        if budget.exhausted().is_some() {
            return vec![];
        }
        ring.assume(assumption);
    }
    let assumed = ring.atoms.iter().any(|atom| atom.is_symbol && atom.value.is_some())
        || !ring.lines.is_empty();
    let claims = condition.claims.iter().enumerate();
    let identity = |&(_, &(_, violation)): &(usize, &(Claim, Term))| {
        budget.exhausted().is_none()
            && ((assumed || ring.is_about_words(violation)) && ring.refutes(violation)
                || refuted_by_orders(condition, violation))
    };
    claims.filter(identity).map(|(place, _)| place).collect()
}

/// Whether a truth value is never true, given what the orders in it and in the assumptions
/// make equal.
fn refuted_by_orders(condition: &Condition, violation: Term) -> bool {
    let mut ring = Ring::new(&condition.terms);
    let orders = |ring: &Ring<'_>, truth: Term| -> Vec<Order> {
        let conjuncts = ring.conjuncts(truth).into_iter();
        conjuncts.filter_map(|conjunct| order(&condition.terms, conjunct)).collect()
    };
    let mut all: Vec<Order> = Vec::new();
    for &truth in condition.assumptions.iter().chain([&violation]) {
        all.extend(orders(&ring, truth));
    }
    let turned = |order: &Order| Order { low: order.high, high: order.low, ..*order };
    let mut equal: Vec<Order> = orders(&ring, violation);
    equal.retain(|order| order.low != order.high && all.contains(&turned(order)));
    if equal.is_empty() {
        return false;
    }
    for &assumption in &condition.assumptions {
        ring.assume(assumption);
    }
    for Order { low, high, .. } in equal {
        if let Some((difference, width)) = ring.difference(low, high) {
            ring.put_down(difference, width);
        }
    }
    ring.refutes(violation)
}

/// One word is not above another.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Order {
    signed: bool,
    low: Term,
    high: Term,
}

/// What a comparison, or the negation of one, says.
fn order(terms: &TermStore, truth: Term) -> Option<Order> {
    match *terms.node(truth) {
        Node::App(Op::Ult | Op::Ule, [low, high, _]) => Some(Order { signed: false, low, high }),
        Node::App(Op::Slt | Op::Sle, [low, high, _]) => Some(Order { signed: true, low, high }),
        // ¬(a < b) and ¬(a ≤ b) both imply b ≤ a.
        Node::App(Op::Not, [inner, ..]) if !matches!(terms.node(inner), Node::App(Op::Not, _)) => {
            let Order { signed, low, high } = order(terms, inner)?;
            Some(Order { signed, low: high, high: low })
        }
        _ => None,
    }
}

/// The assumptions of a condition that multiply variables: hard for the solvers, and
/// seldom needed once the identities are gone.
pub fn nonlinear(condition: &Condition) -> Vec<Term> {
    let terms = &condition.terms;
    let multiplies = |&root: &Term| {
        let product = |term: Term| {
            matches!(terms.node(term), Node::App(Op::Mul, _))
                && terms.args(term).iter().all(|&arg| terms.as_const(arg).is_none())
        };
        cone(terms, root, |_| false).into_iter().any(product)
    };
    condition.assumptions.iter().copied().filter(|root| multiplies(root)).collect()
}

/// The term and all below it, operands before what reads them; nothing that is `known`
/// and nothing below that.
fn cone(terms: &TermStore, root: Term, known: impl Fn(Term) -> bool) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if !known(term) && seen.insert(term) {
            stack.extend(terms.args(term));
        }
    }
    let mut cone: Vec<Term> = seen.into_iter().collect();
    // Operands are older than what is made of them.
    cone.sort_unstable();
    cone
}

/// Both readings of a term.
#[derive(Clone, Debug)]
struct Form {
    low: Polynomial,
    whole: Polynomial,
}

struct AtomInfo {
    /// It is less than 2^width.
    width: u32,
    /// It is congruent to the polynomial modulo 2^(first).
    value: Option<(u32, Polynomial)>,
    /// Whether it is a symbol, which an assumption may define.
    is_symbol: bool,
    /// Where it is 1, if it has one bit.
    holds: Option<Solved>,
}

/// An atom is congruent to a polynomial, which does not mention it, modulo 2^width.
#[derive(Clone)]
struct Solved {
    atom: Atom,
    width: u32,
    value: Polynomial,
}

impl Solved {
    /// From a polynomial that is 0 modulo 2^width, for an atom that it has with this odd factor and
    /// nowhere else.
    fn new(zero: &Polynomial, width: u32, (atom, factor): (Atom, u128)) -> Self {
        // factor·atom + rest = 0
        let rest = zero.sub(&Polynomial::default().with(&[atom], factor));
        let value = Polynomial::default().add(odd_inverse(factor).wrapping_neg(), &rest);
        Self { atom, width, value: truncate(value, width) }
    }
}

struct Ring<'a> {
    terms: &'a TermStore,
    atoms: Vec<AtomInfo>,
    of_term: FxHashMap<Term, Atom>,
    remainders: BTreeMap<(u32, Polynomial), Atom>,
    /// Products of monomials made so far.
    work: Cell<usize>,
    forms: FxHashMap<Term, Form>,
    /// Polynomials that are 0 modulo 2^(first), each with a monomial that has factor 1.
    lines: Vec<(u32, Monomial, Polynomial)>,
}

impl<'a> Ring<'a> {
    fn new(terms: &'a TermStore) -> Self {
        Self {
            terms,
            atoms: Vec::new(),
            of_term: FxHashMap::default(),
            remainders: BTreeMap::new(),
            work: Cell::new(0),
            forms: FxHashMap::default(),
            lines: Vec::new(),
        }
    }

    /// Makes definitions of the equalities that a truth value is a conjunction of.
    fn assume(&mut self, truth: Term) {
        for conjunct in self.conjuncts(truth) {
            let &[a, b] = self.terms.args(conjunct) else { continue };
            if let Node::App(Op::Eq, _) = self.terms.node(conjunct)
                && let Some((difference, width)) = self.difference(a, b)
            {
                self.put_down(difference, width);
            }
        }
    }

    /// Remembers that a polynomial is 0 modulo 2^width.
    fn put_down(&mut self, difference: Polynomial, width: u32) {
        // 2^k·p = 0 modulo 2^w says p = 0 modulo 2^(w−k).
        let twos = difference.0.values().map(|c| c.trailing_zeros()).min().unwrap_or(width);
        if twos >= width {
            return;
        }
        let width = width - twos;
        let halved = difference.0.into_iter().map(|(monomial, c)| (monomial, c >> twos));
        let poly = Polynomial(halved.collect());
        for (monomial, &c) in &poly.0 {
            let &[atom] = monomial.as_slice() else { continue };
            let others = poly.0.keys().filter(|&other| other != monomial).flatten();
            let info = &self.atoms[atom];
            if c & 1 == 1
                && info.is_symbol
                && info.value.is_none()
                && !others.into_iter().any(|&other| self.mentions(other, atom))
            {
                let Solved { value, .. } = Solved::new(&poly, width, (atom, c));
                self.atoms[atom].value = Some((width, value));
                self.forget_forms();
                // With it a line may become a definition, too, or another line.
                for (width, _, line) in std::mem::take(&mut self.lines) {
                    if let Some(line) = self.compare(line, width) {
                        self.put_down(line, width);
                    }
                }
                return;
            }
        }
        let pivot = poly.0.iter().find(|(monomial, c)| **c & 1 == 1 && !monomial.is_empty());
        if let Some((monomial, &c)) = pivot {
            let monomial = monomial.clone();
            let line = truncate(Polynomial::default().add(odd_inverse(c), &poly), width);
            self.lines.push((width, monomial, line));
            self.forget_forms();
        }
    }

    /// More is known of atoms than when terms were read.
    fn forget_forms(&mut self) {
        self.forms.clear();
        self.atoms.iter_mut().for_each(|atom| atom.holds = None);
    }

    /// What an equality says of the last of its atoms, where that stands by itself. (What is put in
    /// are earlier atoms then, and none that is defined, so putting in ends.)
    fn solved(&mut self, a: Term, b: Term) -> Option<Solved> {
        let (zero, width) = self.difference(a, b)?;
        let &last = zero.0.keys().flatten().max()?;
        if zero.0.keys().flatten().any(|&atom| self.atoms[atom].value.is_some()) {
            return None;
        }
        let mut with = zero.0.iter().filter(|(monomial, _)| monomial.contains(&last));
        match (with.next(), with.next()) {
            (Some((monomial, &c)), None) if monomial.len() == 1 && c & 1 == 1 => {
                Some(Solved::new(&zero, width, (last, c)))
            }
            _ => None,
        }
    }

    /// Whether an atom is `of`, or its value mentions it.
    fn mentions(&self, atom: Atom, of: Atom) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![atom];
        while let Some(atom) = stack.pop() {
            if seen.insert(atom)
                && let Some((_, value)) = &self.atoms[atom].value
            {
                stack.extend(value.0.keys().flatten());
            }
        }
        seen.contains(&of)
    }

    fn conjuncts(&self, truth: Term) -> Vec<Term> {
        let mut conjuncts = Vec::new();
        let mut stack = vec![truth];
        while let Some(term) = stack.pop() {
            match self.terms.node(term) {
                Node::App(Op::And, _) => stack.extend(self.terms.args(term)),
                _ => conjuncts.push(term),
            }
        }
        conjuncts
    }

    /// Whether a truth value is a conjunction with two words being different.
    fn is_about_words(&self, violation: Term) -> bool {
        self.conjuncts(violation).into_iter().any(|conjunct| {
            let Node::App(Op::Not, [inner, ..]) = self.terms.node(conjunct) else { return false };
            let Node::App(Op::Eq, [a, ..]) = self.terms.node(*inner) else { return false };
            self.terms.width(*a) > 1
        })
    }

    /// Whether a truth value is never true.
    fn refutes(&mut self, violation: Term) -> bool {
        let conjuncts = self.conjuncts(violation);
        let wholes: Vec<Polynomial> =
            conjuncts.iter().map(|&conjunct| self.form(conjunct).whole).collect();
        if wholes.iter().any(|whole| whole.as_number() == Some(0)) {
            return true;
        }
        conjuncts.iter().enumerate().any(|(place, &conjunct)| {
            let Some((mut rest, width)) = self.claimed_different(conjunct) else { return false };
            let others = wholes.iter().enumerate().filter(|other| other.0 != place);
            for (_, other) in others {
                if rest.as_number() == Some(0) {
                    break;
                }
                let product = self.multiply(&rest, other).and_then(|p| self.compare(p, width));
                let Some(product) = product else { return false };
                rest = product;
            }
            rest.as_number() == Some(0)
        })
    }

    /// `a − b` if the truth value says `a ≠ b`.
    fn claimed_different(&mut self, truth: Term) -> Option<(Polynomial, u32)> {
        let Node::App(Op::Not, [inner, ..]) = *self.terms.node(truth) else { return None };
        let Node::App(Op::Eq, [a, b, _]) = *self.terms.node(inner) else { return None };
        self.difference(a, b)
    }

    /// `a − b` modulo 2^width, and the width.
    fn difference(&mut self, a: Term, b: Term) -> Option<(Polynomial, u32)> {
        let width = self.terms.width(a);
        let (a, b) = (self.form(a).low, self.form(b).low);
        (width <= WIDEST).then(|| self.compare(a.sub(&b), width)).flatten().map(|d| (d, width))
    }
    fn multiply(&self, a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
        let mut product = Polynomial::default();
        self.work.set(self.work.get() + a.0.len() * b.0.len());
        if self.work.get() > limits::IDENTITY_PRODUCTS {
            return None;
        }
        for (left, p) in &a.0 {
            for (right, q) in &b.0 {
                let mut monomial = [left.as_slice(), right].concat();
                monomial.sort_unstable();
                monomial.dedup_by(|x, y| x == y && self.atoms[*x].width == 1);
                product = product.with(&monomial, p.wrapping_mul(*q));
            }
            if product.0.len() > limits::IDENTITY_MONOMIALS {
                return None;
            }
        }
        Some(product)
    }

    /// What may stand for the atom at a place of a monomial with this factor, modulo 2^width.
    fn put_in(&self, monomial: &[Atom], factor: u128, width: u32) -> Option<(usize, &Polynomial)> {
        let suffices = |precise: u32| precise + factor.trailing_zeros() >= width;
        let defined = monomial.iter().enumerate().find_map(|(place, &atom)| {
            let (precise, value) = self.atoms[atom].value.as_ref()?;
            suffices(*precise).then_some((place, value))
        });
        // The monomial is 0 where one of its truth values does not hold.
        let given = || {
            monomial.iter().find_map(|&truth| {
                let Solved { atom, width, value } = self.atoms[truth].holds.as_ref()?;
                let place = monomial.iter().position(|other| other == atom)?;
                suffices(*width).then_some((place, value))
            })
        };
        defined.or_else(given)
    }

    /// The polynomial modulo 2^width, with the values of atoms put in where they are
    /// precise enough.
    fn settle(&self, polynomial: Polynomial, width: u32) -> Option<Polynomial> {
        let mut polynomial = truncate(polynomial, width);
        loop {
            let found = polynomial.0.iter().find_map(|(monomial, &c)| {
                let (place, value) = self.put_in(monomial, c, width)?;
                Some((monomial.clone(), c, place, value))
            });
            let Some((monomial, c, place, value)) = found else { return Some(polynomial) };
            let mut rest = monomial.clone();
            rest.remove(place);
            let put_in = self.multiply(value, &Polynomial::default().with(&rest, c))?;
            polynomial.0.remove(&monomial);
            polynomial = truncate(polynomial.add(1, &put_in), width);
            if polynomial.0.len() > limits::IDENTITY_MONOMIALS {
                return None;
            }
        }
    }

    /// The same where it only matters whether the polynomial is 0: also without the
    /// monomials of lines. (Inside of a product that would not end.)
    fn compare(&self, polynomial: Polynomial, width: u32) -> Option<Polynomial> {
        let mut polynomial = self.settle(polynomial, width)?;
        for (precise, monomial, line) in &self.lines {
            match polynomial.0.get(monomial) {
                Some(&c) if precise + c.trailing_zeros() >= width => {
                    polynomial = truncate(polynomial.add(c.wrapping_neg(), line), width);
                }
                _ => {}
            }
        }
        Some(polynomial)
    }
}

#[cfg(test)]
mod tests;
