//! Whether a run follows an address that was made from a number: what nobody initialised, or an
//! input, that happens to have the bits of an address. And whether the address that it follows in
//! vain in the end is one that came from outside of the program, in an object or as an argument:
//! there it is null or leads to an object, perhaps one that the program does not know; or one of
//! an object from outside that is not told from others like it, or that is freed.
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
    BlockId, Effect, Initial, InputKind, Instr, Length, MemoryInstr, ObjectId, Operand, Piece,
    Program, Storage, ValueId,
};

/// Addresses below are those of null and what is behind it: nothing lies there.
const NULL_PAGE: u64 = 4096;

/// Values and bytes of objects with a mark.
#[derive(Default)]
struct Marked {
    values: FxHashSet<ValueId>,
    bytes: BTreeSet<(ObjectId, i64)>,
}

/// What carries addresses at a point of a run.
pub(super) struct Provenance<'a> {
    program: &'a Program,
    /// What carries addresses.
    addresses: Marked,
    /// What came from outside as a number.
    outside: Marked,
    /// Whether the last address that was found to be invalid came from outside, and may be valid.
    pub from_outside: bool,
    /// Whether an address was followed that carries none.
    pub guessed: bool,
    /// Whether that can't be told any more.
    lost: bool,
}

impl<'a> Provenance<'a> {
    /// Of a run that has not begun.
    pub fn new(program: &'a Program) -> Self {
        let (addresses, outside) = (Marked::default(), Marked::default());
        let mut all =
            Self { program, addresses, outside, from_outside: false, guessed: false, lost: false };
        program.memory.objects.indices().for_each(|object| all.begin(object));
        all
    }

    /// The edge that the run took; its phis have their values by now.
    pub fn enter(&mut self, from: BlockId, to: BlockId) {
        let phis = self.program.blocks[to].phis.iter();
        let taken = phis.filter_map(|phi| {
            let incoming = phi.incoming.iter().find(|incoming| incoming.0 == from)?;
            Some((phi.dest, self.carries(&incoming.1), self.outside.has(&incoming.1)))
        });
        // All are read before any is written.
        for (dest, carries, outside) in taken.collect::<Vec<_>>() {
            self.addresses.set(dest, carries);
            self.outside.set(dest, outside);
        }
    }

    /// An instruction that was executed.
    pub fn see(&mut self, run: &Interpreter<'_>, instr: &Instr) {
        match instr {
            Instr::Assign { dest, op, args, .. } => {
                let from = match (op, &args[..]) {
                    (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle, _) => &[],
                    (Op::Ite, [cond, then, otherwise]) => match run.operand(cond) {
                        Some(cond) if cond.is_true() => std::slice::from_ref(then),
                        Some(_) => std::slice::from_ref(otherwise),
                        None => &args[1..],
                    },
                    _ => &args[..],
                };
                let carries = from.iter().any(|arg| self.carries(arg));
                let outside = from.iter().any(|arg| self.outside.has(arg));
                self.addresses.set(*dest, carries);
                self.outside.set(*dest, outside);
            }
            Instr::Input { dest, kind, .. } => {
                self.addresses.set(*dest, false);
                let outside = matches!(kind, InputKind::External(_) | InputKind::Pointer(_));
                self.outside.set(*dest, outside);
            }
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
        let (mut carries, mut outside) = (false, false);
        for effect in instr.effects(self.program) {
            match effect {
                Effect::Address(_) | Effect::Allocate { .. } => carries = true,
                Effect::Load { from, bytes, .. } => {
                    let from = self.places(run, from, number(Length::Constant(bytes)));
                    carries = !self.addresses.within(&from).is_empty();
                    outside = !self.outside.within(&from).is_empty();
                }
                Effect::Store { to, value, bytes } => {
                    let bytes = number(Length::Constant(bytes));
                    let all = |marked| if marked { (0..bytes).collect() } else { vec![] };
                    let (carried, foreign) =
                        (all(self.carries(value)), all(self.outside.has(value)));
                    self.write(run, to, bytes, [&carried, &foreign]);
                }
                Effect::Fill { to, byte, length } => {
                    // Of addresses that are filled byte by byte with a part of one nothing is
                    // known.
                    self.lost |= self.carries(byte);
                    self.write(run, to, number(length), [&[], &[]]);
                }
                Effect::Copy { to, from, length } => {
                    let from = self.places(run, from, number(length));
                    let (carried, foreign) =
                        (self.addresses.within(&from), self.outside.within(&from));
                    self.write(run, to, number(length), [&carried, &foreign]);
                }
                Effect::CheckAccess { at, length } => {
                    self.follow(run, at, yes() && number(length) != 0);
                }
                Effect::CheckFree { at } => {
                    self.follow(run, at, yes());
                    // Whoever gives an object may give it away.
                    self.from_outside |= !yes() && self.is_outside(run, at, |_| true);
                }
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
            self.addresses.set(dest, carries);
            self.outside.set(dest, outside);
        }
    }

    /// An address is about to be followed, if a check said so.
    fn follow(&mut self, run: &Interpreter<'_>, at: &Operand, valid: bool) {
        let named = run.operand(at).is_some_and(|at| self.program.memory.locate(&at).is_some());
        let number = !self.carries(at) && !self.lost;
        self.guessed |= valid && named && number;
        let null = run.operand(at).is_some_and(|at| at.to_u64().is_some_and(|at| at < NULL_PAGE));
        // One of an earlier iteration is still there, which is not modelled.
        let earlier = self.is_outside(run, at, |storage| storage == Storage::Past);
        self.from_outside = !valid && (number && self.outside.has(at) && !null || earlier);
    }

    /// Whether an address is that of an object from outside, of such a storage.
    fn is_outside(
        &self,
        run: &Interpreter<'_>,
        at: &Operand,
        is: impl Fn(Storage) -> bool,
    ) -> bool {
        let object = self.places(run, at, 1).map(|it| &self.program.memory.objects[it.object]);
        object.is_some_and(|object| object.is_from_outside() && is(object.storage))
    }

    /// An object has its initial contents.
    fn begin(&mut self, object: ObjectId) {
        for marked in [&mut self.addresses, &mut self.outside] {
            marked.clear(object, i64::MIN, i64::MAX);
        }
        let memory = &self.program.memory;
        let Initial::Known(pieces) = &memory.objects[object].initial else { return };
        for (at, piece) in pieces {
            if let (Piece::Address(..), Ok(at)) = (piece, i64::try_from(*at)) {
                let bytes = i64::from(memory.pointer_width / 8);
                self.addresses.bytes.extend((at..at + bytes).map(|at| (object, at)));
            }
        }
    }

    fn carries(&self, operand: &Operand) -> bool {
        self.addresses.has(operand)
    }

    /// So many bytes from an address on; none, if it is no address.
    fn places(&self, run: &Interpreter<'_>, at: &Operand, bytes: i64) -> Option<Places> {
        let address = run.operand(at)?;
        let (object, start) = self.program.memory.locate(&address)?;
        Some(Places { object, start, end: start.saturating_add(bytes) })
    }

    /// So many bytes are written, of which these carry addresses, and these came from outside.
    fn write(&mut self, run: &Interpreter<'_>, at: &Operand, bytes: i64, marks: [&[i64]; 2]) {
        let Some(places) = self.places(run, at, bytes) else { return };
        for (marked, marks) in [&mut self.addresses, &mut self.outside].into_iter().zip(marks) {
            marked.clear(places.object, places.start, places.end);
            marked.bytes.extend(marks.iter().map(|&at| (places.object, places.start + at)));
        }
    }
}

/// Bytes of an object.
struct Places {
    object: ObjectId,
    start: i64,
    end: i64,
}

impl Marked {
    fn has(&self, operand: &Operand) -> bool {
        operand.as_value().is_some_and(|value| self.values.contains(&value))
    }

    fn set(&mut self, dest: ValueId, marked: bool) {
        match marked {
            true => _ = self.values.insert(dest),
            false => _ = self.values.remove(&dest),
        }
    }

    /// The bytes with a mark among these, by their distance from the first.
    fn within(&self, places: &Option<Places>) -> Vec<i64> {
        let Some(&Places { object, start, end }) = places.as_ref() else { return vec![] };
        self.bytes.range((object, start)..(object, end)).map(|&(_, at)| at - start).collect()
    }

    fn clear(&mut self, object: ObjectId, from: i64, to: i64) {
        let there: Vec<_> = self.bytes.range((object, from)..(object, to)).copied().collect();
        there.iter().for_each(|byte| _ = self.bytes.remove(byte));
    }
}
