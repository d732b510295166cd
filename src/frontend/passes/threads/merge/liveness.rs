//! What threads keep while others run: as little as they can.
//!
//! A value that a thread does not read any more is zero where it stops, and values of which only
//! one is needed at a time share a place. Without, each run would carry along all that its threads
//! have ever computed.

use inkwell::basic_block::BasicBlock;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{InstructionOpcode, InstructionValue, PointerValue};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Thread;
use super::memory::{Holds, Slot};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identified, Identity};

/// A set of slots, by number.
type Slots = FxHashSet<usize>;

/// Reduces what a thread keeps.
///
/// # Errors
/// If LLVM refuses.
pub fn run<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    thread: &Thread<'ctx>,
    slots: &[Slot<'ctx>],
) -> Outcome {
    let liveness = Liveness::new(thread, slots);
    let shared = liveness.share(slots);
    for &(stop, landing) in &thread.stops {
        let needed = landing.map(|landing| liveness.at(landing)).unwrap_or_default();
        let needed: FxHashSet<Identity> =
            needed.iter().map(|slot| shared.place(slots, *slot).identity()).collect();
        let Some(end) = stop.get_terminator() else { continue };
        instrument.before(end);
        for (place, ty) in shared.places(slots, &liveness.own) {
            if !needed.contains(&place.identity()) {
                instrument.builder.build_store(place, ty.const_zero())?;
            }
        }
    }
    for slot in liveness.own.iter().copied() {
        let place = shared.place(slots, slot);
        if place != slots[slot].place {
            llvm::replace(slots[slot].place, place);
        }
    }
    Ok(())
}

/// Where the slots of a thread are needed.
struct Liveness<'ctx> {
    /// Those that only this thread uses, in order.
    own: Vec<usize>,
    /// At the beginning of each block.
    at: FxHashMap<BasicBlock<'ctx>, Slots>,
    /// Those that are needed at the same time as this one, or written while it is needed.
    beside: FxHashMap<usize, Slots>,
}

/// What an instruction does to a slot.
enum Access {
    Reads(usize),
    Writes(usize),
}

impl<'ctx> Liveness<'ctx> {
    fn new(thread: &Thread<'ctx>, slots: &[Slot<'ctx>]) -> Self {
        let inside: FxHashSet<BasicBlock<'ctx>> = thread.blocks.iter().copied().collect();
        let is_own = |slot: &Slot<'ctx>| {
            llvm::users(slot.place).into_iter().filter_map(llvm::as_instruction).all(|user| {
                user == slot.first || user.get_parent().is_some_and(|it| inside.contains(&it))
            })
        };
        let own: Vec<usize> = (0..slots.len()).filter(|&it| is_own(&slots[it])).collect();
        let numbers: FxHashMap<Identity, usize> =
            own.iter().map(|&it| (slots[it].place.identity(), it)).collect();
        let first: FxHashSet<Identity> = own.iter().map(|&it| slots[it].first.identity()).collect();
        let access = |inst: InstructionValue<'ctx>| {
            let (operand, writes) = match inst.get_opcode() {
                InstructionOpcode::Load => (0, false),
                InstructionOpcode::Store if !first.contains(&inst.identity()) => (1, true),
                _ => return None,
            };
            let slot = *numbers.get(&llvm::operand(inst, operand)?.identity())?;
            Some(if writes { Access::Writes(slot) } else { Access::Reads(slot) })
        };
        let accesses: FxHashMap<BasicBlock<'ctx>, Vec<Access>> = thread
            .blocks
            .iter()
            .map(|&block| (block, block.get_instructions().filter_map(&access).collect()))
            .collect();
        let mut liveness = Self { own, at: FxHashMap::default(), beside: FxHashMap::default() };
        liveness.solve(thread, &accesses);
        liveness
    }

    /// Backwards through the blocks, until nothing changes.
    fn solve(
        &mut self,
        thread: &Thread<'ctx>,
        accesses: &FxHashMap<BasicBlock<'ctx>, Vec<Access>>,
    ) {
        let goes_on: FxHashMap<_, _> = thread.stops.iter().copied().collect();
        let mut changed = true;
        while changed {
            changed = false;
            for block in thread.blocks.iter().rev() {
                // A thread that stops goes on where it is told to.
                let next = match goes_on.get(block) {
                    Some(landing) => landing.iter().copied().collect(),
                    None => llvm::successors(*block),
                };
                let mut live: Slots = next
                    .iter()
                    .flat_map(|it| self.at.get(it).into_iter().flatten().copied())
                    .collect();
                for access in accesses[block].iter().rev() {
                    match *access {
                        Access::Reads(slot) => {
                            live.insert(slot);
                        }
                        Access::Writes(slot) => {
                            live.remove(&slot);
                            for &other in &live {
                                self.beside.entry(slot).or_default().insert(other);
                                self.beside.entry(other).or_default().insert(slot);
                            }
                        }
                    }
                }
                let known = self.at.entry(*block).or_default();
                if *known != live {
                    *known = live;
                    changed = true;
                }
            }
        }
    }

    /// The slots that are needed at the beginning of a block.
    fn at(&self, block: BasicBlock<'ctx>) -> Slots {
        self.at.get(&block).cloned().unwrap_or_default()
    }

    /// Lets slots of one type share a place, where no two are needed at a time. Of addresses only
    /// those into the same variable do: else it would be known of none what it leads to.
    fn share(&self, slots: &[Slot<'ctx>]) -> Shared {
        let nobody = Slots::default();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for &slot in &self.own {
            let beside = self.beside.get(&slot).unwrap_or(&nobody);
            let fits = |group: &&mut Vec<usize>| {
                let first = &slots[group[0]];
                first.ty == slots[slot].ty
                    && first.holds == slots[slot].holds
                    && first.holds != Holds::Addresses
                    && !group.iter().any(|it| beside.contains(it))
            };
            match groups.iter_mut().find(fits) {
                Some(group) => group.push(slot),
                None => groups.push(vec![slot]),
            }
        }
        let chosen = groups.iter().flat_map(|group| group.iter().map(|&slot| (slot, group[0])));
        Shared(chosen.collect())
    }
}

/// For each slot the one whose place it has.
struct Shared(FxHashMap<usize, usize>);

impl Shared {
    fn place<'ctx>(&self, slots: &[Slot<'ctx>], slot: usize) -> PointerValue<'ctx> {
        slots[self.0.get(&slot).copied().unwrap_or(slot)].place
    }

    /// The places of these slots.
    fn places<'ctx>(
        &self,
        slots: &[Slot<'ctx>],
        own: &[usize],
    ) -> Vec<(PointerValue<'ctx>, BasicTypeEnum<'ctx>)> {
        let first = own.iter().filter(|slot| self.0.get(slot) == Some(slot));
        first.map(|&slot| (slots[slot].place, slots[slot].ty)).collect()
    }
}
