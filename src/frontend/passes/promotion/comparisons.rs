//! Lists comparisons of addresses that LLVM is about to decide, and C is not.
//!
//! LLVM says that two variables never have the same address. That is so while both live; the
//! address of one that has ended may be that of the next one (C17 6.2.4p2, 6.5.9p6), and where it
//! was turned into a number before, it may even be looked at.

use inkwell::IntPredicate;
use inkwell::basic_block::BasicBlock;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue};
use rustc_hash::FxHashSet;

use crate::frontend::instrument::Instrument;
use crate::frontend::llvm::{self, Identified, Identity};
use crate::program::{AssumptionKind, NO_STACK_REUSE};
use crate::support::limits;

/// Lists those for which one of two variables may have ended.
pub fn list<'ctx>(instrument: &mut Instrument<'ctx, '_>, main: FunctionValue<'ctx>) {
    let ends = ends(main);
    for inst in llvm::instructions(main) {
        let equality =
            matches!(inst.get_icmp_predicate(), Some(IntPredicate::EQ | IntPredicate::NE));
        if !equality {
            continue;
        }
        let sides = [0, 1].map(|index| {
            let mut variables = Vec::new();
            let known = llvm::operand(inst, index)
                .is_some_and(|side| collect(side, limits::COMPARISON_DEPTH, &mut variables));
            known.then_some(variables)
        });
        let [Some(one), Some(other)] = sides else { continue };
        let apart = one.iter().all(|variable| !other.contains(variable));
        let has_ended = |variable: &Identity| {
            ends.iter().any(|(ended, end)| ended == variable && is_behind(inst, *end))
        };
        if apart && one.iter().chain(&other).any(has_ended) {
            instrument.assume(
                AssumptionKind::StackNoReuse,
                NO_STACK_REUSE.to_owned(),
                llvm::location(inst),
            );
        }
    }
}

/// Where variables end.
fn ends<'ctx>(main: FunctionValue<'ctx>) -> Vec<(Identity, InstructionValue<'ctx>)> {
    let mut all = Vec::new();
    for inst in llvm::instructions(main) {
        let Some(call) = llvm::call(inst) else { continue };
        let is_end = llvm::callee(call)
            .is_some_and(|callee| llvm::name(callee).starts_with("llvm.lifetime.end"));
        if is_end && let Some(variable) = llvm::operand(inst, 0) {
            all.push((variable.identity(), inst));
        }
    }
    all
}

/// The variables that a value may be an address into, however many bytes off and whether as a
/// number; whether it is certainly one of these.
fn collect(value: BasicValueEnum<'_>, depth: u32, into: &mut Vec<Identity>) -> bool {
    let inst = match value {
        BasicValueEnum::PointerValue(pointer) => pointer.as_instruction(),
        BasicValueEnum::IntValue(number) => number.as_instruction(),
        _ => None,
    };
    let Some(inst) = inst.filter(|_| depth > 0) else { return false };
    let operand = |index| llvm::operand(inst, index);
    let mut follow =
        |of: Option<BasicValueEnum<'_>>| of.is_some_and(|of| collect(of, depth - 1, into));
    match inst.get_opcode() {
        InstructionOpcode::Alloca => {
            into.push(inst.identity());
            true
        }
        InstructionOpcode::GetElementPtr
        | InstructionOpcode::PtrToInt
        | InstructionOpcode::IntToPtr
        | InstructionOpcode::Freeze => follow(operand(0)),
        InstructionOpcode::Select => follow(operand(1)) && follow(operand(2)),
        InstructionOpcode::Phi => (0..inst.get_num_operands()).all(|index| follow(operand(index))),
        _ => false,
    }
}

/// Whether an instruction may be executed when another one was.
fn is_behind<'ctx>(inst: InstructionValue<'ctx>, before: InstructionValue<'ctx>) -> bool {
    let (Some(target), Some(start)) = (inst.get_parent(), before.get_parent()) else {
        return false;
    };
    if target == start {
        let mut next = before.get_next_instruction();
        while let Some(at) = next {
            if at == inst {
                return true;
            }
            next = at.get_next_instruction();
        }
    }
    let mut seen: FxHashSet<BasicBlock<'ctx>> = FxHashSet::default();
    let mut open = llvm::successors(start);
    while let Some(block) = open.pop() {
        if block == target {
            return true;
        }
        if seen.insert(block) {
            open.extend(llvm::successors(block));
        }
    }
    false
}
