//! Claims speak of objects, bytes and values that there are.

use super::{Rule, not_closed};
use crate::certify::memory::Unproved;
use crate::program::{Bytes, Correspondence, Held, Possible, Program};
use crate::support::limits;

/// Checks that claims speak of what there is.
pub(super) fn well_formed(source: &Program, claims: &Correspondence) -> Rule<()> {
    let (blocks, values) = (source.blocks.len(), source.values.len());
    let objects = &source.memory.objects;
    let lengths = claims.tails.len() == blocks
        && claims.held.len() == blocks
        && claims.values.len() == values
        && claims.possible.len() == values
        && claims.resolved.blocks.len() >= blocks
        && claims.resolved.values.len() >= values;
    let known = claims.stay.iter().all(|&it| source.values.get(it).is_some());
    let is_there = |set: &Possible| {
        set.objects.iter().all(|(object, it)| objects.get(*object).is_some() && it.is_regular())
            && set.number.is_none_or(|it| it.is_regular())
    };
    let sets = claims.possible.iter().chain(claims.words.values()).all(is_there);
    let held = claims.held.iter().flatten().filter_map(|(part, _)| match part {
        Held::Bytes(at) => Some(at),
        Held::Lives(_) | Held::Size(_) | Held::Used(_) => None,
    });
    let given = claims.given.values().flatten().map(|(at, _)| at);
    let lies = |at: &Bytes| {
        let size = objects.get(at.object).map_or(0, |object| object.size);
        at.count > 0 && at.start.checked_add(at.count).is_some_and(|end| end <= size)
    };
    let bytes = held.chain(given).chain(claims.words.keys()).all(lies);
    if !(lengths && known && sets && bytes) {
        return Err(not_closed("memory, which is malformed,"));
    }
    let largest = limits::VALIDATED_PLACES as u64;
    let held = claims.held.iter().flatten();
    match held.map(|it| it.0).any(|it| matches!(it, Held::Bytes(at) if at.count > largest)) {
        true => Err(Unproved::because("very large objects are read as a whole")),
        false => Ok(()),
    }
}
