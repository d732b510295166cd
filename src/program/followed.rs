//! How a program with large objects and one in which only single elements of them are followed
//! belong together: what whoever rewrote it claims. The claims are not believed but proved
//! (`certify::memory`).
//!
//! Blocks, values, goals and objects of the source keep their numbers; what is added comes behind
//! them.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::correspondence::pairs;
use super::{BlockId, ObjectId, Operand, Program, ValueId};

/// A program in which large objects hold nothing any more; each is replaced by a few followed
/// elements, whose addresses are arbitrary, chosen once at the start. It can do more than the old
/// one: a run of it is a run of the old one only if replayed there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Followed {
    /// The new program, still with memory.
    pub program: Program,
    /// The objects that are followed, in groups.
    pub groups: Vec<FollowedGroup>,
    /// What inputs that were added stand for, each with the place of the instruction of the source
    /// in its block.
    #[serde(with = "pairs")]
    pub inputs: FxHashMap<ValueId, (usize, Actual)>,
}

/// Objects whose elements are followed together, since one instruction may access each.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FollowedGroup {
    /// The objects, ascending.
    pub objects: Vec<ObjectId>,
    /// Size of an element in bytes.
    pub element: u64,
    /// The largest index of an element that is accessed.
    pub last: u64,
    /// The elements that are followed.
    pub elements: Vec<FollowedElement>,
    /// The elements that were accessed lately, the last one first; nothing in groups of several
    /// objects.
    pub recent: Vec<RecentElement>,
}

/// An element that is followed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FollowedElement {
    /// Its index.
    pub index: Operand,
    /// In a group of several objects for each but the first, from the last on, whether the
    /// element is in that one.
    pub choices: Vec<Operand>,
    /// Holds what it holds.
    pub contents: ObjectId,
    /// One byte: whether the reader of the element read it when it was last executed, if it was.
    pub hit: ObjectId,
    /// What the element is followed for.
    pub reader: Reader,
}

/// An instruction that an element is followed for: a load or copy from its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reader {
    /// The block of the source.
    pub block: BlockId,
    /// The instruction's place in it.
    pub at: usize,
    /// For a copy: the group and the followed element in it that is filled.
    pub fills: Option<(usize, usize)>,
}

/// An element of a group of one object that was accessed lately: what it holds is known,
/// too, until the next iteration of a loop. So `if (a[i] > m) m = a[i];` sees one value.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct RecentElement {
    /// One byte: whether there is one.
    pub known: ObjectId,
    /// Its offset in the object.
    pub offset: ObjectId,
    /// Holds what it holds.
    pub contents: ObjectId,
}

/// What an input stands for that was added where an instruction of the source was: the input of a
/// run that does what the source does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Actual {
    /// What the element holds before that is read from.
    Read,
    /// What the element holds before that is written to.
    Written,
    /// What is copied to a followed element.
    Copied {
        /// Its group.
        group: usize,
        /// Its place there.
        element: usize,
    },
    /// What a followed element holds behind the instruction.
    Behind {
        /// Its group.
        group: usize,
        /// Its place there.
        element: usize,
    },
    /// The result of a search, in the low bits.
    Found,
}

impl Followed {
    /// The objects that are followed.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> {
        self.groups.iter().flat_map(|group| group.objects.iter().copied())
    }
}
