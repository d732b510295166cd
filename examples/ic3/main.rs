//! Measures IC3 by itself: on the models of all of `c-tests` and of generated programs,
//! with several settings side by side, or its SAT solvers on the same queries.
//!
//! Exit code 1 if two settings contradict each other.

#[cfg(feature = "llvm")]
mod cpu;
#[cfg(feature = "llvm")]
#[path = "../bench/locks.rs"]
mod locks;
#[cfg(feature = "llvm")]
#[path = "../bench/programs.rs"]
mod programs;
#[cfg(feature = "llvm")]
mod runs;
#[cfg(feature = "llvm")]
mod tasks;

#[cfg(feature = "llvm")]
fn main() -> anyhow::Result<std::process::ExitCode> {
    runs::main()
}

#[cfg(not(feature = "llvm"))]
fn main() {
    eprintln!("the benchmark needs the feature llvm");
}
