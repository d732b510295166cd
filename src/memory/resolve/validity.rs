//! Questions about addresses: whether a place is valid, how large its object is, whether
//! two places overlap.

use super::select::select;
use super::{Address, Resolver, bit};
use crate::bv::{Op, Value};
use crate::memory::points_to::numbers::Numbers;
use crate::program::{ObjectId, Operand, Storage};
use crate::support::Fault;

impl Resolver<'_> {
    pub fn lives(&mut self, object: ObjectId) -> Operand {
        match (self.variables.alive[object], self.memory().objects[object].storage) {
            (Some(var), _) => self.writer.read(var),
            (None, storage) => bit(matches!(storage, Storage::Static | Storage::Register)),
        }
    }

    /// The size in bytes of an object that lives.
    pub fn size(&mut self, object: ObjectId) -> Operand {
        match self.variables.sizes[object] {
            Some(var) => {
                let size = self.writer.read(var);
                let width = self.memory().pointer_width;
                self.apply(Op::ZeroExtend(width), &[size])
            }
            None => self.number(self.variables.known_sizes[object]),
        }
    }

    pub fn valid(&mut self, at: &Address, size: &Operand, write: bool) -> Operand {
        let zero = self.number(0);
        let nothing = self.apply(Op::Eq, &[size.clone(), zero]);
        if nothing == bit(true) {
            return nothing;
        }
        self.only_known(at);
        let objects: Vec<(ObjectId, Numbers)> =
            at.set.objects.iter().map(|(&o, &n)| (o, n)).collect();
        let constant = |n: &Numbers| n.as_constant();
        let all_constant = objects.iter().all(|(_, offsets)| constant(offsets).is_some())
            && at.set.number.is_none_or(|number| constant(&number).is_some());
        let any = if all_constant {
            // The address is one of these few.
            let mut items = Vec::new();
            for &(object, offsets) in &objects {
                let offset = constant(&offsets).unwrap_or_default();
                let ok = self.valid_in(object, write, Ok(offset), size);
                items.push((self.key(object, offset), ok));
            }
            if let Some(number) = at.set.number.as_ref().and_then(constant) {
                let value = Value::new(self.memory().pointer_width, number as u128);
                let key = value.small().unwrap_or_default();
                if items.iter().all(|item| item.0 != key) {
                    items.push((key, bit(false)));
                }
            }
            items.sort_unstable_by_key(|item| item.0);
            if items.is_empty() {
                bit(false)
            } else {
                select(&mut self.writer, &at.operand, &items)
            }
        } else {
            let mut any = bit(false);
            for (object, offsets) in objects {
                let ok = match constant(&offsets) {
                    Some(offset) => {
                        let place = Operand::Const(self.address(object, offset));
                        let here = self.apply(Op::Eq, &[at.operand.clone(), place]);
                        let ok = self.valid_in(object, write, Ok(offset), size);
                        self.apply(Op::And, &[here, ok])
                    }
                    None => self.valid_in(object, write, Err(&at.operand), size),
                };
                any = self.apply(Op::Or, &[any, ok]);
            }
            any
        };
        self.apply(Op::Or, &[nothing, any])
    }

    /// Whether so many bytes from an offset or an address on lie within an object that
    /// lives.
    pub fn valid_in(
        &mut self,
        object: ObjectId,
        write: bool,
        at: Result<i128, &Operand>,
        size: &Operand,
    ) -> Operand {
        let info = &self.memory().objects[object];
        if !self.memory().has_contents(object) || write && !info.writable {
            return bit(false);
        }
        let offset = match at {
            Ok(offset) => {
                let width = self.memory().pointer_width;
                Operand::Const(Value::new(width, offset as u128))
            }
            Err(address) => {
                let base = Operand::Const(self.memory().base(object));
                self.apply(Op::Sub, &[address.clone(), base])
            }
        };
        let whole = self.size(object);
        let fits = self.apply(Op::Ule, &[size.clone(), whole.clone()]);
        let room = self.apply(Op::Sub, &[whole, size.clone()]);
        let room = match Fault::MemoryBounds.is_planted() {
            true => self.apply(Op::Add, &[room, self.number(1)]),
            false => room,
        };
        let inside = self.apply(Op::Ule, &[offset, room]);
        let inside = self.apply(Op::And, &[fits, inside]);
        if inside == bit(false) {
            return inside;
        }
        if Fault::MemoryLives.is_planted() {
            return inside;
        }
        let lives = self.lives(object);
        self.apply(Op::And, &[lives, inside])
    }

    /// Whether an address is a multiple of a power of two: the base of an object is one of
    /// all that fit the offset field, as its bits are made up; but only its own counts.
    pub fn aligned(&mut self, at: &Address, bytes: u64) -> Operand {
        self.only_known(at);
        let mut aligned = bit(true);
        if bytes > 1 {
            let low = Op::Extract { high: bytes.trailing_zeros() - 1, low: 0 };
            let low = self.apply(low, std::slice::from_ref(&at.operand));
            let zero = Operand::Const(Value::zero(bytes.trailing_zeros()));
            aligned = self.apply(Op::Eq, &[low, zero]);
        }
        for &object in at.set.objects.keys() {
            if self.memory().objects[object].align < bytes {
                let number = self.object_number(&at.operand);
                let own = Value::new(self.writer.out.width(&number), u128::from(object.0) + 1);
                let here = self.apply(Op::Eq, &[number, Operand::Const(own)]);
                let other = self.apply(Op::Not, &[here]);
                aligned = self.apply(Op::And, &[aligned, other]);
            }
        }
        aligned
    }

    /// Whether two places have a byte in common, in one object.
    pub fn overlap(&mut self, a: (&Address, &Operand), b: (&Address, &Operand)) -> Operand {
        if !a.0.set.objects.keys().any(|object| b.0.set.objects.contains_key(object)) {
            return bit(false);
        }
        let zero = self.number(0);
        let mut any = bit(false);
        for (one, other) in [(a, b), (b, a)] {
            let apart = self.apply(Op::Sub, &[other.0.operand.clone(), one.0.operand.clone()]);
            let inside = self.apply(Op::Ult, &[apart, one.1.clone()]);
            let none = self.apply(Op::Eq, &[other.1.clone(), zero.clone()]);
            let some = self.apply(Op::Not, &[none]);
            let common = self.apply(Op::And, &[some, inside]);
            any = self.apply(Op::Or, &[any, common]);
        }
        let numbers = [a.0, b.0].map(|at| self.object_number(&at.operand));
        let mut same = self.apply(Op::Eq, &numbers);
        if a.0.set.number.is_some() && b.0.set.number.is_some() {
            // Numbers lie in no object.
            let some = self.names_object(&numbers[0]);
            same = self.apply(Op::And, &[same, some]);
        }
        self.apply(Op::And, &[same, any])
    }

    /// How many bytes there are from an address on in the object that it points into.
    pub fn room(&mut self, at: &Address) -> Operand {
        self.within(at, |this, offset, size| this.apply(Op::Sub, &[size, offset]))
    }

    /// How many bytes there are before an address in the object that it points into.
    pub fn offset_in_object(&mut self, at: &Address) -> Operand {
        self.within(at, |_, offset, _| offset)
    }

    /// What is made of the offset of an address in the living object that it points into, or to
    /// the end of, and of the size of that; 0 if there is none.
    fn within(
        &mut self,
        at: &Address,
        make: impl Fn(&mut Self, Operand, Operand) -> Operand,
    ) -> Operand {
        self.only_known(at);
        let mut result = self.number(0);
        let objects: Vec<ObjectId> = at.set.objects.keys().copied().collect();
        for object in objects {
            if !self.memory().has_contents(object) {
                continue;
            }
            let base = Operand::Const(self.memory().base(object));
            let offset = self.apply(Op::Sub, &[at.operand.clone(), base]);
            let size = self.size(object);
            let inside = self.apply(Op::Ule, &[offset.clone(), size.clone()]);
            let lives = self.lives(object);
            let here = self.apply(Op::And, &[lives, inside]);
            let made = make(self, offset, size);
            result = self.apply(Op::Ite, &[here, made, result]);
        }
        result
    }
}
