//! Debug information and other metadata: positions, C names, annotations.

use std::ffi::{c_char, c_uint};
use std::path::Path;

use inkwell::builder::Builder;
use inkwell::context::Context;
use inkwell::llvm_sys::LLVMDbgRecordKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::values::{AsValueRef, FunctionValue, InstructionValue};

use super::handles::borrowed;
use super::{Identity, Node, instructions};
use crate::frontend::sites::RawLoc;

/// The position of an instruction, without the calls that it was inlined through.
pub fn location(inst: InstructionValue<'_>) -> Option<RawLoc> {
    // SAFETY: null is checked; scopes of locations have files (maybe null).
    unsafe { raw_location(LLVMInstructionGetDebugLoc(inst.as_value_ref())) }
}

/// The blocks of C that the position of an instruction lies in, innermost first, up to the
/// function's own; none without a position.
pub fn scopes(context: &Context, inst: InstructionValue<'_>) -> Vec<Node> {
    // SAFETY: the instruction is live, and so is its position.
    unsafe { scopes_of(context, LLVMInstructionGetDebugLoc(inst.as_value_ref())) }
}

/// SAFETY: `location` is null or a `DILocation`.
unsafe fn scopes_of(context: &Context, location: LLVMMetadataRef) -> Vec<Node> {
    use LLVMMetadataKind::*;
    // Operand of a `DILexicalBlock` or `DILexicalBlockFile`.
    const SCOPE: usize = 1;
    let mut found = Vec::new();
    // SAFETY: null is checked; scopes of locations are of these kinds, and those of lexical
    // blocks are scopes of locations.
    unsafe {
        if location.is_null() {
            return found;
        }
        let mut scope = LLVMDILocationGetScope(location);
        while !scope.is_null() {
            let kind = LLVMGetMetadataKind(scope);
            // A block goes on in another file, which is included in it.
            if !matches!(kind, LLVMDILexicalBlockFileMetadataKind) {
                found.push(Node(scope));
            }
            if !matches!(kind, LLVMDILexicalBlockMetadataKind | LLVMDILexicalBlockFileMetadataKind)
            {
                break;
            }
            let around = node_operand(context, scope, SCOPE);
            scope = around.map_or(std::ptr::null_mut(), |around| LLVMValueAsMetadata(around));
        }
    }
    found
}

/// The path of a file whose name is relative to a folder: as it was given to the compiler if that
/// ran in the current folder.
pub fn source_path(folder: &str, name: String) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    if folder.is_empty() || here == Path::new(folder) {
        return name;
    }
    // An absolute `name` replaces the folder.
    Path::new(folder).join(&name).to_string_lossy().into_owned()
}

/// SAFETY: `location` is null or a `DILocation`.
unsafe fn raw_location(location: LLVMMetadataRef) -> Option<RawLoc> {
    if location.is_null() {
        return None;
    }
    unsafe {
        Some(RawLoc {
            file: file_of(LLVMDILocationGetScope(location))?,
            line: LLVMDILocationGetLine(location),
            column: LLVMDILocationGetColumn(location),
        })
    }
}

/// The path of the file that a scope is in.
///
/// SAFETY: `scope` is one.
unsafe fn file_of(scope: LLVMMetadataRef) -> Option<String> {
    unsafe {
        let file = LLVMDIScopeGetFile(scope);
        if file.is_null() {
            return None;
        }
        let text = |get: unsafe extern "C" fn(LLVMMetadataRef, *mut c_uint) -> *const c_char| {
            let mut length: c_uint = 0;
            let text = get(file, &raw mut length);
            borrowed(text, length as usize)
        };
        Some(source_path(&text(LLVMDIFileGetDirectory), text(LLVMDIFileGetFilename)))
    }
}

/// A declared C variable: the storage, the name, the location of its declaration.
pub struct Declared {
    /// The alloca or parameter.
    pub storage: Identity,
    /// The name in C.
    pub name: String,
    /// The location of the declaration.
    pub location: Node,
}

impl Declared {
    /// The blocks of C around the declaration, innermost first, up to the function's own.
    pub fn scopes(&self, context: &Context) -> Vec<Node> {
        // SAFETY: the location of a declaration is a `DILocation`.
        unsafe { scopes_of(context, self.location.0) }
    }
}

/// The variables that debug records of a function declare.
pub fn declared(context: &Context, function: FunctionValue<'_>) -> Vec<Declared> {
    let declares =
        records(function, |kind| matches!(kind, LLVMDbgRecordKind::LLVMDbgRecordDeclare));
    let declared = declares.into_iter().map(|record| {
        // SAFETY: a declare record has one location operand and a variable, of which operand 1 is
        // the name.
        unsafe {
            let variable = LLVMDbgVariableRecordGetVariable(record);
            Declared {
                storage: Identity(LLVMDbgVariableRecordGetValue(record, 0)),
                name: node_string(context, variable, 1),
                location: Node(LLVMDbgRecordGetDebugLoc(record)),
            }
        }
    });
    declared.collect()
}

/// The blocks of C that have a label of a function directly in them.
pub fn labelled(context: &Context, function: FunctionValue<'_>) -> Vec<Node> {
    let labels = records(function, |kind| matches!(kind, LLVMDbgRecordKind::LLVMDbgRecordLabel));
    // SAFETY: a record has a position.
    let around = labels
        .into_iter()
        .map(|record| unsafe { scopes_of(context, LLVMDbgRecordGetDebugLoc(record)) });
    around.filter_map(|scopes| scopes.first().copied()).collect()
}

/// The debug records of a function of some kind.
pub(super) fn records(
    function: FunctionValue<'_>,
    is_wanted: impl Fn(LLVMDbgRecordKind) -> bool,
) -> Vec<LLVMDbgRecordRef> {
    let mut found = Vec::new();
    for inst in instructions(function) {
        // SAFETY: records of an instruction form a list that ends with null.
        unsafe {
            let mut record = LLVMGetFirstDbgRecord(inst.as_value_ref());
            while !record.is_null() {
                if is_wanted(LLVMDbgRecordGetKind(record)) {
                    found.push(record);
                }
                record = LLVMGetNextDbgRecord(record);
            }
        }
    }
    found
}

/// The string that is operand `index` of a metadata node; empty if there is none.
/// SAFETY: `node` is an `MDNode`.
pub(super) unsafe fn node_string(context: &Context, node: LLVMMetadataRef, index: usize) -> String {
    unsafe {
        let Some(operand) = node_operand(context, node, index) else { return String::new() };
        let mut length: c_uint = 0;
        let text = LLVMGetMDString(operand, &raw mut length);
        if text.is_null() {
            return String::new();
        }
        let bytes = std::slice::from_raw_parts(text.cast::<u8>(), length as usize);
        String::from_utf8_lossy(bytes).into_owned()
    }
}

/// The text that operand `index` of an instruction is, if it is metadata that is one.
pub fn metadata_text(inst: InstructionValue<'_>, index: u32) -> Option<String> {
    // SAFETY: the index is in range; LLVM asks whether the operand is a text, which it owns.
    unsafe {
        if index >= inst.get_num_operands() {
            return None;
        }
        let operand = LLVMGetOperand(inst.as_value_ref(), index);
        let mut length: c_uint = 0;
        let text = LLVMGetMDString(operand, &raw mut length);
        if text.is_null() {
            return None;
        }
        let bytes = std::slice::from_raw_parts(text.cast::<u8>(), length as usize);
        Some(String::from_utf8_lossy(bytes).into_owned())
    }
}

/// Operand `index` of a metadata node.
/// SAFETY: `node` is an `MDNode`.
pub(super) unsafe fn node_operand(
    context: &Context,
    node: LLVMMetadataRef,
    index: usize,
) -> Option<LLVMValueRef> {
    unsafe {
        let value = LLVMMetadataAsValue(context.raw(), node);
        let count = LLVMGetMDNodeNumOperands(value) as usize;
        let mut operands = vec![std::ptr::null_mut(); count];
        LLVMGetMDNodeOperands(value, operands.as_mut_ptr());
        operands.get(index).copied().filter(|operand| !operand.is_null())
    }
}

/// Gives what the builder inserts from now on this position, or none.
pub fn set_builder_location(builder: &Builder<'_>, location: Option<Node>) {
    let location = location.map_or(std::ptr::null_mut(), |Node(location)| location);
    // SAFETY: the location comes from this module's debug information.
    unsafe { LLVMSetCurrentDebugLocation2(builder.as_mut_ptr(), location) };
}

/// A location in the first line of a function's body; none without debug information.
pub fn function_location(context: &Context, function: FunctionValue<'_>) -> Option<Node> {
    location_in(context, function, function_line(function)?)
}

/// A location in a function that names no line; none without debug information.
pub fn function_scope(context: &Context, function: FunctionValue<'_>) -> Option<Node> {
    location_in(context, function, 0)
}

fn location_in(context: &Context, function: FunctionValue<'_>, line: u32) -> Option<Node> {
    // SAFETY: null is checked; a subprogram is a scope for locations.
    unsafe {
        let subprogram = LLVMGetSubprogram(function.as_value_ref());
        if subprogram.is_null() {
            return None;
        }
        let none = std::ptr::null_mut();
        Some(Node(LLVMDIBuilderCreateDebugLocation(context.raw(), line, 0, subprogram, none)))
    }
}

/// The file that a function's head is in; none without debug information.
pub fn function_file(function: FunctionValue<'_>) -> Option<String> {
    // SAFETY: null is checked; a subprogram is a scope.
    unsafe {
        let subprogram = LLVMGetSubprogram(function.as_value_ref());
        if subprogram.is_null() { None } else { file_of(subprogram) }
    }
}

/// The line of a function's head; none without debug information.
pub fn function_line(function: FunctionValue<'_>) -> Option<u32> {
    // SAFETY: null is checked.
    unsafe {
        let subprogram = LLVMGetSubprogram(function.as_value_ref());
        (!subprogram.is_null()).then(|| LLVMDISubprogramGetLine(subprogram))
    }
}

/// Whether an instruction carries the annotation `auto-init`: clang's initialisation of
/// a variable that C leaves uninitialised.
pub fn is_auto_init(context: &Context, inst: InstructionValue<'_>) -> bool {
    let Some(node) = inst.get_metadata(context.get_kind_id("annotation")) else { return false };
    // SAFETY: an annotation is a node of strings.
    unsafe {
        let node = LLVMValueAsMetadata(node.as_value_ref());
        (0..).map_while(|index| node_operand(context, node, index)).any(|operand| {
            let mut length: c_uint = 0;
            let text = LLVMGetMDString(operand, &raw mut length);
            !text.is_null()
                && std::slice::from_raw_parts(text.cast::<u8>(), length as usize) == b"auto-init"
        })
    }
}

/// Removes all metadata of an instruction but its debug location.
pub fn remove_metadata(inst: InstructionValue<'_>) {
    // The kind of debug locations; LLVM's function lists them in spite of its name.
    const DBG: c_uint = 0;
    // SAFETY: the entries are valid until disposed; a null node removes the kind.
    unsafe {
        let mut count = 0;
        let entries =
            LLVMInstructionGetAllMetadataOtherThanDebugLoc(inst.as_value_ref(), &raw mut count);
        for index in 0..count {
            let kind = LLVMValueMetadataEntriesGetKind(entries, index as c_uint);
            if kind != DBG {
                LLVMSetMetadata(inst.as_value_ref(), kind, std::ptr::null_mut());
            }
        }
        LLVMDisposeValueMetadataEntries(entries);
    }
}

/// Notes on an instruction that something is so, under a name of ours.
pub fn note(inst: InstructionValue<'_>, name: &str) {
    // SAFETY: the context is that of the instruction; an empty node says enough.
    unsafe {
        let value = inst.as_value_ref();
        let context = LLVMGetTypeContext(LLVMTypeOf(value));
        let node = LLVMMDNodeInContext2(context, std::ptr::null_mut(), 0);
        LLVMSetMetadata(value, note_kind(inst, name), LLVMMetadataAsValue(context, node));
    }
}

/// Whether that was noted.
pub fn is_noted(inst: InstructionValue<'_>, name: &str) -> bool {
    // SAFETY: the instruction is valid.
    unsafe { !LLVMGetMetadata(inst.as_value_ref(), note_kind(inst, name)).is_null() }
}

fn note_kind(inst: InstructionValue<'_>, name: &str) -> c_uint {
    // SAFETY: the name has so many bytes.
    unsafe {
        let context = LLVMGetTypeContext(LLVMTypeOf(inst.as_value_ref()));
        LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as c_uint)
    }
}
