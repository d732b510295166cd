//! What tells a check from others, whatever is edited elsewhere in the program.

use rustc_hash::FxHashMap;

use super::{CheckReport, Place};

/// For each check, in their order, 32 hexadecimal digits: from its property, what goes wrong, its
/// file, function and the text of its line, and those of the calls that it was inlined through,
/// without blanks; not from numbers of lines. Those that are alike in all that are counted, in the
/// order of the program.
pub fn fingerprints(checks: &[CheckReport]) -> Vec<String> {
    let mut seen: FxHashMap<u128, u32> = FxHashMap::default();
    let mut of = |check: &CheckReport| {
        let mut hash = Hash::new();
        hash.add(check.property.name());
        hash.add(&check.what);
        let places = check.place.iter().chain(check.place.iter().flat_map(|it| &it.called_from));
        for Place { file, function, text, .. } in places {
            hash.add(file);
            hash.add(function);
            let text = text.as_deref().unwrap_or_default();
            hash.add(&text.split_whitespace().collect::<String>());
        }
        let count = seen.entry(hash.0).or_default();
        *count += 1;
        hash.add(&count.to_string());
        format!("{:032x}", hash.0)
    };
    checks.iter().map(&mut of).collect()
}

/// FNV-1a with 128 bits (Fowler, Noll, Vo): the same in all builds and on all machines.
struct Hash(u128);

impl Hash {
    fn new() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    /// A text and its end.
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 ^= u128::from(byte);
            self.0 = self.0.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Property;
    use crate::report::Status;

    #[test]
    fn known_hashes() {
        // The test vector of the authors for the empty text is the basis; one byte more is a step.
        let mut hash = Hash::new();
        hash.0 ^= u128::from(b'a');
        hash.0 = hash.0.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        assert_eq!(format!("{:032x}", hash.0), "d228cb696f1a8caf78912b704e4a8964");
    }

    fn check(line: u32, text: &str) -> CheckReport {
        let place = Place {
            file: "a.c".into(),
            line,
            column: 3,
            function: "main".into(),
            text: Some(text.into()),
            called_from: vec![],
        };
        let what = "division by zero (int)".to_owned();
        let property = Property::DivByZero;
        CheckReport {
            goal: line,
            property,
            what,
            place: Some(place),
            status: Status::Unknown,
            met: None,
        }
    }

    #[test]
    fn they_stay_when_lines_move_and_are_indented() {
        let before = fingerprints(&[check(3, "  x = a / b;"), check(4, "  y = c / d;")]);
        let after = fingerprints(&[check(13, "\tx = a / b;"), check(17, "    y = c/d;")]);
        assert_eq!(before, after);
        assert_ne!(before[0], before[1]);
        let twice = fingerprints(&[check(3, "x /= y;"), check(4, "x /= y;")]);
        assert_ne!(twice[0], twice[1]);
    }
}
