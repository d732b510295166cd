//! Our IC3 beside ABC and rIC3 on the same AIGER files, beside MinireachIC3 on the same DimSpec
//! files, and beside Spacer on the same programs; our unroller beside IncPlan on the DimSpec
//! files of programs with a violation. All runs are made by `llumc compare`: one process, one
//! core, the same limits. Our times include the check of the answer.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::families::{self, Family, Task};
use super::run::{Arguments, json_of};

/// Who reads the AIGER files, besides our `ic3`.
const ON_AIGER: [&str; 3] = ["abc-pdr", "abc-scorr-pdr", "ric3"];

/// Who proves on DimSpec files, and who only searches.
const PROVERS: [&str; 1] = ["minireachic3"];
const SEARCHERS: [&str; 1] = ["incplan"];

/// Who reads Horn clauses.
const ON_HORN: [&str; 1] = ["z3-spacer"];

/// Seconds that one side must need for a task to say something.
const WORTH_COMPARING: f64 = 0.1;

/// A run, as `llumc compare` prints it.
#[derive(Clone, Serialize, Deserialize)]
struct Run {
    file: String,
    engine: String,
    verdict: String,
    seconds: f64,
    cpu: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    certification: Option<f64>,
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
    /// Ours is the first.
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
    /// Geometric mean of our time on the processor by theirs, where both solve; and the same
    /// of those tasks on which one of them takes long enough to say something.
    ratio: Option<f64>,
    ratio_of_long: Option<f64>,
    /// How many of these there are.
    long: usize,
    disagreements: Vec<String>,
}

/// The result.
#[derive(Serialize)]
pub struct Compared {
    sides: Vec<Side>,
}

/// Makes all runs, and prints tables as they come.
///
/// # Errors
/// If a program can't be encoded or llumc fails.
pub fn compare(llumc: &Path, scratch: &Path, arguments: &Arguments) -> Result<Compared> {
    let tasks = tasks(scratch, arguments)?;
    let measure = Measure { llumc, arguments };
    let models = measure.encode(&tasks, "aiger", "aig", scratch)?;
    let aiger = measure.side("AIGER files", &models, "ic3", &ON_AIGER)?;
    let models = measure.encode(&tasks, "dimspec", "dimspec", scratch)?;
    let dimspec = measure.side("DimSpec files", &models, "ic3", &PROVERS)?;
    let reached = |model: &PathBuf| {
        let runs = aiger.runs.iter().chain(&dimspec.runs).filter(|run| run.solved());
        let name = model.file_stem();
        runs.into_iter()
            .any(|run| run.verdict.starts_with("false") && Path::new(&run.file).file_stem() == name)
    };
    let models: Vec<PathBuf> = models.into_iter().filter(reached).collect();
    let title = "DimSpec files whose goal is reached";
    let searched = measure.side(title, &models, "unroll", &SEARCHERS)?;
    let programs: Vec<PathBuf> = tasks.into_iter().map(|task| task.file).collect();
    let horn = measure.side("programs as Horn clauses", &programs, "ic3", &ON_HORN)?;
    Ok(Compared { sides: vec![aiger, dimspec, searched, horn] })
}

/// The counterparts of the paper's benchmarks and the families that `make bench` measures, as
/// far as they are `wanted`.
fn tasks(scratch: &Path, wanted: &Arguments) -> Result<Vec<Task>> {
    let paper = Family { name: "paper", tasks: families::shipped("paper", "")? };
    let mut families = families::all(scratch)?;
    // It is a part of the paper's.
    families.retain(|family| family.name != "handshake");
    let named = |family: &Family| {
        wanted.suite.is_empty() || wanted.suite.iter().any(|name| name == family.name)
    };
    let families = [paper].into_iter().chain(families).filter(named);
    let tasks = families.flat_map(|family| family.tasks);
    Ok(tasks.filter(|task| task.name.contains(&wanted.only)).collect())
}

/// What all measurements share.
struct Measure<'a> {
    llumc: &'a Path,
    arguments: &'a Arguments,
}

impl Measure<'_> {
    /// Writes the tasks in a format that engines read.
    fn encode(
        &self,
        tasks: &[Task],
        format: &str,
        extension: &str,
        scratch: &Path,
    ) -> Result<Vec<PathBuf>> {
        let mut models = vec![];
        for task in tasks {
            let model = scratch.join(task.name.replace(' ', "_")).with_extension(extension);
            let mut command = Command::new(self.llumc);
            command.arg("encode").arg(&task.file).args(&task.options);
            command.args(["--to", format, "-f", "json", "-o"]).arg(&model);
            json_of(command).with_context(|| format!("{} can't be encoded", task.name))?;
            models.push(model);
        }
        Ok(models)
    }

    /// Runs our engine and those of the others that are installed on all files, and prints how
    /// they did.
    fn side(
        &self,
        title: &'static str,
        files: &[PathBuf],
        ours: &'static str,
        others: &[&'static str],
    ) -> Result<Side> {
        let mut command = Command::new(self.llumc);
        command.args(["solvers", "--format", "json"]);
        let known = json_of(command)?;
        let installed = |name: &&str| {
            let solvers = known.as_array().into_iter().flatten();
            solvers.into_iter().any(|one| one["name"] == *name && !one["installed"].is_null())
        };
        let (there, absent): (Vec<&str>, Vec<&str>) = others.iter().copied().partition(installed);
        let engines: Vec<&'static str> = [ours].into_iter().chain(there).collect();
        let mut all: Vec<Vec<Run>> = vec![];
        for _ in 0..self.arguments.repeat {
            if files.is_empty() {
                break;
            }
            let mut command = Command::new(self.llumc);
            command.arg("compare").args(files).args(["--engines", &engines.join(",")]);
            command.args(["--timeout", &self.arguments.timeout.to_string(), "--format", "json"]);
            all.push(serde_json::from_value(json_of(command)?)?);
        }
        let median = |place: usize| {
            let mut runs: Vec<&Run> = all.iter().map(|runs| &runs[place]).collect();
            runs.sort_by(|a, b| a.cpu.total_cmp(&b.cpu));
            runs[(runs.len() - 1) / 2].clone()
        };
        let runs: Vec<Run> = (0..all.first().map_or(0, Vec::len)).map(median).collect();
        let summary = engines.iter().map(|&engine| summary(ours, engine, &runs)).collect();
        let side = Side { title, engines, absent, runs, summary };
        println!("{}", side.text());
        Ok(side)
    }
}

fn summary(our_engine: &str, engine: &'static str, runs: &[Run]) -> Summary {
    let mut result = Summary {
        engine,
        solved: 0,
        only_ours: vec![],
        only_theirs: vec![],
        ratio: None,
        ratio_of_long: None,
        long: 0,
        disagreements: vec![],
    };
    let (mut ratios, mut long) = (vec![], vec![]);
    for ours in runs.iter().filter(|run| run.engine == our_engine) {
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
                ratios.push(ours.cpu.max(0.01) / theirs.cpu.max(0.01));
                if ours.cpu.max(theirs.cpu) >= WORTH_COMPARING {
                    long.extend(ratios.last());
                }
            }
            (false, false) => {}
        }
        if theirs.wrong || ours.wrong {
            result.disagreements.push(name);
        }
    }
    result.ratio = geometric_mean(&ratios);
    result.ratio_of_long = geometric_mean(&long);
    result.long = long.len();
    result
}

fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (logarithms / ratios.len() as f64).exp())
}

impl Compared {
    /// Whether no engine is absent or contradicted.
    pub fn is_fine(&self) -> bool {
        self.sides.iter().all(|side| {
            side.absent.is_empty() && side.summary.iter().all(|one| one.disagreements.is_empty())
        })
    }
}

impl Side {
    fn text(&self) -> String {
        let mut text = format!(
            "On {}: seconds on the processor (of these for the check of the answer)\n\n| program |",
            self.title
        );
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
                let _ = write!(text, " {verdict}{wrong} {:.2}", run.cpu);
                if let Some(certification) = run.certification {
                    let _ = write!(text, " ({certification:.2})");
                }
                text.push_str(" |");
            }
            text.push('\n');
        }
        text.push('\n');
        for one in &self.summary {
            let _ = write!(text, "{}: solved {}", one.engine, one.solved);
            if one.engine != self.engines[0] {
                let said = |ratio: Option<f64>| ratio.map_or("–".into(), |r| format!("{r:.2}"));
                let _ = write!(
                    text,
                    "; ours by theirs {} (geometric mean), {} on the {} that take one of them \
                     {WORTH_COMPARING} s; only ours {:?}, only theirs {:?}",
                    said(one.ratio),
                    said(one.ratio_of_long),
                    one.long,
                    one.only_ours,
                    one.only_theirs
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
