//! Drops what can't be reached: blocks, and with them the phi entries, values, goals
//! and variables that only they mention. Numbers the rest anew, in order.
//! Approximations stay: they don't say which block they belong to.
//!
//! Nothing that stays changes: no instruction is removed from a reachable block, none
//! moves (the native replay counts inputs).

use rustc_hash::{FxHashMap, FxHashSet};

use super::{BlockId, GoalId, Instr, Operand, Program, Terminator, ValueId, VarId};
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
    /// no predecessor is dropped too.
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
        let values = Renumber::keep(&mut self.values, |id| values.contains(&id));
        let goals = Renumber::keep(&mut self.goals, |id| goals.contains(&id));
        let variables = Renumber::keep(&mut self.variables, |id| variables.contains(&id));
        self.rename(&blocks, &values, &goals, &variables);
        self
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
                match instr {
                    Instr::Assign { dest, args, .. } => {
                        values.apply(dest);
                        args.iter_mut().for_each(operand);
                    }
                    Instr::Input { dest, .. } => values.apply(dest),
                    Instr::Bind { var, value, .. } => {
                        variables.apply(var);
                        operand(value);
                    }
                }
            }
            match &mut block.terminator {
                Terminator::Goto(to) => blocks.apply(to),
                Terminator::Branch { cond, then, otherwise } => {
                    operand(cond);
                    blocks.apply(then);
                    blocks.apply(otherwise);
                }
                Terminator::Switch { value, cases, default } => {
                    operand(value);
                    cases.iter_mut().for_each(|case| blocks.apply(&mut case.1));
                    blocks.apply(default);
                }
                Terminator::Goal(goal) => goals.apply(goal),
                Terminator::End(_) => {}
            }
        }
    }
}
