//! The report as JSON, and the schema of that, generated from the types.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Deserialize;
use serde_json::Value;

use super::project::ProjectReport;
use super::{Report, SCHEMA_VERSION};

/// The report as it is.
pub fn render(report: &Report) -> String {
    // Plain data: there are no maps whose keys are no text, which is all that can fail.
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}

/// The report of a project as it is.
pub fn project(report: &ProjectReport) -> String {
    // As above.
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}

/// The report that is in a text.
///
/// # Errors
/// If it is none, or one of another version.
pub fn parse(text: &str) -> Result<Report, String> {
    #[derive(Deserialize)]
    struct Head {
        tool: String,
        schema_version: String,
    }
    let head: Head = serde_json::from_str(text).map_err(|error| format!("no report: {error}"))?;
    if head.tool != "llumc" || head.schema_version != SCHEMA_VERSION {
        let (tool, version) = (head.tool, head.schema_version);
        return Err(format!(
            "a report of {tool} with keys of version {version}, not llumc's \
            {SCHEMA_VERSION}"
        ));
    }
    serde_json::from_str(text).map_err(|error| format!("no report of a check: {error}"))
}

/// The JSON schema of reports (draft 2020-12).
pub fn schema() -> Value {
    schema_of::<Report>()
}

/// The JSON schema of reports of projects.
pub fn project_schema() -> Value {
    schema_of::<ProjectReport>()
}

fn schema_of<T: JsonSchema>() -> Value {
    // As reports are written: what may be left out is not required.
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>().to_value()
}
