//! Options of `llumc encode` for large objects.

use clap::{Args, ValueEnum};

use crate::support::limits;

/// How the contents of large objects are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EncodedArraysArg {
    /// As terms in formats of words, else exactly.
    Auto,
    /// A state variable for each part that is told apart.
    Exact,
    /// One state variable that is an array, with `select` and `store`, for each object of so
    /// many elements that is accessed in whole elements only.
    Terms,
}

/// Options for arrays.
#[derive(Debug, Args)]
pub struct EncodedArrays {
    /// How the contents of large objects are encoded.
    #[arg(long, value_enum, default_value_t = EncodedArraysArg::Auto)]
    pub arrays: EncodedArraysArg,
    /// Objects of N elements or more become arrays, at least two.
    #[arg(long, value_name = "N", default_value_t = limits::ARRAY_ELEMENTS)]
    pub array_elements: u64,
}
