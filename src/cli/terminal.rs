//! What the terminal can show.

use std::io::IsTerminal;
use std::os::fd::AsFd;

/// Whether escape sequences mean something there.
pub fn is_smart(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Whether it is to have colours (<https://no-color.org>).
pub fn has_colours(stream: &impl IsTerminal) -> bool {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    wanted && is_smart(stream)
}

/// The characters in a line; none, if it is no terminal or does not tell.
pub fn width(stream: &impl AsFd) -> Option<usize> {
    terminal_size::terminal_size_of(stream).map(|(width, _)| width.0.into())
}
