//! From files on the command line, or a project's compile commands, to one LLVM module.
//!
//! [`compile`] runs [`Clang`] with the options that make checks explicit, [`driver`] understands the
//! commands of other compilers' drivers, [`machine`] knows what they compile for, [`project`] finds the files of a project that belong to
//! one program, and [`link`] makes one module of all. [`foreign`] reads words of other checkers that are no C. [`inline_definitions`] adds the bodies that
//! C leaves to other files, [`constants`] notes what it warns of where it computes without a check;
//! [`declarations`] notes which parameters are pointers to `const`, [`module`] reads modules and marks where functions come from.

mod compile;
mod compiler;
pub mod constants;
pub mod declarations;
mod driver;
mod foreign;
mod inline_definitions;
pub mod link;
mod machine;
pub mod module;
pub mod project;

pub use compile::{
    compile, compile_model, compile_own_model, compile_unit, is_ilp32, warnings, warnings_of_unit,
    wraps,
};
pub use compiler::Clang;
pub use machine::{Machine, Target};
