//! What stands for the memory of a program: cells, which are the parts of objects that are told
//! apart, objects as arrays, and the variables of both.

pub(in crate::memory) mod arrays;
pub(in crate::memory) mod layout;
pub(in crate::memory) mod places;
pub(in crate::memory) mod variables;
