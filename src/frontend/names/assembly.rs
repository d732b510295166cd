//! The instructions that a text of inline assembly names.

/// The instructions of a text, in small letters and with single blanks.
pub fn statements(text: &str) -> impl Iterator<Item = String> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let all = lines.flat_map(|line| line.split(';'));
    let words = |it: &str| it.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    all.map(words).filter(|statement| !statement.is_empty())
}
