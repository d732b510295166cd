//! One input in the formats that solvers read, written when first asked for.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};

use crate::cli::values::ModelFormat;
use crate::formats::file::{Kind, kind};

/// What a solver wants to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Form {
    /// The format.
    pub format: ModelFormat,
    /// For SMT-LIB: the steps of the query.
    pub bound: Option<u32>,
    /// Whether a single goal stands for all.
    pub one_goal: bool,
}

/// An input file, and what it was written as: in a folder that ends with this value.
pub struct Inputs<'a> {
    file: &'a Path,
    scratch: tempfile::TempDir,
    written: Mutex<HashMap<Form, PathBuf>>,
}

impl<'a> Inputs<'a> {
    /// Of `file`.
    ///
    /// # Errors
    /// If there is no place for what will be written.
    pub fn new(file: &'a Path) -> Result<Self> {
        let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
        Ok(Self { file, scratch, written: Mutex::default() })
    }

    /// Whether the input is a model, not a program.
    pub fn is_model(&self) -> bool {
        let program = ["c", "i", "ll", "bc", "yml", "yaml"];
        !self.file.extension().is_some_and(|end| program.iter().any(|known| end == *known))
    }

    /// Whether the file has a format as it is, in the variant that all solvers read: not
    /// compressed, and binary AIGER.
    fn has(&self, format: ModelFormat) -> Result<bool> {
        let data = std::fs::read(self.file)
            .with_context(|| format!("cannot read {}", self.file.display()))?;
        let is_packed = data.starts_with(&[0x1f, 0x8b]);
        Ok(match format {
            ModelFormat::Aiger => data.starts_with(b"aig "),
            ModelFormat::Btor2 => kind(&data) == Kind::Btor2,
            ModelFormat::Dimspec => !is_packed && kind(&data) == Kind::DimSpec,
            ModelFormat::Smt2 | ModelFormat::Chc | ModelFormat::Vmt => false,
        })
    }

    /// The input in a form; `None` if it can't be written in that.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn written(&self, form: Form) -> Result<Option<PathBuf>> {
        let Form { format, bound, one_goal } = form;
        // Held while a file is written: whoever else wants it waits. An entry says that the
        // file is whole, also after a panic.
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(path) = written.get(&form) {
            return Ok(Some(path.clone()));
        }
        if self.is_model() && format == ModelFormat::Chc {
            // Horn clauses need an automaton.
            return Ok(None);
        }
        if self.is_model() && !one_goal && self.has(format)? {
            return Ok(Some(self.file.to_owned()));
        }
        let steps = bound.map_or(String::new(), |bound| format!(".{bound}"));
        let goals = if one_goal { ".one" } else { "" };
        let name = format!("input{steps}{goals}.{}", format.extension());
        let path = self.scratch.path().join(name);
        let mut command = own()?;
        command.arg(if self.is_model() { "convert" } else { "encode" }).arg(self.file);
        command.args(["--to", format.name(), "-o"]).arg(&path).stdout(Stdio::null());
        if let Some(bound) = bound {
            command.args(["--bound", &bound.to_string()]);
        }
        if one_goal {
            command.arg("--one-goal");
        }
        if !command.status()?.success() {
            // It has said why.
            return Ok(None);
        }
        written.insert(form, path.clone());
        Ok(Some(path))
    }

    /// Whether the witness that a solver printed about `model` is right; `None` if there is
    /// none that can be read.
    ///
    /// # Errors
    /// If it can't be written to a file.
    pub fn certify(&self, model: &Path, output: &str) -> Result<Option<bool>> {
        let file = tempfile::NamedTempFile::new_in(&self.scratch)
            .and_then(|mut file| file.write_all(output.as_bytes()).map(|()| file))
            .context("cannot keep a witness")?;
        let mut command = own()?;
        command.arg("certify").arg(model).arg("--witness").arg(file.path());
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        Ok(match status.code() {
            Some(0) => Some(true),
            Some(1) => Some(false),
            _ => None,
        })
    }
}

/// This very program.
fn own() -> Result<Command> {
    Ok(Command::new(std::env::current_exe()?))
}
