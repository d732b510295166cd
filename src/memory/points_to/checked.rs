//! Which addresses are known not to be null, since a branch on the way has compared them.
//!
//! A forward analysis of what holds on all paths: facts come from edges, and a value loses its own
//! where it is made anew.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bv::Op;
use crate::program::{BlockId, Instr, Operand, Program, Terminator, ValueId};
use crate::support::IndexVec;

/// For each block the values that are not 0 throughout it.
#[derive(Debug)]
pub(in crate::memory) struct NotNull(IndexVec<BlockId, FxHashSet<ValueId>>);

impl NotNull {
    /// Of all blocks that control gets to.
    pub fn new(program: &Program) -> Self {
        let facts = Facts::new(program);
        let order = program.reverse_postorder();
        let mut edges: FxHashMap<BlockId, Vec<(BlockId, FxHashSet<ValueId>)>> =
            FxHashMap::default();
        for &from in &order {
            for to in program.blocks[from].terminator.successors() {
                edges.entry(to).or_default().push((from, facts.of_edge(from, to)));
            }
        }
        // Before a block was looked at everything holds there.
        let mut known: IndexVec<BlockId, Option<FxHashSet<ValueId>>> =
            IndexVec::filled(None, program.blocks.len());
        known[program.entry] = Some(FxHashSet::default());
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &block in order.iter().filter(|&&block| block != program.entry) {
                let mut meet: Option<FxHashSet<ValueId>> = None;
                for (from, edge) in edges.get(&block).into_iter().flatten() {
                    let Some(before) = &known[*from] else { continue };
                    let here: FxHashSet<ValueId> = before.union(edge).copied().collect();
                    meet = Some(meet.map_or_else(
                        || here.clone(),
                        |all| all.intersection(&here).copied().collect(),
                    ));
                }
                let Some(mut here) = meet else { continue };
                here.retain(|&value| !facts.is_made_in(value, block));
                changed |= known[block].as_ref() != Some(&here);
                known[block] = Some(here);
            }
        }
        let blocks = program.blocks.indices().map(|id| known[id].take().unwrap_or_default());
        Self(blocks.collect())
    }

    /// Whether an operand is not 0 where it is read in a block.
    pub fn holds(&self, block: BlockId, operand: &Operand) -> bool {
        matches!(operand, Operand::Value(value) if self.0[block].contains(value))
    }
}

/// Where a value is made, and what it is computed from, if it is.
type Made<'a> = (BlockId, Option<(Op, &'a [Operand])>);

/// Where values are made, and what conditions say of them.
struct Facts<'a> {
    program: &'a Program,
    made: FxHashMap<ValueId, Made<'a>>,
}

impl<'a> Facts<'a> {
    fn new(program: &'a Program) -> Self {
        let mut made = FxHashMap::default();
        for (id, block) in program.blocks.iter_enumerated() {
            made.extend(block.phis.iter().map(|phi| (phi.dest, (id, None))));
            for instr in &block.instrs {
                match instr {
                    Instr::Assign { dest, op, args, .. } => {
                        made.insert(*dest, (id, Some((*op, args.as_slice()))));
                    }
                    Instr::Input { dest, .. } => {
                        made.insert(*dest, (id, None));
                    }
                    Instr::Memory(instr) => made.extend(instr.dest.map(|dest| (dest, (id, None)))),
                    Instr::Bind { .. } => {}
                }
            }
        }
        Self { program, made }
    }

    fn is_made_in(&self, value: ValueId, block: BlockId) -> bool {
        self.made.get(&value).is_some_and(|made| made.0 == block)
    }

    /// The values that are not 0 if control goes along an edge.
    fn of_edge(&self, from: BlockId, to: BlockId) -> FxHashSet<ValueId> {
        let mut all = FxHashSet::default();
        if let Terminator::Branch { cond, then, otherwise } = &self.program.blocks[from].terminator
            && then != otherwise
        {
            self.collect(cond, *then == to, &mut all);
        }
        all
    }

    /// The values that are not 0 if a condition is so.
    fn collect(&self, cond: &Operand, holds: bool, all: &mut FxHashSet<ValueId>) {
        let Operand::Value(cond) = cond else { return };
        let Some(&(_, Some((op, args)))) = self.made.get(cond) else { return };
        let is = |operand: &Operand, number: u64| match operand {
            Operand::Const(value) => value.to_u64() == Some(number),
            Operand::Value(_) => false,
        };
        // Conjunctions and disjunctions, as such or as choices with a constant.
        let is_and = |op, args: &[Operand]| op == Op::And || is(&args[2], 0);
        let is_or = |op, args: &[Operand]| op == Op::Or || is(&args[1], 1);
        match (op, args) {
            (Op::Eq, [value, zero] | [zero, value]) if !holds && is(zero, 0) => {
                if let Operand::Value(value) = value {
                    all.insert(*value);
                }
            }
            (Op::Not, [inner]) => self.collect(inner, !holds, all),
            (Op::Xor, [inner, one] | [one, inner]) if is(one, 1) => {
                self.collect(inner, !holds, all);
            }
            (Op::And, [a, b]) | (Op::Ite, [a, b, _]) if holds && is_and(op, args) => {
                self.collect(a, true, all);
                self.collect(b, true, all);
            }
            (Op::Or, [a, b]) | (Op::Ite, [a, _, b]) if !holds && is_or(op, args) => {
                self.collect(a, false, all);
                self.collect(b, false, all);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::samples::{Builder, number};
    use crate::program::{EndKind, Phi};

    /// `p` is compared before a loop that makes it anew: known in the first round only.
    #[test]
    fn what_was_compared_is_known_until_it_is_made_anew() {
        let mut b = Builder::default();
        let [entry, head, behind, next, out] =
            ["entry", "head", "behind", "next", "out"].map(|name| b.block(name));
        b.goto(entry, head);
        let p = b.value("p", 16);
        let null = b.assign(head, "null", Op::Eq, &[Operand::Value(p), number(16, 0)]);
        let small = b.input(head, "small", 1);
        let stop = b.assign(head, "stop", Op::Or, &[null, small]);
        b.branch(head, stop, out, behind);
        let q = b.input(behind, "q", 16);
        let some = b.assign(behind, "some", Op::Eq, &[q.clone(), number(16, 0)]);
        let some = b.assign(behind, "not", Op::Xor, &[some, number(1, 1)]);
        b.branch(behind, some, next, out);
        b.goto(next, head);
        let incoming = vec![(entry, number(16, 5)), (next, q.clone())];
        b.program.blocks[head].phis.push(Phi { dest: p, incoming });
        b.program.blocks[out].terminator = Terminator::End(EndKind::Return);
        assert_eq!(b.program.validate(), Ok(()));
        let known = NotNull::new(&b.program);
        let of_p = [entry, head, behind, next, out].map(|it| known.holds(it, &Operand::Value(p)));
        assert_eq!(of_p, [false, false, true, true, false]);
        let of_q = [head, behind, next, out].map(|it| known.holds(it, &q));
        assert_eq!(of_q, [false, false, true, false]);
    }
}
