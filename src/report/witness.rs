//! A witness in SV-COMP's format 2.0 (YAML): what another tool needs to confirm the verdict.
//!
//! Of a violation the results of calls that give inputs, what variables hold that are not
//! initialised, how the conditions between them come out, in their order, and where it goes wrong;
//! of a proof the invariants of loops that can be said in C. Inputs of other kinds (arguments of
//! `main`, say) have no waypoint, and none has one if the trace leaves iterations out: then the
//! validator has more to find by itself.
//!
//! Source: Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl, Strejček, "Software Verification
//! Witnesses 2.0" (SPIN 2024).

use std::fmt::Write;

use super::branches::{Told, Way};
use super::constant::constraint;
use super::loop_invariants::{LoopInvariant, all};
use super::scan::{At, Scan};
use super::uninitialised::{Assumed, Uninitialised};
use super::{CheckReport, InputReport, Place, Report, Status, Verdict, Violation, Where};
use crate::program::{Branching, Property};
use crate::support::hash::{hex, sha256};

/// What a witness begins with.
pub const START: &str = "- entry_type: ";

/// The witness as YAML; none without a verdict.
pub fn render(report: &Report) -> Option<String> {
    let (kind, properties, content) = match report.verdict {
        Verdict::Unknown => return None,
        Verdict::True => ("invariant_set", report.properties.clone(), invariant_set(report)),
        Verdict::False(_) => {
            let (check, violation) =
                report.checks.iter().find_map(|check| match &check.status {
                    Status::Violated(violation) => Some((check, violation)),
                    _ => None,
                })?;
            let content = waypoints(report, check, violation)?;
            ("violation_sequence", vec![check.property], content)
        }
    };
    Some(format!("{START}{kind}\n{}{content}", metadata(report, &properties, &content)))
}

/// What the witness is about, and who made it.
fn metadata(report: &Report, properties: &[Property], content: &str) -> String {
    let text = |file: &str| {
        let source = report.sources.iter().find(|source| source.path == file);
        source.map_or("", |source| &source.text)
    };
    let files = if report.units.is_empty() { &report.files } else { &report.units };
    let hashes: Vec<(String, String)> =
        files.iter().map(|file| (quoted(file), hex(&sha256(text(file))))).collect();
    let formula = |property: &Property| {
        let formula = match property {
            Property::UnreachCall => "G ! call(reach_error())".to_owned(),
            Property::NoOverflow => "G ! overflow".to_owned(),
            Property::NoDataRace => "G ! data-race".to_owned(),
            Property::ValidDeref
            | Property::ValidFree
            | Property::ValidMemtrack
            | Property::ValidMemcleanup => format!("G {property}"),
            // Ours, in the same form.
            other => format!("G ! {other}"),
        };
        format!("CHECK( init({}()), LTL({formula}) )", report.entry)
    };
    let specification: Vec<String> = properties.iter().map(formula).collect();
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write!(
        out,
        "  metadata:\n    format_version: \"2.0\"\n    uuid: \"{}\"\n    creation_time: \"{}\"\n    \
         producer:\n      name: \"LLUMC\"\n      version: {}\n    task:\n      input_files:\n",
        uuid(&format!("{hashes:?}{specification:?}{content}")),
        time(report.told),
        quoted(&report.version),
    );
    for (file, _) in &hashes {
        let _ = writeln!(out, "        - {file}");
    }
    out.push_str("      input_file_hashes:\n");
    for (file, hash) in &hashes {
        let _ = writeln!(out, "        {file}: \"{hash}\"");
    }
    let _ = write!(
        out,
        "      specification: {}\n      data_model: {}\n      language: C\n",
        quoted(&specification.join("\n")),
        report.data_model,
    );
    out
}

/// The results of calls, how conditions come out, and the target; none, if nobody knows where that
/// is.
fn waypoints(report: &Report, check: &CheckReport, violation: &Violation) -> Option<String> {
    let mut scans: Vec<(&str, Scan)> = vec![];
    for source in &report.sources {
        scans.push((&source.path, Scan::new(&source.text)));
    }
    let scan = |file: &str| scans.iter().find(|it| it.0 == file).map(|it| &it.1);
    let mut out = "  content:\n".to_owned();
    let whole = violation.steps.iter().all(|step| step.skipped.is_none());
    let files = if report.units.is_empty() { &report.files } else { &report.units };
    let own = |file: &str| scan(file).filter(|_| files.iter().any(|it| it == file));
    let mut way = Way::new(&violation.branches, &own);
    let mut tell = |out: &mut String, choice| {
        for Told { branching: Branching { file, function, .. }, at, value } in way.until(choice) {
            segment(out, "branching", (file, function), at, Some((&value, None)));
        }
    };
    let mut uninitialised = Uninitialised::new(check.property, violation, &own);
    let inputs = if whole { &violation.inputs[..] } else { &[] };
    for (index, InputReport { source, value, place, native, .. }) in inputs.iter().enumerate() {
        if let Some(Assumed { place, at, value }) = uninitialised.from(index) {
            tell(&mut out, *native);
            let place = (place.file.as_str(), place.function.as_str());
            segment(&mut out, "assumption", place, at, Some((&value, Some("c_expression"))));
            continue;
        }
        let (Some(function), Some(place)) = (source.strip_suffix("()"), place) else { continue };
        // What is printed is chosen, too, and is no result.
        if function.ends_with("printf") {
            continue;
        }
        let at = (place.line, place.column);
        let end = scan(&place.file).and_then(|it| it.end_of_call(at, function));
        if let (Some(end), Some(constraint)) = (end, constraint("\\result", function, value)) {
            if native.is_some() {
                tell(&mut out, *native);
            }
            let place = (place.file.as_str(), place.function.as_str());
            segment(&mut out, "function_return", place, end, Some((&constraint, EXPRESSION)));
        }
    }
    if whole {
        tell(&mut out, None);
    }
    let place = target(check, violation)?;
    let at = (place.line, place.column);
    let at = scan(&place.file).and_then(|it| it.statement(at)).unwrap_or(at);
    segment(&mut out, "target", (&place.file, &place.function), at, None);
    Some(out)
}

/// Where the property is violated: of memory that is lost, or not freed, that is not where it was
/// allocated, but where the run then ends.
fn target<'a>(check: &'a CheckReport, violation: &'a Violation) -> Option<&'a Place> {
    let is_leak = matches!(check.property, Property::ValidMemtrack | Property::ValidMemcleanup);
    let end = violation.steps.iter().rev().find_map(|step| step.place.as_ref());
    end.filter(|_| is_leak).or(check.place.as_ref())
}

/// The format of constraints that are expressions.
const EXPRESSION: Option<&str> = Some("ext_c_expression");

/// Adds a segment with one waypoint, in this file and function; the constraint with its format.
fn segment(
    out: &mut String,
    kind: &str,
    (file, function): (&str, &str),
    at: At,
    constraint: Option<(&str, Option<&str>)>,
) {
    // Writing to a string can't fail.
    let _ = write!(
        out,
        "    - segment:\n        - waypoint:\n            type: {kind}\n            action: \
         follow\n{}",
        location(file, function, at, 12)
    );
    if let Some((value, format)) = constraint {
        let _ = writeln!(out, "            constraint:\n              value: {}", quoted(value));
        if let Some(format) = format {
            let _ = writeln!(out, "              format: {format}");
        }
    }
}

/// The invariants of loops.
fn invariant_set(report: &Report) -> String {
    let text = |LoopInvariant { file, function, at, place, value }: LoopInvariant| {
        let kind = match at {
            Where::Loop => "loop_invariant",
            Where::Statement => "location_invariant",
        };
        format!(
            "    - invariant:\n        type: {kind}\n{}        value: {}\n        format: \
             c_expression\n",
            location(&file, &function, place, 8),
            quoted(&value)
        )
    };
    let all: Vec<String> = all(report).into_iter().map(text).collect();
    match &all[..] {
        [] => "  content: []\n".to_owned(),
        all => format!("  content:\n{}", all.concat()),
    }
}

/// A location below so many blanks.
fn location(file: &str, function: &str, (line, column): At, indent: usize) -> String {
    let (blank, file, function) = (" ".repeat(indent), quoted(file), quoted(function));
    format!(
        "{blank}location:\n{blank}  file_name: {file}\n{blank}  line: {line}\n{blank}  column: \
         {column}\n{blank}  function: {function}\n"
    )
}

/// A YAML scalar in double quotes, which JSON's are.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// An identity that depends on nothing else but what is in the witness (RFC 9562, version 8).
fn uuid(content: &str) -> String {
    let mut bytes = sha256(content);
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let all = hex(&bytes[..16]);
    format!("{}-{}-{}-{}-{}", &all[..8], &all[8..12], &all[12..16], &all[16..20], &all[20..])
}

/// A time in the form of RFC 3339, in UTC.
fn time(seconds: u64) -> String {
    let (days, rest) = (seconds / 86400, seconds % 86400);
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": eras of 400 years, which
    // begin in March.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates() {
        assert_eq!(time(0), "1970-01-01T00:00:00Z");
        assert_eq!(time(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(time(951_868_800), "2000-03-01T00:00:00Z");
        assert_eq!(time(1_709_164_800), "2024-02-29T00:00:00Z");
        assert_eq!(time(4_102_444_799), "2099-12-31T23:59:59Z");
    }

    #[test]
    fn identities_depend_on_the_content() {
        assert_eq!(uuid("").len(), 36);
        assert_eq!(uuid("a"), uuid("a"));
        assert_ne!(uuid("a"), uuid("b"));
    }
}
