//! Families of programs, each with several settings side by side in one run: a task with
//! one setting after the other, so that noise of the machine falls on all alike.

use anyhow::{Context, Result};
use serde::Serialize;

use super::demands::{Demand, MOST_MEGABYTES};
use super::families::{self, Family};
use super::measure::{self, Check, Setting};

/// The head of a column, and the options of `llumc check` that it stands for.
type Column = (&'static str, &'static [&'static str]);

/// A family, and how it is measured.
struct Suite {
    family: Family,
    columns: &'static [Column],
    /// Demand: wall-clock seconds that each task may take in the first column, without the
    /// random native runs that attack each proof.
    limit: Option<f64>,
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
    /// Tasks that are decided in the first column with too much memory.
    pub large: Vec<String>,
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

/// Without native runs.
const WORDS: &[Column] = &[
    DEFAULT[0],
    ("ic3", &["--engine", "ic3", "--no-native-replay"]),
    ("predicate", &["--engine", "predicate", "--no-native-replay"]),
    ("impact", &["--engine", "impact", "--no-native-replay"]),
    ("blast", &["--engine", "blast", "--no-native-replay"]),
    ("tracer", &["--engine", "tracer", "--no-native-replay"]),
    ("ic3ia", &["--engine", "ic3ia", "--no-native-replay"]),
];

/// Without intervals numbers are bits.
const FLOATS: &[Column] = &[DEFAULT[0], ("no intervals", &["--no-ranges", "--no-native-replay"])];

/// Columns and limit of each family.
const SETTINGS: &[(&str, &[Column], Option<f64>)] = &[
    ("locks", LOCKS, Some(0.5)),
    ("handshake", ENGINES, Some(10.0)),
    ("carries", ENGINES, Some(2.0)),
    ("acceleration", ENGINES, None),
    ("phases", DEFAULT, None),
    ("variables", DEFAULT, None),
    ("width", DEFAULT, None),
    ("depth", DEFAULT, None),
    ("arrays", ARRAYS, None),
    ("lists", LISTS, None),
    ("buffers", ARRAYS, None),
    ("tokens", WORDS, None),
    ("fifo", WORDS, None),
    ("timers", WORDS, None),
    ("transactions", WORDS, None),
    ("states", WORDS, None),
    ("multiples", WORDS, None),
    ("congruences", WORDS, None),
    ("server", WORDS, None),
    ("sums", FLOATS, None),
    ("dots", FLOATS, None),
    ("polynomials", FLOATS, None),
    ("first-order", FLOATS, None),
    ("second-order", FLOATS, None),
];

impl Suite {
    /// Measures all tasks whose names contain `only`.
    fn measure(&self, setting: &Setting, only: &str) -> Result<Measurement> {
        let mut rows = vec![];
        let mut vain = vec![0; self.columns.len()];
        for task in self.family.tasks.iter().filter(|task| task.name.contains(only)) {
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
        let large = |row: &Row| {
            let cell = row.cells[0].as_ref().filter(|cell| cell.solved())?;
            let megabytes = cell.cost.megabytes;
            (megabytes > MOST_MEGABYTES).then(|| format!("{} ({megabytes:.0} MB)", row.task))
        };
        let large = rows.iter().filter_map(large).collect();
        let columns = self.columns.iter().map(|column| column.0).collect();
        let suite = self.family.name;
        Ok(Measurement { suite, columns, rows, limit: self.limit, short, large })
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

    /// The demands, with what falls short of them.
    pub fn demands(&self) -> Vec<Demand> {
        let time = self.limit.map(|limit| Demand {
            what: format!("{} decides each task in {limit} s", self.suite),
            short: self.short.clone(),
        });
        let what = format!("{} takes at most {MOST_MEGABYTES} MB", self.suite);
        time.into_iter().chain([Demand { what, short: self.large.clone() }]).collect()
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
    let families = families::all(&setting.scratch);
    let families = families.context("cannot prepare the families of programs")?;
    let named = |family: Family| {
        let same = |setting: &&(&str, _, _)| setting.0 == family.name;
        let &(_, columns, limit) = SETTINGS.iter().find(same).context(family.name)?;
        anyhow::Ok(Suite { family, columns, limit })
    };
    let suites = families.into_iter().filter(|family| chosen(family.name)).map(named);
    suites.map(|suite| suite?.measure(setting, only)).collect()
}
