//! Questions of a program, for a checker, about addresses and the objects that they lead into.
//!
//! They are answered of null and of addresses in objects that live, or one past the end of these.
//! Of others (freed objects, numbers, functions, what lies outside) checkers say different things:
//! there such a call is an unsupported point. So it is where others run meanwhile, who may end the
//! object: they would have to be asked before.

use inkwell::IntPredicate;
use inkwell::types::{BasicTypeEnum, IntType};
use inkwell::values::{
    BasicValueEnum, CallSiteValue, InstructionOpcode, InstructionValue, IntValue, PointerValue,
};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::names::harness::{self, Meaning, Question};
use crate::frontend::{FrontendError, llvm};
use crate::program::GoalKind;
use crate::program::runtime::{OFFSET, ON_HEAP, OVERLAP, READABLE, SPAWN, TO_END, WRITABLE};

type Made<T> = Result<T, FrontendError>;

/// An address of which something is asked, and is known.
struct Known<'ctx> {
    at: PointerValue<'ctx>,
    is_null: IntValue<'ctx>,
    /// How many bytes there are before it in its object, and from it on; 0 for null.
    before: IntValue<'ctx>,
    behind: IntValue<'ctx>,
}

/// Whether others may run between a question and the use of its answer.
pub fn are_open(instrument: &Instrument<'_, '_>) -> bool {
    instrument.module.get_function(SPAWN).is_some_and(llvm::is_used)
        || !instrument.options.interrupts.handlers.is_empty()
}

/// Answers whether bytes may be accessed, if the call has an address and a size; whether it has.
pub fn may_access<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    (read, write): (bool, bool),
) -> Made<bool> {
    let given = llvm::arguments(call).unwrap_or_default();
    let &[BasicValueEnum::PointerValue(at), BasicValueEnum::IntValue(size)] = given.as_slice()
    else {
        return Ok(false);
    };
    let Some(ty) = result(call) else { return Ok(false) };
    let size = instrument.as_wide(size, instrument.pointer_sized(), &name(call))?;
    let mut all = instrument.context.bool_type().const_all_ones();
    for function in [(READABLE, read), (WRITABLE, write)].into_iter().filter(|it| it.1) {
        let may = instrument.ask(function.0, &[at.into(), size.into()])?;
        all = instrument.builder.build_and(all, may, "may")?;
    }
    answer(instrument, inst, ty, all)?;
    Ok(true)
}

/// Answers a question about an object, if the call has the arguments for it; whether it has.
pub fn about_object<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    question: Question,
) -> Made<bool> {
    let given = llvm::arguments(call).unwrap_or_default();
    let pointers: Vec<_> = given.iter().filter(|it| it.is_pointer_value()).collect();
    let addresses: Vec<_> = pointers.iter().map(|it| it.into_pointer_value()).collect();
    let wanted = if question == Question::SameObject { 2 } else { 1 };
    let (Some(ty), true) = (result(call), [given.len(), addresses.len()] == [wanted; 2]) else {
        return Ok(false);
    };
    let name = name(call);
    if question == Question::Identity {
        return identity(instrument, inst, ty, (addresses[0], &name));
    }
    let mut known = Vec::with_capacity(wanted);
    for address in addresses {
        known.push(know(instrument, address, &name)?);
    }
    let first = &known[0];
    let value = match question {
        Question::SameObject => same(instrument, first, &known[1])?,
        Question::Offset => first.before,
        Question::Size => instrument.builder.build_int_add(first.before, first.behind, "size")?,
        Question::IsOnHeap => {
            let start = start(instrument, first)?;
            let heap = instrument.ask(ON_HEAP, &[start.into()])?;
            let some = instrument.builder.build_not(first.is_null, "some")?;
            instrument.builder.build_and(heap, some, "heap")?
        }
        Question::Lives => instrument.builder.build_not(first.is_null, "lives")?,
        Question::Identity => unreachable!("it is treated before"),
    };
    let value = fitting(instrument, value, ty, &name)?;
    answer(instrument, inst, ty, value)?;
    Ok(true)
}

/// The number of an object says only whether two are one. Where just that is asked, it is answered
/// there; elsewhere the number is that of its first byte.
fn identity<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    ty: IntType<'ctx>,
    (at, name): (PointerValue<'ctx>, &str),
) -> Made<bool> {
    let mut is_needed = false;
    for user in llvm::users(inst).into_iter().filter_map(llvm::as_instruction) {
        let compared = (0..2).filter_map(|index| asks_identity(llvm::operand(user, index)?));
        let compared: Vec<PointerValue<'ctx>> = compared.collect();
        let equality = user.get_icmp_predicate().filter(|it| is_equality(*it));
        // It was answered for the other number, or says nothing.
        if equality.is_some() && !llvm::is_used(user) {
            continue;
        }
        let (&[one, other], Some(predicate)) = (compared.as_slice(), equality) else {
            is_needed = true;
            continue;
        };
        instrument.before(user);
        let one = know(instrument, one, name)?;
        let other = know(instrument, other, name)?;
        let mut equal = same(instrument, &one, &other)?;
        if predicate == IntPredicate::NE {
            equal = instrument.builder.build_not(equal, "differ")?;
        }
        // The comparison goes with what nobody uses: who walks through the function has it still.
        llvm::replace(user, equal);
    }
    if !is_needed {
        Instrument::finish(inst)?;
        return Ok(true);
    }
    if ty.get_bit_width() < instrument.pointer_sized().get_bit_width() {
        return Ok(false);
    }
    instrument.before(inst);
    let known = know(instrument, at, name)?;
    let number = instrument.builder.build_ptr_to_int(at, instrument.pointer_sized(), "number")?;
    let number = instrument.builder.build_int_sub(number, known.before, "object")?;
    let number = fitting(instrument, number, ty, name)?;
    answer(instrument, inst, ty, number)?;
    Ok(true)
}

fn is_equality(predicate: IntPredicate) -> bool {
    matches!(predicate, IntPredicate::EQ | IntPredicate::NE)
}

/// The address of which this is the number of the object, as a call asks for it.
fn asks_identity(value: BasicValueEnum<'_>) -> Option<PointerValue<'_>> {
    let BasicValueEnum::IntValue(value) = value else { return None };
    let call = value.as_instruction().filter(|it| it.get_opcode() == InstructionOpcode::Call)?;
    let call = llvm::call(call)?;
    let callee = llvm::callee(call).filter(|callee| callee.count_basic_blocks() == 0)?;
    let asked = harness::meaning(&llvm::name(callee))?;
    match llvm::arguments(call)?.as_slice() {
        &[BasicValueEnum::PointerValue(at)] if asked == Meaning::AsksObject(Question::Identity) => {
            Some(at)
        }
        _ => None,
    }
}

/// Whether two addresses lead into one object; null leads into one of its own.
fn same<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    one: &Known<'ctx>,
    other: &Known<'ctx>,
) -> Made<IntValue<'ctx>> {
    let (first, second) = (start(instrument, one)?, start(instrument, other)?);
    let byte = instrument.pointer_sized().const_int(1, false);
    let places = [first.into(), byte.into(), second.into(), byte.into()];
    let common = instrument.ask(OVERLAP, &places)?;
    let none = instrument.builder.build_and(one.is_null, other.is_null, "none")?;
    Ok(instrument.builder.build_or(common, none, "same")?)
}

/// The first byte of an object.
fn start<'ctx>(instrument: &Instrument<'ctx, '_>, known: &Known<'ctx>) -> Made<PointerValue<'ctx>> {
    let back = instrument.builder.build_int_neg(known.before, "back")?;
    llvm::moved(&instrument.builder, known.at, back)
}

/// Asks what is known of an address, behind a check that something is.
fn know<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    at: PointerValue<'ctx>,
    name: &str,
) -> Made<Known<'ctx>> {
    let size: BasicTypeEnum<'ctx> = instrument.pointer_sized().into();
    let before = instrument.ask_for(size, OFFSET, &[at.into()])?.into_int_value();
    let behind = instrument.ask_for(size, TO_END, &[at.into()])?.into_int_value();
    let builder = &instrument.builder;
    let is_null = builder.build_is_null(at, "null")?;
    let any = builder.build_or(before, behind, "any")?;
    let inside = instrument.equals(any, any.get_type().const_zero())?;
    let some = instrument.builder.build_not(is_null, "some")?;
    let unknown = instrument.builder.build_and(inside, some, "unknown")?;
    let what = format!(
        "a call of {name} with an address that is not null and leads into no object that lives"
    );
    instrument.check(unknown, GoalKind::Unsupported(what), None)?;
    Ok(Known { at, is_null, before, behind })
}

/// A number in the type that the program declares it with, if that has all of it.
fn fitting<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    number: IntValue<'ctx>,
    ty: IntType<'ctx>,
    name: &str,
) -> Made<IntValue<'ctx>> {
    let (given, wanted) = (number.get_type().get_bit_width(), ty.get_bit_width());
    if given < wanted {
        return Ok(instrument.builder.build_int_z_extend(number, ty, "wide")?);
    }
    if given == wanted {
        return Ok(number);
    }
    // It may have a sign there.
    let bits = number.get_type().const_int((wanted - 1).into(), false);
    let high = instrument.builder.build_right_shift(number, bits, false, "high")?;
    let fits = instrument.equals(high, high.get_type().const_zero())?;
    let lost = instrument.builder.build_not(fits, "lost")?;
    let what = GoalKind::Unsupported(Instrument::with_other_types(name));
    instrument.check(lost, what, None)?;
    Ok(instrument.builder.build_int_truncate(number, ty, "low")?)
}

fn name(call: CallSiteValue<'_>) -> String {
    llvm::callee(call).map(llvm::name).unwrap_or_default()
}

/// The type of the answer.
fn result<'ctx>(call: CallSiteValue<'ctx>) -> Option<IntType<'ctx>> {
    match call.get_called_fn_type().get_return_type() {
        Some(BasicTypeEnum::IntType(ty)) => Some(ty),
        _ => None,
    }
}

/// Puts the answer in the place of the call.
fn answer<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    ty: IntType<'ctx>,
    value: IntValue<'ctx>,
) -> Outcome {
    if llvm::is_used(inst) {
        let value = match value.get_type() == ty {
            true => value,
            false => instrument.builder.build_int_z_extend(value, ty, "answer")?,
        };
        llvm::replace(inst, value);
    }
    inst.erase_from_basic_block();
    Ok(())
}
