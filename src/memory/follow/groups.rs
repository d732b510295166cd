//! Which objects can be followed by single elements, and how they are accessed.
//!
//! Objects that one instruction may access belong together: a group. Its element size is
//! the greatest common divisor of all steps of its accesses, and every access must stay
//! within one element: that is what makes "the same element" a comparison of two
//! addresses.

use rustc_hash::FxHashSet;

use crate::memory::Limits;
use crate::memory::abstraction::Abstract;
use crate::memory::layout::{Layout, Site};
use crate::memory::numbers::gcd;
use crate::memory::points_to::{PointsTo, has_contents};
use crate::program::{
    Initial, Instr, MemoryInstr, MemoryOp, ObjectId, Operand, Piece, Program, ValueId,
};
use crate::support::IndexVec;

/// Objects whose elements are followed together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The objects, ascending.
    pub objects: Vec<ObjectId>,
    /// Size of an element in bytes.
    pub element: u64,
    /// The loads from it, in the order of the blocks.
    pub loads: Vec<Site>,
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
    /// Whole elements.
    Whole {
        /// Place of the group.
        group: usize,
    },
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
    bytes: u64,
    /// Whether an access to several elements can be followed.
    may_span: bool,
}

/// The addresses that an instruction accesses.
fn pointers<'a>(program: &Program, instr: &'a MemoryInstr) -> Vec<Pointer<'a>> {
    let width = |id: Option<ValueId>| id.map_or(0, |id| u64::from(program.values[id].width / 8));
    match (instr.op, &instr.args[..]) {
        (MemoryOp::Load, [from]) => {
            vec![Pointer { operand: from, bytes: width(instr.dest), may_span: false }]
        }
        (MemoryOp::Store, [to, value]) => {
            let bytes = u64::from(program.width(value) / 8);
            vec![Pointer { operand: to, bytes, may_span: false }]
        }
        (MemoryOp::Fill(bytes), [to, _]) => {
            vec![Pointer { operand: to, bytes, may_span: true }]
        }
        (MemoryOp::Copy(bytes), [to, from]) => vec![
            Pointer { operand: to, bytes, may_span: true },
            Pointer { operand: from, bytes, may_span: true },
        ],
        _ => vec![],
    }
}

impl Groups {
    /// Those that hold an object of more than so many cells, and whose accesses allow it.
    pub fn new(program: &Program, cells: usize) -> Self {
        let points_to = PointsTo::new(program);
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
        groups.drop_readers_of_many(program);
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
        let single = objects.len() == 1;
        let (mut element, mut ok) = (0, true);
        let mut accesses = vec![];
        let mut loads = vec![];
        self.each(program, |this, site, instr| {
            for pointer in pointers(program, instr) {
                let set = this.points_to.of(pointer.operand);
                let offsets: Vec<_> =
                    contents(program, &set).filter(|o| objects.contains(o)).collect();
                if offsets.is_empty() {
                    continue;
                }
                // An address made from a number can be anywhere; null is nowhere.
                ok &= set.number.is_none_or(|number| number.as_constant() == Some(0));
                for object in offsets {
                    let offsets = set.objects[&object];
                    element = gcd(element, offsets.step);
                    accesses.push((offsets, pointer.bytes, pointer.may_span && single));
                }
            }
            // Addresses in elements would come back as numbers.
            let holds = |operand: &Operand| !this.points_to.of(operand).objects.is_empty();
            let touches = |operand: &Operand| {
                let set = this.points_to.of(operand);
                contents(program, &set).any(|o| objects.contains(&o))
            };
            match (instr.op, &instr.args[..], instr.dest) {
                (MemoryOp::Load, [from], Some(dest)) if touches(from) => {
                    ok &= !holds(&Operand::Value(dest));
                    loads.push(site);
                }
                (MemoryOp::Copy(_), [_, from], _) if touches(from) => loads.push(site),
                _ => {}
            }
        });
        let element = u64::try_from(element).ok().filter(|&element| element > 0)?;
        let fits = accesses.iter().all(|&(offsets, bytes, may_span)| {
            let Ok(start) = u64::try_from(offsets.start.rem_euclid(element.into())) else {
                return false;
            };
            start + bytes <= element || may_span && start == 0 && bytes % element == 0
        });
        // One start of the element for all objects that an address may be in.
        let group = Group { objects, element, loads };
        let mut agree = true;
        self.each(program, |this, _, instr| {
            for pointer in pointers(program, instr) {
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

    /// A copy of several elements to one that is followed, or to what is not followed at
    /// all, would have to know them all: what it reads is not followed either.
    fn drop_readers_of_many(&mut self, program: &Program) {
        loop {
            let mut dropped = None;
            self.each(program, |this, _, instr| {
                let (MemoryOp::Copy(bytes), [to, from]) = (instr.op, &instr.args[..]) else {
                    return;
                };
                let many = |access| matches!(access, Some(Access::Whole { .. }));
                let (to, from) =
                    (this.access(program, to, bytes), this.access(program, from, bytes));
                if let Some(Access::Whole { group }) = from
                    && !many(to)
                {
                    dropped = Some(group);
                }
            });
            if dropped.is_none() {
                return;
            }
            for of in self.of.iter_mut() {
                *of = of.filter(|group| Some(*group) != dropped);
            }
        }
    }

    /// The group that an address is into.
    fn group_of(&self, program: &Program, operand: &Operand) -> Option<usize> {
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
        Some(match offset + bytes <= element {
            true => Access::Within { group, offset },
            false => Access::Whole { group },
        })
    }

    /// The groups that are left, with their places.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Group)> {
        let left = |place: usize| self.of.iter().any(|of| *of == Some(place));
        self.all.iter().enumerate().filter(move |(place, _)| left(*place))
    }
}

/// The objects with contents in a set of addresses.
fn contents<'a>(program: &'a Program, set: &'a Abstract) -> impl Iterator<Item = ObjectId> {
    set.objects.keys().copied().filter(|&object| has_contents(&program.memory, object))
}
