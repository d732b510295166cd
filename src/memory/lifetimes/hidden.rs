//! Hidden addresses: what is made of an address, and has the bits that say which object it
//! belongs to elsewhere, changed, or only in part (a half of it, its complement, a hash). A
//! program can make the address of it again, and meanwhile it can't be renewed. What is never made
//! one again does not count (a sum, say, to which the offset of an address was added).

use rustc_hash::FxHashSet;

use super::is_whole;
use super::uses::Uses;
use crate::bv::{Op, Sort};
use crate::memory::points_to::abstraction::{Abstract, Field};
use crate::memory::points_to::contents::Range;
use crate::memory::points_to::numbers::Numbers;
use crate::memory::points_to::{PointsTo, lengths};
use crate::program::{Effect, Instr, Length, ObjectId, Operand, Program, ValueId};

/// Where hidden addresses may be that come to be addresses again.
pub(super) struct HiddenPointers {
    values: FxHashSet<ValueId>,
    /// Objects with such an address in memory.
    stored: FxHashSet<ObjectId>,
    uses: Uses,
}

impl HiddenPointers {
    pub fn new(program: &Program, points_to: &PointsTo) -> Self {
        let survey = Survey { program, points_to, field: Field::new(&program.memory) };
        let uses = Uses::new(program, points_to);
        let order = program.reverse_postorder();
        let mut values: FxHashSet<ValueId> = FxHashSet::default();
        let mut before = None;
        while before != Some(values.len()) {
            before = Some(values.len());
            for block in order.iter().map(|&block| &program.blocks[block]) {
                for phi in &block.phis {
                    if phi.incoming.iter().any(|(_, operand)| is_in(&values, operand)) {
                        values.insert(phi.dest);
                    }
                }
                let new = block.instrs.iter().filter_map(|instr| match instr {
                    Instr::Assign { dest, op, args, .. } => {
                        let goes_on = args.iter().any(|arg| is_in(&values, arg));
                        (goes_on || survey.hides(*op, args, *dest)).then_some(*dest)
                    }
                    Instr::Memory(instr) => {
                        let effects = instr.effects(program);
                        let (from, bytes, dest) = effects.into_iter().find_map(Effect::load)?;
                        let is_part = || {
                            bytes < u64::from(survey.field.pointer / 8)
                                || !survey.torn(from, bytes).is_empty()
                        };
                        (bytes > 1 && is_part()).then_some(dest)
                    }
                    Instr::Input { .. } | Instr::Bind { .. } => None,
                });
                let new: Vec<ValueId> = new.filter(|&dest| survey.has_to_do(dest)).collect();
                values.extend(new);
            }
        }
        values.retain(|value| uses.values.contains(value));
        let mut stored = FxHashSet::default();
        for instr in order.iter().flat_map(|&block| &program.blocks[block].instrs) {
            let Some(instr) = instr.as_memory() else { continue };
            let goes_on = |to: &Operand| {
                points_to.of(to).objects.keys().any(|object| uses.objects.contains(object))
            };
            for effect in instr.effects(program) {
                match effect {
                    Effect::Store { to, value, .. } | Effect::Fill { to, byte: value, .. } => {
                        if is_in(&values, value) && goes_on(to) {
                            stored.extend(points_to.of(value).objects.into_keys());
                        }
                    }
                    Effect::Copy { to, from, length } => {
                        if goes_on(to) {
                            stored.extend(survey.torn_by_copy(from, length));
                        }
                    }
                    // Nobody reads back what others keep.
                    Effect::Escape { .. } => {}
                    Effect::Address(_)
                    | Effect::Load { .. }
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
        Self { values, stored, uses }
    }

    /// Whether an address into an object may be kept hidden, if these values and objects may
    /// hold one.
    pub fn may_hide(
        &self,
        program: &Program,
        object: ObjectId,
        values: &[ValueId],
        holders: &[ObjectId],
    ) -> bool {
        // Bytes are those of an address that is copied one by one.
        let is_part = |id: ValueId| !is_whole(program, id) && program.values[id].width() > 8;
        // An address does not fit into what is smaller.
        let word = u64::from(program.memory.pointer_width / 8);
        self.stored.contains(&object)
            || values.iter().any(|&id| {
                self.uses.values.contains(&id) && (self.values.contains(&id) || is_part(id))
            })
            || holders.iter().any(|&holder| {
                self.uses.objects.contains(&holder) && program.memory.objects[holder].size < word
            })
    }
}

fn is_in(values: &FxHashSet<ValueId>, operand: &Operand) -> bool {
    operand.as_value().is_some_and(|id| values.contains(&id))
}

struct Survey<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    field: Field,
}

impl Survey<'_> {
    /// Objects into which there are addresses that lie only in part in so many bytes.
    fn torn(&self, at: &Operand, bytes: u64) -> Vec<ObjectId> {
        let places = self.points_to.of(at).objects.into_iter();
        let torn = places.flat_map(|(object, offsets)| {
            let at = Range::new(offsets, bytes);
            self.points_to.contents.torn(object, at)
        });
        torn.collect()
    }

    /// Objects into which there are addresses of which a copy may take only a part.
    fn torn_by_copy(&self, from: &Operand, length: Length<'_>) -> Vec<ObjectId> {
        let size = match length {
            Length::Constant(bytes) => return self.torn(from, bytes),
            Length::Operand(size) => size,
        };
        let lengths = lengths(&self.points_to.of(size), &self.program.memory);
        let places = self.points_to.of(from).objects.into_iter();
        let torn = places
            .flat_map(|(object, starts)| self.points_to.contents.cut(object, starts, lengths));
        torn.collect()
    }

    /// Whether a value has to do with an address.
    fn has_to_do(&self, value: ValueId) -> bool {
        // Bits are answers to questions.
        matches!(self.program.values[value].sort, Sort::Word(2..))
            && !self.points_to.of(&Operand::Value(value)).objects.is_empty()
    }

    /// Whether the result of an operator may be hidden, though no operand is.
    fn hides(&self, op: Op, args: &[Operand], dest: ValueId) -> bool {
        let (from, to) = (self.program.width(&args[0]), self.program.values[dest].width());
        let pointer = self.field.pointer;
        let sets: Vec<Abstract> = args.iter().map(|arg| self.points_to.of(arg)).collect();
        let [.., last] = &sets[..] else { return false };
        let whole_bytes = |shift: Option<i128>| shift.is_some_and(|shift| shift % 8 == 0);
        let constant = last.number.and_then(|number| number.as_constant());
        match op {
            Op::Ite => false,
            // A longer number has addresses at some of its bytes.
            Op::ZeroExtend(_) | Op::SignExtend(_) => from < pointer,
            Op::Extract { low, .. } => to < pointer || !low.is_multiple_of(8),
            Op::Concat => args
                .iter()
                .zip(&sets)
                .any(|(arg, set)| !set.objects.is_empty() && self.program.width(arg) < pointer),
            Op::Shl | Op::Lshr => {
                to <= pointer || !last.objects.is_empty() || !whole_bytes(constant)
            }
            Op::Or if to > pointer => false,
            Op::And if to > pointer => constant.is_none(),
            Op::Add | Op::Sub if to == pointer => {
                !last.objects.is_empty() && !sets[0].objects.is_empty()
            }
            // Marks in the low bits, if it is known which address comes out.
            Op::And | Op::Or if to == pointer => {
                let set = self.points_to.of(&Operand::Value(dest));
                set.objects.values().any(|&offsets| offsets == Numbers::any(pointer))
            }
            _ => true,
        }
    }
}
