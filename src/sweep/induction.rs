//! Whether candidates hold in the first state, and whether a step keeps them.

use rustc_hash::FxHashSet;

use crate::aig::copy::{copy, new_inputs};
use crate::aig::simulate::simulate;
use crate::aig::{Aig, Edge};
use crate::dimspec::circuit::{Circuit, Step};
use crate::sat::{Answer, Cone};
use crate::support::Budget;
use crate::support::limits;
use crate::support::random::Random;

use super::classes::{Classes, Pattern, Patterns};
use super::live::Lives;
use super::questions::{Questions, around};
use super::reduce::{Substituted, fixed_at_first, substituted};

/// States in question, as a circuit over what determines them.
#[derive(Debug)]
pub(super) struct Frame {
    aig: Aig,
    /// By latch: its value.
    values: Vec<Edge>,
    /// By kind: whether its latches are live.
    live: Vec<Edge>,
    /// What holds.
    assumed: Vec<Edge>,
}

/// Candidates and targets that hold in the first state.
pub(super) type Proved = FxHashSet<(usize, Edge)>;

/// Splits classes until they hold in all first states. `None` if the time is over.
pub(super) fn base(
    circuit: &Circuit,
    lives: &Lives,
    classes: &mut Classes,
    proved: &mut Proved,
    patterns: &mut Patterns,
    budget: &Budget,
) -> Option<()> {
    loop {
        let open: Vec<_> = classes.targets().filter(|pair| !proved.contains(pair)).collect();
        let frame = Frame::first(circuit, lives);
        if !frame.check(lives, classes, &open, patterns, budget)? {
            proved.extend(classes.targets());
            return Some(());
        }
    }
}

/// Splits classes by steps from states in which they all hold. Says whether any was split;
/// `None` if the time is over.
pub(super) fn step(
    circuit: &Circuit,
    lives: &Lives,
    classes: &mut Classes,
    patterns: &mut Patterns,
    budget: &Budget,
) -> Option<bool> {
    let open: Vec<_> = classes.targets().collect();
    Frame::next(circuit, lives, classes).check(lives, classes, &open, patterns, budget)
}

impl Frame {
    /// The first states.
    pub fn first(circuit: &Circuit, lives: &Lives) -> Self {
        let mut aig = Aig::new();
        let mut inputs = new_inputs(&circuit.aig, &mut aig);
        for (latch, value) in fixed_at_first(circuit) {
            inputs[circuit.latches[latch].bit.node()] = Edge::constant(value);
        }
        let conditions: Vec<Edge> =
            circuit.init.iter().chain(&circuit.universal).copied().collect();
        let copied = copy(&circuit.aig, &mut aig, conditions.iter().copied(), |node| inputs[node]);
        let live = lives.edges(&mut aig, |edge| copied.edge(edge));
        Self {
            values: circuit.latches.iter().map(|latch| copied.edge(latch.bit)).collect(),
            live,
            assumed: conditions.iter().map(|&edge| copied.edge(edge)).collect(),
            aig,
        }
    }

    /// What follows states in which the classes hold.
    fn next(circuit: &Circuit, lives: &Lives, classes: &Classes) -> Self {
        let mut conditions = circuit.universal.clone();
        conditions.extend(lives.facts(circuit, classes));
        let values = match &circuit.step {
            Step::Function(values) => values,
            Step::Relation { next, conjuncts } => {
                conditions.extend(conjuncts);
                next
            }
        };
        let roots: Vec<Edge> = values.iter().chain(&conditions).copied().collect();
        // That they hold one step later is the question.
        let (mut aig, copied) = substituted(circuit, classes, Substituted::Here, roots);
        let values: Vec<Edge> = values.iter().map(|&value| copied.edge(value)).collect();
        let live = lives.edges(&mut aig, |edge| classes.value(edge, &values));
        let assumed = conditions.iter().map(|&edge| copied.edge(edge)).collect();
        Self { aig, values, live, assumed }
    }

    /// Asks whether the candidates `open` can be wrong, and splits classes if so. Says whether
    /// any was split or given up; `None` if the time is over.
    fn check(
        mut self,
        lives: &Lives,
        classes: &mut Classes,
        open: &[(usize, Edge)],
        patterns: &mut Patterns,
        budget: &Budget,
    ) -> Option<bool> {
        let mut questions = Vec::new();
        for &(latch, target) in open {
            let other = classes.value(target, &self.values);
            let differ = self.aig.xor(self.values[latch], other);
            let wrong = self.aig.and(differ, self.live[lives.kind(latch)]);
            if wrong != Edge::FALSE {
                questions.push((latch, target, wrong));
            }
        }
        if questions.is_empty() || self.assumed.contains(&Edge::FALSE) {
            return Some(false);
        }
        let mut circuit = Questions::new(
            Cone::new(),
            &self.aig,
            &self.assumed,
            questions.iter().map(|question| question.2),
            limits::SWEEP_CONFLICTS,
        );
        let mut changed = false;
        for (latch, target, wrong) in questions {
            if classes.target(latch) != Some(target) {
                continue;
            }
            match circuit.ask(&[wrong], budget) {
                Answer::Unsat => continue,
                Answer::Interrupted if budget.exhausted().is_some() => return None,
                Answer::Interrupted => classes.give_up(latch),
                Answer::Sat => {
                    let pattern = self.around(lives, &circuit.model(&self.aig));
                    patterns.push(pattern);
                    classes.split(lives, patterns);
                    if classes.target(latch) == Some(target) {
                        classes.give_up(latch);
                    }
                }
            }
            changed = true;
        }
        Some(changed)
    }

    /// The state of a model, and 63 others that differ from it a little, as far as they satisfy
    /// what holds.
    fn around(&self, lives: &Lives, model: &[bool]) -> Pattern {
        let words = simulate(&self.aig, &around(model));
        let valid = self.assumed.iter().fold(!0, |all, &edge| all & words.value(edge));
        let live = (0..lives.kinds()).map(|kind| words.value(self.live[kind]) & valid);
        Pattern {
            values: self.values.iter().map(|&edge| words.value(edge)).collect(),
            live: live.collect(),
        }
    }

    /// States, at most `most`, as far apart as is cheap: of each the value of each input of the
    /// circuit. Empty if there are none; `None` if the time is over.
    pub fn models(
        &self,
        most: usize,
        random: &mut Random,
        budget: &Budget,
    ) -> Option<Vec<Vec<bool>>> {
        let mut models = Vec::new();
        if self.assumed.contains(&Edge::FALSE) {
            return Some(models);
        }
        let mut circuit =
            Questions::new(Cone::new(), &self.aig, &self.assumed, [], limits::SWEEP_CONFLICTS);
        while models.len() < most {
            match circuit.ask(&[], budget) {
                Answer::Sat => models.push(circuit.model(&self.aig)),
                Answer::Interrupted if models.is_empty() => return None,
                Answer::Unsat | Answer::Interrupted => break,
            }
            circuit.vary(&self.aig, random, limits::SWEEP_CONFLICTS_FOR_ANOTHER);
        }
        Some(models)
    }
}
