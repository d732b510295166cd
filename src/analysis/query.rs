//! Questions about one edge, for a SAT solver: terms bit-blasted to literals.

use crate::aig::Edge as AigEdge;
use crate::aig::blast::Blaster;
use crate::bv::{Term, TermStore};
use crate::cnf::tseitin::{Gates, Root};
use crate::cnf::{Cnf, Lit, Var};
use crate::sat::{Answer, CaDiCaL, Profile, Solver};
use crate::support::Budget;

/// A solver that knows some truth values, each by a literal.
pub struct Query {
    solver: CaDiCaL,
    budget: Budget,
}

impl Query {
    /// A solver in which `asserted` hold, and the literals of `named`.
    pub fn new(
        terms: &TermStore,
        asserted: &[Term],
        named: &[Term],
        budget: &Budget,
    ) -> (Self, Vec<Lit>) {
        let mut blaster = Blaster::new(terms);
        let asserted: Vec<AigEdge> = asserted.iter().map(|&term| blaster.bit(term)).collect();
        let named: Vec<AigEdge> = named.iter().map(|&term| blaster.bit(term)).collect();
        let aig = &blaster.built.aig;
        let roots: Vec<Root> = asserted
            .iter()
            .map(|&edge| Root::Asserted(edge))
            .chain(named.iter().map(|&edge| Root::Literal(edge)))
            .collect();
        let gates = Gates::new(aig, &roots);
        // Node 0 is the constant 0, and its variable is false.
        let lit = |edge: AigEdge| {
            let var = u32::try_from(edge.node() + 1).expect("fewer than 2^31 nodes");
            Lit::new(Var(var), !edge.is_complement())
        };
        let mut clauses = Cnf::new();
        clauses.push([!lit(AigEdge::FALSE)]);
        for (node, shape) in gates.iter() {
            shape.define(lit(AigEdge::to(node)), lit, &mut clauses);
        }
        for edge in asserted {
            gates.assert(aig, edge, lit, &mut clauses);
        }
        let mut solver = CaDiCaL::new(Profile::Incremental);
        clauses.iter().for_each(|clause| solver.add(clause));
        (Self { solver, budget: budget.clone() }, named.into_iter().map(lit).collect())
    }

    /// Whether all of `assumed` and one of `some` (if there are any) can be true, within
    /// a number of conflicts.
    pub fn ask(&mut self, assumed: &[Lit], some: &[Lit], conflicts: u32) -> Answer {
        self.solver.limit_conflicts(conflicts);
        self.solver.solve_with(assumed, some, &self.budget)
    }

    /// The value of a literal in the model found.
    pub fn value(&mut self, lit: Lit) -> bool {
        self.solver.value(lit)
    }

    /// Whether an assumption was needed for the refutation.
    pub fn needed(&mut self, lit: Lit) -> bool {
        self.solver.failed(lit)
    }
}
