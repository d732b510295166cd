//! What clang calls storage.

/// How the names of compound literals begin.
pub const LITERAL: &str = ".compoundliteral";

/// What to call storage of this name that nothing declares.
pub fn c_name(name: &str) -> String {
    if name.starts_with(LITERAL) {
        return "compound literal".to_owned();
    }
    // What inlining adds for each call: `.i` or, if there are several, `.i3`.
    let mut name = name;
    while let Some((before, call)) = name.rsplit_once(".i")
        && call.bytes().all(|digit| digit.is_ascii_digit())
    {
        name = before;
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::c_name;

    #[test]
    fn names_are_those_of_c() {
        for (name, expected) in [
            ("k", "k"),
            ("k.i", "k"),
            ("k2.i13.i.i4", "k2"),
            ("agg.tmp", "agg.tmp"),
            (".compoundliteral7.i", "compound literal"),
        ] {
            assert_eq!(c_name(name), expected);
        }
    }
}
