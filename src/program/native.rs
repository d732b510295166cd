//! The program before inlining, in a form that can be linked and run.

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
}
