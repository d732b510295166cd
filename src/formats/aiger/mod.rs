//! AIGER 1.9 (A. Biere, K. Heljanko, S. Wieringa: AIGER 1.9 and beyond, 2011): latches
//! with initial values, ANDs, bad states and constraints; text (`.aag`) and binary
//! (`.aig`).
//!
//! A latch whose initial value is itself is uninitialised. Constraints hold in every step
//! up to the bad one. Justice and fairness are not supported.

mod gates;
pub mod read;
pub mod witness;
pub mod write;

/// How the file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text, `aag`.
    Ascii,
    /// Binary, `aig`.
    Binary,
}
