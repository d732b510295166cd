//! Which values are read later.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Site;
use crate::program::{BlockId, Operand, Program, ValueId};
use crate::support::IndexVec;

/// Which of some values are still read, by block.
pub(super) struct Alive {
    values: FxHashSet<ValueId>,
    /// Those that are read later, at the start of a block, behind its phis.
    at_start: IndexVec<BlockId, FxHashSet<ValueId>>,
    /// The same at its end.
    at_end: IndexVec<BlockId, FxHashSet<ValueId>>,
}

impl Alive {
    pub fn new(program: &Program, values: FxHashSet<ValueId>) -> Self {
        let none = || IndexVec::filled(FxHashSet::default(), program.blocks.len());
        let mut alive = Self { values, at_start: none(), at_end: none() };
        let mut order = program.reverse_postorder();
        order.reverse();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &block in &order {
                let mut end: FxHashSet<ValueId> = FxHashSet::default();
                for next in program.blocks[block].terminator.successors() {
                    let phis = &program.blocks[next].phis;
                    end.extend(
                        alive.at_start[next]
                            .iter()
                            .filter(|&&id| phis.iter().all(|phi| phi.dest != id)),
                    );
                    let incoming = phis.iter().flat_map(|phi| &phi.incoming);
                    let here = incoming.filter(|(from, _)| *from == block);
                    end.extend(here.filter_map(|(_, operand)| alive.wanted(operand)));
                }
                let start = alive.before(program, (block, 0), end.clone());
                changed |= start.len() > alive.at_start[block].len();
                alive.at_start[block] = start;
                alive.at_end[block] = end;
            }
        }
        alive
    }

    fn wanted(&self, operand: &Operand) -> Option<ValueId> {
        operand.as_value().filter(|id| self.values.contains(id))
    }

    /// Those alive before an instruction, given those at the end of its block.
    fn before(
        &self,
        program: &Program,
        (block, at): Site,
        mut alive: FxHashSet<ValueId>,
    ) -> FxHashSet<ValueId> {
        let block = &program.blocks[block];
        alive.extend(block.terminator.operand().and_then(|operand| self.wanted(operand)));
        for instr in block.instrs[at..].iter().rev() {
            if let Some(dest) = instr.dest() {
                alive.remove(&dest);
            }
            alive.extend(instr.operands().iter().filter_map(|operand| self.wanted(operand)));
        }
        alive
    }

    /// Those alive behind an instruction, ascending.
    pub fn behind(&self, program: &Program, (block, at): Site) -> Vec<ValueId> {
        let alive = self.before(program, (block, at + 1), self.at_end[block].clone());
        let mut alive: Vec<ValueId> = alive.into_iter().collect();
        alive.sort_unstable();
        alive
    }

    /// Notes from which instruction on, by block, a value may be another one since `site`.
    pub fn mark(
        &self,
        program: &Program,
        (block, at): Site,
        value: ValueId,
        renewed: &mut FxHashMap<(ValueId, BlockId), usize>,
    ) {
        let first = renewed.entry((value, block)).or_insert(usize::MAX);
        *first = at.min(*first);
        let mut open = vec![block];
        while let Some(from) = open.pop() {
            if !self.at_end[from].contains(&value) {
                continue;
            }
            for next in program.blocks[from].terminator.successors() {
                let phis = &program.blocks[next].phis;
                let defined = phis.iter().any(|phi| phi.dest == value);
                let first = renewed.get(&(value, next)).copied();
                if !defined && self.at_start[next].contains(&value) && first != Some(0) {
                    renewed.insert((value, next), 0);
                    open.push(next);
                }
            }
        }
    }
}
