//! Writing a transition system in a format of choice; whole or not at all.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::values::ModelFormat;
use crate::formats::sequential::{Sequential, places};
use crate::formats::{aiger, btor2, smtlib, vmt};
use crate::support::output::write_whole;
use crate::system::TransitionSystem;

/// Writes `system` with all its bad conditions, or the one at place `only`.
///
/// # Errors
/// If the file can't be written, or the format is one that a system alone can't be
/// written in.
pub fn write_system(
    system: &TransitionSystem,
    only: Option<usize>,
    format: ModelFormat,
    bound: Option<u32>,
    comments: &[String],
    path: &Path,
) -> Result<()> {
    if bound.is_some() && format != ModelFormat::Smt2 {
        bail!("--bound unrolls an SMT-LIB query: it goes with --to smt2");
    }
    let bad = places(system, only);
    let written = match format {
        ModelFormat::Aiger => {
            let style = aiger_style(path)?;
            let sequential = Sequential::new(system, &bad);
            write_whole(path, |out| aiger::write::write(&sequential, style, comments, out))
        }
        ModelFormat::Btor2 => {
            let sequential = Sequential::new(system, &bad);
            write_whole(path, |out| btor2::write::write(&sequential, comments, out))
        }
        ModelFormat::Smt2 => {
            write_whole(path, |out| smtlib::write(system, &bad, bound, comments, out))
        }
        ModelFormat::Vmt => write_whole(path, |out| vmt::write(system, &bad, comments, out)),
        ModelFormat::Dimspec => {
            let built = crate::dimspec::build::build(system, only);
            let lines = [comments, &built.map.comments()].concat();
            crate::dimspec::write::write_file(&built.model.spec, &lines, path)
        }
        ModelFormat::Chc => bail!("Horn clauses are made from the automaton of a program"),
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Text or binary, as the file's name says.
fn aiger_style(path: &Path) -> Result<aiger::Style> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("aag") => Ok(aiger::Style::Ascii),
        Some("aig") => Ok(aiger::Style::Binary),
        _ => bail!("{}: an AIGER file is called .aag (text) or .aig (binary)", path.display()),
    }
}
