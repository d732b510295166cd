//! The C library: what its functions do that have models ([`models`], [`formats`], [`heap`],
//! [`atexit`], [`errno`]).

pub mod atexit;
pub mod errno;
mod formats;
pub mod heap;
pub mod models;
