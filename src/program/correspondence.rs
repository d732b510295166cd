//! How a program with objects and the one that its memory was resolved into belong together: what
//! whoever resolved it claims. The claims are not believed but proved (`certify::memory`).
//!
//! Blocks and values of the source keep their numbers; what is added comes behind them.

use rustc_hash::FxHashMap;

use super::{AllocationSiteId, BlockId, ObjectId, Operand, Program, ValueId};
use crate::bv::Op;
use crate::support::IndexVec;

/// Claims about a program with objects and the one that it became.
#[derive(Clone, Debug)]
pub struct Correspondence {
    /// The program without operations on memory, before what can't be reached was dropped.
    pub resolved: Program,
    /// For each block of the source the block in which it ends now.
    pub tails: IndexVec<BlockId, BlockId>,
    /// For each value of the source what stands for it.
    pub values: IndexVec<ValueId, Operand>,
    /// What stands for parts of memory at the start of each block of the source, behind the phis.
    pub held: IndexVec<BlockId, Vec<(Held, Operand)>>,
    /// Values that stand for parts of memory and that nothing in the resolved program reads, so that
    /// they are not there: of what they would be computed.
    pub gone: FxHashMap<ValueId, (Op, Vec<Operand>)>,
    /// The inputs that stand for contents that become arbitrary, by instruction of the source.
    pub given: FxHashMap<(BlockId, usize), Vec<(Bytes, ValueId)>>,
    /// For each value of the source what it may be.
    pub possible: IndexVec<ValueId, Possible>,
    /// The sums and differences that are checked to stay in the object that was added to.
    pub stay: Vec<ValueId>,
    /// What these bytes may hold, whenever they are read.
    pub words: FxHashMap<Bytes, Possible>,
    /// Objects whose contents are not modelled: no run goes on behind an access to one.
    pub oversized: Vec<ObjectId>,
}

/// Some bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bytes {
    /// The object.
    pub object: ObjectId,
    /// Offset of the first byte.
    pub start: u64,
    /// How many; some.
    pub count: u64,
}

/// A part of the state of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Held {
    /// What these bytes hold.
    Bytes(Bytes),
    /// Whether the object lives; one bit.
    Lives(ObjectId),
    /// The size in bytes of a heap object, of no more bits than the largest needs.
    Size(ObjectId),
    /// How many instances of an allocation site were used, of no more bits than the largest number
    /// needs.
    Used(AllocationSiteId),
}

/// Some integers, as the signed numbers that bit-vectors of a width stand for: those from `low` to
/// `high` that differ from `start` by a multiple of `step` (none, if it is 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progression {
    /// A member, where there is one between the bounds.
    pub start: i128,
    /// The distance of neighbours; 0 if `start` is the only member.
    pub step: i128,
    /// No member is smaller.
    pub low: i128,
    /// No member is larger.
    pub high: i128,
}

/// What a value may be: an address into one of these objects, at these offsets, or a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Possible {
    /// The objects, ascending, with the offsets of addresses into each.
    pub objects: Vec<(ObjectId, Progression)>,
    /// The numbers that are no addresses.
    pub number: Option<Progression>,
    /// Whether addresses are there in another form than the model's code for them: as numbers that
    /// C sees, or in parts.
    pub is_computed: bool,
}
