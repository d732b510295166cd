//! What is known of floating-point numbers, and of what is computed of them.
//!
//! An interval of numbers is one of magnitudes for each sign, so a [`Known`] tells it exactly
//! ([`Halves`]); that a number may be a NaN beside it loses the bounds. Operations are rounded
//! monotonically (IEEE 754-2019, 4.3), so their results lie between those for the ends of the
//! intervals, as computed by the operator itself: no rounding outward is needed.
//!
//! Numbers are ordered here as in IEEE's `totalOrder` (5.10): −0 before +0.

use smallvec::SmallVec;

use super::halves::{Halves, sign};
use super::{Known, mask};
use crate::bv::{FloatOp, Format, Rounding, Value};
use crate::support::Fault;

/// The numbers that a word can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    format: Format,
    /// Places in the order of the least and the greatest; `None` if there is no number.
    ends: Option<(i128, i128)>,
    /// Whether it can be a NaN.
    nan: bool,
}

/// The place of −0; +0 is next.
const NEGATIVE_ZERO: i128 = -1;

/// A place where both zeros count as one.
fn numeric(place: i128) -> i128 {
    if place < 0 { place + 1 } else { place }
}

impl Numbers {
    fn of(format: Format, known: &Known) -> Self {
        let infinity = format.infinity();
        let halves = Halves::of(known);
        let below = |half: Option<(u128, u128)>| {
            half.filter(|half| half.0 <= infinity).map(|half| (half.0, half.1.min(infinity)))
        };
        let nan = [halves.positive, halves.negative].iter().flatten().any(|half| half.1 > infinity);
        let positive = below(halves.positive).map(|half| (half.0 as i128, half.1 as i128));
        let negative = below(halves.negative)
            .map(|half| (NEGATIVE_ZERO - half.1 as i128, NEGATIVE_ZERO - half.0 as i128));
        let ends = match (negative, positive) {
            (Some(negative), Some(positive)) => Some((negative.0, positive.1)),
            (one, other) => one.or(other),
        };
        Self { format, ends, nan }
    }

    /// The word, whose only NaN is that of operators.
    fn word(self) -> Option<Known> {
        let width = self.format.width();
        let nan = self.nan.then(|| Known::constant(width, self.format.nan()));
        match (self.without_nan(), nan) {
            (Some(numbers), Some(nan)) => Some(numbers.join(&nan)),
            (one, other) => one.or(other),
        }
    }

    /// The word if it is no NaN.
    fn without_nan(self) -> Option<Known> {
        let (least, most) = self.ends?;
        let positive = (most >= 0).then(|| (least.max(0) as u128, most as u128));
        let negative = (least < 0).then(|| {
            let magnitude = |place: i128| (NEGATIVE_ZERO - place) as u128;
            (magnitude(most.min(NEGATIVE_ZERO)), magnitude(least))
        });
        Halves { positive, negative }.word(self.format.width())
    }

    fn all(format: Format) -> (i128, i128) {
        let infinity = format.infinity() as i128;
        (NEGATIVE_ZERO - infinity, infinity)
    }

    fn may_be_infinite(self) -> bool {
        let (least, most) = Self::all(self.format);
        self.ends.is_some_and(|ends| ends.0 == least || ends.1 == most)
    }

    fn may_be_zero(self) -> bool {
        self.ends.is_some_and(|ends| ends.0 <= 0 && ends.1 >= NEGATIVE_ZERO)
    }

    /// What is left between two places.
    fn between(self, least: i128, most: i128) -> Option<Known> {
        let ends = self.ends?;
        let ends = (ends.0.max(least), ends.1.min(most));
        Self { ends: (ends.0 <= ends.1).then_some(ends), ..self }.without_nan()
    }
}

/// The bits of the least and the greatest number that a word can be, if it can be no NaN.
pub fn ends(format: Format, known: &Known) -> Option<(u128, u128)> {
    let numbers = Numbers::of(format, known);
    let (least, most) = numbers.ends.filter(|_| !numbers.nan)?;
    Some((format.at_place(least), format.at_place(most)))
}

/// A word that is a number between two ends, given by their bits; `None` if there is none.
pub fn between(format: Format, least: u128, most: u128) -> Option<Known> {
    let (least, most) = (format.place(least), format.place(most));
    Numbers { format, ends: (least <= most).then_some((least, most)), nan: false }.without_nan()
}

/// The result of an operator on constants.
fn exactly(op: FloatOp, args: &[u128]) -> u128 {
    let args: SmallVec<[Value; 3]> =
        args.iter().map(|&bits| Value::new(op.operand_width(), bits)).collect();
    let args: SmallVec<[&Value; 3]> = args.iter().collect();
    op.apply(&args).small().expect("results have at most 128 bits")
}

/// What is known of a result; `width` is its width.
pub(super) fn apply(op: FloatOp, args: &[Known], width: u32) -> Known {
    if let Some(values) = args.iter().map(Known::value).collect::<Option<SmallVec<[u128; 3]>>>() {
        return Known::constant(width, exactly(op, &values));
    }
    let any = Known::any(width);
    let truth = |known: Option<bool>| known.map_or(any, |it| Known::constant(1, it.into()));
    if let FloatOp::FromInteger { signed, to, .. } = op {
        let (least, most) = match signed {
            true => (args[0].least as u128 & mask(args[0].width), args[0].most as u128),
            false => args[0].unsigned(),
        };
        let end = |number| to.place(exactly(op, &[number & mask(args[0].width)]));
        let numbers = Numbers { format: to, ends: Some((end(least), end(most))), nan: false };
        return numbers.word().unwrap_or(any);
    }
    let Some(format) = op.operand_format() else { return any };
    let numbers: SmallVec<[Numbers; 3]> = args.iter().map(|arg| Numbers::of(format, arg)).collect();
    let a = numbers[0];
    let b = numbers.get(1).copied().unwrap_or(a);
    match op {
        FloatOp::Less(_) => truth(less(a, b)),
        FloatOp::Equal(_) => truth(equal(a, b)),
        FloatOp::IsNan(_) => {
            truth(if a.nan { a.ends.is_none().then_some(true) } else { Some(false) })
        }
        FloatOp::ToInteger { signed, .. } => integer(op, a, signed, width).unwrap_or(any),
        _ => result(op, &numbers).word().unwrap_or(any),
    }
}

fn less(a: Numbers, b: Numbers) -> Option<bool> {
    let (Some(x), Some(y)) = (a.ends, b.ends) else { return Some(false) };
    if numeric(x.0) >= numeric(y.1) {
        return Some(false);
    }
    (!a.nan && !b.nan && numeric(x.1) < numeric(y.0)).then_some(true)
}

fn equal(a: Numbers, b: Numbers) -> Option<bool> {
    let (Some(x), Some(y)) = (a.ends, b.ends) else { return Some(false) };
    if numeric(x.0) > numeric(y.1) || numeric(y.0) > numeric(x.1) {
        return Some(false);
    }
    let is_one = numeric(x.0) == numeric(x.1) && numeric(y.0) == numeric(y.1);
    (is_one && !a.nan && !b.nan).then_some(true)
}

/// What a number becomes as an integer: a NaN 0.
fn integer(op: FloatOp, a: Numbers, is_signed: bool, width: u32) -> Option<Known> {
    let zero = a.nan.then(|| Known::constant(width, 0));
    let numbers = a.ends.and_then(|ends| {
        let end = |place| exactly(op, &[a.format.at_place(place)]);
        let (least, most) = (end(ends.0), end(ends.1));
        match is_signed {
            true => Known::signed_between(
                width,
                super::signed(least, width),
                super::signed(most, width),
            ),
            false => Known::between(width, least, most),
        }
    });
    match (numbers, zero) {
        (Some(numbers), Some(zero)) => Some(numbers.join(&zero)),
        (one, other) => one.or(other),
    }
}

/// The numbers that an operator gives.
fn result(op: FloatOp, args: &[Numbers]) -> Numbers {
    let format = op.result_format().expect("it gives a number");
    let a = args[0];
    let b = args.get(1).copied().unwrap_or(a);
    let zero_times_infinity =
        a.may_be_zero() && b.may_be_infinite() || a.may_be_infinite() && b.may_be_zero();
    let invalid = match op {
        FloatOp::Add(..) => a.may_be_infinite() && b.may_be_infinite(),
        FloatOp::Mul(..) => zero_times_infinity,
        FloatOp::Div(..) => {
            a.may_be_zero() && b.may_be_zero() || a.may_be_infinite() && b.may_be_infinite()
        }
        FloatOp::Fma(..) => {
            let product = a.may_be_infinite() || b.may_be_infinite();
            zero_times_infinity || product && args[2].may_be_infinite()
        }
        FloatOp::Sqrt(..) => a.ends.is_some_and(|ends| ends.0 < NEGATIVE_ZERO),
        _ => false,
    };
    let nan = invalid || args.iter().any(|arg| arg.nan);
    let Some(ends) = args.iter().map(|arg| arg.ends).collect::<Option<SmallVec<[_; 3]>>>() else {
        return Numbers { format, ends: None, nan };
    };
    // A quotient jumps from one infinity to the other where its divisor changes its sign.
    let jumps = matches!(op, FloatOp::Div(..)) && b.may_be_zero();
    let ends = if jumps { Some(Numbers::all(format)) } else { of_ends(op, &ends, format) };
    Numbers { format, ends, nan }
}

/// The least and the greatest result, by those for the ends: with the other operands fixed a
/// result rises or falls with each operand, so it is extreme at a corner.
fn of_ends(op: FloatOp, ends: &[(i128, i128)], format: Format) -> Option<(i128, i128)> {
    let from = op.operand_format().expect("its operands are numbers");
    let mut found: Option<(i128, i128)> = None;
    let corners = if Fault::DomainRounding.is_planted() { 1 } else { 1u32 << ends.len() };
    for corner in 0..corners {
        let at = |index: usize| {
            let (mut least, most) = ends[index];
            if matches!(op, FloatOp::Sqrt(..)) {
                least = least.max(NEGATIVE_ZERO);
            }
            if corner >> index & 1 == 0 { least } else { most }
        };
        let args: SmallVec<[u128; 3]> =
            (0..ends.len()).map(|index| from.at_place(at(index))).collect();
        let result = exactly(op, &args);
        if format.is_nan(result) {
            // There is no root but of negative numbers; other operators may give any number.
            let is_root = matches!(op, FloatOp::Sqrt(..));
            return (!is_root).then(|| Numbers::all(format));
        }
        let here = format.place(result);
        found = Some(found.map_or((here, here), |(least, most)| (least.min(here), most.max(here))));
    }
    found
}

/// Refines what is known of operands by what is known of the result; `None` if no operands give
/// it.
pub(super) fn refine(op: FloatOp, args: &mut [Known], result: &Known) -> Option<()> {
    let truth = result.value();
    match op {
        FloatOp::IsNan(format) => match truth {
            Some(0) => {
                let told = Numbers::of(format, &args[0]).without_nan()?;
                args[0] = args[0].meet(&told)?;
            }
            Some(_) if !Numbers::of(format, &args[0]).nan => return None,
            _ => {}
        },
        FloatOp::Less(format) | FloatOp::Equal(format) => {
            let [a, b] = [0, 1].map(|index| Numbers::of(format, &args[index]));
            let Some((first, second)) = compared(op, truth, a, b)? else { return Some(()) };
            args[0] = args[0].meet(&first)?;
            args[1] = args[1].meet(&second)?;
        }
        FloatOp::Convert { from, to, .. } => {
            let is_exact = to.precision() >= from.precision() && to.exponent() >= from.exponent();
            let numbers = Numbers::of(to, result);
            if is_exact && !numbers.nan {
                let (least, most) = numbers.ends?;
                let back = |at, rounding| {
                    let op = FloatOp::Convert { from: to, to: from, rounding };
                    from.place(exactly(op, &[to.at_place(at)]))
                };
                let own = Numbers::of(from, &args[0]);
                let told = own.between(back(least, Rounding::Up), back(most, Rounding::Down))?;
                args[0] = args[0].meet(&told)?;
            }
        }
        FloatOp::FromInteger { from, signed, to, .. } => {
            let is_exact = from <= to.precision();
            if let Some((least, most)) = Numbers::of(to, result).ends.filter(|_| is_exact) {
                let back = |at, rounding| {
                    let op = FloatOp::ToInteger { from: to, to: from, signed, rounding };
                    exactly(op, &[to.at_place(at)])
                };
                let (least, most) = (back(least, Rounding::Up), back(most, Rounding::Down));
                let told = match signed {
                    true => Known::signed_between(
                        from,
                        super::signed(least, from),
                        super::signed(most, from),
                    ),
                    false => Known::between(from, least, most),
                };
                args[0] = args[0].meet(&told?)?;
            }
        }
        FloatOp::Add(..)
        | FloatOp::Mul(..)
        | FloatOp::Div(..)
        | FloatOp::Fma(..)
        | FloatOp::Sqrt(..)
        | FloatOp::Integral(..)
        | FloatOp::ToInteger { .. } => {}
    }
    Some(())
}

/// Both sides of a comparison of that truth: the outer `None` if it can't have it, the inner one
/// if that tells nothing.
fn compared(
    op: FloatOp,
    truth: Option<u128>,
    a: Numbers,
    b: Numbers,
) -> Option<Option<(Known, Known)>> {
    let is_less = matches!(op, FloatOp::Less(_));
    // Bounds count both zeros.
    let lower = |number: i128| if number <= 0 { number + NEGATIVE_ZERO } else { number };
    let upper = |number: i128| if number < 0 { number + NEGATIVE_ZERO } else { number };
    let (least, most) = Numbers::all(a.format);
    match truth {
        Some(1) => {
            let (x, y) = (a.ends?, b.ends?);
            let sides = if is_less {
                let (below, above) = (upper(numeric(y.1) - 1), lower(numeric(x.0) + 1));
                (a.between(least, below)?, b.between(above, most)?)
            } else {
                let both = |ends: (i128, i128)| (lower(numeric(ends.0)), upper(numeric(ends.1)));
                let (of_a, of_b) = (both(x), both(y));
                (a.between(of_b.0, of_b.1)?, b.between(of_a.0, of_a.1)?)
            };
            Some(Some(sides))
        }
        Some(_) if is_less && !a.nan && !b.nan => {
            let (x, y) = (a.ends?, b.ends?);
            let sides =
                (a.between(lower(numeric(y.0)), most)?, b.between(least, upper(numeric(x.1)))?);
            Some(Some(sides))
        }
        _ => Some(None),
    }
}

/// The word with the other sign.
pub(super) fn flip_sign(known: &Known) -> Option<Known> {
    Halves::of(known).flipped().word(known.width)
}

/// The word without its sign.
pub(super) fn magnitude(known: &Known) -> Option<Known> {
    let (low, high) = Halves::of(known).magnitude()?;
    Known::between(known.width - 1, low, high)
}

/// The word of either sign that is this without its sign.
pub(super) fn of_magnitude(magnitude: &Known) -> Option<Known> {
    let half = Some(magnitude.unsigned());
    Halves { positive: half, negative: half }.word(magnitude.width + 1)
}

/// Whether a word is the sign alone.
pub(super) fn is_sign(known: &Known) -> bool {
    known.value() == Some(sign(known.width))
}
