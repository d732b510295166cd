//! Which variable of a DimSpec is which bit of the transition system it was built from.

use std::fmt::Write;

use super::BitTrace;
use crate::bv::Value;
use crate::cnf::{Lit, Var};
use crate::support::index::Idx;
use crate::system::{ProofLit, StateId, StateLit, WordState};

/// The literals of the bits of a state variable or input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    name: String,
    bits: Vec<Option<Lit>>,
}

impl Field {
    pub(super) fn new(name: &str, bits: Vec<Option<Lit>>) -> Self {
        Self { name: name.to_string(), bits }
    }

    /// Name in the transition system.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// For each bit, the least significant first, its literal's variable; `None` for a bit of
    /// an input that nothing depends on.
    pub fn vars(&self) -> impl ExactSizeIterator<Item = Option<Var>> + '_ {
        self.bits.iter().map(|bit| bit.map(Lit::var))
    }

    /// The value in a state; a bit without variable counts as 0.
    fn value(&self, trace: &BitTrace, step: usize) -> Value {
        let bit = |lit: &Option<Lit>| lit.is_some_and(|lit| trace.holds(step, lit));
        Value::from_bits(&self.bits.iter().map(bit).collect::<Vec<_>>())
    }

    /// Bits that have consecutive variables, as (first bit, last bit, first variable).
    fn runs(&self) -> Vec<(usize, usize, Var)> {
        let mut runs: Vec<(usize, usize, Var)> = Vec::new();
        for (bit, var) in self.vars().enumerate() {
            let Some(var) = var else { continue };
            match runs.last_mut() {
                Some((first, last, start))
                    if *last + 1 == bit && start.0 as usize + bit - *first == var.0 as usize =>
                {
                    *last = bit;
                }
                _ => runs.push((bit, bit, var)),
            }
        }
        runs
    }
}

/// The way back from variables to state variables, inputs and goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitMap {
    states: Vec<Field>,
    inputs: Vec<Field>,
    goals: Vec<(String, Lit)>,
    /// Variable `i + 1` is this bit of this state variable: those that carry state come
    /// first.
    owners: Vec<(StateId, u32)>,
    /// Predicates by their places in the system, and their literals.
    predicates: Vec<(usize, Lit)>,
}

impl BitMap {
    pub(super) fn new(
        states: Vec<Field>,
        inputs: Vec<Field>,
        goals: Vec<(String, Lit)>,
        owners: Vec<(StateId, u32)>,
    ) -> Self {
        Self { states, inputs, goals, owners, predicates: vec![] }
    }

    /// The same with predicates that have these literals.
    pub(super) fn with_predicates(self, predicates: Vec<(usize, Lit)>) -> Self {
        Self { predicates, ..self }
    }

    /// The state variables, by [`StateId`].
    pub fn states(&self) -> &[Field] {
        &self.states
    }

    /// The inputs, in the order of the transition system.
    pub fn inputs(&self) -> &[Field] {
        &self.inputs
    }

    /// Number of state bits that have variables of their own; those from 1 to this.
    pub fn state_bits(&self) -> usize {
        self.owners.len()
    }

    /// The values of state variables and inputs along a trace. Bits of inputs that
    /// nothing depends on are 0.
    pub fn words(&self, trace: &BitTrace) -> Vec<WordState> {
        (0..trace.states.len())
            .map(|step| WordState {
                states: self.states.iter().map(|field| field.value(trace, step)).collect(),
                inputs: self.inputs.iter().map(|field| field.value(trace, step)).collect(),
            })
            .collect()
    }

    /// A clause in terms of state variables and predicates; `None` if it mentions another
    /// variable (an input or a gate).
    pub fn clause(&self, lits: &[Lit]) -> Option<Vec<ProofLit>> {
        lits.iter().map(|&lit| self.proof_lit(lit)).collect()
    }

    fn proof_lit(&self, lit: Lit) -> Option<ProofLit> {
        if let Some(&(state, bit)) = self.owners.get(lit.var().0 as usize - 1) {
            return Some(ProofLit::Bit(StateLit { state, bit, positive: lit.is_positive() }));
        }
        let mut predicates = self.predicates.iter();
        let &(place, holds) = predicates.find(|(_, holds)| holds.var() == lit.var())?;
        Some(ProofLit::Predicate(place, holds == lit))
    }

    /// The literal of a bit of a state variable, or of a predicate.
    ///
    /// # Panics
    /// If there is no such bit or predicate.
    pub fn lit(&self, lit: impl Into<ProofLit>) -> Lit {
        let (holds, positive) = match lit.into() {
            ProofLit::Bit(StateLit { state, bit, positive }) => {
                (self.states[state.index()].bits[bit as usize], positive)
            }
            ProofLit::Predicate(place, positive) => (self.predicate(place), positive),
        };
        holds
            .expect("all bits of states have literals, and all that proofs speak of")
            .xor(!positive)
    }

    /// The literal of the predicate at a place; `None` if it is constant.
    pub fn predicate(&self, place: usize) -> Option<Lit> {
        let found = self.predicates.iter().find(|predicate| predicate.0 == place);
        found.map(|predicate| predicate.1)
    }

    /// The map as comment lines, without the leading `c`, for the top of a file:
    ///
    /// ```text
    /// llumc dimspec 1
    /// state 3 x0 width 32 vars 5..36
    /// input 0 nondet_int width 32 bits 0..7 vars 37..44
    /// goal 0 g2 literal -45
    /// ```
    ///
    /// State variables and inputs by number, name and width; ranges include both ends
    /// and start with the least significant bit. An input has one line for each run of
    /// bits with consecutive variables, none if nothing depends on it. A goal is reached
    /// where its literal is true. Spaces, control and non-ASCII characters in names
    /// are written as Rust escapes. Of a model that no reduction has changed.
    pub fn comments(&self) -> Vec<String> {
        let mut lines = vec!["llumc dimspec 1".to_string()];
        for (i, field) in self.states.iter().enumerate() {
            for (_, _, first) in field.runs() {
                let width = field.bits.len();
                let last = first.0 as usize + width - 1;
                lines.push(format!(
                    "state {i} {} width {width} vars {}..{last}",
                    escape(&field.name),
                    first.0
                ));
            }
        }
        for (i, field) in self.inputs.iter().enumerate() {
            for (low, high, first) in field.runs() {
                lines.push(format!(
                    "input {i} {} width {} bits {low}..{high} vars {}..{}",
                    escape(&field.name),
                    field.bits.len(),
                    first.0,
                    first.0 as usize + high - low
                ));
            }
        }
        for (i, (name, lit)) in self.goals.iter().enumerate() {
            lines.push(format!("goal {i} {} literal {}", escape(name), lit.to_dimacs()));
        }
        lines
    }
}

/// A name as one printable word without spaces.
pub fn escape(name: &str) -> String {
    let mut word = String::new();
    for c in name.chars() {
        if c.is_ascii_graphic() && c != '\\' {
            word.push(c);
        } else {
            // Writing to a string can't fail.
            let _ = write!(word, "{}", c.escape_unicode());
        }
    }
    if word.is_empty() { "-".to_string() } else { word }
}
