//! Every task of `c-tests/` gets the verdict that its task file expects.
//!
//! One test per task and property. A task file is SV-COMP's format; what it can't say is
//! under the key `x-llumc`, which other tools ignore:
//!
//! ```yaml
//! x-llumc:
//!   unknown: recursive call      # the verdict is unknown, and a reason contains this
//!   line: 12                     # a violated check (or the obstacle) is on this line; or
//!                                # on one of several: [12, 15]
//!   seconds: 60                  # time limit, default 60
//!   hard: true                   # may also be unknown when the time is up
//!   engine: bmc --bound 9        # what is said behind --engine, default auto
//!   arguments: --malloc-may-fail # further options
//! ```

use std::path::{Path, PathBuf};

use assert_cmd::cargo::CommandCargoExt;
use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Task {
    properties: Vec<Property>,
    #[serde(rename = "x-llumc", default)]
    extra: Extra,
}

#[derive(Deserialize)]
struct Property {
    property_file: String,
    expected_verdict: Option<bool>,
}

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Extra {
    unknown: Option<String>,
    line: Option<Lines>,
    seconds: Option<u32>,
    #[serde(default)]
    hard: bool,
    engine: Option<String>,
    arguments: Option<String>,
}

/// A line, or several.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Lines {
    One(u64),
    Any(Vec<u64>),
}

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("c-tests");
    let mut files = vec![];
    collect(&root, &mut files);
    files.sort();
    let mut trials = vec![];
    for file in files {
        let text = std::fs::read_to_string(&file).expect("task files are readable");
        let task: Task = serde_saphyr::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for property in task.properties {
            let short = file.strip_prefix(&root).expect("below the root").with_extension("");
            let prp = Path::new(&property.property_file);
            let stem = prp.file_stem().expect("a file name").to_string_lossy().into_owned();
            let (file, extra) = (file.clone(), task.extra.clone());
            trials.push(Trial::test(format!("{}::{stem}", short.display()), move || {
                run(&file, &property, &extra)
            }));
        }
    }
    assert!(!trials.is_empty(), "c-tests has tasks");
    libtest_mimic::run(&arguments, trials).exit();
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "yml") {
            files.push(path);
        }
    }
}

fn run(task: &Path, property: &Property, extra: &Extra) -> Result<(), Failed> {
    let folder = task.parent().expect("a file has a folder");
    let seconds = extra.seconds.unwrap_or(60);
    let output = std::process::Command::cargo_bin("llumc")?
        .arg("check")
        .arg(task)
        .arg("--property")
        .arg(folder.join(&property.property_file))
        .args(["--format", "json", "--stop-at-first=false"])
        .args(["--timeout", &seconds.to_string(), "--engine"])
        .args(extra.engine.as_deref().unwrap_or("auto").split(' '))
        .args(extra.arguments.as_deref().unwrap_or_default().split_whitespace())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let fail = |what: String| {
        let errors = String::from_utf8_lossy(&output.stderr);
        Err(Failed::from(format!("{what}\n{text}\n{errors}")))
    };
    let Ok(report) = serde_json::from_str::<Value>(&text) else {
        return fail(format!("no report; exit {:?}", output.status.code()));
    };
    let verdict = report["verdict"].as_str().unwrap_or_default();
    if extra.hard && verdict == "unknown" && output.status.code() == Some(2) {
        let reasons = report["reasons"].to_string();
        if !reasons.contains("time limit") {
            return fail("unknown for another reason than time".to_owned());
        }
        return Ok(());
    }
    let (expected, code) = match (property.expected_verdict, &extra.unknown) {
        (_, Some(_)) | (None, _) => ("unknown", 2),
        (Some(true), None) => ("true", 0),
        (Some(false), None) => ("false", 1),
    };
    if verdict.split('(').next() != Some(expected) || output.status.code() != Some(code) {
        return fail(format!(
            "expected {expected}, got {verdict}, exit {:?}",
            output.status.code()
        ));
    }
    if let Some(reason) = &extra.unknown {
        let reasons = report["reasons"].to_string();
        if !reasons.contains(reason.as_str()) {
            return fail(format!("the reasons don't mention '{reason}'"));
        }
    }
    // A property of the task that holds has no place.
    if let Some(lines) = extra.line.clone().filter(|_| expected != "true") {
        let lines = match lines {
            Lines::One(line) => vec![line],
            Lines::Any(lines) => lines,
        };
        let checks = report["checks"].as_array().into_iter().flatten();
        let violated = checks.filter(|check| !check["status"]["violated"].is_null());
        let obstacles = report["obstacles"].as_array().into_iter().flatten();
        let reachable = obstacles.filter(|obstacle| obstacle["status"] == "reachable");
        let mut places = violated.chain(reachable).map(|item| &item["place"]);
        let here = |place: &Value| {
            let calls = place["called_from"].as_array().into_iter().flatten();
            let mut all = std::iter::once(place).chain(calls);
            all.any(|place| lines.iter().any(|line| place["line"] == *line))
        };
        if !places.any(here) {
            return fail(format!("no violation or obstacle on line {lines:?}"));
        }
    }
    Ok(())
}
