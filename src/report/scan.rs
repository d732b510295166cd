//! Where things begin and end in a C source: witnesses name places that debug information does
//! not have.

/// A source without comments, contents of literals and preprocessor lines: blanks stand in their
/// place, so that offsets stay.
pub struct Scan {
    bytes: Vec<u8>,
    /// Where each line begins.
    lines: Vec<usize>,
    /// All between braces, by where it begins.
    blocks: Vec<Block>,
}

/// What stands between two braces.
struct Block {
    start: usize,
    end: usize,
    /// The block around it.
    around: Option<usize>,
}

/// A place: line and column, both from 1; columns count bytes, as clang's do.
pub type At = (u32, u32);

/// Keywords whose parentheses are no part of an expression.
const BEFORE_STATEMENTS: [&str; 4] = ["if", "while", "for", "switch"];

impl Scan {
    /// Of a source.
    pub fn new(text: &str) -> Self {
        let mut bytes = text.as_bytes().to_vec();
        let mut lines = vec![0];
        lines.extend(bytes.iter().enumerate().filter(|it| *it.1 == b'\n').map(|it| it.0 + 1));
        blank(&mut bytes);
        let blocks = blocks(&bytes);
        Self { bytes, lines, blocks }
    }

    /// The source, with blanks in the place of what is no C.
    pub fn code(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of a line, from 1.
    pub fn line(&self, line: u32) -> Option<std::ops::Range<usize>> {
        let start = *self.lines.get((line as usize).checked_sub(1)?)?;
        Some(start..self.lines.get(line as usize).copied().unwrap_or(self.bytes.len()))
    }

    /// How many bytes stand before a place.
    pub fn offset(&self, (line, column): At) -> Option<usize> {
        let start = self.lines.get((line as usize).checked_sub(1)?)?;
        Some(start + (column as usize).checked_sub(1)?).filter(|it| *it < self.bytes.len())
    }

    /// The place of what has so many bytes before it.
    pub fn at(&self, offset: usize) -> At {
        let line = self.lines.partition_point(|start| *start <= offset);
        (line as u32, (offset - self.lines[line - 1] + 1) as u32)
    }

    /// The parenthesis that closes the call of `function` which begins here; none, if no such call
    /// does (in a macro, say).
    pub fn end_of_call(&self, place: At, function: &str) -> Option<At> {
        let start = self.offset(place)?;
        let rest = self.bytes[start..].strip_prefix(function.as_bytes())?;
        let open = rest.iter().position(|it| !it.is_ascii_whitespace())?;
        if rest[open] != b'(' {
            return None;
        }
        let mut depth = 0;
        for (index, byte) in rest.iter().enumerate().skip(open) {
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => return Some(self.at(start + function.len() + index)),
                b')' => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// The first character of the statement, or of the controlling expression, that this place
    /// is in.
    pub fn statement(&self, place: At) -> Option<At> {
        let start = self.offset(place)?;
        let mut at = start;
        while at > 0 {
            match self.bytes[at - 1] {
                b';' | b'{' | b'}' | b':' => break,
                b')' => {
                    let open = self.opening(at - 1)?;
                    if BEFORE_STATEMENTS.contains(&self.word_before(open).1) {
                        break;
                    }
                    at = open;
                }
                b'(' if BEFORE_STATEMENTS.contains(&self.word_before(at - 1).1) => break,
                byte if is_word(byte) => {
                    let (before, word) = self.word_before(at);
                    if matches!(word, "else" | "do") {
                        break;
                    }
                    at = before;
                }
                _ => at -= 1,
            }
        }
        let blanks = self.bytes[at..].iter().take_while(|it| it.is_ascii_whitespace()).count();
        Some(self.at((at + blanks).min(start)))
    }

    /// The statement or declaration that follows the declaration in which a variable of this name is
    /// declared here; none, if something is evaluated in between, or if that follows others, too.
    pub fn behind_declaration(&self, place: At, name: &str) -> Option<At> {
        let start = self.offset(place)?;
        let in_block = self.around(start).is_some_and(|open| self.bytes[open] == b'{');
        if !in_block || self.word_at(start) != name {
            return None;
        }
        let end = self.bytes[start..].iter().position(|it| b";(){}?".contains(it))? + start;
        let blanks = self.bytes[end + 1..].iter().take_while(|it| it.is_ascii_whitespace()).count();
        let next = end + 1 + blanks;
        if self.bytes[end] != b';' || *self.bytes.get(next)? == b'}' {
            return None;
        }
        let word = self.word_at(next);
        let rest = self.bytes[next + word.len()..].trim_ascii_start();
        let is_label = matches!(word, "case" | "default") || rest.first() == Some(&b':');
        (!is_label).then(|| self.at(next))
    }

    /// The keyword of the `while` or `for` whose head or body this place is in, if that is the
    /// innermost statement of its kind around it.
    pub fn loop_around(&self, place: At) -> Option<At> {
        let mut at = self.offset(place)?;
        while at > 0 {
            match self.bytes[at - 1] {
                b')' => {
                    let open = self.opening(at - 1)?;
                    let (start, word) = self.word_before(open);
                    // What follows is the body, if no statement has ended since.
                    if matches!(word, "while" | "for") {
                        return Some(self.at(start));
                    }
                    at = open;
                }
                b'(' => {
                    let (start, word) = self.word_before(at - 1);
                    match word {
                        "while" | "for" => return Some(self.at(start)),
                        "if" | "switch" => return None,
                        _ => at -= 1,
                    }
                }
                b'}' => return None,
                // In the head of a `for` there are two of them.
                b';' if !self.is_in_for(at - 1) => return None,
                _ => at -= 1,
            }
        }
        None
    }

    /// The first statement in the body of a `do`, if this place is in it.
    pub fn begin_of_do(&self, place: At) -> Option<At> {
        let at = self.statement(place)?;
        let before = self.bytes[..self.offset(at)?].trim_ascii_end();
        let end = before.len() - usize::from(before.last() == Some(&b'{'));
        (self.word_before(end).1 == "do").then_some(at)
    }

    /// Whether `from` is before `to`, and the block that it is in is not closed in between.
    pub fn is_open_at(&self, from: At, to: At) -> bool {
        let (Some(from), Some(to)) = (self.offset(from), self.offset(to)) else { return false };
        let before = self.blocks.partition_point(|block| block.start < from);
        let mut block = before.checked_sub(1);
        while let Some(index) = block
            && self.blocks[index].end < from
        {
            block = self.blocks[index].around;
        }
        from < to && block.is_none_or(|index| to < self.blocks[index].end)
    }

    /// Whether a semicolon stands in the head of a `for`.
    fn is_in_for(&self, mut at: usize) -> bool {
        while at > 0 {
            at -= 1;
            match self.bytes[at] {
                b')' => match self.opening(at) {
                    Some(open) => at = open,
                    None => return false,
                },
                b'(' => return self.word_before(at).1 == "for",
                b'{' | b'}' => return false,
                _ => {}
            }
        }
        false
    }

    /// The parenthesis, bracket or brace that the one at `close` closes.
    pub fn opening(&self, close: usize) -> Option<usize> {
        let mut depth = 0;
        for at in (0..=close).rev() {
            match self.bytes[at] {
                b')' | b']' | b'}' => depth += 1,
                b'(' | b'[' | b'{' if depth == 1 => return Some(at),
                b'(' | b'[' | b'{' => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// The parenthesis, bracket or brace that closes the one at `open`.
    pub fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        for at in open..self.bytes.len() {
            match self.bytes[at] {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' if depth == 1 => return Some(at),
                b')' | b']' | b'}' => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// The innermost parenthesis, bracket or brace that is open at an offset.
    pub fn around(&self, offset: usize) -> Option<usize> {
        let mut at = offset;
        while at > 0 {
            at -= 1;
            match self.bytes[at] {
                b'(' | b'[' | b'{' => return Some(at),
                b')' | b']' | b'}' => at = self.opening(at)?,
                _ => {}
            }
        }
        None
    }

    /// The word that begins at an offset.
    pub fn word_at(&self, offset: usize) -> &str {
        let length = self.bytes[offset..].iter().take_while(|it| is_word(**it)).count();
        std::str::from_utf8(&self.bytes[offset..offset + length]).unwrap_or_default()
    }

    /// The word that ends before an offset, but for blanks, and where it begins.
    pub fn word_before(&self, end: usize) -> (usize, &str) {
        let bytes = self.bytes[..end].trim_ascii_end();
        let length = bytes.iter().rev().take_while(|it| is_word(**it)).count();
        let start = bytes.len() - length;
        (start, std::str::from_utf8(&bytes[start..]).unwrap_or_default())
    }
}

/// Whether words are made of it.
pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The blocks of a source; one that is not closed ends with it.
fn blocks(bytes: &[u8]) -> Vec<Block> {
    let mut blocks: Vec<Block> = vec![];
    let mut open: Vec<usize> = vec![];
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'{' => {
                blocks.push(Block { start: at, end: bytes.len(), around: open.last().copied() });
                open.push(blocks.len() - 1);
            }
            b'}' => {
                if let Some(index) = open.pop() {
                    blocks[index].end = at;
                }
            }
            _ => {}
        }
    }
    blocks
}

/// Puts blanks in the place of what is no C.
fn blank(bytes: &mut [u8]) {
    let mut at = 0;
    let mut is_line_start = true;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let line = || rest.iter().position(|it| *it == b'\n').unwrap_or(rest.len());
        let length = match rest[0] {
            b'/' if rest.starts_with(b"//") => line(),
            b'/' if rest.starts_with(b"/*") => {
                let end = rest.windows(2).skip(2).position(|it| it == b"*/");
                end.map_or(rest.len(), |it| it + 4)
            }
            b'#' if is_line_start => directive(rest),
            quote @ (b'"' | b'\'') => literal(rest, quote),
            byte => {
                is_line_start = byte == b'\n' || is_line_start && byte.is_ascii_whitespace();
                at += 1;
                continue;
            }
        };
        bytes[at..at + length].iter_mut().filter(|it| **it != b'\n').for_each(|it| *it = b' ');
        at += length;
    }
}

/// The length of a directive, with the lines that it goes on in.
fn directive(rest: &[u8]) -> usize {
    let ends = rest.iter().enumerate().filter(|it| *it.1 == b'\n');
    let mut ends = ends.filter(|it| it.0 == 0 || rest[it.0 - 1] != b'\\');
    ends.next().map_or(rest.len(), |it| it.0)
}

/// The length of a literal with its quotes.
fn literal(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != quote && rest[at] != b'\n' {
        at += if rest[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place of the first occurrence of a text.
    fn find(text: &str, what: &str) -> At {
        let offset = text.find(what).expect("it is there");
        let line = text[..offset].matches('\n').count();
        let column = offset - text[..offset].rfind('\n').map_or(0, |it| it + 1);
        (line as u32 + 1, column as u32 + 1)
    }

    #[test]
    fn calls_end_at_their_parenthesis() {
        let text = "#define M(x) f(\\\n x)\nint y = /* f( */ f (\")\", g(1),\n ')') + 1;";
        let scan = Scan::new(text);
        let place = find(text, "f (");
        assert_eq!(scan.end_of_call(place, "f"), Some((4, 5)));
        assert_eq!(scan.end_of_call(find(text, "g("), "g"), Some((3, 29)));
        assert_eq!(scan.end_of_call(place, "other"), None);
        assert_eq!(scan.end_of_call((9, 1), "f"), None);
    }

    #[test]
    fn statements_begin_behind_what_ends_others() {
        for (text, place, begin) in [
            ("int f(int a) { a = 1; return a + b; }", "+ b", "return"),
            ("{ if (a) x = f(y) * z; }", "* z", "x ="),
            ("{ if (a / b) x = 1; }", "/ b", "a /"),
            ("{ for (i = 0; i < n; i += k) ; }", "+= k", "i +="),
            ("{ if (a) ; else q++; }", "++", "q++"),
            ("{ int r = half(s, *p - 7); }", "- 7", "int r"),
            ("{ case 3: g(); reach_error(); }", "reach", "reach"),
            ("{ case 3: g(h() + 1); }", "+ 1", "g("),
        ] {
            let found = Scan::new(text).statement(find(text, place));
            assert_eq!(found, Some(find(text, begin)), "{text}");
        }
    }

    #[test]
    fn what_follows_declarations() {
        for (text, place, next) in [
            ("{ int x; y = 1; }", "x;", Some("y =")),
            ("{ int x, y[2];\n /* ; */ if (x) ; }", "x,", Some("if")),
            ("{ int x = 3, z; { z = 1; } }", "z;", Some("{ z")),
            ("{ struct s { int a; } x; f(); }", "x;", Some("f()")),
            ("{ int x; }", "x;", None),
            ("{ int x, y = f(); g(); }", "x,", None),
            ("{ int x, y = a ? b : c; g(); }", "x,", None),
            ("{ int x; again: g(); }", "x;", None),
            ("{ switch (a) { int x; case 1: g(); } }", "x;", None),
            ("{ for (int x; ; ) g(); }", "x;", None),
            ("{ DECLARE(x); g(); }", "DECLARE", None),
        ] {
            let found = Scan::new(text).behind_declaration(find(text, place), &place[..1]);
            assert_eq!(found, next.map(|next| find(text, next)), "{text}");
        }
    }

    #[test]
    fn blocks_are_open_until_they_are_closed() {
        let text = "{ a; { b; } { c; { d; } while (1) e; } }";
        let scan = Scan::new(text);
        let is_open = |what| scan.is_open_at(find(text, what), find(text, "while"));
        assert_eq!(["a;", "b;", "c;", "d;", "e;"].map(is_open), [true, false, true, false, false]);
    }

    #[test]
    fn bodies_of_do_begin_with_their_first_statement() {
        for (text, place, begin) in [
            ("{ do { x = y + 1; z++; } while (x); }", "+ 1", Some("x =")),
            ("{ do { int x = f(y); } while (z); }", "f(y", Some("int x")),
            ("{ do x++; while (x < 3); }", "++", Some("x++")),
            ("{ do { x = 1; z++; } while (x); }", "z++", None),
            ("{ do { if (x) z++; } while (y); }", "x)", None),
            ("{ do { x++; } while (y < z); }", "y <", None),
            ("{ redo { x++; } }", "x++", None),
        ] {
            let found = Scan::new(text).begin_of_do(find(text, place));
            assert_eq!(found, begin.map(|begin| find(text, begin)), "{text}");
        }
    }

    #[test]
    fn loops_are_found_around() {
        for (text, place, begin) in [
            ("{ int x; while (x < n) { x++; } }", "< n", Some("while")),
            ("{ int x; while (f(x) < n) x++; }", "f(x", Some("while")),
            ("{ for (int i = 0; i < n; i++) g(); }", "< n", Some("for")),
            ("{ while (1) { x = 1; } }", "x =", Some("while")),
            ("{ while (1) { g(); x = 1; } }", "x =", None),
            ("{ while (1) { if (x) { y = 1; } } }", "y =", Some("while")),
            ("{ if (a < b) c(); }", "< b", None),
            ("{ do { x++; } while (x < n); }", "x++", None),
        ] {
            let found = Scan::new(text).loop_around(find(text, place));
            assert_eq!(found, begin.map(|begin| find(text, begin)), "{text}");
        }
    }
}
