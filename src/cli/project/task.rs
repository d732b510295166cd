//! A task: a command of `llumc check`.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, bail};
use clap::Parser;

use super::config::Config;
use crate::cli::args::{CheckArgs, Cli, Command, ReadsC};
use crate::frontend::{self, Clang};

/// A task.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Its name, which is also that of a file.
    pub name: String,
    /// The command's words behind `llumc`, without limits.
    pub words: Vec<String>,
    /// Options for clang.
    pub clang: Vec<String>,
    /// Time limit in seconds.
    pub timeout: f64,
}

impl Task {
    /// The words of the command with more options.
    pub fn words_with(&self, more: &[String]) -> Vec<String> {
        let mut words = [&self.words[..], more].concat();
        if !self.clang.is_empty() {
            words.push("--".to_owned());
            words.extend(self.clang.iter().cloned());
        }
        words
    }

    /// The command for people.
    pub fn command(&self) -> String {
        let words = self.words_with(&["--timeout".to_owned(), self.timeout.to_string()]);
        let words: Vec<Cow<'_, str>> = words.iter().map(|word| quoted(word)).collect();
        format!("llumc {}", words.join(" "))
    }

    /// The arguments that the words mean.
    ///
    /// # Errors
    /// If they are wrong; in the words of the command line.
    pub fn arguments(&self) -> Result<Box<CheckArgs>> {
        let words = self.words_with(&[]);
        let cli = Cli::try_parse_from(std::iter::once("llumc".to_owned()).chain(words));
        let cli = cli.map_err(|error| {
            let text = error.to_string();
            let end = text.find("\n\nUsage:").unwrap_or(text.len());
            Error::msg(text[..end].trim_start_matches("error: ").trim_end().to_owned())
        })?;
        match cli.command {
            Command::ReadsC(ReadsC::Check(args)) => Ok(args),
            _ => bail!("no command of check"),
        }
    }
}

/// A word for a shell, quoted only if need be.
fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.into(),
        // Words with a NUL are none that came from a file.
        false => shlex::try_quote(word).unwrap_or_default(),
    }
}

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
        let Some(commands) = &config.compile_commands else {
            bail!("[[functions]] needs compile-commands, which say how files are compiled");
        };
        let database = match commands.is_dir() {
            true => commands.join("compile_commands.json"),
            false => commands.clone(),
        };
        let folder = std::env::current_dir().context("there is no current folder")?;
        let places: Vec<PathBuf> = wanted.places.iter().map(|it| plain(&folder.join(it))).collect();
        let mut project = frontend::read_project(&database)?;
        project.retain(|unit| places.iter().any(|place| plain(&unit.file).starts_with(place)));
        if project.is_empty() {
            let places: Vec<String> =
                wanted.places.iter().map(|it| it.display().to_string()).collect();
            bail!("[[functions]]: no file that is compiled is in {}", places.join(", "));
        }
        let options = frontend::Options { project, ..frontend::Options::default() };
        for defined in frontend::functions(&options, clang)? {
            if wanted.except.contains(&defined.function) {
                continue;
            }
            let file = plain(&defined.file);
            let file = file.strip_prefix(&folder).unwrap_or(&file).display().to_string();
            let mut task = config.task_of(wanted, &file, &defined.function)?;
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
