//! Streams of calls to a solver: recorded from a run, and played to another solver.
//!
//! So two solvers can be compared on exactly the same queries: what a solver answers
//! decides what an engine asks next, and two runs of the engine would not be the same.

use std::cell::RefCell;
use std::rc::Rc;

use super::{ALWAYS, Answer, Framed, Solver};
use crate::cnf::{Cnf, Lit, Var};
use crate::support::Budget;
use crate::support::limits;

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// [`Framed::supersede`]
    Add(u32, Box<[Lit]>, Box<[Box<[Lit]>]>),
    /// [`Solver::define`]
    Define(Var, Box<Cnf>),
    /// [`Framed::solve_in`], with the limit on conflicts.
    Solve(u32, Box<[Lit]>, Box<[Lit]>, Option<u32>),
}

/// The calls to one solver, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Stream {
    /// What the solver was for.
    pub name: &'static str,
    /// A variable that no call names, nor one above it.
    pub free: Var,
    /// The calls.
    pub calls: Vec<Call>,
    /// Whether calls are missing at the end, for there were too many.
    pub cut: bool,
    /// Literals in all calls.
    literals: usize,
}

impl Stream {
    /// No calls yet, to a solver for `name`, which will name variables below `free`.
    pub fn new(name: &'static str, free: Var) -> Self {
        Self { name, free, calls: vec![], cut: false, literals: 0 }
    }

    fn push(&mut self, call: Call) {
        self.literals += match &call {
            Call::Add(_, clause, old) => {
                clause.len() + old.iter().map(|old| old.len()).sum::<usize>()
            }
            Call::Define(_, cnf) => cnf.iter().map(<[Lit]>::len).sum(),
            Call::Solve(_, assumptions, temporary, _) => assumptions.len() + temporary.len(),
        };
        self.cut |= self.literals > limits::STREAM_LITERALS;
        if !self.cut {
            self.calls.push(call);
        }
    }

    /// Makes the calls to `solver`, until the budget is used up; tells the answers.
    pub fn play(&self, solver: &mut dyn Framed, budget: &Budget) -> Vec<Answer> {
        let mut answers = vec![];
        for call in &self.calls {
            match call {
                Call::Add(last, clause, old) => _ = solver.supersede(*last, clause, old),
                Call::Define(var, definition) => solver.define(*var, definition),
                Call::Solve(frame, assumptions, temporary, limit) => {
                    if let Some(conflicts) = limit {
                        solver.limit_conflicts(*conflicts);
                    }
                    let answer = solver.solve_in(*frame, assumptions, temporary, budget);
                    answers.push(answer);
                    if answer == Answer::Interrupted && budget.exhausted().is_some() {
                        break;
                    }
                }
            }
        }
        answers
    }
}

/// A solver whose calls are recorded.
pub struct Recorder {
    solver: Box<dyn Framed>,
    stream: Rc<RefCell<Stream>>,
    limit: Option<u32>,
}

impl Recorder {
    /// Records the calls to `solver` in `stream`.
    pub fn new(solver: Box<dyn Framed>, stream: Rc<RefCell<Stream>>) -> Self {
        Self { solver, stream, limit: None }
    }
}

impl Solver for Recorder {
    fn add(&mut self, clause: &[Lit]) {
        self.add_up_to(ALWAYS, clause);
    }

    fn define(&mut self, var: Var, definition: &Cnf) {
        self.stream.borrow_mut().push(Call::Define(var, Box::new(definition.clone())));
        self.solver.define(var, definition);
    }

    fn solve_with(&mut self, assumptions: &[Lit], temporary: &[Lit], budget: &Budget) -> Answer {
        self.solve_in(ALWAYS, assumptions, temporary, budget)
    }

    fn value(&mut self, lit: Lit) -> bool {
        self.solver.value(lit)
    }

    fn failed(&mut self, lit: Lit) -> bool {
        self.solver.failed(lit)
    }

    fn limit_conflicts(&mut self, conflicts: u32) {
        self.limit = Some(conflicts);
        self.solver.limit_conflicts(conflicts);
    }

    fn set_phase(&mut self, lit: Lit) {
        self.solver.set_phase(lit);
    }

    fn assigned(&self) -> u64 {
        self.solver.assigned()
    }
}

impl Framed for Recorder {
    fn supersede(&mut self, last: u32, clause: &[Lit], superseded: &[Box<[Lit]>]) -> usize {
        let call = Call::Add(last, clause.into(), superseded.into());
        self.stream.borrow_mut().push(call);
        self.solver.supersede(last, clause, superseded)
    }

    fn solve_in(
        &mut self,
        frame: u32,
        assumptions: &[Lit],
        temporary: &[Lit],
        budget: &Budget,
    ) -> Answer {
        let call = Call::Solve(frame, assumptions.into(), temporary.into(), self.limit.take());
        self.stream.borrow_mut().push(call);
        self.solver.solve_in(frame, assumptions, temporary, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::framed::Switched;
    use crate::sat::{CaDiCaL, Cone, Profile};

    #[test]
    fn a_recorded_stream_gives_the_same_answers_again() {
        let lit = Lit::from_dimacs;
        let stream = Rc::new(RefCell::new(Stream::new("test", Var(6))));
        let mut recorder = Recorder::new(Box::new(Cone::new()), Rc::clone(&stream));
        let budget = Budget::unlimited();
        let mut definition = Cnf::new();
        definition.push([lit(-3), lit(1)]);
        definition.push([lit(3), lit(-1)]);
        recorder.define(Var(3), &definition);
        recorder.add(&[lit(1), lit(2)]);
        let mut answers = vec![];
        answers.push(recorder.solve(&[lit(-3)], &budget));
        assert!(recorder.value(lit(2)));
        recorder.limit_conflicts(7);
        answers.push(recorder.solve_with(&[lit(-3), lit(5)], &[lit(-2)], &budget));
        assert!(recorder.failed(lit(-3)) && !recorder.failed(lit(5)));
        assert_eq!(answers, [Answer::Sat, Answer::Unsat]);
        let stream = stream.borrow();
        assert!(matches!(stream.calls.last(), Some(Call::Solve(ALWAYS, _, _, Some(7)))));
        let mut reference = Switched::new(CaDiCaL::new(Profile::Incremental), stream.free);
        for solver in [&mut Cone::new() as &mut dyn Framed, &mut reference] {
            assert_eq!(stream.play(solver, &budget), answers);
        }
        budget.cancel();
        let answers = stream.play(&mut Cone::new(), &budget);
        assert_eq!(answers, [Answer::Interrupted]);
    }
}
