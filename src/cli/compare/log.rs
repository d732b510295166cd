//! The log of a comparison: one JSON line for each run, with its limits and what the file was.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::Row;
use super::engine::Engine;
use crate::cli::args::CompareArgs;

/// A line of the log.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// Time limit in seconds.
    timeout: f64,
    /// Memory limit in MB.
    memory: u64,
    /// What was in the file: [`contents`]. Old logs don't say; their runs are made again.
    #[serde(default)]
    contents: String,
    /// How the engine was called: [`Engine::described`]. Old logs don't say, either.
    #[serde(default)]
    called: String,
    #[serde(flatten)]
    row: Row,
}

/// The runs that are known, and where new ones go.
pub struct Log {
    known: Vec<Row>,
    /// What is in each file now.
    contents: BTreeMap<String, String>,
    /// How each engine is called now, by its name.
    called: BTreeMap<String, String>,
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
    pub fn open(args: &CompareArgs, engines: &[Engine]) -> Result<Self> {
        let (timeout, memory) = (args.timeout, args.memory);
        let Some(path) = &args.log else {
            let (contents, called) = (BTreeMap::new(), BTreeMap::new());
            return Ok(Self { known: vec![], contents, called, file: None, timeout, memory });
        };
        let called = |engine: &Engine| (engine.name().to_owned(), engine.described(args));
        let called: BTreeMap<String, String> = engines.iter().map(called).collect();
        let named = |file: &PathBuf| Ok((file.display().to_string(), contents(file)?));
        let contents: BTreeMap<String, String> =
            args.files.iter().map(named).collect::<Result<_>>()?;
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
            let is_same = contents.get(&entry.row.file) == Some(&entry.contents)
                && called.get(&entry.row.engine) == Some(&entry.called);
            if entry.timeout == timeout && entry.memory == memory && is_same {
                known.push(entry.row);
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(path).with_context(doing)?;
        file.set_len(whole as u64).with_context(doing)?;
        Ok(Self { known, contents, called, file: Some(file), timeout, memory })
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
        let contents = self.contents.get(&row.file).cloned().unwrap_or_default();
        let called = self.called.get(&row.engine).cloned().unwrap_or_default();
        let entry = Entry { timeout, memory, contents, called, row: row.clone() };
        let line = serde_json::to_string(&entry)?;
        writeln!(file, "{line}").context("cannot write to the log")
    }
}

/// A number that stands for what is in a file, and in those that it names as a task definition.
/// Another release may have other numbers; then runs are made again.
///
/// # Errors
/// If the file can't be read.
fn contents(file: &Path) -> Result<String> {
    let read = |file: &Path| {
        std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))
    };
    let mut hasher = DefaultHasher::new();
    hasher.write(&read(file)?);
    #[cfg(feature = "llvm")]
    if file.extension().is_some_and(|end| end == "yml" || end == "yaml")
        && let Ok(task) = crate::verify::svcomp::read_task(file, "main")
    {
        // What is missing the engines will say.
        task.files.iter().for_each(|named| hasher.write(&read(named).unwrap_or_default()));
    }
    Ok(format!("{:016x}", hasher.finish()))
}
