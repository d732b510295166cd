//! The interface to SMT solvers: judges of certificates on the word level.
