//! And-inverter graphs: structural hashing, bit-blasting of terms, simulation.
//!
//! Deliberately absent: clauses (`cnf`), solving (`sat`).

pub mod blast;
pub mod copy;
mod graph;
pub mod simulate;

pub use graph::{Aig, Edge, Gate};
