//! A graph in a solver: what is assumed of it, and gates for what is asked.

use crate::aig::{Aig, Edge};
use crate::cnf::tseitin::{Gates, Root};
use crate::cnf::{Cnf, Lit, Var};
use crate::sat::{Answer, Solver};
use crate::support::Budget;
use crate::support::random::Random;

/// See the module.
pub struct Questions<S> {
    solver: S,
    gates: Gates,
    conflicts: u32,
}

impl<S: Solver> Questions<S> {
    /// For conjunctions of the edges `asked`, each of which may take the new `solver` so many
    /// `conflicts`.
    pub fn new(
        mut solver: S,
        aig: &Aig,
        assumed: &[Edge],
        asked: impl IntoIterator<Item = Edge>,
        conflicts: u32,
    ) -> Self {
        let mut roots: Vec<Root> = assumed.iter().map(|&edge| Root::Asserted(edge)).collect();
        roots.extend(asked.into_iter().map(Root::Literal));
        let gates = Gates::new(aig, &roots);
        solver.add(&[lit(Edge::TRUE)]);
        for (node, shape) in gates.iter() {
            let mut definition = Cnf::new();
            let output = lit(Edge::to(node));
            shape.define(output, lit, &mut definition);
            solver.define(output.var(), &definition);
        }
        let mut conditions = Cnf::new();
        for &edge in assumed {
            gates.assert(aig, edge, lit, &mut conditions);
        }
        conditions.iter().for_each(|clause| solver.add(clause));
        Self { solver, gates, conflicts }
    }

    /// Whether all of these can be true together with what is assumed.
    pub fn ask(&mut self, all: &[Edge], budget: &Budget) -> Answer {
        let all: Vec<Lit> = all.iter().map(|&edge| lit(edge)).collect();
        if budget.exhausted().is_some() {
            return Answer::Interrupted;
        }
        self.solver.limit_conflicts(self.conflicts);
        self.solver.solve(&all, budget)
    }

    /// Has the solver try other values of the inputs first, few or many of them true, and each
    /// question take so many `conflicts`.
    pub fn vary(&mut self, aig: &Aig, random: &mut Random, conflicts: u32) {
        self.conflicts = conflicts;
        let one_in = 2 << random.below(5);
        let rare = random.below(2) == 1;
        for input in aig.inputs() {
            if self.gates.needs(input.node()) {
                let value = random.one_in(one_in) == rare;
                self.solver.set_phase(lit(input.xor(!value)));
            }
        }
    }

    /// The values of the inputs in the last model; of those that don't matter any.
    pub fn model(&mut self, aig: &Aig) -> Vec<bool> {
        let value = |&input: &Edge| self.gates.needs(input.node()) && self.solver.value(lit(input));
        aig.inputs().iter().map(value).collect()
    }
}

/// The inputs of a model, and 63 others that differ from them a little, as 64 values of each.
pub fn around(model: &[bool]) -> Vec<u64> {
    let mut random = Random::new(model.len() as u64);
    let vary = |&value: &bool| {
        let flips = random.bits() & random.bits() & random.bits() & !1;
        flips ^ if value { !0 } else { 0 }
    };
    model.iter().map(vary).collect()
}

/// The variable of a node is its number plus 1.
fn lit(edge: Edge) -> Lit {
    let number = u32::try_from(edge.node() + 1).expect("fewer than 2^31 nodes");
    Lit::new(Var(number), !edge.is_complement())
}
