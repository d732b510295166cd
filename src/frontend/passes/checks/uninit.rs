//! Reads of what was never written (`uninit`).
//!
//! What is asked is whether a read by an expression touches a byte that was not written since
//! its object began to live (C17 6.3.2.1p2 for variables, 7.22.3.4p2 for `malloc`). Copies of
//! whole blocks (assignment of structures, `memcpy`, `memmove`, `realloc`) are no reads; what
//! they copy is as written as it was. Deliberately left out, because LLVM IR shows them as
//! accesses to more than was meant: bit-fields, structures that are passed or returned by
//! value in registers, and the result of a function that returns without one.
//!
//! A variable of which it is plain that it is assigned before it is read is treated as ever.
//! The others stay in memory, where what was written is known byte by byte.

use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue, PointerValue,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identified, Identity};
use crate::program::Property;
use crate::program::runtime::{KEEP, READ, WRITTEN};

/// What an instruction does to a variable.
enum Effect {
    Assigns,
    /// It begins anew, or an address of it goes elsewhere.
    Forgets,
    Reads,
}

/// The scalar variables of a function that are assigned on every path before they are read,
/// and whose addresses go nowhere.
pub fn plain(instrument: &Instrument<'_, '_>, function: FunctionValue<'_>) -> FxHashSet<Identity> {
    let mut number: FxHashMap<Identity, usize> = FxHashMap::default();
    for inst in llvm::instructions(function) {
        if inst.get_opcode() == InstructionOpcode::Alloca && is_scalar(instrument, inst) {
            let next = number.len();
            number.insert(inst.identity(), next);
        }
    }
    let blocks = function.get_basic_blocks();
    let count = number.len();
    let mut starts: FxHashMap<_, Vec<bool>> = FxHashMap::default();
    for (index, block) in blocks.iter().enumerate() {
        starts.insert(*block, vec![index > 0; count]);
    }
    // Greatest fixpoint of what is assigned on all paths.
    let mut read_before = vec![false; count];
    let mut changed = true;
    while changed {
        changed = false;
        for block in &blocks {
            let mut now = starts[block].clone();
            for inst in block.get_instructions() {
                for (key, effect) in effects(instrument, inst) {
                    let Some(&at) = number.get(&key) else { continue };
                    match effect {
                        Effect::Assigns => now[at] = true,
                        Effect::Forgets => now[at] = false,
                        Effect::Reads => read_before[at] |= !now[at],
                    }
                }
            }
            for next in llvm::successors(*block) {
                let start = starts.get_mut(&next).into_iter().flatten();
                for (assigned, &now) in start.zip(&now) {
                    changed |= *assigned && !now;
                    *assigned &= now;
                }
            }
        }
    }
    number.into_iter().filter(|(_, at)| !read_before[*at]).map(|it| it.0).collect()
}

/// Whether an alloca is one number or address that is only read and written as a whole.
fn is_scalar(instrument: &Instrument<'_, '_>, alloca: InstructionValue<'_>) -> bool {
    let Ok(ty) = alloca.get_allocated_type() else { return false };
    let number = matches!(
        ty,
        BasicTypeEnum::IntType(_) | BasicTypeEnum::FloatType(_) | BasicTypeEnum::PointerType(_)
    );
    number
        && llvm::users(alloca).into_iter().all(|user| {
            let Some(inst) = llvm::as_instruction(user) else { return false };
            match inst.get_opcode() {
                InstructionOpcode::Load => BasicTypeEnum::try_from(inst.get_type()) == Ok(ty),
                InstructionOpcode::Store => llvm::operand(inst, 0).is_some_and(|value| {
                    value.get_type() == ty && value.identity() != alloca.identity()
                }),
                _ => marker(inst).is_some() || llvm::is_auto_init(instrument.context, inst),
            }
        })
}

fn marker(inst: InstructionValue<'_>) -> Option<Identity> {
    let call = llvm::call(inst)?;
    let name = llvm::callee(call).map(llvm::name)?;
    let object = llvm::arguments(call)?.last().copied()?;
    name.starts_with("llvm.lifetime.").then(|| object.identity())
}

fn effects(instrument: &Instrument<'_, '_>, inst: InstructionValue<'_>) -> Vec<(Identity, Effect)> {
    let place = |at| llvm::operand(inst, at).map(|place| place.identity());
    let all = match inst.get_opcode() {
        InstructionOpcode::Load if !is_result(instrument, inst) => {
            place(0).map(|key| (key, Effect::Reads))
        }
        InstructionOpcode::Store if llvm::is_auto_init(instrument.context, inst) => {
            place(1).map(|key| (key, Effect::Forgets))
        }
        InstructionOpcode::Store => place(1).map(|key| (key, Effect::Assigns)),
        InstructionOpcode::Call if llvm::is_auto_init(instrument.context, inst) => {
            place(0).map(|key| (key, Effect::Forgets))
        }
        InstructionOpcode::Call => marker(inst).map(|key| (key, Effect::Forgets)),
        _ => None,
    };
    all.into_iter().collect()
}

/// Whether a read is that of a function's result when it returns: clang keeps it in a variable
/// of its own, `retval`, unless there is one `return` only, whose expression it then returns.
/// (A variable of the program with that name has another one in LLVM IR, as it comes later.)
fn is_result(instrument: &Instrument<'_, '_>, load: InstructionValue<'_>) -> bool {
    let of_clang = || {
        let place = llvm::operand(load, 0)?;
        let (object, _) = llvm::constant_offset(&instrument.layout, place)?;
        let BasicValueEnum::PointerValue(object) = object else { return None };
        let variable = object.as_instruction()?;
        let is_alloca = variable.get_opcode() == InstructionOpcode::Alloca;
        Some(is_alloca && variable.get_name()?.to_bytes() == b"retval")
    };
    let returned = || {
        llvm::users(load).into_iter().all(|user| {
            llvm::as_instruction(user)
                .is_some_and(|user| user.get_opcode() == InstructionOpcode::Return)
        })
    };
    returned() && of_clang() == Some(true)
}

/// Lets a variable stay in memory, where it begins with contents that nobody wrote.
pub fn keep<'ctx>(instrument: &Instrument<'ctx, '_>, variable: PointerValue<'ctx>) -> Outcome {
    instrument.builder.build_call(instrument.keep_function(), &[variable.into()], "")?;
    Ok(())
}

/// Lets a variable begin anew.
pub fn restart<'ctx>(instrument: &Instrument<'ctx, '_>, variable: PointerValue<'ctx>) -> Outcome {
    instrument.mark_lifetime(variable, true)
}

/// Inserts a check before each read that is not plainly of something written.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let requested = instrument.requested(Property::Uninit);
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            if is_read_of_block(inst) {
                if requested {
                    check_block(instrument, inst)?;
                }
                inst.erase_from_basic_block();
            } else if requested
                && inst.get_opcode() == InstructionOpcode::Load
                && is_meant(instrument, inst)
            {
                check(instrument, inst)?;
            }
        }
    }
    Ok(())
}

/// Whether a load is a read of what may not be written.
fn is_meant(instrument: &Instrument<'_, '_>, load: InstructionValue<'_>) -> bool {
    let Some(place) = llvm::operand(load, 0) else { return false };
    let Ok(ty) = BasicTypeEnum::try_from(load.get_type()) else { return false };
    let scalar = matches!(
        ty,
        BasicTypeEnum::IntType(_) | BasicTypeEnum::FloatType(_) | BasicTypeEnum::PointerType(_)
    );
    let name = load.get_name().map(|name| name.to_string_lossy().into_owned());
    let bit_field = name.is_some_and(|name| name.starts_with("bf.load"));
    if !scalar || bit_field || is_result(instrument, load) || llvm::is_passed(load) {
        return false;
    }
    let Some((object, _)) = llvm::constant_offset(&instrument.layout, place) else { return true };
    if llvm::global_of(object).is_some() {
        return false;
    }
    // A structure in registers.
    let whole = object.identity() == place.identity();
    let variable = match object {
        BasicValueEnum::PointerValue(object) => object.as_instruction(),
        _ => None,
    };
    let aggregate = variable
        .and_then(|variable| variable.get_allocated_type().ok())
        .is_some_and(|ty| matches!(ty, BasicTypeEnum::StructType(_) | BasicTypeEnum::ArrayType(_)));
    if variable.is_some_and(|variable| is_register(instrument, variable)) {
        return false;
    }
    let kept = llvm::users(object).into_iter().filter_map(llvm::as_instruction);
    let mut kept = kept.filter_map(|inst| llvm::call(inst).and_then(llvm::callee).map(llvm::name));
    !(whole && aggregate) && kept.any(|name| name == KEEP)
}

/// Whether a variable is none of the program, but a register that a smaller structure is copied into to
/// be passed or returned.
fn is_register(instrument: &Instrument<'_, '_>, variable: InstructionValue<'_>) -> bool {
    let Ok(ty) = variable.get_allocated_type() else { return false };
    let bytes = instrument.layout.get_store_size(&ty);
    let copies_less =
        llvm::users(variable).into_iter().filter_map(llvm::as_instruction).any(|user| {
            let callee = llvm::call(user).and_then(llvm::callee).map(llvm::name);
            let to = llvm::operand(user, 0).map(|to| to.identity());
            let length = match llvm::operand(user, 2) {
                Some(BasicValueEnum::IntValue(length)) => length.get_zero_extended_constant(),
                _ => None,
            };
            callee.is_some_and(|name| name.starts_with("llvm.memcpy."))
                && to == Some(variable.identity())
                && length.is_some_and(|length| length < bytes)
        });
    let function = variable.get_parent().and_then(|block| block.get_parent());
    copies_less
        && function.is_some_and(|function| {
            let declared = llvm::declared(instrument.context, function);
            declared.iter().all(|it| it.storage != variable.identity())
        })
}

fn is_read_of_block(inst: InstructionValue<'_>) -> bool {
    llvm::call(inst).and_then(llvm::callee).is_some_and(|callee| llvm::name(callee) == READ)
}

fn check_block<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    call: InstructionValue<'ctx>,
) -> Outcome {
    let (Some(BasicValueEnum::PointerValue(place)), Some(BasicValueEnum::IntValue(size))) =
        (llvm::operand(call, 0), llvm::operand(call, 1))
    else {
        return Ok(());
    };
    instrument.before(call);
    let what = "read of bytes that were not all written".to_owned();
    check_written(instrument, place, size, what)
}

fn check<'ctx>(instrument: &mut Instrument<'ctx, '_>, load: InstructionValue<'ctx>) -> Outcome {
    let (Some(BasicValueEnum::PointerValue(place)), Ok(ty)) =
        (llvm::operand(load, 0), BasicTypeEnum::try_from(load.get_type()))
    else {
        return Ok(());
    };
    instrument.before(load);
    let bytes = instrument.layout.get_store_size(&ty);
    let size = instrument.pointer_sized().const_int(bytes, false);
    let what = format!("read of {bytes} bytes that were not all written");
    check_written(instrument, place, size, what)
}

fn check_written<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    place: PointerValue<'ctx>,
    size: IntValue<'ctx>,
    what: String,
) -> Outcome {
    let written = instrument.ask(WRITTEN, &[place.into(), size.into()])?;
    let bad = instrument.builder.build_not(written, "bad")?;
    instrument.check(bad, Instrument::check_kind(Property::Uninit, what), None)
}
