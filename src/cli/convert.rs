//! `llumc convert`: writes a model file in another format.

use anyhow::{Context, Result};

use super::args::ConvertArgs;
use super::exit::Exit;
use super::export::write_system;
use super::outputs;
use crate::formats::file::read_file;

/// Runs the subcommand.
///
/// # Errors
/// If a file can't be read or written, or the format can't be made of a file.
pub fn run(args: &ConvertArgs) -> Result<Exit> {
    outputs::check(std::slice::from_ref(&args.file), &[("--output", &args.output)])?;
    let file =
        read_file(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let name = args.file.file_name().unwrap_or_default().to_string_lossy();
    let comments = [format!("made from {name} by llumc {}", env!("CARGO_PKG_VERSION"))];
    let mut system = file.system();
    if args.one_goal {
        system.join_goals();
    }
    write_system(&system, None, args.to, args.bound, &comments, &args.output)?;
    super::print(&format!("wrote {}\n", args.output.display()))?;
    Ok(Exit::Holds)
}
