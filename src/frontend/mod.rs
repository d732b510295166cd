//! C to [`crate::program::Program`]: clang, linking, instrumentation, LLVM passes,
//! lowering. No LLVM type leaves this module.

mod error;
mod lower;
mod options;
mod sites;

pub use error::FrontendError;
pub use options::{DataModel, Options, Volatile};
