//! What stands in a source where a witness says that something does.

use super::edits::Edit;
use super::read::Location;
use crate::report::scan::{Scan, is_word};

/// A condition or a `switch`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branching {
    /// Where its expression begins, and what is behind it; the same, if there is none (`for (;;)`).
    pub expression: (usize, usize),
    /// Of a `switch` where the constant expressions of its `case` labels begin, and what is behind
    /// them.
    pub cases: Option<Vec<(usize, usize)>>,
}

/// A call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Where what is called begins.
    pub start: usize,
    /// Behind the parenthesis that closes it.
    pub end: usize,
}

/// How something is put before a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Before {
    /// As a statement, at this offset.
    Statement(usize),
    /// As a part of the statement, at this offset: it is the whole body of another one.
    Body(usize),
    /// As a part of an expression, which begins here and ends there; the same place, if there is
    /// none and it counts as true (`for (;;)`).
    Expression(usize, usize),
}

impl Before {
    /// The text that evaluates `check` there.
    pub fn edit(self, check: &str) -> Edit {
        match self {
            Self::Statement(at) => Edit::insert(at, format!(" {check}; ")),
            // It takes no `else` away from the statement around it.
            Self::Body(at) => Edit::insert(at, format!(" if ({check}, 0) ; else ")),
            Self::Expression(start, end) if start == end => {
                Edit::insert(start, format!("({check}, 1)"))
            }
            Self::Expression(start, end) => Edit::around(start, end, format!("({check}, ("), "))"),
        }
    }
}

/// Words before parentheses that are no calls.
const NO_CALLS: [&str; 9] =
    ["if", "while", "for", "switch", "return", "sizeof", "case", "_Alignof", "__attribute__"];

/// Offsets of the location: its column, or all of its line.
fn candidates(scan: &Scan, location: &Location) -> Option<std::ops::Range<usize>> {
    match location.column {
        Some(column) => scan.offset((location.line, column)).map(|at| at..at + 1),
        None => scan.line(location.line),
    }
}

/// How something is evaluated before the statement, declaration or expression that begins at the
/// location; none, if none can begin there.
pub fn before(scan: &Scan, location: &Location) -> Option<Before> {
    let code = scan.code();
    let at = candidates(scan, location)?.find(|at| !code[*at].is_ascii_whitespace())?;
    match code[at] {
        b'{' => return Some(Before::Statement(at + 1)),
        b'}' => return None,
        _ => {}
    }
    let around = scan.around(at)?;
    if code[around] == b'(' {
        // A controlling expression, or a part of the head of a `for`.
        let (_, keyword) = scan.word_before(around);
        let head = around + 1..scan.closing(around)?;
        let is_first = code[..at].trim_ascii_end().len() == around + 1;
        let is_part = is_first || code[..at].trim_ascii_end().last() == Some(&b';');
        let end = match keyword {
            "for" => {
                at + code[at..head.end].iter().position(|it| *it == b';').unwrap_or(head.end - at)
            }
            "if" | "while" | "switch" => head.end,
            _ => return None,
        };
        let is_part = is_part && at < end;
        return is_part.then_some(Before::Expression(at, end));
    }
    if code[around] != b'{' {
        return None;
    }
    let before = code[..at].trim_ascii_end();
    let is_body = match before.last() {
        Some(b')') => true,
        Some(b':') => is_labelled_body(scan, before.len()),
        _ => matches!(scan.word_before(at).1, "else" | "do"),
    };
    Some(if is_body { Before::Body(at) } else { Before::Statement(at) })
}

/// Whether the statement behind labels that end here is the body of another one (`if (c) label: …`).
fn is_labelled_body(scan: &Scan, end: usize) -> bool {
    let code = scan.code();
    let mut at = end;
    while let Some(&last) = code[..at].trim_ascii_end().last() {
        let place = code[..at].trim_ascii_end().len() - 1;
        let (start, word) = scan.word_before(at);
        at = match last {
            b';' | b'{' | b'}' => return false,
            b')' => scan.opening(place).unwrap_or(place),
            _ if word.is_empty() => place,
            _ if ["if", "else", "for", "while", "switch", "do"].contains(&word) => return true,
            _ => start,
        };
    }
    false
}

/// The call whose closing parenthesis, or whose beginning, is at the location.
pub fn call(scan: &Scan, location: &Location) -> Option<Call> {
    let code = scan.code();
    candidates(scan, location)?.find_map(|at| match code[at] {
        b')' => call_between(scan, scan.opening(at)?, at),
        byte if is_word(byte) && location.column.is_some() => {
            let word = scan.word_at(at).len();
            let open =
                at + word + code[at + word..].iter().position(|it| !it.is_ascii_whitespace())?;
            (code[open] == b'(').then(|| call_between(scan, open, scan.closing(open)?)).flatten()
        }
        _ => None,
    })
}

/// The call with these parentheses, if it is one.
fn call_between(scan: &Scan, open: usize, close: usize) -> Option<Call> {
    let code = scan.code();
    let mut start = open;
    loop {
        let before = code[..start].trim_ascii_end();
        match before.last()? {
            b')' | b']' => start = scan.opening(before.len() - 1)?,
            byte if is_word(*byte) => {
                let (begin, word) = scan.word_before(start);
                if NO_CALLS.contains(&word) {
                    // `return (*f)(x)`: what is called begins with a parenthesis.
                    return (start < open).then_some(Call { start, end: close + 1 });
                }
                start = begin;
                let rest = code[..start].trim_ascii_end();
                let is_member = rest.ends_with(b".") || rest.ends_with(b"->");
                if !is_member {
                    return Some(Call { start, end: close + 1 });
                }
                start = rest.len() - if rest.ends_with(b".") { 1 } else { 2 };
            }
            _ => return (start < open).then_some(Call { start, end: close + 1 }),
        }
    }
}

/// The condition or `switch` whose keyword, or whose `?`, is at the location.
pub fn branching(scan: &Scan, location: &Location) -> Option<Branching> {
    let code = scan.code();
    candidates(scan, location)?.find_map(|at| {
        if code[at] == b'?' {
            let expression = (condition_before(scan, at)?, at);
            return Some(Branching { expression, cases: None });
        }
        let keyword = keyword(scan, at)?;
        let at = if keyword == "do" { while_of(scan, at)? } else { at };
        let open = at + code[at..].iter().position(|it| *it == b'(')?;
        let close = scan.closing(open)?;
        let expression = match keyword {
            "if" | "while" | "do" | "switch" => (open + 1, close),
            "for" => for_condition(scan, open, close)?,
            _ => return None,
        };
        let cases = if keyword == "switch" { Some(cases(scan, close)?) } else { None };
        Some(Branching { expression, cases })
    })
}

/// How something is evaluated before the condition of the loop whose keyword is at the location;
/// of a `do` before its body.
pub fn before_loop(scan: &Scan, location: &Location) -> Option<Before> {
    let code = scan.code();
    candidates(scan, location)?.find_map(|at| {
        let keyword = keyword(scan, at)?;
        if keyword == "do" {
            return Some(Before::Body(at + keyword.len()));
        }
        let open = at + code[at..].iter().position(|it| *it == b'(')?;
        let close = scan.closing(open)?;
        match keyword {
            "while" => Some(Before::Expression(open + 1, close)),
            "for" => {
                let (start, end) = for_condition(scan, open, close)?;
                Some(Before::Expression(start, end))
            }
            _ => None,
        }
    })
}

/// The word that begins at an offset and at none before.
fn keyword(scan: &Scan, at: usize) -> Option<&str> {
    let starts = at == 0 || !is_word(scan.code()[at - 1]);
    starts.then(|| scan.word_at(at)).filter(|word| !word.is_empty())
}

/// The `while` of a `do`.
fn while_of(scan: &Scan, at: usize) -> Option<usize> {
    let code = scan.code();
    let open = at + code[at..].iter().position(|it| *it == b'{')?;
    let only_blanks = code[at + 2..open].trim_ascii().is_empty();
    let close = scan.closing(open).filter(|_| only_blanks)?;
    let next = close + 1 + code[close + 1..].iter().position(|it| !it.is_ascii_whitespace())?;
    (scan.word_at(next) == "while").then_some(next)
}

/// The second part of the head of a `for`.
fn for_condition(scan: &Scan, open: usize, close: usize) -> Option<(usize, usize)> {
    let code = scan.code();
    let mut semicolons = vec![];
    let mut at = open + 1;
    while at < close {
        match code[at] {
            b'(' | b'[' | b'{' => at = scan.closing(at)?,
            b';' => semicolons.push(at),
            _ => {}
        }
        at += 1;
    }
    match semicolons[..] {
        [first, second] => {
            let is_empty = code[first + 1..second].trim_ascii().is_empty();
            Some((if is_empty { second } else { first + 1 }, second))
        }
        _ => None,
    }
}

/// Where the condition of a conditional expression begins whose `?` is here: behind an operator
/// that binds less, or what opens or ends an expression.
fn condition_before(scan: &Scan, question: usize) -> Option<usize> {
    let code = scan.code();
    let mut at = question;
    while at > 0 {
        let byte = code[at - 1];
        match byte {
            b')' | b']' | b'}' => {
                at = scan.opening(at - 1)?;
                continue;
            }
            b'(' | b'[' | b'{' | b';' | b',' | b'?' | b':' => break,
            // An assignment; `==`, `<=`, `>=` and `!=` are none, but `<<=` and `>>=` are.
            b'=' => {
                let before = at.checked_sub(2).map(|it| code[it]);
                let twice = at.checked_sub(3).map(|it| code[it]);
                let compares = code.get(at) == Some(&b'=')
                    || matches!(before, Some(b'=' | b'!'))
                    || matches!(before, Some(b'<' | b'>')) && twice != before;
                if !compares {
                    break;
                }
            }
            byte if is_word(byte) => {
                let (start, word) = scan.word_before(at);
                if matches!(word, "return" | "case" | "else" | "do") {
                    break;
                }
                at = start;
                continue;
            }
            _ => {}
        }
        at -= 1;
    }
    Some(at)
}

/// The constant expressions of the `case` labels of a `switch` whose head ends here; none, if one
/// is a range, or something else than a constant and an operator.
fn cases(scan: &Scan, head: usize) -> Option<Vec<(usize, usize)>> {
    let code = scan.code();
    let open = head + 1 + code[head + 1..].iter().position(|it| !it.is_ascii_whitespace())?;
    if code[open] != b'{' {
        return None;
    }
    let close = scan.closing(open)?;
    let mut found = vec![];
    let mut at = open + 1;
    while at < close {
        match keyword(scan, at) {
            Some("case") => {
                let start = at + 4;
                let end = start + code[start..close].iter().position(|it| *it == b':')?;
                let text = &code[start..end];
                if text.contains(&b'?') || text.windows(3).any(|it| it == b"...") {
                    return None;
                }
                found.push((start, end));
                at = end;
            }
            // The labels of another one.
            Some("switch") => {
                let inner = at + code[at..close].iter().position(|it| *it == b'{')?;
                at = scan.closing(inner)?;
            }
            Some(word) => at += word.len() - 1,
            None => {}
        }
        at += 1;
    }
    Some(found)
}

/// The word that the statement or expression at the location begins with.
pub fn first_word<'a>(scan: &'a Scan, location: &Location) -> Option<&'a str> {
    let at = candidates(scan, location)?.find(|at| !scan.code()[*at].is_ascii_whitespace())?;
    Some(scan.word_at(at))
}

/// The lines of the statement or expression that begins at the location, the last one included.
pub fn lines(scan: &Scan, location: &Location) -> Option<(u32, u32)> {
    let code = scan.code();
    let start = candidates(scan, location)?.find(|at| !code[*at].is_ascii_whitespace())?;
    let mut at = start;
    while at < code.len() {
        match code[at] {
            b'(' | b'[' => at = scan.closing(at)?,
            b'{' | b'}' | b';' | b')' => break,
            _ => {}
        }
        at += 1;
    }
    Some((location.line, scan.at(at.min(code.len() - 1)).0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The location of the first occurrence of a text.
    fn find(text: &str, what: &str) -> Location {
        let offset = text.find(what).expect("it is there");
        let line = text[..offset].matches('\n').count() as u32 + 1;
        let column = offset - text[..offset].rfind('\n').map_or(0, |it| it + 1) + 1;
        Location { file: String::new(), line, column: Some(column as u32), told: 1 }
    }

    #[test]
    fn statements_take_what_comes_before_them() {
        let text = "int f(int a) { int b; if (a) b = 1; else c(); for (int i = 0; i < a; i++) ; }";
        let scan = Scan::new(text);
        let at = |what: &str| text.find(what).expect("it is there");
        let of = |what: &str| before(&scan, &find(text, what));
        assert_eq!(of("{"), Some(Before::Statement(at("{") + 1)));
        assert_eq!(of("int b"), Some(Before::Statement(at("int b"))));
        assert_eq!(of("b = 1"), Some(Before::Body(at("b = 1"))));
        assert_eq!(of("c()"), Some(Before::Body(at("c()"))));
        assert_eq!(of("i < a"), Some(Before::Expression(at("i < a"), at("; i++"))));
        assert_eq!(of("i++"), Some(Before::Expression(at("i++"), at(") ; }"))));
        assert_eq!(of("< a"), None);
        assert_eq!(of("int f"), None);
    }

    #[test]
    fn statements_behind_labels_may_be_bodies() {
        let text =
            "int f(int a) { if (a) one: b(); switch (a) case (3): c(); x: d(); { case 4: e(); } }";
        let scan = Scan::new(text);
        let at = |what: &str| text.find(what).expect("it is there");
        let of = |what: &str| before(&scan, &find(text, what));
        assert_eq!(of("b()"), Some(Before::Body(at("b()"))));
        assert_eq!(of("c()"), Some(Before::Body(at("c()"))));
        assert_eq!(of("d()"), Some(Before::Statement(at("d()"))));
        assert_eq!(of("e()"), Some(Before::Statement(at("e()"))));
    }

    #[test]
    fn calls_begin_where_what_is_called_does() {
        let text = "{ x = a->f[1](2) + g (3, h()); if (b) return (*p)(4); }";
        let scan = Scan::new(text);
        for (from, close, whole) in [
            ("(2)", ")", "a->f[1](2)"),
            ("3, h())", ") ", ""),
            ("h()", ")", "h()"),
            ("(4)", ")", "(*p)(4)"),
            ("(b)", ")", ""),
        ] {
            let offset = text.find(from).expect("it is there");
            let column = offset + text[offset..].find(close).expect("it is there") + 1;
            let column = Some(column as u32);
            let found = call(&scan, &Location { file: String::new(), line: 1, column, told: 1 });
            assert_eq!(found.map_or("", |it| &text[it.start..it.end]), whole, "{from}");
        }
        let leftmost = Location { file: String::new(), line: 1, column: None, told: 1 };
        let found = call(&scan, &leftmost).expect("a call");
        assert_eq!(&text[found.start..found.end], "a->f[1](2)");
    }

    #[test]
    fn conditions_are_found_by_their_keyword() {
        for (text, what, condition) in [
            ("{ if (a < b) c(); }", "if", "a < b"),
            ("{ do { x++; } while (x < n); }", "do", "x < n"),
            ("{ for (i = f(0); i < (n); i++) ; }", "for", " i < (n)"),
            ("{ for (;;) ; }", "for", ""),
            ("{ x = a <= b ? c : d; }", "?", " a <= b "),
            ("{ x <<= a ? c : d; }", "?", " a "),
            ("{ return f(a, b) && *p ? c : d; }", "?", " f(a, b) && *p "),
            ("{ g(1, a == b ? c : d); }", "?", " a == b "),
        ] {
            let found = branching(&Scan::new(text), &find(text, what)).expect(text);
            assert_eq!(&text[found.expression.0..found.expression.1], condition, "{text}");
        }
        let text =
            "{ switch (a) { case 1: case B + 2: switch (b) { case 7: ; } default: case 3: ; } }";
        let found = branching(&Scan::new(text), &find(text, "switch")).expect("a switch");
        let cases: Vec<&str> =
            found.cases.iter().flatten().map(|&(start, end)| text[start..end].trim()).collect();
        assert_eq!(cases, ["1", "B + 2", "3"]);
    }

    #[test]
    fn statements_may_have_several_lines() {
        let text = "{\n x = f(a,\n  b)\n + 1;\n}";
        assert_eq!(lines(&Scan::new(text), &find(text, "x =")), Some((2, 4)));
    }
}
