//! Deciding one CNF with CaDiCaL while somebody listens to its proof.
//!
//! The proof steps are those of LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann,
//! Schneider-Kamp: Efficient Certified RAT Verification, CADE 2017): each derived clause
//! comes with the clauses that make it follow by unit propagation. They are handed on as
//! they are made, so a proof is never stored as a whole.
//!
//! Deliberately absent: any opinion on whether the proof is right. Who listens checks.

use std::cell::RefCell;
use std::rc::Rc;

use cadical_sys::ProofTracer;

use super::{Answer, CaDiCaL, Profile, Solver};
use crate::cnf::{Cnf, Lit};
use crate::support::Budget;

/// Listens to a proof.
pub trait ProofSink: 'static {
    /// The next clause of the CNF, in its order, goes by the name `id`.
    fn original(&mut self, id: i64);

    /// `clause` follows from the clauses `hints` by unit propagation in that order, and
    /// goes by the name `id`.
    fn derived(&mut self, id: i64, clause: &[Lit], hints: &[i64]);

    /// The clause `id` is used no more.
    fn deleted(&mut self, id: i64);
}

/// Decides `clauses`, with the proof told to `sink`. After [`Answer::Sat`] also the
/// model: entry `v` is the value of variable `v` (entry 0 means nothing).
pub fn solve<P: ProofSink>(clauses: &Cnf, sink: P, budget: &Budget) -> (Answer, Vec<bool>, P) {
    let shared = Rc::new(RefCell::new(Some(sink)));
    let mut solver = CaDiCaL::with_proof(Profile::Default, Listener(Rc::clone(&shared)));
    let mut variables = 0;
    for clause in clauses.iter() {
        variables = clause.iter().map(|lit| lit.var().0).fold(variables, u32::max);
        solver.add(clause);
    }
    let answer = solver.solve(&[], budget);
    let model = match answer {
        Answer::Sat => {
            let value = |v| v > 0 && solver.value(Lit::from_dimacs(v));
            (0..=variables.cast_signed()).map(value).collect()
        }
        Answer::Unsat | Answer::Interrupted => Vec::new(),
    };
    drop(solver);
    let sink = shared.borrow_mut().take().expect("only this line takes the sink");
    (answer, model, sink)
}

/// Passes CaDiCaL's events on.
struct Listener<P>(Rc<RefCell<Option<P>>>);

impl<P: ProofSink> Listener<P> {
    fn tell(&self, what: impl FnOnce(&mut P)) {
        if let Some(sink) = self.0.borrow_mut().as_mut() {
            what(sink);
        }
    }
}

impl<P: ProofSink> ProofTracer for Listener<P> {
    fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], restored: bool) {
        // A clause is restored only between several calls of `solve`.
        if !restored {
            self.tell(|sink| sink.original(id));
        }
    }

    fn add_derived_clause(&mut self, id: i64, _: bool, _: i32, clause: &[i32], hints: &[i64]) {
        let clause: Vec<Lit> = clause.iter().map(|&lit| Lit::from_dimacs(lit)).collect();
        self.tell(|sink| sink.derived(id, &clause, hints));
    }

    fn delete_clause(&mut self, id: i64, _: bool, _: &[i32]) {
        self.tell(|sink| sink.deleted(id));
    }

    // What follows is information that a proof of one query without assumptions does
    // not need.
    fn weaken_minus(&mut self, _: i64, _: &[i32]) {}
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}
