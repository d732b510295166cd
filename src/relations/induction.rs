//! Which candidates hold in the first states and are kept by all steps.

use super::points::Points;
use super::words::Word;
use super::{Candidates, Verdict};
use crate::aig::copy::{Copied, copy, new_inputs};
use crate::aig::simulate::simulate;
use crate::aig::{Aig, Edge};
use crate::bv::Term;
use crate::dimspec::circuit::{Circuit, Step};
use crate::sat::{Answer, CaDiCaL, Profile};
use crate::support::Budget;
use crate::support::limits;
use crate::sweep::questions::{Questions, around};
use crate::system::TransitionSystem;

/// Cuts candidates down until they are inductive, given what is `known` to be so, and returns
/// their terms. `None` if the time is over before.
pub(super) fn prune(
    system: &mut TransitionSystem,
    words: &[Word],
    known: &[Term],
    candidates: &mut impl Candidates,
    budget: &Budget,
) -> Option<Vec<Term>> {
    loop {
        let terms = candidates.terms(words, &mut system.terms);
        if terms.is_empty() {
            return Some(terms);
        }
        let predicates = known.iter().chain(&terms).copied().collect();
        let circuit = Circuit::new(&TransitionSystem { predicates, ..system.clone() }, None);
        if circuit.aig.len() > limits::RELATIONS_QUESTION_NODES || budget.exhausted().is_some() {
            return None;
        }
        let mut found = Checked::default();
        for frames in [Frames::first, Frames::step] {
            if found.all_kept() {
                found = frames(&circuit).check(known.len(), words, budget)?;
            }
        }
        if found.all_kept() {
            return Some(terms);
        }
        candidates.refute(&found.verdicts, &found.points.all);
    }
}

/// What was found out about candidates.
#[derive(Default)]
struct Checked {
    /// Of each.
    verdicts: Vec<Verdict>,
    /// States in which those that are refuted don't hold.
    points: Points,
}

impl Checked {
    fn all_kept(&self) -> bool {
        self.verdicts.iter().all(|&verdict| verdict == Verdict::Kept)
    }
}

/// States in question, over what determines them.
struct Frames {
    aig: Aig,
    /// What holds.
    assumed: Vec<Edge>,
    /// By candidate, behind what is known: that it holds in the state before, if there is one.
    before: Vec<Edge>,
    /// The same in the state in question.
    asked: Vec<Edge>,
    /// By latch: its value there.
    state: Vec<Edge>,
}

impl Frames {
    /// The first states.
    fn first(circuit: &Circuit) -> Self {
        let mut aig = Aig::new();
        let inputs = new_inputs(&circuit.aig, &mut aig);
        let (here, asked) = predicates(circuit, &mut aig, &inputs, &circuit.init);
        let conditions = circuit.init.iter().chain(&circuit.universal);
        Self {
            assumed: conditions.map(|&edge| here.edge(edge)).collect(),
            before: vec![Edge::TRUE; asked.len()],
            asked,
            state: circuit.latches.iter().map(|latch| inputs[latch.bit.node()]).collect(),
            aig,
        }
    }

    /// Those that follow states in which all candidates hold.
    fn step(circuit: &Circuit) -> Self {
        let Step::Function(values) = &circuit.step else { unreachable!("a functional system") };
        let mut aig = Aig::new();
        let inputs = new_inputs(&circuit.aig, &mut aig);
        let (here, before) = predicates(circuit, &mut aig, &inputs, values);
        let mut assumed: Vec<Edge> =
            circuit.universal.iter().map(|&edge| here.edge(edge)).collect();
        let mut inputs = new_inputs(&circuit.aig, &mut aig);
        for (latch, &value) in circuit.latches.iter().zip(values) {
            inputs[latch.bit.node()] = here.edge(value);
        }
        let (next, asked) = predicates(circuit, &mut aig, &inputs, &[]);
        assumed.extend(circuit.universal.iter().map(|&edge| next.edge(edge)));
        let state = values.iter().map(|&value| here.edge(value)).collect();
        Self { aig, assumed, before, asked, state }
    }

    /// Asks of each candidate (those behind the `known` ones) whether it can be false in the
    /// state in question; `None` if the time is over.
    fn check(self, known: usize, words: &[Word], budget: &Budget) -> Option<Checked> {
        let candidates = &self.asked[known..];
        let mut points = Points::default();
        let mut verdicts = vec![Verdict::Kept; candidates.len()];
        // What is known holds in both states.
        let both = self.before[..known].iter().chain(&self.asked[..known]);
        let assumed: Vec<Edge> = self.assumed.iter().chain(both).copied().collect();
        let mut before = self.before[known..].to_vec();
        let all: Vec<Edge> = assumed.iter().chain(&before).copied().collect();
        if all.contains(&Edge::FALSE) {
            return Some(Checked { verdicts, points });
        }
        before.retain(|&edge| edge != Edge::TRUE);
        let asked = before.iter().chain(candidates).copied();
        let asked = asked.filter(|edge| !edge.is_constant());
        // Sums of wide words are too hard for the solver of sweeping.
        let solver = CaDiCaL::new(Profile::Incremental);
        let mut solver =
            Questions::new(solver, &self.aig, &assumed, asked, limits::RELATIONS_CONFLICTS);
        for (place, &holds) in candidates.iter().enumerate() {
            if verdicts[place] != Verdict::Kept || holds == Edge::TRUE {
                continue;
            }
            let fails = (holds != Edge::FALSE).then_some(!holds);
            let question: Vec<Edge> = before.iter().copied().chain(fails).collect();
            match solver.ask(&question, budget) {
                Answer::Unsat => {}
                Answer::Interrupted if budget.exhausted().is_some() => return None,
                Answer::Interrupted => verdicts[place] = Verdict::Undecided,
                Answer::Sat => {
                    let values = simulate(&self.aig, &around(&solver.model(&self.aig)));
                    let valid = all.iter().fold(!0, |valid, &edge| valid & values.value(edge));
                    points.add(words, &self.state, &values, valid);
                    for (verdict, &holds) in verdicts.iter_mut().zip(candidates) {
                        if !values.value(holds) & valid != 0 {
                            *verdict = Verdict::Refuted;
                        }
                    }
                    debug_assert_eq!(verdicts[place], Verdict::Refuted, "the model is among them");
                }
            }
        }
        Some(Checked { verdicts, points })
    }
}

/// The values of a circuit's predicates with these inputs, and of what else is asked for and
/// of U.
fn predicates(
    circuit: &Circuit,
    aig: &mut Aig,
    inputs: &[Edge],
    others: &[Edge],
) -> (Copied, Vec<Edge>) {
    let predicates = circuit.predicates.iter().map(|it| it.1);
    let roots = predicates.clone().chain(others.iter().chain(&circuit.universal).copied());
    let copied = copy(&circuit.aig, aig, roots, |node| inputs[node]);
    let edges = predicates.map(|edge| copied.edge(edge)).collect();
    (copied, edges)
}
