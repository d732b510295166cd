//! Arithmetic on addresses.
//!
//! * Sums and differences of an address and a number keep the address. One that might leave the
//!   offset field of its object is a bound point, where it matters: if there are several objects,
//!   or the step of the offsets counts.
//! * The low bits of an address are known as far as its object is aligned.
//! * Everything else is computed on the numbers of addresses ([`super::bases`]): the order of
//!   different objects and their distance, whether they are equal unless both lie inside (one past
//!   the end of an object there may be another, C17 6.5.9p6, and literals may overlap, 6.4.5p7),
//!   and what no rule of C speaks of. It is listed.

use super::{Resolver, bit};
use crate::bv::{Op, Value};
use crate::memory::points_to::PointsTo;
use crate::memory::points_to::abstraction::{Abstract, MARGIN, On, computes_on};
use crate::memory::points_to::numbers::Numbers;
use crate::program::{
    ADDRESS_BITS, AssumptionKind, Bound, Effect, Ended, GoalKind, Instr, LocId, NO_STACK_REUSE,
    ObjectId, Operand, Program, Storage, ValueId,
};
use rustc_hash::FxHashSet;

impl Resolver<'_> {
    /// Rewrites an assignment.
    pub(super) fn assign(&mut self, dest: ValueId, op: Op, args: &[Operand], loc: Option<LocId>) {
        let sets: Vec<Abstract> = args.iter().map(|arg| self.points_to.of(arg)).collect();
        let operands: Vec<Operand> = args.iter().map(|arg| self.writer.operand(arg)).collect();
        let refs: Vec<&Abstract> = sets.iter().collect();
        let from = self.program.width(&args[0]);
        if computes_on(op, &refs, from, self.memory()) == On::Numbers {
            let result = self.on_numbers(op, &operands, &sets);
            self.writer.replace(dest, result);
            return;
        }
        let (apart, far) = (self.apart(op, &operands, &sets), self.far(dest, op, &operands, &sets));
        if apart.is_some() || far.is_some() {
            if far.is_some() {
                self.assume_numbers();
            }
            if op != Op::Eq && apart.is_some() {
                self.assume(
                    AssumptionKind::AddressOrder,
                    "the order of addresses of different objects, and their distance, is anything, \
                     but the same throughout a run",
                );
            }
            let [a, b] = &operands[..] else { unreachable!("it has two operands") };
            if let Some(apart) = &apart {
                self.have_room(apart, &[a.clone(), b.clone()], [&sets[0], &sets[1]]);
            }
            let on_numbers = [apart, far].into_iter().flatten();
            let on_numbers = on_numbers.reduce(|one, other| self.apply(Op::Or, &[one, other]));
            let on_numbers = on_numbers.expect("there is a condition");
            let plain = self.apply(op, &operands);
            let open = self.on_numbers(op, &operands, &sets);
            let result = self.apply(Op::Ite, &[on_numbers, open, plain]);
            self.writer.replace(dest, result);
            return;
        }
        let sort = self.program.values[dest].sort;
        let result = match super::fold::fold(op, &operands, sort) {
            Some(result) => {
                self.writer.replace(dest, result.clone());
                result
            }
            None => {
                self.writer.instr(Instr::Assign { dest, op, args: operands.clone(), loc });
                Operand::Value(dest)
            }
        };
        if self.points_to.checked.contains(&dest) {
            let is_pointer = !self.memory().integers.contains(&dest);
            self.stays((op, is_pointer), &result, &operands, &sets);
        }
    }

    fn on_numbers(&mut self, op: Op, args: &[Operand], sets: &[Abstract]) -> Operand {
        let numbers: Vec<Operand> =
            args.iter().zip(sets).map(|(arg, set)| self.as_number(arg, set)).collect();
        self.apply(op, &numbers)
    }

    /// The condition under which the operator asks for the numbers of two addresses: they are of
    /// different objects, and to be equal they must not both lie inside. `None` if that can't be.
    fn apart(&mut self, op: Op, args: &[Operand], sets: &[Abstract]) -> Option<Operand> {
        let ([a, b], [first, second]) = (args, sets) else { return None };
        let concerned = match op {
            Op::Ult | Op::Ule | Op::Slt | Op::Sle | Op::Sub => true,
            Op::Eq => !self.lie_inside(first, second),
            _ => false,
        };
        if !concerned
            || self.writer.out.width(a) != self.memory().pointer_width
            || first.objects.is_empty()
            || second.objects.is_empty()
            || first.objects.len() == 1 && first.objects.keys().eq(second.objects.keys())
        {
            return None;
        }
        let (x, y) = (self.object_number(a), self.object_number(b));
        let codes = [self.is_code(a, first), self.is_code(b, second)];
        let same = self.apply(Op::Eq, &[x, y]);
        let differ = self.apply(Op::Not, &[same]);
        // Null and its like are below all addresses. A number that is equal to an address can be
        // equal to its code, too.
        let mut numbers = [first, second].into_iter().filter_map(|set| set.number);
        let none = op == Op::Eq || numbers.all(|number| number.within(-MARGIN, MARGIN));
        let codes = match op {
            Op::Sub => codes[1].clone(),
            _ if none => self.apply(Op::And, &codes),
            _ => self.apply(Op::Or, &codes),
        };
        let mut apart = self.apply(Op::And, &[codes, differ]);
        if op == Op::Eq {
            let inside = [self.inside(a, first, second), self.inside(b, second, first)];
            let inside = self.apply(Op::And, &inside);
            let outside = self.apply(Op::Not, &[inside]);
            apart = self.apply(Op::And, &[apart, outside]);
        }
        let never = matches!(&apart, Operand::Const(value) if value.is_zero());
        (!never).then_some(apart)
    }

    /// The condition under which a comparison is not told by codes because an operand is not near to its
    /// object, or a number that is not small: of integers, for which C says what they are then, and
    /// where signs count, which codes have and addresses don't. `None` if that can't be.
    fn far(
        &mut self,
        dest: ValueId,
        op: Op,
        args: &[Operand],
        sets: &[Abstract],
    ) -> Option<Operand> {
        let signed = matches!(op, Op::Slt | Op::Sle);
        let compares = signed || matches!(op, Op::Eq | Op::Ult | Op::Ule);
        let concerned =
            signed || self.memory().integers.contains(&dest) || op == Op::Eq && self.far_integers;
        let ([a, b], [first, second]) = (args, sets) else { return None };
        let plain = first.objects.is_empty() && second.objects.is_empty();
        let width = self.memory().pointer_width;
        if !compares || !concerned || plain || self.writer.out.width(a) != width {
            return None;
        }
        let mut near = bit(true);
        for (arg, set) in [(a, first), (b, second)] {
            let here = self.is_near(arg, set, signed);
            near = self.apply(Op::And, &[near, here]);
        }
        let far = self.apply(Op::Not, &[near]);
        let never = matches!(&far, Operand::Const(value) if value.is_zero());
        (!never).then_some(far)
    }

    /// Whether a word is an address near to an object of the set, or a small number, unless its sign
    /// counts.
    fn is_near(&mut self, word: &Operand, set: &Abstract, signed: bool) -> Operand {
        let small = |number: Numbers| !signed && number.within(-MARGIN, MARGIN);
        let plain = set.objects.iter().all(|(&object, offsets)| {
            // Of one whose size varies, that which it has for sure.
            let fixed = self.variables.sizes[object].is_none();
            let size = if fixed { self.variables.known_sizes[object] } else { 0 };
            offsets.within(-MARGIN, i128::from(size) + MARGIN)
        });
        if plain && set.number.is_none_or(small) {
            return bit(true);
        }
        let width = self.memory().pointer_width;
        let around = |bytes: i128| Operand::Const(Value::new(width, bytes.cast_unsigned()));
        let mut near = bit(false);
        for &object in set.objects.keys() {
            let start = Operand::Const(self.memory().base(object));
            let start = self.apply(Op::Sub, &[start, around(MARGIN)]);
            let offset = self.apply(Op::Sub, &[word.clone(), start]);
            let size = self.size(object);
            let end = self.apply(Op::Add, &[size, around(2 * MARGIN)]);
            let here = self.apply(Op::Ule, &[offset, end]);
            near = self.apply(Op::Or, &[near, here]);
        }
        if set.number.is_some() && !signed {
            let above = self.apply(Op::Add, &[word.clone(), around(MARGIN)]);
            let here = self.apply(Op::Ule, &[above, around(2 * MARGIN)]);
            near = self.apply(Op::Or, &[near, here]);
        }
        near
    }

    /// Whether arithmetic on integers may lead far from an object: a pointer that is made of such
    /// a number is equal to null where the number is 0 (C17 6.3.2.3p5).
    pub(super) fn has_far_integers(program: &Program, points_to: &PointsTo) -> bool {
        let moves = |instr: &Instr| match instr {
            Instr::Assign { dest, op: Op::Add | Op::Sub, .. } => {
                program.memory.integers.contains(dest).then_some(*dest)
            }
            _ => None,
        };
        let mut moved = program.blocks.iter().flat_map(|block| &block.instrs).filter_map(moves);
        moved.any(|dest| {
            let set = points_to.of(&Operand::Value(dest));
            set.objects.iter().any(|(&object, offsets)| {
                let info = &program.memory.objects[object];
                // An instance may be smaller than the largest.
                let size = match info.storage {
                    Storage::Heap | Storage::Stack => 0,
                    _ => i128::from(info.size),
                };
                !offsets.within(-MARGIN, size + MARGIN)
            })
        })
    }

    /// Lists that the numbers of addresses count.
    fn assume_numbers(&mut self) {
        let bits = self.memory().offset_bits().min(ADDRESS_BITS + 1);
        let what = format!(
            "the number of an address is any below 2^{bits} that its alignment allows, the same \
             throughout a run"
        );
        self.assume(AssumptionKind::AddressAsNumber, &what);
    }

    /// Whether it is plain that two addresses lie inside of their objects, or at their starts, where
    /// nothing else lies.
    fn lie_inside(&self, first: &Abstract, second: &Abstract) -> bool {
        let lies = |set: &Abstract, other: &Abstract| {
            set.objects.iter().all(|(&object, offsets)| {
                let fixed = self.variables.sizes[object].is_none();
                let size = i128::from(self.variables.known_sizes[object]);
                let at_start = offsets.as_constant() == Some(0) && self.has_place(object);
                let inside = at_start || fixed && offsets.within(0, size - 1);
                inside && !self.may_share(object, set, other)
            })
        };
        lies(first, second) && lies(second, first)
    }

    /// Whether no other object begins where this one does. One of no bytes may share its place, unless
    /// it was allocated (C17 7.22.3p1).
    fn has_place(&self, object: ObjectId) -> bool {
        let info = &self.memory().objects[object];
        info.size > 0 || matches!(info.storage, Storage::Heap | Storage::Stack)
    }

    /// Whether an address into an object of a set may be one into a literal of another set, too.
    fn may_share(&self, object: ObjectId, set: &Abstract, other: &Abstract) -> bool {
        let at = set.objects[&object].as_constant();
        let mut all = other.objects.iter().map(|(&object, it)| (object, it.as_constant()));
        all.any(|other| self.memory().may_share((object, at), other))
    }

    /// Whether an address lies inside of one of these objects, or at its start, where no object of
    /// the other address lies.
    fn inside(&mut self, address: &Operand, set: &Abstract, other: &Abstract) -> Operand {
        let mut inside = super::bit(false);
        for &object in set.objects.keys() {
            if self.may_share(object, set, other) {
                continue;
            }
            let base = Operand::Const(self.memory().base(object));
            let size = self.size(object);
            let start = match self.has_place(object) {
                true => self.apply(Op::Eq, &[address.clone(), base.clone()]),
                false => bit(false),
            };
            let offset = self.apply(Op::Sub, &[address.clone(), base]);
            let within = self.apply(Op::Ult, &[offset, size]);
            let here = self.apply(Op::Or, &[start, within]);
            inside = self.apply(Op::Or, &[inside, here]);
        }
        inside
    }

    /// Ends the path where the sum or difference belongs to another object than what was
    /// added to.
    fn stays(
        &mut self,
        (op, is_pointer): (Op, bool),
        result: &Operand,
        args: &[Operand],
        sets: &[Abstract],
    ) {
        let after = self.object_number(result);
        if op == Op::Sub && sets.iter().all(|set| !set.objects.is_empty()) {
            let [from, by] = [&args[0], &args[1]].map(|arg| self.object_number(arg));
            let by_address = self.names_object(&by);
            // What is subtracted is an address: of the same object, then.
            let same = self.apply(Op::Eq, &[from.clone(), by]);
            let differ = self.apply(Op::Not, &[same]);
            // Or a number.
            let leaves = self.changes_object(from, after);
            let left = self.apply(Op::Ite, &[by_address, differ, leaves]);
            return self.leaves(&left, is_pointer);
        }
        let mut left: Option<Operand> = None;
        for (arg, _) in args.iter().zip(sets).filter(|(_, set)| !set.objects.is_empty()) {
            let before = self.object_number(arg);
            let differ = self.changes_object(before, after.clone());
            left = Some(match left {
                None => differ,
                Some(left) => self.apply(Op::And, &[left, differ]),
            });
        }
        if let Some(left) = left {
            self.leaves(&left, is_pointer);
        }
    }

    /// Whether an address becomes one of another object, or none, or a number an address. A number may
    /// go from just below 0 to just above.
    fn changes_object(&mut self, before: Operand, after: Operand) -> Operand {
        let objects = [self.names_object(&before), self.names_object(&after)];
        let some = self.apply(Op::Or, &objects);
        let same = self.apply(Op::Eq, &[before, after]);
        let differ = self.apply(Op::Not, &[same]);
        self.apply(Op::And, &[differ, some])
    }

    fn leaves(&mut self, left: &Operand, is_pointer: bool) {
        // Of integers it is defined.
        if is_pointer && self.accesses_are_valid() {
            self.writer.end_invalid(left);
            return;
        }
        let what = "pointer arithmetic leaves the range that is modelled";
        self.writer.check(left, GoalKind::Bound(Bound::fixed(what)));
    }

    /// Lists what is taken to be what, if the operator asks for more than C says.
    pub(super) fn list(&mut self, op: Op, args: &[Operand]) {
        let sets: Vec<Abstract> = args.iter().map(|arg| self.points_to.of(arg)).collect();
        if sets.iter().all(|set| set.objects.is_empty()) {
            return;
        }
        let refs: Vec<&Abstract> = sets.iter().collect();
        let addresses = sets.iter().filter(|set| !set.objects.is_empty()).count();
        let width = self.memory().pointer_width;
        // What is cut off and perhaps put together again asks nothing yet, nor is what a wider
        // number has beyond an address a part of it.
        let cuts = match op {
            Op::Extract { .. } => true,
            Op::Lshr => matches!(&args[1], Operand::Const(shift)
                if shift.to_u64().is_some_and(|n| n >= width.into())),
            _ => false,
        };
        let on = computes_on(op, &refs, self.program.width(&args[0]), self.memory());
        if on == On::Numbers && !cuts {
            self.assume_numbers();
        }
        // A plain number is no address of memory that was freed.
        let one = |set: &Abstract| set.objects.len() == 1;
        if op != Op::Eq || addresses < 2 || sets.iter().all(one) && same_objects(&sets) {
            return;
        }
        self.list_reuse(sets.iter().flat_map(|set| set.objects.keys()));
    }

    /// Lists that no object lies where one of these was, if some of them end.
    pub(super) fn list_reuse<'o>(
        &mut self,
        mut objects: impl Iterator<Item = &'o ObjectId> + Clone,
    ) {
        let storage = |object: &ObjectId| self.memory().objects[*object].storage;
        let freed =
            self.ends.heap && objects.clone().any(|object| storage(object) == Storage::Heap);
        let ended = objects.any(|object| match storage(object) {
            Storage::Stack => self.ends.stack,
            _ => self.ends.locals.contains(object),
        });
        if freed {
            self.assume(
                AssumptionKind::HeapNoReuse,
                "memory that is freed is never used again for another object",
            );
        }
        if ended {
            self.assume(AssumptionKind::StackNoReuse, NO_STACK_REUSE);
        }
    }
}

/// Whether all of these addresses have the same objects.
fn same_objects(sets: &[Abstract]) -> bool {
    sets.windows(2).all(|pair| pair[0].objects.keys().eq(pair[1].objects.keys()))
}

/// What ends in a program.
pub(super) struct Ends {
    /// Whether memory on the heap is freed.
    heap: bool,
    /// Whether memory on the stack is that was allocated.
    stack: bool,
    /// The variables that end.
    locals: FxHashSet<ObjectId>,
}

impl Ends {
    pub fn new(program: &Program) -> Self {
        let mut ends = Self { heap: false, stack: false, locals: FxHashSet::default() };
        for ended in program.effects().filter_map(Effect::ended) {
            match ended {
                Ended::Object(object) => _ = ends.locals.insert(object),
                Ended::At(_, Storage::Heap) => ends.heap = true,
                Ended::At(..) => ends.stack = true,
            }
        }
        ends
    }
}
