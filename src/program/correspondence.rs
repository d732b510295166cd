//! How a program with objects and the one that its memory was resolved into belong together: what
//! whoever resolved it claims. The claims are not believed but proved (`certify::memory`).
//!
//! Blocks and values of the source keep their numbers; what is added comes behind them.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{AllocationSiteId, BlockId, ObjectId, Operand, Program, ValueId};
use crate::bv::Op;
use crate::support::IndexVec;

/// Claims about a program with objects and the one that it became.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    pub gone: BTreeMap<ValueId, (Op, Vec<Operand>)>,
    /// The inputs that stand for contents that become arbitrary, by instruction of the source.
    #[serde(with = "pairs")]
    pub given: FxHashMap<(BlockId, usize), Vec<(Bytes, ValueId)>>,
    /// For each value of the source what it may be.
    pub possible: IndexVec<ValueId, Possible>,
    /// The sums and differences that are checked to stay in the object that was added to.
    pub stay: Vec<ValueId>,
    /// What these bytes may hold, whenever they are read.
    #[serde(with = "pairs")]
    pub words: FxHashMap<Bytes, Possible>,
    /// Objects whose contents are not modelled: no run goes on behind an access to one.
    pub oversized: Vec<ObjectId>,
}

impl Correspondence {
    /// Whether a program is the one that it is about, without what can't be reached there.
    pub fn is_about(&self, program: &Program) -> bool {
        let pruned = self.resolved.clone().prune().end_tainted();
        pruned.blocks == program.blocks
            && pruned.values == program.values
            && pruned.goals == program.goals
            && pruned.folded == program.folded
            && pruned.assumptions == program.assumptions
            && pruned.entry == program.entry
    }
}

/// Maps as lists of pairs, for JSON has only texts as keys; in the order of the keys.
pub(super) mod pairs {
    use std::hash::Hash;

    use rustc_hash::FxHashMap;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<K: Serialize + Ord, V: Serialize, S: Serializer>(
        map: &FxHashMap<K, V>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let mut all: Vec<(&K, &V)> = map.iter().collect();
        all.sort_unstable_by(|a, b| a.0.cmp(b.0));
        to.collect_seq(all)
    }

    pub fn deserialize<'de, K, V, D>(from: D) -> Result<FxHashMap<K, V>, D::Error>
    where
        K: Deserialize<'de> + Eq + Hash,
        V: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Vec::deserialize(from)?.into_iter().collect())
    }
}

/// Some bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Bytes {
    /// The object.
    pub object: ObjectId,
    /// Offset of the first byte.
    pub start: u64,
    /// How many; some.
    pub count: u64,
}

/// A part of the state of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Possible {
    /// The objects, ascending, with the offsets of addresses into each.
    pub objects: Vec<(ObjectId, Progression)>,
    /// The numbers that are no addresses.
    pub number: Option<Progression>,
    /// Whether addresses are there in another form than the model's code for them: as numbers that
    /// C sees, or in parts.
    pub is_computed: bool,
}
