//! Tests of the whole pass: programs written by hand, compared with explicit-state search of
//! the resolved program, and random ones.

mod arrays;
mod differential;
mod iterations;
mod large;
mod leaks;
mod objects;
mod open;
mod written;

use written::Written;
mod validated;
