//! Sequential sweeping: state bits that are constant, equal or opposite in all states that
//! runs reach are found by simulation, proved together by induction and merged (C. A. J. van
//! Eijk: Sequential equivalence checking based on structural similarities, TCAD 2000; with
//! speculative reduction as in Mony, Baumgartner, Mishchenko, Brayton: Speculative
//! reduction-based scalable redundancy identification, DATE 2009). State bits on which no goal
//! depends go, too.
//!
//! What differs: a bit need equal what it is merged with only where it is *live*. A variable
//! that is given its value before it is read is arbitrary in the first state; no equality holds
//! there, and none is needed.
//!
//! 1. [`live`]: which bits matter at all, and in which moments each does not.
//! 2. [`runs`]: random runs, 64 at once, give [`classes::Patterns`]; bits that agree in all of
//!    them where they are live are candidates ([`classes`]).
//! 3. [`induction`]: all candidates are assumed of a state, by putting the one bit into the
//!    other's place before anything is asked: much becomes equal by structure. Of what does not
//!    a solver is asked whether it can differ one step later. A model splits classes, and so on
//!    until nothing changes. What takes too many conflicts is not merged.
//! 4. [`reduce`]: the circuit with fewer bits.
//!
//! # Why answers carry over
//!
//! Let E say of each merged bit x that it equals its representative r where it is live. E holds
//! in every state of every run. A state s of the whole system in which E holds and the state of
//! the reduced one in which the representatives have the same values do the same: where x and r
//! differ in s nothing depends on x, so the representatives have the same values one step later.
//! So
//! * runs are the same runs: the representatives and inputs of a run of the reduced system,
//!   with the first values of other bits as I has them, make one of the whole;
//! * what is an invariant of the reduced system is, together with E, one of the whole; what is
//!   k-inductive there is so here if E is an auxiliary invariant. [`Swept::facts`] is E.
//!
//! [`signals`] looks at all gates, and decides goals by itself.
//!
//! Deliberately absent: merging of gates for engines (the claim would have to be part of their
//! certificates, which speak of state), equalities that hold at some locations only although both
//! bits are live at others.

mod classes;
mod induction;
mod live;
pub(crate) mod questions;
mod reduce;
pub(crate) mod runs;
pub mod signals;
#[cfg(test)]
mod tests;

use classes::{Classes, Patterns};
use induction::{Proved, base, step};
use live::Lives;

use crate::aig::Edge;
use crate::bv::Value;
use crate::dimspec::BitTrace;
use crate::dimspec::build::{Built, of_circuit};
use crate::dimspec::circuit::{Circuit, Latch, Step};
use crate::support::Budget;
use crate::support::Fault;
use crate::support::limits;
use crate::system::{Locations, StateLit, TransitionSystem, WordState};

/// A smaller model of a system.
#[derive(Clone, Debug)]
pub struct Swept {
    /// The model, with the way back: every state bit is a literal of it. Of bits that are not
    /// live, or that no goal depends on, the literal has any value.
    pub built: Built,
    /// Clauses that hold in every state of every run of the whole system, inductive together
    /// (given the system's own facts): the bits that were merged are equal.
    pub facts: Vec<Vec<StateLit>>,
    /// How many state bits were merged with others or constants.
    pub merged: usize,
    /// How many state bits went because no goal depends on them.
    pub dropped: usize,
    /// Bits that I fixes in the first state.
    first: Vec<StateLit>,
}

/// Looks for a smaller model. `None` if there is none, or the time was over before one was
/// found. `locations` are those of a functional system. If `exact`, bits are merged only if they
/// are equal everywhere, and none is dropped: then states of the model differ if those of the
/// system do.
pub fn sweep(
    system: &TransitionSystem,
    locations: Option<&Locations>,
    exact: bool,
    budget: &Budget,
) -> Option<Swept> {
    let mut circuit = Circuit::new(system, None);
    let all = circuit.latches.len();
    let first = reduce::fixed_at_first(&circuit)
        .map(|(latch, value)| literal(&circuit.latches[latch], value))
        .collect();
    if !exact {
        reduce::drop_unneeded(&mut circuit);
    }
    let dropped = all - circuit.latches.len();
    let lives = match (exact, &circuit.step) {
        (false, Step::Function(_)) => Lives::new(&circuit, locations),
        _ => Lives::everywhere(&circuit),
    };
    let classes = merge(&circuit, &lives, budget)?;
    let merged = classes.merged();
    if merged == 0 && dropped == 0 {
        return None;
    }
    let mut reduced = reduce::reduced(&circuit, &lives, &classes);
    let left = reduced.latches.len();
    if !exact {
        reduce::drop_unneeded(&mut reduced);
    }
    let dropped = dropped + left - reduced.latches.len();
    let facts = facts(&circuit, &lives, &classes, budget)?;
    Some(Swept { built: of_circuit(system, &reduced), facts, merged, dropped, first })
}

/// The largest classes that are found and proved; `None` if the time is over before.
fn merge(circuit: &Circuit, lives: &Lives, budget: &Budget) -> Option<Classes> {
    if circuit.latches.len() > limits::SWEEP_BITS {
        return Some(Classes::none(circuit));
    }
    let mut patterns = Patterns::default();
    if !runs::simulate(circuit, lives, &mut patterns, budget)? {
        return Some(Classes::none(circuit));
    }
    let mut classes = Classes::new(circuit, lives, &patterns);
    let mut proved = Proved::default();
    loop {
        base(circuit, lives, &mut classes, &mut proved, &mut patterns, budget)?;
        if Fault::SweepStep.is_planted() {
            return Some(classes);
        }
        if !step(circuit, lives, &mut classes, &mut patterns, budget)? {
            return Some(classes);
        }
    }
}

/// That merged bits are equal where they are live, as clauses; `None` if they are too many or
/// the time is over.
fn facts(
    circuit: &Circuit,
    lives: &Lives,
    classes: &Classes,
    budget: &Budget,
) -> Option<Vec<Vec<StateLit>>> {
    let by_node = reduce::latches_by_node(circuit);
    let lit = |edge: Edge| {
        let latch = by_node[edge.node()].expect("moments speak of state");
        literal(&circuit.latches[latch], !edge.is_complement())
    };
    let mut facts = Vec::new();
    for (latch, target) in classes.targets() {
        let bit = literal(&circuit.latches[latch], true);
        let sides: Vec<Vec<StateLit>> = match target {
            Edge::FALSE => vec![vec![negated(bit)]],
            Edge::TRUE => vec![vec![bit]],
            other => {
                let other = lit(other);
                vec![vec![negated(bit), other], vec![bit, negated(other)]]
            }
        };
        if facts.len() > limits::SWEEP_FACTS || budget.exhausted().is_some() {
            return None;
        }
        for context in lives.contexts(latch) {
            let context: Vec<StateLit> = context.into_iter().map(lit).collect();
            facts.extend(sides.iter().map(|side| [&context[..], side].concat()));
        }
    }
    Some(facts)
}

fn literal(latch: &Latch, positive: bool) -> StateLit {
    let (state, bit) = latch.owner;
    StateLit { state, bit, positive }
}

fn negated(lit: StateLit) -> StateLit {
    StateLit { positive: !lit.positive, ..lit }
}

impl Swept {
    /// The run of the reduced model in words: its inputs, and the first state as I has it. The
    /// states that follow are right in the bits that are left or equal to those, where they are
    /// live.
    pub fn words(&self, trace: &BitTrace) -> Vec<WordState> {
        let mut words = self.built.map.words(trace);
        if let Some(state) = words.first_mut() {
            for lit in &self.first {
                let value = &mut state.states[lit.state];
                let mut bits: Vec<bool> = (0..value.width()).map(|bit| value.bit(bit)).collect();
                bits[lit.bit as usize] = lit.positive;
                *value = Value::from_bits(&bits);
            }
        }
        words
    }
}
