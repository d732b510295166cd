//! Atomic accesses and their orders.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::{LLVMAtomicOrdering, LLVMAtomicRMWBinOp};
use inkwell::values::{AsValueRef, InstructionOpcode, InstructionValue};

/// The orders of an atomic access or fence: one, or those of success and failure.
fn orders(inst: InstructionValue<'_>) -> Vec<LLVMAtomicOrdering> {
    use InstructionOpcode::{AtomicCmpXchg, AtomicRMW, Fence, Load, Store};
    let value = inst.as_value_ref();
    // SAFETY: the kind of the instruction is one that has what is read.
    let all = unsafe {
        match inst.get_opcode() {
            Load | Store | AtomicRMW | Fence => vec![LLVMGetOrdering(value)],
            AtomicCmpXchg => {
                vec![LLVMGetCmpXchgSuccessOrdering(value), LLVMGetCmpXchgFailureOrdering(value)]
            }
            _ => Vec::new(),
        }
    };
    all.into_iter().filter(|it| *it != LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic).collect()
}

/// Whether an atomic operation adds to an integer, or subtracts from one.
pub fn adds(inst: InstructionValue<'_>) -> bool {
    inst.get_opcode() == InstructionOpcode::AtomicRMW && {
        // SAFETY: the opcode is checked.
        let operation = unsafe { LLVMGetAtomicRMWBinOp(inst.as_value_ref()) };
        matches!(
            operation,
            LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpAdd | LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpSub
        )
    }
}

/// Whether an instruction is a compare-and-exchange that may fail where the values are equal
/// (C17 7.17.7.4).
pub fn is_weak_exchange(inst: InstructionValue<'_>) -> bool {
    inst.get_opcode() == InstructionOpcode::AtomicCmpXchg
        // SAFETY: it is what is asked of.
        && unsafe { LLVMGetWeak(inst.as_value_ref()) } != 0
}

/// Whether an access is atomic.
pub fn is_atomic(inst: InstructionValue<'_>) -> bool {
    !orders(inst).is_empty()
}

/// Whether others may see an atomic access in another order than all are made in: whether it asks
/// for less than `memory_order_seq_cst` (C17 7.17.3).
pub fn is_weakly_ordered(inst: InstructionValue<'_>) -> bool {
    use LLVMAtomicOrdering::LLVMAtomicOrderingSequentiallyConsistent as Strongest;
    orders(inst).into_iter().any(|order| order != Strongest)
}
