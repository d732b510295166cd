//! `llumc compare`: several engines on the same files in turn, one process and one core
//! each; a table and a cactus plot.
//!
//! Every run is a process of its own under the same limits: ours are this very program
//! with `check` or `solve`, external ones are called as `solvers/*.toml` says, on the
//! DimSpec file of the input.

mod cactus;
mod solvers;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde_json::Value;

use super::args::{CompareArgs, FormatArg};
use super::exit::Exit;
use crate::support::limited::{self, Limits};
use solvers::Solver;

/// Our own engines.
const OWN: [&str; 6] = ["unroll", "bmc", "kinduction", "ic3", "race", "auto"];

/// The result of one engine on one file.
#[derive(Clone, Debug, Serialize)]
struct Row {
    file: String,
    engine: String,
    /// `true`, `false(…)`, `unknown`, `timeout`, `error`.
    verdict: String,
    seconds: f64,
    /// Largest resident memory in MB (2^20 bytes).
    megabytes: f64,
    /// Steps of the trace, or frames.
    depth: Option<u64>,
}

impl Row {
    fn solved(&self) -> bool {
        self.verdict == "true" || self.verdict.starts_with("false")
    }
}

enum Engine {
    Own(&'static str),
    External(Solver),
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
/// engines contradict each other.
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
    let mut rows = vec![];
    for file in &args.files {
        let dimspec = dimspec_of(file, &engines, scratch.path())?;
        for engine in &engines {
            let row = run_one(engine, file, dimspec.as_deref(), args)?;
            eprintln!("{}: {}: {} ({:.2} s)", row.file, row.engine, row.verdict, row.seconds);
            rows.push(row);
        }
    }
    let disagreements = disagreements(&rows);
    match args.format {
        FormatArg::Json => super::print(&(serde_json::to_string_pretty(&rows)? + "\n"))?,
        FormatArg::Text => super::print(&table(&rows, &disagreements))?,
    }
    if let Some(plot) = &args.plot {
        let curves: Vec<_> = engines.iter().map(|engine| curve(engine.name(), &rows)).collect();
        let svg = cactus::draw(&curves, args.timeout)?;
        std::fs::write(plot, svg).with_context(|| format!("cannot write {}", plot.display()))?;
    }
    Ok(if disagreements.is_empty() { Exit::Holds } else { Exit::Violated })
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
        return Ok(own.chain(installed.map(Engine::External)).collect());
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
        Ok(Engine::External(solver.clone()))
    };
    args.engines.iter().map(find).collect()
}

/// The DimSpec file that external solvers get; encoded first if the input is a program.
fn dimspec_of(file: &Path, engines: &[Engine], scratch: &Path) -> Result<Option<PathBuf>> {
    if is_dimspec(file) {
        return Ok(Some(file.to_owned()));
    }
    if !engines.iter().any(|engine| matches!(engine, Engine::External(_))) {
        return Ok(None);
    }
    let output = scratch.join("input.dimspec");
    let status = Command::new(std::env::current_exe()?)
        .args(["encode".as_ref(), file.as_os_str(), "-o".as_ref(), output.as_os_str()])
        .stdout(std::process::Stdio::null())
        .status()?;
    if !status.success() {
        bail!("{} could not be encoded for the external solvers", file.display());
    }
    Ok(Some(output))
}

fn is_dimspec(file: &Path) -> bool {
    let program = ["c", "i", "ll", "bc", "yml", "yaml"];
    !file.extension().is_some_and(|e| program.iter().any(|known| e == *known))
}

fn run_one(
    engine: &Engine,
    file: &Path,
    dimspec: Option<&Path>,
    args: &CompareArgs,
) -> Result<Row> {
    let mut command;
    let limits = Limits { time: Duration::from_secs_f64(args.timeout), memory: args.memory << 20 };
    match engine {
        Engine::Own(name) => {
            command = Command::new(std::env::current_exe()?);
            command.arg(if is_dimspec(file) { "solve" } else { "check" }).arg(file);
            command.args(["--format", "json", "--quiet", "--engine", name]);
            command.args(["--timeout", &args.timeout.to_string()]).args(args.ic3.words());
        }
        Engine::External(solver) => {
            let input = dimspec.context("external solvers need a DimSpec file")?;
            command = Command::new(solver.installed().context("the solver was removed")?);
            let input = input.to_string_lossy();
            command.args(solver.args.iter().map(|arg| arg.replace("{file}", &input)));
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
        Engine::External(solver) => external_verdict(solver, &run.output),
    };
    let verdict = match verdict {
        Some(verdict) => verdict,
        None if run.timed_out => "timeout".to_owned(),
        None => "error".to_owned(),
    };
    Ok(Row {
        file: file.display().to_string(),
        engine: engine.name().to_owned(),
        verdict,
        seconds: run.time.as_secs_f64(),
        megabytes: run.memory as f64 / f64::from(1 << 20),
        depth,
    })
}

/// Verdict and depth from our own JSON.
fn own_verdict(output: &str) -> (Option<String>, Option<u64>) {
    let Ok(json) = serde_json::from_str::<Value>(output) else { return (None, None) };
    let verdict = json["verdict"].as_str().map(str::to_owned);
    let depths = json["engines"].as_array().into_iter().flatten();
    let depth = depths.filter_map(|engine| engine["depth"].as_u64()).max();
    (verdict, depth)
}

fn external_verdict(solver: &Solver, output: &str) -> (Option<String>, Option<u64>) {
    let understood = solver.understand(output);
    let verdict = understood.reachable.map(|reachable| if reachable { "false" } else { "true" });
    (verdict.map(str::to_owned), understood.states.map(u64::from))
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
    let _ = writeln!(
        out,
        "{:file$}  {:engine$}  {:verdict$}  {:>9}  {:>9}  {:>7}",
        "file", "engine", "verdict", "time (s)", "mem (MB)", "depth"
    );
    for row in rows {
        let depth = row.depth.map_or("-".to_owned(), |depth| depth.to_string());
        let _ = writeln!(
            out,
            "{:file$}  {:engine$}  {:verdict$}  {:>9.2}  {:>9.0}  {depth:>7}",
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
        Row { file, engine, verdict, seconds: 1.0, megabytes: 2.0, depth: None }
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
    }
}
