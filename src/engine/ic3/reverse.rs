//! The other direction: IC3 on the reversed model, in turn with IC3 on the model.
//!
//! With I and the goal exchanged and each step turned round, obligations are states that a
//! run reaches, and frames are what can still come to a goal within so many steps (Suda:
//! Property Directed Reachability for Automated Planning, JAIR 2014; Seufert, Scholl:
//! Combining PDR and Reverse PDR for Hardware Model Checking, DATE 2018). That decides
//! programs which have few runs but conditions that no small formula over bits describes,
//! such as remainders: forwards, all values are constants. Where runs branch over large
//! inputs it gets nowhere, and its queries are larger, since T is no function backwards: so
//! it gets as much work as the other direction had, in values that solvers assign.
//!
//! A reversed invariant says what can still come to a goal, and its negation, a
//! disjunction of cubes, is an invariant of the model ([`Proof::Cover`]).

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use super::Ic3;
use super::measure::Statistics;
use crate::cnf::{Cnf, Lit, Var};
use crate::dimspec::{BitTrace, DimSpec, Goal, Model};
use crate::engine::{Event, Proof};
use crate::support::StopReason;

/// The search from some of the goals.
pub(super) struct Reverse {
    ic3: Box<Ic3<'static, 'static>>,
    /// The goals that it starts from.
    goals: Vec<usize>,
    events: Rc<RefCell<Vec<Event>>>,
}

impl Ic3<'_, '_> {
    /// Works on undecided goals from their end, with about `work` queries that assign about
    /// `assigned` values.
    pub(super) fn pass_reversed(&mut self, work: u64, assigned: u64) -> Result<(), StopReason> {
        if self.reverse.as_ref().is_none_or(|reverse| !reverse.is_current(&self.live)) {
            if let Some(old) = &self.reverse {
                self.queries.statistics.add(old.statistics());
            }
            self.reverse = Some(Reverse::new(self));
        }
        let Some(reverse) = &mut self.reverse else { unreachable!("it was just made") };
        for event in reverse.pass(&self.system.model, work, assigned)? {
            match &event {
                Event::Reached { goal, .. } | Event::ReachedAlong { goal, .. } => {
                    self.live.retain(|live| live != goal);
                }
                Event::Unreachable { goals, .. } => self.live.retain(|goal| !goals.contains(goal)),
                Event::Progress(_) | Event::Lemmas(_) => {}
            }
            (self.sink)(event);
        }
        Ok(())
    }
}

impl Reverse {
    /// Starts from all of `goals` together if each is one clause, else from the first.
    fn new(forward: &Ic3<'_, '_>) -> Self {
        let (model, goals) = (&*forward.system.model, &forward.live);
        let is_clause = |goal: &usize| model.goals[*goal].clauses.len() == 1;
        let goals = if goals.iter().all(is_clause) { goals.clone() } else { vec![goals[0]] };
        let events: Rc<RefCell<Vec<Event>>> = Rc::default();
        let kept = Rc::clone(&events);
        let sink = Box::new(move |event| kept.borrow_mut().push(event));
        let reversed = Cow::Owned(reversed(model, &goals));
        let budget = forward.budget.with_own_parts();
        let solvers = forward.solvers.clone();
        let ic3 = Ic3::new(reversed, &forward.config, &budget, sink, forward.effort, solvers);
        Self { ic3: Box::new(ic3), goals, events }
    }

    /// Whether all that it starts from is among `live`.
    fn is_current(&self, live: &[usize]) -> bool {
        self.goals.iter().all(|goal| live.contains(goal))
    }

    /// What it took.
    pub fn statistics(&self) -> &Statistics {
        &self.ic3.queries.statistics
    }

    /// As [`Ic3::pass`]; what it finds of the goals.
    fn pass(&mut self, model: &Model, work: u64, assigned: u64) -> Result<Vec<Event>, StopReason> {
        self.ic3.pass(work, assigned)?;
        let events = self.events.take().into_iter();
        Ok(events.flat_map(|event| self.turned(model, event)).collect())
    }

    /// What an event means for the model.
    fn turned(&self, model: &Model, event: Event) -> Vec<Event> {
        match event {
            Event::Reached { mut trace, .. } => {
                trace.states.reverse();
                let last = trace.states.len() - 1;
                let found = |&&goal: &&usize| {
                    let clauses = &model.goals[goal].clauses;
                    clauses.iter().all(|clause| clause.iter().any(|&lit| trace.holds(last, lit)))
                };
                let goals: Vec<usize> = self.goals.iter().filter(found).copied().collect();
                let states = trace.states;
                let event =
                    |goal| Event::Reached { goal, trace: BitTrace { states: states.clone() } };
                goals.into_iter().map(event).collect()
            }
            Event::Unreachable { proof: Proof::Inductive(clauses), .. } => {
                let cube = |clause: Vec<Lit>| clause.into_iter().map(|lit| !lit).collect();
                let proof = Proof::Cover(clauses.into_iter().map(cube).collect());
                vec![Event::Unreachable { goals: self.goals.clone(), proof }]
            }
            Event::ReachedAlong { .. }
            | Event::Unreachable { .. }
            | Event::Lemmas(_)
            | Event::Progress(_) => vec![],
        }
    }
}

/// The model with each run turned round, from one of the goals to I.
fn reversed(model: &Model, goals: &[usize]) -> Model {
    let spec = &model.spec;
    let mut init = Cnf::new();
    match goals {
        [goal] => init.extend(model.goals[*goal].clauses.iter()),
        _ => init.push(
            goals.iter().flat_map(|&goal| model.goals[goal].clauses.iter().flatten().copied()),
        ),
    }
    let turned = |lit: &Lit| {
        let var = lit.var().0;
        let var = if var > spec.num_vars { var - spec.num_vars } else { var + spec.num_vars };
        Lit::new(Var(var), lit.is_positive())
    };
    let mut trans = Cnf::new();
    spec.trans.iter().for_each(|clause| trans.push(clause.iter().map(turned)));
    let goal = spec.init.clone();
    let goals = vec![Goal { name: "initial".to_owned(), clauses: goal.clone() }];
    let universal = spec.universal.clone();
    let spec = DimSpec { num_vars: spec.num_vars, init, universal, goal, trans };
    Model {
        spec,
        goals,
        structure: model.structure.clone(),
        terminated: None,
        facts: model.facts.clone(),
        predicates: model.predicates.clone(),
        words: model.words.clone(),
    }
}
