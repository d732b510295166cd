//! The C library: what its functions do ([`models`], [`formats`], [`heap`], [`atexit`],
//! [`errno`]), and which ones there are that have no model ([`library`]).

pub mod atexit;
pub mod errno;
mod formats;
pub mod heap;
pub mod library;
pub mod models;
