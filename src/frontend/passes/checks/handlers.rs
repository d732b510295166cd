//! What clang's sanitizers call where a check fails, and the static data that they hand over.

use inkwell::values::{BasicValueEnum, CallSiteValue, StructValue};

use crate::frontend::llvm;
use crate::frontend::sites::RawLoc;

/// What all handlers are called.
pub const HANDLER_PREFIX: &str = "__ubsan_handle_";

/// What a handler's first argument points to.
#[derive(Debug, Default)]
pub struct StaticData {
    /// The place in C.
    pub loc: Option<RawLoc>,
    /// The types that it names.
    pub types: Vec<TypeDescriptor>,
    /// The numbers behind them.
    pub numbers: Vec<u64>,
}

/// A C type as the sanitizers describe it.
#[derive(Debug)]
pub struct TypeDescriptor {
    /// Name in C.
    pub name: String,
    /// Width in bits, of integers; after promotion.
    pub width: Option<u32>,
    /// Whether it is a signed integer.
    pub signed: bool,
    /// Whether it is narrower than `int`, to which operands are promoted.
    promoted: bool,
    /// Whether it is a floating-point type.
    floating: bool,
}

impl StaticData {
    /// Reads `{ { file, line, column }, type, type…, number, number… }`.
    pub fn of(call: CallSiteValue<'_>) -> Option<StaticData> {
        let argument = llvm::arguments(call)?.first().copied()?;
        let fields = fields(llvm::global_of(argument)?.get_initializer()?)?;
        let place = self::fields(*fields.first()?)?;
        let [file, line, column] = place[..] else { return None };
        let file = llvm::constant_string(file);
        let loc = file.zip(number(line)).zip(number(column));
        let loc = loc.map(|((file, line), column)| RawLoc { file, line, column });
        let types: Vec<TypeDescriptor> =
            fields[1..].iter().map_while(|&field| TypeDescriptor::of(field)).collect();
        let rest = &fields[1 + types.len()..];
        let numbers = rest.iter().map_while(|&field| number(field).map(u64::from)).collect();
        Some(StaticData { loc, types, numbers })
    }

    /// Whether an operation in this type is one on unsigned numbers: what is narrower than
    /// `int` is promoted to it.
    pub fn is_unsigned(&self, index: usize) -> bool {
        self.types.get(index).is_some_and(|ty| !ty.signed && !ty.promoted)
    }

    /// Whether a type is one of floating-point numbers.
    pub fn is_floating(&self, index: usize) -> bool {
        self.types.get(index).is_some_and(|ty| ty.floating)
    }

    /// The name of a type in C.
    pub fn type_name(&self, index: usize) -> &str {
        self.types.get(index).map_or("unknown type", |ty| &ty.name)
    }
}

impl TypeDescriptor {
    /// Reads `{ i16 kind, i16 info, char name[] }`; kind 0 is an integer of 2^(info / 2)
    /// bits, kind 1 a floating-point type, kind 2 a `_BitInt` that names its width; the lowest bit of info says signed.
    fn of(value: BasicValueEnum<'_>) -> Option<TypeDescriptor> {
        let fields = fields(llvm::global_of(value)?.get_initializer()?)?;
        let [kind, info, BasicValueEnum::ArrayValue(name)] = fields[..] else { return None };
        let (kind, info) = (number(kind)?, number(info)?);
        let bytes = name.as_const_string()?;
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        // A typedef reads 'word' (aka 'unsigned int').
        let text = String::from_utf8_lossy(&bytes[..end]);
        let name = text.split('\'').nth(1).unwrap_or(&text).to_owned();
        // For `c <<= n` clang names the type of c, but the operand is promoted to int.
        let width = match bit_int_width(&text) {
            Some(width) => Some(width),
            None => (kind == 0 && info >> 1 < 16).then(|| 32.max(1 << (info >> 1))),
        };
        let narrow = kind == 0 && info >> 1 < 5 && bit_int_width(&text).is_none();
        Some(TypeDescriptor {
            name,
            width,
            signed: info & 1 == 1,
            promoted: narrow,
            floating: kind == 1,
        })
    }
}

/// N of `_BitInt(N)`.
fn bit_int_width(name: &str) -> Option<u32> {
    let (_, rest) = name.split_once("_BitInt(")?;
    rest.split_once(')')?.0.parse().ok()
}

fn fields<'ctx>(value: BasicValueEnum<'ctx>) -> Option<Vec<BasicValueEnum<'ctx>>> {
    let value: StructValue<'ctx> = value.is_struct_value().then(|| value.into_struct_value())?;
    Some(value.get_fields().collect())
}

fn number(value: BasicValueEnum<'_>) -> Option<u32> {
    let BasicValueEnum::IntValue(value) = value else { return None };
    value.get_zero_extended_constant().and_then(|number| u32::try_from(number).ok())
}

#[cfg(test)]
mod tests {
    use super::bit_int_width;

    #[test]
    fn widths_of_bit_ints() {
        assert_eq!(bit_int_width("unsigned _BitInt(37)"), Some(37));
        assert_eq!(bit_int_width("_BitInt(5)"), Some(5));
        assert_eq!(bit_int_width("unsigned int"), None);
    }
}
