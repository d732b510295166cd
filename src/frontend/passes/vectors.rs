//! Operations on vectors become operations on their elements.
//!
//! LLVM's own pass `scalarizer` does that. Vectors remain as what is read, written, called with
//! and returned as a whole (`lower/vectors.rs`). What the elements are added, divided or shifted
//! with is then checked and made total like everything else; on vectors clang inserts no checks.
//! As sums of elements make no promise, they wrap around (as GCC's manual says of its vectors).
//!
//! An element that a vector does not have is an access outside of an object.

use inkwell::IntPredicate;
use inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identified};
use crate::program::{GoalKind, Property};

/// Takes all operations on vectors apart.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            let index = match inst.get_opcode() {
                InstructionOpcode::ExtractElement => llvm::operand(inst, 1),
                InstructionOpcode::InsertElement => llvm::operand(inst, 2),
                _ => continue,
            };
            let (Some(BasicValueEnum::VectorValue(vector)), Some(BasicValueEnum::IntValue(index))) =
                (llvm::operand(inst, 0), index)
            else {
                continue;
            };
            let length = u64::from(vector.get_type().get_size());
            if index.get_zero_extended_constant().is_some_and(|index| index < length) {
                continue;
            }
            instrument.before(inst);
            let length = index.get_type().const_int(length, false);
            let builder = &instrument.builder;
            let bad = builder.build_int_compare(IntPredicate::UGE, index, length, "outside")?;
            let what = "an access to an element that a vector does not have";
            let kind = match instrument.requested(Property::ValidDeref) {
                true => Instrument::check_kind(Property::ValidDeref, what),
                false => GoalKind::Unsupported(format!("{what}, whose behaviour is undefined")),
            };
            instrument.check(bad, kind, None)?;
        }
    }
    llvm::run_passes(&instrument.module, "function(scalarizer)")
}

/// Whether an instruction is the first of a row that puts a vector together from all its elements:
/// nothing is left of what it begins with.
pub fn is_filled(first: InstructionValue<'_>) -> bool {
    let mut filled = Vec::new();
    let mut inst = first;
    while inst.get_opcode() == InstructionOpcode::InsertElement {
        let (Some(BasicValueEnum::VectorValue(vector)), Some(BasicValueEnum::IntValue(index))) =
            (llvm::operand(inst, 0), llvm::operand(inst, 2))
        else {
            return false;
        };
        filled.resize(vector.get_type().get_size() as usize, false);
        let index = index.get_zero_extended_constant().and_then(|it| usize::try_from(it).ok());
        match index.and_then(|index| filled.get_mut(index)) {
            Some(place) => *place = true,
            None => return false,
        }
        if filled.iter().all(|&is| is) {
            return true;
        }
        let users = llvm::users(inst);
        let [user] = users[..] else { return false };
        let Some(next) = llvm::as_instruction(user) else { return false };
        let goes_on = llvm::operand(next, 0).is_some_and(|it| it.identity() == inst.identity());
        if !goes_on {
            return false;
        }
        inst = next;
    }
    false
}
