//! Places in the source, and how they are quoted.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::program::{LocId, Sources};

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// The file as it was given.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The C function.
    pub function: String,
    /// The text of the line, if the file could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The calls that the place was inlined through, innermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub called_from: Vec<Place>,
}

impl Place {
    /// The place that an id of a program means.
    pub fn new(sources: &Sources, id: LocId) -> Self {
        let called_from = sources.chain(id).into_iter().map(|call| Self::bare(sources, call));
        Self { called_from: called_from.collect(), ..Self::bare(sources, id) }
    }

    /// What places are sorted by: file, line and column, then the calls, outermost first.
    pub fn order(&self) -> Vec<(String, u32, u32)> {
        let at = |place: &Self| (place.file.clone(), place.line, place.column);
        std::iter::once(at(self)).chain(self.called_from.iter().rev().map(at)).collect()
    }

    /// The place alone, without the calls that it was inlined through.
    pub fn bare(sources: &Sources, id: LocId) -> Self {
        let loc = sources.loc(id);
        Self {
            file: sources.files[loc.file].path.clone(),
            line: loc.line,
            column: loc.column,
            function: loc.function.clone(),
            text: sources.line_text(id).map(str::to_owned),
            called_from: vec![],
        }
    }

    /// `file:line:column`.
    pub fn short(&self) -> String {
        format!("{}:{}:{}", self.file, self.line, self.column)
    }

    /// Columns of the word or operator that stands there, from 1, counted in characters, the end
    /// behind it; of clang's columns, which count bytes. None, if the line is not known.
    pub fn extent(&self) -> Option<(usize, usize)> {
        let text = self.text.as_deref()?;
        let (before, rest) = text.split_at_checked((self.column as usize).checked_sub(1)?)?;
        let start = before.chars().count() + 1;
        let first = rest.chars().next()?;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match first {
            c if is_word(c) => rest.chars().take_while(|&c| is_word(c)).count(),
            // `+=`, `<<=`, `->`; never what stands for itself: `(`, `*p` of `**p`.
            c if "+-/%<>=!&|^".contains(c) => {
                let same = |&other: &char| other == c || other == '=' || c == '-' && other == '>';
                1 + rest.chars().skip(1).take_while(same).take(2).count()
            }
            _ => 1,
        };
        Some((start, start + length))
    }

    /// The source line with a mark under the column:
    ///
    /// ```text
    ///    7 |   x = x + 1;
    ///      |         ^
    /// ```
    pub fn marked(&self) -> String {
        let Some(text) = &self.text else { return String::new() };
        let number = self.line.to_string();
        let gutter = " ".repeat(number.len());
        let column = (self.column.max(1) - 1) as usize;
        // Tabs stay tabs, so that the mark stands below what it marks.
        let indent: String =
            text.chars().take(column).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        format!("    {number} | {text}\n    {gutter} | {indent}^\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_ends_behind_what_stands_there() {
        let at = |text: &str, column| {
            let (file, function) = ("a.c".to_owned(), "f".to_owned());
            let text = Some(text.to_owned());
            Place { file, line: 1, column, function, text, called_from: vec![] }.extent()
        };
        assert_eq!(at("  total += x;", 3), Some((3, 8)));
        assert_eq!(at("  total += x;", 9), Some((9, 11)));
        assert_eq!(at("a->b", 2), Some((2, 4)));
        assert_eq!(at("x = \"\u{e4}\" + y;", 9), Some((8, 9)), "columns count bytes");
        assert_eq!(at("f(x)", 2), Some((2, 3)));
        assert_eq!(at("f(x)", 9), None);
        assert_eq!(at("f(x)", 0), None);
    }
}
