//! Simulation of 64 assignments at once.

use super::{Aig, Edge, Gate};

/// The values of all nodes under 64 assignments, one per bit.
#[derive(Clone, Debug)]
pub struct Words {
    nodes: Vec<u64>,
}

impl Words {
    /// The values of an edge.
    pub fn value(&self, edge: Edge) -> u64 {
        let word = self.nodes[edge.node()];
        if edge.is_complement() { !word } else { word }
    }
}

/// Evaluates the graph; `inputs[i]` holds 64 values of input `i`.
///
/// # Panics
/// If an input has no values.
pub fn simulate(aig: &Aig, inputs: &[u64]) -> Words {
    let mut words = Words { nodes: Vec::with_capacity(aig.len()) };
    for node in 0..aig.len() {
        // Nodes are in topological order: the operands' words are there.
        let word = match aig.gate(node) {
            Gate::False => 0,
            Gate::Input(input) => inputs[input],
            Gate::And(a, b) => words.value(a) & words.value(b),
        };
        words.nodes.push(word);
    }
    words
}
