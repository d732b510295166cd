//! Programs and automata to transition systems.
