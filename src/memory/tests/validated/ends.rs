//! Where runs of the resolved program end before those of the source: only in goals of their own, and
//! at every access to what is not modelled.

use std::slice;

use super::super::Written;
use super::super::differential::ends_differ;
use super::{claims, holds};
use crate::certify::memory::{Validation, validate};
use crate::memory::{Limits, correspondence};
use crate::program::{
    BlockId, Correspondence, EndKind, Goal, GoalId, GoalKind, Operand, Storage, Terminator, random,
};
use crate::support::{Budget, Random};

/// Lets runs go on that ended in a goal for what is not modelled; whether there are such.
fn go_on(claims: &mut Correspondence) -> bool {
    let resolved = &mut claims.resolved;
    let is_unmodelled = |block: &BlockId| match resolved.blocks[*block].terminator {
        Terminator::Goal(goal) => {
            matches!(resolved.goals[goal].kind, GoalKind::Unsupported(_) | GoalKind::Bound(_))
        }
        _ => false,
    };
    let ends: Vec<BlockId> = resolved.blocks.indices().filter(is_unmodelled).collect();
    let mut any = false;
    for block in resolved.blocks.iter_mut() {
        if let Terminator::Branch { cond, then, otherwise } = &mut block.terminator {
            let (first, second) = (ends.contains(then), ends.contains(otherwise));
            if first != second {
                *cond = Operand::Const(crate::bv::Value::bool(second));
                any = true;
            }
        }
    }
    any
}

#[test]
fn runs_end_at_accesses_to_what_is_not_modelled() {
    let limits = Limits { cells: 4, ..Limits::default() };
    let (mut right, mut refused) = (0, 0);
    for seed in 0..600 {
        let program = random::memory::program(&mut Random::new(seed));
        let Some(mut claims) = correspondence(&program, &limits) else { continue };
        if claims.oversized.is_empty() {
            continue;
        }
        match validate(&program, None, &claims, &Budget::unlimited()) {
            Ok(Validation::Holds(_)) => right += 1,
            Ok(Validation::Open(why)) if !why.is_refuted => continue,
            other => panic!("seed {seed}: {other:?}"),
        }
        if !go_on(&mut claims) {
            continue;
        }
        if holds(&program, &claims) {
            let resolved = claims.resolved.clone().prune();
            let differ = (0..64).find(|run| ends_differ(&program, &resolved, seed * 64 + run));
            assert_eq!(differ, None, "seed {seed}\n{program}\n{resolved}");
        } else {
            refused += 1;
        }
    }
    eprintln!("{right} hold, {refused} refused");
    assert!(right > 20 && refused > 10, "{right} hold, {refused} refused");
}

/// A run that ends at once says nothing, unless it is in a goal that makes the verdict unknown.
#[test]
fn runs_that_always_end_end_in_goals_of_their_own() {
    let mut w = Written::new();
    let a = w.object("a", Storage::Static, 1);
    let p = w.address(a);
    let value = w.load(&p, 8);
    w.equal(&value, 7, "it is zero");
    let program = w.b.program;
    let right = claims(&program);
    assert!(holds(&program, &right));
    let ends_in = |terminators: &[Terminator]| {
        let mut claims = right.clone();
        let resolved = &mut claims.resolved;
        let kind = GoalKind::Unsupported("something".to_owned());
        resolved.goals.push(Goal { kind, loc: None, site: None });
        let end = |terminator: &Terminator| {
            let mut block = resolved.blocks[program.entry].clone();
            (block.phis, block.instrs) = (vec![], vec![]);
            block.terminator = terminator.clone();
            resolved.blocks.push(block)
        };
        let ends: Vec<BlockId> = terminators.iter().map(end).collect();
        resolved.blocks[program.entry].terminator = match ends[..] {
            [] => Terminator::End(EndKind::Return),
            [only] => Terminator::Goto(only),
            [then, otherwise, ..] => {
                let cond = Operand::Const(crate::bv::Value::bool(true));
                Terminator::Branch { cond, then, otherwise }
            }
        };
        let tail = resolved.blocks[BlockId(0)].clone();
        claims.tails[program.entry] = claims.resolved.blocks.push(tail);
        holds(&program, &claims)
    };
    let own = Terminator::Goal(GoalId(right.resolved.goals.len() as u32));
    let (goal, end) = (Terminator::Goal(GoalId(0)), Terminator::End(EndKind::Return));
    assert!(ends_in(slice::from_ref(&own)));
    assert!(ends_in(&[own.clone(), own.clone()]));
    let several = [own.clone(), goal.clone()];
    let others = [end.clone(), own];
    for wrong in [&[], slice::from_ref(&goal), slice::from_ref(&end), &several, &others] {
        assert!(!ends_in(wrong), "{wrong:?}");
    }
}

/// Where the resolved program goes on elsewhere nothing is proved.
#[test]
fn both_go_on_to_the_same_block() {
    let mut w = Written::new();
    w.object("a", Storage::Static, 1);
    let cond = w.input(1);
    let [one, two, three] = ["one", "two", "three"].map(|name| w.b.block(name));
    w.b.branch(w.at, cond.clone(), one, two);
    w.b.goto(one, three);
    w.b.goto(two, three);
    let program = w.b.program;
    let right = claims(&program);
    let goes_on = |terminator: Terminator| {
        let mut claims = right.clone();
        claims.resolved.blocks[program.entry].terminator = terminator;
        holds(&program, &claims)
    };
    for then in [one, two, three] {
        assert!(!goes_on(Terminator::Goto(then)));
        for otherwise in [one, two, three] {
            let branch = Terminator::Branch { cond: cond.clone(), then, otherwise };
            assert_eq!(goes_on(branch), (then, otherwise) == (one, two), "{then} {otherwise}");
            let cases = vec![(crate::bv::Value::bool(true), then)];
            let switch = Terminator::Switch { value: cond.clone(), cases, default: otherwise };
            assert_eq!(goes_on(switch), (then, otherwise) == (one, two), "{then} {otherwise}");
        }
    }
}
