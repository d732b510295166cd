//! The values of a program counter, and which follow which.

use super::StateId;
use crate::bv::Value;

/// The locations of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locations {
    /// The state variable that is the program counter.
    pub counter: StateId,
    /// By location its code in the program counter. A run is never elsewhere.
    pub codes: Vec<Value>,
    /// By location those to which a step from it can lead.
    pub next: Vec<Vec<usize>>,
}
