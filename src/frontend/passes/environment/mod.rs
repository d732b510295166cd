//! What surrounds a program: who calls its entry function and with what, what runs before, behind
//! and between, and what kind of machine it runs on.

pub mod arrays;
pub mod blocks;
pub mod entry;
pub mod floating;
pub mod globals;
pub mod interrupts;
pub mod kept;
pub mod named;
pub mod objects;
pub mod outside;
pub mod shared;
pub mod unset;
