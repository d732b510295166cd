//! What every other module may use and no module of the pipeline owns: typed
//! indices, budgets, limits of processes, whole output files, temporary folders. Deliberately absent: anything that knows about
//! programs, formulas or solvers.

pub mod budget;
pub mod frames;
pub mod index;
pub mod limited;
pub mod memory;
pub mod output;
pub mod process;
pub mod random;
pub mod scratch;
pub mod tree;

pub use budget::{Budget, StopReason};
pub use index::IndexVec;
pub use random::Random;
pub use scratch::Scratch;
