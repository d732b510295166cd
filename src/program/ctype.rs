//! Types of C, as far as traces print values of them.

use serde::{Deserialize, Serialize};

use super::Memory;
use crate::bv::{Value, float};

/// A C type as far as traces need it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CType {
    /// As written in C: `unsigned int`, `state_t`, `enum mode`.
    pub name: String,
    /// How to print a value.
    pub style: CStyle,
}

/// How a value of a C type is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CStyle {
    /// A signed number.
    Signed,
    /// An unsigned number.
    Unsigned,
    /// A floating-point number, in the format of its width.
    Float,
    /// `true` or `false`.
    Bool,
    /// A character: number and, where printable, the character.
    Char {
        /// Whether the type is signed.
        signed: bool,
    },
    /// An address: what it points to.
    Pointer,
    /// An enumeration: the constant's name, else the number.
    Enum {
        /// Whether the underlying type is signed.
        signed: bool,
        /// Names of the constants with their values.
        constants: Vec<(Value, String)>,
    },
}

impl CType {
    /// The value as this type prints it, in a program with this memory.
    pub fn format(&self, value: &Value, memory: &Memory) -> String {
        match &self.style {
            CStyle::Pointer => {
                memory.describe_as(value, self.name.strip_suffix(" *").unwrap_or_default())
            }
            CStyle::Signed => value.to_decimal(true),
            CStyle::Unsigned => value.to_decimal(false),
            CStyle::Float => float::both(value).unwrap_or_else(|| value.to_decimal(false)),
            CStyle::Bool => if value.is_zero() { "false" } else { "true" }.to_owned(),
            CStyle::Char { signed } => match value.to_u64().and_then(|n| u8::try_from(n).ok()) {
                Some(c) if c.is_ascii_graphic() || c == b' ' => {
                    format!("{} ('{}')", value.to_decimal(*signed), char::from(c))
                }
                _ => value.to_decimal(*signed),
            },
            CStyle::Enum { signed, constants } => {
                let number = value.to_decimal(*signed);
                match constants.iter().find(|constant| constant.0 == *value) {
                    Some((_, name)) => format!("{name} ({number})"),
                    None => number,
                }
            }
        }
    }
}
