//! From what is known of coverage goals to what runs reach of lines, functions and branches.

use std::collections::BTreeMap;

use super::decisions::{Decision, Decisions};
use crate::program::{Cover, Goal, GoalKind, Program, Way};
use crate::report::coverage::{BranchCoverage, Coverage, FunctionCoverage, Reach};

/// What is known of each place, by numbers. A place may have several goals, one for each call that
/// it was inlined through, and only the first that a run passes ends it.
pub struct Places<'a>(BTreeMap<u32, (&'a Cover, Reach)>);

impl<'a> Places<'a> {
    /// `beyond` says whether runs may go where they are not modelled: then nothing is known of
    /// what they do not reach before.
    pub fn new(program: &'a Program, decisions: &Decisions, beyond: bool) -> Self {
        let mut places = Self(BTreeMap::new());
        let never = match beyond || decisions.doubted {
            true => Reach::Unknown,
            false => Reach::Unreachable,
        };
        for (id, goal) in program.goals.iter_enumerated() {
            places.add(
                goal,
                match decisions.goals[id] {
                    Decision::Reached { .. } => Reach::Reached,
                    Decision::Unreachable { .. } => never,
                    Decision::Open | Decision::Unchecked(_) => Reach::Unknown,
                },
            );
        }
        program.folded.iter().for_each(|goal| places.add(goal, never));
        places
    }

    fn add(&mut self, goal: &'a Goal, reach: Reach) {
        let GoalKind::Cover(cover) = &goal.kind else { return };
        let known = self.0.entry(cover.number).or_insert((cover, reach));
        known.1 = known.1.or(reach);
    }

    /// Whether any run meets a check, if it is known.
    pub fn met(&self, check: &Goal) -> Option<Reach> {
        let site = check.site?;
        let mut before = self.0.values().filter(|(cover, _)| cover.checks.contains(&site));
        before.next().map(|it| it.1)
    }

    /// All of it, by files; none, if nothing was asked for.
    pub fn report(&self) -> Option<Coverage> {
        let mut coverage = Coverage::default();
        for &(cover, reach) in self.0.values() {
            let file = coverage.file(&cover.file);
            cover.lines.iter().for_each(|&line| file.line(line, reach));
            if let Some(line) = cover.begins {
                let function = cover.function.clone();
                file.function(FunctionCoverage { function, line, reach });
            }
            if let Some(Way { file, line, column, branching, way }) = &cover.way {
                let (line, column, branching, way) = (*line, *column, *branching, *way);
                let branch = BranchCoverage { line, column, branching, way, reach };
                coverage.file(file).branch(branch);
            }
        }
        (!self.0.is_empty()).then_some(coverage)
    }
}
