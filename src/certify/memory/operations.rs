//! What operations on memory mean, in terms: as the interpreter has it (`program/interp/memory.rs`),
//! but an address is followed only into the objects that it may belong to. What is not defined ends
//! what must be shown ([`Step::assume`]).

mod blocks;

use super::Unproved;
use super::step::Step;
use crate::bv::{Op, Term, Value};
use crate::program::{
    AllocationSiteId, Bytes, MemoryInstr, MemoryOp, ObjectId, Operand, Possible, Progression,
    Storage,
};
use crate::support::limits;

/// A place that an access may be to, with the condition under which it is.
type Hit = (Bytes, Term);

impl Step<'_, '_> {
    /// Walks an operation.
    ///
    /// # Errors
    /// If it has no rule here.
    #[expect(clippy::too_many_lines, reason = "an arm for each operation, with its operands")]
    pub fn memory(&mut self, instr: &MemoryInstr) -> Result<(), Unproved> {
        let result = match instr.op {
            MemoryOp::Address(object) => {
                let base = self.source.memory.base(object);
                Some(self.terms.constant(&base))
            }
            MemoryOp::Load => {
                let [from] = Self::operands(instr)?;
                let width = instr.dest.map_or(8, |dest| self.source.values[dest].width());
                let hits = self.hits(from, u64::from(width / 8), false)?;
                Some(self.read(&hits, width))
            }
            MemoryOp::Store => {
                let [to, value] = Self::operands(instr)?;
                let count = u64::from(self.source.width(value) / 8);
                let word = self.operand(value)?;
                let hits = self.hits(to, count, true)?;
                self.write(&hits, word);
                None
            }
            MemoryOp::Fill(count) => {
                let [to, byte] = Self::operands(instr)?;
                self.fill(to, byte, count)?;
                None
            }
            MemoryOp::Copy(count) => {
                let [to, from] = Self::operands(instr)?;
                if count > limits::VALIDATED_PLACES as u64 {
                    return Err(Unproved::because("very large objects are copied"));
                }
                if count > 0 {
                    let hits = self.hits(from, count, false)?;
                    let word = self.read(&hits, super::objects::bits(count));
                    let hits = self.hits(to, count, true)?;
                    self.write(&hits, word);
                }
                None
            }
            MemoryOp::FillBytes => {
                let [to, byte, size] = Self::operands(instr)?;
                self.fill_bytes(to, byte, size)?;
                None
            }
            MemoryOp::CopyBytes => {
                let [to, from, size] = Self::operands(instr)?;
                self.copy_bytes(to, from, size)?;
                None
            }
            MemoryOp::Find { last } => {
                let [at, byte, size] = Self::operands(instr)?;
                Some(self.find(at, byte, size, last)?)
            }
            MemoryOp::Mismatch => {
                let [one, other, size] = Self::operands(instr)?;
                Some(self.mismatch(one, other, size)?)
            }
            MemoryOp::Valid { write } => {
                let [at, size] = Self::operands(instr)?;
                Some(self.valid(at, size, write)?)
            }
            MemoryOp::Aligned(bytes) => {
                let [at] = Self::operands(instr)?;
                Some(self.aligned(at, bytes)?)
            }
            MemoryOp::Freeable => {
                let [at] = Self::operands(instr)?;
                let (address, ends) = self.starts(at, Storage::Heap)?;
                let null = self.is_null(address);
                let mut some = null;
                for (object, here) in ends {
                    let lives = self.objects.lives(&mut self.terms, object);
                    let ok = self.terms.and(here, lives);
                    some = self.terms.or(some, ok);
                }
                Some(some)
            }
            MemoryOp::Start(object) => {
                let yes = self.terms.bool(true);
                self.objects.set_lives(object, yes);
                self.objects.begin(object);
                for (at, word) in self.given()? {
                    if at.object == object && self.is_arbitrary(object) {
                        self.objects.set(&mut self.terms, at, word);
                    }
                }
                None
            }
            MemoryOp::End(object) => {
                let no = self.terms.bool(false);
                self.objects.set_lives(object, no);
                None
            }
            MemoryOp::Available(site) => {
                let used = self.objects.used(&mut self.terms, site);
                let all = self.count(site, used);
                Some(self.terms.app(Op::Ult, &[used, all]))
            }
            MemoryOp::Allocate { site, zeroed } => {
                let [size] = Self::operands(instr)?;
                Some(self.allocate(site, size, zeroed)?)
            }
            MemoryOp::Free | MemoryOp::Release => {
                let [at] = Self::operands(instr)?;
                let is_heap = instr.op == MemoryOp::Free;
                self.free(at, if is_heap { Storage::Heap } else { Storage::Stack })?;
                None
            }
            MemoryOp::Leaked => Some(self.leaked()),
            MemoryOp::Overlap => {
                let [p, n, q, m] = Self::operands(instr)?;
                Some(self.overlap((p, n), (q, m))?)
            }
            MemoryOp::Room => {
                let [at] = Self::operands(instr)?;
                Some(
                    self.within(at, |this, offset, size| this.terms.app(Op::Sub, &[size, offset]))?,
                )
            }
            MemoryOp::Offset => {
                let [at] = Self::operands(instr)?;
                Some(self.within(at, |_, offset, _| offset)?)
            }
            MemoryOp::Retire { .. }
            | MemoryOp::Lost
            | MemoryOp::Written(_)
            | MemoryOp::WrittenBytes
            | MemoryOp::Havoc { .. } => {
                return Err(Unproved::because(format!("'{}' has no rule here", instr.op.name())));
            }
        };
        match (instr.dest, result) {
            (Some(dest), Some(result)) => self.define(dest, result, instr.op.name()),
            _ => Ok(()),
        }
    }

    fn is_arbitrary(&self, object: ObjectId) -> bool {
        self.source.memory.objects[object].initial == crate::program::Initial::Arbitrary
    }

    /// The places that an access may be to; one of them is meant.
    fn hits(&mut self, at: &Operand, count: u64, write: bool) -> Result<Vec<Hit>, Unproved> {
        let (address, possible) = self.known(at)?;
        self.not_oversized(address, &possible);
        let places = self.steps.facts.places(at, count, write)?;
        let mut hits = vec![];
        for place in places {
            let offset = Value::new(self.objects.width(), place.start.into());
            let there = Op::Add.apply(&[&self.source.memory.base(place.object), &offset]);
            let there = self.terms.constant(&there);
            hits.push((place, self.terms.eq(address, there)));
        }
        let mut one = self.terms.bool(false);
        for &(place, hit) in &hits {
            let lives = self.objects.lives(&mut self.terms, place.object);
            let size = self.objects.size(&mut self.terms, place.object);
            let end = self.terms.number(self.objects.width(), place.start + place.count);
            let fits = self.terms.app(Op::Ule, &[end, size]);
            let valid = self.terms.all(&[hit, lives, fits]);
            one = self.terms.or(one, valid);
        }
        self.assume(one);
        if let [(_, hit)] = &mut hits[..] {
            *hit = self.terms.bool(true);
        }
        Ok(hits)
    }

    /// Runs of the other program have ended where an object is accessed that is not modelled.
    fn not_oversized(&mut self, address: Term, possible: &Possible) {
        for &object in &self.steps.facts.claims.oversized {
            if possible.objects.iter().any(|it| it.0 == object) {
                let here = self.is_into(address, object);
                let other = self.terms.not(here);
                self.claim("nothing that is not modelled is accessed", other);
            }
        }
    }

    fn read(&mut self, hits: &[Hit], width: u32) -> Term {
        let Some((&(last, _), others)) = hits.split_last() else {
            return self.terms.any("nothing", width);
        };
        let mut word = self.objects.read(&mut self.terms, last);
        for &(place, hit) in others.iter().rev() {
            let here = self.objects.read(&mut self.terms, place);
            word = self.terms.ite(hit, here, word);
        }
        word
    }

    fn write(&mut self, hits: &[Hit], word: Term) {
        for &(place, hit) in hits {
            self.objects.set_if(&mut self.terms, hit, place, word);
        }
    }

    fn fill(&mut self, to: &Operand, byte: &Operand, count: u64) -> Result<(), Unproved> {
        if count == 0 {
            return Ok(());
        }
        if count > limits::VALIDATED_PLACES as u64 {
            return Err(Unproved::because("very large objects are filled"));
        }
        let byte = self.operand(byte)?;
        let hits = self.hits(to, count, true)?;
        let word = self.repeated(byte, count);
        self.write(&hits, word);
        Ok(())
    }

    fn repeated(&mut self, byte: Term, count: u64) -> Term {
        if count == 1 {
            return byte;
        }
        let half = self.repeated(byte, count / 2);
        let both = self.terms.app(Op::Concat, &[half, half]);
        if count % 2 == 1 { self.terms.app(Op::Concat, &[byte, both]) } else { both }
    }

    /// The bytes from the start of an object on to an address.
    fn offset(&mut self, address: Term, object: ObjectId) -> Term {
        let base = self.terms.constant(&self.source.memory.base(object));
        self.terms.app(Op::Sub, &[address, base])
    }

    fn is_null(&mut self, address: Term) -> Term {
        let null = self.terms.number(self.objects.width(), 0);
        self.terms.eq(address, null)
    }

    fn valid(&mut self, at: &Operand, size: &Operand, write: bool) -> Result<Term, Unproved> {
        let ((address, possible), size) = (self.known(at)?, self.known(size)?.0);
        let memory = &self.source.memory;
        let zero = self.terms.number(self.objects.width(), 0);
        let mut some = self.terms.eq(size, zero);
        for &(object, _) in &possible.objects {
            if !memory.has_contents(object) || write && !memory.objects[object].writable {
                continue;
            }
            let whole = self.objects.size(&mut self.terms, object);
            let offset = self.offset(address, object);
            let fits = self.terms.app(Op::Ule, &[size, whole]);
            let room = self.terms.app(Op::Sub, &[whole, size]);
            let inside = self.terms.app(Op::Ule, &[offset, room]);
            let lives = self.objects.lives(&mut self.terms, object);
            let ok = self.terms.all(&[fits, inside, lives]);
            some = self.terms.or(some, ok);
        }
        Ok(some)
    }

    fn aligned(&mut self, at: &Operand, bytes: u64) -> Result<Term, Unproved> {
        let (address, possible) = self.known(at)?;
        let mut aligned = self.terms.bool(true);
        if bytes > 1 {
            let bits = bytes.trailing_zeros();
            let low = self.terms.app(Op::Extract { high: bits - 1, low: 0 }, &[address]);
            let zero = self.terms.number(bits, 0);
            aligned = self.terms.eq(low, zero);
        }
        for &(object, _) in &possible.objects {
            if self.source.memory.objects[object].align < bytes {
                let here = self.is_into(address, object);
                let other = self.terms.not(here);
                aligned = self.terms.and(aligned, other);
            }
        }
        Ok(aligned)
    }

    /// The objects of a storage that an address may be the start of, and whether it is.
    fn starts(
        &mut self,
        at: &Operand,
        storage: Storage,
    ) -> Result<(Term, Vec<(ObjectId, Term)>), Unproved> {
        let (address, possible) = self.known(at)?;
        let mut all = vec![];
        for &(object, offsets) in &possible.objects {
            let begins = offsets.includes(&Progression::constant(0));
            if begins && self.source.memory.objects[object].storage == storage {
                let base = self.terms.constant(&self.source.memory.base(object));
                all.push((object, self.terms.eq(address, base)));
            }
        }
        Ok((address, all))
    }

    fn free(&mut self, at: &Operand, storage: Storage) -> Result<(), Unproved> {
        let (address, starts) = self.starts(at, storage)?;
        let mut one = self.is_null(address);
        let no = self.terms.bool(false);
        for &(_, here) in &starts {
            one = self.terms.or(one, here);
        }
        self.assume(one);
        for (object, here) in starts {
            let lives = self.objects.lives(&mut self.terms, object);
            let lives = self.terms.ite(here, no, lives);
            self.objects.set_lives(object, lives);
        }
        Ok(())
    }

    /// How many instances a site has, as wide as this.
    fn count(&mut self, site: AllocationSiteId, used: Term) -> Term {
        let count = self.source.memory.sites[site].instances.len() as u64;
        let width = self.terms.store.width(used);
        self.terms.number(width, count)
    }

    fn allocate(
        &mut self,
        site: AllocationSiteId,
        size: &Operand,
        zeroed: bool,
    ) -> Result<Term, Unproved> {
        let size = self.known(size)?.0;
        let used = self.objects.used(&mut self.terms, site);
        let count = self.count(site, used);
        let is_left = self.terms.app(Op::Ult, &[used, count]);
        self.assume(is_left);
        let given = self.given()?;
        let mut address = self.terms.number(self.objects.width(), 0);
        let instances = self.source.memory.sites[site].instances.clone();
        let width = self.terms.store.width(used);
        for (index, object) in instances.into_iter().enumerate() {
            let index = self.terms.number(width, index as u64);
            let hit = self.terms.eq(used, index);
            let largest = self.source.memory.objects[object].size;
            let most = self.terms.number(self.objects.width(), largest);
            let fits = self.terms.app(Op::Ule, &[size, most]);
            let other = self.terms.not(hit);
            let ok = self.terms.or(other, fits);
            self.assume(ok);
            let yes = self.terms.bool(true);
            let lives = self.objects.lives(&mut self.terms, object);
            let lives = self.terms.ite(hit, yes, lives);
            self.objects.set_lives(object, lives);
            let old = self.objects.size(&mut self.terms, object);
            let new = self.terms.ite(hit, size, old);
            self.objects.set_size(object, new);
            // More than is told apart holds anything instead.
            let is_large = largest > limits::VALIDATED_PLACES as u64;
            if zeroed && is_large {
                self.objects.forget_if(&mut self.terms, hit, object);
            }
            if zeroed && largest > 0 && !is_large {
                let at = Bytes { object, start: 0, count: largest };
                let zero = Value::zero(super::objects::bits(largest));
                let zero = self.terms.constant(&zero);
                self.objects.set_if(&mut self.terms, hit, at, zero);
            }
            if !zeroed && self.steps.zeroed.contains(&site) {
                // Until now it was zero.
                self.objects.forget_if(&mut self.terms, hit, object);
            }
            // What else it holds is arbitrary: without an input, what stood there before, as no
            // instance is used twice.
            for &(at, word) in given.iter().filter(|it| it.0.object == object && !zeroed) {
                self.objects.set_if(&mut self.terms, hit, at, word);
            }
            let base = self.terms.constant(&self.source.memory.base(object));
            address = self.terms.ite(hit, base, address);
        }
        let one = self.terms.number(width, 1);
        let next = self.terms.app(Op::Add, &[used, one]);
        self.objects.set_used(site, next);
        Ok(address)
    }

    /// For each site whether an object of it lives.
    fn leaked(&mut self) -> Term {
        let mut sites = vec![];
        for site in self.source.memory.sites.iter() {
            let mut some = self.terms.bool(false);
            for &object in &site.instances {
                if self.source.memory.objects[object].storage == Storage::Heap {
                    let lives = self.objects.lives(&mut self.terms, object);
                    some = self.terms.or(some, lives);
                }
            }
            sites.push(some);
        }
        let all = self.terms.joined(sites);
        all.unwrap_or_else(|| self.terms.bool(false))
    }

    fn overlap(
        &mut self,
        (p, n): (&Operand, &Operand),
        (q, m): (&Operand, &Operand),
    ) -> Result<Term, Unproved> {
        let facts = &self.steps.facts;
        let exact = facts.keeps(p) && facts.keeps(q);
        let ((p, first), (q, second)) = (self.known(p)?, self.known(q)?);
        // A number with the bits of an address is none.
        let alike = match (first.number, second.number) {
            (None, None) => true,
            (Some(_), Some(_)) => false,
            _ => first.objects.iter().map(|it| it.0).eq(second.objects.iter().map(|it| it.0)),
        };
        if !exact || !alike {
            return Err(Unproved::because("places that may overlap may be numbers"));
        }
        let (n, m) = (self.known(n)?.0, self.known(m)?.0);
        let mut same = self.terms.bool(false);
        for &(object, _) in &first.objects {
            if second.objects.iter().any(|it| it.0 == object) {
                let (a, b) = (self.is_into(p, object), self.is_into(q, object));
                let both = self.terms.and(a, b);
                same = self.terms.or(same, both);
            }
        }
        let zero = self.terms.number(self.objects.width(), 0);
        let mut common = self.terms.bool(false);
        for (one, other, size) in [(p, q, n), (q, p, m)] {
            let apart = self.terms.app(Op::Sub, &[other, one]);
            let inside = self.terms.app(Op::Ult, &[apart, size]);
            common = self.terms.or(common, inside);
        }
        for size in [n, m] {
            let none = self.terms.eq(size, zero);
            let some = self.terms.not(none);
            common = self.terms.and(common, some);
        }
        Ok(self.terms.and(same, common))
    }

    /// What is made of an offset in the living object that an address is of, and the size of that.
    fn within(
        &mut self,
        at: &Operand,
        make: impl Fn(&mut Self, Term, Term) -> Term,
    ) -> Result<Term, Unproved> {
        let (address, possible) = self.known(at)?;
        let mut result = self.terms.number(self.objects.width(), 0);
        for &(object, _) in &possible.objects {
            let here = self.is_into(address, object);
            let lives = self.objects.lives(&mut self.terms, object);
            let size = self.objects.size(&mut self.terms, object);
            let offset = self.offset(address, object);
            let inside = self.terms.app(Op::Ule, &[offset, size]);
            let made = make(self, offset, size);
            let hit = self.terms.all(&[here, lives, inside]);
            result = self.terms.ite(hit, made, result);
        }
        Ok(result)
    }
}
