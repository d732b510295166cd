//! Blocks of bytes of variable length: filled, copied and searched, byte by byte.

use super::Step;
use crate::bv::{Op, Term, Value};
use crate::certify::memory::Unproved;
use crate::program::{Bytes, Operand};
use crate::support::limits;

impl Step<'_, '_> {
    /// For each byte that a block may begin at: how many there are from there on to the end of the
    /// object, and whether it begins there. A block without bytes begins anywhere.
    fn blocks(
        &mut self,
        at: &Operand,
        size: Term,
        write: bool,
    ) -> Result<Vec<(Bytes, Term)>, Unproved> {
        let zero = self.terms.number(self.objects.width(), 0);
        let nothing = self.terms.eq(size, zero);
        let (address, possible) = self.known(at)?;
        self.not_oversized(address, &possible);
        let mut all = vec![];
        for place in self.steps.facts.places(at, 0, write)? {
            let offset = Value::new(self.objects.width(), place.start.into());
            let there = Op::Add.apply(&[&self.source.memory.base(place.object), &offset]);
            let there = self.terms.constant(&there);
            let here = self.terms.eq(address, there);
            let count = self.source.memory.objects[place.object].size - place.start;
            let longest = self.terms.number(self.objects.width(), count);
            let fits = self.terms.app(Op::Ule, &[size, longest]);
            let hit = self.terms.and(here, fits);
            all.push((Bytes { count, ..place }, hit));
        }
        let bytes: u64 = all.iter().map(|it| it.0.count).sum();
        if bytes > limits::VALIDATED_PLACES as u64 {
            return Err(Unproved::because("a block may be at very many places"));
        }
        let hits: Vec<Term> = all.iter().map(|hit| hit.1).collect();
        let one = self.terms.some(&hits);
        let ok = self.terms.or(nothing, one);
        self.assume(ok);
        Ok(all)
    }

    /// Whether a block has more than so many bytes.
    fn is_longer(&mut self, size: Term, than: u64) -> Term {
        let than = self.terms.number(self.objects.width(), than);
        self.terms.app(Op::Ult, &[than, size])
    }

    pub(super) fn fill_bytes(
        &mut self,
        to: &Operand,
        byte: &Operand,
        size: &Operand,
    ) -> Result<(), Unproved> {
        let (byte, size) = (self.operand(byte)?, self.known(size)?.0);
        for (block, hit) in self.blocks(to, size, true)? {
            for index in 0..block.count {
                let covered = self.is_longer(size, index);
                let hit = self.terms.and(hit, covered);
                let at = Bytes { start: block.start + index, count: 1, ..block };
                self.objects.set_if(&mut self.terms, hit, at, byte);
            }
        }
        Ok(())
    }

    /// The first `most` bytes of a block, as far as it has them.
    fn block(&mut self, at: &Operand, size: Term, most: u64) -> Result<Vec<Term>, Unproved> {
        let blocks = self.blocks(at, size, false)?;
        let mut bytes = vec![];
        for index in 0..most {
            let mut byte = self.terms.number(8, 0);
            for &(block, hit) in blocks.iter().filter(|it| it.0.count > index) {
                let at = Bytes { start: block.start + index, count: 1, ..block };
                let here = self.objects.read(&mut self.terms, at);
                byte = self.terms.ite(hit, here, byte);
            }
            bytes.push(byte);
        }
        Ok(bytes)
    }

    fn longest(&self, at: &Operand, write: bool) -> Result<u64, Unproved> {
        let places = self.steps.facts.places(at, 0, write)?.into_iter();
        let left = |it: Bytes| self.source.memory.objects[it.object].size - it.start;
        Ok(places.map(left).max().unwrap_or(0))
    }

    pub(super) fn copy_bytes(
        &mut self,
        to: &Operand,
        from: &Operand,
        size: &Operand,
    ) -> Result<(), Unproved> {
        let size = self.known(size)?.0;
        let most = self.longest(to, true)?.min(self.longest(from, false)?);
        // All is read before anything is written.
        let bytes = self.block(from, size, most)?;
        for (block, hit) in self.blocks(to, size, true)? {
            for (index, &byte) in (0..block.count).zip(&bytes) {
                let covered = self.is_longer(size, index);
                let hit = self.terms.and(hit, covered);
                let at = Bytes { start: block.start + index, count: 1, ..block };
                self.objects.set_if(&mut self.terms, hit, at, byte);
            }
        }
        Ok(())
    }

    /// The first of these that holds within the size (or the last), else the size.
    fn index(&mut self, found: &[Term], size: Term, last: bool) -> Term {
        let mut result = size;
        let mut places: Vec<usize> = (0..found.len()).collect();
        if !last {
            places.reverse();
        }
        for index in places {
            let covered = self.is_longer(size, index as u64);
            let here = self.terms.and(covered, found[index]);
            let index = self.terms.number(self.objects.width(), index as u64);
            result = self.terms.ite(here, index, result);
        }
        result
    }

    pub(super) fn find(
        &mut self,
        at: &Operand,
        byte: &Operand,
        size: &Operand,
        last: bool,
    ) -> Result<Term, Unproved> {
        let (byte, size) = (self.operand(byte)?, self.known(size)?.0);
        let most = self.longest(at, false)?;
        let bytes = self.block(at, size, most)?;
        let found: Vec<Term> = bytes.into_iter().map(|it| self.terms.eq(it, byte)).collect();
        Ok(self.index(&found, size, last))
    }

    pub(super) fn mismatch(
        &mut self,
        one: &Operand,
        other: &Operand,
        size: &Operand,
    ) -> Result<Term, Unproved> {
        let size = self.known(size)?.0;
        let most = self.longest(one, false)?.min(self.longest(other, false)?);
        let one = self.block(one, size, most)?;
        let other = self.block(other, size, most)?;
        let mut found = vec![];
        for (a, b) in one.into_iter().zip(other) {
            let same = self.terms.eq(a, b);
            found.push(self.terms.not(same));
        }
        Ok(self.index(&found, size, false))
    }
}
