//! What objects may hold at which offsets, whenever: the part of the analysis that
//! follows addresses through memory.
//!
//! An object's contents are entries: at offsets `start + k·step` in an interval, `bytes` long, a set of
//! values. A read takes an entry that it matches exactly as it is; of one that it only
//! overlaps the provenance is kept and nothing else. Only zeros are more: any part of them is
//! zero. So memory that was zero once and holds an address or a number since is that or
//! zero, unless zeros may have been written to a part of it.

use rustc_hash::FxHashMap;

use super::abstraction::{Abstract, Field};
use super::numbers::{Numbers, gcd};
use crate::program::{Initial, Memory, ObjectId, Piece};
use crate::support::IndexVec;
use crate::support::limits;

/// Offsets and length of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::memory) struct Range {
    start: i128,
    step: i128,
    /// No offset is smaller.
    low: i128,
    /// No offset is larger.
    high: i128,
    pub bytes: u64,
}

/// How two ranges meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meeting {
    Apart,
    /// Where they overlap they are the same.
    Same,
    Overlapping,
}

impl Range {
    /// So many bytes at these offsets.
    pub fn new(offsets: Numbers, bytes: u64) -> Self {
        let Numbers { start, step, low, high } = offsets;
        Self { start, step, low, high, bytes }
    }

    /// So many bytes at one offset.
    pub fn at(start: u64, bytes: u64) -> Self {
        Self::new(Numbers::constant(start.into()), bytes)
    }

    /// Where it is.
    fn offsets(self) -> Numbers {
        let Self { start, step, low, high, .. } = self;
        Numbers { start, step, low, high }
    }

    /// The same in an object of this size, without bounds that are none there: one entry for what a
    /// loop walks through.
    fn in_object(self, size: u64) -> Self {
        let last = i128::from(size) - i128::from(self.bytes);
        let low = if self.low < self.step { i128::MIN } else { self.low };
        let high = if last - self.step < self.high { i128::MAX } else { self.high };
        if self.step == 0 { self } else { Self { low, high, ..self } }
    }

    fn meets(self, other: Range) -> Meeting {
        let (own, others) = (i128::from(self.bytes), i128::from(other.bytes));
        let ends = (self.high.saturating_add(own), other.high.saturating_add(others));
        if ends.0 <= other.low || ends.1 <= self.low {
            return Meeting::Apart;
        }
        let (step, apart) = (gcd(self.step, other.step), other.start - self.start);
        let (overlap, repeats) = if step == 0 {
            (-others < apart && apart < own, false)
        } else {
            let apart = apart.rem_euclid(step);
            (apart < own || step - apart < others, step < own.max(others))
        };
        let same =
            own == others && !repeats && if step == 0 { apart == 0 } else { apart % step == 0 };
        match (overlap, same) {
            (false, _) => Meeting::Apart,
            (true, true) => Meeting::Same,
            (true, false) => Meeting::Overlapping,
        }
    }

    /// Whether a block may begin or end inside of it.
    fn is_cut(self, starts: Numbers, lengths: Numbers) -> bool {
        let inside = |edges: Numbers| {
            let step = gcd(self.step, edges.step);
            let apart = edges.start.wrapping_sub(self.start);
            let apart = if step == 0 { apart } else { apart.rem_euclid(step) };
            let bytes = i128::from(self.bytes);
            // The edges next to it: at `apart`, and from there on in steps.
            (0 < apart && apart < bytes) || (step != 0 && apart == 0 && step < bytes)
        };
        self.bytes > 1 && (inside(starts) || starts.plus(lengths).is_none_or(inside))
    }
}

/// The contents of all objects.
#[derive(Debug)]
pub(in crate::memory) struct Contents {
    entries: IndexVec<ObjectId, FxHashMap<Range, (Abstract, u32)>>,
    order: IndexVec<ObjectId, Vec<Range>>,
    /// Where zeros are written: what the blocks begin at, and how long they are. Their
    /// intervals are not looked at.
    zeroed: IndexVec<ObjectId, Vec<(Numbers, Numbers)>>,
    /// Where numbers are written that are no parts of addresses, likewise, but with their intervals.
    numbered: IndexVec<ObjectId, Vec<(Numbers, Numbers)>>,
    /// Objects to which something is written that is no address and shorter than one.
    mixed: IndexVec<ObjectId, bool>,
    /// In bytes.
    sizes: IndexVec<ObjectId, u64>,
    field: Field,
}

/// Any byte.
const EVERYWHERE: Range = Range { start: 0, step: 1, low: i128::MIN, high: i128::MAX, bytes: 1 };

fn zeros() -> Abstract {
    Abstract::numbers(Numbers::constant(0))
}

impl Contents {
    /// What all objects hold at first; heap objects as `zeroed` and `raw` say (whether
    /// some allocation of their site gives zeros, or anything).
    pub fn new(memory: &Memory, zeroed: &[ObjectId], raw: &[ObjectId]) -> Self {
        let count = memory.objects.len();
        let mut contents = Self {
            entries: IndexVec::filled(FxHashMap::default(), count),
            order: IndexVec::filled(Vec::new(), count),
            zeroed: IndexVec::filled(Vec::new(), count),
            numbered: IndexVec::filled(Vec::new(), count),
            mixed: IndexVec::filled(false, count),
            sizes: memory.objects.iter().map(|object| object.size).collect(),
            field: Field::new(memory),
        };
        let zeros = zeros();
        let anything = Abstract::numbers(Numbers::any(8));
        for (id, object) in memory.objects.iter_enumerated() {
            use crate::program::Storage;
            let heap = matches!(object.storage, Storage::Heap | Storage::Stack);
            let arbitrary =
                if heap { raw.contains(&id) } else { object.initial == Initial::Arbitrary };
            if arbitrary {
                contents.add(id, EVERYWHERE, &anything);
            }
            if if heap { zeroed.contains(&id) } else { !arbitrary } {
                contents.add(id, EVERYWHERE, &zeros);
            }
            let Initial::Known(pieces) = &object.initial else { continue };
            for (at, piece) in pieces {
                let (bytes, value) = match piece {
                    Piece::Number(value) => {
                        (u64::from(value.width() / 8), Abstract::numbers(Numbers::of(value)))
                    }
                    Piece::Address(to, offset) => (
                        u64::from(memory.pointer_width / 8),
                        Abstract::address(*to, (*offset).into()),
                    ),
                };
                contents.add(id, Range::at(*at, bytes), &value);
            }
        }
        // What was there first is replaced where an address is written.
        contents.mixed = IndexVec::filled(false, count);
        contents
    }

    /// Notes that these values are written to blocks; whether something is new. To be said of
    /// each write besides what it adds.
    pub fn write(
        &mut self,
        to: ObjectId,
        starts: Numbers,
        lengths: Numbers,
        values: &Abstract,
    ) -> bool {
        if lengths.high <= 0 {
            return false;
        }
        let is_copied = !values.objects.is_empty() && !values.form.number;
        let noted = values.number.is_some() && !is_copied && self.number(to, (starts, lengths));
        if *values != zeros() {
            return noted;
        }
        let without = |numbers: Numbers| Numbers { low: 0, high: 0, ..numbers };
        let block = (without(starts), without(lengths));
        let all = &mut self.zeroed[to];
        let crowd = (Numbers::between(0, 1), Numbers::between(0, 1));
        if all.contains(&block) || all.contains(&crowd) {
            return noted;
        }
        if all.len() < limits::ZEROED_BLOCKS {
            all.push(block);
        } else {
            *all = vec![crowd];
        }
        true
    }

    /// Notes where numbers are written; whether that is new. What has to do with an address is taken
    /// for a part of it that is copied, unless it was computed from one.
    fn number(&mut self, to: ObjectId, block: (Numbers, Numbers)) -> bool {
        let any = Numbers::any(self.field.pointer);
        let all = &mut self.numbered[to];
        if all.contains(&block) || all.contains(&(any, any)) {
            return false;
        }
        if all.len() < limits::ZEROED_BLOCKS {
            all.push(block);
        } else {
            *all = vec![(any, any)];
        }
        true
    }

    /// Whether there may be an address at these offsets of which a part is overwritten by a number.
    pub fn is_overwritten(&self, object: ObjectId, offsets: Numbers) -> bool {
        let bytes = u64::from(self.field.pointer / 8);
        let at = Range::new(offsets, bytes);
        let holds = |(range, (values, _)): (&Range, &(Abstract, u32))| {
            !values.objects.is_empty() && range.meets(at) != Meeting::Apart
        };
        let cuts = |&(starts, lengths): &(Numbers, Numbers)| {
            let behind = starts.high.saturating_add(lengths.high);
            let end = offsets.high.saturating_add(bytes.into());
            starts.low < end && offsets.low < behind && at.is_cut(starts, lengths)
        };
        self.entries[object].iter().any(holds) && self.numbered[object].iter().any(cuts)
    }

    /// Whether zeros may have been written to a part of this, and not to all.
    fn is_partly_zeroed(&self, object: ObjectId, range: Range) -> bool {
        self.zeroed[object].iter().any(|&(starts, lengths)| range.is_cut(starts, lengths))
    }

    /// Adds values at a place; whether something is new.
    pub fn add(&mut self, object: ObjectId, at: Range, values: &Abstract) -> bool {
        let at = at.in_object(self.sizes[object]);
        let crowded = self.order[object].len() >= limits::CONTENTS_ENTRIES
            && !self.entries[object].contains_key(&at);
        if crowded && at != EVERYWHERE {
            return self.add(object, EVERYWHERE, &values.blurred(8));
        }
        if values.number.is_some() && at.bytes < u64::from(self.field.pointer / 8) {
            self.mixed[object] = true;
        }
        let order = &mut self.order[object];
        let (entry, joins) = self.entries[object].entry(at).or_insert_with(|| {
            order.push(at);
            (Abstract::default(), 0)
        });
        let before = entry.clone();
        entry.join(values);
        if *entry == before {
            return false;
        }
        *joins += 1;
        if *joins > limits::CONTENTS_JOINS {
            let width = u32::try_from(at.bytes * 8).unwrap_or(u32::MAX);
            entry.widen(&before, width, self.field);
        }
        true
    }

    /// Adds what a read of the place may give to `result`; of `width` bits.
    pub fn read(&self, object: ObjectId, at: Range, width: u32, result: &mut Abstract) {
        let zeros = zeros();
        for range in &self.order[object] {
            let (values, _) = &self.entries[object][range];
            match range.meets(at) {
                Meeting::Apart => {}
                Meeting::Same => {
                    result.join(values);
                    if *values != zeros && self.is_partly_zeroed(object, *range) {
                        result.join(&values.torn(width, self.field, !self.mixed[object]));
                        result.insert_numbers(Numbers::any(width));
                    }
                }
                // Any part of zeros is zero, together with parts of something else
                // anything, which that will add.
                Meeting::Overlapping if *values == zeros => result.join(values),
                Meeting::Overlapping => {
                    result.join(&values.torn(width, self.field, !self.mixed[object]));
                    if !values.is_empty() {
                        result.insert_numbers(Numbers::any(width));
                    }
                }
            }
        }
    }

    /// Where in an object of this size an address may lie, ascending: what was stored as one,
    /// wherever, and otherwise whole words at multiples of their size.
    pub fn words(&self, object: ObjectId, size: u64) -> Vec<u64> {
        let word = u64::from(self.field.pointer / 8);
        let mut all: Vec<u64> = (0..size / word).map(|index| index * word).collect();
        for range in self.order[object].iter().filter(|range| range.bytes == word) {
            all.extend(super::places::positions(range.offsets(), size, word));
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Where in an object of this size an address into `wanted` may lie, ascending: besides
    /// [`Contents::words`] anywhere in longer numbers that such an address went into.
    pub fn places_of(&self, object: ObjectId, size: u64, wanted: ObjectId) -> Vec<u64> {
        let word = u64::from(self.field.pointer / 8);
        let mut all = self.words(object, size);
        for (range, (values, _)) in &self.entries[object] {
            if range.bytes > word && values.objects.contains_key(&wanted) {
                let starts = super::places::positions(range.offsets(), size, range.bytes);
                all.extend(starts.flat_map(|at| at..=at + range.bytes - word));
            }
        }
        all.sort_unstable();
        all.dedup();
        all.retain(|&at| self.word(object, at).objects.contains_key(&wanted));
        all
    }

    /// The objects that an object may hold addresses of.
    pub fn held(&self, object: ObjectId) -> impl Iterator<Item = ObjectId> {
        self.entries[object].values().flat_map(|(values, _)| values.objects.keys().copied())
    }

    /// Adds addresses into `past` wherever there may be ones into `now`, with their offsets;
    /// whether that is new.
    pub fn retire(&mut self, object: ObjectId, now: ObjectId, past: ObjectId) -> bool {
        let mut new = false;
        for (entry, _) in self.entries[object].values_mut() {
            if let Some(&offsets) = entry.objects.get(&now) {
                let before = entry.objects.get(&past).copied();
                entry.insert(past, offsets);
                new |= entry.objects.get(&past).copied() != before;
            }
        }
        new
    }

    /// Makes the contents of an object anything; whether that is new.
    pub fn forget(&mut self, object: ObjectId) -> bool {
        self.add(object, EVERYWHERE, &Abstract::numbers(Numbers::any(8)))
    }

    /// Whether an object may hold an address of one of these.
    pub fn may_hold(&self, object: ObjectId, wanted: impl Fn(&ObjectId) -> bool) -> bool {
        self.entries[object].values().any(|(values, _)| values.objects.keys().any(&wanted))
    }

    /// Objects into which there are addresses of which only a part may be read here: as part of a
    /// number of more than a byte.
    pub fn torn(&self, object: ObjectId, at: Range) -> impl Iterator<Item = ObjectId> {
        let is_torn = move |range: &Range| {
            let step = gcd(range.step, at.step);
            let apart = range.start - at.start;
            let apart = if step == 0 { apart } else { apart.rem_euclid(step) };
            let contained = 0 <= apart && apart + i128::from(range.bytes) <= at.bytes.into();
            range.bytes > 1 && range.meets(at) == Meeting::Overlapping && !contained
        };
        let all = self.entries[object].iter().filter(move |(range, _)| is_torn(range));
        all.flat_map(|(_, (values, _))| values.objects.keys().copied())
    }

    /// The same, where a block of bytes is copied: addresses that it may begin or end in.
    pub fn cut(
        &self,
        object: ObjectId,
        starts: Numbers,
        lengths: Numbers,
    ) -> impl Iterator<Item = ObjectId> {
        let all = self.entries[object].iter();
        let cut = all.filter(move |(range, _)| range.is_cut(starts, lengths));
        cut.flat_map(|(_, (values, _))| values.objects.keys().copied())
    }

    /// What the word at an offset of an object may be.
    pub fn word(&self, object: ObjectId, offset: u64) -> Abstract {
        let bytes = u64::from(self.field.pointer / 8);
        let at = Range::at(offset, bytes);
        let mut all = Abstract::default();
        self.read(object, at, self.field.pointer, &mut all);
        all
    }

    /// Copies what lies at one place to another one, so many bytes; whether something is new.
    pub fn copy(
        &mut self,
        from: (ObjectId, Numbers),
        to: (ObjectId, Numbers),
        lengths: Numbers,
    ) -> bool {
        let Ok(bytes @ 1..) = u64::try_from(lengths.high) else { return false };
        let window = Range::new(from.1, bytes);
        let mut new = false;
        // Numbers within addresses are copied with them.
        for (starts, blocks) in self.numbered[from.0].clone() {
            let moved = from.1.negated().and_then(|back| starts.plus(back)?.plus(to.1));
            let moved = moved.unwrap_or(Numbers::any(self.field.pointer));
            new |= self.number(to.0, (moved, blocks));
        }
        for range in self.order[from.0].clone() {
            if range.meets(window) == Meeting::Apart {
                continue;
            }
            let values = self.entries[from.0][&range].0.clone();
            new |= self.write(to.0, to.1, lengths, &values);
            let whole = values == zeros() || !self.is_partly_zeroed(from.0, range);
            if !whole || range.is_cut(from.1, lengths) {
                new |= self.add(to.0, EVERYWHERE, &values.blurred(8));
                new |= self.add(to.0, EVERYWHERE, &Abstract::numbers(Numbers::any(8)));
            }
            let offsets = Numbers { start: range.start, step: range.step, low: 0, high: 0 };
            let moved = (|| {
                let apart = Numbers { low: 0, high: 0, ..from.1 }.negated()?;
                let to = Numbers { low: 0, high: 0, ..to.1 };
                offsets.plus(apart)?.plus(to)
            })();
            let is_known = moved.is_some();
            let moved = moved.unwrap_or(Numbers::any(64));
            let start =
                if moved.step == 0 { moved.start } else { moved.start.rem_euclid(moved.step) };
            let low = range.low.saturating_sub(from.1.high).saturating_add(to.1.low);
            let high = range.high.saturating_sub(from.1.low).saturating_add(to.1.high);
            let (low, high) = if is_known { (low, high) } else { (i128::MIN, i128::MAX) };
            let at = Range { start, step: moved.step, low, high, bytes: range.bytes };
            new |= self.add(to.0, at, &values);
        }
        new
    }
}
