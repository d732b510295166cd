//! Which parts of objects are told apart: cells.
//!
//! Where an access may begin or end is a boundary; a cell is what lies between two
//! neighbouring boundaries, so every access is to whole cells. Unions, type punning and
//! unaligned access need no special case, they only make cells smaller. What is copied has
//! the same boundaries on both sides. Cells that are never read are left out.
//!
//! Of an object that is an array ([`mod@super::arrays`]) the cells are those of an element: each
//! stands for that part of all elements.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Limits;
use super::abstraction::Abstract;
use super::arrays::{Arrays, Elements, arrays};
use super::numbers::Numbers;
pub(super) use super::places::{Extent, Place, positions};
use super::places::{elements, extents, places};
use super::points_to::{self, PointsTo};
use crate::bv::Sort;
use crate::index_type;
use crate::program::{Effect, Instr, Length, MemoryInstr, ObjectId, Operand, Program};
use crate::support::IndexVec;

index_type!(
    /// A part of an object that is read and written as a whole.
    pub(super) struct CellId,
    "cell"
);

/// A part of an object.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub object: ObjectId,
    /// First byte.
    pub start: u64,
    /// Number of bytes.
    pub bytes: u64,
    /// If the object is an array, its elements, each of which has this part.
    pub elements: Option<Elements>,
}

impl Cell {
    /// The sort of its variable.
    pub fn sort(&self) -> Sort {
        let width = u32::try_from(self.bytes * 8).expect("a cell is no larger than a value");
        match self.elements {
            None => Sort::Word(width),
            Some(elements) => Sort::Array { index: elements.index_width(), element: width },
        }
    }
}

/// The cells of all objects.
#[derive(Debug)]
pub(super) struct Layout {
    pub cells: IndexVec<CellId, Cell>,
    /// For each object its cells in order.
    of: IndexVec<ObjectId, Vec<CellId>>,
    /// Objects with more cells than the limits allow: they have none.
    pub oversized: FxHashSet<ObjectId>,
    /// Objects that are arrays.
    pub arrays: Arrays,
    /// For each length that is copied, where the boundaries are in it, 0 and the length
    /// included; by block and position of the instruction.
    pub cuts: FxHashMap<Site, Vec<u64>>,
}

/// Identifies an instruction: block and position.
pub(super) type Site = (u32, usize);

/// A copy, with where it may read and write.
struct Copied {
    site: Site,
    from: Vec<Place>,
    to: Vec<Place>,
    bytes: u64,
}

struct Plan<'a> {
    program: &'a Program,
    limits: &'a Limits,
    boundaries: IndexVec<ObjectId, FxHashSet<u64>>,
    oversized: FxHashSet<ObjectId>,
    arrays: &'a Arrays,
    reads: Vec<(Place, u64)>,
    copies: Vec<Copied>,
    /// Copies of variable length: from anywhere in these to anywhere in those.
    moves: Vec<(Vec<Extent>, Vec<Extent>)>,
    /// Arrays that are copied as a whole: to, from.
    whole: Vec<(ObjectId, ObjectId)>,
}

impl Layout {
    /// Decides for a program.
    pub fn new(program: &Program, points_to: &PointsTo, limits: &Limits) -> Self {
        let mut oversized = FxHashSet::default();
        let arrays = limits.arrays.map(|least| arrays(program, points_to, least));
        let mut arrays = arrays.unwrap_or_default();
        loop {
            let layout = Self::without(program, points_to, limits, &arrays, oversized);
            if layout.cells.len() <= limits.cells {
                return layout;
            }
            // The largest object goes; then there are fewer.
            let largest = program.memory.objects.indices().max_by_key(|&id| layout.of[id].len());
            if largest.is_some_and(|largest| arrays.contains_key(&largest)) {
                // Of so many objects none is an array: one without cells can't be.
                arrays.clear();
                oversized = FxHashSet::default();
                continue;
            }
            oversized = layout.oversized;
            oversized.extend(largest);
        }
    }

    fn without(
        program: &Program,
        points_to: &PointsTo,
        limits: &Limits,
        arrays: &Arrays,
        oversized: FxHashSet<ObjectId>,
    ) -> Self {
        let objects = program.memory.objects.len();
        let mut plan = Plan {
            program,
            limits,
            boundaries: IndexVec::filled(FxHashSet::default(), objects),
            oversized,
            arrays,
            reads: Vec::new(),
            copies: Vec::new(),
            moves: Vec::new(),
            whole: Vec::new(),
        };
        for block in program.reverse_postorder() {
            for (at, instr) in program.blocks[block].instrs.iter().enumerate() {
                if let Instr::Memory(instr) = instr {
                    plan.access(points_to, (block.0, at), instr);
                }
            }
        }
        plan.unify();
        plan.cells()
    }

    /// The places in objects with cells that an access of so many bytes may be to, for
    /// the operand's set of addresses.
    pub fn places(&self, program: &Program, set: &Abstract, bytes: u64, write: bool) -> Vec<Place> {
        let apart = |object| self.oversized.contains(&object) || self.arrays.contains_key(&object);
        places(program, set, bytes, write, apart)
    }

    /// The same in objects that are arrays: one place for each, counted from the beginning of
    /// an element.
    pub fn elements(
        &self,
        program: &Program,
        set: &Abstract,
        bytes: u64,
        write: bool,
    ) -> Vec<Place> {
        elements(program, set, bytes, write, &self.arrays)
    }

    /// The bytes that a block of variable length from one of these addresses on may have.
    pub fn extents(&self, program: &Program, set: &Abstract, write: bool) -> Vec<Extent> {
        extents(program, set, write, &self.oversized)
    }

    /// A part of an object from the start of the cell on that it begins in. Where an address turns
    /// out to be a constant, fewer bytes are meant than those that boundaries were made for.
    pub fn widened(&self, extent: Extent) -> Extent {
        let cells = &self.of[extent.object];
        let behind = cells.partition_point(|&cell| self.cells[cell].start <= extent.start);
        let first = behind.checked_sub(1).map(|at| &self.cells[cells[at]]);
        let before = match first {
            Some(cell) if cell.start + cell.bytes > extent.start => extent.start - cell.start,
            _ => 0,
        };
        Extent { start: extent.start - before, bytes: extent.bytes + before, ..extent }
    }

    /// The cells that lie in these bytes.
    pub fn within(&self, at: Place, bytes: u64) -> &[CellId] {
        let cells = &self.of[at.object];
        let end = at.offset + bytes;
        let first = cells.partition_point(|&cell| self.cells[cell].start < at.offset);
        let behind = cells.partition_point(|&cell| self.cells[cell].start < end);
        &cells[first..behind]
    }
}

impl Plan<'_> {
    /// Notes the boundaries of an access.
    fn access(&mut self, points_to: &PointsTo, site: Site, instr: &MemoryInstr) {
        let word = u64::from(self.program.memory.pointer_width / 8);
        for effect in instr.effects(self.program) {
            match effect {
                Effect::Load { from: at, bytes, .. }
                | Effect::AskWritten { at, length: Length::Constant(bytes) } => {
                    let places = self.bound(&points_to.of(at), bytes, false);
                    self.reads.extend(places.into_iter().map(|place| (place, bytes)));
                }
                Effect::Store { to, bytes, .. }
                | Effect::Fill { to, length: Length::Constant(bytes), .. } => {
                    self.bound(&points_to.of(to), bytes, true);
                }
                Effect::Fill { to, length: Length::Operand(size), .. } => {
                    self.block(points_to, to, size);
                }
                Effect::Copy { length: Length::Constant(0), .. } => {}
                Effect::Copy { to, from, length: Length::Constant(bytes) } => {
                    self.copy(points_to, site, (to, from), bytes);
                }
                Effect::Copy { to, from, length: Length::Operand(size) } => {
                    let to = self.block(points_to, to, size);
                    let from = self.whole(&points_to.of(from));
                    self.moves.push((from, to));
                }
                Effect::Scan { at, .. } | Effect::AskWritten { at, length: Length::Operand(_) } => {
                    self.read_all(&points_to.of(at));
                }
                Effect::Retire { now, holders, .. } => {
                    // Cells that nobody else reads are none.
                    for place in super::rounds::holding(self.program, points_to, holders, now) {
                        self.boundaries[place.object].extend([place.offset, place.offset + word]);
                    }
                }
                Effect::Reach { .. } => {
                    for (place, _) in super::leaks::addresses(self.program, points_to) {
                        self.boundaries[place.object].extend([place.offset, place.offset + word]);
                        self.reads.push((place, word));
                    }
                }
                // Whole objects.
                Effect::Start(_)
                | Effect::End(_)
                | Effect::Allocate { .. }
                | Effect::Deallocate { .. }
                | Effect::Escape { .. } => {}
                Effect::Address(_)
                | Effect::CheckAccess { .. }
                | Effect::CheckFree { .. }
                | Effect::Inspect { .. } => {}
            }
        }
    }

    /// Notes the boundaries of a copy of this many bytes.
    fn copy(
        &mut self,
        points_to: &PointsTo,
        site: Site,
        (to, from): (&Operand, &Operand),
        bytes: u64,
    ) {
        let object = |operand| points_to.of(operand).objects.keys().next().copied();
        if let (Some(to), Some(from)) = (object(to), object(from))
            && self.arrays.contains_key(&to)
        {
            self.whole.push((to, from));
            return;
        }
        let from = self.bound(&points_to.of(from), bytes, false);
        let to = self.bound(&points_to.of(to), bytes, true);
        self.copies.push(Copied { site, from, to, bytes });
    }

    /// Makes boundaries where an access may begin and end, unless they are too many.
    fn bound(&mut self, set: &Abstract, bytes: u64, write: bool) -> Vec<Place> {
        for (&object, &offsets) in &set.objects {
            let size = self.program.memory.objects[object].size;
            let positions = positions(offsets, size, bytes);
            let is_array = self.arrays.contains_key(&object);
            if !is_array && positions.take(self.limits.cells + 1).count() > self.limits.cells {
                self.oversized.insert(object);
            }
        }
        let apart = |object| self.oversized.contains(&object) || self.arrays.contains_key(&object);
        let mut places = places(self.program, set, bytes, write, apart);
        places.extend(elements(self.program, set, bytes, write, self.arrays));
        for place in &places {
            let boundaries = &mut self.boundaries[place.object];
            boundaries.extend([place.offset, place.offset + bytes]);
        }
        places
    }

    /// Makes boundaries where a block of variable length that is written may begin and end.
    fn block(&mut self, points_to: &PointsTo, to: &Operand, length: &Operand) -> Vec<Extent> {
        let set = points_to.of(to);
        let lengths = points_to::lengths(&points_to.of(length), &self.program.memory);
        for (&object, &offsets) in &set.objects {
            let size = self.program.memory.objects[object].size;
            let any = Numbers::between(0, size.into());
            for edges in [offsets, offsets.plus(lengths).unwrap_or(any)] {
                let places: Vec<u64> =
                    positions(edges, size, 0).take(self.limits.cells + 2).collect();
                if places.len() > self.limits.cells + 1 {
                    self.oversized.insert(object);
                } else {
                    self.boundaries[object].extend(places);
                }
            }
        }
        extents(self.program, &set, true, &self.oversized)
    }

    /// Makes boundaries at the ends of what a block may be read from. It is read as one
    /// number, and so must not be too large.
    fn whole(&mut self, set: &Abstract) -> Vec<Extent> {
        for extent in extents(self.program, set, false, &self.oversized) {
            if extent.bytes > self.limits.cells as u64 {
                self.oversized.insert(extent.object);
            }
        }
        let all = extents(self.program, set, false, &self.oversized);
        for extent in &all {
            let boundaries = &mut self.boundaries[extent.object];
            boundaries.extend([extent.start, extent.start + extent.bytes]);
        }
        all
    }

    fn read_all(&mut self, set: &Abstract) {
        let read =
            |extent: Extent| (Place { object: extent.object, offset: extent.start }, extent.bytes);
        let all = self.whole(set).into_iter().map(read);
        self.reads.extend(all);
    }

    /// Gives both sides of each copy the same boundaries, to a fixpoint.
    fn unify(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for copy in &self.copies {
                let mut inner: FxHashSet<u64> = FxHashSet::default();
                let sides = || copy.from.iter().chain(&copy.to);
                for place in sides() {
                    let boundaries = &self.boundaries[place.object];
                    let end = place.offset + copy.bytes;
                    if (boundaries.len() as u64) < copy.bytes {
                        let inside = boundaries.iter().filter(|&&at| place.offset < at && at < end);
                        inner.extend(inside.map(|at| at - place.offset));
                    } else {
                        let inside =
                            (1..copy.bytes).filter(|at| boundaries.contains(&(place.offset + at)));
                        inner.extend(inside);
                    }
                }
                for place in sides() {
                    let boundaries = &mut self.boundaries[place.object];
                    for at in &inner {
                        changed |= boundaries.insert(place.offset + at);
                    }
                }
            }
            for &(to, from) in &self.whole {
                let both: FxHashSet<u64> =
                    self.boundaries[to].union(&self.boundaries[from]).copied().collect();
                for object in [to, from] {
                    changed |= self.boundaries[object].len() < both.len();
                    self.boundaries[object].clone_from(&both);
                }
            }
        }
    }

    /// Cells between the boundaries, where something may be read.
    fn cells(mut self) -> Layout {
        let objects = self.program.memory.objects.len();
        let mut starts: IndexVec<ObjectId, Vec<u64>> = IndexVec::filled(Vec::new(), objects);
        for (object, boundaries) in self.boundaries.iter_enumerated() {
            starts[object] = boundaries.iter().copied().collect();
            starts[object].sort_unstable();
        }
        let cuts = self.cuts(&starts);
        let mut read: IndexVec<ObjectId, FxHashSet<u64>> =
            IndexVec::filled(FxHashSet::default(), objects);
        for (place, bytes) in std::mem::take(&mut self.reads) {
            read[place.object].extend(inside(&starts[place.object], place.offset, bytes));
        }
        let mut changed = true;
        while changed {
            changed = false;
            for copy in &self.copies {
                for &at in &cuts[&copy.site] {
                    let wanted = copy
                        .to
                        .iter()
                        .any(|to| at < copy.bytes && read[to.object].contains(&(to.offset + at)));
                    if wanted {
                        for from in &copy.from {
                            changed |= read[from.object].insert(from.offset + at);
                        }
                    }
                }
            }
            for &(to, from) in &self.whole {
                for start in read[to].clone() {
                    changed |= read[from].insert(start);
                }
            }
            for (from, to) in &self.moves {
                let all =
                    |extent: &Extent| inside(&starts[extent.object], extent.start, extent.bytes);
                let wanted =
                    to.iter().any(|to| all(to).any(|start| read[to.object].contains(&start)));
                for from in from.iter().filter(|_| wanted) {
                    for start in all(from) {
                        changed |= read[from.object].insert(start);
                    }
                }
            }
        }
        let mut cells = IndexVec::new();
        let mut of = IndexVec::filled(Vec::new(), objects);
        for (object, starts) in starts.iter_enumerated() {
            if self.oversized.contains(&object) {
                continue;
            }
            for ends in starts.windows(2) {
                if read[object].contains(&ends[0]) {
                    let bytes = ends[1] - ends[0];
                    let elements = self.arrays.get(&object).copied();
                    let cell = Cell { object, start: ends[0], bytes, elements };
                    of[object].push(cells.push(cell));
                }
            }
        }
        Layout { cells, of, oversized: self.oversized, arrays: self.arrays.clone(), cuts }
    }

    /// The boundaries inside of what each copy copies: the same at all of its places.
    fn cuts(&self, starts: &IndexVec<ObjectId, Vec<u64>>) -> FxHashMap<Site, Vec<u64>> {
        let cuts = self.copies.iter().map(|copy| {
            let any = copy.from.iter().chain(&copy.to).next();
            let cuts = any.map(|place| {
                let inside = inside(&starts[place.object], place.offset, copy.bytes);
                inside.map(|at| at - place.offset).chain([copy.bytes]).collect()
            });
            (copy.site, cuts.unwrap_or_default())
        });
        cuts.collect()
    }
}

/// The boundaries in some bytes, the first included, the end not.
fn inside(starts: &[u64], from: u64, bytes: u64) -> impl Iterator<Item = u64> {
    let first = starts.partition_point(|&at| at < from);
    let behind = starts.partition_point(|&at| at < from + bytes);
    starts[first..behind].iter().copied()
}
