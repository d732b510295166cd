//! Keeps the source line of each assignment to a C variable.
//!
//! When a variable is promoted to registers, LLVM turns its stores into debug records
//! at line 0: the line of the assignment is lost, and a trace could not show it. So
//! before promotion a record with the store's own position is put beside every store to
//! a named variable, or to an element or field of one. Records change nothing in the program.

use std::collections::HashMap;

use inkwell::llvm_sys::LLVMDbgRecordKind;
use inkwell::llvm_sys::core::{
    LLVMDbgRecordGetDebugLoc, LLVMDbgRecordGetKind, LLVMDbgVariableRecordGetExpression,
    LLVMDbgVariableRecordGetValue, LLVMDbgVariableRecordGetVariable, LLVMGetFirstDbgRecord,
    LLVMGetNextDbgRecord,
};
use inkwell::llvm_sys::debuginfo::{
    LLVMCreateDIBuilder, LLVMDIBuilderCreateExpression, LLVMDIBuilderInsertDbgValueRecordBefore,
    LLVMDisposeDIBuilder, LLVMInstructionGetDebugLoc,
};
use inkwell::llvm_sys::prelude::{LLVMMetadataRef, LLVMValueRef};
use inkwell::module::Module;
use inkwell::targets::TargetData;
use inkwell::values::{AsValueRef, FunctionValue, InstructionOpcode};

use super::raw;

/// What the debug information says of a stack slot.
#[derive(Clone, Copy)]
struct Declared {
    variable: LLVMMetadataRef,
    expression: LLVMMetadataRef,
    loc: LLVMMetadataRef,
    /// Bytes.
    size: u64,
}

/// The operation of an expression that means some bits of a variable.
const FRAGMENT: u64 = 0x1000;

/// Puts a record beside every store to a declared variable, or to a part of it, in all
/// functions.
pub(super) fn record_assignments(module: &Module<'_>, layout: &TargetData) {
    // SAFETY: the builder lives as long as it is used, and adds only debug records, which
    // need no finalising.
    let builder = unsafe { LLVMCreateDIBuilder(module.as_mut_ptr()) };
    for function in raw::defined(module) {
        let declared = declarations(function, layout);
        for instruction in raw::instructions(function) {
            if instruction.get_opcode() != InstructionOpcode::Store {
                continue;
            }
            let operand = |index| instruction.get_operand(index).and_then(|o| o.value());
            let (Some(value), Some(slot)) = (operand(0), operand(1)) else { continue };
            let Some((variable, offset)) = raw::constant_offset(layout, slot) else { continue };
            let Some(of) = declared.get(&variable.as_value_ref()) else { continue };
            let (size, whole) = (layout.get_store_size(&value.get_type()), of.size);
            let part = (size != whole).then(|| [FRAGMENT, 8 * offset as u64, 8 * size]);
            if offset.checked_add_unsigned(size).is_none_or(|end| offset < 0 || end as u64 > whole)
            {
                continue;
            }
            // SAFETY: the store and the metadata belong to this module; a store of a
            // parameter has no position of its own and takes the declaration's.
            unsafe {
                let own = LLVMInstructionGetDebugLoc(instruction.as_value_ref());
                let loc = if own.is_null() { of.loc } else { own };
                if loc.is_null() {
                    continue;
                }
                let expression = match part {
                    Some(mut part) => {
                        LLVMDIBuilderCreateExpression(builder, part.as_mut_ptr(), part.len())
                    }
                    None => of.expression,
                };
                LLVMDIBuilderInsertDbgValueRecordBefore(
                    builder,
                    value.as_value_ref(),
                    of.variable,
                    expression,
                    loc,
                    instruction.as_value_ref(),
                );
            }
        }
    }
    // SAFETY: made above, not used any more.
    unsafe { LLVMDisposeDIBuilder(builder) };
}

/// The stack slots of a function that debug information declares as variables.
fn declarations(
    function: FunctionValue<'_>,
    layout: &TargetData,
) -> HashMap<LLVMValueRef, Declared> {
    let mut found = HashMap::new();
    let slots = raw::instructions(function).into_iter().filter_map(|inst| {
        Some((inst.as_value_ref(), layout.get_store_size(&inst.get_allocated_type().ok()?)))
    });
    let sizes: HashMap<LLVMValueRef, u64> = slots.collect();
    for instruction in raw::instructions(function) {
        // SAFETY: walks the records of an instruction of a live module; the variable
        // getters are called only on records that declare a variable.
        unsafe {
            let mut record = LLVMGetFirstDbgRecord(instruction.as_value_ref());
            while !record.is_null() {
                if LLVMDbgRecordGetKind(record) == LLVMDbgRecordKind::LLVMDbgRecordDeclare {
                    let slot = LLVMDbgVariableRecordGetValue(record, 0);
                    let declared = sizes.get(&slot).map(|&size| Declared {
                        size,
                        variable: LLVMDbgVariableRecordGetVariable(record),
                        expression: LLVMDbgVariableRecordGetExpression(record),
                        loc: LLVMDbgRecordGetDebugLoc(record),
                    });
                    found.extend(declared.map(|declared| (slot, declared)));
                }
                record = LLVMGetNextDbgRecord(record);
            }
        }
    }
    found
}
