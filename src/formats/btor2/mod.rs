//! BTOR2 (A. Niemetz, M. Preiner, C. Wolf, A. Biere: Btor2, BtorMC and Boolector 3.0,
//! CAV 2018): word-level models as numbered lines of sorts, nodes, states with initial and
//! next values, constraints and bad properties.
//!
//! A state without a next value is arbitrary in each step. Fairness, justice and
//! quantifiers are not supported.

mod operators;
pub mod read;
pub mod witness;
pub mod write;

use crate::bv::Term;
use crate::system::{StateId, TransitionSystem};

/// A file as it was read: the system, and which parts of it its lines declare.
#[derive(Clone, Debug)]
pub struct Btor2 {
    /// The system. Arrays are one state variable or input for each element; a state
    /// without a next value has inputs more, behind those of the file.
    pub system: TransitionSystem,
    /// The states, in order; `places` are places of state variables.
    pub states: Vec<Signal>,
    /// The inputs, in order; `places` are places of inputs.
    pub inputs: Vec<Signal>,
    /// Initial values, in the order of the file.
    pub initial: Vec<(StateId, Term)>,
}

/// A state or input of the file.
#[derive(Clone, Debug)]
pub struct Signal {
    /// Its name.
    pub name: String,
    /// Bits of it or, if it is an array, of an element.
    pub width: u32,
    /// Whether it is an array.
    pub is_array: bool,
    /// Where its words are: one, or one for each index.
    pub places: Vec<usize>,
}
