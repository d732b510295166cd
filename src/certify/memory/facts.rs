//! What values and bytes may be, as it is claimed, is closed under what the program does: rules
//! for every instruction, no solver. So it holds whenever the program runs.
//!
//! Provenance is what counts (`docs/MEMORY.md`): an address into an object is made of the object's
//! address, and stays one; a number that happens to have its bits does not become one. The offsets
//! of an address are exact ([`Facts::keeps`]) where sums stay in the object's field of addresses,
//! which whoever compares both programs must show ([`Facts::must_stay`]) or, of a single object, takes
//! from C ([`Facts::never_leaves`]); others are known modulo a power of two only, which suffices where
//! there is just one object.
//!
//! Deliberately absent: the order of instructions, and any analysis: what is claimed is found
//! elsewhere.

mod arithmetic;
mod well_formed;

pub use arithmetic::MARGIN;
use well_formed::well_formed;

use super::Unproved;
use super::contents::{Contents, positions};
use super::possible::{includes, join};
use crate::bv::Op;
use crate::program::{
    Bytes, Correspondence, Effect, Instr, MemoryInstr, ObjectId, Operand, Part, Possible, Program,
    Progression, ValueId,
};
use crate::support::{IndexVec, limits};

/// Claims that hold.
pub(super) struct Facts<'a> {
    pub source: &'a Program,
    pub claims: &'a Correspondence,
    pub contents: Contents<'a>,
    /// Whether the offsets of a value are exact.
    exact: IndexVec<ValueId, bool>,
    /// Values that stay in the object that was added to, if it is shown that they do.
    stay: IndexVec<ValueId, bool>,
    /// How many values are expressions of C; those behind were added and are what is computed of
    /// the codes of addresses.
    of_c: usize,
}

/// The result of a rule.
type Rule<T> = Result<T, Unproved>;

fn computed() -> Unproved {
    Unproved::because("it asks for the numbers of addresses, or for parts of them")
}

fn not_closed(what: &str) -> Unproved {
    Unproved::refuted(format!("what was claimed of {what} was not confirmed"))
}

impl<'a> Facts<'a> {
    /// Checks the claims. So many values are expressions of C.
    ///
    /// # Errors
    /// If a rule does not confirm one.
    pub fn new(source: &'a Program, claims: &'a Correspondence, of_c: usize) -> Rule<Self> {
        well_formed(source, claims)?;
        let mut stay = IndexVec::filled(false, source.values.len());
        claims.stay.iter().for_each(|&value| stay[value] = true);
        let mut facts = Self {
            source,
            claims,
            contents: Contents::new(source, claims),
            exact: IndexVec::filled(true, source.values.len()),
            stay,
            of_c,
        };
        let order = source.reverse_postorder();
        // What is not exact makes other values so; each becomes so once.
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &block in &order {
                let block = &source.blocks[block];
                for phi in &block.phis {
                    let all = phi.incoming.iter().all(|(_, operand)| facts.keeps(operand));
                    changed |= facts.blur(phi.dest, all);
                }
                for instr in &block.instrs {
                    if let Instr::Assign { dest, op, args, .. } = instr {
                        let (_, exact) = facts.assigned(*dest, *op, args)?;
                        changed |= facts.blur(*dest, exact);
                    }
                }
            }
        }
        facts.contents.initial()?;
        for &block in &order {
            let block = &source.blocks[block];
            for phi in &block.phis {
                for (_, operand) in &phi.incoming {
                    facts.confirm(phi.dest, &facts.of(operand))?;
                }
            }
            for instr in &block.instrs {
                facts.instr(instr)?;
            }
            if let Some(read) = block.terminator.operand()
                && !facts.of(read).objects.is_empty()
            {
                return Err(computed());
            }
        }
        Ok(facts)
    }

    fn blur(&mut self, value: ValueId, exact: bool) -> bool {
        let was = self.exact[value];
        self.exact[value] = was && exact;
        was && !exact
    }

    /// What an operand may be.
    pub fn of(&self, operand: &Operand) -> Possible {
        match operand {
            Operand::Const(value) => {
                Possible { number: Some(Progression::of(value)), ..Possible::default() }
            }
            Operand::Value(value) => {
                let mut possible = self.claims.possible[*value].clone();
                if !self.exact[*value] {
                    for (_, offsets) in &mut possible.objects {
                        *offsets = offsets.unbounded();
                    }
                }
                possible
            }
        }
    }

    /// Whether an object never holds a part of an address.
    pub fn holds_no_address(&self, object: ObjectId) -> bool {
        self.contents.is_plain(object)
    }

    /// Whether the offsets of an address are exact.
    pub fn keeps(&self, operand: &Operand) -> bool {
        operand.as_value().is_none_or(|value| self.exact[value])
    }

    /// Whether a value is one of the program as it came from C.
    pub fn is_of_c(&self, value: ValueId) -> bool {
        (value.0 as usize) < self.of_c
    }

    /// Whether a value is computed of the codes of addresses, whatever C says: it is none of its
    /// expressions, and both addresses are into one object.
    pub fn is_of_codes(&self, dest: ValueId, a: &Possible, b: &Possible) -> bool {
        let added = !self.is_of_c(dest);
        added && a.objects.len() == 1 && b.objects.len() == 1 && a.objects[0].0 == b.objects[0].0
    }

    /// Whether a sum or difference must be shown to stay in the object that was added to.
    pub fn must_stay(&self, value: ValueId) -> bool {
        self.stay[value]
    }

    /// The ends of the offsets that the bits of an address can tell.
    fn field(&self) -> (i128, i128) {
        let half = 1i128 << (self.source.memory.offset_bits() - 1);
        (-half, half - 1)
    }

    /// Checks that a value may be all of this, as it is claimed.
    fn confirm(&self, dest: ValueId, found: &Possible) -> Rule<()> {
        let claimed = self.of(&Operand::Value(dest));
        let width = self.source.values[dest].width();
        if !claimed.objects.is_empty()
            && (claimed.is_computed || width != self.source.memory.pointer_width)
        {
            return Err(computed());
        }
        let single = claimed.objects.len() == 1 && claimed.number.is_none();
        let even = claimed.objects.iter().all(|(_, offsets)| offsets.survives(width));
        let exact = self.exact[dest] || claimed.objects.is_empty() || single && even;
        match (exact, includes(&claimed, found)) {
            (true, true) => Ok(()),
            (false, _) => Err(Unproved::because("addresses may leave their objects")),
            (true, false) => Err(not_closed(&self.name(dest))),
        }
    }

    fn name(&self, value: ValueId) -> String {
        match &self.source.values[value].name[..] {
            "" => format!("{value}"),
            name => format!("the value '{name}'"),
        }
    }

    /// What an assignment gives, and whether offsets are exact then.
    fn assigned(&self, dest: ValueId, op: Op, args: &[Operand]) -> Rule<(Possible, bool)> {
        let (from, to) = (self.source.width(&args[0]), self.source.values[dest].width());
        let sets: Vec<Possible> = args.iter().map(|arg| self.of(arg)).collect();
        let numbers: Option<Vec<Progression>> = sets.iter().map(|set| set.number).collect();
        let number = numbers.map(|numbers| Progression::apply(op, &numbers, from, to));
        let plain = |number| Possible { number, ..Possible::default() };
        if sets.iter().all(|set| set.objects.is_empty()) {
            return Ok((plain(number), true));
        }
        let any = Progression::any(to);
        if op != Op::Ite && from != self.source.memory.pointer_width {
            return Err(computed());
        }
        let exact = args.iter().all(|arg| self.keeps(arg));
        match (op, &sets[..]) {
            (Op::Ite, [_, a, b]) => {
                let mut both = a.clone();
                join(&mut both, b);
                Ok((both, exact))
            }
            (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle, _) => Ok((plain(Some(any)), true)),
            (Op::Add, [a, b]) => match (a.objects.is_empty(), b.objects.is_empty()) {
                (false, true) => Ok(self.moved(dest, a, b.number, number, exact)),
                (true, false) => Ok(self.moved(dest, b, a.number, number, exact)),
                _ => Err(computed()),
            },
            (Op::Sub, [a, b]) if b.objects.is_empty() => {
                let by = b.number.map(|n| n.minus().unwrap_or(any));
                Ok(self.moved(dest, a, by, number, exact))
            }
            (Op::Sub, [a, b]) => match self.apart(a, b, exact) {
                Err(_) if self.is_of_codes(dest, a, b) && self.may_be_any(dest) => {
                    Ok((plain(Some(any)), true))
                }
                apart => Ok((plain(Some(apart?)), true)),
            },
            (Op::And, [a, b]) => {
                self.masked(a, b).or_else(|_| self.masked(b, a)).map(|it| (it, exact))
            }
            (Op::Urem, [a, b]) => match b.number.and_then(|n| n.only()) {
                Some(n @ 1..)
                    if b.objects.is_empty() && n.count_ones() == 1 && n <= self.alignment(a) =>
                {
                    Ok((plain(Some(Progression::between(0, n - 1))), true))
                }
                _ => Err(computed()),
            },
            _ => Err(computed()),
        }
    }

    fn instr(&self, instr: &Instr) -> Rule<()> {
        match instr {
            Instr::Assign { dest, op, args, .. } => {
                let (result, _) = self.assigned(*dest, *op, args)?;
                self.confirm(*dest, &result)
            }
            Instr::Input { dest, .. } => {
                let any = Progression::any(self.source.values[*dest].width());
                self.confirm(*dest, &Possible { number: Some(any), ..Possible::default() })
            }
            Instr::Bind { .. } => Ok(()),
            Instr::Memory(instr) => self.memory(instr),
        }
    }

    fn memory(&self, instr: &MemoryInstr) -> Rule<()> {
        if let Some(dest) = instr.dest {
            self.confirm(dest, &self.result(instr, dest)?)?;
        }
        let all = |operand: &Operand| self.of(operand);
        // What the number of an address is as a size or a byte is not told by its code.
        let parts = instr.op.signature().0.iter().zip(&instr.args);
        let is_number = |part: &Part| matches!(part, Part::Size | Part::Byte);
        if parts.into_iter().any(|(part, arg)| is_number(part) && !all(arg).objects.is_empty()) {
            return Err(computed());
        }
        for effect in instr.effects(self.source) {
            match effect {
                Effect::Store { to, value, bytes } => {
                    if !self.of(value).objects.is_empty() && !self.keeps(value) {
                        return Err(Unproved::because(
                            "an address that is stored may leave its object",
                        ));
                    }
                    self.contents.store(&all(to), bytes, &all(value))?;
                }
                Effect::Fill { to, byte, length } => {
                    let byte = self.of(byte);
                    if !byte.objects.is_empty() {
                        return Err(computed());
                    }
                    let length = self.length(length);
                    self.contents.fill(&all(to), length, &byte)?;
                }
                Effect::Copy { to, from, length } => {
                    self.contents.copy(&all(to), &all(from), self.length(length))?;
                }
                Effect::Start(object) => self.contents.begins(object)?,
                Effect::Allocate { site, zeroed, .. } => {
                    self.contents.allocated(site, zeroed)?;
                }
                // Nothing is there that was not before.
                Effect::Address(_)
                | Effect::Load { .. }
                | Effect::Scan { .. }
                | Effect::CheckAccess { .. }
                | Effect::CheckFree { .. }
                | Effect::Inspect { .. }
                | Effect::End(_)
                | Effect::Deallocate { .. } => {}
                Effect::AskWritten { .. } => {
                    return Err(Unproved::because("it asks what was never written"));
                }
                Effect::Reach { .. } => {
                    return Err(Unproved::because("it asks what can still be reached"));
                }
                Effect::Retire { .. } => {
                    return Err(Unproved::because(
                        "variables of earlier iterations are told apart",
                    ));
                }
                Effect::Escape { .. } => {
                    return Err(Unproved::because("undefined functions may change memory"));
                }
            }
        }
        Ok(())
    }

    fn length(&self, length: crate::program::Length<'_>) -> Progression {
        match length {
            crate::program::Length::Constant(bytes) => Progression::constant(bytes.into()),
            crate::program::Length::Operand(size) => {
                let set = self.of(size);
                let any = Progression::any(self.source.memory.pointer_width);
                set.number.filter(|_| set.objects.is_empty()).unwrap_or(any)
            }
        }
    }

    /// What an operation gives.
    fn result(&self, instr: &MemoryInstr, dest: ValueId) -> Rule<Possible> {
        let memory = &self.source.memory;
        let number = |numbers| Possible { number: Some(numbers), ..Possible::default() };
        let addresses = |objects: &[ObjectId]| {
            let at_start = |&object: &ObjectId| (object, Progression::constant(0));
            let mut objects: Vec<_> = objects.iter().map(at_start).collect();
            objects.sort_unstable_by_key(|it| it.0);
            Possible { objects, ..Possible::default() }
        };
        // A number, unless an effect says more.
        let mut result = number(match instr.op.signature().1 {
            // Lengths of blocks, and of what is left of an object.
            Some(Part::Size) => {
                let largest = memory.objects.iter().map(|object| object.size).max();
                Progression::between(0, largest.unwrap_or(0).into())
            }
            _ => Progression::any(self.source.values[dest].width()),
        });
        for effect in instr.effects(self.source) {
            match effect {
                Effect::Address(object) => result = addresses(&[object]),
                Effect::Allocate { site, .. } => {
                    result = addresses(&memory.sites[site].instances);
                }
                Effect::Load { from, bytes, .. } => {
                    result = self.contents.load(&self.of(from), bytes)?;
                }
                Effect::Store { .. }
                | Effect::Fill { .. }
                | Effect::Copy { .. }
                | Effect::Scan { .. }
                | Effect::AskWritten { .. }
                | Effect::CheckAccess { .. }
                | Effect::CheckFree { .. }
                | Effect::Inspect { .. }
                | Effect::Reach { .. }
                | Effect::Start(_)
                | Effect::End(_)
                | Effect::Deallocate { .. }
                | Effect::Retire { .. }
                | Effect::Escape { .. } => {}
            }
        }
        Ok(result)
    }

    /// The places of so many bytes that an address may be one of, in objects with contents.
    ///
    /// # Errors
    /// If they are too many.
    pub fn places(&self, at: &Operand, count: u64, write: bool) -> Rule<Vec<Bytes>> {
        let mut all = vec![];
        for (object, offsets) in self.of(at).objects {
            if self.contents.is_accessed(object, write) {
                let size = self.source.memory.objects[object].size;
                let starts = positions(offsets, size, count).take(limits::VALIDATED_PLACES + 1);
                all.extend(starts.map(|start| Bytes { object, start, count }));
            }
            if all.len() > limits::VALIDATED_PLACES {
                return Err(Unproved::because("an access may be to very many places"));
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests;
