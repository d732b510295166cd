//! The operators' meaning against the host, and the circuits against the meaning.

use super::circuit::expand;
use super::*;
use crate::bv::{Assignment, Op, TermStore, eval};
use crate::support::Random;

/// Unary operators on numbers of `format`, in every way of rounding, with conversions to
/// `other` formats and integers of these widths.
pub(crate) fn unary(format: Format, widths: &[u32]) -> Vec<FloatOp> {
    let mut ops = vec![FloatOp::IsNan(format)];
    for rounding in Rounding::ALL {
        ops.extend([FloatOp::Sqrt(format, rounding), FloatOp::Integral(format, rounding)]);
        ops.extend(Format::ALL.map(|to| FloatOp::Convert { from: format, to, rounding }));
        for &to in widths {
            for signed in [false, true] {
                ops.push(FloatOp::ToInteger { from: format, to, signed, rounding });
            }
        }
    }
    ops
}

/// Conversions of integers of `from` bits.
pub(crate) fn from_integers(from: u32, to: Format) -> Vec<FloatOp> {
    let mut ops = Vec::new();
    for rounding in Rounding::ALL {
        for signed in [false, true] {
            ops.push(FloatOp::FromInteger { from, signed, to, rounding });
        }
    }
    ops
}

/// Binary operators on numbers of `format`.
pub(crate) fn binary(format: Format) -> Vec<FloatOp> {
    let mut ops = vec![FloatOp::Equal(format), FloatOp::Less(format)];
    for rounding in Rounding::ALL {
        ops.push(FloatOp::Add(format, rounding));
        ops.push(FloatOp::Mul(format, rounding));
        ops.push(FloatOp::Div(format, rounding));
    }
    ops
}

/// A number that is often special, near a power of two, or near `other`.
pub(crate) fn random_number(random: &mut Random, format: Format, other: u128) -> u128 {
    let mask = (1 << format.width()) - 1;
    let fraction = (1u128 << (format.precision() - 1)) - 1;
    let sign = if random.one_in(2) { format.sign() } else { 0 };
    let field =
        |field: u64| u128::from(field.min(u64::from(format.top()))) << (format.precision() - 1);
    let special = [0, 1, fraction, fraction + 1, format.infinity(), format.infinity() - 1];
    let number = match random.below(10) {
        0 => special[random.below(6) as usize],
        1 => random.wide() & fraction,
        2 => format.infinity() | random.wide() & fraction,
        3 => other.wrapping_add(u128::from(random.below(5))).wrapping_sub(2),
        4 | 5 => {
            // An exponent near the other's.
            let near = (other >> (format.precision() - 1)) as u64 & u64::from(format.top());
            let near = (near + random.below(5)).saturating_sub(2);
            field(near) | random.wide() & fraction
        }
        6 => {
            let near_one = u64::from(format.bias()) + random.below(80);
            let few = random.wide() & fraction & !(fraction >> random.below(8).max(1));
            field(near_one.saturating_sub(10)) | few
        }
        _ => random.wide(),
    };
    (number ^ sign) & mask
}

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

/// binary32 and binary64 to nearest are the host's.
#[test]
fn operators_mean_what_the_host_does() {
    let mut random = Random::new(2);
    let nearest = Rounding::NearestEven;
    for _ in 0..20_000 {
        let a = random_number(&mut random, Format::Single, 0);
        let b = random_number(&mut random, Format::Single, a);
        let c = random_number(&mut random, Format::Single, b);
        let [x, y, z] = [a, b, c].map(|bits| f32::from_bits(bits as u32));
        let check = |op: FloatOp, operands: &[u128], expected: f32| {
            let expected =
                if expected.is_nan() { Format::Single.nan() } else { expected.to_bits().into() };
            let values: Vec<Value> = operands.iter().map(|&bits| Value::new(32, bits)).collect();
            let found = op.apply(&values.iter().collect::<Vec<_>>());
            assert_eq!(found, Value::new(32, expected), "{op:?} {operands:x?}");
        };
        check(FloatOp::Add(Format::Single, nearest), &[a, b], x + y);
        check(FloatOp::Mul(Format::Single, nearest), &[a, b], x * y);
        check(FloatOp::Div(Format::Single, nearest), &[a, b], x / y);
        check(FloatOp::Sqrt(Format::Single, nearest), &[a], x.sqrt());
        check(FloatOp::Fma(Format::Single, nearest), &[a, b, c], x.mul_add(y, z));
        check(FloatOp::Integral(Format::Single, Rounding::Down), &[a], x.floor());
        check(FloatOp::Integral(Format::Single, Rounding::NearestAway), &[a], x.round());
        let to = FloatOp::ToInteger {
            from: Format::Single,
            to: 32,
            signed: true,
            rounding: Rounding::Zero,
        };
        let found = to.apply(&[&Value::new(32, a)]);
        assert_eq!(found, Value::new(32, (x as i32).cast_unsigned().into()));
    }
    for _ in 0..20_000 {
        let a = random_number(&mut random, Format::Double, 0);
        let b = random_number(&mut random, Format::Double, a);
        let [x, y] = [a, b].map(|bits| f64::from_bits(bits as u64));
        let check = |op: FloatOp, operands: &[u128], expected: f64| {
            let nan = Format::Double.nan();
            let expected = if expected.is_nan() { nan } else { expected.to_bits().into() };
            let values: Vec<Value> = operands.iter().map(|&bits| Value::new(64, bits)).collect();
            let found = op.apply(&values.iter().collect::<Vec<_>>());
            assert_eq!(found, Value::new(64, expected), "{op:?} {operands:x?}");
        };
        check(FloatOp::Add(Format::Double, nearest), &[a, b], x + y);
        check(FloatOp::Mul(Format::Double, nearest), &[a, b], x * y);
        check(FloatOp::Div(Format::Double, nearest), &[a, b], x / y);
        check(FloatOp::Sqrt(Format::Double, nearest), &[a], x.sqrt());
        let narrow =
            FloatOp::Convert { from: Format::Double, to: Format::Single, rounding: nearest };
        let found = narrow.apply(&[&Value::new(64, a)]);
        let expected = x as f32;
        let expected = if x.is_nan() { Format::Single.nan() } else { expected.to_bits().into() };
        assert_eq!(found, Value::new(32, expected));
        let to_bool = |truth: bool| Value::bool(truth);
        let [a, b] = [a, b].map(|bits| Value::new(64, bits));
        let less = Op::Float(FloatOp::Less(Format::Double)).apply(&[&a, &b]);
        assert_eq!(less, to_bool(x < y));
        let equal = Op::Float(FloatOp::Equal(Format::Double)).apply(&[&a, &b]);
        assert_eq!(equal, to_bool(x == y));
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
