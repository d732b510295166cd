//! Results (3.27): one for each place of the source and property, with the traces of all copies
//! of the check that are violated.

use serde_json::{Map, Value, json};

use super::locations::{location, told};
use crate::report::fold::{Piece, fold};
use crate::report::identity::fingerprints;
use crate::report::project::{Finding, Suppressed};
use crate::report::{CheckReport, Place, ProofReport, Report, Status, TraceStep, Violation};

/// What a project says of findings.
#[derive(Clone, Copy)]
pub struct Told<'a> {
    /// Those of the task.
    pub findings: &'a [Finding],
    /// Whether there is a baseline.
    pub has_baseline: bool,
}

/// All results, in the order of the checks.
pub fn all(report: &Report, told: Option<Told<'_>>) -> Vec<Value> {
    let checks = &report.checks;
    let identities = fingerprints(checks);
    let key = |check: &CheckReport| {
        let at = check.place.as_ref().map(|it| (it.file.clone(), it.line, it.column));
        (at, check.property, check.what.clone())
    };
    let mut groups: Vec<Vec<usize>> = vec![];
    for (index, check) in checks.iter().enumerate() {
        match groups.iter_mut().find(|group| key(&checks[group[0]]) == key(check)) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    let result = |group: Vec<usize>| {
        let identity = &identities[group[0]];
        let copies: Vec<&CheckReport> = group.iter().map(|&index| &checks[index]).collect();
        let mut result = result(report, &copies, identity);
        if let Some(told) = told {
            told.add(&mut result, &group);
        }
        result
    };
    groups.into_iter().map(result).collect()
}

impl Told<'_> {
    /// Adds what is said of these checks (3.27.23, 3.27.24).
    fn add(self, result: &mut Value, checks: &[usize]) {
        let is_meant = |it: &&Finding| it.check.is_some_and(|check| checks.contains(&check));
        let findings: Vec<&Finding> = self.findings.iter().filter(is_meant).collect();
        let suppressed: Vec<&Suppressed> =
            findings.iter().filter_map(|it| it.suppressed.as_ref()).collect();
        if !suppressed.is_empty() && suppressed.len() == findings.len() {
            let Suppressed { in_source, reason } = suppressed[0];
            let kind = if *in_source { "inSource" } else { "external" };
            result["suppressions"] = json!([{ "kind": kind, "justification": reason }]);
        }
        if self.has_baseline {
            let is_new = findings.iter().any(|it| !it.known);
            result["baselineState"] = json!(if is_new { "new" } else { "unchanged" });
        }
    }
}

/// How bad a status is.
fn badness(status: &Status) -> u8 {
    match status {
        Status::Violated(_) => 3,
        Status::Unknown => 2,
        Status::HoldsWhereModelled => 1,
        Status::Proved { .. } => 0,
    }
}

fn result(report: &Report, copies: &[&CheckReport], identity: &str) -> Value {
    // The first of the worst.
    let worst = copies.iter().rev().max_by_key(|check| badness(&check.status));
    let check = worst.unwrap_or(&copies[0]);
    let what = &check.what;
    let (kind, level, text) = match &check.status {
        Status::Violated(violation) => {
            let cause = violation.cause.as_ref().map(|cause| format!(" because {cause}"));
            ("fail", "error", format!("{what}{}", cause.unwrap_or_default()))
        }
        Status::Proved { .. } => ("pass", "none", format!("never: {what}")),
        Status::HoldsWhereModelled => {
            let but = "holds on all paths that are modelled, but not all are";
            ("review", "none", format!("{what}: this check {but}"))
        }
        Status::Unknown => ("open", "none", format!("{what}: neither a violation nor a proof")),
    };
    let rule = report.properties.iter().position(|&property| property == check.property);
    let mut result = json!({
        "ruleId": check.property, "kind": kind, "level": level, "message": { "text": text },
        "partialFingerprints": { "llumcCheck/v1": identity },
    });
    if let Some(rule) = rule {
        result["ruleIndex"] = json!(rule);
    }
    if let Some(place) = &check.place {
        result["locations"] = json!([location(place)]);
        if !place.called_from.is_empty() {
            let calls = place.called_from.iter().map(|call| told(call, "called here"));
            result["relatedLocations"] = calls.collect();
        }
    }
    let violations = copies.iter().filter_map(|copy| match &copy.status {
        Status::Violated(violation) => Some((*copy, &**violation)),
        _ => None,
    });
    let flows: Vec<Value> = violations.map(|(copy, it)| flow(copy, it)).collect();
    if !flows.is_empty() {
        result["codeFlows"] = json!(flows);
    }
    result["properties"] = properties(check, copies.len());
    result
}

/// What else is known (3.8).
fn properties(check: &CheckReport, copies: usize) -> Value {
    match &check.status {
        Status::Violated(violation) => json!({
            "copies": copies, "engine": violation.engine, "inputs": violation.inputs,
            "native": violation.native,
        }),
        Status::Proved { engine, proof, .. } => {
            let proof = match proof {
                ProofReport::Folded => "folded",
                ProofReport::Direct => "direct",
                ProofReport::Inductive => "inductive",
                ProofReport::Exhausted { .. } => "exhausted",
                ProofReport::KInductive { .. } => "k-inductive",
            };
            json!({ "copies": copies, "engine": engine, "proof": proof })
        }
        Status::HoldsWhereModelled | Status::Unknown => json!({ "copies": copies }),
    }
}

/// A trace as a code flow (3.36) in one thread; iterations of loops are folded as in text.
fn flow(check: &CheckReport, violation: &Violation) -> Value {
    let mut locations: Vec<Value> = vec![];
    let inputs: Vec<String> =
        violation.inputs.iter().map(|it| format!("{} = {}", it.source, it.value)).collect();
    for piece in fold(&violation.steps) {
        match piece {
            Piece::Step(number, step) => locations.extend(step_of(number, step)),
            Piece::Folded { iterations, .. } => {
                if let Some(last) = locations.last_mut() {
                    let text = format!("then {iterations} more iterations");
                    let before = last["location"]["message"]["text"].as_str().unwrap_or_default();
                    let text = match before {
                        "" => text,
                        before => format!("{before}; {text}"),
                    };
                    last["location"]["message"] = json!({ "text": text });
                }
            }
        }
    }
    if let Some(place) = &check.place {
        let location = told(place, &check.what);
        let order = violation.steps.len() + 1;
        locations.push(
            json!({ "location": location, "executionOrder": order, "importance": "essential" }),
        );
    }
    let text = match &inputs[..] {
        [] => "no input is needed".to_owned(),
        inputs => format!("inputs, in order: {}", inputs.join(", ")),
    };
    json!({ "message": { "text": text }, "threadFlows": [{ "locations": locations }] })
}

/// A step at a known place, with the variables that changed.
fn step_of(number: usize, step: &TraceStep) -> Option<Value> {
    let place: &Place = step.place.as_ref()?;
    let changes: Vec<String> =
        step.changes.iter().map(|it| format!("{} = {}", it.variable, it.value)).collect();
    let skipped = step.skipped.map(|it| format!("after {} more iterations", it.iterations));
    let thread = step.thread.map(|it| format!("thread {it}"));
    let text: Vec<String> = thread.into_iter().chain(skipped).chain(changes).collect();
    let mut at = json!({ "location": location(place), "executionOrder": number });
    if !text.is_empty() {
        at["location"]["message"] = json!({ "text": text.join(", ") });
    }
    if !step.changes.is_empty() {
        let state: Map<String, Value> = step
            .changes
            .iter()
            .map(|it| (it.variable.clone(), json!({ "text": it.value })))
            .collect();
        at["state"] = Value::Object(state);
        at["importance"] = json!("important");
    } else {
        at["importance"] = json!("unimportant");
    }
    Some(at)
}
