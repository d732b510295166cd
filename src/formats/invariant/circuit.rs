//! Reading invariants that are AIGER circuits without latches.

use rustc_hash::FxHashMap;

use crate::bv::{Node, Term, TermStore};
use crate::formats::aiger;
use crate::formats::text::ReadError;

/// Reads a circuit whose inputs are `bits`; its output as a term.
pub fn read(data: &[u8], terms: &mut TermStore, bits: &[Term]) -> Result<Term, ReadError> {
    let circuit = aiger::read::read(data)?;
    let fail = |what: String| Err(ReadError::Format { line: 1, what });
    if !circuit.states.is_empty() || !circuit.universal.is_empty() {
        return fail("an invariant's circuit has neither latches nor constraints".to_owned());
    }
    if circuit.inputs.len() != bits.len() {
        let (found, wanted) = (circuit.inputs.len(), bits.len());
        return fail(format!("it has {found} inputs; the model has {wanted} state bits"));
    }
    let [output] = &circuit.bad[..] else {
        return fail(format!("it has {} outputs instead of one", circuit.bad.len()));
    };
    let bits: FxHashMap<Term, Term> =
        circuit.inputs.iter().copied().zip(bits.iter().copied()).collect();
    // Operands have smaller numbers than what they are operands of.
    let mut copied: Vec<Term> = Vec::with_capacity(circuit.terms.len());
    for number in 0..circuit.terms.len() {
        let term = Term(u32::try_from(number).expect("terms have numbers of 32 bits"));
        let copy = match circuit.terms.node(term) {
            Node::Const(value) => terms.constant(value.clone()),
            // Without latches all symbols are inputs.
            Node::Symbol(_) => bits[&term],
            Node::App(op, _) => {
                let args = circuit.terms.args(term).iter();
                let args: Vec<Term> = args.map(|arg| copied[arg.0 as usize]).collect();
                terms.app(*op, &args)
            }
        };
        copied.push(copy);
    }
    Ok(copied[output.condition.0 as usize])
}
