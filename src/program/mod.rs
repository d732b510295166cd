//! The program under check: one function of basic blocks in SSA form, every check
//! explicit control flow.
//!
//! What always holds of a [`Program`] (see [`Program::validate`]):
//! * each [`ValueId`] is defined exactly once and its definition dominates its uses;
//! * no instruction has undefined behaviour: what C leaves undefined is either a goal
//!   ([`Terminator::Goal`]), an arbitrary choice ([`Instr::Input`]) or listed in
//!   [`Program::assumptions`];
//! * a phi names every predecessor of its block exactly once; the phis of a block read
//!   simultaneously; the entry block has no predecessor;
//! * a goal or an end ends the path.
//!
//! Operators mean what [`crate::bv`] says (division by zero is total there; the front
//! end branches around it).
//!
//! Memory is objects and operations on them ([`MemoryOp`]); `crate::memory` resolves
//! these into values before anything else reads the program.
//!
//! Deliberately absent: calls (everything is inlined), LLVM.

mod assumption;
pub mod computed;
mod correspondence;
mod cover;
mod ctype;
mod display;
#[cfg(any(test, feature = "testing"))]
pub mod explore;
mod followed;
mod goal;
pub mod interp;
mod memory;
mod native;
mod outside;
mod probe;
mod prune;
#[cfg(any(test, feature = "testing"))]
pub mod random;
pub mod runtime;
#[cfg(test)]
pub(crate) mod samples;
mod source;
mod taint;
mod terminator;
mod validate;

use serde::{Deserialize, Serialize};

use crate::bv::{Op, Sort, Value};
use crate::index_type;
use crate::support::IndexVec;

pub use assumption::{Assumption, AssumptionKind, NO_STACK_REUSE, Runs};
pub use correspondence::{Bytes, Correspondence, Held, Possible, Progression};
pub use cover::{Cover, Way};
pub use ctype::{CStyle, CType};
pub use followed::{Actual, Followed, FollowedElement, FollowedGroup, Reader, RecentElement};
pub use goal::{Bound, Check, Goal, GoalId, GoalKind, ModelLimit, Property};
pub use memory::{
    ADDRESS_BITS, AllocationSite, AllocationSiteId, EARLIER, Effect, Effects, Ended, Field,
    Initial, LABEL, Length, Memory, MemoryInstr, MemoryOp, NEAR, OUTSIDE, Object, ObjectId,
    PARAMETER, Part, Piece, Storage, most_bytes,
};
pub use native::{Branches, Branching, NativeModule};
pub use outside::{Outside, Parameter, Passed};
pub use source::{FileId, Loc, LocId, SourceFile, Sources};
pub use terminator::{EndKind, Terminator};

index_type!(
    /// A basic block.
    #[derive(Default)]
    pub struct BlockId,
    "bb"
);
index_type!(
    /// An SSA value.
    pub struct ValueId,
    "v"
);
index_type!(
    /// A variable of the C program.
    pub struct VarId,
    "var"
);

/// A whole program, inlined into one function.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Program {
    /// Source files and positions.
    pub sources: Sources,
    /// Sorts and names of all SSA values.
    pub values: IndexVec<ValueId, ValueInfo>,
    /// Basic blocks.
    pub blocks: IndexVec<BlockId, Block>,
    /// Where execution starts; has no predecessors.
    pub entry: BlockId,
    /// What must not be reached.
    pub goals: IndexVec<GoalId, Goal>,
    /// Checks that were goals, or would have been, but for what is constant: no path of the
    /// program leads to them. They are as proved as the program is right; nobody else looks
    /// at them.
    pub folded: Vec<Goal>,
    /// C variables that traces speak of.
    pub variables: IndexVec<VarId, Variable>,
    /// Every shortcut in meaning that was taken; listed with the verdict.
    pub assumptions: Vec<Assumption>,
    /// The objects that addresses stand for. Stays when the operations on them are
    /// resolved, so that addresses can be printed.
    pub memory: Memory,
}

/// What is known of an SSA value besides its definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueInfo {
    /// What it is: a word or, where memory was resolved into arrays, an array.
    pub sort: Sort,
    /// Name in the LLVM IR, for people.
    pub name: String,
}

impl ValueInfo {
    /// Width in bits.
    ///
    /// # Panics
    /// If the value is an array.
    pub fn width(&self) -> u32 {
        self.sort.width()
    }
}

/// A basic block: phis, instructions, one terminator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// Name in the LLVM IR, for people.
    pub name: String,
    /// Values that depend on where control came from; they read simultaneously.
    pub phis: Vec<Phi>,
    /// Instructions in order.
    pub instrs: Vec<Instr>,
    /// Where control goes.
    pub terminator: Terminator,
    /// Position of the terminator.
    pub loc: Option<LocId>,
}

/// A phi node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phi {
    /// The value defined.
    pub dest: ValueId,
    /// For each predecessor the operand that is taken; read before any phi is written.
    pub incoming: Vec<(BlockId, Operand)>,
}

/// An SSA value or a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operand {
    /// A value defined elsewhere.
    Value(ValueId),
    /// A constant.
    Const(Value),
}

impl Operand {
    /// The value, unless it is a constant.
    pub fn as_value(&self) -> Option<ValueId> {
        match self {
            Operand::Value(id) => Some(*id),
            Operand::Const(_) => None,
        }
    }
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Instr {
    /// `dest = op(args)`.
    Assign {
        /// The value defined.
        dest: ValueId,
        /// The operator.
        op: Op,
        /// Its operands.
        args: Vec<Operand>,
        /// Position in the source.
        loc: Option<LocId>,
    },
    /// `dest` becomes arbitrary, anew at each execution.
    Input {
        /// The value defined.
        dest: ValueId,
        /// Where the freedom comes from.
        kind: InputKind,
        /// Position in the source.
        loc: Option<LocId>,
    },
    /// From here on the C variable has this value. For traces only: no engine reads it.
    Bind {
        /// The C variable.
        var: VarId,
        /// Its value.
        value: Operand,
        /// Position in the source.
        loc: Option<LocId>,
    },
    /// An operation on memory; none is left in a program that is
    /// [flat](Program::is_flat).
    Memory(MemoryInstr),
}

/// Where an arbitrary value comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum InputKind {
    /// A call of an input function, with its name (`__VERIFIER_nondet_int`, an
    /// undefined external function).
    Call {
        /// The function's name.
        function: String,
        /// How its results are read, for printing.
        reading: Reading,
    },
    /// A local variable (named, if known) before its first assignment.
    Uninitialised(String),
    /// A parameter of the entry function, or the initial value of an extern variable.
    External(String),
    /// A read of the volatile variable named.
    Volatile(String),
    /// An operation whose result C leaves undefined and that no requested check
    /// guards (an unchecked over-wide shift, for instance); with its description.
    Undefined(String),
    /// What memory holds before its first write, be it in registers by now, or what C leaves open
    /// about addresses; with its description. The native program makes no choice there
    /// ([`Self::is_native`]).
    Memory(String),
    /// What an undefined function left in memory; with its description. Any number stands for it,
    /// but as an address it is null or leads to an object, be it one that the program does not
    /// know. The native program makes no choice there.
    Left(String),
    /// What a place from outside holds that is a pointer, or may be one; with its name. As with
    /// [`Self::Left`] nothing is known of what it leads to. The native program makes this choice.
    Pointer(String),
    /// The result of a function of the mathematical library of which only a range is known, with
    /// its name ([`computed`]). The native program takes what the machine's library computes.
    Computed {
        /// The function's name.
        function: String,
        /// How its result is read, for printing.
        reading: Reading,
    },
    /// The result of an operation that is not modelled, named. Any bits stand for it, and
    /// nothing depends on them: see [`Program::end_tainted`]. The native program computes it.
    Unmodelled(String),
    /// The number of the place that the program ends at, if it passes it ([`Cover`]). The native
    /// program makes no choice there.
    Cover,
    /// The number of the thread that goes on; 0 is the program itself.
    Schedule,
    /// Whether a thread waits before its next access for another one that races with it.
    Watch,
}

impl InputKind {
    /// Whether the native program makes this choice too.
    pub fn is_native(&self) -> bool {
        match self {
            Self::Call { .. }
            | Self::Uninitialised(_)
            | Self::External(_)
            | Self::Pointer(_)
            | Self::Volatile(_)
            | Self::Undefined(_)
            | Self::Computed { .. }
            | Self::Schedule
            | Self::Watch => true,
            Self::Memory(_) | Self::Left(_) | Self::Unmodelled(_) | Self::Cover => false,
        }
    }
}

/// How the bits of a number are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Reading {
    /// As an unsigned integer.
    Unsigned,
    /// As a signed integer, two's complement.
    Signed,
    /// As a floating-point number, in the format of their width.
    Float,
}

impl Instr {
    /// The SSA value defined, if any.
    pub fn dest(&self) -> Option<ValueId> {
        match self {
            Instr::Assign { dest, .. } | Instr::Input { dest, .. } => Some(*dest),
            Instr::Bind { .. } => None,
            Instr::Memory(instr) => instr.dest,
        }
    }

    /// Position in the source.
    pub fn loc(&self) -> Option<LocId> {
        match self {
            Instr::Assign { loc, .. } | Instr::Input { loc, .. } | Instr::Bind { loc, .. } => *loc,
            Instr::Memory(instr) => instr.loc,
        }
    }

    /// The operands read, in order.
    pub fn operands(&self) -> &[Operand] {
        match self {
            Instr::Assign { args, .. } => args,
            Instr::Bind { value, .. } => std::slice::from_ref(value),
            Instr::Input { .. } => &[],
            Instr::Memory(instr) => &instr.args,
        }
    }

    /// The operation on memory that it is.
    pub fn as_memory(&self) -> Option<&MemoryInstr> {
        match self {
            Instr::Memory(instr) => Some(instr),
            Instr::Assign { .. } | Instr::Bind { .. } | Instr::Input { .. } => None,
        }
    }

    /// The same, to be changed.
    pub fn operands_mut(&mut self) -> &mut [Operand] {
        match self {
            Instr::Assign { args, .. } => args,
            Instr::Bind { value, .. } => std::slice::from_mut(value),
            Instr::Input { .. } => &mut [],
            Instr::Memory(instr) => &mut instr.args,
        }
    }
}

/// A C variable (one inlined copy of it).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// Name in the source.
    pub name: String,
    /// Function it belongs to; empty for a global.
    pub function: String,
    /// Its type.
    pub ty: CType,
    /// Call sites through which its function was inlined, innermost first.
    pub chain: Vec<LocId>,
}

impl Program {
    /// Whether it has checks of a property.
    pub fn checks(&self, property: Property) -> bool {
        let is_it = |goal: &Goal| match &goal.kind {
            GoalKind::Check(check) => check.property == property,
            GoalKind::Unsupported(_) | GoalKind::Bound(_) | GoalKind::Cover(_) => false,
        };
        self.goals.iter().any(is_it)
    }

    /// Width of an operand in bits.
    pub fn width(&self, operand: &Operand) -> u32 {
        match operand {
            Operand::Value(value) => self.values[*value].width(),
            Operand::Const(value) => value.width(),
        }
    }

    /// Sort of an operand.
    pub fn sort(&self, operand: &Operand) -> Sort {
        match operand {
            Operand::Value(value) => self.values[*value].sort,
            Operand::Const(value) => value.sort(),
        }
    }

    /// Whether no operation on memory is left.
    pub fn is_flat(&self) -> bool {
        let mut instrs = self.blocks.iter().flat_map(|block| &block.instrs);
        !instrs.any(|instr| matches!(instr, Instr::Memory(_)))
    }

    /// For each block the blocks it may be entered from, each once.
    pub fn predecessors(&self) -> IndexVec<BlockId, Vec<BlockId>> {
        let mut result = IndexVec::filled(Vec::new(), self.blocks.len());
        for (from, block) in self.blocks.iter_enumerated() {
            for to in block.terminator.successors() {
                result[to].push(from);
            }
        }
        result
    }
}
