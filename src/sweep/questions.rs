//! A graph in a solver: what is assumed of it, and gates for what is asked.

use crate::aig::{Aig, Edge};
use crate::cnf::tseitin::{Gates, Root};
use crate::cnf::{Cnf, Lit, Var};
use crate::sat::{Answer, Cone, Solver};
use crate::support::Budget;

/// See the module.
pub(super) struct Questions {
    solver: Cone,
    gates: Gates,
    conflicts: u32,
}

impl Questions {
    /// For conjunctions of the edges `asked`, each of which may take so many `conflicts`.
    pub fn new(
        aig: &Aig,
        assumed: &[Edge],
        asked: impl IntoIterator<Item = Edge>,
        conflicts: u32,
    ) -> Self {
        let mut roots: Vec<Root> = assumed.iter().map(|&edge| Root::Asserted(edge)).collect();
        roots.extend(asked.into_iter().map(Root::Literal));
        let gates = Gates::new(aig, &roots);
        let mut solver = Cone::new();
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

    /// The values of the inputs in the last model; of those that don't matter any.
    pub fn model(&mut self, aig: &Aig) -> Vec<bool> {
        let value = |&input: &Edge| self.gates.needs(input.node()) && self.solver.value(lit(input));
        aig.inputs().iter().map(value).collect()
    }
}

/// The variable of a node is its number plus 1.
fn lit(edge: Edge) -> Lit {
    let number = u32::try_from(edge.node() + 1).expect("fewer than 2^31 nodes");
    Lit::new(Var(number), !edge.is_complement())
}
