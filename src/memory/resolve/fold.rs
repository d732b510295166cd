//! What an operator gives, where that needs no instruction: constants and identities.

use crate::bv::{Op, Sort, Value};
use crate::program::Operand;

/// The result of `op(args)`, of this sort, if it is a constant or one of the operands.
pub(super) fn fold(op: Op, args: &[Operand], sort: Sort) -> Option<Operand> {
    let constants: Option<Vec<&Value>> = args.iter().map(constant).collect();
    if let Some(constants) = constants {
        return Some(Operand::Const(op.apply(&constants)));
    }
    let result = |value| Some(Operand::Const(value));
    match (op, args) {
        (Op::Ite, [cond, a, b]) => {
            if a == b {
                return Some(a.clone());
            }
            match constant(cond) {
                Some(cond) => Some(if cond.is_true() { a.clone() } else { b.clone() }),
                None if sort == Sort::Word(1) && is(a, Value::is_one) && is(b, Value::is_zero) => {
                    Some(cond.clone())
                }
                None => None,
            }
        }
        (Op::And, [a, b]) => {
            if is(a, Value::is_zero) || is(b, Value::is_zero) {
                result(sort.zero())
            } else if is(a, Value::is_ones) || a == b {
                Some(b.clone())
            } else {
                is(b, Value::is_ones).then(|| a.clone())
            }
        }
        (Op::Or, [a, b]) => {
            if is(a, Value::is_ones) || is(b, Value::is_ones) {
                result(Value::ones(sort.width()))
            } else if is(a, Value::is_zero) || a == b {
                Some(b.clone())
            } else {
                is(b, Value::is_zero).then(|| a.clone())
            }
        }
        (Op::Add, [a, b]) if is(a, Value::is_zero) => Some(b.clone()),
        (Op::Add | Op::Sub, [a, b]) if is(b, Value::is_zero) => Some(a.clone()),
        (Op::Sub, [a, b]) if a == b => result(sort.zero()),
        (Op::Eq | Op::Ule | Op::Sle, [a, b]) if a == b => result(Value::one(1)),
        (Op::Ult | Op::Slt, [a, b]) if a == b => result(Value::zero(1)),
        (Op::Ule, [a, _]) if is(a, Value::is_zero) => result(Value::one(1)),
        (Op::Ule, [_, b]) if is(b, Value::is_ones) => result(Value::one(1)),
        (Op::Ult, [_, b]) if is(b, Value::is_zero) => result(Value::zero(1)),
        _ => None,
    }
}

fn constant(operand: &Operand) -> Option<&Value> {
    match operand {
        Operand::Const(value) => Some(value),
        Operand::Value(_) => None,
    }
}

fn is(operand: &Operand, property: impl Fn(&Value) -> bool) -> bool {
    constant(operand).is_some_and(property)
}
