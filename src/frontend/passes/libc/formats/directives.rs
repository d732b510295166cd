//! Formats of `printf` and `scanf` as lists of directives (C17 7.21.6.1, 7.21.6.2).
//!
//! Deliberately absent: `%n` of `printf`, numbered arguments (`%1$d`), wide characters of
//! `scanf`, and what only some libraries know.

/// A width or a precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// None is given.
    Absent,
    /// This one.
    Given(u32),
    /// `*`: the next argument, an `int`.
    Argument,
}

/// What is between the `%` and the conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// `hh`
    Char,
    /// `h`
    Short,
    /// Nothing.
    Int,
    /// `l`
    Long,
    /// `ll`, `j`
    LongLong,
    /// `z`, `t`
    Pointer,
    /// `L`
    LongDouble,
}

/// A directive of `printf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// The characters `-0+ #` before the width.
    pub flags: Vec<u8>,
    /// The least width.
    pub width: Number,
    /// The precision.
    pub precision: Number,
    /// The size of the argument.
    pub length: Length,
    /// The letter.
    pub conversion: u8,
}

/// A part of a format of `printf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Characters that stand for themselves.
    Text(Vec<u8>),
    /// An argument.
    Directive(Directive),
}

/// A part of a format of `scanf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScanPart {
    /// White space: any amount of it.
    Space,
    /// A character that must come.
    Literal(u8),
    /// A conversion.
    Directive(ScanDirective),
}

/// A directive of `scanf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanDirective {
    /// Whether the result is stored (no `*`).
    pub stores: bool,
    /// The greatest width; 0 if none is given.
    pub width: u32,
    /// The size of what is stored.
    pub length: Length,
    /// The letter.
    pub conversion: u8,
    /// For `[`: whether each byte is in the set.
    pub set: Vec<bool>,
}

/// Reads a text from its start.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn skip(&mut self, text: &[u8]) -> bool {
        match self.0.strip_prefix(text) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }

    /// Decimal digits, none if there are none; `None` if the number is no `int`.
    fn digits(&mut self) -> Option<Option<u32>> {
        let end = self.0.iter().position(|c| !c.is_ascii_digit()).unwrap_or(self.0.len());
        let (digits, rest) = self.0.split_at(end);
        self.0 = rest;
        if digits.is_empty() {
            return Some(None);
        }
        let number: i32 = std::str::from_utf8(digits).ok()?.parse().ok()?;
        Some(Some(number.unsigned_abs()))
    }

    fn number(&mut self) -> Option<Number> {
        if self.skip(b"*") {
            return Some(Number::Argument);
        }
        Some(self.digits()?.map_or(Number::Absent, Number::Given))
    }

    fn length(&mut self) -> Length {
        const ALL: [(&[u8], Length); 8] = [
            (b"hh", Length::Char),
            (b"h", Length::Short),
            (b"ll", Length::LongLong),
            (b"l", Length::Long),
            (b"j", Length::LongLong),
            (b"z", Length::Pointer),
            (b"t", Length::Pointer),
            (b"L", Length::LongDouble),
        ];
        let found = ALL.into_iter().find(|(text, _)| self.skip(text));
        found.map_or(Length::Int, |(_, length)| length)
    }

    /// The set of `%[`, behind that.
    fn set(&mut self) -> Option<Vec<bool>> {
        let mut set = vec![false; 256];
        let others = self.skip(b"^");
        let mut first = true;
        loop {
            let from = self.next()?;
            if from == b']' && !first {
                break;
            }
            first = false;
            let to = match self.0 {
                // A range, as nearly all libraries have it; a `-` at the end is one itself.
                [b'-', to, ..] if *to != b']' => {
                    let to = *to;
                    self.0 = &self.0[2..];
                    to
                }
                _ => from,
            };
            if to < from {
                return None;
            }
            for c in from..=to {
                set[usize::from(c)] = true;
            }
        }
        Some(set.into_iter().map(|is| is != others).collect())
    }
}

/// The parts of a format of `printf`; `None` if one of them is not known.
pub fn print_parts(format: &[u8]) -> Option<Vec<Part>> {
    let mut reader = Reader(format);
    let mut parts = Vec::new();
    let mut text = Vec::new();
    while let Some(c) = reader.next() {
        if c != b'%' || reader.skip(b"%") {
            text.push(c);
            continue;
        }
        if !text.is_empty() {
            parts.push(Part::Text(std::mem::take(&mut text)));
        }
        let end = reader.0.iter().position(|c| !b"-0+ #".contains(c))?;
        let (flags, rest) = reader.0.split_at(end);
        reader.0 = rest;
        let width = reader.number()?;
        let precision = match reader.skip(b".") {
            false => Number::Absent,
            true => match reader.number()? {
                Number::Absent => Number::Given(0),
                number => number,
            },
        };
        let length = reader.length();
        let conversion = reader.next()?;
        let known = match conversion {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => length != Length::LongDouble,
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                matches!(length, Length::Int | Length::Long | Length::LongDouble)
            }
            b'c' | b's' => matches!(length, Length::Int | Length::Long),
            b'p' => length == Length::Int,
            _ => false,
        };
        if !known {
            return None;
        }
        let flags = flags.to_vec();
        parts.push(Part::Directive(Directive { flags, width, precision, length, conversion }));
    }
    if !text.is_empty() {
        parts.push(Part::Text(text));
    }
    Some(parts)
}

/// The parts of a format of `scanf`; `None` if one of them is not known.
pub fn scan_parts(format: &[u8]) -> Option<Vec<ScanPart>> {
    let mut reader = Reader(format);
    let mut parts = Vec::new();
    while let Some(c) = reader.next() {
        if c == b' ' || (b'\t'..=b'\r').contains(&c) {
            parts.push(ScanPart::Space);
            continue;
        }
        if c != b'%' {
            parts.push(ScanPart::Literal(c));
            continue;
        }
        if reader.skip(b"%") {
            // Skips white space, as all conversions but `c`, `[` and `n` do.
            parts.push(ScanPart::Space);
            parts.push(ScanPart::Literal(b'%'));
            continue;
        }
        let stores = !reader.skip(b"*");
        let width = match reader.digits()? {
            Some(0) => return None,
            width => width.unwrap_or(0),
        };
        let length = reader.length();
        let conversion = reader.next()?;
        let set = if conversion == b'[' { reader.set()? } else { Vec::new() };
        let known = match conversion {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => length != Length::LongDouble,
            // Not all numbers have a text that short.
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                matches!(length, Length::Int | Length::Long) && width == 0
            }
            b'n' => length != Length::LongDouble && stores && width == 0,
            b'c' | b's' | b'[' => length == Length::Int,
            _ => false,
        };
        if !known {
            return None;
        }
        if !matches!(conversion, b'c' | b'[' | b'n') {
            parts.push(ScanPart::Space);
        }
        parts.push(ScanPart::Directive(ScanDirective { stores, width, length, conversion, set }));
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directive(format: &[u8]) -> Option<Directive> {
        match &print_parts(format)?[..] {
            [Part::Directive(directive)] => Some(directive.clone()),
            _ => None,
        }
    }

    #[test]
    fn formats_of_printf_have_parts() {
        let text = |text: &[u8]| Part::Text(text.to_vec());
        assert_eq!(print_parts(b""), Some(vec![]));
        assert_eq!(print_parts(b"100%%"), Some(vec![text(b"100%")]));
        let plain = Directive {
            flags: vec![],
            width: Number::Absent,
            precision: Number::Absent,
            length: Length::Int,
            conversion: b'd',
        };
        assert_eq!(
            print_parts(b"a%db"),
            Some(vec![text(b"a"), Part::Directive(plain.clone()), text(b"b")])
        );
        let full = Directive {
            flags: b"-#".to_vec(),
            width: Number::Argument,
            precision: Number::Given(7),
            length: Length::Char,
            conversion: b'x',
        };
        assert_eq!(directive(b"%-#*.7hhx"), Some(full));
        assert_eq!(directive(b"%.d"), Some(Directive { precision: Number::Given(0), ..plain }));
        for (format, length) in [
            (&b"%hd"[..], Length::Short),
            (b"%ld", Length::Long),
            (b"%lld", Length::LongLong),
            (b"%jd", Length::LongLong),
            (b"%zu", Length::Pointer),
            (b"%Lf", Length::LongDouble),
            (b"%ls", Length::Long),
            (b"%lc", Length::Long),
        ] {
            assert_eq!(directive(format).map(|it| it.length), Some(length), "{format:?}");
        }
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for format in [
            "%",
            "%n",
            "%1$d",
            "%hs",
            "%lp",
            "%q",
            "%m",
            "%Ld",
            "%'d",
            "%hf",
            "%99999999999d",
            "%-",
        ] {
            assert_eq!(print_parts(format.as_bytes()), None, "{format}");
        }
        for format in ["%", "%3f", "%Lf", "%p", "%ms", "%ls", "%0d", "%*n", "%[a", "%[]", "%[z-a]"]
        {
            assert_eq!(scan_parts(format.as_bytes()), None, "{format}");
        }
    }

    #[test]
    fn formats_of_scanf_have_parts() {
        let number = ScanDirective {
            stores: true,
            width: 0,
            length: Length::Int,
            conversion: b'd',
            set: vec![],
        };
        let skipped = ScanDirective { stores: false, width: 3, ..number.clone() };
        let expected = vec![
            ScanPart::Space,
            ScanPart::Directive(number),
            ScanPart::Literal(b','),
            ScanPart::Space,
            ScanPart::Space,
            ScanPart::Directive(skipped),
        ];
        assert_eq!(scan_parts(b"%d, %*3d"), Some(expected));
    }

    #[test]
    fn sets_have_ranges_and_their_opposite() {
        let members = |format: &[u8]| match scan_parts(format).as_deref() {
            Some([ScanPart::Directive(it)]) => {
                (1..=127u8).filter(|&c| it.set[usize::from(c)]).collect::<Vec<u8>>()
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(members(b"%[a-c]"), b"abc");
        assert_eq!(members(b"%[]x]"), b"]x");
        assert_eq!(members(b"%[c-]"), b"-c");
        let but_comma = members(b"%[^,]");
        assert!(but_comma.len() == 126 && !but_comma.contains(&b','));
        let but_bracket = members(b"%[^]]");
        assert!(but_bracket.len() == 126 && !but_bracket.contains(&b']'));
    }
}
