//! Writes the resolved program: instructions block by block, folded as they come, and
//! variables (cells of memory, whether an object lives, …) that become SSA values.
//!
//! Blocks are visited so that each comes after those that dominate it. A variable's value
//! at the start of a block is a phi where it may have different ones, else its value at
//! the end of the immediate dominator. Phis are made when somebody reads them, so that
//! there are none for what is dead.
//!
//! Source: Cytron et al., "Efficiently computing static single assignment form and the
//! control dependence graph" (1991), on where phis are needed.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::fold::fold;
use crate::bv::{Op, Sort};
use crate::memory::model::variables::{Start, Var, Variable};
use crate::program::{
    Block, BlockId, CType, EndKind, Goal, GoalKind, InputKind, Instr, LocId, Operand, Phi, Program,
    Terminator, ValueId, ValueInfo, VarId,
};
use crate::support::graph::Dominators;
use crate::support::{Fault, IndexVec};

/// The program being written.
pub(super) struct Writer<'a> {
    pub source: &'a Program,
    /// What is written so far; blocks of the source keep their numbers.
    pub out: Program,
    variables: IndexVec<Var, Variable>,
    dominators: Dominators<BlockId>,
    predecessors: IndexVec<BlockId, Vec<BlockId>>,
    /// Which sets of blocks that write have a phi in a block.
    joins: IndexVec<BlockId, FxHashSet<u32>>,
    /// Which set of blocks writes a variable.
    writers: IndexVec<Var, u32>,
    /// Values of variables at the end of blocks, as far as somebody asked; in the block
    /// being written, now.
    current: FxHashMap<(BlockId, Var), Operand>,
    /// Phis whose operands are not known yet.
    pending: Vec<(BlockId, Var, ValueId)>,
    /// The block being written, as it is in the source.
    block: BlockId,
    /// Where instructions go: the block or, behind a check, the last piece of it.
    piece: BlockId,
    /// The last pieces of all blocks written.
    pub tails: IndexVec<BlockId, BlockId>,
    /// Position of the instruction being resolved.
    pub loc: Option<LocId>,
    /// Results of this block, to be used again.
    results: FxHashMap<(Op, SmallVec<[Operand; 3]>), Operand>,
    /// What stands for values of the source.
    pub instead: IndexVec<ValueId, Option<Operand>>,
    /// Inputs that are read when the program starts.
    inputs: Vec<Instr>,
    /// Instructions written.
    pub written: usize,
    /// Variables that are read in blocks before they are written there, and what they are at the
    /// start of blocks where that is not what they are at the end of those that dominate these: for
    /// whoever asks what stands for memory ([`Self::at_start`]).
    read_first: FxHashSet<(BlockId, Var)>,
    changed: FxHashSet<(BlockId, Var)>,
    starts: FxHashMap<(BlockId, Var), Operand>,
}

impl<'a> Writer<'a> {
    /// Begins to rewrite a program, given the blocks that may write each variable.
    pub fn new(
        source: &'a Program,
        variables: IndexVec<Var, Variable>,
        writes: IndexVec<Var, Vec<BlockId>>,
    ) -> Self {
        let mut out = source.clone();
        for block in out.blocks.iter_mut() {
            block.phis.clear();
            block.instrs.clear();
        }
        let dominators = source.dominators();
        let (joins, writers) = joins(source, &dominators, writes);
        Self {
            source,
            out,
            variables,
            predecessors: source.predecessors(),
            joins,
            writers,
            current: FxHashMap::default(),
            pending: Vec::new(),
            block: source.entry,
            piece: source.entry,
            tails: source.blocks.indices().collect(),
            loc: None,
            results: FxHashMap::default(),
            instead: IndexVec::filled(None, source.values.len()),
            inputs: Vec::new(),
            written: 0,
            read_first: FxHashSet::default(),
            changed: FxHashSet::default(),
            starts: FxHashMap::default(),
            dominators,
        }
    }

    /// Goes on with the next block.
    pub fn begin(&mut self, block: BlockId) {
        self.block = block;
        self.piece = block;
        self.results.clear();
    }

    /// What stands for an operand of the source.
    pub fn operand(&self, operand: &Operand) -> Operand {
        match operand {
            Operand::Value(id) => self.instead[*id].clone().unwrap_or_else(|| operand.clone()),
            Operand::Const(_) => operand.clone(),
        }
    }

    /// Lets an operand stand for a value of the source.
    pub fn replace(&mut self, dest: ValueId, by: Operand) {
        self.instead[dest] = Some(by);
    }

    /// Writes an instruction as it is.
    pub fn instr(&mut self, instr: Instr) {
        self.written += 1;
        self.out.blocks[self.piece].instrs.push(instr);
    }

    /// A new C variable of the whole program.
    pub fn variable(&mut self, name: String, ty: CType) -> VarId {
        let (function, chain) = (String::new(), Vec::new());
        self.out.variables.push(crate::program::Variable { name, function, ty, chain })
    }

    /// A new value.
    pub fn value(&mut self, sort: Sort, name: &str) -> ValueId {
        self.out.values.push(ValueInfo { sort, name: name.to_owned() })
    }

    /// The result of an operator.
    pub fn apply(&mut self, op: Op, args: &[Operand]) -> Operand {
        let sorts: SmallVec<[Sort; 3]> = args.iter().map(|arg| self.out.sort(arg)).collect();
        let sort = op.result_sort(&sorts);
        let whole = match op {
            Op::Extract { .. } | Op::ZeroExtend(_) | Op::SignExtend(_) => sort == sorts[0],
            _ => false,
        };
        if whole {
            return args[0].clone();
        }
        if let Some(result) = fold(op, args, sort) {
            return result;
        }
        let key = (op, SmallVec::from(args));
        if let Some(result) = self.results.get(&key) {
            return result.clone();
        }
        let dest = self.value(sort, "");
        self.instr(Instr::Assign { dest, op, args: args.to_vec(), loc: self.loc });
        self.results.insert(key, Operand::Value(dest));
        Operand::Value(dest)
    }

    /// An arbitrary value that the native program knows nothing of.
    pub fn arbitrary(&mut self, sort: impl Into<Sort>, what: String) -> Operand {
        self.input(sort, InputKind::Memory(what))
    }

    /// An arbitrary value of this kind.
    pub fn input(&mut self, sort: impl Into<Sort>, kind: InputKind) -> Operand {
        let dest = self.value(sort.into(), "");
        self.instr(Instr::Input { dest, kind, loc: self.loc });
        Operand::Value(dest)
    }

    /// An arbitrary value that is fixed when the program starts.
    pub fn input_at_start(&mut self, width: u32, kind: InputKind) -> Operand {
        let dest = self.value(Sort::Word(width), "");
        self.inputs.push(Instr::Input { dest, kind, loc: None });
        Operand::Value(dest)
    }

    /// The result of an operator on what is known when the program starts.
    pub fn apply_at_start(&mut self, op: Op, args: &[Operand]) -> Operand {
        let sorts: SmallVec<[Sort; 3]> = args.iter().map(|arg| self.out.sort(arg)).collect();
        let sort = op.result_sort(&sorts);
        if let Some(result) = fold(op, args, sort) {
            return result;
        }
        let dest = self.value(sort, "");
        self.inputs.push(Instr::Assign { dest, op, args: args.to_vec(), loc: None });
        Operand::Value(dest)
    }

    /// Ends the path in a new goal if the condition holds.
    pub fn check(&mut self, bad: &Operand, kind: GoalKind) {
        if !matches!(bad, Operand::Const(value) if value.is_zero()) {
            let goal = self.out.goals.push(Goal { kind, loc: self.loc, site: None });
            self.end_if(bad, Terminator::Goal(goal));
        }
    }

    /// Ends the path without a goal if the condition holds: there is no such run.
    pub fn exclude(&mut self, never: &Operand) {
        if !matches!(never, Operand::Const(value) if value.is_zero()) {
            self.end_if(never, Terminator::End(EndKind::Excluded));
        }
    }

    /// Ends the path if an address is invalid in a way that is assumed not to be.
    pub fn end_invalid(&mut self, invalid: &Operand) {
        if !matches!(invalid, Operand::Const(value) if value.is_zero()) {
            self.end_if(invalid, Terminator::End(EndKind::InvalidAccess));
        }
    }

    fn end_if(&mut self, bad: &Operand, end: Terminator) {
        let bad_for_sure = matches!(bad, Operand::Const(_));
        let block = |name: &str, terminator, loc| Block {
            name: name.to_owned(),
            phis: Vec::new(),
            instrs: Vec::new(),
            terminator,
            loc,
        };
        let then = self.out.blocks.push(block("", end, self.loc));
        let rest = &self.out.blocks[self.piece];
        let rest = block(&rest.name, rest.terminator.clone(), rest.loc);
        let otherwise = self.out.blocks.push(rest);
        let piece = &mut self.out.blocks[self.piece];
        piece.loc = self.loc;
        piece.terminator = if bad_for_sure {
            Terminator::Goto(then)
        } else {
            Terminator::Branch { cond: bad.clone(), then, otherwise }
        };
        self.piece = otherwise;
    }

    /// The value that a variable has now.
    pub fn read(&mut self, var: Var) -> Operand {
        if !self.changed.contains(&(self.block, var)) {
            self.read_first.insert((self.block, var));
        }
        self.value_at_end(self.block, var)
    }

    /// Changes a variable. An array that has no name is called like the variable: for those
    /// who read models.
    pub fn write(&mut self, var: Var, value: Operand) {
        if let Operand::Value(value) = value
            && let info = &mut self.out.values[value]
            && info.sort.is_array()
            && info.name.is_empty()
        {
            info.name = self.variables[var].name.clone();
        }
        self.current.insert((self.block, var), value);
        self.changed.insert((self.block, var));
    }

    fn value_at_end(&mut self, block: BlockId, var: Var) -> Operand {
        let mut at = block;
        let value = loop {
            if let Some(value) = self.current.get(&(at, var)) {
                break value.clone();
            }
            let started = match self.joins[at].contains(&self.writers[var]) {
                true => self.phi(at, var),
                false => match self.dominators.parent(at) {
                    Some(above) => {
                        at = above;
                        continue;
                    }
                    None => self.initial(var),
                },
            };
            self.starts.insert((at, var), started.clone());
            break started;
        };
        self.current.insert((at, var), value.clone());
        self.current.insert((block, var), value.clone());
        value
    }

    fn phi(&mut self, block: BlockId, var: Var) -> Operand {
        let Variable { sort, name, .. } = self.variables[var].clone();
        let dest = self.value(sort, &name);
        self.pending.push((block, var, dest));
        Operand::Value(dest)
    }

    fn initial(&mut self, var: Var) -> Operand {
        let Variable { sort, name, initial } = self.variables[var].clone();
        match initial {
            Start::Known(value) => Operand::Const(value),
            Start::Arbitrary(what) => {
                let dest = self.value(sort, &name);
                self.inputs.push(Instr::Input { dest, kind: InputKind::Memory(what), loc: None });
                Operand::Value(dest)
            }
        }
    }

    /// Ends the block with the terminator of the source; what it reads is `operand`.
    pub fn end(&mut self, operand: Option<Operand>) {
        let mut terminator = self.source.blocks[self.block].terminator.clone();
        if let (Some(read), Some(operand)) = (terminator.operand_mut(), operand) {
            *read = operand;
        }
        self.out.blocks[self.piece].terminator = terminator;
        self.tails[self.block] = self.piece;
    }

    /// What stands for variables at the start of blocks, behind the phis, where it is needed there or
    /// later; of a program that is complete. `None`, if there are more than `limit`.
    pub fn state(&self, limit: usize) -> Option<Vec<(BlockId, Var, Operand)>> {
        let mut needed = self.read_first.clone();
        let mut work: Vec<(BlockId, Var)> = needed.iter().copied().collect();
        while let Some((block, var)) = work.pop() {
            if needed.len() > limit {
                return None;
            }
            for &from in self.predecessors[block].iter() {
                let kept = !self.changed.contains(&(from, var)) && self.dominators.reachable(from);
                if kept && needed.insert((from, var)) {
                    work.push((from, var));
                }
            }
        }
        let known = |(block, var)| Some((block, var, self.at_start(block, var)?));
        Some(needed.into_iter().filter_map(known).collect())
    }

    /// What a variable is at the start of a block, if somebody asked for it or for what it becomes.
    fn at_start(&self, block: BlockId, var: Var) -> Option<Operand> {
        let mut at = block;
        loop {
            if let Some(value) = self.starts.get(&(at, var)) {
                return Some(value.clone());
            }
            at = self.dominators.parent(at)?;
            if let Some(value) = self.current.get(&(at, var)) {
                return Some(value.clone());
            }
        }
    }

    /// Completes the program ([`Self::out`]), after all blocks were written.
    pub fn finish(&mut self) {
        while let Some((block, var, dest)) = self.pending.pop() {
            let mut incoming = Vec::new();
            for from in self.predecessors[block].clone() {
                if self.dominators.reachable(from) {
                    incoming.push((self.tails[from], self.value_at_end(from, var)));
                }
            }
            if Fault::MemoryJoin.is_planted() {
                let first = incoming[0].1.clone();
                incoming.iter_mut().for_each(|entry| entry.1 = first.clone());
            }
            self.out.blocks[block].phis.push(Phi { dest, incoming });
        }
        for (id, block) in self.source.blocks.iter_enumerated() {
            if !self.dominators.reachable(id) {
                self.out.blocks[id].terminator = Terminator::End(EndKind::Exit);
                continue;
            }
            let kept = block.phis.iter().filter(|phi| self.instead[phi.dest].is_none());
            let phis: Vec<Phi> = kept
                .map(|phi| {
                    let reached =
                        phi.incoming.iter().filter(|(from, _)| self.dominators.reachable(*from));
                    let incoming = reached
                        .map(|(from, operand)| (self.tails[*from], self.operand(operand)))
                        .collect();
                    Phi { dest: phi.dest, incoming }
                })
                .collect();
            self.out.blocks[id].phis.splice(0..0, phis);
        }
        let inputs = std::mem::take(&mut self.inputs);
        self.out.blocks[self.source.entry].instrs.splice(0..0, inputs);
    }
}

/// Where phis are needed: for each block the sets of blocks that have a join there; and
/// for each variable its set.
fn joins(
    program: &Program,
    dominators: &Dominators<BlockId>,
    writes: IndexVec<Var, Vec<BlockId>>,
) -> (IndexVec<BlockId, FxHashSet<u32>>, IndexVec<Var, u32>) {
    let frontiers = dominators.frontiers(&program.predecessors());
    let mut joins: IndexVec<BlockId, FxHashSet<u32>> =
        IndexVec::filled(FxHashSet::default(), program.blocks.len());
    let mut numbers: FxHashMap<Vec<BlockId>, u32> = FxHashMap::default();
    let mut sets = IndexVec::new();
    for mut blocks in writes.into_items() {
        blocks.sort_unstable();
        blocks.dedup();
        let next = u32::try_from(numbers.len()).expect("fewer sets than variables");
        let number = *numbers.entry(blocks.clone()).or_insert(next);
        sets.push(number);
        if number < next {
            continue;
        }
        let mut work = blocks;
        while let Some(block) = work.pop() {
            for &join in &frontiers[block] {
                if joins[join].insert(number) {
                    work.push(join);
                }
            }
        }
    }
    (joins, sets)
}
