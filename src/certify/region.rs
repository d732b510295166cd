//! Regions of a program as terms: what happens between one cut point ([`super::cuts`]) and
//! the next.
//!
//! For each cut point there is one region: the blocks on paths from it that meet no other
//! cut point. It is acyclic, and becomes one definition per instruction and one truth value
//! per block, "is this block on the path", linear in size:
//!
//! * a block is on the path if one of the region's edges into it is; an edge is, if its
//!   source is and its condition holds. In a deterministic program the blocks on the path
//!   form a single path.
//! * A phi is an if-then-else over the edges into its block.
//! * Each SSA value is defined in one place, so at a later place of the region its last
//!   value is its definition's if the defining block is on the path, and what it was at
//!   the cut point if not: one if-then-else, and none where the definition dominates.
//!
//! Who walks a region says what the values are at its start, and whether the run is there.
//! Terms are built with [`TermStore::app_verbatim`] only: the rewriter is not trusted.

use rustc_hash::FxHashMap;

use super::cuts::Cuts;
use crate::bv::{Op, Term, TermStore};
use crate::program::{Block, BlockId, GoalId, Instr, Operand, Program, Terminator, ValueId};
use crate::support::IndexVec;

/// A certificate, or what it speaks of, is not well-formed; a bug of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the certificate is malformed: {0}")]
pub struct Malformed(pub String);

/// A program divided into regions.
pub struct Regions<'p> {
    /// The program.
    pub program: &'p Program,
    /// Where it is cut.
    pub cuts: Cuts,
    /// The block that defines each value.
    home: IndexVec<ValueId, Option<BlockId>>,
}

impl<'p> Regions<'p> {
    /// Divides a program.
    ///
    /// # Errors
    /// If the program is not well-formed.
    pub fn new(program: &'p Program) -> Result<Self, Malformed> {
        Self::preferring(program, |_| true)
    }

    /// Divides a program, at the preferred blocks rather than at others
    /// ([`Cuts::preferring`]).
    ///
    /// # Errors
    /// If the program is not well-formed.
    pub fn preferring(
        program: &'p Program,
        preferred: impl Fn(BlockId) -> bool,
    ) -> Result<Self, Malformed> {
        program.validate().map_err(|errors| Malformed(errors.join("; ")))?;
        let cuts = Cuts::preferring(program, preferred);
        let cuts = cuts.ok_or_else(|| Malformed("a cycle is not cut".to_owned()))?;
        let mut home = IndexVec::filled(None, program.values.len());
        for (id, block) in program.blocks.iter_enumerated() {
            let phis = block.phis.iter().map(|phi| phi.dest);
            for dest in phis.chain(block.instrs.iter().filter_map(Instr::dest)) {
                if home[dest].replace(id).is_some() {
                    return Err(Malformed(format!("{dest} is defined twice")));
                }
            }
        }
        Ok(Self { program, cuts, home })
    }
}

/// Edges by which paths leave a region for one cut point.
#[derive(Clone, Debug)]
pub struct Exit {
    /// The cut point.
    pub to: BlockId,
    /// Whether the path leaves to it.
    pub arrives: Term,
    /// A block that every path to it passes, the last of those.
    place: BlockId,
    /// The values of its phis.
    phis: FxHashMap<ValueId, Term>,
}

/// A region that was walked, with the terms of all that it defines.
pub struct Region<'p, 'r> {
    regions: &'r Regions<'p>,
    /// The store of all terms.
    pub terms: &'r mut TermStore,
    /// The values at the cut point; those that nobody gave are arbitrary.
    start: FxHashMap<ValueId, Term>,
    /// The values defined so far in the region.
    defined: FxHashMap<ValueId, Term>,
    /// For values defined on some paths only: the last value.
    merged: FxHashMap<ValueId, Term>,
    /// For each block so far: whether it is on the path.
    on_path: FxHashMap<BlockId, Term>,
    /// For each edge so far: whether it is on the path.
    edges: FxHashMap<(BlockId, BlockId), Term>,
    /// For each block so far its immediate dominator in the region, and its depth in the
    /// dominator tree; the head has itself and 0.
    dominator: FxHashMap<BlockId, (BlockId, usize)>,
    /// For each block the region's blocks so far with an edge to it.
    sources: FxHashMap<BlockId, Vec<BlockId>>,
    /// The blocks that end in a goal.
    goals: Vec<(GoalId, BlockId)>,
    exits: Vec<Exit>,
}

impl<'p, 'r> Region<'p, 'r> {
    /// Walks the region at `head`, given whether the run is `at` it (width 1) and the
    /// values there; a value that `start` does not have is arbitrary.
    ///
    /// # Errors
    /// If a phi lacks a value.
    pub fn walk(
        regions: &'r Regions<'p>,
        terms: &'r mut TermStore,
        head: BlockId,
        at: Term,
        start: FxHashMap<ValueId, Term>,
    ) -> Result<Self, Malformed> {
        let mut region = Self {
            regions,
            terms,
            start,
            defined: FxHashMap::default(),
            merged: FxHashMap::default(),
            on_path: FxHashMap::from_iter([(head, at)]),
            edges: FxHashMap::default(),
            dominator: FxHashMap::from_iter([(head, (head, 0))]),
            sources: FxHashMap::default(),
            goals: Vec::new(),
            exits: Vec::new(),
        };
        let mut left: Vec<BlockId> = Vec::new();
        for block in regions.cuts.region(head) {
            if block != head {
                region.enter(block)?;
            }
            region.execute(block);
            if let Terminator::Goal(goal) = region.block(block).terminator {
                region.goals.push((goal, block));
            }
            region.leave(block);
            for &to in regions.cuts.successors(block) {
                if regions.cuts.is_cut(to) && !left.contains(&to) {
                    left.push(to);
                }
            }
        }
        for to in left {
            let sources = region.sources[&to].clone();
            let arrives = region.any_edge(&sources, to);
            let place = region.meet(&sources);
            let phis = region.phis(to, &sources)?;
            region.exits.push(Exit { to, arrives, place, phis });
        }
        Ok(region)
    }

    /// The goals in the region, each with its block and whether the path ends there.
    pub fn goals(&self) -> impl Iterator<Item = (GoalId, BlockId, Term)> {
        self.goals.iter().map(|&(goal, block)| (goal, block, self.on_path[&block]))
    }

    /// The ways to cut points.
    pub fn exits(&self) -> Vec<Exit> {
        self.exits.clone()
    }

    /// The value at the cut point that the region starts from.
    pub fn at_head(&mut self, value: ValueId) -> Term {
        let info = &self.regions.program.values[value];
        let terms = &mut *self.terms;
        let arbitrary = || terms.symbol(format!("{} ({value})", info.name), info.sort);
        *self.start.entry(value).or_insert_with(arbitrary)
    }

    /// The last value of `value` after the phis of the cut point that the exit leads to,
    /// given that the path takes it.
    pub fn at_exit(&mut self, exit: &Exit, value: ValueId) -> Term {
        match exit.phis.get(&value) {
            Some(&phi) => phi,
            None => self.read(value, exit.place),
        }
    }

    fn app(&mut self, op: Op, args: &[Term]) -> Term {
        self.terms.app_verbatim(op, args)
    }

    fn block(&self, block: BlockId) -> &'p Block {
        &self.regions.program.blocks[block]
    }

    /// The last value of `value` at a place after all that was executed so far, given
    /// that the block `place` is on the path.
    fn read(&mut self, value: ValueId, place: BlockId) -> Term {
        let Some(&defined) = self.defined.get(&value) else { return self.at_head(value) };
        let home = self.regions.home[value].expect("it was defined");
        if self.dominates(home, place) {
            return defined;
        }
        if let Some(&merged) = self.merged.get(&value) {
            return merged;
        }
        let before = self.at_head(value);
        let merged = self.app(Op::Ite, &[self.on_path[&home], defined, before]);
        self.merged.insert(value, merged);
        merged
    }

    fn operand(&mut self, operand: &Operand, place: BlockId) -> Term {
        match operand {
            Operand::Value(value) => self.read(*value, place),
            Operand::Const(value) => self.terms.constant(value.clone()),
        }
    }

    /// Whether every path from the head to `below` passes `above`.
    fn dominates(&self, above: BlockId, mut below: BlockId) -> bool {
        let Some(&(_, depth)) = self.dominator.get(&above) else { return false };
        while self.dominator[&below].1 > depth {
            below = self.dominator[&below].0;
        }
        above == below
    }

    /// The nearest block that dominates all of `blocks`.
    fn meet(&self, blocks: &[BlockId]) -> BlockId {
        let mut meet = blocks[0];
        for &other in blocks {
            let mut other = other;
            while meet != other {
                let (a, b) = (self.dominator[&meet], self.dominator[&other]);
                if a.1 >= b.1 {
                    meet = a.0;
                }
                if b.1 >= a.1 {
                    other = b.0;
                }
            }
        }
        meet
    }

    /// Whether one of the edges from `sources` to `to` is on the path.
    fn any_edge(&mut self, sources: &[BlockId], to: BlockId) -> Term {
        let edges: Vec<Term> = sources.iter().map(|&from| self.edges[&(from, to)]).collect();
        let any = edges.into_iter().reduce(|a, b| self.app(Op::Or, &[a, b]));
        any.expect("a block of a region other than its head has an edge into it")
    }

    /// The values of the phis of `to` for arrivals from `sources`.
    fn phis(
        &mut self,
        to: BlockId,
        sources: &[BlockId],
    ) -> Result<FxHashMap<ValueId, Term>, Malformed> {
        let mut values = FxHashMap::default();
        for phi in &self.block(to).phis {
            let mut value = None;
            for &from in sources {
                let incoming = phi.incoming.iter().find(|incoming| incoming.0 == from);
                let (_, operand) = incoming
                    .ok_or_else(|| Malformed(format!("{} has no value from {from}", phi.dest)))?;
                let taken = self.operand(operand, from);
                value = Some(match value {
                    None => taken,
                    Some(other) => self.app(Op::Ite, &[self.edges[&(from, to)], taken, other]),
                });
            }
            values.extend(value.map(|value| (phi.dest, value)));
        }
        Ok(values)
    }

    /// Arrival in a block: whether it is on the path, and its phis.
    fn enter(&mut self, block: BlockId) -> Result<(), Malformed> {
        let sources = self.sources[&block].clone();
        let on_path = self.any_edge(&sources, block);
        self.on_path.insert(block, on_path);
        // All phis read before any is written.
        let phis = self.phis(block, &sources)?;
        self.defined.extend(phis);
        let dominator = self.meet(&sources);
        self.dominator.insert(block, (dominator, self.dominator[&dominator].1 + 1));
        Ok(())
    }

    fn execute(&mut self, block: BlockId) {
        for instr in &self.block(block).instrs {
            let (dest, value) = match instr {
                Instr::Assign { dest, op, args, .. } => {
                    let args: Vec<Term> = args.iter().map(|arg| self.operand(arg, block)).collect();
                    (*dest, self.app(*op, &args))
                }
                Instr::Input { dest, .. } => {
                    let info = &self.regions.program.values[*dest];
                    let name = format!("{} ({dest}) chosen", info.name);
                    (*dest, self.terms.symbol(name, info.sort))
                }
                Instr::Bind { .. } => continue,
                Instr::Memory(instr) => instr.unresolved(),
            };
            self.defined.insert(dest, value);
        }
    }

    /// The edges that leave a block.
    fn leave(&mut self, block: BlockId) {
        let mut conditions: Vec<(BlockId, Term)> = Vec::new();
        match &self.block(block).terminator {
            Terminator::Goto(to) => conditions.push((*to, self.terms.bool(true))),
            Terminator::Branch { cond, then, otherwise } => {
                let cond = self.operand(cond, block);
                conditions.push((*then, cond));
                conditions.push((*otherwise, self.app(Op::Not, &[cond])));
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.operand(value, block);
                let mut none = self.terms.bool(true);
                for (case, to) in cases {
                    let case = self.terms.constant(case.clone());
                    let equal = self.app(Op::Eq, &[value, case]);
                    // Only if no earlier case matched, as the interpreter has it.
                    conditions.push((*to, self.app(Op::And, &[none, equal])));
                    let differs = self.app(Op::Not, &[equal]);
                    none = self.app(Op::And, &[none, differs]);
                }
                conditions.push((*default, none));
            }
            Terminator::Goal(_) | Terminator::End(_) => {}
        }
        let here = self.on_path[&block];
        for (to, condition) in conditions {
            let taken = self.app(Op::And, &[here, condition]);
            match self.edges.get(&(block, to)).copied() {
                Some(other) => {
                    let either = self.app(Op::Or, &[other, taken]);
                    self.edges.insert((block, to), either);
                }
                None => {
                    self.edges.insert((block, to), taken);
                    self.sources.entry(to).or_default().push(block);
                }
            }
        }
    }
}
