//! Printing terms as SMT-LIB 2.
