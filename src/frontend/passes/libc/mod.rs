//! The C library: what its functions do that have models ([`models`], [`formats`], [`heap`],
//! [`atexit`], [`computed`], [`constructors`], [`errno`], [`exact`], [`races`], [`texts`]), and where these end ([`ends`]).

pub mod atexit;
pub mod computed;
pub mod constructors;
pub mod ends;
pub mod errno;
pub mod exact;
pub mod formats;
pub mod heap;
mod math_errors;
pub mod models;
pub mod races;
pub mod texts;
