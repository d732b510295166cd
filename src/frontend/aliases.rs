//! Second names of functions and variables.
//!
//! An alias is replaced by what it stands for. A function that the loader chooses
//! (`ifunc`) gets a body that is one unsupported point. LLVM's C interface can't delete an
//! alias: it is left without uses, and a later pass drops it.

use inkwell::module::{Linkage, Module};
use inkwell::values::{AsValueRef, FunctionValue, GlobalValue};

use super::FrontendError;
use super::instrument::{Instrument, Outcome};
use super::raw;
use super::reach::is_visible;
use crate::program::GoalKind;
use crate::program::runtime::PREFIX;
use inkwell::llvm_sys::core::*;

/// Replaces all of them.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    resolve_aliases(&instrument.module);
    load_time_choices(instrument)
}

fn resolve_aliases(module: &Module<'_>) {
    // SAFETY: an alias is replaced by its aliasee, both pointers; what it stands for
    // afterwards is a pointer to a definition, as LLVM demands.
    unsafe {
        let mut alias = LLVMGetFirstGlobalAlias(module.as_mut_ptr());
        if alias.is_null() {
            return;
        }
        // Stays defined when the bodies of functions go.
        let context = module.get_context();
        let target = module.add_global(context.i8_type(), None, &format!("{PREFIX}alias"));
        target.set_initializer(&context.i8_type().const_zero());
        target.set_linkage(Linkage::Internal);
        while !alias.is_null() {
            let next = LLVMGetNextGlobalAlias(alias);
            let aliasee = LLVMAliasGetAliasee(alias);
            let ty = LLVMTypeOf(alias);
            // Who sees one of the names gets at what it stands for.
            let mut named = aliasee;
            while LLVMIsAGlobalValue(named).is_null() && LLVMGetNumOperands(named) > 0 {
                named = LLVMGetOperand(named, 0);
            }
            let seen = GlobalValue::new(alias).get_linkage();
            if !LLVMIsAGlobalValue(named).is_null() && is_visible(seen) {
                GlobalValue::new(named).set_linkage(Linkage::External);
            }
            LLVMReplaceAllUsesWith(alias, LLVMConstPointerCast(aliasee, ty));
            LLVMAliasSetAliasee(alias, target.as_value_ref());
            GlobalValue::new(alias).set_linkage(Linkage::Internal);
            alias = next;
        }
    }
}

fn load_time_choices(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let mut chosen = Vec::new();
    // SAFETY: the list ends with null.
    unsafe {
        let mut at = LLVMGetFirstGlobalIFunc(instrument.module.as_mut_ptr());
        while !at.is_null() {
            chosen.push(at);
            at = LLVMGetNextGlobalIFunc(at);
        }
    }
    for ifunc in chosen {
        // SAFETY: an ifunc's value type is the type of the functions that it may be; it
        // is replaced by one of that type, both pointers, and then erased.
        let function = unsafe {
            let name = raw::text(GlobalValue::new(ifunc).get_name());
            let temporary = format!("{name}.chosen\0");
            let ty = LLVMGlobalGetValueType(ifunc);
            let module = instrument.module.as_mut_ptr();
            let function = LLVMAddFunction(module, temporary.as_ptr().cast(), ty);
            LLVMReplaceAllUsesWith(ifunc, function);
            LLVMEraseGlobalIFunc(ifunc);
            FunctionValue::new(function)
        };
        let function = function
            .ok_or_else(|| FrontendError::Internal("an ifunc of no function type".to_owned()))?;
        function.set_linkage(Linkage::Internal);
        let builder = &instrument.builder;
        builder.position_at_end(instrument.context.append_basic_block(function, "entry"));
        builder.unset_current_debug_location();
        let name = raw::name(function);
        let name = name.trim_end_matches(".chosen");
        let what = format!("a call of {name}, which the loader chooses (ifunc)");
        instrument.fail(GoalKind::Unsupported(what), None)?;
        instrument.builder.build_unreachable()?;
    }
    Ok(())
}
