//! Invariants are mined from words ([`crate::analysis`]), beside the engines where there is a core
//! for that: what they decide by then need not be mined for, and they need not wait.

use std::time::Instant;

use super::deadline::Deadline;
use super::model::Pipeline;
use crate::analysis::{self, Mined};
use crate::cfa::large::{self, Blocks};
use crate::engine::race::Pause;
use crate::program::GoalId;
use crate::support::Budget;
use crate::support::limits;

/// The phase, as reports name it.
pub const MINING: &str = "invariants were mined";

/// Mines invariants that exclude the `wanted` goals.
pub fn mine(pipeline: &Pipeline, wanted: &[GoalId], budget: &Budget) -> Mined {
    let cfa = large::summarise(&pipeline.single, Blocks::Loops);
    let part = budget
        .remaining()
        .map_or(limits::MINING_TIME, |left| left / limits::MINING_SHARE)
        .min(limits::MINING_TIME);
    let Pipeline { compiled, ranges, .. } = pipeline;
    analysis::mine(&compiled.program, &cfa, wanted, ranges, &budget.at_most(part))
}

/// Mining beside a race.
pub struct Beside<'a> {
    /// What is mined.
    pub pipeline: &'a Pipeline,
    /// Is told how long it took.
    pub deadline: &'a Deadline,
    /// The goals behind each place of the race's models.
    pub goals: Vec<Vec<GoalId>>,
    /// The race, which drops the places that it decides.
    pub race: Budget,
    /// Has the engines wait.
    pub pause: Pause,
}

impl Beside<'_> {
    /// Mines for what is open; ends the race if anything was found.
    pub fn mine(&self) -> Option<Mined> {
        let places = 0..self.goals.len();
        let open = places.filter(|&place| !self.race.is_dropped(place));
        let wanted: Vec<GoalId> = open.flat_map(|place| self.goals[place].clone()).collect();
        if wanted.is_empty() || self.race.exhausted().is_some() {
            return None;
        }
        // What is mined takes moments if it is any good, so engines on the same core can wait.
        let is_alone = std::thread::available_parallelism().is_ok_and(|cores| cores.get() == 1);
        let waiting = is_alone.then(|| self.pause.begin());
        let begin = Instant::now();
        let mined = mine(self.pipeline, &wanted, &self.race);
        self.deadline.beside(MINING, begin.elapsed());
        drop(waiting);
        let is_worth_it = !mined.is_empty() && self.race.exhausted().is_none();
        is_worth_it.then(|| {
            self.race.cancel();
            mined
        })
    }
}
