//! S-expressions, for what is read of SMT-LIB.

use super::text::{ReadError, excerpt};
use crate::support::limits;

/// An expression with the line where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expr<'a> {
    pub line: u64,
    pub kind: Kind<'a>,
}

/// An atom or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// A word; a quoted symbol without its bars.
    Atom(&'a str),
    List(Vec<Expr<'a>>),
}

impl<'a> Expr<'a> {
    pub fn atom(&self) -> Option<&'a str> {
        match self.kind {
            Kind::Atom(atom) => Some(atom),
            Kind::List(_) => None,
        }
    }

    pub fn list(&self) -> Option<&[Expr<'a>]> {
        match &self.kind {
            Kind::Atom(_) => None,
            Kind::List(list) => Some(list),
        }
    }

    /// An error at this place.
    pub fn fail<T>(&self, what: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError::Format { line: self.line, what: what.into() })
    }

    /// Its beginning, for a message.
    pub fn excerpt(&self) -> String {
        match &self.kind {
            Kind::Atom(atom) => excerpt(atom.as_bytes()),
            Kind::List(list) => {
                let first = list.first().and_then(Expr::atom).unwrap_or_default();
                format!("({} …)", excerpt(first.as_bytes()))
            }
        }
    }
}

/// All expressions of a text. Comments (from `;` to the end of the line) are skipped.
pub(super) fn parse(text: &str) -> Result<Vec<Expr<'_>>, ReadError> {
    let mut line = 1;
    // The lists that are open, the outermost being the text itself.
    let mut open: Vec<(u64, Vec<Expr<'_>>)> = vec![(1, vec![])];
    let fail = |line, what: &str| Err(ReadError::Format { line, what: what.to_owned() });
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = match first {
            '\n' => {
                line += 1;
                rest = &rest[1..];
                continue;
            }
            c if c.is_whitespace() => {
                rest = &rest[c.len_utf8()..];
                continue;
            }
            ';' => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            '(' => {
                if open.len() > limits::SEXPR_DEPTH {
                    return fail(line, "nested too deeply");
                }
                open.push((line, vec![]));
                rest = &rest[1..];
                continue;
            }
            ')' => match open.pop() {
                Some((start, list)) if !open.is_empty() => {
                    push(&mut open, Expr { line: start, kind: Kind::List(list) });
                    rest = &rest[1..];
                    continue;
                }
                _ => return fail(line, "a bracket is closed that was not opened"),
            },
            '|' | '"' => {
                let Some(end) = rest[1..].find(first) else {
                    return fail(line, "a quoted symbol or a string does not end");
                };
                (Kind::Atom(&rest[1..=end]), end + 2)
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || "();|\"".contains(c);
                let end = rest.find(ends).unwrap_or(rest.len());
                (Kind::Atom(&rest[..end]), end)
            }
        };
        push(&mut open, Expr { line, kind });
        line += rest[..length].matches('\n').count() as u64;
        rest = &rest[length..];
    }
    match <[_; 1]>::try_from(open) {
        Ok([(_, all)]) => Ok(all),
        Err(open) => fail(open[open.len() - 1].0, "a bracket is not closed"),
    }
}

fn push<'a>(open: &mut [(u64, Vec<Expr<'a>>)], expr: Expr<'a>) {
    if let Some((_, list)) = open.last_mut() {
        list.push(expr);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_their_faults() {
        let all = parse("; a comment\n(a |b c|\n (d)) \"e\n)\" f").expect("well-formed");
        assert_eq!(all.len(), 3);
        let list = all[0].list().expect("a list");
        assert_eq!((all[0].line, list[1].atom(), list[2].line), (2, Some("b c"), 3));
        assert_eq!((all[1].atom(), all[2].line), (Some("e\n)"), 4));
        for (text, line) in [("(a\n(b)", 1), ("a\n)", 2), ("a |b", 1)] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.starts_with(&format!("line {line}:")), "{error}");
        }
        assert!(parse(&"(".repeat(2000)).is_err());
        let deep = 999;
        assert!(parse(&("(".repeat(deep) + &")".repeat(deep))).is_ok());
    }
}
