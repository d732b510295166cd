//! Checks that a [`Program`] keeps the promises of its module's documentation:
//! well-typed, in SSA form, phis and edges in agreement.

use rustc_hash::FxHashSet;

use super::{
    Block, BlockId, GoalId, Initial, Instr, LocId, MemoryInstr, MemoryOp, ObjectId, Operand, Part,
    Piece, Program, Storage, Terminator, ValueId, VarId,
};
use crate::bv::Sort;
use crate::support::IndexVec;
use crate::support::graph::{self, Dominators, Graph};
use crate::support::index::Idx;

/// Where a value is defined: its block, and its position there (0 for phis, which are
/// all defined at once; instruction `i` has position `i + 1`).
type Place = (BlockId, usize);

impl Program {
    /// Checks everything that the module documentation promises.
    ///
    /// # Errors
    /// One sentence for each broken promise.
    pub fn validate(&self) -> Result<(), Vec<String>> {
        self.validate_by(false)
    }

    /// The same of a program with values that nothing defines, and nothing reads.
    ///
    /// # Errors
    /// One sentence for each broken promise.
    pub fn validate_with_gaps(&self) -> Result<(), Vec<String>> {
        self.validate_by(true)
    }

    fn validate_by(&self, has_gaps: bool) -> Result<(), Vec<String>> {
        if self.blocks.get(self.entry).is_none() {
            return Err(vec![format!("the entry {} does not exist", self.entry)]);
        }
        let mut check = Checker {
            program: self,
            errors: Vec::new(),
            defined: IndexVec::filled(None, self.values.len()),
        };
        check.targets();
        if check.errors.is_empty() {
            // Only now may the graph be walked.
            check.definitions(has_gaps);
            check.bodies();
            check.phis();
            check.tables();
        }
        if check.errors.is_empty() {
            // Phis name blocks that exist.
            check.dominance();
        }
        if check.errors.is_empty() { Ok(()) } else { Err(check.errors) }
    }

    /// The blocks reachable from the entry, each before its successors except along
    /// retreating edges.
    pub fn reverse_postorder(&self) -> Vec<BlockId> {
        graph::reverse_postorder(self.entry, |block| self.blocks[block].terminator.successors())
    }

    /// The blocks that each block leads to.
    pub fn successors(&self) -> Graph<BlockId> {
        self.blocks.iter().map(|block| block.terminator.successors()).collect()
    }

    /// The dominator tree of the reachable blocks.
    pub fn dominators(&self) -> Dominators<BlockId> {
        Dominators::new(&self.successors(), self.entry)
    }
}

struct Checker<'a> {
    program: &'a Program,
    errors: Vec<String>,
    defined: IndexVec<ValueId, Option<Place>>,
}

impl Checker<'_> {
    fn expect(&mut self, holds: bool, error: impl FnOnce() -> String) {
        if !holds {
            self.errors.push(error());
        }
    }

    /// Every edge leads to an existing block, none to the entry.
    fn targets(&mut self) {
        for (id, block) in self.program.blocks.iter_enumerated() {
            for to in block.terminator.successors() {
                let exists = self.program.blocks.get(to).is_some();
                self.expect(exists, || format!("{id} leads to {to}, which does not exist"));
                self.expect(to != self.program.entry, || format!("{id} leads to the entry"));
            }
        }
    }

    /// Each value is defined exactly once.
    fn definitions(&mut self, has_gaps: bool) {
        for (id, block) in self.program.blocks.iter_enumerated() {
            let phis = block.phis.iter().map(|phi| (phi.dest, 0));
            let instrs = block.instrs.iter().enumerate();
            let instrs = instrs.filter_map(|(at, instr)| Some((instr.dest()?, at + 1)));
            for (dest, at) in phis.chain(instrs) {
                if self.program.values.get(dest).is_none() {
                    self.errors.push(format!("{id} defines {dest}, which does not exist"));
                } else if self.defined[dest].replace((id, at)).is_some() {
                    self.errors.push(format!("{dest} is defined twice"));
                }
            }
        }
        for value in self.program.values.indices() {
            let (is, sort) = (self.defined[value].is_some(), self.program.values[value].sort);
            self.expect(is || has_gaps, || format!("{value} is never defined"));
            self.expect(sort != Sort::Word(0), || format!("{value} has no bits"));
        }
    }

    /// The operand's sort, if the operand exists.
    fn sort(&mut self, at: BlockId, operand: &Operand) -> Option<Sort> {
        if let Operand::Value(value) = operand
            && self.program.values.get(*value).is_none()
        {
            self.errors.push(format!("{at} uses {value}, which does not exist"));
            return None;
        }
        Some(self.program.sort(operand))
    }

    fn has_sort(&mut self, at: BlockId, operand: &Operand, expected: Sort) {
        if let Some(sort) = self.sort(at, operand) {
            self.expect(sort == expected, || {
                format!("{at}: {operand:?} has {sort} bits where {expected} are needed")
            });
        }
    }

    fn bodies(&mut self) {
        for (id, block) in self.program.blocks.iter_enumerated() {
            for instr in &block.instrs {
                match instr {
                    Instr::Assign { dest, op, args, .. } => {
                        let sorts: Option<Vec<Sort>> =
                            args.iter().map(|arg| self.sort(id, arg)).collect();
                        let Some(sorts) = sorts else { continue };
                        let made = op.checked_result_sort(&sorts);
                        let wanted = self.program.values.get(*dest).map(|info| info.sort);
                        self.expect(made.is_some() && made == wanted, || {
                            format!("{id}: {dest} = {op:?} on {sorts:?} bits")
                        });
                    }
                    Instr::Input { .. } => {}
                    Instr::Bind { var, value, .. } => {
                        self.sort(id, value);
                        self.variable(*var);
                    }
                    Instr::Memory(instr) => self.memory(id, instr),
                }
            }
            self.terminator(id, block);
        }
    }

    /// Operands and result have the widths that the operation needs, and what it names
    /// exists.
    fn memory(&mut self, id: BlockId, instr: &MemoryInstr) {
        let memory = &self.program.memory;
        let exists = match instr.op {
            MemoryOp::Address(object) => memory.objects.get(object).is_some(),
            MemoryOp::Start(object) | MemoryOp::End(object) => {
                memory.objects.get(object).is_some_and(|it| it.storage == Storage::Local)
            }
            MemoryOp::Retire { now, past, .. } => {
                [(now, Storage::Local), (past, Storage::Past)].into_iter().all(|(id, storage)| {
                    memory.objects.get(id).is_some_and(|it| it.storage == storage)
                })
            }
            MemoryOp::Available(site) | MemoryOp::Allocate { site, .. } => {
                memory.sites.get(site).is_some()
            }
            MemoryOp::Load
            | MemoryOp::Store
            | MemoryOp::Copy(_)
            | MemoryOp::Fill(_)
            | MemoryOp::CopyBytes
            | MemoryOp::FillBytes
            | MemoryOp::Find { .. }
            | MemoryOp::Mismatch
            | MemoryOp::Valid { .. }
            | MemoryOp::Aligned(_)
            | MemoryOp::Freeable
            | MemoryOp::Free
            | MemoryOp::Release
            | MemoryOp::Leaked
            | MemoryOp::Lost
            | MemoryOp::Overlap
            | MemoryOp::Written(_)
            | MemoryOp::WrittenBytes
            | MemoryOp::Havoc { .. }
            | MemoryOp::Room
            | MemoryOp::Offset => true,
        };
        self.expect(exists, || format!("{id}: {:?} of what does not exist", instr.op));
        let (wanted, result) = instr.op.signature();
        let sorts: Option<Vec<Sort>> = instr.args.iter().map(|arg| self.sort(id, arg)).collect();
        let Some(sorts) = sorts else { return };
        let accepts = |part: &Part, sort: Sort| match sort {
            Sort::Word(width) => part.accepts(width, memory),
            Sort::Array { .. } => false,
        };
        let fits = if instr.op.takes_addresses() {
            sorts.iter().all(|&sort| accepts(&Part::Address, sort))
        } else {
            sorts.len() == wanted.len()
                && wanted.iter().zip(&sorts).all(|(part, &sort)| accepts(part, sort))
        };
        let dest = instr.dest.and_then(|dest| self.program.values.get(dest));
        let gives = match (result, dest) {
            (None, None) => true,
            (Some(part), Some(info)) => accepts(&part, info.sort),
            _ => false,
        };
        self.expect(fits && gives, || format!("{id}: {:?} on {sorts:?} bits", instr.op));
    }

    fn terminator(&mut self, id: BlockId, block: &Block) {
        match &block.terminator {
            Terminator::Goto(_) | Terminator::End(_) => {}
            Terminator::Branch { cond, then, otherwise } => {
                self.has_sort(id, cond, Sort::Word(1));
                self.expect(then != otherwise, || format!("{id} branches to one block twice"));
            }
            Terminator::Switch { value, cases, .. } => {
                self.sort(id, value);
                for (case, _) in cases {
                    self.has_sort(id, value, case.sort());
                }
                let distinct: FxHashSet<_> = cases.iter().map(|(case, _)| case).collect();
                self.expect(distinct.len() == cases.len(), || format!("{id} repeats a case"));
            }
            Terminator::Goal(goal) => self.goal(id, *goal),
        }
    }

    fn goal(&mut self, id: BlockId, goal: GoalId) {
        let exists = self.program.goals.get(goal).is_some();
        self.expect(exists, || format!("{id} ends in {goal}, which does not exist"));
    }

    fn variable(&mut self, var: VarId) {
        let exists = self.program.variables.get(var).is_some();
        self.expect(exists, || format!("{var} does not exist"));
    }

    /// A phi names every predecessor exactly once.
    fn phis(&mut self) {
        let predecessors = self.program.predecessors();
        for (id, block) in self.program.blocks.iter_enumerated() {
            for phi in &block.phis {
                let mut named: Vec<BlockId> = phi.incoming.iter().map(|entry| entry.0).collect();
                named.sort_unstable();
                let mut wanted = predecessors[id].clone();
                wanted.sort_unstable();
                self.expect(named == wanted, || {
                    format!("{id}: the phi {} names {named:?} instead of {wanted:?}", phi.dest)
                });
                let Some(info) = self.program.values.get(phi.dest) else { continue };
                for (_, operand) in &phi.incoming {
                    self.has_sort(id, operand, info.sort);
                }
            }
        }
    }

    /// Definitions dominate their uses, in reachable blocks.
    fn dominance(&mut self) {
        let tree = self.program.dominators();
        let mut uses: Vec<(&Operand, Place)> = Vec::new();
        for (id, block) in self.program.blocks.iter_enumerated() {
            if !tree.reachable(id) {
                continue;
            }
            for phi in &block.phis {
                // Read at the end of the predecessor.
                let reached = phi.incoming.iter().filter(|entry| tree.reachable(entry.0));
                uses.extend(reached.map(|(from, operand)| (operand, (*from, usize::MAX))));
            }
            for (at, instr) in block.instrs.iter().enumerate() {
                uses.extend(instr.operands().iter().map(|operand| (operand, (id, at + 1))));
            }
            match &block.terminator {
                Terminator::Branch { cond: operand, .. }
                | Terminator::Switch { value: operand, .. } => {
                    uses.push((operand, (id, usize::MAX)));
                }
                _ => {}
            }
        }
        for (operand, (block, at)) in uses {
            let Operand::Value(value) = operand else { continue };
            let Some(&Some((home, position))) = self.defined.get(*value) else {
                self.errors.push(format!("{block} uses {value}, which is never defined"));
                continue;
            };
            let dominated = if home == block { position < at } else { tree.dominates(home, block) };
            self.expect(dominated, || {
                format!("{block} uses {value}, whose definition in {home} does not dominate it")
            });
        }
    }

    /// What the tables refer to exists.
    fn tables(&mut self) {
        let program = self.program;
        let in_blocks = program.blocks.iter().flat_map(|block| {
            block.instrs.iter().map(Instr::loc).chain([block.loc]).collect::<Vec<_>>()
        });
        let in_tables = program.goals.iter().chain(&program.folded).map(|goal| goal.loc);
        let of_variables =
            program.variables.iter().flat_map(|var| var.chain.iter().map(|l| Some(*l)));
        let of_assumptions = program.assumptions.iter().map(|entry| entry.loc);
        let of_objects = program.memory.objects.iter().map(|object| object.loc);
        let all = in_blocks.chain(in_tables).chain(of_variables).chain(of_assumptions);
        let dangling: Vec<LocId> = all
            .chain(of_objects)
            .flatten()
            .filter(|loc| loc.index() >= program.sources.positions())
            .collect();
        for loc in dangling {
            self.errors.push(format!("{loc} does not exist"));
        }
        self.errors.extend(program.sources.dangling());
        self.objects();
    }

    /// What objects and allocation sites refer to exists, and addresses are wide enough for them.
    fn objects(&mut self) {
        let memory = &self.program.memory;
        let exists = |id: ObjectId| memory.objects.get(id).is_some();
        let pieces = memory.objects.iter().flat_map(|object| match &object.initial {
            Initial::Known(pieces) => &pieces[..],
            Initial::Arbitrary => &[],
        });
        let is_whole = |piece: &Piece| match piece {
            Piece::Number(value) => value.width().is_multiple_of(8),
            Piece::Address(object, _) => exists(*object),
        };
        let instances = || memory.sites.iter().flat_map(|site| &site.instances).copied();
        let holds = pieces.into_iter().all(|(_, piece)| is_whole(piece))
            && instances().all(exists)
            && memory.has_room();
        self.expect(holds, || "what objects refer to does not exist".to_owned());
        // What an allocation gives is any bytes, and nobody else has it.
        let mut seen = FxHashSet::default();
        let holds = !holds
            || instances().all(|id| {
                let object = &memory.objects[id];
                let is_allocated = matches!(object.storage, Storage::Heap | Storage::Stack);
                is_allocated && object.initial == Initial::Arbitrary && seen.insert(id)
            });
        self.expect(holds, || "an instance of an allocation site is none".to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Builder, jain, number, swap};
    use super::super::{FileId, Loc, Phi, Property};
    use super::*;
    use crate::bv::{Op, Value};

    /// The one complaint about a program that `spoil` has changed.
    fn complaint(spoil: impl FnOnce(&mut Program)) -> String {
        let mut program = swap();
        assert_eq!(program.validate(), Ok(()));
        spoil(&mut program);
        let errors = program.validate().expect_err("spoiled");
        assert_eq!(errors.len(), 1, "{errors:?}");
        errors[0].clone()
    }

    const ENTRY: BlockId = BlockId(0);
    const HEAD: BlockId = BlockId(1);
    const EXIT: BlockId = BlockId(2);

    #[test]
    fn good_programs() {
        assert_eq!(jain(8).validate(), Ok(()));
        assert!(Program::default().validate().is_err(), "there is no entry block");
    }

    #[test]
    fn edges() {
        let missing = complaint(|p| p.blocks[EXIT].terminator = Terminator::Goto(BlockId(77)));
        assert_eq!(missing, "bb2 leads to bb77, which does not exist");
        let back = complaint(|p| p.blocks[EXIT].terminator = Terminator::Goto(ENTRY));
        assert_eq!(back, "bb2 leads to the entry");
        let goal = complaint(|p| p.blocks[EXIT].terminator = Terminator::Goal(GoalId(5)));
        assert_eq!(goal, "bb2 ends in goal5, which does not exist");
        let twice = complaint(|p| {
            let Terminator::Branch { then, otherwise, .. } = &mut p.blocks[EXIT].terminator else {
                panic!("a branch")
            };
            *then = *otherwise;
        });
        assert_eq!(twice, "bb2 branches to one block twice");
        let cases = complaint(|p| {
            let case = (Value::new(2, 1), BlockId(3));
            p.blocks[EXIT].terminator = Terminator::Switch {
                value: number(2, 1),
                cases: vec![case.clone(), case],
                default: BlockId(4),
            };
        });
        assert_eq!(cases, "bb2 repeats a case");
    }

    #[test]
    fn phis() {
        let missing = complaint(|p| {
            p.blocks[HEAD].phis[0].incoming.pop();
        });
        assert_eq!(missing, "bb1: the phi v0 names [bb0] instead of [bb0, bb1]");
        let double = complaint(|p| {
            let entry = p.blocks[HEAD].phis[0].incoming[0].clone();
            p.blocks[HEAD].phis[0].incoming.push(entry);
        });
        assert_eq!(double, "bb1: the phi v0 names [bb0, bb0, bb1] instead of [bb0, bb1]");
        let unknown = complaint(|p| p.blocks[HEAD].phis[0].incoming[1].0 = BlockId(77));
        assert_eq!(unknown, "bb1: the phi v0 names [bb0, bb77] instead of [bb0, bb1]");
        let width = complaint(|p| p.blocks[HEAD].phis[0].incoming[0].1 = number(3, 0));
        assert!(width.contains("has 3 bits where 2 are needed"), "{width}");
    }

    #[test]
    fn values() {
        let unknown = complaint(|p| {
            p.blocks[HEAD].phis[0].incoming[0].1 = Operand::Value(ValueId(99));
        });
        assert_eq!(unknown, "bb1 uses v99, which does not exist");
        let twice = complaint(|p| {
            let instr = p.blocks[EXIT].instrs[0].clone();
            p.blocks[EXIT].instrs.push(instr);
        });
        assert_eq!(twice, "v3 is defined twice");
        let typed = complaint(|p| {
            let Instr::Assign { op, .. } = &mut p.blocks[EXIT].instrs[0] else {
                panic!("an assignment")
            };
            *op = Op::Add;
        });
        assert_eq!(typed, "bb2: v3 = Add on [2, 2] bits");
        let never = complaint(|p| {
            p.values.push(super::super::ValueInfo { sort: 1.into(), name: String::new() });
        });
        assert_eq!(never, "v4 is never defined");
    }

    #[test]
    fn what_is_read_exists() {
        let switch = complaint(|p| {
            let (value, default) = (Operand::Value(ValueId(99)), BlockId(3));
            p.blocks[EXIT].terminator = Terminator::Switch { value, cases: vec![], default };
        });
        assert_eq!(switch, "bb2 uses v99, which does not exist");
        let positions = |spoil: &dyn Fn(&mut Loc)| {
            complaint(|p| {
                let file = p.sources.file("no such file.c");
                let function = "main".to_owned();
                let mut loc = Loc { file, line: 1, column: 1, function, inlined_at: None };
                spoil(&mut loc);
                p.blocks[HEAD].loc = Some(p.sources.add(loc));
            })
        };
        let file = positions(&|loc| loc.file = FileId(77));
        assert_eq!(file, "loc0 is in file77, which does not exist");
        let own = positions(&|loc| loc.inlined_at = Some(LocId(0)));
        assert_eq!(own, "loc0 was inlined at loc0, which does not come before it");
        let missing = complaint(|p| p.goals[GoalId(0)].loc = Some(LocId(5)));
        assert_eq!(missing, "loc5 does not exist");
    }

    #[test]
    fn definitions_dominate_uses() {
        // A diamond: what one branch defines is not known behind the join.
        let mut b = Builder::default();
        let (entry, left, join) = (b.block("entry"), b.block("left"), b.block("join"));
        let wrong = b.goal("wrong", Property::Assert);
        let choice = b.input(entry, "choice", 1);
        b.branch(entry, choice, left, join);
        let one = b.input(left, "one", 1);
        b.goto(left, join);
        let end = b.block("end");
        b.branch(join, one.clone(), wrong, end);
        assert_eq!(
            b.program.validate(),
            Err(vec!["bb2 uses v1, whose definition in bb1 does not dominate it".to_owned()])
        );
        // A phi reads at the end of the predecessor, where it is known.
        let both = b.value("both", 1);
        b.program.blocks[join].phis =
            vec![Phi { dest: both, incoming: vec![(entry, number(1, 0)), (left, one)] }];
        b.branch(join, Operand::Value(both), wrong, end);
        assert_eq!(b.program.validate(), Ok(()));
        // Within a block the order counts.
        let negated = b.assign(join, "negated", Op::Not, &[Operand::Value(both)]);
        b.assign(join, "again", Op::Not, &[negated]);
        assert_eq!(b.program.validate(), Ok(()));
        let instrs = &mut b.program.blocks[join].instrs;
        instrs.reverse();
        assert!(b.program.validate().is_err());
    }
}
