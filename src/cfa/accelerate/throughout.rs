//! What must hold for a condition to hold in all iterations.
//!
//! An order between two terms whose values lie on lines is a linear inequality in the
//! number of the iteration: if it holds in the first iteration and in the last, it holds
//! between. The same is true of `a = b`. `a ≠ b` is no such thing in general, but it is if
//! `a - b`, modulo 2^width, does not wrap around: then it does not pass 0.
//!
//! A conjunction holds throughout if both sides do; of a disjunction one side must hold
//! throughout, which asks for more than is needed, but what it allows is right. That a sum
//! or difference does not overflow is a linear inequality for each side. Other conditions on
//! single bits are taken apart down to sign bits, and these are orders. What can't be told
//! this way is taken not to hold: [`ClosedForm::throughout`] is then false.

use super::closed_form::{ClosedForm, Reading};
use crate::bv::{Node, Op, Term};
use crate::support::Fault;

impl ClosedForm<'_> {
    /// A truth value over the state before them: if it is true, `condition` has the
    /// value `truth` in all iterations.
    pub fn throughout(&mut self, condition: Term, truth: bool) -> Term {
        if let Some(&known) = self.truths.get(&(condition, truth)) {
            return known;
        }
        if Fault::AccelerateCondition.is_planted() {
            return self.terms.bool(true);
        }
        let result =
            self.unchanged(condition, truth).unwrap_or_else(|| self.by_parts(condition, truth));
        self.truths.insert((condition, truth), result);
        result
    }

    /// If the condition stays what it is because all that it depends on does.
    fn unchanged(&mut self, condition: Term, truth: bool) -> Option<Term> {
        if !self.varies(condition) {
            return Some(self.literal(condition, truth));
        }
        let args = self.terms.args(condition).to_vec();
        if args.is_empty() || args.iter().any(|&arg| self.terms.width(arg) == 1) {
            return None;
        }
        let steady: Option<Vec<Term>> = args.into_iter().map(|arg| self.steady(arg)).collect();
        let steady = steady.map(|given| self.terms.conjunction(given))?;
        let now = self.literal(condition, truth);
        Some(self.terms.and(steady, now))
    }

    fn by_parts(&mut self, condition: Term, truth: bool) -> Term {
        let Node::App(op, [a, b, c]) = *self.terms.node(condition) else {
            return self.terms.bool(false);
        };
        let bits = self.terms.width(a) == 1;
        match op {
            Op::Not => self.throughout(a, !truth),
            Op::And | Op::Or => self.connective([a, b], truth, (op == Op::And) == truth),
            Op::Xor => self.agreement([a, b], !truth),
            Op::Eq if bits => self.agreement([a, b], truth),
            Op::Ite => {
                let (then, otherwise) =
                    (self.both((a, true), (b, truth)), self.both((a, false), (c, truth)));
                self.terms.or(then, otherwise)
            }
            Op::Ult | Op::Ule => self.order([a, b], Reading::Unsigned, condition, truth),
            Op::Slt | Op::Sle => self.order([a, b], Reading::Signed, condition, truth),
            Op::Eq => self.distinction(a, b, condition, truth),
            Op::Extract { low, .. } => self.one_bit(a, low, condition, truth),
            _ => self.terms.bool(false),
        }
    }

    /// Both or, if not `all`, one of the conditions has the value `truth` throughout.
    fn connective(&mut self, [a, b]: [Term; 2], truth: bool, all: bool) -> Term {
        let (a, b) = (self.throughout(a, truth), self.throughout(b, truth));
        if all { self.terms.and(a, b) } else { self.terms.or(a, b) }
    }

    /// Each condition has its value throughout.
    fn both(&mut self, a: (Term, bool), b: (Term, bool)) -> Term {
        let (a, b) = (self.throughout(a.0, a.1), self.throughout(b.0, b.1));
        self.terms.and(a, b)
    }

    /// The conditions have the same value, or different ones, and keep them.
    fn agreement(&mut self, [a, b]: [Term; 2], same: bool) -> Term {
        let first = self.both((a, true), (b, same));
        let second = self.both((a, false), (b, !same));
        self.terms.or(first, second)
    }

    /// An order between terms that are read so.
    fn order(&mut self, sides: [Term; 2], reading: Reading, condition: Term, truth: bool) -> Term {
        let exact = sides.map(|side| self.exact(side, reading));
        match exact {
            [Some(a), Some(b)] => {
                let exact = self.terms.and(a, b);
                self.at_both_ends(condition, truth, exact)
            }
            _ => self.terms.bool(false),
        }
    }

    /// `a = b`, or `a ≠ b`: where a - b stays on one side of 0, if not on it.
    fn distinction(&mut self, a: Term, b: Term, condition: Term, truth: bool) -> Term {
        let difference = self.terms.app(Op::Sub, &[a, b]);
        match self.exact(difference, Reading::Unsigned) {
            Some(exact) => self.at_both_ends(condition, truth, exact),
            None => self.terms.bool(false),
        }
    }

    /// The operands of the signed sum or difference of which this, as its sign bit, says
    /// whether it overflows: `(a ^ s) & (b ^ s)` for `s = a + b`, `(a ^ b) & (a ^ d)` for
    /// `d = a - b`.
    fn checked_operands(&mut self, term: Term) -> Option<[Term; 2]> {
        let operands = |form: &Self, term, wanted| match *form.terms.node(term) {
            Node::App(op, [a, b, _]) if op == wanted => Some([a, b]),
            _ => None,
        };
        let [left, right] = operands(self, term, Op::And)?;
        let (left, right) = (operands(self, left, Op::Xor)?, operands(self, right, Op::Xor)?);
        let common = left.into_iter().find(|side| right.contains(side))?;
        let other = |sides: [Term; 2]| if sides[0] == common { sides[1] } else { sides[0] };
        let (a, b) = (other(left), other(right));
        if self.terms.app(Op::Add, &[a, b]) == common {
            return Some([a, b]);
        }
        [(a, b), (b, a)].into_iter().find_map(|(subtracted, difference)| {
            let expected = self.terms.app(Op::Sub, &[common, subtracted]);
            (expected == difference).then_some([common, subtracted])
        })
    }

    /// Bit `place` of `term`.
    fn one_bit(&mut self, term: Term, place: u32, condition: Term, truth: bool) -> Term {
        if place + 1 == self.terms.width(term)
            && !truth
            && let Some(operands) = self.checked_operands(term)
        {
            return self.order(operands, Reading::Signed, condition, truth);
        }
        if let Node::App(op, [a, b, c]) = *self.terms.node(term) {
            let bit = |form: &mut Self, term| form.terms.bit(term, place);
            match op {
                Op::And | Op::Or | Op::Xor | Op::Not => {
                    let args = [bit(self, a), bit(self, b)];
                    return match op {
                        Op::Not => self.throughout(args[0], !truth),
                        Op::Xor => self.agreement(args, !truth),
                        _ => self.connective(args, truth, (op == Op::And) == truth),
                    };
                }
                Op::Ite => {
                    let (b, c) = (bit(self, b), bit(self, c));
                    let then = self.both((a, true), (b, truth));
                    let otherwise = self.both((a, false), (c, truth));
                    return self.terms.or(then, otherwise);
                }
                _ => {}
            }
        }
        if place + 1 == self.terms.width(term) {
            // The sign: an order between the term and 0.
            return match self.exact(term, Reading::Signed) {
                Some(exact) => self.at_both_ends(condition, truth, exact),
                None => self.terms.bool(false),
            };
        }
        // The bits up to this one stay if nothing is added to them.
        let stays = self.slope(term).filter(|slope| {
            let low = self.terms.extract(slope.step, place, 0);
            self.is_zero(low)
        });
        match stays {
            Some(slope) => {
                let now = self.literal(condition, truth);
                self.terms.and(slope.given, now)
            }
            None => self.terms.bool(false),
        }
    }

    fn at_both_ends(&mut self, condition: Term, truth: bool, exact: Term) -> Term {
        let first = self.literal(condition, truth);
        let last = self.at_last(condition);
        let last = self.literal(last, truth);
        let ends = self.terms.and(first, last);
        self.terms.and(exact, ends)
    }

    fn literal(&mut self, condition: Term, truth: bool) -> Term {
        if truth { condition } else { self.terms.not(condition) }
    }
}
