//! Second names of functions and variables, and functions that the loader chooses.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::module::Module;
use inkwell::values::{AsValueRef, FunctionValue, GlobalValue};

/// The second names of a module.
pub fn aliases<'ctx>(module: &Module<'ctx>) -> Vec<GlobalValue<'ctx>> {
    // SAFETY: the list ends with null; an alias is a global value.
    unsafe {
        let first = LLVMGetFirstGlobalAlias(module.as_mut_ptr());
        let all = listed(first, |alias| LLVMGetNextGlobalAlias(alias));
        all.into_iter().map(|alias| GlobalValue::new(alias)).collect()
    }
}

/// The functions of a module that the loader chooses (`ifunc`).
pub fn load_time_choices<'ctx>(module: &Module<'ctx>) -> Vec<GlobalValue<'ctx>> {
    // SAFETY: the list ends with null; such a function is a global value.
    unsafe {
        let first = LLVMGetFirstGlobalIFunc(module.as_mut_ptr());
        let all = listed(first, |ifunc| LLVMGetNextGlobalIFunc(ifunc));
        all.into_iter().map(|ifunc| GlobalValue::new(ifunc)).collect()
    }
}

/// The elements of a list from the first one on.
fn listed(first: LLVMValueRef, next: impl Fn(LLVMValueRef) -> LLVMValueRef) -> Vec<LLVMValueRef> {
    let some = |value: LLVMValueRef| (!value.is_null()).then_some(value);
    std::iter::successors(some(first), |&last| some(next(last))).collect()
}

/// The function or variable that an alias, or an address in which, it stands for.
pub fn aliased<'ctx>(alias: GlobalValue<'ctx>) -> Option<GlobalValue<'ctx>> {
    // SAFETY: what an alias stands for is a constant, and so are operands of constants.
    unsafe {
        let mut named = LLVMAliasGetAliasee(alias.as_value_ref());
        while LLVMIsAGlobalValue(named).is_null() && LLVMGetNumOperands(named) > 0 {
            named = LLVMGetOperand(named, 0);
        }
        (!LLVMIsAGlobalValue(named).is_null()).then(|| GlobalValue::new(named))
    }
}

/// Replaces all uses of an alias by what it stands for; it stands for `other` afterwards.
pub fn replace_alias(alias: GlobalValue<'_>, other: GlobalValue<'_>) {
    // SAFETY: an alias is replaced by its aliasee, both pointers; what it stands for afterwards
    // is a pointer to a definition, as LLVM demands.
    unsafe {
        let (alias, ty) = (alias.as_value_ref(), LLVMTypeOf(alias.as_value_ref()));
        LLVMReplaceAllUsesWith(alias, LLVMConstPointerCast(LLVMAliasGetAliasee(alias), ty));
        LLVMAliasSetAliasee(alias, other.as_value_ref());
    }
}

/// Replaces each function that the loader chooses (`ifunc`) by a new one of its type, without a
/// body; gives these with the names of those.
pub fn replace_load_time_choices<'ctx>(
    module: &Module<'ctx>,
) -> Vec<(String, FunctionValue<'ctx>)> {
    // SAFETY: the list ends with null. An ifunc's value type is the type of the functions that
    // it may be; it is replaced by one of that type, both pointers, and then erased.
    unsafe {
        let first = LLVMGetFirstGlobalIFunc(module.as_mut_ptr());
        let all = listed(first, |ifunc| LLVMGetNextGlobalIFunc(ifunc));
        let replaced = all.into_iter().filter_map(|ifunc| {
            let name = super::text(GlobalValue::new(ifunc).get_name());
            let temporary = format!("{name}.chosen\0");
            let ty = LLVMGlobalGetValueType(ifunc);
            let function = LLVMAddFunction(module.as_mut_ptr(), temporary.as_ptr().cast(), ty);
            LLVMReplaceAllUsesWith(ifunc, function);
            LLVMEraseGlobalIFunc(ifunc);
            FunctionValue::new(function).map(|function| (name, function))
        });
        replaced.collect()
    }
}
