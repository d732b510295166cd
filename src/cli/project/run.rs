//! The tasks' runs, several at once. Each is a process of its own, so that what happens to one does
//! nothing to the others; what is done here is to compile and link, for the keys of results.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};

use super::cache::{self, Cache, Resources};
use super::task::Task;
use crate::cli::args::CheckArgs;
use crate::cli::{deadline, output, sources};
use crate::frontend::{Clang, FrontendError};
use crate::report::project::TaskReport;
use crate::report::{ErrorKind, ErrorReport, Report, Verdict, json};
use crate::support::limited::{self, Limits, Stop};
use crate::support::{Budget, Scratch, limits, memory, process};
use crate::verify::evidence;

/// What all runs share.
pub struct Runs<'a> {
    /// The compiler.
    pub clang: &'a Clang,
    /// Results of earlier runs.
    pub cache: &'a Cache,
    /// Whether they are not to be taken.
    pub fresh: bool,
    /// How many tasks at once.
    pub jobs: usize,
    /// How many processor cores there are for all.
    pub all_cores: usize,
    /// Time limit of each that counts more than its own, in seconds.
    pub timeout: Option<f64>,
    /// Memory for all together, in MB (2^20 bytes).
    pub memory: Option<u64>,
    /// Where evidence is wanted, in a folder for each task.
    pub evidence: Option<&'a Path>,
    /// Whether nothing is told meanwhile.
    pub quiet: bool,
    /// Ends all.
    pub budget: &'a Budget,
}

/// A task with its arguments, and the place of its report.
type Job<'a> = (usize, &'a Task, &'a CheckArgs);

/// What the workers share.
struct State<'a> {
    left: VecDeque<Job<'a>>,
    reports: Vec<Option<TaskReport>>,
    error: Option<anyhow::Error>,
}

impl State<'_> {
    fn fail(&mut self, error: anyhow::Error) {
        self.left.clear();
        self.error.get_or_insert(error);
    }
}

impl Runs<'_> {
    /// Checks all, or takes what is kept of them; in their order. Fewer reports if the budget was
    /// cancelled.
    ///
    /// # Errors
    /// If a process can't be started.
    pub fn all(&self, tasks: &[(Task, Box<CheckArgs>)]) -> Result<Vec<TaskReport>> {
        let jobs = tasks.iter().enumerate().map(|(at, (task, args))| (at, task, &**args));
        let reports = tasks.iter().map(|_| None).collect();
        let state = Mutex::new(State { left: jobs.collect(), reports, error: None });
        std::thread::scope(|scope| {
            for place in 0..self.jobs.min(tasks.len()) {
                let state = &state;
                let work = move || {
                    let kept = process::use_share(place, self.cores());
                    let kept = kept.context("cannot keep to a share of the cores");
                    kept.and_then(|()| self.work(state, tasks.len()))
                };
                // LLVM goes deep into what it links and prints.
                let builder = std::thread::Builder::new().stack_size(limits::SEARCH_STACK);
                let started = builder.spawn_scoped(scope, move || {
                    work().unwrap_or_else(|error| lock(state).fail(error));
                });
                if let Err(error) = started {
                    let error = anyhow::Error::new(error).context("cannot start a thread");
                    lock(state).fail(error);
                }
            }
        });
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        match state.error {
            Some(error) => Err(error),
            None => Ok(state.reports.into_iter().flatten().collect()),
        }
    }

    fn work(&self, state: &Mutex<State<'_>>, count: usize) -> Result<()> {
        while self.budget.exhausted().is_none() {
            let Some((at, task, args)) = lock(state).left.pop_front() else { break };
            let Some((cached, report)) = self.one(task, args)? else { break };
            let report = TaskReport::new(task.name.clone(), task.command(), cached, report);
            let mut state = lock(state);
            state.reports[at] = Some(report);
            let done = state.reports.iter().flatten().count();
            if let (false, Some(it)) = (self.quiet, &state.reports[at]) {
                let took = match cached {
                    true => "unchanged".to_owned(),
                    false => format!("{:.1} s", it.report.seconds),
                };
                eprintln!("[{done}/{count}] {}: {} ({took})", it.name, it.verdict());
            }
        }
        Ok(())
    }

    /// The report on a task, and whether it was kept. None if the budget was cancelled.
    fn one(&self, task: &Task, args: &CheckArgs) -> Result<Option<(bool, Report)>> {
        let resources = self.resources(task);
        let key = match cache::key(task, args, self.clang) {
            Ok(key) => key,
            // clang hears the same interrupt.
            Err(_) if self.budget.exhausted().is_some() => return Ok(None),
            Err(error) => return Ok(Some((false, failed(kind_of(&error), format!("{error:#}"))))),
        };
        let known = (!self.fresh).then(|| self.cache.find(&key, args, resources)).flatten();
        let is_wanted = self.evidence.is_some();
        let evidence = known.as_ref().filter(|_| is_wanted);
        let evidence = evidence.and_then(|_| self.cache.find_evidence(&key));
        if let (Some(known), true) = (&known, is_wanted == evidence.is_some()) {
            evidence.iter().for_each(|from| self.place(task, Ok(from)));
            return Ok(Some((true, quoted(known.clone()))));
        }
        let folder = Scratch::new().context("cannot make a temporary folder")?;
        let evidence = folder.path().join("evidence");
        let checked =
            self.check(task, resources, folder.path(), is_wanted.then_some(evidence.as_path()))?;
        let Some((mut report, said)) = checked else { return Ok(None) };
        let is_open = |it: &Report| it.verdict == Verdict::Unknown && it.error.is_none();
        if let Some(known) = known.filter(|known| !is_open(known) && is_open(&report)) {
            // It was checked for its evidence only.
            self.place(task, Err("it was not decided once more"));
            return Ok(Some((true, quoted(known))));
        }
        report.told = output::now();
        // What was checked need not be what the key is of: files may have changed meanwhile.
        let is_kept = cache::key(task, args, &Clang::default()).is_ok_and(|now| now == key)
            && self.cache.keep(&key, &report, resources);
        if is_wanted && report.error.is_none() {
            let is_there = evidence.join(evidence::MAIN).exists();
            if is_kept && is_there {
                self.cache.keep_evidence(&key, &evidence);
            }
            self.place(task, if is_there { Ok(&evidence) } else { Err(&said) });
        }
        sources::add(&mut report);
        Ok(Some((false, report)))
    }

    /// Puts the evidence for a task where it is wanted, or says why there is none. Its verdict
    /// stands without.
    fn place(&self, task: &Task, from: Result<&Path, &str>) {
        let Some(all) = self.evidence else { return };
        let to = all.join(&task.name);
        let placed = evidence::remove(&to).and_then(|()| match from {
            Ok(from) => evidence::copy(from, &to),
            Err(why) => Err(anyhow::Error::msg(why.to_owned())),
        });
        if let Err(error) = placed {
            eprintln!("{}{error:#}", output::no_evidence(&to));
        }
    }

    fn resources(&self, task: &Task) -> Resources {
        Resources {
            timeout: self.timeout.unwrap_or(task.timeout),
            cores: self.cores(),
            memory: self.memory.map(|all| (all / self.jobs as u64).max(limits::LEAST_TASK_MEMORY)),
        }
    }

    /// For each of the tasks that run at once.
    fn cores(&self) -> usize {
        (self.all_cores / self.jobs).max(1)
    }

    /// Runs the task's command in a process of its own. The report, and why there is no evidence if
    /// that is wanted.
    fn check(
        &self,
        task: &Task,
        resources: Resources,
        folder: &Path,
        evidence: Option<&Path>,
    ) -> Result<Option<(Report, String)>> {
        let Resources { timeout, cores, memory } = resources;
        let file = folder.join("report.json");
        let memory = memory.unwrap_or_else(|| self.share_of_memory());
        let mut more = vec![
            format!("--timeout={timeout}"),
            format!("--memory={memory}"),
            format!("--jobs={cores}"),
            format!("--json={}", file.display()),
            // So that the report has what one may be made of, whenever it is asked for.
            format!("--witness={}", folder.join("witness.yml").display()),
            "--quiet".to_owned(),
        ];
        more.extend(evidence.map(|folder| format!("--evidence={}", folder.display())));
        let mut command = Command::new(std::env::current_exe()?);
        command.args(task.words_with(&more));
        let time = Duration::from_secs_f64(timeout);
        let mut time = time + deadline::grace(time) + limits::COMPARE_GRACE;
        if evidence.is_some() {
            // It is written after the check.
            time += limits::EVIDENCE_TIME;
        }
        // What is beside the engines, which keep to their share, has room.
        let limits = Limits { time, memory: memory << 21, cores };
        let run = limited::run(command, limits, self.budget)?;
        if run.stopped == Some(Stop::Cancelled) {
            return Ok(None);
        }
        let head = evidence.map(output::no_evidence).unwrap_or_default();
        let mut said = run.errors.lines().filter_map(|line| line.strip_prefix(&head));
        let said = said.next().unwrap_or("the check did not come to its end").to_owned();
        let report = read(&file).unwrap_or_else(|why| {
            let ended = match (run.stopped, run.exit) {
                (Some(Stop::Time), _) => "it did not end in time".to_owned(),
                (Some(Stop::Memory), _) => "it took too much memory".to_owned(),
                (Some(_), _) => "it was stopped".to_owned(),
                (None, Some(code)) => format!("it ended with exit code {code}"),
                (None, None) => "it was killed".to_owned(),
            };
            let said = run.errors.trim();
            failed(ErrorKind::Internal, format!("no report is left ({why}): {ended}\n{said}"))
        });
        Ok(Some((report, said)))
    }

    /// In MB, for one of the tasks that run at once.
    fn share_of_memory(&self) -> u64 {
        let available = memory::available().unwrap_or(limits::COMPARE_MEMORY << 20);
        let share = (available >> 20) * 4 / 5 / self.jobs as u64;
        share.max(limits::LEAST_TASK_MEMORY)
    }
}

fn read(file: &Path) -> Result<Report, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    json::parse(&text)
}

fn kind_of(error: &anyhow::Error) -> ErrorKind {
    match error.downcast_ref::<FrontendError>() {
        Some(FrontendError::Internal(_)) => ErrorKind::Internal,
        _ => ErrorKind::Input,
    }
}

/// A report that was kept, with its sources as they are now.
fn quoted(mut report: Report) -> Report {
    sources::quote_anew(&mut report);
    report
}

/// The report of a task without one.
fn failed(kind: ErrorKind, message: String) -> Report {
    Report { error: Some(ErrorReport { kind, message }), ..Report::blank() }
}

/// The state is whole at every moment, so that a panic elsewhere does not spoil it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where the last report of a task is kept, to be explained.
pub fn last_report(folder: &Path, name: &str) -> PathBuf {
    folder.join("tasks").join(format!("{name}.json"))
}
