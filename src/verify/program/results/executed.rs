//! Programs whose run needs no input are executed: see [`crate::certify::executed`].

use super::passed::with_zeros;
use super::{CHECKER, Results, unreachable};
use crate::certify::executed::{self, Executed};
use crate::program::GoalId;
use crate::support::{Budget, limits};
use crate::system::Trace;

impl Results<'_> {
    /// Decides all goals, if all runs of the program take the same way, and it is seen to end;
    /// says whether that is so.
    pub(super) fn execute(&mut self, budget: &Budget) -> bool {
        let program = &self.pipeline.compiled.program;
        // That no other run reaches a goal can't be checked from a file.
        let Some(Executed { path, goal }) = executed::run(program, budget)
            .filter(|run| run.goal.is_none() || run.path.len() <= limits::EXECUTED_TRACE)
            .filter(|run| run.goal.is_some() || !self.evidence)
        else {
            return false;
        };
        let others: Vec<GoalId> = program.goals.indices().filter(|it| Some(*it) != goal).collect();
        if !self.evidence {
            self.decisions.confirmations.push(format!(
                "the program needs no input, so all runs take the same {} blocks",
                path.len()
            ));
            others.into_iter().for_each(|goal| self.decisions.goals[goal] = unreachable());
        }
        if let Some(goal) = goal {
            let steps = path.into_iter().map(|block| with_zeros(program, block)).collect();
            self.confirm(CHECKER, Trace { goal, steps, accelerated: vec![] });
        }
        !self.evidence
    }
}
