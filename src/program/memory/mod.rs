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
//! depends on it is not the program's meaning, and is listed as an assumption.
//!
//! Bytes are numbered as on a little-endian machine.

mod effects;
mod literals;
mod operation;

pub use effects::{Effect, Effects, Ended, Length};
pub use operation::{MemoryInstr, MemoryOp, Part};

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{CType, LocId, ValueId};
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
    pub struct AllocationSiteId,
    "site"
);

/// The objects of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// Width of an address in bits; 0 in a program without memory.
    pub pointer_width: u32,
    /// All objects that may ever be there.
    pub objects: IndexVec<ObjectId, Object>,
    /// The allocation sites.
    pub sites: IndexVec<AllocationSiteId, AllocationSite>,
    /// Results of arithmetic on integers as wide as an address, and of comparisons of such. An
    /// address is a number to them (C17 6.3.2.3p6), however far it is from its object; what leaves
    /// an object otherwise is arithmetic on pointers, which C does not define then (6.5.6p8).
    pub integers: BTreeSet<ValueId>,
}

/// A variable, a literal, a function or one instance of an allocation site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// What a [`Storage::Local`] was in earlier iterations ([`MemoryOp::Retire`]): never lives.
    Past,
    /// Keeps an SSA value for [`MemoryOp::Retire`]. Lives from beginning to end, but nobody has
    /// its address, nothing is reached from it, and nobody else changes it.
    Register,
}

/// What an object holds at first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Initial {
    /// Anything.
    Arbitrary,
    /// Zero, but for these pieces: offsets in bytes, ascending, not overlapping.
    Known(Vec<(u64, Piece)>),
}

/// A part of an initial value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Piece {
    /// A number whose width is a multiple of 8.
    Number(Value),
    /// The address so many bytes into an object.
    Address(ObjectId, i64),
}

/// An allocation site: its instances are used in order, and never again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AllocationSite {
    /// The instances, in order.
    pub instances: Vec<ObjectId>,
}

/// So many bytes around an object addresses are taken for ones into it, where there may be any
/// number instead.
pub const NEAR: u64 = 4096;

/// What the names of objects begin with that stand for labels: as in C, but no variable's.
pub const LABEL: &str = "&&";

/// What the names of objects begin with that come from outside of the program; no variable's do.
pub const OUTSIDE: &str = "outside object";

/// What the names of objects begin with that a parameter of the entry function leads to; no
/// variable's do.
pub const PARAMETER: &str = "array ";

impl Object {
    /// What a value is called that is in it, or in a part of this name, before the program writes any.
    pub fn initially(&self, part: &str) -> String {
        match self.name.starts_with(PARAMETER) {
            true => part.to_owned(),
            false => format!("uninitialised {part}"),
        }
    }

    /// Whether it stands for a label whose address is taken.
    pub fn is_label(&self) -> bool {
        self.storage == Storage::Static && self.name.starts_with(LABEL)
    }

    /// Whether it comes from outside of the program, be it that of an earlier iteration.
    pub fn is_from_outside(&self) -> bool {
        self.name.starts_with(OUTSIDE)
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

/// How many bits numbers of addresses have in programs of an operating system for a 64-bit machine:
/// 47 on x86-64 with four levels of page tables, and on others not much more.
pub const ADDRESS_BITS: u32 = 47;

/// The most bytes that an object has whose size is known only when it is allocated: on 64-bit machines
/// as many as there are addresses. On narrower ones some of the bits of an address say which object
/// it belongs to ([`Memory`]), and the size is what is left for an offset if objects are few
/// enough for 7 bits.
pub fn most_bytes(pointer_width: u32) -> u64 {
    match pointer_width {
        64.. => 1 << ADDRESS_BITS,
        width => 1 << width.saturating_sub(8),
    }
}

/// How the names of objects end that stand for earlier ones of a variable ([`Storage::Past`]).
pub const EARLIER: &str = " of an earlier iteration or call";

impl Memory {
    /// Width of the offset field in bits: what the numbers of the objects leave.
    pub fn offset_bits(&self) -> u32 {
        // One number more than objects, for null, and one for whatever lies behind the last.
        let numbers = self.objects.len() as u64 + 2;
        let bits = u64::BITS - (numbers - 1).leading_zeros();
        self.pointer_width - bits
    }

    /// Whether addresses are words of 64 bits at most, in which there is room for offsets beside the
    /// numbers of the objects.
    pub(super) fn has_room(&self) -> bool {
        let bits = u64::BITS - (self.objects.len() as u64 + 1).leading_zeros();
        self.objects.is_empty()
            || (bits + 1..=64).contains(&self.pointer_width) && self.too_large().is_none()
    }

    /// The first object with more bytes than addresses have offsets for, also behind its end.
    pub fn too_large(&self) -> Option<&Object> {
        let half = 1u64 << (self.offset_bits() - 1);
        self.objects.iter().find(|object| object.size >= half)
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

    /// Whether an object has contents that can be read or written.
    pub fn has_contents(&self, object: ObjectId) -> bool {
        !matches!(self.objects[object].storage, Storage::Function | Storage::Past)
    }

    /// The address of an object's first byte.
    pub fn base(&self, object: ObjectId) -> Value {
        let field = self.offset_bits();
        let number = u128::from(object.0) + 1;
        Value::new(self.pointer_width, (number << field) + (1 << (field - 1)))
    }
}
