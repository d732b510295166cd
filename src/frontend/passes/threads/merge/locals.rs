//! Variables that each thread has (`_Thread_local`).
//!
//! The program itself has the variable. Other threads have one of their own each, which holds its
//! first value when the thread begins. Where its address goes anywhere it ends with the thread.

use inkwell::module::Linkage;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicValueEnum, FunctionValue, GlobalValue, InstructionOpcode, InstructionValue, PointerValue,
};
use rustc_hash::FxHashMap;

use super::{Thread, calls, odd};
use crate::frontend::FrontendError;
use crate::frontend::instrument::Instrument;
use crate::frontend::llvm::{self, Identified, Identity};
use crate::program::runtime::THREAD_LOCAL;

/// Gives a thread its own variables; says which of them end with it.
///
/// # Errors
/// If LLVM refuses.
pub fn run<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
    thread: &Thread<'ctx>,
) -> Result<Vec<PointerValue<'ctx>>, FrontendError> {
    let mut known: FxHashMap<Identity, PointerValue<'ctx>> = FxHashMap::default();
    let mut ending = Vec::new();
    let asks = calls(&thread.blocks, THREAD_LOCAL);
    let of =
        |ask: InstructionValue<'ctx>, index| llvm::operand(ask, index).and_then(llvm::global_of);
    for &ask in &asks {
        let (Some(variable), Some(first)) = (of(ask, 0), of(ask, 1)) else {
            return Err(odd("no variable of a thread"));
        };
        let its = match known.get(&variable.identity()) {
            _ if thread.number == 0 => variable.as_pointer_value(),
            Some(&own) => own,
            None => {
                let mut same = asks.iter().filter(|it| of(**it, 0) == Some(variable));
                let ends = same.any(|ask| is_kept(*ask));
                let own = own(instrument, main, thread, (variable, first), ends)?;
                known.insert(variable.identity(), own);
                ending.extend(ends.then_some(own));
                own
            }
        };
        if llvm::is_used(ask) {
            llvm::replace(ask, its);
        }
    }
    for ask in asks {
        ask.erase_from_basic_block();
    }
    Ok(ending)
}

/// Whether an address goes anywhere but into accesses.
fn is_kept(address: InstructionValue<'_>) -> bool {
    let own = PointerValue::try_from(address).ok().map(BasicValueEnum::PointerValue);
    llvm::users(address).into_iter().any(|user| {
        let Some(inst) = llvm::as_instruction(user) else { return true };
        match inst.get_opcode() {
            InstructionOpcode::Load => false,
            InstructionOpcode::Store => llvm::operand(inst, 0) == own,
            _ => true,
        }
    })
}

/// A thread's own variable.
fn own<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
    thread: &Thread<'ctx>,
    (variable, first): (GlobalValue<'ctx>, GlobalValue<'ctx>),
    ends: bool,
) -> Result<PointerValue<'ctx>, FrontendError> {
    let lost = |()| odd("a variable of a thread has no type");
    let ty = BasicTypeEnum::try_from(variable.get_value_type()).map_err(lost)?;
    let name = llvm::text(variable.get_name());
    let own = if ends {
        let entry = main.get_first_basic_block().and_then(|entry| entry.get_first_instruction());
        instrument.before(entry.ok_or_else(|| odd("an empty function"))?);
        instrument.builder.build_alloca(ty, &name)?
    } else {
        let own = instrument.module.add_global(ty, None, &name);
        own.set_initializer(&variable.get_initializer().unwrap_or_else(|| ty.const_zero()));
        own.set_linkage(Linkage::Internal);
        own.as_pointer_value()
    };
    let begin = thread.begin.get_first_instruction().ok_or_else(|| odd("an empty block"))?;
    instrument.before(begin);
    if ends {
        instrument.mark_lifetime(own, true)?;
    }
    let align = instrument.layout.get_abi_alignment(&ty);
    let size = instrument.pointer_sized().const_int(instrument.layout.get_abi_size(&ty), false);
    instrument.builder.build_memcpy(own, align, first.as_pointer_value(), align, size)?;
    Ok(own)
}
