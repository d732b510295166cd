//! The program before inlining, in a form that can be linked and run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The instrumented LLVM module before inlining and optimisation, as bitcode, for the
/// native replay. What it calls and does not define is a small run-time library
/// ([`super::runtime`]), whose `main` calls [`super::runtime::MAIN`]. A run makes the same
/// choices, in the same order, as the interpreter executes [`super::Instr::Input`]s, and the
/// goals that it reaches are known by [`super::Goal::site`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NativeModule {
    /// The bitcode.
    pub bitcode: Vec<u8>,
    /// Whether it was compiled for 32-bit data (`-m32`).
    pub ilp32: bool,
    /// The machine that it is for, if it can't run here.
    pub foreign: Option<String>,
    /// The conditions of which runs tell how they come out; none, unless that was asked for.
    pub branchings: Vec<Branching>,
}

/// A condition of the program, or a `switch`. Of a condition that has several parts (`a && b`) there
/// may be one for each part that can decide it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Branching {
    /// The file, as clang names it.
    pub file: String,
    /// The line of the branch, from 1.
    pub line: u32,
    /// The column of the branch: somewhere in the condition, or where the statement begins or ends.
    pub column: u32,
    /// The C function.
    pub function: String,
    /// The statement.
    pub statement: Branches,
    /// Of a `switch` the values of its labels, in the order of [`Branching::case`]; none for one
    /// that is negative if its type is signed.
    pub cases: Vec<Option<u64>>,
}

/// What decides by a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Branches {
    /// `if`.
    If,
    /// `while`.
    While,
    /// `do`.
    Do,
    /// `for`.
    For,
    /// `switch`.
    Switch,
}

impl Branching {
    /// The number of the way where the condition holds, in [`super::runtime::BRANCHED`].
    pub const TRUE: u32 = 1;
    /// Of the way where it does not.
    pub const FALSE: u32 = 2;
    /// Of the way of a `switch` that no label says.
    pub const DEFAULT: u32 = 1;

    /// The number of the way of a `switch` that its label `index` says.
    pub const fn case(index: u32) -> u32 {
        index + 2
    }
}
