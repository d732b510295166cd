//! Debug information: metadata, source locations and debug records.

use std::ffi::{c_char, c_uint};
use std::marker::PhantomData;

use inkwell::llvm_sys::LLVMDbgRecordKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;

use super::{Context, Meta, Record, Val, borrowed, wrap};

impl<'m> Val<'m> {
    /// The `DIGlobalVariable` of a global variable.
    pub fn global_variable(self, context: Context<'m>) -> Option<Meta<'m>> {
        let kind = llvm!(LLVMGetMDKindIDInContext(context.0, c"dbg".as_ptr(), 3));
        let mut count = 0;
        let entries = llvm!(LLVMGlobalCopyAllMetadata(self.0, &raw mut count));
        if entries.is_null() {
            return None;
        }
        let found = (0..count as c_uint)
            .find(|&index| llvm!(LLVMValueMetadataEntriesGetKind(entries, index)) == kind)
            .map(|index| llvm!(LLVMValueMetadataEntriesGetMetadata(entries, index)));
        llvm!(LLVMDisposeValueMetadataEntries(entries));
        let variable = llvm!(LLVMDIGlobalVariableExpressionGetVariable(found?));
        wrap(Meta, variable)
    }

    /// The `DISubprogram` of a function.
    pub fn subprogram(self) -> Option<Meta<'m>> {
        wrap(Meta, llvm!(LLVMGetSubprogram(self.0)))
    }

    /// The `DILocation` of an instruction.
    pub fn location(self) -> Option<Meta<'m>> {
        wrap(Meta, llvm!(LLVMInstructionGetDebugLoc(self.0)))
    }

    /// The debug records that stand before an instruction.
    pub fn records(self) -> impl Iterator<Item = Record<'m>> {
        let first = wrap(Record, llvm!(LLVMGetFirstDbgRecord(self.0)));
        std::iter::successors(first, |last| wrap(Record, llvm!(LLVMGetNextDbgRecord(last.0))))
    }

    /// The metadata node that this operand of metadata is.
    pub fn node(self) -> Option<Meta<'m>> {
        let is_node = !llvm!(LLVMIsAMDNode(self.0)).is_null();
        is_node.then(|| Meta(llvm!(LLVMValueAsMetadata(self.0)), PhantomData))
    }

    /// The text that this operand of metadata is.
    pub fn text(self) -> Option<String> {
        let mut length = 0;
        let text = llvm!(LLVMGetMDString(self.0, &mut length));
        // SAFETY: LLVM's own pointer and length.
        (!text.is_null()).then(|| unsafe { borrowed(text, length as usize) })
    }
}

impl<'m> Record<'m> {
    /// Whether it names the storage of a variable (`#dbg_declare`).
    pub fn is_declare(self) -> bool {
        llvm!(LLVMDbgRecordGetKind(self.0)) == LLVMDbgRecordKind::LLVMDbgRecordDeclare
    }

    /// Whether it gives a variable a value (`#dbg_value`).
    pub fn is_value(self) -> bool {
        llvm!(LLVMDbgRecordGetKind(self.0)) == LLVMDbgRecordKind::LLVMDbgRecordValue
    }

    /// The first value it speaks of. Only for declare and value records.
    pub fn value(self) -> Option<Val<'m>> {
        wrap(Val, llvm!(LLVMDbgVariableRecordGetValue(self.0, 0)))
    }

    /// The `DILocalVariable`. Only for declare and value records.
    pub fn variable(self) -> Option<Meta<'m>> {
        wrap(Meta, llvm!(LLVMDbgVariableRecordGetVariable(self.0)))
    }

    /// The `DIExpression`. Only for declare and value records.
    pub fn expression(self) -> Option<Meta<'m>> {
        wrap(Meta, llvm!(LLVMDbgVariableRecordGetExpression(self.0)))
    }

    /// The record's `DILocation`: its scope and inlining chain; the line is often 0.
    pub fn location(self) -> Option<Meta<'m>> {
        wrap(Meta, llvm!(LLVMDbgRecordGetDebugLoc(self.0)))
    }
}

impl<'m> Meta<'m> {
    /// The operands of a node; `None` where LLVM has null.
    pub fn operands(self, context: Context<'m>) -> Vec<Option<Val<'m>>> {
        let node = llvm!(LLVMMetadataAsValue(context.0, self.0));
        let count = llvm!(LLVMGetMDNodeNumOperands(node)) as usize;
        let mut raw = vec![std::ptr::null_mut(); count];
        if count > 0 {
            llvm!(LLVMGetMDNodeOperands(node, raw.as_mut_ptr()));
        }
        raw.into_iter().map(|value| wrap(Val, value)).collect()
    }

    /// The node's text in the IR.
    pub fn print(self, context: Context<'m>) -> String {
        Val(llvm!(LLVMMetadataAsValue(context.0, self.0)), PhantomData).print()
    }

    /// The DWARF tag of a debug-info node; 0 if it has none.
    pub fn tag(self) -> u16 {
        llvm!(LLVMGetDINodeTag(self.0))
    }

    /// Line of a `DILocation`.
    pub fn line(self) -> u32 {
        llvm!(LLVMDILocationGetLine(self.0))
    }

    /// Column of a `DILocation`.
    pub fn column(self) -> u32 {
        llvm!(LLVMDILocationGetColumn(self.0))
    }

    /// Scope of a `DILocation`.
    pub fn scope(self) -> Option<Meta<'m>> {
        wrap(Meta, llvm!(LLVMDILocationGetScope(self.0)))
    }

    /// The location of the call that a `DILocation` was inlined through.
    pub fn inlined_at(self) -> Option<Meta<'m>> {
        wrap(Meta, llvm!(LLVMDILocationGetInlinedAt(self.0)))
    }

    /// Folder and name of the file of a scope.
    pub fn file(self) -> Option<(String, String)> {
        Self::path(llvm!(LLVMDIScopeGetFile(self.0)))
    }

    /// Folder and name of the file where a `DIVariable` is declared.
    pub fn declared_file(self) -> Option<(String, String)> {
        Self::path(llvm!(LLVMDIVariableGetFile(self.0)))
    }

    /// Folder and name of a `DIFile`, or null.
    fn path(file: LLVMMetadataRef) -> Option<(String, String)> {
        if file.is_null() {
            return None;
        }
        let text = |get: unsafe extern "C" fn(LLVMMetadataRef, *mut c_uint) -> *const c_char| {
            let mut length = 0;
            let text = llvm!(get(file, &mut length));
            // SAFETY: LLVM's own pointer and length.
            unsafe { borrowed(text, length as usize) }
        };
        Some((text(LLVMDIFileGetDirectory), text(LLVMDIFileGetFilename)))
    }

    /// The line where a `DIVariable` is declared; 0 if unknown.
    pub fn declared_line(self) -> u32 {
        llvm!(LLVMDIVariableGetLine(self.0))
    }

    /// Offset in bits of a member of a structure.
    pub fn offset(self) -> u64 {
        llvm!(LLVMDITypeGetOffsetInBits(self.0))
    }

    /// Size in bits of a `DIType`.
    pub fn size(self) -> u64 {
        llvm!(LLVMDITypeGetSizeInBits(self.0))
    }
}
