//! A transition system as SMT-LIB text.
