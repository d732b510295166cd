//! Signal correspondence: gates that are equal, opposite or constant in all steps of all runs,
//! proved together by induction (van Eijk, TCAD 2000, where it is about all signals; ABC's
//! `scorr` is the same). A goal whose condition turns out to be constantly false can't be
//! reached, and that the gates are equal is the invariant that says so.
//!
//! It finds what no clauses over state bits of reasonable number say: that a counter does not
//! pass its limit is one gate of the comparison, that one word is twice another are equal bits.
//!
//! As in [`super::induction`] all candidates are assumed of one step, by putting the earlier of
//! two equal gates in the place of the later one, and where that is not the same by structure,
//! also as a condition; then each is asked about in the next step, in topological order, with
//! those before it put in place. If none can be wrong all are right. Of the first step nothing
//! is assumed but I.
//!
//! Nothing is merged for engines, as their proofs speak of state bits and named comparisons only:
//! what is found decides a goal or is forgotten.

use rustc_hash::FxHashMap;

use crate::aig::copy::{copy, new_inputs};
use crate::aig::simulate::{Words, simulate};
use crate::aig::{Aig, Edge, Gate};
use crate::bv::{Term, TermStore};
use crate::dimspec::circuit::{Circuit, Step};
use crate::sat::{Answer, Cone};
use crate::support::Budget;
use crate::support::limits;
use crate::support::random::Random;
use crate::system::{Transition, TransitionSystem};

use super::questions::{Questions, around};
use super::reduce::fixed_at_first;
use super::runs;

/// What was found.
#[derive(Clone, Debug)]
pub struct Correspondence {
    /// Places of the bad conditions that are false in all steps of all runs.
    pub goals: Vec<usize>,
    /// The system's terms, and what the invariant adds.
    pub terms: TermStore,
    /// The invariant: that gates are equal, for whatever inputs.
    pub holds: Term,
}

/// Looks for goals that can't be reached because signals correspond. `None` if there are none, or
/// the time was over before they were found.
pub fn correspondence(system: &TransitionSystem, budget: &Budget) -> Option<Correspondence> {
    if let Transition::Relation(_) = system.transition {
        return None;
    }
    let circuit = Circuit::new(system, None);
    let Step::Function(values) = &circuit.step else { return None };
    if circuit.aig.len() > limits::SIGNALS_NODES {
        return None;
    }
    let roots = [values, &circuit.universal, &circuit.init].into_iter().flatten().copied();
    let bad = circuit.bad.iter().map(|bad| bad.1);
    let inside = circuit.aig.cone(roots.chain(bad));
    let latches = runs::latches(&circuit);
    let mut signals = Signals { circuit: &circuit, classes: Classes::new(inside), values, latches };
    let classes = &mut signals.classes;
    if !runs::run(&circuit, budget, |words, valid| _ = classes.split(words, valid))? {
        return None;
    }
    while signals.promising() {
        if !signals.check(&Steps::first(&circuit), budget)? {
            break;
        }
    }
    while signals.promising() {
        if !signals.check(&signals.step(), budget)? {
            return Some(signals.result(system));
        }
    }
    None
}

/// What each signal equals.
struct Classes {
    /// By node: its class; [`ALONE`] if it is in none.
    of: Vec<u32>,
    /// By node: whether it is opposite to those of its class that were 0 in the first state that
    /// was seen; unknown before that.
    flipped: Option<Vec<bool>>,
    /// By node: the first one of its class.
    first: Vec<usize>,
    /// How many there are.
    classes: usize,
}

/// The class of nodes that are in none.
const ALONE: u32 = u32::MAX;

impl Classes {
    /// One class of the nodes `inside` and the constant.
    fn new(inside: Vec<bool>) -> Self {
        let class = |(node, inside): (usize, bool)| if inside || node == 0 { 0 } else { ALONE };
        let of: Vec<u32> = inside.into_iter().enumerate().map(class).collect();
        Self { first: vec![0; of.len()], of, flipped: None, classes: 1 }
    }

    /// The signal before a node that it equals.
    fn target(&self, node: usize) -> Option<Edge> {
        let flipped = self.flipped.as_ref()?;
        let first = self.first[node];
        let merged = self.of[node] != ALONE && first != node;
        merged.then(|| Edge::to(first).xor(flipped[node] ^ flipped[first]))
    }

    /// Takes signals apart that differ in those of 64 steps that are `valid`. Says whether any
    /// do.
    fn split(&mut self, words: &Words, valid: u64) -> bool {
        if valid == 0 {
            return false;
        }
        let word = |node: usize| words.value(Edge::to(node));
        let step = valid.trailing_zeros();
        let flipped = self
            .flipped
            .get_or_insert_with(|| (0..self.of.len()).map(|n| word(n) >> step & 1 == 1).collect());
        let mut known: FxHashMap<(u32, u64), (u32, usize)> = FxHashMap::default();
        for (node, &flipped) in flipped.iter().enumerate() {
            if self.of[node] == ALONE {
                continue;
            }
            let seen = (if flipped { !word(node) } else { word(node) }) & valid;
            let number = known.len() as u32;
            let &mut (class, first) = known.entry((self.of[node], seen)).or_insert((number, node));
            (self.of[node], self.first[node]) = (class, first);
        }
        let before = std::mem::replace(&mut self.classes, known.len());
        before != known.len()
    }

    /// Takes a signal out of its class.
    fn give_up(&mut self, node: usize) {
        debug_assert!(self.first[node] != node, "others are compared with it");
        self.of[node] = ALONE;
    }
}

/// Steps of runs as a graph over what determines them, the last of which is in question.
struct Steps {
    aig: Aig,
    /// By node of the circuit that is an input: what it is in the last step.
    inputs: Vec<Edge>,
    /// What holds.
    assumed: Vec<Edge>,
    /// What holds of the circuit in the last step.
    conditions: Vec<Edge>,
}

impl Steps {
    /// The first one.
    fn first(circuit: &Circuit) -> Self {
        let mut aig = Aig::new();
        let mut inputs = new_inputs(&circuit.aig, &mut aig);
        for (latch, value) in fixed_at_first(circuit) {
            inputs[circuit.latches[latch].bit.node()] = Edge::constant(value);
        }
        let conditions = circuit.init.iter().chain(&circuit.universal).copied().collect();
        Self { aig, inputs, assumed: vec![], conditions }
    }
}

/// The values of all nodes of a circuit in some step, and which are equal.
struct Frame {
    /// By node, with the earlier of two signals in the place of the later one.
    edges: Vec<Edge>,
    /// Nodes that have a target, where the graph does not show that they equal it: what they are,
    /// and what the target is.
    pairs: Vec<(usize, Edge, Edge)>,
}

impl Frame {
    fn new(aig: &mut Aig, circuit: &Circuit, inputs: &[Edge], classes: &Classes) -> Self {
        let mut edges = vec![Edge::FALSE; circuit.aig.len()];
        let mut pairs = vec![];
        for node in 0..edges.len() {
            let side = |edge: Edge| edges[edge.node()].xor(edge.is_complement());
            let own = match circuit.aig.gate(node) {
                Gate::False => Edge::FALSE,
                Gate::Input(_) => inputs[node],
                Gate::And(a, b) => aig.and(side(a), side(b)),
            };
            let other = classes.target(node).map(side);
            edges[node] = other.unwrap_or(own);
            pairs.extend(other.filter(|&other| other != own).map(|other| (node, own, other)));
        }
        Self { edges, pairs }
    }

    fn edge(&self, edge: Edge) -> Edge {
        self.edges[edge.node()].xor(edge.is_complement())
    }
}

struct Signals<'a> {
    circuit: &'a Circuit,
    classes: Classes,
    /// By latch: its next value.
    values: &'a [Edge],
    /// By latch: which input it is.
    latches: Vec<usize>,
}

impl Signals<'_> {
    /// Places of the bad conditions that are thought to be constantly false.
    fn goals(&self) -> impl Iterator<Item = usize> {
        let is_false = |edge: Edge| match self.classes.target(edge.node()) {
            Some(target) => target.xor(edge.is_complement()) == Edge::FALSE,
            None => edge == Edge::FALSE,
        };
        self.circuit.bad.iter().filter(move |bad| is_false(bad.1)).map(|bad| bad.0)
    }

    /// Whether a goal may come out.
    fn promising(&self) -> bool {
        self.goals().next().is_some()
    }

    /// What follows a step in which all signals are what is thought.
    fn step(&self) -> Steps {
        let mut aig = Aig::new();
        let inputs = new_inputs(&self.circuit.aig, &mut aig);
        let frame = Frame::new(&mut aig, self.circuit, &inputs, &self.classes);
        let mut assumed: Vec<Edge> =
            self.circuit.universal.iter().map(|&edge| frame.edge(edge)).collect();
        // State is what stands in its place, but gates are also what they are made of.
        let is_gate = |node: usize| self.circuit.aig.operands(node).is_some();
        let gates = frame.pairs.iter().filter(|pair| is_gate(pair.0));
        assumed.extend(gates.map(|&(_, own, other)| !aig.xor(own, other)));
        let mut inputs = new_inputs(&self.circuit.aig, &mut aig);
        for (latch, &value) in self.circuit.latches.iter().zip(self.values) {
            inputs[latch.bit.node()] = frame.edge(value);
        }
        Steps { aig, inputs, assumed, conditions: self.circuit.universal.clone() }
    }

    /// Asks whether the last step can be other than what is thought, and splits classes if so.
    /// Says whether any was split or given up; `None` if the time is over.
    fn check(&mut self, steps: &Steps, budget: &Budget) -> Option<bool> {
        let mut aig = steps.aig.clone();
        let frame = Frame::new(&mut aig, self.circuit, &steps.inputs, &self.classes);
        // What holds, holds of the signals as they are: if the first that is wrong stands
        // before a condition, that is none of what was put in place there.
        let conditions = steps.conditions.iter().copied();
        let real = copy(&self.circuit.aig, &mut aig, conditions.clone(), |it| steps.inputs[it]);
        let mut assumed = steps.assumed.clone();
        assumed.extend(conditions.map(|edge| real.edge(edge)));
        assumed.retain(|&edge| edge != Edge::TRUE);
        let differ = |&(node, own, other): &(usize, Edge, Edge)| (node, aig.xor(own, other));
        let mut questions: Vec<(usize, Edge)> = frame.pairs.iter().map(differ).collect();
        questions.retain(|question| question.1 != Edge::FALSE);
        if questions.is_empty() || assumed.contains(&Edge::FALSE) {
            return Some(false);
        }
        let mut solver = Questions::new(
            Cone::new(),
            &aig,
            &assumed,
            questions.iter().map(|it| it.1),
            limits::SIGNALS_CONFLICTS,
        );
        let mut changed = false;
        let thought: Vec<Option<Edge>> =
            questions.iter().map(|&(node, _)| self.classes.target(node)).collect();
        for ((node, differ), target) in questions.into_iter().zip(thought) {
            if self.classes.target(node) != target {
                // It was taken apart since.
                continue;
            }
            match solver.ask(&[differ], budget) {
                Answer::Unsat => continue,
                Answer::Interrupted if budget.exhausted().is_some() => return None,
                Answer::Interrupted => self.classes.give_up(node),
                Answer::Sat => {
                    let (words, valid) = self.around(steps, &aig, &assumed, &solver.model(&aig));
                    // Else it may differ only because one before it, since taken apart, was
                    // put in place here.
                    if !self.follow(words, valid, budget) && !changed {
                        self.classes.give_up(node);
                    }
                }
            }
            changed = true;
            if !self.promising() {
                break;
            }
        }
        Some(changed)
    }

    /// The values of all nodes in the last step of a model, and in 63 others that differ from it
    /// a little, as far as they satisfy what holds.
    fn around(&self, steps: &Steps, aig: &Aig, assumed: &[Edge], model: &[bool]) -> (Words, u64) {
        let words = simulate(aig, &around(model));
        let valid = assumed.iter().fold(!0, |all, &edge| all & words.value(edge));
        let value = |input: &Edge| words.value(steps.inputs[input.node()]);
        let last: Vec<u64> = self.circuit.aig.inputs().iter().map(value).collect();
        let words = simulate(&self.circuit.aig, &last);
        let valid = steps.conditions.iter().fold(valid, |all, &edge| all & words.value(edge));
        (words, valid)
    }

    /// Splits classes by steps and by what can follow them; says whether any was split. Once
    /// classes hold in a step that follows one in which they all hold, they must do so in
    /// the next one, too: so a chain of bits that depend on each other goes in one question.
    fn follow(&mut self, mut words: Words, mut valid: u64, budget: &Budget) -> bool {
        let aig = &self.circuit.aig;
        let split = self.classes.split(&words, valid);
        let mut random = Random::new(valid);
        let mut left = limits::SIGNALS_PATIENCE;
        let mut inputs: Vec<u64> = vec![0; aig.inputs().len()];
        while left > 0 && valid != 0 && split && budget.exhausted().is_none() {
            inputs.fill_with(|| random.bits());
            for (&input, &value) in self.latches.iter().zip(self.values) {
                inputs[input] = words.value(value);
            }
            words = simulate(aig, &inputs);
            let universal = &self.circuit.universal;
            valid = universal.iter().fold(valid, |all, &edge| all & words.value(edge));
            left =
                if self.classes.split(&words, valid) { limits::SIGNALS_PATIENCE } else { left - 1 };
        }
        split
    }

    /// What was proved, as a formula.
    fn result(&self, system: &TransitionSystem) -> Correspondence {
        let mut terms = system.terms.clone();
        let mut nodes: FxHashMap<usize, Term> = FxHashMap::default();
        let states = system.states.iter().map(|state| state.current).zip(&self.circuit.state);
        let inputs = system.inputs.iter().copied().zip(&self.circuit.inputs);
        for (symbol, word) in states.chain(inputs) {
            for (&bit, place) in word.iter().zip(0..) {
                nodes.insert(bit.node(), terms.bit(symbol, place));
            }
        }
        nodes.insert(0, terms.bool(false));
        let merged: Vec<(usize, Edge)> = (0..self.circuit.aig.len())
            .filter_map(|node| Some((node, self.classes.target(node)?)))
            .collect();
        let roots = merged.iter().flat_map(|&(node, target)| [Edge::to(node), target]);
        let needed = self.circuit.aig.cone(roots);
        for node in (0..needed.len()).filter(|&node| needed[node]) {
            if let Some(sides) = self.circuit.aig.operands(node) {
                let [a, b] = sides.map(|edge| edge_term(&mut terms, &nodes, edge));
                let both = terms.and(a, b);
                nodes.insert(node, both);
            }
        }
        let equal = merged.into_iter().map(|(node, target)| {
            let target = edge_term(&mut terms, &nodes, target);
            terms.eq(nodes[&node], target)
        });
        let equal: Vec<Term> = equal.collect();
        let holds = terms.conjunction(equal);
        Correspondence { goals: self.goals().collect(), terms, holds }
    }
}

fn edge_term(terms: &mut TermStore, nodes: &FxHashMap<usize, Term>, edge: Edge) -> Term {
    let node = nodes[&edge.node()];
    if edge.is_complement() { terms.not(node) } else { node }
}
