//! Tidies up behind the pass: phis whose operands agree, constants that became known
//! late, branches on them, and what nobody reads.
//!
//! Removes only what the pass added; instructions of the source stay, but for those whose
//! result is a constant or another value.

use rustc_hash::FxHashMap;

use super::fold::fold;
use crate::bv::Op;
use crate::program::{Instr, Operand, Program, Terminator, ValueId};
use crate::support::IndexVec;
use crate::support::index::Idx;

/// What stands for values that are gone.
pub(super) type Instead = FxHashMap<ValueId, Operand>;

/// Of what values would be computed that are gone since nobody reads them.
pub(super) type Gone = FxHashMap<ValueId, (Op, Vec<Operand>)>;

/// Tidies up a program of which the values from `added` on were added. Says also what stands for
/// those that are others now, and what those would be that nobody reads.
pub(super) fn clean(mut program: Program, added: usize) -> (Program, Instead, Gone) {
    let mut all = Instead::default();
    loop {
        let instead = equal(&program, added);
        let same = instead.is_empty();
        rename(&mut program, &instead);
        all.extend(instead);
        let branches = branches(&mut program);
        if branches {
            program = unreached(program);
        }
        if same && !branches {
            break;
        }
    }
    let gone = remove_dead(&mut program, added);
    (program, all, gone)
}

/// Empties the blocks that can no longer be reached, and drops their entries in phis.
fn unreached(mut program: Program) -> Program {
    let reached = rustc_hash::FxHashSet::from_iter(program.reverse_postorder());
    for (id, block) in program.blocks.iter_mut_enumerated() {
        if !reached.contains(&id) {
            block.phis.clear();
            block.instrs.clear();
            block.terminator = Terminator::End(crate::program::EndKind::Exit);
        }
    }
    let predecessors = program.predecessors();
    for (id, block) in program.blocks.iter_mut_enumerated() {
        for phi in &mut block.phis {
            phi.incoming.retain(|(from, _)| predecessors[id].contains(from));
        }
    }
    program
}

/// Values that always equal an operand: added phis without a choice, and all results that
/// fold.
fn equal(program: &Program, added: usize) -> Instead {
    let mut instead = Instead::default();
    for id in program.reverse_postorder() {
        let block = &program.blocks[id];
        for phi in block.phis.iter().filter(|phi| phi.dest.index() >= added) {
            let own = Operand::Value(phi.dest);
            let mut others = phi
                .incoming
                .iter()
                .map(|(_, operand)| now(&instead, operand))
                .filter(|o| *o != own);
            if let Some(first) = others.next()
                && others.all(|other| other == first)
            {
                instead.insert(phi.dest, first);
            }
        }
        for instr in &block.instrs {
            if let Instr::Assign { dest, op, args, .. } = instr {
                let args: Vec<Operand> = args.iter().map(|arg| now(&instead, arg)).collect();
                if let Some(result) = fold(*op, &args, program.values[*dest].sort) {
                    instead.insert(*dest, result);
                }
            }
        }
    }
    instead
}

/// What an operand stands for at last.
pub(super) fn now(instead: &Instead, operand: &Operand) -> Operand {
    let mut operand = operand;
    while let Operand::Value(id) = operand
        && let Some(next) = instead.get(id)
    {
        operand = next;
    }
    operand.clone()
}

fn rename(program: &mut Program, instead: &Instead) {
    let change = |operand: &mut Operand| *operand = now(instead, operand);
    for block in program.blocks.iter_mut() {
        block.phis.retain(|phi| !instead.contains_key(&phi.dest));
        block.instrs.retain(|instr| instr.dest().is_none_or(|dest| !instead.contains_key(&dest)));
        for phi in &mut block.phis {
            phi.incoming.iter_mut().for_each(|(_, operand)| change(operand));
        }
        for instr in &mut block.instrs {
            match instr {
                Instr::Assign { args, .. } => args.iter_mut().for_each(change),
                Instr::Bind { value, .. } => change(value),
                Instr::Input { .. } => {}
                Instr::Memory(instr) => instr.unresolved(),
            }
        }
        match &mut block.terminator {
            Terminator::Branch { cond: operand, .. }
            | Terminator::Switch { value: operand, .. } => change(operand),
            Terminator::Goto(_) | Terminator::Goal(_) | Terminator::End(_) => {}
        }
    }
}

/// Branches on constants become jumps; whether there was one.
fn branches(program: &mut Program) -> bool {
    let mut any = false;
    for block in program.blocks.iter_mut() {
        let to = match &block.terminator {
            Terminator::Branch { cond: Operand::Const(cond), then, otherwise } => {
                if cond.is_true() { *then } else { *otherwise }
            }
            Terminator::Switch { value: Operand::Const(value), cases, default } => {
                cases.iter().find(|case| case.0 == *value).map_or(*default, |case| case.1)
            }
            _ => continue,
        };
        block.terminator = Terminator::Goto(to);
        any = true;
    }
    any
}

/// Removes added phis, assignments and inputs that nothing needs. Gives the assignments.
fn remove_dead(program: &mut Program, added: usize) -> Gone {
    let mut sources: IndexVec<ValueId, Vec<ValueId>> =
        IndexVec::filled(Vec::new(), program.values.len());
    let mut work: Vec<ValueId> = Vec::new();
    let value = |operand: &Operand| match operand {
        Operand::Value(id) => Some(*id),
        Operand::Const(_) => None,
    };
    for block in program.blocks.iter() {
        for phi in &block.phis {
            sources[phi.dest] = phi.incoming.iter().filter_map(|entry| value(&entry.1)).collect();
            work.extend(Some(phi.dest).filter(|dest| dest.index() < added));
        }
        for instr in &block.instrs {
            let operands = instr.operands().iter().filter_map(value);
            match instr.dest() {
                Some(dest) => {
                    sources[dest] = operands.collect();
                    work.extend(Some(dest).filter(|dest| dest.index() < added));
                }
                None => work.extend(operands),
            }
        }
        match &block.terminator {
            Terminator::Branch { cond: operand, .. }
            | Terminator::Switch { value: operand, .. } => work.extend(value(operand)),
            Terminator::Goto(_) | Terminator::Goal(_) | Terminator::End(_) => {}
        }
    }
    let mut live = IndexVec::filled(false, program.values.len());
    while let Some(value) = work.pop() {
        if !std::mem::replace(&mut live[value], true) {
            work.extend(&sources[value]);
        }
    }
    let mut gone = Gone::default();
    for block in program.blocks.iter_mut() {
        block.phis.retain(|phi| live[phi.dest]);
        block.instrs.retain(|instr| {
            let stays = instr.dest().is_none_or(|dest| live[dest]);
            if let (false, Instr::Assign { dest, op, args, .. }) = (stays, instr) {
                gone.insert(*dest, (*op, args.clone()));
            }
            stays
        });
    }
    gone
}
