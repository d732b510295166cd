//! Literals, clauses and the translation of circuits into clauses (Tseitin).
//!
//! Deliberately absent: files (`dimspec`), solving (`sat`).

mod lit;
pub mod tseitin;

pub use lit::{Cnf, Lit, Var};
