//! Circuits to clauses.
