//! Numbers as people write them.

use rustc_apfloat::ieee::{Half, X87DoubleExtended};
use rustc_apfloat::{Category, Float};

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
}
