//! Places in objects: where an access may be, and where addresses may lie.

use super::PointsTo;
use super::abstraction::Abstract;
use super::numbers::Numbers;
use crate::program::{ObjectId, Operand, Program, Storage};

/// Some bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::memory) struct Place {
    pub object: ObjectId,
    pub offset: u64,
}

/// Where in an object of this size an access of so many bytes may be.
pub(in crate::memory) fn positions(
    offsets: Numbers,
    size: u64,
    bytes: u64,
) -> impl Iterator<Item = u64> {
    let last = size.checked_sub(bytes).map_or(-1, i128::from);
    let last = last.min(offsets.high);
    let first = if offsets.step == 0 {
        offsets.start
    } else {
        let low = offsets.low.max(0);
        low + (offsets.start - low).rem_euclid(offsets.step)
    };
    let mut next = Some(first).filter(|&first| first >= 0);
    std::iter::from_fn(move || {
        let now = next.filter(|&now| now <= last)?;
        next = (offsets.step != 0).then_some(now + offsets.step);
        u64::try_from(now).ok()
    })
}

/// Where in these objects a word may be an address into one.
pub(in crate::memory) fn holding(
    program: &Program,
    points_to: &PointsTo,
    holders: &[Operand],
    object: ObjectId,
) -> Vec<Place> {
    let mut all = Vec::new();
    for holder in holders.iter().flat_map(|at| points_to.of(at).objects.into_keys()) {
        let size = program.memory.objects[holder].size;
        let places = points_to.contents.places_of(holder, size, object);
        all.extend(places.into_iter().map(|offset| Place { object: holder, offset }));
    }
    all
}

/// The places that may hold addresses of heap objects, with what they may hold.
pub(in crate::memory) fn addresses(
    program: &Program,
    points_to: &PointsTo,
) -> Vec<(Place, Abstract)> {
    let memory = &program.memory;
    let heap = |object: &ObjectId| memory.objects[*object].storage == Storage::Heap;
    let mut all = Vec::new();
    for (object, info) in memory.objects.iter_enumerated() {
        let leads = memory.has_contents(object)
            && info.storage != Storage::Register
            && points_to.contents.may_hold(object, heap);
        if !leads {
            continue;
        }
        for offset in points_to.contents.words(object, info.size) {
            let held = points_to.contents.word(object, offset);
            if held.objects.keys().any(heap) {
                all.push((Place { object, offset }, held));
            }
        }
    }
    all
}
