//! What is kept of each run, and the log.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use llumc::support::limited::{Run, Stop};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::tasks::{Expected, Task};

/// So many characters of a message are kept.
const MESSAGE: usize = 600;

/// A task, checked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The task: see [`Task::key`].
    pub name: String,
    /// What was checked; empty: what is by default.
    pub property: String,
    /// Of the task's description and files.
    pub hash: String,
    /// The verdict, or `rejected` for a program that clang does not compile, or `none`.
    pub verdict: String,
    /// The properties of which a check is violated.
    pub violated: Vec<String>,
    /// What native runs said of the violations.
    pub native: Vec<String>,
    /// Why it is unknown.
    pub reasons: Vec<String>,
    /// Exit code, if it was not killed.
    pub exit: Option<i32>,
    /// Wall-clock time.
    pub seconds: f64,
    /// Most memory in MB (2^20 bytes).
    pub megabytes: f64,
    /// What happened that should never happen.
    pub failure: Option<String>,
    /// What clang or llumc said, if there is no report.
    pub message: String,
    /// What the suite says.
    pub expected: Option<Expected>,
}

impl Record {
    /// Reads the report of a run.
    pub fn new(task: &Task, run: &Run) -> Self {
        let (name, property, hash) = task.key();
        let report: Value = serde_json::from_str(&run.output).unwrap_or_default();
        // A report may be one of an error.
        let error = report["error"]["message"].as_str();
        let reported = report["verdict"].as_str().filter(|_| error.is_none());
        let texts = |value: &Value| -> Vec<String> {
            let texts = value.as_array().into_iter().flatten();
            texts.filter_map(|text| text.as_str().map(str::to_owned)).collect()
        };
        let (mut violated, mut native) = (vec![], vec![]);
        for check in report["checks"].as_array().into_iter().flatten() {
            let violation = &check["status"]["violated"];
            if !violation.is_null() {
                violated.extend(check["property"].as_str().map(str::to_owned));
                native.extend(violation["native"].as_str().map(str::to_owned));
            }
        }
        for texts in [&mut violated, &mut native] {
            texts.sort();
            texts.dedup();
        }
        let reasons = texts(&report["reasons"]);
        let message = match reported {
            Some(_) => String::new(),
            None => error.unwrap_or(&run.errors).chars().take(MESSAGE).collect(),
        };
        Self {
            name,
            property,
            hash,
            verdict: reported
                .unwrap_or(if run.exit == Some(3) { "rejected" } else { "none" })
                .to_owned(),
            violated,
            native,
            failure: failure(run, reported.is_some(), &reasons),
            reasons,
            exit: run.exit,
            seconds: run.time.as_secs_f64(),
            megabytes: run.memory as f64 / f64::from(1 << 20),
            message,
            expected: task.expected.clone(),
        }
    }

    /// Whether the suite says something else.
    pub fn disagrees(&self) -> bool {
        self.expected.as_ref().is_some_and(|expected| match expected.holds {
            true => self
                .violated
                .iter()
                .any(|it| expected.properties.iter().any(|said| said == it || said == "all")),
            false => self.verdict == "true",
        })
    }

    /// In a line.
    pub fn text(&self) -> String {
        let failure = self.failure.as_ref().map_or(String::new(), |it| format!(" FAILURE: {it}"));
        let other = if self.disagrees() { " DISAGREES" } else { "" };
        format!(
            "{}{} {}: {} {:.1} s{other}{failure}",
            self.name,
            if self.property.is_empty() { "" } else { ":" },
            self.property,
            self.verdict,
            self.seconds
        )
    }
}

/// What happened that should never happen, if anything did.
fn failure(run: &Run, reported: bool, reasons: &[String]) -> Option<String> {
    let first = |words: &str| {
        let line = run.errors.lines().find(|line| line.contains(words));
        line.unwrap_or_default().chars().take(MESSAGE).collect::<String>()
    };
    match (run.stopped, run.exit) {
        (Some(Stop::Time), _) => return Some("hangs".to_owned()),
        (Some(stop), _) => return Some(format!("stopped: {stop:?}")),
        (None, None) => return Some("killed by a signal".to_owned()),
        (None, Some(4)) => return Some(format!("internal error: {}", first("internal error"))),
        (None, Some(0..=2)) if reported => {}
        (None, Some(3)) if !run.errors.contains("panicked") => {}
        (None, Some(code)) => return Some(format!("exit code {code}: {}", first("panicked"))),
    }
    // An engine that died, or an answer that was wrong.
    reasons.iter().find(|reason| reason.contains("failed: ")).cloned()
}

/// The log of a campaign.
pub struct Log {
    file: File,
    records: HashMap<(String, String, String), Record>,
}

impl Log {
    /// Reads what is there; a last line that was cut off counts as not there.
    ///
    /// # Errors
    /// If the file can't be read or written.
    pub fn open(path: &Path) -> Result<Self> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("cannot write {}", path.display()))?;
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(file)?;
        }
        let records = text.lines().filter_map(|line| serde_json::from_str::<Record>(line).ok());
        let records = records.map(|record| (record.key(), record)).collect();
        Ok(Self { file, records })
    }

    /// Whether the task was run.
    pub fn has(&self, task: &Task) -> bool {
        self.records.contains_key(&task.key())
    }

    /// What came of the task, if it was run; beside what the suite is now understood to say.
    pub fn get(&self, task: &Task) -> Option<Record> {
        let record = self.records.get(&task.key())?.clone();
        Some(Record { expected: task.expected.clone(), ..record })
    }

    /// Writes a line.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn add(&mut self, record: Record) -> Result<()> {
        writeln!(self.file, "{}", serde_json::to_string(&record)?)?;
        self.records.insert(record.key(), record);
        Ok(())
    }
}

impl Record {
    /// What it is a record of: see [`Task::key`].
    fn key(&self) -> (String, String, String) {
        (self.name.clone(), self.property.clone(), self.hash.clone())
    }
}
