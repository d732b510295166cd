//! The model of a transition system: bit-blasting, numbering, clauses.
//!
//! Variables are numbered: the bits of the state variables (each variable's bits
//! consecutive, least significant first; after a reduction those that are left), then the bits of inputs, then gates. Only
//! inputs and gates that something depends on have variables.
//!
//! * Gates over the current state and inputs are defined in U, whoever reads them:
//!   they hold in every state and never restrict it.
//! * Gates that read next-state bits (relational systems only) are defined in T, over
//!   variables of the *current* state. Each is a function of what it reads, so T, with
//!   these variables quantified away, is exactly the relation.
//! * A functional T is two clauses `x' ↔ literal` for each state bit, one if constant.
//! * Facts are clauses of their own; their gates are gates over the current state like
//!   others, so a model with facts and one without differ in gates only.
//! * Every goal is a literal; G is the clause of all of them. Where a constant literal
//!   is needed, it is a variable that a unit clause of U fixes: there is no empty clause.
//!
//! # When the structure is functional
//!
//! A functional system without universal conjuncts is total and deterministic for given
//! inputs, and so are U and T. A conjunct in U could break that: a step whose successor
//! violates it does not exist. It is harmless where all successors and initial states
//! satisfy it anyway, and it reads no inputs: then every *reachable* state has exactly
//! one successor for every input. [`super::implied`] recognises this for range
//! constraints on a program counter; any other universal conjunct makes the structure
//! relational.

use super::bits::{BitMap, Field};
use super::circuit::{Circuit, Latch, Step};
use super::implied::universal_is_implied;
use super::{DimSpec, Goal, Model, Structure, Word};
use crate::aig::Edge;
use crate::cnf::tseitin::Gates;
use crate::cnf::{Cnf, Lit, Var};
use crate::support::Fault;
use crate::system::{Origin, Transition, TransitionSystem};

/// A model with the way back to its transition system.
#[derive(Clone, Debug)]
pub struct Built {
    /// What engines work on.
    pub model: Model,
    /// Which variable is which bit.
    pub map: BitMap,
}

/// Sizes, as in Table 2 of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    /// State variables of the transition system.
    pub state_variables: usize,
    /// Their bits.
    pub state_bits: usize,
    /// Bits of inputs that something depends on.
    pub input_bits: usize,
    /// CNF variables of one state: state bits, input bits and gates.
    pub variables: usize,
    /// Clauses of I.
    pub init: usize,
    /// Clauses of U.
    pub universal: usize,
    /// Clauses of G.
    pub goal: usize,
    /// Clauses of T.
    pub trans: usize,
}

impl Built {
    /// The sizes.
    pub fn counts(&self) -> Counts {
        let spec = &self.model.spec;
        Counts {
            state_variables: self.map.states().len(),
            state_bits: self.map.state_bits(),
            input_bits: self.map.inputs().iter().map(|field| field.vars().flatten().count()).sum(),
            variables: spec.num_vars as usize,
            init: spec.init.len(),
            universal: spec.universal.len(),
            goal: spec.goal.len(),
            trans: spec.trans.len(),
        }
    }
}

/// Builds the model of `system`: with all its bad conditions, in order, as goals, or
/// with the one at place `goal` only.
///
/// # Panics
/// If `goal` is out of range, a term mentions a symbol it may not, or there are more
/// than 2^29 variables: bugs of the caller.
pub fn build(system: &TransitionSystem, goal: Option<usize>) -> Built {
    of_circuit(system, &Circuit::new(system, goal))
}

/// The model of `circuit`, which is `system` in bits, or what a reduction made of that.
///
/// # Panics
/// If there are more than 2^29 variables.
pub fn of_circuit(system: &TransitionSystem, circuit: &Circuit) -> Built {
    let aig = &circuit.aig;
    let gates = Gates::new(aig, &circuit.roots());
    let numbers = Numbers::new(circuit, &gates);
    let lit = |edge: Edge| numbers.lit(edge);

    let mut spec = DimSpec { num_vars: numbers.count, ..DimSpec::default() };
    if let Some(truth) = numbers.vars[0] {
        spec.universal.push([truth.lit()]);
    }
    for (node, shape) in gates.iter() {
        let section = if numbers.reads_next[node] { &mut spec.trans } else { &mut spec.universal };
        shape.define(lit(Edge::to(node)), lit, section);
    }
    let assert = |edges: &[Edge], section: &mut Cnf| {
        edges.iter().for_each(|&edge| gates.assert(aig, edge, lit, section));
    };
    assert(&circuit.init, &mut spec.init);
    assert(&circuit.universal, &mut spec.universal);
    match &circuit.step {
        Step::Relation { conjuncts, .. } => assert(conjuncts, &mut spec.trans),
        Step::Function(values) => {
            for (latch, &value) in circuit.latches.iter().zip(values) {
                let next = lit(latch.bit).shift(numbers.count);
                let is_last = latch.bit == circuit.latches[circuit.latches.len() - 1].bit;
                if is_last && Fault::DimspecLoose.is_planted() {
                    continue;
                }
                let frozen = is_last && Fault::DimspecFrozen.is_planted();
                let value = if frozen { latch.bit } else { value };
                if value.is_constant() {
                    spec.trans.push([next.xor(value == Edge::FALSE)]);
                } else {
                    spec.trans.push([!next, lit(value)]);
                    spec.trans.push([next, !lit(value)]);
                }
            }
        }
    }

    let mut goals: Vec<(String, Lit)> = circuit
        .bad
        .iter()
        .map(|&(place, edge)| {
            let ids: Vec<String> =
                system.bad[place].goals.iter().map(ToString::to_string).collect();
            (ids.join(" "), lit(edge))
        })
        .collect();
    if let ([first, .., last], true) = (&mut goals[..], Fault::DimspecGoals.is_planted()) {
        std::mem::swap(&mut first.1, &mut last.1);
    }
    let mut any: Vec<Lit> = goals.iter().map(|goal| goal.1).collect();
    any.sort_unstable();
    any.dedup();
    if any.is_empty() {
        any.push(lit(Edge::FALSE));
    }
    spec.goal.push(any);

    let var = |edge: &Edge| numbers.vars[edge.node()];
    let names = system.inputs.iter().map(|&input| {
        let symbol = system.terms.as_symbol(input).expect("checked when it was blasted");
        system.terms.symbols()[symbol].name.as_str()
    });
    let states = system.states.iter().zip(&circuit.state).map(|(state, word)| {
        Field::new(&state.name, word.iter().map(|&bit| Some(lit(bit))).collect())
    });
    let inputs = names.zip(&circuit.inputs).map(|(name, word)| {
        Field::new(name, word.iter().map(|bit| var(bit).map(Var::lit)).collect())
    });
    let owners = circuit.latches.iter().map(|latch| latch.owner).collect();
    let predicates = circuit.predicates.iter().filter(|it| !it.1.is_constant());
    let predicates: Vec<(usize, Lit)> =
        predicates.map(|&(place, edge)| (place, lit(edge))).collect();
    let map = BitMap::new(states.collect(), inputs.collect(), goals.clone(), owners)
        .with_predicates(predicates.clone());

    let functional = matches!(system.transition, Transition::Functional(_));
    let structure = if functional && universal_is_implied(system) {
        let latches: Vec<Edge> = circuit.latches.iter().map(|latch| latch.bit).collect();
        Structure::Functional {
            state: latches.iter().filter_map(var).collect(),
            inputs: circuit.inputs.iter().flatten().filter_map(var).collect(),
        }
    } else {
        Structure::Relational
    };
    let goals = goals
        .into_iter()
        .map(|(name, lit)| {
            let mut clauses = Cnf::new();
            clauses.push([lit]);
            Goal { name, clauses }
        })
        .collect();
    let terminated = circuit.terminated.map(lit);
    let mut facts = Cnf::new();
    assert(&circuit.facts, &mut facts);
    // What is known to hold says nothing about a state.
    let open = predicates.iter().filter(|it| !system.facts.contains(&system.predicates[it.0]));
    let predicates = open.map(|it| it.1.var()).collect();
    let words = words(system, circuit, |edge| var(&edge));
    Built { model: Model { spec, goals, structure, terminated, facts, predicates, words }, map }
}

/// The words that the latches of the circuit are bits of.
fn words(
    system: &TransitionSystem,
    circuit: &Circuit,
    var: impl Fn(Edge) -> Option<Var>,
) -> Vec<Word> {
    let of_one_state = circuit.latches.chunk_by(|a, b| a.owner.0 == b.owner.0);
    let word = |latches: &[Latch]| Word {
        is_location: matches!(
            system.states[latches[0].owner.0].origin,
            Origin::Location | Origin::Predecessor
        ),
        bits: latches.iter().filter_map(|latch| var(latch.bit)).collect(),
    };
    of_one_state.map(word).collect()
}

/// Which node has which variable.
struct Numbers {
    count: u32,
    /// By node; `None` if it has no variable of its own.
    vars: Vec<Option<Var>>,
    /// By node: the state bit that this node is one step later.
    primed: Vec<Option<Var>>,
    /// By node: whether it depends on next-state bits.
    reads_next: Vec<bool>,
}

impl Numbers {
    fn new(circuit: &Circuit, gates: &Gates) -> Self {
        let aig = &circuit.aig;
        let nothing = vec![None; aig.len()];
        let mut numbers = Self {
            count: 0,
            vars: nothing.clone(),
            primed: nothing,
            reads_next: vec![false; aig.len()],
        };
        for latch in &circuit.latches {
            numbers.give(latch.bit.node());
        }
        for bit in circuit.inputs.iter().flatten().filter(|bit| gates.needs(bit.node())) {
            numbers.give(bit.node());
        }
        if let Step::Relation { next, .. } = &circuit.step {
            for (latch, next) in circuit.latches.iter().zip(next) {
                numbers.primed[next.node()] = numbers.vars[latch.bit.node()];
                numbers.reads_next[next.node()] = true;
            }
        }
        if gates.needs(0) {
            numbers.give(0);
        }
        for node in 0..aig.len() {
            if let Some(operands) = aig.operands(node) {
                numbers.reads_next[node] =
                    operands.iter().any(|operand| numbers.reads_next[operand.node()]);
            }
        }
        for (node, _) in gates.iter() {
            numbers.give(node);
        }
        assert!(numbers.count < 1 << 29, "more variables than DIMACS numbers");
        numbers
    }

    fn give(&mut self, node: usize) {
        self.count += 1;
        self.vars[node] = Some(Var(self.count));
    }

    /// The literal of an edge to a node that has a variable, in this state or the next.
    fn lit(&self, edge: Edge) -> Lit {
        let node = edge.node();
        let here = self.vars[node].map(Var::lit);
        let there = || self.primed[node].map(|var| var.lit().shift(self.count));
        let lit = here.or_else(there).expect("whatever a root needs got a variable");
        // The variable of node 0, the constant 0, is the one that is true.
        lit.xor(edge.is_complement() != (node == 0))
    }
}

#[cfg(test)]
mod tests {}
