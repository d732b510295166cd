//! The tasks of a folder.

use std::collections::BTreeSet;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use llumc::support::Random;
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};

use super::{descriptions, remarks};

/// A run of the checker.
#[derive(Clone, Debug)]
pub struct Task {
    /// The path of what describes it (or of the program itself), in the folder.
    pub name: String,
    /// What is to be checked, as `--property` takes it; empty: what is checked by default.
    pub property: String,
    /// The program's files, in the folder.
    pub files: Vec<PathBuf>,
    /// Options for this task.
    pub options: Vec<String>,
    /// What the suite says of it.
    pub expected: Option<Expected>,
    /// A hash of the description and the files, in hexadecimal digits.
    pub hash: String,
}

/// What a suite says of a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Expected {
    /// Whether the properties hold.
    pub holds: bool,
    /// Which they are.
    pub properties: Vec<String>,
}

impl Task {
    /// Unless the suite says something else, none of its checks can fail.
    pub fn expect_true(&mut self) {
        let properties = vec!["all".to_owned()];
        self.expected.get_or_insert(Expected { holds: true, properties });
    }

    /// What makes it a task of its own.
    pub fn key(&self) -> (String, String, String) {
        (self.name.clone(), self.property.clone(), self.hash.clone())
    }
}

/// All tasks in `folder`, ordered by name. `property` is for those that name none.
///
/// # Errors
/// If a folder can't be read.
pub fn find(folder: &Path, property: Option<&str>) -> Result<Vec<Task>> {
    let mut files = vec![];
    walk(folder, Path::new(""), &mut files)?;
    files.sort();
    let mut tasks: Vec<Task> =
        files.iter().flat_map(|file| descriptions::read(folder, file)).collect();
    let described: BTreeSet<PathBuf> = tasks.iter().flat_map(|task| &task.files).cloned().collect();
    let is_program = |file: &&PathBuf| file.extension().is_some_and(|it| it == "c" || it == "i");
    for file in files.iter().filter(is_program).filter(|&file| !described.contains(file)) {
        let Some(expected) = remarks::of_program(&folder.join(file)) else { continue };
        let told = expected.iter().flat_map(|it: &Expected| &it.properties).map(String::as_str);
        let property = property.map(str::to_owned).or_else(|| descriptions::beside_default(told));
        tasks.push(Task {
            name: file.display().to_string(),
            property: property.clone().unwrap_or_default(),
            files: vec![file.clone()],
            options: property.map_or(vec![], |it| vec!["--property".into(), it]),
            expected,
            hash: String::new(),
        });
    }
    for task in &mut tasks {
        task.hash = hash(folder, task);
    }
    tasks.sort_by_cached_key(Task::key);
    Ok(tasks)
}

/// Files below `folder`, without hidden ones and what links lead to.
fn walk(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let place = root.join(folder);
    let entries = place.read_dir().with_context(|| format!("cannot read {}", place.display()))?;
    for entry in entries {
        let entry = entry?;
        let (kind, path) = (entry.file_type()?, folder.join(entry.file_name()));
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if kind.is_dir() {
            walk(root, &path, files)?;
        } else if kind.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

/// A hash of all that belongs to a task; headers do not count.
fn hash(folder: &Path, task: &Task) -> String {
    let mut hasher = FxHasher::default();
    for file in std::iter::once(Path::new(&task.name)).chain(task.files.iter().map(|it| &**it)) {
        hasher.write(&std::fs::read(folder.join(file)).unwrap_or_default());
    }
    task.options.iter().for_each(|option| hasher.write(option.as_bytes()));
    format!("{:016x}", hasher.finish())
}

/// `count` of the tasks, drawn with `seed`, in their order.
pub fn draw(mut tasks: Vec<Task>, count: usize, seed: u64) -> Vec<Task> {
    let mut random = Random::new(seed);
    while tasks.len() > count {
        tasks.swap_remove(random.index(tasks.len()));
    }
    tasks.sort_by_cached_key(Task::key);
    tasks
}
