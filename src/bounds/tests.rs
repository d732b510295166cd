//! Soundness against the evaluator: exhaustive for small widths.

use super::backward::refine;
use super::forward::apply;
use super::{Known, Steps, WIDEST, mask};
use crate::bv::float::samples::{binary, from_integers, unary};
use crate::bv::{FloatOp, Format, Op, Rounding, Value};
use crate::support::Random;

/// What is known of a value that is one of some: of each set of values of that width.
fn all(width: u32) -> Vec<Known> {
    let mut all: Vec<Known> = Vec::new();
    let mut add = |known: Option<Known>| {
        if let Some(known) = known
            && !all.contains(&known)
        {
            all.push(known);
        }
    };
    let constant = |bits: u128| Known::constant(width, bits);
    for set in 1u32..1 << (1 << width.min(3)) {
        let members = (0..1u32 << width.min(3)).filter(|bits| set >> bits & 1 == 1);
        add(members.map(|bits| constant(bits.into())).reduce(|a, b| a.join(&b)));
    }
    if width > 3 {
        for low in 0..=mask(width) {
            for high in low..=mask(width) {
                add(Known::between(width, low, high));
                let shifted = |bits: u128| bits as i128 - (1 << (width - 1));
                add(Known::signed_between(width, shifted(low), shifted(high)));
            }
            for ones in 0..=mask(width) {
                add(Some(Known::bits(width, ones & !low, low)));
            }
        }
    }
    all
}

fn members(known: &Known) -> Vec<u128> {
    (0..=mask(known.width)).filter(|&bits| known.contains(bits)).collect()
}

fn value(width: u32, bits: u128) -> Value {
    Value::new(width, bits)
}

/// Checks an operator in both directions on all values of the operands.
fn check(op: Op, args: &[Known], rng: &mut Random) {
    let widths: Vec<u32> = args.iter().map(|arg| arg.width).collect();
    let width = op.result_width(&widths);
    let result = apply(op, args, width);
    // Of the results one is asked for, or an interval.
    let wanted = match rng.below(3) {
        0 => Known::constant(width, rng.wide()),
        1 => result,
        _ => {
            let (a, b) = (rng.wide() & mask(width), rng.wide() & mask(width));
            Known::between(width, a.min(b), a.max(b)).unwrap()
        }
    };
    let told = refine(op, args, wanted);
    let mut rows: Vec<Vec<u128>> = vec![vec![]];
    for arg in args {
        let longer = |row: &Vec<u128>| -> Vec<Vec<u128>> {
            members(arg).into_iter().map(|bits| [row.as_slice(), &[bits]].concat()).collect()
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    for row in rows {
        let values: Vec<Value> =
            row.iter().zip(&widths).map(|(&bits, &w)| value(w, bits)).collect();
        let given = op.apply(&values.iter().collect::<Vec<_>>()).small().unwrap();
        assert!(result.contains(given), "{op:?} {args:?} gives {result:?}, not {given} of {row:?}");
        if wanted.contains(given) {
            let told =
                told.as_ref().unwrap_or_else(|| panic!("{op:?} {args:?} = {wanted:?}: {row:?}"));
            let kept = told.iter().zip(&row).all(|(known, &bits)| known.contains(bits));
            assert!(kept, "{op:?} {args:?} = {wanted:?} leaves {told:?}, without {row:?}");
        }
    }
}

fn of_words(width: u32) -> Vec<Op> {
    let mut all = vec![Op::Not, Op::Neg, Op::ZeroExtend(width + 2), Op::SignExtend(width + 2)];
    for high in 0..width {
        all.extend((0..=high).map(|low| Op::Extract { high, low }));
    }
    all
}

#[test]
fn operators_are_sound_for_all_elements_of_small_widths() {
    let rng = &mut Random::new(1);
    for width in 1..=2 {
        let elements = all(width);
        for a in &elements {
            of_words(width).into_iter().for_each(|op| check(op, &[*a], rng));
            for b in &elements {
                Op::binary().for_each(|op| check(op, &[*a, *b], rng));
                for condition in all(1) {
                    check(Op::Ite, &[condition, *a, *b], rng);
                }
            }
        }
    }
}

#[test]
fn operators_are_sound_for_drawn_elements_of_three_and_four_bits() {
    let rng = &mut Random::new(2);
    for width in 3..=4 {
        let elements = all(width);
        for a in &elements {
            of_words(width).into_iter().for_each(|op| check(op, &[*a], rng));
        }
        for _ in 0..600 {
            let (a, b) = (*rng.pick(&elements), *rng.pick(&elements));
            Op::binary().for_each(|op| check(op, &[a, b], rng));
            check(Op::Ite, &[*rng.pick(&all(1)), a, b], rng);
        }
    }
}

/// Operators on numbers of eight bits, for drawn elements: all of their members.
#[test]
fn operators_on_numbers_are_sound() {
    let rng = &mut Random::new(5);
    let mini = Format::Mini;
    // Formats with 16 bits and more have too many members.
    let small = |op: &FloatOp| op.result_format().is_none_or(|format| format == mini);
    let mut ops: Vec<FloatOp> =
        [unary(mini, &[5, 9]), binary(mini), from_integers(4, mini), from_integers(7, mini)]
            .concat();
    ops.extend(Rounding::ALL.map(|rounding| FloatOp::Fma(mini, rounding)));
    ops.retain(small);
    for _ in 0..40 {
        for op in &ops {
            let args: Vec<Known> =
                (0..op.arity()).map(|_| drawn(op.operand_width(), op.arity(), rng)).collect();
            check(Op::Float(*op), &args, rng);
        }
        let sign = Known::constant(8, mini.sign());
        check(Op::Xor, &[drawn(8, 2, rng), sign], rng);
        check(Op::Extract { high: 6, low: 0 }, &[drawn(8, 1, rng)], rng);
    }
}

/// Some word of that width, narrower for more operands.
fn drawn(width: u32, arity: usize, rng: &mut Random) -> Known {
    let mut word = || rng.wide() & mask(width);
    let (a, b, kind) = (word(), word(), word() % 4);
    let shifted = |bits: u128| super::signed(bits, width);
    let span = if arity > 2 { 12 } else { mask(width) };
    let high = b.clamp(a, (a + span).min(mask(width)).max(a));
    let (least, most) = (shifted(a).min(shifted(b)), shifted(a).max(shifted(b)));
    let known = match kind {
        0 => Some(Known::constant(width, a)),
        1 if arity < 3 => Known::signed_between(width, least, most),
        2 if arity < 3 => Known::between(width, 0, mask(width) / 2 + 1 + a / 2)
            .and_then(|it| it.meet(&Known::signed_between(width, i128::MIN, (b / 2) as i128)?)),
        _ => Known::between(width, a, high),
    };
    known.unwrap_or(Known::constant(width, b))
}

#[test]
fn intervals_of_numbers_stay_intervals() {
    let single = |number: f32| u128::from(number.to_bits());
    let between = |low: f32, high: f32| {
        let negative = Known::between(32, single(-0.0), single(low)).unwrap();
        negative.join(&Known::between(32, 0, single(high)).unwrap())
    };
    let near = Rounding::NearestEven;
    let op = |op: fn(Format, Rounding) -> FloatOp, args: &[Known]| {
        apply(Op::Float(op(Format::Single, near)), args, 32)
    };
    let scaled = op(FloatOp::Mul, &[between(-2.0, 3.0), Known::constant(32, single(0.5))]);
    assert_eq!(scaled, between(-1.0, 1.5));
    assert_eq!(op(FloatOp::Add, &[scaled, scaled]), between(-2.0, 3.0));
    assert_eq!(apply(Op::Xor, &[scaled, Known::constant(32, 1 << 31)], 32), between(-1.5, 1.0));
    let magnitude = apply(Op::Extract { high: 30, low: 0 }, &[scaled], 31);
    assert_eq!(magnitude.unsigned(), (0, single(1.5)));
    let is_nan = Op::Float(FloatOp::IsNan(Format::Single));
    assert_eq!(apply(is_nan, &[scaled], 1).value(), Some(0));
    // A guard bounds both of its sides, and excludes a NaN.
    let less = Op::Float(FloatOp::Less(Format::Single));
    let told = refine(less, &[Known::any(32), between(-1.0, 1.5)], Known::constant(1, 1)).unwrap();
    assert_eq!(apply(is_nan, &[told[0]], 1).value(), Some(0));
    assert_eq!(told[0].signed().1, i128::from(1.5f32.next_down().to_bits()));
}

#[test]
fn lattice_operations_are_sound() {
    let rng = &mut Random::new(3);
    for width in 1..=4 {
        let elements = all(width);
        let steps = Steps::new(width, [1, 3, 6, mask(width)]);
        for _ in 0..3000 {
            let (a, b) = (*rng.pick(&elements), *rng.pick(&elements));
            let (joined, met, wide) = (a.join(&b), a.meet(&b), a.widen(&b, &steps));
            let left_out = rng.wide() & mask(width);
            for bits in 0..=mask(width) {
                let (in_a, in_b) = (a.contains(bits), b.contains(bits));
                assert!(!(in_a || in_b) || joined.contains(bits) && wide.contains(bits));
                let both = met.is_some_and(|met| met.contains(bits));
                assert!(!(in_a && in_b) || both, "{a:?} and {b:?} leave {met:?}, without {bits}");
                let rest = a.without(left_out).is_some_and(|rest| rest.contains(bits));
                assert!(!in_a || bits == left_out || rest);
                assert!(!(a.implies(&b) && in_a) || in_b);
            }
        }
    }
}

/// Wide words near the limits of the machine's integers.
#[test]
fn operators_are_sound_on_wide_words() {
    let rng = &mut Random::new(4);
    for _ in 0..5_000 {
        let width = *rng.pick(&[64, 127, WIDEST]);
        let mut word = || match rng.below(4) {
            0 => u128::from(rng.below(4)).wrapping_sub(2) & mask(width),
            1 => ((1 << (width - 1)) ^ u128::from(rng.below(4)).wrapping_sub(2)) & mask(width),
            2 => u128::from(rng.below(200)),
            _ => rng.wide() & mask(width),
        };
        let rows: [Vec<u128>; 2] =
            [(0..2).map(|_| word()).collect(), (0..2).map(|_| word()).collect()];
        let known =
            |row: &Vec<u128>| Known::constant(width, row[0]).join(&Known::constant(width, row[1]));
        let args = [known(&rows[0]), known(&rows[1])];
        let all = Op::binary().filter(|&op| op != Op::Concat);
        let ops: Vec<(Op, usize)> = all
            .map(|op| (op, 2))
            .chain([(Op::Not, 1), (Op::Neg, 1), (Op::Extract { high: 40, low: 3 }, 1)])
            .collect();
        for (op, arity) in ops {
            let args = &args[..arity];
            let width = op.result_width(&vec![width; arity]);
            let result = apply(op, args, width);
            for (&a, &b) in rows[0].iter().zip(&rows[1]) {
                let (x, y) = (value(args[0].width, a), value(args[0].width, b));
                let given = op.apply(&[&x, &y][..arity]).small().unwrap();
                assert!(result.contains(given), "{op:?} {args:?} gives {result:?}, not {given}");
                let told = refine(op, args, Known::constant(width, given)).unwrap();
                assert!(
                    told[0].contains(a) && (arity == 1 || told[1].contains(b)),
                    "{op:?} {args:?}"
                );
            }
        }
    }
}

#[test]
fn parts_tell_each_other() {
    let even = Known::bits(8, 0, 0xfe).meet(&Known::between(8, 3, 9).unwrap()).unwrap();
    assert_eq!(even.unsigned(), (4, 8));
    assert_eq!(even.signed(), (4, 8));
    assert_eq!(even.known_bits(), (0, 0x0e));
    assert_eq!(Known::between(8, 250, 255).unwrap().signed(), (-6, -1));
    assert_eq!(Known::signed_between(8, -1, 5).unwrap().unsigned(), (0, 255));
    let rest = Known::signed_between(8, -1, 5).unwrap().meet(&Known::between(8, 6, 255).unwrap());
    assert_eq!(rest.unwrap().value(), Some(255));
    assert_eq!(Known::bits(8, 1, 0xfe).meet(&Known::between(8, 2, 2).unwrap()), None);
}

#[test]
fn widening_ends() {
    let steps = Steps::new(8, [10, 100]);
    let mut known = Known::constant(8, 0);
    let mut seen = vec![];
    loop {
        let grown = apply(Op::Add, &[known, Known::constant(8, 2)], 8);
        let wide = known.widen(&known.join(&grown), &steps);
        if wide == known {
            break;
        }
        known = wide;
        seen.push(known.unsigned());
    }
    // The lowest bit never changes; 126 is the end of the signed numbers.
    assert_eq!(seen, [(0, 10), (0, 100), (0, 126), (0, 254)]);
}
