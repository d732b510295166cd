//! Debug information for global variables that have become local ones.
//!
//! LLVM describes the value of a local variable over time by records, that of a global
//! one only by its address. So each localised global gets a local variable of its name
//! and type, in the scope of an artificial subprogram [`GLOBALS`].

use std::ffi::c_uint;

use inkwell::context::Context;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;
use inkwell::values::{AsValueRef, GlobalValue, InstructionValue, PointerValue};

use super::metadata::{node_operand, node_string};
use crate::program::runtime::GLOBALS;

/// Operands of a `DIVariable` node.
const NAME: usize = 1;
const TYPE: usize = 3;

/// Declares `local` to hold the C variable `global`, before `inst`. Does nothing for a
/// variable without debug information, or without a name.
pub fn declare_global<'ctx>(
    context: &'ctx Context,
    module: &Module<'ctx>,
    global: GlobalValue<'ctx>,
    local: PointerValue<'ctx>,
    inst: InstructionValue<'ctx>,
) {
    // SAFETY: all nodes come from the global's own debug information or from the builder
    // that makes the record; the builder is finalised and disposed of.
    unsafe {
        let Some(variable) = variable_of(context, global) else { return };
        let Some(ty) = node_operand(context, variable, TYPE) else { return };
        let name = node_string(context, variable, NAME);
        // A literal is no variable: nobody assigns it.
        if name.is_empty() {
            return;
        }
        let (file, line) = (LLVMDIVariableGetFile(variable), LLVMDIVariableGetLine(variable));
        let builder = LLVMCreateDIBuilder(module.as_mut_ptr());
        let scope = subprogram(builder, file);
        let local_variable = LLVMDIBuilderCreateAutoVariable(
            builder,
            scope,
            name.as_ptr().cast(),
            name.len(),
            file,
            line,
            LLVMValueAsMetadata(ty),
            1,
            0,
            0,
        );
        let expression = LLVMDIBuilderCreateExpression(builder, std::ptr::null_mut(), 0);
        let place =
            LLVMDIBuilderCreateDebugLocation(context.raw(), line, 0, scope, std::ptr::null_mut());
        LLVMDIBuilderInsertDeclareRecordBefore(
            builder,
            local.as_value_ref(),
            local_variable,
            expression,
            place,
            inst.as_value_ref(),
        );
        LLVMDIBuilderFinalize(builder);
        LLVMDisposeDIBuilder(builder);
    }
}

/// The `DIGlobalVariable` of a global.
/// SAFETY: the global is valid.
unsafe fn variable_of(context: &Context, global: GlobalValue<'_>) -> Option<LLVMMetadataRef> {
    unsafe {
        let dbg = context.get_kind_id("dbg");
        let mut count = 0;
        let entries = LLVMGlobalCopyAllMetadata(global.as_value_ref(), &raw mut count);
        let found = (0..count as c_uint)
            .find(|&index| LLVMValueMetadataEntriesGetKind(entries, index) == dbg)
            .map(|index| LLVMValueMetadataEntriesGetMetadata(entries, index));
        LLVMDisposeValueMetadataEntries(entries);
        found.map(|expression| LLVMDIGlobalVariableExpressionGetVariable(expression))
    }
}

/// The artificial subprogram, in a compile unit of its own.
/// SAFETY: the builder is valid, the file a `DIFile` or null.
unsafe fn subprogram(builder: LLVMDIBuilderRef, file: LLVMMetadataRef) -> LLVMMetadataRef {
    use inkwell::llvm_sys::debuginfo::{LLVMDWARFEmissionKind, LLVMDWARFSourceLanguage};
    unsafe {
        LLVMDIBuilderCreateCompileUnit(
            builder,
            LLVMDWARFSourceLanguage::LLVMDWARFSourceLanguageC,
            file,
            c"llumc".as_ptr(),
            5,
            0,
            std::ptr::null(),
            0,
            0,
            std::ptr::null(),
            0,
            LLVMDWARFEmissionKind::LLVMDWARFEmissionKindFull,
            0,
            0,
            0,
            std::ptr::null(),
            0,
            std::ptr::null(),
            0,
        );
        let ty = LLVMDIBuilderCreateSubroutineType(builder, file, std::ptr::null_mut(), 0, 0);
        LLVMDIBuilderCreateFunction(
            builder,
            file,
            GLOBALS.as_ptr().cast(),
            GLOBALS.len(),
            std::ptr::null(),
            0,
            file,
            0,
            ty,
            1,
            1,
            0,
            0,
            0,
        )
    }
}
