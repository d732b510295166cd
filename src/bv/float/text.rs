//! Numbers as people write them.

use rustc_apfloat::ieee::{Half, X87DoubleExtended};
use rustc_apfloat::{Category, Float};

use num_bigint::BigUint;

use crate::bv::Value;

/// The number that these bits are in the format of their width, as C writes it, with as many
/// digits as tell it from others: of binary16, 32, 64 and the x87's 80 bits. `nan` and `inf` are
/// themselves. None if no format has so many bits.
pub fn decimal(value: &Value) -> Option<String> {
    let bits = value.small()?;
    Some(match value.width() {
        16 => of(Half::from_bits(bits)),
        32 => {
            let number = f32::from_bits(u32::try_from(bits).ok()?);
            if number.is_finite() { format!("{number:?}") } else { special(number.into()) }
        }
        64 => {
            let number = f64::from_bits(u64::try_from(bits).ok()?);
            if number.is_finite() { format!("{number:?}") } else { special(number) }
        }
        80 => of(X87DoubleExtended::from_bits(bits)),
        _ => return None,
    })
}

/// The number as [`decimal`] says it, and where that is not all of it exactly, too, in hexadecimal:
/// `0.1 (0x1.99999ap-4)`.
pub fn both(value: &Value) -> Option<String> {
    let decimal = decimal(value)?;
    let hexadecimal = hexadecimal(value).filter(|_| !is_exact(&decimal, value));
    Some(match hexadecimal {
        Some(hexadecimal) => format!("{decimal} ({hexadecimal})"),
        None => decimal,
    })
}

/// The number in hexadecimal, as C writes it (C17 6.4.4.2); none if it is not finite.
pub fn hexadecimal(value: &Value) -> Option<String> {
    let (is_negative, significand, exponent) = parts(value)?;
    let sign = if is_negative { "-" } else { "" };
    if significand == 0 {
        return Some(format!("{sign}0x0p+0"));
    }
    let places = significand.ilog2();
    let exponent = exponent + places as i32;
    // Digits of four bits behind the point.
    let digits = places.div_ceil(4);
    let fraction = (significand ^ 1 << places) << (4 * digits - places);
    let fraction = format!("{fraction:00$x}", digits as usize);
    let fraction = if places == 0 { "" } else { fraction.trim_end_matches('0') };
    let point = if fraction.is_empty() { "" } else { "." };
    Some(format!("{sign}0x1{point}{fraction}p{exponent:+}"))
}

/// A finite number as sign, significand and exponent of 2.
fn parts(value: &Value) -> Option<(bool, u128, i32)> {
    let (width, bits) = (value.width(), value.small()?);
    // Places behind the point, and whether the leading bit is written, as the x87 does.
    let (places, written) = match width {
        16 => (10, 0),
        32 => (23, 0),
        64 => (52, 0),
        80 => (63, 1),
        _ => return None,
    };
    let magnitude = bits & !(1 << (width - 1));
    let field = magnitude >> (places + written);
    let fraction = magnitude & ((1 << (places + written)) - 1);
    let bias = (1 << (width - places - written - 2)) - 1;
    let exponent = i32::try_from(field).ok()?;
    if exponent > 2 * bias {
        return None;
    }
    let leading = u128::from(field != 0 && written == 0) << places;
    Some((bits != magnitude, fraction | leading, exponent.max(1) - bias - places as i32))
}

/// Whether a decimal number is all of this one.
fn is_exact(decimal: &str, value: &Value) -> bool {
    let exact = || {
        let (_, significand, exponent) = parts(value)?;
        let (digits, power) = match decimal.split_once(['e', 'E']) {
            Some((digits, power)) => (digits, power.parse::<i32>().ok()?),
            None => (decimal, 0),
        };
        let digits = digits.trim_start_matches('-');
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let power = power - i32::try_from(part.len()).ok()?;
        let digits: BigUint = format!("{whole}{part}").parse().ok()?;
        // digits·10^power and significand·2^exponent, as whole numbers.
        let raised = |base: u32, power: i32| BigUint::from(base).pow(power.max(0) as u32);
        let decimal = digits * raised(10, power) * raised(2, -exponent);
        let binary = BigUint::from(significand) * raised(2, exponent) * raised(10, -power);
        Some(decimal == binary)
    };
    // What is no number is all that it says.
    exact().unwrap_or(true)
}

fn special(number: f64) -> String {
    match (number.is_nan(), number > 0.0) {
        (true, _) => "nan",
        (false, true) => "inf",
        (false, false) => "-inf",
    }
    .to_owned()
}

fn of<F: Float>(number: F) -> String {
    match number.category() {
        Category::NaN => "nan".to_owned(),
        Category::Infinity => if number.is_negative() { "-inf" } else { "inf" }.to_owned(),
        Category::Normal | Category::Zero => {
            let text = number.to_string();
            // 2 is an integer in C.
            if text.contains(['.', 'E']) { text } else { text + ".0" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_c_constants() {
        let text = |width, bits| decimal(&Value::new(width, bits)).unwrap_or_default();
        assert_eq!(text(64, 2.25_f64.to_bits().into()), "2.25");
        assert_eq!(text(64, 0.1_f64.to_bits().into()), "0.1");
        assert_eq!(text(64, 1e300_f64.to_bits().into()), "1e300");
        assert_eq!(text(64, (-0.0_f64).to_bits().into()), "-0.0");
        assert_eq!(text(64, f64::NEG_INFINITY.to_bits().into()), "-inf");
        assert_eq!(text(64, f64::NAN.to_bits().into()), "nan");
        assert_eq!(text(32, 0.1_f32.to_bits().into()), "0.1");
        assert_eq!(text(32, 3e9_f32.to_bits().into()), "3000000000.0");
        assert_eq!(text(32, f32::INFINITY.to_bits().into()), "inf");
        assert_eq!(text(16, 0x3e00), "1.5");
        assert_eq!(text(16, 0x4000), "2.0");
        assert_eq!(text(80, 0x3fff_c000_0000_0000_0000), "1.5");
        assert_eq!(text(80, 0xffff_8000_0000_0000_0000), "-inf");
        assert_eq!(decimal(&Value::new(8, 1)), None);
    }

    #[test]
    fn what_is_rounded_is_written_in_hexadecimal_too() {
        let text = |width, bits| both(&Value::new(width, bits)).unwrap_or_default();
        assert_eq!(text(64, 2.25_f64.to_bits().into()), "2.25");
        assert_eq!(text(64, 0.1_f64.to_bits().into()), "0.1 (0x1.999999999999ap-4)");
        assert_eq!(text(32, 0.1_f32.to_bits().into()), "0.1 (0x1.99999ap-4)");
        assert_eq!(text(32, (-0.0_f32).to_bits().into()), "-0.0");
        assert_eq!(text(32, 3e9_f32.to_bits().into()), "3000000000.0");
        assert_eq!(text(32, 1), "1e-45 (0x1p-149)");
        assert_eq!(
            text(64, (-f64::MAX).to_bits().into()),
            "-1.7976931348623157e308 (-0x1.fffffffffffffp+1023)"
        );
        assert_eq!(text(64, f64::INFINITY.to_bits().into()), "inf");
        assert_eq!(text(16, 0x2e66), "0.099976 (0x1.998p-4)");
        assert_eq!(text(80, 0x3fff_c000_0000_0000_0000), "1.5");
        let tenth = text(80, 0x3ffb_cccc_cccc_cccc_cccd);
        assert!(
            tenth.starts_with("0.1") && tenth.ends_with(" (0x1.999999999999999ap-4)"),
            "{tenth}"
        );
        let hexadecimal = |bits: u32| hexadecimal(&Value::new(32, bits.into())).unwrap_or_default();
        let all = [(1.0_f32, "0x1p+0"), (-0.75, "-0x1.8p-1"), (0.0, "0x0p+0"), (256.0, "0x1p+8")];
        for (number, expected) in all {
            assert_eq!(hexadecimal(number.to_bits()), expected);
        }
    }
}
