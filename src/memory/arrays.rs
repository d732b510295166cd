//! Which objects can be arrays of elements, for models that have array terms.
//!
//! An object is one if every load and store of it lies within one element: a place is then
//! an index, and bytes of the element. The size of an element is the greatest common divisor
//! of the steps of all accesses. Besides, the whole object may be filled with a constant
//! byte, copied from another such object of the same size, or become arbitrary. Nothing is
//! approximated: what is accessed in other ways is no array.

use rustc_hash::FxHashMap;

use super::numbers::{Numbers, gcd};
use super::points_to::{PointsTo, has_contents};
use super::variables::bits_for;
use crate::program::{Effect, Instr, Length, MemoryInstr, ObjectId, Operand, Program};
use crate::support::IndexVec;

/// The elements of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Elements {
    /// Size of each in bytes; the last may be cut short.
    pub bytes: u64,
    /// How many there are, at least two.
    pub count: u64,
}

impl Elements {
    /// Bits of an index.
    pub fn index_width(self) -> u32 {
        bits_for(self.count - 1)
    }
}

/// All arrays.
pub(super) type Arrays = FxHashMap<ObjectId, Elements>;

/// What is known of the accesses to an object.
#[derive(Clone, Default)]
struct Survey {
    /// Offsets and number of bytes.
    accesses: Vec<(Numbers, u64)>,
    /// Size of an element; 0 as long as nothing tells it.
    element: u64,
    /// Whether it is accessed in other ways.
    otherwise: bool,
}

impl Survey {
    /// Notes an access to so many bytes.
    fn access(&mut self, offsets: Numbers, bytes: u64) {
        self.accesses.push((offsets, bytes));
        self.element = common(self.element, u64::try_from(offsets.step).unwrap_or(1));
    }
}

/// The objects of at least so many elements that can be arrays.
pub(super) fn arrays(program: &Program, points_to: &PointsTo, least: u64) -> Arrays {
    let mut all = IndexVec::filled(Survey::default(), program.memory.objects.len());
    let mut copies = Vec::new();
    for block in program.reverse_postorder() {
        for instr in &program.blocks[block].instrs {
            if let Instr::Memory(instr) = instr {
                note(program, points_to, instr, &mut all, &mut copies);
            }
        }
    }
    // Both sides of a copy have the same elements.
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for &(a, b) in &copies {
            let both: u64 = common(all[a].element, all[b].element);
            for object in [a, b] {
                changed |= std::mem::replace(&mut all[object].element, both) != both;
            }
        }
    }
    let mut arrays = Arrays::default();
    for (object, survey) in all.iter_enumerated() {
        if let Some(elements) = elements(program, object, survey)
            && elements.count >= least.max(2)
        {
            arrays.insert(object, elements);
        }
    }
    let mut before = arrays.len() + 1;
    while arrays.len() < before {
        before = arrays.len();
        for (a, b) in &copies {
            if !arrays.contains_key(a) || !arrays.contains_key(b) {
                arrays.remove(a);
                arrays.remove(b);
            }
        }
    }
    arrays
}

fn common(a: u64, b: u64) -> u64 {
    u64::try_from(gcd(a.into(), b.into())).expect("no larger than the two")
}

/// Notes how an instruction accesses objects.
fn note(
    program: &Program,
    points_to: &PointsTo,
    instr: &MemoryInstr,
    all: &mut IndexVec<ObjectId, Survey>,
    copies: &mut Vec<(ObjectId, ObjectId)>,
) {
    let targets = |operand: &Operand| -> Vec<(ObjectId, Numbers)> {
        let set = points_to.of(operand);
        set.objects.iter().map(|(&object, &offsets)| (object, offsets)).collect()
    };
    let is_whole = |object: ObjectId, offsets: Numbers, bytes: u64| {
        offsets.as_constant() == Some(0) && program.memory.objects[object].size == bytes
    };
    for effect in instr.effects(program) {
        match effect {
            Effect::Load { from: at, bytes, .. } | Effect::Store { to: at, bytes, .. } => {
                targets(at).into_iter().for_each(|(object, offsets)| {
                    all[object].access(offsets, bytes);
                });
            }
            Effect::Fill { to, byte, length: Length::Constant(bytes) } => {
                // Of one object: where it may be one of several, those that are no arrays are
                // filled cell by cell.
                let is_whole = matches!(byte, Operand::Const(_))
                    && matches!(targets(to)[..], [(to, there)] if is_whole(to, there, bytes));
                if !is_whole {
                    targets(to).into_iter().for_each(|(object, offsets)| {
                        all[object].access(offsets, bytes);
                    });
                }
            }
            Effect::Copy { to, from, length: Length::Constant(bytes) } => {
                match (&targets(to)[..], &targets(from)[..]) {
                    (&[(to, there)], &[(from, here)])
                        if is_whole(to, there, bytes) && is_whole(from, here, bytes) =>
                    {
                        copies.push((to, from));
                    }
                    (to, from) => {
                        to.iter().chain(from).for_each(|&(object, _)| all[object].otherwise = true);
                    }
                }
            }
            Effect::Copy { to, from, length: Length::Operand(_) } => {
                for (object, _) in [to, from].into_iter().flat_map(targets) {
                    all[object].otherwise = true;
                }
            }
            Effect::Fill { to: at, length: Length::Operand(_), .. }
            | Effect::Scan { at, .. }
            | Effect::AskWritten { at, .. } => {
                targets(at).iter().for_each(|&(object, _)| all[object].otherwise = true);
            }
            Effect::Retire { now, holders, .. } => {
                for place in super::rounds::holding(program, points_to, holders, now) {
                    all[place.object].otherwise = true;
                }
            }
            Effect::Reach { .. } => {
                for (place, _) in super::leaks::addresses(program, points_to) {
                    all[place.object].otherwise = true;
                }
            }
            // The whole object, to what it holds at first or to anything.
            Effect::Start(_)
            | Effect::End(_)
            | Effect::Allocate { .. }
            | Effect::Deallocate { .. }
            | Effect::Escape { .. } => {}
            Effect::Address(_)
            | Effect::CheckAccess { .. }
            | Effect::CheckFree { .. }
            | Effect::Inspect { .. } => {}
        }
    }
}

/// The elements of an object, if every access is within one.
fn elements(program: &Program, object: ObjectId, survey: &Survey) -> Option<Elements> {
    let size = program.memory.objects[object].size;
    let bytes = survey.element;
    let is_array = bytes > 0
        && !survey.otherwise
        && has_contents(&program.memory, object)
        // An index is made of so many bits of an address.
        && bits_for(size.next_multiple_of(bytes)) <= program.memory.pointer_width
        && survey.accesses.iter().all(|&(offsets, length)| {
            let start = u64::try_from(offsets.start.rem_euclid(bytes.into()));
            start.is_ok_and(|start| start + length <= bytes)
        });
    is_array.then(|| Elements { bytes, count: size.div_ceil(bytes) })
}
