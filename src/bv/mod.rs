//! Bit-vector terms: the language of everything between the front end and the bits.
//!
//! * [`Value`]: a constant of any width.
//! * [`Sort`]: words of a width or, in models that are exported, arrays of them.
//! * [`Op`]: the operators of SMT-LIB's QF_ABV, with SMT-LIB's total semantics
//!   (`x / 0` is all ones, `x % 0` is `x`, a shift by the width or more gives 0 or
//!   the sign). There is no Boolean sort: a truth value is a bit-vector of width 1.
//! * [`FloatOp`]: operators of [`Op`] on words that are floating-point numbers.
//! * [`TermStore`]: hash-consed terms; every constructor rewrites before it stores.
//! * [`mod@eval`]: the evaluator that all tests measure the rest against; [`Batch`] is the
//!   same for many assignments.
//!
//! Deliberately absent: programs, states, solvers.

mod array;
mod batch;
pub mod eval;
pub mod float;
mod op;
pub mod pretty;
mod rewrite;
pub mod smtlib;
mod sort;
mod store;
mod substitute;
mod value;

pub use array::Array;
pub use batch::Batch;
pub use eval::{Assignment, eval};
pub use float::{FloatOp, Format, Rounding};
pub use op::Op;
pub use sort::Sort;
pub use store::{Node, Symbol, SymbolId, Term, TermStore};
pub use substitute::Substitution;
pub use value::Value;
