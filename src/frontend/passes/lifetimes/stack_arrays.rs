//! Objects on the stack whose size is known at run time: arrays of variable length and
//! `alloca`.
//!
//! Each becomes an allocation like one on the heap ([`crate::frontend::passes::libc::heap`]),
//! of an object that can't be freed and is no leak. A slot of the function holds its address
//! while it lives. It ends at the end of its block, where clang restores the stack, or of its
//! function. A second object in a slot that is in use (`alloca` in a loop) is a bound point.
//!
//! Sizes that don't fit, of objects and of types (`sizeof(int[n])`), are undefined in C. What is
//! left of them says nothing, so they are points that are not modelled.
//!
//! Their contents are arbitrary from the start: clang's automatic initialisation of them
//! goes.

use inkwell::IntPredicate;
use inkwell::basic_block::BasicBlock;
use inkwell::types::AnyTypeEnum;
use inkwell::values::{
    BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue,
    PointerValue,
};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::passes::libc::heap;
use crate::frontend::{FrontendError, llvm};
use crate::program::runtime::RELEASE;
use crate::program::{AssumptionKind, Bound, GoalKind};

/// A size that does not fit.
const TOO_LARGE: &str = "an object on the stack of more bytes than there are addresses";

/// Replaces all of them.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        sizes(instrument, function)?;
        if !llvm::instructions(function).into_iter().any(is_dynamic) {
            continue;
        }
        for inst in llvm::instructions(function) {
            uninitialised(instrument, inst)?;
        }
        let what = "the stack is large enough for arrays of variable length".to_owned();
        instrument.assume(AssumptionKind::StackSuffices, what, None);
        let mut slots = Vec::new();
        for inst in llvm::instructions(function).into_iter().filter(|&inst| is_dynamic(inst)) {
            slots.push(replace(instrument, function, inst)?);
        }
        ends_of_blocks(instrument, function, &slots)?;
        for inst in llvm::instructions(function) {
            if inst.get_opcode() == InstructionOpcode::Return {
                instrument.before(inst);
                for slot in &slots {
                    let object = load(instrument, *slot)?;
                    instrument.tell(RELEASE, &[object.into()])?;
                }
            }
        }
    }
    Ok(())
}

/// Whether an instruction makes an object of a size that is not constant, or one that may
/// be made more often than its function is called.
fn is_dynamic(inst: InstructionValue<'_>) -> bool {
    let first = |inst: InstructionValue<'_>| {
        inst.get_parent().is_some_and(|block| block.get_previous_basic_block().is_none())
    };
    let constant =
        |value| matches!(value, Some(BasicValueEnum::IntValue(n)) if n.is_constant_int());
    inst.get_opcode() == InstructionOpcode::Alloca
        && (!constant(llvm::operand(inst, 0)) || !first(inst))
}

/// A variable of the function for the address of an object; null at first.
fn slot<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
) -> Result<PointerValue<'ctx>, FrontendError> {
    let entry = function.get_first_basic_block().expect("the function has a body");
    let first = entry.get_first_instruction().expect("a block ends with a terminator");
    let builder = &instrument.builder;
    builder.position_before(&first);
    builder.unset_current_debug_location();
    let pointer = instrument.context.ptr_type(inkwell::AddressSpace::default());
    let slot = builder.build_alloca(pointer, "slot")?;
    builder.build_store(slot, pointer.const_null())?;
    Ok(slot)
}

fn load<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    slot: PointerValue<'ctx>,
) -> Result<PointerValue<'ctx>, FrontendError> {
    let pointer = instrument.context.ptr_type(inkwell::AddressSpace::default());
    Ok(instrument.builder.build_load(pointer, slot, "object")?.into_pointer_value())
}

/// Whether an instruction calls a function whose name begins so.
fn called(inst: InstructionValue<'_>, name: &str) -> bool {
    let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name);
    callee.is_some_and(|callee| callee.starts_with(name))
}

/// The length of which an instruction, a branch behind a comparison, says that it is positive.
fn length<'ctx>(inst: InstructionValue<'ctx>) -> Option<BasicValueEnum<'ctx>> {
    let block = inst.get_parent().filter(|block| block.get_terminator() == Some(inst))?;
    let fails = |block: BasicBlock<'ctx>| {
        block.get_instructions().any(|it| called(it, "__ubsan_handle_vla_bound_not_positive"))
    };
    if !llvm::successors(block).into_iter().any(fails) {
        return None;
    }
    let positive = llvm::operand(inst, 0)?.as_instruction_value()?;
    (positive.get_opcode() == InstructionOpcode::ICmp).then(|| llvm::operand(positive, 0))?
}

/// Checks the sizes of arrays of variable length: products, which clang says don't wrap, and
/// lengths that are cut to the width of a size.
fn sizes<'ctx>(instrument: &mut Instrument<'ctx, '_>, function: FunctionValue<'ctx>) -> Outcome {
    let all = llvm::instructions(function);
    let lengths: Vec<BasicValueEnum<'ctx>> = all.iter().filter_map(|&it| length(it)).collect();
    // Other products say this of themselves, too, where the program is not C.
    if lengths.is_empty() {
        return Ok(());
    }
    for inst in all {
        let cut = inst.get_opcode() == InstructionOpcode::Trunc
            && llvm::operand(inst, 0).is_some_and(|whole| lengths.contains(&whole));
        if cut {
            let (Some(BasicValueEnum::IntValue(whole)), AnyTypeEnum::IntType(size)) =
                (llvm::operand(inst, 0), inst.get_type())
            else {
                continue;
            };
            instrument.before(inst);
            let builder = &instrument.builder;
            let low = builder.build_int_truncate(whole, size, "low")?;
            let back = builder.build_int_z_extend(low, whole.get_type(), "back")?;
            let lost = builder.build_int_compare(IntPredicate::NE, back, whole, "lost")?;
            instrument.check(lost, GoalKind::Unsupported(TOO_LARGE.to_owned()), None)?;
        } else if llvm::is_bounded_product(inst) {
            let (Some(BasicValueEnum::IntValue(a)), Some(BasicValueEnum::IntValue(b))) =
                (llvm::operand(inst, 0), llvm::operand(inst, 1))
            else {
                continue;
            };
            instrument.before(inst);
            let product = size_of(instrument, a, b)?;
            llvm::replace(inst, product);
            inst.erase_from_basic_block();
        }
    }
    Ok(())
}

/// The size of so many elements; one that does not fit is more than any memory has.
fn size_of<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    count: IntValue<'ctx>,
    element: IntValue<'ctx>,
) -> Result<IntValue<'ctx>, FrontendError> {
    let (bytes, lost) = heap::product(instrument, count, element)?;
    instrument.check(lost, GoalKind::Unsupported(TOO_LARGE.to_owned()), None)?;
    Ok(bytes)
}

/// Replaces an `alloca`; its slot.
fn replace<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    inst: InstructionValue<'ctx>,
) -> Result<PointerValue<'ctx>, FrontendError> {
    let slot = slot(instrument, function)?;
    instrument.before(inst);
    let ty = inst.get_allocated_type().map_err(|e| FrontendError::Internal(e.to_string()))?;
    let Some(BasicValueEnum::IntValue(count)) = llvm::operand(inst, 0) else {
        return Err(FrontendError::Internal("an alloca without a count".to_owned()));
    };
    let size = instrument.pointer_sized();
    let count: IntValue<'ctx> =
        instrument.builder.build_int_cast_sign_flag(count, size, false, "count")?;
    let element = size.const_int(instrument.layout.get_abi_size(&ty), false);
    let bytes = size_of(instrument, count, element)?;
    let old = load(instrument, slot)?;
    let null = old.get_type().const_null();
    let used = instrument.builder.build_int_compare(IntPredicate::NE, old, null, "used")?;
    let what = "alloca is executed again before its last object ends (as in a loop)";
    instrument.check(used, GoalKind::Bound(Bound::fixed(what)), None)?;
    let object = heap::allocate(instrument, bytes, heap::Place::Stack)?;
    instrument.builder.build_store(slot, object)?;
    llvm::replace(inst, object);
    inst.erase_from_basic_block();
    Ok(slot)
}

/// At `llvm.stackrestore` the objects end that were made since its `llvm.stacksave`.
fn ends_of_blocks<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    slots: &[PointerValue<'ctx>],
) -> Outcome {
    let mut saves: Vec<(InstructionValue<'ctx>, Vec<PointerValue<'ctx>>)> = Vec::new();
    for inst in llvm::instructions(function) {
        if !called(inst, "llvm.stacksave") {
            continue;
        }
        let mut copies = Vec::with_capacity(slots.len());
        for &of in slots {
            let copy = slot(instrument, function)?;
            instrument.before(inst);
            let object = load(instrument, of)?;
            instrument.builder.build_store(copy, object)?;
            copies.push(copy);
        }
        saves.push((inst, copies));
    }
    for inst in llvm::instructions(function) {
        if !called(inst, "llvm.stackrestore") {
            continue;
        }
        let saved = llvm::operand(inst, 0).and_then(saved_by);
        let copies = saves.iter().find(|(save, _)| Some(*save) == saved).map(|(_, copies)| copies);
        instrument.before(inst);
        let Some(copies) = copies else {
            let what = "the stack is restored to a place that is not known".to_owned();
            instrument.fail(GoalKind::Unsupported(what), None)?;
            inst.erase_from_basic_block();
            continue;
        };
        for (&slot, &copy) in slots.iter().zip(copies) {
            let (object, old) = (load(instrument, slot)?, load(instrument, copy)?);
            let builder = &instrument.builder;
            let same = builder.build_int_compare(IntPredicate::EQ, object, old, "same")?;
            let null = object.get_type().const_null();
            let ended = builder.build_select(same, null, object, "ended")?.into_pointer_value();
            builder.build_store(slot, old)?;
            instrument.tell(RELEASE, &[ended.into()])?;
        }
        inst.erase_from_basic_block();
    }
    for (save, _) in saves {
        if llvm::is_used(save) {
            llvm::replace_by_zero(save);
        }
        save.erase_from_basic_block();
    }
    Ok(())
}

/// The call of `llvm.stacksave` whose result a value is: as clang does it, that is kept in
/// a variable of its own.
fn saved_by<'ctx>(value: BasicValueEnum<'ctx>) -> Option<InstructionValue<'ctx>> {
    let inst = value.into_pointer_value().as_instruction()?;
    if inst.get_opcode() != InstructionOpcode::Load {
        return Some(inst);
    }
    let place = llvm::operand(inst, 0)?;
    let users = llvm::users(place).into_iter().filter_map(llvm::as_instruction);
    let mut stores = users.filter(|user| user.get_opcode() == InstructionOpcode::Store);
    let (store, None) = (stores.next()?, stores.next()) else { return None };
    llvm::operand(store, 0)?.into_pointer_value().as_instruction()
}

/// Removes clang's automatic initialisation of an object of variable size: a block of
/// variable length that is filled, or a loop over its elements.
fn uninitialised<'ctx>(instrument: &Instrument<'ctx, '_>, inst: InstructionValue<'ctx>) -> Outcome {
    if !llvm::is_auto_init(instrument.context, inst) || inst.get_opcode() != InstructionOpcode::Call
    {
        return Ok(());
    }
    let block = inst.get_parent().expect("the instruction is in a block");
    let constant =
        matches!(llvm::operand(inst, 2), Some(BasicValueEnum::IntValue(n)) if n.is_constant_int());
    if !constant {
        inst.erase_from_basic_block();
        return Ok(());
    }
    let to = llvm::operand(inst, 0).map(|to| to.into_pointer_value());
    let in_loop = to.and_then(|to| to.as_instruction()).is_some_and(|to| {
        to.get_opcode() == InstructionOpcode::Phi && to.get_parent() == Some(block)
    });
    let end = block.get_terminator().filter(|end| end.get_num_operands() == 3);
    let (Some(end), true) = (end, in_loop) else { return Ok(()) };
    // One round that does nothing.
    let leaves = llvm::successors(block).first() != Some(&block);
    let bit = instrument.context.bool_type().const_int(leaves.into(), false);
    end.set_operand(0, bit);
    inst.erase_from_basic_block();
    Ok(())
}
