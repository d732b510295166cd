//! Pointers that are used before they are set, where no check asks whether accesses are valid: what they
//! lead to is assumed to be an object of its own, as one from outside is ([`super::objects`]).
//!
//! Such a pointer leads nowhere, and to follow it is undefined. But programs that were cut out of larger
//! ones for other checkers are written so, and mean a pointer of which nothing is known. With
//! `valid-deref`, or where it is asked what was written, what is freed or what leaks, it is what C says; so
//! it is, too, if a program is decided without this assumption (`crate::verify`).

use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};
use rustc_hash::FxHashSet;

use super::objects;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identified};
use crate::frontend::lower::Pointee;
use crate::frontend::sites::RawLoc;
use crate::program::{AssumptionKind, Property};

/// The properties with which a pointer that was never set is no address.
const ASKED: [Property; 5] = [
    Property::ValidDeref,
    Property::ValidFree,
    Property::ValidMemcleanup,
    Property::ValidMemtrack,
    Property::Uninit,
];

/// Whether pointers that were never set lead to objects.
pub fn are_valid(instrument: &Instrument<'_, '_>) -> bool {
    instrument.options.pointers_assumed
        && !ASKED.into_iter().any(|property| instrument.requested(property))
}

/// Lets the pointers in a variable that begins to live at an instruction lead to objects, if they may be
/// read before they are set. The builder stands where it has its first value.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn variable<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    (storage, ty): (PointerValue<'ctx>, BasicTypeEnum<'ctx>),
    (name, from): (&str, InstructionValue<'ctx>),
) -> Outcome {
    if !are_valid(instrument) || !may_be_read(storage, from) {
        return Ok(());
    }
    let size = instrument.layout.get_abi_size(&ty);
    let place = llvm::text(storage.get_name());
    let contents = objects::contents(instrument, function, (&place, size));
    lead_on(instrument, storage, name, &contents, llvm::location(from))
}

/// Likewise those in each new heap object of constant size, as the variable tells that keeps its address.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn heap_objects(instrument: &mut Instrument<'_, '_>) -> Outcome {
    if !are_valid(instrument) || instrument.options.malloc_may_fail {
        return Ok(());
    }
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            if let Some(bytes) = allocated(inst) {
                heap_object(instrument, function, inst, bytes)?;
            }
        }
    }
    Ok(())
}

/// How many bytes a call of `malloc` asks for, if that is constant. It never returns null, as others may
/// that also take an alignment.
fn allocated(inst: InstructionValue<'_>) -> Option<u64> {
    let call = llvm::call(inst)?;
    let callee = llvm::callee(call).filter(|callee| callee.count_basic_blocks() == 0)?;
    if llvm::name(callee) != "malloc" {
        return None;
    }
    match llvm::arguments(call)?.first() {
        Some(BasicValueEnum::IntValue(size)) => {
            size.get_zero_extended_constant().filter(|bytes| *bytes <= i32::MAX as u64)
        }
        _ => None,
    }
}

fn heap_object<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    call: InstructionValue<'ctx>,
    bytes: u64,
) -> Outcome {
    let Some(BasicValueEnum::PointerValue(new)) = llvm::result(call) else { return Ok(()) };
    let mut pointee = objects::pointee(instrument, function, call);
    let step = u64::from(instrument.layout.get_pointer_byte_size(None));
    pointee.pointers.retain(|(offset, _)| offset + step <= bytes);
    pointee.others.retain(|(offset, _)| offset + step <= bytes);
    instrument.behind(call);
    lead_on(instrument, new, "heap object", &pointee, llvm::location(call))
}

fn lead_on<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    place: PointerValue<'ctx>,
    name: &str,
    contents: &Pointee,
    loc: Option<RawLoc>,
) -> Outcome {
    if contents.pointers.is_empty() && contents.others.is_empty() {
        return Ok(());
    }
    let what = format!(
        "a pointer in {name} that is used before it is set leads to an object of its own, in which \
         pointers are null or lead on likewise"
    );
    instrument.assume(AssumptionKind::UnsetPointersValid, what, loc);
    objects::set_pointers(instrument, place, name, contents)
}

/// Whether a variable that begins to live at an instruction may be read before it is set, as far as
/// control flow tells; of one whose address goes elsewhere nothing is known.
fn may_be_read<'ctx>(variable: PointerValue<'ctx>, from: InstructionValue<'ctx>) -> bool {
    let is_it = |inst, index| {
        llvm::operand(inst, index).is_some_and(|it| it.identity() == variable.identity())
    };
    let reads = |inst: InstructionValue<'ctx>| {
        inst.get_opcode() == InstructionOpcode::Load && is_it(inst, 0)
    };
    let sets = |inst: InstructionValue<'ctx>| {
        inst.get_opcode() == InstructionOpcode::Store && is_it(inst, 1) && !is_it(inst, 0)
    };
    let is_marker = |inst: InstructionValue<'ctx>| {
        let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name);
        callee.is_some_and(|name| name.starts_with("llvm.lifetime."))
    };
    let mut users = llvm::users(variable).into_iter().map(llvm::as_instruction);
    if !users.all(|user| user.is_some_and(|it| reads(it) || sets(it) || is_marker(it))) {
        return true;
    }
    let mut seen = FxHashSet::default();
    let mut open = vec![from.get_next_instruction()];
    while let Some(mut at) = open.pop() {
        while let Some(inst) = at {
            if reads(inst) {
                return true;
            }
            if sets(inst) {
                break;
            }
            at = inst.get_next_instruction();
            if at.is_none() {
                let successors = inst.get_parent().map(llvm::successors).unwrap_or_default();
                let new = successors.into_iter().filter(|block| seen.insert(*block));
                open.extend(new.map(|block| block.get_first_instruction()));
            }
        }
    }
    false
}
