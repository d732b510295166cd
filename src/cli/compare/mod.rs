//! `llumc compare`: several engines on the same files, one process and one core each; a
//! table, a cactus plot, a page.
//!
//! Every run is a process of its own under the same limits: ours are this very program
//! with `check` or `solve`, external ones are called as `solvers/*.toml` says, on the input
//! in the format that they read. A witness that an external solver prints is certified. With
//! `--log` each run is a JSON line, and runs that are there already are not made again; with
//! `--jobs` several runs are made at once, each on a core of its own.

mod disagreements;
mod engine;
mod html;
mod inputs;
pub mod list;
mod log;
mod schedule;
mod solvers;
mod table;

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::args::CompareArgs;
use super::exit::Exit;
use super::values::FormatArg;
use super::write;
use crate::report::html::compare;
use crate::support::Budget;
use log::Log;

/// The result of one engine on one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    file: String,
    engine: String,
    /// `true`, `false(…)`, `unknown`, `timeout`, `memory`, `error`, or `unsuitable` for an
    /// input that can't be written in the format that the solver reads. [`REACHED`], if an
    /// external solver reaches a goal of a program that has others than checks.
    verdict: String,
    /// Whether the answer was checked: our own always are, others' where they print a
    /// witness. `Some(false)`: the witness is wrong.
    checked: Option<bool>,
    seconds: f64,
    /// Seconds on the processor, of all processes; 0 in old logs.
    #[serde(default)]
    cpu: f64,
    /// Of these, what our check of an answer about a model took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    certification: Option<f64>,
    /// Most memory in MB (2^20 bytes): see [`crate::support::limited::Run::memory`].
    megabytes: f64,
    /// Steps of the trace, or frames.
    depth: Option<u64>,
    /// Set where engines disagree: a certified answer says the contrary of this one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    wrong: bool,
}

/// A check fails, or the program comes to something that is not modelled: an external solver
/// doesn't say which, and only the first is a violation.
const REACHED: &str = "reached";

impl Row {
    /// A run that was not made.
    fn new(file: &Path, engine: &str) -> Self {
        Self {
            file: file.display().to_string(),
            engine: engine.to_owned(),
            verdict: "unsuitable".to_owned(),
            checked: None,
            seconds: 0.0,
            cpu: 0.0,
            certification: None,
            megabytes: 0.0,
            depth: None,
            wrong: false,
        }
    }

    fn solved(&self) -> bool {
        self.answers() && self.verdict != REACHED
    }

    /// Whether it says something that others can contradict.
    fn answers(&self) -> bool {
        let answers = self.reaches() || self.verdict == "true";
        answers && self.checked != Some(false) && !self.wrong
    }

    /// Whether it says that a goal is reached.
    fn reaches(&self) -> bool {
        self.verdict.starts_with("false") || self.verdict == REACHED
    }
}

/// Runs the subcommand. The exit code is 0 when all runs were made, 1 when two engines
/// contradict each other or a witness is wrong, and 2 when it was interrupted.
///
/// # Errors
/// If a file, a description or an engine is unknown.
pub fn run(args: &CompareArgs) -> Result<Exit> {
    let engines = engine::select(args)?;
    for file in &args.files {
        if !file.is_file() {
            bail!("cannot read {}: no such file", file.display());
        }
    }
    let budget = Budget::unlimited();
    let interrupted = budget.clone();
    ctrlc::set_handler(move || interrupted.cancel()).context("cannot handle interrupts")?;
    let mut log = Log::open(args, &engines)?;
    let mut rows = schedule::run(&engines, args, &mut log, &budget)?;
    disagreements::settle(&mut rows);
    let disagreements = disagreements::all(&mut rows, args, &budget)?;
    if budget.exhausted().is_some() {
        let goes_on = if args.log.is_some() { "; the same command goes on" } else { "" };
        eprintln!("llumc: interrupted{goes_on}");
        return Ok(Exit::Unknown);
    }
    match args.format {
        FormatArg::Json => super::print(&(serde_json::to_string_pretty(&rows)? + "\n"))?,
        FormatArg::Text => {
            super::print(&table::text(&rows, &disagreements, table::wants_colour()))?;
        }
    }
    if args.plot.is_some() || args.report.is_some() {
        let names = engines.iter().map(|engine| engine.name().to_owned()).collect();
        let comparison = html::comparison(&rows, names, &disagreements, args);
        if let Some(plot) = &args.plot {
            write(plot, &compare::cactus_plot(&comparison))?;
        }
        if let Some(report) = &args.report {
            write(report, &compare::render(&comparison))?;
        }
    }
    let wrong = rows.iter().any(|row| row.checked == Some(false));
    Ok(if disagreements.is_empty() && !wrong { Exit::Holds } else { Exit::Violated })
}
