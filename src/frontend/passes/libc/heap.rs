//! The heap: `malloc`, `calloc`, `free` in terms of allocation sites.
//!
//! Each call of an allocating function is a site with a number of objects of its own
//! ([`crate::program::AllocationSite`]); running past them, or past the largest object that is
//! modelled, is a bound. `malloc` succeeds (as in SV-COMP) for sizes that there are objects of,
//! unless the options say that it may fail. What is built from these
//! (`realloc`, `strdup`) is written in C, see [`super::models`].

use inkwell::IntPredicate;
use inkwell::module::Linkage;
use inkwell::types::{AnyType, IntType};
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue, InstructionOpcode,
    InstructionValue, IntValue, PointerValue,
};

use crate::frontend::clang::module::{MODEL, is_marked};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};
use crate::program::runtime::{
    ALLOCATE, ALLOCATE_ZEROED, ALLOCATION, ARRAY, AVAILABLE, END_ASSUMPTION, FITS, FREE, FREEABLE,
    STACK_ALLOCATION,
};
use crate::program::{
    AssumptionKind, Bound, GoalKind, InputKind, ModelLimit, Property, most_bytes,
};

/// Whether a function of this name is one of the heap.
pub fn is_allocation(name: &str) -> bool {
    ["malloc", "aligned_alloc", "memalign", "calloc", "free", "cfree"].contains(&name)
}

/// Replaces a call of the function of this name, if it is one of the heap; tells
/// whether it was.
pub fn call<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    name: &str,
) -> Result<bool, FrontendError> {
    let arguments = llvm::arguments(call).unwrap_or_default();
    let request = match (name, arguments.as_slice()) {
        ("malloc", [BasicValueEnum::IntValue(size)])
        | ("memalign", [_, BasicValueEnum::IntValue(size)]) => {
            let size = length(instrument, *size, name)?;
            Request { size, fails: too_large(instrument, size)?, place: Place::Heap }
        }
        (
            "aligned_alloc",
            [BasicValueEnum::IntValue(alignment), BasicValueEnum::IntValue(size)],
        ) => {
            let size = length(instrument, *size, name)?;
            let is_none = is_no_alignment(instrument, *alignment)?;
            let too_large = too_large(instrument, size)?;
            let fails = instrument.builder.build_or(is_none, too_large, "fails")?;
            Request { size, fails, place: Place::Heap }
        }
        ("calloc", [BasicValueEnum::IntValue(count), BasicValueEnum::IntValue(size)]) => {
            let (count, size) =
                (length(instrument, *count, name)?, length(instrument, *size, name)?);
            let (size, lost) = product(instrument, count, size)?;
            let too_large = too_large(instrument, size)?;
            let fails = instrument.builder.build_or(lost, too_large, "large")?;
            Request { size, fails, place: Place::ZeroedHeap }
        }
        ("free" | "cfree", [BasicValueEnum::PointerValue(pointer)]) => {
            free(instrument, *pointer)?;
            return finish(instrument, inst, None, name);
        }
        _ => return Ok(false),
    };
    let new = make(instrument, inst, request)?;
    if let ("aligned_alloc", [BasicValueEnum::IntValue(alignment), _]) =
        (name, arguments.as_slice())
    {
        instrument.before(inst);
        assume_aligned(instrument, new, *alignment)?;
    }
    finish(instrument, inst, Some(new), name)
}

fn free<'ctx>(instrument: &mut Instrument<'ctx, '_>, pointer: PointerValue<'ctx>) -> Outcome {
    let pointer = pointer.into();
    let freeable = instrument.ask(FREEABLE, &[pointer])?;
    let bad = instrument.builder.build_not(freeable, "bad")?;
    let what = "free of what is not the start of a living heap object";
    let kind = if instrument.requested(Property::ValidFree) {
        Instrument::check_kind(Property::ValidFree, what)
    } else {
        GoalKind::Unsupported(format!("a {what}, whose behaviour is undefined"))
    };
    if !instrument.ends_undefined(&kind, bad)? {
        instrument.check(bad, kind, None)?;
    }
    instrument.tell(FREE, &[pointer])
}

/// Removes the call, and lets the result stand for its value. A program that declares another
/// type of result, and uses it, gets what is not modelled, but for an integer as wide as a pointer (an
/// `int` on 32-bit machines, where nothing declares the function).
fn finish<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    result: Option<BasicValueEnum<'ctx>>,
    name: &str,
) -> Result<bool, FrontendError> {
    let result = match (result, llvm::result(inst)) {
        (Some(BasicValueEnum::PointerValue(new)), Some(BasicValueEnum::IntValue(wanted)))
            if wanted.get_type() == instrument.pointer_sized() =>
        {
            instrument.before(inst);
            Some(instrument.builder.build_ptr_to_int(new, wanted.get_type(), "number")?.into())
        }
        (result, _) => result,
    };
    match result.filter(|result| result.get_type().as_any_type_enum() == inst.get_type()) {
        Some(result) if llvm::is_used(inst) => llvm::replace(inst, result),
        None if llvm::is_used(inst) => {
            instrument.unsupported(inst, Instrument::with_other_types(name))?;
            return Ok(true);
        }
        _ => {}
    }
    inst.erase_from_basic_block();
    Ok(true)
}

/// A number of bytes, or of elements, as a `size_t`.
fn length<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    number: IntValue<'ctx>,
    name: &str,
) -> Result<IntValue<'ctx>, FrontendError> {
    let ty = instrument.pointer_sized();
    instrument.as_wide(number, ty, name)
}

/// Whether there is no object of so many bytes: on 64-bit machines there are not so many addresses.
/// On others C implementations give no more than PTRDIFF_MAX (glibc since 2.30, musl), as
/// differences of addresses in it could not be told.
fn too_large<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    size: IntValue<'ctx>,
) -> Result<IntValue<'ctx>, FrontendError> {
    let ty = size.get_type();
    let (is_more, most) = match ty.get_bit_width() {
        width @ 64.. => (IntPredicate::UGT, ty.const_int(most_bytes(width), false)),
        _ => (IntPredicate::SLT, ty.const_zero()),
    };
    Ok(instrument.builder.build_int_compare(is_more, size, most, "large")?)
}

/// Lets the number of a new address be a multiple of a power of two, where anybody asks for numbers
/// of addresses.
fn assume_aligned<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    new: BasicValueEnum<'ctx>,
    alignment: IntValue<'ctx>,
) -> Outcome {
    let functions = instrument.functions().into_iter();
    let mut asked = functions.filter(|it| !is_marked(*it, MODEL)).flat_map(llvm::instructions);
    let is_asked = asked.any(|inst| inst.get_opcode() == InstructionOpcode::PtrToInt);
    if !is_asked && !instrument.requested(Property::Alignment) {
        return Ok(());
    }
    let (number, builder) = (instrument.pointer_sized(), &instrument.builder);
    let address = builder.build_ptr_to_int(new.into_pointer_value(), number, "number")?;
    let below =
        builder.build_int_sub(alignment, alignment.get_type().const_int(1, false), "below")?;
    let below = builder.build_int_cast_sign_flag(below, number, false, "below")?;
    let low = builder.build_and(address, below, "low")?;
    let is_odd = builder.build_int_compare(IntPredicate::NE, low, number.const_zero(), "odd")?;
    instrument.stop_if(is_odd, END_ASSUMPTION)
}

/// Whether a number is no power of two: such an alignment is refused (C17 7.22.3.1p2).
fn is_no_alignment<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    alignment: IntValue<'ctx>,
) -> Result<IntValue<'ctx>, FrontendError> {
    let (builder, ty) = (&instrument.builder, alignment.get_type());
    let below = builder.build_int_sub(alignment, ty.const_int(1, false), "below")?;
    let shared = builder.build_and(alignment, below, "shared")?;
    let several =
        builder.build_int_compare(IntPredicate::NE, shared, ty.const_zero(), "several")?;
    let none = instrument.equals(alignment, ty.const_zero())?;
    Ok(builder.build_or(several, none, "odd")?)
}

/// What a call of an allocating function asks for.
#[derive(Clone, Copy)]
struct Request<'ctx> {
    size: IntValue<'ctx>,
    /// Whether there can't be such an object.
    fails: IntValue<'ctx>,
    place: Place<'ctx>,
}

/// A new object, or null if it is too large or if that may be.
fn make<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    Request { size, mut fails, place }: Request<'ctx>,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    if instrument.options.malloc_may_fail {
        let kind = InputKind::External("no memory is left".to_owned());
        let none_left = instrument.choice(1, kind)?;
        fails = instrument.builder.build_or(fails, none_left, "fails")?;
    } else {
        let what = "an allocation that is not too large succeeds (option --malloc-may-fail)";
        instrument.assume(AssumptionKind::MemorySuffices, what.to_owned(), llvm::location(inst));
    }
    match fails.get_zero_extended_constant() {
        Some(0) => return allocate(instrument, size, place),
        Some(_) => {
            let pointer = instrument.context.ptr_type(inkwell::AddressSpace::default());
            return Ok(pointer.const_null().into());
        }
        None => {}
    }
    let fallible = fallible(instrument, size.get_type(), place)?;
    instrument.before(inst);
    let call = instrument.builder.build_call(fallible, &[fails.into(), size.into()], "new")?;
    Ok(call.try_as_basic_value().expect_basic("it has a value"))
}

/// `ptr name(i1 fails, iP size) { return fails ? NULL : allocate(size); }`
fn fallible<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    size: IntType<'ctx>,
    place: Place<'_>,
) -> Result<FunctionValue<'ctx>, FrontendError> {
    let (_, function) = place.functions();
    let name = format!("{function}_or_fail");
    if let Some(known) = instrument.module.get_function(&name) {
        return Ok(known);
    }
    let context = instrument.context;
    let pointer = context.ptr_type(inkwell::AddressSpace::default());
    let ty = pointer.fn_type(&[context.bool_type().into(), size.into()], false);
    let made = instrument.module.add_function(&name, ty, Some(Linkage::Internal));
    let block = |name| context.append_basic_block(made, name);
    let (entry, none, some) = (block("entry"), block("none"), block("some"));
    let [fails, size] = made.get_params()[..] else { unreachable!("it has two parameters") };
    instrument.builder.unset_current_debug_location();
    instrument.builder.position_at_end(entry);
    instrument.builder.build_conditional_branch(fails.into_int_value(), none, some)?;
    instrument.builder.position_at_end(none);
    instrument.builder.build_return(Some(&pointer.const_null()))?;
    instrument.builder.position_at_end(some);
    let new = allocate(instrument, size.into_int_value(), place)?;
    instrument.builder.build_return(Some(&new))?;
    Ok(made)
}

/// Where a new object is, and what it holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place<'n> {
    /// On the heap, holding anything.
    Heap,
    /// On the heap, holding zeros.
    ZeroedHeap,
    /// On the stack, holding anything.
    Stack,
    /// The array that a parameter of this name leads to, holding anything.
    Parameter(&'n str),
}

impl Place<'_> {
    /// The functions that stand for a site there, and for a new object.
    fn functions(self) -> (&'static str, &'static str) {
        match self {
            Place::Heap => (ALLOCATION, ALLOCATE),
            Place::ZeroedHeap => (ALLOCATION, ALLOCATE_ZEROED),
            Place::Stack | Place::Parameter(_) => (STACK_ALLOCATION, ALLOCATE),
        }
    }
}

/// A new object of so many bytes.
pub fn allocate<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    size: IntValue<'ctx>,
    place: Place<'_>,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let size: BasicMetadataValueEnum<'ctx> = size.into();
    let (site, function) = place.functions();
    let number = instrument.context.i32_type();
    let site = instrument.ask_for(number.into(), site, &[size])?.into_int_value();
    if let Place::Parameter(name) = place {
        site.set_name(&format!("{ARRAY}{name}"));
    }
    let site = site.into();
    let bounds = [
        (
            FITS,
            vec![site, size],
            ModelLimit::AllocationSize,
            "an object of a size that is not constant and larger than what is modelled",
        ),
        (
            AVAILABLE,
            vec![site],
            ModelLimit::Allocations,
            "more objects from one allocation in a loop than are modelled",
        ),
    ];
    for (question, arguments, limit, what) in bounds {
        let good = instrument.ask(question, &arguments)?;
        let bad = instrument.builder.build_not(good, "bad")?;
        instrument.check(bad, GoalKind::Bound(Bound::of(limit, what)), None)?;
    }
    let pointer = instrument.context.ptr_type(inkwell::AddressSpace::default());
    instrument.ask_for(pointer.into(), function, &[site, size])
}

/// The product of two sizes, and whether it does not fit.
pub fn product<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    count: IntValue<'ctx>,
    size: IntValue<'ctx>,
) -> Result<(IntValue<'ctx>, IntValue<'ctx>), FrontendError> {
    let ty = size.get_type();
    let double = instrument.int(2 * ty.get_bit_width());
    let builder = &instrument.builder;
    let (a, b) = (
        builder.build_int_z_extend(count, double, "wide")?,
        builder.build_int_z_extend(size, double, "wide")?,
    );
    let product = builder.build_int_mul(a, b, "product")?;
    let low = builder.build_int_truncate(product, ty, "size")?;
    let back = builder.build_int_z_extend(low, double, "back")?;
    let lost = builder.build_int_compare(IntPredicate::NE, back, product, "lost")?;
    Ok((low, lost))
}
