//! Which objects each value may point into, and where: abstract interpretation over SSA
//! values and the contents of objects, blind to the order of stores.
//!
//! Source: Andersen, "Program Analysis and Specialization for the C Programming Language"
//! (1994), chapter 4, on sets with offsets.

pub(in crate::memory) mod abstraction;
mod checked;
pub(in crate::memory) mod contents;
mod escaped;
pub(in crate::memory) mod numbers;
pub(in crate::memory) mod places;

use crate::bv::Op;
use crate::program::{
    BlockId, Effect, Instr, Length, Memory, MemoryInstr, ObjectId, Operand, Part, Program, ValueId,
};
use crate::support::Fault;
use crate::support::IndexVec;
use crate::support::limits;
use abstraction::{Abstract, Field};
use checked::NotNull;
use contents::{Contents, Range};
use numbers::Numbers;
use rustc_hash::{FxHashMap, FxHashSet};

/// Identifies an instruction: block and position.
pub(in crate::memory) type Site = (u32, usize);

/// What is known of all values.
#[derive(Debug)]
pub(in crate::memory) struct PointsTo {
    values: IndexVec<ValueId, Abstract>,
    /// The sums and differences that must be checked to stay in the offset field.
    pub checked: FxHashSet<ValueId>,
    /// What objects may hold.
    pub contents: Contents,
    pub field: Field,
    /// By call of an undefined function, where control gets: what it can change.
    changed: FxHashMap<Site, Vec<ObjectId>>,
}

struct Analysis<'a> {
    program: &'a Program,
    values: IndexVec<ValueId, Abstract>,
    changes: IndexVec<ValueId, u32>,
    contents: Contents,
    field: Field,
    /// Values whose offsets may leave the field, where they are made.
    left: FxHashSet<ValueId>,
    changed: bool,
    /// Where values are known not to be null, if that counts.
    not_null: Option<NotNull>,
}

/// The objects of the sites that some allocation fills with zeros, or does not.
pub(in crate::memory) fn allocated(program: &Program, wanted: bool) -> Vec<ObjectId> {
    let allocations = program.effects().filter_map(Effect::allocation);
    let wanted = allocations.filter(|&(_, zeroed, _)| zeroed == wanted);
    wanted.flat_map(|(site, ..)| program.memory.sites[site].instances.clone()).collect()
}

impl PointsTo {
    /// Analyses a program.
    pub fn new(program: &Program) -> Self {
        Self::analyse(program, None)
    }

    /// Likewise, but what is computed from an address where a branch has compared it with null is
    /// not computed from null.
    pub fn behind_comparisons(program: &Program) -> Self {
        Self::analyse(program, Some(NotNull::new(program)))
    }

    fn analyse(program: &Program, not_null: Option<NotNull>) -> Self {
        let contents =
            Contents::new(&program.memory, &allocated(program, true), &allocated(program, false));
        let mut analysis = Analysis {
            program,
            values: IndexVec::filled(Abstract::default(), program.values.len()),
            changes: IndexVec::filled(0, program.values.len()),
            contents,
            field: Field::new(&program.memory),
            left: FxHashSet::default(),
            changed: true,
            not_null,
        };
        let order = program.reverse_postorder();
        while std::mem::take(&mut analysis.changed) {
            for &block in &order {
                analysis.block(block);
            }
        }
        let needed = needed(program, &order, &analysis.values);
        let checked = analysis.left.iter().copied().filter(|value| needed.contains(value));
        let checked = checked.collect();
        let Analysis { values, contents, field, .. } = analysis;
        let into = |operand: &Operand| of(&values, operand).objects.into_keys().collect();
        let changed = escaped::changed(program, &contents, into);
        Self { values, checked, contents, field, changed }
    }

    /// What an undefined function can change at a call.
    pub fn changed(&self, call: Site) -> &[ObjectId] {
        self.changed.get(&call).map_or(&[], Vec::as_slice)
    }

    /// What is known of an operand.
    pub fn of(&self, operand: &Operand) -> Abstract {
        of(&self.values, operand)
    }
}

fn of(values: &IndexVec<ValueId, Abstract>, operand: &Operand) -> Abstract {
    match operand {
        Operand::Value(id) => values[*id].clone(),
        Operand::Const(value) => Abstract::numbers(Numbers::of(value)),
    }
}

impl Analysis<'_> {
    fn of(&self, operand: &Operand) -> Abstract {
        of(&self.values, operand)
    }

    /// What an operand may be where it is read in a block.
    fn read_in(&self, block: BlockId, operand: &Operand) -> Abstract {
        let mut set = self.of(operand);
        let is_null = set.number.is_some_and(|number| number.as_constant() == Some(0));
        let checked = self.not_null.as_ref().filter(|_| is_null && !set.objects.is_empty());
        if checked.is_some_and(|not_null| not_null.holds(block, operand)) {
            set.number = None;
        }
        set
    }

    /// Adds to what a value may be; whether that is new.
    fn set(&mut self, dest: ValueId, mut new: Abstract) -> bool {
        let old = &self.values[dest];
        new.join(old);
        if new == *old {
            return false;
        }
        self.values[dest] = new;
        self.changed = true;
        true
    }

    /// [`Analysis::set`] for a phi. Only here sets are widened, and in memory: each cycle leads
    /// through one of these, and what is computed from an index keeps the bounds of its type.
    fn set_phi(&mut self, dest: ValueId, new: Abstract) {
        let old = self.values[dest].clone();
        if self.set(dest, new) {
            self.changes[dest] += 1;
            if self.changes[dest] > limits::PHI_CHANGES {
                let width = self.program.values[dest].width();
                self.values[dest].widen(&old, width, self.field);
            }
        }
    }

    fn block(&mut self, id: BlockId) {
        let program = self.program;
        let block = &program.blocks[id];
        for phi in &block.phis {
            let mut all = Abstract::default();
            let count = if Fault::MemoryAlias.is_planted() { 1 } else { phi.incoming.len() };
            phi.incoming.iter().take(count).for_each(|(_, operand)| all.join(&self.of(operand)));
            self.set_phi(phi.dest, all);
        }
        for instr in &block.instrs {
            match instr {
                Instr::Assign { dest, op, args, .. } => {
                    let sets = args.iter().map(|arg| self.read_in(id, arg));
                    let sets: Vec<Abstract> = sets.collect();
                    let sets: Vec<&Abstract> = sets.iter().collect();
                    let (from, to) = (program.width(&args[0]), program.values[*dest].width());
                    let (result, left) = abstraction::apply(*op, &sets, from, to, &program.memory);
                    if left {
                        self.left.insert(*dest);
                    }
                    self.set(*dest, result);
                }
                Instr::Input { dest, .. } => {
                    let any = Numbers::any(program.values[*dest].width());
                    self.set(*dest, Abstract::numbers(any));
                }
                Instr::Bind { .. } => {}
                Instr::Memory(instr) => self.memory(instr),
            }
        }
    }

    fn memory(&mut self, instr: &MemoryInstr) {
        let program = self.program;
        let memory = &program.memory;
        // A number, unless an effect says more.
        let mut result = instr.dest.map(|dest| match instr.op.signature().1 {
            Some(Part::Size) => Abstract::numbers(Numbers::between(0, largest(memory))),
            _ => Abstract::numbers(Numbers::any(program.values[dest].width())),
        });
        for effect in instr.effects(program) {
            match effect {
                Effect::Address(object) => result = Some(Abstract::address(object, 0)),
                Effect::Allocate { site, .. } => {
                    let mut all = Abstract::default();
                    let instances = &memory.sites[site].instances;
                    instances.iter().for_each(|&object| all.join(&Abstract::address(object, 0)));
                    result = Some(all);
                }
                Effect::Load { from, bytes, .. } => result = self.load(from, bytes),
                Effect::Store { .. } if Fault::MemoryHolds.is_planted() => {}
                Effect::Store { to, value, bytes } => {
                    let (values, lengths) = (self.of(value), Numbers::constant(bytes.into()));
                    for (object, offsets) in self.of(to).objects {
                        let at = Range::new(offsets, bytes);
                        self.write(object, offsets, lengths, at, &values);
                    }
                }
                Effect::Fill { to, byte, length } => self.fill(to, byte, length),
                Effect::Copy { to, from, length } => {
                    let lengths = self.lengths(length);
                    self.copy(to, from, lengths);
                }
                Effect::Escape { given, direct } => self.forget(given, direct),
                Effect::Retire { now, past, holders } => {
                    let holders = holders.iter().flat_map(|at| self.of(at).objects.into_keys());
                    for holder in holders.collect::<Vec<_>>() {
                        self.changed |= self.contents.retire(holder, now, past);
                    }
                }
                // Contents of before can be left in: here the order of operations doesn't count.
                Effect::Start(_) | Effect::End(_) | Effect::Deallocate { .. } => {}
                Effect::Scan { .. }
                | Effect::AskWritten { .. }
                | Effect::CheckAccess { .. }
                | Effect::CheckFree { .. }
                | Effect::Inspect { .. }
                | Effect::Reach { .. } => {}
            }
        }
        if let (Some(dest), Some(result)) = (instr.dest, result) {
            self.set(dest, result);
        }
    }

    /// What so many bytes from an address on may hold; `None` as long as nothing is known of
    /// the address.
    fn load(&self, from: &Operand, bytes: u64) -> Option<Abstract> {
        let width = u32::try_from(bytes * 8).expect("a value has a width");
        let from = self.of(from);
        if from.is_empty() {
            return None;
        }
        let mut all = Abstract::default();
        for (&object, &offsets) in &from.objects {
            let at = Range::new(offsets, bytes);
            self.contents.read(object, at, width, &mut all);
        }
        if all.is_empty() {
            // Never valid: not specified.
            all.insert_numbers(Numbers::any(width));
        }
        Some(all)
    }

    /// These values are written to blocks, and may be read at `at`.
    fn write(
        &mut self,
        object: ObjectId,
        starts: Numbers,
        lengths: Numbers,
        at: Range,
        values: &Abstract,
    ) {
        self.changed |= self.contents.write(object, starts, lengths, values);
        self.changed |= self.contents.add(object, at, values);
    }

    fn fill(&mut self, to: &Operand, byte: &Operand, length: Length<'_>) {
        let (values, lengths) = (self.of(byte), self.lengths(length));
        let length = lengths.as_constant();
        if length == Some(0) {
            return;
        }
        for (object, offsets) in self.of(to).objects {
            // One byte after the other, anywhere in the range.
            let bytes = match length {
                Some(1) => offsets,
                _ => {
                    let high = offsets.high.saturating_add(lengths.high - 1);
                    Numbers::between(offsets.low, high.max(offsets.low))
                }
            };
            self.write(object, offsets, lengths, Range::new(bytes, 1), &values);
        }
    }

    /// What can be reached from these addresses is changed by others, or only what they belong to.
    fn forget(&mut self, given: &[Operand], direct: bool) {
        let memory = &self.program.memory;
        // What was given to others before is forgotten there.
        let given: Vec<Abstract> = given.iter().map(|given| self.of(given)).collect();
        let from = given.iter().flat_map(|set| set.objects.keys().copied());
        for object in escaped::meant(memory, &self.contents, from, direct) {
            if memory.objects[object].writable {
                self.changed |= self.contents.forget(object);
            }
        }
    }

    fn lengths(&self, length: Length<'_>) -> Numbers {
        match length {
            Length::Constant(bytes) => Numbers::constant(bytes.into()),
            Length::Operand(size) => lengths(&self.of(size), &self.program.memory),
        }
    }

    fn copy(&mut self, to: &Operand, from: &Operand, lengths: Numbers) {
        let (to, from) = (self.of(to), self.of(from));
        for (&target, &there) in &to.objects {
            for (&source, &here) in &from.objects {
                self.changed |= self.contents.copy((source, here), (target, there), lengths);
            }
        }
    }
}

/// The size of the largest object.
fn largest(memory: &Memory) -> i128 {
    memory.objects.iter().map(|object| i128::from(object.size)).max().unwrap_or(0)
}

/// The lengths that a block may have that lies in an object, if it may have any number of
/// bytes out of these. There may be none, and `high` below `low`.
pub(in crate::memory) fn lengths(set: &Abstract, memory: &Memory) -> Numbers {
    let any = Numbers::any(memory.pointer_width);
    let numbers = set.number.filter(|_| set.objects.is_empty()).unwrap_or(any);
    let numbers = numbers.unsigned(memory.pointer_width).unwrap_or(any);
    Numbers { low: numbers.low.max(0), high: numbers.high.min(largest(memory)), ..numbers }
}

/// The values whose bits must tell which object they belong to, or whose offsets must be
/// what the analysis says: where there are two possibilities, or a step that would not
/// survive a wrap-around; and all that such a value is made of.
fn needed(
    program: &Program,
    order: &[BlockId],
    values: &IndexVec<ValueId, Abstract>,
) -> FxHashSet<ValueId> {
    let mut sources: IndexVec<ValueId, &[Operand]> =
        IndexVec::filled(&[] as &[Operand], program.values.len());
    let mut joins: IndexVec<ValueId, Vec<&Operand>> =
        IndexVec::filled(Vec::new(), program.values.len());
    let mut work: Vec<ValueId> = Vec::new();
    let mut want = |operand: &Operand| {
        if let Operand::Value(id) = operand {
            work.push(*id);
        }
    };
    for block in order.iter().map(|&id| &program.blocks[id]) {
        for phi in &block.phis {
            joins[phi.dest] = phi.incoming.iter().map(|(_, operand)| operand).collect();
        }
        for instr in &block.instrs {
            match instr {
                Instr::Assign { dest, op, args, .. } => {
                    sources[*dest] = args;
                    let compares = matches!(op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle);
                    if compares || *op == Op::Sub {
                        let mut all = Abstract::default();
                        args.iter().for_each(|arg| all.join(&of(values, arg)));
                        let apart = if compares { all.bases() } else { all.objects.len() };
                        if apart > 1 {
                            args.iter().for_each(&mut want);
                        }
                    }
                }
                Instr::Memory(instr) => {
                    for effect in instr.effects(program) {
                        stored(effect).into_iter().for_each(&mut want);
                    }
                }
                Instr::Input { .. } | Instr::Bind { .. } => {}
            }
        }
    }
    for (id, set) in values.iter_enumerated() {
        if set.bases() > 1 && !set.objects.is_empty() || set.has_odd_stride() {
            work.push(id);
        }
    }
    let mut needed = FxHashSet::default();
    while let Some(value) = work.pop() {
        if needed.insert(value) {
            let operands = sources[value].iter().chain(joins[value].iter().copied());
            work.extend(operands.filter_map(|operand| match operand {
                Operand::Value(id) if !values[*id].objects.is_empty() => Some(*id),
                _ => None,
            }));
        }
    }
    needed
}

/// The word that an effect writes to memory, where it may be read as an address.
fn stored(effect: Effect<'_>) -> Option<&Operand> {
    match effect {
        Effect::Store { value, .. } => Some(value),
        // Of a byte no address is read.
        Effect::Fill { .. } => None,
        Effect::Address(_)
        | Effect::Load { .. }
        | Effect::Copy { .. }
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::samples::{Builder, number};
    use crate::program::{MemoryOp, Phi, Storage};

    /// Elements of three bytes are told apart in a loop, too, where a narrow index is extended.
    #[test]
    fn what_is_made_of_an_index_is_as_narrow_as_it() {
        let mut b = Builder::default();
        b.program.memory.pointer_width = 16;
        let object = |b: &mut Builder| {
            b.program.memory.objects.push(crate::program::Object {
                name: "a".to_owned(),
                loc: None,
                storage: Storage::Static,
                size: 30,
                align: 1,
                writable: true,
                initial: crate::program::Initial::Known(vec![]),
                fields: vec![],
            })
        };
        let a = object(&mut b);
        let (entry, head, out) = (b.block("entry"), b.block("head"), b.block("out"));
        let base = b.value("base", 16);
        let op = MemoryOp::Address(a);
        let instr = MemoryInstr { dest: Some(base), op, args: vec![], loc: None };
        b.program.blocks[entry].instrs.push(Instr::Memory(instr));
        b.goto(entry, head);
        let index = b.value("index", 4);
        let wide = b.assign(head, "wide", Op::SignExtend(16), &[Operand::Value(index)]);
        let offset = b.assign(head, "offset", Op::Mul, &[wide, number(16, 3)]);
        let place = b.assign(head, "place", Op::Add, &[Operand::Value(base), offset]);
        let next = b.assign(head, "next", Op::Add, &[Operand::Value(index), number(4, 1)]);
        let again = b.input(head, "again", 1);
        b.branch(head, again, head, out);
        let incoming = vec![(entry, number(4, 0)), (head, next)];
        b.program.blocks[head].phis.push(Phi { dest: index, incoming });
        assert_eq!(b.program.validate(), Ok(()));
        let places = PointsTo::new(&b.program).of(&place).objects;
        let expected = Numbers { start: 0, step: 3, low: -24, high: 21 };
        assert_eq!(places.into_iter().collect::<Vec<_>>(), [(a, expected)]);
    }
}
