//! The program with other goals: some of its edges.

use super::{
    Block, BlockId, Check, EndKind, Goal, GoalId, GoalKind, InputKind, Instr, Operand, Program,
    Property, Terminator, ValueInfo,
};
use crate::bv::Sort;
use crate::support::IndexVec;

impl Program {
    /// The same runs, of which each may end on any of these edges when it takes it: at the goal
    /// of that number, in their order. Where the program's own goals are, runs end without one.
    /// Blocks and values keep their numbers, so what holds at a block of the program holds there.
    ///
    /// # Panics
    /// If there is no such edge.
    pub fn probed(&self, edges: &[(BlockId, BlockId)]) -> Program {
        let mut program = Program { folded: vec![], goals: IndexVec::new(), ..self.clone() };
        for block in program.blocks.iter_mut() {
            if matches!(block.terminator, Terminator::Goal(_)) {
                block.terminator = Terminator::End(EndKind::Exit);
            }
        }
        for &(from, to) in edges {
            let check = Check { property: Property::Unreachable, what: "an edge".to_owned() };
            let goal = Goal { kind: GoalKind::Check(check), loc: None, site: None };
            let goal = program.goals.push(goal);
            program.probe(from, to, goal);
        }
        program
    }

    fn probe(&mut self, from: BlockId, to: BlockId, goal: GoalId) {
        let block = |instrs, terminator| Block {
            name: "probe".to_owned(),
            phis: vec![],
            instrs,
            terminator,
            loc: None,
        };
        let ends = self.values.push(ValueInfo { sort: Sort::Word(1), name: "ends".to_owned() });
        let input = Instr::Input { dest: ends, kind: InputKind::Cover, loc: None };
        let end = self.blocks.push(block(vec![], Terminator::Goal(goal)));
        let cond = Operand::Value(ends);
        let choice = Terminator::Branch { cond, then: end, otherwise: to };
        let probe = self.blocks.push(block(vec![input], choice));
        let next = match &mut self.blocks[from].terminator {
            Terminator::Goto(next) => Some(next),
            Terminator::Branch { then, otherwise, .. } => {
                [then, otherwise].into_iter().find(|next| **next == to)
            }
            Terminator::Switch { .. } | Terminator::Goal(_) | Terminator::End(_) => None,
        };
        *next.expect("it is an edge of a jump or a branch") = probe;
        for phi in &mut self.blocks[to].phis {
            for (before, _) in &mut phi.incoming {
                if *before == from {
                    *before = probe;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::bv::Op;
    use crate::program::GoalId;
    use crate::program::explore::reachable_goals;
    use crate::program::samples::{Builder, number};

    #[test]
    fn edges_are_goals_if_runs_take_them() {
        let mut b = Builder::default();
        let (entry, low, end) = (b.block("entry"), b.block("low"), b.block("end"));
        let x = b.input(entry, "x", 4);
        let small = b.assign(entry, "small", Op::Ult, &[x.clone(), number(4, 3)]);
        b.branch(entry, small, low, end);
        let large = b.assign(low, "large", Op::Ult, &[number(4, 7), x]);
        let never = b.block("never");
        b.branch(low, large, never, end);
        b.goto(never, end);
        let probed = b.program.probed(&[(entry, low), (low, never), (low, end), (never, end)]);
        assert_eq!(probed.validate(), Ok(()));
        let reached = reachable_goals(&probed, 1000).expect("it is small");
        assert_eq!(reached.into_iter().collect::<Vec<_>>(), [GoalId(0), GoalId(2)]);
    }
}
