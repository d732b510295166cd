//! C types from debug information, as far as printing values needs them.

use super::debug::operand;
use super::llvm::{Context, Meta, Val};
use crate::bv::Value;
use crate::program::{CStyle, CType};

/// DWARF tags.
const TAG_ENUMERATION: u16 = 0x04;
const TAG_TYPEDEF: u16 = 0x16;
const TAG_BASE: u16 = 0x24;
const TAG_CONST: u16 = 0x26;
const TAG_VOLATILE: u16 = 0x35;
const TAG_RESTRICT: u16 = 0x37;
const TAG_ATOMIC: u16 = 0x47;

/// `{file, scope, name, size, offset, …}` of every `DIType`.
const TYPE_NAME: usize = 2;
/// Of derived and composite types.
const TYPE_BASE: usize = 5;
const TYPE_ELEMENTS: usize = 6;

/// The C type that a `DIType` describes; `None` if it is no type of integers.
pub fn read<'m>(ty: Meta<'m>, context: Context<'m>) -> Option<CType> {
    let name = operand(ty, TYPE_NAME, context).and_then(Val::text);
    let base = || read(operand(ty, TYPE_BASE, context).and_then(Val::node)?, context);
    match ty.tag() {
        TAG_BASE => Some(CType { style: basic(&ty.print(context))?, name: name? }),
        TAG_TYPEDEF => Some(CType { name: name?, style: base()?.style }),
        // Qualifiers say nothing about how a value prints.
        TAG_CONST | TAG_VOLATILE | TAG_RESTRICT | TAG_ATOMIC => base(),
        TAG_ENUMERATION => {
            let signed = base().is_some_and(|base| matches!(base.style, CStyle::Signed));
            let width = u32::try_from(ty.size()).ok().filter(|&width| width > 0)?;
            let elements = operand(ty, TYPE_ELEMENTS, context).and_then(Val::node);
            let elements = elements.map(|list| list.operands(context)).unwrap_or_default();
            let constants = elements.into_iter().flatten().filter_map(Val::node);
            let constants = constants.filter_map(|node| enumerator(&node.print(context), width));
            Some(CType {
                name: name.map_or_else(|| "enum".to_owned(), |name| format!("enum {name}")),
                style: CStyle::Enum { signed, constants: constants.collect() },
            })
        }
        _ => None,
    }
}

/// How a `DIBasicType` prints, from its text: there is no getter for the encoding.
fn basic(text: &str) -> Option<CStyle> {
    Some(match field(text, "encoding: ")? {
        "DW_ATE_boolean" => CStyle::Bool,
        "DW_ATE_signed_char" => CStyle::Char { signed: true },
        "DW_ATE_unsigned_char" | "DW_ATE_UTF" => CStyle::Char { signed: false },
        "DW_ATE_signed" => CStyle::Signed,
        "DW_ATE_unsigned" => CStyle::Unsigned,
        _ => return None,
    })
}

/// Name and value of a `DIEnumerator`, from its text.
fn enumerator(text: &str, width: u32) -> Option<(Value, String)> {
    let name = field(text, "name: \"")?;
    let value = Value::parse_decimal(width, field(text, "value: ")?)?;
    Some((value, name.to_owned()))
}

/// What stands behind `label`, up to the end of the field.
fn field<'t>(text: &'t str, label: &str) -> Option<&'t str> {
    let rest = &text[text.find(label)? + label.len()..];
    rest.split([',', ')', '"']).next()
}
