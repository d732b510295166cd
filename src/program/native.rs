//! The program before inlining, in a form that can be linked and run.

use serde::{Deserialize, Serialize};

/// The instrumented LLVM module before inlining and optimisation, as bitcode, for the
/// native replay. What it calls and does not define is a small runtime:
///
/// * `void __llumc_choice(void *to, uint32_t bits, uint32_t site)` makes an arbitrary
///   choice. A run makes the same choices, in the same order, as the interpreter
///   executes [`super::Instr::Input`]s.
/// * `void __llumc_goal(uint32_t site)` does not return: the goal with this
///   [`super::Goal::site`] is reached.
/// * `void __llumc_end(uint32_t kind)` does not return: the path ends without a
///   violation (0 exit, 1 assumption, 2 unchecked division by zero).
/// * `int __llumc_main(void)` is what the runtime's `main` calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NativeModule {
    /// The bitcode.
    pub bitcode: Vec<u8>,
    /// Whether it was compiled for 32-bit data (`-m32`).
    pub ilp32: bool,
}
