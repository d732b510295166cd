//! What bytes of objects may hold, as it is claimed of some of them, is closed under what writes
//! them. See [`super::facts`].

use super::Unproved;
use super::objects::initial;
use super::possible::{anything, includes, join, zero};
use std::cell::Cell;

use crate::program::{
    AllocationSiteId, Bytes, Correspondence, Effect, Initial, ObjectId, Piece, Possible, Program,
    Progression, Storage,
};
use crate::support::{IndexVec, limits};

/// Claims about contents.
pub(super) struct Contents<'a> {
    source: &'a Program,
    claims: &'a Correspondence,
    /// By object the bytes of which something is claimed: first one, and how many; ascending.
    words: IndexVec<ObjectId, Vec<(u64, u64)>>,
    /// Whether an object never holds a part of an address.
    plain: IndexVec<ObjectId, bool>,
    /// The longest of the bytes of which something is claimed.
    longest: u64,
    /// How much was looked at.
    effort: Cell<usize>,
}

/// Where an access of so many bytes may be, in an object of this size.
pub(super) fn positions(offsets: Progression, size: u64, count: u64) -> impl Iterator<Item = u64> {
    let last = size.checked_sub(count).map_or(-1, i128::from).min(offsets.high);
    let first = match offsets.step {
        0 => offsets.start,
        step => {
            let low = offsets.low.max(0);
            low + (offsets.start - low).rem_euclid(step)
        }
    };
    let step = usize::try_from(offsets.step.max(1)).unwrap_or(usize::MAX);
    let last = if offsets.step == 0 && first >= offsets.low { last.min(first) } else { last };
    (first.max(0)..=last).step_by(step).filter(move |_| first >= 0).map(|at| at as u64)
}

fn unknown() -> Unproved {
    Unproved::because("of some of what memory may hold nothing was claimed")
}

impl<'a> Contents<'a> {
    pub fn new(source: &'a Program, claims: &'a Correspondence) -> Self {
        let objects = &source.memory.objects;
        let mut words = IndexVec::filled(vec![], objects.len());
        let mut longest = 0;
        for word in claims.words.keys() {
            words[word.object].push((word.start, word.count));
            longest = longest.max(word.count);
        }
        words.iter_mut().for_each(|all| all.sort_unstable());
        let holds = |object: &crate::program::Object| match &object.initial {
            Initial::Known(pieces) => {
                pieces.iter().any(|(_, piece)| matches!(piece, Piece::Address(..)))
            }
            Initial::Arbitrary => false,
        };
        let mut plain: IndexVec<ObjectId, bool> =
            objects.iter().map(|object| !holds(object)).collect();
        let objects = |operand: &crate::program::Operand| match operand.as_value() {
            Some(value) => claims.possible[value].objects.iter().map(|it| it.0).collect(),
            None => vec![],
        };
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for effect in source.effects() {
                let targets = match effect {
                    Effect::Store { to, value, .. } if !objects(value).is_empty() => objects(to),
                    Effect::Copy { to, from, .. }
                        if objects(from).iter().any(|&from| !plain[from]) =>
                    {
                        objects(to)
                    }
                    // Bytes are no addresses, and of the last two there is no rule.
                    Effect::Store { .. }
                    | Effect::Copy { .. }
                    | Effect::Fill { .. }
                    | Effect::Address(_)
                    | Effect::Load { .. }
                    | Effect::Scan { .. }
                    | Effect::AskWritten { .. }
                    | Effect::CheckAccess { .. }
                    | Effect::CheckFree { .. }
                    | Effect::Inspect { .. }
                    | Effect::Reach { .. }
                    | Effect::Start(_)
                    | Effect::End(_)
                    | Effect::Allocate { .. }
                    | Effect::Deallocate { .. }
                    | Effect::Retire { .. }
                    | Effect::Escape { .. } => vec![],
                };
                for target in targets {
                    changed |= std::mem::replace(&mut plain[target], false);
                }
            }
        }
        Self { source, claims, words, plain, longest, effort: Cell::new(0) }
    }

    /// Whether an access to an object may be valid, and what it holds is modelled.
    pub fn is_accessed(&self, object: ObjectId, write: bool) -> bool {
        let memory = &self.source.memory;
        let written = memory.objects[object].writable || !write;
        memory.has_contents(object) && written && !self.claims.oversized.contains(&object)
    }

    /// Whether an object never holds a part of an address.
    pub fn is_plain(&self, object: ObjectId) -> bool {
        self.plain[object]
    }

    fn size(&self, object: ObjectId) -> u64 {
        self.source.memory.objects[object].size
    }

    /// The bytes of which something is claimed that lie in `[start, end)`, in part at least.
    fn overlapping(&self, object: ObjectId, start: u64, end: u64) -> impl Iterator<Item = Bytes> {
        let all = &self.words[object];
        let first = all.partition_point(|word| word.0 + self.longest <= start);
        let behind = all.partition_point(|word| word.0 < end);
        let near = all[first..behind.max(first)].iter();
        near.filter(move |word| word.0 + word.1 > start).map(move |&(start, count)| Bytes {
            object,
            start,
            count,
        })
    }

    /// Counts what is looked at.
    fn spend(&self) -> Result<(), Unproved> {
        self.effort.set(self.effort.get() + 1);
        match self.effort.get() > limits::VALIDATED_WORDS {
            true => Err(Unproved::because("there is too much of it to be validated")),
            false => Ok(()),
        }
    }

    /// Checks that these bytes may hold this, as is claimed.
    fn confirm(&self, word: Bytes, found: &Possible) -> Result<(), Unproved> {
        self.spend()?;
        match includes(&self.claims.words[&word], found) {
            true => Ok(()),
            false => {
                let name = &self.source.memory.objects[word.object].name;
                let what = format!("what was claimed of '{name}' was not confirmed");
                Err(Unproved::refuted(what))
            }
        }
    }

    /// A part of the bytes becomes something that is no part of an address.
    fn torn(&self, word: Bytes) -> Result<(), Unproved> {
        if !self.claims.words[&word].objects.is_empty() {
            return Err(Unproved::because("a part of an address may be overwritten"));
        }
        let any = anything(word.count);
        match includes(&self.claims.words[&word], &any) {
            true => Ok(()),
            false => Err(Unproved::because("bytes may become parts of other numbers")),
        }
    }

    /// The program starts.
    pub fn initial(&self) -> Result<(), Unproved> {
        for (id, object) in self.source.memory.objects.iter_enumerated() {
            if matches!(object.storage, Storage::Static | Storage::Register) {
                self.begins(id)?;
            }
        }
        Ok(())
    }

    /// An object that is not allocated begins to live.
    pub fn begins(&self, object: ObjectId) -> Result<(), Unproved> {
        let memory = &self.source.memory;
        for word in self.overlapping(object, 0, self.size(object)) {
            let Initial::Known(pieces) = &memory.objects[object].initial else {
                self.confirm(word, &anything(word.count))?;
                continue;
            };
            let width = u64::from(memory.pointer_width / 8);
            let mut found = None;
            for (at, piece) in pieces {
                let Piece::Address(to, offset) = piece else { continue };
                if *at >= word.start + word.count || at + width <= word.start {
                    continue;
                }
                if (*at, width) != (word.start, word.count) {
                    return Err(Unproved::because("a part of an address is read"));
                }
                let half = 1i128 << (memory.offset_bits() - 1);
                if !(-half..half).contains(&i128::from(*offset)) {
                    return Err(Unproved::because("an address lies far from its object"));
                }
                let place = (*to, Progression::constant((*offset).into()));
                found = Some(Possible { objects: vec![place], ..Possible::default() });
            }
            let number = || {
                let number = Some(Progression::of(&initial(memory, word)));
                Possible { number, ..Possible::default() }
            };
            self.confirm(word, &found.unwrap_or_else(number))?;
        }
        Ok(())
    }

    /// An instance of an allocation site begins to live.
    pub fn allocated(&self, site: AllocationSiteId, zeroed: bool) -> Result<(), Unproved> {
        for &object in &self.source.memory.sites[site].instances {
            for word in self.overlapping(object, 0, self.size(object)) {
                match zeroed {
                    true => self.confirm(word, &zero())?,
                    // All of it is new, so nothing of an address is left.
                    false => self.confirm(word, &anything(word.count))?,
                }
            }
        }
        Ok(())
    }

    /// So many bytes become those of a value.
    pub fn store(&self, to: &Possible, count: u64, value: &Possible) -> Result<(), Unproved> {
        for &(object, offsets) in &to.objects {
            if !self.is_accessed(object, true) || self.words[object].is_empty() {
                continue;
            }
            for start in positions(offsets, self.size(object), count) {
                self.spend()?;
                for word in self.overlapping(object, start, start + count) {
                    if (word.start, word.count) == (start, count) {
                        self.confirm(word, value)?;
                    } else if value.objects.is_empty() {
                        self.torn(word)?;
                    } else {
                        return Err(Unproved::because("a part of an address is read"));
                    }
                }
            }
        }
        Ok(())
    }

    /// Blocks of these lengths become this byte.
    pub fn fill(
        &self,
        to: &Possible,
        length: Progression,
        byte: &Possible,
    ) -> Result<(), Unproved> {
        let is_zero = byte.number.and_then(|n| n.only()) == Some(0);
        for &(object, offsets) in &to.objects {
            if !self.is_accessed(object, true) {
                continue;
            }
            for word in self.written(object, offsets, length) {
                let whole = !is_cut(word, offsets)
                    && offsets.plus(length).is_some_and(|ends| !is_cut(word, ends));
                match (whole, is_zero) {
                    (true, _) if word.count == 1 => self.confirm(word, byte)?,
                    (true, true) => self.confirm(word, &zero())?,
                    (true, false) => self.confirm(word, &anything(word.count))?,
                    (false, _) => self.torn(word)?,
                }
            }
        }
        Ok(())
    }

    /// The bytes of which something is claimed that blocks of these lengths may cover in part.
    fn written(
        &self,
        object: ObjectId,
        offsets: Progression,
        length: Progression,
    ) -> impl Iterator<Item = Bytes> {
        let size = self.size(object);
        let first = u64::try_from(offsets.low.max(0)).unwrap_or(u64::MAX);
        // A length is read without sign.
        let longest = if length.low < 0 { i128::MAX } else { length.high };
        let end = offsets.high.saturating_add(longest).min(size.into());
        let end = u64::try_from(end).unwrap_or(0);
        self.overlapping(object, first, end.max(first))
    }

    /// Blocks of these lengths become copies of others.
    pub fn copy(
        &self,
        to: &Possible,
        from: &Possible,
        length: Progression,
    ) -> Result<(), Unproved> {
        for &(target, there) in &to.objects {
            if !self.is_accessed(target, true) {
                continue;
            }
            for &(source, here) in &from.objects {
                if !self.is_accessed(source, false) {
                    continue;
                }
                match length.only().map(u64::try_from) {
                    Some(Ok(count)) => self.copied((target, there), (source, here), count)?,
                    _ if self.plain[source] => {
                        for word in self.written(target, there, length) {
                            self.torn(word)?;
                        }
                    }
                    _ => {
                        let what = "addresses are copied in blocks of variable length";
                        return Err(Unproved::because(what));
                    }
                }
            }
        }
        Ok(())
    }

    fn copied(
        &self,
        (target, there): (ObjectId, Progression),
        (source, here): (ObjectId, Progression),
        count: u64,
    ) -> Result<(), Unproved> {
        for start in positions(there, self.size(target), count) {
            self.spend()?;
            for word in self.overlapping(target, start, start + count) {
                let whole = start <= word.start && word.start + word.count <= start + count;
                if !whole {
                    if !self.plain[source] {
                        return Err(Unproved::because("a part of an address is copied"));
                    }
                    self.torn(word)?;
                    continue;
                }
                for from in positions(here, self.size(source), count) {
                    let from = from + (word.start - start);
                    self.confirm(word, &self.word(source, from, word.count)?)?;
                }
            }
        }
        Ok(())
    }

    /// What these bytes may hold.
    fn word(&self, object: ObjectId, start: u64, count: u64) -> Result<Possible, Unproved> {
        match self.claims.words.get(&Bytes { object, start, count }) {
            Some(known) if known.is_computed => Err(unknown()),
            Some(known) => Ok(known.clone()),
            None if self.plain[object] => Ok(anything(count)),
            None => Err(unknown()),
        }
    }

    /// What is read from an address.
    pub fn load(&self, from: &Possible, count: u64) -> Result<Possible, Unproved> {
        let mut all = Possible::default();
        for &(object, offsets) in &from.objects {
            if !self.is_accessed(object, false) {
                continue;
            }
            for start in positions(offsets, self.size(object), count) {
                self.spend()?;
                join(&mut all, &self.word(object, start, count)?);
            }
        }
        Ok(all)
    }
}

/// Whether one of these places lies behind the first of the bytes and before their end.
pub(super) fn is_cut(word: Bytes, places: Progression) -> bool {
    let start = i128::from(word.start);
    (1..i128::from(word.count))
        .any(|inside| places.is_in_step(&Progression::constant(start + inside)))
}
