//! Values: instructions, constants, globals and functions.

use std::marker::PhantomData;

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::{
    LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMRealPredicate, LLVMTypeKind, LLVMValueKind,
};

use super::{Bb, Ty, Val, borrowed, owned, wrap};

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

    /// The predicate of a comparison of floating-point numbers.
    pub fn real_predicate(self) -> LLVMRealPredicate {
        llvm!(LLVMGetFCmpPredicate(self.0))
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

    /// Which elements a `shufflevector` takes, counted through both operands; `None` where any will
    /// do.
    pub fn shuffle_mask(self) -> Vec<Option<usize>> {
        let count = llvm!(LLVMGetNumMaskElements(self.0));
        let any = llvm!(LLVMGetUndefMaskElem());
        let element = |index| Some(llvm!(LLVMGetMaskValue(self.0, index))).filter(|&it| it != any);
        (0..count).map(|index| usize::try_from(element(index)?).ok()).collect()
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

    /// The bits of a floating-point constant; `None` for formats of 128 bits.
    pub fn float_bits(self) -> Option<u128> {
        let mut lossy = 0;
        let number = llvm!(LLVMConstRealGetDouble(self.0, &mut lossy));
        match self.ty().kind() {
            // The C API does not tell the bits of a NaN: it is printed as that of a `double`.
            LLVMTypeKind::LLVMDoubleTypeKind | LLVMTypeKind::LLVMFloatTypeKind
                if number.is_nan() =>
            {
                let text = self.print();
                let bits = u64::from_str_radix(text.split_once(" 0x")?.1, 16).ok()?;
                Some(match self.ty().kind() {
                    LLVMTypeKind::LLVMDoubleTypeKind => bits.into(),
                    _ => u128::from(
                        (bits >> 32) & 0x8000_0000 | 0x7f80_0000 | bits >> 29 & 0x7f_ffff,
                    ),
                })
            }
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
}
