//! The single-block automaton of a program.
