//! Shared by the tests and the campaigns in `examples/`.

pub mod campaign;
pub mod cgen;
pub mod claims;
pub mod differential;
pub mod exhaustive;
pub mod inputs;
pub mod interpreted;
pub mod library;
pub mod native;
pub mod numbers;
pub mod objects;
pub mod shrink;
pub mod verdicts;
