//! Objects on the stack: when they begin and end, and what they hold at first.

pub mod literals;
pub mod nondet;
pub mod stack_arrays;
mod unmarked;
