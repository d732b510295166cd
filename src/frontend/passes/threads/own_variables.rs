//! Variables that each thread has (`_Thread_local`): where their addresses are asked for.

use inkwell::module::Linkage;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{GlobalValue, PointerValue};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::program::runtime::{PREFIX, THREAD_LOCAL};

/// Asks for the variable of the thread that runs: which one it is is known when all is inlined.
///
/// # Errors
/// If LLVM refuses.
pub fn run(instrument: &Instrument<'_, '_>) -> Outcome {
    let pointer = instrument.context.ptr_type(inkwell::AddressSpace::default());
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name);
            if !callee.is_some_and(|name| name.starts_with("llvm.threadlocal.address")) {
                continue;
            }
            let Some(variable) = llvm::operand(inst, 0).and_then(llvm::global_of) else { continue };
            let Ok(ty) = BasicTypeEnum::try_from(variable.get_value_type()) else { continue };
            let (first, size) =
                (first(instrument, variable, ty), instrument.layout.get_abi_size(&ty));
            let size = instrument.pointer_sized().const_int(size, false);
            let parts = [variable.as_pointer_value().into(), first.into(), size.into()];
            instrument.before(inst);
            let its = instrument.ask_for(pointer.into(), THREAD_LOCAL, &parts)?;
            if llvm::is_used(inst) {
                llvm::replace(inst, its);
            }
            inst.erase_from_basic_block();
        }
    }
    Ok(())
}

/// What a variable holds first, as a constant.
fn first<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    variable: GlobalValue<'ctx>,
    ty: BasicTypeEnum<'ctx>,
) -> PointerValue<'ctx> {
    let name = format!("{PREFIX}first_{}", llvm::text(variable.get_name()));
    let known = instrument.module.get_global(&name);
    let first = known.unwrap_or_else(|| {
        let first = instrument.module.add_global(ty, None, &name);
        first.set_initializer(&variable.get_initializer().unwrap_or_else(|| ty.const_zero()));
        first.set_constant(true);
        first.set_linkage(Linkage::Internal);
        first
    });
    first.as_pointer_value()
}
