//! Memory as the interpreter has it: objects of bytes, and addresses that are what their
//! bits say.
//!
//! It knows no provenance: an address belongs to the object whose number it has, however
//! it was computed. So it says what a program does as long as arithmetic stays within the
//! offset field and no address is made from a number.

use rustc_hash::FxHashSet;

use super::Inputs;
use super::contents::{Byte, Contents};
use crate::bv::{Op, Value};
use crate::program::{
    AllocationSiteId, Initial, Memory, MemoryOp, NEAR, Object, ObjectId, Piece, Storage,
};
use crate::support::{IndexVec, limits};

/// The objects of a run.
#[derive(Clone, Debug)]
pub(super) struct Objects<'a> {
    memory: &'a Memory,
    all: IndexVec<ObjectId, Living>,
    /// Instances in use.
    used: IndexVec<AllocationSiteId, usize>,
    /// Whether an operation was left out, since it is about more bytes at once than are walked
    /// through ([`limits::REPLAY_BYTES`]).
    pub is_beyond: bool,
}

/// One object.
#[derive(Clone, Debug, Default)]
struct Living {
    lives: bool,
    /// Its bytes, and as many as it has.
    bytes: Contents,
    /// The step in which it began to live.
    since: usize,
}

impl<'a> Objects<'a> {
    pub fn new(memory: &'a Memory) -> Self {
        let start = |object: &Object| match object.storage {
            Storage::Static | Storage::Register => {
                Living { lives: true, bytes: bytes(memory, object), since: 0 }
            }
            _ => Living::default(),
        };
        let all = memory.objects.iter().map(start).collect();
        let used = IndexVec::filled(0, memory.sites.len());
        Self { memory, all, used, is_beyond: false }
    }

    /// Executes an operation with these operands; the result has `width` bits.
    ///
    /// # Panics
    /// If a place is not valid, or no instance is left.
    pub fn execute(
        &mut self,
        op: MemoryOp,
        args: &[Value],
        width: u32,
        step: usize,
        inputs: &mut dyn Inputs,
    ) -> Option<Value> {
        match op {
            MemoryOp::Address(object) => Some(self.memory.base(object)),
            MemoryOp::Load => Some(self.load(&args[0], width, inputs)),
            MemoryOp::Store => {
                self.store(&args[0], &args[1]);
                None
            }
            MemoryOp::Copy(count) => self.copy(&args[0], &args[1], count, inputs),
            MemoryOp::CopyBytes => self.copy(&args[0], &args[1], number(&args[2]), inputs),
            MemoryOp::Fill(count) => self.fill(&args[0], &args[1], count),
            MemoryOp::FillBytes => self.fill(&args[0], &args[1], number(&args[2])),
            MemoryOp::Find { last } => {
                let count = number(&args[2]);
                let bytes = self.read(&args[0], count, inputs);
                let is_wanted = |&byte: &u8| byte == number(&args[1]) as u8;
                let found = match last {
                    true => bytes.iter().rposition(is_wanted),
                    false => bytes.iter().position(is_wanted),
                };
                Some(self.length(found.map_or(count, |at| at as u64)))
            }
            MemoryOp::Mismatch => {
                let count = number(&args[2]);
                let (a, b) =
                    (self.read(&args[0], count, inputs), self.read(&args[1], count, inputs));
                let found = a.iter().zip(&b).position(|(a, b)| a != b);
                Some(self.length(found.map_or(count, |at| at as u64)))
            }
            MemoryOp::Valid { write } => {
                let valid = self.find(&args[0], number(&args[1]), write).is_some();
                Some(Value::bool(valid || args[1].is_zero()))
            }
            MemoryOp::Aligned(bytes) => {
                let address = number(&args[0]);
                let object = self.offset(&args[0]).map(|(object, _)| object);
                let known = object.is_none_or(|id| self.memory.objects[id].align >= bytes);
                Some(Value::bool(known && address.is_multiple_of(bytes)))
            }
            MemoryOp::Freeable => Some(Value::bool(
                args[0].is_zero() || self.start(&args[0], Storage::Heap).is_some(),
            )),
            MemoryOp::Start(object) => {
                let bytes = bytes(self.memory, &self.memory.objects[object]);
                self.all[object] = Living { lives: true, bytes, since: step };
                None
            }
            MemoryOp::End(object) => {
                self.all[object].lives = false;
                None
            }
            MemoryOp::Retire { now, past, .. } => {
                let holders = args.iter().filter_map(|at| self.offset(at));
                let holders: Vec<ObjectId> = holders.map(|(object, _)| object).collect();
                holders.into_iter().for_each(|holder| self.retire(holder, now, past));
                None
            }
            MemoryOp::Available(site) => {
                Some(Value::bool(self.used[site] < self.memory.sites[site].instances.len()))
            }
            MemoryOp::Allocate { site, zeroed } => {
                Some(self.allocate(site, number(&args[0]), zeroed, step))
            }
            MemoryOp::Free | MemoryOp::Release => {
                if !args[0].is_zero() {
                    let free = op == MemoryOp::Free;
                    let storage = if free { Storage::Heap } else { Storage::Stack };
                    let object = self.start(&args[0], storage).expect("what ends lives");
                    self.all[object].lives = false;
                }
                None
            }
            MemoryOp::Leaked => {
                let lives: FxHashSet<ObjectId> = self.living(Storage::Heap).collect();
                Some(self.sites(&lives))
            }
            MemoryOp::Lost => {
                let mut lost: FxHashSet<ObjectId> = self.living(Storage::Heap).collect();
                for object in self.reached(args) {
                    lost.remove(&object);
                }
                Some(self.sites(&lost))
            }
            MemoryOp::Overlap => {
                Some(Value::bool(self.overlap((&args[0], &args[1]), (&args[2], &args[3]))))
            }
            MemoryOp::Written(count) => Some(self.written(&args[0], count)),
            MemoryOp::WrittenBytes => Some(self.written(&args[0], number(&args[1]))),
            MemoryOp::Havoc { direct } => {
                self.havoc(args, direct, step);
                None
            }
            MemoryOp::Room => {
                let room = self.within(&args[0]).map_or(0, |(at, size)| size - at);
                Some(self.length(room))
            }
            MemoryOp::Offset => {
                let offset = self.within(&args[0]).map_or(0, |(at, _)| at);
                Some(self.length(offset))
            }
        }
    }

    fn store(&mut self, address: &Value, value: &Value) {
        let count = u64::from(value.width() / 8);
        let (object, at) = self.place(address, count, true);
        for index in 0..count {
            let low = (index * 8) as u32;
            let byte = Op::Extract { high: low + 7, low }.apply(&[value]);
            let byte = Byte { value: Some(number(&byte) as u8), written: true };
            *self.all[object].bytes.get_mut(at + index) = byte;
        }
    }

    /// What can be reached is not known here: anything may change, to anything; `direct`: what these
    /// addresses belong to.
    fn havoc(&mut self, args: &[Value], direct: bool, step: usize) {
        let all: Vec<ObjectId> = match direct {
            true => args.iter().filter_map(|at| Some(self.offset(at)?.0)).collect(),
            false => self.memory.objects.iter_enumerated().map(|(id, _)| id).collect(),
        };
        for id in all {
            let object = &self.memory.objects[id];
            if object.writable && self.all[id].lives && object.storage != Storage::Register {
                let size = self.all[id].bytes.size();
                self.all[id].bytes.fill(0, size, Byte { value: None, written: true });
                self.all[id].since = step;
            }
        }
    }

    /// The address of the next instance of an allocation site.
    fn allocate(&mut self, site: AllocationSiteId, size: u64, zeroed: bool, step: usize) -> Value {
        let instance = self.memory.sites[site].instances.get(self.used[site]);
        let object = *instance.expect("an instance is left");
        assert!(size <= self.memory.objects[object].size, "{object} has no {size} bytes");
        self.used[site] += 1;
        let byte = Byte { value: zeroed.then_some(0), written: zeroed };
        let bytes = Contents::filled(size, byte);
        self.all[object] = Living { lives: true, bytes, since: step };
        self.memory.base(object)
    }

    /// Where in a living object an address points, or at its end, and how large that is.
    fn within(&self, address: &Value) -> Option<(u64, u64)> {
        let (object, at) = self.offset(address)?;
        let Living { lives, bytes, .. } = &self.all[object];
        (*lives && at <= bytes.size()).then(|| (at, bytes.size()))
    }

    /// Whether two access ranges, each an address and a size, have a byte in common.
    fn overlap(&self, p: (&Value, &Value), q: (&Value, &Value)) -> bool {
        let starts_in = |a: &Value, b: &Value, size: &Value| {
            Op::Ult.apply(&[&Op::Sub.apply(&[b, a]), size]).is_true()
        };
        let some = !p.1.is_zero() && !q.1.is_zero();
        let common = starts_in(p.0, q.0, p.1) || starts_in(q.0, p.0, q.1);
        let object = |address| self.offset(address).map(|(object, _)| object);
        let one = object(p.0).is_some() && object(p.0) == object(q.0);
        one && some && common
    }

    fn length(&self, bytes: u64) -> Value {
        Value::new(self.memory.pointer_width, bytes.into())
    }

    /// Whether so many bytes are too many to be walked through; then the run says so.
    fn is_too_far(&mut self, count: u64) -> bool {
        self.is_beyond |= count > limits::REPLAY_BYTES;
        count > limits::REPLAY_BYTES
    }

    fn copy(
        &mut self,
        to: &Value,
        from: &Value,
        count: u64,
        inputs: &mut dyn Inputs,
    ) -> Option<Value> {
        if count > 0 && !self.is_too_far(count) {
            let (target, to) = self.place(to, count, true);
            let (source, from) = self.place(from, count, false);
            let bytes: Vec<Byte> = (from..from + count)
                .map(|at| {
                    self.byte(source, at, inputs);
                    self.all[source].bytes.get(at)
                })
                .collect();
            for (at, byte) in (to..).zip(bytes) {
                *self.all[target].bytes.get_mut(at) = byte;
            }
        }
        None
    }

    fn fill(&mut self, to: &Value, byte: &Value, count: u64) -> Option<Value> {
        if count > 0 {
            let (object, at) = self.place(to, count, true);
            if count < self.all[object].bytes.size() && self.is_too_far(count) {
                return None;
            }
            let value = byte.to_u64().and_then(|byte| u8::try_from(byte).ok());
            self.all[object].bytes.fill(at, count, Byte { value, written: true });
        }
        None
    }

    fn written(&mut self, from: &Value, count: u64) -> Value {
        let all = count == 0 || self.is_too_far(count) || {
            let (object, at) = self.place(from, count, false);
            (at..at + count).all(|at| self.all[object].bytes.get(at).written)
        };
        Value::bool(all)
    }

    /// So many bytes from an address on.
    fn read(&mut self, from: &Value, count: u64, inputs: &mut dyn Inputs) -> Vec<u8> {
        if count == 0 || self.is_too_far(count) {
            return vec![];
        }
        let (object, at) = self.place(from, count, false);
        (at..at + count).map(|at| self.byte(object, at, inputs)).collect()
    }

    fn living(&self, storage: Storage) -> impl Iterator<Item = ObjectId> {
        let objects = self.memory.objects.iter_enumerated();
        let of = objects.filter(move |(_, object)| object.storage == storage).map(|it| it.0);
        of.filter(|&id| self.all[id].lives)
    }

    /// Lets the addresses in an object that are ones into `now` be ones into `past`. Whatever
    /// bytes in a row are an address count as one.
    fn retire(&mut self, holder: ObjectId, now: ObjectId, past: ObjectId) {
        let memory = self.memory;
        let word = u64::from(memory.pointer_width / 8);
        let (near, size) = (NEAR as i64, memory.objects[now].size as i64);
        let is_near = |&(object, offset): &(ObjectId, i64)| {
            object == now && (-near..=size.saturating_add(near)).contains(&offset)
        };
        let contents = &mut self.all[holder].bytes;
        for bytes in contents.written_ranges(word) {
            let mut at = bytes.start;
            while at + word <= bytes.end {
                let known = (at..at + word).rev().try_fold(0u64, |high, at| {
                    contents.get(at).value.map(|byte| high << 8 | u64::from(byte))
                });
                let address = known.map(|bits| Value::new(memory.pointer_width, bits.into()));
                let Some((_, offset)) = address.and_then(|it| memory.locate(&it)).filter(is_near)
                else {
                    at += 1;
                    continue;
                };
                let base = memory.base(past).to_u64().expect("an address has at most 64 bits");
                let address = base.wrapping_add_signed(offset);
                for index in 0..word {
                    contents.get_mut(at + index).value = Some((address >> (8 * index)) as u8);
                }
                at += word;
            }
        }
    }

    /// For each allocation site whether one of its objects is among these.
    fn sites(&self, objects: &FxHashSet<ObjectId>) -> Value {
        let sites = self.memory.sites.iter();
        let bits: Vec<bool> =
            sites.map(|site| site.instances.iter().any(|id| objects.contains(id))).collect();
        Value::from_bits(&bits)
    }

    /// The living heap objects that can be reached from these addresses, from variables,
    /// and from each other. Whatever bytes in a row are an address count as one.
    fn reached(&self, from: &[Value]) -> FxHashSet<ObjectId> {
        let mut open: Vec<ObjectId> = Vec::new();
        for storage in [Storage::Static, Storage::Local, Storage::Stack] {
            open.extend(self.living(storage));
        }
        let mut found = FxHashSet::default();
        let meet = |address: u64, open: &mut Vec<ObjectId>, found: &mut FxHashSet<ObjectId>| {
            let number = address >> self.memory.offset_bits();
            let id = u32::try_from(number).ok().and_then(|number| number.checked_sub(1));
            let object = id.map(ObjectId).filter(|&id| {
                let info = self.memory.objects.get(id);
                info.is_some_and(|info| info.storage == Storage::Heap) && self.all[id].lives
            });
            open.extend(object.filter(|&id| found.insert(id)));
        };
        for address in from {
            meet(address.to_u64().unwrap_or_default(), &mut open, &mut found);
        }
        while let Some(object) = open.pop() {
            for bytes in self.all[object].bytes.rows(self.memory.pointer_width as usize / 8) {
                let known: Option<Vec<u8>> = bytes.iter().map(|byte| byte.value).collect();
                let address = known.map(|bytes| {
                    bytes.iter().rev().fold(0u64, |high, &byte| high << 8 | u64::from(byte))
                });
                if let Some(address) = address {
                    meet(address, &mut open, &mut found);
                }
            }
        }
        found
    }

    /// The object whose number an address has, and the offset, modulo 2^64.
    fn offset(&self, address: &Value) -> Option<(ObjectId, u64)> {
        let bits = address.to_u64().expect("an address has at most 64 bits");
        let number = u32::try_from(bits >> self.memory.offset_bits()).ok()?;
        let object = ObjectId(number.checked_sub(1)?);
        self.memory.objects.get(object)?;
        let base = self.memory.base(object).to_u64()?;
        Some((object, bits.wrapping_sub(base)))
    }

    /// The place of so many bytes from an address on, if it is valid.
    fn find(&self, address: &Value, count: u64, write: bool) -> Option<(ObjectId, u64)> {
        let (object, at) = self.offset(address)?;
        let info = &self.memory.objects[object];
        let size = self.all[object].bytes.size();
        let fits = count <= size && at <= size - count;
        let ok = self.all[object].lives
            && fits
            && !matches!(info.storage, Storage::Function | Storage::Past)
            && (info.writable || !write);
        ok.then_some((object, at))
    }

    fn place(&self, address: &Value, count: u64, write: bool) -> (ObjectId, u64) {
        let place = self.find(address, count, write);
        place.unwrap_or_else(|| panic!("{count} bytes at {address} are not a valid place"))
    }

    /// The living object of this storage that starts there.
    fn start(&self, address: &Value, storage: Storage) -> Option<ObjectId> {
        let (object, at) = self.offset(address)?;
        let such = self.memory.objects[object].storage == storage;
        (such && at == 0 && self.all[object].lives).then_some(object)
    }

    fn byte(&mut self, object: ObjectId, at: u64, inputs: &mut dyn Inputs) -> u8 {
        let living = &mut self.all[object];
        let since = living.since;
        if let Some(value) = living.bytes.get(at).value {
            return value;
        }
        let value = inputs.byte(since, object, at);
        living.bytes.get_mut(at).value = Some(value);
        value
    }

    fn load(&mut self, address: &Value, width: u32, inputs: &mut dyn Inputs) -> Value {
        let count = u64::from(width / 8);
        let (object, at) = self.place(address, count, false);
        let mut bits = Vec::with_capacity(width as usize);
        for index in 0..count {
            let byte = self.byte(object, at + index, inputs);
            bits.extend((0..8).map(|bit| byte >> bit & 1 == 1));
        }
        Value::from_bits(&bits)
    }
}

/// What an object that is not of the heap holds at first.
fn bytes(memory: &Memory, object: &Object) -> Contents {
    let Initial::Known(pieces) = &object.initial else {
        // What is arbitrary and lives from the start was written by whoever made it so.
        let written = object.storage == Storage::Static;
        return Contents::filled(object.size, Byte { value: None, written });
    };
    let mut bytes = Contents::filled(object.size, Byte { value: Some(0), written: true });
    for (at, piece) in pieces {
        let value = match piece {
            Piece::Number(value) => value.clone(),
            Piece::Address(to, offset) => {
                let offset = Value::new(memory.pointer_width, *offset as u128);
                Op::Add.apply(&[&memory.base(*to), &offset])
            }
        };
        for index in 0..value.width() / 8 {
            let byte = Op::Extract { high: index * 8 + 7, low: index * 8 }.apply(&[&value]);
            let at = at + u64::from(index);
            if at < bytes.size() {
                let value = byte.to_u64().and_then(|byte| u8::try_from(byte).ok());
                bytes.get_mut(at).value = value;
            }
        }
    }
    bytes
}

/// An address, a size or a byte as a number.
fn number(value: &Value) -> u64 {
    value.to_u64().expect("an address has at most 64 bits")
}
