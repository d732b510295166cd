//! Global variables become local ones of the only function left.
//!
//! LLVM promotes only allocas. Once everything is inlined, a global variable lives as
//! long as the one call of the one function, so an alloca written with the initialiser
//! is the same. Done only where promotion to registers will follow: all accesses are
//! loads, stores and copies at constant offsets. Others stay memory.

use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicValueEnum, FunctionValue, GlobalValue, InstructionOpcode, InstructionValue, PointerValue,
};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};

/// Treats all that can be; tells whether there was one. What is left of the variables
/// nothing uses.
pub fn run<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
) -> Result<bool, FrontendError> {
    let mut changed = false;
    let globals: Vec<_> = instrument.module.get_globals().collect();
    for global in globals {
        let Ok(ty) = BasicTypeEnum::try_from(global.get_value_type()) else { continue };
        let Some(initialiser) = global.get_initializer() else { continue };
        if !llvm::is_used(global)
            || llvm::text(global.get_name()).starts_with("llvm.")
            || !instrument.is_splittable(ty)
            || !is_promotable(global.as_pointer_value().into(), main)
        {
            continue;
        }
        localise(instrument, main, global, ty, initialiser)?;
        changed = true;
    }
    Ok(changed)
}

/// Whether every use of an address is an access that promotion understands.
fn is_promotable<'ctx>(address: BasicValueEnum<'ctx>, main: FunctionValue<'ctx>) -> bool {
    llvm::users(address).into_iter().all(|user| match llvm::as_instruction(user) {
        Some(inst) => {
            let inside = inst.get_parent().and_then(|block| block.get_parent()) == Some(main);
            inside && is_simple_access(inst, address, main)
        }
        None => llvm::constant_gep(user).is_some_and(|gep| is_promotable(gep, main)),
    })
}

fn is_simple_access<'ctx>(
    inst: InstructionValue<'ctx>,
    address: BasicValueEnum<'ctx>,
    main: FunctionValue<'ctx>,
) -> bool {
    match inst.get_opcode() {
        InstructionOpcode::Load => inst.get_volatile() == Ok(false),
        InstructionOpcode::Store => {
            inst.get_volatile() == Ok(false) && llvm::operand(inst, 0) != Some(address)
        }
        InstructionOpcode::GetElementPtr => {
            let constant = (1..inst.get_num_operands()).all(|index| {
                matches!(llvm::operand(inst, index),
                    Some(BasicValueEnum::IntValue(number)) if number.is_constant_int())
            });
            let result = PointerValue::try_from(inst);
            constant && result.is_ok_and(|result| is_promotable(result.into(), main))
        }
        InstructionOpcode::Call => {
            let Some(call) = llvm::call(inst) else { return false };
            let name = llvm::callee(call).map(llvm::name).unwrap_or_default();
            let length = llvm::operand(inst, 2);
            (name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memset."))
                && matches!(length,
                    Some(BasicValueEnum::IntValue(number)) if number.is_constant_int())
        }
        _ => false,
    }
}

fn localise<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
    global: GlobalValue<'ctx>,
    ty: BasicTypeEnum<'ctx>,
    initialiser: BasicValueEnum<'ctx>,
) -> Outcome {
    let entry = main.get_first_basic_block().expect("the function has a body");
    let first = entry.get_first_instruction().expect("a block ends with a terminator");
    let builder = &instrument.builder;
    builder.position_before(&first);
    builder.unset_current_debug_location();
    let name = llvm::text(global.get_name());
    let local = builder.build_alloca(ty, &name)?;
    let alignment = global.get_alignment();
    if alignment > 0
        && let Some(inst) = local.as_instruction()
    {
        let aligned = inst.set_alignment(alignment);
        aligned.map_err(|error| FrontendError::Internal(error.to_string()))?;
    }
    llvm::declare_global(instrument.context, &instrument.module, global, local, first);
    initialise(instrument, local, initialiser)?;
    llvm::redirect(&instrument.builder, global.as_pointer_value().into(), local);
    Ok(())
}

/// Inserts stores of all scalars of a constant.
fn initialise<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    place: PointerValue<'ctx>,
    value: BasicValueEnum<'ctx>,
) -> Outcome {
    let builder = &instrument.builder;
    let size = instrument.layout.get_store_size(&value.get_type());
    let mut leaves = Vec::new();
    llvm::constant_leaves(&instrument.layout, value, 0, &mut leaves);
    // Padding is zero, as static storage starts.
    let bytes = instrument.context.i8_type();
    let mut covered = vec![false; size as usize];
    for &(offset, leaf) in &leaves {
        let end = offset + instrument.layout.get_store_size(&leaf.get_type());
        covered[offset as usize..end as usize].fill(true);
    }
    let padding = covered.iter().enumerate().filter(|(_, covered)| !**covered);
    let padding: Vec<(u64, BasicValueEnum<'ctx>)> =
        padding.map(|(offset, _)| (offset as u64, bytes.const_zero().into())).collect();
    let all = leaves.into_iter().chain(padding);
    for (offset, leaf) in all {
        let to = match offset {
            0 => place,
            _ => llvm::part(builder, place, offset, "part")?,
        };
        let store = builder.build_store(to, leaf)?;
        store.set_alignment(1).map_err(|error| FrontendError::Internal(error.to_string()))?;
    }
    Ok(())
}
