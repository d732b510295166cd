//! What the pass claims about its result, for whoever does not believe it: what stands for values
//! and for parts of memory, and what each may be.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Resolver;
use super::clean::{self, Gone, now};
use crate::memory::Limits;
use crate::memory::model::variables::Var;
use crate::memory::points_to::abstraction::{Abstract, Form};
use crate::memory::points_to::contents::Range;
use crate::memory::points_to::numbers::Numbers;
use crate::memory::points_to::places::positions;
use crate::program::{
    Bytes, Correspondence, Held, Instr, Length, ObjectId, Operand, Possible, Program, Progression,
    ValueId,
};
use crate::support::{IndexVec, limits};

/// The program with its memory resolved, and what is claimed of it; `None` if that is too much to
/// be said.
pub(in crate::memory) fn correspondence(
    program: &Program,
    limits: &Limits,
) -> Option<Correspondence> {
    let added = program.values.len();
    let mut resolver = Resolver::new(program, limits);
    resolver.run();
    let words = Words::new(&resolver).all()?;
    let held = resolver.held();
    let state = resolver.writer.state(limits::CORRESPONDENCE_PARTS)?;
    let Resolver { points_to, layout, writer, given, .. } = resolver;
    let tails = writer.tails;
    let (resolved, instead, gone) = clean::clean(writer.out, added);
    let stands_for = |value: ValueId, known: &Option<Operand>| {
        now(&instead, known.as_ref().unwrap_or(&Operand::Value(value)))
    };
    let mut values = IndexVec::new();
    for (value, known) in writer.instead.iter_enumerated() {
        values.push(stands_for(value, known));
    }
    let mut at: IndexVec<_, Vec<(Held, Operand)>> =
        IndexVec::filled(Vec::new(), program.blocks.len());
    for (block, var, operand) in state {
        if let Some(&part) = held.get(&var) {
            at[block].push((part, now(&instead, &operand)));
        }
    }
    at.iter_mut().for_each(|parts| parts.sort_unstable_by_key(|part| part.0));
    let gone = needed(gone, at.iter().flatten().filter_map(|part| part.1.as_value()));
    let bytes = |cell| {
        let cell = &layout.cells[cell];
        Bytes { object: cell.object, start: cell.start, count: cell.bytes }
    };
    let given = given.into_iter().map(|(site, inputs)| {
        (site, inputs.into_iter().map(|(cell, input)| (bytes(cell), input)).collect())
    });
    let may_be = |value| possible(&points_to.of(&Operand::Value(value)));
    let mut oversized: Vec<ObjectId> = layout.oversized.iter().copied().collect();
    oversized.sort_unstable();
    Some(Correspondence {
        resolved,
        tails,
        values,
        held: at,
        gone: gone.into_iter().collect(),
        given: given.collect(),
        possible: program.values.indices().map(may_be).collect(),
        stay: points_to.checked.iter().copied().collect(),
        words,
        oversized,
    })
}

/// What these values would be, and what they would be computed of; nothing if that is very much.
fn needed(mut gone: Gone, of: impl Iterator<Item = ValueId>) -> Gone {
    let (mut work, mut all): (Vec<ValueId>, Gone) = (of.collect(), Gone::default());
    while let Some(value) = work.pop() {
        let Some((op, args)) = gone.remove(&value) else { continue };
        work.extend(args.iter().filter_map(Operand::as_value));
        all.insert(value, (op, args));
        if all.len() > limits::VALIDATED_DEFINITIONS {
            return Gone::default();
        }
    }
    all
}

fn possible(set: &Abstract) -> Possible {
    let progression =
        |n: &Numbers| Progression { start: n.start, step: n.step, low: n.low, high: n.high };
    Possible {
        objects: set
            .objects
            .iter()
            .map(|(&object, offsets)| (object, progression(offsets)))
            .collect(),
        number: set.number.as_ref().map(progression),
        is_computed: !set.objects.is_empty() && set.form != Form::CODE,
    }
}

impl Resolver<'_> {
    /// The parts of memory that variables stand for.
    fn held(&self) -> FxHashMap<Var, Held> {
        let mut held = FxHashMap::default();
        for (id, cell) in self.layout.cells.iter_enumerated() {
            let bytes = Bytes { object: cell.object, start: cell.start, count: cell.bytes };
            held.insert(self.variables.cell(id), Held::Bytes(bytes));
        }
        for object in self.memory().objects.indices() {
            let lives = self.variables.alive[object].map(|var| (var, Held::Lives(object)));
            held.extend(lives);
            held.extend(self.variables.sizes[object].map(|var| (var, Held::Size(object))));
        }
        for (site, &var) in self.variables.counts.iter_enumerated() {
            held.insert(var, Held::Used(site));
        }
        held
    }
}

/// What is read from memory, and by copies of it what must be known of other bytes.
struct Words<'r, 'a> {
    resolver: &'r Resolver<'a>,
    found: FxHashMap<Bytes, Possible>,
    open: Vec<Bytes>,
    /// By object that is written: where copies begin, what they are from, and how long.
    copies: BTreeMap<ObjectId, Vec<(Numbers, ObjectId, Numbers, u64)>>,
}

impl<'r, 'a> Words<'r, 'a> {
    fn new(resolver: &'r Resolver<'a>) -> Self {
        let (found, open, copies) = (FxHashMap::default(), vec![], BTreeMap::new());
        Self { resolver, found, open, copies }
    }

    /// All of them, unless they are too many.
    fn all(mut self) -> Option<FxHashMap<Bytes, Possible>> {
        let Resolver { program, points_to, .. } = self.resolver;
        for block in program.reverse_postorder() {
            for instr in &program.blocks[block].instrs {
                let Instr::Memory(instr) = instr else { continue };
                for effect in instr.effects(program) {
                    if let Some((from, bytes, dest)) = effect.load() {
                        let any = Numbers::any(program.values[dest].width());
                        let read = points_to.of(&Operand::Value(dest));
                        let is_any = read.objects.is_empty() && read.number == Some(any);
                        for (object, offsets) in points_to.of(from).objects {
                            // Of arbitrary numbers, where there is nothing else, nothing must be known.
                            if !is_any || points_to.contents.held(object).next().is_some() {
                                self.want(object, offsets, bytes)?;
                            }
                        }
                    }
                    if let Some((to, from, Length::Constant(bytes))) = effect.copy() {
                        for (target, there) in points_to.of(to).objects {
                            for (source, here) in points_to.of(from).objects {
                                let copy = (there, source, here, bytes);
                                self.copies.entry(target).or_default().push(copy);
                            }
                        }
                    }
                }
            }
        }
        while let Some(word) = self.open.pop() {
            for (there, source, here, bytes) in
                self.copies.get(&word.object).cloned().unwrap_or_default()
            {
                let size = program.memory.objects[word.object].size;
                let holds = |&at: &u64| at <= word.start && word.start + word.count <= at + bytes;
                let starts: FxHashSet<u64> = positions(there, size, bytes).filter(holds).collect();
                for at in starts {
                    let behind = i128::from(word.start - at);
                    let moved = here.plus(Numbers::constant(behind));
                    self.want(source, moved.unwrap_or(here), word.count)?;
                }
            }
        }
        Some(self.found)
    }

    /// Notes that so many bytes from these offsets on must be known.
    fn want(&mut self, object: ObjectId, offsets: Numbers, count: u64) -> Option<()> {
        let Resolver { program, points_to, layout, .. } = self.resolver;
        if layout.oversized.contains(&object) || !program.memory.has_contents(object) {
            return Some(());
        }
        let width = u32::try_from(count * 8).ok()?;
        for start in positions(offsets, program.memory.objects[object].size, count) {
            let word = Bytes { object, start, count };
            if self.found.contains_key(&word) {
                continue;
            }
            if self.found.len() >= limits::CORRESPONDENCE_PARTS {
                return None;
            }
            let mut all = Abstract::default();
            let at = Range::at(start, count);
            points_to.contents.read(object, at, width, &mut all);
            self.found.insert(word, possible(&all));
            self.open.push(word);
        }
        Some(())
    }
}
