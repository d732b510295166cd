//! Objects that stay in memory after promotion: their first writes go.
//!
//! No read of memory is modelled: each is an unsupported point. So the arbitrary values
//! that [`super::nondet`] writes into a new object (at constant offsets inside it) have
//! no effect, and the declaration of an array alone is not an unsupported point yet.
//! The choices themselves stay, as the native module makes them too. Writes at other
//! places stay: they may lie outside of the object.

use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};

use super::instrument::{Instrument, KEEP};
use super::raw;

/// Treats the only function left.
pub fn run<'ctx>(instrument: &Instrument<'ctx, '_>, main: FunctionValue<'ctx>) {
    for inst in raw::instructions(main) {
        let dead = match inst.get_opcode() {
            InstructionOpcode::Store => is_inside(instrument, inst),
            InstructionOpcode::Call => {
                let callee = raw::call(inst).and_then(raw::callee);
                callee.is_some_and(|callee| raw::name(callee) == KEEP)
            }
            _ => false,
        };
        if dead {
            inst.erase_from_basic_block();
        }
    }
}

/// Whether a store lies wholly inside a local object.
fn is_inside<'ctx>(instrument: &Instrument<'ctx, '_>, store: InstructionValue<'ctx>) -> bool {
    let (Some(value), Some(BasicValueEnum::PointerValue(place))) =
        (raw::operand(store, 0), raw::operand(store, 1))
    else {
        return false;
    };
    let Some((object, offset)) = constant_offset(instrument, place) else { return false };
    let size = instrument.layout.get_store_size(&value.get_type());
    object_size(instrument, object).is_some_and(|all| offset + size <= all)
}

/// The alloca and the offset in bytes that an address is.
fn constant_offset<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    place: PointerValue<'ctx>,
) -> Option<(InstructionValue<'ctx>, u64)> {
    let inst = place.as_instruction()?;
    match inst.get_opcode() {
        InstructionOpcode::Alloca => Some((inst, 0)),
        InstructionOpcode::GetElementPtr => {
            let bytes = BasicTypeEnum::from(instrument.context.i8_type());
            let (Some(BasicValueEnum::PointerValue(base)), Some(BasicValueEnum::IntValue(index))) =
                (raw::operand(inst, 0), raw::operand(inst, 1))
            else {
                return None;
            };
            if inst.get_gep_source_element_type() != Ok(bytes) || inst.get_num_operands() != 2 {
                return None;
            }
            let object = base.as_instruction()?;
            let offset = index.get_zero_extended_constant()?;
            (object.get_opcode() == InstructionOpcode::Alloca && offset < 1 << 32)
                .then_some((object, offset))
        }
        _ => None,
    }
}

fn object_size<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    object: InstructionValue<'ctx>,
) -> Option<u64> {
    let Some(BasicValueEnum::IntValue(count)) = raw::operand(object, 0) else { return None };
    let size = instrument.layout.get_abi_size(&object.get_allocated_type().ok()?);
    count.get_zero_extended_constant()?.checked_mul(size)
}
