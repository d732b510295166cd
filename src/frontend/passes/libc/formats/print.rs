//! `printf` and its like.
//!
//! Output checks what its strings are; the result, if anybody asks for it, is a failure or
//! the number of characters. `sprintf` and `snprintf` write exactly what the format says.
//! Of floating-point numbers the length of the text is known, and its digits are arbitrary; addresses
//! and wide characters as text are not modelled.

use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, IntValue, PointerValue};

use super::directives::{Directive, Length, Number, Part, print_parts};
use super::{Arguments, Call, Class, Made, Target, bits, int, model, text};
use crate::frontend::FrontendError;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::program::Property;

/// As in `models/print.c`.
const FLAGS: [(u8, i32); 5] = [(b'-', 1), (b'0', 2), (b'+', 4), (b' ', 8), (b'#', 16)];
const UPPER: i32 = 32;
const SIGNED: i32 = 64;

/// Where the text goes.
struct Sink<'ctx> {
    to: PointerValue<'ctx>,
    /// How many characters there is room for.
    most: IntValue<'ctx>,
    /// How many there are so far.
    at: IntValue<'ctx>,
}

/// A string that was read: how long it is, its precision.
type ReadString<'ctx> = (PointerValue<'ctx>, IntValue<'ctx>, IntValue<'ctx>);

/// Makes the calls for the directives of a constant format.
///
/// # Errors
/// If LLVM refuses to build a call.
pub(super) fn call<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    call: &Call<'ctx>,
    all: &[BasicValueEnum<'ctx>],
    format: &[u8],
    mut arguments: Arguments<'ctx>,
) -> Result<Made<'ctx>, FrontendError> {
    let Some(parts) = print_parts(format) else { return Ok(Made::Nothing) };
    let classes: Vec<Class> = parts.iter().flat_map(|part| classes(instrument, part)).collect();
    if matches!(arguments, Arguments::List(_)) && classes.contains(&Class::LongDouble) {
        return Ok(Made::Nothing);
    }
    if !arguments.fit(instrument, &classes) {
        return Ok(Made::Misfit);
    }
    let is_exact = parts.iter().all(is_exact);
    // How digits are rounded is known of one mode only.
    let has_text = is_exact || !instrument.rounds_dynamically && parts.iter().all(has_text);
    let long = instrument.context.i64_type();
    if let (Target::Allocated, [BasicValueEnum::PointerValue(to), ..]) = (call.target, all) {
        return match is_exact {
            true => allocated(instrument, call, *to, &parts, arguments),
            false => Ok(Made::Nothing),
        };
    }
    let (size, most) = match (call.target, all) {
        (Target::Output | Target::WideOutput, _) => (None, long.const_zero()),
        _ if !has_text => return Ok(Made::Nothing),
        (Target::Buffer, _) => (None, long.const_all_ones()),
        (_, [_, BasicValueEnum::IntValue(size), ..])
            if size.get_type() == instrument.pointer_sized() =>
        {
            let most = model(instrument, Some(long.into()), "__format_most", &[(*size).into()])?;
            (Some(*size), most.into_int_value())
        }
        _ => return Ok(Made::Nothing),
    };
    if matches!(call.target, Target::Output | Target::WideOutput) {
        return output(instrument, call, &parts, arguments, is_exact);
    }
    let BasicValueEnum::PointerValue(to) = all[0] else { return Ok(Made::Nothing) };
    let mut sink = Sink { to, most, at: long.const_zero() };
    let mut read = Vec::new();
    for part in &parts {
        read.extend(write(instrument, &mut sink, part, &mut arguments)?);
    }
    let (to, at) = (sink.to.into(), sink.at.into());
    let result = match size {
        Some(size) => model(instrument, None, "__format_end_within", &[to, size.into(), at])?,
        None => model(instrument, None, "__format_end", &[to, at])?,
    };
    apart(instrument, call.name, &sink, size, &read)?;
    Ok(Made::Result(result))
}

/// The text in new memory: its length first.
fn allocated<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    call: &Call<'ctx>,
    to: PointerValue<'ctx>,
    parts: &[Part],
    mut arguments: Arguments<'ctx>,
) -> Result<Made<'ctx>, FrontendError> {
    let (long, address) = (instrument.context.i64_type(), to.get_type());
    let mut sink =
        Sink { to: address.const_null(), most: long.const_zero(), at: long.const_zero() };
    let mut again = arguments.again(instrument, call)?;
    for part in parts {
        write(instrument, &mut sink, part, &mut again)?;
    }
    let given = [to.into(), sink.at.into()];
    let new = model(instrument, Some(address.into()), "__format_allocate", &given)?;
    let new = new.into_pointer_value();
    let given = [new.into(), sink.at.into()];
    let most = model(instrument, Some(long.into()), "__format_room", &given)?.into_int_value();
    let mut sink = Sink { to: new, most, at: long.const_zero() };
    for part in parts {
        write(instrument, &mut sink, part, &mut arguments)?;
    }
    let given = [new.into(), sink.at.into()];
    Ok(Made::Result(model(instrument, None, "__format_end_allocated", &given)?))
}

/// Output: strings are read, and nothing else is seen of it but the result.
fn output<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    call: &Call<'ctx>,
    parts: &[Part],
    mut arguments: Arguments<'ctx>,
    is_exact: bool,
) -> Result<Made<'ctx>, FrontendError> {
    let long = instrument.context.i64_type();
    let nowhere = instrument.context.ptr_type(inkwell::AddressSpace::default()).const_null();
    let mut sink = Sink { to: nowhere, most: long.const_zero(), at: long.const_zero() };
    if is_exact && super::llvm::is_used(call.inst) {
        for part in parts {
            write(instrument, &mut sink, part, &mut arguments)?;
        }
        return Ok(Made::Result(model(instrument, None, "__format_outcome", &[sink.at.into()])?));
    }
    for part in parts {
        let Part::Directive(directive) = part else { continue };
        if directive.width == Number::Argument {
            arguments.next_int(instrument, 32)?;
        }
        let precision = number(instrument, directive.precision, &mut arguments)?;
        let argument = arguments.next(instrument, class(instrument, directive))?;
        if let (b's', BasicValueEnum::PointerValue(string)) = (directive.conversion, argument) {
            let given = [string.into(), precision.into()];
            let wide = directive.length == Length::Long;
            let length = if wide { "__format_wide_length" } else { "__format_length" };
            model(instrument, Some(long.into()), length, &given)?;
        }
    }
    if super::llvm::is_used(call.inst) {
        return Ok(Made::Result(model(instrument, None, "__format_unknown_outcome", &[])?));
    }
    Ok(Made::Result(int(instrument, 0).into()))
}

/// Whether the text of a part is known.
fn is_exact(part: &Part) -> bool {
    match part {
        Part::Text(_) => true,
        Part::Directive(Directive { conversion: b'c' | b's', length, .. }) => {
            *length == Length::Int
        }
        Part::Directive(directive) => b"diuxXo".contains(&directive.conversion),
    }
}

/// Whether the text of a part is written: that of a floating-point number is arbitrary, of the right
/// length.
fn has_text(part: &Part) -> bool {
    let is_small = |number| match number {
        Number::Absent => true,
        Number::Given(number) => number < 100,
        Number::Argument => false,
    };
    let is_text = |directive: &Directive| {
        b"aAeEfFgG".contains(&directive.conversion)
            && directive.length != Length::LongDouble
            && is_small(directive.width)
            && is_small(directive.precision)
    };
    is_exact(part) || matches!(part, Part::Directive(directive) if is_text(directive))
}

/// What arguments a part takes.
fn classes(instrument: &Instrument<'_, '_>, part: &Part) -> Vec<Class> {
    let Part::Directive(directive) = part else { return Vec::new() };
    let stars = [directive.width, directive.precision].into_iter();
    let stars = stars.filter(|&number| number == Number::Argument).map(|_| Class::Int(32));
    stars.chain([class(instrument, directive)]).collect()
}

fn class(instrument: &Instrument<'_, '_>, directive: &Directive) -> Class {
    match (directive.conversion, directive.length) {
        (b's' | b'p', _) => Class::Pointer,
        (b'c', _) => Class::Int(32),
        (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', length) => {
            Class::Int(bits(instrument, length).max(32))
        }
        (_, Length::LongDouble) => Class::LongDouble,
        _ => Class::Double,
    }
}

/// A width or a precision: 0 and -1 say that there is none.
fn number<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    number: Number,
    arguments: &mut Arguments<'ctx>,
) -> Result<IntValue<'ctx>, FrontendError> {
    Ok(match number {
        Number::Absent => int(instrument, -1),
        Number::Given(number) => int(instrument, number.cast_signed()),
        Number::Argument => arguments.next_int(instrument, 32)?,
    })
}

/// Writes a part; tells what string it has read.
fn write<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    sink: &mut Sink<'ctx>,
    part: &Part,
    arguments: &mut Arguments<'ctx>,
) -> Result<Option<ReadString<'ctx>>, FrontendError> {
    let long = instrument.context.i64_type();
    let mut given: Vec<BasicMetadataValueEnum<'ctx>> =
        vec![sink.to.into(), sink.most.into(), sink.at.into()];
    let mut read = None;
    let function = match part {
        Part::Text(bytes) => {
            let length = long.const_int(bytes.len() as u64, false);
            given.push(text(instrument, bytes)?.into());
            given.push(length.into());
            "__format_text"
        }
        Part::Directive(directive) => {
            let conversion = directive.conversion;
            let width = match directive.width {
                Number::Absent => int(instrument, 0),
                width => number(instrument, width, arguments)?,
            };
            let precision = number(instrument, directive.precision, arguments)?;
            let argument = arguments.next(instrument, class(instrument, directive))?;
            let mut flags = 0;
            for (letter, flag) in FLAGS {
                flags |= if directive.flags.contains(&letter) { flag } else { 0 };
            }
            flags |= if conversion == b'X' { UPPER } else { 0 };
            let is_signed = matches!(conversion, b'd' | b'i');
            flags |= if is_signed { SIGNED } else { 0 };
            let bits = bits(instrument, directive.length);
            let value = match argument {
                BasicValueEnum::IntValue(value) if conversion != b'c' => {
                    let wide = !matches!(conversion, b'd' | b'i' | b'u') || bits > 32;
                    let to = instrument.int(if wide { 64 } else { 32 });
                    let low = instrument.builder.build_int_cast(value, instrument.int(bits), "low");
                    instrument.builder.build_int_cast_sign_flag(low?, to, is_signed, "wide")?.into()
                }
                value => value,
            };
            given.push(value.into());
            given.push(int(instrument, flags).into());
            given.push(width.into());
            if conversion != b'c' {
                given.push(precision.into());
            }
            match (conversion, value) {
                (b's', BasicValueEnum::PointerValue(string)) => {
                    if instrument.requested(Property::Overlap) {
                        let given = [string.into(), precision.into()];
                        let n = model(instrument, Some(long.into()), "__format_length", &given)?;
                        read = Some((string, n.into_int_value(), precision));
                    }
                    "__format_string"
                }
                (b'c', _) => "__format_character",
                (letter, BasicValueEnum::FloatValue(_)) => {
                    given.push(int(instrument, letter.into()).into());
                    "__format_floating"
                }
                (b'x' | b'X', _) => "__format_hexadecimal",
                (b'o', _) => "__format_octal",
                _ if bits > 32 => "__format_decimal64",
                _ => "__format_decimal32",
            }
        }
    };
    sink.at = model(instrument, Some(long.into()), function, &given)?.into_int_value();
    Ok(read)
}

/// Checks that what was read is apart from what was written (C17 7.21.6.6p2).
fn apart<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    name: &str,
    sink: &Sink<'ctx>,
    size: Option<IntValue<'ctx>>,
    read: &[ReadString<'ctx>],
) -> Outcome {
    let word = instrument.pointer_sized();
    let size = size.unwrap_or(word.const_all_ones());
    for &(string, n, precision) in read {
        let given = [size.into(), sink.at.into()];
        let written = model(instrument, Some(word.into()), "__format_extent", &given)?;
        let given = [n.into(), precision.into()];
        let bytes = model(instrument, Some(word.into()), "__format_read", &given)?;
        let (written, bytes) = (written.into_int_value(), bytes.into_int_value());
        let places = [sink.to.into(), written.into(), string.into(), bytes.into()];
        instrument.check_apart(&places, name)?;
    }
    Ok(())
}
