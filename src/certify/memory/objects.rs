//! The memory of a program with objects, as terms: what its bytes hold, which objects live, how
//! large they are, and which instances were used.
//!
//! Bytes that lie together are one word as long as nothing cuts it. What nobody said anything of is
//! arbitrary.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::terms::Terms;
use crate::bv::{Op, Term, Value};
use crate::program::{AllocationSiteId, Bytes, Held, Initial, Memory, ObjectId, Piece, Storage};

/// The contents of an object.
#[derive(Clone, Default)]
struct Words {
    /// By offset the words that are known.
    known: BTreeMap<u64, (u64, Term)>,
    /// Elsewhere: what the object holds at first, or anything.
    is_initial: bool,
}

/// A state of memory.
pub(super) struct Objects<'a> {
    pub memory: &'a Memory,
    contents: FxHashMap<ObjectId, Words>,
    lives: FxHashMap<ObjectId, Term>,
    /// Sizes, as wide as an address; of heap objects only.
    sizes: FxHashMap<ObjectId, Term>,
    used: FxHashMap<AllocationSiteId, Term>,
    /// The size of all instances of a site, where it is always the same.
    fixed: &'a FxHashMap<AllocationSiteId, u64>,
    /// The site that an object is an instance of.
    sites: &'a FxHashMap<ObjectId, AllocationSiteId>,
}

impl<'a> Objects<'a> {
    /// A state of which nothing is known.
    pub fn new(
        memory: &'a Memory,
        fixed: &'a FxHashMap<AllocationSiteId, u64>,
        sites: &'a FxHashMap<ObjectId, AllocationSiteId>,
    ) -> Self {
        Self {
            memory,
            contents: FxHashMap::default(),
            lives: FxHashMap::default(),
            sizes: FxHashMap::default(),
            used: FxHashMap::default(),
            fixed,
            sites,
        }
    }

    pub fn width(&self) -> u32 {
        self.memory.pointer_width
    }

    /// Lets an object hold what it holds at first.
    pub fn begin(&mut self, object: ObjectId) {
        let is_initial = self.memory.objects[object].initial != Initial::Arbitrary;
        self.contents.insert(object, Words { known: BTreeMap::new(), is_initial });
    }

    /// Lets bytes be a word.
    pub fn set(&mut self, terms: &mut Terms, at: Bytes, word: Term) {
        self.cut(terms, at.object, at.start);
        self.cut(terms, at.object, at.start + at.count);
        let known = &mut self.contents.entry(at.object).or_default().known;
        let inside: Vec<u64> =
            known.range(at.start..at.start + at.count).map(|word| *word.0).collect();
        inside.iter().for_each(|start| _ = known.remove(start));
        known.insert(at.start, (at.count, word));
    }

    /// Sees to it that no word goes on over this offset.
    fn cut(&mut self, terms: &mut Terms, object: ObjectId, at: u64) {
        let known = &mut self.contents.entry(object).or_default().known;
        let Some((&start, &(count, word))) = known.range(..at).next_back() else { return };
        if start + count > at {
            let low = terms.bytes(word, 0, at - start);
            let high = terms.bytes(word, at - start, start + count - at);
            known.insert(start, (at - start, low));
            known.insert(at, (start + count - at, high));
        }
    }

    /// The words that lie in these bytes, each whole, with gaps filled.
    fn words(&mut self, terms: &mut Terms, at: Bytes) -> Vec<(u64, u64, Term)> {
        self.cut(terms, at.object, at.start);
        self.cut(terms, at.object, at.start + at.count);
        let words = self.contents.entry(at.object).or_default();
        let mut all = vec![];
        let mut next = at.start;
        let end = at.start + at.count;
        let inside: Vec<(u64, (u64, Term))> =
            words.known.range(at.start..end).map(|(&start, &word)| (start, word)).collect();
        for (start, (count, word)) in inside {
            if next < start {
                all.push((next, start - next, None));
            }
            all.push((start, count, Some(word)));
            next = start + count;
        }
        if next < end {
            all.push((next, end - next, None));
        }
        let is_initial = words.is_initial;
        let fill = |(start, count, word): (u64, u64, Option<Term>)| {
            let word = word.unwrap_or_else(|| {
                let bytes = Bytes { object: at.object, start, count };
                let word = match is_initial {
                    true => terms.constant(&initial(self.memory, bytes)),
                    false => terms.any("contents", bits(count)),
                };
                let known = &mut self.contents.entry(at.object).or_default().known;
                known.insert(start, (count, word));
                word
            });
            (start, count, word)
        };
        all.into_iter().map(fill).collect()
    }

    /// What bytes hold.
    pub fn read(&mut self, terms: &mut Terms, at: Bytes) -> Term {
        let words = self.words(terms, at).into_iter().map(|word| word.2).collect();
        terms.joined(words).expect("some bytes are read")
    }

    /// Lets bytes be a word where a condition holds.
    pub fn set_if(&mut self, terms: &mut Terms, hit: Term, at: Bytes, word: Term) {
        if terms.store.as_const(hit).is_some_and(Value::is_true) {
            self.set(terms, at, word);
            return;
        }
        for (start, count, old) in self.words(terms, at) {
            let part = terms.bytes(word, start - at.start, count);
            let new = terms.ite(hit, part, old);
            self.set(terms, Bytes { object: at.object, start, count }, new);
        }
    }

    /// Whether an object lives.
    pub fn lives(&mut self, terms: &mut Terms, object: ObjectId) -> Term {
        match self.memory.objects[object].storage {
            Storage::Static | Storage::Register => terms.bool(true),
            Storage::Function | Storage::Past => terms.bool(false),
            Storage::Local | Storage::Heap | Storage::Stack => {
                *self.lives.entry(object).or_insert_with(|| terms.any("lives", 1))
            }
        }
    }

    pub fn set_lives(&mut self, object: ObjectId, lives: Term) {
        self.lives.insert(object, lives);
    }

    /// The size of an object that lives, as wide as an address.
    pub fn size(&mut self, terms: &mut Terms, object: ObjectId) -> Term {
        let (width, largest) = (self.width(), self.memory.objects[object].size);
        let Some(site) = self.sites.get(&object) else { return terms.number(width, largest) };
        if let Some(&fixed) = self.fixed.get(site) {
            return terms.number(width, fixed.min(largest));
        }
        *self.sizes.entry(object).or_insert_with(|| terms.any("size", width))
    }

    pub fn set_size(&mut self, object: ObjectId, size: Term) {
        self.sizes.insert(object, size);
    }

    /// How many instances of a site were used; of the width that this number needs.
    pub fn used(&mut self, terms: &mut Terms, site: AllocationSiteId) -> Term {
        let width = bits_for(self.memory.sites[site].instances.len() as u64);
        *self.used.entry(site).or_insert_with(|| terms.any("used", width))
    }

    pub fn set_used(&mut self, site: AllocationSiteId, used: Term) {
        self.used.insert(site, used);
    }

    /// What an object holds becomes arbitrary where a condition holds.
    pub fn forget_if(&mut self, terms: &mut Terms, hit: Term, object: ObjectId) {
        let words = self.contents.entry(object).or_default();
        for (count, word) in words.known.values_mut() {
            let any = terms.any("contents", bits(*count));
            *word = terms.ite(hit, any, *word);
        }
    }

    /// A part of the state, of the width that [`Held`] says.
    pub fn held(&mut self, terms: &mut Terms, part: Held) -> Term {
        match part {
            Held::Bytes(at) => self.read(terms, at),
            Held::Lives(object) => self.lives(terms, object),
            Held::Size(object) => {
                let width = bits_for(self.memory.objects[object].size);
                let size = self.size(terms, object);
                terms.app(Op::Extract { high: width - 1, low: 0 }, &[size])
            }
            Held::Used(site) => self.used(terms, site),
        }
    }

    /// Lets a part of the state be a word of the width that [`Held`] says.
    pub fn hold(&mut self, terms: &mut Terms, part: Held, word: Term) {
        match part {
            Held::Bytes(at) => self.set(terms, at, word),
            Held::Lives(object) => self.set_lives(object, word),
            Held::Size(object) => {
                let wide = terms.app(Op::ZeroExtend(self.width()), &[word]);
                self.set_size(object, wide);
            }
            Held::Used(site) => self.set_used(site, word),
        }
    }
}

/// The width of a part of the state that is there, as [`Held`] says; none if it is no width.
pub(super) fn width_of(memory: &Memory, part: Held) -> Option<u32> {
    match part {
        Held::Bytes(at) => at.count.checked_mul(8).and_then(|width| width.try_into().ok()),
        Held::Lives(_) => Some(1),
        Held::Size(object) => Some(bits_for(memory.objects[object].size)),
        Held::Used(site) => Some(bits_for(memory.sites[site].instances.len() as u64)),
    }
}

/// The width of a number of bytes.
pub(super) fn bits(count: u64) -> u32 {
    u32::try_from(count * 8).expect("what is read is no longer than a word")
}

/// How many bits numbers up to this one need.
pub(super) fn bits_for(largest: u64) -> u32 {
    (u64::BITS - largest.leading_zeros()).max(1)
}

/// What bytes of an object hold at first that is not arbitrary.
pub(super) fn initial(memory: &Memory, at: Bytes) -> Value {
    let mut bits = vec![false; bits(at.count) as usize];
    let Initial::Known(pieces) = &memory.objects[at.object].initial else {
        return Value::from_bits(&bits);
    };
    for (start, piece) in pieces {
        let value = match piece {
            Piece::Number(value) => value.clone(),
            Piece::Address(object, offset) => {
                let offset = Value::new(memory.pointer_width, *offset as u128);
                Op::Add.apply(&[&memory.base(*object), &offset])
            }
        };
        for bit in 0..value.width() {
            let place = (start * 8 + u64::from(bit)).checked_sub(at.start * 8);
            if let Some(known) = place.and_then(|place| bits.get_mut(place as usize)) {
                *known = value.bit(bit);
            }
        }
    }
    Value::from_bits(&bits)
}
