//! What the program does in a block in which elements are followed, and what must hold of it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::contents::is_covered;
use super::source::operands;
use super::{Outside, Walk, odd};
use crate::bv::{Op, Term};
use crate::certify::memory::Unproved;
use crate::certify::memory::objects::Objects;
use crate::program::{
    Actual, Bytes, Instr, MemoryInstr, MemoryOp, ObjectId, Operand, Reader, RecentElement,
    Terminator, ValueId,
};
use crate::support::limits;

/// A state of the new program, as far as the source has nothing of it.
struct Other<'a> {
    /// The values that were added.
    values: FxHashMap<ValueId, Term>,
    /// The objects that were added.
    objects: Objects<'a>,
    /// How much was done of what the source does besides.
    done: usize,
    /// The values of the source that were defined.
    defined: FxHashSet<ValueId>,
}

/// What is known at the start of a block of an element that was accessed lately.
#[derive(Clone, Copy)]
pub(super) struct Recent {
    known: Term,
    offset: Term,
    word: Term,
}

impl<'a> Walk<'a> {
    /// What was accessed lately, at the start of the block; a search may be asked about it.
    pub(super) fn remember(&mut self) {
        let all = self.all;
        for (place, group) in all.followed.groups.iter().enumerate() {
            let mut recent: Vec<Recent> = vec![];
            for _ in &group.recent {
                let known = self.terms.any("whether it was accessed lately", 8);
                let offset = self.terms.any("where it was accessed lately", self.pointer());
                let is_known = self.low_bit(known);
                let beginning = self.beside(group.objects[0], offset);
                let is_element = self.is_aligned(offset, group.element);
                let counts = self.terms.and(is_known, is_element);
                self.asked[place].push((beginning, counts));
                let held = self.contents.at(&mut self.terms, place, 0, beginning);
                let word = self.terms.any("accessed lately", self.terms.store.width(held));
                let same = self.terms.eq(word, held);
                let unknown = self.terms.not(is_known);
                let related = self.terms.or(unknown, same);
                self.given.push(related);
                for other in recent.clone() {
                    let others = [(known, offset), (other.known, other.offset)];
                    let apart = self.apart(others);
                    self.given.push(apart);
                }
                recent.push(Recent { known, offset, word });
            }
            self.recent.push(recent);
        }
    }

    /// Whether two elements that were accessed lately are different, if there are both.
    fn apart(&mut self, all: [(Term, Term); 2]) -> Term {
        let [(one, here), (other, there)] = all;
        let (one, other) = (self.low_bit(one), self.low_bit(other));
        let same = self.terms.eq(here, there);
        let all = self.terms.all(&[one, other, same]);
        self.terms.not(all)
    }

    /// Whether an element may begin there: what contents are elsewhere nobody asks. Of elements
    /// whose size is no power of two this is not said.
    fn is_aligned(&mut self, offset: Term, element: u64) -> Term {
        let Some(high) = element.ilog2().checked_sub(1) else { return self.terms.bool(true) };
        if !element.is_power_of_two() {
            return self.terms.bool(false);
        }
        let low = self.terms.app(Op::Extract { high, low: 0 }, &[offset]);
        let zero = self.terms.number(high + 1, 0);
        self.terms.eq(low, zero)
    }

    fn beside(&mut self, object: ObjectId, offset: Term) -> Term {
        let base = self.base(object);
        self.terms.app(Op::Add, &[base, offset])
    }

    /// Walks the block in the new program, and claims what must hold.
    pub(super) fn followed(&mut self) -> Result<(), Unproved> {
        let all = self.all;
        let (program, groups) = (&all.followed.program, &all.followed.groups);
        let (fixed, sites) = (FxHashMap::default(), FxHashMap::default());
        let objects = Objects::new(&program.memory, &fixed, &sites);
        let (values, defined) = (FxHashMap::default(), FxHashSet::default());
        let mut other = Other { values, objects, done: 0, defined };
        let mut hits = vec![];
        for (place, group) in groups.iter().enumerate() {
            let whole = |object| Bytes { object, start: 0, count: group.element };
            for (number, element) in group.elements.iter().enumerate() {
                let at = self.places[place][number];
                let word = self.contents.at(&mut self.terms, place, 0, at);
                other.objects.set(&mut self.terms, whole(element.contents), word);
                let hit = self.terms.any("whether it was hit", 8);
                other.objects.set(&mut self.terms, byte(element.hit), hit);
                hits.push(self.low_bit(hit));
            }
            for (element, recent) in group.recent.iter().zip(self.recent[place].clone()) {
                other.objects.set(&mut self.terms, byte(element.known), recent.known);
                let offset = self.offset_of(element);
                other.objects.set(&mut self.terms, offset, recent.offset);
                other.objects.set(&mut self.terms, whole(element.contents), recent.word);
            }
        }
        let pieces = &all.shape.pieces[self.block];
        for (index, &piece) in pieces.iter().enumerate() {
            for instr in &program.blocks[piece].instrs {
                self.step(&mut other, instr)?;
                if self.terms.store.len() > limits::VALIDATED_TERMS {
                    return Err(Unproved::because("a block does too much with memory"));
                }
            }
            let is_last = index + 1 == pieces.len();
            if let (false, Terminator::Branch { cond, .. }) =
                (is_last, &program.blocks[piece].terminator)
            {
                let cond = self.added(&other, cond)?;
                let is_goal =
                    matches!(all.source.blocks[self.block].terminator, Terminator::Goal(_));
                // Where a goal is next, all elements must be hit, as the source says it.
                let holds = match is_goal && index + 2 == pieces.len() {
                    true => {
                        let all = self.all_hit(&hits)?;
                        let missed = self.terms.not(all);
                        self.terms.or(missed, cond)
                    }
                    false => cond,
                };
                self.claim("a run goes on", holds);
            }
        }
        // Each value is defined where it was.
        let wanted = all.source.blocks[self.block].instrs.iter().filter_map(Instr::dest);
        if other.done != self.outside.len() || other.defined != wanted.collect() {
            return Err(odd());
        }
        self.behind(&mut other, &hits)
    }

    /// Walks the block in which elements are chosen.
    pub(super) fn begins(&mut self) -> Result<(), Unproved> {
        let all = self.all;
        let program = &all.followed.program;
        let mut values: FxHashMap<ValueId, Term> = FxHashMap::default();
        let entry = &program.blocks[program.entry];
        let read = |this: &mut Self, values: &FxHashMap<_, _>, operand: &Operand| match operand
            .as_value()
        {
            Some(value) if !all.shape.choices.contains(&value) => {
                values.get(&value).copied().ok_or_else(odd)
            }
            _ => Ok(this.operand(operand)),
        };
        if !entry.phis.is_empty() {
            return Err(odd());
        }
        for instr in &entry.instrs {
            match instr {
                Instr::Input { dest, .. } if all.shape.choices.contains(dest) => {}
                Instr::Assign { dest, op, args, .. } if !self.is_shared(*dest) => {
                    let args: Result<Vec<Term>, _> =
                        args.iter().map(|arg| read(self, &values, arg)).collect();
                    let result = self.terms.app(*op, &args?);
                    values.insert(*dest, result);
                }
                _ => return Err(odd()),
            }
        }
        match &entry.terminator {
            Terminator::Goto(then) if *then == all.source.entry => Ok(()),
            Terminator::Branch { cond, then, .. } if *then == all.source.entry => {
                let cond = read(self, &values, cond)?;
                self.claim("a run goes on", cond);
                Ok(())
            }
            _ => Err(odd()),
        }
    }

    fn offset_of(&self, element: &RecentElement) -> Bytes {
        Bytes { object: element.offset, start: 0, count: u64::from(self.pointer() / 8) }
    }

    /// Whether all elements are hit behind the block, given whether they are before it.
    fn all_hit(&mut self, before: &[Term]) -> Result<Term, Unproved> {
        let mut all = self.terms.bool(true);
        let mut before = before.iter();
        for (place, group) in self.all.followed.groups.iter().enumerate() {
            for (number, element) in group.elements.iter().enumerate() {
                let before = *before.next().ok_or_else(odd)?;
                let at = self.places[place][number];
                let hit = self.hit(place, at, element.reader)?.unwrap_or(before);
                all = self.terms.and(all, hit);
            }
        }
        Ok(all)
    }

    /// An operand of the new program.
    fn added(&mut self, other: &Other<'_>, operand: &Operand) -> Result<Term, Unproved> {
        match operand.as_value() {
            Some(value) if !self.is_shared(value) => {
                other.values.get(&value).copied().ok_or_else(odd)
            }
            _ => Ok(self.operand(operand)),
        }
    }

    /// Whether it is a value of the source, or a choice.
    fn is_shared(&self, value: ValueId) -> bool {
        self.all.source.values.get(value).is_some() || self.all.shape.choices.contains(&value)
    }

    fn define(&mut self, other: &mut Other<'_>, dest: ValueId, word: Term) -> Result<(), Unproved> {
        if self.all.shape.choices.contains(&dest) {
            return Err(odd());
        }
        if self.is_shared(dest) {
            // Only what a rewritten operation reads is defined in another way, and that is a number:
            // all else is not only the same, but comes from the same objects.
            let is_rewritten = self.rewritten.contains(&dest);
            let address = self.all.facts.of(&Operand::Value(dest));
            if !is_rewritten || !address.objects.is_empty() {
                return Err(odd());
            }
            other.defined.insert(dest);
            let here = self.operand(&Operand::Value(dest));
            let same = self.terms.eq(here, word);
            self.claim("a value is the same", same);
        } else {
            other.values.insert(dest, word);
        }
        Ok(())
    }

    fn step(&mut self, other: &mut Other<'_>, instr: &'a Instr) -> Result<(), Unproved> {
        // What the source does next besides.
        if let Some(Outside::Same(next)) = self.outside.get(other.done)
            && *next == instr
        {
            other.done += 1;
            other.defined.extend(instr.dest());
            return Ok(());
        }
        match instr {
            Instr::Assign { dest, .. } if self.assigned.get(dest) == Some(&instr) => {
                other.defined.insert(*dest);
                Ok(())
            }
            Instr::Assign { dest, op, args, .. } => {
                let args: Result<Vec<Term>, _> =
                    args.iter().map(|arg| self.added(other, arg)).collect();
                let result = self.terms.app(*op, &args?);
                self.define(other, *dest, result)
            }
            Instr::Input { dest, .. } => {
                let (at, actual) = *self.all.followed.inputs.get(dest).ok_or_else(odd)?;
                let word =
                    self.actual(at, actual, self.all.followed.program.values[*dest].width())?;
                self.define(other, *dest, word)
            }
            Instr::Bind { .. } => Ok(()),
            Instr::Memory(memory) => self.access(other, memory),
        }
    }

    /// An operation on objects that were added, or one for a copy between a group and others.
    fn access(&mut self, other: &mut Other<'_>, instr: &MemoryInstr) -> Result<(), Unproved> {
        match instr.op {
            MemoryOp::Address(object) => {
                let dest = instr.dest.ok_or_else(odd)?;
                let base = self.base(object);
                self.define(other, dest, base)
            }
            MemoryOp::Load => {
                let ([from], dest) = (operands(instr)?, instr.dest.ok_or_else(odd)?);
                let width = self.all.followed.program.values[dest].width();
                let word = match self.added_place(other, from, width)? {
                    Some(place) => other.objects.read(&mut self.terms, place),
                    None => match self.outside.get(other.done) {
                        Some(&Outside::Read { from: there, word })
                            if there == from && self.terms.store.width(word) == width =>
                        {
                            other.done += 1;
                            word
                        }
                        _ => return Err(odd()),
                    },
                };
                self.define(other, dest, word)
            }
            MemoryOp::Store => {
                let [to, value] = operands(instr)?;
                let value = self.added(other, value)?;
                let width = self.terms.store.width(value);
                if let Some(place) = self.added_place(other, to, width)? {
                    other.objects.set(&mut self.terms, place, value);
                    return Ok(());
                }
                match self.outside.get(other.done) {
                    Some(&Outside::Write { to: there, word })
                        if there == to && self.terms.store.width(word) == width =>
                    {
                        other.done += 1;
                        let same = self.terms.eq(value, word);
                        self.claim("the same is copied", same);
                        Ok(())
                    }
                    _ => Err(odd()),
                }
            }
            MemoryOp::Valid { .. }
            | MemoryOp::Aligned(_)
            | MemoryOp::Freeable
            | MemoryOp::Start(_)
            | MemoryOp::End(_)
            | MemoryOp::Available(_)
            | MemoryOp::Allocate { .. }
            | MemoryOp::Free
            | MemoryOp::Release
            | MemoryOp::Retire { .. }
            | MemoryOp::Leaked
            | MemoryOp::Lost
            | MemoryOp::Fill(_)
            | MemoryOp::FillBytes
            | MemoryOp::Copy(_)
            | MemoryOp::CopyBytes
            | MemoryOp::Overlap
            | MemoryOp::Find { .. }
            | MemoryOp::Mismatch
            | MemoryOp::Written(_)
            | MemoryOp::WrittenBytes
            | MemoryOp::Havoc { .. }
            | MemoryOp::Room
            | MemoryOp::Offset => Err(odd()),
        }
    }

    /// The bytes of an object that was added which an address is of, if it is that of one.
    fn added_place(
        &mut self,
        other: &Other<'_>,
        at: &Operand,
        width: u32,
    ) -> Result<Option<Bytes>, Unproved> {
        let address = self.added(other, at)?;
        let memory = &self.all.followed.program.memory;
        let address = self.terms.store.as_const(address).cloned();
        let Some((object, offset)) = address.and_then(|address| memory.locate(&address)) else {
            return Ok(None);
        };
        if self.all.source.memory.objects.get(object).is_some() {
            return Ok(None);
        }
        // It is the object's own address, not only one of the same bits; others may not be accessed.
        let facts = self.all.facts.of(at);
        let is_its_own = matches!(facts.objects[..], [(only, offsets)]
            if only == object && offsets.step == 0 && offsets.start == i128::from(offset));
        if !is_its_own || facts.number.is_some() || !self.all.shape.parts.contains(&object) {
            return Err(odd());
        }
        let (start, count) = (u64::try_from(offset).map_err(|_| odd())?, u64::from(width / 8));
        match start.checked_add(count) {
            Some(end) if end <= memory.objects[object].size && count > 0 => {
                Ok(Some(Bytes { object, start, count }))
            }
            _ => Err(odd()),
        }
    }

    /// What an input stands for.
    fn actual(&mut self, at: usize, actual: Actual, width: u32) -> Result<Term, Unproved> {
        let before = self.versions.get(at).cloned().ok_or_else(odd)?;
        let behind = self.versions.get(at + 1).cloned().ok_or_else(odd)?;
        let word = match actual {
            Actual::Read | Actual::Written => {
                let all = if actual == Actual::Read { &self.read } else { &self.written };
                let it = *all.get(&at).ok_or_else(odd)?;
                self.contents.at(&mut self.terms, it.group, before[it.group], it.beginning)
            }
            Actual::Copied { group, element } => {
                let place = self.place(group, element)?;
                let copied = *self.copied.get(&at).ok_or_else(odd)?;
                let (from, source) = copied.origin.ok_or_else(odd)?;
                let apart = self.terms.app(Op::Sub, &[place, copied.to]);
                let there = self.terms.app(Op::Add, &[from, apart]);
                self.contents.at(&mut self.terms, source, before[source], there)
            }
            Actual::Behind { group, element } => {
                let place = self.place(group, element)?;
                self.contents.at(&mut self.terms, group, behind[group], place)
            }
            Actual::Found => {
                let found = *self.found.get(&at).ok_or_else(odd)?;
                if width > self.terms.store.width(found) {
                    return Err(odd());
                }
                self.terms.app(Op::Extract { high: width - 1, low: 0 }, &[found])
            }
        };
        if self.terms.store.width(word) == width { Ok(word) } else { Err(odd()) }
    }

    fn place(&self, group: usize, element: usize) -> Result<Term, Unproved> {
        self.places.get(group).and_then(|it| it.get(element)).copied().ok_or_else(odd)
    }

    /// Both belong together behind the block, and readers have set whether they hit.
    fn behind(&mut self, other: &mut Other<'_>, hits: &[Term]) -> Result<(), Unproved> {
        let all = self.all;
        let mut hits = hits.iter();
        let versions = self.contents.versions();
        for (place, group) in all.followed.groups.iter().enumerate() {
            let whole = |object| Bytes { object, start: 0, count: group.element };
            for (number, element) in group.elements.iter().enumerate() {
                let at = self.places[place][number];
                let held = self.contents.at(&mut self.terms, place, versions[place], at);
                let here = other.objects.read(&mut self.terms, whole(element.contents));
                let same = self.terms.eq(here, held);
                self.claim("a followed element holds the same", same);
                let before = *hits.next().ok_or_else(odd)?;
                let wanted = self.hit(place, at, element.reader)?.unwrap_or(before);
                let hit = other.objects.read(&mut self.terms, byte(element.hit));
                let hit = self.low_bit(hit);
                let same = self.terms.eq(hit, wanted);
                self.claim("it is known whether an element was read last", same);
            }
            let mut recent: Vec<(Term, Term)> = vec![];
            for element in &group.recent {
                let known = other.objects.read(&mut self.terms, byte(element.known));
                let offset = self.offset_of(element);
                let offset = other.objects.read(&mut self.terms, offset);
                for before in recent.clone() {
                    let apart = self.apart([before, (known, offset)]);
                    self.claim("elements that were accessed lately are different", apart);
                }
                recent.push((known, offset));
                let known = self.low_bit(known);
                let beginning = self.beside(group.objects[0], offset);
                let held = self.contents.at(&mut self.terms, place, versions[place], beginning);
                let here = other.objects.read(&mut self.terms, whole(element.contents));
                let unknown = self.terms.not(known);
                let same = self.terms.eq(here, held);
                let holds = self.terms.or(unknown, same);
                self.claim("an element that was accessed lately holds the same", holds);
            }
        }
        Ok(())
    }

    /// Whether the reader of an element finds it in this block, if it is executed.
    fn hit(&mut self, group: usize, at: Term, reader: Reader) -> Result<Option<Term>, Unproved> {
        if reader.block != self.block {
            return Ok(None);
        }
        let Some((filled, number)) = reader.fills else {
            let read = self.read.get(&reader.at).copied();
            return match read {
                Some(read) if read.group != group => Err(odd()),
                Some(read) => Ok(Some(self.terms.eq(read.beginning, at))),
                None => Ok(None),
            };
        };
        let Some(copied) = self.copied.get(&reader.at).copied() else { return Ok(None) };
        let Some((from, source)) = copied.origin else { return Ok(None) };
        if source != group {
            return Err(odd());
        }
        let place = self.place(filled, number)?;
        let element = self.all.followed.groups[filled].element;
        let mut whole = self.terms.bool(true);
        for byte in [0, element - 1] {
            let covered = is_covered(&mut self.terms, (place, byte), (copied.to, copied.size));
            whole = self.terms.and(whole, covered);
        }
        let apart = self.terms.app(Op::Sub, &[place, copied.to]);
        let there = self.terms.app(Op::Add, &[from, apart]);
        let here = self.terms.eq(there, at);
        let part = self.terms.not(whole);
        Ok(Some(self.terms.or(part, here)))
    }
}

fn byte(object: ObjectId) -> Bytes {
    Bytes { object, start: 0, count: 1 }
}
