//! The variables that stand for memory: cells, which objects live, sizes and counts of
//! what is allocated; where each is written, and what it is at first.

use super::arrays::Elements;
use super::layout::{Cell, CellId, Layout};
use crate::bv::{Array, Op, Sort, Value};
use crate::index_type;
use crate::memory::points_to::numbers::bits_for;
use crate::memory::points_to::{PointsTo, allocated};
use crate::program::{
    AllocationSiteId, BlockId, Effect, Field, Initial, Instr, Length, Memory, MemoryInstr,
    ObjectId, Operand, Piece, Program, Storage,
};
use crate::support::IndexVec;

index_type!(
    /// What changes over time and is not an SSA value yet.
    pub(in crate::memory) struct Var,
    "variable"
);

/// A variable.
#[derive(Clone, Debug)]
pub(in crate::memory) struct Variable {
    pub sort: Sort,
    pub name: String,
    /// Its value when the program starts.
    pub initial: Start,
}

/// A value to begin with.
#[derive(Clone, Debug)]
pub(in crate::memory) enum Start {
    Known(Value),
    /// Arbitrary; with the description of the input.
    Arbitrary(String),
}

/// All variables of a program's memory.
pub(in crate::memory) struct Variables {
    pub all: IndexVec<Var, Variable>,
    /// The blocks that may write each.
    pub writes: IndexVec<Var, Vec<BlockId>>,
    cells: IndexVec<CellId, Var>,
    /// Whether a cell was written, if somebody asks and that changes.
    written: IndexVec<CellId, Option<Var>>,
    /// Whether an object lives, if that changes.
    pub alive: IndexVec<ObjectId, Option<Var>>,
    /// The size of what is allocated, if it is not always the same.
    pub sizes: IndexVec<ObjectId, Option<Var>>,
    /// How many instances of a site are in use.
    pub counts: IndexVec<AllocationSiteId, Var>,
    /// The objects of sites of which some allocations fill with zeros and some do not.
    pub mixed: Vec<ObjectId>,
    /// For each object its size where it is known before.
    pub known_sizes: IndexVec<ObjectId, u64>,
}

/// How a cell is called: after the bytes of the object, or of all of its elements.
pub(in crate::memory) fn cell_name(memory: &Memory, cell: &Cell) -> String {
    let object = &memory.objects[cell.object];
    let (name, start, end) = (&object.name, cell.start, cell.start + cell.bytes);
    let same = |field: &&Field| (field.offset, field.size) == (start, cell.bytes);
    let allocated = matches!(object.storage, Storage::Heap | Storage::Stack);
    let field = object.fields.iter().find(same).filter(|_| allocated);
    match (cell.elements, field) {
        (None, Some(field)) => object.path(name, &field.path),
        (None, None) if cell.bytes == object.size => name.clone(),
        (None, None) => format!("{name}[{start}..{end}]"),
        (Some(elements), _) if cell.bytes == elements.bytes => format!("{name}[*]"),
        (Some(Elements { bytes, .. }), _) => format!("{name}[{bytes}*i+{start}..{bytes}*i+{end}]"),
    }
}

/// What a cell holds at first; `None` if anything.
pub(in crate::memory) fn initial(memory: &Memory, cell: &Cell) -> Option<Value> {
    let Initial::Known(pieces) = &memory.objects[cell.object].initial else { return None };
    let Some(elements) = cell.elements else {
        return Some(initial_word(memory, pieces, cell.start, cell.bytes));
    };
    // Elsewhere there are zeros.
    let mut touched: Vec<u64> = Vec::new();
    for (at, piece) in pieces {
        let bytes = match piece {
            Piece::Number(value) => u64::from(value.width() / 8),
            Piece::Address(..) => u64::from(memory.pointer_width / 8),
        };
        touched.extend(at / elements.bytes..(at + bytes).div_ceil(elements.bytes));
    }
    touched.dedup();
    let Sort::Array { index, element } = cell.sort() else { return None };
    let words = touched.into_iter().map(|at| {
        let start = at * elements.bytes + cell.start;
        (Value::new(index, at.into()), initial_word(memory, pieces, start, cell.bytes))
    });
    Some(Array::new(index, Value::zero(element)).with(words).into())
}

/// What some bytes of an object with these contents hold.
fn initial_word(memory: &Memory, pieces: &[(u64, Piece)], start: u64, bytes: u64) -> Value {
    let width = u32::try_from(bytes * 8).expect("a cell is no larger than a value");
    let mut bits = vec![false; width as usize];
    let end = start + bytes;
    let first = pieces.partition_point(|(at, _)| *at <= start).saturating_sub(1);
    for (at, piece) in pieces[first..].iter().take_while(|(at, _)| *at < end) {
        let value = match piece {
            Piece::Number(value) => value.clone(),
            Piece::Address(object, offset) => {
                let offset = Value::new(memory.pointer_width, *offset as u128);
                Op::Add.apply(&[&memory.base(*object), &offset])
            }
        };
        for bit in 0..value.width() {
            let to = (i128::from(*at) - i128::from(start)) * 8 + i128::from(bit);
            if (0..i128::from(width)).contains(&to) {
                bits[to as usize] = value.bit(bit);
            }
        }
    }
    Value::from_bits(&bits)
}

impl Variables {
    /// The variables for the cells of a layout.
    pub fn new(program: &Program, points_to: &PointsTo, layout: &Layout) -> Self {
        let memory = &program.memory;
        let (zeroed, raw) = (allocated(program, true), allocated(program, false));
        let mut all = IndexVec::new();
        let mut variable =
            |sort: Sort, name: String, initial: Start| all.push(Variable { sort, name, initial });
        let zero = |sort: Sort| Start::Known(sort.zero());
        let cells = layout.cells.iter().map(|cell| {
            let name = cell_name(memory, cell);
            let sort = cell.sort();
            let start = match memory.objects[cell.object].storage {
                // Each instance begins to live once: what it holds then can be chosen before.
                Storage::Heap if zeroed.contains(&cell.object) => zero(sort),
                Storage::Heap | Storage::Stack => {
                    Start::Arbitrary(memory.objects[cell.object].initially(&name))
                }
                Storage::Local | Storage::Function | Storage::Past => zero(sort),
                Storage::Static | Storage::Register => match initial(memory, cell) {
                    Some(value) => Start::Known(value),
                    None => Start::Arbitrary(format!("uninitialised {name}")),
                },
            };
            variable(sort, name, start)
        });
        let cells: IndexVec<CellId, Var> = cells.collect();
        let mut written = IndexVec::filled(None, layout.cells.len());
        if asks_what_was_written(program) {
            for (id, cell) in layout.cells.iter_enumerated() {
                let storage = memory.objects[cell.object].storage;
                // Nobody asks about an array.
                let asked = cell.elements.is_none();
                if asked && matches!(storage, Storage::Local | Storage::Heap | Storage::Stack) {
                    let name = format!("{} is written", cell_name(memory, cell));
                    let known = storage == Storage::Heap && zeroed.contains(&cell.object);
                    written[id] =
                        Some(variable(Sort::Word(1), name, Start::Known(Value::bool(known))));
                }
            }
        }
        let mut alive = IndexVec::filled(None, memory.objects.len());
        for (id, object) in memory.objects.iter_enumerated() {
            if matches!(object.storage, Storage::Local | Storage::Heap | Storage::Stack) {
                let name = format!("{} lives", object.name);
                alive[id] = Some(variable(Sort::Word(1), name, zero(Sort::Word(1))));
            }
        }
        let mut known_sizes: IndexVec<ObjectId, u64> =
            memory.objects.iter().map(|object| object.size).collect();
        let mut sizes = IndexVec::filled(None, memory.objects.len());
        let mut counts = IndexVec::new();
        for (id, site) in memory.sites.iter_enumerated() {
            let sort = Sort::Word(bits_for(site.instances.len() as u64));
            counts.push(variable(sort, format!("number of {id}"), zero(sort)));
            let size = one_size(program, id);
            for &object in &site.instances {
                let largest = memory.objects[object].size;
                match size {
                    Some(size) => known_sizes[object] = size.min(largest),
                    None => {
                        let name = format!("size of {}", memory.objects[object].name);
                        let sort = Sort::Word(bits_for(largest));
                        sizes[object] = Some(variable(sort, name, zero(sort)));
                    }
                }
            }
        }
        let mixed = zeroed.into_iter().filter(|object| raw.contains(object)).collect();
        let writes = IndexVec::filled(Vec::new(), all.len());
        let mut variables =
            Self { all, writes, cells, written, alive, sizes, counts, mixed, known_sizes };
        for block in program.reverse_postorder() {
            for (at, instr) in program.blocks[block].instrs.iter().enumerate() {
                if let Instr::Memory(instr) = instr {
                    variables.note(program, points_to, layout, (block, at), instr);
                }
            }
        }
        variables
    }

    /// The variable of a cell.
    pub fn cell(&self, cell: CellId) -> Var {
        self.cells[cell]
    }

    /// The variable that says whether a cell was written.
    pub fn written(&self, cell: CellId) -> Option<Var> {
        self.written[cell]
    }

    /// Notes what an instruction may write.
    fn note(
        &mut self,
        program: &Program,
        points_to: &PointsTo,
        layout: &Layout,
        (block, at): (BlockId, usize),
        instr: &MemoryInstr,
    ) {
        let memory = &program.memory;
        let mut ranges: Vec<(ObjectId, u64, u64)> = Vec::new();
        let mut lives: Vec<ObjectId> = Vec::new();
        // Of arrays all is written, as far as this matters here.
        let whole = |address: &Operand| -> Vec<(ObjectId, u64, u64)> {
            let objects = points_to.of(address).objects.into_keys();
            let arrays = objects.filter(|object| layout.arrays.contains_key(object));
            arrays.map(|object| (object, 0, memory.objects[object].size)).collect()
        };
        let places = |address: &Operand, bytes: u64| {
            let places = layout.places(program, &points_to.of(address), bytes, true);
            let places = places.into_iter().map(|place| (place.object, place.offset, bytes));
            places.chain(whole(address)).collect::<Vec<_>>()
        };
        let size = |object: ObjectId| memory.objects[object].size;
        for effect in instr.effects(program) {
            match effect {
                Effect::Store { to, bytes, .. }
                | Effect::Fill { to, length: Length::Constant(bytes), .. } => {
                    ranges.extend(places(to, bytes));
                }
                Effect::Copy { to, length: Length::Constant(bytes), .. } => {
                    // Without cuts it is one of whole arrays, or of nothing.
                    let is_cut = layout.cuts.contains_key(&(block.0, at));
                    ranges.extend(if is_cut { places(to, bytes) } else { whole(to) });
                }
                Effect::Fill { to, length: Length::Operand(_), .. }
                | Effect::Copy { to, length: Length::Operand(_), .. } => {
                    let extents = layout.extents(program, &points_to.of(to), true);
                    ranges.extend(extents.iter().map(|it| (it.object, it.start, it.bytes)));
                }
                Effect::Escape { .. } => {
                    let changed = points_to.changed((block.0, at)).iter();
                    ranges.extend(changed.map(|&object| (object, 0, size(object))));
                }
                Effect::Start(object) => {
                    ranges.push((object, 0, size(object)));
                    lives.push(object);
                }
                Effect::End(object) => lives.push(object),
                Effect::Retire { now, holders, .. } => {
                    let word = u64::from(memory.pointer_width / 8);
                    let held =
                        crate::memory::points_to::places::holding(program, points_to, holders, now);
                    ranges.extend(held.iter().map(|place| (place.object, place.offset, word)));
                }
                Effect::Allocate { site, .. } => {
                    self.writes[self.counts[site]].push(block);
                    for &object in &memory.sites[site].instances {
                        lives.push(object);
                        if let Some(size) = self.sizes[object] {
                            self.writes[size].push(block);
                        }
                        if self.mixed.contains(&object) {
                            ranges.push((object, 0, size(object)));
                        }
                    }
                }
                Effect::Deallocate { at, .. } => lives.extend(points_to.of(at).objects.keys()),
                Effect::Address(_)
                | Effect::Load { .. }
                | Effect::Scan { .. }
                | Effect::AskWritten { .. }
                | Effect::CheckAccess { .. }
                | Effect::CheckFree { .. }
                | Effect::Inspect { .. }
                | Effect::Reach { .. } => {}
            }
        }
        for var in lives.into_iter().filter_map(|object| self.alive[object]) {
            self.writes[var].push(block);
        }
        for (object, offset, bytes) in ranges {
            let place = crate::memory::points_to::places::Place { object, offset };
            for &cell in layout.within(place, bytes) {
                for var in [Some(self.cells[cell]), self.written[cell]].into_iter().flatten() {
                    let blocks = &mut self.writes[var];
                    if blocks.last() != Some(&block) {
                        blocks.push(block);
                    }
                }
            }
        }
    }
}

/// Whether an operation of a program asks what was written.
fn asks_what_was_written(program: &Program) -> bool {
    program.effects().any(Effect::asks_what_was_written)
}

/// The size that all allocations of a site ask for, if it is one constant.
fn one_size(program: &Program, site: AllocationSiteId) -> Option<u64> {
    let mut size = None;
    for effect in program.effects() {
        let Some((here, _, asked)) = effect.allocation() else { continue };
        if here != site {
            continue;
        }
        let Operand::Const(asked) = asked else { return None };
        let asked = asked.to_u64()?;
        if size.is_some_and(|size| size != asked) {
            return None;
        }
        size = Some(asked);
    }
    size
}
