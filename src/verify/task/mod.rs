//! Files that say what a task is.

pub mod svcomp;
