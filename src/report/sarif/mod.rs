//! The report in SARIF 2.1.0 (OASIS Standard, 27 March 2020), for editors and services that show
//! results beside the code. Numbers of sections in comments here are those of the standard.
//!
//! One rule is one property, one result one place of the source where it is checked: copies of a
//! check that were inlined through several calls are one, as bad as the worst of them. What holds
//! is told, too (`kind` is `pass`); whoever wants alerts only takes those whose `kind` is `fail`.

mod locations;
mod results;

use serde_json::{Value, json};

use super::project::{ProjectReport, TaskReport};
use super::rules::{self, Rule, WEAKNESSES};
use super::{Place, Report};
use crate::program::Property;

use locations::{location, uri};
use results::Told;

/// Identities of notifications.
const NOT_MODELLED: &str = "not-modelled";
const BOUND: &str = "bound";
const ASSUMPTION: &str = "assumption";
const VACUOUS: &str = "vacuous";
const OPEN: &str = "open";
const ERROR: &str = "error";

/// The report as a SARIF log with one run.
pub fn render(report: &Report) -> String {
    log(vec![run(report, None)])
}

/// A project as a SARIF log with one run for each task. Services tell runs apart by their category
/// (3.17.3): `llumc/TASK/`.
pub fn project(report: &ProjectReport) -> String {
    let run = |task: &TaskReport| {
        let told = Told { findings: &task.findings, has_baseline: report.baseline.is_some() };
        let mut run = run(&task.report, Some(told));
        run["automationDetails"] = json!({ "id": format!("llumc/{}/", task.name) });
        run
    };
    log(report.tasks.iter().map(run).collect())
}

fn log(runs: Vec<Value>) -> String {
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": runs,
    });
    // Plain data, as in `json`.
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn run(report: &Report, told: Option<Told<'_>>) -> Value {
    let artifacts: Vec<Value> = report
        .files
        .iter()
        .map(|file| {
            let roles = ["analysisTarget"];
            json!({ "location": uri(file), "roles": roles, "sourceLanguage": "c" })
        })
        .collect();
    json!({
        "tool": { "driver": driver(report) },
        "taxonomies": [taxonomy()],
        "invocations": [invocation(report)],
        "artifacts": artifacts,
        "columnKind": "unicodeCodePoints",
        "results": results::all(report, told),
        "properties": {
            "verdict": report.verdict, "entry": report.entry, "dataModel": report.data_model, "target": report.target,
            "reasons": report.reasons, "confirmations": report.confirmations,
        },
    })
}

/// What was run, with its rules (3.19).
fn driver(report: &Report) -> Value {
    let notification = |id: &str, text: &str, level: &str| {
        json!({
            "id": id, "shortDescription": { "text": text },
            "defaultConfiguration": { "level": level },
        })
    };
    let rules: Vec<Value> = report.properties.iter().map(|&property| rule(property)).collect();
    json!({
        "name": report.tool,
        "fullName": "LLUMC, an unbounded software model checker for C",
        "version": report.version,
        "semanticVersion": report.version,
        "rules": rules,
        "notifications": [
            notification(NOT_MODELLED, "Something is not modelled; what happens behind it is not \
                known.", "warning"),
            notification(BOUND, "The model ends at a bound.", "warning"),
            notification(VACUOUS, "No run gets past an assumption.", "warning"),
            notification(OPEN, "Why checks are open.", "warning"),
            notification(ASSUMPTION, "The verdict may rest on an assumption.", "note"),
            notification(ERROR, "Nothing could be decided.", "error"),
        ],
        "supportedTaxonomies": [{ "name": "CWE", "index": 0 }],
    })
}

/// A property as a rule (3.49).
fn rule(property: Property) -> Value {
    let Rule { name, says, help, weaknesses } = rules::of(property);
    let relationships: Vec<Value> = weaknesses
        .iter()
        .map(|number| json!({ "target": taxon(*number), "kinds": ["superset"] }))
        .collect();
    let tag = |number: &u32| format!("external/cwe/cwe-{number:03}");
    let tags: Vec<String> =
        ["correctness".to_owned()].into_iter().chain(weaknesses.iter().map(tag)).collect();
    json!({
        "id": property,
        "name": pascal(name),
        "shortDescription": { "text": format!("{name}.") },
        "fullDescription": { "text": says },
        "help": {
            "text": format!("{says} {help}"),
            "markdown": format!("{says}\n\n{help}"),
        },
        "defaultConfiguration": { "level": "error" },
        "relationships": relationships,
        "properties": { "tags": tags, "precision": "very-high", "problem.severity": "error" },
    })
}

/// `Signed overflow` as the standard likes names (3.49.7): `SignedOverflow`.
fn pascal(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    name.split(|c: char| !c.is_alphanumeric()).map(capital).collect()
}

/// A reference to a weakness (3.52).
fn taxon(number: u32) -> Value {
    let index = WEAKNESSES.iter().position(|weakness| weakness.0 == number);
    json!({
        "id": number.to_string(), "index": index,
        "toolComponent": { "name": "CWE", "index": 0 },
    })
}

/// The weaknesses that rules mention.
fn taxonomy() -> Value {
    let taxa: Vec<Value> = WEAKNESSES
        .iter()
        .map(|(number, name)| {
            json!({
                "id": number.to_string(), "name": pascal(name),
                "shortDescription": { "text": name },
                "helpUri": format!("https://cwe.mitre.org/data/definitions/{number}.html"),
            })
        })
        .collect();
    json!({
        "name": "CWE", "version": "4.14", "organization": "MITRE",
        "shortDescription": { "text": "The MITRE Common Weakness Enumeration" },
        "informationUri": "https://cwe.mitre.org/",
        "isComprehensive": false,
        "taxa": taxa,
    })
}

/// How the run ended (3.20), with what limits its results.
fn invocation(report: &Report) -> Value {
    let told = |id: &str, level: &str, text: &str, place: Option<&Place>| {
        let mut notification = json!({
            "descriptor": { "id": id }, "level": level, "message": { "text": text },
        });
        if let Some(place) = place {
            notification["locations"] = json!([location(place)]);
        }
        notification
    };
    let mut notifications = vec![];
    if let Some(error) = &report.error {
        notifications.push(told(ERROR, "error", &error.message, None));
    }
    for reason in &report.reasons {
        notifications.push(told(OPEN, "warning", reason, None));
    }
    for warning in &report.warnings {
        notifications.push(told(VACUOUS, "warning", &warning.what, warning.place.as_ref()));
    }
    for point in report.obstacles.iter().filter(|point| point.status != "unreachable") {
        let id = if point.kind == "bound" { BOUND } else { NOT_MODELLED };
        let text = match &*point.status {
            "reachable" => format!("{}: a run gets there", point.what),
            _ => format!("{}: perhaps a run gets there", point.what),
        };
        notifications.push(told(id, "warning", &text, point.place.as_ref()));
    }
    for assumption in report.used_assumptions() {
        let text = format!("{} [{}]", assumption.what, assumption.kind);
        notifications.push(told(ASSUMPTION, "note", &text, assumption.place.as_ref()));
    }
    let mut invocation = json!({
        "executionSuccessful": report.error.is_none(),
        "toolExecutionNotifications": notifications,
    });
    if let Some(code) = report.exit_code {
        invocation["exitCode"] = json!(code);
    }
    invocation
}
