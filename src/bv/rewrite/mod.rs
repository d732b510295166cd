//! Local rewriting: constant folding, identities and normal forms.
//!
//! Every rule is an equivalence over all values of its variables, and looks at a term
//! and its operands only. A rule's result is built by [`TermStore::app`] again; this
//! ends, as each rule makes the term smaller, its operands smaller, or moves it towards
//! the normal form:
//! * no `Ule`, `Sle`: they are `Ult`, `Slt` complemented with exchanged operands; so a
//!   condition and its complement are one term and `Not` of it. Comparisons with a
//!   constant have it on the right;
//! * no subtraction of a constant; constants of a chain of sums are added up;
//! * no shift by a constant: `Concat`, `Extract` and extensions instead; no `Concat`
//!   with leading zeros: a zero extension;
//! * no conversion of integers to floating-point numbers that hold them, where it is undone or
//!   only compared, and none to wider formats where numbers are compared;
//! * a complement is pulled out of `Xor`, and out of `And`, `Or` of two complements.
//!
//! No rule goes down a chain of unbounded length: rewriting needs no deep stack.
//!
//! Deliberately absent: rules that need more than two levels, knowledge of bits, or
//! that copy large operands.

mod arith;
mod array;
mod boolean;
mod compare;
mod float;
mod structure;

use smallvec::SmallVec;

use super::{Node, Op, Term, TermStore, Value};
use crate::support::Fault;

/// A simpler term equal to `op(args)`, if a rule matches.
pub(super) fn rewrite(store: &mut TermStore, op: Op, args: &[Term]) -> Option<Term> {
    let constants: Option<SmallVec<[&Value; 3]>> =
        args.iter().map(|&arg| store.as_const(arg)).collect();
    let folded = constants.map(|constants| op.apply(&constants));
    if let Some(value) = folded {
        return Some(store.constant(value));
    }
    match (op, args) {
        (Op::Ule, &[a, b]) if Fault::RewriteUle.is_planted() => {
            Some(complement_of(store, Op::Ult, a, b))
        }
        (Op::Ite, &[_, a, b]) if Fault::RewriteIte.is_planted() && store.as_const(b).is_some() => {
            Some(a)
        }
        (Op::SignExtend(to), &[a]) if Fault::RewriteSign.is_planted() => {
            Some(store.app(Op::ZeroExtend(to), &[a]))
        }
        (Op::Extract { high, low }, &[a])
            if Fault::RewriteExtract.is_planted() && low > 0 && store.as_const(a).is_none() =>
        {
            structure::extract(store, a, high - 1, low - 1)
        }
        (Op::Not, &[a]) => boolean::not(store, a),
        (Op::And, &[a, b]) => boolean::and_or(store, a, b, Op::And),
        (Op::Or, &[a, b]) => boolean::and_or(store, a, b, Op::Or),
        (Op::Xor, &[a, b]) => boolean::xor(store, a, b),
        (Op::Neg, &[a]) => arith::neg(store, a),
        (Op::Add, &[a, b]) => arith::add(store, a, b),
        (Op::Sub, &[a, b]) => arith::sub(store, a, b),
        (Op::Mul, &[a, b]) => arith::mul(store, a, b),
        (Op::Udiv, &[a, b]) => arith::udiv(store, a, b),
        (Op::Urem, &[a, b]) => arith::urem(store, a, b),
        (Op::Sdiv, &[a, b]) => arith::sdiv(store, a, b),
        (Op::Srem, &[a, b]) => arith::srem(store, a, b),
        (Op::Shl | Op::Lshr | Op::Ashr, &[a, b]) => arith::shift(store, op, a, b),
        (Op::Eq, &[a, b]) => compare::eq(store, a, b),
        (Op::Ult, &[a, b]) => compare::ult(store, a, b),
        (Op::Slt, &[a, b]) => compare::slt(store, a, b),
        (Op::Ule, &[a, b]) => Some(complement_of(store, Op::Ult, b, a)),
        (Op::Sle, &[a, b]) => Some(complement_of(store, Op::Slt, b, a)),
        (Op::Ite, &[c, a, b]) => structure::ite(store, c, a, b),
        (Op::Concat, &[a, b]) => structure::concat(store, a, b),
        (Op::Extract { high, low }, &[a]) => structure::extract(store, a, high, low),
        (Op::ZeroExtend(to), &[a]) => structure::zero_extend(store, a, to),
        (Op::SignExtend(to), &[a]) => structure::sign_extend(store, a, to),
        (Op::Select, &[a, i]) => array::select(store, a, i),
        (Op::Store, &[a, i, x]) => array::store(store, a, i, x),
        (Op::Float(op), _) => float::float(store, op, args),
        _ => unreachable!("the arity was checked"),
    }
}

fn complement_of(store: &mut TermStore, op: Op, a: Term, b: Term) -> Term {
    let term = store.app(op, &[a, b]);
    store.not(term)
}

/// Views of terms; copies, so that the store can grow meanwhile.
impl TermStore {
    /// The operator and operands, if the term is an application.
    fn app_of(&self, term: Term) -> Option<(Op, [Term; 3])> {
        match *self.node(term) {
            Node::App(op, args) => Some((op, args)),
            _ => None,
        }
    }

    /// The operand, if the term is `op` of one operand.
    fn operand_of(&self, term: Term, op: Op) -> Option<Term> {
        self.app_of(term).filter(|app| app.0 == op).map(|app| app.1[0])
    }

    /// The operands, if the term is `op` of two operands.
    fn operands_of(&self, term: Term, op: Op) -> Option<(Term, Term)> {
        self.app_of(term).filter(|app| app.0 == op).map(|app| (app.1[0], app.1[1]))
    }

    /// Condition and branches, if the term is an `Ite`.
    fn branches_of(&self, term: Term) -> Option<(Term, Term, Term)> {
        self.app_of(term).filter(|app| app.0 == Op::Ite).map(|(_, [c, a, b])| (c, a, b))
    }

    /// The constant among the operands of commutative `op`, and the other operand.
    fn constant_in(&self, term: Term, op: Op) -> Option<(Value, Term)> {
        let (a, b) = self.operands_of(term, op)?;
        self.constant_of(a, b)
    }

    /// The constant among two terms, and the other.
    fn constant_of(&self, a: Term, b: Term) -> Option<(Value, Term)> {
        match (self.as_const(a), self.as_const(b)) {
            (Some(value), _) => Some((value.clone(), b)),
            (_, Some(value)) => Some((value.clone(), a)),
            _ => None,
        }
    }

    /// Whether an operator moves into the branches of an `Ite`: one is a constant, and
    /// the other no further `Ite`, as chains of choices may be very long.
    fn chooses_constant(&self, a: Term, b: Term) -> bool {
        (self.as_const(a).is_some() && self.branches_of(b).is_none())
            || (self.as_const(b).is_some() && self.branches_of(a).is_none())
    }

    fn is_complement(&self, a: Term, b: Term) -> bool {
        self.operand_of(a, Op::Not) == Some(b) || self.operand_of(b, Op::Not) == Some(a)
    }

    fn zero(&mut self, width: u32) -> Term {
        self.constant(Value::zero(width))
    }

    fn ones(&mut self, width: u32) -> Term {
        self.constant(Value::ones(width))
    }
}

/// The place of the only bit that is set.
fn power_of_two(value: &Value) -> Option<u32> {
    let mut set = (0..value.width()).filter(|&bit| value.bit(bit));
    let place = set.next()?;
    set.next().is_none().then_some(place)
}

#[cfg(test)]
mod tests;
