//! Random runs, 64 at once, for candidates.

use crate::aig::simulate::{Words, simulate as evaluate};
use crate::aig::{Edge, Gate};
use crate::dimspec::circuit::{Circuit, Step};
use crate::support::Budget;
use crate::support::limits;
use crate::support::random::Random;

use super::classes::{Pattern, Patterns};
use super::induction::Frame;
use super::live::Lives;
use super::reduce::{fixed_at_first, latches_by_node};

/// Seed of the runs.
const SEED: u64 = 0x5eed;

/// By latch: which input it is.
pub(super) fn latches(circuit: &Circuit) -> Vec<usize> {
    let number = |edge: Edge| match circuit.aig.gate(edge.node()) {
        Gate::Input(number) => number,
        _ => unreachable!("latches are inputs"),
    };
    circuit.latches.iter().map(|it| number(it.bit)).collect()
}

/// The states of such runs ([`run`]) as patterns.
pub(super) fn simulate(
    circuit: &Circuit,
    lives: &Lives,
    patterns: &mut Patterns,
    budget: &Budget,
) -> Option<bool> {
    run(circuit, budget, |words, valid| {
        let live = lives.words(|edge| words.value(edge));
        patterns.push(Pattern {
            values: circuit.latches.iter().map(|latch| words.value(latch.bit)).collect(),
            live: live.into_iter().map(|live| live & valid).collect(),
        });
    })
}

/// Runs from states that satisfy I and U: of a functional circuit many steps, of a relation the
/// first states. `visit` sees the values in each, and which of the 64 count. Whether there are
/// any; `None` if the time is over.
pub fn run(circuit: &Circuit, budget: &Budget, mut visit: impl FnMut(&Words, u64)) -> Option<bool> {
    let mut random = Random::new(SEED);
    let first = Frame::first(circuit, &Lives::everywhere(circuit));
    let starts = first.models(64, &mut random, budget)?;
    if starts.is_empty() {
        return Some(false);
    }
    let aig = &circuit.aig;
    let by_node = latches_by_node(circuit);
    // What neither I nor U speaks of can be anything.
    let conditions = circuit.init.iter().chain(&circuit.universal);
    let bound = aig.cone(conditions.copied());
    let one_by_one = |place: usize| {
        let starts = (0..64).zip(starts.iter().cycle());
        starts.fold(0, |lanes, (lane, start)| lanes | u64::from(start[place]) << lane)
    };
    let mut inputs: Vec<u64> = Vec::with_capacity(aig.inputs().len());
    for (place, input) in aig.inputs().iter().enumerate() {
        inputs.push(if bound[input.node()] { one_by_one(place) } else { random.bits() });
    }
    let latches = latches(circuit);
    for (latch, value) in fixed_at_first(circuit) {
        inputs[latches[latch]] = if value { !0 } else { 0 };
    }
    let is_latch: Vec<bool> =
        aig.inputs().iter().map(|input| by_node[input.node()].is_some()).collect();
    let mut valid = !0u64;
    for _ in 0..(limits::SWEEP_GATES / aig.len()).clamp(4, limits::SWEEP_STEPS) {
        let words = evaluate(aig, &inputs);
        valid = circuit.universal.iter().fold(valid, |all, &edge| all & words.value(edge));
        if valid == 0 || budget.exhausted().is_some() {
            break;
        }
        visit(&words, valid);
        let Step::Function(values) = &circuit.step else { break };
        let next: Vec<u64> = values.iter().map(|&value| words.value(value)).collect();
        for (&input, value) in latches.iter().zip(next) {
            inputs[input] = value;
        }
        for input in (0..inputs.len()).filter(|&input| !is_latch[input]) {
            inputs[input] = mixed(&mut random);
        }
    }
    Some(true)
}

/// Random values of an input: of a quarter of the runs most are false, of another one most are
/// true. So some runs stay long in a loop that an input ends, and some numbers are small or large.
fn mixed(random: &mut Random) -> u64 {
    const MOSTLY_FALSE: u64 = 0xffff;
    const MOSTLY_TRUE: u64 = MOSTLY_FALSE << 16;
    let few = random.bits() & random.bits() & random.bits() & random.bits();
    let many = random.bits() | random.bits() | random.bits() | random.bits();
    (random.bits() | (many & MOSTLY_TRUE)) & (few | !MOSTLY_FALSE)
}
