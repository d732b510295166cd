//! LLUMC: an unbounded software model checker for C.
//!
//! ```
//! use llumc::verify::{Options, ProgramTask, verify};
//!
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("double.c");
//! std::fs::write(&file, "int twice(int x) { return 2 * x; }
//!     int main(int argc, char **argv) { return twice(argc); }")?;
//! let report = verify(&ProgramTask::new([file]), &Options::default(), &mut ())?;
//! assert_eq!(report.verdict.to_string(), "false(no-overflow)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A C program becomes a control-flow automaton over bit-vector terms, its blocks
//! become one transition system I/U/G/T, that becomes a DimSpec CNF, an engine decides
//! it, and every answer is checked again by code that imports nothing of the engines,
//! the encoders or the reductions. `docs/ARCHITECTURE.md` is the map.
#![warn(missing_docs, clippy::too_many_lines)]
// Module pages name their private parts; `--document-private-items` makes them links.
#![allow(rustdoc::private_intra_doc_links)]

pub mod aig;
pub mod analysis;
pub mod bounds;
pub mod bv;
pub mod certify;
pub mod cfa;
pub mod cli;
pub mod cnf;
pub mod dimspec;
pub mod encode;
pub mod engine;
pub mod formats;
#[cfg(feature = "llvm")]
pub mod frontend;
pub mod memory;
pub mod program;
pub mod relations;
pub mod report;
pub mod sat;
pub mod smt;
pub mod support;
pub mod sweep;
pub mod system;
pub mod verify;
