//! Runs `llumc` on one task and reads its JSON.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use llumc::support::Budget;
use llumc::support::limited::{self, Limits, Run};
use serde::Serialize;
use serde_json::Value;

/// How runs are made.
pub struct Setting {
    /// The program.
    pub llumc: PathBuf,
    /// Wall-clock limit of each run of an engine.
    pub timeout: Duration,
    /// How often each run is repeated.
    pub repeat: usize,
    /// Where encodings are written.
    pub scratch: PathBuf,
}

/// What a run took.
#[derive(Clone, Serialize)]
pub struct Cost {
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Seconds on the processor.
    pub cpu: f64,
    /// Largest resident memory in MB (2^20 bytes).
    pub megabytes: f64,
}

/// An engine on a task: the median run.
#[derive(Clone, Serialize)]
pub struct Check {
    /// `true`, `false(…)`, `unknown`, or `error` where there was no report.
    pub verdict: String,
    /// Of `unroll` blocks of the violation, or else steps unrolled; of others frames.
    pub depth: u64,
    /// Bits of the transition system's state.
    pub bits: u64,
    /// What it took.
    pub cost: Cost,
    /// How much of the wall-clock time random native runs against the proof took: half a
    /// second, and what it takes to build them.
    pub attack: f64,
    /// Verdicts of all runs.
    pub all: Vec<String>,
}

impl Check {
    /// Whether there is an answer.
    pub fn solved(&self) -> bool {
        self.verdict == "true" || self.verdict.starts_with("false")
    }

    /// Wall-clock seconds without the random native runs.
    pub fn seconds(&self) -> f64 {
        self.cost.seconds - self.attack
    }

    /// Verdict, [`Self::seconds`] and memory, short.
    pub fn text(&self) -> String {
        let (seconds, megabytes) = (self.seconds(), self.cost.megabytes);
        let verdict = self.verdict.split('(').next().unwrap_or_default();
        format!("{verdict} {seconds:.2} s {megabytes:.0} MB")
    }

    /// Verdict, seconds on the processor, memory and bits of the state, short.
    pub fn sized_text(&self) -> String {
        let (cpu, megabytes, bits) = (self.cost.cpu, self.cost.megabytes, self.bits);
        let verdict = self.verdict.split('(').next().unwrap_or_default();
        format!("{verdict} {cpu:.2} s {megabytes:.0} MB {bits} bits")
    }

    /// Whether some run contradicts what is expected, or failed.
    pub fn wrong(&self, expected: bool) -> bool {
        let opposite = if expected { "false" } else { "true" };
        self.all.iter().any(|verdict| verdict.starts_with(opposite) || verdict == "error")
    }
}

/// An encoding of a task.
#[derive(Clone, Serialize)]
pub struct Encoding {
    /// Basic blocks, state variables, state bits, clauses.
    pub size: [u64; 4],
    /// What it took: the median run.
    pub cost: Cost,
}

/// Memory of a run in MB, and that of its engines.
const MEGABYTES: u64 = 4096;
const ENGINES_MEGABYTES: u64 = MEGABYTES - 512;

/// Checks a task with these options.
///
/// # Errors
/// If the program can't be run.
pub fn check<'a>(
    setting: &Setting,
    task: &Path,
    options: impl IntoIterator<Item = &'a str>,
) -> Result<Check> {
    decide(setting, "check", task, options)
}

/// Decides a model file with these options.
///
/// # Errors
/// If the program can't be run.
pub fn solve<'a>(
    setting: &Setting,
    model: &Path,
    options: impl IntoIterator<Item = &'a str>,
) -> Result<Check> {
    decide(setting, "solve", model, options)
}

fn decide<'a>(
    setting: &Setting,
    subcommand: &str,
    task: &Path,
    options: impl IntoIterator<Item = &'a str>,
) -> Result<Check> {
    let options: Vec<&str> = options.into_iter().collect();
    let timeout = setting.timeout.as_secs_f64().to_string();
    let mut runs = vec![];
    for _ in 0..setting.repeat {
        let mut command = Command::new(&setting.llumc);
        command.arg(subcommand).arg(task).args(&options).args(["--timeout", &timeout]);
        command.args(["--memory", &ENGINES_MEGABYTES.to_string(), "--format", "json", "--quiet"]);
        // The program stops itself in time.
        runs.push(limited(command, setting.timeout + Duration::from_secs(30))?);
    }
    let report = |run: &Run| serde_json::from_str::<Value>(&run.output).unwrap_or_default();
    let verdict = |run: &Run| report(run)["verdict"].as_str().unwrap_or("error").to_owned();
    let all = runs.iter().map(verdict).collect();
    let run = median(runs);
    let report = report(&run);
    // Engines that answer at once have reported no depth yet; the trace has one.
    let checks = report["checks"].as_array().into_iter().flatten();
    let blocks = checks.filter_map(|check| check["status"]["violated"]["blocks"].as_u64()).min();
    let depth = report["engines"][0]["depth"].as_u64().unwrap_or(0);
    let depth = blocks.filter(|_| options.contains(&"unroll")).unwrap_or(depth);
    let bits = report["model"]["state_bits"].as_u64().unwrap_or(0);
    let attack = report["attack_seconds"].as_f64().unwrap_or(0.0);
    Ok(Check { verdict: verdict(&run), depth, bits, cost: cost(&run), attack, all })
}

/// Encodes a task.
///
/// # Errors
/// If the program can't be run or fails.
pub fn encode(setting: &Setting, task: &Path, encoding: &str) -> Result<Encoding> {
    let mut runs = vec![];
    for _ in 0..setting.repeat {
        let mut command = Command::new(&setting.llumc);
        command.arg("encode").arg(task).args(["--encoding", encoding, "--format", "json"]);
        command.arg("-o").arg(setting.scratch.join("task.dimspec"));
        runs.push(limited(command, Duration::from_secs(60))?);
    }
    let run = median(runs);
    let report: Value = serde_json::from_str(&run.output)
        .with_context(|| format!("{} could not be encoded", task.display()))?;
    let figure = |name: &str| report["figures"][name].as_u64().unwrap_or(0);
    let clauses = ["clauses_of_I", "clauses_of_U", "clauses_of_G", "clauses_of_T"];
    let size = [
        figure("basic_blocks"),
        figure("state_variables"),
        figure("state_bits"),
        clauses.into_iter().map(figure).sum(),
    ];
    Ok(Encoding { size, cost: cost(&run) })
}

/// Writes a task as an AIGER file, and returns its path.
///
/// # Errors
/// If the program can't be run or fails.
pub fn aiger(setting: &Setting, task: &Path) -> Result<PathBuf> {
    let file = setting.scratch.join("task.aig");
    let mut command = Command::new(&setting.llumc);
    command.arg("encode").arg(task).args(["--to", "aiger", "-o"]).arg(&file);
    let run = limited(command, Duration::from_secs(60))?;
    ensure!(run.exit == Some(0), "{} could not be encoded", task.display());
    Ok(file)
}

fn limited(command: Command, time: Duration) -> Result<Run> {
    limited::run(command, Limits { time, memory: MEGABYTES << 20, cores: 1 }, &Budget::unlimited())
}

fn cost(run: &Run) -> Cost {
    Cost {
        seconds: run.time.as_secs_f64(),
        cpu: run.cpu.as_secs_f64(),
        megabytes: run.memory as f64 / f64::from(1 << 20),
    }
}

/// The run whose time on the processor is in the middle.
fn median(mut runs: Vec<Run>) -> Run {
    runs.sort_by_key(|run| run.cpu);
    runs.swap_remove((runs.len() - 1) / 2)
}
