//! Claims speak of objects, bytes and values that there are, of the widths that they need.

use rustc_hash::FxHashMap;

use super::{Rule, not_closed};
use crate::bv::Sort;
use crate::certify::memory::Unproved;
use crate::certify::memory::objects::width_of;
use crate::program::{Bytes, Correspondence, Held, Operand, Possible, Program, ValueId};
use crate::support::limits;

/// Checks that claims speak of what there is.
pub(super) fn well_formed(source: &Program, claims: &Correspondence) -> Rule<()> {
    if !(has_all(source, claims) && parts(source, claims) && operands(source, claims)) {
        return Err(not_closed("memory, which is malformed,"));
    }
    let largest = limits::VALIDATED_PLACES as u64;
    let held = claims.held.iter().flatten();
    match held.map(|it| it.0).any(|it| matches!(it, Held::Bytes(at) if at.count > largest)) {
        true => Err(Unproved::because("very large objects are read as a whole")),
        false => Ok(()),
    }
}

/// Whether something is said of each block and value, and of no others.
fn has_all(source: &Program, claims: &Correspondence) -> bool {
    let (blocks, values) = (source.blocks.len(), source.values.len());
    let resolved = &claims.resolved;
    claims.tails.len() == blocks
        && claims.held.len() == blocks
        && claims.values.len() == values
        && claims.possible.len() == values
        && resolved.blocks.len() >= blocks
        && resolved.values.len() >= values
        && claims.tails.iter().all(|&it| resolved.blocks.get(it).is_some())
        && claims.stay.iter().all(|&it| source.values.get(it).is_some())
}

/// Whether objects, sites and bytes are there, and numbers regular.
fn parts(source: &Program, claims: &Correspondence) -> bool {
    let memory = &source.memory;
    let lies = |at: &Bytes| {
        let size = memory.objects.get(at.object).map_or(0, |object| object.size);
        at.count > 0 && at.start.checked_add(at.count).is_some_and(|end| end <= size)
    };
    let is_part = |part: &Held| match part {
        Held::Bytes(at) => lies(at),
        Held::Lives(object) | Held::Size(object) => memory.objects.get(*object).is_some(),
        Held::Used(site) => memory.sites.get(*site).is_some(),
    };
    let is_there = |set: &Possible| {
        set.objects
            .iter()
            .all(|(object, it)| memory.objects.get(*object).is_some() && it.is_regular())
            && set.number.is_none_or(|it| it.is_regular())
    };
    claims.held.iter().flatten().all(|(part, _)| is_part(part))
        && claims.given.values().flatten().all(|(at, _)| lies(at))
        && claims.words.keys().all(lies)
        && claims.possible.iter().chain(claims.words.values()).all(is_there)
        && claims.oversized.iter().all(|&it| memory.objects.get(it).is_some())
}

/// Whether operands are values of the other program, of the widths of what they stand for.
fn operands(source: &Program, claims: &Correspondence) -> bool {
    let others = &claims.resolved.values;
    let sort = |operand: &Operand| match operand {
        Operand::Const(value) => Some(value.sort()),
        Operand::Value(value) => others.get(*value).map(|info| info.sort),
    };
    let is = |operand: &Operand, wanted: Sort| sort(operand) == Some(wanted);
    let holds = |part: Held, operand: &Operand| {
        width_of(&source.memory, part).is_some_and(|width| is(operand, Sort::Word(width)))
    };
    let computed = claims.gone.iter().all(|(value, (op, args))| {
        let sorts: Option<Vec<Sort>> = args.iter().map(sort).collect();
        let made = sorts.and_then(|sorts| op.checked_result_sort(&sorts));
        made.is_some_and(|made| is(&Operand::Value(*value), made))
    });
    let values = claims.values.iter().zip(source.values.iter());
    values.into_iter().all(|(operand, info)| is(operand, info.sort))
        && claims.held.iter().flatten().all(|(part, operand)| holds(*part, operand))
        && claims
            .given
            .values()
            .flatten()
            .all(|(at, input)| holds(Held::Bytes(*at), &Operand::Value(*input)))
        && computed
        && is_acyclic(claims)
}

/// Whether no value that is gone would be computed of itself.
fn is_acyclic(claims: &Correspondence) -> bool {
    let args = |value: ValueId| {
        let args = claims.gone.get(&value).map_or(&[][..], |it| &it.1[..]);
        args.iter().filter_map(Operand::as_value).filter(|arg| claims.gone.contains_key(arg))
    };
    let mut waits: FxHashMap<ValueId, usize> = FxHashMap::default();
    let mut readers: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
    for &value in claims.gone.keys() {
        waits.insert(value, args(value).count());
        args(value).for_each(|arg| readers.entry(arg).or_default().push(value));
    }
    let mut ready: Vec<ValueId> = waits.iter().filter(|it| *it.1 == 0).map(|it| *it.0).collect();
    let mut computed = 0;
    while let Some(value) = ready.pop() {
        computed += 1;
        for reader in readers.get(&value).into_iter().flatten() {
            if let Some(left) = waits.get_mut(reader) {
                *left -= 1;
                if *left == 0 {
                    ready.push(*reader);
                }
            }
        }
    }
    computed == claims.gone.len()
}
