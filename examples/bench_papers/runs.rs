//! Runs of an engine on a program, and tables of what they found.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use llumc::support::Budget;
use llumc::support::limited::{self, Limits};
use serde::Serialize;
use serde_json::Value;

/// How runs are made.
pub struct Setting {
    /// The program.
    pub llumc: PathBuf,
    /// Wall-clock limit of each run.
    pub timeout: Duration,
    /// Where generated programs are written.
    pub scratch: PathBuf,
}

/// What a run found.
#[derive(Clone, Debug)]
pub struct Run {
    /// `true`, `false(…)`, `unknown`, or `error` where there was no report.
    pub verdict: String,
    /// Seconds on the processor.
    pub cpu: f64,
    /// Nodes of the reachability graph that were made.
    pub nodes: Option<u64>,
    /// Predicates in all.
    pub predicates: Option<u64>,
    /// How often the abstraction was refined.
    pub refinements: u64,
    /// How many assumptions the verdict may rest on.
    pub assumptions: usize,
}

impl Run {
    /// Whether it has an answer.
    pub fn is_solved(&self) -> bool {
        self.verdict == "true" || self.verdict.starts_with("false")
    }

    /// Whether it has another answer than this one.
    pub fn is_wrong(&self, expected: bool) -> bool {
        let opposite = if expected { "false" } else { "true" };
        self.verdict.starts_with(opposite) || self.verdict == "error"
    }

    /// Its seconds, or that it has no answer.
    pub fn seconds(&self) -> String {
        if self.is_solved() { format!("{:.2}", self.cpu) } else { "–".to_owned() }
    }

    /// Nodes, refinements and predicates; in brackets, if it has no answer.
    pub fn counts(&self) -> [String; 3] {
        let numbers = [self.nodes, Some(self.refinements), self.predicates];
        numbers.map(|number| match number {
            Some(number) if self.is_solved() => number.to_string(),
            Some(number) => format!("({number})"),
            None => String::new(),
        })
    }
}

/// Memory of a run.
const MEGABYTES: u64 = 4096;

/// An engine on a program.
///
/// # Errors
/// If the program can't be run.
pub fn check(setting: &Setting, file: &Path, options: &[&str]) -> Result<Run> {
    run(setting, file, &[options, &["--no-certify"]].concat())
}

fn run(setting: &Setting, file: &Path, options: &[&str]) -> Result<Run> {
    let timeout = setting.timeout.as_secs_f64().to_string();
    let mut command = Command::new(&setting.llumc);
    command.arg("check").arg(file).args(options).args(["--timeout", &timeout]);
    command.args(["--format", "json", "--quiet"]);
    // It stops itself in time.
    let time = setting.timeout + Duration::from_secs(30);
    let limits = Limits { time, memory: MEGABYTES << 20, cores: 1 };
    let run = limited::run(command, limits, &Budget::unlimited())?;
    let report: Value = serde_json::from_str(&run.output).unwrap_or_default();
    let engine = &report["engines"][0];
    Ok(Run {
        verdict: report["verdict"].as_str().unwrap_or("error").to_owned(),
        cpu: run.cpu.as_secs_f64(),
        nodes: engine["nodes"].as_u64(),
        predicates: engine["predicates"].as_u64(),
        refinements: engine["depth"].as_u64().unwrap_or(0),
        assumptions: report["assumptions"]
            .as_array()
            .map_or(0, |all| all.iter().filter(|it| it["used"].as_bool().unwrap_or(false)).count()),
    })
}

/// An engine on a generated program, of which `reach_error` is asked.
///
/// # Errors
/// If it can't be written or run.
pub fn check_text(setting: &Setting, name: &str, text: &str, options: &[&str]) -> Result<Run> {
    let file = setting.scratch.join(format!("{name}.c"));
    std::fs::write(&file, text)?;
    check(setting, &file, &[&["-p", "unreach-call"], options].concat())
}

/// The default on a program, whose answer is checked.
///
/// # Errors
/// If it can't be written or run.
pub fn check_fully(setting: &Setting, name: &str, text: &str, options: &[&str]) -> Result<Run> {
    let file = setting.scratch.join(format!("{name}.c"));
    std::fs::write(&file, text)?;
    run(setting, &file, &[&["-p", "unreach-call"], options].concat())
}

/// What is printed and kept.
#[derive(Serialize)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// What differs from the paper, and what is found.
    pub notes: Vec<String>,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// How many answers are wrong.
    pub wrong: usize,
}

impl Table {
    /// Without rows.
    pub fn new(title: &str, columns: &[&str], notes: &[&str]) -> Self {
        let owned = |all: &[&str]| all.iter().map(|&it| it.to_owned()).collect();
        let (notes, columns) = (owned(notes), owned(columns));
        Self { title: title.to_owned(), notes, columns, rows: vec![], wrong: 0 }
    }

    /// As text: the first column to the left, the others to the right.
    pub fn text(&self) -> String {
        let all = || std::iter::once(&self.columns).chain(&self.rows);
        let width = |column: usize| {
            let cells = all().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let mut text = format!("{}\n", self.title);
        for row in all() {
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let cell = match column {
                    0 => format!("{cell:<width$}"),
                    _ => format!("  {cell:>width$}"),
                };
                text += &cell;
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        self.notes.iter().for_each(|note| text += &format!("* {note}\n"));
        text
    }
}
