//! Invariants are generated from words ([`crate::analysis`]), in parallel with the engines where
//! there is a core for that: what they decide by then need not be looked at, and they need not wait.

use std::time::{Duration, Instant};

use super::pipeline::Pipeline;
use crate::analysis::{self, Invariants};
use crate::cfa::large::{self, Blocks};
use crate::engine::race::Pause;
use crate::program::GoalId;
use crate::support::Budget;
use crate::support::limits;
use crate::system::LocationInvariant;

/// The phase, as reports name it.
pub const SEARCH: &str = "invariants were generated";

/// Generates invariants that exclude the `wanted` goals, given what holds for values of control
/// words.
pub fn generate(
    pipeline: &Pipeline,
    wanted: &[GoalId],
    parts: &LocationInvariant,
    budget: &Budget,
) -> Invariants {
    let cfa = large::summarise(&pipeline.single, Blocks::Loops);
    let part = budget
        .remaining()
        .map_or(limits::INVARIANTS_TIME, |left| left / limits::INVARIANTS_SHARE)
        .min(limits::INVARIANTS_TIME);
    let Pipeline { compiled, ranges, .. } = pipeline;
    let given = (ranges, parts);
    let mut found =
        analysis::generate(&compiled.program, &cfa, wanted, given, &budget.at_most(part));
    if found.needs_parts {
        found.needed = parts.and(&found.needed);
    }
    found
}

/// The search for invariants in parallel with a race.
pub struct Search<'a> {
    /// What they are about.
    pub pipeline: &'a Pipeline,
    /// What holds for values of control words.
    pub parts: LocationInvariant,
    /// The goals behind each place of the race's models.
    pub goals: Vec<Vec<GoalId>>,
    /// The race, which drops the places that it decides.
    pub race: Budget,
    /// Has the engines wait.
    pub pause: Pause,
    /// Checks of unrollings, which are needless where everything is excluded.
    pub checks: Budget,
}

impl Search<'_> {
    /// Looks for invariants that exclude what is open, and ends the race if any are found. None if
    /// that is needless; else what was found, if anything, and how long it took.
    pub fn run(&self) -> Option<(Option<Invariants>, Duration)> {
        let places = 0..self.goals.len();
        let open = places.filter(|&place| !self.race.is_dropped(place));
        let wanted: Vec<GoalId> = open.flat_map(|place| self.goals[place].clone()).collect();
        if wanted.is_empty() || self.race.exhausted().is_some() {
            return None;
        }
        // What is found takes moments if it is any good, so engines on the same core can wait.
        let is_alone = std::thread::available_parallelism().is_ok_and(|cores| cores.get() == 1);
        let waiting = is_alone.then(|| self.pause.begin());
        let begin = Instant::now();
        let found = generate(self.pipeline, &wanted, &self.parts, &self.race);
        let took = begin.elapsed();
        drop(waiting);
        let is_worth_it = !found.is_empty() && self.race.exhausted().is_none();
        let found = is_worth_it.then(|| {
            if wanted.iter().all(|goal| found.goals.contains(goal)) {
                self.checks.cancel();
            }
            self.race.cancel();
            found
        });
        Some((found, took))
    }
}
