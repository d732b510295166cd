//! Values of reports as C constants.

/// That `what`, which is `of` this type or a call that gives it, has this value of a report.
pub fn constraint(what: &str, of: &str, value: &str) -> Option<String> {
    let suffix = match of {
        "long double" => "L",
        _ if of.contains("float") => "f",
        _ => "",
    };
    // In hexadecimal it may say the same again.
    let value = value.split(' ').next().unwrap_or(value);
    match value {
        // Numbers that have no constants.
        "nan" => Some(format!("{what} != {what}")),
        "inf" => Some(format!("{what} > {}", largest(suffix))),
        "-inf" => Some(format!("{what} < -{}", largest(suffix))),
        _ if value.contains(['.', 'e', 'E']) && value.parse::<f64>().is_ok() => {
            Some(format!("{what} == {value}{suffix}"))
        }
        _ => number(value).map(|number| format!("{what} == {number}")),
    }
}

/// The largest number of `float`, or of `double`.
fn largest(suffix: &str) -> String {
    if suffix.is_empty() { format!("{:?}", f64::MAX) } else { format!("{:?}{suffix}", f32::MAX) }
}

/// A value of a report as a C constant: `65 ('A')` is 65.
fn number(value: &str) -> Option<String> {
    match value.split(' ').next()? {
        "true" => Some("1".to_owned()),
        "false" => Some("0".to_owned()),
        number => {
            let value: i128 = number.parse().ok()?;
            let suffix = match value {
                -0x7fff_ffff..=0x7fff_ffff => "",
                0x7fff_ffff_ffff_ffff.. => "ULL",
                _ => "LL",
            };
            match i64::try_from(value) {
                // C has no negative constants, and 2^63 is none of a signed type.
                Ok(i64::MIN) => Some("(-9223372036854775807LL - 1)".to_owned()),
                Ok(_) => Some(format!("{value}{suffix}")),
                Err(_) => u64::try_from(value).ok().map(|value| format!("{value}ULL")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_constants() {
        let of = |value| number(value).unwrap_or_default();
        assert_eq!(of("65 ('A')"), "65");
        assert_eq!(of("true"), "1");
        assert_eq!(of("-2147483648"), "-2147483648LL");
        assert_eq!(of("4294967295"), "4294967295LL");
        assert_eq!(of("-9223372036854775808"), "(-9223372036854775807LL - 1)");
        assert_eq!(of("18446744073709551615"), "18446744073709551615ULL");
        assert_eq!(number("&x"), None);
        let double =
            |value| constraint("\\result", "__VERIFIER_nondet_double", value).unwrap_or_default();
        assert_eq!(double("2.25"), "\\result == 2.25");
        assert_eq!(double("1e300"), "\\result == 1e300");
        assert_eq!(double("nan"), "\\result != \\result");
        assert_eq!(double("-inf"), "\\result < -1.7976931348623157e308");
        let float = constraint("\\result", "__VERIFIER_nondet_float", "0.1");
        assert_eq!(float.as_deref(), Some("\\result == 0.1f"));
        let both = constraint("\\result", "__VERIFIER_nondet_float", "0.1 (0x1.99999ap-4)");
        assert_eq!(both, float);
    }
}
