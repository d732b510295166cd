//! Drops what can't be reached: blocks, and with them the phi entries, values, goals
//! and variables that only they mention. Numbers the rest anew, in order.
//! Approximations stay: they don't say which block they belong to. Checks that go are
//! remembered ([`Program::folded`]).
//!
//! Nothing that stays changes: no instruction is removed from a reachable block, none
//! moves (the native replay counts inputs).

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    AssumptionKind, Block, BlockId, EndKind, Goal, GoalId, GoalKind, Instr, LocId, Operand,
    Program, Terminator, ValueId, VarId,
};
use crate::support::IndexVec;
use crate::support::index::Idx;

/// New numbers for the items that stay.
struct Renumber<I>(FxHashMap<I, I>);

impl<I: Idx + std::hash::Hash> Renumber<I> {
    /// Keeps the items of `items` that `stays` accepts, and their order.
    fn keep<T>(items: &mut IndexVec<I, T>, stays: impl Fn(I) -> bool) -> Self {
        let old = std::mem::take(items);
        let ids: Vec<I> = old.indices().collect();
        let mut map = FxHashMap::default();
        for (id, item) in ids.into_iter().zip(old.into_items()) {
            if stays(id) {
                map.insert(id, items.push(item));
            }
        }
        Self(map)
    }

    fn apply(&self, id: &mut I) {
        *id = self.0[id];
    }
}

impl Program {
    /// The program without its unreachable parts. An entry of a phi for a block that is
    /// no predecessor is dropped too, and an assumption that
    /// paths end in some way if none does, and memory adds no more.
    pub fn prune(mut self) -> Program {
        let reached = FxHashSet::from_iter(self.reverse_postorder());
        let predecessors = self.predecessors();
        for (id, block) in self.blocks.iter_mut_enumerated() {
            let from: FxHashSet<BlockId> = predecessors[id].iter().copied().collect();
            for phi in &mut block.phis {
                phi.incoming.retain(|(block, _)| from.contains(block) && reached.contains(block));
            }
        }
        let blocks = Renumber::keep(&mut self.blocks, |id| reached.contains(&id));
        blocks.apply(&mut self.entry);
        let mut values: FxHashSet<ValueId> = FxHashSet::default();
        let mut goals: FxHashSet<GoalId> = FxHashSet::default();
        let mut variables: FxHashSet<VarId> = FxHashSet::default();
        for block in self.blocks.iter() {
            values.extend(block.phis.iter().map(|phi| phi.dest));
            values.extend(block.instrs.iter().filter_map(Instr::dest));
            variables.extend(block.instrs.iter().filter_map(|instr| match instr {
                Instr::Bind { var, .. } => Some(*var),
                _ => None,
            }));
            if let Terminator::Goal(goal) = block.terminator {
                goals.insert(goal);
            }
        }
        self.fold(&goals);
        let values = Renumber::keep(&mut self.values, |id| values.contains(&id));
        let goals = Renumber::keep(&mut self.goals, |id| goals.contains(&id));
        let variables = Renumber::keep(&mut self.variables, |id| variables.contains(&id));
        self.rename(&blocks, &values, &goals, &variables);
        for (end, kind) in [
            (EndKind::NullAccess, AssumptionKind::NullAccessEnds),
            (EndKind::InvalidAccess, AssumptionKind::AccessesValid),
        ] {
            let ends = |block: &Block| block.terminator == Terminator::End(end);
            if self.is_flat() && !self.blocks.iter().any(ends) {
                self.assumptions.retain(|it| it.kind != kind);
            }
        }
        self
    }

    /// Keeps the checks that are not among these goals in mind, but for those that say the
    /// same of the same place as one that stays.
    fn fold(&mut self, stay: &FxHashSet<GoalId>) {
        let mut told: FxHashSet<(&GoalKind, Option<LocId>)> =
            stay.iter().map(|&id| &self.goals[id]).map(|goal| (&goal.kind, goal.loc)).collect();
        told.extend(self.folded.iter().map(|goal| (&goal.kind, goal.loc)));
        let gone = self.goals.iter_enumerated().filter(|(id, _)| !stay.contains(id));
        let is_asked = |goal: &Goal| matches!(goal.kind, GoalKind::Check(_) | GoalKind::Cover(_));
        let checks = gone.filter(|(_, goal)| is_asked(goal));
        let fresh = checks.filter(|(_, goal)| told.insert((&goal.kind, goal.loc)));
        let folded: Vec<Goal> = fresh.map(|(_, goal)| goal.clone()).collect();
        self.folded.extend(folded);
    }

    fn rename(
        &mut self,
        blocks: &Renumber<BlockId>,
        values: &Renumber<ValueId>,
        goals: &Renumber<GoalId>,
        variables: &Renumber<VarId>,
    ) {
        let operand = |operand: &mut Operand| {
            if let Operand::Value(id) = operand {
                values.apply(id);
            }
        };
        for block in self.blocks.iter_mut() {
            for phi in &mut block.phis {
                values.apply(&mut phi.dest);
                for (from, value) in &mut phi.incoming {
                    blocks.apply(from);
                    operand(value);
                }
            }
            for instr in &mut block.instrs {
                instr.operands_mut().iter_mut().for_each(operand);
                match instr {
                    Instr::Assign { dest, .. } | Instr::Input { dest, .. } => values.apply(dest),
                    Instr::Memory(instr) => {
                        instr.dest.iter_mut().for_each(|dest| values.apply(dest));
                    }
                    Instr::Bind { var, .. } => variables.apply(var),
                }
            }
            block.terminator.operand_mut().into_iter().for_each(operand);
            match &mut block.terminator {
                Terminator::Goto(to) => blocks.apply(to),
                Terminator::Branch { then, otherwise, .. } => {
                    blocks.apply(then);
                    blocks.apply(otherwise);
                }
                Terminator::Switch { cases, default, .. } => {
                    cases.iter_mut().for_each(|case| blocks.apply(&mut case.1));
                    blocks.apply(default);
                }
                Terminator::Goal(goal) => goals.apply(goal),
                Terminator::End(_) => {}
            }
        }
        let integers = self.memory.integers.iter().filter_map(|id| values.0.get(id).copied());
        self.memory.integers = integers.collect();
    }
}

#[cfg(test)]
mod tests {
    use super::super::Property;
    use super::super::samples::{Builder, jain, number};
    use super::*;
    use crate::bv::Op;

    #[test]
    fn a_program_without_dead_parts_stays() {
        let program = jain(8);
        let before = format!("{program:?}");
        assert_eq!(format!("{:?}", program.prune()), before);
    }

    #[test]
    fn dead_blocks_go_with_all_that_only_they_mention() {
        let mut b = Builder::default();
        let (entry, dead) = (b.block("entry"), b.block("dead"));
        let unreached = b.goal("unreached", Property::Assert);
        let (join, wrong) = (b.block("join"), b.goal("wrong", Property::Assert));
        let end = b.block("end");
        let x = b.input(dead, "x", 8);
        let zero = b.assign(dead, "zero", Op::Eq, &[x.clone(), number(8, 0)]);
        b.branch(dead, zero, unreached, join);
        let y = b.input(entry, "y", 8);
        b.goto(entry, join);
        let z = b.value("z", 8);
        b.phi(join, z, &[(entry, y), (dead, x)]);
        let one = b.assign(join, "one", Op::Eq, &[Operand::Value(z), number(8, 1)]);
        b.branch(join, one, wrong, end);
        assert_eq!(b.program.validate(), Ok(()));
        let program = b.program.prune();
        assert_eq!(program.validate(), Ok(()));
        let blocks: Vec<&str> = program.blocks.iter().map(|block| block.name.as_str()).collect();
        assert_eq!(blocks, ["entry", "join", "wrong", "end"]);
        let values: Vec<&str> = program.values.iter().map(|info| info.name.as_str()).collect();
        assert_eq!(values, ["y", "z", "one"]);
        assert_eq!(program.goals.len(), 1);
        assert_eq!(program.folded.len(), 1);
        let GoalKind::Check(folded) = &program.folded[0].kind else { panic!("it is a check") };
        assert_eq!(folded.what, "unreached");
        assert_eq!(program.blocks[BlockId(1)].phis[0].incoming.len(), 1);
        assert_eq!(program.prune().folded.len(), 1, "once");
    }
}
