//! Why there is no verdict at all.

use std::fmt;

/// No verdict, not even an unknown one.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// What was asked for can't be done: wrong input or options, or a tool that is missing. The
    /// text says what to do.
    #[error("{0:#}")]
    Input(anyhow::Error),
    /// A bug of ours; what went wrong.
    #[error(
        "internal error: {0}\nThis is a bug in llumc, and no verdict is given. Please report it with the input files."
    )]
    Internal(String),
}

impl Error {
    /// A bug of ours.
    pub fn internal(what: impl fmt::Display) -> Self {
        Self::Internal(what.to_string())
    }

    /// Wrong input.
    pub fn input(what: impl fmt::Display) -> Self {
        Self::Input(anyhow::Error::msg(what.to_string()))
    }
}

impl From<anyhow::Error> for Error {
    /// What readers say is wrong with files.
    fn from(error: anyhow::Error) -> Self {
        Self::Input(error)
    }
}
