//! What is measured: models, from C programs, DimSpec files, or kept before.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use llumc::dimspec::{Model, read};
use llumc::verify::program::open_model;
use llumc::verify::{Options, ProgramOptions, ProgramTask};

use super::{locks, programs};

/// A model to be decided.
pub struct Task {
    /// Its name.
    pub name: String,
    /// The model.
    pub model: Model,
}

/// The files: those given, or all tasks of `c-tests` and generated programs, which are
/// written to `scratch`.
///
/// # Errors
/// If a folder can't be read or a program not be written.
pub fn files(given: &[PathBuf], scratch: &Path) -> Result<Vec<PathBuf>> {
    if !given.is_empty() {
        return Ok(given.to_vec());
    }
    let mut files = vec![];
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("c-tests"), &mut files)?;
    files.sort();
    let mut write = |name: &str, size: u32, text: fn(u32) -> String| -> Result<()> {
        let file = scratch.join(format!("{name}_{size}.c"));
        std::fs::write(&file, text(size))?;
        files.push(file);
        Ok(())
    };
    for size in [8, 32] {
        write("phases", size, programs::phases)?;
        write("variables", size, programs::variables)?;
    }
    write("width", 64, programs::width)?;
    for size in [40, 160] {
        write("depth", size, programs::depth)?;
    }
    write("locks", 15, locks::locks)?;
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension() == Some(OsStr::new("yml")) {
            files.push(path);
        }
    }
    Ok(())
}

/// The model of a file, of C programs after invariants were generated if `mine`; none if the
/// front end refuses it or no goal needs an engine.
///
/// # Errors
/// If a kept model can't be read.
pub fn task(file: &Path, mine: bool) -> Result<Option<Task>> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let extension = file.extension().and_then(OsStr::to_str).unwrap_or_default();
    let model = match extension {
        "model" => Some(postcard::from_bytes(&std::fs::read(file)?)?),
        "dimspec" | "cnf" | "gz" => Some(Model::from(read::read_file(file)?)),
        _ => {
            let program = ProgramOptions { invariants: mine, ..ProgramOptions::default() };
            let options = Options { program, ..Options::default() };
            let model = ProgramTask::read(file).and_then(|task| open_model(&task, &options));
            model.unwrap_or_else(|error| {
                eprintln!("{name}: {error}");
                None
            })
        }
    };
    Ok(model.map(|model| Task { name, model }))
}

/// Keeps a model, to be given as a file later.
///
/// # Errors
/// If it can't be written.
pub fn keep(task: &Task, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let file = folder.join(&task.name).with_extension("model");
    std::fs::write(&file, postcard::to_stdvec(&task.model)?)
        .with_context(|| format!("cannot write {}", file.display()))
}
