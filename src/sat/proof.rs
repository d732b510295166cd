//! CaDiCaL while somebody listens to its proof.
//!
//! The proof steps are those of LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann,
//! Schneider-Kamp: Efficient Certified RAT Verification, CADE 2017): each derived clause
//! comes with the clauses that make it follow by unit propagation. Between queries the
//! solver may take clauses out and put them back (Fazekas, Pollitt, Fleury, Biere:
//! Certifying Incremental SAT Solving, LPAR 2024). Steps are handed on as they are made,
//! so a proof is never stored as a whole.
//!
//! Deliberately absent: any opinion on whether the proof is right. Who listens checks.

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use cadical_sys::ProofTracer;

use super::{Answer, CaDiCaL, Profile, Solver};
use crate::cnf::Lit;
use crate::support::Budget;

/// Listens to a proof.
pub trait ProofSink: 'static {
    /// This clause is handed to the solver next: said by who asks, not by the solver.
    fn added(&mut self, clause: &[Lit]);

    /// The first of the clauses that were added and have no name goes by the name `id`.
    fn original(&mut self, id: i64);

    /// `clause` follows from the clauses `hints` by unit propagation in that order, and
    /// goes by the name `id`.
    fn derived(&mut self, id: i64, clause: &[Lit], hints: &[i64]);

    /// `clause`, negated assumptions only, follows likewise. It is not used further.
    fn refuted(&mut self, id: i64, clause: &[Lit], hints: &[i64]);

    /// The clause `id` is used no more.
    fn deleted(&mut self, id: i64);

    /// The clause `id` will be deleted, but may come back.
    fn set_aside(&mut self, id: i64);

    /// The clause `id` that was set aside is used again.
    fn restored(&mut self, id: i64);
}

/// A solver, and who listens to its proof.
pub struct Session<P> {
    // Goes first: it tells of its last deletions.
    solver: CaDiCaL,
    sink: Rc<RefCell<P>>,
}

impl<P: ProofSink> Session<P> {
    /// No clauses yet.
    pub fn new(profile: Profile, sink: P) -> Self {
        let sink = Rc::new(RefCell::new(sink));
        let solver = CaDiCaL::with_proof(profile, Listener(Rc::clone(&sink)));
        Self { solver, sink }
    }

    /// Adds a clause for good.
    pub fn add(&mut self, clause: &[Lit]) {
        self.sink.borrow_mut().added(clause);
        self.solver.add(clause);
    }

    /// Whether the clauses have a model in which all assumptions are true. That there is
    /// none is told before this returns.
    pub fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Answer {
        let answer = self.solver.solve(assumptions, budget);
        if answer == Answer::Unsat {
            self.solver.conclude();
        }
        answer
    }

    /// After [`Answer::Sat`] the model: entry `v` is the value of variable `v` (entry 0 means
    /// nothing).
    pub fn model(&mut self, variables: u32) -> Vec<bool> {
        let solver = &mut self.solver;
        let mut value = |v: i32| v > 0 && solver.value(Lit::from_dimacs(v));
        (0..=variables.cast_signed()).map(&mut value).collect()
    }

    /// Who listens.
    pub fn sink(&mut self) -> RefMut<'_, P> {
        self.sink.borrow_mut()
    }
}

/// Passes CaDiCaL's events on.
struct Listener<P>(Rc<RefCell<P>>);

fn literals(clause: &[i32]) -> Vec<Lit> {
    clause.iter().map(|&lit| Lit::from_dimacs(lit)).collect()
}

impl<P: ProofSink> ProofTracer for Listener<P> {
    fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], restored: bool) {
        let mut sink = self.0.borrow_mut();
        if restored { sink.restored(id) } else { sink.original(id) }
    }

    fn add_derived_clause(&mut self, id: i64, _: bool, _: i32, clause: &[i32], hints: &[i64]) {
        self.0.borrow_mut().derived(id, &literals(clause), hints);
    }

    fn delete_clause(&mut self, id: i64, _: bool, _: &[i32]) {
        self.0.borrow_mut().deleted(id);
    }

    fn weaken_minus(&mut self, id: i64, _: &[i32]) {
        self.0.borrow_mut().set_aside(id);
    }

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], hints: &[i64]) {
        self.0.borrow_mut().refuted(id, &literals(clause), hints);
    }

    // What follows says no more than the clauses do.
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}
