//! `llumc compare`: several engines on the same files in turn, one process and one core
//! each; a table and a cactus plot.
//!
//! Every run is a process of its own under the same limits: ours are this very program
//! with `check` or `solve`, external ones are called as `solvers/*.toml` says, on the input
//! in the format that they read. A witness that an external solver prints is certified. With
//! `--log` each run is a JSON line, and runs that are there already are not made again.

mod cactus;
mod html;
mod inputs;
pub mod list;
mod log;
mod solvers;

use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::args::{CompareArgs, FormatArg};
use super::exit::Exit;
use crate::support::limited::{self, Limits};
use crate::support::output::write_whole;
use inputs::Inputs;
use log::Log;
use solvers::Solver;

/// Our own engines.
const OWN: [&str; 6] = ["unroll", "bmc", "kinduction", "ic3", "race", "auto"];

/// The result of one engine on one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    file: String,
    engine: String,
    /// `true`, `false(…)`, `unknown`, `timeout`, `error`, or `unsuitable` for an input that
    /// can't be written in the format that the solver reads.
    verdict: String,
    /// Whether the answer was checked: our own always are, others' where they print a
    /// witness. `Some(false)`: the witness is wrong.
    checked: Option<bool>,
    seconds: f64,
    /// Largest resident memory in MB (2^20 bytes).
    megabytes: f64,
    /// Steps of the trace, or frames.
    depth: Option<u64>,
}

impl Row {
    fn solved(&self) -> bool {
        let decided = self.verdict == "true" || self.verdict.starts_with("false");
        decided && self.checked != Some(false)
    }
}

enum Engine {
    Own(&'static str),
    External(Box<Solver>),
}

impl Engine {
    fn name(&self) -> &str {
        match self {
            Engine::Own(name) => name,
            Engine::External(solver) => &solver.name,
        }
    }
}

/// Runs the subcommand. The exit code is 0 when all runs were made, and 1 when two
/// engines contradict each other or a witness is wrong.
///
/// # Errors
/// If a file, a description or an engine is unknown.
pub fn run(args: &CompareArgs) -> Result<Exit> {
    let engines = select(args)?;
    for file in &args.files {
        if !file.is_file() {
            bail!("cannot read {}: no such file", file.display());
        }
    }
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let mut log = Log::open(args)?;
    let mut rows = vec![];
    for file in &args.files {
        let mut inputs = Inputs::new(file, scratch.path());
        for engine in &engines {
            let row = match log.known(file, engine.name()) {
                Some(row) => row,
                None => {
                    let row = run_one(engine, file, &mut inputs, args)?;
                    log.add(&row)?;
                    row
                }
            };
            eprintln!("{}: {}: {} ({:.2} s)", row.file, row.engine, row.verdict, row.seconds);
            rows.push(row);
        }
    }
    let disagreements = disagreements(&rows);
    match args.format {
        FormatArg::Json => super::print(&(serde_json::to_string_pretty(&rows)? + "\n"))?,
        FormatArg::Text => super::print(&table(&rows, &disagreements))?,
    }
    let curves: Vec<_> = engines.iter().map(|engine| curve(engine.name(), &rows)).collect();
    let svg = cactus::draw(&curves, args.timeout)?;
    if let Some(plot) = &args.plot {
        write(plot, &svg)?;
    }
    if let Some(report) = &args.report {
        let names: Vec<String> = engines.iter().map(|engine| engine.name().to_owned()).collect();
        let files: Vec<String> = args.files.iter().map(|file| file.display().to_string()).collect();
        let page = html::Page {
            rows: &rows,
            engines: &names,
            files: &files,
            disagreements: &disagreements,
            cactus: &svg,
            timeout: args.timeout,
        };
        write(report, &page.text())?;
    }
    let wrong = rows.iter().any(|row| row.checked == Some(false));
    Ok(if disagreements.is_empty() && !wrong { Exit::Holds } else { Exit::Violated })
}

fn write(path: &Path, text: &str) -> Result<()> {
    write_whole(path, |out| std::io::Write::write_all(out, text.as_bytes()))
        .with_context(|| format!("cannot write {}", path.display()))
}

fn select(args: &CompareArgs) -> Result<Vec<Engine>> {
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
        if let Some(own) = OWN.into_iter().find(|own| own == name) {
            return Ok(Engine::Own(own));
        }
        let Some(solver) = described.iter().find(|solver| solver.name == *name) else {
            let known: Vec<&str> =
                OWN.into_iter().chain(described.iter().map(|s| s.name.as_str())).collect();
            bail!("unknown engine '{name}'; known are {}", known.join(", "));
        };
        if solver.installed().is_none() {
            bail!("{name} is not installed: '{}' is not on the PATH", solver.command);
        }
        Ok(Engine::External(Box::new(solver.clone())))
    };
    args.engines.iter().map(find).collect()
}

fn run_one(
    engine: &Engine,
    file: &Path,
    inputs: &mut Inputs<'_>,
    args: &CompareArgs,
) -> Result<Row> {
    let mut row = Row {
        file: file.display().to_string(),
        engine: engine.name().to_owned(),
        verdict: "unsuitable".to_owned(),
        checked: None,
        seconds: 0.0,
        megabytes: 0.0,
        depth: None,
    };
    let mut command;
    let limits = Limits { time: Duration::from_secs_f64(args.timeout), memory: args.memory << 20 };
    let mut given = None;
    match engine {
        Engine::Own(name) => {
            command = Command::new(std::env::current_exe()?);
            command.arg(if inputs.is_model() { "solve" } else { "check" }).arg(file);
            command.args(["--format", "json", "--quiet", "--engine", name]);
            command.args(["--timeout", &args.timeout.to_string()]).args(args.ic3.words());
        }
        Engine::External(solver) => {
            let Some(input) = inputs.written(solver.input, solver.bound)? else { return Ok(row) };
            command = Command::new(solver.installed().context("the solver was removed")?);
            let text = input.to_string_lossy();
            command.args(solver.args.iter().map(|arg| arg.replace("{file}", &text)));
            given = Some(input);
        }
    }
    // Our own program stops itself at its limit and needs a moment to say so.
    let grace = match engine {
        Engine::Own(_) => Duration::from_secs(3),
        Engine::External(_) => Duration::ZERO,
    };
    let run = limited::run(command, Limits { time: limits.time + grace, ..limits })?;
    let (verdict, depth) = match engine {
        Engine::Own(_) => own_verdict(&run.output),
        Engine::External(solver) => {
            let understood = solver.understand(&run.output, run.exit);
            let verdict = understood.reachable.map(|is| if is { "false" } else { "true" });
            (verdict.map(str::to_owned), understood.states.map(u64::from))
        }
    };
    row.verdict = match verdict {
        Some(verdict) => verdict,
        None if run.timed_out => "timeout".to_owned(),
        // It ended by itself and has nothing to say.
        None if given.is_some() && run.exit == Some(0) => "unknown".to_owned(),
        None => "error".to_owned(),
    };
    row.checked = match (engine, given) {
        (Engine::Own(_), _) => row.solved().then_some(true),
        (Engine::External(solver), Some(input)) if solver.witness && row.verdict == "false" => {
            inputs.certify(&input, &run.output)?
        }
        _ => None,
    };
    row.seconds = run.time.as_secs_f64();
    row.megabytes = run.memory as f64 / f64::from(1 << 20);
    row.depth = depth;
    Ok(row)
}

/// Verdict and depth from our own JSON.
fn own_verdict(output: &str) -> (Option<String>, Option<u64>) {
    let Ok(json) = serde_json::from_str::<Value>(output) else { return (None, None) };
    let verdict = json["verdict"].as_str().map(str::to_owned);
    let depths = json["engines"].as_array().into_iter().flatten();
    let depth = depths.filter_map(|engine| engine["depth"].as_u64()).max();
    (verdict, depth)
}

/// Files on which one engine says true and another false.
fn disagreements(rows: &[Row]) -> Vec<&str> {
    let mut files: Vec<&str> = rows.iter().map(|row| row.file.as_str()).collect();
    files.dedup();
    files.retain(|file| {
        let of_file = || rows.iter().filter(|row| row.file == *file && row.solved());
        of_file().any(|row| row.verdict == "true") && of_file().any(|row| row.verdict != "true")
    });
    files
}

fn table(rows: &[Row], disagreements: &[&str]) -> String {
    let width =
        |get: fn(&Row) -> usize, least: usize| rows.iter().map(get).max().unwrap_or(0).max(least);
    let file = width(|row| row.file.chars().count(), 4);
    let engine = width(|row| row.engine.chars().count(), 6);
    let verdict = width(|row| row.verdict.chars().count(), 7);
    let mut out = String::new();
    for file in disagreements {
        let _ = writeln!(out, "CONTRADICTION: engines disagree on {file}");
    }
    for row in rows.iter().filter(|row| row.checked == Some(false)) {
        let _ = writeln!(out, "WRONG: the witness of {} on {} is none", row.engine, row.file);
    }
    let _ = writeln!(
        out,
        "{:file$}  {:engine$}  {:verdict$}  {:7}  {:>9}  {:>9}  {:>7}",
        "file", "engine", "verdict", "checked", "time (s)", "mem (MB)", "depth"
    );
    for row in rows {
        let depth = row.depth.map_or("-".to_owned(), |depth| depth.to_string());
        let checked = match row.checked {
            Some(true) => "yes",
            Some(false) => "WRONG",
            None => "-",
        };
        let _ = writeln!(
            out,
            "{:file$}  {:engine$}  {:verdict$}  {checked:7}  {:>9.2}  {:>9.0}  {depth:>7}",
            row.file, row.engine, row.verdict, row.seconds, row.megabytes
        );
    }
    out
}

fn curve(engine: &str, rows: &[Row]) -> cactus::Curve {
    let solved = rows.iter().filter(|row| row.engine == engine && row.solved());
    cactus::Curve { engine: engine.to_owned(), times: solved.map(|row| row.seconds).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(file: &str, engine: &str, verdict: &str) -> Row {
        let (file, engine, verdict) = (file.into(), engine.into(), verdict.into());
        Row { file, engine, verdict, checked: None, seconds: 1.0, megabytes: 2.0, depth: None }
    }

    #[test]
    fn contradictions_are_seen() {
        let rows = [
            row("a", "ic3", "true"),
            row("a", "unroll", "unknown"),
            row("b", "ic3", "true"),
            row("b", "unroll", "false(no-overflow)"),
        ];
        assert_eq!(disagreements(&rows), ["b"]);
        assert!(table(&rows, &["b"]).starts_with("CONTRADICTION: engines disagree on b"));
        assert_eq!(curve("ic3", &rows).times.len(), 2);
        assert!(curve("unroll", &rows).times.len() == 1);
        let wrong = Row { checked: Some(false), ..row("a", "other", "false") };
        let rows = [row("a", "ic3", "true"), wrong];
        assert!(disagreements(&rows).is_empty(), "a wrong witness is no answer");
        assert!(table(&rows, &[]).starts_with("WRONG: the witness of other on a is none"));
    }
}
