//! The tasks of a project: those that are listed, and functions that are tasks by themselves.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::config::Config;
use super::task::Task;
use crate::cli::args::CheckArgs;
use crate::cli::input;
use crate::frontend::{self, Clang, Unit};

/// The tasks of a project in their order, and their arguments.
///
/// # Errors
/// If one has options that are none, or its name is that of another or of no file.
pub fn all(config: &Config, clang: &Clang) -> Result<Vec<(Task, Box<CheckArgs>)>> {
    let mut tasks = config.tasks()?;
    tasks.extend(functions(config, clang)?);
    if tasks.is_empty() {
        bail!(
            "llumc.toml lists no task: [[task]] is one, [[functions]] makes one of each function"
        );
    }
    let mut names = BTreeSet::new();
    for Task { name, .. } in &tasks {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-+".contains(c);
        if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
            bail!("task {name:?}: a name has letters, digits, and the characters ._-+ only");
        }
        if !names.insert(name) {
            bail!("two tasks have the name {name}: give one another by `name = …`");
        }
    }
    let parsed = |task: Task| {
        let arguments = task.arguments().with_context(|| format!("task {}", task.name))?;
        Ok((task, arguments))
    };
    tasks.into_iter().map(parsed).collect()
}

/// Functions that are tasks by themselves.
fn functions(config: &Config, clang: &Clang) -> Result<Vec<Task>> {
    let mut tasks: Vec<Task> = vec![];
    for wanted in &config.functions {
        if config.compile_commands.is_none() {
            bail!("[[functions]] needs compile-commands, which say how files are compiled");
        }
        let folder = std::env::current_dir().context("there is no current folder")?;
        let places: Vec<PathBuf> = wanted.places.iter().map(|it| plain(&folder.join(it))).collect();
        let all = config.task_of(wanted, None, "main")?.arguments().context("[[functions]]")?;
        let mut options = input::resolve(&all.input)?.task.frontend;
        let is_meant =
            |unit: &Unit| places.iter().any(|place| plain(&unit.file).starts_with(place));
        options.project.retain(is_meant);
        if options.project.is_empty() {
            let places: Vec<String> =
                wanted.places.iter().map(|it| it.display().to_string()).collect();
            bail!("[[functions]]: no file that is compiled is in {}", places.join(", "));
        }
        for defined in frontend::functions(&options, clang)? {
            if wanted.except.contains(&defined.function) {
                continue;
            }
            let file = plain(&defined.file);
            let file = file.strip_prefix(&folder).unwrap_or(&file).display().to_string();
            let mut task = config.task_of(wanted, Some(&file), &defined.function)?;
            if tasks.iter().any(|other| other.name == task.name) {
                task.name = format!("{}.{}", file.replace('/', "."), defined.function);
            }
            tasks.push(task);
        }
    }
    Ok(tasks)
}

/// The path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
