//! A check before every access to memory: that its place lies in an object that lives.
//!
//! The checks come before anything is inlined, so that their positions and call chains
//! are those of the accesses. Each takes the address, and so keeps its object from being
//! promoted to registers. Once everything is inlined, most addresses turn out to be
//! plain parts of known objects: [`fold`] decides those checks, in turn with promotion.
//! What is left is decided on the memory of the program.

use super::alignment;
use super::alive::Lifetimes;
use super::edges;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identified};
use crate::program::runtime::{
    ALIGNED, END_NULL, OBJECT, ON_HEAP, OVERLAP, READABLE, TO_END, WRITABLE,
};
use crate::program::{AssumptionKind, GoalKind, Property};
use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue, PointerValue,
};

/// Below this no object lies: the first page (`vm.mmap_min_addr` of Linux is no less).
const NULL_PAGE: i64 = 4096;

/// An access that may go wrong.
struct Access<'ctx> {
    place: PointerValue<'ctx>,
    size: IntValue<'ctx>,
    write: bool,
}

/// Inserts a check before each access of the program that is not plainly inside its object.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            check_question(instrument, inst)?;
            for access in accesses(instrument, inst) {
                check(instrument, inst, &access)?;
            }
        }
    }
    Ok(())
}

/// A question of the program about bytes that exist and are not modelled has no answer, nor has one
/// whether an object from outside is on the heap.
fn check_question<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
) -> Outcome {
    let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name).unwrap_or_default();
    if callee == ON_HEAP && has_objects_from_outside(instrument) {
        let Some(BasicValueEnum::IntValue(answer)) = llvm::result(inst) else { return Ok(()) };
        instrument.behind(inst);
        let other = instrument.builder.build_not(answer, "other")?;
        let what = "a question whether an object is on the heap that may come from outside";
        return instrument.check(other, GoalKind::Unsupported(what.to_owned()), None);
    }
    let asks = [READABLE, WRITABLE, TO_END].contains(&callee.as_str());
    let Some(BasicValueEnum::PointerValue(place)) = llvm::operand(inst, 0).filter(|_| asks) else {
        return Ok(());
    };
    let size = match llvm::operand(inst, 1) {
        Some(BasicValueEnum::IntValue(size)) => size,
        // All that there is from here on.
        _ => Instrument::min_signed(instrument.pointer_sized()),
    };
    instrument.before(inst);
    edges::check(instrument, place, size)
}

/// Whether addresses may lead to objects that somebody else has made.
fn has_objects_from_outside(instrument: &Instrument<'_, '_>) -> bool {
    let kinds = [
        AssumptionKind::CallbackArguments,
        AssumptionKind::CallbackPointers,
        AssumptionKind::OutsideObject,
        AssumptionKind::PointerParameter,
    ];
    instrument.assumptions.iter().any(|listed| kinds.contains(&listed.kind))
}

/// What an instruction reads and writes.
fn accesses<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
) -> Vec<Access<'ctx>> {
    let pointer = |index| match llvm::operand(inst, index) {
        Some(BasicValueEnum::PointerValue(place)) => Some(place),
        _ => None,
    };
    let sized = |ty: BasicTypeEnum<'ctx>| {
        instrument.pointer_sized().const_int(instrument.layout.get_store_size(&ty), false)
    };
    match inst.get_opcode() {
        InstructionOpcode::Load => {
            let (Some(place), Ok(ty)) = (pointer(0), BasicTypeEnum::try_from(inst.get_type()))
            else {
                return vec![];
            };
            vec![Access { place, size: sized(ty), write: false }]
        }
        InstructionOpcode::Store => {
            let (Some(value), Some(place)) = (llvm::operand(inst, 0), pointer(1)) else {
                return vec![];
            };
            vec![Access { place, size: sized(value.get_type()), write: true }]
        }
        InstructionOpcode::Call => {
            // What is passed by value is read as a whole (C17 6.5.2.2p4).
            if let Some(call) = llvm::call(inst) {
                let all = (0..).zip(llvm::arguments(call).unwrap_or_default());
                let by_value = all.filter_map(|(index, argument)| match argument {
                    BasicValueEnum::PointerValue(place) => {
                        let size = sized(llvm::by_value(call, index)?);
                        Some(Access { place, size, write: false })
                    }
                    _ => None,
                });
                let by_value: Vec<_> = by_value.collect();
                if !by_value.is_empty() {
                    return by_value;
                }
            }
            let callee =
                llvm::call(inst).and_then(llvm::callee).map(llvm::name).unwrap_or_default();
            let copy = callee.starts_with("llvm.memcpy.") || callee.starts_with("llvm.memmove.");
            let (Some(to), Some(BasicValueEnum::IntValue(size))) =
                (pointer(0), llvm::operand(inst, 2))
            else {
                return vec![];
            };
            let write = Access { place: to, size, write: true };
            match pointer(1) {
                Some(from) if copy => vec![write, Access { place: from, size, write: false }],
                _ if callee.starts_with("llvm.memset.") => vec![write],
                _ => vec![],
            }
        }
        _ => vec![],
    }
}

fn check<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    access: &Access<'ctx>,
) -> Outcome {
    let Access { place, size, write } = *access;
    if inside(instrument, place, size, write).is_some() || is_being_made(place) {
        return Ok(());
    }
    instrument.before(inst);
    edges::check(instrument, place, size)?;
    let what = match (write, size.get_zero_extended_constant()) {
        (true, Some(size)) => format!("invalid write ({size} bytes)"),
        (false, Some(size)) => format!("invalid read ({size} bytes)"),
        (true, None) => "invalid write".to_owned(),
        (false, None) => "invalid read".to_owned(),
    };
    let kind = if instrument.requested(Property::ValidDeref) {
        Instrument::check_kind(Property::ValidDeref, what)
    } else {
        GoalKind::Unsupported(format!("an {what}, whose behaviour is undefined"))
    };
    let function = if write { WRITABLE } else { READABLE };
    let valid = instrument.ask(function, &[place.into(), size.into()])?;
    let invalid = instrument.builder.build_not(valid, "invalid")?;
    if instrument.ends_undefined(&kind, invalid)? {
        return Ok(());
    }
    end_at_null(instrument, place, invalid)?;
    instrument.check(invalid, kind, None)
}

/// Where nobody asks whether accesses are valid, one through a null pointer ends the process, as a page
/// is not there in which no object lies; on machines without an operating system it may be.
fn end_at_null<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    place: PointerValue<'ctx>,
    invalid: IntValue<'ctx>,
) -> Outcome {
    let triple = llvm::text(instrument.module.get_triple().as_str());
    let is_assumed = instrument.options.pointers_assumed;
    if !is_assumed || instrument.requested(Property::ValidDeref) || !triple.contains("linux") {
        return Ok(());
    }
    let Some((base, offset)) = llvm::constant_distance(&instrument.layout, place.into()) else {
        return Ok(());
    };
    let BasicValueEnum::PointerValue(base) = base else { return Ok(()) };
    if !(0..NULL_PAGE).contains(&offset) {
        return Ok(());
    }
    let is_null = instrument.builder.build_is_null(base, "null")?;
    let ends = instrument.builder.build_and(invalid, is_null, "ends")?;
    if ends.get_zero_extended_constant() != Some(0) {
        instrument.assume(
            AssumptionKind::NullAccessEnds,
            "an unchecked access through a null pointer ends the program".to_owned(),
            None,
        );
    }
    instrument.stop_if(ends, END_NULL)
}

/// Whether a place is a part of an object from outside that is filled for the first time: nobody
/// else names it by the call that makes it.
fn is_being_made(place: PointerValue<'_>) -> bool {
    let made = |value: BasicValueEnum<'_>| {
        let call = llvm::as_instruction(value.identity()).and_then(llvm::call);
        call.and_then(llvm::callee).is_some_and(|callee| llvm::name(callee) == OBJECT)
    };
    let part = place.as_instruction();
    let part = part.filter(|part| part.get_opcode() == InstructionOpcode::GetElementPtr);
    made(place.into()) || part.and_then(|part| llvm::operand(part, 0)).is_some_and(made)
}

/// The object that a place of this size plainly lies in: a variable, at a constant offset
/// inside of it.
fn inside<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    place: PointerValue<'ctx>,
    size: IntValue<'ctx>,
    write: bool,
) -> Option<BasicValueEnum<'ctx>> {
    let size = size.get_zero_extended_constant()?;
    let (object, offset) = llvm::constant_offset(&instrument.layout, place.into())?;
    let all = if let Some(global) = llvm::global_of(object) {
        // What is only declared may be larger than its declaration says, or absent.
        if global.get_initializer().is_none() || (write && global.is_constant()) {
            return None;
        }
        let ty = BasicTypeEnum::try_from(global.get_value_type()).ok()?;
        instrument.layout.get_abi_size(&ty)
    } else {
        let alloca = object.into_pointer_value().as_instruction()?;
        let Some(BasicValueEnum::IntValue(count)) = llvm::operand(alloca, 0) else { return None };
        let element = instrument.layout.get_abi_size(&alloca.get_allocated_type().ok()?);
        count.get_zero_extended_constant()?.checked_mul(element)?
    };
    let end = u64::try_from(offset).ok()?.checked_add(size)?;
    (end <= all).then_some(object)
}

/// Decides the checks of places that plainly lie in an object that lives; tells whether
/// there was one.
pub fn fold<'ctx>(instrument: &Instrument<'ctx, '_>, main: FunctionValue<'ctx>) -> bool {
    let mut lives = Lifetimes::certain(main);
    let mut changed = false;
    for block in main.get_basic_blocks() {
        lives.enter(block);
        for inst in block.get_instructions().collect::<Vec<_>>() {
            let Some(call) = llvm::call(inst) else { continue };
            let callee = llvm::callee(call).map(llvm::name).unwrap_or_default();
            lives.pass(inst, &callee);
            if ![READABLE, WRITABLE, ALIGNED, OVERLAP].contains(&callee.as_str()) {
                continue;
            }
            let (Some(BasicValueEnum::PointerValue(place)), Some(BasicValueEnum::IntValue(size))) =
                (llvm::operand(inst, 0), llvm::operand(inst, 1))
            else {
                continue;
            };
            if callee == OVERLAP {
                let object = inside(instrument, place, size, false);
                if edges::are_apart(instrument, inst, object) {
                    llvm::replace(inst, instrument.context.bool_type().const_zero());
                    inst.erase_from_basic_block();
                    changed = true;
                }
                continue;
            }
            let holds = if callee == ALIGNED {
                let bytes = size.get_zero_extended_constant();
                bytes.is_some_and(|bytes| alignment::is_plain(instrument, place, bytes))
            } else {
                let object = inside(instrument, place, size, callee == WRITABLE);
                object.is_some_and(|object| lives.is_alive(object))
            };
            if holds {
                llvm::replace(inst, instrument.context.bool_type().const_all_ones());
                inst.erase_from_basic_block();
                changed = true;
            }
        }
    }
    changed
}
