//! What engines on words get: the automaton, where its goals are, and hints.

use super::pipeline::Pipeline;
use crate::analysis;
use crate::bv::Term;
use crate::cfa::{Cfa, Location};
use crate::engine::subject::Automaton;
use crate::program::GoalId;
use crate::support::{Budget, limits};

/// The automaton of a program with some of its goals; with relations that held in sample runs, if
/// `hints` are wanted.
pub fn automaton(pipeline: &Pipeline, goals: &[GoalId], hints: bool, budget: &Budget) -> Automaton {
    let Pipeline { automaton, compiled, .. } = pipeline;
    let at = |goal: &GoalId| {
        let mut locations = automaton.locations.iter_enumerated();
        locations.find(|it| *it.1 == Location::Goal(*goal)).map(|it| it.0)
    };
    let goals = goals.iter().map(at).collect();
    if !hints {
        return Automaton { cfa: automaton.clone(), goals, atoms: vec![] };
    }
    let part = budget
        .remaining()
        .map_or(limits::INVARIANTS_TIME, |left| left / limits::INVARIANTS_SHARE)
        .min(limits::INVARIANTS_TIME);
    let (terms, hints) = analysis::hints(&compiled.program, automaton, &budget.at_most(part));
    let of = |(location, hints): (_, &Vec<Term>)| {
        hints.iter().map(move |&hint| (location, hint)).collect::<Vec<_>>()
    };
    let atoms = hints.iter_enumerated().flat_map(of).collect();
    Automaton { cfa: Cfa { terms, ..automaton.clone() }, goals, atoms }
}
