//! Shared by the tests and the campaigns in `examples/`.

pub mod cgen;
pub mod differential;
