//! What is kept of each report, and the tables.

use std::collections::BTreeMap;

use llumc::support::limited::Run;
use serde::Serialize;
use serde_json::Value;

use super::layout::layout;
use super::programs::Program;

/// How many checks came to which end.
#[derive(Clone, Copy, Default, Serialize)]
pub struct Counts {
    proved: usize,
    /// Proved for all paths that are modelled; some path is not.
    where_modelled: usize,
    violated: usize,
    unknown: usize,
}

/// A program, checked.
#[derive(Serialize)]
pub struct Measured {
    name: String,
    lines: usize,
    verdict: String,
    checks: Counts,
    properties: BTreeMap<String, Counts>,
    /// Each once, with its place.
    violations: Vec<String>,
    /// Why checks are unknown.
    reasons: Vec<String>,
    /// Bits of the state.
    state_bits: u64,
    /// Wall-clock time.
    seconds: f64,
    /// Most memory in MB (2^20 bytes).
    megabytes: f64,
    /// Why there is no report, if there is none.
    pub failure: Option<String>,
}

impl Measured {
    /// Reads the report of a run.
    pub fn new(program: &Program, run: &Run) -> Self {
        let report: Value = serde_json::from_str(&run.output).unwrap_or_default();
        let failure = report["verdict"].is_null().then(|| match (run.stopped, run.exit) {
            (Some(stop), _) => format!("stopped: {stop:?}"),
            (None, exit) => format!("exit code {exit:?}"),
        });
        let mut checks = Counts::default();
        let mut properties: BTreeMap<String, Counts> = BTreeMap::new();
        let mut violations = vec![];
        for check in report["checks"].as_array().into_iter().flatten() {
            let property = check["property"].as_str().unwrap_or_default();
            for counts in [&mut checks, properties.entry(property.to_owned()).or_default()] {
                counts.add(&check["status"]);
            }
            if !check["status"]["violated"].is_null() {
                let what = check["what"].as_str().unwrap_or_default();
                let text = format!("{}: {what} [{property}]", place(&check["place"]));
                if !violations.contains(&text) {
                    violations.push(text);
                }
            }
        }
        let reasons = report["reasons"].as_array().into_iter().flatten();
        Self {
            name: program.name.clone(),
            lines: program.lines,
            verdict: report["verdict"].as_str().unwrap_or("no report").to_owned(),
            checks,
            properties,
            violations,
            reasons: reasons.filter_map(|it| it.as_str().map(str::to_owned)).collect(),
            state_bits: report["model"]["state_bits"].as_u64().unwrap_or(0),
            seconds: run.time.as_secs_f64(),
            megabytes: run.memory as f64 / f64::from(1 << 20),
            failure,
        }
    }

    /// In a line.
    pub fn text(&self) -> String {
        let Counts { proved, where_modelled, violated, unknown } = self.checks;
        let (name, seconds) = (&self.name, self.seconds);
        match &self.failure {
            Some(failure) => format!("{name}: no report ({failure}) {seconds:.1} s"),
            None => format!(
                "{name}: {} proved, {violated} violated, {unknown} unknown, {seconds:.1} s",
                proved + where_modelled
            ),
        }
    }
}

impl Counts {
    fn add(&mut self, status: &Value) {
        *match status.as_str() {
            Some("unknown") => &mut self.unknown,
            Some("holds-where-modelled") => &mut self.where_modelled,
            _ if status["violated"].is_null() => &mut self.proved,
            _ => &mut self.violated,
        } += 1;
    }

    fn all(self) -> usize {
        self.proved + self.where_modelled + self.violated + self.unknown
    }
}

/// File (without its folder), line and column.
fn place(place: &Value) -> String {
    let file = place["file"].as_str().unwrap_or_default();
    let file = file.rsplit('/').next().unwrap_or_default();
    format!("{file}:{}:{}", place["line"], place["column"])
}

/// One line for each program.
pub fn table(all: &[Measured]) -> String {
    let heads = [
        "program", "lines", "bits", "checks", "proved", "modelled", "violated", "unknown", "s",
        "MB",
    ];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    for it in all {
        let counts = it.checks;
        let numbers =
            [counts.all(), counts.proved, counts.where_modelled, counts.violated, counts.unknown];
        let mut line = vec![it.name.clone(), it.lines.to_string(), it.state_bits.to_string()];
        line.extend(numbers.map(|number| number.to_string()));
        line.extend([format!("{:.1}", it.seconds), format!("{:.0}", it.megabytes)]);
        lines.push(line);
    }
    layout(&lines, 1)
}

/// Proved, violated and unknown checks of each property.
pub fn properties(all: &[Measured]) -> String {
    let mut names: Vec<&String> = all.iter().flat_map(|it| it.properties.keys()).collect();
    names.sort();
    names.dedup();
    let mut head = vec!["proved/violated/unknown".to_owned()];
    head.extend(names.iter().map(|name| (*name).clone()));
    let mut lines = vec![head];
    for it in all {
        let mut line = vec![it.name.clone()];
        line.extend(names.iter().map(|&name| match it.properties.get(name) {
            Some(counts) => {
                let proved = counts.proved + counts.where_modelled;
                format!("{proved}/{}/{}", counts.violated, counts.unknown)
            }
            None => String::new(),
        }));
        lines.push(line);
    }
    layout(&lines, 1)
}

/// What is violated, and why the unknown ones are unknown.
pub fn remarks(all: &[Measured]) -> String {
    let mut out = String::new();
    for it in all {
        let violations = it.violations.iter().map(|text| format!("  violated: {text}\n"));
        let reasons = it.reasons.iter().map(|text| format!("  unknown because: {text}\n"));
        let failure = it.failure.iter().map(|text| format!("  no report: {text}\n"));
        let lines: Vec<String> = violations.chain(reasons).chain(failure).collect();
        if !lines.is_empty() {
            out += &format!("{} ({})\n{}", it.name, it.verdict, lines.concat());
        }
    }
    out
}
