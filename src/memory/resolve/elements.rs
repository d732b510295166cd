//! Accesses to objects that are arrays: loads select, stores store.

use super::{Address, Resolver, bit};
use crate::bv::{Op, Value};
use crate::memory::model::layout::Cell;
use crate::memory::points_to::places::Place;
use crate::program::{ObjectId, Operand};

/// An element that an access may be to.
pub(super) struct Element {
    /// The bytes accessed, counted from the beginning of the element.
    pub place: Place,
    /// Its index.
    pub index: Operand,
    /// Whether the address is one into this object.
    pub hit: Operand,
}

impl Resolver<'_> {
    /// The elements that an access may be to, one for each object that is an array.
    pub fn elements(&mut self, at: &Address, bytes: u64, write: bool) -> Vec<Element> {
        let places = self.layout.elements(self.program, &at.set, bytes, write);
        let element = |place: Place| {
            let index = self.index_of(at, place.object);
            let hit = self.is_of(at, place.object);
            Element { place, index, hit }
        };
        places.into_iter().map(element).collect()
    }

    /// The index of the element that an address is into: of the offset, which is smaller than
    /// the object, low bits are enough.
    fn index_of(&mut self, at: &Address, object: ObjectId) -> Operand {
        let elements = self.layout.arrays[&object];
        let width = elements.index_width();
        // What the address is made of is mostly this base and the offset: then both cancel.
        let base = Operand::Const(self.memory().base(object));
        let offset = self.apply(Op::Sub, &[at.operand.clone(), base]);
        if elements.bytes.is_power_of_two() {
            let low = elements.bytes.trailing_zeros();
            return self.apply(Op::Extract { high: low + width - 1, low }, &[offset]);
        }
        let largest = elements.bytes * elements.count;
        let bits = crate::memory::points_to::numbers::bits_for(largest);
        let offset = self.apply(Op::Extract { high: bits - 1, low: 0 }, &[offset]);
        let size = Operand::Const(Value::new(bits, elements.bytes.into()));
        let index = self.apply(Op::Udiv, &[offset, size]);
        self.apply(Op::Extract { high: width - 1, low: 0 }, &[index])
    }

    /// What an element holds, so many bytes from the place on.
    pub fn element_contents(&mut self, element: &Element, bytes: u64) -> Operand {
        let mut parts = Vec::new();
        for cell in self.layout.within(element.place, bytes).to_vec() {
            let array = self.writer.read(self.variables.cell(cell));
            parts.push(self.apply(Op::Select, &[array, element.index.clone()]));
        }
        self.joined(parts)
    }

    /// Writes to an element; `part` gives some of the bytes, by first and number.
    pub fn store_element(
        &mut self,
        element: &Element,
        bytes: u64,
        mut part: impl FnMut(&mut Self, u64, u64) -> Operand,
    ) {
        for cell in self.layout.within(element.place, bytes).to_vec() {
            let Cell { start, bytes, .. } = self.layout.cells[cell];
            let new = part(self, start - element.place.offset, bytes);
            let var = self.variables.cell(cell);
            let old = self.writer.read(var);
            let array = self.apply(Op::Store, &[old, element.index.clone(), new]);
            self.write_if(&element.hit, var, array);
        }
    }

    /// Writes a constant byte to all places of the arrays that are so large.
    pub fn fill_arrays(&mut self, to: &Address, byte: &Operand, bytes: u64) {
        let Operand::Const(byte) = byte else { return };
        let objects: Vec<_> = to.set.objects.keys().copied().collect();
        for object in objects {
            let Some(elements) = self.layout.arrays.get(&object).copied() else { continue };
            if elements.bytes >= bytes || !self.memory().objects[object].writable {
                continue;
            }
            let hit = self.is_of(to, object);
            for cell in self.layout.within(Place { object, offset: 0 }, bytes).to_vec() {
                let length = self.layout.cells[cell].bytes;
                let word = vec![byte.clone(); length as usize].into_iter();
                let word = word.reduce(|all, byte| Op::Concat.apply(&[&byte, &all]));
                let word = word.expect("a cell has bytes");
                let array = Operand::Const(Value::array(elements.index_width(), word));
                self.write_if(&hit, self.variables.cell(cell), array);
            }
        }
    }

    /// Copies a whole array to another of the same elements; whether these are arrays.
    pub fn copy_array(&mut self, to: &Address, from: &Address) -> bool {
        let (Some(&to), Some(&from)) =
            (to.set.objects.keys().next(), from.set.objects.keys().next())
        else {
            return false;
        };
        if !self.layout.arrays.contains_key(&to) {
            return false;
        }
        let size = self.memory().objects[to].size;
        for cell in self.layout.within(Place { object: to, offset: 0 }, size).to_vec() {
            let Cell { start, bytes, .. } = self.layout.cells[cell];
            // Both have the same boundaries, and what is read of this is read of that.
            let source = self.layout.within(Place { object: from, offset: start }, bytes)[0];
            let array = self.writer.read(self.variables.cell(source));
            self.write_if(&bit(true), self.variables.cell(cell), array);
        }
        true
    }
}
