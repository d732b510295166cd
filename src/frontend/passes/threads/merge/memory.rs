//! Values that live across blocks go to memory.

use inkwell::types::{AnyType, BasicTypeEnum};
use inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};

use super::{addresses, odd};
use crate::frontend::FrontendError;
use crate::frontend::instrument::Instrument;
use crate::frontend::llvm::{self, Identified, Identity};

/// A variable that is only read and written.
pub struct Slot<'ctx> {
    pub place: PointerValue<'ctx>,
    pub ty: BasicTypeEnum<'ctx>,
    /// What gives it a value at first.
    pub first: InstructionValue<'ctx>,
    /// What it holds.
    pub holds: Holds,
}

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Numbers.
    Numbers,
    /// Addresses into this variable.
    Into(Identity),
    /// Any addresses.
    Addresses,
}

/// Variables become values where they can, so that what is left has its address in memory.
const PROMOTE: &str = "function(sroa<modify-cfg>)";

/// Moves them. Threads find there what they have not written yet, and never read, when they go
/// on: it has a value, so that none is undefined.
///
/// # Errors
/// If LLVM refuses.
pub fn run<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
) -> Result<Vec<Slot<'ctx>>, FrontendError> {
    let mut slots = Vec::new();
    llvm::run_passes(&instrument.module, PROMOTE)?;
    addresses::run(instrument, main)?;
    llvm::run_passes(&instrument.module, "function(reg2mem)")?;
    let entry = main.get_first_basic_block().ok_or_else(|| odd("an empty function"))?;
    let is_alloca = |inst: &InstructionValue<'_>| inst.get_opcode() == InstructionOpcode::Alloca;
    for alloca in entry.get_instructions().filter(is_alloca).collect::<Vec<_>>() {
        let (Ok(ty), Ok(place)) = (alloca.get_allocated_type(), PointerValue::try_from(alloca))
        else {
            continue;
        };
        let address = BasicValueEnum::PointerValue(place);
        let is_plain = |user: Identity| {
            llvm::as_instruction(user).is_some_and(|inst| match inst.get_opcode() {
                InstructionOpcode::Load => inst.get_type() == ty.as_any_type_enum(),
                InstructionOpcode::Store => {
                    let value = llvm::operand(inst, 0).filter(|value| *value != address);
                    value.is_some_and(|value| value.get_type() == ty)
                }
                _ => false,
            })
        };
        // Right behind: the block itself may write it.
        let next = alloca.get_next_instruction();
        if let Some(next) = next
            && llvm::users(alloca).into_iter().all(is_plain)
        {
            let users = llvm::users(alloca).into_iter().filter_map(llvm::as_instruction);
            let stores = users.filter(|user| user.get_opcode() == InstructionOpcode::Store);
            let values: Vec<_> = stores.filter_map(|store| llvm::operand(store, 0)).collect();
            instrument.before(next);
            let first = instrument.builder.build_store(place, ty.const_zero())?;
            slots.push(Slot { place, ty, first, holds: holds(ty, &values) });
        }
    }
    Ok(slots)
}

/// What a variable of a type holds to which these values are written.
fn holds(ty: BasicTypeEnum<'_>, values: &[BasicValueEnum<'_>]) -> Holds {
    if !ty.is_pointer_type() {
        return Holds::Numbers;
    }
    let mut variables = values.iter().map(|value| llvm::storage(*value).map(|it| it.identity()));
    match variables.next().flatten() {
        Some(first) if variables.all(|other| other == Some(first)) => Holds::Into(first),
        _ => Holds::Addresses,
    }
}
