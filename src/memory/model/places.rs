//! Where an access may be: places in objects, extents, elements of arrays.

use super::arrays::Arrays;
use crate::memory::points_to::abstraction::Abstract;
use crate::memory::points_to::numbers::Numbers;
use crate::memory::points_to::places::{Place, positions};
use crate::program::{ObjectId, Program};
use rustc_hash::FxHashSet;

/// Bytes of an object that a block of variable length may lie in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::memory) struct Extent {
    pub object: ObjectId,
    /// First byte.
    pub start: u64,
    /// Number of bytes; some.
    pub bytes: u64,
}

/// The places of an access of so many bytes, in objects that are not set apart.
pub(in crate::memory) fn places(
    program: &Program,
    set: &Abstract,
    bytes: u64,
    write: bool,
    apart: impl Fn(ObjectId) -> bool,
) -> Vec<Place> {
    let memory = &program.memory;
    let mut all = Vec::new();
    for (&object, &offsets) in &set.objects {
        let info = &memory.objects[object];
        let possible = memory.has_contents(object) && (info.writable || !write);
        if possible && !apart(object) {
            let positions = positions(offsets, info.size, bytes);
            all.extend(positions.map(|offset| Place { object, offset }));
        }
    }
    all
}

/// A place within an element for each array that such an access may be to; none for what is
/// larger than an element.
pub(in crate::memory) fn elements(
    program: &Program,
    set: &Abstract,
    bytes: u64,
    write: bool,
    arrays: &Arrays,
) -> Vec<Place> {
    let of = |(&object, &offsets): (&ObjectId, &Numbers)| {
        let elements = arrays.get(&object)?;
        let info = &program.memory.objects[object];
        let possible = (info.writable || !write) && bytes <= elements.bytes;
        positions(offsets, info.size, bytes).next().filter(|_| possible)?;
        let offset = offsets.start.rem_euclid(elements.bytes.into());
        Some(Place { object, offset: u64::try_from(offset).ok()? })
    };
    set.objects.iter().filter_map(of).collect()
}

/// To the ends of the objects.
pub(in crate::memory) fn extents(
    program: &Program,
    set: &Abstract,
    write: bool,
    oversized: &FxHashSet<ObjectId>,
) -> Vec<Extent> {
    let memory = &program.memory;
    let of = |(&object, offsets): (&ObjectId, &Numbers)| {
        let info = &memory.objects[object];
        let possible = memory.has_contents(object) && (info.writable || !write);
        let start = u64::try_from(offsets.low.max(0)).unwrap_or(u64::MAX);
        let some = possible && !oversized.contains(&object) && start < info.size;
        some.then(|| Extent { object, start, bytes: info.size - start })
    };
    set.objects.iter().filter_map(of).collect()
}
