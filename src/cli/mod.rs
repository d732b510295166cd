//! The command line: arguments become tasks and options of [`crate::verify`], reports become text
//! and exit codes.
//!
//! Deliberately absent: anything that decides.

mod args;
mod arrays;
mod certify;
#[cfg(feature = "llvm")]
mod check;
mod compare;
mod convert;
mod deadline;
#[cfg(feature = "llvm")]
mod encode;
mod engines;
mod exit;
mod explain;
mod export;
mod front;
#[cfg(feature = "llvm")]
mod input;
mod limits;
mod manual;
#[cfg(feature = "llvm")]
mod output;
mod outputs;
mod progress;
#[cfg(feature = "llvm")]
mod project;
#[cfg(feature = "llvm")]
mod show;
mod solve;
mod sources;
mod terminal;
#[cfg(feature = "llvm")]
mod validate;
mod values;
mod watch;

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;

use args::{Cli, Command, ReadsC};
use exit::Exit;
use values::SchemaArg;

use crate::engine::worker;
use crate::report::json;
use crate::sat::ipasir;
use crate::support::output::write_whole;
use crate::support::process;

pub use front::pass_on;
#[cfg(feature = "llvm")]
pub use front::read_c;

/// Runs the program with the process's arguments; `reads_c` runs the subcommands that read C.
pub fn main(reads_c: fn(&ReadsC) -> Result<Exit>) -> ExitCode {
    process::fail_at_large_files();
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    match &arguments[..] {
        [first, rest @ ..] if first == worker::ARGUMENT => worker::worker_main(rest),
        [first, ..] if first == ipasir::ARGUMENT => ipasir::main(),
        [first, stamp, ..] if first == front::ARGUMENT && stamp != worker::STAMP => {
            let _ = writeln!(
                std::io::stderr(),
                "llumc: the binaries llumc and llumc-c beside each other are of different builds: \
                 install both from one, or build with `make build`"
            );
            Exit::Input.into()
        }
        [first, _, rest @ ..] if first == front::ARGUMENT => command_line(rest, reads_c),
        all => command_line(all, reads_c),
    }
}

fn command_line(arguments: &[OsString], reads_c: fn(&ReadsC) -> Result<Exit>) -> ExitCode {
    let name = OsString::from("llumc");
    let words = std::iter::once(&name).chain(arguments);
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are asked for, and no error.
            let exit = if error.use_stderr() { Exit::Input } else { Exit::Holds };
            let _ = error.print();
            return exit.into();
        }
    };
    let result = match &cli.command {
        Command::ReadsC(command) => reads_c(command),
        Command::Solve(args) => solve::run(args),
        Command::Certify(args) => certify::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Solvers(args) => compare::list::run(args),
        Command::Limits(args) => limits::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Schema(args) => schema(args.of),
        Command::Completions(args) => manual::completions(args),
        Command::Man(args) => manual::man(args),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "llumc: {error:#}");
            Exit::of(&error).into()
        }
    }
}

/// `llumc schema`.
fn schema(of: SchemaArg) -> Result<Exit> {
    let schema = match of {
        SchemaArg::Check => json::schema(),
        SchemaArg::Project => json::project_schema(),
    };
    print(&(serde_json::to_string_pretty(&schema)? + "\n"))?;
    Ok(Exit::Holds)
}

/// Writes a file, whole or not at all.
fn write(path: &Path, text: &str) -> Result<()> {
    write_whole(path, |out| out.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Prints to standard output; a closed pipe or a full disk is an error, not a panic.
fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| anyhow::anyhow!("cannot write to standard output: {error}"))
}
