//! Assumptions of the program that no run gets past. What is proved behind one holds of nothing,
//! and that is seldom what was meant.
//!
//! An assumption is an edge to the end [`EndKind::Assumption`], and the edge beside it on which
//! runs go on. It is contradicted if a solver shows that no run takes the second one, and does
//! not show the same of the first: then nothing leads there, as in code that is dead anyway. What
//! is looked for is what one step between loop heads shows, given the invariants that are known; so
//! no warning says nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::certify::{CertifyError, direct, inductive};
use crate::program::{BlockId, EndKind, GoalId, GoalKind, LocId, Program, Property, Terminator};
use crate::report::{Place, Warning};
use crate::support::Budget;
use crate::system::LocationInvariant;

/// An edge of the program.
type Edge = (BlockId, BlockId);

/// An assumption, in all copies that have the same place and the same calls around it.
#[derive(Default)]
struct Assumption {
    /// Where runs end that don't satisfy it.
    stopped: Vec<Edge>,
    /// Where runs go on that do.
    passed: Vec<Edge>,
    /// Whether the program does nothing else before.
    is_first: bool,
}

/// A warning for each assumption that no run gets past, as is seen from what holds at blocks.
pub fn warnings(program: &Program, known: &LocationInvariant, budget: &Budget) -> Vec<Warning> {
    let assumptions = assumptions(program);
    let edges = |of: fn(&Assumption) -> &Vec<Edge>| assumptions.values().flat_map(of).copied();
    let edges: Vec<Edge> = edges(|it| &it.stopped).chain(edges(|it| &it.passed)).collect();
    let never = match edges.is_empty() {
        true => BTreeSet::new(),
        false => never_taken(program, &edges, known, budget),
    };
    let is_never = |edge: &Edge| never.contains(edge);
    let is_contradicted = |it: &Assumption| {
        let stops = it.is_first || !it.stopped.iter().all(is_never);
        stops && it.passed.iter().all(is_never)
    };
    let contradicted = assumptions.iter().filter(|(_, it)| is_contradicted(it));
    let warning = |(loc, _): (&Option<LocId>, _)| Warning {
        what: "no run satisfies this assumption: all checks behind it hold trivially".to_owned(),
        place: loc.map(|loc| Place::new(&program.sources, loc)),
    };
    contradicted.map(warning).collect()
}

/// All assumptions, by their places. What always ends a path has no edge on which it goes on.
fn assumptions(program: &Program) -> BTreeMap<Option<LocId>, Assumption> {
    let mut found: BTreeMap<Option<LocId>, Assumption> = BTreeMap::new();
    let ends = |block: BlockId| {
        let end = Terminator::End(EndKind::Assumption);
        program.blocks[block].phis.is_empty() && program.blocks[block].terminator == end
    };
    // Leaks are looked for where runs end, between an assumption and the end.
    let leaks = |block: BlockId| {
        let Terminator::Goal(goal) = program.blocks[block].terminator else { return false };
        let GoalKind::Check(check) = &program.goals[goal].kind else { return false };
        check.property == Property::ValidMemtrack
    };
    let place = |loc: Option<LocId>| {
        let loc = program.sources.loc(loc?);
        Some((loc.file, loc.line, loc.column))
    };
    let looks = |block: BlockId, at: Option<LocId>| {
        place(program.blocks[block].loc) == place(at)
            && match program.blocks[block].terminator {
                Terminator::Goto(to) => ends(to),
                Terminator::Branch { then, otherwise, .. } => {
                    ends(then) && leaks(otherwise) || ends(otherwise) && leaks(then)
                }
                _ => false,
            }
    };
    let stops = |block: BlockId, at: Option<LocId>| ends(block) || looks(block, at);
    let first = &program.blocks[program.entry];
    if ends(program.entry) {
        found.entry(first.loc).or_default().is_first = true;
    }
    let sides = program.blocks.iter().flat_map(|block| match block.terminator {
        Terminator::Branch { then, otherwise, .. } => {
            [then, otherwise].into_iter().filter(|&side| looks(side, block.loc)).collect()
        }
        _ => vec![],
    });
    let looking: BTreeSet<BlockId> = sides.collect();
    for (from, block) in program.blocks.iter_enumerated() {
        if looking.contains(&from) {
            continue;
        }
        let (stop, next) = match block.terminator {
            Terminator::Goto(to) if ends(to) => (to, None),
            Terminator::Branch { then, otherwise, .. }
                if stops(then, block.loc) != stops(otherwise, block.loc) =>
            {
                if stops(then, block.loc) {
                    (then, Some(otherwise))
                } else {
                    (otherwise, Some(then))
                }
            }
            _ => continue,
        };
        let assumption = found.entry(program.blocks[stop].loc.or(block.loc)).or_default();
        assumption.stopped.push((from, stop));
        assumption.passed.extend(next.map(|next| (from, next)));
    }
    found
}

/// The edges of which two solvers show that no run takes them. Whatever goes wrong with that,
/// there is nothing to warn of.
fn never_taken(
    program: &Program,
    edges: &[Edge],
    known: &LocationInvariant,
    budget: &Budget,
) -> BTreeSet<Edge> {
    let probed = program.probed(edges);
    let never = || -> Result<Vec<GoalId>, CertifyError> {
        let goals = probed.goals.indices().collect();
        let (never, _) = direct::given(&probed, known, goals, budget)?;
        if !never.is_empty() {
            inductive::check(&probed, known, &never, budget)?;
        }
        Ok(never)
    };
    let never = never().unwrap_or_default();
    never.into_iter().map(|goal| edges[goal.0 as usize]).collect()
}
