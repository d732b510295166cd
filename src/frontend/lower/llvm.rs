//! The part of LLVM's C API that lowering reads a module with, made safe.
//!
//! inkwell's own value types lack debug records, inlined-at chains, switch cases,
//! aggregate constants and the operands of metadata, and panic on types that they don't
//! know (x86_amx, target types). These thin handles return `Option` where LLVM returns
//! null. Each handle borrows the module (`'m`), which nobody changes meanwhile: that is
//! why the calls behind them are sound.

use std::ffi::{CStr, c_char, c_uint};
use std::marker::PhantomData;

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use inkwell::llvm_sys::{
    LLVMDbgRecordKind, LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMTypeKind, LLVMValueKind,
};
use inkwell::module::Module;
use inkwell::values::{AsValueRef, FunctionValue};

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
unsafe fn borrowed(text: *const c_char, length: usize) -> String {
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

impl<'m> Val<'m> {
    /// What sort of value this is.
    pub fn kind(self) -> LLVMValueKind {
        llvm!(LLVMGetValueKind(self.0))
    }

    /// Its type.
    pub fn ty(self) -> Ty<'m> {
        Ty(llvm!(LLVMTypeOf(self.0)), PhantomData)
    }

    /// Its name; empty if it has none.
    pub fn name(self) -> String {
        let mut length = 0;
        let text = llvm!(LLVMGetValueName2(self.0, &mut length));
        // SAFETY: LLVM's own pointer and length.
        unsafe { borrowed(text, length) }
    }

    /// Its text in the IR.
    pub fn print(self) -> String {
        // SAFETY: the message is ours.
        unsafe { owned(LLVMPrintValueToString(self.0)) }
    }

    /// The unsigned number of an integer constant of at most 64 bits.
    pub fn small_constant(self) -> u64 {
        llvm!(LLVMConstIntGetZExtValue(self.0))
    }

    /// An element of a constant aggregate.
    pub fn element(self, index: u32) -> Option<Val<'m>> {
        wrap(Val, llvm!(LLVMGetAggregateElement(self.0, index)))
    }

    /// The opcode of an instruction.
    pub fn opcode(self) -> LLVMOpcode {
        llvm!(LLVMGetInstructionOpcode(self.0))
    }

    /// The opcode of a constant expression.
    pub fn constant_opcode(self) -> LLVMOpcode {
        llvm!(LLVMGetConstOpcode(self.0))
    }

    /// The text of a constant array of characters that ends in a zero byte.
    pub fn text_constant(self) -> Option<String> {
        let value = self.initializer()?;
        // LLVM takes it for a data array without asking.
        if value.kind() != LLVMValueKind::LLVMConstantDataArrayValueKind
            || llvm!(LLVMIsConstantString(value.0)) == 0
        {
            return None;
        }
        let mut length = 0;
        let text = llvm!(LLVMGetAsString(value.0, &mut length));
        // SAFETY: LLVM's own pointer and length.
        let text = unsafe { borrowed(text, length) };
        text.strip_suffix('\0').map(str::to_owned)
    }

    /// The block of an instruction.
    pub fn block(self) -> Bb<'m> {
        Bb(llvm!(LLVMGetInstructionParent(self.0)), PhantomData)
    }

    /// The instruction after this one in its block.
    pub fn next(self) -> Option<Val<'m>> {
        wrap(Val, llvm!(LLVMGetNextInstruction(self.0)))
    }

    /// The operands of an instruction or constant expression.
    pub fn operands(self) -> Vec<Val<'m>> {
        let count = llvm!(LLVMGetNumOperands(self.0)).max(0).cast_unsigned();
        (0..count).filter_map(|i| wrap(Val, llvm!(LLVMGetOperand(self.0, i)))).collect()
    }

    /// The predicate of an integer comparison.
    pub fn predicate(self) -> LLVMIntPredicate {
        llvm!(LLVMGetICmpPredicate(self.0))
    }

    /// The indices of an `extractvalue` or `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        let count = llvm!(LLVMGetNumIndices(self.0)) as usize;
        let first = llvm!(LLVMGetIndices(self.0));
        // SAFETY: LLVM's own array of this many indices.
        if count == 0 {
            vec![]
        } else {
            unsafe { std::slice::from_raw_parts(first, count) }.to_vec()
        }
    }

    /// The incoming values and blocks of a phi, in order.
    pub fn incoming(self) -> Vec<(Bb<'m>, Val<'m>)> {
        let count = llvm!(LLVMCountIncoming(self.0));
        let entry = |i| {
            let block = llvm!(LLVMGetIncomingBlock(self.0, i));
            let value = llvm!(LLVMGetIncomingValue(self.0, i));
            (Bb(block, PhantomData), Val(value, PhantomData))
        };
        (0..count).map(entry).collect()
    }

    /// The successors of a terminator, in order, repetitions included.
    pub fn successors(self) -> Vec<Bb<'m>> {
        let count = llvm!(LLVMGetNumSuccessors(self.0));
        (0..count).map(|i| Bb(llvm!(LLVMGetSuccessor(self.0, i)), PhantomData)).collect()
    }

    /// The condition of a branch, if it has one.
    pub fn condition(self) -> Option<Val<'m>> {
        let conditional = llvm!(LLVMIsConditional(self.0)) != 0;
        conditional.then(|| Val(llvm!(LLVMGetCondition(self.0)), PhantomData))
    }

    /// The value of the case of a switch that leads to its successor `index`, from 1.
    pub fn case(self, index: u32) -> Val<'m> {
        Val(llvm!(LLVMGetSwitchCaseValue(self.0, index)), PhantomData)
    }

    /// What a call calls.
    pub fn callee(self) -> Option<Val<'m>> {
        wrap(Val, llvm!(LLVMGetCalledValue(self.0)))
    }

    /// The arguments of a call.
    pub fn arguments(self) -> Vec<Val<'m>> {
        let count = llvm!(LLVMGetNumArgOperands(self.0));
        (0..count).filter_map(|i| wrap(Val, llvm!(LLVMGetOperand(self.0, i)))).collect()
    }

    /// The name of the intrinsic that this function is, without overload suffixes.
    pub fn intrinsic(self) -> Option<String> {
        let id = llvm!(LLVMGetIntrinsicID(self.0));
        if id == 0 {
            return None;
        }
        let mut length = 0;
        let text = llvm!(LLVMIntrinsicGetName(id, &mut length));
        // SAFETY: LLVM's own pointer and length.
        Some(unsafe { borrowed(text, length) })
    }

    /// Whether a function or global has no definition here.
    pub fn is_declaration(self) -> bool {
        llvm!(LLVMIsDeclaration(self.0)) != 0
    }

    /// Whether a global may be absent, its address null.
    pub fn is_extern_weak(self) -> bool {
        llvm!(LLVMGetLinkage(self.0)) == LLVMLinkage::LLVMExternalWeakLinkage
    }

    /// The type of what a global variable holds.
    pub fn value_type(self) -> Ty<'m> {
        Ty(llvm!(LLVMGlobalGetValueType(self.0)), PhantomData)
    }

    /// The alignment in bytes of a global variable or of what an `alloca` makes; 0 if none is
    /// given.
    pub fn alignment(self) -> u64 {
        llvm!(LLVMGetAlignment(self.0)).into()
    }

    /// The type of what an `alloca` makes.
    pub fn allocated(self) -> Ty<'m> {
        Ty(llvm!(LLVMGetAllocatedType(self.0)), PhantomData)
    }

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

    /// The type that the first index of a `getelementptr` steps over.
    pub fn stepped_over(self) -> Ty<'m> {
        Ty(llvm!(LLVMGetGEPSourceElementType(self.0)), PhantomData)
    }

    /// What a global variable holds at first, if it is defined.
    pub fn initializer(self) -> Option<Val<'m>> {
        wrap(Val, llvm!(LLVMGetInitializer(self.0)))
    }

    /// Whether a global variable is never written.
    pub fn is_constant_global(self) -> bool {
        llvm!(LLVMIsGlobalConstant(self.0)) != 0
    }

    /// The bits of a floating-point constant; `None` for NaNs, whose bits the C API does not
    /// tell, and for formats of 128 bits.
    pub fn float_bits(self) -> Option<u128> {
        let mut lossy = 0;
        let number = llvm!(LLVMConstRealGetDouble(self.0, &mut lossy));
        match self.ty().kind() {
            _ if number.is_nan() => None,
            LLVMTypeKind::LLVMDoubleTypeKind => Some(number.to_bits().into()),
            LLVMTypeKind::LLVMFloatTypeKind => Some((number as f32).to_bits().into()),
            // Printed as their bits: `half 0xH3C00`, `bfloat 0xR3F80`, `x86_fp80 0xK3FFF80…`.
            _ => {
                let text = self.print();
                let bits = text.split_once(" 0x")?.1;
                u128::from_str_radix(bits.strip_prefix(['H', 'R', 'K'])?, 16).ok()
            }
        }
    }

    /// The parameters of a function.
    pub fn parameters(self) -> Vec<Val<'m>> {
        let count = llvm!(LLVMCountParams(self.0));
        (0..count).map(|i| Val(llvm!(LLVMGetParam(self.0, i)), PhantomData)).collect()
    }

    /// The blocks of a function, the entry first.
    pub fn blocks(self) -> Vec<Bb<'m>> {
        let first = wrap(Bb, llvm!(LLVMGetFirstBasicBlock(self.0)));
        std::iter::successors(first, |block| wrap(Bb, llvm!(LLVMGetNextBasicBlock(block.0))))
            .collect()
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
        let file = llvm!(LLVMDIScopeGetFile(self.0));
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

impl<'m> Val<'m> {
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
