//! Functions of the mathematical library whose results no standard fixes to the last bit (`sin`,
//! `exp`, `pow`), numbers that text stands for (`strtod`), and text of numbers (`sprintf`).
//!
//! In a program a result is a choice ([`super::InputKind::Computed`]) that lies within what the
//! models say of it; a native run takes what the machine's own library computes instead. Models
//! and the run-time library name a function by a number, which is even for `double` and odd for
//! `float`.

use super::{InputKind, Reading};

/// Those of one number.
const UNARY: [&str; 25] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "cbrt", "erf", "erfc", "tgamma",
    "lgamma", "exp10",
];

/// Those of two.
const BINARY: [&str; 3] = ["atan2", "pow", "hypot"];

/// The function that reads a number from text, in both formats.
const OF_TEXT: [&str; 2] = ["strtod", "strtof"];

/// What else is computed, and how models call it: what the last function leaves in `errno`; how long
/// the text of a number is, and the characters of the last such text.
const OTHERS: [(&str, &str, u32); 3] =
    [("errno", "errno", 32), ("length", "sprintf", 32), ("character", "sprintf", 8)];

/// The functions, without the suffix of a format.
pub fn names() -> impl Iterator<Item = &'static str> {
    UNARY.into_iter().chain(BINARY)
}

/// Whether a function of this name, of `double` or `float`, is one of these.
pub fn is_one(name: &str) -> bool {
    names().any(|known| name == known || name.strip_suffix('f') == Some(known))
}

/// The choice that the function of a number makes, and of how many bits.
pub fn choice(number: u32) -> Option<(InputKind, u32)> {
    let place = number as usize / 2;
    let computed = |function: String, reading| InputKind::Computed { function, reading };
    if let Some(name) = names().nth(place) {
        return Some(match number % 2 {
            0 => (computed(name.to_owned(), Reading::Float), 64),
            _ => (computed(format!("{name}f"), Reading::Float), 32),
        });
    }
    let rest = place.checked_sub(names().count())?;
    if let Some(&(_, name, bits)) = OTHERS.get(rest).filter(|_| number.is_multiple_of(2)) {
        let reading = if bits == 8 { Reading::Unsigned } else { Reading::Signed };
        return Some((computed(name.to_owned(), reading), bits));
    }
    let name = OF_TEXT.get(number as usize % 2).filter(|_| rest == OTHERS.len())?;
    Some((
        computed((*name).to_owned(), Reading::Float),
        if number.is_multiple_of(2) { 64 } else { 32 },
    ))
}

/// The numbers for what is written in C: `COMPUTED_sin`, and of both kinds of functions a list.
pub fn header() -> String {
    let mut text = String::new();
    let others = OTHERS.into_iter().map(|it| it.0);
    for (place, name) in names().chain(others).chain([OF_TEXT[0]]).enumerate() {
        text += &format!("#define COMPUTED_{name} {}\n", 2 * place);
    }
    for (list, names) in [("UNARY_FUNCTIONS", &UNARY[..]), ("BINARY_FUNCTIONS", &BINARY)] {
        let each: Vec<String> = names.iter().map(|name| format!("EACH({name})")).collect();
        text += &format!("#define {list}(EACH) {}\n", each.join(" "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_to_names() {
        let named = |number| match choice(number) {
            Some((InputKind::Computed { function, .. }, bits)) => Some((function, bits)),
            _ => None,
        };
        assert_eq!(named(0), Some(("sin".to_owned(), 64)));
        assert_eq!(named(3), Some(("cosf".to_owned(), 32)));
        let left = 2 * u32::try_from(names().count()).expect("few");
        assert_eq!(named(left), Some(("errno".to_owned(), 32)));
        assert_eq!(named(left + 7), Some(("strtof".to_owned(), 32)));
        assert_eq!([named(left + 1), named(left + 8), named(u32::MAX)], [None, None, None]);
        assert!(header().contains(&format!("#define COMPUTED_errno {left}\n")));
    }

    #[test]
    fn those_of_other_formats_are_none() {
        assert!(is_one("sin") && is_one("powf"));
        assert!(!is_one("sinl") && !is_one("f") && !is_one("erff_") && !is_one("fabs"));
        assert!(is_one("erf") && is_one("erff"));
    }
}
