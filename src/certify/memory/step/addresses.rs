//! What operators of addresses ask for: their codes must tell it (`docs/MEMORY.md`, Codes and
//! numbers), and sums stay in the objects that were added to.

use super::Step;
use crate::bv::{Op, Term};
use crate::certify::memory::Unproved;
use crate::certify::memory::facts::MARGIN;
use crate::program::{
    AssumptionKind, Effect, Ended, ObjectId, Operand, Possible, Progression, Storage, ValueId,
};

impl Step<'_, '_> {
    /// Checks that an operator of addresses asks for nothing that their codes do not tell
    /// (`docs/MEMORY.md`, Codes and numbers).
    pub(super) fn agrees_with_codes(
        &mut self,
        dest: ValueId,
        op: Op,
        args: &[Operand],
    ) -> Result<(), Unproved> {
        let compares = matches!(op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle);
        let [a, b] = args else { return Ok(()) };
        if !compares {
            return Ok(());
        }
        let sets = [self.steps.facts.of(a), self.steps.facts.of(b)];
        let computed = || Unproved::because("it asks for the numbers of addresses");
        // To integers an address is a number, wherever it leads; and codes have signs that numbers of
        // addresses don't have.
        let signed = matches!(op, Op::Slt | Op::Sle);
        let facts = &self.steps.facts;
        let of_integers = self.source.memory.integers.contains(&dest)
            || op == Op::Eq && facts.is_of_c(dest) && self.steps.far_integers;
        if (signed || of_integers)
            && !facts.is_of_codes(dest, &sets[0], &sets[1])
            && !args.iter().all(|arg| facts.is_near(arg, signed))
        {
            return match sets.iter().all(|set| set.objects.is_empty()) {
                true => Ok(()),
                false => Err(computed()),
            };
        }
        // Null and its like are below all addresses, also as numbers.
        let is_small = |set: &Possible| set.number.is_none_or(|it| it.within(-MARGIN, MARGIN));
        match (sets[0].objects.is_empty(), sets[1].objects.is_empty()) {
            (true, true) => return Ok(()),
            (true, false) | (false, true) => {
                let number = if sets[0].objects.is_empty() { &sets[0] } else { &sets[1] };
                let constant = number.number.is_some_and(|it| it.only().is_some());
                let plain = matches!(op, Op::Eq | Op::Ult | Op::Ule);
                return if constant && plain && is_small(number) {
                    Ok(())
                } else {
                    Err(computed())
                };
            }
            (false, false) => {}
        }
        let (one, other) = (&sets[0].objects, &sets[1].objects);
        let single = one.len() == 1 && other.len() == 1 && one[0].0 == other[0].0;
        let is_of_codes = self.steps.facts.is_of_codes(dest, &sets[0], &sets[1]);
        if is_of_codes || single && sets.iter().all(is_small) {
            return Ok(());
        }
        if op != Op::Eq || !sets.iter().all(is_small) {
            return Err(computed());
        }
        self.says_that_nothing_is_reused(one.iter().chain(other).map(|it| it.0))?;
        // Of different objects only what both lie inside is surely different (C17 6.5.9p6).
        let at = |&(object, offsets): &(ObjectId, Progression)| (object, offsets.only());
        let mut pairs = one.iter().flat_map(|one| other.iter().map(move |other| (one, other)));
        if pairs.any(|(one, other)| self.source.memory.may_share(at(one), at(other))) {
            return Err(computed());
        }
        let mut inside = vec![];
        for (arg, set) in args.iter().zip(&sets) {
            let (term, _) = self.known(arg)?;
            inside.push(self.lies_inside(term, set));
        }
        let (x, y) = (self.known(a)?.0, self.known(b)?.0);
        let (x, y) = (self.object_number(x), self.object_number(y));
        let same = self.terms.eq(x, y);
        let both = self.terms.all(&inside);
        let told = self.terms.or(same, both);
        self.claim("codes tell whether addresses are equal", told);
        Ok(())
    }

    /// That no object lies where one of these was is an assumption, if some of them end.
    fn says_that_nothing_is_reused(
        &self,
        objects: impl Iterator<Item = ObjectId>,
    ) -> Result<(), Unproved> {
        let objects: Vec<ObjectId> = objects.collect();
        let storage = |it: &ObjectId| self.source.memory.objects[*it].storage;
        let any = |kind: Storage| objects.iter().any(|it| storage(it) == kind);
        let is_listed = |kind: AssumptionKind| {
            self.steps.facts.claims.resolved.assumptions.iter().any(|it| it.kind == kind)
        };
        for ended in self.source.effects().filter_map(Effect::ended) {
            let (ends, kind) = match ended {
                Ended::Object(object) => (objects.contains(&object), AssumptionKind::StackNoReuse),
                Ended::At(_, Storage::Heap) => (any(Storage::Heap), AssumptionKind::HeapNoReuse),
                Ended::At(..) => (any(Storage::Stack), AssumptionKind::StackNoReuse),
            };
            if ends && !is_listed(kind) {
                return Err(Unproved::refuted(format!("{} is not listed", kind.name())));
            }
        }
        Ok(())
    }

    /// Whether a word is a small number, or an address inside of an object or at its start.
    fn lies_inside(&mut self, term: Term, set: &Possible) -> Term {
        let width = self.objects.width();
        let mut some = vec![];
        if set.number.is_some() {
            let margin = self.terms.number(width, MARGIN as u64);
            let above = self.terms.app(Op::Add, &[term, margin]);
            let ends = self.terms.number(width, 2 * MARGIN as u64);
            some.push(self.terms.app(Op::Ule, &[above, ends]));
        }
        for &(object, _) in &set.objects {
            let base = self.terms.constant(&self.source.memory.base(object));
            let size = self.objects.size(&mut self.terms, object);
            let offset = self.terms.app(Op::Sub, &[term, base]);
            // One of no bytes may share its place, unless it was allocated (C17 7.22.3p1).
            let info = &self.source.memory.objects[object];
            if info.size > 0 || matches!(info.storage, Storage::Heap | Storage::Stack) {
                some.push(self.terms.eq(term, base));
            }
            some.push(self.terms.app(Op::Ult, &[offset, size]));
        }
        self.terms.some(&some)
    }

    /// A sum stays in the object whose address was added to.
    pub(super) fn stays(&mut self, args: &[Operand], terms: &[Term], result: Term) {
        for (arg, &term) in args.iter().zip(terms) {
            for (object, _) in self.steps.facts.of(arg).objects {
                let stays = self.stays_in(object, term, result);
                self.claim("an address stays in its object", stays);
            }
        }
    }

    /// A sum is not followed where it leaves the field of the object whose address was added to.
    pub(super) fn never_leaves(
        &mut self,
        dest: ValueId,
        args: &[Operand],
        terms: &[Term],
        result: Term,
    ) {
        let facts = &self.steps.facts;
        let objects: Vec<ObjectId> = facts.never_leaves(dest).collect();
        for (arg, &term) in args.iter().zip(terms) {
            let into = facts.of(arg).objects;
            for &object in objects.iter().filter(|&&it| into.iter().any(|known| known.0 == it)) {
                let stays = self.stays_in(object, term, result);
                match self.steps.facts.is_of_c(dest) {
                    true => self.assume(stays),
                    false => self.claim("an address stays in its object", stays),
                }
            }
        }
    }

    /// Whether what was an address into an object still is one.
    fn stays_in(&mut self, object: ObjectId, before: Term, after: Term) -> Term {
        let (was, is) = (self.is_into(before, object), self.is_into(after, object));
        let not = self.terms.not(was);
        self.terms.or(not, is)
    }

    /// Whether an address is one into an object.
    pub fn is_into(&mut self, address: Term, object: ObjectId) -> Term {
        let number = self.object_number(address);
        let width = self.terms.store.width(number);
        let own = self.terms.number(width, u64::from(object.0) + 1);
        self.terms.eq(number, own)
    }

    /// The bits of an address that tell its object.
    fn object_number(&mut self, address: Term) -> Term {
        let (high, low) = (self.objects.width() - 1, self.source.memory.offset_bits());
        self.terms.app(Op::Extract { high, low }, &[address])
    }
}
