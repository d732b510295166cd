//! From files on the command line, or a project's compile commands, to one LLVM module.
//!
//! [`compile`] runs [`Clang`] with the options that make checks explicit, [`driver`] understands the
//! commands of other compilers' drivers, [`machine`] knows what they compile for, [`project`] reads a project's compile commands,
//! [`meaning`] what their options say, [`needed`] finds the files that belong to one program by what each one [defines](definitions), and [`link`] makes one module of all, if it is clear what the user [names](named). [`foreign`] reads words of other checkers that are no C. [`inline_definitions`] adds the bodies that
//! C leaves to other files, [`constants`] notes what it warns of where it computes without a check;
//! [`declarations`] notes which parameters are pointers to `const`, [`module`] reads modules and marks where functions come from.

mod compile;
mod compiler;
pub mod constants;
pub mod declarations;
mod definitions;
pub mod dependencies;
mod driver;
mod foreign;
mod given;
mod inline_definitions;
pub mod link;
mod machine;
mod meaning;
mod meaningless;
pub mod module;
mod named;
mod needed;
mod predefined;
pub mod project;
mod spelling;

pub use compile::{
    compile, compile_model, compile_own_model, compile_unit, is_ilp32, rule, rule_of_unit,
    warnings, warnings_of_unit, wraps,
};
pub use compiler::Clang;
pub use machine::{Machine, Target};
