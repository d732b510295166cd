//! Families of programs, each with several settings side by side in one run: a task with
//! one setting after the other, so that noise of the machine falls on all alike.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Serialize;

use super::measure::{self, Check, Setting};
use super::{place, programs, run, storage};

/// The head of a column, and the options of `llumc check` that it stands for.
type Column = (&'static str, &'static [&'static str]);

/// A family.
pub struct Suite {
    /// Its name on the command line.
    pub name: &'static str,
    columns: &'static [Column],
    tasks: Vec<Task>,
    /// Demand: wall-clock seconds that each task may take in the first column, without the
    /// random native runs that attack each proof.
    limit: Option<f64>,
}

struct Task {
    name: String,
    file: PathBuf,
    /// Whether the property holds.
    expected: bool,
    /// What scaling curves are drawn over.
    size: Option<u32>,
    /// Options that this size needs.
    options: Vec<String>,
}

/// So many sizes without an answer, one after the other, end a column of a sized family.
const VAIN: usize = 2;

/// What was measured of a family.
#[derive(Serialize)]
pub struct Measurement {
    /// The family.
    pub suite: &'static str,
    /// Heads of the columns.
    pub columns: Vec<&'static str>,
    /// One for each task.
    pub rows: Vec<Row>,
    /// The demand on the first column, and what falls short of it.
    pub limit: Option<f64>,
    /// Tasks that fall short.
    pub short: Vec<String>,
}

/// A task in all settings.
#[derive(Serialize)]
pub struct Row {
    /// Its name.
    pub task: String,
    /// Whether the property holds.
    pub expected: bool,
    /// What scaling curves are drawn over.
    pub size: Option<u32>,
    /// One for each column; `None` where smaller sizes had no answer already.
    pub cells: Vec<Option<Check>>,
}

/// What curves are drawn and growth is said of: its name, and it at a point.
pub type Figure = (&'static str, fn(&Point) -> f64);

/// A size of a family, in one setting, that was decided.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The size.
    pub size: f64,
    /// Seconds on the processor.
    pub seconds: f64,
    /// Most memory in MB.
    pub megabytes: f64,
    /// Bits of the state.
    pub bits: f64,
}

const ENGINES: &[Column] = &[
    ("default", &[]),
    ("unroll", &["--engine", "unroll"]),
    ("ic3", &["--engine", "ic3"]),
    ("default, single blocks", &["--blocks", "single"]),
];

/// The checker alone proves the programs with locks, as they need no invariant; without
/// it the engines show what large blocks do.
const LOCKS: &[Column] = &[
    DEFAULT[0],
    ("ic3, large", &["--engine", "ic3", "--no-certify"]),
    ("ic3, single", &["--engine", "ic3", "--no-certify", "--blocks", "single"]),
];

/// Without native runs: half a second, the same for all sizes, of random runs would hide
/// how time grows.
const DEFAULT: &[Column] = &[("default", &["--no-native-replay"])];

/// Single elements are followed where all of them are many; or all are modelled.
const ARRAYS: &[Column] = &[DEFAULT[0], ("exact", &["--arrays", "exact", "--no-native-replay"])];

/// The loops all end.
const LISTS: &[Column] = &[DEFAULT[0], ("bmc", &["--engine", "bmc", "--no-native-replay"])];

const POWERS: [u32; 13] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/// All families; generated programs are written to `scratch`.
///
/// # Errors
/// If tasks can't be read or programs not be written.
pub fn all(scratch: &Path) -> Result<Vec<Suite>> {
    let written = |name: &'static str, sizes: &[u32], text: fn(u32) -> String, expected: bool| {
        let task = |&size: &u32| -> Result<Task> {
            let file = scratch.join(format!("{name}_{size}.c"));
            std::fs::write(&file, text(size))?;
            let options = vec![];
            Ok(Task { name: format!("{name} {size}"), file, expected, size: Some(size), options })
        };
        sizes.iter().map(task).collect::<Result<Vec<Task>>>()
    };
    let suite = |name, columns, tasks, limit| Suite { name, columns, tasks, limit };
    let mut lists = written("lists", &[1, 2, 3, 4, 6, 8, 12, 16], storage::lists, true)?;
    for task in &mut lists {
        // Each node is an allocation in a loop.
        let nodes = task.size.unwrap_or(0).to_string();
        task.options = vec!["--allocations".to_owned(), nodes];
    }
    Ok(vec![
        suite(
            "locks",
            LOCKS,
            written("locks", &[5, 7, 9, 11, 13, 15, 30, 60], programs::locks, true)?,
            Some(0.5),
        ),
        suite("handshake", ENGINES, shipped("paper", "handshake")?, Some(10.0)),
        suite("carries", ENGINES, shipped("carries", "")?, Some(2.0)),
        suite("acceleration", ENGINES, shipped("acceleration", "")?, None),
        suite(
            "phases",
            DEFAULT,
            written("phases", &[1, 2, 4, 8, 16, 32], programs::phases, true)?,
            None,
        ),
        suite(
            "variables",
            DEFAULT,
            written("variables", &[1, 2, 4, 8, 16, 32], programs::variables, true)?,
            None,
        ),
        suite(
            "width",
            DEFAULT,
            written("width", &[4, 8, 16, 32, 64, 128], programs::width, true)?,
            None,
        ),
        suite(
            "depth",
            DEFAULT,
            written("depth", &[10, 20, 40, 80, 160, 320], programs::depth, false)?,
            None,
        ),
        suite("arrays", ARRAYS, written("arrays", &POWERS, storage::arrays, true)?, None),
        suite("lists", LISTS, lists, None),
        suite("buffers", ARRAYS, written("buffers", &POWERS[..11], storage::buffers, true)?, None),
    ])
}

/// The tasks of a folder of `c-tests` whose names start so; none if there is no such
/// folder.
fn shipped(folder: &str, prefix: &str) -> Result<Vec<Task>> {
    let folder = place::root().join("c-tests").join(folder);
    let mut tasks = vec![];
    for entry in std::fs::read_dir(&folder).into_iter().flatten() {
        let file = entry?.path();
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_task = file.extension().is_some_and(|extension| extension == "yml");
        if is_task && name.starts_with(prefix) {
            let expected = run::expected(&file)?;
            tasks.push(Task { name, file, expected, size: None, options: vec![] });
        }
    }
    tasks.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(tasks)
}

impl Suite {
    /// Measures all tasks whose names contain `only`.
    ///
    /// # Errors
    /// If the program can't be run.
    pub fn measure(&self, setting: &Setting, only: &str) -> Result<Measurement> {
        let mut rows = vec![];
        let mut vain = vec![0; self.columns.len()];
        for task in self.tasks.iter().filter(|task| task.name.contains(only)) {
            let mut cells = vec![];
            for (column, vain) in self.columns.iter().zip(&mut vain) {
                if task.size.is_some() && *vain == VAIN {
                    cells.push(None);
                    continue;
                }
                let options = task.options.iter().map(String::as_str);
                let options = options.chain(column.1.iter().copied());
                let cell = measure::check(setting, &task.file, options)?;
                *vain = if cell.solved() { 0 } else { *vain + 1 };
                cells.push(Some(cell));
            }
            let (task, expected, size) = (task.name.clone(), task.expected, task.size);
            let row = Row { task, expected, size, cells };
            eprintln!("{}: {}", row.task, row.texts().join(", "));
            rows.push(row);
        }
        let slow = |row: &&Row| {
            let limit = self.limit.unwrap_or(f64::INFINITY);
            let fast = |cell: &Check| cell.solved() && cell.seconds() <= limit;
            !row.cells[0].as_ref().is_some_and(fast)
        };
        let short = rows.iter().filter(slow).map(|row| row.task.clone()).collect();
        let columns = self.columns.iter().map(|column| column.0).collect();
        Ok(Measurement { suite: self.name, columns, rows, limit: self.limit, short })
    }
}

impl Row {
    fn texts(&self) -> Vec<String> {
        let text = |cell: &Option<Check>| match cell {
            Some(cell) if self.size.is_some() => cell.sized_text(),
            Some(cell) => cell.text(),
            None => "–".to_owned(),
        };
        self.cells.iter().map(text).collect()
    }
}

impl Measurement {
    /// Whether an answer is wrong.
    pub fn wrong(&self) -> bool {
        let wrong = |row: &Row| row.cells.iter().flatten().any(|cell| cell.wrong(row.expected));
        self.rows.iter().any(wrong)
    }

    /// Verdict, seconds, MB of each cell: wall-clock seconds without the random native runs
    /// that attack each proof for half a second, or on the processor where programs come in
    /// sizes, with the bits of the state.
    pub fn table(&self) -> Vec<Vec<String>> {
        let mut head = vec![self.suite.to_owned(), "expected".to_owned()];
        head.extend(self.columns.iter().map(|&column| column.to_owned()));
        let mut lines = vec![head];
        for row in &self.rows {
            let mut line = vec![row.task.clone(), row.expected.to_string()];
            line.extend(row.texts());
            lines.push(line);
        }
        lines
    }

    /// The demand, and whether it is met.
    pub fn demand(&self) -> Option<String> {
        let limit = self.limit?;
        let what = format!("{} decides each task in {limit} s", self.suite);
        Some(match self.short.is_empty() {
            true => format!("met: {what}"),
            false => format!("NOT met: {what}: {}", self.short.join("; ")),
        })
    }

    /// The points of the scaling curve of each column.
    pub fn curves(&self) -> Vec<(&'static str, Vec<Point>)> {
        let point = |row: &Row, place: usize| {
            let cell = row.cells[place].as_ref().filter(|cell| cell.solved())?;
            Some(Point {
                size: f64::from(row.size?),
                seconds: cell.cost.cpu,
                megabytes: cell.cost.megabytes,
                bits: cell.bits as f64,
            })
        };
        let curve = |(place, &name): (usize, &&'static str)| {
            (name, self.rows.iter().filter_map(|row| point(row, place)).collect())
        };
        self.columns.iter().enumerate().map(curve).collect()
    }
}

/// Measures the families of which `chosen` says so.
///
/// # Errors
/// If a family can't be measured.
pub fn measure(
    setting: &Setting,
    chosen: &dyn Fn(&str) -> bool,
    only: &str,
) -> Result<Vec<Measurement>> {
    let suites = all(&setting.scratch).context("cannot prepare the families of programs")?;
    let suites = suites.iter().filter(|suite| chosen(suite.name));
    suites.map(|suite| suite.measure(setting, only)).collect()
}
