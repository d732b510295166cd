//! The circuit without bits that are merged, and without those that nothing depends on.

use rustc_hash::FxHashMap;

use crate::aig::copy::{Copied, copy, new_inputs};
use crate::aig::{Aig, Edge};
use crate::cnf::tseitin::conjuncts;
use crate::dimspec::circuit::{Circuit, Latch, Step};

use super::classes::Classes;
use super::live::Lives;

/// By node: which latch it is.
pub(super) fn latches_by_node(circuit: &Circuit) -> Vec<Option<usize>> {
    let mut by_node = vec![None; circuit.aig.len()];
    for (place, latch) in circuit.latches.iter().enumerate() {
        by_node[latch.bit.node()] = Some(place);
    }
    by_node
}

/// The latches of which a conjunct of I is a literal, with the values that it gives them.
pub(super) fn fixed_at_first(circuit: &Circuit) -> impl Iterator<Item = (usize, bool)> {
    let by_node = latches_by_node(circuit);
    let parts = circuit.init.iter().flat_map(|&edge| conjuncts(&circuit.aig, edge));
    parts.filter_map(move |part| Some((by_node[part.node()]?, !part.is_complement())))
}

/// Drops the latches of a functional circuit on which neither a bad condition nor U depends,
/// in any number of steps. The bits that they were are as I has them, and can be anything.
pub(super) fn drop_unneeded(circuit: &mut Circuit) {
    let Step::Function(values) = &circuit.step else { return };
    let by_node = latches_by_node(circuit);
    let aig = &circuit.aig;
    let mut seen = vec![false; aig.len()];
    let mut stack: Vec<Edge> = circuit.bad.iter().map(|bad| bad.1).collect();
    stack.extend(&circuit.universal);
    let parts = circuit.init.iter().flat_map(|&edge| conjuncts(aig, edge));
    // Bits that are fixed one by one can be left out one by one.
    stack.extend(parts.filter(|part| by_node[part.node()].is_none()));
    while let Some(edge) = stack.pop() {
        if std::mem::replace(&mut seen[edge.node()], true) {
            continue;
        }
        stack.extend(aig.operands(edge.node()).into_iter().flatten());
        stack.extend(by_node[edge.node()].map(|latch| values[latch]));
    }
    let is_needed = |latch: &Latch| seen[latch.bit.node()];
    if circuit.latches.iter().all(is_needed) {
        return;
    }
    let unneeded = |node: usize| by_node[node].is_some() && !seen[node];
    let reads_unneeded = above(aig, unneeded);
    let reads_unneeded = |edge: Edge| reads_unneeded[edge.node()];
    let init: Vec<Edge> = circuit.init.iter().flat_map(|&edge| conjuncts(aig, edge)).collect();
    let init = init.into_iter().filter(|edge| !unneeded(edge.node())).collect();
    let terminated = circuit.terminated.filter(|&edge| !reads_unneeded(edge));
    let facts = circuit.facts.iter().copied().filter(|&edge| !reads_unneeded(edge)).collect();
    circuit.predicates.retain(|&(_, edge)| !reads_unneeded(edge));
    let kept = circuit.latches.iter().zip(values).filter(|kept| is_needed(kept.0));
    let (latches, values) = kept.map(|(&latch, &value)| (latch, value)).unzip();
    let fixed: FxHashMap<usize, bool> = fixed_at_first(circuit).collect();
    for bit in circuit.state.iter_mut().flatten() {
        if let Some(latch) = by_node[bit.node()].filter(|_| !seen[bit.node()]) {
            let value = fixed.get(&latch).copied().unwrap_or(false);
            // Bits that were equal or opposite still are.
            *bit = Edge::constant(value).xor(bit.is_complement());
        }
    }
    (circuit.init, circuit.terminated, circuit.facts) = (init, terminated, facts);
    (circuit.latches, circuit.step) = (latches, Step::Function(values));
}

/// By node: whether it is one of these, or reads one.
fn above(aig: &Aig, is_one: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut above = vec![false; aig.len()];
    for node in 0..aig.len() {
        let operands = aig.operands(node).into_iter().flatten();
        above[node] = is_one(node) || operands.into_iter().any(|edge| above[edge.node()]);
    }
    above
}

/// In which states representatives are put in the places of merged latches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Substituted {
    /// Where a step begins.
    Here,
    /// There and, in a relation, one step later.
    HereAndNext,
}

/// Copies what `roots` depend on, and all inputs in their order, with representatives in the
/// places of merged latches.
pub(super) fn substituted(
    circuit: &Circuit,
    classes: &Classes,
    states: Substituted,
    roots: impl IntoIterator<Item = Edge>,
) -> (Aig, Copied) {
    let mut aig = Aig::new();
    let mut inputs = new_inputs(&circuit.aig, &mut aig);
    let by_node = latches_by_node(circuit);
    let next = match &circuit.step {
        Step::Relation { next, .. } if states == Substituted::HereAndNext => &next[..],
        _ => &[],
    };
    for (latch, target) in classes.targets() {
        let node = circuit.latches[latch].bit.node();
        inputs[node] = inputs[target.node()].xor(target.is_complement());
        if let Some(later) = next.get(latch) {
            let target = match by_node[target.node()] {
                Some(other) => inputs[next[other].node()].xor(target.is_complement()),
                None => target,
            };
            inputs[later.node()] = target;
        }
    }
    let copied = copy(&circuit.aig, &mut aig, roots, |node| inputs[node]);
    (aig, copied)
}

/// The circuit with its classes merged.
pub(super) fn reduced(circuit: &Circuit, lives: &Lives, classes: &Classes) -> Circuit {
    let facts = lives.facts(circuit, classes);
    let step = match &circuit.step {
        Step::Function(values) => values,
        Step::Relation { conjuncts, .. } => conjuncts,
    };
    // A lemma about a predicate means the bits that it reads, even where merged ones are dead.
    let by_node = latches_by_node(circuit);
    let merged = |node: usize| by_node[node].is_some_and(|latch| classes.is_merged(latch));
    let reads_merged = above(&circuit.aig, merged);
    let mut predicates = circuit.predicates.clone();
    predicates.retain(|&(_, edge)| !reads_merged[edge.node()]);
    let bad = circuit.bad.iter().map(|bad| bad.1);
    let parts = [&circuit.init, &circuit.universal, step, &facts];
    let roots = parts.into_iter().flatten().copied().chain(bad).chain(circuit.terminated);
    let roots = roots.chain(predicates.iter().map(|predicate| predicate.1));
    let (aig, copied) =
        substituted(circuit, classes, Substituted::HereAndNext, roots.collect::<Vec<_>>());
    let edges = |them: &[Edge]| them.iter().map(|&edge| copied.edge(edge)).collect::<Vec<_>>();
    let words = |words: &[Vec<Edge>]| words.iter().map(|word| edges(word)).collect::<Vec<_>>();
    let kept = |them: &[Edge]| {
        let kept = them.iter().enumerate().filter(|it| !classes.is_merged(it.0));
        kept.map(|(_, &edge)| copied.edge(edge)).collect::<Vec<_>>()
    };
    let latches = circuit.latches.iter().enumerate().filter(|it| !classes.is_merged(it.0));
    Circuit {
        latches: latches
            .map(|(_, latch)| Latch { bit: copied.edge(latch.bit), ..*latch })
            .collect(),
        state: words(&circuit.state),
        inputs: words(&circuit.inputs),
        init: edges(&circuit.init),
        universal: edges(&circuit.universal),
        step: match &circuit.step {
            Step::Function(values) => Step::Function(kept(values)),
            Step::Relation { next, conjuncts } => {
                Step::Relation { next: kept(next), conjuncts: edges(conjuncts) }
            }
        },
        bad: circuit.bad.iter().map(|&(place, edge)| (place, copied.edge(edge))).collect(),
        terminated: circuit.terminated.map(|edge| copied.edge(edge)).filter(|it| !it.is_constant()),
        facts: edges(&facts),
        predicates: predicates
            .into_iter()
            .map(|(place, edge)| (place, copied.edge(edge)))
            .collect(),
        aig,
    }
}
