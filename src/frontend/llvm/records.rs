//! Debug records of assignments to C variables.

use inkwell::llvm_sys::LLVMDbgRecordKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::{LLVMDIBuilderRef, LLVMMetadataRef};
use inkwell::module::Module;
use inkwell::values::{AsValueRef, BasicValueEnum, FunctionValue, InstructionValue};
use rustc_hash::FxHashMap;

use super::Identity;
use super::metadata::records;

/// What debug information says of the storage of a variable.
#[derive(Clone, Copy)]
pub struct Slot {
    variable: LLVMMetadataRef,
    expression: LLVMMetadataRef,
    location: LLVMMetadataRef,
}

/// The storage that debug records of a function declare as variables.
pub fn slots(function: FunctionValue<'_>) -> FxHashMap<Identity, Slot> {
    let declares =
        records(function, |kind| matches!(kind, LLVMDbgRecordKind::LLVMDbgRecordDeclare));
    let slots = declares.into_iter().map(|record| {
        // SAFETY: these are called only on records that declare a variable.
        unsafe {
            let slot = Slot {
                variable: LLVMDbgVariableRecordGetVariable(record),
                expression: LLVMDbgVariableRecordGetExpression(record),
                location: LLVMDbgRecordGetDebugLoc(record),
            };
            (Identity(LLVMDbgVariableRecordGetValue(record, 0)), slot)
        }
    });
    slots.collect()
}

/// Adds records to a module.
pub struct Assignments(LLVMDIBuilderRef);

impl Assignments {
    /// For this module, which must live longer.
    pub fn new(module: &Module<'_>) -> Self {
        // SAFETY: the builder adds only debug records, which need no finalising.
        Self(unsafe { LLVMCreateDIBuilder(module.as_mut_ptr()) })
    }

    /// Puts a record before a store: it assigns to the variable of a slot, to all of it or to
    /// so many bits from an offset on.
    pub fn record(
        &self,
        slot: Slot,
        store: InstructionValue<'_>,
        value: BasicValueEnum<'_>,
        part: Option<(u64, u64)>,
    ) {
        /// The operation of an expression that means some bits of a variable.
        const FRAGMENT: u64 = 0x1000;
        // SAFETY: the store and the metadata belong to this module; a store of a parameter has
        // no position of its own and takes the declaration's.
        unsafe {
            let own = LLVMInstructionGetDebugLoc(store.as_value_ref());
            let location = if own.is_null() { slot.location } else { own };
            if location.is_null() {
                return;
            }
            let expression = match part {
                Some((offset, bits)) => {
                    let mut part = [FRAGMENT, offset, bits];
                    LLVMDIBuilderCreateExpression(self.0, part.as_mut_ptr(), part.len())
                }
                None => slot.expression,
            };
            LLVMDIBuilderInsertDbgValueRecordBefore(
                self.0,
                value.as_value_ref(),
                slot.variable,
                expression,
                location,
                store.as_value_ref(),
            );
        }
    }
}

impl Drop for Assignments {
    fn drop(&mut self) {
        // SAFETY: made by `new`, not used any more.
        unsafe { LLVMDisposeDIBuilder(self.0) };
    }
}
