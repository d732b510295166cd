//! Checks that a [`Program`] keeps the promises of its module's documentation:
//! well-typed, in SSA form, phis and edges in agreement.
//!
//! Dominators: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001).

use rustc_hash::FxHashSet;

use super::{Block, BlockId, GoalId, Instr, LocId, Operand, Program, Terminator, ValueId, VarId};
use crate::support::IndexVec;
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
            check.definitions();
            check.bodies();
            check.phis();
            check.dominance();
            check.tables();
        }
        if check.errors.is_empty() { Ok(()) } else { Err(check.errors) }
    }

    /// The blocks reachable from the entry, each before its successors except along
    /// retreating edges.
    pub fn reverse_postorder(&self) -> Vec<BlockId> {
        let mut seen = FxHashSet::from_iter([self.entry]);
        let mut stack = vec![(self.entry, self.blocks[self.entry].terminator.successors())];
        let mut order = Vec::new();
        while let Some((block, pending)) = stack.last_mut() {
            match pending.pop() {
                Some(next) if seen.insert(next) => {
                    stack.push((next, self.blocks[next].terminator.successors()));
                }
                Some(_) => {}
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }
}

/// The dominator tree of the reachable blocks.
struct Dominators {
    /// Immediate dominator; of the entry itself; `None` if unreachable.
    parent: IndexVec<BlockId, Option<BlockId>>,
    /// Position in reverse postorder.
    position: IndexVec<BlockId, usize>,
}

impl Dominators {
    fn new(program: &Program) -> Self {
        let order = program.reverse_postorder();
        let predecessors = program.predecessors();
        let mut position = IndexVec::filled(usize::MAX, program.blocks.len());
        for (at, &block) in order.iter().enumerate() {
            position[block] = at;
        }
        let parent = IndexVec::filled(None, program.blocks.len());
        let mut tree = Self { parent, position };
        tree.parent[program.entry] = Some(program.entry);
        loop {
            let mut changed = false;
            for &block in order.iter().skip(1) {
                let mut known =
                    predecessors[block].iter().copied().filter(|&from| tree.parent[from].is_some());
                let first = known.next();
                let meet = known.fold(first, |meet, from| meet.map(|meet| tree.meet(meet, from)));
                if tree.parent[block] != meet {
                    tree.parent[block] = meet;
                    changed = true;
                }
            }
            if !changed {
                return tree;
            }
        }
    }

    /// The nearest common dominator.
    fn meet(&self, mut a: BlockId, mut b: BlockId) -> BlockId {
        let up = |block: BlockId| self.parent[block].expect("ancestors are known");
        while a != b {
            if self.position[a] > self.position[b] { a = up(a) } else { b = up(b) }
        }
        a
    }

    fn reachable(&self, block: BlockId) -> bool {
        self.parent[block].is_some()
    }

    /// Whether every path to `below` goes through `above`; a block dominates itself.
    fn dominates(&self, above: BlockId, mut below: BlockId) -> bool {
        while self.position[below] > self.position[above] {
            match self.parent[below] {
                Some(parent) => below = parent,
                None => return false,
            }
        }
        above == below
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
    fn definitions(&mut self) {
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
            let (is, width) = (self.defined[value].is_some(), self.program.values[value].width);
            self.expect(is, || format!("{value} is never defined"));
            self.expect(width > 0, || format!("{value} has no bits"));
        }
    }

    /// The operand's width, if the operand exists.
    fn width(&mut self, at: BlockId, operand: &Operand) -> Option<u32> {
        if let Operand::Value(value) = operand
            && self.program.values.get(*value).is_none()
        {
            self.errors.push(format!("{at} uses {value}, which does not exist"));
            return None;
        }
        Some(self.program.width(operand))
    }

    fn has_width(&mut self, at: BlockId, operand: &Operand, expected: u32) {
        if let Some(width) = self.width(at, operand) {
            self.expect(width == expected, || {
                format!("{at}: {operand:?} has {width} bits where {expected} are needed")
            });
        }
    }

    fn bodies(&mut self) {
        for (id, block) in self.program.blocks.iter_enumerated() {
            for instr in &block.instrs {
                match instr {
                    Instr::Assign { dest, op, args, .. } => {
                        let widths: Option<Vec<u32>> =
                            args.iter().map(|arg| self.width(id, arg)).collect();
                        let Some(widths) = widths else { continue };
                        let made = op.checked_result_width(&widths);
                        let wanted = self.program.values.get(*dest).map(|info| info.width);
                        self.expect(made.is_some() && made == wanted, || {
                            format!("{id}: {dest} = {op:?} on {widths:?} bits")
                        });
                    }
                    Instr::Input { .. } => {}
                    Instr::Bind { var, value, .. } => {
                        self.width(id, value);
                        self.variable(*var);
                    }
                }
            }
            self.terminator(id, block);
        }
    }

    fn terminator(&mut self, id: BlockId, block: &Block) {
        match &block.terminator {
            Terminator::Goto(_) | Terminator::End(_) => {}
            Terminator::Branch { cond, then, otherwise } => {
                self.has_width(id, cond, 1);
                self.expect(then != otherwise, || format!("{id} branches to one block twice"));
            }
            Terminator::Switch { value, cases, .. } => {
                for (case, _) in cases {
                    self.has_width(id, value, case.width());
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
                    self.has_width(id, operand, info.width);
                }
            }
        }
    }

    /// Definitions dominate their uses, in reachable blocks.
    fn dominance(&mut self) {
        let tree = Dominators::new(self.program);
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
                let operands = match instr {
                    Instr::Assign { args, .. } => args.as_slice(),
                    Instr::Bind { value, .. } => std::slice::from_ref(value),
                    Instr::Input { .. } => &[],
                };
                uses.extend(operands.iter().map(|operand| (operand, (id, at + 1))));
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
            let Some(&Some((home, position))) = self.defined.get(*value) else { continue };
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
        let in_tables = program.goals.iter().map(|goal| goal.loc);
        let of_variables =
            program.variables.iter().flat_map(|var| var.chain.iter().map(|l| Some(*l)));
        let of_approximations = program.approximations.iter().map(|entry| entry.loc);
        let all = in_blocks.chain(in_tables).chain(of_variables).chain(of_approximations);
        let dangling: Vec<LocId> =
            all.flatten().filter(|loc| loc.index() >= program.sources.positions()).collect();
        for loc in dangling {
            self.errors.push(format!("{loc} does not exist"));
        }
    }
}
