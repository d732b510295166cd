//! What the source does in a block: what becomes of the groups, and what it does besides.

use super::contents::{Update, behind};
use super::{Accessed, Copied, Following, Outside, Walk, odd};
use crate::bv::{Op, Term, Value};
use crate::certify::memory::Unproved;
use crate::program::{Initial, Instr, MemoryInstr, MemoryOp, ObjectId, Operand, Program, ValueId};
use crate::support::limits;

/// How an address meets a group.
#[derive(Clone, Copy)]
enum Meets {
    /// The bytes from this offset on within one element.
    Within { group: usize, offset: u64 },
    /// Any bytes.
    Block { group: usize },
}

/// A search for a byte.
struct Search {
    from: Term,
    byte: Term,
    size: Term,
    result: Term,
    last: bool,
}

impl<'a> Walk<'a> {
    /// Walks the block in the source.
    pub(super) fn source(&mut self) -> Result<(), Unproved> {
        let source: &'a Program = self.all.source;
        for (at, instr) in source.blocks[self.block].instrs.iter().enumerate() {
            self.versions.push(self.contents.versions());
            match instr {
                Instr::Assign { dest, op, args, .. } => {
                    let args: Vec<Term> = args.iter().map(|arg| self.operand(arg)).collect();
                    let result = self.terms.app(*op, &args);
                    self.values.insert(*dest, result);
                    self.assigned.insert(*dest, instr);
                }
                Instr::Input { .. } => self.outside.push(Outside::Same(instr)),
                Instr::Bind { .. } => {}
                Instr::Memory(memory) => {
                    if self.memory(at, memory)? {
                        self.rewritten.extend(memory.dest);
                    } else {
                        self.outside.push(Outside::Same(instr));
                    }
                }
            }
            if self.terms.store.len() > limits::VALIDATED_TERMS {
                return Err(Unproved::because("a block does too much with memory"));
            }
        }
        self.versions.push(self.contents.versions());
        Ok(())
    }

    /// Walks an operation; whether the other program does not do the same.
    fn memory(&mut self, at: usize, instr: &'a MemoryInstr) -> Result<bool, Unproved> {
        match instr.op {
            MemoryOp::Load => {
                let [from] = operands(instr)?;
                let dest = instr.dest.ok_or_else(odd)?;
                let count = u64::from(self.all.source.values[dest].width() / 8);
                let Some(meets) = self.meets(from, count)? else { return Ok(false) };
                let word = self.read(at, from, meets, count)?;
                self.values.insert(dest, word);
                Ok(true)
            }
            MemoryOp::Store => {
                let [to, value] = operands(instr)?;
                let count = u64::from(self.all.source.width(value) / 8);
                let Some(meets) = self.meets(to, count)? else { return Ok(false) };
                self.is_number(value)?;
                let word = self.operand(value);
                self.write(at, to, meets, word)?;
                Ok(true)
            }
            MemoryOp::Fill(0) | MemoryOp::Copy(0) => Ok(false),
            MemoryOp::Fill(count) => self.fill_bytes(at, instr, count),
            MemoryOp::FillBytes => {
                let [to, byte, size] = operands(instr)?;
                let Some(group) = self.group(to)? else { return Ok(false) };
                let size = self.operand(size);
                self.fill(to, byte, size, group);
                Ok(true)
            }
            MemoryOp::Copy(count) => {
                let [to, from] = operands(instr)?;
                self.copy(at, to, from, count)
            }
            MemoryOp::CopyBytes => {
                let [to, from, size] = operands(instr)?;
                match (self.group(to)?, self.group(from)?) {
                    (None, None) => Ok(false),
                    (None, Some(_)) => Err(odd()),
                    (Some(group), _) => {
                        let size = self.operand(size);
                        self.copy_block(at, (to, from), size, group)?;
                        Ok(true)
                    }
                }
            }
            MemoryOp::Find { last } => self.search(at, instr, last),
            MemoryOp::Mismatch => self.mismatch(at, instr),
            MemoryOp::Start(object) => {
                let zeroed = match &self.all.source.memory.objects[object].initial {
                    Initial::Known(pieces) => pieces.is_empty(),
                    Initial::Arbitrary => false,
                };
                let start = self.base(object);
                self.begin(&[object], start, zeroed);
                Ok(false)
            }
            MemoryOp::Allocate { site, zeroed } => {
                let dest = instr.dest.ok_or_else(odd)?;
                self.allocate(&self.all.source.memory.sites[site].instances, dest, zeroed);
                Ok(false)
            }
            MemoryOp::Address(object) => {
                let base = self.base(object);
                self.values.extend(instr.dest.map(|dest| (dest, base)));
                Ok(false)
            }
            // Nothing of contents.
            MemoryOp::Valid { .. }
            | MemoryOp::Aligned(_)
            | MemoryOp::Freeable
            | MemoryOp::End(_)
            | MemoryOp::Available(_)
            | MemoryOp::Free
            | MemoryOp::Release
            | MemoryOp::Leaked
            | MemoryOp::Overlap
            | MemoryOp::Room
            | MemoryOp::Offset => Ok(false),
            MemoryOp::Retire { .. }
            | MemoryOp::Lost
            | MemoryOp::Written(_)
            | MemoryOp::WrittenBytes
            | MemoryOp::Havoc { .. } => {
                Err(Unproved::because(format!("'{}' has no rule here", instr.op.name())))
            }
        }
    }

    /// Walks a filling of so many bytes; whether the other program does not do the same.
    fn fill_bytes(&mut self, at: usize, instr: &MemoryInstr, count: u64) -> Result<bool, Unproved> {
        let [to, byte] = operands(instr)?;
        let Some(meets) = self.meets(to, count)? else { return Ok(false) };
        match meets {
            Meets::Within { .. } => {
                let byte = self.operand(byte);
                let all = (0..count).map(|_| byte).collect();
                let word = self.terms.joined(all).ok_or_else(odd)?;
                self.write(at, to, meets, word)?;
            }
            Meets::Block { group } => {
                let size = self.terms.number(self.pointer(), count);
                self.fill(to, byte, size, group);
            }
        }
        Ok(true)
    }

    /// Likewise a search for a byte.
    fn search(&mut self, at: usize, instr: &MemoryInstr, last: bool) -> Result<bool, Unproved> {
        let [from, byte, size] = operands(instr)?;
        let Some(group) = self.group(from)? else { return Ok(false) };
        let dest = instr.dest.ok_or_else(odd)?;
        let result = self.operand(&Operand::Value(dest));
        let [from, byte, size] = [from, byte, size].map(|it| self.operand(it));
        self.is_found(size, result, group);
        self.find(&Search { from, byte, size, result, last }, group);
        self.found.insert(at, result);
        Ok(true)
    }

    /// Likewise a comparison of two blocks.
    fn mismatch(&mut self, at: usize, instr: &MemoryInstr) -> Result<bool, Unproved> {
        let [one, other, size] = operands(instr)?;
        let Some(group) = self.group(one)?.or(self.group(other)?) else { return Ok(false) };
        let dest = instr.dest.ok_or_else(odd)?;
        let result = self.operand(&Operand::Value(dest));
        let size = self.operand(size);
        self.is_found(size, result, group);
        self.found.insert(at, result);
        Ok(true)
    }

    /// An allocation: it gives the address of one of the instances, which begins to live.
    fn allocate(&mut self, instances: &[ObjectId], dest: ValueId, zeroed: bool) {
        let made = self.operand(&Operand::Value(dest));
        let mut some = self.terms.bool(false);
        for &instance in instances {
            let base = self.base(instance);
            let here = self.terms.eq(made, base);
            some = self.terms.or(some, here);
        }
        self.assume(some);
        self.begin(instances, made, zeroed);
    }

    /// Groups hold no addresses: what is stored in one is none.
    fn is_number(&self, value: &Operand) -> Result<(), Unproved> {
        if self.all.facts.of(value).objects.is_empty() { Ok(()) } else { Err(odd()) }
    }

    /// Likewise what is copied to one.
    fn holds_numbers(&self, from: &Operand) -> Result<(), Unproved> {
        let facts = self.all.facts;
        let all = facts.of(from).objects.into_iter();
        let holds = all.into_iter().any(|(object, _)| !facts.holds_no_address(object));
        if holds { Err(odd()) } else { Ok(()) }
    }

    /// The group that an address is into, if it is into one: then it is into nothing else with
    /// contents.
    fn group(&self, operand: &Operand) -> Result<Option<usize>, Unproved> {
        let Following { followed, facts, shape, .. } = self.all;
        let memory = &followed.program.memory;
        let objects = facts.of(operand).objects.into_iter().map(|it| it.0);
        let mut groups = objects.filter(|&it| memory.has_contents(it)).map(|it| shape.group(it));
        let Some(first) = groups.next() else { return Ok(None) };
        if groups.all(|group| group == first) { Ok(first) } else { Err(odd()) }
    }

    /// How an access of so many bytes meets a group, if it does.
    fn meets(&self, operand: &Operand, count: u64) -> Result<Option<Meets>, Unproved> {
        let Some(group) = self.group(operand)? else { return Ok(None) };
        let element = self.all.followed.groups[group].element;
        let within = self
            .all
            .offset(operand, group)
            .filter(|&offset| offset.checked_add(count).is_some_and(|end| end <= element));
        Ok(Some(match within {
            Some(offset) => Meets::Within { group, offset },
            None => Meets::Block { group },
        }))
    }

    /// Where the element begins that an address is so many bytes into.
    fn beginning(&mut self, operand: &Operand, offset: u64) -> Term {
        let (address, offset) = (self.operand(operand), self.terms.number(self.pointer(), offset));
        match self.terms.store.as_const(offset).is_some_and(Value::is_zero) {
            true => address,
            false => self.terms.app(Op::Sub, &[address, offset]),
        }
    }

    /// Another place that a later search may be asked about.
    fn ask(&mut self, group: usize, beginning: Term) {
        let yes = self.terms.bool(true);
        self.asked[group].push((beginning, yes));
    }

    fn now(&mut self, group: usize, place: Term) -> Term {
        let version = self.contents.versions()[group];
        self.contents.at(&mut self.terms, group, version, place)
    }

    fn read(
        &mut self,
        at: usize,
        from: &Operand,
        meets: Meets,
        count: u64,
    ) -> Result<Term, Unproved> {
        let Meets::Within { group, offset } = meets else { return Err(odd()) };
        let beginning = self.beginning(from, offset);
        self.read.insert(at, Accessed { group, beginning });
        self.ask(group, beginning);
        let word = self.now(group, beginning);
        Ok(self.terms.bytes(word, offset, count))
    }

    fn write(&mut self, at: usize, to: &Operand, meets: Meets, word: Term) -> Result<(), Unproved> {
        let Meets::Within { group, offset } = meets else { return Err(odd()) };
        let beginning = self.beginning(to, offset);
        self.written.insert(at, Accessed { group, beginning });
        self.ask(group, beginning);
        self.contents.update(group, Update::Store { at: beginning, low: offset, word });
        Ok(())
    }

    /// A block that is accessed is no larger than the objects.
    fn fits(&mut self, size: Term, group: usize) {
        let largest = self.all.largest(group);
        let largest = self.terms.number(self.pointer(), largest);
        let fits = self.terms.app(Op::Ule, &[size, largest]);
        self.assume(fits);
    }

    fn fill(&mut self, to: &Operand, byte: &Operand, size: Term, group: usize) {
        self.fits(size, group);
        let (to, byte) = (self.operand(to), self.operand(byte));
        self.contents.update(group, Update::Fill { to, byte, size });
    }

    /// A copy of so many bytes; whether the other program does not do the same.
    fn copy(
        &mut self,
        at: usize,
        to: &'a Operand,
        from: &'a Operand,
        count: u64,
    ) -> Result<bool, Unproved> {
        let (target, origin) = (self.meets(to, count)?, self.meets(from, count)?);
        if let Some(Meets::Block { group }) = target {
            let size = self.terms.number(self.pointer(), count);
            self.copy_block(at, (to, from), size, group)?;
            return Ok(true);
        }
        if target.is_none() && origin.is_none() {
            return Ok(false);
        }
        let word = match origin {
            Some(origin) => self.read(at, from, origin, count)?,
            None => {
                self.holds_numbers(from)?;
                let width = u32::try_from(count * 8).map_err(|_| odd())?;
                let word = self.terms.any("copied", width);
                self.outside.push(Outside::Read { from, word });
                word
            }
        };
        match target {
            Some(target) => self.write(at, to, target, word)?,
            None => self.outside.push(Outside::Write { to, word }),
        }
        Ok(true)
    }

    fn copy_block(
        &mut self,
        at: usize,
        (to, from): (&Operand, &Operand),
        size: Term,
        group: usize,
    ) -> Result<(), Unproved> {
        self.fits(size, group);
        self.holds_numbers(from)?;
        let source = self.group(from)?;
        let groups = &self.all.followed.groups;
        let element = groups[group].element;
        let source = source.filter(|&source| {
            groups[source].element == element
                && self.all.offset(to, group) == Some(0)
                && self.all.offset(from, source) == Some(0)
        });
        let (to, from) = (self.operand(to), self.operand(from));
        let origin = source.map(|source| (from, source));
        self.copied.insert(at, Copied { to, size, origin });
        let versions = self.contents.versions();
        let origin = source.map(|source| (from, source, versions[source]));
        self.contents.update(group, Update::Copy { to, size, origin });
        Ok(())
    }

    /// One of these objects begins to live, at an address.
    fn begin(&mut self, objects: &[ObjectId], start: Term, zeroed: bool) {
        for (place, group) in self.all.followed.groups.iter().enumerate() {
            if group.objects.iter().any(|object| objects.contains(object)) {
                let size = self.all.spoken_of(place);
                self.contents.update(place, Update::Begin { start, size, zeroed });
            }
        }
    }

    /// The result of a search is at most the size.
    fn is_found(&mut self, size: Term, result: Term, group: usize) {
        self.fits(size, group);
        let inside = self.terms.app(Op::Ule, &[result, size]);
        self.assume(inside);
    }

    /// What the result of a search says of the elements that are asked for.
    fn find(&mut self, search: &Search, group: usize) {
        let Search { from, byte, size, result, last } = *search;
        let some = self.terms.app(Op::Ult, &[result, size]);
        for (place, counts) in self.asked[group].clone() {
            let word = self.now(group, place);
            for index in 0..self.all.followed.groups[group].element {
                let held = self.terms.bytes(word, index, 1);
                let same = self.terms.eq(held, byte);
                let offset = behind(&mut self.terms, (place, index), from);
                let inside = self.terms.app(Op::Ult, &[offset, size]);
                let is_passed = if last {
                    let after = self.terms.app(Op::Ult, &[result, offset]);
                    let none = self.terms.not(some);
                    self.terms.or(after, none)
                } else {
                    self.terms.app(Op::Ult, &[offset, result])
                };
                let here = self.terms.eq(offset, result);
                let other = self.terms.not(same);
                let passed = self.terms.all(&[counts, inside, is_passed, same]);
                let differs = self.terms.all(&[counts, inside, here, other]);
                let wrong = self.terms.or(passed, differs);
                let right = self.terms.not(wrong);
                self.assume(right);
            }
        }
    }
}

/// The operands of an operation.
pub(super) fn operands<const N: usize>(instr: &MemoryInstr) -> Result<&[Operand; N], Unproved> {
    instr.args[..].try_into().map_err(|_| odd())
}
