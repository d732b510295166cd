//! From one function to one that lowering understands: variables become registers.

pub mod assignments;
mod comparisons;
mod function_pointers;
mod globals;
mod hidden;
pub mod promote;
