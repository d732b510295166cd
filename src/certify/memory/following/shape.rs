//! The shape of the program in which elements are followed, and what is checked of it once: that
//! its blocks are those of the source, that elements are chosen independently of each other, and that
//! there is an element for whatever a reader reads.

use rustc_hash::FxHashSet;

use super::{Following, odd};
use crate::certify::memory::Unproved;
use crate::certify::memory::facts::Facts;
use crate::certify::memory::objects::initial;
use crate::program::{
    BlockId, Bytes, Effect, EndKind, Followed, FollowedElement, FollowedGroup, Initial, Instr,
    ObjectId, Operand, Phi, Program, Storage, Terminator, ValueId,
};
use crate::support::{IndexVec, limits};

/// The shape of the new program.
pub(super) struct Shape {
    /// The blocks that each block of the source became, in order.
    pub pieces: IndexVec<BlockId, Vec<BlockId>>,
    /// The group that an object is in.
    of: IndexVec<ObjectId, Option<usize>>,
    /// The inputs that choose elements.
    pub choices: FxHashSet<ValueId>,
    /// The objects that were added for groups.
    pub parts: FxHashSet<ObjectId>,
}

impl Shape {
    /// The group that an object is in, if it is in one.
    pub fn group(&self, object: ObjectId) -> Option<usize> {
        self.of.get(object).copied().flatten()
    }
}

impl<'a> Following<'a> {
    /// Checks the claims, but for the conditions of the blocks.
    ///
    /// # Errors
    /// If something is not as it is expected.
    pub fn new(
        source: &'a Program,
        followed: &'a Followed,
        facts: &'a Facts<'a>,
    ) -> Result<Self, Unproved> {
        let program = &followed.program;
        let (before, now) = (&source.memory, &program.memory);
        let same = program.goals == source.goals
            && program.folded == source.folded
            && before.pointer_width == now.pointer_width
            && before.sites == now.sites
            && before.integers == now.integers
            && now.objects.as_slice().get(..before.objects.len())
                == Some(before.objects.as_slice())
            && program.values.as_slice().get(..source.values.len())
                == Some(source.values.as_slice());
        if !same {
            return Err(odd());
        }
        let mut of = IndexVec::filled(None, now.objects.len());
        for (place, group) in followed.groups.iter().enumerate() {
            for &object in &group.objects {
                let is_free = before.objects.get(object).is_some() && of[object].is_none();
                if !is_free || !before.has_contents(object) {
                    return Err(odd());
                }
                of[object] = Some(place);
            }
        }
        let mut pieces = IndexVec::new();
        for block in source.blocks.indices() {
            pieces.push(pieces_of(source, program, block)?);
        }
        let (choices, parts) = (FxHashSet::default(), FxHashSet::default());
        let shape = Shape { pieces, of, choices, parts };
        let mut this = Self { source, followed, facts, shape };
        this.joins()?;
        let mut added = FxHashSet::default();
        for group in &followed.groups {
            this.group(group, &mut added)?;
        }
        this.shape.parts = added;
        if this.shape.choices.iter().any(|input| followed.inputs.contains_key(input)) {
            return Err(odd());
        }
        for (place, group) in followed.groups.iter().enumerate() {
            for number in 0..group.elements.len() {
                this.reader(place, number)?;
            }
        }
        Ok(this)
    }

    /// Phis have the values that they had, from where blocks end now.
    fn joins(&self) -> Result<(), Unproved> {
        let now = |phi: &Phi| {
            let ends = |block: BlockId| self.shape.pieces[block].last().copied().unwrap_or(block);
            let incoming = phi.incoming.iter().map(|(from, value)| (ends(*from), value.clone()));
            Phi { incoming: incoming.collect(), ..phi.clone() }
        };
        for (id, block) in self.source.blocks.iter_enumerated() {
            if !block.phis.iter().map(now).eq(self.followed.program.blocks[id].phis.iter().cloned())
            {
                return Err(odd());
            }
        }
        Ok(())
    }

    /// A group is there, and begins as the source does.
    fn group(
        &mut self,
        group: &FollowedGroup,
        added: &mut FxHashSet<ObjectId>,
    ) -> Result<(), Unproved> {
        let program = &self.followed.program;
        let memory = &program.memory;
        let holds_address = |&object: &ObjectId| !self.facts.holds_no_address(object);
        if memory.pointer_width == 0 || group.objects.iter().any(holds_address) {
            return Err(odd());
        }
        let (element, pointer) = (group.element, memory.pointer_width);
        let half = 1u128 << (memory.offset_bits() - 1);
        let fits = (u128::from(group.last) + 1) * u128::from(element) <= half;
        let largest = limits::FOLLOWED_BYTES;
        if group.objects.is_empty() || element == 0 || element > largest || !fits {
            return Err(odd());
        }
        let mut part = |object: ObjectId, size: u64| {
            let is_new = self.source.memory.objects.get(object).is_none() && added.insert(object);
            let object = memory.objects.get(object).filter(|_| is_new);
            object.is_some_and(|it| it.size == size && it.writable && it.storage == Storage::Static)
        };
        let is_zero = |object: ObjectId| memory.objects[object].initial == Initial::Known(vec![]);
        // Nothing asks what an object holds that does not live.
        let lives = |object: ObjectId| {
            matches!(memory.objects[object].storage, Storage::Static | Storage::Register)
        };
        for known in &group.recent {
            let ok = part(known.known, 1)
                && part(known.offset, u64::from(pointer / 8))
                && part(known.contents, element)
                && is_zero(known.known)
                && group.objects.len() == 1;
            if !ok {
                return Err(odd());
            }
        }
        for it in &group.elements {
            let ok = part(it.contents, element)
                && part(it.hit, 1)
                && it.choices.len() + 1 == group.objects.len();
            if !ok {
                return Err(odd());
            }
            let first = Bytes { object: it.hit, start: 0, count: 1 };
            let is_hit = memory.objects[it.hit].initial != Initial::Arbitrary
                && initial(memory, first).bit(0);
            let begins = match memory.objects[it.contents].initial {
                Initial::Arbitrary => true,
                Initial::Known(ref pieces) => {
                    pieces.is_empty()
                        && group.objects.iter().all(|&object| !lives(object) || is_zero(object))
                }
            };
            if !is_hit || !begins {
                return Err(odd());
            }
            let widths = std::iter::once((&it.index, None));
            let widths = widths.chain(it.choices.iter().map(|choice| (choice, Some(1))));
            for (chosen, wanted) in widths {
                let input = chosen.as_value().filter(|&input| is_chosen(program, input));
                let input = input.filter(|it| self.source.values.get(*it).is_none());
                let width = input.map_or(0, |input| program.values[input].width());
                let ok = wanted.map_or(width <= pointer.min(64), |wanted| width == wanted)
                    && (wanted.is_some() || group.last.checked_shr(width).unwrap_or(0) == 0);
                match input {
                    Some(input) if ok && self.shape.choices.insert(input) => {}
                    _ => return Err(odd()),
                }
            }
        }
        Ok(())
    }

    /// Whatever the reader of an element reads is an element, and whether it does depends on no
    /// later choice.
    fn reader(&self, group: usize, number: usize) -> Result<(), Unproved> {
        let groups = &self.followed.groups;
        let element = |(group, number): (usize, usize)| {
            groups.get(group).and_then(|group: &FollowedGroup| group.elements.get(number))
        };
        let reader = groups[group].elements[number].reader;
        // Each element is filled before the one that it is copied from is chosen.
        let mut next = reader.fills;
        let mut left: usize = groups.iter().map(|group| group.elements.len()).sum();
        while let Some(filled) = next {
            let it: &FollowedElement = element(filled).ok_or_else(odd)?;
            next = it.reader.fills;
            left = left.checked_sub(1).ok_or_else(odd)?;
        }
        let block = self.source.blocks.get(reader.block).ok_or_else(odd)?;
        let Some(Instr::Memory(instr)) = block.instrs.get(reader.at) else { return Err(odd()) };
        let mut effects = instr.effects(self.source).into_iter();
        let read = |effect: Effect<'a>| {
            let load = effect.load().map(|(from, _, _)| from);
            load.or_else(|| effect.copy().map(|(_, from, _)| from))
        };
        let from = effects.find_map(read).ok_or_else(odd)?;
        let is_block = reader.fills.is_some();
        for (object, offsets) in self.facts.of(from).objects {
            if self.shape.group(object) == Some(group) {
                let last = self.followed.program.memory.objects[object].size.saturating_sub(1);
                let high = u64::try_from(offsets.high.max(0)).unwrap_or(u64::MAX);
                let last = if is_block { last } else { last.min(high) };
                if last / groups[group].element > groups[group].last {
                    return Err(odd());
                }
            }
        }
        Ok(())
    }

    /// How many bytes behind the start of an element an address into a group is, if that is always
    /// the same.
    pub fn offset(&self, operand: &Operand, group: usize) -> Option<u64> {
        let element = i128::from(self.followed.groups[group].element);
        let mut offset = None;
        for (object, offsets) in self.facts.of(operand).objects {
            let start = offsets.start.rem_euclid(element);
            if self.shape.group(object) == Some(group)
                && (offsets.step % element != 0 || *offset.get_or_insert(start) != start)
            {
                return None;
            }
        }
        offset.and_then(|it| u64::try_from(it).ok())
    }

    /// The size of the largest object of a group.
    pub fn largest(&self, group: usize) -> u64 {
        let objects = self.followed.groups[group].objects.iter();
        let sizes = objects.map(|&object| self.followed.program.memory.objects[object].size);
        sizes.max().unwrap_or(0)
    }

    /// How many bytes from the start of an object on something is said of: at least its own.
    pub fn spoken_of(&self, group: usize) -> u64 {
        let it = &self.followed.groups[group];
        self.largest(group).max((it.last + 1) * it.element)
    }
}

/// Whether an input is read where the program begins, and nowhere else.
fn is_chosen(program: &Program, input: ValueId) -> bool {
    let instrs = program.blocks[program.entry].instrs.iter();
    instrs.clone().filter(|it| matches!(it, Instr::Input { dest, .. } if *dest == input)).count()
        == 1
}

/// The blocks that a block of the source became: behind each but the last a run ends unless
/// something holds that is assumed.
fn pieces_of(
    source: &Program,
    program: &Program,
    block: BlockId,
) -> Result<Vec<BlockId>, Unproved> {
    let wanted = &source.blocks[block].terminator;
    let mut all = vec![block];
    let mut at = block;
    loop {
        let piece = program.blocks.get(at).ok_or_else(odd)?;
        if piece.terminator == *wanted {
            return Ok(all);
        }
        let (then, otherwise) = match &piece.terminator {
            Terminator::Branch { then, otherwise, .. } => (*then, *otherwise),
            _ => return Err(odd()),
        };
        let is_new = |block: BlockId| {
            source.blocks.get(block).is_none()
                && program.blocks.get(block).is_some_and(|block| block.phis.is_empty())
        };
        let ends = program.blocks.get(otherwise).is_some_and(|block| {
            block.instrs.is_empty() && block.terminator == Terminator::End(EndKind::Excluded)
        });
        if !is_new(then) || !is_new(otherwise) || !ends || all.contains(&then) {
            return Err(odd());
        }
        all.push(then);
        at = then;
    }
}
