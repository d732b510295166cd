//! Rounding modes that the program chooses (C17 7.6.3), `fesetround` and its like.
//!
//! A program that names such a function is compiled with `-frounding-math`: clang then computes
//! nothing inexact itself, and makes calls of LLVM's constrained intrinsics. Three passes treat
//! them:
//!
//! * [`plain`]: they become ordinary instructions, so that all later passes see what they know;
//! * [`dynamic`]: behind the last of these, what depends on the mode becomes a call again, in the
//!   whole module. Native runs have it so: the machine rounds in its own mode;
//! * [`modes`]: behind the module for native runs, such a call becomes a choice among the same
//!   operation in each of the four modes, by the variable that the models of the library keep
//!   (`libc/models/fenv.c`).
//!
//! Before them [`contraction`] makes choices of what may be rounded once instead of twice.
//!
//! Between the first and the second nothing may compute an operation of constants: LLVM's
//! builders would, to nearest.

pub mod contraction;
pub mod dynamic;
pub mod modes;
pub mod names;
pub mod plain;
