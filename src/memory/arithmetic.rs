//! Arithmetic on addresses, where it could mean something that C does not say.
//!
//! * A sum or difference that might leave the offset field of its object is a bound point,
//!   where it matters: if there are several objects, or the step of the offsets counts.
//! * The order of addresses of different objects, and their difference, are arbitrary.
//! * Any other arithmetic on the bits of addresses is done as it stands, and listed.

use super::abstraction::Abstract;
use super::resolve::Resolver;
use crate::bv::Op;
use crate::program::{GoalKind, Instr, LocId, MemoryOp, Operand, Storage, ValueId};

impl Resolver<'_> {
    /// Rewrites an assignment.
    pub(super) fn assign(&mut self, dest: ValueId, op: Op, args: &[Operand], loc: Option<LocId>) {
        let sets: Vec<Abstract> = args.iter().map(|arg| self.points_to.of(arg)).collect();
        let operands: Vec<Operand> = args.iter().map(|arg| self.writer.operand(arg)).collect();
        if sets.iter().any(|set| !set.objects.is_empty()) {
            self.list(op, args, &sets);
        }
        if let Some(apart) = self.apart(op, &operands, &sets) {
            let plain = self.apply(op, &operands);
            let width = self.program.values[dest].width();
            let what = match op {
                Op::Sub => "the distance of different objects",
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
    /// addresses, of different objects. `None` if that can't be.
    fn apart(&mut self, op: Op, args: &[Operand], sets: &[Abstract]) -> Option<Operand> {
        let ([a, b], [first, second]) = (args, sets) else { return None };
        let concerned = matches!(op, Op::Ult | Op::Ule | Op::Slt | Op::Sle | Op::Sub);
        if !concerned
            || self.writer.out.width(a) != self.memory().pointer_width
            || first.objects.is_empty()
            || second.objects.is_empty()
            || first.objects.len() == 1 && first.objects.keys().eq(second.objects.keys())
        {
            return None;
        }
        let (a, b) = (self.object_number(a), self.object_number(b));
        let both = [self.names_object(&a), self.names_object(&b)];
        let both = self.apply(Op::And, &both);
        let same = self.apply(Op::Eq, &[a, b]);
        let differ = self.apply(Op::Not, &[same]);
        let apart = self.apply(Op::And, &[both, differ]);
        let never = matches!(&apart, Operand::Const(value) if value.is_zero());
        (!never).then_some(apart)
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
    fn list(&mut self, op: Op, args: &[Operand], sets: &[Abstract]) {
        let width = self.program.width(&args[0]);
        let whole = width == self.memory().pointer_width;
        let addresses = sets.iter().filter(|set| !set.objects.is_empty()).count();
        let null = |set: &Abstract| {
            set.objects.is_empty() && set.number.and_then(|n| n.as_constant()) == Some(0)
        };
        let listed = match op {
            Op::Add | Op::Ite | Op::Concat | Op::Extract { .. } => false,
            Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Or => false,
            Op::Sub | Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle if whole => {
                addresses < 2 && op != Op::Sub && !sets.iter().any(null)
            }
            _ => true,
        };
        if listed {
            self.approximate(
                "address-as-number",
                "the bits of an address, which are made up, are used as a number",
            );
        }
        if op == Op::Eq && addresses == 2 && self.frees() {
            let objects = sets.iter().flat_map(|set| set.objects.keys());
            let heap = |object| self.memory().objects[object].storage == Storage::Heap;
            if objects.copied().any(heap) {
                self.approximate(
                    "heap-no-reuse",
                    "memory that is freed is never used again for another object",
                );
            }
        }
    }

    fn frees(&self) -> bool {
        let mut instrs = self.program.blocks.iter().flat_map(|block| &block.instrs);
        instrs.any(|instr| matches!(instr, Instr::Memory(instr) if instr.op == MemoryOp::Free))
    }
}
