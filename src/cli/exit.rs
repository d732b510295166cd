//! How the program ends.

use std::process::ExitCode;

/// The exit codes of every subcommand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All requested properties hold; for other subcommands: done.
    Holds = 0,
    /// A property is violated.
    Violated = 1,
    /// Neither, with the reason printed.
    Unknown = 2,
    /// Wrong usage or input.
    Input = 3,
    /// A bug of ours.
    Internal = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// Marks an error as a bug of ours: exit code 4 instead of 3.
#[derive(Debug, thiserror::Error)]
#[error(
    "internal error: {what}\nThis is a bug in llumc, and no verdict is given. Please report it with the input files."
)]
pub struct InternalError {
    /// What went wrong.
    pub what: String,
}

/// An error that says "a bug of ours".
pub fn internal(what: impl std::fmt::Display) -> anyhow::Error {
    InternalError { what: what.to_string() }.into()
}
