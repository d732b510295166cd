//! `llumc explain`: a report that was kept, told at length.

use anyhow::{Context, Error, Result};

use super::args::ExplainArgs;
use super::exit::Exit;
use super::{outputs, sources, terminal};
use crate::report::text::{Style, render};
use crate::report::{html, json};

/// Runs the subcommand.
///
/// # Errors
/// If the file can't be read, or is no report.
pub fn run(args: &ExplainArgs) -> Result<Exit> {
    let page = args.html.as_deref().map(|path| ("--html", path));
    outputs::check(std::slice::from_ref(&args.file), page.as_slice())?;
    let shown = args.file.display();
    let text =
        std::fs::read_to_string(&args.file).with_context(|| format!("cannot read {shown}"))?;
    let mut report = json::parse(&text).map_err(|why| Error::msg(format!("{shown}: {why}")))?;
    if let Some(path) = &args.html {
        sources::add(&mut report);
        super::write(path, &html::render(&report))?;
    }
    if let Some(error) = &report.error {
        super::print(&format!("error: {}\n", error.message))?;
        return Ok(Exit::Holds);
    }
    let style = Style {
        verbose: true,
        full_trace: args.full_trace,
        invariant: args.show_invariant,
        colour: terminal::has_colours(&std::io::stdout()),
        width: terminal::width(&std::io::stdout()),
    };
    super::print(&render(&report, style))?;
    Ok(Exit::Holds)
}
