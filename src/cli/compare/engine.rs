//! The engines that are compared, ours and others, and one run of one of them on one file.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::inputs::{Form, Inputs};
use super::solvers::{self, Solver};
use super::{REACHED, Row};
use crate::cli::args::CompareArgs;
use crate::cli::deadline;
use crate::formats::map::{BOUND, UNSUPPORTED};
use crate::support::Budget;
use crate::support::limited::{self, Limits, Stop};
use crate::support::limits;
use crate::support::scratch::Scratch;

/// Our own engines.
const OWN: [&str; 7] = ["unroll", "bmc", "kinduction", "ic3", "ic3-2", "race", "auto"];

/// Those of them that are compared if they are named only: they know no models.
const ON_WORDS: [&str; 5] = ["predicate", "impact", "blast", "tracer", "ic3ia"];

/// An engine.
pub enum Engine {
    /// Ours, by its name.
    Own(&'static str),
    /// An external solver.
    External(Box<Solver>),
}

impl Engine {
    /// The engine that decides where others contradict each other.
    pub const ARBITER: Self = Self::Own("auto");

    /// Its name on the command line.
    pub fn name(&self) -> &str {
        match self {
            Engine::Own(name) => name,
            Engine::External(solver) => &solver.name,
        }
    }

    /// How it is called and read: our options, or the description.
    pub fn described(&self, args: &CompareArgs) -> String {
        match self {
            Engine::Own(_) => args.ic3.words().join(" "),
            Engine::External(solver) => format!("{solver:?}"),
        }
    }
}

/// The engines that the arguments name, or all that are there.
///
/// # Errors
/// If an engine is unknown or not installed, or a description is malformed.
pub fn select(args: &CompareArgs) -> Result<Vec<Engine>> {
    let described = match &args.solvers {
        Some(folder) => solvers::read_folder(folder)?,
        None => solvers::shipped()?,
    };
    if args.engines.is_empty() {
        let own = OWN.into_iter().map(Engine::Own);
        let installed = described.into_iter().filter(|solver| {
            let found = solver.installed().is_some();
            if !found {
                eprintln!(
                    "{}: not installed ('{}' is not on the PATH)",
                    solver.name, solver.command
                );
            }
            found
        });
        return Ok(own.chain(installed.map(|solver| Engine::External(Box::new(solver)))).collect());
    }
    let find = |name: &String| {
        if let Some(own) = OWN.into_iter().chain(ON_WORDS).find(|own| own == name) {
            return Ok(Engine::Own(own));
        }
        let Some(solver) = described.iter().find(|solver| solver.name == *name) else {
            let own = OWN.into_iter().chain(ON_WORDS);
            let known: Vec<&str> = own.chain(described.iter().map(|s| s.name.as_str())).collect();
            bail!("unknown engine '{name}'; known are {}", known.join(", "));
        };
        if solver.installed().is_none() {
            bail!("{name} is not installed: '{}' is not on the PATH", solver.command);
        }
        Ok(Engine::External(Box::new(solver.clone())))
    };
    args.engines.iter().map(find).collect()
}

/// Whether the map beside a model says that some of its goals are no checks, but what is not
/// modelled, or bounds.
fn has_limits(model: &Path) -> bool {
    let mut map = model.as_os_str().to_owned();
    map.push(".map.json");
    let text = std::fs::read(Path::new(&map)).unwrap_or_default();
    let map: Value = serde_json::from_slice(&text).unwrap_or_default();
    let goals = map["goals"].as_array().into_iter().flatten();
    goals.filter_map(|goal| goal["property"].as_str()).any(|it| it == UNSUPPORTED || it == BOUND)
}

/// Runs an engine on a file. `None` if the budget was cancelled meanwhile.
///
/// # Errors
/// If the input can't be written in the format of a solver, or it can't be started.
pub fn run_one(
    engine: &Engine,
    file: &Path,
    inputs: &Inputs<'_>,
    args: &CompareArgs,
    budget: &Budget,
) -> Result<Option<Row>> {
    let mut row = Row::new(file, engine.name());
    let mut command;
    let mut time = Duration::from_secs_f64(args.timeout);
    let mut given = None;
    let folder = Scratch::new().context("cannot make a temporary folder")?;
    match engine {
        Engine::Own(name) => {
            command = Command::new(std::env::current_exe()?);
            command.arg(if inputs.is_model() { "solve" } else { "check" }).arg(file);
            command.args(["--format", "json", "--quiet", "--engine", name]);
            command.args(["--timeout", &args.timeout.to_string()]).args(args.ic3.words());
            time += deadline::grace(time) + limits::COMPARE_GRACE;
        }
        Engine::External(solver) => {
            let form =
                Form { format: solver.input, bound: solver.bound, one_goal: solver.one_goal };
            let Some(input) = inputs.written(form)? else {
                return Ok(Some(row));
            };
            command = Command::new(solver.installed().context("the solver was removed")?);
            // It may go to a folder of its own.
            let input = std::path::absolute(input)?;
            let text = input.to_string_lossy();
            let named = |arg: &String| in_folder(&arg.replace("{file}", &text), &folder);
            command.args(solver.args.iter().map(named));
            given = Some(input);
        }
    }
    let run = limited::run(command, Limits { time, memory: args.memory << 20, cores: 1 }, budget)?;
    if run.stopped == Some(Stop::Cancelled) {
        return Ok(None);
    }
    let written = match engine {
        Engine::Own(_) => String::new(),
        Engine::External(solver) => solver.reads.iter().map(|file| text(file, &folder)).collect(),
    };
    let mut says_unknown = false;
    let (verdict, depth) = match engine {
        Engine::Own(_) => {
            let said: Value = serde_json::from_str(&run.output).unwrap_or_default();
            row.certification = said["certification_seconds"].as_f64();
            own_verdict(&said)
        }
        Engine::External(solver) => {
            let understood = solver.understand(&(run.output.clone() + &written), run.exit);
            says_unknown = understood.unknown;
            let verdict = match understood.reachable {
                Some(true) if given.as_deref().is_some_and(has_limits) => Some(REACHED),
                reachable => reachable.map(|is| if is { "false" } else { "true" }),
            };
            (verdict.map(str::to_owned), understood.states.map(u64::from))
        }
    };
    row.verdict = match (verdict, run.stopped) {
        (Some(verdict), _) => verdict,
        (None, Some(Stop::Memory)) => "memory".to_owned(),
        (None, Some(Stop::Output)) => "error".to_owned(),
        (None, Some(_)) => "timeout".to_owned(),
        (None, None) if says_unknown => "unknown".to_owned(),
        // It ended by itself and has nothing to say.
        (None, None) if given.is_some() && run.exit == Some(0) => "unknown".to_owned(),
        (None, None) => "error".to_owned(),
    };
    row.checked = match (engine, given) {
        (Engine::Own(_), _) => row.solved().then_some(true),
        (Engine::External(solver), Some(input)) if solver.witness && row.reaches() => {
            let witness = if solver.reads.is_empty() { &run.output } else { &written };
            inputs.certify(&input, witness)?
        }
        _ => None,
    };
    row.seconds = run.time.as_secs_f64();
    row.cpu = run.cpu.as_secs_f64();
    row.megabytes = run.memory as f64 / f64::from(1 << 20);
    row.depth = depth;
    Ok(Some(row))
}

/// What stands for a run's own folder.
fn in_folder(text: &str, folder: &Scratch) -> String {
    text.replace("{dir}", &folder.path().to_string_lossy())
}

/// What a solver wrote to a file, if it did, behind a line of its own; not more than what it may
/// print.
fn text(file: &str, folder: &Scratch) -> String {
    let mut bytes = vec![b'\n'];
    if let Ok(file) = File::open(in_folder(file, folder)) {
        // What can't be read is as good as not written.
        let _ = file.take(limits::MOST_OUTPUT).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Verdict and depth from our own JSON.
fn own_verdict(json: &Value) -> (Option<String>, Option<u64>) {
    let verdict = json["verdict"].as_str().map(str::to_owned);
    let depths = json["engines"].as_array().into_iter().flatten();
    let depth = depths.filter_map(|engine| engine["depth"].as_u64()).max();
    (verdict, depth)
}
