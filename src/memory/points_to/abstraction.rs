//! What is known of a value before the program runs: which objects it may be an address
//! into, at which offsets, and which numbers it may be.
//!
//! *Provenance* is what counts: an address into an object is the object's base plus an
//! offset, and stays one after any arithmetic, whatever bits come out. Only what an
//! address is made of may point to an object; a number that happens to have the bits of
//! an address does not.
//!
//! An address has a *code*, by which the model knows its object and its offset, and a *number*,
//! which is what C sees of it and which differs from run to run ([`Form`], `docs/MEMORY.md`).

use std::collections::BTreeMap;

use super::numbers::Numbers;
use crate::bv::Op;
use crate::program::{ADDRESS_BITS, Memory, ObjectId};

/// In which forms the addresses of a set may be there: each of them, if there are several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::memory) struct Form {
    /// The model's code of an address.
    pub code: bool,
    /// The number of an address, or what was computed from it.
    pub number: bool,
    /// A part of a code: bytes of an address that were read from memory in which there is nothing
    /// else.
    pub part: bool,
    /// A code in a longer word that it was extended to, or what was computed of that.
    pub extended: bool,
}

impl Form {
    pub const CODE: Self = Self { code: true, number: false, part: false, extended: false };
    pub const NUMBER: Self = Self { code: false, number: true, part: false, extended: false };

    fn join(self, other: Self) -> Self {
        Self {
            code: self.code || other.code,
            number: self.number || other.number,
            part: self.part || other.part,
            extended: self.extended || other.extended,
        }
    }
}

/// A set of values. The default is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::memory) struct Abstract {
    /// For each object the offsets of the addresses into it (signed, modulo the width of
    /// an address). In a value of another width: it has to do with an address into it.
    pub objects: BTreeMap<ObjectId, Numbers>,
    /// The form of what has to do with these.
    pub form: Form,
    /// The numbers that are not addresses.
    pub number: Option<Numbers>,
}

/// Widths, and the ends of the offset field.
#[derive(Clone, Copy, Debug)]
pub(in crate::memory) struct Field {
    /// Width of an address.
    pub pointer: u32,
    /// Width of the offset field.
    pub bits: u32,
}

impl Field {
    /// That of a program's memory.
    pub fn new(memory: &Memory) -> Self {
        Self { pointer: memory.pointer_width, bits: memory.offset_bits() }
    }

    /// The least and the greatest offset that fits the field.
    pub fn ends(self) -> (i128, i128) {
        let half = 1i128 << (self.bits - 1);
        (-half, half - 1)
    }
}

impl Abstract {
    /// Just numbers.
    pub fn numbers(numbers: Numbers) -> Self {
        Self { number: Some(numbers), ..Self::default() }
    }

    /// The address so many bytes into an object.
    pub fn address(object: ObjectId, offset: i128) -> Self {
        let objects = BTreeMap::from([(object, Numbers::constant(offset))]);
        Self { objects, form: Form::CODE, number: None }
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty() && self.number.is_none()
    }

    /// How many things it may belong to: objects, and the numbers.
    pub fn bases(&self) -> usize {
        self.objects.len() + usize::from(self.number.is_some())
    }

    /// Whether some offset has a step that is not a power of two.
    pub fn has_odd_stride(&self) -> bool {
        self.objects.values().any(Numbers::is_odd_stride)
    }

    /// Adds the offsets to those of an object, whose form is known already.
    pub fn insert(&mut self, object: ObjectId, offsets: Numbers) {
        self.objects.entry(object).and_modify(|old| *old = old.join(offsets)).or_insert(offsets);
    }

    /// Adds numbers.
    pub fn insert_numbers(&mut self, numbers: Numbers) {
        self.number = Some(self.number.map_or(numbers, |old| old.join(numbers)));
    }

    /// Adds all of another set.
    pub fn join(&mut self, other: &Self) {
        for (&object, &offsets) in &other.objects {
            self.insert(object, offsets);
        }
        self.form = self.form.join(other.form);
        if let Some(numbers) = other.number {
            self.insert_numbers(numbers);
        }
    }

    /// This, after it has grown from `before` once too often.
    pub fn widen(&mut self, before: &Self, width: u32, field: Field) {
        let (low, high) = field.ends();
        for (object, offsets) in &mut self.objects {
            if let Some(&old) = before.objects.get(object) {
                let inside = offsets.within(low, high);
                *offsets = offsets.widen(old, width);
                if inside && offsets.step != 0 {
                    *offsets = offsets.clamp(low, high);
                }
            }
        }
        if let (Some(numbers), Some(old)) = (&mut self.number, before.number) {
            *numbers = numbers.widen(old, width);
        }
    }

    /// Of the same provenance, and otherwise unknown.
    pub fn blurred(&self, width: u32) -> Self {
        let objects = self.objects.keys().map(|&object| (object, Numbers::any(width)));
        Self {
            objects: objects.collect(),
            form: self.form,
            number: self.number.map(|_| Numbers::any(width)),
        }
    }

    /// What is read from memory where this overlaps so many bits. `alone`: if there are addresses
    /// there, nothing else is.
    pub fn torn(&self, bits: u32, field: Field, alone: bool) -> Self {
        let mut read = self.blurred(bits);
        if read.form.part && bits >= field.pointer {
            // Parts in a row are those of one address.
            read.form = Form { code: true, part: false, ..read.form };
        } else if read.form.code && bits < field.pointer && alone {
            read.form = Form { code: false, part: true, ..read.form };
        }
        read
    }
}

/// No object lies so near to address 0, nor so near to the highest one, in bytes.
pub(in crate::memory) const MARGIN: i128 = 4095;

/// On what an operator computes, given operands that have to do with addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::memory) enum On {
    /// On what is there, whatever its form: codes stay codes.
    Codes,
    /// On numbers: what is a code is made a number before. A part of a code may be any number.
    Numbers,
}

/// On what this operator computes. `from` is the width of its first operand.
pub(in crate::memory) fn computes_on(op: Op, args: &[&Abstract], from: u32, memory: &Memory) -> On {
    let addresses = args.iter().filter(|arg| !arg.objects.is_empty()).count();
    let is = |form: fn(&Form) -> bool| args.iter().any(|arg| form(&arg.form));
    let constant = |arg: &Abstract| {
        let number = arg.number.and_then(|n| n.as_constant());
        number.filter(|_| arg.objects.is_empty())
    };
    let in_pieces = from != memory.pointer_width;
    let keeps_pieces = match (op, args) {
        (Op::Or | Op::Concat | Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Extract { .. }, _) => {
            true
        }
        (Op::Shl | Op::Lshr, [_, by]) => constant(by).is_some(),
        (Op::And, [_, mask]) => from > memory.pointer_width && constant(mask).is_some(),
        _ => false,
    };
    let on_codes = match (op, args) {
        _ if addresses == 0 => true,
        (Op::Ite, _) => true,
        // Numbers in pieces stay numbers, and codes codes.
        (Op::Concat | Op::ZeroExtend(_) | Op::SignExtend(_), _) => true,
        _ if keeps_pieces && (in_pieces || is(|form| form.part)) => true,
        _ if in_pieces || is(|form| form.part || form.number) => false,
        (Op::Add, _) => addresses < 2,
        (Op::Sub, [a, b]) => !a.objects.is_empty() || b.objects.is_empty(),
        (Op::And, [a, b]) => is_low_bits(a, b, memory) || is_low_bits(b, a, memory),
        (Op::Or, [a, b]) => tagged(a, b, memory).or_else(|| tagged(b, a, memory)).is_some(),
        (Op::Urem, [a, b]) => constant(b).is_some_and(|n| {
            u64::try_from(n).is_ok_and(|n| n.is_power_of_two() && n <= alignment(a, memory))
        }),
        (Op::Eq | Op::Ult | Op::Ule, _) => {
            addresses > 1 || args.iter().any(|arg| constant(arg).is_some_and(|n| n.abs() <= MARGIN))
        }
        (Op::Slt | Op::Sle, _) => addresses > 1,
        _ => false,
    };
    if on_codes { On::Codes } else { On::Numbers }
}

/// The least alignment of the objects, in bytes.
fn alignment(set: &Abstract, memory: &Memory) -> u64 {
    set.objects.keys().map(|&object| memory.objects[object].align).min().unwrap_or(1)
}

/// Whether `address & mask` asks for no more of an address than low bits that its alignment fixes:
/// these, or all others.
fn is_low_bits(address: &Abstract, mask: &Abstract, memory: &Memory) -> bool {
    let Some(mask) = mask.number.filter(|_| mask.objects.is_empty()).and_then(|n| n.as_constant())
    else {
        return false;
    };
    let align = i128::from(alignment(address, memory));
    (0..align).contains(&mask) || (0..align).contains(&!mask)
}

/// The result of an operator: a set of values of width `to`, for operands whose first has
/// width `from`.
///
/// Offsets that `Add` and `Sub` may move out of the offset field are cut to it; they are
/// reported as `true`. Whoever needs them to be right must see to it that they stay in it.
pub(in crate::memory) fn apply(
    op: Op,
    args: &[&Abstract],
    from: u32,
    to: u32,
    memory: &Memory,
) -> (Abstract, bool) {
    let (mut result, left) = values(op, args, from, to, memory);
    if result.objects.is_empty() {
        result.form = Form::default();
        return (result, left);
    }
    let joined = args.iter().fold(Form::default(), |form, arg| form.join(arg.form));
    result.form = match computes_on(op, args, from, memory) {
        On::Numbers => Form::NUMBER,
        On::Codes => {
            let extends = matches!(op, Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Concat);
            let is_wide = to > memory.pointer_width;
            Form { extended: is_wide && joined.code && (extends || joined.extended), ..joined }
        }
    };
    (result, left)
}

/// [`apply`], but for the form.
fn values(op: Op, args: &[&Abstract], from: u32, to: u32, memory: &Memory) -> (Abstract, bool) {
    let field = Field::new(memory);
    if args.iter().any(|arg| arg.is_empty()) && op != Op::Ite {
        return (Abstract::default(), false);
    }
    let numbers: Option<Vec<Numbers>> = args.iter().map(|arg| arg.number).collect();
    let numbers = numbers.map(|numbers| Numbers::apply(op, &numbers, from, to));
    let plain = args.iter().all(|arg| arg.objects.is_empty());
    match (op, args) {
        (Op::Ite, &[_, a, b]) => {
            let mut result = a.clone();
            result.join(b);
            (result, false)
        }
        (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle, _) => {
            (Abstract::numbers(Numbers::any(1)), false)
        }
        _ if plain => (Abstract { number: numbers, ..Abstract::default() }, false),
        (Op::And, &[a, b]) if from == field.pointer => {
            let masked = masked(a, b, memory).or_else(|| masked(b, a, memory));
            (masked.unwrap_or_else(|| blurred(args, to)), false)
        }
        _ if computes_on(op, args, from, memory) == On::Numbers => (blurred(args, to), false),
        (Op::Add, &[a, b]) if from == field.pointer => {
            let mut result = Abstract { number: numbers, ..Abstract::default() };
            for (base, moved) in [(a, b), (b, a)] {
                shift(&mut result, base, moved.number, field);
            }
            let left = cut(&mut result, field);
            (result, left)
        }
        (Op::Sub, &[a, b]) if from == field.pointer => {
            let mut result = Abstract { number: numbers, ..Abstract::default() };
            let by = b.number.and_then(|by| by.negated());
            shift(&mut result, a, b.number.map(|_| by.unwrap_or(Numbers::any(to))), field);
            for (object, &from) in &a.objects {
                for (other, &offsets) in &b.objects {
                    let apart = offsets.negated().and_then(|offsets| from.plus(offsets));
                    let apart = apart.filter(|_| object == other).unwrap_or(Numbers::any(to));
                    // Where the offsets are was perhaps not checked.
                    let Numbers { low, high, .. } = Numbers::any(to);
                    result.insert_numbers(match apart.as_constant() {
                        Some(_) => apart,
                        None => Numbers { low, high, ..apart },
                    });
                }
            }
            // What is left of an address that is taken from a number (null, say) is no address:
            // who makes one of it again has made it from a number.
            if a.number.is_some() && !b.objects.is_empty() {
                result.insert_numbers(Numbers::any(to));
            }
            let left = cut(&mut result, field);
            (result, left)
        }
        (Op::Or, &[a, b]) if from == field.pointer => {
            let tagged = tagged(a, b, memory).or_else(|| tagged(b, a, memory));
            (tagged.unwrap_or_else(|| blurred(args, to)), false)
        }
        _ => (blurred(args, to), false),
    }
}

/// Adds the addresses of `base` moved by a number.
fn shift(result: &mut Abstract, base: &Abstract, by: Option<Numbers>, field: Field) {
    let Some(by) = by else { return };
    for (&object, offsets) in &base.objects {
        result.insert(object, offsets.plus(by).unwrap_or(Numbers::any(field.pointer)));
    }
}

/// Cuts all offsets to the field; whether some may lie outside of it.
///
/// A step that is no power of two makes sure that it is checked whether they do. Else an address of
/// a single object may leave the field unseen, and come back to any place of it.
fn cut(result: &mut Abstract, field: Field) -> bool {
    let (low, high) = field.ends();
    let mut left = false;
    for offsets in result.objects.values_mut() {
        if !offsets.within(low, high) {
            left = true;
            *offsets = match (offsets.as_constant(), offsets.is_odd_stride()) {
                (Some(_), _) => Numbers::between(low, high),
                (None, true) => offsets.clamp(low, high),
                (None, false) => {
                    let step = offsets.step.min(CUT_STEP);
                    Numbers { start: offsets.start.rem_euclid(step), step, low, high }
                }
            };
        }
    }
    left
}

/// No larger step is kept of offsets that leave the field.
const CUT_STEP: i128 = 1 << 12;

/// `a & b`, if `b` is a constant that either takes a part of the low bits, and so gives a number,
/// or clears some that the alignment fixes.
fn masked(a: &Abstract, b: &Abstract, memory: &Memory) -> Option<Abstract> {
    let field = Field::new(memory);
    let mask = b.number.filter(|_| b.objects.is_empty())?.as_constant()?;
    let number = a.number.map(|n| {
        Numbers::apply(Op::And, &[n, Numbers::constant(mask)], field.pointer, field.pointer)
    });
    let half = field.ends().1;
    // More than any address has may leave all of it.
    let most = (1 << (field.bits - 1).min(ADDRESS_BITS)) - 1;
    if (0..most).contains(&mask) {
        let part = Numbers::apply(
            Op::And,
            &[Numbers::any(field.pointer), Numbers::constant(mask)],
            field.pointer,
            field.pointer,
        );
        return Some(Abstract::numbers(number.map_or(part, |number| number.join(part))));
    }
    let grain = mask.checked_neg().filter(|&n| n > 0 && n.count_ones() == 1 && n <= half)?;
    if a.form != Form::CODE || grain > alignment(a, memory).into() {
        return None;
    }
    let rounded = a.objects.iter().map(|(&o, offsets)| Some((o, offsets.rounded(grain)?)));
    Some(Abstract { objects: rounded.collect::<Option<_>>()?, form: a.form, number })
}

/// `a | b`, if `b` is a small number and the low bits of all addresses are zero there: the sum.
fn tagged(a: &Abstract, b: &Abstract, memory: &Memory) -> Option<Abstract> {
    let field = Field::new(memory);
    let tag = b.number.filter(|_| b.objects.is_empty())?;
    let room = field.ends().1;
    if !tag.within(0, room) || a.form != Form::CODE {
        return None;
    }
    // The bits that a tag may have.
    let bits =
        tag.as_constant().unwrap_or((tag.high.unsigned_abs() + 1).next_power_of_two() as i128 - 1);
    if bits >= alignment(a, memory).into() {
        return None;
    }
    let number = a.number.map(|_| Numbers::any(field.pointer));
    let mut result = Abstract { form: a.form, number, ..Abstract::default() };
    for (&object, offsets) in &a.objects {
        let grain = super::numbers::power_of_two_in(offsets.step);
        let known = offsets
            .as_constant()
            .map(|n| n & bits == 0)
            .unwrap_or(bits < grain && offsets.start & bits == 0 && offsets.start < grain);
        if !known {
            return None;
        }
        result.insert(object, offsets.plus(tag)?);
    }
    Some(result)
}

/// Everything that the operands have to do with.
fn blurred(args: &[&Abstract], width: u32) -> Abstract {
    let mut result = Abstract::default();
    for arg in args {
        result.join(&arg.blurred(width));
    }
    if args.iter().any(|arg| arg.number.is_some()) {
        result.insert_numbers(Numbers::any(width));
    }
    result
}
