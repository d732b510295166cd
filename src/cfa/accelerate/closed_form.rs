//! How terms change over many iterations of one loop, in closed form.
//!
//! The *closed form* is a guess about all iterations, made from the loop's update
//! alone: a variable `x` with the update `x + d` has the value `x + j·d` when iteration `j`
//! begins (j from 0), where `x` and `d` are what they are before them. The guess is
//! right if the `d` stay what they are and the loop is not left: that is what the guard of
//! the accelerated edge asks, of the guessed values. Proof, by induction over j: if the
//! guess is right up to iteration j, then so is what the guard says of iteration j, so the
//! loop goes on and adds the same `d`.
//!
//! For a term the [`Slope`] says by how much it changes in each iteration, modulo 2^width.
//! A term is *exact* in a reading (unsigned or signed) if its values, read as integers, lie
//! on a line too: it does not wrap around. Adding the distance between the first and the
//! last value is done without overflow, so that this is decided by comparing the two.

use rustc_hash::FxHashMap;

use super::{Cfa, Edge, symbols};
use crate::bv::{Node, Op, Substitution, Term, TermStore, Value};
use crate::support::Fault;

/// How a variable changes that changes at all.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// By the same number in each iteration.
    Step(Term),
    /// In another way.
    Other,
}

/// By how much a term changes in each iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slope {
    /// The difference, modulo 2^width; a term over the state before them.
    pub step: Term,
    /// What must hold for that (width 1).
    pub given: Term,
}

/// How far a value moves from the first iteration to the last.
#[derive(Clone, Copy, Debug)]
struct Distance {
    /// The way, not negative, modulo 2^width.
    way: Term,
    /// Whether the way is less than 2^width.
    fits: Term,
    /// Whether it goes down.
    down: Term,
}

/// How an exact value is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reading {
    Unsigned,
    Signed,
}

/// The closed form of one loop.
pub(super) struct ClosedForm<'a> {
    /// The terms of everything.
    pub terms: &'a mut TermStore,
    /// Number of iterations after the first.
    more: Term,
    changes: FxHashMap<Term, Change>,
    /// From the state before them to that before its last iteration.
    last: Substitution,
    /// For variables that each iteration computes anew what the one before computed.
    computed: Substitution,
    varying: FxHashMap<Term, bool>,
    slopes: FxHashMap<Term, Option<Slope>>,
    distances: FxHashMap<Term, Distance>,
    pub(super) truths: FxHashMap<(Term, bool), Term>,
}

impl<'a> ClosedForm<'a> {
    /// The closed form of the loop that `edge` is. `None` if some variable changes in no way
    /// that can be told.
    pub fn new(cfa: &Cfa, edge: &Edge, terms: &'a mut TermStore, more: Term) -> Option<Self> {
        let mut form = Self {
            terms,
            more,
            changes: FxHashMap::default(),
            last: Substitution::new(),
            computed: Substitution::new(),
            varying: FxHashMap::default(),
            slopes: FxHashMap::default(),
            distances: FxHashMap::default(),
            truths: FxHashMap::default(),
        };
        for &(var, value) in &edge.update {
            let term = cfa.vars[var].term;
            let step = form.difference(term, value, &mut FxHashMap::default());
            form.changes.insert(term, step.map_or(Change::Other, Change::Step));
        }
        form.set_last();
        // A step that is no step makes others no steps.
        while let Some(var) = form.unsteady() {
            form.changes.insert(var, Change::Other);
            form.slopes.clear();
            form.truths.clear();
            form.set_last();
        }
        let is_other = |term: &Term| matches!(form.changes.get(term), Some(Change::Other));
        let terms_of = |&(var, value)| (cfa.vars[var].term, value);
        let (others, _): (Vec<(Term, Term)>, _) =
            edge.update.iter().map(terms_of).partition(|update| is_other(&update.0));
        let read = symbols(form.terms, others.iter().map(|update| update.1));
        let told = !read.iter().any(is_other);
        if !told || form.steps().is_empty() {
            return None;
        }
        let mut back = Substitution::new();
        for (var, step) in form.steps() {
            let before = form.terms.app(Op::Sub, &[var, step]);
            back.replace(var, before);
        }
        for (var, value) in others {
            let before = back.apply(form.terms, value);
            form.computed.replace(var, before);
        }
        Some(form)
    }

    /// What must hold for a condition of the loop to hold in all iterations. What an
    /// iteration computes anew is arbitrary in the first, and in the others what the one
    /// before computed.
    pub fn condition(&mut self, condition: Term) -> Term {
        let later = self.computed.apply(self.terms, condition);
        let throughout = self.throughout(later, true);
        self.terms.and(condition, throughout)
    }

    /// `value - var`, if `value` is `var` with something added.
    fn difference(
        &mut self,
        var: Term,
        value: Term,
        known: &mut FxHashMap<Term, Option<Term>>,
    ) -> Option<Term> {
        if value == var {
            return Some(self.zero(var));
        }
        if let Some(&known) = known.get(&value) {
            return known;
        }
        let difference = match *self.terms.node(value) {
            Node::App(Op::Add, [a, b, _]) => match self.difference(var, a, known) {
                Some(step) => Some(self.terms.app(Op::Add, &[step, b])),
                None => {
                    self.difference(var, b, known).map(|step| self.terms.app(Op::Add, &[step, a]))
                }
            },
            Node::App(Op::Sub, [a, b, _]) => {
                self.difference(var, a, known).map(|step| self.terms.app(Op::Sub, &[step, b]))
            }
            Node::App(Op::Ite, [c, a, b]) => {
                let a = self.difference(var, a, known);
                let b = self.difference(var, b, known);
                a.zip(b).map(|(a, b)| self.terms.ite(c, a, b))
            }
            _ => None,
        };
        known.insert(value, difference);
        difference
    }

    /// The variables that change by steps, in a fixed order.
    fn steps(&self) -> Vec<(Term, Term)> {
        let step = |(&var, change): (&Term, &Change)| match change {
            Change::Step(step) => Some((var, *step)),
            Change::Other => None,
        };
        let mut steps: Vec<(Term, Term)> = self.changes.iter().filter_map(step).collect();
        steps.sort_unstable();
        steps
    }

    /// A variable whose step does not stay the same.
    fn unsteady(&mut self) -> Option<Term> {
        let steps = self.steps().into_iter();
        steps.filter(|&(_, step)| self.steady(step).is_none()).map(|(var, _)| var).next()
    }

    /// Makes the state before the last iteration of what is known of the steps.
    fn set_last(&mut self) {
        self.last = Substitution::new();
        for (var, step) in self.steps() {
            let Distance { way, down, .. } = self.distance(step);
            let up = self.terms.app(Op::Add, &[var, way]);
            let below = self.terms.app(Op::Sub, &[var, way]);
            let value = self.terms.ite(down, below, up);
            self.last.replace(var, value);
        }
    }

    /// What must hold for the steps to be the same in all iterations.
    pub fn steps_stay(&mut self) -> Option<Vec<Term>> {
        self.steps().into_iter().map(|(_, step)| self.steady(step)).collect()
    }

    /// What must hold for `term` to have the same value in all iterations.
    pub fn steady(&mut self, term: Term) -> Option<Term> {
        let Slope { step, given } = self.slope(term)?;
        self.is_zero(step).then_some(given)
    }

    /// `term` when the last iteration begins.
    pub fn at_last(&mut self, term: Term) -> Term {
        self.last.apply(self.terms, term)
    }

    /// The value of `var` after them, where one iteration makes it `value`.
    pub fn behind(&mut self, var: Term, value: Term) -> Term {
        match self.changes[&var] {
            Change::Step(step) => {
                let last = self.at_last(var);
                if Fault::AccelerateStep.is_planted() {
                    return last;
                }
                self.terms.app(Op::Add, &[last, step])
            }
            Change::Other => self.at_last(value),
        }
    }

    /// Whether something changes that `term` depends on.
    pub fn varies(&mut self, term: Term) -> bool {
        if let Some(&known) = self.varying.get(&term) {
            return known;
        }
        let args: Vec<Term> = self.terms.args(term).to_vec();
        let varies =
            self.changes.contains_key(&term) || args.into_iter().any(|arg| self.varies(arg));
        self.varying.insert(term, varies);
        varies
    }

    /// By how much `term` changes in each iteration, if by the same in all.
    pub fn slope(&mut self, term: Term) -> Option<Slope> {
        if !self.varies(term) {
            let (step, given) = (self.zero(term), self.terms.bool(true));
            return Some(Slope { step, given });
        }
        if let Some(&known) = self.slopes.get(&term) {
            return known;
        }
        let slope = match *self.terms.node(term) {
            Node::Const(_) => unreachable!("a constant does not vary"),
            Node::Symbol(_) => match self.changes[&term] {
                Change::Step(step) => Some(Slope { step, given: self.terms.bool(true) }),
                Change::Other => None,
            },
            Node::App(op, _) => self.slope_of(term, op),
        };
        self.slopes.insert(term, slope);
        slope
    }

    fn slope_of(&mut self, term: Term, op: Op) -> Option<Slope> {
        let args = self.terms.args(term).to_vec();
        if op == Op::Ite && self.terms.width(term) > 1 {
            return self.slope_of_choice(&args);
        }
        let slopes: Option<Vec<Slope>> = args.iter().map(|&arg| self.slope(arg)).collect();
        let line = slopes.and_then(|slopes| {
            let given = self.terms.conjunction(slopes.iter().map(|slope| slope.given));
            let steps: Vec<Term> = slopes.iter().map(|slope| slope.step).collect();
            if steps.iter().all(|&step| self.is_zero(step)) {
                return Some(Slope { step: self.zero(term), given });
            }
            let (step, exact) = self.line(op, &args, &steps)?;
            Some(Slope { step, given: self.terms.and(given, exact) })
        });
        if line.is_some() || self.terms.width(term) > 1 {
            return line;
        }
        // A truth value may still stay what it is.
        let (always, never) = (self.throughout(term, true), self.throughout(term, false));
        let given = self.terms.or(always, never);
        let possible = self.terms.as_const(given).is_none_or(Value::is_true);
        possible.then(|| Slope { step: self.zero(term), given })
    }

    /// A choice by a condition that stays what it is.
    fn slope_of_choice(&mut self, args: &[Term]) -> Option<Slope> {
        let stays = self.steady(args[0])?;
        let (a, b) = (self.slope(args[1])?, self.slope(args[2])?);
        let step = self.terms.ite(args[0], a.step, b.step);
        let given = self.terms.ite(args[0], a.given, b.given);
        Some(Slope { step, given: self.terms.and(stays, given) })
    }

    /// The step of a linear operation, and what must hold for it.
    fn line(&mut self, op: Op, args: &[Term], steps: &[Term]) -> Option<(Term, Term)> {
        let always = self.terms.bool(true);
        let step = match op {
            Op::Add | Op::Sub | Op::Neg => self.terms.app(op, steps),
            // The complement of x is -x - 1.
            Op::Not => self.terms.app(Op::Neg, steps),
            Op::Mul if self.is_zero(steps[0]) => self.terms.app(op, &[args[0], steps[1]]),
            Op::Mul if self.is_zero(steps[1]) => self.terms.app(op, &[steps[0], args[1]]),
            // The low bits are added to.
            Op::Concat if self.is_zero(steps[1]) => self.terms.app(op, steps),
            Op::Extract { low: 0, .. } => self.terms.app(op, steps),
            // No carry comes from the bits below.
            Op::Extract { low, .. } => {
                let below = self.terms.extract(steps[0], low - 1, 0);
                if !self.is_zero(below) {
                    return None;
                }
                self.terms.app(op, steps)
            }
            Op::ZeroExtend(to) | Op::SignExtend(to) => {
                let signed = matches!(op, Op::SignExtend(_));
                let reading = if signed { Reading::Signed } else { Reading::Unsigned };
                let exact = self.exact(args[0], reading)?;
                return Some((self.terms.app(Op::SignExtend(to), steps), exact));
            }
            _ => return None,
        };
        Some((step, always))
    }

    /// What must hold for the integers that `term` is read as to lie on a line from the
    /// first iteration to the last, the slope's condition included. `None` if it has no
    /// slope.
    pub fn exact(&mut self, term: Term, reading: Reading) -> Option<Term> {
        let Slope { step, given } = self.slope(term)?;
        if self.is_zero(step) {
            return Some(given);
        }
        let Distance { fits, down, .. } = self.distance(step);
        let last = self.at_last(term);
        let less = if reading == Reading::Signed { Op::Slt } else { Op::Ult };
        let (wrapped_up, wrapped_down) =
            (self.terms.app(less, &[last, term]), self.terms.app(less, &[term, last]));
        let wrapped = self.terms.ite(down, wrapped_down, wrapped_up);
        let straight = self.terms.not(wrapped);
        let exact = self.terms.and(fits, straight);
        Some(self.terms.and(given, exact))
    }

    /// How far something moves that moves by `step` in each iteration, `step` being read
    /// as signed.
    fn distance(&mut self, step: Term) -> Distance {
        if let Some(&known) = self.distances.get(&step) {
            return known;
        }
        let distance = match *self.terms.node(step) {
            Node::App(Op::Ite, [c, a, b]) => {
                let (a, b) = (self.distance(a), self.distance(b));
                Distance {
                    way: self.terms.ite(c, a.way, b.way),
                    fits: self.terms.ite(c, a.fits, b.fits),
                    down: self.terms.ite(c, a.down, b.down),
                }
            }
            Node::Const(ref value) => {
                let value = value.clone();
                self.constant_distance(&value)
            }
            _ => self.any_distance(step),
        };
        self.distances.insert(step, distance);
        distance
    }

    fn constant_distance(&mut self, step: &Value) -> Distance {
        let size = if step.sign() { Op::Neg.apply(&[step]) } else { step.clone() };
        let width = size.width();
        let counter = self.terms.width(self.more);
        // At most so many more: the largest number of that width divided by the size.
        let most = Op::Udiv.apply(&[&Value::ones(width), &size]);
        let most = Op::ZeroExtend(width.max(counter)).apply(&[&most]);
        let most = self.terms.constant(most);
        let more = self.terms.app(Op::ZeroExtend(width.max(counter)), &[self.more]);
        let fits = self.terms.app(Op::Ule, &[more, most]);
        let size = self.terms.constant(size);
        let more = self.resized(width);
        let way = self.terms.app(Op::Mul, &[more, size]);
        Distance { way, fits, down: self.terms.bool(step.sign()) }
    }

    fn any_distance(&mut self, step: Term) -> Distance {
        let width = self.terms.width(step);
        let down = self.terms.bit(step, width - 1);
        let negated = self.terms.app(Op::Neg, &[step]);
        let size = self.terms.ite(down, negated, step);
        let wide = width + self.terms.width(self.more);
        let (more, size) = (
            self.terms.app(Op::ZeroExtend(wide), &[self.more]),
            self.terms.app(Op::ZeroExtend(wide), &[size]),
        );
        let way = self.terms.app(Op::Mul, &[more, size]);
        let above = self.terms.extract(way, wide - 1, width);
        let zero = self.zero(above);
        let fits = self.terms.eq(above, zero);
        Distance { way: self.terms.extract(way, width - 1, 0), fits, down }
    }

    /// `more` modulo 2^width.
    fn resized(&mut self, width: u32) -> Term {
        if width <= self.terms.width(self.more) {
            self.terms.extract(self.more, width - 1, 0)
        } else {
            self.terms.app(Op::ZeroExtend(width), &[self.more])
        }
    }

    /// Zero of the width of `term`.
    pub fn zero(&mut self, term: Term) -> Term {
        let width = self.terms.width(term);
        self.terms.constant(Value::zero(width))
    }

    pub fn is_zero(&self, term: Term) -> bool {
        self.terms.as_const(term).is_some_and(Value::is_zero)
    }
}
