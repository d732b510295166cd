//! `strtod`, `strtof` and `atof` of constant texts: the number is a constant.
//!
//! Others are calls of models (`models/floating.c`), and so are constant texts that are not plain
//! decimal numbers, or where `errno` may be set.

use inkwell::values::{BasicValueEnum, InstructionOpcode, PointerValue};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;

/// The functions.
const FUNCTIONS: [&str; 3] = ["atof", "strtod", "strtof"];

/// Replaces the calls that the program does not define itself.
///
/// # Errors
/// If LLVM refuses to build an instruction.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let context = instrument.context;
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            let Some(call) = llvm::call(inst) else { continue };
            let Some(callee) = llvm::callee(call) else { continue };
            let name = llvm::name(callee);
            if callee.count_basic_blocks() > 0 || !FUNCTIONS.contains(&name.as_str()) {
                continue;
            }
            let arguments = llvm::arguments(call).unwrap_or_default();
            let (text, end) = match (name == "atof", &arguments[..]) {
                (true, &[BasicValueEnum::PointerValue(text)]) => (text, None),
                (
                    false,
                    &[BasicValueEnum::PointerValue(text), BasicValueEnum::PointerValue(end)],
                ) => (text, Some(end)),
                _ => continue,
            };
            let single = name == "strtof";
            let ty = if single { context.f32_type() } else { context.f64_type() };
            let returned = call.get_called_fn_type().get_return_type();
            let Some(bytes) = llvm::constant_bytes(text.into()) else { continue };
            let Some((length, bits)) = number(&bytes, single) else { continue };
            if returned != Some(ty.into())
                || end.is_some_and(|end| !end.is_null() && !is_object(end))
            {
                continue;
            }
            instrument.before(inst);
            if let Some(end) = end.filter(|end| !end.is_null()) {
                let behind = instrument.pointer_sized().const_int(length as u64, false);
                let stop = llvm::moved(&instrument.builder, text, behind)?;
                instrument.builder.build_store(end, stop)?;
            }
            let bits = instrument.int(if single { 32 } else { 64 }).const_int(bits, false);
            let result = instrument.builder.build_bit_cast(bits, ty, "number")?;
            if llvm::is_used(inst) {
                llvm::replace(inst, result.into_float_value());
            }
            inst.erase_from_basic_block();
        }
    }
    Ok(())
}

/// Whether an address is that of a variable, and so not null.
fn is_object(place: PointerValue<'_>) -> bool {
    let is_local = |inst: inkwell::values::InstructionValue<'_>| {
        inst.get_opcode() == InstructionOpcode::Alloca
    };
    place.as_instruction().is_some_and(is_local) || llvm::global_of(place.into()).is_some()
}

/// Where a decimal number ends with which a text begins, and its bits: rounded to nearest, as
/// libraries do it.
fn number(text: &[u8], single: bool) -> Option<(usize, u64)> {
    let count =
        |from: usize, is: fn(u8) -> bool| text[from..].iter().take_while(|&&byte| is(byte)).count();
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let is_sign = |at: usize| matches!(text.get(at), Some(b'+' | b'-'));
    let start = count(0, |byte| byte == b' ' || (b'\t'..=b'\r').contains(&byte));
    let first = start + usize::from(is_sign(start));
    let whole = count(first, is_digit);
    let mut end = first + whole;
    let mut fraction = 0;
    if text.get(end) == Some(&b'.') {
        fraction = count(end + 1, is_digit);
        end += 1 + fraction;
    }
    // Not those of base 16.
    if whole + fraction == 0 || matches!(text.get(first + 1), Some(b'x' | b'X')) {
        return None;
    }
    let digits = end;
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let from = end + 1 + usize::from(is_sign(end + 1));
        let exponent = if from <= text.len() { count(from, is_digit) } else { 0 };
        end = if exponent > 0 { from + exponent } else { end };
    }
    let is_zero = !text[first..digits].iter().any(|byte| (b'1'..=b'9').contains(byte));
    let literal = std::str::from_utf8(&text[start..end]).ok()?;
    let (bits, is_normal) = if single {
        let number: f32 = literal.parse().ok()?;
        (number.to_bits().into(), number.is_normal() && number.abs() > f32::MIN_POSITIVE)
    } else {
        let number: f64 = literal.parse().ok()?;
        (number.to_bits(), number.is_normal() && number.abs() > f64::MIN_POSITIVE)
    };
    (is_zero || is_normal).then_some((end, bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_begin_with_numbers() {
        let read =
            |text: &str| number(text.as_bytes(), false).map(|(n, bits)| (n, f64::from_bits(bits)));
        assert_eq!(read("3.5"), Some((3, 3.5)));
        assert_eq!(read("\t -12.e2x"), Some((8, -1200.0)));
        assert_eq!(read("+.5e"), Some((3, 0.5)));
        assert_eq!(read("1e+"), Some((1, 1.0)));
        assert_eq!(read("0"), Some((1, 0.0)));
        assert_eq!(read("00e9"), Some((4, 0.0)));
        assert!(read("-0").is_some_and(|it| it.1.to_bits() == (-0.0f64).to_bits()));
        for text in ["", ".", "x", "inf", "0x1p3", "1e999", "1e-320", "nan", "-", " +"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(number(b"0.1", true), Some((3, 0.1f32.to_bits().into())));
        assert_eq!(number(b"1e-40", true), None);
    }
}
