//! Arithmetic on addresses, where it could mean something that C does not say.
//!
//! * A sum or difference that might leave the offset field of its object is a bound point,
//!   where it matters: if there are several objects, or the step of the offsets counts.
//! * The order of addresses of different objects, and their difference, are arbitrary, and so is
//!   whether they are equal, unless both lie inside: one past the end of an object there may be
//!   another (C17 6.5.9p6), and literals may overlap (6.4.5p7).
//! * The low bits of an address are known as far as its object is aligned.
//! * Any other arithmetic on the bits of addresses is done as it stands, and listed.

use super::abstraction::Abstract;
use super::numbers::Numbers;
use super::resolve::Resolver;
use crate::bv::Op;
use crate::program::{
    Approximation, GoalKind, Instr, LocId, MemoryInstr, MemoryOp, ObjectId, Operand, Program,
    Storage, ValueId,
};
use rustc_hash::FxHashSet;

/// No object lies so near to address 0, nor so near to the highest one, in bytes.
const MARGIN: i128 = 4095;

impl Resolver<'_> {
    /// Rewrites an assignment.
    pub(super) fn assign(&mut self, dest: ValueId, op: Op, args: &[Operand], loc: Option<LocId>) {
        let sets: Vec<Abstract> = args.iter().map(|arg| self.points_to.of(arg)).collect();
        let operands: Vec<Operand> = args.iter().map(|arg| self.writer.operand(arg)).collect();
        if let Some(apart) = self.apart(op, &operands, &sets) {
            let plain = self.apply(op, &operands);
            if op != Op::Eq {
                self.approximate(
                    "address-order",
                    "the order of addresses of different objects, and their distance, is anything \
                     each time that it is asked for",
                );
            }
            let width = self.program.values[dest].width();
            let what = match op {
                Op::Sub => "the distance of different objects",
                Op::Eq => "whether an object lies behind another",
                _ => "the order of the addresses of different objects",
            };
            let open = self.writer.arbitrary(width, what.to_owned());
            let result = self.apply(Op::Ite, &[apart, open, plain]);
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
            self.stays(&result, &operands, &sets);
        }
    }

    /// The condition under which the operator's result is open: both operands are
    /// addresses, of different objects, and to be equal they must not both lie inside. `None` if
    /// that can't be.
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
        let both = [self.names_object(&x), self.names_object(&y)];
        let both = self.apply(Op::And, &both);
        let same = self.apply(Op::Eq, &[x, y]);
        let differ = self.apply(Op::Not, &[same]);
        let mut apart = self.apply(Op::And, &[both, differ]);
        if op == Op::Eq {
            let inside = [self.inside(a, first, second), self.inside(b, second, first)];
            let inside = self.apply(Op::And, &inside);
            let outside = self.apply(Op::Not, &[inside]);
            apart = self.apply(Op::And, &[apart, outside]);
        }
        let never = matches!(&apart, Operand::Const(value) if value.is_zero());
        (!never).then_some(apart)
    }

    /// Whether it is plain that two addresses lie inside of their objects, or at their starts, where
    /// nothing else lies.
    fn lie_inside(&self, first: &Abstract, second: &Abstract) -> bool {
        let lies = |set: &Abstract, other: &Abstract| {
            let shared = self.has_literal(other);
            set.objects.iter().all(|(&object, offsets)| {
                let fixed = self.variables.sizes[object].is_none();
                let size = i128::from(self.variables.known_sizes[object]);
                let inside =
                    offsets.as_constant() == Some(0) || fixed && offsets.within(0, size - 1);
                inside && !(shared && self.is_literal(object))
            })
        };
        lies(first, second) && lies(second, first)
    }

    fn is_literal(&self, object: ObjectId) -> bool {
        let object = &self.memory().objects[object];
        object.storage == Storage::Static && !object.writable && object.name.starts_with('"')
    }

    fn has_literal(&self, set: &Abstract) -> bool {
        set.objects.keys().any(|&object| self.is_literal(object))
    }

    /// Whether an address lies inside of one of these objects, or at its start, where no object of
    /// the other address lies.
    fn inside(&mut self, address: &Operand, set: &Abstract, other: &Abstract) -> Operand {
        let shared = self.has_literal(other);
        let mut inside = super::resolve::bit(false);
        for &object in set.objects.keys() {
            if shared && self.is_literal(object) {
                continue;
            }
            let base = Operand::Const(self.memory().base(object));
            let size = self.size(object);
            let start = self.apply(Op::Eq, &[address.clone(), base.clone()]);
            let offset = self.apply(Op::Sub, &[address.clone(), base]);
            let within = self.apply(Op::Ult, &[offset, size]);
            let here = self.apply(Op::Or, &[start, within]);
            inside = self.apply(Op::Or, &[inside, here]);
        }
        inside
    }

    /// Ends the path where the sum or difference belongs to another object than what was
    /// added to.
    fn stays(&mut self, result: &Operand, args: &[Operand], sets: &[Abstract]) {
        let after = self.object_number(result);
        let mut left: Option<Operand> = None;
        for (arg, _) in args.iter().zip(sets).filter(|(_, set)| !set.objects.is_empty()) {
            let before = self.object_number(arg);
            let same = self.apply(Op::Eq, &[before.clone(), after.clone()]);
            let differ = self.apply(Op::Not, &[same]);
            // A number may go from just below 0 to just above.
            let objects = [self.names_object(&before), self.names_object(&after)];
            let some = self.apply(Op::Or, &objects);
            let differ = self.apply(Op::And, &[differ, some]);
            left = Some(match left {
                None => differ,
                Some(left) => self.apply(Op::And, &[left, differ]),
            });
        }
        if let Some(left) = left {
            let what = "pointer arithmetic leaves the range that is modelled".to_owned();
            self.writer.check(&left, GoalKind::Bound(what));
        }
    }

    /// Lists what is taken to be what, if the operator asks for more than C says.
    pub(super) fn list(&mut self, op: Op, args: &[Operand]) {
        let sets: Vec<Abstract> = args.iter().map(|arg| self.points_to.of(arg)).collect();
        if sets.iter().all(|set| set.objects.is_empty()) {
            return;
        }
        let width = self.program.width(&args[0]);
        let whole = width == self.memory().pointer_width;
        let addresses = sets.iter().filter(|set| !set.objects.is_empty()).count();
        let constant = |set: &Abstract| {
            let number = set.number.and_then(|n| n.as_constant());
            number.filter(|_| set.objects.is_empty())
        };
        let beyond = |set: &Abstract| constant(set).is_some_and(|n| n.abs() <= MARGIN);
        let listed = match op {
            Op::Add | Op::Ite | Op::Concat | Op::Extract { .. } => false,
            Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Or => false,
            Op::And | Op::Urem if whole => !self.is_exact(op, &sets),
            // What a wider number has beyond the address.
            Op::Lshr => !matches!(&args[1], Operand::Const(shift)
                if shift.to_u64().is_some_and(|n| n >= self.memory().pointer_width.into())),
            Op::Sub => !whole || addresses < 2,
            Op::Eq | Op::Ult | Op::Ule if whole => addresses < 2 && !sets.iter().any(beyond),
            Op::Slt | Op::Sle if whole => addresses < 2,
            _ => true,
        };
        if listed {
            self.approximate(
                Approximation::MADE_UP_BITS,
                "the bits of an address, which are made up, are used as a number",
            );
        }
        let one = |set: &Abstract| set.bases() == 1;
        if op != Op::Eq || addresses < 2 || sets.iter().all(one) && same_objects(&sets) {
            return;
        }
        let objects = || sets.iter().flat_map(|set| set.objects.keys());
        let is_heap = |object: &ObjectId| self.memory().objects[*object].storage == Storage::Heap;
        let freed = self.ends.heap && objects().any(is_heap);
        let ended = objects().any(|object| self.ends.locals.contains(object));
        if freed {
            self.approximate(
                "heap-no-reuse",
                "memory that is freed is never used again for another object",
            );
        }
        if ended {
            self.approximate(
                "stack-no-reuse",
                "memory of a variable that has ended is never used again for another one",
            );
        }
    }

    /// Whether the operator asks for no more of an address than low bits that its alignment fixes.
    fn is_exact(&self, op: Op, sets: &[Abstract]) -> bool {
        let [first, second] = sets else { return false };
        let (address, number) = match (first.objects.is_empty(), second.objects.is_empty()) {
            (false, true) => (first, second),
            (true, false) if op == Op::And => (second, first),
            _ => return false,
        };
        let width = self.memory().pointer_width;
        let number = number.number.as_ref().and_then(Numbers::as_constant);
        let Some(number) = number.map(|number| number as u128 & mask(width)) else { return false };
        let objects = address.objects.keys();
        let align = objects.map(|&object| u128::from(self.memory().objects[object].align)).min();
        let align = align.unwrap_or(1);
        match op {
            Op::And => number < align || !number & mask(width) < align,
            _ => number.is_power_of_two() && number <= align,
        }
    }
}

/// Whether all of these addresses have the same objects.
fn same_objects(sets: &[Abstract]) -> bool {
    sets.windows(2).all(|pair| pair[0].objects.keys().eq(pair[1].objects.keys()))
}

/// All bits of a number of this width.
fn mask(width: u32) -> u128 {
    u128::MAX >> (u128::BITS - width)
}

/// What ends in a program.
pub(super) struct Ends {
    /// Whether memory on the heap is freed.
    heap: bool,
    /// The variables that end.
    locals: FxHashSet<ObjectId>,
}

impl Ends {
    pub fn new(program: &Program) -> Self {
        let mut ends = Self { heap: false, locals: FxHashSet::default() };
        for instr in program.blocks.iter().flat_map(|block| &block.instrs) {
            match instr {
                Instr::Memory(MemoryInstr { op: MemoryOp::Free, .. }) => ends.heap = true,
                Instr::Memory(MemoryInstr { op: MemoryOp::End(object), .. }) => {
                    ends.locals.insert(*object);
                }
                _ => {}
            }
        }
        ends
    }
}
