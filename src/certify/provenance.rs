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
    BlockId, Initial, Instr, MemoryInstr, MemoryOp, ObjectId, Operand, Piece, Program, ValueId,
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
        let args = &instr.args[..];
        let number = |index: usize| {
            let value = args.get(index).and_then(|arg| run.operand(arg));
            value.and_then(|value| value.to_u64()).and_then(|n| i64::try_from(n).ok()).unwrap_or(0)
        };
        let carries = match (instr.op, args) {
            (MemoryOp::Address(_) | MemoryOp::Allocate { .. }, _) => true,
            (MemoryOp::Valid { .. } | MemoryOp::Freeable, [at, ..]) => {
                let followed =
                    instr.dest.and_then(|dest| run.value(dest)).is_some_and(Value::is_true);
                let named = self.place(run, at).is_some();
                let some = instr.op == MemoryOp::Freeable || number(1) != 0;
                self.guessed |= followed && named && some && !self.carries(at) && !self.lost;
                false
            }
            (MemoryOp::Load, [from]) => {
                let width = instr.dest.map_or(0, |dest| self.program.values[dest].width());
                !self.within(run, from, i64::from(width / 8)).is_empty()
            }
            (MemoryOp::Store, [to, value]) => {
                let bytes = i64::from(self.program.width(value) / 8);
                let carried = if self.carries(value) { (0..bytes).collect() } else { vec![] };
                self.write(run, to, bytes, &carried);
                false
            }
            (MemoryOp::Fill(_) | MemoryOp::FillBytes, [to, byte, ..]) => {
                let bytes = match instr.op {
                    MemoryOp::Fill(bytes) => i64::try_from(bytes).unwrap_or(0),
                    _ => number(2),
                };
                // Of addresses that are filled byte by byte with a part of one nothing is known.
                self.lost |= self.carries(byte);
                self.write(run, to, bytes, &[]);
                false
            }
            (MemoryOp::Copy(_) | MemoryOp::CopyBytes, [to, from, ..]) => {
                let bytes = match instr.op {
                    MemoryOp::Copy(bytes) => i64::try_from(bytes).unwrap_or(0),
                    _ => number(2),
                };
                let carried = self.within(run, from, bytes);
                self.write(run, to, bytes, &carried);
                false
            }
            (MemoryOp::Start(object), _) => {
                self.begin(object);
                false
            }
            (MemoryOp::Havoc, _) => {
                self.lost = true;
                false
            }
            _ => false,
        };
        if let Some(dest) = instr.dest {
            self.set(dest, carries);
        }
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
