//! Whether a run follows an address that was made from a number: what nobody initialised, or an
//! input, that happens to have the bits of an address.
//!
//! These bits are made up ([`Memory::base`]), so that the object lies there says nothing of C. What
//! was computed of an address carries it, through values and, byte by byte, through memory. Where
//! that is not known (after an undefined function) everything counts as carrying one.
//!
//! [`Memory::base`]: crate::program::Memory::base

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::bv::{Op, Value};
use crate::program::interp::Interpreter;
use crate::program::{
    BlockId, Effect, Initial, Instr, Length, MemoryInstr, ObjectId, Operand, Piece, Program,
    ValueId,
};

/// What carries addresses at a point of a run.
pub(super) struct Provenance<'a> {
    program: &'a Program,
    values: FxHashSet<ValueId>,
    bytes: BTreeSet<(ObjectId, i64)>,
    /// Whether an address was followed that carries none.
    pub guessed: bool,
    /// Whether that can't be told any more.
    lost: bool,
}

impl<'a> Provenance<'a> {
    /// Of a run that has not begun.
    pub fn new(program: &'a Program) -> Self {
        let (values, bytes) = (FxHashSet::default(), BTreeSet::new());
        let mut all = Self { program, values, bytes, guessed: false, lost: false };
        program.memory.objects.indices().for_each(|object| all.begin(object));
        all
    }

    /// The edge that the run took; its phis have their values by now.
    pub fn enter(&mut self, from: BlockId, to: BlockId) {
        let phis = self.program.blocks[to].phis.iter();
        let taken = phis.filter_map(|phi| {
            let incoming = phi.incoming.iter().find(|incoming| incoming.0 == from)?;
            Some((phi.dest, self.carries(&incoming.1)))
        });
        // All are read before any is written.
        for (dest, carries) in taken.collect::<Vec<_>>() {
            self.set(dest, carries);
        }
    }

    /// An instruction that was executed.
    pub fn see(&mut self, run: &Interpreter<'_>, instr: &Instr) {
        match instr {
            Instr::Assign { dest, op, args, .. } => {
                let carries = match (op, &args[..]) {
                    (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle, _) => false,
                    (Op::Ite, [cond, then, otherwise]) => match run.operand(cond) {
                        Some(cond) => self.carries(if cond.is_true() { then } else { otherwise }),
                        None => self.carries(then) || self.carries(otherwise),
                    },
                    _ => args.iter().any(|arg| self.carries(arg)),
                };
                self.set(*dest, carries);
            }
            Instr::Input { dest, .. } => self.set(*dest, false),
            Instr::Bind { .. } => {}
            Instr::Memory(instr) => self.memory(run, instr),
        }
    }

    fn memory(&mut self, run: &Interpreter<'_>, instr: &MemoryInstr) {
        let number = |length: Length<'_>| match length {
            Length::Constant(bytes) => i64::try_from(bytes).unwrap_or(0),
            Length::Operand(size) => {
                let size = run.operand(size).and_then(|size| size.to_u64());
                size.and_then(|size| i64::try_from(size).ok()).unwrap_or(0)
            }
        };
        let yes = || instr.dest.and_then(|dest| run.value(dest)).is_some_and(Value::is_true);
        let mut carries = false;
        for effect in instr.effects(self.program) {
            match effect {
                Effect::Address(_) | Effect::Allocate { .. } => carries = true,
                Effect::Load { from, bytes, .. } => {
                    let bytes = number(Length::Constant(bytes));
                    carries = !self.within(run, from, bytes).is_empty();
                }
                Effect::Store { to, value, bytes } => {
                    let bytes = number(Length::Constant(bytes));
                    let carried = if self.carries(value) { (0..bytes).collect() } else { vec![] };
                    self.write(run, to, bytes, &carried);
                }
                Effect::Fill { to, byte, length } => {
                    // Of addresses that are filled byte by byte with a part of one nothing is
                    // known.
                    self.lost |= self.carries(byte);
                    self.write(run, to, number(length), &[]);
                }
                Effect::Copy { to, from, length } => {
                    let carried = self.within(run, from, number(length));
                    self.write(run, to, number(length), &carried);
                }
                Effect::CheckAccess { at, length } => {
                    self.follow(run, at, yes() && number(length) != 0);
                }
                Effect::CheckFree { at } => self.follow(run, at, yes()),
                Effect::Start(object) => self.begin(object),
                Effect::Escape { .. } => self.lost = true,
                // The bits of an address change, and it stays one.
                Effect::Retire { .. } => {}
                // Nothing is read of what lives no more.
                Effect::End(_) | Effect::Deallocate { .. } => {}
                Effect::Scan { .. }
                | Effect::AskWritten { .. }
                | Effect::Inspect { .. }
                | Effect::Reach { .. } => {}
            }
        }
        if let Some(dest) = instr.dest {
            self.set(dest, carries);
        }
    }

    /// An address is about to be followed, if a check said so.
    fn follow(&mut self, run: &Interpreter<'_>, at: &Operand, valid: bool) {
        let named = self.place(run, at).is_some();
        self.guessed |= valid && named && !self.carries(at) && !self.lost;
    }

    /// An object has its initial contents.
    fn begin(&mut self, object: ObjectId) {
        self.clear(object, i64::MIN, i64::MAX);
        let memory = &self.program.memory;
        let Initial::Known(pieces) = &memory.objects[object].initial else { return };
        for (at, piece) in pieces {
            if let (Piece::Address(..), Ok(at)) = (piece, i64::try_from(*at)) {
                let bytes = i64::from(memory.pointer_width / 8);
                self.bytes.extend((at..at + bytes).map(|at| (object, at)));
            }
        }
    }

    fn carries(&self, operand: &Operand) -> bool {
        operand.as_value().is_some_and(|value| self.values.contains(&value))
    }

    fn set(&mut self, dest: ValueId, carries: bool) {
        match carries {
            true => _ = self.values.insert(dest),
            false => _ = self.values.remove(&dest),
        }
    }

    fn place(&self, run: &Interpreter<'_>, at: &Operand) -> Option<(ObjectId, i64)> {
        run.operand(at).and_then(|address| self.program.memory.locate(&address))
    }

    /// The bytes that carry addresses among so many, by their distance from the first.
    fn within(&self, run: &Interpreter<'_>, at: &Operand, bytes: i64) -> Vec<i64> {
        let Some((object, start)) = self.place(run, at) else { return vec![] };
        let all = self.bytes.range((object, start)..(object, start.saturating_add(bytes)));
        all.map(|&(_, at)| at - start).collect()
    }

    /// So many bytes are written, of which these carry addresses.
    fn write(&mut self, run: &Interpreter<'_>, at: &Operand, bytes: i64, carried: &[i64]) {
        let Some((object, start)) = self.place(run, at) else { return };
        self.clear(object, start, start.saturating_add(bytes));
        self.bytes.extend(carried.iter().map(|&at| (object, start + at)));
    }

    fn clear(&mut self, object: ObjectId, from: i64, to: i64) {
        let there: Vec<_> = self.bytes.range((object, from)..(object, to)).copied().collect();
        there.iter().for_each(|byte| _ = self.bytes.remove(byte));
    }
}
