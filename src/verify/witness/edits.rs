//! Text that is put into a source, around parts of it.

/// What is put around a part of a source: before what begins at `start`, and behind what ends at
/// `end`; parts lie in one another or apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Where the part begins: so many bytes are before it.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What is put before it.
    pub before: String,
    /// What is put behind it.
    pub behind: String,
}

impl Edit {
    /// Text that is put before what begins here.
    pub fn insert(at: usize, text: String) -> Self {
        Self { start: at, end: at, before: text, behind: String::new() }
    }

    /// Text around what begins and ends there.
    pub fn around(start: usize, end: usize, before: String, behind: &str) -> Self {
        Self { start, end, before, behind: behind.to_owned() }
    }
}

/// The source with all edits. Of parts that begin or end at one place the larger one is outside;
/// what is only inserted is outside of all.
pub fn apply(source: &str, edits: &[Edit]) -> String {
    let mut order: Vec<&Edit> = edits.iter().collect();
    let is_insertion = |edit: &Edit| edit.start == edit.end;
    order.sort_by_key(|edit| (edit.start, !is_insertion(edit), usize::MAX - edit.end));
    // What is put at an offset: what ends there, the inner parts first, then what begins there.
    let mut pieces: Vec<(usize, bool, &str)> = vec![];
    for edit in order.iter().rev().filter(|edit| !edit.behind.is_empty()) {
        pieces.push((edit.end, false, &edit.behind));
    }
    pieces.extend(order.iter().map(|edit| (edit.start, true, edit.before.as_str())));
    pieces.sort_by_key(|piece| (piece.0, piece.1));
    let mut out = String::new();
    let mut done = 0;
    for (at, _, text) in pieces {
        out.push_str(&source[done..at]);
        out.push_str(text);
        done = at;
    }
    out.push_str(&source[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_parts_are_outside() {
        let around =
            |start, end, before: &str, behind| Edit::around(start, end, before.to_owned(), behind);
        let edits = [
            around(3, 6, "<", ">"),
            around(3, 9, "[", "]"),
            Edit::insert(3, "!".to_owned()),
            around(6, 9, "{", "}"),
        ];
        assert_eq!(apply("012345678.", &edits), "012![<345>{678}].");
        assert_eq!(apply("", &[]), "");
    }
}
