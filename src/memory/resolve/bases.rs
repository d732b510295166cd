//! The numbers of addresses: what C sees of them when they are compared, subtracted, hashed or cut
//! into pieces.
//!
//! The model knows an address by its *code* (object and offset, [`crate::program::Memory`]). Its
//! *number* is the object's base plus the offset; the base is arbitrary, fixed for a run, and an
//! input of the resolved program that exists only if something asks for it. So there is one order
//! of the objects in a run, distances add up, and bits are those of some address that the
//! alignment allows.
//!
//! Always: a base is not near 0, and all numbers of addresses lie below the least code, so that
//! numbers and codes can be told from each other.
//!
//! Source: C17 6.5.8p5, 6.5.6p9 and 6.3.2.3p6 leave all this open.

use super::select::select;
use super::{Resolver, bit};
use crate::bv::{Op, Value};
use crate::memory::points_to::abstraction::{Abstract, Form, MARGIN};
use crate::program::{ADDRESS_BITS, InputKind, ObjectId, Operand, Storage};

/// Labels of all functions lie in so many bits of addresses.
const LABEL_BITS: u32 = 30;

/// Stands for what lies before all labels.
const LABELS: ObjectId = ObjectId(u32::MAX);

impl Resolver<'_> {
    /// The number of the first byte of an object.
    fn number_of_base(&mut self, object: ObjectId) -> Operand {
        if let Some(known) = self.bases.get(&object) {
            return known.clone();
        }
        let info = &self.memory().objects[object];
        let what = format!("the number of the address of {}", info.name);
        let base = if info.is_label() {
            // Code is not so long that distances of labels would not fit an int.
            let origin = match self.bases.get(&LABELS) {
                Some(known) => known.clone(),
                None => self.draw_base("the number of an address before all labels", 1),
            };
            self.bases.insert(LABELS, origin.clone());
            let distance = self.draw(LABEL_BITS.min(self.memory().offset_bits() - 2), what);
            self.writer.apply_at_start(Op::Add, &[origin, distance])
        } else {
            self.draw_base(&what, info.align)
        };
        self.bases.insert(object, base.clone());
        base
    }

    /// An arbitrary number of so many bits, which is fixed when the program starts.
    fn draw(&mut self, bits: u32, what: String) -> Operand {
        let width = self.memory().pointer_width;
        let drawn = self.writer.input_at_start(bits, InputKind::Memory(what));
        self.writer.apply_at_start(Op::ZeroExtend(width), &[drawn])
    }

    /// An arbitrary multiple of a power of two that may be the address of an object.
    fn draw_base(&mut self, what: &str, align: u64) -> Operand {
        let memory = self.memory();
        let (width, field) = (memory.pointer_width, memory.offset_bits());
        let zeros = align.trailing_zeros().min(field - 2);
        // Half of the field for the base, as much for what lies behind it.
        let free = (field - 1).min(ADDRESS_BITS).saturating_sub(zeros).max(1);
        let drawn = self.draw(free, what.to_owned());
        let shift = Operand::Const(Value::new(width, zeros.into()));
        let base = self.writer.apply_at_start(Op::Shl, &[drawn, shift]);
        let least = (MARGIN as u128 + 1).min(1 << (field - 2)).max(1 << zeros);
        let least = Operand::Const(Value::new(width, least));
        self.writer.apply_at_start(Op::Add, &[base, least])
    }

    /// For each of these objects its number, as in a code, and a value for it; in order.
    fn by_object(
        &mut self,
        set: &Abstract,
        value: impl Fn(&mut Self, ObjectId) -> Operand,
    ) -> Vec<(u128, Operand)> {
        let objects: Vec<ObjectId> = set.objects.keys().copied().collect();
        objects.into_iter().map(|it| (u128::from(it.0) + 1, value(self, it))).collect()
    }

    /// Whether a value is the code of an address into one of the objects.
    pub(super) fn is_code(&mut self, operand: &Operand, set: &Abstract) -> Operand {
        if set.form == Form::CODE && set.number.is_none() {
            return bit(true);
        }
        let number = self.object_number(operand);
        let width = self.writer.out.width(&number);
        let mut any = bit(false);
        for &object in set.objects.keys() {
            let own = Operand::Const(Value::new(width, u128::from(object.0) + 1));
            let here = self.apply(Op::Eq, &[number.clone(), own]);
            any = self.apply(Op::Or, &[any, here]);
        }
        any
    }

    /// The number that C sees of a value that may have to do with an address.
    pub fn as_number(&mut self, operand: &Operand, set: &Abstract) -> Operand {
        if set.objects.is_empty() {
            return operand.clone();
        }
        let width = self.writer.out.width(operand);
        let what = "a part of an address";
        if width != self.memory().pointer_width {
            // Where in a longer word the code of an address is nobody knows.
            return match set.form.part || set.form.extended {
                true => self.writer.arbitrary(width, what.to_owned()),
                false => operand.clone(),
            };
        }
        let mut number = operand.clone();
        if set.form.code || set.form.part {
            let moved = self.by_object(set, |this, object| {
                let base = this.number_of_base(object);
                let code = Operand::Const(this.memory().base(object));
                this.apply(Op::Sub, &[base, code])
            });
            let key = self.object_number(operand);
            let by = select(&mut self.writer, &key, &moved);
            let moved = self.apply(Op::Add, &[operand.clone(), by]);
            let is_code = self.is_code(operand, set);
            let other = match set.form.part {
                true => self.writer.arbitrary(width, what.to_owned()),
                false => operand.clone(),
            };
            number = self.apply(Op::Ite, &[is_code, moved, other]);
        }
        number
    }

    /// The code of a value that may be the number of an address: that of the object in which it
    /// lies, else of one behind whose end it is.
    pub fn as_code(&mut self, operand: &Operand, set: &Abstract) -> Operand {
        if !set.form.number || set.objects.is_empty() {
            return operand.clone();
        }
        self.list_reuse(set.objects.keys());
        let objects: Vec<ObjectId> = set.objects.keys().copied().collect();
        let (mut within, mut behind) = (Vec::new(), Vec::new());
        for object in objects {
            let base = self.number_of_base(object);
            let offset = self.apply(Op::Sub, &[operand.clone(), base]);
            let size = self.size(object);
            let code = Operand::Const(self.memory().base(object));
            let code = self.apply(Op::Add, &[code, offset.clone()]);
            behind.push((self.apply(Op::Eq, &[offset.clone(), size.clone()]), code.clone()));
            within.push((self.apply(Op::Ult, &[offset, size]), code));
        }
        // No byte belongs to two objects.
        let (mut some, mut two) = (bit(false), bit(false));
        for (inside, _) in &within {
            let both = self.apply(Op::And, &[some.clone(), inside.clone()]);
            two = self.apply(Op::Or, &[two, both]);
            some = self.apply(Op::Or, &[some, inside.clone()]);
        }
        self.writer.exclude(&two);
        let mut result = operand.clone();
        for (here, code) in behind.into_iter().chain(within) {
            result = self.apply(Op::Ite, &[here, code, result]);
        }
        result
    }

    /// Two addresses of different objects, where `apart` holds: runs in which these objects share
    /// bytes do not exist.
    pub(super) fn have_room(&mut self, apart: &Operand, args: &[Operand; 2], sets: [&Abstract; 2]) {
        let mut ends = Vec::new();
        for (arg, set) in args.iter().zip(sets) {
            let key = self.object_number(arg);
            let bases = self.by_object(set, |this, object| this.number_of_base(object));
            let sizes = self.by_object(set, |this, object| this.room_of(object));
            let literal = self.by_object(set, |this, object| bit(this.memory().is_literal(object)));
            let code = self.is_code(arg, set);
            let base = select(&mut self.writer, &key, &bases);
            let size = select(&mut self.writer, &key, &sizes);
            let literal = select(&mut self.writer, &key, &literal);
            ends.push((base, size, literal, code));
        }
        let [(a, m, first, known), (b, n, second, also)] = &ends[..] else { return };
        let mut common = bit(false);
        let none = Operand::Const(Value::zero(self.memory().pointer_width));
        for (from, to, size, other) in [(a, b, m, n), (b, a, n, m)] {
            let distance = self.apply(Op::Sub, &[to.clone(), from.clone()]);
            let inside = self.apply(Op::Ult, &[distance, size.clone()]);
            // What has no bytes shares none.
            let has_some = self.apply(Op::Ult, &[none.clone(), other.clone()]);
            let inside = self.apply(Op::And, &[inside, has_some]);
            common = self.apply(Op::Or, &[common, inside]);
        }
        // Literals may share bytes (C17 6.4.5p7).
        let literals = self.apply(Op::And, &[first.clone(), second.clone()]);
        let distinct = self.apply(Op::Not, &[literals]);
        let codes = self.apply(Op::And, &[known.clone(), also.clone()]);
        let mut never = self.apply(Op::And, &[common.clone(), distinct]);
        let disagree = self.literals_disagree(args, sets);
        let disagree = self.apply(Op::And, &[common, disagree]);
        never = self.apply(Op::Or, &[never, disagree]);
        for condition in [&codes, apart] {
            never = self.apply(Op::And, &[never, condition.clone()]);
        }
        self.writer.exclude(&never);
    }

    /// Whether two addresses are into literals that would share bytes which differ. Literals that are
    /// too long to be compared never do.
    fn literals_disagree(&mut self, args: &[Operand; 2], sets: [&Abstract; 2]) -> Operand {
        let mut some = bit(false);
        for &one in sets[0].objects.keys() {
            for &other in sets[1].objects.keys() {
                let Some(distances) = self.memory().shared_distances(one, other) else { continue };
                let [base, behind] = [one, other].map(|object| self.number_of_base(object));
                let apart = self.apply(Op::Sub, &[behind, base]);
                let mut agree = bit(false);
                for distance in distances {
                    let width = self.memory().pointer_width;
                    let distance = Operand::Const(Value::from_signed_big(width, &distance.into()));
                    let here = self.apply(Op::Eq, &[apart.clone(), distance]);
                    agree = self.apply(Op::Or, &[agree, here]);
                }
                let mut bad = self.apply(Op::Not, &[agree]);
                for (arg, object) in args.iter().zip([one, other]) {
                    let number = self.object_number(arg);
                    let width = self.writer.out.width(&number);
                    let own = Operand::Const(Value::new(width, u128::from(object.0) + 1));
                    let here = self.apply(Op::Eq, &[number, own]);
                    bad = self.apply(Op::And, &[bad, here]);
                }
                some = self.apply(Op::Or, &[some, bad]);
            }
        }
        some
    }

    /// How many bytes nothing else has from the start of an object on.
    fn room_of(&mut self, object: ObjectId) -> Operand {
        let size = self.size(object);
        match self.memory().objects[object].storage {
            // These have addresses of their own even if they have no bytes.
            Storage::Heap | Storage::Stack | Storage::Function => {
                let zero = self.number(0);
                let empty = self.apply(Op::Eq, &[size.clone(), zero]);
                let one = self.number(1);
                self.apply(Op::Ite, &[empty, one, size])
            }
            _ => size,
        }
    }
}
