//! Four configurations on the same tasks: the comparison of the unifying view, on drawn tasks of
//! `c-tests` instead of those of SV-COMP.

use std::path::PathBuf;

use anyhow::{Context, Result};
use llumc::support::Random;
use serde_json::Value;

use super::place;
use super::runs::{Setting, Table, check};

/// The paper's four algorithms.
const CONFIGURATIONS: [(&str, &[&str]); 4] = [
    ("bounded model checking", &["--engine", "bmc"]),
    ("k-induction", &["--engine", "kinduction"]),
    ("predicate abstraction", &["--engine", "predicate", "--blocks", "loops"]),
    ("Impact", &["--engine", "impact", "--blocks", "loops"]),
];

/// How many each solves, and in which time.
///
/// # Errors
/// If tasks can't be read or run.
pub fn measure(setting: &Setting, sample: usize, seed: u64) -> Result<Vec<Table>> {
    let tasks = drawn(sample, seed)?;
    let columns =
        ["configuration", "proofs", "violations", "wrong", "s, solved", "s, solved by all"];
    let title = format!("A unifying view: {sample} tasks of c-tests, seed {seed}");
    let notes = [
        "The paper (Table 3 and figures) has on its tasks: k-induction most proofs, Impact more \
         violations than predicate abstraction, bounded model checking most violations.",
        "Bounded model checking and k-induction work on bits, not in the common core; k-induction \
         gets generated invariants only from `auto`, which is not asked here.",
    ];
    let mut table = Table::new(&title, &columns, &notes);
    let mut all = vec![];
    for (_, options) in CONFIGURATIONS {
        let run =
            |(file, expected): &(PathBuf, bool)| Ok((check(setting, file, options)?, *expected));
        all.push(tasks.iter().map(run).collect::<Result<Vec<_>>>()?);
    }
    let by_all = |task: usize| all.iter().all(|runs| runs[task].0.is_solved());
    for ((name, _), runs) in CONFIGURATIONS.iter().zip(&all) {
        let solved = |wanted: bool| {
            let right = runs.iter().filter(|(run, expected)| {
                run.is_solved() && !run.is_wrong(*expected) && *expected == wanted
            });
            right.count().to_string()
        };
        let wrong = runs.iter().filter(|(run, expected)| run.is_wrong(*expected)).count();
        let seconds = |which: &dyn Fn(usize) -> bool| {
            let of =
                runs.iter().enumerate().filter(|(task, (run, _))| run.is_solved() && which(*task));
            format!("{:.1}", of.map(|(_, (run, _))| run.cpu).sum::<f64>())
        };
        table.wrong += wrong;
        table.rows.push(vec![
            (*name).to_owned(),
            solved(true),
            solved(false),
            wrong.to_string(),
            seconds(&|_| true),
            seconds(&by_all),
        ]);
    }
    let expected = tasks.iter().filter(|task| task.1).count();
    table.notes.push(format!("{expected} of the tasks are safe."));
    Ok(vec![table])
}

/// Some tasks that need no options, with what is expected.
fn drawn(sample: usize, seed: u64) -> Result<Vec<(PathBuf, bool)>> {
    let pattern = place::root().join("c-tests");
    let mut files: Vec<PathBuf> = vec![];
    for folder in std::fs::read_dir(&pattern)? {
        let folder = folder?.path();
        if folder.is_dir() {
            for file in std::fs::read_dir(&folder)? {
                files.push(file?.path());
            }
        }
    }
    files.retain(|file| file.extension().is_some_and(|end| end == "yml"));
    files.sort();
    let mut tasks = vec![];
    for file in files {
        let text = std::fs::read_to_string(&file)?;
        let task: Value = serde_saphyr::from_str(&text)
            .with_context(|| format!("{} can't be read", file.display()))?;
        let own = &task["x-llumc"];
        let is_plain = ["arguments", "unknown", "engine"].iter().all(|key| own[*key].is_null());
        let expected = task["properties"][0]["expected_verdict"].as_bool();
        tasks.extend(expected.filter(|_| is_plain).map(|expected| (file, expected)));
    }
    let mut random = Random::new(seed);
    let mut chosen = vec![];
    while chosen.len() < sample && !tasks.is_empty() {
        let place = random.index(tasks.len());
        chosen.push(tasks.swap_remove(place));
    }
    Ok(chosen)
}
