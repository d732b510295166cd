//! Operators on floating-point numbers, without their circuits: integers that a format holds
//! exactly, and numbers of a narrower format in a wider one.

use crate::bv::{FloatOp, Format, Op, Rounding, Term, TermStore};

/// An integer that is converted exactly: the term, and whether it is in two's complement.
type Integer = (Term, bool);

pub(super) fn float(store: &mut TermStore, op: FloatOp, args: &[Term]) -> Option<Term> {
    match (op, args) {
        (FloatOp::Less(format) | FloatOp::Equal(format), &[a, b]) => {
            if let (Some(x), Some(y)) = (integer(store, format, a), integer(store, format, b)) {
                return Some(compare(store, op, x, y));
            }
            by_constant(store, op, format, a, b).or_else(|| narrowed(store, op, a, b))
        }
        (FloatOp::IsNan(_), &[a]) => match store.app_of(a)? {
            (Op::Float(FloatOp::FromInteger { .. }), _) => Some(store.bool(false)),
            (Op::Float(FloatOp::Convert { from, .. }), [x, ..]) => {
                Some(store.app(Op::Float(FloatOp::IsNan(from)), &[x]))
            }
            _ => None,
        },
        (FloatOp::ToInteger { from, to, signed, .. }, &[a]) => {
            let (x, is_signed) = integer(store, from, a)?;
            let width = store.width(x);
            match (is_signed, signed) {
                (true, true) if width <= to => Some(store.app(Op::SignExtend(to), &[x])),
                (false, false) if width <= to => Some(store.app(Op::ZeroExtend(to), &[x])),
                (false, true) if width < to => Some(store.app(Op::ZeroExtend(to), &[x])),
                _ => None,
            }
        }
        (FloatOp::Integral(format, _), &[a]) => integer(store, format, a).map(|_| a),
        (FloatOp::Convert { from, to, rounding }, &[a]) => {
            let (x, signed) = integer(store, from, a)?;
            let from = store.width(x);
            Some(store.app(Op::Float(FloatOp::FromInteger { from, signed, to, rounding }), &[x]))
        }
        _ => None,
    }
}

/// What is converted, if the number is an integer that was converted exactly: all its digits
/// but the sign fit, and −2^(w−1) has one digit.
fn integer(store: &TermStore, format: Format, number: Term) -> Option<Integer> {
    match store.app_of(number)? {
        (Op::Float(FloatOp::FromInteger { from, signed, to, .. }), [x, ..])
            if to == format && from - u32::from(signed) <= format.precision() =>
        {
            Some((x, signed))
        }
        _ => None,
    }
}

/// Both in two's complement of as many bits as hold either.
fn compare(store: &mut TermStore, op: FloatOp, x: Integer, y: Integer) -> Term {
    let room = |store: &TermStore, it: Integer| store.width(it.0) + u32::from(!it.1);
    let same = x.1 == y.1 && store.width(x.0) == store.width(y.0);
    let width = room(store, x).max(room(store, y));
    let [a, b] = match same {
        true => [x.0, y.0],
        false => [x, y].map(|it| extend(store, it, width)),
    };
    match op {
        FloatOp::Equal(_) => store.eq(a, b),
        _ if same && !x.1 => store.app(Op::Ult, &[a, b]),
        _ => store.app(Op::Slt, &[a, b]),
    }
}

fn extend(store: &mut TermStore, (x, signed): Integer, width: u32) -> Term {
    let op = if signed { Op::SignExtend(width) } else { Op::ZeroExtend(width) };
    store.app(op, &[x])
}

/// A comparison with a constant of what was converted, as one of what it was.
fn by_constant(
    store: &mut TermStore,
    op: FloatOp,
    format: Format,
    a: Term,
    b: Term,
) -> Option<Term> {
    let (value, rest) = store.constant_of(a, b)?;
    if format.is_nan(value.small()?) {
        return Some(store.bool(false));
    }
    let constant_first = rest == b;
    // The next number or integer that leaves the comparison as it is.
    let towards = if constant_first { Rounding::Down } else { Rounding::Up };
    if let Some((x, signed)) = integer(store, format, rest) {
        // With two bits more, what is out of range stays out of range.
        let to = store.width(x) + 2;
        let rounded = |rounding| {
            let op = FloatOp::ToInteger { from: format, to, signed: true, rounding };
            op.apply(&[&value])
        };
        let [limit, other] = [towards, opposite(towards)].map(rounded);
        let wide = extend(store, (x, signed), to);
        let is_equal = matches!(op, FloatOp::Equal(_));
        if is_equal && limit != other {
            return Some(store.bool(false));
        }
        let limit = store.constant(limit);
        return Some(match (is_equal, constant_first) {
            (true, _) => store.eq(wide, limit),
            (false, true) => store.app(Op::Slt, &[limit, wide]),
            (false, false) => store.app(Op::Slt, &[wide, limit]),
        });
    }
    let (narrow, x) = widened(store, rest)?;
    let rounded = |rounding| {
        let op = FloatOp::Convert { from: format, to: narrow, rounding };
        op.apply(&[&value])
    };
    let [limit, other] = [towards, opposite(towards)].map(rounded);
    let op = match op {
        FloatOp::Equal(_) if limit != other => return Some(store.bool(false)),
        FloatOp::Equal(_) => FloatOp::Equal(narrow),
        _ => FloatOp::Less(narrow),
    };
    let limit = store.constant(limit);
    let args = if constant_first { [limit, x] } else { [x, limit] };
    Some(store.app(Op::Float(op), &args))
}

fn opposite(rounding: Rounding) -> Rounding {
    if rounding == Rounding::Up { Rounding::Down } else { Rounding::Up }
}

/// The number and its format, if it was converted to a wider one, which has all its numbers.
fn widened(store: &TermStore, number: Term) -> Option<(Format, Term)> {
    match store.app_of(number)? {
        (Op::Float(FloatOp::Convert { from, to, .. }), [x, ..]) if to > from => Some((from, x)),
        _ => None,
    }
}

/// A comparison of two numbers of a narrower format.
fn narrowed(store: &mut TermStore, op: FloatOp, a: Term, b: Term) -> Option<Term> {
    let ((of_a, x), (of_b, y)) = (widened(store, a)?, widened(store, b)?);
    if of_a != of_b {
        return None;
    }
    let op = match op {
        FloatOp::Equal(_) => FloatOp::Equal(of_a),
        _ => FloatOp::Less(of_a),
    };
    Some(store.app(Op::Float(op), &[x, y]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::{Assignment, Value, eval};

    /// Compares what the rules make of a term with the term as it is written, for all values
    /// of the symbols. Says whether a rule matched.
    fn check(store: &mut TermStore, op: FloatOp, args: &[Term], symbols: &[(Term, u32)]) -> bool {
        let simpler = store.app(Op::Float(op), args);
        let plain = store.app_verbatim(Op::Float(op), args);
        let total: u32 = symbols.iter().map(|symbol| symbol.1).sum();
        for number in 0..1u128 << total {
            let mut rest = number;
            let assignment: Assignment = symbols
                .iter()
                .map(|&(term, width)| {
                    let value = Value::new(width, rest & ((1 << width) - 1));
                    rest >>= width;
                    (store.as_symbol(term).expect("a symbol"), value)
                })
                .collect();
            let values = [simpler, plain].map(|term| eval(store, term, &assignment));
            assert_eq!(values[0], values[1], "{op:?} {assignment:?}");
        }
        simpler != plain
    }

    fn converted(store: &mut TermStore, x: (Term, u32), signed: bool, to: Format) -> Term {
        let rounding = Rounding::NearestEven;
        let op = FloatOp::FromInteger { from: x.1, signed, to, rounding };
        store.app_verbatim(Op::Float(op), &[x.0])
    }

    #[test]
    fn one_integer() {
        let mut matched = 0;
        for (width, signed) in (1..=7).flat_map(|width| [(width, false), (width, true)]) {
            let mut store = TermStore::new();
            let x = (store.symbol("x", width), width);
            let number = converted(&mut store, x, signed, Format::Mini);
            for op in crate::bv::float::samples::unary(Format::Mini, &[1, 3, 4, 5, 8]) {
                matched += usize::from(check(&mut store, op, &[number], &[x]));
            }
            for bits in 0..256 {
                let constant = store.number(8, bits);
                for op in [FloatOp::Less(Format::Mini), FloatOp::Equal(Format::Mini)] {
                    for args in [[number, constant], [constant, number]] {
                        matched += usize::from(check(&mut store, op, &args, &[x]));
                    }
                }
            }
        }
        assert!(matched > 8000, "{matched}");
    }

    #[test]
    fn two_integers() {
        let mut matched = 0;
        for (of_x, of_y) in (1..=5).flat_map(|of_x| (1..=5).map(move |of_y| (of_x, of_y))) {
            for signs in 0..4 {
                let mut store = TermStore::new();
                let [x, y] = [("x", of_x), ("y", of_y)].map(|it| (store.symbol(it.0, it.1), it.1));
                let a = converted(&mut store, x, signs & 1 == 1, Format::Mini);
                let b = converted(&mut store, y, signs & 2 == 2, Format::Mini);
                for op in [FloatOp::Less(Format::Mini), FloatOp::Equal(Format::Mini)] {
                    matched += usize::from(check(&mut store, op, &[a, b], &[x, y]));
                }
            }
        }
        assert!(matched >= 160, "{matched}");
    }

    #[test]
    fn narrower_numbers() {
        let (from, to) = (Format::Mini, Format::Half);
        let mut store = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| (store.symbol(name, 8), 8));
        let wide = Op::Float(FloatOp::Convert { from, to, rounding: Rounding::NearestEven });
        let [a, b] = [x, y].map(|it| store.app_verbatim(wide, &[it.0]));
        assert!(check(&mut store, FloatOp::IsNan(to), &[a], &[x]));
        for op in [FloatOp::Less(to), FloatOp::Equal(to)] {
            assert!(check(&mut store, op, &[a, b], &[x, y]));
            // All constants near those that are numbers of the narrower format, and others.
            for bits in (0..1 << 16).filter(|bits| bits % 128 < 2 || bits % 128 > 126) {
                let constant = store.number(16, bits);
                assert!(check(&mut store, op, &[a, constant], &[x]));
                assert!(check(&mut store, op, &[constant, a], &[x]));
            }
        }
    }

    /// What the rules are for: `(int)(double)x == x`, and `(double)x < (double)y`.
    #[test]
    fn integers_in_doubles() {
        let mut store = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| (store.symbol(name, 32), 32));
        let [a, b] = [x, y].map(|it| converted(&mut store, it, true, Format::Double));
        let (from, rounding) = (Format::Double, Rounding::Zero);
        let back = FloatOp::ToInteger { from, to: 32, signed: true, rounding };
        assert_eq!(store.app(Op::Float(back), &[a]), x.0);
        let less = store.app(Op::Slt, &[x.0, y.0]);
        assert_eq!(store.app(Op::Float(FloatOp::Less(from)), &[a, b]), less);
        // `float` does not hold every `int`.
        let a = converted(&mut store, x, true, Format::Single);
        let back =
            Op::Float(FloatOp::ToInteger { from: Format::Single, to: 32, signed: true, rounding });
        let plain = store.app_verbatim(back, &[a]);
        assert_eq!(store.app(back, &[a]), plain);
    }
}
