//! Keeps the source line of each assignment to a C variable.
//!
//! When a variable is promoted to registers, LLVM turns its stores into debug records
//! at line 0: the line of the assignment is lost, and a trace could not show it. So
//! before promotion a record with the store's own position is put beside every store to
//! a named variable, or to an element or field of one. Records change nothing in the program.

use inkwell::module::Module;
use inkwell::targets::TargetData;
use inkwell::values::InstructionOpcode;
use rustc_hash::FxHashMap;

use crate::frontend::llvm::{self, Assignments, Identified, Identity};

/// Puts a record beside every store to a declared variable, or to a part of it, in all
/// functions.
pub fn record_assignments(module: &Module<'_>, layout: &TargetData) {
    let assignments = Assignments::new(module);
    for function in llvm::defined(module) {
        let slots = llvm::slots(function);
        let instructions = llvm::instructions(function);
        let sizes = instructions.iter().filter_map(|inst| {
            Some((inst.identity(), layout.get_store_size(&inst.get_allocated_type().ok()?)))
        });
        let sizes: FxHashMap<Identity, u64> = sizes.collect();
        for inst in instructions {
            if inst.get_opcode() != InstructionOpcode::Store {
                continue;
            }
            let (Some(value), Some(place)) = (llvm::operand(inst, 0), llvm::operand(inst, 1))
            else {
                continue;
            };
            let Some((variable, offset)) = llvm::constant_offset(layout, place) else { continue };
            let variable = variable.identity();
            let (Some(&slot), Some(&whole)) = (slots.get(&variable), sizes.get(&variable)) else {
                continue;
            };
            let size = layout.get_store_size(&value.get_type());
            if offset.checked_add_unsigned(size).is_none_or(|end| offset < 0 || end as u64 > whole)
            {
                continue;
            }
            let part = (size != whole).then(|| (8 * offset as u64, 8 * size));
            assignments.record(slot, inst, value, part);
        }
    }
}
