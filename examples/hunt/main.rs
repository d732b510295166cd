//! `make hunt DIR=…`: programs that others wrote, by the thousand. Runs `llumc check` on each
//! task of a folder ([`tasks`]), one after the other, with short limits, and looks for what
//! should never happen: internal errors, crashes, hangs, verdicts other than the suite's own.
//! What is refused is counted by reason, so that one sees what is worth supporting next.
//!
//! Each run is a line of a log; a task that is in the log already is not run again, so that a
//! campaign can be interrupted. Nothing of the suites is part of this project.
//!
//! Exit code 1 if something turned up that should never happen.

#[cfg(feature = "llvm")]
mod descriptions;
#[cfg(feature = "llvm")]
#[path = "../bench/layout.rs"]
mod layout;
#[cfg(feature = "llvm")]
#[path = "../bench/place.rs"]
mod place;
#[cfg(feature = "llvm")]
mod record;
#[cfg(feature = "llvm")]
mod remarks;
#[cfg(feature = "llvm")]
mod summary;
#[cfg(feature = "llvm")]
mod tasks;

#[cfg(feature = "llvm")]
mod run {
    use std::path::{Path, PathBuf};
    use std::process::{Command, ExitCode};
    use std::time::Duration;

    use anyhow::{Result, bail};
    use clap::Parser;
    use llumc::support::Budget;
    use llumc::support::limited::{self, Limits};

    use super::record::{Log, Record};
    use super::tasks::{self, Task};
    use super::{place, summary};

    /// Time beyond the limit after which a run counts as one that hangs.
    const GRACE: Duration = Duration::from_secs(10);

    /// Address space beyond the checker's own limit for the process as a whole.
    const ROOM: u64 = 4 << 30;

    /// Checks all C programs in a folder.
    #[derive(Parser)]
    struct Arguments {
        /// The folder: SV-COMP tasks (.yml), tests of CBMC and ESBMC (test.desc), and all other
        /// .c and .i files.
        dir: PathBuf,
        /// The log, a JSON object a line. What is in it already is not run again.
        /// [default: target/hunt/log.jsonl]
        #[arg(long)]
        log: Option<PathBuf>,
        /// Wall-clock seconds for each task.
        #[arg(long, default_value_t = 6.0)]
        timeout: f64,
        /// Memory for each task in MB (2^20 bytes).
        #[arg(long, default_value_t = 3000)]
        memory: u64,
        /// Processor cores for each task.
        #[arg(long, default_value_t = 1)]
        jobs: u32,
        /// Only so many tasks, drawn at random.
        #[arg(long)]
        sample: Option<usize>,
        /// Seed of the draw.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Only tasks whose path contains this.
        #[arg(long, default_value = "")]
        only: String,
        /// Properties for files that no task names any for [default: those of `llumc check`].
        #[arg(long)]
        property: Option<String>,
        /// All files that no task or remark tells a verdict of hold (as programs that test a
        /// compiler do).
        #[arg(long)]
        all_hold: bool,
        /// Further options of `llumc check`; after `--` those for clang.
        #[arg(long, value_delimiter = ' ', allow_hyphen_values = true)]
        options: Vec<String>,
        /// Run nothing; only the tables of what is in the log.
        #[arg(long)]
        summary: bool,
        /// The program to run [default: the one built with this example].
        #[arg(long)]
        llumc: Option<PathBuf>,
    }

    /// Runs what is not in the log yet, and prints the tables.
    ///
    /// # Errors
    /// If llumc or the folder is missing, or the log can't be written.
    pub fn main() -> Result<ExitCode> {
        let arguments = Arguments::parse();
        let found = tasks::find(&arguments.dir, arguments.property.as_deref())?;
        let mut chosen: Vec<Task> =
            found.into_iter().filter(|task| task.name.contains(&arguments.only)).collect();
        let all = chosen.len();
        if let Some(sample) = arguments.sample {
            chosen = tasks::draw(chosen, sample, arguments.seed);
        }
        if arguments.all_hold {
            chosen.iter_mut().for_each(Task::expect_true);
        }
        if chosen.is_empty() {
            bail!("{} has no task with '{}'", arguments.dir.display(), arguments.only);
        }
        let log = arguments.log.clone();
        let log = log.unwrap_or_else(|| place::root().join("target/hunt/log.jsonl"));
        println!(
            "{}: {} of {all} tasks, seed {}; limits: {} s (killed after {} s more), {} MB, \
             {} cores; log: {}",
            arguments.dir.display(),
            chosen.len(),
            arguments.seed,
            arguments.timeout,
            GRACE.as_secs(),
            arguments.memory,
            arguments.jobs,
            log.display()
        );
        let mut log = Log::open(&log)?;
        if !arguments.summary {
            let llumc = place::llumc(arguments.llumc.as_deref())?;
            for (index, task) in chosen.iter().enumerate() {
                if !log.has(task) {
                    let record = check(&llumc, task, &arguments)?;
                    eprintln!("{}/{} {}", index + 1, chosen.len(), record.text());
                    log.add(record)?;
                }
            }
        }
        let records: Vec<Record> = chosen.iter().filter_map(|task| log.get(task)).collect();
        println!("{}", summary::tables(&records));
        let bad = records.iter().any(|it| it.failure.is_some() || it.disagrees());
        Ok(if bad { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// One run.
    fn check(llumc: &Path, task: &Task, arguments: &Arguments) -> Result<Record> {
        let mut command = Command::new(llumc);
        command.current_dir(&arguments.dir).arg("check").args(&task.files).args(&task.options);
        command.args(["--timeout", &arguments.timeout.to_string()]);
        command.args(["--memory", &arguments.memory.to_string()]);
        command.args(["--jobs", &arguments.jobs.to_string()]);
        // Last, as they may end with options for clang.
        command.args(["--format", "json", "--quiet"]).args(&arguments.options);
        let time = Duration::from_secs_f64(arguments.timeout) + GRACE;
        let limits = Limits { time, memory: (arguments.memory << 20) + ROOM, cores: 1 };
        let run = limited::run(command, limits, &Budget::unlimited())?;
        Ok(Record::new(task, &run))
    }
}

#[cfg(feature = "llvm")]
fn main() -> anyhow::Result<std::process::ExitCode> {
    run::main()
}

#[cfg(not(feature = "llvm"))]
fn main() {
    eprintln!("the hunt needs the feature llvm");
}
