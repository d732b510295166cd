//! Reads and writes: of which cells an access may be, and what becomes of them.

use super::select::{decode, select};
use super::{Address, Resolver, bit};
use crate::bv::{Op, Value};
use crate::memory::model::layout::{Cell, CellId};
use crate::memory::points_to::places::Place;
use crate::program::{AssumptionKind, Field, GoalKind, Instr, Operand};
use crate::support::{Fault, limits};

impl Resolver<'_> {
    /// A byte so many times.
    pub fn repeated(&mut self, byte: &Operand, times: u64) -> Operand {
        if times == 1 {
            return byte.clone();
        }
        let half = self.repeated(byte, times / 2);
        let both = self.apply(Op::Concat, &[half.clone(), half]);
        if times % 2 == 1 { self.apply(Op::Concat, &[byte.clone(), both]) } else { both }
    }

    /// The places that an access may be to, with their addresses, in order.
    pub fn places(&self, address: &Address, bytes: u64, write: bool) -> Vec<(u128, Place)> {
        let places = self.layout.places(self.program, &address.set, bytes, write);
        let keyed =
            places.into_iter().map(|place| (self.key(place.object, place.offset.into()), place));
        let mut keyed: Vec<_> = keyed.collect();
        keyed.sort_unstable_by_key(|place| place.0);
        keyed
    }

    /// The places that a load may be from. One that the analysis did not foresee is not modelled: an
    /// address of which a part was overwritten may lead there.
    fn sources(&mut self, address: &Address, bytes: u64) -> Vec<(u128, Place)> {
        let places = self.places(address, bytes, false);
        let is_known = |it: &(u128, Place)| !self.layout.within(it.1, bytes).is_empty();
        let (known, strange): (Vec<_>, Vec<_>) = places.into_iter().partition(is_known);
        for (key, _) in strange {
            let key = Operand::Const(Value::new(self.memory().pointer_width, key));
            let here = self.apply(Op::Eq, &[address.operand.clone(), key]);
            let what = "an address of which a part was overwritten";
            self.writer.check(&here, GoalKind::Unsupported(what.to_owned()));
        }
        known
    }

    /// Lists, for a read of what may be an address, that no part of it was overwritten.
    pub fn is_one(&mut self, from: &Address, bytes: u64) {
        let pointer = u64::from(self.memory().pointer_width / 8);
        let contents = &self.points_to.contents;
        let mut places = from.set.objects.iter();
        if bytes == pointer && places.any(|(&object, &at)| contents.is_overwritten(object, at)) {
            let what = "an address in memory of which a part is overwritten is not used again";
            self.assume(AssumptionKind::WholeAddresses, what);
        }
    }

    /// What lies at an address.
    pub fn load(&mut self, from: &Address, bytes: u64) -> Operand {
        let mut items = Vec::new();
        for (key, place) in self.sources(from, bytes) {
            items.push((key, self.contents(place, bytes)));
        }
        let mut value = match items.is_empty() {
            true => None,
            false if Fault::MemoryLoad.is_planted() => Some(items[0].1.clone()),
            false => Some(select(&mut self.writer, &from.operand, &items)),
        };
        for element in self.elements(from, bytes, false) {
            let held = self.element_contents(&element, bytes);
            value = Some(match value {
                None => held,
                Some(other) => self.apply(Op::Ite, &[element.hit, held, other]),
            });
        }
        // No valid place: not specified.
        value.unwrap_or_else(|| Operand::Const(Value::zero((bytes * 8) as u32)))
    }

    /// What cells hold that all are read, so many bytes from a place on.
    pub fn contents(&mut self, at: Place, bytes: u64) -> Operand {
        let cells = self.layout.within(at, bytes).to_vec();
        let read = |cell| self.writer.read(self.variables.cell(cell));
        let parts = cells.into_iter().map(read).collect();
        self.joined(parts)
    }

    /// One number of several, the first in the low bits; in a balanced tree, so that long
    /// ones are not copied over and over.
    pub fn joined(&mut self, mut parts: Vec<Operand>) -> Operand {
        while parts.len() > 1 {
            let pairs = parts.chunks(2).map(|pair| match pair {
                [low, high] => self.apply(Op::Concat, &[high.clone(), low.clone()]),
                other => other[0].clone(),
            });
            parts = pairs.collect();
        }
        parts.pop().expect("what is read has cells")
    }

    /// Whether the cells that all are read, so many bytes from a place on, were written.
    pub fn written(&mut self, at: Place, bytes: u64) -> Operand {
        let mut all = bit(true);
        for cell in self.layout.within(at, bytes).to_vec() {
            if let Some(var) = self.variables.written(cell) {
                let written = self.writer.read(var);
                all = self.apply(Op::And, &[all, written]);
            }
        }
        all
    }

    /// Writes to an address; `part` gives some of the bytes, by first and number, and
    /// whether they count as written.
    pub fn store(
        &mut self,
        to: &Address,
        bytes: u64,
        mut part: impl FnMut(&mut Self, u64, u64) -> (Operand, Operand),
    ) {
        if bytes == 0 {
            return;
        }
        let places = self.places(to, bytes, true);
        let keys: Vec<u128> = places.iter().map(|place| place.0).collect();
        let mut hits = decode(&mut self.writer, &to.operand, &keys);
        for element in self.elements(to, bytes, true) {
            self.store_element(&element, bytes, |this, from, bytes| part(this, from, bytes).0);
            let other = self.apply(Op::Not, &[element.hit]);
            for hit in &mut hits {
                *hit = self.apply(Op::And, &[hit.clone(), other.clone()]);
            }
        }
        let told = places.len() <= limits::TOLD_PLACES;
        for ((_, place), hit) in places.into_iter().zip(hits) {
            for cell in self.layout.within(place, bytes).to_vec() {
                let Cell { start, bytes, .. } = self.layout.cells[cell];
                let (new, written) = part(self, start - place.offset, bytes);
                if let Some(var) = self.variables.written(cell) {
                    self.write_if(&hit, var, written);
                }
                self.write_if(&hit, self.variables.cell(cell), new);
                if told {
                    self.bind(cell);
                }
            }
        }
    }

    /// Tells traces the new value of a cell that is a scalar with a name.
    pub fn bind(&mut self, id: CellId) {
        if self.layout.cells[id].elements.is_some() {
            return;
        }
        let named = match self.named.get(&id) {
            Some(&known) => known,
            None => {
                let cell = &self.layout.cells[id];
                let object = &self.program.memory.objects[cell.object];
                let same = |it: &&Field| (it.offset, it.size) == (cell.start, cell.bytes);
                let made = object.fields.iter().find(same).map(|field| {
                    let name = object.path(&object.name, &field.path);
                    self.writer.variable(name, field.ty.clone())
                });
                self.named.insert(id, made);
                made
            }
        };
        if let Some(var) = named {
            let value = self.writer.read(self.variables.cell(id));
            let loc = self.writer.loc;
            self.writer.instr(Instr::Bind { var, value, loc });
        }
    }

    /// Changes a variable where a condition holds.
    pub fn write_if(
        &mut self,
        hit: &Operand,
        var: crate::memory::model::variables::Var,
        new: Operand,
    ) {
        let value = if *hit == bit(true) || Fault::MemoryStore.is_planted() {
            new
        } else {
            let old = self.writer.read(var);
            self.apply(Op::Ite, &[hit.clone(), new, old])
        };
        self.writer.write(var, value);
    }

    pub fn copy(&mut self, site: (u32, usize), to: &Address, from: &Address, bytes: u64) {
        if self.copy_array(to, from) {
            return;
        }
        let Some(cuts) = self.layout.cuts.get(&site).cloned() else { return };
        let (sources, targets) = (self.places(from, bytes, false), self.places(to, bytes, true));
        if sources.is_empty() || targets.is_empty() {
            return;
        }
        // Everything is read before anything is written.
        let mut pieces = Vec::new();
        for ends in cuts.windows(2) {
            let length = ends[1] - ends[0];
            let moved = |place: &Place| Place { offset: place.offset + ends[0], ..*place };
            let wanted = targets
                .iter()
                .any(|(_, place)| !self.layout.within(moved(place), length).is_empty());
            if wanted {
                let (mut items, mut written) = (Vec::new(), Vec::new());
                for (key, place) in &sources {
                    items.push((*key, self.contents(moved(place), length)));
                    written.push((*key, self.written(moved(place), length)));
                }
                let piece = select(&mut self.writer, &from.operand, &items);
                let written = select(&mut self.writer, &from.operand, &written);
                pieces.push((ends[0], (piece, written)));
            }
        }
        if Fault::MemoryCopy.is_planted()
            && let [first, .., last] = &mut pieces[..]
            && self.writer.out.width(&first.1.0) == self.writer.out.width(&last.1.0)
        {
            last.1.clone_from(&first.1);
        }
        self.store(to, bytes, |_, at, _| {
            let piece = pieces.iter().find(|piece| piece.0 == at);
            piece.expect("cells have the same boundaries on both sides").1.clone()
        });
    }
}
