//! What C leaves undetermined becomes an explicit arbitrary choice.
//!
//! LLVM's `undef` may have a different value at each use, and promotion to registers
//! turns a read of uninitialised storage into it: a phi of `undef` and 5 is then folded
//! to 5, and errors are lost. So before any pass:
//!
//! * every local variable, temporary and return slot is written with arbitrary values
//!   where it begins to live: where its scope is marked to start, else where it is
//!   created, and again where clang marks the (re-)entry of its scope with an automatic
//!   initialisation;
//! * `undef` and `poison` operands are replaced;
//! * reads of volatile objects are replaced, if so wanted.

use inkwell::basic_block::BasicBlock;
use inkwell::context::Context;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, PhiValue, PointerValue,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identified, Identity};
use crate::frontend::names::storage;
use crate::frontend::passes::calls::jumps;
use crate::frontend::passes::checks::uninit;
use crate::frontend::passes::environment::unset;
use crate::frontend::passes::vectors;
use crate::frontend::{FrontendError, Volatile};
use crate::program::{AssumptionKind, GoalKind, InputKind, Property};

/// Treats all functions of the program.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    // What variables hold is told from what the program writes to them, in all of its functions.
    for function in instrument.functions() {
        let names = Names::of(instrument.context, function);
        volatile_accesses(instrument, function, &names)?;
    }
    for function in instrument.functions() {
        let names = Names::of(instrument.context, function);
        let fresh = match instrument.requested(Property::Uninit) {
            true => Fresh::Unwritten(uninit::plain(instrument, function)),
            false => Fresh::Arbitrary,
        };
        automatic_initialisation(instrument, function, &names, &fresh)?;
        undefined_operands(instrument, function)?;
        allocas(instrument, function, &names, &fresh)?;
    }
    Ok(())
}

/// What a variable holds that begins to live.
enum Fresh {
    /// Anything, as if it were written then.
    Arbitrary,
    /// What nobody wrote ([`uninit`]), but for these variables.
    Unwritten(FxHashSet<Identity>),
}

impl Fresh {
    fn is_unwritten(&self, variable: PointerValue<'_>) -> bool {
        matches!(self, Fresh::Unwritten(plain) if !plain.contains(&variable.identity()))
    }
}

/// The C names of a function's storage and the places of their declarations.
struct Names(FxHashMap<Identity, llvm::Declared>);

impl Names {
    fn of(context: &Context, function: FunctionValue<'_>) -> Self {
        let declared = llvm::declared(context, function).into_iter();
        Self(declared.map(|declared| (declared.storage, declared)).collect())
    }

    fn name(&self, storage: PointerValue<'_>) -> String {
        match self.0.get(&storage.identity()) {
            Some(declared) => declared.name.clone(),
            None => storage::c_name(&llvm::text(storage.get_name())),
        }
    }

    /// The C variable that an address lies in, if the instructions that compute it tell.
    fn variable(&self, place: BasicValueEnum<'_>) -> Option<String> {
        if let Some(declared) = self.0.get(&place.identity()) {
            return Some(declared.name.clone());
        }
        if let Some(global) = llvm::global_of(place) {
            return Some(llvm::text(global.get_name()));
        }
        let inst = llvm::as_instruction(place.identity())?;
        let inside = inst.get_opcode() == InstructionOpcode::GetElementPtr;
        llvm::operand(inst, 0).filter(|_| inside).and_then(|base| self.variable(base))
    }
}

/// Writes arbitrary values into every alloca that is not wholly written before all else.
/// One with markers lives only from its marker on: where its function runs for the second
/// time it must not be touched before.
fn allocas<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    names: &Names,
    fresh: &Fresh,
) -> Outcome {
    let marked: FxHashSet<_> =
        llvm::instructions(function).into_iter().filter_map(starts).map(|(it, _)| it).collect();
    for inst in llvm::instructions(function) {
        let Some((pointer, ty)) = alloca(inst) else { continue };
        if !llvm::is_used(pointer)
            || marked.contains(&pointer) && !fresh.is_unwritten(pointer)
            || is_written_first(inst, pointer, ty)
        {
            continue;
        }
        let after =
            std::iter::successors(inst.get_next_instruction(), |next| next.get_next_instruction());
        let mut after = after.skip_while(|next| next.get_opcode() == InstructionOpcode::Alloca);
        let next = after.next().expect("a block ends with a terminator");
        instrument.before(next);
        let place = match names.0.get(&pointer.identity()) {
            Some(declared) => Some(declared.location),
            None => llvm::function_location(instrument.context, function),
        };
        llvm::set_builder_location(&instrument.builder, place);
        if fresh.is_unwritten(pointer) {
            uninit::keep(instrument, pointer)?;
            continue;
        }
        let name = names.name(pointer);
        instrument.scramble(pointer, ty, &InputKind::Uninitialised(name.clone()))?;
        unset::variable(instrument, function, (pointer, ty), (&name, inst))?;
    }
    Ok(())
}

/// The pointer and the type of an object that an alloca makes; `None` if its size is
/// known at run time only (such an object is never promoted).
fn alloca<'ctx>(inst: InstructionValue<'ctx>) -> Option<(PointerValue<'ctx>, BasicTypeEnum<'ctx>)> {
    use inkwell::types::BasicType;
    if inst.get_opcode() != InstructionOpcode::Alloca {
        return None;
    }
    let ty = inst.get_allocated_type().ok()?;
    let Some(BasicValueEnum::IntValue(count)) = llvm::operand(inst, 0) else { return None };
    let ty = match count.get_zero_extended_constant()? {
        1 => ty,
        count => ty.array_type(u32::try_from(count).ok()?).into(),
    };
    Some((PointerValue::try_from(inst).ok()?, ty))
}

/// What begins to live at a marker, as [`alloca`] gives it.
fn starts<'ctx>(inst: InstructionValue<'ctx>) -> Option<(PointerValue<'ctx>, BasicTypeEnum<'ctx>)> {
    let call = llvm::call(inst)?;
    if !llvm::callee(call).map(llvm::name)?.starts_with("llvm.lifetime.start") {
        return None;
    }
    match llvm::arguments(call)?.last().copied()? {
        BasicValueEnum::PointerValue(pointer) => alloca(pointer.as_instruction()?),
        _ => None,
    }
}

/// Whether the first use of an alloca of the entry block is a store of the whole object
/// in that same block: then no read can come before it.
fn is_written_first<'ctx>(
    inst: InstructionValue<'ctx>,
    pointer: PointerValue<'ctx>,
    ty: BasicTypeEnum<'ctx>,
) -> bool {
    let block = inst.get_parent().expect("the instruction is in a block");
    if block.get_previous_basic_block().is_some() {
        return false;
    }
    let pointer = BasicValueEnum::from(pointer);
    let uses = |inst: &InstructionValue<'ctx>| {
        (0..inst.get_num_operands()).any(|index| llvm::operand(*inst, index) == Some(pointer))
    };
    block.get_instructions().find(uses).is_some_and(|user| {
        user.get_opcode() == InstructionOpcode::Store
            && llvm::operand(user, 1) == Some(pointer)
            && llvm::operand(user, 0)
                .is_some_and(|value| value != pointer && value.get_type() == ty)
    })
}

/// Replaces clang's pattern initialisation, and scrambles what begins to live.
fn automatic_initialisation<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    names: &Names,
    fresh: &Fresh,
) -> Outcome {
    for inst in llvm::instructions(function) {
        if let Some((pointer, ty)) = starts(inst) {
            if fresh.is_unwritten(pointer) {
                continue;
            }
            let next = inst.get_next_instruction().expect("a block ends with a terminator");
            instrument.before(next);
            let name = names.name(pointer);
            instrument.scramble(pointer, ty, &InputKind::Uninitialised(name.clone()))?;
            unset::variable(instrument, function, (pointer, ty), (&name, inst))?;
            continue;
        }
        if !llvm::is_auto_init(instrument.context, inst) {
            continue;
        }
        instrument.before(inst);
        let at = if inst.get_opcode() == InstructionOpcode::Store { 1 } else { 0 };
        if let Some(BasicValueEnum::PointerValue(pointer)) = llvm::operand(inst, at)
            && pointer.as_instruction().and_then(alloca).is_some()
            && fresh.is_unwritten(pointer)
        {
            uninit::restart(instrument, pointer)?;
            inst.erase_from_basic_block();
            continue;
        }
        if inst.get_opcode() == InstructionOpcode::Store {
            let (Some(value), Some(BasicValueEnum::PointerValue(pointer))) =
                (llvm::operand(inst, 0), llvm::operand(inst, 1))
            else {
                continue;
            };
            let name = names.name(pointer);
            let kind = InputKind::Uninitialised(name.clone());
            match instrument.any(value.get_type(), &kind)? {
                Some(any) => {
                    inst.set_operand(0, any);
                    instrument.behind(inst);
                    unset::variable(
                        instrument,
                        function,
                        (pointer, value.get_type()),
                        (&name, inst),
                    )?;
                }
                None => {
                    instrument.scramble(pointer, value.get_type(), &kind)?;
                    inst.erase_from_basic_block();
                }
            }
            continue;
        }
        // A memset or memcpy of the pattern to an aggregate.
        let Some(arguments) = llvm::call(inst).and_then(llvm::arguments) else { continue };
        let Some(BasicValueEnum::PointerValue(pointer)) = arguments.first().copied() else {
            continue;
        };
        let name = names.name(pointer);
        let kind = InputKind::Uninitialised(name.clone());
        match pointer.as_instruction().and_then(alloca) {
            Some((pointer, ty)) => {
                instrument.scramble(pointer, ty, &kind)?;
                unset::variable(instrument, function, (pointer, ty), (&name, inst))?;
            }
            None => {
                let length = match arguments.get(2) {
                    Some(BasicValueEnum::IntValue(length)) => length.get_zero_extended_constant(),
                    _ => None,
                };
                // Of a length known at run time only: memory that is never promoted.
                let Some(length) = length.and_then(|length| u32::try_from(length).ok()) else {
                    continue;
                };
                let bytes = instrument.context.i8_type().array_type(length);
                instrument.scramble(pointer, bytes.into(), &kind)?;
            }
        }
        inst.erase_from_basic_block();
    }
    Ok(())
}

/// Replaces `undef` and `poison` operands.
fn undefined_operands<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
) -> Outcome {
    let kind = InputKind::Undefined("a value that C leaves undefined".to_owned());
    for inst in llvm::instructions(function) {
        if let Ok(phi) = PhiValue::try_from(inst) {
            // Entries for one block, as a switch makes them, must agree.
            let mut chosen: FxHashMap<BasicBlock<'ctx>, BasicValueEnum<'ctx>> =
                FxHashMap::default();
            for (index, (value, block)) in phi.get_incomings().enumerate() {
                if let Some(&any) = chosen.get(&block) {
                    inst.set_operand(index as u32, any);
                } else if llvm::is_undefined(value) {
                    let end = block.get_terminator().expect("a block ends with a terminator");
                    instrument.before(end);
                    if let Some(any) = instrument.any(value.get_type(), &kind)? {
                        inst.set_operand(index as u32, any);
                        chosen.insert(block, any);
                    }
                }
            }
            continue;
        }
        for index in 0..inst.get_num_operands() {
            let Some(value) = llvm::operand(inst, index) else { continue };
            if llvm::is_undefined(value) && !vectors::is_filled(inst) {
                instrument.before(inst);
                if let Some(any) = instrument.any(value.get_type(), &kind)? {
                    inst.set_operand(index, any);
                }
            }
        }
    }
    Ok(())
}

/// Makes reads of volatile objects arbitrary, or plain; writes are plain always.
fn volatile_accesses<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    names: &Names,
) -> Outcome {
    let all = instrument.options.volatile == Volatile::Arbitrary;
    // Beside handlers that are told nobody changes the program's own variables.
    let foreign_only = !instrument.options.interrupts.handlers.is_empty();
    let returns_twice = jumps::in_function(function);
    for inst in llvm::instructions(function) {
        let opcode = inst.get_opcode();
        let is_register = is_register(instrument, inst);
        let own = !is_register && is_own(inst);
        let is_plain = foreign_only && own || returns_twice && is_private(inst);
        // Nobody writes a device's registers alone.
        let arbitrary = (all || is_register) && !is_plain;
        if opcode == InstructionOpcode::Call {
            volatile_copy(instrument, inst, arbitrary)?;
            continue;
        }
        let access = matches!(opcode, InstructionOpcode::Load | InstructionOpcode::Store);
        if !access || inst.get_volatile() != Ok(true) {
            continue;
        }
        let plain = || {
            let done = inst.set_volatile(false);
            done.map_err(|error| FrontendError::Internal(error.to_string()))
        };
        if opcode == InstructionOpcode::Store && is_register {
            instrument.assume(
                AssumptionKind::VolatileWrite,
                "a write to a volatile object at a fixed address has no effect".to_owned(),
                llvm::location(inst),
            );
            inst.erase_from_basic_block();
            continue;
        }
        if opcode == InstructionOpcode::Store || !arbitrary {
            plain()?;
            continue;
        }
        let object = llvm::operand(inst, 0).and_then(|place| names.variable(place));
        instrument.before(inst);
        let ty = BasicTypeEnum::try_from(inst.get_type())
            .map_err(|()| FrontendError::Internal("a load without value".to_owned()))?;
        instrument.assume(
            AssumptionKind::Volatile,
            match &object {
                Some(name) => format!(
                    "each read of the volatile object {name} gives any value (option --volatile)"
                ),
                None => {
                    "each read of a volatile object gives any value (option --volatile)".to_owned()
                }
            },
            llvm::location(inst),
        );
        let name = object.unwrap_or_else(|| "object".to_owned());
        if let Some(any) = instrument.any(ty, &InputKind::Volatile(name))? {
            if llvm::is_used(inst) {
                llvm::replace(inst, any);
            }
            // What was read is arbitrary, but the place must be valid: the read stays, so
            // that it is checked. A device's register lies in no object.
            if is_register {
                inst.erase_from_basic_block();
            } else {
                plain()?;
            }
        }
    }
    Ok(())
}

/// Whether an access, which is none to a device's register, is to a variable of this program.
fn is_own(access: InstructionValue<'_>) -> bool {
    let store = access.get_opcode() == InstructionOpcode::Store;
    let place = llvm::operand(access, u32::from(store));
    place
        .is_some_and(|place| llvm::global_of(place).is_none_or(|it| it.get_initializer().is_some()))
}

/// Whether an access is to a local variable that nobody else gets at: beside a call of setjmp it
/// is volatile so that it keeps its value (C17 7.13.2.1p3).
fn is_private(access: InstructionValue<'_>) -> bool {
    let store = access.get_opcode() == InstructionOpcode::Store;
    let Some(place) = llvm::operand(access, u32::from(store)) else { return false };
    let variable = llvm::as_instruction(place.identity());
    let is_variable = variable.is_some_and(|it| it.get_opcode() == InstructionOpcode::Alloca);
    is_variable
        && llvm::users(place).into_iter().filter_map(llvm::as_instruction).all(|user| {
            match user.get_opcode() {
                InstructionOpcode::Load => true,
                InstructionOpcode::Store => llvm::operand(user, 0) != Some(place),
                InstructionOpcode::Call => {
                    let callee = llvm::call(user).and_then(llvm::callee).map(llvm::name);
                    callee.is_some_and(|name| name.starts_with("llvm.lifetime."))
                }
                _ => false,
            }
        })
}

/// Whether an access is to a volatile object whose address is a number in the program: a device's
/// register.
fn is_register<'ctx>(instrument: &Instrument<'ctx, '_>, access: InstructionValue<'ctx>) -> bool {
    let place = match access.get_opcode() {
        InstructionOpcode::Load => llvm::operand(access, 0),
        InstructionOpcode::Store => llvm::operand(access, 1),
        _ => return false,
    };
    access.get_volatile() == Ok(true)
        && place.is_some_and(|place| llvm::is_register(place, &instrument.options.entry))
}

/// A copy of a volatile aggregate.
fn volatile_copy<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    arbitrary: bool,
) -> Outcome {
    let Some(call) = llvm::call(inst) else { return Ok(()) };
    let name = llvm::callee(call).map(llvm::name).unwrap_or_default();
    let Some(BasicValueEnum::IntValue(flag)) = llvm::operand(inst, 3) else { return Ok(()) };
    if !name.starts_with("llvm.mem") || flag.get_zero_extended_constant() != Some(1) {
        return Ok(());
    }
    if arbitrary && !name.starts_with("llvm.memset") {
        instrument.before(inst);
        let what = "a copy of a volatile structure or array".to_owned();
        instrument.fail(GoalKind::Unsupported(what), None)?;
    }
    inst.set_operand(3, instrument.context.bool_type().const_zero());
    Ok(())
}
