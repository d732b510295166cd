//! The shape of the source tree is what `docs/ARCHITECTURE.md` says. Tests may do as they like: what
//! is behind `#[cfg(test)]`, a file or the end of one, doesn't count.
//!
//! That functions are short is for clippy (`too_many_lines` in `src/lib.rs`).

mod circles;
mod modules;
mod once;
mod operations;
mod sources;
