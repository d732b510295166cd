//! Circuits, evaluated for many operands at once: graphs of ANDs, and clauses each variable of which
//! is a function of earlier ones.

use std::collections::BTreeMap;

use llumc::aig::{Aig, Edge, Gate};
use llumc::cnf::{Cnf, Lit, Var};

/// A bit of a block of operands.
pub type Lanes = [u64; WORDS];

const WORDS: usize = 8;

/// Operands that are evaluated at once: a block.
pub const LANES: u64 = 64 * WORDS as u64;

/// Input `bit` of a block of operands, where the operands are counted.
pub fn counted(bit: u32, block: u64) -> Lanes {
    let patterns = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    match patterns.get(bit as usize) {
        Some(&pattern) => [pattern; WORDS],
        None => std::array::from_fn(|word| {
            let operand = LANES * block + 64 * word as u64;
            if operand >> bit & 1 == 1 { u64::MAX } else { 0 }
        }),
    }
}

/// Blocks of operands that `bits` bits have.
pub fn blocks(bits: u32) -> u64 {
    (1u64 << bits).div_ceil(LANES)
}

fn combine(a: &Lanes, b: &Lanes, with: impl Fn(u64, u64) -> u64) -> Lanes {
    std::array::from_fn(|word| with(a[word], b[word]))
}

fn complement(a: &Lanes) -> Lanes {
    a.map(|word| !word)
}

/// A graph with some outputs.
pub struct Graph {
    gates: Vec<Gate>,
    outputs: Vec<Edge>,
    values: Vec<Lanes>,
}

impl Graph {
    pub fn new(aig: &Aig, outputs: &[Edge]) -> Self {
        let gates: Vec<Gate> = (0..aig.len()).map(|node| aig.gate(node)).collect();
        Self { values: vec![[0; WORDS]; gates.len()], gates, outputs: outputs.to_vec() }
    }

    /// The outputs for these inputs.
    pub fn evaluate(&mut self, inputs: &[Lanes], outputs: &mut Vec<Lanes>) {
        for (node, &gate) in self.gates.iter().enumerate() {
            self.values[node] = match gate {
                Gate::False => [0; WORDS],
                Gate::Input(input) => inputs[input],
                Gate::And(a, b) => combine(&self.value(a), &self.value(b), |a, b| a & b),
            };
        }
        outputs.clear();
        outputs.extend(self.outputs.iter().map(|&output| self.value(output)));
    }

    fn value(&self, edge: Edge) -> Lanes {
        let mask = if edge.is_complement() { u64::MAX } else { 0 };
        self.values[edge.node()].map(|word| word ^ mask)
    }
}

/// Clauses with some outputs. Each clause says of its last variable what it is when the other
/// literals are false.
pub struct Clauses {
    definitions: Vec<Definition>,
    /// Literals of clauses, without the variables that they define.
    literals: Vec<Lit>,
    inputs: Vec<Lit>,
    outputs: Vec<Lit>,
    /// By literal.
    values: Vec<Lanes>,
}

/// A variable with the clauses that make it true, and those that make it false, as the ends of
/// their literals.
struct Definition {
    variable: Var,
    ones: Vec<usize>,
    zeros: Vec<usize>,
}

impl Clauses {
    pub fn new(clauses: &Cnf, variables: u32, inputs: Vec<Lit>, outputs: Vec<Lit>) -> Self {
        let mut defining: BTreeMap<Var, [Vec<&[Lit]>; 2]> = BTreeMap::new();
        for clause in clauses.iter() {
            let last = clause.iter().max_by_key(|lit| lit.var()).expect("not empty");
            defining.entry(last.var()).or_default()[usize::from(last.is_positive())].push(clause);
        }
        let mut literals = Vec::new();
        let mut definitions = Vec::new();
        for (variable, [zeros, ones]) in defining {
            let mut ends = |clauses: Vec<&[Lit]>| -> Vec<usize> {
                let mut end = |clause: &[Lit]| {
                    literals.extend(clause.iter().filter(|lit| lit.var() != variable));
                    literals.len()
                };
                clauses.into_iter().map(&mut end).collect()
            };
            let (ones, zeros) = (ends(ones), ends(zeros));
            definitions.push(Definition { variable, ones, zeros });
        }
        let values = vec![[0; WORDS]; 2 * (variables as usize + 1)];
        Self { definitions, literals, inputs, outputs, values }
    }

    /// The outputs for these inputs. False if `check` and some variable is not false by its
    /// clauses exactly where it is not true by them.
    pub fn evaluate(&mut self, inputs: &[Lanes], outputs: &mut Vec<Lanes>, check: bool) -> bool {
        for (input, value) in self.inputs.iter().zip(inputs) {
            self.values[input.code()] = *value;
            self.values[(!*input).code()] = complement(value);
        }
        let mut start = 0;
        for definition in &self.definitions {
            let (one, end) = self.some_applies(&definition.ones, start);
            // A constant has clauses of one kind.
            if check && !definition.zeros.is_empty() {
                let (zero, _) = self.some_applies(&definition.zeros, end);
                if zero != complement(&one) {
                    return false;
                }
            }
            start = definition.zeros.last().copied().unwrap_or(end);
            let literal = definition.variable.lit();
            self.values[literal.code()] = one;
            self.values[(!literal).code()] = complement(&one);
        }
        outputs.clear();
        outputs.extend(self.outputs.iter().map(|output| self.values[output.code()]));
        true
    }

    /// Where all literals of one of the clauses are false; the end of the last one.
    fn some_applies(&self, ends: &[usize], mut start: usize) -> (Lanes, usize) {
        let mut some = [0; WORDS];
        for &end in ends {
            let mut applies = [u64::MAX; WORDS];
            for &lit in &self.literals[start..end] {
                applies = combine(&applies, &self.values[(!lit).code()], |all, one| all & one);
            }
            some = combine(&some, &applies, |some, one| some | one);
            start = end;
        }
        (some, start)
    }
}
