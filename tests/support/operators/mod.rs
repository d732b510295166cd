//! Floating-point operators, compared with each other: for `make float-operators`
//! (`examples/float_operators.rs`), and a slice of it in `tests/float_operators.rs`.

mod circuits;
pub mod half;
pub mod host;
pub mod operands;
pub mod solver;

/// What came of one operator.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// They agree on so many operands.
    Agree(u64),
    /// They agree on all operands.
    Equal,
    /// Not decided in time.
    Open,
    /// They disagree, and where.
    Differ(String),
}
