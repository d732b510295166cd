//! Checks answers: nothing is said that was not checked here.
//!
//! Deliberately absent: any import of `engine`, `encode`, `aig`, `reduce`, or of how
//! `cfa` summarises. What those get wrong must be seen here.

pub mod blaster;
pub mod lrat;
pub mod native;
