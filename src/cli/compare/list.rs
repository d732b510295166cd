//! `llumc solvers`: the external solvers that are described, and which are installed.

use std::fmt::Write;

use anyhow::Result;
use serde_json::json;

use super::solvers;
use crate::cli::args::SolversArgs;
use crate::cli::exit::Exit;
use crate::cli::values::FormatArg;

/// Runs the subcommand.
///
/// # Errors
/// If a description is malformed.
pub fn run(args: &SolversArgs) -> Result<Exit> {
    let described = match &args.solvers {
        Some(folder) => solvers::read_folder(folder)?,
        None => solvers::shipped()?,
    };
    if args.format == FormatArg::Json {
        let rows: Vec<_> = described
            .iter()
            .map(|solver| {
                let installed = solver.installed().map(|path| path.display().to_string());
                json!({
                    "name": solver.name, "about": solver.about, "input": solver.input.name(),
                    "command": solver.command, "installed": installed,
                    "version": solver.installed_version(), "known": solver.known,
                })
            })
            .collect();
        super::super::print(&(serde_json::to_string_pretty(&rows)? + "\n"))?;
        return Ok(Exit::Holds);
    }
    let width = described.iter().map(|solver| solver.name.len()).max().unwrap_or(0).max(4);
    let mut out = format!("{:width$}  {:7}  {:9}  what it is\n", "name", "reads", "installed");
    for solver in &described {
        let installed = if solver.installed().is_some() { "yes" } else { "no" };
        let (name, input, about) = (&solver.name, solver.input.name(), &solver.about);
        // Writing to a string can't fail.
        let _ = writeln!(out, "{name:width$}  {input:7}  {installed:9}  {about}");
        let indent = width + 22;
        if let Some(version) = solver.installed_version() {
            let _ = writeln!(out, "{:indent$}version: {version}", "");
        }
        for known in &solver.known {
            let _ = writeln!(out, "{:indent$}known: {known}", "");
        }
    }
    super::super::print(&out)?;
    Ok(Exit::Holds)
}
