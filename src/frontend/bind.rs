//! Keeps the source line of each assignment to a C variable.
//!
//! When a variable is promoted to registers, LLVM turns its stores into debug records
//! at line 0: the line of the assignment is lost, and a trace could not show it. So
//! before promotion a record with the store's own position is put beside every store to
//! a named variable. Records change nothing in the program.

use std::collections::HashMap;

use inkwell::llvm_sys::LLVMDbgRecordKind;
use inkwell::llvm_sys::core::{
    LLVMDbgRecordGetDebugLoc, LLVMDbgRecordGetKind, LLVMDbgVariableRecordGetExpression,
    LLVMDbgVariableRecordGetValue, LLVMDbgVariableRecordGetVariable, LLVMGetFirstDbgRecord,
    LLVMGetNextDbgRecord,
};
use inkwell::llvm_sys::debuginfo::{
    LLVMCreateDIBuilder, LLVMDIBuilderInsertDbgValueRecordBefore, LLVMDisposeDIBuilder,
    LLVMInstructionGetDebugLoc,
};
use inkwell::llvm_sys::prelude::{LLVMMetadataRef, LLVMValueRef};
use inkwell::module::Module;
use inkwell::values::{AsValueRef, FunctionValue, InstructionOpcode};

use super::raw;

/// What the debug information says of a stack slot.
#[derive(Clone, Copy)]
struct Declared {
    variable: LLVMMetadataRef,
    expression: LLVMMetadataRef,
    loc: LLVMMetadataRef,
}

/// Puts a record beside every store to a declared variable, in all functions.
pub(super) fn record_assignments(module: &Module<'_>) {
    // SAFETY: the builder lives as long as it is used, and adds only debug records, which
    // need no finalising.
    let builder = unsafe { LLVMCreateDIBuilder(module.as_mut_ptr()) };
    for function in raw::defined(module) {
        let declared = declarations(function);
        for instruction in raw::instructions(function) {
            if instruction.get_opcode() != InstructionOpcode::Store {
                continue;
            }
            let operand = |index| instruction.get_operand(index).and_then(|o| o.value());
            let (Some(value), Some(slot)) = (operand(0), operand(1)) else { continue };
            let Some(of) = declared.get(&slot.as_value_ref()) else { continue };
            // SAFETY: the store and the metadata belong to this module; a store of a
            // parameter has no position of its own and takes the declaration's.
            unsafe {
                let own = LLVMInstructionGetDebugLoc(instruction.as_value_ref());
                let loc = if own.is_null() { of.loc } else { own };
                if loc.is_null() {
                    continue;
                }
                LLVMDIBuilderInsertDbgValueRecordBefore(
                    builder,
                    value.as_value_ref(),
                    of.variable,
                    of.expression,
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
fn declarations(function: FunctionValue<'_>) -> HashMap<LLVMValueRef, Declared> {
    let mut found = HashMap::new();
    for instruction in raw::instructions(function) {
        // SAFETY: walks the records of an instruction of a live module; the variable
        // getters are called only on records that declare a variable.
        unsafe {
            let mut record = LLVMGetFirstDbgRecord(instruction.as_value_ref());
            while !record.is_null() {
                if LLVMDbgRecordGetKind(record) == LLVMDbgRecordKind::LLVMDbgRecordDeclare {
                    let declared = Declared {
                        variable: LLVMDbgVariableRecordGetVariable(record),
                        expression: LLVMDbgVariableRecordGetExpression(record),
                        loc: LLVMDbgRecordGetDebugLoc(record),
                    };
                    found.insert(LLVMDbgVariableRecordGetValue(record, 0), declared);
                }
                record = LLVMGetNextDbgRecord(record);
            }
        }
    }
    found
}
