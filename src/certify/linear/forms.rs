//! Terms as linear forms, and what bounds say of them.

use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::numbers::{Rational, at_least, at_most, number, power, scaled, short};
use super::{Bounded, Fact, Then};
use crate::bv::{FloatOp, Format, Node, Op, Rounding, Term, TermStore};
use crate::certify::rounded::Ends;
use crate::support::limits;

/// Truth values of conditions of choices.
pub(super) type Chosen = SmallVec<[(Term, bool); 4]>;

/// `constant` + Σ factor·leaf, give or take `error`.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// Also of leaves that cancel out, for the error depends on them.
    factors: BTreeMap<Term, Rational>,
    constant: Rational,
    /// Not negative.
    error: Rational,
}

impl Form {
    fn constant(constant: Rational) -> Self {
        Self { factors: BTreeMap::new(), constant, error: Rational::zero() }
    }

    fn leaf(leaf: Term) -> Self {
        let factors = [(leaf, Rational::one())].into();
        Self { factors, constant: Rational::zero(), error: Rational::zero() }
    }

    fn scaled(&self, by: &Rational) -> Self {
        let factors = self.factors.iter().map(|(&leaf, factor)| (leaf, factor * by)).collect();
        Self { factors, constant: &self.constant * by, error: &self.error * by.abs() }
    }

    fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (&leaf, factor) in &other.factors {
            *sum.factors.entry(leaf).or_insert_with(Rational::zero) += factor;
        }
        sum.constant += &other.constant;
        sum.error += &other.error;
        sum
    }

    /// The number, if it is always the same.
    fn as_constant(&self) -> Option<&Rational> {
        (self.factors.is_empty() && self.error.is_zero()).then_some(&self.constant)
    }
}

/// What a term is where choices are made so.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) chosen: Chosen,
    pub(super) form: Form,
}

/// Another sum of which bounds are known.
pub(super) struct Given {
    pub(super) it: Bounded,
    /// The ends as numbers.
    pub(super) bounds: (Rational, Rational),
    pub(super) form: Form,
}

/// A term that may be taken as it is.
pub(super) struct Leaf {
    pub(super) format: Format,
    pub(super) ends: Ends,
    /// The ends as numbers.
    pub(super) bounds: (Rational, Rational),
}

impl Leaf {
    /// The greatest magnitude.
    fn magnitude(&self) -> Rational {
        self.bounds.0.abs().max(self.bounds.1.abs())
    }
}

/// Linear forms of terms, by what is known of their parts.
pub(super) struct Forms<'a> {
    terms: &'a TermStore,
    /// Terms with bounds.
    leaves: FxHashMap<Term, Leaf>,
    made: FxHashMap<Term, Rc<Vec<Case>>>,
}

impl<'a> Forms<'a> {
    pub(super) fn new(terms: &'a TermStore, leaves: FxHashMap<Term, Leaf>) -> Self {
        Self { terms, leaves, made: FxHashMap::default() }
    }

    /// The cases of a term, one of which applies; none if it has no bounds.
    pub(super) fn of(&mut self, term: Term) -> Rc<Vec<Case>> {
        if let Some(made) = self.made.get(&term) {
            return made.clone();
        }
        let cases = self.expanded(term).unwrap_or_else(|| {
            let leaf = self.leaves.contains_key(&term).then(|| Form::leaf(term));
            leaf.map(|form| Case { chosen: Chosen::new(), form }).into_iter().collect()
        });
        let cases = Rc::new(cases);
        self.made.insert(term, cases.clone());
        cases
    }

    /// The cases by those of what a term is made of. `None` if that is not linear, has no bounds,
    /// may overflow, or there are too many.
    pub(super) fn expanded(&mut self, term: Term) -> Option<Vec<Case>> {
        let terms = self.terms;
        let args = terms.args(term);
        if let Some(number) = constant(terms, term) {
            return Some(vec![Case { chosen: Chosen::new(), form: Form::constant(number) }]);
        }
        if let Some(positive) = negated(terms, term) {
            let minus = -Rational::one();
            let turned = |case: &Case| Case { form: case.form.scaled(&minus), ..case.clone() };
            return some(self.of(positive).iter().map(turned).collect());
        }
        match *terms.node(term) {
            Node::App(Op::Ite, _) => {
                // What a NaN is replaced by is no number either.
                let is_nan = Op::Float(FloatOp::IsNan(Format::of_width(terms.width(term))?));
                let replaces_nan = *terms.node(args[0]) == Node::App(is_nan, [args[2]; 3]);
                let sides = [(args[1], true), (args[2], false)];
                let sides = &sides[usize::from(replaces_nan)..];
                let side = |&(side, truth): &(Term, bool)| (self.of(side), [(args[0], truth)]);
                let sides: Vec<_> = sides.iter().map(side).collect();
                if sides.iter().any(|(cases, _)| cases.is_empty()) {
                    return None;
                }
                let all = sides.iter().flat_map(|(cases, choice)| {
                    cases.iter().filter_map(|case| {
                        let chosen = both(&case.chosen, choice)?;
                        Some(Case { chosen, form: case.form.clone() })
                    })
                });
                some(all.collect())
            }
            Node::App(Op::Float(op), _) => {
                let format = sum(terms, term)?;
                let mut rows = vec![(Chosen::new(), vec![])];
                for &arg in args {
                    let cases = self.of(arg);
                    let with = |row: &(Chosen, Vec<Form>)| -> Vec<(Chosen, Vec<Form>)> {
                        let more = cases.iter().filter_map(|case| {
                            let chosen = both(&row.0, &case.chosen)?;
                            Some((chosen, [&row.1[..], std::slice::from_ref(&case.form)].concat()))
                        });
                        more.collect()
                    };
                    rows = some(rows.iter().flat_map(with).collect())?;
                }
                let case = |(chosen, forms): (Chosen, Vec<Form>)| {
                    let form = self.rounded(exact(op, &forms)?, op, format)?;
                    Some(Case { chosen, form })
                };
                rows.into_iter().map(case).collect()
            }
            _ => None,
        }
    }

    /// The greatest magnitude that a form can have.
    fn magnitude(&self, form: &Form) -> Rational {
        let part =
            |(leaf, factor): (&Term, &Rational)| factor.abs() * self.leaves[leaf].magnitude();
        let parts = form.factors.iter().map(part);
        parts.fold(form.constant.abs() + &form.error, |sum, part| sum + part)
    }

    /// Between which numbers a form lies.
    fn bounds(&self, form: &Form) -> (Rational, Rational) {
        let mut least = &form.constant - &form.error;
        let mut most = &form.constant + &form.error;
        for (leaf, factor) in &form.factors {
            let (low, high) = scaled(&self.leaves[leaf].bounds, factor);
            least += low;
            most += high;
        }
        (least, most)
    }

    /// The form of the rounded result; `None` if it may overflow.
    fn rounded(&self, mut form: Form, op: FloatOp, format: Format) -> Option<Form> {
        let directed = match rounding(op)? {
            Rounding::NearestEven | Rounding::NearestAway => 0,
            Rounding::Up | Rounding::Down | Rounding::Zero => 1,
        };
        let most = self.magnitude(&form);
        let (bias, precision) = (i64::from(format.bias()), i64::from(format.precision()));
        // Far enough below the greatest number.
        if most > power(bias) || form.factors.len() > limits::LINEAR_LEAVES {
            return None;
        }
        form.error += most * power(directed - precision) + power(1 - bias - precision + directed);
        form.error = short(&form.error);
        Some(form)
    }

    /// That a term lies between the narrowest bounds that are found for a case of it.
    pub(super) fn fact(
        &self,
        result: (Term, Format),
        case: &Case,
        given: &[Given],
    ) -> Option<Fact> {
        let (mut least, mut most) = self.bounds(&case.form);
        let mut other = self.nearest(result.0, case, given);
        if let Some(it) = other {
            let multiple = self.multiple(&case.form, &it.form)?;
            let rest = self.bounds(&case.form.plus(&it.form.scaled(&-multiple.clone())));
            let (low, high) = scaled(&it.bounds, &multiple);
            let found = (rest.0 + low, rest.1 + high);
            if &found.1 - &found.0 < &most - &least {
                (least, most) = found;
            } else {
                other = None;
            }
        }
        let ends = (at_most(result.1, &least)?, at_least(result.1, &most)?);
        let mut leaves: Vec<Term> = case.form.factors.keys().copied().collect();
        leaves.extend(other.iter().flat_map(|other| other.form.factors.keys()));
        leaves.sort_unstable();
        leaves.dedup();
        let leaf = |leaf| (leaf, self.leaves[&leaf].format, self.leaves[&leaf].ends);
        let within = leaves.into_iter().map(leaf).chain(other.map(|other| other.it)).collect();
        let then = Then::Within((result.0, result.1, ends));
        Some(Fact { chosen: case.chosen.clone(), within, then })
    }

    /// The other sum by which a case is bounded best, roughly.
    fn nearest<'g>(&self, result: Term, case: &Case, given: &'g [Given]) -> Option<&'g Given> {
        let rough = |number: &Rational| {
            let part = |part: &BigInt| part.to_f64().unwrap_or(f64::INFINITY);
            part(number.numer()) / part(number.denom())
        };
        let width = |(least, most): &(Rational, Rational)| rough(most) - rough(least);
        let of_case: FxHashMap<Term, f64> =
            case.form.factors.iter().map(|(&leaf, factor)| (leaf, rough(factor))).collect();
        let distance = |other: &Given| {
            let multiple = rough(&self.multiple(&case.form, &other.form)?);
            let mut rest = of_case.clone();
            for (&leaf, factor) in &other.form.factors {
                *rest.entry(leaf).or_default() -= multiple * rough(factor);
            }
            let rest = rest.iter().map(|(leaf, it)| it.abs() * width(&self.leaves[leaf].bounds));
            Some(rest.sum::<f64>() + multiple.abs() * width(&other.bounds))
                .filter(|it| !it.is_nan())
        };
        let others = given.iter().filter(|other| other.it.0 != result);
        let rated = others.filter_map(|other| Some((distance(other)?, other)));
        rated.min_by(|a, b| a.0.total_cmp(&b.0)).map(|it| it.1)
    }

    /// The multiple of another form that cancels its largest part.
    fn multiple(&self, form: &Form, other: &Form) -> Option<Rational> {
        let size = |leaf: &Term, factor: &Rational| factor.abs() * self.leaves[leaf].magnitude();
        let largest = other.factors.iter().max_by_key(|(leaf, factor)| size(leaf, factor))?;
        let factor = form.factors.get(largest.0)?;
        (!factor.is_zero() && !largest.1.is_zero()).then(|| factor / largest.1)
    }
}

/// Some cases, unless there are none or too many.
fn some<T>(cases: Vec<T>) -> Option<Vec<T>> {
    (1..=limits::LINEAR_CASES).contains(&cases.len()).then_some(cases)
}

/// All of both; `None` if they contradict each other.
fn both(these: &[(Term, bool)], those: &[(Term, bool)]) -> Option<Chosen> {
    let mut all = Chosen::from(these);
    for &(condition, truth) in those {
        match all.iter().find(|it| it.0 == condition) {
            Some(it) if it.1 != truth => return None,
            Some(_) => {}
            None => all.push((condition, truth)),
        }
    }
    Some(all)
}

/// The result's format, if a term may be linear in its operands.
pub(super) fn sum(terms: &TermStore, term: Term) -> Option<Format> {
    let &Node::App(Op::Float(op), _) = terms.node(term) else { return None };
    rounding(op).and(op.result_format())
}

/// How the result of an operator is rounded that may be linear in its operands.
fn rounding(op: FloatOp) -> Option<Rounding> {
    match op {
        FloatOp::Add(_, rounding)
        | FloatOp::Mul(_, rounding)
        | FloatOp::Div(_, rounding)
        | FloatOp::Fma(_, rounding)
        | FloatOp::Convert { rounding, .. } => Some(rounding),
        FloatOp::Sqrt(..)
        | FloatOp::Integral(..)
        | FloatOp::Equal(_)
        | FloatOp::Less(_)
        | FloatOp::IsNan(_)
        | FloatOp::ToInteger { .. }
        | FloatOp::FromInteger { .. } => None,
    }
}

/// The result before it is rounded, if it is linear.
fn exact(op: FloatOp, forms: &[Form]) -> Option<Form> {
    let product = |a: &Form, b: &Form| match (a.as_constant(), b.as_constant()) {
        (Some(factor), _) => Some(b.scaled(factor)),
        (_, Some(factor)) => Some(a.scaled(factor)),
        (None, None) => None,
    };
    match (op, forms) {
        (FloatOp::Add(..), [a, b]) => Some(a.plus(b)),
        (FloatOp::Mul(..), [a, b]) => product(a, b),
        (FloatOp::Div(..), [a, b]) => {
            let divisor = b.as_constant().filter(|divisor| !divisor.is_zero())?;
            Some(a.scaled(&divisor.recip()))
        }
        (FloatOp::Fma(..), [a, b, c]) => Some(product(a, b)?.plus(c)),
        (FloatOp::Convert { .. }, [a]) => Some(a.clone()),
        _ => None,
    }
}

/// The number of which a term is the negation.
pub(super) fn negated(terms: &TermStore, term: Term) -> Option<Term> {
    let Node::App(Op::Xor, _) = terms.node(term) else { return None };
    let (args, width) = (terms.args(term), terms.width(term));
    let sign = Format::of_width(width)?.sign();
    let is_sign = |arg: Term| terms.as_const(arg).and_then(|it| it.small()) == Some(sign);
    match (is_sign(args[0]), is_sign(args[1])) {
        (false, true) => Some(args[0]),
        (true, false) => Some(args[1]),
        _ => None,
    }
}

/// The finite number that a term always is, if it is as wide as one.
fn constant(terms: &TermStore, term: Term) -> Option<Rational> {
    let value = terms.as_const(term)?;
    number(Format::of_width(value.width())?, value.small()?)
}
