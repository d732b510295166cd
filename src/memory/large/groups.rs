//! Which objects can be followed by single elements, and how they are accessed.
//!
//! Objects that one instruction may access belong together: a group. Its element size is
//! the greatest common divisor of all steps of its accesses, and every access must stay
//! within one element: that is what makes "the same element" a comparison of two
//! addresses.

use rustc_hash::FxHashSet;

use crate::memory::Limits;
use crate::memory::model::layout::Layout;
use crate::memory::points_to::abstraction::Abstract;
use crate::memory::points_to::numbers::{Numbers, gcd};
use crate::memory::points_to::{PointsTo, Site};
use crate::program::{
    BlockId, Effect, Initial, Instr, Length, Memory, MemoryInstr, ObjectId, Operand, Piece,
    Program, Reader, ValueId,
};
use crate::support::IndexVec;
use crate::support::limits;

/// Objects whose elements are followed together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The objects, ascending.
    pub objects: Vec<ObjectId>,
    /// Size of an element in bytes.
    pub element: u64,
    /// No access begins at a larger offset.
    pub highest: u64,
    /// The loads from it, in the order of the blocks.
    pub loads: Vec<Site>,
    /// The copies from it that followed elements of other groups, or of its own, are filled
    /// by: for each of these an element is followed here, too.
    pub copies: Vec<Filled>,
}

/// A followed element that a copy of a block may fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Filled {
    /// The copy.
    pub site: Site,
    /// Place of the group of the element.
    pub group: usize,
    /// Number of the element in it.
    pub element: usize,
}

impl Group {
    /// The loads that an element each is followed for: the last ones.
    pub fn followed_loads(&self) -> &[Site] {
        &self.loads[self.loads.len().saturating_sub(limits::FOLLOWED_LOADS)..]
    }

    /// The largest index of an element that is accessed.
    pub fn last(&self) -> u64 {
        self.highest / self.element
    }

    /// What a followed element is followed for.
    pub fn reader(&self, number: usize) -> Reader {
        let loads = self.followed_loads();
        let copy = number.checked_sub(loads.len()).and_then(|copy| self.copies.get(copy));
        let ((block, at), fills) = match copy {
            Some(copy) => (copy.site, Some((copy.group, copy.element))),
            None => (loads[number], None),
        };
        Reader { block: BlockId(block), at, fills }
    }

    /// How many elements are followed.
    pub fn followed(&self) -> usize {
        self.followed_loads().len() + self.copies.len()
    }
}

/// How an address meets a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// The bytes from this offset on within one element.
    Within {
        /// Place of the group.
        group: usize,
        /// Offset from the start of the element.
        offset: u64,
    },
    /// Any bytes.
    Block {
        /// Place of the group.
        group: usize,
    },
}

impl Access {
    /// Place of the group.
    pub fn group(self) -> usize {
        match self {
            Access::Within { group, .. } | Access::Block { group } => group,
        }
    }
}

/// All groups, and which one each object is in.
pub(super) struct Groups {
    pub all: Vec<Group>,
    of: IndexVec<ObjectId, Option<usize>>,
    points_to: PointsTo,
}

/// Finds the set that each object is in.
struct Sets(IndexVec<ObjectId, ObjectId>);

impl Sets {
    fn find(&self, mut object: ObjectId) -> ObjectId {
        while self.0[object] != object {
            object = self.0[object];
        }
        object
    }

    fn unite(&mut self, a: ObjectId, b: ObjectId) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
    }
}

/// An operand that is accessed as an address, and what is accessed there.
struct Pointer<'a> {
    operand: &'a Operand,
    /// `None` for a block of any length.
    bytes: Option<u64>,
    /// Whether it may be a block, of one element or more; else it is within one.
    may_span: bool,
}

/// The addresses that an instruction accesses.
fn pointers<'a>(program: &Program, instr: &'a MemoryInstr) -> Vec<Pointer<'a>> {
    let within = |operand, bytes| Pointer { operand, bytes: Some(bytes), may_span: false };
    let block = |operand, length| {
        let bytes = match length {
            Length::Constant(bytes) => Some(bytes),
            Length::Operand(_) => None,
        };
        Pointer { operand, bytes, may_span: true }
    };
    let mut all = vec![];
    for effect in instr.effects(program) {
        match effect {
            Effect::Load { from: at, bytes, .. } | Effect::Store { to: at, bytes, .. } => {
                all.push(within(at, bytes));
            }
            Effect::Fill { to: at, length, .. }
            | Effect::Scan { at, length }
            | Effect::AskWritten { at, length } => all.push(block(at, length)),
            Effect::Copy { to, from, length } => {
                all.extend([block(to, length), block(from, length)]);
            }
            // Whole objects, or none of their contents.
            Effect::Address(_)
            | Effect::CheckAccess { .. }
            | Effect::CheckFree { .. }
            | Effect::Inspect { .. }
            | Effect::Reach { .. }
            | Effect::Start(_)
            | Effect::End(_)
            | Effect::Allocate { .. }
            | Effect::Deallocate { .. }
            | Effect::Escape { .. } => {}
            // Objects that hold addresses are in no group.
            Effect::Retire { .. } => {}
        }
    }
    all
}

/// What an instruction reads as one value or element: where, how many bytes if that is an
/// element, and the value.
fn read<'a>(
    program: &Program,
    instr: &'a MemoryInstr,
) -> Option<(&'a Operand, u64, Option<ValueId>)> {
    instr.effects(program).into_iter().find_map(|effect| match effect {
        Effect::Load { from, dest, .. } => Some((from, 0, Some(dest))),
        Effect::Copy { from, length: Length::Constant(bytes), .. } => Some((from, bytes, None)),
        // A block of any length is no element.
        Effect::Copy { length: Length::Operand(_), .. } => None,
        Effect::Address(_)
        | Effect::Store { .. }
        | Effect::Fill { .. }
        | Effect::Scan { .. }
        | Effect::AskWritten { .. }
        | Effect::CheckAccess { .. }
        | Effect::CheckFree { .. }
        | Effect::Inspect { .. }
        | Effect::Reach { .. }
        | Effect::Start(_)
        | Effect::End(_)
        | Effect::Allocate { .. }
        | Effect::Deallocate { .. }
        | Effect::Retire { .. }
        | Effect::Escape { .. } => None,
    })
}

impl Groups {
    /// Those that hold an object of more than so many cells, and whose accesses allow it.
    pub fn new(program: &Program, cells: usize) -> Self {
        let points_to = PointsTo::behind_comparisons(program);
        let limits = Limits { cells, ..Limits::default() };
        let large = Layout::new(program, &points_to, &limits).oversized;
        let count = program.memory.objects.len();
        let of = IndexVec::filled(None, count);
        let mut groups = Self { all: vec![], of, points_to };
        if large.is_empty() {
            return groups;
        }
        let mut sets = Sets(program.memory.objects.indices().collect());
        groups.each(program, |groups, _, instr| {
            for pointer in pointers(program, instr) {
                let set = groups.points_to.of(pointer.operand);
                let objects: Vec<ObjectId> = contents(program, &set).collect();
                objects.windows(2).for_each(|pair| sets.unite(pair[0], pair[1]));
            }
        });
        let roots: FxHashSet<ObjectId> = large.iter().map(|&object| sets.find(object)).collect();
        let mut roots: Vec<ObjectId> = roots.into_iter().collect();
        roots.sort_unstable();
        for root in roots {
            let members = program.memory.objects.indices();
            let objects: Vec<ObjectId> = members.filter(|&o| sets.find(o) == root).collect();
            if let Some(group) = groups.group(program, objects) {
                for &object in &group.objects {
                    groups.of[object] = Some(groups.all.len());
                }
                groups.all.push(group);
            }
        }
        groups.settle_elements(program);
        groups.drop_readers_of_blocks(program);
        groups.pair(program);
        groups
    }

    /// Calls for each operation on memory, in the order of the blocks.
    fn each<'a>(&self, program: &'a Program, mut call: impl FnMut(&Self, Site, &'a MemoryInstr)) {
        for block in program.reverse_postorder() {
            for (at, instr) in program.blocks[block].instrs.iter().enumerate() {
                if let Instr::Memory(instr) = instr {
                    call(self, (block.0, at), instr);
                }
            }
        }
    }

    /// These objects as a group, if they can be one.
    fn group(&self, program: &Program, objects: Vec<ObjectId>) -> Option<Group> {
        let memory = &program.memory;
        let plain = |&object: &ObjectId| {
            let info = &memory.objects[object];
            let numbers = match &info.initial {
                Initial::Arbitrary => true,
                Initial::Known(pieces) => {
                    pieces.iter().all(|(_, piece)| matches!(piece, Piece::Number(_)))
                }
            };
            info.writable && numbers
        };
        if !objects.iter().all(plain) {
            return None;
        }
        let (mut element, mut ok) = (0, true);
        let mut accesses = vec![];
        let mut loads = vec![];
        // What accesses don't go beyond.
        let mut highest = 0;
        self.each(program, |this, site, instr| {
            for pointer in pointers(program, instr) {
                let set = this.points_to.of(pointer.operand);
                let offsets: Vec<_> =
                    contents(program, &set).filter(|o| objects.contains(o)).collect();
                if offsets.is_empty() {
                    continue;
                }
                // An address made from a number can be anywhere; null is nowhere, nor is what is so
                // small.
                ok &= set.number.is_none_or(|number| {
                    let is_code = !set.form.number && !set.form.part;
                    number.as_constant() == Some(0) || is_code && is_no_code(number, memory)
                });
                for object in offsets {
                    let offsets = set.objects[&object];
                    let last = memory.objects[object].size.saturating_sub(1);
                    let Some(bytes) = pointer.bytes.filter(|_| !pointer.may_span) else {
                        highest = highest.max(last);
                        continue;
                    };
                    element = gcd(element, offsets.step);
                    accesses.push((offsets, bytes));
                    let high = u64::try_from(offsets.high.max(0)).unwrap_or(u64::MAX);
                    highest = highest.max(high.min(last));
                }
            }
            // Addresses in elements would come back as numbers.
            let holds = |operand: &Operand| !this.points_to.of(operand).objects.is_empty();
            let touches = |operand: &Operand| {
                let set = this.points_to.of(operand);
                contents(program, &set).any(|o| objects.contains(&o))
            };
            if let Some((_, bytes, dest)) = read(program, instr).filter(|read| touches(read.0)) {
                ok &= dest.is_none_or(|dest| !holds(&Operand::Value(dest)));
                loads.push((site, bytes));
            }
        });
        if element == 0 {
            // All at known places.
            for (offsets, bytes) in &accesses {
                element = gcd(element, gcd(offsets.start, (*bytes).into()));
            }
        }
        let element = u64::try_from(element).ok().filter(|&it| it <= limits::FOLLOWED_BYTES)?;
        let fits = accesses.iter().all(|&(offsets, bytes)| {
            let start = u64::try_from(offsets.start.rem_euclid(element.into()));
            start.is_ok_and(|start| start + bytes <= element)
        });
        // One start of the element for all objects that an address may be in.
        let loads = loads.into_iter().filter(|&(_, bytes)| bytes <= element);
        let loads = loads.map(|(site, _)| site).collect();
        let group = Group { objects, element, highest, loads, copies: vec![] };
        let mut agree = true;
        self.each(program, |this, _, instr| {
            for pointer in pointers(program, instr).iter().filter(|pointer| !pointer.may_span) {
                let set = this.points_to.of(pointer.operand);
                let starts: FxHashSet<i128> = contents(program, &set)
                    .filter(|object| group.objects.contains(object))
                    .map(|object| set.objects[&object].start.rem_euclid(element.into()))
                    .collect();
                agree &= starts.len() <= 1;
            }
        });
        (ok && fits && agree).then_some(group)
    }

    /// Groups that only blocks are accessed of have the elements of those that they are
    /// copied from or to; else bytes.
    fn settle_elements(&mut self, program: &Program) {
        let mut pairs = Vec::new();
        self.each(program, |this, _, instr| {
            for effect in instr.effects(program) {
                if let Some((to, from, _)) = effect.copy()
                    && let [Some(to), Some(from)] = [to, from].map(|at| this.group_of(program, at))
                {
                    pairs.push((to, from));
                }
            }
        });
        for _ in 0..self.all.len() {
            for &(to, from) in &pairs {
                let element = self.all[to].element.max(self.all[from].element);
                for group in [to, from] {
                    if self.all[group].element == 0 {
                        self.all[group].element = element;
                    }
                }
            }
        }
        for group in &mut self.all {
            group.element = group.element.max(1);
        }
    }

    /// A copy of a block to what is not followed would have to know it all: what it reads is
    /// not followed either.
    fn drop_readers_of_blocks(&mut self, program: &Program) {
        loop {
            let mut dropped = None;
            self.each(program, |this, _, instr| {
                if let Some((to, from)) = this.copied(program, instr)
                    && matches!(from, Some(Access::Block { .. }))
                    && !matches!(to, Some(Access::Block { .. }))
                {
                    dropped = from.map(Access::group);
                }
            });
            let Some(dropped) = dropped else { return };
            self.all.remove(dropped);
            for of in self.of.iter_mut() {
                *of = of.filter(|&group| group != dropped);
                *of = of.map(|group| if group > dropped { group - 1 } else { group });
            }
        }
    }

    /// How a copy meets groups with what it writes and reads.
    fn copied(
        &self,
        program: &Program,
        instr: &MemoryInstr,
    ) -> Option<(Option<Access>, Option<Access>)> {
        let effects = instr.effects(program);
        effects.into_iter().find_map(Effect::copy).map(|(to, from, length)| match length {
            Length::Constant(bytes) => {
                (self.access(program, to, bytes), self.access(program, from, bytes))
            }
            Length::Operand(_) => (self.block(program, to), self.block(program, from)),
        })
    }

    /// Decides which elements are followed for copies of blocks. Later copies come first, so
    /// that what is copied twice is followed to where it comes from.
    fn pair(&mut self, program: &Program) {
        let mut copies = Vec::new();
        self.each(program, |this, site, instr| {
            if let Some((Some(Access::Block { group: to }), Some(from))) =
                this.copied(program, instr)
                && this.all[to].element == this.all[from.group()].element
                && instr.args[..2].iter().all(|at| this.is_aligned(program, at))
            {
                copies.push((site, to, from.group()));
            }
        });
        for (site, group, from) in copies.into_iter().rev() {
            for element in 0..self.all[group].followed() {
                if self.all[from].copies.len() < limits::FOLLOWED_COPIES {
                    self.all[from].copies.push(Filled { site, group, element });
                }
            }
        }
    }

    /// Whether an address is always that of the beginning of an element.
    pub fn is_aligned(&self, program: &Program, operand: &Operand) -> bool {
        let Some(group) = self.group_of(program, operand) else { return false };
        let element = i128::from(self.all[group].element);
        let set = self.points_to.of(operand);
        contents(program, &set).all(|object| {
            let offsets = set.objects[&object];
            offsets.step % element == 0 && offsets.start.rem_euclid(element) == 0
        })
    }

    /// What an undefined function can change at this call.
    pub fn changed(&self, call: Site) -> &[ObjectId] {
        self.points_to.changed(call)
    }

    /// The group that an address is into.
    pub fn group_of(&self, program: &Program, operand: &Operand) -> Option<usize> {
        let set = self.points_to.of(operand);
        contents(program, &set).find_map(|object| self.of[object])
    }

    /// How an access of so many bytes meets a group, if it does.
    pub fn access(&self, program: &Program, operand: &Operand, bytes: u64) -> Option<Access> {
        let group = self.group_of(program, operand)?;
        let set = self.points_to.of(operand);
        let object = contents(program, &set).find(|&object| self.of[object] == Some(group))?;
        let element = self.all[group].element;
        let offset = set.objects[&object].start.rem_euclid(element.into());
        let offset = u64::try_from(offset).ok()?;
        let known = contents(program, &set).all(|object| {
            let offsets = set.objects[&object];
            let element = i128::from(element);
            offsets.step % element == 0 && offsets.start.rem_euclid(element) == offset.into()
        });
        Some(match known && offset + bytes <= element {
            true => Access::Within { group, offset },
            false => Access::Block { group },
        })
    }

    /// How an access to a block of any length meets a group, if it does.
    pub fn block(&self, program: &Program, operand: &Operand) -> Option<Access> {
        self.group_of(program, operand).map(|group| Access::Block { group })
    }

    /// The groups, with their places.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Group)> {
        self.all.iter().enumerate()
    }
}

/// Whether none of these numbers is the code of an address.
pub(super) fn is_no_code(numbers: Numbers, memory: &Memory) -> bool {
    let limit = 1i128 << memory.offset_bits();
    numbers.within(-limit, limit - 1)
}

/// The objects with contents in a set of addresses.
fn contents<'a>(program: &'a Program, set: &'a Abstract) -> impl Iterator<Item = ObjectId> {
    set.objects.keys().copied().filter(|&object| program.memory.has_contents(object))
}
