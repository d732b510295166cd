//! The report as JSON, and the schema of that, generated from the types.

use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::Report;

/// Version of the keys of all JSON that is printed: the first number changes when a key goes or
/// means something else, the second when one is added.
pub const SCHEMA_VERSION: &str = "1.0";

/// The report as it is.
pub fn render(report: &Report) -> String {
    // Plain data: there are no maps whose keys are no text, which is all that can fail.
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}

/// The JSON schema of reports (draft 2020-12).
pub fn schema() -> Value {
    // As reports are written: what may be left out is not required.
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<Report>().to_value()
}
