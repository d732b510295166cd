//! Atomic accesses, before they become plain ones: each is one step, and races with no other.

use inkwell::values::{BasicValue, FunctionValue, InstructionOpcode, InstructionValue, IntValue};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::names::threads::CREATE;
use crate::frontend::passes::environment::shared::{ATOMIC_ACCESS, around_atomic_operations};
use crate::frontend::{FrontendError, llvm};
use crate::program::InputKind;
use crate::program::runtime::ATOMIC;

/// Noted of a module: others may see some atomic access in another order than all are made in.
const WEAK: &str = "llumc.weak";

/// Lets no other thread run within atomic operations, and notes what is atomic. Models are not
/// linked yet.
///
/// # Errors
/// If LLVM refuses.
pub fn keep(instrument: &Instrument<'_, '_>) -> Outcome {
    if !instrument.module.get_function(CREATE).is_some_and(llvm::is_used) {
        return Ok(());
    }
    for inst in instrument.functions().into_iter().flat_map(llvm::instructions) {
        if llvm::is_atomic(inst) {
            llvm::note(inst, ATOMIC_ACCESS);
        }
        if llvm::is_weakly_ordered(inst) {
            let nothing = instrument.context.metadata_node(&[]);
            let noted = instrument.module.add_global_metadata(WEAK, &nothing);
            noted.map_err(|error| FrontendError::Internal(error.to_string()))?;
        }
    }
    around_atomic_operations(instrument, |begins| set(instrument, begins))
}

/// Lets weak compare-and-exchange operations fail at will, on machines on which they are made of a
/// load and a store that fails if anything came in between. That of x86 does not.
///
/// # Errors
/// If LLVM refuses.
pub fn let_fail(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let triple = instrument.module.get_triple();
    let triple = triple.as_str().to_string_lossy();
    if triple.starts_with("x86") || triple.starts_with('i') {
        return Ok(());
    }
    let all = instrument.functions().into_iter().flat_map(llvm::instructions);
    for inst in all.filter(|it| llvm::is_weak_exchange(*it)).collect::<Vec<_>>() {
        let operands = [1, 2].map(|index| llvm::operand(inst, index));
        let [Some(expected), Some(desired)] = operands else { continue };
        instrument.before(inst);
        let kind = InputKind::Undefined("whether a weak compare-and-exchange fails".to_owned());
        let fails = instrument.choice(1, kind)?;
        let builder = &instrument.builder;
        // What is stored then is what is there.
        let desired = builder.build_select(fails, expected, desired, "exchanged")?;
        inst.set_operand(2, desired);
        let may_succeed = builder.build_not(fails, "may.succeed")?;
        for part in llvm::users(inst).into_iter().filter_map(llvm::as_instruction) {
            if part.get_opcode() != InstructionOpcode::ExtractValue
                || !part.get_type().is_int_type()
                || part.get_type().into_int_type().get_bit_width() != 1
            {
                continue;
            }
            builder.position_before(&part);
            let succeeds = llvm::copy(builder, part);
            let succeeds = IntValue::try_from(succeeds).map_err(|()| {
                FrontendError::Internal("a comparison has no truth value".to_owned())
            })?;
            let succeeds = builder.build_and(succeeds, may_succeed, "succeeds")?;
            part.replace_all_uses_with(&succeeds.as_instruction_value().unwrap_or(part));
            part.erase_from_basic_block();
        }
    }
    Ok(())
}

/// Notes what the parts of atomic operations are, when these have become plain ones.
pub fn note_parts(instrument: &Instrument<'_, '_>) {
    for block in instrument.functions().into_iter().flat_map(FunctionValue::get_basic_blocks) {
        let mut inside = false;
        for inst in block.get_instructions() {
            if let Some(begins) = begins(inst) {
                inside = begins;
            } else if inside {
                llvm::note(inst, ATOMIC_ACCESS);
            }
        }
    }
}

/// Whether others may see atomic accesses in another order than they are made in.
pub fn are_weak(instrument: &Instrument<'_, '_>) -> bool {
    instrument.module.get_global_metadata_size(WEAK) > 0
}

/// Inserts: what follows is one step, or no longer.
pub fn set(instrument: &Instrument<'_, '_>, begins: bool) -> Outcome {
    let begins = instrument.context.bool_type().const_int(begins.into(), false);
    instrument.tell(ATOMIC, &[begins.into()])
}

/// What a mark says: whether a section begins.
pub fn begins(inst: InstructionValue<'_>) -> Option<bool> {
    if !llvm::is_call_of(inst, ATOMIC) {
        return None;
    }
    let begins = llvm::operand(inst, 0).filter(|it| it.is_int_value())?.into_int_value();
    begins.get_zero_extended_constant().map(|begins| begins == 1)
}
