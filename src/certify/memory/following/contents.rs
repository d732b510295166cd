//! What the objects of a group hold in the source, as a function from where an element begins to
//! what it holds: arbitrary at first, changed by what the source writes.
//!
//! Arrays are eliminated. What was written is read over, from the last write on; what was there
//! at first is a word for each place that is asked for, and words of equal places are equal (W.
//! Ackermann, "Solvable cases of the decision problem", 1954). Of a place that is not the beginning of
//! an element of a living object the function says something, too, but nothing that is defined asks.

use rustc_hash::FxHashMap;

use crate::bv::{Op, Term, Value};
use crate::certify::memory::objects::bits;
use crate::certify::memory::terms::Terms;

/// Something that is written to a group.
#[derive(Clone, Copy)]
pub(super) enum Update {
    /// A part of an element.
    Store {
        /// Where the element begins.
        at: Term,
        /// The first byte of it.
        low: u64,
        /// The new value.
        word: Term,
    },
    /// A byte so many times.
    Fill {
        /// The first byte.
        to: Term,
        /// What each becomes.
        byte: Term,
        /// How many.
        size: Term,
    },
    /// Bytes from elsewhere.
    Copy {
        /// The first byte.
        to: Term,
        /// How many.
        size: Term,
        /// The first byte that is read, the group that is in, and how much of what was written
        /// there counts; else anything.
        origin: Option<(Term, usize, usize)>,
    },
    /// An object begins to live.
    Begin {
        /// Its address.
        start: Term,
        /// The elements of it that are spoken of lie in so many bytes.
        size: u64,
        /// Whether it holds zeros; else anything.
        zeroed: bool,
    },
}

/// A group.
struct Group {
    /// Size of an element in bytes.
    element: u64,
    updates: Vec<Update>,
}

/// What all groups hold.
pub(super) struct Contents {
    groups: Vec<Group>,
    pointer: u32,
    /// Words that may be anything, by group and the number of updates until then: each with its
    /// place.
    arbitrary: FxHashMap<(usize, usize), Vec<(Term, Term)>>,
    known: FxHashMap<(usize, usize, Term), Term>,
    /// That words of equal places are equal.
    pub functional: Vec<Term>,
}

impl Contents {
    /// Of groups with elements of these sizes.
    pub fn new(elements: impl Iterator<Item = u64>, pointer: u32) -> Self {
        let groups = elements.map(|element| Group { element, updates: vec![] }).collect();
        let (arbitrary, known) = (FxHashMap::default(), FxHashMap::default());
        Self { groups, pointer, arbitrary, known, functional: vec![] }
    }

    /// How often each group was written to.
    pub fn versions(&self) -> Vec<usize> {
        self.groups.iter().map(|group| group.updates.len()).collect()
    }

    pub fn update(&mut self, group: usize, update: Update) {
        self.groups[group].updates.push(update);
    }

    /// What the element of a group that begins there holds after so many updates.
    pub fn at(&mut self, terms: &mut Terms, group: usize, version: usize, place: Term) -> Term {
        if let Some(&known) = self.known.get(&(group, version, place)) {
            return known;
        }
        let word = match version.checked_sub(1) {
            None => self.anything(terms, group, version, place),
            Some(before) => {
                let old = self.at(terms, group, before, place);
                match self.groups[group].updates[before] {
                    Update::Store { at, low, word } => {
                        let new = self.replaced(terms, group, old, low, word);
                        let here = terms.eq(place, at);
                        terms.ite(here, new, old)
                    }
                    Update::Fill { to, byte, size } => {
                        let element = self.groups[group].element;
                        let all = (0..element).map(|_| byte).collect();
                        let new = terms.joined(all).expect("elements have bytes");
                        self.covered(terms, (group, place), (to, size), old, new)
                    }
                    Update::Copy { to, size, origin } => {
                        let new = match origin {
                            Some((from, source, known)) => {
                                let apart = terms.app(Op::Sub, &[place, to]);
                                let there = terms.app(Op::Add, &[from, apart]);
                                self.at(terms, source, known, there)
                            }
                            None => self.anything(terms, group, version, place),
                        };
                        self.covered(terms, (group, place), (to, size), old, new)
                    }
                    Update::Begin { start, size, zeroed } => {
                        let offset = terms.app(Op::Sub, &[place, start]);
                        let size = terms.number(self.pointer, size);
                        let here = terms.app(Op::Ult, &[offset, size]);
                        let new = match zeroed {
                            true => terms.constant(&Value::zero(self.width(group))),
                            false => self.anything(terms, group, version, place),
                        };
                        terms.ite(here, new, old)
                    }
                }
            }
        };
        self.known.insert((group, version, place), word);
        word
    }

    fn width(&self, group: usize) -> u32 {
        bits(self.groups[group].element)
    }

    /// A word that may be anything, the same for equal places.
    fn anything(&mut self, terms: &mut Terms, group: usize, version: usize, place: Term) -> Term {
        let word = terms.any("element", self.width(group));
        let others = self.arbitrary.entry((group, version)).or_default();
        for &(other, held) in others.iter() {
            let same = terms.eq(place, other);
            let apart = terms.not(same);
            let equal = terms.eq(word, held);
            self.functional.push(terms.or(apart, equal));
        }
        others.push((place, word));
        word
    }

    /// An element with some bytes replaced.
    fn replaced(&self, terms: &mut Terms, group: usize, old: Term, low: u64, word: Term) -> Term {
        let element = self.groups[group].element;
        let behind = low + u64::from(terms.store.width(word) / 8);
        let mut parts = vec![];
        if low > 0 {
            parts.push(terms.bytes(old, 0, low));
        }
        parts.push(word);
        if behind < element {
            parts.push(terms.bytes(old, behind, element - behind));
        }
        terms.joined(parts).expect("elements have bytes")
    }

    /// An element with those bytes replaced that a block covers.
    fn covered(
        &self,
        terms: &mut Terms,
        (group, place): (usize, Term),
        (to, size): (Term, Term),
        old: Term,
        new: Term,
    ) -> Term {
        let mut bytes = vec![];
        for byte in 0..self.groups[group].element {
            let covered = is_covered(terms, (place, byte), (to, size));
            let (new, old) = (terms.bytes(new, byte, 1), terms.bytes(old, byte, 1));
            bytes.push(terms.ite(covered, new, old));
        }
        terms.joined(bytes).expect("elements have bytes")
    }
}

/// How far a byte is behind an address.
pub(super) fn behind(terms: &mut Terms, (place, byte): (Term, u64), address: Term) -> Term {
    let offset = terms.app(Op::Sub, &[place, address]);
    let byte = terms.number(terms.store.width(place), byte);
    terms.app(Op::Add, &[offset, byte])
}

/// Whether a byte of an element is in a block.
pub(super) fn is_covered(terms: &mut Terms, byte: (Term, u64), (to, size): (Term, Term)) -> Term {
    let offset = behind(terms, byte, to);
    terms.app(Op::Ult, &[offset, size])
}
