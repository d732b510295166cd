//! What names mean: of functions for checkers, of functions of the C library that have no model,
//! and of the storage that clang makes.

pub mod harness;
pub mod library;
pub mod storage;
