//! And-inverter graphs: structural hashing, bit-blasting of terms, simulation.
//!
//! Deliberately absent: clauses (`cnf`), solving (`sat`).
