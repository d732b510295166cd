//! How the program ends.

use std::process::ExitCode;

#[cfg(feature = "llvm")]
use crate::verify::witness::Outcome;
use crate::verify::{Error, Verdict};

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

impl Exit {
    /// How the program ends if a file can't be written that was asked for: a violation counts more.
    #[cfg(feature = "llvm")]
    pub fn without_a_file(self) -> Self {
        match self {
            Self::Holds | Self::Unknown => Self::Input,
            Self::Violated | Self::Input | Self::Internal => self,
        }
    }

    /// How the program ends with this error.
    pub fn of(error: &anyhow::Error) -> Self {
        match error.downcast_ref::<Error>() {
            Some(Error::Internal(_)) => Self::Internal,
            Some(Error::Input(_)) | None => Self::Input,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

#[cfg(feature = "llvm")]
impl From<Outcome> for Exit {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Confirmed => Self::Holds,
            Outcome::Rejected => Self::Violated,
            Outcome::Unknown => Self::Unknown,
        }
    }
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::True => Self::Holds,
            Verdict::False(_) => Self::Violated,
            Verdict::Unknown => Self::Unknown,
        }
    }
}
