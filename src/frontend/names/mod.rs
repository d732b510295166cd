//! What names mean: of functions for checkers, of functions of the C library that have no model,
//! of functions for threads, of instructions, and of the storage that clang makes.

pub mod assembly;
pub mod harness;
pub mod library;
pub mod storage;
pub mod threads;
