//! Witness circuits: certificates as the hardware model checking competition wants them.
//!
//! Source: Froleyks, Yu, Preiner, Biere, Heljanko, *Introducing Certificates to the Hardware Model
//! Checking Competition* (CAV 2025). A witness circuit simulates the model, and its property is
//! inductive and implies the model's. Here it is the model itself, with the invariant and the
//! properties as its one property. The symbol table says which literal of the model an input or a
//! latch stands for.

use std::io;

use super::conjuncts;
use crate::bv::Term;
use crate::cnf::Lit;
use crate::formats::aiger::{self, Style};
use crate::formats::sequential::{self, Sequential};
use crate::system::TransitionSystem;

/// Writes the circuit for clauses over the bits of `parameters`, the state variables of the system:
/// an inductive invariant that excludes all bad conditions.
///
/// # Errors
/// Those of `out`.
pub fn write(
    system: &TransitionSystem,
    parameters: &[Term],
    clauses: &[Vec<Lit>],
    style: Style,
    comments: &[String],
    out: &mut impl io::Write,
) -> io::Result<()> {
    let mut circuit = Sequential::new(system, &sequential::places(system, None));
    let terms = &mut circuit.terms;
    let mut property = conjuncts(terms, parameters, clauses);
    for (_, bad) in &circuit.bad {
        property.push(terms.not(*bad));
    }
    let property = terms.conjunction(property);
    circuit.bad = vec![("property".to_owned(), terms.not(property))];
    aiger::write::write_mapped(&circuit, style, comments, out)
}
