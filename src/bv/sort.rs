//! Sorts: what terms and values are.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Value;

/// The sort of a term: words, or arrays from words to words.
///
/// Only exported models have arrays; everything that works on bits knows words alone and
/// asks for their width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Sort {
    /// Bit-vectors of so many bits, at least 1.
    Word(u32),
    /// An element for each index.
    Array {
        /// Bits of an index.
        index: u32,
        /// Bits of an element.
        element: u32,
    },
}

impl Sort {
    /// The width of words in bits.
    ///
    /// # Panics
    /// For arrays: they have none.
    pub fn width(self) -> u32 {
        match self {
            Sort::Word(width) => width,
            Sort::Array { .. } => panic!("an array has no width"),
        }
    }

    /// Whether there is such a sort: nothing has no bits.
    pub fn is_some(self) -> bool {
        match self {
            Sort::Word(width) => width > 0,
            Sort::Array { index, element } => index > 0 && element > 0,
        }
    }

    /// Whether it is that of arrays.
    pub fn is_array(self) -> bool {
        matches!(self, Sort::Array { .. })
    }

    /// Zero; of arrays, the one that holds zero everywhere.
    pub fn zero(self) -> Value {
        match self {
            Sort::Word(width) => Value::zero(width),
            Sort::Array { index, element } => Value::array(index, Value::zero(element)),
        }
    }
}

impl From<u32> for Sort {
    fn from(width: u32) -> Self {
        Sort::Word(width)
    }
}

impl fmt::Display for Sort {
    /// The width, or the two widths: `32`, `10x32`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Word(width) => write!(f, "{width}"),
            Sort::Array { index, element } => write!(f, "{index}x{element}"),
        }
    }
}

impl fmt::Debug for Sort {
    /// As [`fmt::Display`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
