//! What `errno` holds after functions of the C library that may have failed.
//!
//! The number itself is a variable of `models/errno.c`, 0 at the start. A function that
//! may fail may set it to anything but 0 (C17 7.5p3: also where it does not fail, and it
//! never sets 0); a function that is not of the library may set it to any number. Programs
//! that don't ask for it are left as they are. Deliberately absent: which number which failure
//! gives; those that are modelled exactly (`strtol`) set it in their models.

use inkwell::values::{BasicValueEnum, InstructionValue};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::names::library;
use crate::frontend::passes::libc::math_errors;
use crate::frontend::{FrontendError, llvm};
use crate::program::computed;

/// Where glibc and musl keep it.
pub const PLACE: &str = "__errno_location";
/// The model's function that changes it.
const CHANGE: &str = "__errno_may_change";

/// The model's function that sets it to any number.
pub const SET: &str = "__errno_may_be_set";

/// Functions that may fail for reasons that are not in the program.
const FALLIBLE: [&str; 44] = [
    "printf",
    "puts",
    "putchar",
    "fprintf",
    "vprintf",
    "vfprintf",
    "fputs",
    "fputc",
    "fflush",
    "dprintf",
    "vdprintf",
    "putc",
    "_IO_putc",
    "fwrite",
    "perror",
    "sprintf",
    "vsprintf",
    "snprintf",
    "vsnprintf",
    "asprintf",
    "error",
    "error_at_line",
    "sscanf",
    "__isoc99_sscanf",
    "scanf",
    "fscanf",
    "__isoc99_scanf",
    "__isoc99_fscanf",
    "getchar",
    "fgetc",
    "getc",
    "_IO_getc",
    "fgets",
    "read",
    "time",
    "wprintf",
    "fwprintf",
    "vwprintf",
    "vfwprintf",
    "fputws",
    "fputwc",
    "putwchar",
    "fgetws",
    "getwchar",
];

/// Those that fail for want of memory.
const ALLOCATING: [&str; 8] =
    ["malloc", "calloc", "realloc", "aligned_alloc", "memalign", "strdup", "strndup", "wcsdup"];

/// Lets the calls of all functions that may fail change the number, if the program asks
/// for it anywhere. `asks_system` says of which models the system may refuse what they ask for. Comes
/// before the models are linked.
///
/// # Errors
/// If LLVM refuses to build a call.
pub fn run(instrument: &mut Instrument<'_, '_>, asks_system: fn(&str) -> bool) -> Outcome {
    if !is_asked(instrument) {
        return Ok(());
    }
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            let Some(callee) = llvm::call(inst).and_then(llvm::callee) else { continue };
            let name = llvm::name(callee);
            if callee.count_basic_blocks() == 0 && math_errors::is_one(&name) {
                math_errors::behind(instrument, inst, &name)?;
                continue;
            }
            let fails = FALLIBLE.contains(&name.as_str())
                || asks_system(&name)
                // Models of these say what they leave there.
                || library::computes(&name) && !computed::is_one(&name)
                || ALLOCATING.contains(&name.as_str())
                    && (instrument.options.malloc_may_fail || !has_small_size(inst));
            if callee.count_basic_blocks() > 0 || !fails {
                continue;
            }
            instrument.before(inst);
            let change = instrument.module.get_function(CHANGE).unwrap_or_else(|| {
                let ty = instrument.context.void_type().fn_type(&[], false);
                instrument.module.add_function(CHANGE, ty, None)
            });
            instrument.builder.build_call(change, &[], "")?;
        }
    }
    Ok(())
}

/// Whether the program asks for the number anywhere.
pub fn is_asked(instrument: &Instrument<'_, '_>) -> bool {
    let asked = instrument.module.get_function(PLACE);
    asked.is_some_and(|place| place.count_basic_blocks() == 0 && llvm::is_used(place))
}

/// Whether an allocation is one of a constant size, and alignment, that there are objects of: it
/// does not fail.
fn has_small_size(inst: InstructionValue<'_>) -> bool {
    let arguments = llvm::call(inst).and_then(llvm::arguments).unwrap_or_default();
    let alignment = arguments.first().filter(|_| llvm::is_call_of(inst, "aligned_alloc"));
    let is_alignment = alignment.is_none_or(|alignment| match alignment {
        BasicValueEnum::IntValue(number) => {
            number.get_zero_extended_constant().is_some_and(u64::is_power_of_two)
        }
        _ => false,
    });
    let size = arguments.iter().try_fold(1u64, |size, argument| match argument {
        BasicValueEnum::IntValue(number) => size.checked_mul(number.get_zero_extended_constant()?),
        _ => Some(size),
    });
    is_alignment && size.is_some_and(|size| size <= i32::MAX as u64)
}

/// Inserts: a function that nobody defines has run, which may have set the number. Returns
/// whether the program asks for it anywhere.
///
/// # Errors
/// If LLVM refuses to build a call.
pub fn any(instrument: &Instrument<'_, '_>) -> Result<bool, FrontendError> {
    let Some(set) = instrument.module.get_function(SET) else { return Ok(false) };
    instrument.builder.build_call(set, &[], "")?;
    Ok(true)
}
