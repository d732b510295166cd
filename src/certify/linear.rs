//! What always holds of sums of floating-point numbers, by their rounding errors.
//!
//! An operator whose exact result is r gives a number that differs from r by at most
//! max(|r|·u, η): u is half a unit in the last place of 1, η half of the least positive number,
//! and twice as much if the rounding is directed (IEEE 754-2019, 4.3; Higham: Accuracy and
//! Stability of Numerical Algorithms, 2002, 2.2). So as long as nothing overflows, a term of sums,
//! and of products and quotients with constants, is a linear [`forms::Form`] in its *leaves*, the terms
//! below that are something else, give or take an error (Miné: Relational Abstract Domains for the
//! Detection of Floating-Point Run-Time Errors, ESOP 2004). Where bounds are known of another
//! such term over the same leaves, a multiple of it is subtracted: what is left of the leaves has
//! small factors. That is how a filter of second order stays within a polyhedron.
//!
//! Where choices make a sum the same operations on the same words as another, both are equal.
//!
//! What is stated is: *if* leaves, and the other term, lie within these bounds, *then* the term
//! lies in those. Any bounds and any multiple make a true statement, so where they come from is
//! not trusted. Trusted is the arithmetic here, which is exact.

mod forms;
mod numbers;

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use self::forms::{Chosen, Forms, Given, Leaf, negated, sum};
use self::numbers::numbers;
use super::rounded::{self, Ends};
use crate::bounds::{self, Edge};
use crate::bv::{Format, Node, Op, Term, TermStore};
use crate::support::limits;

/// What holds if all these numbers lie between their ends, and these conditions have these truth
/// values.
pub(super) struct Fact {
    chosen: Chosen,
    within: Vec<Bounded>,
    then: Then,
}

enum Then {
    /// A number lies between its ends.
    Within(Bounded),
    /// Both terms are the same operations on the same words.
    Same(Term, Term),
}

/// A number between two ends.
type Bounded = (Term, Format, Ends);

impl Fact {
    /// The fact as a truth value, of the terms that `made` gives for those that it speaks of.
    pub fn stated(&self, terms: &mut TermStore, made: impl Fn(Term) -> Term) -> Term {
        let mut all = match self.then {
            Then::Within((result, format, ends)) => {
                rounded::within(terms, format, made(result), ends)
            }
            Then::Same(one, other) => terms.app_verbatim(Op::Eq, &[made(one), made(other)]),
        };
        for &(term, format, ends) in &self.within {
            let inside = rounded::within(terms, format, made(term), ends);
            let outside = terms.app_verbatim(Op::Not, &[inside]);
            all = terms.app_verbatim(Op::Or, &[outside, all]);
        }
        for &(condition, truth) in &self.chosen {
            let condition = made(condition);
            let other = if truth { terms.app_verbatim(Op::Not, &[condition]) } else { condition };
            all = terms.app_verbatim(Op::Or, &[other, all]);
        }
        all
    }
}

/// The terms of a condition of which something may be stated.
pub(super) struct Sums<'a> {
    terms: &'a TermStore,
    /// Sums that are read by something else than sums.
    results: Vec<(Term, Format)>,
    /// Those of them that the condition assumes something of.
    assumed: Vec<(Term, Format)>,
    /// What they are made of: any of it may be a leaf.
    parts: Vec<(Term, Format)>,
    /// All sums, by what they are made of.
    made_of: FxHashMap<(Op, SmallVec<[Term; 3]>), Term>,
    /// What was known of parts and assumed sums when facts were made.
    seen: FxHashSet<Vec<Option<Ends>>>,
}

impl<'a> Sums<'a> {
    /// `None` if there is nothing to be stated.
    pub fn of(terms: &'a TermStore, assumptions: &[Term]) -> Option<Self> {
        let all = || (0..terms.len()).map(|place| Term(place as u32));
        let is_inner = |&term: &Term| sum(terms, term).is_some() || negated(terms, term).is_some();
        let mut read: FxHashSet<Term> = FxHashSet::default();
        for term in all().filter(|term| !is_inner(term)) {
            let args = terms.args(term).iter();
            read.extend(args.map(|&arg| negated(terms, arg).unwrap_or(arg)));
        }
        let result = |term: Term| Some((term, sum(terms, term).filter(|_| read.contains(&term))?));
        let results: Vec<_> = all().filter_map(result).take(limits::LINEAR_SUMS).collect();
        if results.is_empty() {
            return None;
        }
        let mut assumed: FxHashSet<Term> = FxHashSet::default();
        let mut open = assumptions.to_vec();
        while let Some(term) = open.pop() {
            if assumed.insert(term) {
                open.extend(terms.args(term));
            }
        }
        let assumed = results.iter().copied().filter(|it| assumed.contains(&it.0)).collect();
        let parts = parts(terms, &results);
        let of = |term: Term| match *terms.node(term) {
            Node::App(op, _) => {
                sum(terms, term).map(|_| ((op, SmallVec::from(terms.args(term))), term))
            }
            Node::Const(_) | Node::Symbol(_) => None,
        };
        let made_of = all().filter_map(of).collect();
        Some(Self { terms, results, assumed, parts, made_of, seen: FxHashSet::default() })
    }

    /// What can be stated by what is known where some conditions hold; nothing, if the same was
    /// known before.
    pub fn facts(&mut self, edge: &mut Edge<'_>) -> Vec<Fact> {
        let all = self.parts.iter().chain(&self.assumed);
        let ends = |&(term, format): &(Term, Format)| bounds::ends(format, &edge.eval(term)?);
        let known: Vec<Option<Ends>> = all.map(ends).collect();
        if !self.seen.insert(known.clone()) {
            return vec![];
        }
        let (of_parts, of_assumed) = known.split_at(self.parts.len());
        let leaf = |(&(term, format), ends): (&(Term, Format), &Option<Ends>)| {
            let ends = (*ends)?;
            let bounds = numbers(format, ends)?;
            Some((term, Leaf { format, ends, bounds }))
        };
        let leaves = self.parts.iter().zip(of_parts).filter_map(leaf).collect();
        let mut forms = Forms::new(self.terms, leaves);
        // Operands are before what is made of them, so nothing is looked into deeply.
        for &(part, _) in &self.parts {
            forms.of(part);
        }
        let mut given = vec![];
        for (&(term, format), ends) in self.assumed.iter().zip(of_assumed) {
            let known = ends.and_then(|ends| Some((ends, numbers(format, ends)?)));
            // Where it depends on choices it is not used.
            if let (Some((ends, bounds)), [case]) = (known, &forms.of(term)[..])
                && case.chosen.is_empty()
            {
                given.push(Given { it: (term, format, ends), bounds, form: case.form.clone() });
            }
        }
        let mut facts = vec![];
        for &result in &self.results {
            let Some(cases) = forms.expanded(result.0) else { continue };
            for case in cases {
                if let Some(same) = self.chosen(result.0, &case.chosen).filter(|it| *it != result.0)
                {
                    let then = Then::Same(result.0, same);
                    facts.push(Fact { chosen: case.chosen.clone(), within: vec![], then });
                }
                facts.extend(forms.fact(result, &case, &given));
            }
        }
        facts
    }

    /// The term that is left of a sum where choices are made so, if there is one and it is not too
    /// deep.
    fn chosen(&self, sum: Term, choices: &[(Term, bool)]) -> Option<Term> {
        let mut made = FxHashMap::default();
        self.chosen_within(sum, choices, limits::LINEAR_DEPTH, &mut made)
    }

    fn chosen_within(
        &self,
        term: Term,
        choices: &[(Term, bool)],
        depth: u32,
        made: &mut FxHashMap<Term, Option<Term>>,
    ) -> Option<Term> {
        if let Some(made) = made.get(&term) {
            return *made;
        }
        let depth = depth.checked_sub(1)?;
        let args = self.terms.args(term);
        let left = match *self.terms.node(term) {
            Node::App(Op::Ite, _) => match choices.iter().find(|choice| choice.0 == args[0]) {
                Some(&(_, truth)) => {
                    self.chosen_within(args[if truth { 1 } else { 2 }], choices, depth, made)
                }
                None => Some(term),
            },
            Node::App(op, _) if sum(self.terms, term).is_some() => {
                let args = args.iter().map(|&arg| self.chosen_within(arg, choices, depth, made));
                let args: Option<SmallVec<[Term; 3]>> = args.collect();
                args.and_then(|args| self.made_of.get(&(op, args)).copied())
            }
            _ => Some(term),
        };
        made.insert(term, left);
        left
    }
}

/// All that sums are made of, as far as it may be linear, with the formats of these numbers.
fn parts(terms: &TermStore, sums: &[(Term, Format)]) -> Vec<(Term, Format)> {
    let mut parts: BTreeMap<Term, Format> = BTreeMap::new();
    let mut open: Vec<Term> = sums.iter().map(|it| it.0).collect();
    while let Some(term) = open.pop() {
        let below: SmallVec<[Term; 3]> = match terms.node(term) {
            Node::App(Op::Ite, _) => SmallVec::from(&terms.args(term)[1..]),
            _ if sum(terms, term).is_some() => SmallVec::from(terms.args(term)),
            _ => negated(terms, term).into_iter().collect(),
        };
        for arg in below {
            if let Some(format) = Format::of_width(terms.width(arg))
                && parts.insert(arg, format).is_none()
            {
                open.push(arg);
            }
        }
    }
    parts.into_iter().filter(|it| terms.as_const(it.0).is_none()).collect()
}

#[cfg(test)]
mod tests;
