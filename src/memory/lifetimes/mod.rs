//! A local variable of a block is another object each time the block is entered (C17 6.2.4p6),
//! so also in each iteration of a loop; an address of an earlier one is indeterminate from then on
//! (6.2.4p2). Here the object is one, and its earlier ones together are a second, that never
//! lives: whatever holds an address into the first when it starts to live again holds one into
//! the second from there on ([`Effect::Retire`]).
//!
//! Addresses may be held in memory, and by SSA values. A value that may hold one across a start
//! is kept in an object of its own, as far as the start can reach; the rest of
//! [`memory`](crate::memory) makes values of that again. What is computed from the object's own
//! address, by no phi and no load, is always of the present one.
//!
//! Where an object starts again of which there may be hidden addresses ([`hidden`]), which nobody could
//! renew, nothing is known any more.
//!
//! Always: blocks and values keep their numbers; programs in which no address of such a variable
//! gets anywhere stay as they are.

mod alive;
mod hidden;
mod rewrite;
mod uses;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bv::{Op, Sort};
use crate::memory::points_to::PointsTo;
use crate::program::{BlockId, Effect, Ended, Instr, ObjectId, Operand, Program, ValueId};
use crate::support::IndexVec;
use alive::Alive;
use hidden::HiddenPointers;
use rewrite::{Plan, Retired};

/// Position of an instruction.
type Site = (BlockId, usize);

/// The program in which addresses of earlier iterations are told from those of this one.
pub fn tell_apart(program: Program) -> Program {
    let survey = Survey::new(&program);
    let starts = survey.starts(&program);
    if starts.is_empty() {
        return program;
    }
    let points_to = PointsTo::new(&program);
    let again: FxHashSet<ObjectId> = starts.iter().map(|&(_, object)| object).collect();
    let holds = |id: ValueId| {
        points_to.of(&Operand::Value(id)).objects.keys().any(|object| again.contains(object))
    };
    // Bits are answers to questions.
    let is_number = |id: ValueId| matches!(program.values[id].sort, Sort::Word(2..));
    let carried: FxHashSet<ValueId> =
        survey.carried.iter().copied().filter(|&id| is_number(id) && holds(id)).collect();
    let pointers = HiddenPointers::new(&program, &points_to);
    let alive = Alive::new(&program, carried);
    let mut plan = Plan::default();
    for (site, object) in starts {
        let mut values = alive.behind(&program, site);
        values.retain(|&id| points_to.of(&Operand::Value(id)).objects.contains_key(&object));
        let holders = program.memory.objects.indices().filter(|&holder| {
            holder != object
                && program.memory.has_contents(holder)
                && points_to.contents.may_hold(holder, |&held| held == object)
        });
        let holders: Vec<ObjectId> = holders.collect();
        let hidden = pointers.may_hide(&program, object, &values, &holders);
        values.retain(|&id| is_whole(&program, id));
        for &value in &values {
            alive.mark(&program, site, value, &mut plan.renewed);
        }
        if hidden || !values.is_empty() || !holders.is_empty() {
            plan.retired.insert(site, Retired { object, values, holders, hidden });
        }
    }
    plan.apply(program)
}

/// Whether a value is as long as an address, or may be made of one and something else.
fn is_whole(program: &Program, value: ValueId) -> bool {
    let width = program.values[value].width();
    width >= program.memory.pointer_width && width.is_multiple_of(8)
}

/// What can be seen of addresses without knowing what memory holds.
struct Survey {
    /// Values that may be addresses of an earlier iteration: phis, loads, and what is made of them.
    carried: FxHashSet<ValueId>,
    /// Where the address of a local object gets into memory, or into a phi (at the first
    /// instruction of its block).
    kept: FxHashMap<ObjectId, Vec<Site>>,
}

impl Survey {
    fn new(program: &Program) -> Self {
        let mut survey = Self { carried: FxHashSet::default(), kept: FxHashMap::default() };
        // The objects whose own address a value is made of.
        let mut made_of: IndexVec<ValueId, Vec<ObjectId>> =
            IndexVec::filled(Vec::new(), program.values.len());
        let order = program.reverse_postorder();
        for instr in order.iter().flat_map(|&block| &program.blocks[block].instrs) {
            match instr {
                Instr::Memory(instr) => {
                    let own = instr.effects(program).into_iter().find_map(Effect::address);
                    if let (Some(object), Some(dest)) = (own, instr.dest) {
                        made_of[dest].push(object);
                    }
                }
                Instr::Assign { dest, op, args, .. } if !Op::COMPARISONS.contains(op) => {
                    let values = args.iter().filter_map(Operand::as_value);
                    let objects = values.flat_map(|id| made_of[id].clone());
                    made_of[*dest] = objects.collect();
                }
                Instr::Assign { .. } | Instr::Input { .. } | Instr::Bind { .. } => {}
            }
        }
        let of = |operand: &Operand| operand.as_value().map_or(&[][..], |id| &made_of[id]);
        for (id, block) in order.iter().map(|&id| (id, &program.blocks[id])) {
            for phi in &block.phis {
                survey.carried.insert(phi.dest);
                for object in phi.incoming.iter().flat_map(|(_, operand)| of(operand)) {
                    survey.keep(*object, (id, 0));
                }
            }
            for (at, instr) in block.instrs.iter().enumerate() {
                match instr {
                    Instr::Assign { dest, args, .. } => {
                        let mut values = args.iter().filter_map(Operand::as_value);
                        if values.any(|id| survey.carried.contains(&id)) {
                            survey.carried.insert(*dest);
                        }
                    }
                    Instr::Memory(instr) => {
                        for effect in instr.effects(program) {
                            match effect {
                                Effect::Load { dest, .. } => _ = survey.carried.insert(dest),
                                Effect::Store { value, .. } | Effect::Fill { byte: value, .. } => {
                                    of(value).iter().for_each(|&o| survey.keep(o, (id, at)));
                                }
                                // What it copies was kept before.
                                Effect::Copy { .. } => {}
                                // What others keep is not modelled: nobody reads it back.
                                Effect::Escape { .. } => {}
                                Effect::Address(_)
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
                                | Effect::Retire { .. } => {}
                            }
                        }
                    }
                    Instr::Input { .. } | Instr::Bind { .. } => {}
                }
            }
        }
        survey
    }

    fn keep(&mut self, object: ObjectId, site: Site) {
        self.kept.entry(object).or_default().push(site);
    }

    /// Where objects of which an address was kept may start to live again: behind an end, or a
    /// start, and behind a place where it is kept. All live from the entry block on, where they get
    /// their place, until they start at the declaration; that is the first time.
    fn starts(&self, program: &Program) -> Vec<(Site, ObjectId)> {
        let mut starts: FxHashMap<ObjectId, Vec<Site>> = FxHashMap::default();
        let mut begun: FxHashMap<ObjectId, Vec<Site>> = FxHashMap::default();
        for block in program.reverse_postorder() {
            for (at, instr) in program.blocks[block].instrs.iter().enumerate() {
                let Some(instr) = instr.as_memory() else { continue };
                for effect in instr.effects(program) {
                    let (object, is_start) = match (effect.started(), effect.ended()) {
                        (Some(object), _) => (object, true),
                        (None, Some(Ended::Object(object))) => (object, false),
                        (None, Some(Ended::At(..)) | None) => continue,
                    };
                    if !self.kept.contains_key(&object) {
                        continue;
                    }
                    if is_start {
                        starts.entry(object).or_default().push((block, at));
                    }
                    if !is_start || block != program.entry {
                        begun.entry(object).or_default().push((block, at));
                    }
                }
            }
        }
        let mut all = Vec::new();
        for (object, begun) in begun {
            let (kept, kept_behind) = (&self.kept[&object], behind(program, &self.kept[&object]));
            let begun_behind = behind(program, &begun);
            let is_again = |&(block, at): &Site| {
                let begun_here = begun.iter().any(|&before| before.0 == block && before.1 < at);
                let kept_here = kept.iter().any(|&before| before.0 == block && before.1 <= at);
                (begun_behind[block] || begun_here) && (kept_behind[block] || kept_here)
            };
            let again = starts.remove(&object).unwrap_or_default().into_iter().filter(is_again);
            all.extend(again.map(|site| (site, object)));
        }
        all.sort_unstable();
        all
    }
}

/// The blocks that edges lead to from the blocks of some sites.
fn behind(program: &Program, sites: &[Site]) -> IndexVec<BlockId, bool> {
    let mut reached = IndexVec::filled(false, program.blocks.len());
    let mut open: Vec<BlockId> = sites.iter().map(|&(block, _)| block).collect();
    while let Some(from) = open.pop() {
        for to in program.blocks[from].terminator.successors() {
            if !std::mem::replace(&mut reached[to], true) {
                open.push(to);
            }
        }
    }
    reached
}
