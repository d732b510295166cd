//! Reads witnesses: SV-COMP's format 2.0 (YAML), of violations and of proofs.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_saphyr::Spanned;

use super::expression::harmless;
use crate::program::Property;
use crate::verify::svcomp;

/// A witness.
#[derive(Clone, Debug)]
pub struct Witness {
    /// Its file.
    pub path: PathBuf,
    /// What it is about.
    pub about: About,
    /// What it says.
    pub claim: Claim,
}

/// What a witness is about.
#[derive(Clone, Debug)]
pub struct About {
    /// The properties.
    pub properties: Vec<Property>,
    /// The function where runs begin; none if it says nothing.
    pub entry: Option<String>,
    /// Whether the data model is ILP32; none if it says nothing.
    pub ilp32: Option<bool>,
    /// SHA-256 of the program's files, hexadecimal, by their names.
    pub hashes: Vec<(String, String)>,
}

/// What a witness says.
#[derive(Clone, Debug)]
pub enum Claim {
    /// Some run passes these segments, one after the other, and violates the property at its end.
    Violation(Vec<Segment>),
    /// These hold in all runs, and the property does.
    Invariants(Vec<Invariant>),
}

/// Until the last waypoint is passed, none of the others is.
#[derive(Clone, Debug)]
pub struct Segment {
    /// What is not passed.
    pub avoided: Vec<Waypoint>,
    /// What is passed.
    pub followed: Waypoint,
}

/// A point on the way of runs.
#[derive(Clone, Debug)]
pub struct Waypoint {
    /// What passes it.
    pub kind: WaypointKind,
    /// Where it is.
    pub location: Location,
}

/// What passes a waypoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WaypointKind {
    /// Arriving while a C expression holds.
    Assumption(String),
    /// Going this way.
    Branching(Way),
    /// Calling the function.
    FunctionEnter,
    /// Coming back from it with a result of which an expression over `\result` holds.
    FunctionReturn(String),
    /// Violating the property.
    Target,
}

/// Where a run goes at a condition or a `switch`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// The condition has this truth value.
    Truth(bool),
    /// The `switch` is about a value that is this constant expression.
    Case(String),
    /// It is about a value that no `case` has.
    Default,
}

/// An expression that holds in all runs.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Whether it is one of a loop: it holds each time the loop's condition is evaluated. Else each
    /// time a run arrives at a statement.
    pub of_loop: bool,
    /// Where.
    pub location: Location,
    /// The C expression.
    pub value: String,
}

/// A place in a source, as witnesses tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file's name.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; none: the leftmost one that suits.
    pub column: Option<u32>,
    /// The line of the witness that says so.
    pub told: u32,
}

#[derive(Deserialize)]
struct RawEntry {
    entry_type: Spanned<String>,
    metadata: RawMetadata,
    #[serde(default)]
    content: Vec<RawItem>,
}

#[derive(Deserialize)]
struct RawMetadata {
    format_version: Spanned<String>,
    task: RawTask,
}

#[derive(Deserialize)]
struct RawTask {
    #[serde(default)]
    input_file_hashes: std::collections::BTreeMap<String, String>,
    specification: Spanned<String>,
    data_model: Option<String>,
    language: Option<String>,
}

#[derive(Deserialize)]
struct RawItem {
    segment: Option<Spanned<Vec<RawStep>>>,
    invariant: Option<RawInvariant>,
}

#[derive(Deserialize)]
struct RawStep {
    waypoint: RawWaypoint,
}

#[derive(Deserialize)]
struct RawWaypoint {
    #[serde(rename = "type")]
    kind: Spanned<String>,
    action: Spanned<String>,
    location: RawLocation,
    constraint: Option<RawConstraint>,
}

#[derive(Deserialize)]
struct RawConstraint {
    value: Spanned<String>,
    format: Option<String>,
}

#[derive(Deserialize)]
struct RawInvariant {
    #[serde(rename = "type")]
    kind: Spanned<String>,
    location: RawLocation,
    value: Spanned<String>,
    format: Spanned<String>,
}

#[derive(Deserialize)]
struct RawLocation {
    file_name: String,
    line: Spanned<u32>,
    column: Option<u32>,
}

/// Reads a witness.
///
/// # Errors
/// If the file can't be read, is no witness, or one of a kind that is not known; with the line.
pub fn read(path: &Path) -> Result<Witness> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    let entries: Vec<RawEntry> = serde_saphyr::from_str(&text).with_context(|| {
        format!("{shown} is not a witness in SV-COMP's format 2.0 (a list of entries in YAML)")
    })?;
    let (about, claim) = interpret(entries).map_err(|Wrong { line, why }| match line {
        0 => anyhow::anyhow!("{shown}: {why}"),
        _ => anyhow::anyhow!("{shown}:{line}: {why}"),
    })?;
    Ok(Witness { path: path.to_owned(), about, claim })
}

/// What is wrong in a witness, and in which line (0: in none).
struct Wrong {
    line: u32,
    why: String,
}

fn line<T>(at: &Spanned<T>) -> u32 {
    u32::try_from(at.referenced.line()).unwrap_or(0)
}

/// An error at this place of the witness.
fn wrong<T, R>(at: &Spanned<T>, why: impl Into<String>) -> Result<R, Wrong> {
    Err(Wrong { line: line(at), why: why.into() })
}

fn interpret(entries: Vec<RawEntry>) -> Result<(About, Claim), Wrong> {
    let mut about = None;
    let mut segments: Option<Vec<Segment>> = None;
    let mut invariants: Option<Vec<Invariant>> = None;
    for RawEntry { entry_type, metadata, content } in entries {
        let version = &metadata.format_version;
        if !version.value.starts_with("2.") {
            return wrong(version, format!("format {} is not known; 2.x is", version.value));
        }
        about = Some(read_about(metadata.task)?);
        match entry_type.value.as_str() {
            "violation_sequence" if segments.is_none() => {
                segments = Some(read_segments(&entry_type, content)?);
            }
            "violation_sequence" => {
                return wrong(&entry_type, "a second violation_sequence: one witness has one");
            }
            "invariant_set" => {
                let all = invariants.get_or_insert_default();
                for item in content {
                    match item.invariant {
                        Some(invariant) => all.push(read_invariant(invariant)?),
                        None => return wrong(&entry_type, "something in it is no `invariant`"),
                    }
                }
            }
            other => {
                return wrong(
                    &entry_type,
                    format!(
                        "entries of type {other} are not supported; violation_sequence and \
                         invariant_set are"
                    ),
                );
            }
        }
    }
    let nowhere = |why: &str| Wrong { line: 0, why: why.to_owned() };
    let about = about.ok_or_else(|| nowhere("it has no entry"))?;
    match (segments, invariants) {
        (Some(segments), None) => Ok((about, Claim::Violation(segments))),
        (None, Some(invariants)) => Ok((about, Claim::Invariants(invariants))),
        _ => Err(nowhere("it is both of a violation and of a proof")),
    }
}

fn read_about(task: RawTask) -> Result<About, Wrong> {
    if let Some(language) = task.language.filter(|language| language != "C") {
        return wrong(&task.specification, format!("the language is {language}; only C is known"));
    }
    let mut properties = vec![];
    let entry = task.specification.value.lines().find_map(svcomp::parse_entry);
    for text in task.specification.value.lines().filter(|line| !line.trim().is_empty()) {
        match svcomp::parse_formula(text) {
            Some(property) => properties.push(property),
            None => {
                return wrong(&task.specification, format!("not a supported property: {text}"));
            }
        }
    }
    if properties.is_empty() {
        return wrong(&task.specification, "it names no property");
    }
    let ilp32 = match task.data_model.as_deref() {
        Some("ILP32") => Some(true),
        Some("LP64") => Some(false),
        Some(other) => {
            return wrong(&task.specification, format!("unknown data_model {other}"));
        }
        None => None,
    };
    Ok(About { properties, entry, ilp32, hashes: task.input_file_hashes.into_iter().collect() })
}

fn read_segments(entry: &Spanned<String>, content: Vec<RawItem>) -> Result<Vec<Segment>, Wrong> {
    let mut segments: Vec<Segment> = vec![];
    for item in content {
        let Some(steps) = item.segment else {
            return wrong(entry, "something in it is no `segment`");
        };
        if segments.last().is_some_and(|last| last.followed.kind == WaypointKind::Target) {
            return wrong(&steps, "a segment behind the target, with which a run ends");
        }
        let at = steps.referenced.line();
        let mut avoided = vec![];
        let mut followed = None;
        for RawStep { waypoint } in steps.value {
            if followed.is_some() {
                return wrong(&waypoint.kind, "a waypoint behind the one that a segment follows");
            }
            let action = waypoint.action.clone();
            let is_target = waypoint.kind.value == "target";
            let read = read_waypoint(waypoint)?;
            match action.value.as_str() {
                "follow" => followed = Some(read),
                "avoid" if is_target => return wrong(&action, "a target can't be avoided"),
                "avoid" => avoided.push(read),
                other => {
                    return wrong(&action, format!("unknown action {other}: follow or avoid"));
                }
            }
        }
        let Some(followed) = followed else {
            let why = "a segment without a waypoint that is followed".to_owned();
            return Err(Wrong { line: u32::try_from(at).unwrap_or(0), why });
        };
        segments.push(Segment { avoided, followed });
    }
    if segments.last().is_none_or(|last| last.followed.kind != WaypointKind::Target) {
        return wrong(entry, "the last segment follows no target");
    }
    Ok(segments)
}

fn read_waypoint(raw: RawWaypoint) -> Result<Waypoint, Wrong> {
    let RawWaypoint { kind, location, constraint, .. } = raw;
    if let Some(RawConstraint { value, format: Some(format) }) = &constraint
        && !["c_expression", "acsl_expression", "ext_c_expression"].contains(&format.as_str())
    {
        return wrong(value, format!("the format {format} is not known"));
    }
    let value = |what: &str| match &constraint {
        Some(constraint) => expression(&constraint.value),
        None => wrong(&kind, format!("a waypoint of type {what} needs a constraint")),
    };
    let kind = match kind.value.as_str() {
        "assumption" => WaypointKind::Assumption(value("assumption")?),
        "branching" => WaypointKind::Branching(match value("branching")?.as_str() {
            "true" => Way::Truth(true),
            "false" => Way::Truth(false),
            "default" => Way::Default,
            constant => Way::Case(constant.to_owned()),
        }),
        "function_enter" => WaypointKind::FunctionEnter,
        "function_return" => WaypointKind::FunctionReturn(value("function_return")?),
        "target" => WaypointKind::Target,
        other => return wrong(&kind, format!("unknown type of waypoint: {other}")),
    };
    Ok(Waypoint { kind, location: read_location(location)? })
}

fn read_invariant(raw: RawInvariant) -> Result<Invariant, Wrong> {
    let RawInvariant { kind, location, value, format } = raw;
    let of_loop = match kind.value.as_str() {
        "loop_invariant" => true,
        "location_invariant" => false,
        other => return wrong(&kind, format!("unknown type of invariant: {other}")),
    };
    // The second is what 2.1 calls expressions with its own words; without these it is C.
    if !["c_expression", "ext_c_expression"].contains(&format.value.as_str()) {
        return wrong(&format, format!("the format {} is not known", format.value));
    }
    Ok(Invariant { of_loop, location: read_location(location)?, value: expression(&value)? })
}

/// An expression that can be put into the program as it is.
fn expression(text: &Spanned<String>) -> Result<String, Wrong> {
    match harmless(&text.value) {
        Some(expression) => Ok(expression),
        None => wrong(
            text,
            format!("not an expression without side effects (calls are some): {}", text.value),
        ),
    }
}

fn read_location(raw: RawLocation) -> Result<Location, Wrong> {
    let RawLocation { file_name: file, line: at, column } = raw;
    if at.value == 0 || column == Some(0) {
        return wrong(&at, "lines and columns are counted from 1");
    }
    Ok(Location { file, line: at.value, column, told: line(&at) })
}
