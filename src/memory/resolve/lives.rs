//! When objects begin and end to live: scopes, allocation, `free`.

use super::select::{decode, select};
use super::{Address, Resolver, bit};
use crate::bv::{Op, Value};
use crate::memory::model::variables::{cell_name, initial};
use crate::memory::points_to::numbers::Numbers;
use crate::memory::points_to::places::Place;
use crate::memory::points_to::places::holding;
use crate::program::{AllocationSiteId, Initial, NEAR, ObjectId, Operand, Storage};
use crate::support::Fault;

impl Resolver<'_> {
    /// The objects of this storage that an address may be the start of.
    pub fn starts(&self, at: &Address, storage: Storage) -> Vec<ObjectId> {
        let begins =
            |offsets: &Numbers| offsets.start == 0 && offsets.low <= 0 && offsets.high >= 0;
        let such = |object: &ObjectId| self.memory().objects[*object].storage == storage;
        let objects =
            at.set.objects.iter().filter(|(object, offsets)| such(object) && begins(offsets));
        objects.map(|(&object, _)| object).collect()
    }

    pub fn freeable(&mut self, at: &Address) -> Operand {
        self.only_known(at);
        let null = self.number(0);
        let mut any = self.apply(Op::Eq, &[at.operand.clone(), null]);
        for object in self.starts(at, Storage::Heap) {
            let base = Operand::Const(self.memory().base(object));
            let here = self.apply(Op::Eq, &[at.operand.clone(), base]);
            let lives = self.lives(object);
            let ok = self.apply(Op::And, &[here, lives]);
            any = self.apply(Op::Or, &[any, ok]);
        }
        any
    }

    pub fn end(&mut self, at: &Address, storage: Storage) {
        // Null is no number of an object: it hits none.
        let objects = self.starts(at, storage);
        let mut keys: Vec<(u128, Option<ObjectId>)> =
            objects.into_iter().map(|object| (self.key(object, 0), Some(object))).collect();
        if at.set.number.is_some() {
            keys.push((0, None));
        }
        keys.sort_unstable_by_key(|key| key.0);
        let numbers: Vec<u128> = keys.iter().map(|key| key.0).collect();
        let hits = decode(&mut self.writer, &at.operand, &numbers);
        for ((_, object), hit) in keys.into_iter().zip(hits) {
            if let Some(var) = object.and_then(|object| self.variables.alive[object])
                && !Fault::MemoryEnds.is_planted()
            {
                self.write_if(&hit, var, bit(false));
            }
        }
    }

    /// Lets addresses into `now` be ones into `past`, in these objects: of each only the bits
    /// change that say which object it belongs to.
    pub fn retire(&mut self, now: ObjectId, past: ObjectId, holders: &[Operand]) {
        let memory = self.memory();
        let (width, field) = (memory.pointer_width, memory.offset_bits());
        let bytes = u64::from(width / 8);
        let number =
            |object: ObjectId| Operand::Const(Value::new(width - field, u128::from(object.0) + 1));
        for place in holding(self.program, &self.points_to, holders, now) {
            let (top, end) = (place.offset + u64::from(field / 8), place.offset + bytes);
            let cells = self.layout.within(place, bytes).iter().map(|&id| {
                let cell = &self.layout.cells[id];
                (id, cell.start, cell.start + cell.bytes)
            });
            let cells: Vec<_> = cells.filter(|&(_, _, behind)| behind > top).collect();
            let read: u64 = cells.iter().map(|&(_, first, behind)| behind - first.max(top)).sum();
            if read < end - top {
                // Nobody reads an address there.
                continue;
            }
            let start = cells[0].1;
            let old = self.contents(Place { offset: start, ..place }, end - start);
            let (high, low) = (8 * (end - start) as u32, 8 * (start - place.offset) as u32);
            let part = |high: u32, low: u32| Op::Extract { high: high - 1, low };
            let belongs_to = self.apply(part(high, field - low), std::slice::from_ref(&old));
            let mut hit = self.apply(Op::Eq, &[belongs_to, number(now)]);
            if let Some(near) = self.near(now, place) {
                hit = self.apply(Op::And, &[hit, near]);
            }
            let mut new = number(past);
            if field > low {
                let rest = self.apply(part(field - low, 0), std::slice::from_ref(&old));
                new = self.apply(Op::Concat, &[new, rest]);
            }
            for (id, first, behind) in cells {
                let part = part(8 * (behind - start) as u32, 8 * (first - start) as u32);
                let part = self.apply(part, std::slice::from_ref(&new));
                self.write_if(&hit, self.variables.cell(id), part);
            }
        }
    }

    /// Where there may be any number instead of an address: whether it is near an object. Numbers
    /// often have the few bits that say which object an address is into.
    fn near(&mut self, object: ObjectId, place: Place) -> Option<Operand> {
        let width = self.memory().pointer_width;
        let bytes = u64::from(width / 8);
        let number = self.points_to.contents.word(place.object, place.offset).number?;
        let limit = 1i128 << self.memory().offset_bits();
        let cells = self.layout.within(place, bytes).iter().map(|&id| self.layout.cells[id].bytes);
        if number.within(-limit, limit - 1) || cells.sum::<u64>() < bytes {
            return None;
        }
        let word = self.contents(place, bytes);
        let constant = |n: u64| Operand::Const(Value::new(width, n.into()));
        let size = self.memory().objects[object].size;
        let base = Operand::Const(self.memory().base(object));
        let offset = self.apply(Op::Sub, &[word, base]);
        let above = self.apply(Op::Add, &[offset, constant(NEAR)]);
        Some(self.apply(Op::Ule, &[above, constant(size + 2 * NEAR)]))
    }

    pub fn start(&mut self, object: ObjectId) {
        if let Some(var) = self.variables.alive[object] {
            self.writer.write(var, bit(true));
        }
        self.begin_cells(object, &bit(true));
    }

    /// Gives the cells of an object their initial values where a condition holds.
    pub fn begin_cells(&mut self, object: ObjectId, hit: &Operand) {
        let size = self.memory().objects[object].size;
        let info_known = self.memory().objects[object].initial != Initial::Arbitrary;
        let whole = Place { object, offset: 0 };
        for id in self.layout.within(whole, size).to_vec() {
            let cell = self.layout.cells[id].clone();
            let storage = self.memory().objects[object].storage;
            let heap = matches!(storage, Storage::Heap | Storage::Stack);
            let value = match initial(self.memory(), &cell).filter(|_| !heap) {
                None if !heap && Fault::MemoryBegins.is_planted() => {
                    Operand::Const(cell.sort().zero())
                }
                Some(value) => Operand::Const(value),
                None => {
                    let name = cell_name(self.memory(), &cell);
                    let what = self.memory().objects[object].initially(&name);
                    let input = self.writer.arbitrary(cell.sort(), what);
                    let given = input.as_value().map(|input| (id, input));
                    self.given.entry(self.position).or_default().extend(given);
                    input
                }
            };
            let known = bit(!heap && info_known);
            if let Some(var) = self.variables.written(id) {
                self.write_if(hit, var, known);
            }
            self.write_if(hit, self.variables.cell(id), value);
        }
    }

    pub fn available(&mut self, site: AllocationSiteId) -> Operand {
        let count = self.writer.read(self.variables.counts[site]);
        let width = self.writer.out.width(&count);
        let all = self.memory().sites[site].instances.len() as u128;
        self.apply(Op::Ult, &[count, Operand::Const(Value::new(width, all))])
    }

    pub fn allocate(&mut self, site: AllocationSiteId, size: &Operand, zeroed: bool) -> Operand {
        let instances = &self.memory().sites[site].instances;
        let var = self.variables.counts[site];
        let count = self.writer.read(var);
        let keys: Vec<u128> = (0..instances.len() as u128).collect();
        let hits = decode(&mut self.writer, &count, &keys);
        let mut items = Vec::new();
        for ((&object, hit), key) in instances.iter().zip(hits).zip(keys) {
            if let Some(alive) = self.variables.alive[object] {
                self.write_if(&hit, alive, bit(true));
            }
            if let Some(var) = self.variables.sizes[object] {
                let width =
                    crate::memory::points_to::numbers::bits_for(self.memory().objects[object].size);
                let part = Op::Extract { high: width - 1, low: 0 };
                let size = self.apply(part, std::slice::from_ref(size));
                self.write_if(&hit, var, size);
            }
            if !zeroed && self.variables.mixed.contains(&object) {
                self.begin_cells(object, &hit);
            }
            items.push((key, Operand::Const(self.memory().base(object))));
        }
        let width = self.writer.out.width(&count);
        let next = self.apply(Op::Add, &[count.clone(), Operand::Const(Value::one(width))]);
        self.writer.write(var, next);
        if items.is_empty() {
            return self.number(0);
        }
        select(&mut self.writer, &count, &items)
    }
}
