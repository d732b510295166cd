//! The part of LLVM's C API that lowering reads a module with, made safe.
//!
//! inkwell's own value types lack debug records, inlined-at chains, switch cases,
//! aggregate constants and the operands of metadata, and panic on types that they don't
//! know (x86_amx, target types). These thin handles return `Option` where LLVM returns
//! null. Each handle borrows the module (`'m`), which nobody changes meanwhile: that is
//! why the calls behind them are sound. What is asked of values is in [`value`], what of
//! debug information in [`metadata`].

use std::ffi::{CStr, c_char};
use std::marker::PhantomData;

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use inkwell::module::Module;
use inkwell::values::{AsValueRef, FunctionValue, GlobalValue};

/// What there is of instructions, types and values.
pub use inkwell::llvm_sys::{
    LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate, LLVMTypeKind, LLVMValueKind,
};

macro_rules! handle {
    ($(#[$meta:meta])* $name:ident, $raw:ty) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name<'m>($raw, PhantomData<&'m ()>);
    };
}

handle!(
    /// A value: instruction, constant, parameter, function, block.
    Val,
    LLVMValueRef
);
handle!(
    /// A type.
    Ty,
    LLVMTypeRef
);
handle!(
    /// A basic block.
    Bb,
    LLVMBasicBlockRef
);
handle!(
    /// A metadata node or a source location.
    Meta,
    LLVMMetadataRef
);
handle!(
    /// A debug record.
    Record,
    LLVMDbgRecordRef
);

/// Calls of the C API on handles that are alive.
macro_rules! llvm {
    ($call:expr) => {
        // SAFETY: handles are valid as long as the module is borrowed; indices are
        // checked by the callers against the counts that LLVM gives.
        unsafe { $call }
    };
}

// These use the macro.
mod metadata;
mod value;

/// A handle of what LLVM returned, unless that is null.
fn wrap<'m, P, H>(make: fn(*mut P, PhantomData<&'m ()>) -> H, raw: *mut P) -> Option<H> {
    (!raw.is_null()).then(|| make(raw, PhantomData))
}

/// The function to lower and the module's context.
pub fn open<'m>(module: &'m Module<'_>, entry: FunctionValue<'_>) -> (Val<'m>, Context<'m>) {
    // SAFETY: the module is alive for 'm.
    let (context, layout) = unsafe {
        (LLVMGetModuleContext(module.as_mut_ptr()), LLVMGetModuleDataLayout(module.as_mut_ptr()))
    };
    (Val(entry.as_value_ref(), PhantomData), Context(context, layout, PhantomData))
}

/// A global variable of the module.
pub fn variable<'m>(_: &'m Module<'_>, variable: GlobalValue<'_>) -> Val<'m> {
    Val(variable.as_value_ref(), PhantomData)
}

/// The context of the module, and the sizes of its types.
#[derive(Clone, Copy)]
pub struct Context<'m>(LLVMContextRef, LLVMTargetDataRef, PhantomData<&'m ()>);

impl<'m> Context<'m> {
    /// Width of a pointer in bits.
    pub fn pointer_width(self) -> u32 {
        8 * llvm!(LLVMPointerSize(self.1))
    }

    /// Distance in bytes between neighbours of this type in an array.
    pub fn size(self, ty: Ty<'m>) -> u64 {
        llvm!(LLVMABISizeOfType(self.1, ty.0))
    }

    /// The alignment in bytes that a type asks for.
    pub fn alignment(self, ty: Ty<'m>) -> u64 {
        llvm!(LLVMABIAlignmentOfType(self.1, ty.0)).into()
    }

    /// The bytes that a store of this type writes.
    pub fn store_size(self, ty: Ty<'m>) -> u64 {
        llvm!(LLVMStoreSizeOfType(self.1, ty.0))
    }

    /// Offset of a field of a structure in bytes.
    pub fn offset(self, structure: Ty<'m>, field: u32) -> u64 {
        llvm!(LLVMOffsetOfElement(self.1, structure.0, field))
    }
}

/// A string that LLVM owns.
///
/// # Safety
/// `text` is null or points to `length` bytes.
pub(super) unsafe fn borrowed(text: *const c_char, length: usize) -> String {
    if text.is_null() || length == 0 {
        return String::new();
    }
    // SAFETY: the caller's promise.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// A string that LLVM made for us.
///
/// # Safety
/// `text` is null or a message of LLVM that nobody else frees.
unsafe fn owned(text: *mut c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise; LLVM's messages end in a zero byte.
    unsafe {
        let result = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        result
    }
}

impl<'m> Ty<'m> {
    /// Whether there are no values of this type.
    pub fn is_void(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMVoidTypeKind
    }

    /// What sort of type this is.
    pub fn kind(self) -> LLVMTypeKind {
        llvm!(LLVMGetTypeKind(self.0))
    }

    /// The width of an integer type in bits.
    pub fn width(self) -> u32 {
        llvm!(LLVMGetIntTypeWidth(self.0))
    }

    /// The fields of a structure type.
    pub fn fields(self) -> Vec<Ty<'m>> {
        let count = llvm!(LLVMCountStructElementTypes(self.0));
        (0..count).map(|i| Ty(llvm!(LLVMStructGetTypeAtIndex(self.0, i)), PhantomData)).collect()
    }

    /// Element type and length of a vector type of fixed length.
    pub fn vector(self) -> (Ty<'m>, u32) {
        (Ty(llvm!(LLVMGetElementType(self.0)), PhantomData), llvm!(LLVMGetVectorSize(self.0)))
    }

    /// Element type and length of an array type.
    pub fn array(self) -> (Ty<'m>, u64) {
        (Ty(llvm!(LLVMGetElementType(self.0)), PhantomData), llvm!(LLVMGetArrayLength2(self.0)))
    }
}

impl<'m> Bb<'m> {
    /// The block as a value.
    pub fn value(self) -> Val<'m> {
        Val(llvm!(LLVMBasicBlockAsValue(self.0)), PhantomData)
    }

    /// The instructions in order.
    pub fn instructions(self) -> impl Iterator<Item = Val<'m>> {
        let first = wrap(Val, llvm!(LLVMGetFirstInstruction(self.0)));
        std::iter::successors(first, |last| last.next())
    }

    /// The last instruction, if it is a terminator.
    pub fn terminator(self) -> Option<Val<'m>> {
        wrap(Val, llvm!(LLVMGetBasicBlockTerminator(self.0)))
    }
}
