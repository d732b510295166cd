//! The heap: `malloc`, `calloc`, `free` in terms of allocation sites.
//!
//! Each call of an allocating function is a site with a number of objects of its own
//! ([`crate::program::Pool`]); running past them, or past the largest object that is
//! modelled, is a bound. `malloc` succeeds (as in SV-COMP), unless the options say that it
//! may fail. What is built from these
//! (`realloc`, `strdup`) is written in C, see [`super::models`].

use inkwell::module::Linkage;
use inkwell::types::IntType;
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue, InstructionValue,
    IntValue,
};

use super::instrument::Instrument;
use super::sites::{
    ALLOCATE, ALLOCATE_ZEROED, ALLOCATION, AVAILABLE, FITS, FREE, FREEABLE, STACK_ALLOCATION,
};
use super::{FrontendError, raw};
use crate::program::{GoalKind, InputKind, Property};

/// Replaces a call of the function of this name, if it is one of the heap; tells
/// whether it was.
pub fn call<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    name: &str,
) -> Result<bool, FrontendError> {
    let arguments = raw::arguments(call).unwrap_or_default();
    let result = match (name, arguments.as_slice()) {
        ("malloc", [BasicValueEnum::IntValue(size)])
        | ("aligned_alloc" | "memalign", [_, BasicValueEnum::IntValue(size)]) => {
            Some(make(instrument, inst, *size, Place::Heap)?)
        }
        ("calloc", [BasicValueEnum::IntValue(count), BasicValueEnum::IntValue(size)]) => {
            let what = "a calloc of more bytes than there are addresses";
            let size = product(instrument, *count, *size, what)?;
            Some(make(instrument, inst, size, Place::ZeroedHeap)?)
        }
        ("free" | "cfree", [BasicValueEnum::PointerValue(pointer)]) => {
            let pointer = (*pointer).into();
            let freeable = instrument.ask(FREEABLE, &[pointer])?;
            let bad = instrument.builder.build_not(freeable, "bad")?;
            let what = "free of what is not the start of a living heap object";
            let kind = if instrument.requested(Property::ValidFree) {
                Instrument::check_kind(Property::ValidFree, what)
            } else {
                GoalKind::Unsupported(format!("a {what}, whose behaviour is undefined"))
            };
            instrument.check(bad, kind, None)?;
            instrument.tell(FREE, &[pointer])?;
            None
        }
        _ => return Ok(false),
    };
    if let Some(pointer) = result
        && raw::is_used(inst)
    {
        raw::replace(inst, pointer);
    }
    inst.erase_from_basic_block();
    Ok(true)
}

/// A new object, or null if that may be.
fn make<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    size: IntValue<'ctx>,
    place: Place,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    if !instrument.options.malloc_may_fail {
        return allocate(instrument, size, place);
    }
    let fallible = fallible(instrument, size.get_type(), place)?;
    instrument.before(inst);
    let fails = instrument.choice(1, InputKind::External("no memory is left".to_owned()))?;
    let call = instrument.builder.build_call(fallible, &[fails.into(), size.into()], "new")?;
    Ok(call.try_as_basic_value().expect_basic("it has a value"))
}

/// `ptr name(i1 fails, iP size) { return fails ? NULL : allocate(size); }`
fn fallible<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    size: IntType<'ctx>,
    place: Place,
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
pub enum Place {
    /// On the heap, holding anything.
    Heap,
    /// On the heap, holding zeros.
    ZeroedHeap,
    /// On the stack, holding anything.
    Stack,
}

impl Place {
    /// The functions that stand for a site there, and for a new object.
    fn functions(self) -> (&'static str, &'static str) {
        match self {
            Place::Heap => (ALLOCATION, ALLOCATE),
            Place::ZeroedHeap => (ALLOCATION, ALLOCATE_ZEROED),
            Place::Stack => (STACK_ALLOCATION, ALLOCATE),
        }
    }
}

/// A new object of so many bytes.
pub fn allocate<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    size: IntValue<'ctx>,
    place: Place,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let size: BasicMetadataValueEnum<'ctx> = size.into();
    let (site, function) = place.functions();
    let number = instrument.context.i32_type();
    let site = instrument.ask_for(number.into(), site, &[size])?.into_int_value().into();
    let bounds = [
        (
            FITS,
            vec![site, size],
            "an object of a size that is not constant and larger than what \
            is modelled (option --max-allocation)",
        ),
        (
            AVAILABLE,
            vec![site],
            "more objects from one allocation in a loop than are modelled \
            (option --allocations)",
        ),
    ];
    for (question, arguments, what) in bounds {
        let good = instrument.ask(question, &arguments)?;
        let bad = instrument.builder.build_not(good, "bad")?;
        instrument.check(bad, GoalKind::Bound(what.to_owned()), None)?;
    }
    let pointer = instrument.context.ptr_type(inkwell::AddressSpace::default());
    instrument.ask_for(pointer.into(), function, &[site, size])
}

/// The product of two sizes; one that does not fit is more than any memory has, as `what`
/// says.
pub fn product<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    count: IntValue<'ctx>,
    size: IntValue<'ctx>,
    what: &str,
) -> Result<IntValue<'ctx>, FrontendError> {
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
    let lost = builder.build_int_compare(inkwell::IntPredicate::NE, back, product, "lost")?;
    instrument.check(lost, GoalKind::Unsupported(what.to_owned()), None)?;
    Ok(low)
}
