//! `llumc project`: all tasks of a project with one command, for pipelines.
//!
//! | file | has |
//! |---|---|
//! | [`config`] | `llumc.toml` |
//! | [`init`] | a first one |
//! | [`task`], [`tasks`] | a task: a command of `llumc check`; all of a project |
//! | [`cache`] | results that are kept, and when they may be taken again |
//! | [`run`] | the runs, several at once |
//! | [`coverage`] | what all tasks reach together |
//! | [`files`] | the files of results |
//! | [`accept`] | findings that are suppressed |
//! | [`baseline`] | findings that were there before |
//!
//! What is said of all is a [`ProjectReport`], of which [`crate::report`] makes text and files.
//! Deliberately absent: anything that decides; each task is a process that runs `llumc check`.

mod accept;
mod baseline;
mod cache;
mod config;
mod coverage;
mod files;
mod init;
mod run;
mod task;
mod tasks;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use super::args::{CheckArgs, ProjectArgs};
use super::exit::Exit;
use super::values::FormatArg;
use super::{input, terminal, write};
use crate::frontend::{Clang, Commands, read_files, read_project};
use crate::report::project::{FindingKind, ProjectReport};
use crate::report::text::{self, Style};
use crate::report::{ErrorKind, json};
use crate::support::Budget;
use cache::Cache;
use config::Config;
use files::Files;
use run::{Runs, last_report};
use task::Task;

/// The folder of what is kept, in the project's.
const KEPT: &str = ".llumc";

/// Runs the subcommand.
///
/// # Errors
/// If `llumc.toml` makes no sense, or a file can't be read or written.
pub fn run(args: &ProjectArgs) -> Result<Exit> {
    let started = Instant::now();
    let files = Files::new(args)?;
    let shown = args.folder.join(config::FILE);
    let shown = shown.strip_prefix(".").unwrap_or(&shown);
    std::env::set_current_dir(&args.folder)
        .with_context(|| format!("cannot go to {}", args.folder.display()))?;
    let clang = Clang::default();
    if args.init {
        super::print(&init::run(shown, &clang)?)?;
        return Ok(Exit::Holds);
    }
    let config = Config::read(shown)?;
    let all = tasks::all(&config, &clang)?;
    let names: Vec<String> = all.iter().map(|(task, _)| task.name.clone()).collect();
    let chosen = choose(all, &args.tasks)?;
    let chosen = if args.cover || args.lcov.is_some() { covering(chosen)? } else { chosen };
    if args.list {
        super::print(&list(&chosen))?;
        return Ok(Exit::Holds);
    }
    let baseline = files.baseline.as_deref().or(config.baseline.as_deref());
    files.spare(&inputs(&chosen), &names, baseline)?;
    if files.exist(&names, baseline) {
        files.spare(&included(&chosen, &clang), &names, baseline)?;
    }
    if args.update_baseline && baseline.is_none() {
        bail!("--update-baseline: which one? --baseline FILE or llumc.toml names it");
    }
    if let (Some(path), false) = (baseline, args.update_baseline) {
        baseline::check(path)?;
    }
    let kept = folder_of_results()?;
    let budget = Budget::unlimited();
    let interrupted = budget.clone();
    ctrlc::set_handler(move || interrupted.cancel()).context("cannot handle interrupts")?;
    let cache = Cache::open(&kept.join("cache"))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.or(config.jobs).map_or(cores, usize::from);
    let runs = Runs {
        clang: &clang,
        cache: &cache,
        fresh: args.fresh,
        jobs: jobs.clamp(1, chosen.len()),
        all_cores: cores,
        timeout: args.timeout,
        memory: args.memory,
        evidence: files.evidence.as_deref(),
        quiet: args.quiet,
        budget: &budget,
    };
    let mut report = ProjectReport::new(runs.all(&chosen)?);
    report.interrupted = budget.exhausted().is_some();
    let whole = report.tasks.len() == names.len();
    accept::suppress(&mut report, &config.suppressions, whole);
    if chosen.iter().all(|(_, args)| args.cover) {
        report.coverage = coverage::whole(&mut report);
    }
    if args.update_baseline
        && !report.interrupted
        && let Some(path) = baseline
    {
        baseline::update(&report, &names, path)?;
    }
    if let Some(path) = baseline.filter(|path| path.exists()) {
        baseline::apply(&mut report, path)?;
    }
    if whole {
        cache.prune();
    }
    report.seconds = started.elapsed().as_secs_f64();
    tell(args, &files, &kept, &report)
}

/// The tasks of these names; all, if none is named.
fn choose(
    all: Vec<(Task, Box<CheckArgs>)>,
    names: &[String],
) -> Result<Vec<(Task, Box<CheckArgs>)>> {
    let known: Vec<&str> = all.iter().map(|(task, _)| task.name.as_str()).collect();
    if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("there is no task {name}; there are {}", known.join(", "));
    }
    let is_meant = |task: &Task| names.is_empty() || names.contains(&task.name);
    Ok(all.into_iter().filter(|(task, _)| is_meant(task)).collect())
}

/// The tasks, each with coverage.
fn covering(tasks: Vec<(Task, Box<CheckArgs>)>) -> Result<Vec<(Task, Box<CheckArgs>)>> {
    let covering = |(mut task, args): (Task, Box<CheckArgs>)| {
        if args.cover {
            return Ok((task, args));
        }
        task.words.push("--cover".to_owned());
        let args = task.arguments()?;
        Ok((task, args))
    };
    tasks.into_iter().map(covering).collect()
}

fn list(tasks: &[(Task, Box<CheckArgs>)]) -> String {
    tasks.iter().map(|(task, _)| format!("{}: {}\n", task.name, task.command())).collect()
}

/// All that is read: the configuration, and what tasks are made of.
fn inputs(tasks: &[(Task, Box<CheckArgs>)]) -> Vec<PathBuf> {
    let of_tasks = || tasks.iter().map(|(_, args)| &args.input);
    let databases: BTreeSet<&PathBuf> =
        of_tasks().filter_map(|it| it.compile_commands.as_ref()).collect();
    let mut all: Vec<PathBuf> = vec![config::FILE.into()];
    for database in databases {
        let database = match database.is_dir() {
            true => database.join("compile_commands.json"),
            false => database.clone(),
        };
        // What is wrong with one its tasks tell.
        let Commands { units, remarks } = read_project(&database).unwrap_or_default();
        // Here once for all tasks.
        remarks.iter().for_each(|remark| eprintln!("llumc: note: {remark}"));
        all.extend(units.into_iter().map(|unit| unit.file).chain([database]));
    }
    all.extend(of_tasks().flat_map(|it| it.files.iter().chain(&it.models)).cloned());
    all
}

/// All that the compiler reads of the tasks. What is wrong with one it tells itself.
fn included(tasks: &[(Task, Box<CheckArgs>)], clang: &Clang) -> Vec<PathBuf> {
    let programs = tasks.iter().filter_map(|(_, args)| input::resolve(&args.input).ok());
    programs.flat_map(|it| read_files(&it.task.frontend, clang)).collect()
}

/// The folder of results, which version control is told to leave alone.
fn folder_of_results() -> Result<PathBuf> {
    let folder = PathBuf::from(KEPT);
    let made = || -> std::io::Result<()> {
        std::fs::create_dir_all(folder.join("tasks"))?;
        let ignore = folder.join(".gitignore");
        if ignore.exists() { Ok(()) } else { std::fs::write(ignore, "*\n") }
    };
    made().with_context(|| format!("cannot write to the folder {KEPT}"))?;
    Ok(folder)
}

/// Writes all files, prints the report, and says how the process ends.
fn tell(args: &ProjectArgs, files: &Files, kept: &Path, report: &ProjectReport) -> Result<Exit> {
    for task in &report.tasks {
        write(&last_report(kept, &task.name), &json::render(&task.report))?;
    }
    files.write(report)?;
    let style = Style {
        verbose: args.verbose,
        colour: terminal::has_colours(&std::io::stdout()),
        width: terminal::width(&std::io::stdout()),
        ..Style::default()
    };
    let explain = |name: &str| {
        let file = args.folder.join(last_report(kept, name));
        format!("llumc explain {}", file.strip_prefix(".").unwrap_or(&file).display())
    };
    super::print(&match args.format {
        FormatArg::Json => json::project(report),
        FormatArg::Text => text::project(report, &explain, style),
    })?;
    if report.interrupted {
        eprintln!("llumc: interrupted; the same command goes on");
        return Ok(Exit::Unknown);
    }
    Ok(exit(report))
}

fn exit(report: &ProjectReport) -> Exit {
    let Some((task, worst)) = report.worst() else { return Exit::Holds };
    match (worst.kind, task.report.error.as_ref().map(|error| error.kind)) {
        (FindingKind::Violated, _) => Exit::Violated,
        (FindingKind::Open, _) => Exit::Unknown,
        (FindingKind::Error, Some(ErrorKind::Internal)) => Exit::Internal,
        (FindingKind::Error, _) => Exit::Input,
    }
}
