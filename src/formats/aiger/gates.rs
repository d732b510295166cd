//! The bits of a sequential system, numbered as AIGER wants it.

use crate::aig::blast::Blaster;
use crate::aig::{Aig, Edge};
use crate::bv::Term;
use crate::formats::sequential::Sequential;

/// A latch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Latch {
    pub bit: Edge,
    pub next: Edge,
    /// `None`: uninitialised.
    pub init: Option<bool>,
}

/// A circuit with AIGER literals: inputs first, then latches, then ANDs, each after its
/// operands.
pub(super) struct Numbered {
    pub aig: Aig,
    /// Input bits, in order; `names` has as many.
    pub inputs: Vec<Edge>,
    pub input_names: Vec<String>,
    pub latches: Vec<Latch>,
    pub latch_names: Vec<String>,
    pub constraints: Vec<Edge>,
    /// None of a system; of a function its value.
    pub outputs: Vec<Edge>,
    pub output_names: Vec<String>,
    pub bad: Vec<Edge>,
    pub bad_names: Vec<String>,
    /// The nodes that are ANDs, in order.
    pub ands: Vec<usize>,
    /// By node: its variable.
    variables: Vec<u32>,
}

impl Numbered {
    pub fn new(system: &Sequential) -> Self {
        let mut blaster = Blaster::new(&system.terms);
        let word = |blaster: &mut Blaster<'_>, term: Term| blaster.bits(term).to_vec();
        let (mut inputs, mut input_names) = (Vec::new(), Vec::new());
        for (name, input) in &system.inputs {
            let bits = word(&mut blaster, *input);
            input_names.extend(bit_names(name, bits.len()));
            inputs.extend(bits);
        }
        let (mut bits, mut latch_names) = (Vec::new(), Vec::new());
        for register in &system.registers {
            let current = word(&mut blaster, register.current);
            latch_names.extend(bit_names(&register.name, current.len()));
            bits.extend(current);
        }
        let mut next = Vec::new();
        for register in &system.registers {
            next.extend(word(&mut blaster, register.next));
        }
        let init = system.registers.iter().flat_map(|register| {
            let width = system.terms.width(register.current);
            (0..width).map(|bit| register.init.as_ref().map(|value| value.bit(bit)))
        });
        let latches: Vec<Latch> = bits
            .iter()
            .zip(next)
            .zip(init)
            .map(|((&bit, next), init)| Latch { bit, next, init })
            .collect();
        let constraints: Vec<Edge> =
            system.constraints.iter().map(|&term| blaster.bit(term)).collect();
        let bad: Vec<Edge> = system.bad.iter().map(|bad| blaster.bit(bad.1)).collect();
        let bad_names = system.bad.iter().map(|bad| bad.0.clone()).collect();

        let aig = blaster.built.aig;
        let next = latches.iter().map(|latch| latch.next);
        let inside = aig.cone(next.chain(constraints.iter().copied()).chain(bad.iter().copied()));
        let ands: Vec<usize> =
            (0..aig.len()).filter(|&n| inside[n] && aig.operands(n).is_some()).collect();
        let mut variables = vec![0; aig.len()];
        let leaves = inputs.iter().chain(&bits).map(|edge: &Edge| edge.node());
        for (number, node) in (1..).zip(leaves.chain(ands.iter().copied())) {
            variables[node] = number;
        }
        Self {
            aig,
            inputs,
            input_names,
            latches,
            latch_names,
            constraints,
            outputs: vec![],
            output_names: vec![],
            bad,
            bad_names,
            ands,
            variables,
        }
    }

    /// The literal of an edge to a node that has a variable: twice the variable, plus one
    /// if complemented.
    pub fn literal(&self, edge: Edge) -> u32 {
        2 * self.variables[edge.node()] + u32::from(edge.is_complement())
    }
}

/// The name of each bit of a word: its own if there is one bit only, else with its place.
fn bit_names(name: &str, width: usize) -> Vec<String> {
    match width {
        1 => vec![name.to_owned()],
        _ => (0..width).map(|bit| format!("{name}[{bit}]")).collect(),
    }
}
