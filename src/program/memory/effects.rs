//! What an operation on memory does to objects, for analyses that don't carry it out: what it
//! reads and writes, copies, which objects begin and end, what escapes.
//!
//! This is the one place that knows it of every operation. An analysis matches on [`Effect`]
//! without a wildcard arm (`tests/architecture`), so a new operation is seen by all of them
//! as soon as its effects are stated here, and a new kind of effect compiles only when each has
//! said what it makes of it.

use smallvec::{SmallVec, smallvec};

use super::{AllocationSiteId, MemoryInstr, MemoryOp, ObjectId, Storage};
use crate::program::{Operand, Program, ValueId};

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length<'a> {
    /// This many.
    Constant(u64),
    /// As many as this operand says.
    Operand(&'a Operand),
}

/// Something that an operation does. Its result, if it has one, is that of [`Effect::Load`],
/// [`Effect::Address`] or [`Effect::Allocate`]; with other effects, or none, it is a number or
/// a truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect<'a> {
    /// The result is the address of this object.
    Address(ObjectId),
    /// The result is what these bytes hold.
    Load {
        /// The first byte.
        from: &'a Operand,
        /// How many.
        bytes: u64,
        /// The result.
        dest: ValueId,
    },
    /// The value becomes what these bytes hold.
    Store {
        /// The first byte.
        to: &'a Operand,
        /// The value.
        value: &'a Operand,
        /// How many.
        bytes: u64,
    },
    /// Each of these bytes becomes this one.
    Fill {
        /// The first byte.
        to: &'a Operand,
        /// The new value of each.
        byte: &'a Operand,
        /// How many.
        length: Length<'a>,
    },
    /// These bytes become copies of those.
    Copy {
        /// The first byte that is written.
        to: &'a Operand,
        /// The first byte that is read.
        from: &'a Operand,
        /// How many.
        length: Length<'a>,
    },
    /// The result depends on what these bytes hold, and is a number of bytes.
    Scan {
        /// The first byte.
        at: &'a Operand,
        /// How many.
        length: Length<'a>,
    },
    /// The result depends on whether these bytes were written.
    AskWritten {
        /// The first byte.
        at: &'a Operand,
        /// How many.
        length: Length<'a>,
    },
    /// The result says whether these bytes may be accessed.
    CheckAccess {
        /// The first byte.
        at: &'a Operand,
        /// How many.
        length: Length<'a>,
    },
    /// The result says whether this may be freed.
    CheckFree {
        /// The address.
        at: &'a Operand,
    },
    /// The result depends on this address, and on which objects live; not on contents.
    Inspect {
        /// The address.
        at: &'a Operand,
    },
    /// The result depends on which objects can be reached, from what variables hold and from
    /// these values.
    Reach {
        /// The values.
        from: &'a [Operand],
    },
    /// A local object begins to live, with its initial contents.
    Start(ObjectId),
    /// A local object ends.
    End(ObjectId),
    /// The result is the address of the next instance of an allocation site, which begins to
    /// live.
    Allocate {
        /// The site.
        site: AllocationSiteId,
        /// Whether it holds zeros, or anything.
        zeroed: bool,
        /// How many bytes it has.
        size: &'a Operand,
    },
    /// The instance of an allocation site that starts there ends.
    Deallocate {
        /// Its address, or null.
        at: &'a Operand,
        /// Which sort of storage it has.
        storage: Storage,
    },
    /// Whatever is an address into one object, in these objects, becomes one into another.
    Retire {
        /// The object that is about to start again.
        now: ObjectId,
        /// What it was before.
        past: ObjectId,
        /// The addresses of the objects that may hold such an address.
        holders: &'a [Operand],
    },
    /// These values get out of the program: what can be reached from them, or from earlier ones,
    /// may change to anything.
    Escape {
        /// The values.
        given: &'a [Operand],
        /// Whether they change only what these addresses belong to, and keep nothing.
        direct: bool,
    },
}

/// An object that ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended<'a> {
    /// This one.
    Object(ObjectId),
    /// The one of this storage that starts at an address, if that is not null.
    At(&'a Operand, Storage),
}

/// The effects of an operation: none, one, or two of the same kind.
pub type Effects<'a> = SmallVec<[Effect<'a>; 2]>;

impl MemoryInstr {
    /// What this operation of a program does.
    ///
    /// # Panics
    /// If the operation is not valid ([`Program::validate`]).
    pub fn effects<'a>(&'a self, program: &Program) -> Effects<'a> {
        let bytes = |width: u32| u64::from(width / 8);
        match self.op {
            MemoryOp::Address(object) => smallvec![Effect::Address(object)],
            MemoryOp::Load => {
                let [from] = self.operands();
                let dest = self.dest.expect("a load has a result");
                let bytes = bytes(program.values[dest].width());
                smallvec![Effect::Load { from, bytes, dest }]
            }
            MemoryOp::Store => {
                let [to, value] = self.operands();
                let bytes = bytes(program.width(value));
                smallvec![Effect::Store { to, value, bytes }]
            }
            MemoryOp::Copy(bytes) => {
                let ([to, from], length) = (self.operands(), Length::Constant(bytes));
                smallvec![Effect::Copy { to, from, length }]
            }
            MemoryOp::CopyBytes => {
                let [to, from, size] = self.operands();
                smallvec![Effect::Copy { to, from, length: Length::Operand(size) }]
            }
            MemoryOp::Fill(bytes) => {
                let ([to, byte], length) = (self.operands(), Length::Constant(bytes));
                smallvec![Effect::Fill { to, byte, length }]
            }
            MemoryOp::FillBytes => {
                let [to, byte, size] = self.operands();
                smallvec![Effect::Fill { to, byte, length: Length::Operand(size) }]
            }
            MemoryOp::Find { .. } => {
                let [at, _, size] = self.operands();
                smallvec![Effect::Scan { at, length: Length::Operand(size) }]
            }
            MemoryOp::Mismatch => {
                let [one, other, size] = self.operands();
                let scan = |at| Effect::Scan { at, length: Length::Operand(size) };
                smallvec![scan(one), scan(other)]
            }
            MemoryOp::Written(bytes) => {
                let [at] = self.operands();
                smallvec![Effect::AskWritten { at, length: Length::Constant(bytes) }]
            }
            MemoryOp::WrittenBytes => {
                let [at, size] = self.operands();
                smallvec![Effect::AskWritten { at, length: Length::Operand(size) }]
            }
            MemoryOp::Valid { .. } => {
                let [at, size] = self.operands();
                smallvec![Effect::CheckAccess { at, length: Length::Operand(size) }]
            }
            MemoryOp::Freeable => {
                let [at] = self.operands();
                smallvec![Effect::CheckFree { at }]
            }
            MemoryOp::Aligned(_) | MemoryOp::Room | MemoryOp::Offset => {
                let [at] = self.operands();
                smallvec![Effect::Inspect { at }]
            }
            MemoryOp::Overlap => {
                let [one, _, other, _] = self.operands();
                smallvec![Effect::Inspect { at: one }, Effect::Inspect { at: other }]
            }
            MemoryOp::Start(object) => smallvec![Effect::Start(object)],
            MemoryOp::End(object) => smallvec![Effect::End(object)],
            MemoryOp::Retire { now, past, .. } => {
                smallvec![Effect::Retire { now, past, holders: &self.args }]
            }
            MemoryOp::Allocate { site, zeroed } => {
                let [size] = self.operands();
                smallvec![Effect::Allocate { site, zeroed, size }]
            }
            MemoryOp::Free => {
                let [at] = self.operands();
                smallvec![Effect::Deallocate { at, storage: Storage::Heap }]
            }
            MemoryOp::Release => {
                let [at] = self.operands();
                smallvec![Effect::Deallocate { at, storage: Storage::Stack }]
            }
            // Counts of what is allocated are nobody's bytes.
            MemoryOp::Available(_) | MemoryOp::Leaked => smallvec![],
            MemoryOp::Lost => smallvec![Effect::Reach { from: &self.args }],
            MemoryOp::Havoc { direct } => {
                smallvec![Effect::Escape { given: &self.args, direct }]
            }
        }
    }

    /// The operands of an operation that takes so many.
    ///
    /// # Panics
    /// If there are more or fewer.
    pub fn operands<const N: usize>(&self) -> [&Operand; N] {
        let all: &[Operand; N] = self.args.as_slice().try_into().unwrap_or_else(|_| {
            panic!("{:?} takes {N} operands, not {}", self.op, self.args.len())
        });
        all.each_ref()
    }
}

impl Program {
    /// All effects of operations on memory, block by block.
    pub fn effects(&self) -> impl Iterator<Item = Effect<'_>> {
        let instrs = self.blocks.iter().flat_map(|block| &block.instrs);
        instrs.filter_map(|instr| instr.as_memory()).flat_map(|instr| instr.effects(self))
    }
}

impl<'a> Effect<'a> {
    /// The site of an allocation, whether it gives zeros, and the size that is asked for.
    pub fn allocation(self) -> Option<(AllocationSiteId, bool, &'a Operand)> {
        match self {
            Effect::Allocate { site, zeroed, size } => Some((site, zeroed, size)),
            _ => None,
        }
    }

    /// The object whose address the result is.
    pub fn address(self) -> Option<ObjectId> {
        match self {
            Effect::Address(object) => Some(object),
            _ => None,
        }
    }

    /// What is read as the result: from where, how many bytes, the result.
    pub fn load(self) -> Option<(&'a Operand, u64, ValueId)> {
        match self {
            Effect::Load { from, bytes, dest } => Some((from, bytes, dest)),
            _ => None,
        }
    }

    /// The local object that begins to live.
    pub fn started(self) -> Option<ObjectId> {
        match self {
            Effect::Start(object) => Some(object),
            _ => None,
        }
    }

    /// What ends.
    pub fn ended(self) -> Option<Ended<'a>> {
        match self {
            Effect::End(object) => Some(Ended::Object(object)),
            Effect::Deallocate { at, storage } => Some(Ended::At(at, storage)),
            _ => None,
        }
    }

    /// Whether the result depends on what can be reached.
    pub fn is_reach(self) -> bool {
        matches!(self, Effect::Reach { .. })
    }

    /// What is copied: to, from, how much.
    pub fn copy(self) -> Option<(&'a Operand, &'a Operand, Length<'a>)> {
        match self {
            Effect::Copy { to, from, length } => Some((to, from, length)),
            _ => None,
        }
    }

    /// Whether the result depends on what was written.
    pub fn asks_what_was_written(self) -> bool {
        matches!(self, Effect::AskWritten { .. })
    }

    /// The values that get out of the program.
    /// Whether others change only what these addresses belong to, and keep nothing, comes with
    /// them.
    pub fn escape(self) -> Option<(&'a [Operand], bool)> {
        match self {
            Effect::Escape { given, direct } => Some((given, direct)),
            _ => None,
        }
    }
}
