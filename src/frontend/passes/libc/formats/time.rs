//! `strftime` (C17 7.27.3.5): each directive of a constant format writes a number or a name.
//!
//! What depends on a locale is that of the locale "C", in programs that choose none.

use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, IntValue, PointerValue};

use super::{Made, int, model, text};
use crate::frontend::instrument::Instrument;
use crate::frontend::{FrontendError, llvm};

/// As in `models/print.c`: blanks are zeros; numbers have a sign.
const ZERO: i32 = 2;
const SIGNED: i32 = 64;

/// A member of `struct tm`: how many bytes it lies behind the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Second = 0,
    Minute = 4,
    Hour = 8,
    Day = 12,
    Month = 16,
    Year = 20,
    DayOfWeek = 24,
    DayOfYear = 28,
}

/// What a directive writes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(Vec<u8>),
    /// The result of a model on the member, in a field of this width that is filled up with zeros
    /// or blanks.
    Number(Field, &'static str, i32, i32),
    /// A name for the member, or the first three letters of it.
    Name(Field, bool),
    /// Whether it is before or after noon.
    Noon,
}

/// Functions that give a name to choose a locale by.
const CHOOSING: [&str; 3] = ["setlocale", "uselocale", "newlocale"];

/// Makes the calls for the directives.
///
/// # Errors
/// If LLVM refuses to build one.
pub(super) fn call<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    all: &[BasicValueEnum<'ctx>],
    format: &[u8],
) -> Result<Made<'ctx>, FrontendError> {
    let &[
        BasicValueEnum::PointerValue(to),
        BasicValueEnum::IntValue(size),
        _,
        BasicValueEnum::PointerValue(time),
    ] = all
    else {
        return Ok(Made::Nothing);
    };
    let local = CHOOSING.iter().any(|name| instrument.module.get_function(name).is_some());
    let mut parts = Vec::new();
    if size.get_type() != instrument.pointer_sized() || !read(format, !local, &mut parts) {
        return Ok(Made::Nothing);
    }
    let long = instrument.context.i64_type();
    let most = model(instrument, Some(long.into()), "__format_most", &[size.into()])?;
    let mut at = long.const_zero();
    for part in &parts {
        at = write(instrument, part, time, (to, most.into_int_value(), at))?;
    }
    let given = [to.into(), size.into(), at.into()];
    let size = instrument.pointer_sized().into();
    Ok(Made::Result(model(instrument, Some(size), "__format_end_of_time", &given)?))
}

/// Takes a format apart; whether all its directives are modelled, in the locale "C" if that is the
/// one.
fn read(format: &[u8], is_c: bool, parts: &mut Vec<Part>) -> bool {
    use Field::{Day, DayOfWeek, DayOfYear, Hour, Minute, Month, Second, Year};
    let (year, in_century) = ("__format_year", "__format_year_of_century");
    let (from_one, of_twelve) = ("__format_from_one", "__format_of_twelve");
    let small = "__format_small";
    let mut rest = format.iter();
    while let Some(&byte) = rest.next() {
        if byte != b'%' {
            parts.push(Part::Text(vec![byte]));
            continue;
        }
        let letter = rest.next().copied();
        let number = |field, by, width| Part::Number(field, by, width, ZERO);
        let part = match letter {
            Some(b'Y') => number(Year, year, 0),
            Some(b'y') => number(Year, in_century, 2),
            Some(b'm') => number(Month, from_one, 2),
            Some(b'd') => number(Day, small, 2),
            Some(b'e') => Part::Number(Day, small, 2, 0),
            Some(b'H') => number(Hour, small, 2),
            Some(b'I') => number(Hour, of_twelve, 2),
            Some(b'M') => number(Minute, small, 2),
            Some(b'S') => number(Second, small, 2),
            Some(b'j') => number(DayOfYear, from_one, 3),
            Some(b'w') => number(DayOfWeek, small, 0),
            Some(b'a') if is_c => Part::Name(DayOfWeek, false),
            Some(b'A') if is_c => Part::Name(DayOfWeek, true),
            Some(b'b' | b'h') if is_c => Part::Name(Month, false),
            Some(b'B') if is_c => Part::Name(Month, true),
            Some(b'p') if is_c => Part::Noon,
            Some(b'n') => Part::Text(b"\n".to_vec()),
            Some(b't') => Part::Text(b"\t".to_vec()),
            Some(b'%') => Part::Text(b"%".to_vec()),
            letter => {
                let longer: &[u8] = match letter {
                    Some(b'F') => b"%Y-%m-%d",
                    Some(b'T') => b"%H:%M:%S",
                    Some(b'R') => b"%H:%M",
                    Some(b'D') => b"%m/%d/%y",
                    Some(b'X') if is_c => b"%H:%M:%S",
                    Some(b'x') if is_c => b"%m/%d/%y",
                    Some(b'c') if is_c => b"%a %b %e %H:%M:%S %Y",
                    Some(b'r') if is_c => b"%I:%M:%S %p",
                    _ => return false,
                };
                if !read(longer, is_c, parts) {
                    return false;
                }
                continue;
            }
        };
        parts.push(part);
    }
    true
}

/// Writes a part; gives how many characters there are then.
fn write<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    part: &Part,
    time: PointerValue<'ctx>,
    (to, most, at): (PointerValue<'ctx>, IntValue<'ctx>, IntValue<'ctx>),
) -> Result<IntValue<'ctx>, FrontendError> {
    let number = instrument.context.i32_type();
    let long = instrument.context.i64_type();
    let member = |field: Field| -> Result<IntValue<'ctx>, FrontendError> {
        let place = llvm::part(&instrument.builder, time, field as u64, "member")?;
        Ok(instrument.builder.build_load(number, place, "member")?.into_int_value())
    };
    let mut given: Vec<BasicMetadataValueEnum<'ctx>> = vec![to.into(), most.into(), at.into()];
    let function = match part {
        Part::Text(bytes) => {
            let length = long.const_int(bytes.len() as u64, false);
            given.push(text(instrument, bytes)?.into());
            given.push(length.into());
            "__format_text"
        }
        Part::Number(field, by, width, flags) => {
            let value = model(instrument, None, by, &[member(*field)?.into()])?;
            let (flags, width) = (int(instrument, flags | SIGNED), int(instrument, *width));
            given.push(value.into_int_value().into());
            let none = int(instrument, -1);
            for value in [flags, width, none] {
                given.push(value.into());
            }
            "__format_decimal32"
        }
        Part::Name(field, whole) => {
            given.push(member(*field)?.into());
            given.push(int(instrument, i32::from(*whole)).into());
            if *field == Field::Month { "__format_month" } else { "__format_day" }
        }
        Part::Noon => {
            given.push(member(Field::Hour)?.into());
            "__format_noon"
        }
    };
    Ok(model(instrument, Some(long.into()), function, &given)?.into_int_value())
}
