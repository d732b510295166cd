//! `llumc completions` and `llumc man`: what shells and the system's manual want to know of the
//! command line. Both are made from the arguments themselves.

use std::path::Path;

use anyhow::{Context, Result};
use clap::CommandFactory;

use super::args::{Cli, CompletionsArgs, ManArgs};
use super::exit::Exit;

/// `llumc completions`.
///
/// # Errors
/// If standard output can't be written.
pub fn completions(args: &CompletionsArgs) -> Result<Exit> {
    let mut script = vec![];
    clap_complete::generate(args.shell, &mut Cli::command(), "llumc", &mut script);
    super::print(&String::from_utf8(script)?)?;
    Ok(Exit::Holds)
}

/// `llumc man`: a page for the program, and one for each subcommand.
///
/// # Errors
/// If the folder can't be made or a file in it not be written.
pub fn man(args: &ManArgs) -> Result<Exit> {
    write_pages(&args.folder)
        .with_context(|| format!("cannot write manual pages to {}", args.folder.display()))?;
    Ok(Exit::Holds)
}

fn write_pages(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(Cli::command().disable_help_subcommand(true), folder)
}
