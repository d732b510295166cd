//! A DimSpec as a transition system: a relation over one-bit variables.
//!
//! Variables that I mentions, or T in the next state, carry something from one step to the
//! next and become state variables. All others are seen by their own step only and become
//! inputs: among them auxiliary variables that occur in T only unprimed.

use crate::bv::{Term, TermStore};
use crate::cnf::{Cnf, Lit};
use crate::dimspec::DimSpec;
use crate::program::GoalId;
use crate::support::IndexVec;
use crate::system::{Bad, Origin, StateVar, Transition, TransitionSystem};

/// The system of a DimSpec; variable 7 is called `v7`. Its goal is a single bad condition.
pub fn system(spec: &DimSpec) -> TransitionSystem {
    let mut terms = TermStore::new();
    let size = spec.num_vars as usize + 1;
    // By variable of two neighbouring states; 0 is never asked for.
    let unused = terms.bool(false);
    let mut known: Vec<Term> = vec![unused; 2 * size - 1];
    let mut states = IndexVec::new();
    let mut inputs = Vec::new();
    let mut carries = vec![false; size];
    for var in spec.latches() {
        carries[var.0 as usize] = true;
    }
    for var in 1..size {
        let name = format!("v{var}");
        let current = terms.symbol(name.clone(), 1);
        known[var] = current;
        if carries[var] {
            let next = terms.symbol(format!("{name}'"), 1);
            known[var + size - 1] = next;
            states.push(StateVar { name, current, next, origin: Origin::Foreign });
        } else {
            inputs.push(current);
        }
    }
    let mut clauses = |cnf: &Cnf| -> Vec<Term> {
        let literal = |terms: &mut TermStore, lit: &Lit| {
            let term = known[lit.var().0 as usize];
            if lit.is_positive() { term } else { terms.not(term) }
        };
        cnf.iter()
            .map(|clause| {
                let lits: Vec<Term> = clause.iter().map(|lit| literal(&mut terms, lit)).collect();
                terms.disjunction(lits)
            })
            .collect()
    };
    let (init, universal) = (clauses(&spec.init), clauses(&spec.universal));
    let (goal, trans) = (clauses(&spec.goal), clauses(&spec.trans));
    let condition = terms.conjunction(goal);
    TransitionSystem {
        terms,
        states,
        inputs,
        init,
        universal,
        transition: Transition::Relation(trans),
        bad: vec![Bad { goals: vec![GoalId(0)], condition }],
        terminated: None,
        facts: Vec::new(),
        predicates: vec![],
    }
}
