//! Which checks a program has, before passes fold some of them away.
//!
//! Inlining and folding drop a check whose condition is constant, or which no path leads to.
//! So the checks are collected before, along the calls from the entry on: each once, not once
//! for each way that leads to it. One that has no goal in the end has folded in all its copies.
//!
//! Only checks that were inserted count. What clang leaves out or has decided itself, or an
//! access that plainly lies in its variable, never was one.

use crate::frontend::llvm::handles::LLVMOpcode::{LLVMBr, LLVMCall};
use crate::frontend::llvm::handles::LLVMValueKind::{
    LLVMConstantIntValueKind, LLVMFunctionValueKind,
};
use crate::frontend::llvm::handles::{self, Bb, Val};
use crate::frontend::sites::{Site, SiteId, Sites};
use inkwell::module::Module;
use inkwell::values::FunctionValue;
use rustc_hash::FxHashSet;

use super::debug::Debug;
use crate::program::runtime::{CHECK, FAIL, STOP};
use crate::program::{Goal, GoalKind, Loc, LocId, Program, Sources};

/// The checks of a program, and the places of which is asked whether runs pass them.
#[derive(Default)]
pub struct Points {
    /// Where they stand.
    pub sources: Sources,
    /// The checks; their positions know no calls that they were inlined through.
    pub checks: Vec<Goal>,
}

/// The checks in `entry` and in all that it calls. What stands in functions without debug
/// information (models, functions of ours) has the positions of the calls that lead there.
pub fn points(module: &Module<'_>, entry: FunctionValue<'_>, sites: &Sites) -> Points {
    let (entry, context) = handles::open(module, entry);
    let mut debug = Debug::new(entry, context);
    let mut points = Points::default();
    let mut seen: FxHashSet<(Val<'_>, Option<LocId>)> = FxHashSet::default();
    let mut pending = vec![(entry, None)];
    while let Some((function, called_at)) = pending.pop() {
        let has_positions = function.subprogram().is_some();
        if !seen.insert((function, called_at.filter(|_| !has_positions))) {
            continue;
        }
        for (call, callee) in calls(function) {
            let own = debug.position(&mut points.sources, call);
            let loc = own.or(called_at.filter(|_| !has_positions));
            let site = match callee.name().as_str() {
                CHECK => call.arguments().get(1).copied(),
                FAIL => call.arguments().first().copied(),
                _ => {
                    pending.push((callee, loc));
                    continue;
                }
            };
            let number = site.and_then(|site| u32::try_from(site.small_constant()).ok());
            let Some(number) = number else { continue };
            if let Some(Site::Goal { kind, loc: raw }) = sites.get(SiteId(number))
                && matches!(kind, GoalKind::Check(_) | GoalKind::Cover(_))
            {
                let by_name = raw.as_ref().filter(|_| loc.is_none());
                let by_name = by_name
                    .map(|raw| debug.raw_location(&mut points.sources, raw, call.location()));
                let (kind, loc) = (kind.clone(), loc.or(by_name));
                points.checks.push(Goal { kind, loc, site: Some(number) });
            }
        }
    }
    points
}

/// The calls in a function, with the functions that they name: not those behind a call that
/// ends the path, nor where clang knows that nothing leads.
fn calls(function: Val<'_>) -> Vec<(Val<'_>, Val<'_>)> {
    let mut found = Vec::new();
    let mut pending: Vec<Bb<'_>> = function.blocks().into_iter().take(1).collect();
    let mut seen: FxHashSet<Bb<'_>> = pending.iter().copied().collect();
    while let Some(block) = pending.pop() {
        let mut next = block.terminator().map(successors).unwrap_or_default();
        for instr in block.instructions().filter(|instr| instr.opcode() == LLVMCall) {
            let callee = instr.callee().filter(|callee| callee.kind() == LLVMFunctionValueKind);
            let Some(callee) = callee else { continue };
            found.push((instr, callee));
            if [FAIL, STOP].contains(&callee.name().as_str()) {
                next.clear();
                break;
            }
        }
        pending.extend(next.into_iter().filter(|&next| seen.insert(next)));
    }
    found
}

/// Where a terminator may go.
fn successors(terminator: Val<'_>) -> Vec<Bb<'_>> {
    let all = terminator.successors();
    let condition = (terminator.opcode() == LLVMBr).then(|| terminator.condition()).flatten();
    match condition.filter(|condition| condition.kind() == LLVMConstantIntValueKind) {
        Some(condition) if condition.small_constant() == 0 => all[1..].to_vec(),
        Some(_) => all[..1].to_vec(),
        None => all,
    }
}

/// The checks, each once, that have no goal: neither one that says the same of the same place,
/// nor a copy that stands elsewhere (those for recursion have no positions of their own).
pub fn without_goal(checks: Vec<Goal>, program: &Program) -> Vec<Goal> {
    let bare = |goal: &Goal| {
        let loc = goal.loc.map(|loc| program.sources.loc(loc));
        loc.map(|loc| Loc { inlined_at: None, ..loc.clone() })
    };
    let places: FxHashSet<(Option<u32>, Option<Loc>)> =
        checks.iter().map(|check| (check.site, bare(check))).collect();
    let goals = program.goals.iter();
    let elsewhere = goals.clone().filter(|goal| !places.contains(&(goal.site, bare(goal))));
    let elsewhere: FxHashSet<Option<u32>> = elsewhere.map(|goal| goal.site).collect();
    let mut told: FxHashSet<(GoalKind, Option<Loc>)> =
        goals.map(|goal| (goal.kind.clone(), bare(goal))).collect();
    let rest = checks.into_iter().filter(|check| !elsewhere.contains(&check.site));
    rest.filter(|check| told.insert((check.kind.clone(), bare(check)))).collect()
}
