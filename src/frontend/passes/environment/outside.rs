//! What the surroundings hand to a program: the arguments of `main`, strings of the environment.
//!
//! Neither how many there are is bounded nor how long they are, but only the first few are
//! modelled, and of each its first characters. What lies behind is an *edge*: bytes that exist,
//! as many as the surroundings chose, but that have no cells. An access that touches one is a
//! bound point ([`edges::check`], before the access is checked to be valid), so a verdict never rests on
//! what they hold. A program that compares an argument with shorter words never gets there, nor
//! does one that asks `strlen` or prints it: how many bytes an edge has is known ([`REST`]).
//!
//! `argv` is another object for each number of arguments, of just as many elements, so what lies
//! behind its null pointer is not valid. The object of a string has the same size for strings of
//! any length: reads behind the end of a short one are not reported.

use inkwell::IntPredicate;
use inkwell::module::Linkage;
use inkwell::types::BasicType;
use inkwell::values::{BasicValueEnum, FunctionValue, GlobalValue, IntValue, PointerValue};

use crate::frontend::instrument::{Edge, Instrument, Outcome};
use crate::frontend::passes::checks::edges;
use crate::frontend::{FrontendError, llvm};
use crate::program::runtime::{BEYOND, REST, STRING};
use crate::program::{AssumptionKind, Bound, InputKind, ModelLimit, Property};
use crate::support::limits;

/// An edge of a string has fewer than `2^17` bytes: Linux takes no longer argument
/// (`MAX_ARG_STRLEN`).
const REST_BITS: u32 = 17;

/// More than any access through such a pointer reaches in one step.
const BEYOND_BYTES: u32 = 1 << 16;

/// A new variable of the program; nothing in it changes what the program means by its own.
fn variable<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    ty: impl BasicType<'ctx>,
    name: &str,
) -> GlobalValue<'ctx> {
    let ty = ty.as_basic_type_enum();
    let global = instrument.module.add_global(ty, None, name);
    global.set_initializer(&ty.const_zero());
    global.set_linkage(Linkage::Internal);
    global
}

/// Adds the edge of an object.
fn edge<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    object: GlobalValue<'ctx>,
    from: u64,
    bound: Bound,
) -> GlobalValue<'ctx> {
    let name = format!("{}: rest", llvm::text(object.get_name()));
    let bytes = variable(instrument, instrument.pointer_sized(), &name);
    instrument.edges.push(Edge { object, from, bytes, bound });
    bytes
}

/// What pointers lead to that are more steps away from a parameter of the entry function than
/// are modelled; no access to it is.
pub fn beyond<'ctx>(instrument: &mut Instrument<'ctx, '_>) -> PointerValue<'ctx> {
    let global = instrument.module.get_global(BEYOND).unwrap_or_else(|| {
        let ty = instrument.context.i8_type().array_type(BEYOND_BYTES);
        let global = variable(instrument, ty, BEYOND);
        let what = "an access through a pointer that is more steps away from one from outside than \
                    are modelled, or leads to one object more";
        let bytes = edge(instrument, global, 0, Bound::of(ModelLimit::OutsideObjects, what));
        bytes.set_initializer(&instrument.pointer_sized().const_int(BEYOND_BYTES.into(), false));
        global
    });
    global.as_pointer_value()
}

/// Makes the bodies of what models call. Comes behind all other edges.
///
/// # Errors
/// If LLVM refuses to build one.
pub fn define(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let wanted = |name: &str| instrument.module.get_function(name);
    let (string, rest) = (wanted(STRING), wanted(REST));
    let position = instrument.builder.get_insert_block();
    instrument.builder.unset_current_debug_location();
    if let Some(function) = string {
        start(instrument, function);
        let string = Text::new(instrument, "value of an environment variable")?;
        string.choose(instrument)?;
        instrument.builder.build_return(Some(&string.object.as_pointer_value()))?;
    }
    if let Some(function) = rest {
        start(instrument, function);
        let mut result = instrument.pointer_sized().const_zero();
        if let Some(BasicValueEnum::PointerValue(at)) = function.get_first_param() {
            let one = instrument.pointer_sized().const_int(1, false);
            for edge in instrument.edges.clone() {
                // Only the first byte is there in a native run.
                let here = edges::touched(instrument, &edge, (at, one), one)?;
                let bytes = edges::bytes(instrument, &edge)?;
                let either = instrument.builder.build_select(here, bytes, result, "rest")?;
                result = either.into_int_value();
            }
        }
        instrument.builder.build_return(Some(&result))?;
    }
    if let Some(block) = position {
        instrument.builder.position_at_end(block);
    }
    Ok(())
}

/// Lets the builder stand in the body of a function that has none yet.
fn start<'ctx>(instrument: &Instrument<'ctx, '_>, function: FunctionValue<'ctx>) {
    function.set_linkage(Linkage::Internal);
    instrument.builder.position_at_end(instrument.context.append_basic_block(function, "entry"));
}

/// A string from outside.
struct Text<'ctx> {
    object: GlobalValue<'ctx>,
    rest: GlobalValue<'ctx>,
    name: String,
}

impl<'ctx> Text<'ctx> {
    fn new(instrument: &mut Instrument<'ctx, '_>, name: &str) -> Result<Self, FrontendError> {
        let length = instrument.options.limits.string;
        let ty = instrument.context.i8_type().array_type(length + 1);
        if instrument.requested(Property::Uninit) && !instrument.is_splittable(ty.into()) {
            let message = "with uninit, --max-string must be smaller: strings are written byte by \
                           byte";
            return Err(FrontendError::Input(message.to_owned()));
        }
        let object = variable(instrument, ty, name);
        let what = format!(
            "a string from outside of {length} or more characters is read or changed there"
        );
        let bound = Bound::of(ModelLimit::StringLength, what);
        let rest = edge(instrument, object, length.into(), bound);
        Ok(Self { object, rest, name: name.to_owned() })
    }

    /// Inserts: it is any string.
    fn choose(&self, instrument: &mut Instrument<'ctx, '_>) -> Outcome {
        let length = instrument.options.limits.string;
        let ty = instrument.context.i8_type().array_type(length);
        let place = self.object.as_pointer_value();
        instrument.scramble(place, ty.into(), &InputKind::External(self.name.clone()))?;
        let end = at(instrument, place, length.into())?;
        instrument.builder.build_store(end, instrument.context.i8_type().const_zero())?;
        let kind = InputKind::External(format!("further characters of {}", self.name));
        let more = instrument.choice(REST_BITS, kind)?;
        let size = instrument.pointer_sized();
        let more = instrument.builder.build_int_z_extend(more, size, "more")?;
        let bytes = instrument.builder.build_int_add(more, size.const_int(1, false), "bytes")?;
        instrument.builder.build_store(self.rest.as_pointer_value(), bytes)?;
        Ok(())
    }
}

/// How many bits the number of arguments has: each takes an address in memory.
pub fn count_bits(instrument: &Instrument<'_, '_>, width: u32) -> u32 {
    (width - 1).min(instrument.pointer_sized().get_bit_width() - 2)
}

/// Inserts: the strings of the environment, any number of them. Gives the address of the first
/// pointer.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn environment<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let kind = InputKind::External("number of environment strings".to_owned());
    let ty = instrument.context.i32_type();
    let bits = count_bits(instrument, ty.get_bit_width());
    let bits = instrument.choice(bits, kind)?;
    let count = instrument.builder.build_int_z_extend(bits, ty, "count")?;
    strings(instrument, count, "environment string")
}

/// Inserts: so many strings, and null behind them. Gives the address of the first pointer.
pub fn strings<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    count: IntValue<'ctx>,
    name: &str,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let what = format!(
        "each {name} is in an object of at least {} bytes, however short it is",
        instrument.options.limits.string + 1
    );
    instrument.assume(AssumptionKind::ProgramArguments, what, None);
    let mut all = Vec::new();
    for number in 0..limits::OUTSIDE_STRINGS {
        let string = Text::new(instrument, &format!("{name} {number}"))?;
        string.choose(instrument)?;
        all.push(string.object.as_pointer_value());
    }
    let many = pointers(instrument, &all, &format!("{name}s"))?;
    let (size, step) = (instrument.pointer_sized(), instrument.layout.get_pointer_byte_size(None));
    let bound = Bound::fixed(format!("more than {} {name}s", limits::OUTSIDE_STRINGS));
    let rest = edge(instrument, many, limits::OUTSIDE_STRINGS * u64::from(step), bound);
    let wide = instrument.builder.build_int_cast_sign_flag(count, size, false, "count")?;
    let more = size.const_int(limits::OUTSIDE_STRINGS - 1, false);
    let more = instrument.builder.build_int_sub(wide, more, "more")?;
    let step = size.const_int(step.into(), false);
    let bytes = instrument.builder.build_int_mul(more, step, "bytes")?;
    instrument.builder.build_store(rest.as_pointer_value(), bytes)?;
    let mut chosen: BasicValueEnum<'ctx> = many.as_pointer_value().into();
    for few in 0..=limits::OUTSIDE_STRINGS {
        let object = pointers(instrument, &all[..few as usize], &format!("{few} {name}s"))?;
        let number = count.get_type().const_int(few, false);
        let builder = &instrument.builder;
        let is = builder.build_int_compare(IntPredicate::EQ, count, number, "is")?;
        let others = chosen.into_pointer_value();
        chosen = builder.build_select(is, object.as_pointer_value(), others, name)?;
    }
    Ok(chosen)
}

/// An array of these addresses, and null behind them.
fn pointers<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    all: &[PointerValue<'ctx>],
    name: &str,
) -> Result<GlobalValue<'ctx>, FrontendError> {
    let pointer = instrument.context.ptr_type(inkwell::AddressSpace::default());
    let object = variable(instrument, pointer.array_type(all.len() as u32 + 1), name);
    for (index, string) in (0u64..).zip(all) {
        let step = u64::from(instrument.layout.get_pointer_byte_size(None));
        let place = at(instrument, object.as_pointer_value(), index * step)?;
        instrument.builder.build_store(place, *string)?;
    }
    Ok(object)
}

/// So many bytes behind the start of an object that has as many.
pub fn at<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    object: PointerValue<'ctx>,
    offset: u64,
) -> Result<PointerValue<'ctx>, FrontendError> {
    llvm::part(&instrument.builder, object, offset, "part")
}
