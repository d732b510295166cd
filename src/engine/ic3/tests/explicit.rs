//! Explicit-state search over full assignments of a DimSpec, for few variables.

use crate::cnf::Cnf;
use crate::dimspec::Model;

/// A clause as masks of its positive and negative variables over two states.
struct Masks(Vec<(u64, u64)>);

impl Masks {
    fn new(clauses: &Cnf) -> Self {
        let masks = clauses.iter().map(|clause| {
            clause.iter().fold((0, 0), |(positive, negative), lit| {
                let bit = 1u64 << (lit.var().0 - 1);
                if lit.is_positive() {
                    (positive | bit, negative)
                } else {
                    (positive, negative | bit)
                }
            })
        });
        Masks(masks.collect())
    }

    fn hold(&self, assignment: u64) -> bool {
        self.0
            .iter()
            .all(|(positive, negative)| assignment & positive | !assignment & negative != 0)
    }
}

/// The states that are in some run, in order.
pub(super) fn reached(model: &Model) -> Vec<u64> {
    let spec = &model.spec;
    let size = 1u64 << spec.num_vars;
    let universal = Masks::new(&spec.universal);
    let (init, trans) = (Masks::new(&spec.init), Masks::new(&spec.trans));
    let valid: Vec<u64> = (0..size).filter(|&state| universal.hold(state)).collect();
    let mut reached = vec![false; size as usize];
    let mut stack: Vec<u64> = valid.iter().copied().filter(|&state| init.hold(state)).collect();
    stack.iter().for_each(|&state| reached[state as usize] = true);
    while let Some(state) = stack.pop() {
        for &next in &valid {
            if !reached[next as usize] && trans.hold(state | next << spec.num_vars) {
                reached[next as usize] = true;
                stack.push(next);
            }
        }
    }
    (0..size).filter(|&state| reached[state as usize]).collect()
}

/// For each goal whether it is reached.
pub(super) fn search(model: &Model) -> Vec<bool> {
    let reached = reached(model);
    let meets = |goal: &crate::dimspec::Goal| {
        let goal = Masks::new(&goal.clauses);
        reached.iter().any(|&state| goal.hold(state))
    };
    model.goals.iter().map(meets).collect()
}

/// The clauses that hold in all of `states`.
pub(super) fn true_in(states: &[u64], clauses: &Cnf) -> Cnf {
    let mut kept = Cnf::new();
    for clause in clauses.iter() {
        let mut alone = Cnf::new();
        alone.push(clause.iter().copied());
        let alone = Masks::new(&alone);
        if states.iter().all(|&state| alone.hold(state)) {
            kept.push(clause.iter().copied());
        }
    }
    kept
}
