//! The basic blocks as the paper counts them.
//!
//! Our [`Program`] makes every check explicit control flow; in the paper's LLVM modules
//! an arithmetic check (and a call of `assume`) is a split of the transitions of the
//! block that it stands in. So here
//! * an empty block that is nothing but an arithmetic check that failed, or an
//!   assumption that did not hold, is no block: what leads there leads to `error` or
//!   `ok`;
//! * the block behind such a check is the rest of the block before it, if nothing else
//!   leads there.
//!
//! A block that calls an error function or an unmodelled one stays a block.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{
    Block, BlockId, EndKind, GoalId, GoalKind, Instr, Program, Property, Terminator,
};

/// A basic block in the paper's sense.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// Blocks of the program that it consists of, in order; the first names it.
    pub blocks: Vec<BlockId>,
}

impl Chain {
    /// The first block: the one with the phis.
    pub fn head(&self) -> BlockId {
        self.blocks[0]
    }
}

/// All blocks in the paper's sense that the entry reaches: the entry first, the others
/// in the program's order.
pub(super) struct Chains {
    /// The blocks.
    pub all: Vec<Chain>,
    /// For each block of the program that belongs to one, its position in `all`.
    pub of: FxHashMap<BlockId, usize>,
}

/// What a block that is no block of the paper leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Folded {
    /// To `error`, if the goal is looked for.
    Goal(GoalId),
    /// To `ok`.
    End,
}

/// What the block is folded into, if it is.
pub(super) fn folded(program: &Program, id: BlockId) -> Option<Folded> {
    let block = &program.blocks[id];
    let empty = |block: &Block| {
        let only_for_traces = |instr: &Instr| matches!(instr, Instr::Bind { .. });
        block.phis.is_empty() && block.instrs.iter().all(only_for_traces)
    };
    match &block.terminator {
        _ if id == program.entry || !empty(block) => None,
        Terminator::Goal(goal) => match &program.goals[*goal].kind {
            GoalKind::Check(check) => match check.property {
                Property::NoOverflow
                | Property::Shift
                | Property::UnsignedOverflow
                | Property::Conversion
                | Property::FloatCastOverflow
                | Property::ArrayBounds
                | Property::DivByZero
                | Property::FloatDivByZero
                | Property::FloatOverflow
                | Property::Nan => Some(Folded::Goal(*goal)),
                Property::UnreachCall
                | Property::Assert
                | Property::Unreachable
                | Property::VlaBound
                | Property::ValidDeref
                | Property::Alignment
                | Property::ValidFree
                | Property::Overlap
                | Property::Uninit
                | Property::ValidMemtrack
                | Property::ValidMemcleanup
                | Property::NoDataRace => None,
            },
            GoalKind::Unsupported(_) | GoalKind::Bound(_) | GoalKind::Cover(_) => None,
        },
        Terminator::End(
            EndKind::Assumption
            | EndKind::Division
            | EndKind::NullAccess
            | EndKind::InvalidAccess
            | EndKind::Excluded,
        ) => Some(Folded::End),
        _ => None,
    }
}

/// Finds the paper's blocks.
pub(super) fn chains(program: &Program) -> Chains {
    let reached = reachable(program);
    let mut entered: FxHashMap<BlockId, usize> = FxHashMap::default();
    for &from in &reached {
        for to in program.blocks[from].terminator.successors() {
            *entered.entry(to).or_default() += 1;
        }
    }
    // The block that continues a block behind its check.
    let continuation = |id: BlockId| {
        let mut after = program.blocks[id].terminator.successors();
        let before = after.len();
        after.retain(|&to| folded(program, to).is_none());
        match after[..] {
            [to] if before > 1 && entered[&to] == 1 => Some(to),
            _ => None,
        }
    };
    let continued: FxHashSet<BlockId> = reached.iter().filter_map(|&id| continuation(id)).collect();
    let mut result = Chains { all: Vec::new(), of: FxHashMap::default() };
    let rest = program.blocks.indices().filter(|&id| id != program.entry && reached.contains(&id));
    for head in std::iter::once(program.entry).chain(rest) {
        if continued.contains(&head) || folded(program, head).is_some() {
            continue;
        }
        let blocks: Vec<BlockId> =
            std::iter::successors(Some(head), |&last| continuation(last)).collect();
        result.of.extend(blocks.iter().map(|&block| (block, result.all.len())));
        result.all.push(Chain { blocks });
    }
    result
}

fn reachable(program: &Program) -> FxHashSet<BlockId> {
    let mut reached: FxHashSet<BlockId> = FxHashSet::default();
    let mut work = vec![program.entry];
    while let Some(block) = work.pop() {
        if reached.insert(block) {
            work.extend(program.blocks[block].terminator.successors());
        }
    }
    reached
}
