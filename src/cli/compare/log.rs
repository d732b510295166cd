//! The log of a comparison: one JSON line for each run, with its limits.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::Row;
use crate::cli::args::CompareArgs;

/// A line of the log.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// Time limit in seconds.
    timeout: f64,
    /// Memory limit in MB.
    memory: u64,
    #[serde(flatten)]
    row: Row,
}

/// The runs that are known, and where new ones go.
pub struct Log {
    known: Vec<Row>,
    file: Option<File>,
    timeout: f64,
    memory: u64,
}

impl Log {
    /// Reads the log that the arguments name, if they do. A last line that was not written
    /// to its end is dropped.
    ///
    /// # Errors
    /// If it can't be read or written, or is no log.
    pub fn open(args: &CompareArgs) -> Result<Self> {
        let (timeout, memory) = (args.timeout, args.memory);
        let Some(path) = &args.log else {
            return Ok(Self { known: vec![], file: None, timeout, memory });
        };
        let doing = || format!("cannot use the log {}", path.display());
        let text = match path.exists() {
            true => std::fs::read_to_string(path).with_context(doing)?,
            false => String::new(),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut known = vec![];
        for (number, line) in (1..).zip(text[..whole].lines()) {
            let entry: Entry = serde_json::from_str(line)
                .with_context(|| format!("{}, line {number}", doing()))?;
            if entry.timeout == timeout && entry.memory == memory {
                known.push(entry.row);
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(path).with_context(doing)?;
        file.set_len(whole as u64).with_context(doing)?;
        Ok(Self { known, file: Some(file), timeout, memory })
    }

    /// The run of an engine on a file that is in the log.
    pub fn known(&self, file: &Path, engine: &str) -> Option<Row> {
        let file = file.display().to_string();
        self.known.iter().find(|row| row.file == file && row.engine == engine).cloned()
    }

    /// Adds a run.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn add(&mut self, row: &Row) -> Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let (timeout, memory) = (self.timeout, self.memory);
        let line = serde_json::to_string(&Entry { timeout, memory, row: row.clone() })?;
        writeln!(file, "{line}").context("cannot write to the log")
    }
}
