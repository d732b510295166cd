//! Checking a whole project.

use std::path::PathBuf;

use clap::Args;

use super::engine;
use crate::cli::values::FormatArg;

/// For the end of the help text.
pub const EXIT_CODES: &str = "\
Exit codes, of the worst finding that is neither suppressed nor in the baseline:
  0  there is none
  1  a violation
  2  a check is open, or the run was interrupted
  3  a task has no program (a C error, a missing file), or wrong usage
  4  internal error: a bug in llumc";

/// `llumc project`.
#[derive(Debug, Args)]
pub struct ProjectArgs {
    /// The project's folder, which has its llumc.toml.
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// Only these tasks.
    #[arg(long = "task", value_name = "NAMES", value_delimiter = ',')]
    pub tasks: Vec<String>,
    /// Write a llumc.toml with what is found in the folder, to begin with.
    #[arg(long)]
    pub init: bool,
    /// List the tasks with the commands that do the same, and check nothing.
    #[arg(long)]
    pub list: bool,
    /// Check N tasks at once; they share the cores and the memory [default: what llumc.toml says,
    /// or one for each core].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Time limit of each task in seconds, whatever llumc.toml says.
    #[arg(short, long, value_name = "SECONDS", value_parser = engine::positive_seconds)]
    pub timeout: Option<f64>,
    /// Memory in MB (2^20 bytes) for all tasks together [default: four fifths of what the machine
    /// has left].
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(64..1 << 40))]
    pub memory: Option<u64>,
    /// Say of each line, function and branch whether any task reaches it, behind the checks.
    #[arg(long)]
    pub cover: bool,
    /// Check all tasks, also those of which nothing has changed.
    #[arg(long)]
    pub fresh: bool,
    /// Findings that are in this file don't count [default: the one that llumc.toml names].
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write the findings of this run to the baseline.
    #[arg(long)]
    pub update_baseline: bool,
    /// How to print the result.
    #[arg(short, long, value_enum, default_value_t = FormatArg::Text)]
    pub format: FormatArg,
    /// Print all reasons and hints of what is open.
    #[arg(short, long)]
    pub verbose: bool,
    /// Don't tell of each task when it ends.
    #[arg(short, long)]
    pub quiet: bool,
    /// Write all reports as JSON to this file (`llumc schema project` prints its schema).
    #[arg(long, value_name = "FILE.json", help_heading = "Files")]
    pub json: Option<PathBuf>,
    /// Write the results in SARIF 2.1.0, a run for each task.
    #[arg(long, value_name = "FILE.sarif", help_heading = "Files")]
    pub sarif: Option<PathBuf>,
    /// Write the checks as test cases in JUnit's XML, in suites by task and file.
    #[arg(long, value_name = "FILE.xml", help_heading = "Files")]
    pub junit: Option<PathBuf>,
    /// Write pages of HTML to this folder: index.html, one for each task, and one with what all of
    /// them reach if that is asked for.
    #[arg(long, value_name = "DIR", help_heading = "Files")]
    pub html: Option<PathBuf>,
    /// Write which lines, functions and branches tasks reach, as LCOV's trace files do. As --cover,
    /// it asks for that.
    #[arg(long, value_name = "FILE.info", help_heading = "Files")]
    pub lcov: Option<PathBuf>,
    /// Write witnesses in the format of SV-COMP (2.0) to this folder: TASK.yml for each task with a
    /// verdict.
    #[arg(long, value_name = "DIR", help_heading = "Files")]
    pub witness: Option<PathBuf>,
    /// Write what the verdicts rest on to this folder, in one of its own for each task. Tasks of
    /// which it is not kept are checked again. `llumc certify DIR/TASK` and other tools check it.
    #[arg(long, value_name = "DIR", help_heading = "Files")]
    pub evidence: Option<PathBuf>,
}

/// `llumc explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// A report of `check --json`, or one that `llumc project` keeps.
    #[arg(value_name = "FILE.json")]
    pub file: PathBuf,
    /// Print every step of a trace instead of folding loops.
    #[arg(long)]
    pub full_trace: bool,
    /// Print the invariant of a proof.
    #[arg(long)]
    pub show_invariant: bool,
    /// Write the report as a page of HTML.
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,
}
