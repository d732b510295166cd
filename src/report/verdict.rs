//! What is said in the end.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::program::Property;

/// What was decided, in SV-COMP's words: `true`, `false(no-overflow)`, `unknown`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All that was asked holds.
    True,
    /// Something does not: of a program, the property that is violated.
    False(Option<Property>),
    /// Neither; the report says why.
    Unknown,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::True => f.write_str("true"),
            Self::False(None) => f.write_str("false"),
            Self::False(Some(property)) => write!(f, "false({property})"),
            Self::Unknown => f.write_str("unknown"),
        }
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Verdict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let property = text.strip_prefix("false(").and_then(|rest| rest.strip_suffix(')'));
        match (&*text, property) {
            ("true", _) => Ok(Self::True),
            ("unknown", _) => Ok(Self::Unknown),
            ("false", _) => Ok(Self::False(None)),
            (_, Some(property)) => {
                property.parse().map(Some).map(Self::False).map_err(D::Error::custom)
            }
            _ => Err(D::Error::custom(format!("no verdict: {text}"))),
        }
    }
}

impl JsonSchema for Verdict {
    fn schema_name() -> Cow<'static, str> {
        "Verdict".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "What was decided: `true`, `unknown`, or `false` with a property.",
            "type": "string",
            "pattern": "^(true|unknown|false(\\([a-z-]+\\))?)$",
        })
    }
}
