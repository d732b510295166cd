//! Taint of what is not modelled: no choice of the program depends on it any more.
//!
//! The result of an operation that is not modelled ([`InputKind::Unmodelled`]) may flow
//! through phis, arithmetic and memory as it likes. Where control would depend on it the
//! path ends in a goal that names the operation and its place. So a floating-point number
//! that no check can see is no obstacle, and one that decides something is never guessed.
//!
//! This is a data-flow analysis on the flat program: conditions by which one value is
//! selected among several are data there. Values that depend on what is not modelled are
//! removed afterwards; by then nothing else reads them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    BlockId, Goal, GoalId, GoalKind, InputKind, Instr, LocId, Operand, Program, Terminator, ValueId,
};

/// The operation that a value depends on.
type Origin = (String, Option<LocId>);

impl Program {
    /// The program in which no condition depends on an [`InputKind::Unmodelled`], and no such
    /// input is left. Memory must be resolved.
    pub fn end_tainted(mut self) -> Program {
        let from = self.dependent();
        if from.is_empty() {
            return self;
        }
        let mut goals: FxHashMap<Origin, GoalId> = FxHashMap::default();
        let touched = |operand: &Operand| match operand {
            Operand::Value(id) => from.get(id),
            Operand::Const(_) => None,
        };
        for block in self.blocks.iter_mut() {
            if let Some(origin) = decision(&block.terminator).and_then(touched) {
                let goal = *goals.entry(origin.clone()).or_insert_with(|| {
                    let kind = GoalKind::Unsupported(origin.0.clone());
                    self.goals.push(Goal { kind, loc: origin.1, site: None })
                });
                block.terminator = Terminator::Goal(goal);
            }
            block.phis.retain(|phi| !from.contains_key(&phi.dest));
            block.instrs.retain(|instr| match instr {
                Instr::Bind { value, .. } => touched(value).is_none(),
                _ => instr.dest().is_none_or(|dest| !from.contains_key(&dest)),
            });
        }
        self.prune()
    }

    /// The values that depend on what is not modelled, each with the first operation found.
    /// Blocks behind a decision that depends on one are not looked at.
    fn dependent(&self) -> FxHashMap<ValueId, Origin> {
        let mut from: FxHashMap<ValueId, Origin> = FxHashMap::default();
        let order = self.reverse_postorder();
        let mut reached = FxHashSet::from_iter([self.entry]);
        let mut left: FxHashSet<(BlockId, BlockId)> = FxHashSet::default();
        let mut changed = true;
        while changed {
            changed = false;
            for &id in &order {
                if !reached.contains(&id) {
                    continue;
                }
                let block = &self.blocks[id];
                for phi in &block.phis {
                    let taken = phi.incoming.iter().filter(|entry| left.contains(&(entry.0, id)));
                    let origin = first(&from, taken.map(|entry| &entry.1));
                    changed |= mark(&mut from, phi.dest, origin);
                }
                for instr in &block.instrs {
                    let (dest, origin) = match instr {
                        Instr::Input { dest, kind: InputKind::Unmodelled(what), loc } => {
                            (*dest, Some((what.clone(), *loc)))
                        }
                        Instr::Assign { dest, args, .. } => (*dest, first(&from, args.iter())),
                        Instr::Memory(instr) => instr.unresolved(),
                        Instr::Input { .. } | Instr::Bind { .. } => continue,
                    };
                    changed |= mark(&mut from, dest, origin);
                }
                if first(&from, decision(&block.terminator).into_iter()).is_some() {
                    continue;
                }
                for next in block.terminator.successors() {
                    reached.insert(next);
                    changed |= left.insert((id, next));
                }
            }
        }
        from
    }
}

/// What decides where control goes.
fn decision(terminator: &Terminator) -> Option<&Operand> {
    match terminator {
        Terminator::Branch { cond, .. } => Some(cond),
        Terminator::Switch { value, .. } => Some(value),
        Terminator::Goto(_) | Terminator::Goal(_) | Terminator::End(_) => None,
    }
}

fn first<'a>(
    from: &FxHashMap<ValueId, Origin>,
    mut operands: impl Iterator<Item = &'a Operand>,
) -> Option<Origin> {
    operands.find_map(|operand| match operand {
        Operand::Value(id) => from.get(id).cloned(),
        Operand::Const(_) => None,
    })
}

/// Notes the origin of a value; tells whether that is new.
fn mark(from: &mut FxHashMap<ValueId, Origin>, dest: ValueId, origin: Option<Origin>) -> bool {
    match origin {
        Some(origin) if !from.contains_key(&dest) => {
            from.insert(dest, origin);
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Property;
    use super::super::samples::{Builder, number};
    use super::*;
    use crate::bv::Op;

    fn unmodelled(b: &mut Builder, block: BlockId) -> Operand {
        let dest = b.value("float", 8);
        let kind = InputKind::Unmodelled("arithmetic".to_owned());
        b.program.blocks[block].instrs.push(Instr::Input { dest, kind, loc: None });
        Operand::Value(dest)
    }

    #[test]
    fn what_nothing_depends_on_goes() {
        let mut b = Builder::default();
        let entry = b.block("entry");
        let (wrong, end) = (b.goal("wrong", Property::Assert), b.block("end"));
        let float = unmodelled(&mut b, entry);
        b.assign(entry, "twice", Op::Mul, &[float, number(8, 2)]);
        let x = b.input(entry, "x", 8);
        let zero = b.assign(entry, "zero", Op::Eq, &[x, number(8, 0)]);
        b.branch(entry, zero, wrong, end);
        let program = b.program.end_tainted();
        assert_eq!(program.validate(), Ok(()));
        let names: Vec<&str> = program.values.iter().map(|info| info.name.as_str()).collect();
        assert_eq!(names, ["x", "zero"]);
        assert_eq!(program.goals.len(), 1);
    }

    #[test]
    fn a_decision_is_a_goal_also_through_a_loop() {
        let mut b = Builder::default();
        let (entry, head) = (b.block("entry"), b.block("head"));
        let (wrong, end) = (b.goal("wrong", Property::Assert), b.block("end"));
        let sum = b.value("sum", 8);
        b.goto(entry, head);
        let float = unmodelled(&mut b, head);
        let next = b.assign(head, "next", Op::Add, &[Operand::Value(sum), float]);
        b.phi(head, sum, &[(entry, number(8, 0)), (head, next)]);
        let zero = b.assign(head, "zero", Op::Eq, &[Operand::Value(sum), number(8, 3)]);
        let body = b.block("body");
        b.branch(head, zero, wrong, body);
        b.branch(body, number(1, 1), head, end);
        // The phi's second predecessor is the block that goes back.
        b.program.blocks[head].phis[0].incoming[1].0 = body;
        let program = b.program.end_tainted();
        assert_eq!(program.validate(), Ok(()));
        let kinds: Vec<_> = program.goals.iter().map(|goal| goal.kind.clone()).collect();
        assert_eq!(kinds, [GoalKind::Unsupported("arithmetic".to_owned())]);
    }

    #[test]
    fn values_behind_a_decision_do_not_spoil_what_comes_after() {
        let mut b = Builder::default();
        let (entry, ask, odd, join) =
            (b.block("entry"), b.block("ask"), b.block("odd"), b.block("join"));
        let (wrong, end) = (b.goal("wrong", Property::Assert), b.block("end"));
        let x = b.input(entry, "x", 1);
        b.branch(entry, x, ask, join);
        let float = unmodelled(&mut b, ask);
        let zero = b.assign(ask, "zero", Op::Eq, &[float.clone(), number(8, 0)]);
        b.branch(ask, zero, odd, end);
        b.goto(odd, join);
        let y = b.value("y", 8);
        b.phi(join, y, &[(entry, number(8, 1)), (odd, float)]);
        let bad = b.assign(join, "bad", Op::Eq, &[Operand::Value(y), number(8, 1)]);
        b.branch(join, bad, wrong, end);
        let program = b.program.end_tainted();
        assert_eq!(program.validate(), Ok(()));
        assert!(program.goals.iter().any(|goal| matches!(goal.kind, GoalKind::Check(_))));
    }
}
