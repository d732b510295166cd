//! BTOR2 (A. Niemetz, M. Preiner, C. Wolf, A. Biere: Btor2, BtorMC and Boolector 3.0,
//! CAV 2018): word-level models as numbered lines of sorts, nodes, states with initial and
//! next values, constraints and bad properties.
//!
//! A state without a next value is arbitrary in each step. Fairness, justice and
//! quantifiers are not supported.

pub mod write;
