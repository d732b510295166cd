//! How blocks end, and which may follow.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::{BlockId, GoalId, Operand};
use crate::bv::Value;

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Terminator {
    /// Always to the block.
    Goto(BlockId),
    /// To `then` if `cond` (width 1) is 1, else to `otherwise`; two different blocks.
    Branch {
        /// The condition.
        cond: Operand,
        /// Target if it holds.
        then: BlockId,
        /// Target if not.
        otherwise: BlockId,
    },
    /// To the block of the case that equals `value`, or to `default`.
    Switch {
        /// The value compared.
        value: Operand,
        /// Distinct case values of the width of `value` with their targets.
        cases: Vec<(Value, BlockId)>,
        /// Target if no case matches.
        default: BlockId,
    },
    /// The goal is reached; the path ends.
    Goal(GoalId),
    /// The path ends without a violation.
    End(EndKind),
}

/// Why a path ends without a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EndKind {
    /// The entry function returned.
    Return,
    /// `exit`, `abort` or the like.
    Exit,
    /// An assumption (`__VERIFIER_assume`) did not hold.
    Assumption,
    /// An unchecked division by zero: ends the process as on x86 (a listed assumption).
    Division,
    /// An unchecked access through a null pointer: ends the process (a listed assumption).
    NullAccess,
    /// An invalid access, or an address far out of its object, that is assumed not to be.
    InvalidAccess,
    /// What the model chose besides is that of no run: which elements it follows, say.
    Excluded,
}

impl Terminator {
    /// The operand read, if any.
    pub fn operand(&self) -> Option<&Operand> {
        match self {
            Terminator::Branch { cond: read, .. } | Terminator::Switch { value: read, .. } => {
                Some(read)
            }
            Terminator::Goto(_) | Terminator::Goal(_) | Terminator::End(_) => None,
        }
    }

    /// The same, to be changed.
    pub fn operand_mut(&mut self) -> Option<&mut Operand> {
        match self {
            Terminator::Branch { cond: read, .. } | Terminator::Switch { value: read, .. } => {
                Some(read)
            }
            Terminator::Goto(_) | Terminator::Goal(_) | Terminator::End(_) => None,
        }
    }

    /// Blocks that may follow, in order, each once.
    pub fn successors(&self) -> Vec<BlockId> {
        let mut all = match self {
            Terminator::Goto(to) => vec![*to],
            Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|case| case.1).chain([*default]).collect()
            }
            Terminator::Goal(_) | Terminator::End(_) => vec![],
        };
        let mut seen = FxHashSet::default();
        all.retain(|block| seen.insert(*block));
        all
    }
}
