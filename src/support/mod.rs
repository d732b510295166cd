//! What every other module may use and no module of the pipeline owns: typed
//! indices, budgets, the table of limits, limited processes, source files, whole output files, temporary folders.
//! Deliberately absent: anything that knows about programs, formulas or solvers.

pub mod budget;
pub mod fault;
pub mod frames;
pub mod graph;
pub mod hash;
pub mod index;
pub mod limited;
pub mod limits;
pub mod memory;
pub mod output;
pub mod process;
pub mod random;
pub mod scratch;
pub mod similar;
pub mod source;
pub mod tree;
pub mod wrap;

pub use budget::{Budget, StopReason};
pub use fault::Fault;
pub use index::IndexVec;
pub use random::Random;
pub use scratch::Scratch;
