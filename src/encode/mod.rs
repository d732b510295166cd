//! Programs and automata to transition systems.
//!
//! Two encodings, described in `docs/ENCODING.md`:
//! * [`automaton`]: through the control-flow automaton, functional; what the engines use;
//! * [`paper`]: the small-block encoding of the LLUMC paper, relational; the baseline.
//!
//! Deliberately absent: bits, solvers, large blocks (a function on automata, in `cfa`).

pub mod automaton;
pub mod paper;

use crate::bv::{Term, TermStore, Value};
use crate::system::{Restore, TransitionSystem};

/// A transition system and the way back from its states to the program.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// The system.
    pub system: TransitionSystem,
    /// Maps its traces and invariants to the program.
    pub restore: Restore,
}

/// Number of bits that tell `count` things apart; at least one.
fn bits_for(count: usize) -> u32 {
    count.next_power_of_two().trailing_zeros().max(1)
}

/// The code `number` in `width` bits.
fn code(width: u32, number: usize) -> Value {
    Value::new(width, number as u128)
}

/// `name`, or `name.2`, `name.3`, …: the first that no symbol of `terms` has.
fn fresh_name(terms: &TermStore, name: &str) -> String {
    let free = |name: &String| terms.symbols().iter().all(|symbol| symbol.name != *name);
    let numbered = (2..).map(|n| format!("{name}.{n}"));
    let mut candidates = std::iter::once(name.to_owned()).chain(numbered);
    candidates.find(free).expect("infinitely many candidates")
}

/// The symbol of a state variable one step later.
fn next_symbol(terms: &mut TermStore, current: Term, name: &str) -> Term {
    let sort = terms.sort(current);
    terms.symbol(format!("{name}'"), sort)
}

#[cfg(test)]
mod tests;
