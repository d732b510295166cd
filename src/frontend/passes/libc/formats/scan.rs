//! `sscanf`, which reads what its string holds, and `scanf`, which reads anything.

use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, PointerValue};

use super::directives::{Length, ScanDirective, ScanPart, scan_parts};
use super::{Arguments, Call, Class, Made, Target, bits, int, model, text};
use crate::frontend::FrontendError;
use crate::frontend::instrument::Instrument;

/// What the functions of the models get.
type Given<'ctx> = Vec<BasicMetadataValueEnum<'ctx>>;

/// Makes the calls for the directives of a constant format.
///
/// # Errors
/// If LLVM refuses to build a call.
pub(super) fn call<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    call: &Call<'ctx>,
    all: &[BasicValueEnum<'ctx>],
    format: &[u8],
    mut arguments: Arguments<'ctx>,
) -> Result<Made<'ctx>, FrontendError> {
    let Some(parts) = scan_parts(format) else { return Ok(Made::Nothing) };
    // C23 has numbers with the prefix 0b.
    let binary = |part: &ScanPart| matches!(part, ScanPart::Directive(it) if it.conversion == b'i');
    if call.name.starts_with("__isoc23") && parts.iter().any(binary) {
        return Ok(Made::Nothing);
    }
    let stored = |part: &&ScanPart| matches!(part, ScanPart::Directive(it) if it.stores);
    let classes = vec![Class::Pointer; parts.iter().filter(stored).count()];
    if !arguments.fit(instrument, &classes) {
        return Ok(Made::Misfit);
    }
    match (call.target, all[0]) {
        (Target::Input, _) => from_outside(instrument, &parts, &mut arguments),
        (_, BasicValueEnum::PointerValue(string)) => {
            from_string(instrument, &parts, &mut arguments, string)
        }
        _ => Ok(Made::Nothing),
    }
}

fn from_string<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    parts: &[ScanPart],
    arguments: &mut Arguments<'ctx>,
    string: PointerValue<'ctx>,
) -> Result<Made<'ctx>, FrontendError> {
    let floating = |part: &ScanPart| matches!(part, ScanPart::Directive(it) if is_floating(it));
    if instrument.rounds_dynamically && parts.iter().any(floating) {
        return Ok(Made::Nothing);
    }
    let mut at = model(instrument, None, "__format_scan_start", &[string.into()])?;
    let mut count = int(instrument, 0);
    for part in parts {
        let mut given: Given<'ctx> = vec![string.into(), at.into()];
        let function = match part {
            ScanPart::Space => "__format_scan_space",
            ScanPart::Literal(c) => {
                given.push(int(instrument, (*c).into()).into());
                "__format_scan_literal"
            }
            ScanPart::Directive(directive) if directive.conversion == b'n' => {
                let bits = int(instrument, bits(instrument, directive.length).cast_signed());
                given.push(bits.into());
                given.push(arguments.next_pointer(instrument)?.into());
                "__format_scan_position"
            }
            ScanPart::Directive(directive) => {
                given.push(int(instrument, width(directive)).into());
                let function = from_string_at(instrument, directive, &mut given)?;
                destination(instrument, directive, arguments, &mut given)?;
                function
            }
        };
        let next = model(instrument, None, function, &given)?;
        if !matches!(part, ScanPart::Space) {
            let more = match part {
                ScanPart::Directive(it) => i32::from(it.stores && it.conversion != b'n'),
                _ => 0,
            };
            let more = int(instrument, more);
            let given = [string.into(), count.into(), at.into(), next.into(), more.into()];
            count = model(instrument, None, "__format_scan_count", &given)?.into_int_value();
        }
        at = next;
    }
    Ok(Made::Result(count.into()))
}

/// The function for a directive, and what it gets between the width and the destination.
fn from_string_at<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    directive: &ScanDirective,
    given: &mut Given<'ctx>,
) -> Result<&'static str, FrontendError> {
    Ok(match directive.conversion {
        b's' => "__format_scan_string",
        b'c' => "__format_scan_characters",
        b'[' => {
            let mut absent = (1..=u8::MAX).filter(|&c| !directive.set[usize::from(c)]);
            match (absent.next(), absent.next()) {
                (Some(end), None) => {
                    given.push(int(instrument, end.into()).into());
                    "__format_scan_until"
                }
                _ => {
                    given.push(set(instrument, directive)?.into());
                    "__format_scan_set"
                }
            }
        }
        _ if is_floating(directive) => match directive.length {
            Length::Long => "__format_scan_double",
            _ => "__format_scan_float",
        },
        conversion => {
            // What strtol and its like give comes first.
            let wide = match directive.length {
                Length::LongLong => 64,
                _ => instrument.pointer_sized().get_bit_width(),
            };
            let numbers = [
                base(conversion),
                i32::from(is_signed(conversion)),
                wide.cast_signed(),
                bits(instrument, directive.length).cast_signed(),
            ];
            given.extend(
                numbers.map(|number| BasicMetadataValueEnum::from(int(instrument, number))),
            );
            "__format_scan_number"
        }
    })
}

fn from_outside<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    parts: &[ScanPart],
    arguments: &mut Arguments<'ctx>,
) -> Result<Made<'ctx>, FrontendError> {
    // How many characters have come is not known.
    let counts = |part: &ScanPart| matches!(part, ScanPart::Directive(it) if it.conversion == b'n');
    if parts.iter().any(counts) {
        return Ok(Made::Nothing);
    }
    let mut state = BasicValueEnum::from(int(instrument, 0));
    for part in parts {
        let mut given: Given<'ctx> = vec![state.into()];
        let function = match part {
            ScanPart::Space => continue,
            ScanPart::Literal(_) => "__format_input_literal",
            ScanPart::Directive(directive) => {
                let function = match directive.conversion {
                    b's' => "__format_input_string",
                    b'c' => "__format_input_characters",
                    b'[' => "__format_input_set",
                    _ => "__format_input_number",
                };
                if function == "__format_input_number" {
                    let long = instrument.context.i64_type();
                    let bits = match (is_floating(directive), directive.length) {
                        (true, Length::Long) => 64,
                        (_, length) => bits(instrument, length).cast_signed(),
                    };
                    given.push(int(instrument, is_signed(directive.conversion).into()).into());
                    given.push(int(instrument, bits).into());
                    // A sign is one of the characters.
                    let [least, most] = match directive.width {
                        0 => [u64::MAX; 2],
                        width => [width - 1, width].map(|n| largest(directive.conversion, n)),
                    };
                    given.push(long.const_int(least, false).into());
                    given.push(long.const_int(most, false).into());
                } else {
                    given.push(int(instrument, width(directive)).into());
                }
                if directive.conversion == b'[' {
                    given.push(set(instrument, directive)?.into());
                }
                destination(instrument, directive, arguments, &mut given)?;
                function
            }
        };
        state = model(instrument, None, function, &given)?;
    }
    Ok(Made::Result(model(instrument, None, "__format_input_result", &[state.into()])?))
}

/// Where the result goes, and whether it does.
fn destination<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    directive: &ScanDirective,
    arguments: &mut Arguments<'ctx>,
    given: &mut Given<'ctx>,
) -> Result<(), FrontendError> {
    let nowhere = instrument.context.ptr_type(inkwell::AddressSpace::default()).const_null();
    given.push(match directive.stores {
        true => arguments.next_pointer(instrument)?.into(),
        false => nowhere.into(),
    });
    given.push(int(instrument, directive.stores.into()).into());
    Ok(())
}

/// The address of 256 bytes that hold which characters are in a set.
fn set<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    directive: &ScanDirective,
) -> Result<PointerValue<'ctx>, FrontendError> {
    let bytes: Vec<u8> = directive.set.iter().map(|&is| u8::from(is)).collect();
    text(instrument, &bytes)
}

/// The greatest width, 0 if there is none.
fn width(directive: &ScanDirective) -> i32 {
    match (directive.conversion, directive.width) {
        (b'c', 0) => 1,
        (_, width) => width.cast_signed(),
    }
}

/// The base; 0 as in C.
fn base(conversion: u8) -> i32 {
    match conversion {
        b'i' => 0,
        b'o' => 8,
        b'x' | b'X' => 16,
        _ => 10,
    }
}

/// Whether it reads a floating-point number; these are any, as their bits are.
fn is_floating(directive: &ScanDirective) -> bool {
    directive.conversion.is_ascii_alphabetic() && b"aefg".contains(&(directive.conversion | 32))
}

fn is_signed(conversion: u8) -> bool {
    matches!(conversion, b'd' | b'i')
}

/// The largest number of so many characters without a sign.
fn largest(conversion: u8, characters: u32) -> u64 {
    let power = |base: u64, n: u32| base.checked_pow(n).map_or(u64::MAX, |power| power - 1);
    match base(conversion) {
        // With a prefix `0x`.
        0 => power(10, characters).max(power(16, characters.saturating_sub(2))),
        base => power(u64::from(base.unsigned_abs()), characters),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_number_depends_on_base_and_width() {
        assert_eq!(largest(b'd', 2), 99);
        assert_eq!(largest(b'd', 0), 0);
        assert_eq!(largest(b'x', 2), 255);
        assert_eq!(largest(b'o', 3), 511);
        assert_eq!(largest(b'i', 3), 999);
        assert_eq!(largest(b'i', 14), 16u64.pow(12) - 1);
        assert_eq!(largest(b'u', 20), u64::MAX);
    }
}
