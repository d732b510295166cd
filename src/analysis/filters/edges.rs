//! What an edge does to floating-point variables, where that is linear in those of which nothing is
//! known.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::ends;
use crate::bounds::Edge;
use crate::bv::{FloatOp, Format, Node, Op, Term, TermStore};
use crate::cfa::CfaVarId;
use crate::support::limits;

/// Truth values of conditions of choices.
type Chosen = Vec<(Term, bool)>;

/// Σ factor·variable, and something between two ends.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    /// The factors, none of which is 0.
    pub factors: BTreeMap<CfaVarId, f64>,
    /// The least that is added.
    pub least: f64,
    /// The most that is added.
    pub most: f64,
}

impl Linear {
    fn constant((least, most): (f64, f64)) -> Self {
        Self { factors: BTreeMap::new(), least, most }
    }

    fn scaled(&self, by: f64) -> Self {
        let (one, other) = (self.least * by, self.most * by);
        let factors = self.factors.iter().map(|(&var, factor)| (var, factor * by));
        Self { factors: factors.collect(), least: one.min(other), most: one.max(other) }
    }

    fn plus(mut self, other: &Self) -> Self {
        for (&var, factor) in &other.factors {
            *self.factors.entry(var).or_default() += factor;
        }
        self.factors.retain(|_, factor| factor.abs() > f64::MIN_POSITIVE);
        self.least += other.least;
        self.most += other.most;
        self
    }

    /// The number, if it is one.
    fn as_constant(&self) -> Option<f64> {
        (self.factors.is_empty() && self.least == self.most).then_some(self.least)
    }
}

/// What a term is, for each way to choose in it.
type Cases = Vec<(Chosen, Linear)>;

/// Terms behind an edge.
pub struct Behind<'a> {
    terms: &'a TermStore,
    /// The variables of which nothing is known.
    unknown: &'a FxHashMap<Term, CfaVarId>,
    taken: Edge<'a>,
    made: FxHashMap<Term, Option<Cases>>,
}

impl<'a> Behind<'a> {
    /// Those behind an edge that is taken.
    pub fn new(
        terms: &'a TermStore,
        unknown: &'a FxHashMap<Term, CfaVarId>,
        taken: Edge<'a>,
    ) -> Self {
        Self { terms, unknown, taken, made: FxHashMap::default() }
    }

    /// A sum of multiples of terms, all of that format; `None` if it is not linear in variables of
    /// which nothing is known, or there are too many cases.
    pub fn sum(&mut self, format: Format, parts: &[(Term, f64)]) -> Option<Vec<Linear>> {
        let mut all: Cases = vec![(vec![], Linear::default())];
        for &(term, factor) in parts {
            let cases = self.cases(format, term)?;
            let scaled: Cases =
                cases.into_iter().map(|(chosen, it)| (chosen, it.scaled(factor))).collect();
            all = added(&all, &scaled)?;
        }
        Some(all.into_iter().map(|it| it.1).collect())
    }

    fn cases(&mut self, format: Format, term: Term) -> Option<Cases> {
        if let Some(made) = self.made.get(&term) {
            return made.clone();
        }
        let cases = self.make(format, term);
        self.made.insert(term, cases.clone());
        cases
    }

    fn make(&mut self, format: Format, term: Term) -> Option<Cases> {
        let known = self.taken.eval(term)?;
        if let Some(ends) = ends(format, &known) {
            return Some(vec![(vec![], Linear::constant(ends))]);
        }
        if let Some(&var) = self.unknown.get(&term) {
            let factors = [(var, 1.0)].into();
            return Some(vec![(vec![], Linear { factors, least: 0.0, most: 0.0 })]);
        }
        let Node::App(op, _) = *self.terms.node(term) else { return None };
        let args = self.terms.args(term);
        match op {
            Op::Ite if self.replaces_nan(args) => self.cases(format, args[2]),
            Op::Ite => {
                let mut all = self.cases(format, args[1])?;
                let others = self.cases(format, args[2])?;
                all.iter_mut().for_each(|case| case.0.push((args[0], true)));
                all.extend(others.into_iter().map(|(mut chosen, it)| {
                    chosen.push((args[0], false));
                    (chosen, it)
                }));
                all.retain(|case| is_possible(&case.0));
                some(all)
            }
            Op::Xor => {
                let sign = |&&arg: &&Term| {
                    self.terms.as_const(arg).and_then(|it| it.small()) == Some(format.sign())
                };
                let place = args.iter().position(|arg| sign(&arg))?;
                Some(scaled(self.cases(format, args[1 - place])?, -1.0))
            }
            Op::Float(FloatOp::Add(..)) => {
                added(&self.cases(format, args[0])?, &self.cases(format, args[1])?)
            }
            Op::Float(FloatOp::Mul(..)) => self.product(format, args[0], args[1]),
            Op::Float(FloatOp::Fma(..)) => {
                let product = self.product(format, args[0], args[1])?;
                added(&product, &self.cases(format, args[2])?)
            }
            Op::Float(FloatOp::Div(..)) => {
                let divisor = self.constant(format, args[1]).filter(|it| *it != 0.0)?;
                Some(scaled(self.cases(format, args[0])?, divisor.recip()))
            }
            Op::Float(FloatOp::Convert { from, .. }) => self.cases(from, args[0]),
            _ => None,
        }
    }

    /// Whether a choice gives its last operand unless that is a NaN.
    fn replaces_nan(&self, args: &[Term]) -> bool {
        let is_nan = matches!(self.terms.node(args[0]), Node::App(Op::Float(FloatOp::IsNan(_)), _));
        is_nan && self.terms.args(args[0]) == &args[2..]
    }

    fn product(&mut self, format: Format, one: Term, other: Term) -> Option<Cases> {
        if let Some(factor) = self.constant(format, one) {
            return Some(scaled(self.cases(format, other)?, factor));
        }
        let factor = self.constant(format, other)?;
        Some(scaled(self.cases(format, one)?, factor))
    }

    fn constant(&mut self, format: Format, term: Term) -> Option<f64> {
        match &self.cases(format, term)?[..] {
            [(_, linear)] => linear.as_constant(),
            _ => None,
        }
    }
}

fn scaled(cases: Cases, by: f64) -> Cases {
    cases.into_iter().map(|(chosen, linear)| (chosen, linear.scaled(by))).collect()
}

/// The sums of two terms, case by case.
fn added(these: &Cases, those: &Cases) -> Option<Cases> {
    let sum = |(one, a): &(Chosen, Linear), (other, b): &(Chosen, Linear)| {
        let chosen = [&one[..], other].concat();
        is_possible(&chosen).then(|| (chosen, a.clone().plus(b)))
    };
    let sums = these.iter().flat_map(|a| those.iter().filter_map(move |b| sum(a, b)));
    some(sums.collect())
}

/// Whether no condition has both truth values.
fn is_possible(chosen: &[(Term, bool)]) -> bool {
    chosen.iter().all(|&(condition, truth)| !chosen.contains(&(condition, !truth)))
}

fn some(cases: Cases) -> Option<Cases> {
    (1..=limits::LINEAR_CASES).contains(&cases.len()).then_some(cases)
}
