//! Our IC3 beside ABC and rIC3 on the same AIGER files, and beside Spacer on the same
//! programs. All runs are made by `llumc compare`: one process, one core, the same limits.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::place::root;
use super::programs;
use super::run::{Arguments, json_of};

/// Who reads the AIGER files, besides our `ic3`.
const ON_AIGER: [&str; 3] = ["abc-pdr", "abc-scorr-pdr", "ric3"];

/// Who reads Horn clauses.
const ON_HORN: [&str; 1] = ["z3-spacer"];

/// A run, as `llumc compare` prints it.
#[derive(Clone, Serialize, Deserialize)]
struct Run {
    file: String,
    engine: String,
    verdict: String,
    seconds: f64,
    cpu: f64,
    megabytes: f64,
    #[serde(default)]
    wrong: bool,
}

impl Run {
    fn solved(&self) -> bool {
        let decided = self.verdict == "true" || self.verdict.starts_with("false");
        decided && !self.wrong
    }
}

/// All runs on one kind of files.
#[derive(Serialize)]
struct Side {
    title: &'static str,
    engines: Vec<&'static str>,
    absent: Vec<&'static str>,
    /// The median run of each file and engine.
    runs: Vec<Run>,
    summary: Vec<Summary>,
}

/// An engine against ours.
#[derive(Serialize)]
struct Summary {
    engine: &'static str,
    solved: usize,
    /// What only ours solves, what only the other.
    only_ours: Vec<String>,
    only_theirs: Vec<String>,
    /// Geometric mean of our time on the processor by theirs, where both solve.
    ratio: Option<f64>,
    disagreements: Vec<String>,
}

/// The result.
#[derive(Serialize)]
pub struct Compared {
    sides: Vec<Side>,
}

/// Makes all runs.
///
/// # Errors
/// If a program can't be encoded or llumc fails.
pub fn compare(llumc: &Path, scratch: &Path, arguments: &Arguments) -> Result<Compared> {
    let tasks = tasks(scratch, &arguments.only)?;
    let mut models = vec![];
    for task in &tasks {
        let name = task.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let model = scratch.join(format!("{name}.aig"));
        let mut command = Command::new(llumc);
        command.arg("encode").arg(task).args(["--to", "aiger", "-f", "json", "-o"]).arg(&model);
        json_of(command).with_context(|| format!("{} can't be encoded", task.display()))?;
        models.push(model);
    }
    let aiger = side(llumc, "AIGER files", &models, &ON_AIGER, arguments)?;
    let horn = side(llumc, "programs as Horn clauses", &tasks, &ON_HORN, arguments)?;
    Ok(Compared { sides: vec![aiger, horn] })
}

/// The counterparts of the paper's benchmarks, and two sizes of each family of programs.
fn tasks(scratch: &Path, only: &str) -> Result<Vec<PathBuf>> {
    let mut tasks = vec![];
    for entry in std::fs::read_dir(root().join("c-tests/paper"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "yml") {
            tasks.push(path);
        }
    }
    tasks.sort();
    type Family = (&'static str, fn(u32) -> String, [u32; 2]);
    let families: [Family; 3] = [
        ("locks", programs::locks, [5, 20]),
        ("phases", programs::phases, [5, 20]),
        ("variables", programs::variables, [5, 20]),
    ];
    for (name, program, sizes) in families {
        for size in sizes {
            let file = scratch.join(format!("{name}_{size}.c"));
            std::fs::write(&file, program(size))?;
            tasks.push(file);
        }
    }
    tasks.retain(|task| task.file_stem().is_some_and(|name| name.to_string_lossy().contains(only)));
    Ok(tasks)
}

fn side(
    llumc: &Path,
    title: &'static str,
    files: &[PathBuf],
    others: &[&'static str],
    arguments: &Arguments,
) -> Result<Side> {
    let mut command = Command::new(llumc);
    command.args(["solvers", "--format", "json"]);
    let known = json_of(command)?;
    let installed = |name: &&str| {
        let solvers = known.as_array().into_iter().flatten();
        solvers.into_iter().any(|one| one["name"] == *name && !one["installed"].is_null())
    };
    let (there, absent): (Vec<&str>, Vec<&str>) = others.iter().copied().partition(installed);
    let engines: Vec<&'static str> = ["ic3"].into_iter().chain(there).collect();
    let mut all: Vec<Vec<Run>> = vec![];
    for _ in 0..arguments.repeat {
        let mut command = Command::new(llumc);
        command.arg("compare").args(files).args(["--engines", &engines.join(",")]);
        command.args(["--timeout", &arguments.timeout.to_string(), "--format", "json"]);
        all.push(serde_json::from_value(json_of(command)?)?);
    }
    let median = |place: usize| {
        let mut runs: Vec<&Run> = all.iter().map(|runs| &runs[place]).collect();
        runs.sort_by(|a, b| a.cpu.total_cmp(&b.cpu));
        runs[(runs.len() - 1) / 2].clone()
    };
    let runs: Vec<Run> = (0..all[0].len()).map(median).collect();
    let summary = engines.iter().map(|&engine| summary(engine, &runs)).collect();
    Ok(Side { title, engines, absent, runs, summary })
}

fn summary(engine: &'static str, runs: &[Run]) -> Summary {
    let mut result = Summary {
        engine,
        solved: 0,
        only_ours: vec![],
        only_theirs: vec![],
        ratio: None,
        disagreements: vec![],
    };
    let (mut logarithms, mut both) = (0.0, 0);
    for ours in runs.iter().filter(|run| run.engine == "ic3") {
        let same = |run: &&Run| run.file == ours.file && run.engine == engine;
        let Some(theirs) = runs.iter().find(same) else { continue };
        let name = Path::new(&ours.file).file_stem().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        result.solved += usize::from(theirs.solved());
        match (ours.solved(), theirs.solved()) {
            (true, false) => result.only_ours.push(name.clone()),
            (false, true) => result.only_theirs.push(name.clone()),
            (true, true) => {
                // Below a hundredth of a second the start of a process is all that counts.
                logarithms += (ours.cpu.max(0.01) / theirs.cpu.max(0.01)).ln();
                both += 1;
            }
            (false, false) => {}
        }
        if theirs.wrong || ours.wrong {
            result.disagreements.push(name);
        }
    }
    if both > 0 {
        result.ratio = Some((logarithms / f64::from(both)).exp());
    }
    result
}

impl Compared {
    /// Prints tables. Whether no engine is absent or contradicted.
    pub fn print(&self) -> bool {
        self.sides.iter().for_each(|side| println!("{}", side.text()));
        self.sides.iter().all(|side| {
            side.absent.is_empty() && side.summary.iter().all(|one| one.disagreements.is_empty())
        })
    }
}

impl Side {
    fn text(&self) -> String {
        let mut text = format!("On {}: seconds on the processor\n\n| program |", self.title);
        // Writing to a string can't fail.
        for engine in &self.engines {
            let _ = write!(text, " {engine} |");
        }
        let _ = writeln!(text, "\n|---|{}", "---|".repeat(self.engines.len()));
        for row in self.runs.chunks(self.engines.len()) {
            let name = Path::new(&row[0].file).file_stem().unwrap_or_default().to_string_lossy();
            let _ = write!(text, "| {name} |");
            for run in row {
                let verdict = run.verdict.split('(').next().unwrap_or_default();
                let wrong = if run.wrong { " WRONG" } else { "" };
                let _ = write!(text, " {verdict}{wrong} {:.2} |", run.cpu);
            }
            text.push('\n');
        }
        text.push('\n');
        for one in &self.summary {
            let _ = write!(text, "{}: solved {}", one.engine, one.solved);
            if let Some(ratio) = one.ratio.filter(|_| one.engine != "ic3") {
                let _ = write!(
                    text,
                    "; ours by theirs {ratio:.2} (geometric mean); only ours {:?}, only theirs {:?}",
                    one.only_ours, one.only_theirs
                );
            }
            let _ = writeln!(text);
            for file in &one.disagreements {
                let _ = writeln!(text, "WRONG: {} on {file}", one.engine);
            }
        }
        for engine in &self.absent {
            let _ = writeln!(text, "ABSENT: {engine} is not installed");
        }
        text
    }
}
