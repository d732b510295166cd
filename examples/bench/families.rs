//! The programs that are measured: those of `c-tests` on which demands are made, and families
//! of generated ones that come in sizes.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

use super::{coupled, floats, locks, place, programs, storage};

/// Programs of one kind.
pub struct Family {
    /// Its name on the command line.
    pub name: &'static str,
    /// The programs, by name or size.
    pub tasks: Vec<Task>,
}

/// A program.
pub struct Task {
    /// Its name, with its size if it has one.
    pub name: String,
    /// The C program or the task file.
    pub file: PathBuf,
    /// Whether the property holds.
    pub expected: bool,
    /// What scaling curves are drawn over.
    pub size: Option<u32>,
    /// Options of `llumc` that this size needs.
    pub options: Vec<String>,
}

#[derive(Deserialize)]
struct TaskFile {
    properties: Vec<Property>,
}

#[derive(Deserialize)]
struct Property {
    expected_verdict: bool,
}

const POWERS: [u32; 13] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/// All families but the counterparts of the paper's programs; generated programs are written to
/// `scratch`.
///
/// # Errors
/// If tasks can't be read or programs not be written.
pub fn all(scratch: &Path) -> Result<Vec<Family>> {
    let written = |name: &'static str, sizes: &[u32], text: fn(u32) -> String, expected: bool| {
        let task = |&size: &u32| -> Result<Task> {
            let file = scratch.join(format!("{name}_{size}.c"));
            std::fs::write(&file, text(size))?;
            // Each node is an allocation in a loop.
            let options = match name {
                "lists" => vec!["--allocations".to_owned(), size.to_string()],
                _ => vec![],
            };
            Ok(Task { name: format!("{name} {size}"), file, expected, size: Some(size), options })
        };
        let tasks = sizes.iter().map(task).collect::<Result<Vec<Task>>>()?;
        anyhow::Ok(Family { name, tasks })
    };
    let shipped = |name: &'static str, folder: &str, prefix: &str| {
        anyhow::Ok(Family { name, tasks: shipped(folder, prefix)? })
    };
    Ok(vec![
        written("locks", &[5, 7, 9, 11, 13, 15, 30, 60], locks::locks, true)?,
        shipped("handshake", "paper", "handshake")?,
        shipped("carries", "carries", "")?,
        shipped("acceleration", "acceleration", "")?,
        written("phases", &[1, 2, 4, 8, 16, 32], programs::phases, true)?,
        written("variables", &[1, 2, 4, 8, 16, 32], programs::variables, true)?,
        written("width", &[4, 8, 16, 32, 64, 128], programs::width, true)?,
        written("depth", &[10, 20, 40, 80, 160, 320], programs::depth, false)?,
        written("arrays", &POWERS, storage::arrays, true)?,
        written("lists", &[1, 2, 3, 4, 6, 8, 12, 16], storage::lists, true)?,
        written("buffers", &POWERS[..11], storage::buffers, true)?,
        written("tokens", &[1, 2, 3, 5, 8, 12], coupled::tokens, true)?,
        written("fifo", &[1, 2, 3, 5, 8], coupled::fifo, true)?,
        written("timers", &[1, 2, 3, 5, 8], coupled::timers, true)?,
        written("transactions", &[1, 2, 3, 4], coupled::transactions, true)?,
        written("states", &[1, 2, 4, 8, 16], coupled::states, true)?,
        written("multiples", &[2, 3, 5, 10, 100], coupled::multiples, true)?,
        written("congruences", &[3, 5, 10, 60], coupled::congruences, true)?,
        written("server", &[4, 15, 30, 60], coupled::server, true)?,
        written("sums", &POWERS[..8], floats::sums, true)?,
        written("dots", &[3, 4, 6, 8, 12, 16], floats::dots, false)?,
        written("polynomials", &[1, 2, 3, 4, 6, 8, 12, 16], floats::polynomials, true)?,
        written("first-order", &POWERS[..10], floats::first_order, true)?,
        written("second-order", &POWERS[..10], floats::second_order, true)?,
    ])
}

/// The tasks of a folder of `c-tests` whose names start so, by name; none if there is no such
/// folder.
///
/// # Errors
/// If one can't be read.
pub fn shipped(folder: &str, prefix: &str) -> Result<Vec<Task>> {
    let folder = place::root().join("c-tests").join(folder);
    let mut tasks = vec![];
    for entry in std::fs::read_dir(&folder).into_iter().flatten() {
        let file = entry?.path();
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_task = file.extension().is_some_and(|extension| extension == "yml");
        if is_task && name.starts_with(prefix) {
            let expected = expected(&file)?;
            tasks.push(Task { name, file, expected, size: None, options: vec![] });
        }
    }
    tasks.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(tasks)
}

/// Whether all properties of a task hold.
///
/// # Errors
/// If the task can't be read.
pub fn expected(task: &Path) -> Result<bool> {
    let parsed: TaskFile = serde_saphyr::from_str(&std::fs::read_to_string(task)?)
        .with_context(|| format!("{} is no task file", task.display()))?;
    Ok(parsed.properties.iter().all(|property| property.expected_verdict))
}
