//! `llumc.toml`: what a project's tasks are.

use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail};
use serde::Deserialize;
use toml::{Table, Value};

use super::task::Task;
use crate::cli::args::positive_seconds;
use crate::program::Property;
use crate::report::project::FindingKind;
use crate::support::{limits, source};

/// Its name.
pub const FILE: &str = "llumc.toml";

/// What is in it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Config {
    /// The compile commands, or their folder; none: each task names its files.
    pub compile_commands: Option<PathBuf>,
    /// How many tasks are checked at once.
    pub jobs: Option<u16>,
    /// The file of findings that don't count.
    pub baseline: Option<PathBuf>,
    /// Options of `llumc check` for all tasks.
    #[serde(default)]
    options: Table,
    /// The tasks.
    #[serde(default, rename = "task")]
    tasks: Vec<Named>,
    /// Functions that are tasks by themselves.
    #[serde(default)]
    pub functions: Vec<Functions>,
    /// Findings that don't count.
    #[serde(default, rename = "suppress")]
    pub suppressions: Vec<Suppression>,
}

/// A task.
#[derive(Debug, Deserialize)]
struct Named {
    /// Its name; none: that of its entry.
    name: Option<String>,
    /// Its options, the entry and the files among them.
    #[serde(flatten)]
    options: Table,
}

/// Functions that are tasks by themselves: each is called with arguments that may be anything.
#[derive(Debug, Deserialize)]
pub struct Functions {
    /// In these files, or files of these folders.
    #[serde(rename = "in")]
    pub places: Vec<PathBuf>,
    /// But not these.
    #[serde(default)]
    pub except: Vec<String>,
    /// Their options.
    #[serde(flatten)]
    options: Table,
}

/// Findings that don't count: those that meet all that is given.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Suppression {
    /// The task.
    pub task: Option<String>,
    /// The end of the path of the file.
    pub file: Option<PathBuf>,
    /// The function.
    pub function: Option<String>,
    /// The property.
    pub property: Option<Property>,
    /// A part of the message.
    pub what: Option<String>,
    /// `violated`, `open` or `error`.
    pub kind: Option<FindingKind>,
    /// Why.
    pub reason: String,
}

/// Options that say how results are told, or are the project's matter.
const NOT_FOR_TASKS: [&str; 18] = [
    "evidence",
    "format",
    "full-trace",
    "html",
    "jobs",
    "json",
    "junit",
    "lcov",
    "list-checks",
    "list-models",
    "memory",
    "quiet",
    "reproducer",
    "sarif",
    "show-invariant",
    "verbose",
    "witness",
    "name",
];

/// Options whose values add up; others of a task take the place of those for all.
const ADDING: [&str; 3] = ["define", "include", "clang"];

impl Config {
    /// Reads it in the current folder.
    ///
    /// # Errors
    /// If it can't be read, or says what makes no sense; with its place.
    pub fn read(shown: &Path) -> Result<Self> {
        let text = match std::fs::read_to_string(FILE) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => bail!(
                "there is no {}: `llumc project --init` writes one to begin with",
                shown.display()
            ),
            Err(error) => bail!("cannot read {}: {error}", shown.display()),
        };
        Self::parse(&text).with_context(|| format!("{} is not understood", shown.display()))
    }

    fn parse(text: &str) -> Result<Self> {
        let config: Self = toml::from_str(text)?;
        for suppression in &config.suppressions {
            let Suppression { task, file, function, property, what, kind: _, reason } = suppression;
            if reason.trim().is_empty() {
                bail!("a suppression needs a reason");
            }
            let names = [task, function, what].into_iter().any(Option::is_some);
            if !names && file.is_none() && property.is_none() {
                bail!("the suppression \"{reason}\" is one of everything: say of what");
            }
            // Each path ends with no name, each text has an empty part.
            let is_blank = |it: &String| it.trim().is_empty();
            let says_nothing = [task, function, what].into_iter().flatten().any(is_blank);
            let has_name = |it: &PathBuf| it.file_name().is_some();
            if says_nothing || file.as_ref().is_some_and(|it| !has_name(it)) {
                bail!(
                    "the suppression \"{reason}\" has a text that says nothing: leave it out, or say of what"
                );
            }
        }
        Ok(config)
    }

    /// The tasks that are listed.
    ///
    /// # Errors
    /// If one has an option that is none.
    pub fn tasks(&self) -> Result<Vec<Task>> {
        let task = |Named { name, options }: &Named| {
            let entry = options.get("entry").and_then(Value::as_str);
            let name = name.as_deref().or(entry).unwrap_or("main");
            self.task(name, options)
        };
        self.tasks.iter().map(task).collect()
    }

    /// A function of a file, or of any, as a task.
    ///
    /// # Errors
    /// As [`Self::tasks`].
    pub fn task_of(
        &self,
        functions: &Functions,
        file: Option<&str>,
        function: &str,
    ) -> Result<Task> {
        let mut options = functions.options.clone();
        let files = file.into_iter().map(Value::from);
        options.insert("files".to_owned(), Value::Array(files.collect()));
        options.insert("entry".to_owned(), function.into());
        self.task(function, &options)
    }

    fn task(&self, name: &str, own: &Table) -> Result<Task> {
        self.command(name, own).with_context(|| format!("task {name}"))
    }

    /// A task with these options and those for all.
    fn command(&self, name: &str, own: &Table) -> Result<Task> {
        let mut options = self.options.clone();
        for (name, value) in own {
            let added = match options.get(name) {
                Some(all) if ADDING.contains(&name.as_str()) => {
                    list(all).chain(list(value)).collect()
                }
                _ => vec![],
            };
            let value = if added.is_empty() { value.clone() } else { Value::Array(added) };
            options.insert(name.clone(), value);
        }
        let mut words = vec!["check".to_owned()];
        if let Some(commands) = &self.compile_commands {
            words.extend(["--compile-commands".to_owned(), commands.display().to_string()]);
        }
        let timeout = match options.remove("timeout") {
            Some(value) => positive_seconds(&text("timeout", &value)?).map_err(Error::msg)?,
            None => limits::PROJECT_TIMEOUT.as_secs_f64(),
        };
        let clang = options.remove("clang");
        let clang = clang.iter().flat_map(list).map(|word| text("clang", &word));
        let clang = clang.collect::<Result<_>>()?;
        for (name, value) in &options {
            option(name, value, &mut words)?;
        }
        Ok(Task { name: name.to_owned(), words, clang, timeout })
    }
}

/// A list, or the one value as a list.
fn list(value: &Value) -> impl Iterator<Item = Value> {
    match value {
        Value::Array(values) => values.clone(),
        one => vec![one.clone()],
    }
    .into_iter()
}

/// Adds the words for one option of `llumc check`.
fn option(name: &str, value: &Value, words: &mut Vec<String>) -> Result<()> {
    if NOT_FOR_TASKS.contains(&name) {
        bail!("{name} is no option of a task: say it to `llumc project`");
    }
    let letter = match name {
        "define" => Some("-D"),
        "include" => Some("-I"),
        "property" => Some("-p"),
        _ => None,
    };
    match (name, value) {
        ("files", _) => {
            for file in list(value) {
                let file = text(name, &file)?;
                if file == source::DASH {
                    bail!("files: a task can't read the standard input");
                }
                words.push(file);
            }
        }
        ("data-model", _) => words.push(match text(name, value)?.as_str() {
            "ILP32" => "-m32".to_owned(),
            "LP64" => "-m64".to_owned(),
            other => bail!("data-model is \"ILP32\" or \"LP64\", not \"{other}\""),
        }),
        ("stop-at-first", Value::Boolean(is)) => words.push(format!("--stop-at-first={is}")),
        (_, Value::Boolean(true)) => words.push(format!("--{name}")),
        (_, Value::Boolean(false)) => {}
        _ => {
            for value in list(value) {
                let value = text(name, &value)?;
                match letter {
                    Some(letter) => words.push(format!("{letter}{value}")),
                    // It would be taken for another option.
                    None if value.starts_with('-') => words.push(format!("--{name}={value}")),
                    None => words.extend([format!("--{name}"), value]),
                }
            }
        }
    }
    Ok(())
}

fn text(name: &str, value: &Value) -> Result<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        _ => Err(anyhow!("{name} can't be {value}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let tasks = Config::parse(text).expect("it is understood").tasks().expect("tasks");
        tasks.iter().map(|task| format!("{}: {}", task.name, task.command())).collect()
    }

    #[test]
    fn tasks_are_commands() {
        let text = r#"
            compile-commands = "build"
            [options]
            timeout = 30
            define = ["A"]
            volatile = "plain"
            [[task]]
            [[task]]
            name = "ring"
            entry = "check_ring"
            files = ["ring.c"]
            define = ["B=1"]
            volatile = "arbitrary"
            interrupt = ["isr", "tick"]
            strict = true
            lenient = false
            data-model = "ILP32"
            clang = ["-std=c99"]
        "#;
        let expected = [
            "main: llumc check --compile-commands build -DA --volatile plain --timeout 30",
            "ring: llumc check --compile-commands build -m32 -DA -DB=1 --entry check_ring ring.c --interrupt isr \
             --interrupt tick --strict --volatile arbitrary --timeout 30 -- -std=c99",
        ];
        assert_eq!(words(text), expected);
    }

    #[test]
    fn what_makes_no_sense_is_told() {
        let told = |text: &str| match Config::parse(text).and_then(|it| it.tasks()) {
            Ok(_) => String::new(),
            Err(error) => format!("{error:#}"),
        };
        for (text, expected) in [
            ("job = 1", "unknown field `job`"),
            ("[[suppress]]\nfile = \"a.c\"", "missing field `reason`"),
            ("[[suppress]]\nfile = \"a.c\"\nreason = \" \"", "needs a reason"),
            ("[[suppress]]\nreason = \"x\"", "one of everything"),
            ("[[suppress]]\nfile = \"\"\nreason = \"x\"", "says nothing"),
            ("[[suppress]]\nfile = \".\"\nreason = \"x\"", "says nothing"),
            ("[[suppress]]\nfile = \"/\"\nreason = \"x\"", "says nothing"),
            ("[[suppress]]\nwhat = \" \"\nreason = \"x\"", "says nothing"),
            ("[[suppress]]\nfile = \"a.c\"\nfunction = \"\"\nreason = \"x\"", "says nothing"),
            ("[[suppress]]\nfile = \"./a.c\"\nreason = \"x\"", ""),
            ("[[suppress]]\nproperty = \"x\"\nreason = \"x\"", "unknown variant `x`"),
            ("[[task]]\njson = \"x\"", "task main: json is no option of a task"),
            ("[options]\ndata-model = \"x\"", ""),
            ("[[task]]\ndata-model = \"x\"", "not \"x\""),
        ] {
            let told = told(text);
            assert!(told.contains(expected) && expected.is_empty() == told.is_empty(), "{told}");
        }
    }
}
