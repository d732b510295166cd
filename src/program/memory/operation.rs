//! The operations on memory, what each takes and gives. What they do, for whoever does not
//! carry them out: [`super::effects`].

use serde::{Deserialize, Serialize};

use super::{AllocationSiteId, Memory, ObjectId};
use crate::program::{LocId, Operand, ValueId};

/// An operation on memory, as part of [`crate::program::Instr::Memory`]. `p` stands for an operand
/// or result of the width of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MemoryOp {
    /// `p = address()` of the first byte of the object.
    Address(ObjectId),
    /// `x = load(p)`: the bytes at an address; the width of `x` is a multiple of 8. The
    /// place must be valid for reading (a check before it saw to that); `x` is not
    /// specified otherwise.
    Load,
    /// `store(p, x)`: the bytes at an address. The place must be valid for writing;
    /// nothing is specified otherwise.
    Store,
    /// `copy(to: p, from: p)` of this many bytes, as if through a third place. Both places
    /// must be valid.
    Copy(u64),
    /// `fill(p, byte)` of this many bytes. The place must be valid.
    Fill(u64),
    /// `copy-bytes(to: p, from: p, size: p)`: [`MemoryOp::Copy`] of so many bytes.
    CopyBytes,
    /// `fill-bytes(p, byte, size: p)`: [`MemoryOp::Fill`] of so many bytes.
    FillBytes,
    /// `p = find(p, byte, size: p)`: how many bytes lie before the first (or the last) of so
    /// many that is this one; the size, if none is. The place must be valid.
    Find {
        /// Whether the last one is looked for.
        last: bool,
    },
    /// `p = mismatch(p, q, size: p)`: how many bytes lie before the first in which so many
    /// from either address on differ; the size, if none does. Both places must be valid.
    Mismatch,
    /// `bit = valid(p, size: p)`: whether so many bytes from an address on lie within one
    /// object that lives and has contents. No bytes are always valid.
    Valid {
        /// Whether the object must be writable.
        write: bool,
    },
    /// `bit = aligned(p)`: whether an address is a multiple of this power of two, wherever the
    /// object that it belongs to may be.
    Aligned(u64),
    /// `bit = freeable(p)`: whether it is null or the start of a living heap object.
    Freeable,
    /// `start()`: the local object begins to live, with its initial contents.
    Start(ObjectId),
    /// `end()`: the local object ends.
    End(ObjectId),
    /// `retire(p…)`: in the objects that these addresses are the start of, each word that is an
    /// address into the first object is one into the second, at the same offset, from now on.
    Retire {
        /// A local object that is about to start to live again.
        now: ObjectId,
        /// What it was before ([`super::Storage::Past`]).
        past: ObjectId,
        /// Whether an address into it may be kept in a way in which it can't be renewed: then
        /// nothing is known from here on.
        hidden: bool,
    },
    /// `bit = available()`: whether an instance is left.
    Available(AllocationSiteId),
    /// `p = allocate(size: p)`: the next instance begins to live, with this size in bytes,
    /// at most that of the object. One must be available.
    Allocate {
        /// The site.
        site: AllocationSiteId,
        /// Whether it holds zeros, or anything.
        zeroed: bool,
    },
    /// `free(p)`: the object ends; nothing, if it is null. It must be freeable.
    Free,
    /// `release(p)`: the object on the stack of an allocation site that starts there ends;
    /// nothing, if it is null. It must live.
    Release,
    /// `sites = leaked()`: for each allocation site, the first in the lowest bit, whether an
    /// object of it lives.
    Leaked,
    /// `sites = lost(p…)`: for each allocation site whether an object of it lives that can't
    /// be reached: from none of these addresses, and from no address that a static or local
    /// object that lives holds, or a heap object that can be reached. An address reaches the
    /// object that it belongs to, wherever it points in or around it.
    Lost,
    /// `bit = overlap(p, size: p, q, size: p)`: whether so many bytes from one address on and
    /// so many from the other on have one in common, in one object.
    Overlap,
    /// `bit = written(p)`: whether so many bytes from an address on were all written since
    /// their object began to live. What is copied is as written as it was. The place must be
    /// valid.
    Written(u64),
    /// `bit = written-bytes(p, size: p)`: [`MemoryOp::Written`] for so many bytes.
    WrittenBytes,
    /// `havoc(p…)`: the contents of writable objects that can be reached from these addresses,
    /// or from those of an earlier one while their objects live, also by way of others, become
    /// arbitrary, and count as written. `direct`: only those of the objects that these addresses
    /// belong to.
    Havoc {
        /// Whether nothing else changes.
        direct: bool,
    },
    /// `p = room(p)`: how many bytes there are from an address on to the end of the living
    /// object that it points into; 0 if there is none.
    Room,
    /// `p = offset(p)`: how many bytes there are from the start of the living object that an
    /// address points into, or one past the end of; 0 if there is none.
    Offset,
}

/// An operation on memory with its operands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryInstr {
    /// The value defined, if the operation has a result.
    pub dest: Option<ValueId>,
    /// What it does.
    pub op: MemoryOp,
    /// Its operands.
    pub args: Vec<Operand>,
    /// Position in the source.
    pub loc: Option<LocId>,
}

/// What an operation takes and gives, for [`crate::program::Program::validate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// An address.
    Address,
    /// A number of bytes, of the width of an address; as a result one that is no larger than the
    /// largest object.
    Size,
    /// One bit.
    Bit,
    /// One byte.
    Byte,
    /// Whole bytes, any number of them.
    Bytes,
    /// A bit for each allocation site.
    Sites,
}

impl MemoryInstr {
    /// For code that reads flat programs only.
    ///
    /// # Panics
    /// Always.
    pub fn unresolved(&self) -> ! {
        unreachable!("{:?} in a program whose memory is resolved", self.op)
    }
}

impl MemoryOp {
    /// The operands, and the result if there is one; [`MemoryOp::Lost`],
    /// [`MemoryOp::Havoc`] and [`MemoryOp::Retire`] take any number of addresses.
    pub fn signature(self) -> (&'static [Part], Option<Part>) {
        use Part::*;
        match self {
            MemoryOp::Address(_) => (&[], Some(Address)),
            MemoryOp::Load => (&[Address], Some(Bytes)),
            MemoryOp::Store => (&[Address, Bytes], None),
            MemoryOp::Copy(_) => (&[Address, Address], None),
            MemoryOp::Fill(_) => (&[Address, Byte], None),
            MemoryOp::CopyBytes => (&[Address, Address, Size], None),
            MemoryOp::FillBytes => (&[Address, Byte, Size], None),
            MemoryOp::Find { .. } => (&[Address, Byte, Size], Some(Size)),
            MemoryOp::Mismatch => (&[Address, Address, Size], Some(Size)),
            MemoryOp::Valid { .. } => (&[Address, Size], Some(Bit)),
            MemoryOp::Aligned(_) => (&[Address], Some(Bit)),
            MemoryOp::Freeable => (&[Address], Some(Bit)),
            MemoryOp::Start(_) | MemoryOp::End(_) => (&[], None),
            MemoryOp::Available(_) => (&[], Some(Bit)),
            MemoryOp::Leaked | MemoryOp::Lost => (&[], Some(Sites)),
            MemoryOp::Allocate { .. } => (&[Size], Some(Address)),
            MemoryOp::Free | MemoryOp::Release => (&[Address], None),
            MemoryOp::Overlap => (&[Address, Size, Address, Size], Some(Bit)),
            MemoryOp::Written(_) => (&[Address], Some(Bit)),
            MemoryOp::Havoc { .. } | MemoryOp::Retire { .. } => (&[], None),
            MemoryOp::WrittenBytes => (&[Address, Size], Some(Bit)),
            MemoryOp::Room | MemoryOp::Offset => (&[Address], Some(Size)),
        }
    }

    /// Whether it takes any number of addresses instead of what its signature lists.
    pub fn takes_addresses(self) -> bool {
        // What the signature of others lists is all that they take.
        matches!(self, MemoryOp::Lost | MemoryOp::Havoc { .. } | MemoryOp::Retire { .. })
    }

    /// Its name in listings.
    pub fn name(self) -> &'static str {
        match self {
            MemoryOp::Address(_) => "address",
            MemoryOp::Load => "load",
            MemoryOp::Store => "store",
            MemoryOp::Copy(_) => "copy",
            MemoryOp::Fill(_) => "fill",
            MemoryOp::CopyBytes => "copy-bytes",
            MemoryOp::FillBytes => "fill-bytes",
            MemoryOp::Find { last: false } => "find",
            MemoryOp::Find { last: true } => "find-last",
            MemoryOp::Mismatch => "mismatch",
            MemoryOp::Valid { write: false } => "readable",
            MemoryOp::Valid { write: true } => "writable",
            MemoryOp::Aligned(_) => "aligned",
            MemoryOp::Freeable => "freeable",
            MemoryOp::Start(_) => "start",
            MemoryOp::End(_) => "end",
            MemoryOp::Retire { .. } => "retire",
            MemoryOp::Available(_) => "available",
            MemoryOp::Allocate { zeroed: false, .. } => "allocate",
            MemoryOp::Allocate { zeroed: true, .. } => "allocate-zeroed",
            MemoryOp::Free => "free",
            MemoryOp::Release => "release",
            MemoryOp::Leaked => "leaked",
            MemoryOp::Lost => "lost",
            MemoryOp::Overlap => "overlap",
            MemoryOp::Written(_) => "written",
            MemoryOp::WrittenBytes => "written-bytes",
            MemoryOp::Havoc { direct: false } => "havoc",
            MemoryOp::Havoc { direct: true } => "havoc-direct",
            MemoryOp::Room => "room",
            MemoryOp::Offset => "offset",
        }
    }
}

impl Part {
    /// Whether a value of this width is one in a program with this memory.
    pub fn accepts(self, width: u32, memory: &Memory) -> bool {
        match self {
            Part::Address | Part::Size => width == memory.pointer_width,
            Part::Bit => width == 1,
            Part::Byte => width == 8,
            Part::Bytes => width > 0 && width.is_multiple_of(8),
            Part::Sites => width as usize == memory.sites.len(),
        }
    }
}
