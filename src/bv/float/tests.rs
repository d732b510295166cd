//! The circuits against the operators' meaning, which `tests/float_operators.rs` compares with the
//! host.

use super::circuit::expand;
use super::samples::{binary, from_integers, random_number, unary};
use super::*;
use crate::bv::{Assignment, TermStore, eval};
use crate::support::Random;

/// The circuit of an operator, ready for many operands.
struct Expanded {
    terms: TermStore,
    args: Vec<crate::bv::Term>,
    result: crate::bv::Term,
    op: FloatOp,
}

impl Expanded {
    fn new(op: FloatOp) -> Self {
        let mut terms = TermStore::new();
        let args: Vec<_> = (0..op.arity()).map(|_| terms.symbol("x", op.operand_width())).collect();
        let result = expand(&mut terms, op, &args);
        Self { terms, args, result, op }
    }

    fn check(&self, operands: &[u128]) {
        let values: Vec<Value> =
            operands.iter().map(|&bits| Value::new(self.op.operand_width(), bits)).collect();
        let symbols = self.args.iter().map(|&arg| self.terms.as_symbol(arg).unwrap());
        let symbols: Assignment = symbols.zip(values.iter().cloned()).collect();
        let expected = self.op.apply(&values.iter().collect::<Vec<_>>());
        let found = eval(&self.terms, self.result, &symbols);
        assert_eq!(found, expected, "{:?} {operands:x?}", self.op);
    }
}

#[test]
fn circuits_of_small_numbers_are_right_everywhere() {
    let unary = unary(Format::Mini, &[1, 3, 5, 8, 12]);
    for op in unary.into_iter().chain(from_integers(8, Format::Mini)) {
        let circuit = Expanded::new(op);
        (0..256).for_each(|bits| circuit.check(&[bits]));
    }
}

#[test]
fn circuits_of_two_small_numbers_are_right_everywhere() {
    for op in binary(Format::Mini) {
        let circuit = Expanded::new(op);
        (0..1 << 16).for_each(|bits| circuit.check(&[bits & 0xff, bits >> 8]));
    }
}

#[test]
fn circuits_are_right_at_random() {
    let mut random = Random::new(1);
    for format in Format::ALL {
        let mut ops = unary(format, &[1, 8, 16, 32, 64, 100]);
        ops.extend([8, 16, 32, 64, 128].into_iter().flat_map(|from| from_integers(from, format)));
        ops.extend(binary(format));
        ops.extend(Rounding::ALL.map(|rounding| FloatOp::Fma(format, rounding)));
        for op in ops {
            let circuit = Expanded::new(op);
            for _ in 0..60 {
                let mut operands = vec![];
                let mut last = 0;
                for _ in 0..op.arity() {
                    last = if let FloatOp::FromInteger { from, .. } = op {
                        let wide = random_number(&mut random, Format::Extended, last);
                        (wide << 64 | wide) >> random.below(128) & (u128::MAX >> (128 - from))
                    } else {
                        random_number(&mut random, format, last)
                    };
                    operands.push(last);
                }
                circuit.check(&operands);
            }
        }
    }
}

#[test]
fn numbers_have_neighbours() {
    let mini = Format::Mini;
    let less = |a: u128, b: u128| {
        FloatOp::Less(mini).apply(&[&Value::new(8, a), &Value::new(8, b)]) == Value::bool(true)
    };
    let equal = |a: u128, b: u128| {
        FloatOp::Equal(mini).apply(&[&Value::new(8, a), &Value::new(8, b)]) == Value::bool(true)
    };
    for b in 0..256 {
        let (up, down) = (mini.next_up(b), mini.next_down(b));
        assert_eq!(up.is_none(), mini.is_nan(b) || b == mini.infinity());
        assert_eq!(down.is_none(), mini.is_nan(b) || b == mini.infinity() | mini.sign());
        for a in 0..256 {
            let are_zeros = equal(a, b) && a != b;
            if !(mini.is_nan(a) || mini.is_nan(b) || are_zeros) {
                assert_eq!(less(a, b), mini.place(a) < mini.place(b), "{a} {b}");
            }
            assert!(up.is_none_or(|up| less(a, up) == (less(a, b) || equal(a, b))), "{a} {b}");
            assert!(down.is_none_or(|it| less(it, a) == (less(b, a) || equal(a, b))), "{a} {b}");
        }
    }
}
