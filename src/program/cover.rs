//! Coverage goals: points of the C program of which is asked whether any run passes them
//! (`--cover`).
//!
//! The program chooses a number at its start and ends at the first place that has it: there is a
//! goal, [`super::GoalKind::Cover`]. It ends only there and once, so what is asked of one place
//! changes nothing of what can be reached of others, nor of any check.

use serde::{Deserialize, Serialize};

/// A place in a function, before anything is inlined.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cover {
    /// The number that the program chooses to end here.
    pub number: u32,
    /// The function that it stands in.
    pub function: String,
    /// The line of the function's head, if it begins here.
    pub begins: Option<u32>,
    /// Path of the file as the compiler was given it.
    pub file: String,
    /// The lines that a run executes a part of that gets here, in ascending order.
    pub lines: Vec<u32>,
    /// The way of a branching that leads here, and nowhere else.
    pub way: Option<Way>,
    /// The sites of the checks that only runs meet which get here.
    pub checks: Vec<u32>,
}

/// One of the ways that a condition or a switch may go.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Way {
    /// Path of the file that the branching stands in.
    pub file: String,
    /// Number of the branching in its function.
    pub branching: u32,
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// Which of its ways, from 0.
    pub way: u32,
}
