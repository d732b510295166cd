//! What the operators mean: `rustc_apfloat`, a port of LLVM's `APFloat`, on the bits.
//!
//! It has no square root: that one is the integer square root of the significand with enough
//! digits, and a last one that says whether it is exact (IEEE 754-2019, 5.4.1).

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rustc_apfloat::ieee::{IeeeFloat, Semantics};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::{FloatOp, Format, Rounding};
use crate::bv::Value;

struct Mini;
struct Extended;

impl Semantics for Mini {
    const BITS: usize = 8;
    const EXP_BITS: usize = 4;
}

impl Semantics for Extended {
    const BITS: usize = 79;
    const EXP_BITS: usize = 15;
}

/// `body` with `$name` as the type of numbers of a format.
macro_rules! with_format {
    ($format:expr, $name:ident => $body:expr) => {
        match $format {
            Format::Mini => {
                type $name = IeeeFloat<Mini>;
                $body
            }
            Format::Half => {
                type $name = rustc_apfloat::ieee::Half;
                $body
            }
            Format::Single => {
                type $name = rustc_apfloat::ieee::Single;
                $body
            }
            Format::Double => {
                type $name = rustc_apfloat::ieee::Double;
                $body
            }
            Format::Extended => {
                type $name = IeeeFloat<Extended>;
                $body
            }
        }
    };
}

pub(super) fn apply(op: FloatOp, args: &[&Value]) -> Value {
    let bits = |i: usize| args[i].small().expect("numbers have at most 128 bits");
    let widths: Vec<u32> = args.iter().map(|arg| arg.width()).collect();
    let width = op.checked_result_width(&widths).expect("operands that fit");
    let result = match op {
        FloatOp::Add(format, rounding) => with_format!(format, F => {
            F::from_bits(bits(0)).add_r(F::from_bits(bits(1)), round(rounding)).value.to_bits()
        }),
        FloatOp::Mul(format, rounding) => with_format!(format, F => {
            F::from_bits(bits(0)).mul_r(F::from_bits(bits(1)), round(rounding)).value.to_bits()
        }),
        FloatOp::Div(format, rounding) => with_format!(format, F => {
            F::from_bits(bits(0)).div_r(F::from_bits(bits(1)), round(rounding)).value.to_bits()
        }),
        FloatOp::Fma(format, rounding) => with_format!(format, F => {
            let [a, b, c] = [0, 1, 2].map(|i| F::from_bits(bits(i)));
            a.mul_add_r(b, c, round(rounding)).value.to_bits()
        }),
        FloatOp::Sqrt(format, rounding) => square_root(format, rounding, bits(0)),
        FloatOp::Integral(format, rounding) => with_format!(format, F => {
            F::from_bits(bits(0)).round_to_integral(round(rounding)).value.to_bits()
        }),
        FloatOp::Equal(format) => {
            u128::from(compare(format, bits(0), bits(1)) == Some(Ordering::Equal))
        }
        FloatOp::Less(format) => {
            u128::from(compare(format, bits(0), bits(1)) == Some(Ordering::Less))
        }
        FloatOp::IsNan(format) => {
            with_format!(format, F => F::from_bits(bits(0)).is_nan().into())
        }
        FloatOp::Convert { from, to, rounding } => convert(from, to, rounding, bits(0)),
        FloatOp::ToInteger { from, to, signed, rounding } => {
            with_format!(from, F => {
                let (number, round) = (F::from_bits(bits(0)), round(rounding));
                if signed {
                    let (least, most) = (i128::MIN >> (128 - to), i128::MAX >> (128 - to));
                    number.to_i128_r(128, round, &mut false).value.clamp(least, most) as u128
                } else {
                    number.to_u128_r(128, round, &mut false).value.min(u128::MAX >> (128 - to))
                }
            })
        }
        FloatOp::FromInteger { from, signed, to, rounding } => with_format!(to, F => {
            if signed {
                let number = ((bits(0) << (128 - from)) as i128) >> (128 - from);
                F::from_i128_r(number, round(rounding)).value.to_bits()
            } else {
                F::from_u128_r(bits(0), round(rounding)).value.to_bits()
            }
        }),
    };
    let nan = op.result_format().filter(|format| format.is_nan(result));
    Value::new(width, nan.map_or(result, Format::nan))
}

fn round(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
        Rounding::Zero => Round::TowardZero,
    }
}

/// `None` if one is a NaN.
fn compare(format: Format, a: u128, b: u128) -> Option<Ordering> {
    with_format!(format, F => F::from_bits(a).partial_cmp(&F::from_bits(b)))
}

fn convert(from: Format, to: Format, rounding: Rounding, bits: u128) -> u128 {
    with_format!(from, From => with_format!(to, To => {
        let number: To = From::from_bits(bits).convert_r(round(rounding), &mut false).value;
        number.to_bits()
    }))
}

/// Of zeros and positive numbers; else a NaN.
fn square_root(format: Format, rounding: Rounding, bits: u128) -> u128 {
    let magnitude = bits & !format.sign();
    if magnitude == 0 || bits == format.infinity() {
        return bits;
    }
    if bits != magnitude || magnitude > format.infinity() {
        return format.nan();
    }
    // The number is `significand * 2^exponent`.
    let fraction = format.precision() - 1;
    let field = (magnitude >> fraction) as i32;
    let stored = magnitude & ((1 << fraction) - 1);
    let significand = if field == 0 { stored } else { stored | 1 << fraction };
    let exponent = field.max(1) - format.bias() as i32 - fraction as i32;
    // As many bits as make the root longer than the precision, an even exponent left.
    let length = (128 - significand.leading_zeros()) as i32;
    let mut shift = 2 * format.precision() as i32 + 3 - length;
    shift += (exponent - shift) & 1;
    let radicand = BigUint::from(significand) << shift;
    let root = radicand.sqrt();
    let is_exact = &root * &root == radicand;
    let digits = root.to_u128().expect("half as many bits") << 1 | u128::from(!is_exact);
    let scale = (exponent - shift) / 2 - 1;
    // A root is far from the format's smallest and largest numbers: the second is exact.
    with_format!(format, F => {
        let rounded = F::from_u128_r(digits, round(rounding)).value;
        rounded.scalbn_r(scale, round(rounding)).to_bits()
    })
}
