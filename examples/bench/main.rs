//! `make bench`: the counterparts of the LLUMC paper's benchmarks (`c-tests/paper`),
//! each with both engines and both encodings, beside the paper's figures ([`rows`]);
//! families of programs, each with several settings side by side ([`suites`]); and whether
//! what is demanded of the engines is met.
//!
//! Every run is a process of its own on one core. Exit code 1 if an answer is wrong.

#[cfg(feature = "llvm")]
mod ablation;
#[cfg(feature = "llvm")]
mod coupled;
#[cfg(feature = "llvm")]
mod curves;
#[cfg(feature = "llvm")]
mod demands;
#[cfg(feature = "llvm")]
mod families;
#[cfg(feature = "llvm")]
mod floats;
#[cfg(feature = "llvm")]
mod growth;
#[cfg(feature = "llvm")]
mod layout;
#[cfg(feature = "llvm")]
mod locks;
#[cfg(feature = "llvm")]
mod measure;
#[cfg(feature = "llvm")]
mod place;
#[cfg(feature = "llvm")]
mod programs;
#[cfg(feature = "llvm")]
mod rows;
#[cfg(feature = "llvm")]
mod storage;
#[cfg(feature = "llvm")]
mod suites;
#[cfg(feature = "llvm")]
mod table;
#[cfg(feature = "llvm")]
mod words;

#[cfg(feature = "llvm")]
mod run {
    use std::collections::BTreeMap;
    use std::path::{Path, PathBuf};
    use std::process::ExitCode;
    use std::time::Duration;

    use anyhow::{Context, Result, bail};
    use clap::Parser;
    use serde::Serialize;
    use serde_json::json;

    use super::measure::{self, Check, Encoding, Setting};
    use super::rows::{ROWS, Row};
    use super::{ablation, curves, demands, families, growth, layout, place, suites, table, words};

    /// Measures the engines and encodings on the counterparts of the paper's benchmarks.
    #[derive(Parser)]
    struct Arguments {
        /// Wall-clock seconds for each run of an engine.
        #[arg(long, default_value_t = 60.0)]
        timeout: f64,
        /// Runs of each kind; the median counts.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
        repeat: u16,
        /// Only these: paper, locks, handshake, carries, acceleration, phases, variables,
        /// width, depth, arrays, lists, buffers, tokens, fifo, timers, transactions, states,
        /// multiples, congruences, server, sums, dots, polynomials, first-order, second-order; and,
        /// only if they are named, ablation and words: each part of the engines on bits and of
        /// those on words switched off [default: all others].
        #[arg(long, value_delimiter = ',')]
        suite: Vec<String>,
        /// Only tasks whose name contains this.
        #[arg(long, default_value = "")]
        only: String,
        /// Name of the result: it goes to target/bench/<name>.json.
        #[arg(long, default_value = "latest")]
        name: String,
        /// Write the result to this file instead.
        #[arg(long)]
        json: Option<PathBuf>,
        /// The program to measure [default: the one built with this benchmark].
        #[arg(long)]
        llumc: Option<PathBuf>,
    }

    /// Everything measured on a task.
    #[derive(Serialize)]
    pub struct Measured {
        /// Its name.
        pub task: String,
        /// What is expected: whether the property holds.
        pub expected: bool,
        /// What `check` does unless it is told otherwise.
        pub default: Check,
        /// The engine `unroll`.
        pub unroll: Check,
        /// The engine `ic3`.
        pub ic3: Check,
        /// The paper's encoding.
        pub paper: Encoding,
        /// The encoding that the engines use.
        pub cfa: Encoding,
    }

    impl Measured {
        /// The row of the paper's tables.
        pub fn row(&self) -> Option<&'static Row> {
            ROWS.iter().find(|row| row.task == self.task)
        }
    }

    /// Measures and prints.
    ///
    /// # Errors
    /// If a task or the program is missing, or the result can't be written.
    pub fn main() -> Result<ExitCode> {
        let arguments = Arguments::parse();
        let scratch = tempfile::tempdir()?;
        let llumc = place::llumc(arguments.llumc.as_deref())?;
        let setting = Setting {
            llumc,
            timeout: Duration::from_secs_f64(arguments.timeout),
            repeat: arguments.repeat.into(),
            scratch: scratch.path().to_owned(),
        };
        let chosen = |name: &str| {
            arguments.suite.is_empty() || arguments.suite.iter().any(|suite| suite == name)
        };
        let mut results = vec![];
        let tasks = if chosen("paper") { tasks(&arguments.only)? } else { vec![] };
        for task in tasks {
            let result = measure_all(&setting, task)?;
            let texts = [&result.default, &result.unroll, &result.ic3].map(Check::text);
            eprintln!(
                "{}: default {}, unroll {}, ic3 {}",
                result.task, texts[0], texts[1], texts[2]
            );
            results.push(result);
        }
        let families = suites::measure(&setting, &chosen, &arguments.only)?;
        let named = |name: &&str| arguments.suite.iter().any(|suite| suite == name);
        let studies = [ablation::NAME, words::NAME].into_iter().filter(named);
        let studies = studies
            .map(|name| Ok((name, ablation::measure(&setting, name, &arguments.only)?)))
            .collect::<Result<BTreeMap<_, _>>>()?;
        let nothing = results.is_empty() && families.iter().all(|family| family.rows.is_empty());
        if nothing && studies.is_empty() {
            bail!("no task of the chosen suites has a name with '{}'", arguments.only);
        }
        let demands = demands::all(&results);
        if !results.is_empty() {
            println!("{}", table::engines(&results));
            println!("{}", table::encodings(&results));
            demands.iter().for_each(|demand| println!("{demand}"));
        }
        for family in families.iter().filter(|family| !family.rows.is_empty()) {
            println!("\n{}", layout::layout(&family.table(), 2));
            growth::lines(family).iter().for_each(|line| println!("{line}"));
            family.demands().iter().for_each(|demand| println!("{demand}"));
        }
        for ablation in studies.values() {
            println!("\n{}", layout::layout(&ablation.table(), 2));
        }
        let file = arguments.json.unwrap_or_else(|| {
            place::root().join("target/bench").join(arguments.name).with_extension("json")
        });
        let json = json!({
            "timeout": arguments.timeout,
            "repeat": arguments.repeat,
            "results": results,
            "demands": demands,
            "families": families,
            "ablation": studies.get(ablation::NAME),
            "words": studies.get(words::NAME),
        });
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let write = |file: &Path, text: &str| {
            std::fs::write(file, text)
                .with_context(|| format!("cannot write {}", file.display()))?;
            println!("kept as {}", file.display());
            anyhow::Ok(())
        };
        write(&file, &(serde_json::to_string_pretty(&json)? + "\n"))?;
        if let Some(svg) = curves::draw(&families)? {
            write(&file.with_extension("svg"), &svg)?;
        }
        let wrong = results.iter().any(demands::wrong)
            || families.iter().any(suites::Measurement::wrong)
            || studies.values().any(ablation::Ablation::wrong);
        Ok(if wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn measure_all(setting: &Setting, task: families::Task) -> Result<Measured> {
        let file = &task.file;
        Ok(Measured {
            expected: task.expected,
            default: measure::check(setting, file, [])?,
            unroll: measure::check(setting, file, ["--engine", "unroll"])?,
            ic3: measure::check(setting, file, ["--engine", "ic3"])?,
            paper: measure::encode(setting, file, "paper")?,
            cfa: measure::encode(setting, file, "cfa")?,
            task: task.name,
        })
    }

    /// The tasks: those with a row in the paper in its order, then the others.
    fn tasks(only: &str) -> Result<Vec<families::Task>> {
        let mut tasks = families::shipped("paper", "")?;
        tasks.retain(|task| task.name.contains(only));
        let place = |task: &families::Task| ROWS.iter().position(|row| row.task == task.name);
        tasks.sort_by_key(|task| place(task).unwrap_or(ROWS.len()));
        Ok(tasks)
    }
}

#[cfg(feature = "llvm")]
fn main() -> anyhow::Result<std::process::ExitCode> {
    run::main()
}

#[cfg(not(feature = "llvm"))]
fn main() {
    eprintln!("the benchmark needs the feature llvm");
}
