//! Blocks of memory, where they are or come from what is followed.
//!
//! A block is any bytes, so it may cover an element in part: then what it writes to the
//! element is arbitrary. What a copy writes to a followed element is known if the element
//! is that it comes from: one is followed for it ([`super::groups::Filled`]), by the same
//! argument as for loads.

use super::groups::Filled;
use super::rewrite::Rewriter;
use crate::bv::{Op, Value};
use crate::memory::points_to::Site;
use crate::memory::points_to::numbers::bits_for;
use crate::program::{Actual, FollowedElement, Instr, ObjectId, Operand, ValueId};

/// How an element lies to a block.
struct Covered {
    /// All of it is in the block.
    whole: Operand,
    /// Some of it is.
    part: Operand,
}

/// A search for a byte, and its result.
struct Search<'a> {
    from: &'a Operand,
    byte: &'a Operand,
    size: &'a Operand,
    found: &'a Operand,
    last: bool,
}

impl Rewriter<'_> {
    /// Writes a byte to so many places.
    pub fn fill_block(&mut self, to: &Operand, byte: &Operand, size: &Operand, group: usize) {
        self.forget(group);
        let value = self.repeated(byte, self.groups.all[group].element);
        for (number, element) in self.elements[group].clone().into_iter().enumerate() {
            let place = self.place(group, &element);
            let covered = self.covered(group, &place, to, size);
            self.write_covered((group, number), &element, covered, value.clone());
        }
    }

    /// Copies so many bytes to a group.
    pub fn copy_block(
        &mut self,
        site: Site,
        to: &Operand,
        from: &Operand,
        size: &Operand,
        group: usize,
    ) {
        let mut writes = Vec::new();
        for (number, element) in self.elements[group].clone().into_iter().enumerate() {
            let place = self.place(group, &element);
            let covered = self.covered(group, &place, to, size);
            let filled = Filled { site, group, element: number };
            let value = self.copied(filled, &place, (to, from), &covered.whole);
            writes.push((number, element, covered, value));
        }
        // Everything is read before anything is written.
        self.forget(group);
        for (number, element, covered, value) in writes {
            self.write_covered((group, number), &element, covered, value);
        }
    }

    /// What a copy writes to an element.
    fn copied(
        &mut self,
        filled: Filled,
        place: &Operand,
        (to, from): (&Operand, &Operand),
        whole: &Operand,
    ) -> Operand {
        let source = self.groups.group_of(self.source, from).map(|group| {
            let info = &self.groups.all[group];
            let own = info.copies.iter().position(|copy| *copy == filled);
            (group, own.map(|own| info.followed_loads().len() + own))
        });
        let Some((source, Some(own))) = source else {
            let what = format!("what is copied to {}", self.name(filled.group));
            let actual = Actual::Behind { group: filled.group, element: filled.element };
            return self.arbitrary(self.element_width(filled.group), what, actual);
        };
        self.grant(to, filled.group, 0);
        self.grant(from, source, 0);
        let distance = self.apply(Op::Sub, &[place.clone(), to.clone()]);
        let there = self.apply(Op::Add, &[from.clone(), distance]);
        let hits = self.hits(source, &there);
        let (own, hit) = &hits[own];
        let other = self.apply(Op::Not, std::slice::from_ref(whole));
        let hit = self.apply(Op::Or, &[other, hit.clone()]);
        let byte = self.apply(Op::ZeroExtend(8), &[hit]);
        self.store(own.hit, 0, byte);
        let actual = Actual::Copied { group: filled.group, element: filled.element };
        self.element(source, &there, &hits, actual)
    }

    /// How many bytes lie before the first, or the last, of so many that is this one.
    pub fn find(
        &mut self,
        dest: ValueId,
        from: &Operand,
        byte: &Operand,
        size: &Operand,
        last: bool,
        group: usize,
    ) {
        let found = self.index(size, group);
        let search = Search { from, byte, size, found: &found, last };
        let always = Operand::Const(Value::one(1));
        for element in self.elements[group].clone() {
            let place = self.place(group, &element);
            self.agree(&search, group, (&place, element.contents), &always);
        }
        for recent in self.recent[group].clone() {
            let known = self.load(recent.known, 0, 8);
            let known = self.apply(Op::Extract { high: 0, low: 0 }, &[known]);
            let offset = self.load(recent.offset, 0, self.source.memory.pointer_width);
            let base = self.address(self.groups.all[group].objects[0], 0);
            let place = self.apply(Op::Add, &[base, offset]);
            self.agree(&search, group, (&place, recent.contents), &known);
        }
        self.define(dest, found);
    }

    /// Ends the path where the result of a search contradicts what is known of an element,
    /// if a condition holds.
    fn agree(
        &mut self,
        search: &Search<'_>,
        group: usize,
        (place, contents): (&Operand, ObjectId),
        known: &Operand,
    ) {
        let Search { from, byte, size, found, last } = *search;
        let some = self.apply(Op::Ult, &[found.clone(), size.clone()]);
        for at in 0..self.groups.all[group].element {
            let held = self.load(contents, at, 8);
            let same = self.apply(Op::Eq, &[held, byte.clone()]);
            let other = self.apply(Op::Not, std::slice::from_ref(&same));
            let offset = self.behind(place, at, from);
            let passed = if last {
                let after = self.apply(Op::Ult, &[found.clone(), offset.clone()]);
                let inside = self.apply(Op::Ult, &[offset.clone(), size.clone()]);
                // If there is none, it is none of them.
                let none = self.apply(Op::Not, std::slice::from_ref(&some));
                let after = self.apply(Op::Or, &[after, none]);
                self.apply(Op::And, &[after, inside])
            } else {
                self.apply(Op::Ult, &[offset.clone(), found.clone()])
            };
            let here = self.apply(Op::Eq, &[offset, found.clone()]);
            let here = self.apply(Op::And, &[here, some.clone()]);
            let differs = self.apply(Op::And, &[here, other]);
            let missed = self.apply(Op::And, &[passed, same]);
            let wrong = self.apply(Op::Or, &[differs, missed]);
            let wrong = self.apply(Op::And, &[wrong, known.clone()]);
            let right = self.apply(Op::Not, &[wrong]);
            self.assume(right);
        }
    }

    /// How many bytes lie before the first in which so many differ.
    pub fn mismatch(&mut self, dest: ValueId, size: &Operand, group: usize) {
        let found = self.index(size, group);
        self.define(dest, found);
    }

    /// What an undefined function can change at this call becomes arbitrary.
    pub fn havoc(&mut self, call: Site) {
        let reached = self.groups.changed(call).to_vec();
        for (place, group) in self.groups.iter() {
            if !group.objects.iter().any(|object| reached.contains(object)) {
                continue;
            }
            self.forget(place);
            for (number, element) in self.elements[place].clone().into_iter().enumerate() {
                let what = format!("what an undefined function left in {}", self.name(place));
                let actual = Actual::Behind { group: place, element: number };
                let value = self.arbitrary(self.element_width(place), what, actual);
                self.store(element.contents, 0, value);
            }
        }
    }

    /// A number of bytes, at most `size`.
    fn index(&mut self, size: &Operand, group: usize) -> Operand {
        let objects = &self.source.memory.objects;
        let all = self.groups.all[group].objects.iter();
        let largest = all.map(|&object| objects[object].size).max().unwrap_or(0);
        let what = format!("where something is found in {}", self.name(group));
        let index = self.arbitrary(bits_for(largest), what, Actual::Found);
        let index = self.apply(Op::ZeroExtend(self.source.memory.pointer_width), &[index]);
        let inside = self.apply(Op::Ule, &[index.clone(), size.clone()]);
        self.assume(inside);
        index
    }

    fn define(&mut self, dest: ValueId, value: Operand) {
        let op = Op::ZeroExtend(self.source.memory.pointer_width);
        self.instrs.push(Instr::Assign { dest, op, args: vec![value], loc: self.loc });
    }

    /// How far a byte of an element is behind an address.
    fn behind(&mut self, place: &Operand, at: u64, address: &Operand) -> Operand {
        let offset = self.apply(Op::Sub, &[place.clone(), address.clone()]);
        match at {
            0 => offset,
            at => {
                let at = self.number(at);
                self.apply(Op::Add, &[offset, at])
            }
        }
    }

    fn covered(&mut self, group: usize, place: &Operand, to: &Operand, size: &Operand) -> Covered {
        let element = self.groups.all[group].element;
        let first = self.behind(place, 0, to);
        let first = self.apply(Op::Ult, &[first, size.clone()]);
        let last = self.behind(place, element - 1, to);
        let last = self.apply(Op::Ult, &[last, size.clone()]);
        let whole = self.apply(Op::And, &[first.clone(), last]);
        // Else the block begins in the element.
        let begins = self.apply(Op::Sub, &[to.clone(), place.clone()]);
        let element = self.number(element);
        let begins = self.apply(Op::Ult, &[begins, element]);
        let none = self.number(0);
        let some = self.apply(Op::Ult, &[none, size.clone()]);
        let begins = self.apply(Op::And, &[begins, some]);
        let part = self.apply(Op::Or, &[first, begins]);
        Covered { whole, part }
    }

    fn write_covered(
        &mut self,
        (group, number): (usize, usize),
        element: &FollowedElement,
        covered: Covered,
        value: Operand,
    ) {
        let width = self.out.width(&value);
        let what = format!("{} partly written", self.name(group));
        let actual = Actual::Behind { group, element: number };
        let anything = self.arbitrary(width, what, actual);
        let value = self.apply(Op::Ite, &[covered.whole, value, anything]);
        self.write_if(covered.part, element, 0, value);
    }
}
