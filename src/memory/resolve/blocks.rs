//! Blocks of memory of variable length: filled, copied and searched in one step.
//!
//! What is written: each cell that may lie in the block, under the condition that it does;
//! cells have boundaries wherever a block may begin or end ([`super::layout`]). What is
//! read: the whole object as one number, shifted so that the block comes to its low end.
//! A shift costs about `n·log n` operations on single bits for `n` bytes, where a selection
//! for each byte would cost `n²`.

use super::{Address, Resolver, bit};
use crate::bv::{Op, Value};
use crate::memory::model::layout::{Cell, CellId};
use crate::memory::model::places::Extent;
use crate::memory::model::variables::cell_name;
use crate::memory::points_to::Site;
use crate::memory::points_to::numbers::bits_for;
use crate::memory::points_to::places::Place;
use crate::program::{InputKind, ObjectId, Operand};
use crate::support::{Fault, limits};

/// A cell that may lie in a block.
struct Covered {
    cell: CellId,
    extent: Extent,
    /// Offset of the block in the extent, of enough bits.
    begins: Operand,
    /// Whether the cell lies in the block.
    hit: Operand,
}

impl Resolver<'_> {
    /// Writes a byte to so many places.
    pub fn fill_bytes(&mut self, to: &Address, byte: &Operand, size: &Operand) {
        let all = self.covered(to, size);
        let told = all.len() <= limits::TOLD_PLACES;
        for Covered { cell, hit, .. } in all {
            let value = self.repeated(byte, self.layout.cells[cell].bytes);
            self.write_cell(cell, &hit, value, bit(true), told);
        }
    }

    /// Copies so many bytes, as if through a third place.
    pub fn copy_bytes(&mut self, to: &Address, from: &Address, size: &Operand) {
        let all = self.covered(to, size);
        let most = all.iter().map(|covered| covered.extent.bytes).max().unwrap_or(0);
        if most == 0 || self.layout.extents(self.program, &from.set, false).is_empty() {
            return;
        }
        let tracked = all.iter().any(|covered| self.variables.written(covered.cell).is_some());
        let bytes = self.block(from, most, Self::contents);
        let written = tracked.then(|| self.block(from, most, Self::written_bytes));
        // Everything is read before anything is written.
        let told = all.len() <= limits::TOLD_PLACES;
        let mut aligned: Vec<(ObjectId, Operand, Option<Operand>)> = Vec::new();
        for covered in all {
            let Covered { cell, extent, begins, hit } = covered;
            if aligned.last().is_none_or(|last| last.0 != extent.object) {
                let bytes = self.moved_up(&bytes, &begins, extent.bytes);
                let written = written.as_ref().map(|all| self.moved_up(all, &begins, extent.bytes));
                aligned.push((extent.object, bytes, written));
            }
            let (_, bytes, written) = aligned[aligned.len() - 1].clone();
            let Cell { start, bytes: length, .. } = self.layout.cells[cell];
            let part = bits_of(start - extent.start, length);
            let value = self.apply(part, &[bytes]);
            let written = match written {
                Some(all) => {
                    let all = self.apply(part, &[all]);
                    let ones = Operand::Const(Value::ones((length * 8) as u32));
                    self.apply(Op::Eq, &[all, ones])
                }
                None => bit(true),
            };
            self.write_cell(cell, &hit, value, written, told);
        }
    }

    /// How many bytes lie before the first, or the last, of so many that is this one.
    pub fn find(&mut self, from: &Address, byte: &Operand, size: &Operand, last: bool) -> Operand {
        let most = self.longest(&[from]);
        let block = self.block(from, most, Self::contents);
        let mut found = Vec::new();
        for at in 0..most {
            let here = self.apply(bits_of(at, 1), std::slice::from_ref(&block));
            found.push(self.apply(Op::Eq, &[here, byte.clone()]));
        }
        self.index(found, size, last)
    }

    /// How many bytes lie before the first in which so many differ.
    pub fn mismatch(&mut self, one: &Address, other: &Address, size: &Operand) -> Operand {
        let most = self.longest(&[one, other]);
        let (one, other) =
            (self.block(one, most, Self::contents), self.block(other, most, Self::contents));
        let mut found = Vec::new();
        for at in 0..most {
            let one = self.apply(bits_of(at, 1), std::slice::from_ref(&one));
            let other = self.apply(bits_of(at, 1), std::slice::from_ref(&other));
            let same = self.apply(Op::Eq, &[one, other]);
            found.push(self.apply(Op::Not, &[same]));
        }
        self.index(found, size, false)
    }

    /// Whether so many bytes were written.
    pub fn all_written(&mut self, from: &Address, size: &Operand) -> Operand {
        let most = self.longest(&[from]);
        let block = self.block(from, most, Self::written_bytes);
        let mut found = Vec::new();
        for at in 0..most {
            let low = (at * 8) as u32;
            let bit = Op::Extract { high: low, low };
            let written = self.apply(bit, std::slice::from_ref(&block));
            found.push(self.apply(Op::Not, &[written]));
        }
        let first = self.index(found, size, false);
        self.apply(Op::Eq, &[first, size.clone()])
    }

    /// What an undefined function can change at this call becomes arbitrary; of what an address
    /// may belong to only that.
    pub fn havoc(&mut self, call: Site, at: Option<&Address>) {
        let cells: Vec<CellId> = self
            .points_to
            .changed(call)
            .iter()
            .flat_map(|&object| {
                let size = self.memory().objects[object].size;
                self.layout.within(Place { object, offset: 0 }, size).to_vec()
            })
            .collect();
        let told = cells.len() <= limits::TOLD_PLACES;
        for cell in cells {
            let sort = self.layout.cells[cell].sort();
            let name = cell_name(self.memory(), &self.layout.cells[cell]);
            let what = format!("what an undefined function left in {name}");
            let value = self.writer.input(sort, InputKind::Left(what));
            let hit = match at {
                Some(at) => {
                    let base = self.memory().base(self.layout.cells[cell].object);
                    let object = self.object_number(&Operand::Const(base));
                    let meant = self.object_number(&at.operand);
                    self.apply(Op::Eq, &[meant, object])
                }
                None => bit(true),
            };
            self.write_cell(cell, &hit, value, bit(true), told);
        }
    }

    /// How many bytes a valid block can have that begins at each of these; at least one.
    fn longest(&self, from: &[&Address]) -> u64 {
        let longest = |from: &&Address| {
            let all = self.layout.extents(self.program, &from.set, false);
            all.iter().map(|extent| extent.bytes).max().unwrap_or(0)
        };
        from.iter().map(longest).min().unwrap_or(0).max(1)
    }

    /// The place of the first or the last bit that is set below `size`, or `size`.
    fn index(&mut self, mut found: Vec<Operand>, size: &Operand, last: bool) -> Operand {
        let width = bits_for(found.len() as u64);
        let bits = std::slice::from_ref(size);
        let size = self.apply(Op::Extract { high: width - 1, low: 0 }, bits);
        if last {
            for (at, found) in found.iter_mut().enumerate() {
                let at = Operand::Const(Value::new(width, at as u128));
                let inside = self.apply(Op::Ult, &[at, size.clone()]);
                *found = self.apply(Op::And, &[found.clone(), inside]);
            }
        }
        found.resize(found.len().next_power_of_two(), bit(false));
        // In rounds: of two neighbours whether there is one, and in which it is.
        let mut all: Vec<(Operand, Option<Operand>)> =
            found.into_iter().map(|found| (found, None)).collect();
        while all.len() > 1 {
            let mut next = Vec::with_capacity(all.len() / 2);
            for pair in all.chunks(2) {
                let ((low, low_at), (high, high_at)) = (pair[0].clone(), pair[1].clone());
                let any = self.apply(Op::Or, &[low.clone(), high.clone()]);
                let second = if last { high } else { self.apply(Op::Not, &[low]) };
                let at = match (high_at, low_at) {
                    (Some(high), Some(low)) => {
                        let at = self.apply(Op::Ite, &[second.clone(), high, low]);
                        self.apply(Op::Concat, &[second, at])
                    }
                    _ => second,
                };
                next.push((any, Some(at)));
            }
            all = next;
        }
        let (any, at) = all.remove(0);
        let at = at.unwrap_or_else(|| bit(false));
        let at = if self.writer.out.width(&at) > width {
            self.apply(Op::Extract { high: width - 1, low: 0 }, &[at])
        } else {
            self.apply(Op::ZeroExtend(width), &[at])
        };
        let before = self.apply(Op::Ult, &[at.clone(), size.clone()]);
        let any = self.apply(Op::And, &[any, before]);
        let index = self.apply(Op::Ite, &[any, at, size]);
        let pointer = self.memory().pointer_width;
        self.apply(Op::ZeroExtend(pointer), &[index])
    }

    /// The cells that a block may cover that is written.
    fn covered(&mut self, to: &Address, size: &Operand) -> Vec<Covered> {
        let mut all = Vec::new();
        for extent in self.layout.extents(self.program, &to.set, true) {
            let width = bits_for(extent.bytes) + 1;
            let here = self.is_of(to, extent.object);
            let begins = self.offset(to, extent, width);
            let bits = std::slice::from_ref(size);
            let size = self.apply(Op::Extract { high: width - 1, low: 0 }, bits);
            let ends = self.apply(Op::Add, &[begins.clone(), size]);
            let place = Place { object: extent.object, offset: extent.start };
            for cell in self.layout.within(place, extent.bytes).to_vec() {
                let start = self.layout.cells[cell].start - extent.start;
                let start = Operand::Const(Value::new(width, start.into()));
                let behind = self.apply(Op::Ule, &[begins.clone(), start.clone()]);
                let until = if Fault::MemoryBlock.is_planted() { Op::Ule } else { Op::Ult };
                let before = self.apply(until, &[start, ends.clone()]);
                let inside = self.apply(Op::And, &[behind, before]);
                let hit = self.apply(Op::And, &[here.clone(), inside]);
                if hit != bit(false) {
                    all.push(Covered { cell, extent, begins: begins.clone(), hit });
                }
            }
        }
        all
    }

    /// The bytes from an address on, as many as `most`, as one number; what it is beyond the
    /// object's end is not specified. `read` gives the bytes of a part of an object.
    fn block(
        &mut self,
        from: &Address,
        most: u64,
        read: fn(&mut Self, Place, u64) -> Operand,
    ) -> Operand {
        let mut result = None;
        for extent in self.layout.extents(self.program, &from.set, false) {
            let extent = self.layout.widened(extent);
            let place = Place { object: extent.object, offset: extent.start };
            let all = read(self, place, extent.bytes);
            let begins = self.offset(from, extent, bits_for(extent.bytes));
            let shifted = self.shifted(Op::Lshr, all, &begins);
            let block = self.resized(shifted, most);
            result = Some(match result {
                None => block,
                Some(other) => {
                    let here = self.is_of(from, extent.object);
                    self.apply(Op::Ite, &[here, block, other])
                }
            });
        }
        result.unwrap_or_else(|| Operand::Const(Value::zero((most * 8) as u32)))
    }

    /// A block, moved up by `begins` bytes in as many as `bytes`.
    fn moved_up(&mut self, block: &Operand, begins: &Operand, bytes: u64) -> Operand {
        let block = self.resized(block.clone(), bytes);
        self.shifted(Op::Shl, block, begins)
    }

    fn shifted(&mut self, op: Op, block: Operand, bytes: &Operand) -> Operand {
        if matches!(bytes, Operand::Const(value) if value.is_zero()) {
            return block;
        }
        let width = self.writer.out.width(&block);
        let amount = self.apply(Op::Concat, &[bytes.clone(), Operand::Const(Value::zero(3))]);
        // A block of a few bytes is narrower than the amount.
        let room = width.max(self.writer.out.width(&amount));
        let block = self.apply(Op::ZeroExtend(room), &[block]);
        let amount = self.apply(Op::ZeroExtend(room), &[amount]);
        let shifted = self.apply(op, &[block, amount]);
        self.apply(Op::Extract { high: width - 1, low: 0 }, &[shifted])
    }

    fn resized(&mut self, block: Operand, bytes: u64) -> Operand {
        let width = (bytes * 8) as u32;
        match self.writer.out.width(&block) > width {
            true => self.apply(Op::Extract { high: width - 1, low: 0 }, &[block]),
            false => self.apply(Op::ZeroExtend(width), &[block]),
        }
    }

    /// Where in an extent an address is that points into it, of so many bits. Those that
    /// are the same in all offsets are constants.
    fn offset(&mut self, at: &Address, extent: Extent, width: u32) -> Operand {
        let base = self.address(extent.object, extent.start.into());
        let offset = self.apply(Op::Sub, &[at.operand.clone(), Operand::Const(base)]);
        let low = self.apply(Op::Extract { high: width - 1, low: 0 }, &[offset]);
        let known = at.set.objects.get(&extent.object).map_or(1, |offsets| offsets.step);
        let fixed = known.trailing_zeros().min(width);
        if known == 0 || fixed == 0 || matches!(low, Operand::Const(_)) {
            return low;
        }
        let start = at.set.objects[&extent.object].start - i128::from(extent.start);
        let rest = Operand::Const(Value::new(fixed, start as u128));
        if fixed == width {
            return rest;
        }
        let high = self.apply(Op::Extract { high: width - 1, low: fixed }, &[low]);
        self.apply(Op::Concat, &[high, rest])
    }

    /// Whether an address is that of this object, if it is that of any.
    pub fn is_of(&mut self, at: &Address, object: ObjectId) -> Operand {
        if at.set.objects.len() == 1 {
            return bit(true);
        }
        let number = self.object_number(&at.operand);
        let own = Value::new(self.writer.out.width(&number), u128::from(object.0) + 1);
        self.apply(Op::Eq, &[number, Operand::Const(own)])
    }

    /// For each byte whether it was written, as eight equal bits.
    fn written_bytes(&mut self, at: Place, bytes: u64) -> Operand {
        let mut all: Vec<Operand> = Vec::new();
        for cell in self.layout.within(at, bytes).to_vec() {
            let written = match self.variables.written(cell) {
                Some(var) => self.writer.read(var),
                None => bit(true),
            };
            let width = (self.layout.cells[cell].bytes * 8) as u32;
            all.push(self.apply(Op::SignExtend(width), &[written]));
        }
        self.joined(all)
    }

    fn write_cell(
        &mut self,
        cell: CellId,
        hit: &Operand,
        value: Operand,
        written: Operand,
        told: bool,
    ) {
        if let Some(var) = self.variables.written(cell) {
            self.write_if(hit, var, written);
        }
        self.write_if(hit, self.variables.cell(cell), value);
        if told {
            self.bind(cell);
        }
    }
}

/// Some bytes of a block.
fn bits_of(start: u64, bytes: u64) -> Op {
    Op::Extract { high: ((start + bytes) * 8 - 1) as u32, low: (start * 8) as u32 }
}
