//! What may come to be the address of an access, through whatever arithmetic and memory.

use rustc_hash::FxHashSet;

use crate::bv::Op;
use crate::memory::points_to::PointsTo;
use crate::program::{Effect, Instr, MemoryInstr, ObjectId, Operand, Program, ValueId};

/// Values of which an address of an access may be made, and objects it may be read from.
#[derive(Default)]
pub(super) struct Uses {
    pub values: FxHashSet<ValueId>,
    pub objects: FxHashSet<ObjectId>,
}

impl Uses {
    /// Goes back from all accesses, and from the questions whether one is valid.
    pub fn new(program: &Program, points_to: &PointsTo) -> Self {
        let mut uses = Self::default();
        let mut order = program.reverse_postorder();
        order.reverse();
        let mut before = None;
        while before != Some((uses.values.len(), uses.objects.len())) {
            before = Some((uses.values.len(), uses.objects.len()));
            for block in order.iter().map(|&block| &program.blocks[block]) {
                for instr in block.instrs.iter().rev() {
                    match instr {
                        Instr::Assign { dest, op, args, .. } if uses.values.contains(dest) => {
                            match op {
                                Op::Ite => uses.want(&args[1..]),
                                op if Op::COMPARISONS.contains(op) => {}
                                _ => uses.want(args),
                            }
                        }
                        Instr::Memory(instr) => uses.memory(program, points_to, instr),
                        _ => {}
                    }
                }
                for phi in &block.phis {
                    if uses.values.contains(&phi.dest) {
                        phi.incoming.iter().for_each(|(_, operand)| uses.want([operand]));
                    }
                }
            }
        }
        uses
    }

    fn want<'a>(&mut self, operands: impl IntoIterator<Item = &'a Operand>) {
        self.values.extend(operands.into_iter().filter_map(Operand::as_value));
    }

    fn memory(&mut self, program: &Program, points_to: &PointsTo, instr: &MemoryInstr) {
        let into = |operand| points_to.of(operand).objects.into_keys();
        for effect in instr.effects(program) {
            match effect {
                Effect::Load { from, dest, .. } => {
                    if self.values.contains(&dest) {
                        self.objects.extend(into(from));
                    }
                    self.want([from]);
                }
                Effect::Store { to, value, .. } | Effect::Fill { to, byte: value, .. } => {
                    if into(to).any(|object| self.objects.contains(&object)) {
                        self.want([value]);
                    }
                    self.want([to]);
                }
                Effect::Copy { to, from, .. } => {
                    if into(to).any(|object| self.objects.contains(&object)) {
                        self.objects.extend(into(from));
                    }
                    self.want([to, from]);
                }
                Effect::Scan { at, .. }
                | Effect::AskWritten { at, .. }
                | Effect::CheckAccess { at, .. }
                | Effect::CheckFree { at }
                | Effect::Inspect { at }
                | Effect::Deallocate { at, .. } => self.want([at]),
                Effect::Reach { from: all }
                | Effect::Escape { given: all, .. }
                | Effect::Retire { holders: all, .. } => self.want(all),
                Effect::Address(_)
                | Effect::Start(_)
                | Effect::End(_)
                | Effect::Allocate { .. } => {}
            }
        }
    }
}
