//! Rules for arithmetic on addresses: which objects a result belongs to, and where in them it is.

use super::{Facts, Rule, computed};
use crate::bv::Op;
use crate::program::{Instr, ObjectId, Operand, Possible, Progression, Storage, ValueId};

/// No object lies so near to address 0, in bytes, nor so near to the highest one.
pub const MARGIN: i128 = 4095;

impl Facts<'_> {
    /// Whether all that a word may be is near to an object, or a small number, unless its sign counts.
    pub fn is_near(&self, word: &Operand, signed: bool) -> bool {
        let set = self.of(word);
        let near = |&(object, offsets): &(ObjectId, Progression)| {
            let info = &self.source.memory.objects[object];
            // An instance may be smaller than the largest.
            let size = match info.storage {
                Storage::Heap | Storage::Stack => 0,
                _ => i128::from(info.size),
            };
            offsets.within(-MARGIN, size + MARGIN)
        };
        let small = |number: Progression| !signed && number.within(-MARGIN, MARGIN);
        set.objects.iter().all(near)
            && set.number.is_none_or(small)
            && (set.objects.is_empty() || self.keeps(word))
    }

    /// Whether arithmetic on integers may lead far from an object: a pointer that is made of such
    /// a number is equal to null where the number is 0 (C17 6.3.2.3p5).
    pub fn has_far_integers(&self) -> bool {
        let is_far = |instr: &Instr| match instr {
            Instr::Assign { dest, op: Op::Add | Op::Sub, .. } => {
                let sum = Operand::Value(*dest);
                self.source.memory.integers.contains(dest)
                    && !self.of(&sum).objects.is_empty()
                    && !self.is_near(&sum, false)
            }
            _ => false,
        };
        self.source.blocks.iter().flat_map(|block| &block.instrs).any(is_far)
    }

    /// An address moved by a number.
    pub(super) fn moved(
        &self,
        dest: ValueId,
        address: &Possible,
        by: Option<Progression>,
        number: Option<Progression>,
        mut exact: bool,
    ) -> (Possible, bool) {
        let (low, high) = self.field();
        let mut result = Possible { number, ..Possible::default() };
        for &(object, offsets) in by.iter().flat_map(|_| &address.objects) {
            let sum = by.and_then(|by| offsets.plus(by));
            let offsets = match sum {
                Some(sum) if exact && sum.within(low, high) => sum,
                // It does not leave the object's field, so nothing wraps around.
                Some(sum) if exact && (self.stay[dest] || self.is_bounded(dest, object)) => {
                    match sum.only() {
                        Some(n) if (low..=high).contains(&n) => sum,
                        Some(_) => Progression::between(low, high),
                        None => {
                            Progression { low: sum.low.max(low), high: sum.high.min(high), ..sum }
                        }
                    }
                }
                _ => {
                    exact = false;
                    let whole = Progression::any(self.source.memory.pointer_width);
                    sum.map_or(whole, even).unbounded()
                }
            };
            result.objects.push((object, offsets));
        }
        (result, exact)
    }

    /// Whether a value is an address into this object only, and more is claimed of its offsets than
    /// that they are in the field. Arithmetic on integers may leave it, by what C says.
    fn is_bounded(&self, value: ValueId, object: ObjectId) -> bool {
        let (low, high) = self.field();
        let claimed = &self.claims.possible[value];
        match claimed.objects[..] {
            [(only, offsets)] if claimed.number.is_none() => {
                !self.source.memory.integers.contains(&value)
                    && only == object
                    && !(offsets.low <= low && high <= offsets.high)
            }
            _ => false,
        }
    }

    /// The objects whose field a sum or difference is taken not to leave, though nothing checks it:
    /// far before it does C leaves it undefined (C17 6.5.6p8). Of what is no expression of C this must
    /// be shown ([`Self::is_of_c`]).
    pub fn never_leaves(&self, value: ValueId) -> impl Iterator<Item = ObjectId> {
        let taken = self.exact[value] && !self.stay[value];
        let objects = self.claims.possible[value].objects.iter().map(|it| it.0);
        objects.filter(move |&object| taken && self.is_bounded(value, object))
    }

    /// Whether it is claimed that a value may be any number.
    pub(super) fn may_be_any(&self, value: ValueId) -> bool {
        let any = Progression::any(self.source.values[value].width());
        self.claims.possible[value].number.is_some_and(|it| it.includes(&any))
    }

    /// The distance of two addresses into one object.
    pub(super) fn apart(&self, a: &Possible, b: &Possible, exact: bool) -> Rule<Progression> {
        let ([(one, first)], [(other, second)], None, None) =
            (&a.objects[..], &b.objects[..], a.number, b.number)
        else {
            return Err(computed());
        };
        if one != other {
            return Err(computed());
        }
        let distance = second.minus().and_then(|second| first.plus(second));
        let any = Progression::any(self.source.memory.pointer_width);
        let distance = distance.map_or(any, |it| if exact { it } else { even(it) });
        Ok(match distance.only() {
            Some(_) if exact => distance,
            Some(_) => any,
            None => Progression { low: any.low, high: any.high, ..distance },
        })
    }

    /// The least alignment of objects.
    pub(super) fn alignment(&self, set: &Possible) -> i128 {
        let objects = &self.source.memory.objects;
        let aligns = set.objects.iter().map(|&(object, _)| objects[object].align.into());
        aligns.min().unwrap_or(1)
    }

    /// Low bits of an address, which its alignment fixes, or all others.
    pub(super) fn masked(&self, address: &Possible, mask: &Possible) -> Rule<Possible> {
        let mask = mask.number.filter(|_| mask.objects.is_empty()).and_then(|n| n.only());
        let mask = mask.filter(|_| !address.objects.is_empty()).ok_or_else(computed)?;
        let align = self.alignment(address);
        let mut result = Possible::default();
        if (0..align).contains(&mask) {
            result.number = Some(Progression::between(0, mask));
            return Ok(result);
        }
        // All bits from some one on.
        if !(0..align).contains(&!mask) || !mask & (!mask + 1) != 0 {
            return Err(computed());
        }
        let rounded = |n: Progression| n.rounded(-mask).ok_or_else(computed);
        result.number = address.number.map(rounded).transpose()?;
        for &(object, offsets) in &address.objects {
            result.objects.push((object, rounded(offsets)?));
        }
        Ok(result)
    }
}

/// What is left of numbers that may wrap around.
fn even(numbers: Progression) -> Progression {
    let step = numbers.step & numbers.step.wrapping_neg();
    let start = if step == 0 { numbers.start } else { numbers.start.rem_euclid(step) };
    Progression { start, step, ..numbers }
}
