//! Text on a terminal: colours by meaning, lines that fit, nothing that the terminal would obey.

use std::fmt;

/// ANSI colours by meaning.
#[derive(Clone, Copy)]
pub enum Ink {
    Bad,
    Good,
    Unsure,
    Faint,
    Bold,
}

/// The codes of all colours, and what ends them.
const CODES: [&str; 6] = ["\x1b[1;31m", "\x1b[1;32m", "\x1b[1;33m", "\x1b[2m", "\x1b[1m", RESET];
const RESET: &str = "\x1b[0m";

/// The text in a colour.
pub fn paint(ink: Ink, text: impl fmt::Display) -> String {
    format!("{}{text}{RESET}", CODES[ink as usize])
}

/// The text with all control characters made visible but line ends, tabs and our own colours:
/// sources, and names of files, may have any.
pub fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let code = CODES.iter().find(|code| rest.starts_with(**code));
        let length = code.map_or(c.len_utf8(), |code| code.len());
        match code {
            None if c.is_control() && !matches!(c, '\n' | '\t') => out.extend(c.escape_default()),
            _ => out.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    out
}

/// The text in lines of at most `width` characters: sentences are wrapped below themselves, lines
/// of sources cut.
pub fn fit(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        if visible(line) <= width {
            out.push_str(line);
        } else if is_source(line) {
            cut(line, width, &mut out);
        } else {
            wrap(line, width, &mut out);
        }
        out.push('\n');
    }
    out
}

/// The number of characters that are seen; a tab counts as eight, which is the most.
fn visible(line: &str) -> usize {
    characters(line).map(|(_, wide)| wide).sum()
}

/// Pieces of a line: characters, and colours, which are not seen.
fn characters(line: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let c = rest.chars().next()?;
        let code = CODES.iter().find(|code| rest.starts_with(**code)).map(|code| (code.len(), 0));
        let (length, wide) = code.unwrap_or((c.len_utf8(), if c == '\t' { 8 } else { 1 }));
        let (piece, behind) = rest.split_at(length);
        rest = behind;
        Some((piece, wide))
    })
}

/// A quoted line of source, or the mark below it: `   7 | x = y;`.
fn is_source(line: &str) -> bool {
    let rest = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("    ") && rest.starts_with(" | ") || rest.starts_with("| ")
}

fn cut(line: &str, width: usize, out: &mut String) {
    let (mut column, mut is_cut) = (0, false);
    for (piece, wide) in characters(line) {
        column += wide;
        // Colours end also where nothing is seen any more.
        if wide == 0 || column < width {
            out.push_str(piece);
        } else if !is_cut {
            is_cut = true;
            out.push('…');
        }
    }
}

fn wrap(line: &str, width: usize, out: &mut String) {
    let indent = line.chars().take_while(|&c| c == ' ').count();
    let below = (indent + 4).min(width / 2);
    let mut column = indent;
    out.extend(std::iter::repeat_n(' ', indent));
    for (number, word) in line[indent..].split(' ').enumerate() {
        let wide = visible(word);
        if number > 0 && column + 1 + wide > width {
            *out = out.trim_end_matches(' ').to_owned();
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', below));
            column = below;
        } else if number > 0 {
            out.push(' ');
            column += 1;
        }
        // A word that is too long for any line goes on in the next.
        for (piece, wide) in characters(word) {
            if column + wide > width {
                out.push('\n');
                column = 0;
            }
            out.push_str(piece);
            column += wide;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_the_terminal_but_text_and_our_colours() {
        let text = format!("a\x1b]0;title\x07\x1b[2J\tb\n{}\u{9b}31m", paint(Ink::Bad, "x"));
        let expected = "a\\u{1b}]0;title\\u{7}\\u{1b}[2J\tb\n\x1b[1;31mx\x1b[0m\\u{9b}31m";
        assert_eq!(harmless(&text), expected);
    }

    #[test]
    fn lines_fit() {
        let long = "  reason: one two three four five six seven";
        assert_eq!(fit(long, 22), "  reason: one two\n      three four five\n      six seven\n");
        let source = "    7 | x = one + two + three + four;\n      |     ^";
        assert_eq!(fit(source, 20), "    7 | x = one + t…\n      |     ^\n");
        let painted = format!("{} is here and {}", paint(Ink::Bold, "bold"), "y".repeat(30));
        let fitted = fit(&painted, 20);
        assert!(fitted.lines().all(|line| visible(line) <= 20), "{fitted}");
        let without = |text: &str| text.replace(char::is_whitespace, "");
        assert_eq!(without(&fitted), without(&painted));
    }
}
