//! What engines on words get: the automaton, where its goals are, and what is known or guessed.

use rustc_hash::FxHashMap;

use super::pipeline::Pipeline;
use crate::analysis;
use crate::bv::Term;
use crate::cfa::{Location, LocationId};
use crate::engine::subject::Automaton;
use crate::program::{BlockId, GoalId, ValueId};
use crate::support::{Budget, limits};
use crate::system::LocationInvariant;

/// The automaton of a program with some of its goals; what is known is written into it, and what is
/// worth a try is handed on.
pub fn automaton(
    pipeline: &Pipeline,
    goals: &[GoalId],
    known: &LocationInvariant,
    hints: &LocationInvariant,
) -> Automaton {
    let mut cfa = pipeline.automaton.clone();
    let at = |goal: &GoalId| {
        let mut locations = cfa.locations.iter_enumerated();
        locations.find(|it| *it.1 == Location::Goal(*goal)).map(|it| it.0)
    };
    let goals = goals.iter().map(at).collect();
    let blocks: FxHashMap<BlockId, LocationId> = cfa
        .locations
        .iter_enumerated()
        .filter_map(|(id, location)| match location {
            Location::Block(block) => Some((*block, id)),
            Location::Goal(_) | Location::End => None,
        })
        .collect();
    let values: FxHashMap<ValueId, Term> =
        cfa.vars.iter().map(|var| (var.value, var.term)).collect();
    let [known, hints] = [known, hints].map(|invariant| {
        let copied = invariant.copied(&mut cfa.terms, &values).into_iter();
        copied.filter_map(|(block, term)| Some((*blocks.get(&block)?, term))).collect::<Vec<_>>()
    });
    for edge in cfa.edges.iter_mut() {
        let here = known.iter().filter(|it| it.0 == edge.source);
        edge.guard.extend(here.map(|it| it.1));
    }
    Automaton { cfa, goals, hints }
}

/// Relations that held in sample runs.
pub fn hints(pipeline: &Pipeline, budget: &Budget) -> LocationInvariant {
    let part = budget
        .remaining()
        .map_or(limits::INVARIANTS_TIME, |left| left / limits::INVARIANTS_SHARE)
        .min(limits::INVARIANTS_TIME);
    analysis::hints(&pipeline.compiled.program, &pipeline.automaton, &budget.at_most(part))
}
