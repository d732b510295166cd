//! Memory: objects, addresses, and the operations on them.
//!
//! A program as the front end makes it may hold operations on memory; `crate::memory`
//! resolves them into plain values, and everything behind it (automata, encoders,
//! engines, checkers) sees only programs without ([`super::Program::is_flat`]).
//!
//! An address is an object and an offset in one bit-vector of the width of a pointer:
//! the number of the object (from 1) in the high bits, and in the low bits, the *offset
//! field*, the offset in bytes plus half of the field's range. So null is 0 and belongs to
//! no object, casts to integers and back change nothing, alignment can be asked of the low
//! bits, and an offset may be negative. Which object has which number is made up: what
//! depends on it is not the program's meaning, and is listed as an approximation.
//!
//! Bytes are numbered as on a little-endian machine.

use super::{CType, LocId, Operand, ValueId};
use crate::bv::Value;
use crate::index_type;
use crate::support::IndexVec;

index_type!(
    /// An object of memory.
    pub struct ObjectId,
    "object"
);
index_type!(
    /// An allocation site with its instances.
    pub struct PoolId,
    "pool"
);

/// The objects of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Width of an address in bits; 0 in a program without memory.
    pub pointer_width: u32,
    /// All objects that may ever be there.
    pub objects: IndexVec<ObjectId, Object>,
    /// The allocation sites.
    pub pools: IndexVec<PoolId, Pool>,
}

/// A variable, a literal, a function or one instance of an allocation site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// What it is called in C; for people.
    pub name: String,
    /// Where it is declared or allocated.
    pub loc: Option<LocId>,
    /// Which sort of storage it has.
    pub storage: Storage,
    /// Size in bytes; of a heap object the largest that is modelled. A function has 0.
    pub size: u64,
    /// Its address is a multiple of so many bytes, a power of two; nothing is known beyond
    /// that.
    pub align: u64,
    /// Whether it may be written.
    pub writable: bool,
    /// What it holds when it starts to live.
    pub initial: Initial,
    /// Its scalars, as far as they are known by name, ascending; for traces only.
    pub fields: Vec<Field>,
}

/// A scalar part of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Offset in bytes.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// How it is reached from the object: `[3].next`; empty for the object itself.
    pub path: String,
    /// Its type.
    pub ty: CType,
    /// The structures and unions that begin with it, outermost first: how many bytes of the
    /// path lead to one, and a name of its type.
    pub begins: Vec<(usize, String)>,
}

/// Sorts of storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Lives from beginning to end: a global or static variable, a literal.
    Static,
    /// Lives from [`MemoryOp::Start`] to [`MemoryOp::End`].
    Local,
    /// An instance of an allocation site: lives from [`MemoryOp::Allocate`] to
    /// [`MemoryOp::Free`].
    Heap,
    /// An instance of an allocation site that is no heap object: lives from
    /// [`MemoryOp::Allocate`] to [`MemoryOp::Release`].
    Stack,
    /// A function: has an address and no contents.
    Function,
    /// What a [`Storage::Local`] was in earlier rounds ([`MemoryOp::Retire`]): never lives.
    Past,
    /// Keeps an SSA value for [`MemoryOp::Retire`]. Lives from beginning to end, but nobody has
    /// its address, nothing is reached from it, and nobody else changes it.
    Register,
}

/// What an object holds at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initial {
    /// Anything.
    Arbitrary,
    /// Zero, but for these pieces: offsets in bytes, ascending, not overlapping.
    Known(Vec<(u64, Piece)>),
}

/// A part of an initial value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A number whose width is a multiple of 8.
    Number(Value),
    /// The address so many bytes into an object.
    Address(ObjectId, i64),
}

/// An allocation site: its instances are used in order, and never again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    /// The instances, in order.
    pub instances: Vec<ObjectId>,
}

/// An operation on memory, as part of [`super::Instr::Memory`]. `p` stands for an operand
/// or result of the width of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
        /// What it was before ([`Storage::Past`]).
        past: ObjectId,
        /// Whether an address into it may be kept in a way in which it can't be renewed: then
        /// nothing is known from here on.
        disguised: bool,
    },
    /// `bit = available()`: whether an instance is left.
    Available(PoolId),
    /// `p = allocate(size: p)`: the next instance begins to live, with this size in bytes,
    /// at most that of the object. One must be available.
    Allocate {
        /// The site.
        pool: PoolId,
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
    /// arbitrary, and count as written.
    Havoc,
    /// `p = room(p)`: how many bytes there are from an address on to the end of the living
    /// object that it points into; 0 if there is none.
    Room,
}

/// An operation on memory with its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// What an operation takes and gives, for [`super::Program::validate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// An address, or a number of its width.
    Pointer,
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

/// So many bytes around an object addresses are taken for ones into it, where there may be any
/// number instead.
pub const NEAR: u64 = 4096;

impl MemoryOp {
    /// The operands, and the result if there is one; [`MemoryOp::Lost`],
    /// [`MemoryOp::Havoc`] and [`MemoryOp::Retire`] take any number of addresses.
    pub fn signature(self) -> (&'static [Part], Option<Part>) {
        use Part::*;
        match self {
            MemoryOp::Address(_) => (&[], Some(Pointer)),
            MemoryOp::Load => (&[Pointer], Some(Bytes)),
            MemoryOp::Store => (&[Pointer, Bytes], None),
            MemoryOp::Copy(_) => (&[Pointer, Pointer], None),
            MemoryOp::Fill(_) => (&[Pointer, Byte], None),
            MemoryOp::CopyBytes => (&[Pointer, Pointer, Pointer], None),
            MemoryOp::FillBytes => (&[Pointer, Byte, Pointer], None),
            MemoryOp::Find { .. } => (&[Pointer, Byte, Pointer], Some(Pointer)),
            MemoryOp::Mismatch => (&[Pointer, Pointer, Pointer], Some(Pointer)),
            MemoryOp::Valid { .. } => (&[Pointer, Pointer], Some(Bit)),
            MemoryOp::Aligned(_) => (&[Pointer], Some(Bit)),
            MemoryOp::Freeable => (&[Pointer], Some(Bit)),
            MemoryOp::Start(_) | MemoryOp::End(_) => (&[], None),
            MemoryOp::Available(_) => (&[], Some(Bit)),
            MemoryOp::Leaked | MemoryOp::Lost => (&[], Some(Sites)),
            MemoryOp::Allocate { .. } => (&[Pointer], Some(Pointer)),
            MemoryOp::Free | MemoryOp::Release => (&[Pointer], None),
            MemoryOp::Overlap => (&[Pointer, Pointer, Pointer, Pointer], Some(Bit)),
            MemoryOp::Written(_) => (&[Pointer], Some(Bit)),
            MemoryOp::Havoc | MemoryOp::Retire { .. } => (&[], None),
            MemoryOp::WrittenBytes => (&[Pointer, Pointer], Some(Bit)),
            MemoryOp::Room => (&[Pointer], Some(Pointer)),
        }
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
            MemoryOp::Havoc => "havoc",
            MemoryOp::Room => "room",
        }
    }
}

impl Part {
    /// Whether a value of this width is one in a program with this memory.
    pub fn accepts(self, width: u32, memory: &Memory) -> bool {
        match self {
            Part::Pointer => width == memory.pointer_width,
            Part::Bit => width == 1,
            Part::Byte => width == 8,
            Part::Bytes => width > 0 && width.is_multiple_of(8),
            Part::Sites => width as usize == memory.pools.len(),
        }
    }
}

/// What the names of objects begin with that stand for labels: as in C, but no variable's.
pub const LABEL: &str = "&&";

impl Object {
    /// Whether it stands for a label whose address is taken.
    pub fn is_label(&self) -> bool {
        self.storage == Storage::Static && self.name.starts_with(LABEL)
    }

    /// What a field is called, given what the object is: `a[3].next`, `heap object, .next`.
    pub fn path(&self, object: &str, path: &str) -> String {
        let allocated = matches!(self.storage, Storage::Heap | Storage::Stack);
        let between = if allocated && !path.is_empty() { ", " } else { "" };
        format!("{object}{between}{path}")
    }
}

impl Field {
    /// How that is reached which begins with the field and has this type: a structure or
    /// union, the outermost for `void`; else the field itself.
    fn path_to(&self, ty: &str) -> &str {
        let ty = ty.strip_prefix("const ").unwrap_or(ty);
        let found = self.begins.iter().find(|(_, name)| ty == "void" || *name == ty);
        found.map_or(&self.path, |&(end, _)| &self.path[..end])
    }
}

impl Memory {
    /// Width of the offset field in bits: what the numbers of the objects leave.
    pub fn offset_bits(&self) -> u32 {
        // One number more than objects, for null, and one for whatever lies behind the last.
        let numbers = self.objects.len() as u64 + 2;
        let bits = u64::BITS - (numbers - 1).leading_zeros();
        self.pointer_width - bits
    }

    /// The object that an address names, and the offset in bytes.
    pub fn locate(&self, address: &Value) -> Option<(ObjectId, i64)> {
        if address.width() != self.pointer_width || self.pointer_width == 0 {
            return None;
        }
        let (field, bits) = (self.offset_bits(), address.to_u64()?);
        let (number, low) = (bits >> field, bits & ((1 << field) - 1));
        let object = ObjectId(u32::try_from(number.checked_sub(1)?).ok()?);
        self.objects.get(object)?;
        Some((object, low.cast_signed() - (1i64 << (field - 1))))
    }

    /// What an address means, for people: `&a[3].next`, `heap object 2 of list.c:14:20 + 8`.
    pub fn describe(&self, address: &Value) -> String {
        self.describe_as(address, "")
    }

    /// What an address means that points to something of this type: to a structure, not to
    /// its first scalar.
    pub fn describe_as(&self, address: &Value, pointee: &str) -> String {
        if address.is_zero() {
            return "NULL".to_owned();
        }
        let Some((id, offset)) = self.locate(address) else {
            return format!("{:#x}", address.to_big());
        };
        let object = &self.objects[id];
        let allocated = matches!(object.storage, Storage::Heap | Storage::Stack);
        let mut fields = object.fields.iter().filter(|_| !allocated || offset != 0);
        let named = fields.find(|field| field.offset.cast_signed() == offset);
        let start = match object.storage {
            Storage::Static if object.name.starts_with('"') || object.is_label() => {
                object.name.clone()
            }
            Storage::Static | Storage::Local | Storage::Past | Storage::Register => {
                format!("&{}", object.name)
            }
            Storage::Heap | Storage::Stack | Storage::Function => object.name.clone(),
        };
        match (offset, named) {
            (_, Some(field)) => object.path(&start, field.path_to(pointee)),
            (0, None) => start,
            (offset, None) if offset < 0 => format!("{start} - {} bytes", -offset),
            (offset, None) => format!("{start} + {offset} bytes"),
        }
    }

    /// The address of an object's first byte.
    pub fn base(&self, object: ObjectId) -> Value {
        let field = self.offset_bits();
        let number = u128::from(object.0) + 1;
        Value::new(self.pointer_width, (number << field) + (1 << (field - 1)))
    }
}
