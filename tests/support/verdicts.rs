//! What `llumc check` says about a program, and whether native runs bear it out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::time::{Duration, Instant};

use llumc::engine::ic3::Technique;
use llumc::program::Property;
use llumc::support::random::Random;
use serde_json::Value;

use super::inputs::Kind;
use super::native::{Native, Outcome};

/// How the checker is called.
#[derive(Clone, Debug)]
pub struct Call {
    pub llumc: PathBuf,
    pub options: Vec<String>,
    pub seconds: u64,
}

/// What it said.
#[derive(Clone, Debug)]
pub enum Verdict {
    True,
    False,
    /// With its reasons, without the places.
    Unknown(Vec<String>),
}

/// Stands for the path of an IPASIR library among options that were drawn.
pub const LIBRARY: &str = "ipasir:LIBRARY";

/// Options that change how a program is decided, but not what is right.
pub fn draw(rng: &mut Random) -> Vec<String> {
    // From four on one engine more runs; there need not be so many.
    let jobs = if rng.one_in(3) { "4" } else { "1" };
    let mut options: Vec<String> = vec!["--jobs".into(), jobs.into()];
    let mut add = |texts: &[&str]| options.extend(texts.iter().map(|text| text.to_string()));
    let bits = ["auto", "auto", "auto", "unroll", "bmc", "kinduction", "ic3", "ic3-2", "race"];
    let on_words = rng.one_in(5);
    let engine: &str = match on_words {
        true => rng.pick::<&str>(&["predicate", "impact", "blast", "tracer", "ic3ia"]),
        false => rng.pick::<&str>(&bits),
    };
    add(&["--engine", engine]);
    if on_words {
        add(&["--abstraction", rng.pick::<&str>(&["boolean", "cartesian"])]);
        add(&["--order", rng.pick::<&str>(&["breadth", "depth"])]);
        add(&["--scope", rng.pick::<&str>(&["location", "program"])]);
        add(&["--explain", rng.pick::<&str>(&["atoms", "interpolants"])]);
        for source in ["focus", "relations", "conditions", "met", "combinations", "weakest"] {
            if rng.one_in(6) {
                add(&["--explain-without", source]);
            }
        }
        if rng.one_in(4) {
            add(&["--no-forced-covering"]);
        }
    }
    add(&["--blocks", rng.pick::<&str>(&["large", "large", "single", "loops"])]);
    let switches = [
        ("--no-mine", 2),
        ("--no-ranges", 2),
        ("--no-accelerate", 4),
        ("--simple-path", 4),
        ("--no-share", 4),
        ("--sweep", 2),
    ];
    for (option, one_in) in switches {
        if rng.one_in(one_in) {
            add(&[option]);
        }
    }
    if rng.one_in(2) {
        add(&["--arrays", rng.pick::<&str>(&["exact", "followed"])]);
    }
    if engine == "auto" && rng.one_in(3) {
        let others = ["unroll", "kinduction", "ic3", "ic3-2", "ic3ia"];
        add(&["--auto-without", rng.pick::<&str>(&others)]);
    }
    if !engine.starts_with("ic3") && !on_words && rng.one_in(8) {
        add(&["--sat", LIBRARY]);
    }
    if rng.one_in(4) {
        add(&["--ic3-solver", "cadical"]);
    }
    for technique in Technique::ALL {
        if rng.one_in(6) {
            add(&["--ic3-without", &technique.to_string()]);
        }
    }
    if rng.one_in(3) {
        add(&["--ic3-with", "order"]);
    }
    if rng.one_in(2) {
        add(&["--seed", &rng.below(1000).to_string()]);
    }
    if rng.one_in(4) {
        add(&["--allocations", rng.pick::<&str>(&["1", "2", "3", "6"])]);
    }
    if rng.one_in(8) {
        add(&["--max-allocation", rng.pick::<&str>(&["8", "20", "100"])]);
    }
    options
}

impl Call {
    /// Checks `p.c` of the folder; returns the report.
    ///
    /// # Errors
    /// If there is none: an internal error, a crash, a time limit that is not kept.
    pub fn check(&self, folder: &Path) -> Result<Value, String> {
        let started = Instant::now();
        let mut child = Command::new(&self.llumc)
            .arg("check")
            .args(&self.options)
            .args(["--format", "json", "--timeout", &self.seconds.to_string()])
            .arg(folder.join("p.c"))
            .stdin(Stdio::null())
            .stdout(file(folder, "report")?)
            .stderr(file(folder, "errors")?)
            .spawn()
            .map_err(|error| format!("{} can't be run: {error}", self.llumc.display()))?;
        // The time limit is kept, but a machine may be busy.
        let limit = Duration::from_secs(self.seconds + 60);
        let status = loop {
            match child.try_wait().map_err(|error| error.to_string())? {
                Some(status) => break status,
                None if started.elapsed() > limit => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(format!("overrun: still there after {} s", limit.as_secs()));
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        let fail = |what: String| Err(format!("{what}\n{}", read("errors")));
        match (status.code(), serde_json::from_str(&read("report"))) {
            (Some(0..=2), Ok(report)) => Ok(report),
            (code, _) => fail(format!("internal: llumc ends with {code:?}")),
        }
    }
}

fn file(folder: &Path, name: &str) -> Result<std::fs::File, String> {
    std::fs::File::create(folder.join(name)).map_err(|error| error.to_string())
}

/// Compares a report with native runs, as many as `runs` if the verdict is TRUE.
///
/// # Errors
/// What the two disagree on. The first word tells the kind.
pub fn judge(
    report: &Value,
    native: &Native,
    seen: &[(Vec<u64>, Outcome)],
    seed: u64,
    runs: u64,
    lines: bool,
) -> Result<Verdict, String> {
    let text = report["verdict"].as_str().unwrap_or_default();
    let verdict = match text.split('(').next().unwrap_or_default() {
        "true" => Verdict::True,
        "false" => Verdict::False,
        "unknown" => Verdict::Unknown(reasons(report)),
        other => return Err(format!("internal: the verdict is {other:?}")),
    };
    let empty = vec![];
    let checks = report["checks"].as_array().unwrap_or(&empty);
    for check in checks {
        if let Some(violated) = check["status"].get("violated") {
            reproduce(check, violated, native, lines)?;
        }
    }
    if matches!(verdict, Verdict::True)
        && let Some((outcome, inputs)) = native.many(seed, runs)?
        && !matches!(outcome, Outcome::Open(_))
    {
        return Err(format!("true: but inputs {inputs:?} give {outcome:?}"));
    }
    // Where the process was ended before there were checks, it says so.
    let ended = |reason: &Value| reason.as_str().is_some_and(|it| it.contains("(--timeout) while"));
    let ended = report["reasons"].as_array().is_some_and(|all| all.iter().any(ended));
    if lines && !ended {
        compare_checks(report, checks, seen)?;
    }
    Ok(verdict)
}

/// Runs the trace of a violated check.
fn reproduce(check: &Value, violated: &Value, native: &Native, lines: bool) -> Result<(), String> {
    let empty = vec![];
    let inputs = violated["inputs"].as_array().unwrap_or(&empty);
    let mut values = vec![];
    for input in inputs {
        // Other choices are made by the surroundings; nothing should depend on them.
        let Some(kind) = input["source"].as_str().and_then(Kind::of) else { continue };
        let text = input["value"].as_str().unwrap_or_default();
        values.push(kind.bits(text).ok_or_else(|| format!("internal: the input {text:?}"))?);
    }
    let [outcome] = &native.each(std::slice::from_ref(&values))?[..] else {
        return Err("internal: no run".to_owned());
    };
    let property = check["property"].as_str().unwrap_or_default();
    let property = Property::from_str(property).map_err(|error| format!("internal: {error}"))?;
    let line = check["place"]["line"].as_u64().unwrap_or(0) as u32;
    let agrees = match outcome {
        Outcome::Fails(seen, _) if !lines => *seen == property,
        _ => outcome.agrees(&Outcome::Fails(property, line)),
    };
    match agrees {
        true => Ok(()),
        false => Err(format!(
            "false: {property} in line {line}, but with its inputs {values:?} a run gives {outcome:?}"
        )),
    }
}

/// What a run violates must be a check, and one that was not proved.
fn compare_checks(
    report: &Value,
    checks: &[Value],
    seen: &[(Vec<u64>, Outcome)],
) -> Result<(), String> {
    let mut open: BTreeMap<(Property, u64), bool> = BTreeMap::new();
    for check in checks {
        let property = check["property"].as_str().and_then(|name| Property::from_str(name).ok());
        let Some(property) = property else { continue };
        let line = match property {
            Property::ValidMemcleanup => 0,
            _ => check["place"]["line"].as_u64().unwrap_or(0),
        };
        let proved = check["status"].get("proved").is_some();
        *open.entry((property, line)).or_default() |= !proved;
    }
    let complete = report["obstacles"].as_array().is_none_or(|all| all.is_empty());
    for (inputs, outcome) in seen {
        let Outcome::Fails(property, line) = outcome else { continue };
        match open.get(&(*property, u64::from(*line))) {
            Some(true) => {}
            _ if !complete => {}
            Some(false) => {
                return Err(format!("proved: {property} in line {line} fails with {inputs:?}"));
            }
            None => {
                return Err(format!("missing: {property} in line {line} fails with {inputs:?}"));
            }
        }
    }
    Ok(())
}

/// Why a verdict is unknown, without numbers and names.
fn reasons(report: &Value) -> Vec<String> {
    let empty = vec![];
    let reasons = report["reasons"].as_array().unwrap_or(&empty);
    let texts = reasons.iter().map(|reason| match reason.as_str() {
        Some(text) => text.to_owned(),
        None => reason.to_string(),
    });
    texts.map(|text| text.chars().filter(|c| !c.is_ascii_digit()).take(110).collect()).collect()
}
