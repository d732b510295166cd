//! Arrays of characters in traces: where several of them change in one step, the text.

use std::collections::BTreeMap;
use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::{Change, TraceStep};
use crate::support::limits;

/// What is known of arrays of characters, by name.
#[derive(Default)]
pub struct Characters {
    arrays: FxHashMap<String, BTreeMap<usize, u8>>,
}

impl Characters {
    /// Takes note of the change of a character, and adds it to a step: as itself, or, if
    /// another one of the array has changed in the step and all before are known, as the text
    /// that both belong to.
    pub fn tell(&mut self, change: Change, value: u8, step: &mut TraceStep) {
        let Some((array, index)) = element(&change.variable) else {
            step.changes.push(change);
            return;
        };
        let known = self.arrays.entry(array.to_owned()).or_default();
        known.insert(index, value);
        let gaps = known.keys().enumerate().any(|(place, &index)| place != index);
        let belongs = |told: &Change| element(&told.variable).is_some_and(|it| it.0 == array);
        let other = |told: &Change| {
            told.variable == array || told.variable != change.variable && belongs(told)
        };
        let first = step.changes.iter().position(other).filter(|_| !gaps);
        let Some(first) = first else {
            step.changes.push(change);
            return;
        };
        let (variable, ty) = (array.to_owned(), format!("{}[]", change.ty));
        let behind = step.changes.split_off(first + 1);
        step.changes[first] = Change { variable, ty, value: text(known) };
        step.changes.extend(behind.into_iter().filter(|told| !belongs(told)));
    }
}

/// `name[7]` is element 7 of the array `name`; behind a heap object stands a comma.
fn element(variable: &str) -> Option<(&str, usize)> {
    let (array, index) = variable.strip_suffix(']')?.rsplit_once('[')?;
    Some((array.trim_end_matches(", "), index.parse().ok()?))
}

/// The characters up to the first null, as in C. Dots follow where no null is known, or the
/// text is long.
fn text(known: &BTreeMap<usize, u8>) -> String {
    let mut out = "\"".to_owned();
    for (shown, byte) in known.values().enumerate() {
        match byte {
            0 => return out + "\"",
            _ if shown == limits::SHOWN_CHARACTERS => break,
            b'\'' => out.push('\''),
            // Writing to a string can't fail.
            _ => {
                let _ = write!(out, "{}", byte.escape_ascii());
            }
        }
    }
    out + "\"..."
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(characters: &[(&str, u8)]) -> Vec<(String, String)> {
        let mut step = TraceStep { skipped: None, thread: None, place: None, changes: vec![] };
        let mut all = Characters::default();
        for &(name, value) in characters {
            let (variable, ty) = (name.to_owned(), "char".to_owned());
            all.tell(Change { variable, ty, value: value.to_string() }, value, &mut step);
        }
        step.changes.into_iter().map(|change| (change.variable, change.value)).collect()
    }

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn several_characters_of_an_array_are_a_text() {
        let all = [("s[0]", b'a'), ("c", b'x'), ("s[1]", b'"'), ("t[4]", b'y'), ("s[2]", b'\n')];
        let open = [pair("s", r#""a\"\n"..."#), pair("c", "120"), pair("t[4]", "121")];
        assert_eq!(told(&all), open);
        let closed: Vec<_> = all.into_iter().chain([("s[3]", 0), ("s[4]", b'z')]).collect();
        assert_eq!(told(&closed)[0], pair("s", r#""a\"\n""#));
        let heap = [("p, [0]", b'b'), ("p, [1]", 0)];
        assert_eq!(told(&heap), [pair("p", r#""b""#)]);
        let field = [("p, .name[0]", b'b'), ("p, .name[1]", 200)];
        assert_eq!(told(&field), [pair("p, .name", r#""b\xc8"..."#)]);
    }

    #[test]
    fn one_character_is_told_as_it_is() {
        assert_eq!(told(&[("s[0]", b'a'), ("s[0]", b'b')]).len(), 2);
        assert_eq!(told(&[("s", b'a'), ("r[0]", b'b')]), [pair("s", "97"), pair("r[0]", "98")]);
        let end = [("s[6]", 0), ("s[7]", 0)];
        assert_eq!(told(&end), [pair("s[6]", "0"), pair("s[7]", "0")]);
    }

    #[test]
    fn long_texts_are_cut() {
        let names: Vec<String> = (0..80).map(|index| format!("s[{index}]")).collect();
        let all: Vec<_> = names.iter().map(|name| (name.as_str(), b'k')).collect();
        let text = told(&all)[0].1.clone();
        assert_eq!(text, format!("\"{}\"...", "k".repeat(limits::SHOWN_CHARACTERS)));
    }
}
